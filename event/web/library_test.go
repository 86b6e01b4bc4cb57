package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"biblechess/event"
	"biblechess/event/chess"
	"biblechess/questions/exchange"
)

// upload posts files, and fields in names and values in turn.
func (d *device) upload(path string, files map[string]string, pairs ...string) answer {
	d.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, text := range files {
		part, err := form.CreateFormFile("file", name)
		if err != nil {
			d.Fatal(err)
		}
		part.Write([]byte(text))
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.WriteField(pairs[i], pairs[i+1])
	}
	form.Close()
	r, err := http.NewRequest(http.MethodPost, d.url+path, &body)
	if err != nil {
		d.Fatal(err)
	}
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Accept", "application/json")
	return d.send(r)
}

func (d *device) rows() event.LibraryScreen {
	d.Helper()
	a := d.get(d.seat.Path()+"/rows", "application/json")
	var l event.LibraryScreen
	if err := json.Unmarshal([]byte(a.body), &l); err != nil || a.status != http.StatusOK {
		d.Fatalf("%d %v %s", a.status, err, a.body)
	}
	return l
}

// libraryPaths are what an editor's seat has beside its page.
var libraryPaths = []string{"/rows", "/history?question=q3-1", "/plain", "/questions.csv", "/questions.json", "/questions.gift", "/sheets", "/cards"}

func TestLibrary_EachSideReadsItsOwnAndNoOther(t *testing.T) {
	e := serve(t)
	seats := []event.Seat{event.Editor(chess.White), event.Editor(chess.Black), event.ReserveEditor}
	words := map[event.Seat]string{}
	e.seated(event.Host).must("judge-add", "name", "Ruth")
	for _, s := range seats {
		words[s] = "zz" + strings.ReplaceAll(string(s), "-", "") + "zz"
		d := e.seated(s)
		text := fmt.Sprintf(`{"question":"%[1]s?","answer":"%[1]sa","ref":"%[1]sr","hint":"%[1]sh","reject":["%[1]sx"]}`, words[s])
		place := "bishop"
		if s == event.ReserveEditor {
			place = "quiz-master"
		}
		d.must("edit", "edits", `[{"op":"add","place":"`+place+`","text":`+text+`,"labels":{"tags":["`+words[s]+`t"],"notes":"`+words[s]+`n"}}]`)
	}
	others := []event.Seat{event.Host, event.Judge(1), event.GameMaster(chess.White), event.QuizMaster(chess.White), event.Projector}
	for _, s := range append(others, seats...) {
		d := e.seated(s)
		for _, of := range seats {
			for _, path := range libraryPaths {
				a := d.get(of.Path()+path, "application/json")
				if s != of {
					if a.status != http.StatusForbidden || strings.Contains(a.body, words[of]) {
						t.Errorf("%s gets %s%s: %d", s, of, path, a.status)
					}
					continue
				}
				if a.status != http.StatusOK && !strings.HasPrefix(path, "/history") {
					t.Errorf("%s gets %d at %s", s, a.status, path)
				}
				for _, other := range seats {
					if other != s && strings.Contains(a.body, words[other]) {
						t.Errorf("%s reads %s at %s", s, words[other], path)
					}
				}
			}
			if a := d.upload(of.Path()+"/preview", nil, "text", words[of]); s != of && a.status != http.StatusForbidden {
				t.Errorf("%s previews for %s: %d", s, of, a.status)
			}
		}
	}
}

func TestLibrary_ASecondEditorIsShownThePresentText(t *testing.T) {
	e := serve(t)
	d := e.seated(event.Editor(chess.White))
	d.must("edit", "edits", `[{"op":"add","place":"pawn","text":{"question":"Who?","answer":"Eve","ref":"Genesis 3"}}]`)
	id := d.rows().Rows[0].ID
	revise := func(words string) answer {
		return d.upload(d.seat.Path()+"/edit", nil, "edits", `[{"op":"revise","question":"`+id+`","revision":1,"text":{"question":"`+words+`","answer":"Eve","ref":"Genesis 3"}}]`)
	}
	if a := revise("Who was it?"); a.status != http.StatusOK {
		t.Fatal(a.body)
	}
	a := revise("Who else?")
	var conflict struct {
		Current []event.CurrentText `json:"current"`
	}
	if err := json.Unmarshal([]byte(a.body), &conflict); err != nil || a.status != http.StatusConflict || a.Reason != "stale" {
		t.Fatalf("%d %v %s", a.status, err, a.body)
	}
	if len(conflict.Current) != 1 || conflict.Current[0].Text.Question != "Who was it?" || conflict.Current[0].Revision != 2 {
		t.Errorf("%+v", conflict.Current)
	}
	if a := d.post(d.seat.Path()+"/edit", "edits", "{"); a.status != http.StatusBadRequest {
		t.Errorf("half a list: %d", a.status)
	}
	if a := d.post(d.seat.Path()+"/edit", "edits", `[{"op":"add","place":"king","text":{}}]`); a.status != http.StatusBadRequest {
		t.Errorf("no bank: %d", a.status)
	}
}

func TestLibrary_PreviewChangesNothing(t *testing.T) {
	e := serve(t)
	d := e.seated(event.Editor(chess.White))
	d.must("add", "piece", "pawn", "text", "Who built the ark?", "answer", "Noah", "reference", "Genesis 6")
	entries := e.entries()
	a := d.upload(d.seat.Path()+"/preview", map[string]string{
		"bank.csv":  "team,piece,question,answer,reference,tags\nWhite,Pawn,Who built the ark?,Noah,Genesis 6,flood\n,,Who saw the dove?,,Genesis 8,\nBlack,Rook,Who was Ham?,A son of Noah,Genesis 9,\nShelf,Knight,What is 2+2?,=1+3,Sums,\n",
		"photo.png": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
	})
	var got struct{ Files []previewFile }
	if err := json.Unmarshal([]byte(a.body), &got); err != nil || a.status != http.StatusOK || len(got.Files) != 2 {
		t.Fatalf("%d %v %s", a.status, err, a.body)
	}
	slices.SortFunc(got.Files, func(a, b previewFile) int { return strings.Compare(a.Name, b.Name) })
	if got.Files[1].Error == "" || len(got.Files[1].Rows) != 0 {
		t.Errorf("a picture: %+v", got.Files[1])
	}
	rows := got.Files[0].Rows
	if len(rows) != 4 || got.Files[0].Format != "CSV" || len(got.Files[0].Columns) != 6 {
		t.Fatalf("%+v", got.Files[0])
	}
	if r := rows[0]; r.Place != "pawn" || r.Twin != "same" || r.Other || !slices.Equal(r.Labels.Tags, []string{"flood"}) {
		t.Errorf("the first row: %+v", r)
	}
	if r := rows[1]; r.Problem == "" || r.Text.Question != "Who saw the dove?" || r.Line != 3 {
		t.Errorf("a row without an answer: %+v", r)
	}
	if r := rows[2]; !r.Other || r.Place != "rook" {
		t.Errorf("another side's row: %+v", r)
	}
	if r := rows[3]; r.Place != "shelf" || r.Piece != "knight" || r.Text.Answer != "=1+3" {
		t.Errorf("a row of the shelf: %+v", r)
	}
	mapped := d.upload(d.seat.Path()+"/preview", nil, "text", "Adam;Who was first?;Genesis 1\nEve;Who was second?;Genesis 2\n", "columns", "answer,question,reference", "header", "no")
	if !strings.Contains(mapped.body, `"question":"Who was first?","answer":"Adam"`) {
		t.Errorf("columns as they are said: %s", mapped.body)
	}
	for _, bad := range [][]string{{"columns", "answer,price", "text", "x"}, {"text", " "}} {
		if a := d.upload(d.seat.Path()+"/preview", nil, bad...); a.status != http.StatusBadRequest || a.Error == "" {
			t.Errorf("%v: %d %s", bad, a.status, a.body)
		}
	}
	if a := d.upload(d.seat.Path()+"/preview", map[string]string{"large.csv": strings.Repeat("x", 7<<20)}); a.status != http.StatusRequestEntityTooLarge || a.Error == "" {
		t.Errorf("a large file: %d %s", a.status, a.body)
	}
	if e.entries() != entries {
		t.Error("a preview changed something")
	}
}

// libraries fills both sides and the reserve with questions whose texts mean
// something in files, on the shelves too, and gives the editors.
func libraries(t *testing.T, e *hall) []*device {
	var editors []*device
	for _, seat := range []event.Seat{event.Editor(chess.White), event.Editor(chess.Black), event.ReserveEditor} {
		d := e.seated(seat)
		editors = append(editors, d)
		own := string(seat)
		texts := []string{
			`{"question":"=1+1\n\"quoted\", 🙂 ` + own + `?","answer":"-2","also":["@a","b | c"],"reject":["+3"],"ref":"מה; שמו","say":"'x"}`,
			`{"question":"Ἐν ἀρχῇ\tἦν ` + own + `?","answer":"ὁ λόγος","ref":"é"}`,
			`{"question":"The last of ` + own + `?","answer":"'=A","ref":"r"}`,
		}
		if seat == event.ReserveEditor {
			d.must("edit", "edits", `[{"op":"add","place":"quiz-master","text":`+texts[0]+`,"labels":{"tags":["=c"]}},{"op":"add","place":"quiz-master","text":`+texts[1]+`}]`)
			continue
		}
		d.must("edit", "edits", `[{"op":"add","place":"knight","text":`+texts[0]+`,"labels":{"tags":["a|b","=c"],"notes":"n\nm"}},
			{"op":"add","place":"shelf","piece":"rook","text":`+texts[1]+`,"labels":{"tags":["t"]}},
			{"op":"add","place":"shelf","text":`+texts[2]+`},{"op":"add","place":"shelf","piece":"bishop","text":`+texts[0]+`},{"op":"add","place":"shelf","text":`+texts[2]+`}]`)
		id := d.rows().Rows[0].ID
		d.must("edit", "edits", `[{"op":"revise","question":"`+id+`","revision":1,"text":{"question":"=2+2\n\"quoted\", 🙂?","answer":"-2","ref":"r","also":["b | c"],"reject":["+3"]}},
			{"op":"label","question":"`+id+`","labels":{"tags":["later"],"notes":"n"}}]`)
	}
	return editors
}

// What is taken away and brought into another evening is the same library, by every
// way in: through the preview, the editors' plain form, and the host's.
func TestLibrary_ExportsComeBackTheSame(t *testing.T) {
	from := libraries(t, serve(t))
	ways := map[string]func(host, to *device, name, file string){
		"preview": func(_, to *device, name, file string) {
			a := to.upload(to.seat.Path()+"/preview", map[string]string{name: file})
			var got struct{ Files []previewFile }
			if err := json.Unmarshal([]byte(a.body), &got); err != nil || len(got.Files) != 1 {
				to.Fatalf("%s: %v %s", name, err, a.body)
			}
			var edits []jsonEdit
			for _, r := range got.Files[0].Rows {
				if r.Problem != "" || r.Other {
					to.Errorf("%s: %+v", name, r)
				}
				edits = append(edits, jsonEdit{Op: event.EditAdd, Place: r.Place, Piece: r.Piece, Text: r.Text, Labels: &r.Labels, Earlier: r.Earlier, EarlierLabels: r.EarlierLabels})
			}
			list, _ := json.Marshal(edits)
			to.must("edit", "edits", string(list))
		},
		"plain": func(_, to *device, name, file string) {
			for range 2 { // the second time nothing is new
				if a := to.upload(to.seat.Path()+"/import", map[string]string{name: file}); a.status != http.StatusOK {
					to.Fatalf("%s: %d %s", name, a.status, a.body)
				}
			}
		},
		"host": func(host, to *device, name, file string) {
			for range 2 {
				if a := host.upload("/host/questions", map[string]string{name: file}); a.status != http.StatusOK {
					to.Fatalf("%s: %d %s", name, a.status, a.body)
				}
			}
		},
	}
	for way, bring := range ways {
		for _, name := range []string{"questions.csv", "questions.xlsx", "questions.json", "questions.gift"} {
			t.Run(way+"/"+name, func(t *testing.T) {
				e := serve(t)
				host := e.seated(event.Host)
				for _, d := range from {
					file := d.get(d.seat.Path()+"/"+name, "*/*")
					side := strings.TrimPrefix(string(d.seat), "questions-")
					if file.status != http.StatusOK || !strings.Contains(file.header.Get("Content-Disposition"), "questions-"+side) {
						t.Fatalf("%d %v", file.status, file.header)
					}
					to := e.seated(d.seat)
					bring(host, to, name, file.body)
					sameLibrary(t, d, to, name == "questions.json")
				}
			})
		}
	}
	d := from[0]
	sheets := d.get(d.seat.Path()+"/sheets", "text/html")
	if !strings.Contains(sheets.body, "✗ not +3") || strings.Contains(sheets.body, "λόγος") {
		t.Error("the judges' sheets lack a bank's question, or show the shelf's")
	}
	// Whose shelf is meant must be said to the host, and must be the editor's own.
	const head = "team,piece,question,answer,reference\n"
	for file, want := range map[string]string{"Shelf,,Who?,Eve,r\n": "whose shelf", "Black shelf,,Who?,Eve,r\n": "", "Reserve shelf,,Who?,Eve,r\n": "not White, Black or Reserve", "White,,Who?,Eve,r\n": "piece is missing"} {
		a := serve(t).seated(event.Host).upload("/host/questions", nil, "csv", head+file)
		if want == "" != (a.status == http.StatusOK) || !strings.Contains(a.Error, want) {
			t.Errorf("%s: %d %s", file, a.status, a.Error)
		}
	}
	if a := d.upload(d.seat.Path()+"/import", nil, "csv", head+"Black shelf,,Who?,Eve,r\n"); a.status != http.StatusBadRequest {
		t.Errorf("the other side's shelf: %d %s", a.status, a.Error)
	}
}

// What GIFT itself has a place for comes back even when another program has dropped
// the comments that hold the rest: every question's words and its accepted answers.
func TestLibrary_GIFTCarriesTextAndAnswersByItself(t *testing.T) {
	for _, d := range libraries(t, serve(t)) {
		var bare []string
		for _, line := range strings.Split(d.get(d.seat.Path()+"/questions.gift", "*/*").body, "\n") {
			if !strings.HasPrefix(line, "//") {
				bare = append(bare, line)
			}
		}
		to := serve(t).seated(d.seat)
		a := to.upload(to.seat.Path()+"/preview", map[string]string{"other.gift": strings.Join(bare, "\n")})
		var got struct{ Files []previewFile }
		want := d.rows().Rows
		if err := json.Unmarshal([]byte(a.body), &got); err != nil || len(got.Files) != 1 || len(got.Files[0].Rows) != len(want) {
			t.Fatalf("%v %s", err, a.body)
		}
		for i, r := range got.Files[0].Rows {
			w := want[i].Text
			if r.Text.Question != w.Question || r.Text.Answer != w.Answer || !slices.Equal(r.Text.Also, w.Also) {
				t.Errorf("%s:\n%+v came back as\n%+v", d.seat, w, r.Text)
			}
		}
	}
}

// A judge reads who changed a question and when, from the phone that approves it;
// nobody else has this page.
func TestLibrary_JudgesReadTheHistory(t *testing.T) {
	e := serve(t)
	e.seated(event.Host).must("judge-add", "name", "Ruth")
	editor := e.seated(event.Editor(chess.Black))
	editor.must("edit", "edits", `[{"op":"add","place":"pawn","text":{"question":"Who was it?","answer":"Eve","ref":"Genesis 3"}}]`)
	id := editor.rows().Rows[0].ID
	editor.must("edit", "edits", `[{"op":"revise","question":"`+id+`","revision":1,"text":{"question":"Who was <b>that</b>?","answer":"Eve","ref":"Genesis 3"}}]`)
	judge := e.seated(event.Judge(1))
	link := judge.seat.Path() + "/history?question=" + id
	if a := judge.get(judge.seat.Path(), "text/html"); !strings.Contains(a.body, `href="`+link+`"`) {
		t.Error("the judge's page has no link to the history")
	}
	a := judge.get(link, "text/html")
	for _, words := range []string{"Who was it?", "Who was &lt;b&gt;that&lt;/b&gt;?", "Revision 2", "Black&#39;s question editor", "came in as number 1", time.Now().Format("2 January 2006")} {
		if !strings.Contains(a.body, words) {
			t.Errorf("the judge's history lacks %q", words)
		}
	}
	for _, s := range []event.Seat{event.Host, event.QuizMaster(chess.Black), editor.seat, event.Projector} {
		if a := e.seated(s).get(link, "text/html"); a.status != http.StatusForbidden || strings.Contains(a.body, "Eve") {
			t.Errorf("%s gets %d at the judge's history", s, a.status)
		}
	}
	if a := judge.get(judge.seat.Path()+"/history?question=q9-9", "text/html"); a.status != http.StatusBadRequest {
		t.Errorf("a question that is not there: %d", a.status)
	}
}

// sameLibrary compares two editors' libraries, of complete files with every
// revision and every state of the labels.
func sameLibrary(t *testing.T, from, to *device, complete bool) {
	t.Helper()
	want, got := from.rows().Rows, to.rows().Rows
	if len(got) != len(want) {
		t.Fatalf("%s: %d questions came back as %d", from.seat, len(want), len(got))
	}
	for i, w := range want {
		g := got[i]
		if !g.Text.Equal(w.Text) || !g.Labels.Equal(w.Labels) || g.Place != w.Place || g.Piece != w.Piece {
			t.Errorf("%s:\n%+v came back as\n%+v", from.seat, w, g)
		}
		if complete && (g.Revision != w.Revision || g.Labelled != w.Labelled || from.texts(w.ID) != to.texts(g.ID)) {
			t.Errorf("%s: revision %d, labels %d came back as %d, %d", from.seat, w.Revision, w.Labelled, g.Revision, g.Labelled)
		}
	}
}

// texts are every text and every state of the labels that a question had.
func (d *device) texts(id string) string {
	d.Helper()
	var h event.HistoryScreen
	if a := d.get(d.seat.Path()+"/history?question="+id, "application/json"); json.Unmarshal([]byte(a.body), &h) != nil {
		d.Fatal(a.body)
	}
	var b strings.Builder
	for _, r := range h.Revisions {
		fmt.Fprintf(&b, "%d %+v\n", r.Number, r.Text)
	}
	for _, a := range h.Asides {
		fmt.Fprintf(&b, "%d %+v\n", a.Labelled, a.Labels)
	}
	return b.String()
}

func TestLibrary_StarterBanksFillEveryBank(t *testing.T) {
	for _, topic := range exchange.StarterTopics {
		for _, side := range chess.Sides {
			d := serve(t).seated(event.Editor(side))
			d.must("starter", "topic", topic.Key)
			s := screen[event.QuestionsScreen](d)
			if s.Total != 36 || s.Starter || len(s.Missing) != 1 {
				t.Errorf("%s for %s: %d questions, missing %q", topic.Key, side, s.Total, s.Missing)
			}
		}
	}
	d := serve(t).seated(event.Editor(chess.White))
	if !screen[event.QuestionsScreen](d).Starter {
		t.Error("an empty side is offered none")
	}
	for _, topic := range []string{"", "cooking", "../testdata/x", "bible-white"} {
		if a := d.post(d.seat.Path()+"/starter", "topic", topic); a.status != http.StatusBadRequest {
			t.Errorf("%q: %d", topic, a.status)
		}
	}
}

func TestLibrary_ThePlainPageWorksAsForms(t *testing.T) {
	e := serve(t)
	d := e.seated(event.Editor(chess.White))
	a := d.postAs("text/html", d.seat.Path()+"/add", "back", "plain", "piece", "shelf", "text", "Who?", "answer", "Eve", "reference", "Genesis 3")
	if a.status != http.StatusSeeOther || a.header.Get("Location") != d.seat.Path()+"/plain" {
		t.Fatalf("%d %v %s", a.status, a.header, a.body)
	}
	page := d.get(d.seat.Path()+"/plain", "text/html")
	for _, part := range []string{"Who?", `action="/questions/white/revise"`, `action="/questions/white/place"`, `action="/questions/white/remove"`} {
		if !strings.Contains(page.body, part) {
			t.Errorf("the plain page lacks %s", part)
		}
	}
	if far := d.get(d.seat.Path()+"/plain?from=51", "text/html"); far.status != http.StatusOK || strings.Contains(far.body, "Who?") {
		t.Errorf("further questions: %d", far.status)
	}
}

// A refused file names its rows in their order, whatever is wrong with each (B30).
func TestB30_RefusedRowsComeInTheirOrder(t *testing.T) {
	rows := "team,piece,number,question,answer,reference\nWhite,Pawn,1,Q1?,A,R\nNobody,Pawn,1,Q2?,A,R\nWhite,Pawn,2,,A,R\n,Rook,1,Q4?,A,R\nWhite,Dragon,1,Q5?,A,R\nMe,Knight,1,Q6?,A,R\nWhite,Pawn,3,Q7?,,R\n"
	a := serve(t).seated(event.Host).upload("/host/questions", nil, "csv", rows)
	at := -1
	for _, row := range []string{"Row 3:", "Row 4:", "Row 5:", "Row 6:", "Row 7:", " And 1 more row."} {
		i := strings.Index(a.Error, row)
		if i < at || i < 0 {
			t.Fatalf("%q is not in its place: %s", row, a.Error)
		}
		at = i
	}
}
