package web

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"biblechess/event"
	"biblechess/event/chess"
)

// happy gives every verb once with a plain form, half of them as a browser does.
type happy struct {
	*testing.T
	done map[string]bool
}

func (h *happy) give(d *device, verb string, pairs ...string) {
	h.Helper()
	d.Helper()
	h.done[d.seat.Role()+" "+verb] = true
	if d.seat.Role() != "host" && d.seat.Role() != "checkin" && len(pairs) > 0 {
		pairs = append(pairs, "about", d.about())
	}
	path := d.seat.Path()
	if len(h.done)%2 == 0 {
		a := d.postAs("text/html,application/xhtml+xml", path+"/"+verb, pairs...)
		if a.status != http.StatusSeeOther || a.header.Get("Location") != path {
			h.Fatalf("%s %s as a browser: %d %s", d.seat, verb, a.status, a.body)
		}
		return
	}
	a := d.post(path+"/"+verb, pairs...)
	if a.status != http.StatusOK || !strings.Contains(a.body, `"ok":true`) {
		h.Fatalf("%s %s: %d %s", d.seat, verb, a.status, a.body)
	}
}

// people brings people onto the list in every way, lines them up, and leaves the
// posts empty again.
func (h *happy) people(e *hall, host *device) {
	h.Helper()
	h.give(host, "check-in", "on", "1")
	h.give(e.seated(event.CheckIn), "come", "name", "Dorcas", "team", "white", "note", "Sits now and then")
	h.give(host, "people", "paste", "1. Anna\n2. Ben, Black, tall\nAdeyemi, Phoebe")
	list := screen[event.HostScreen](host).People.People
	if len(list) != 6 || list[3].Name != "Anna" && list[1].Name != "Anna" {
		h.Errorf("the list is %+v", list)
	}
	anna, ben := "", ""
	for _, p := range list {
		switch p.Name {
		case "Anna":
			anna = p.ID
		case "Ben":
			ben = p.ID
			if p.Note != "tall" || p.Team != event.BlackColour {
				h.Errorf("Ben is %+v", p)
			}
		}
	}
	h.give(host, "person", "person", anna, "name", "Anna B.", "team", "white", "note", "")
	h.give(host, "absent", "person", ben, "on", "1")
	h.give(host, "absent", "person", ben, "on", "0")
	h.give(host, "arrange", "how", "suggest")
	h.give(host, "swap", "a", "e1", "b", "a2")
	h.give(host, "person-remove", "person", ben, "sure", "1")
	h.give(host, "arrange", "how", "clear")
}

func TestVerbs_EachOnesHappyPath(t *testing.T) {
	e := serve(t)
	h := &happy{t, map[string]bool{}}
	host := e.seated(event.Host)
	h.give(host, "match", "match", "Friday", "white", "Lions", "black", "Shepherds")
	h.give(host, "format", "format", "bible")
	h.give(host, "setting", "fen", "")
	h.give(host, "rules", "reveal-hold", "typed", "reveal-hold-typed", "0", "bank-sizes", "1,1,1,2,1", "appeal-seconds", "typed", "appeal-seconds-typed", "0")
	h.give(host, "roster", whitePosts("Asher", "Miriam")...)
	h.people(e, host)
	h.give(host, "judge-add", "name", "Ruth")
	h.give(host, "judge-add", "name", "Paul")
	h.give(host, "judge-remove", "seat", "judge-2", "sure", "1")
	h.give(host, "judge-add", "name", "Paul")
	h.give(host, "head", "seat", "judge-1")
	h.give(host, "questions", "csv", canaryCSV(smallBanks, nil))
	h.give(host, "reads", "on", "1")
	h.give(host, "renew", "seat", "board", "sure", "1")
	h.give(host, "address", "url", "http://192.168.1.20:8080")
	h.give(host, "names", "full", "1")
	h.give(host, "say", "name", "Asher", "say", "ASH-er")
	h.give(host, "project", "projector", "2", "job", "line-ups")

	editor := e.seated(event.Editor(chess.White))
	h.give(editor, "import", "csv", "piece,question,answer,reference\nPawn,Who?,Eve,Genesis 3\n")
	h.give(editor, "add", "piece", "pawn", "text", "What?", "answer", "An apple", "also", "fruit|a fruit", "reference", "Genesis 3")
	lines := func() []event.QuestionLine { return screen[event.QuestionsScreen](editor).Banks[3].Lines }
	added := lines()[3]
	if len(added.Also) != 2 {
		t.Errorf("the further answers are %q", added.Also)
	}
	h.give(editor, "revise", "question", added.ID, "revision", "1", "text", "What else?", "answer", "Fruit", "also", "", "reject", "", "reference", "Genesis 3", "hint", "", "say", "")
	h.give(editor, "remove", "question", added.ID, "revision", "2", "sure", "1")
	h.give(editor, "remove", "question", lines()[2].ID, "revision", "1", "sure", "1")
	h.give(editor, "edit", "edits", `[{"op":"add","place":"shelf","text":{"question":"Where?","answer":"Eden","ref":"Genesis 2"}}]`)
	shelf := func() []event.QuestionLine { return screen[event.QuestionsScreen](editor).Banks[5].Lines }
	kept := shelf()[0].ID
	h.give(editor, "label", "question", kept, "labelled", "0", "tags", "Genesis|garden", "notes", "For the little ones.")
	h.give(editor, "place", "question", kept, "place", "shelf", "piece", "pawn")
	h.give(editor, "fill", "piece", "pawn", "tag", "garden", "order", "missed", "count", "1")
	h.give(editor, "remove", "question", kept, "revision", "1", "sure", "1")
	h.give(editor, "restore", "question", kept, "place", "shelf", "piece", "")
	bare := serve(t)
	h.give(bare.seated(event.Editor(chess.Black)), "starter", "topic", "history")

	one, two := e.seated(event.Judge(1)), e.seated(event.Judge(2))
	one.live(one.seat)
	until(t, "judge 1 is there", func() bool { return screen[event.JudgeScreen](one).Present == 1 })
	first := screen[event.JudgeScreen](one).Approval.Question
	h.give(one, "send-back", "question", first.ID, "revision", "1", "reason", "Unclear.")
	h.give(one, "approve", "question", first.ID, "revision", "1")
	for _, judge := range []*device{one, two} {
		for a := screen[event.JudgeScreen](judge).Approval; a.Waiting > 0; a = screen[event.JudgeScreen](judge).Approval {
			judge.must("approve", "question", a.Question.ID, "revision", fmt.Sprint(a.Question.Revision))
		}
	}
	h.give(host, "start")

	white, black := e.seated(event.GameMaster(chess.White)), e.seated(event.GameMaster(chess.Black))
	whiteQM, blackQM := e.seated(event.QuizMaster(chess.White)), e.seated(event.QuizMaster(chess.Black))
	pawns := screen[event.QuizMasterScreen](whiteQM).Banks[3].Items
	h.give(whiteQM, "juggle", "question", pawns[1].ID, "before", pawns[0].ID)
	h.give(white, "call", "call", "e2 to e4")
	h.give(white, "take-back", "reason", "")
	h.give(white, "call", "from", "e2", "to", "e4", "promotion", "")
	h.give(black, "draw", "answer", "offer")
	h.give(white, "draw", "answer", "decline")
	h.give(black, "call", "call", "d7-d5")
	white.must("call", "call", "e4d5", "about", white.about())
	// All of Black are markers.
	h.give(black, "stand-in", "post", "d7")
	h.give(whiteQM, "read", "x", "")
	h.give(one, "clock", "on", "0")
	h.give(one, "clock", "on", "1")
	h.give(one, "misread", "sure", "1")
	h.give(one, "read", "x", "")
	h.give(one, "throw-out", "reason", "Shouted.", "sure", "1")
	h.give(one, "vote", "vote", "right")
	h.give(white, "appeal", "reason", "Listen.")
	h.give(one, "vote", "vote", "wrong", "reason", "Heard again.")
	h.give(one, "amend", "vote", "right", "alone", "1", "reason", "And again.")
	h.give(host, "take-back", "reason", "Noise.", "about", host.about())
	white.must("call", "call", "e4d5", "about", white.about())
	h.give(two, "draw-lot", "x", "")
	h.give(one, "take-back", "reason", "Noise.")
	h.give(host, "pause", "reason", "Lunch.")
	h.give(host, "resume")
	h.give(one, "pause", "reason", "Lunch.")
	h.give(one, "resume")
	h.give(one, "rewind", "ply", "2", "reason", "Mistake.", "sure", "1")
	h.give(host, "rewind", "ply", "1", "reason", "Mistake.", "sure", "1", "about", host.about())
	h.give(one, "override", "from", "e2", "to", "e4", "reason", "Played by paper.", "sure", "1")
	h.give(host, "substitute", "post", "d7", "name", "Salome", "sure", "1")
	black.must("call", "call", "a7a6", "about", black.about())
	white.must("call", "call", "f1a6", "about", white.about())
	black.must("stand-in", "post", "d7", "about", black.about())
	// White's Bishop is a marker, so its question is read from the console; give it to somebody.
	one.must("take-back", "reason", "x", "about", one.about())
	host.must("substitute", "post", "f1", "name", "Lydia", "sure", "1")
	white.must("call", "call", "f1a6", "about", white.about())
	black.must("stand-in", "post", "d7", "about", black.about())
	h.give(whiteQM, "hint", "word", "Ark")
	one.must("vote", "vote", "late", "about", one.about())

	// Black's Quiz Master asks its own question, and has none left for the next.
	black.must("call", "call", "d7d5", "about", black.about())
	white.must("call", "call", "e4d5", "about", white.about())
	one.must("vote", "vote", "wrong", "about", one.about())
	black.must("call", "call", "d8d5", "about", black.about())
	two.must("draw-lot", "about", two.about())
	one.must("vote", "vote", "right", "about", one.about())
	white.must("call", "call", "b1c3", "about", white.about())
	black.must("call", "call", "d8d5", "about", black.about())
	two.must("draw-lot", "about", two.about())
	h.give(blackQM, "fresh", "text", "Who was swallowed?", "answer", "Jonah", "reference", "Jonah 1")
	typed := screen[event.JudgeScreen](two).Fresh.Typed
	two.must("approve", "question", typed.ID, "revision", "1")
	one.must("vote", "vote", "right", "about", one.about())

	h.give(host, "paper-plies", "plies", "h2 h3", "reason", "Paper.", "sure", "1", "about", host.about())
	h.give(host, "paper-position", "stand-h7", "h6", "kind-a2", "p", "next-white-pawn", "1", "turn", "white", "plies", "1", "reason", "Paper.", "sure", "1", "about", host.about())
	steward := e.seated(event.Floor)
	h.give(steward, "right", "x", "")
	h.give(steward, "roll")
	h.give(steward, "tick", "post", "a1", "square", "a1")
	h.give(steward, "stop")
	h.give(host, "floor-stop")

	h.give(one, "time", "winner", "draw", "sure", "1")
	h.give(one, "reopen", "reason", "Five minutes are left.")
	h.give(white, "resign", "sure", "1")
	h.give(host, "close", "sure", "1")
	h.give(host, "gather", "tag", "Missed tonight")
	h.give(host, "wipe", "sure", "1")
	h.give(host, "open", "banks", "fresh", "sure", "1")

	// The reserve opens after two minutes, a flag falls after minutes of play, and
	// a draw is claimed by threefold repetition in another format: event's tests
	// have a clock and the plies for these.
	slow := map[string]bool{"judge reserve": true, "judge flag": true, "gm claim": true}
	slow["host reveal"], slow["judge reveal"] = true, true // by TestVerbs_OfStealthChess
	for role, list := range verbs {
		for verb := range list {
			if name := role + " " + verb; !h.done[name] && !slow[name] {
				t.Errorf("no happy path was walked for %s %s", role, verb)
			}
		}
	}
}

func TestStatus_OfEveryProblem(t *testing.T) {
	h := serve(t)
	o := h.begin(1, canaryCSV(smallBanks, nil))
	gm := o.gm[0]
	about := gm.about()
	kept := h.entries()
	for name, c := range map[string]struct {
		a      answer
		status int
		reason string
		words  string
	}{
		"400 no about":        {gm.post("/gm/white/call", "from", "e2", "to", "e4"), 400, "malformed", "reload the page"},
		"400 about is a word": {gm.post("/gm/white/call", "from", "e2", "to", "e4", "about", "now"), 400, "malformed", "reload the page"},
		"400 about overflows": {gm.post("/gm/white/call", "from", "e2", "to", "e4", "about", strings.Repeat("9", 400)), 409, "stale", "look again"},
		"400 no square":       {gm.post("/gm/white/call", "from", "<b>", "to", "e4", "about", about), 400, "malformed", "is not a square"},
		"400 long id":         {gm.post("/gm/white/call", "from", "e2", "to", "e4", "about", about, "once", strings.Repeat("x", 300)), 400, "malformed", "too long"},
		"400 unsure":          {gm.post("/gm/white/resign", "about", about), 400, "malformed", "second time"},
		"403 another's seat":  {gm.post("/gm/black/call", "from", "e7", "to", "e5", "about", about), 403, "", "does not hold this seat"},
		"404 no such page":    {gm.get("/gm/green", "*/*"), 404, "", "no page at this address"},
		"404 no such verb":    {gm.post("/gm/white/win"), 404, "", "no page"},
		"405 a form's path":   {gm.get("/gm/white/call", "*/*"), 405, "", "takes a form"},
		"405 a page's path":   {gm.post("/gm/white"), 405, "", "does not take what was sent"},
		"405 a stream's path": {gm.put("/gm/white/live"), 405, "", "does not take what was sent"},
		"404 no form's path":  {gm.get("/gm/white/win", "*/*"), 404, "", "no page at this address"},
		"404 below a form":    {gm.get("/gm/white/call/e4", "*/*"), 404, "", "no page at this address"},
		"404 put to no form":  {gm.put("/gm/white/win"), 404, "", "no page at this address"},
		"409 late":            {gm.post("/gm/white/call", "from", "e2", "to", "e4", "about", "99"), 409, "stale", "changed meanwhile"},
		"422 not legal":       {gm.post("/gm/white/call", "from", "a1", "to", "a5", "about", about), 422, "refused", "where white09 stands (B3)"},
	} {
		if c.a.status != c.status || c.a.Reason != c.reason || !strings.Contains(c.a.Error, c.words) {
			t.Errorf("%s: %d %s", name, c.a.status, c.a.body)
		}
	}
	if a := gm.post("/gm/white/call", "from", "a1", "to", "a5", "about", about); a.Clause != "B3" || !strings.Contains(a.body, `"square":"a2"`) {
		t.Errorf("a refusal has no clause or square: %s", a.body)
	}
	for _, path := range []string{"/gm/white/call", "/gm/green"} {
		if a := gm.postAs("text/html", path, "from", "a1", "to", "a5", "about", about); a.status < 400 || !strings.Contains(a.body, "<a ") {
			t.Errorf("%s: a browser gets no page with a way on: %d", path, a.status)
		}
	}
	if h.entries() != kept {
		t.Error("a problem was kept")
	}
	once := []string{"from", "e2", "to", "e4", "about", about, "once", "tap-1"}
	one, again := gm.post("/gm/white/call", once...), gm.post("/gm/white/call", once...)
	if one.status != 200 || again.status != 200 || one.Seq != again.Seq || h.entries() != kept+1 {
		t.Errorf("the same tap again: %s, %s", one.body, again.body)
	}
	h.file.Close()
	a := o.gm[1].post("/gm/black/call", "from", "e7", "to", "e5", "about", o.gm[1].about())
	if a.status != http.StatusServiceUnavailable || a.Reason != "unsaved" || !strings.Contains(a.Error, "could not be saved, so nothing has changed") {
		t.Errorf("without a file: %d %s", a.status, a.body)
	}
	if !strings.Contains(h.log.String(), "could not be saved") {
		t.Error("the log does not tell that the file is gone")
	}
}

// raw posts a body as it is.
func (d *device) raw(path, kind string, body io.Reader, head ...string) answer {
	d.Helper()
	r, err := http.NewRequest(http.MethodPost, d.url+path, body)
	if err != nil {
		d.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	for i := 0; i+1 < len(head); i += 2 {
		r.Header.Set(head[i], head[i+1])
	}
	return d.send(r)
}

// put sends what no address takes.
func (d *device) put(path string) answer {
	d.Helper()
	r, err := http.NewRequest(http.MethodPut, d.url+path, nil)
	if err != nil {
		d.Fatal(err)
	}
	return d.send(r)
}

// upload is a multipart form with a file.
func upload(t *testing.T, body []byte) (io.Reader, string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("file", "../../bank.csv")
	if err != nil {
		t.Fatal(err)
	}
	part.Write(body)
	w.WriteField("once", "upload-1")
	w.Close()
	return &b, w.FormDataContentType()
}

func TestUpload(t *testing.T) {
	h := serve(t)
	host := h.seated(event.Host)
	kept := h.entries()
	refused := func(name string, a answer, status int, words string) {
		t.Helper()
		if a.status != status || !strings.Contains(a.Error, words) {
			t.Errorf("%s: %d %.300s", name, a.status, a.body)
		}
		if h.entries() != kept {
			t.Fatalf("%s: something was kept", name)
		}
	}
	const urlencoded = "application/x-www-form-urlencoded"
	huge := bytes.Repeat([]byte("x"), 7<<20)
	body, kind := upload(t, huge)
	refused("7 MB as a file", host.raw("/host/questions", kind, body), 413, "larger than 6 MB")
	body, kind = upload(t, huge)
	refused("7 MB in pieces", host.raw("/host/questions", kind, struct{ io.Reader }{body}), 413, "larger than 6 MB")
	refused("7 MB as text", host.raw("/host/questions", urlencoded, io.MultiReader(strings.NewReader("csv="), bytes.NewReader(huge))), 413, "larger than 6 MB")
	body, kind = upload(t, append([]byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00"), huge[:100_000]...))
	refused("a photograph", host.raw("/host/questions", kind, body), 400, "")
	body, kind = upload(t, []byte(canaryCSV(smallBanks, nil)+"White,Dragon,1,?,!,,ref,\n"))
	refused("a row that can't be", host.raw("/host/questions", kind, body), 400, "Nothing was taken from the file. Row")
	refused("no file", host.raw("/host/questions", urlencoded, strings.NewReader("")), 400, "Choose a file")
	refused("half an escape", host.raw("/host/match", urlencoded, strings.NewReader("match=%zz&white=a&black=b")), 400, "can't be read")
	refused("half a multipart form", host.raw("/host/match", "multipart/form-data; boundary=x", strings.NewReader("--x\r\nContent-Disp")), 400, "can't be read")
	refused("no boundary", host.raw("/host/match", "multipart/form-data", strings.NewReader("x")), 400, "can't be read")

	body, kind = upload(t, []byte(canaryCSV(smallBanks, nil)))
	if a := host.raw("/host/questions", kind, body); a.status != http.StatusOK || h.entries() != kept+1 {
		t.Errorf("a bank as a file: %d %s", a.status, a.body)
	}
}

func TestCrossOrigin_IsRefusedInWords(t *testing.T) {
	h := serve(t)
	host := h.seated(event.Host)
	kept := h.entries()
	form := url.Values{"match": {"Stolen"}, "white": {"a"}, "black": {"b"}}.Encode()
	for _, head := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Origin", "http://evil.example"}, {"Sec-Fetch-Site", "same-site"}} {
		a := host.raw("/host/match", "application/x-www-form-urlencoded", strings.NewReader(form), head...)
		if a.status != http.StatusForbidden || !strings.Contains(a.Error, "another site") || h.entries() != kept {
			t.Errorf("%v: %d %s", head, a.status, a.body)
		}
	}
	for _, head := range [][]string{{"Sec-Fetch-Site", "same-origin"}, {"Origin", h.url}, nil} {
		if a := host.raw("/host/match", "application/x-www-form-urlencoded", strings.NewReader(form), head...); a.status != http.StatusOK {
			t.Errorf("%v: %d %s", head, a.status, a.body)
		}
	}
}
