package exchange

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"biblechess/event/chess"
	"biblechess/questions"
)

const header = "team,piece,number,question,answer,also_accept,reference,hint\n"

// read reads a file that must be readable.
func read(t *testing.T, file string) ([]Row, []Problem) {
	t.Helper()
	rows, problems, err := ReadBanks(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return rows, problems
}

func TestB30_SampleBanks(t *testing.T) {
	files, err := filepath.Glob("starters/*.csv")
	if err != nil || len(files) != 6 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	want := map[chess.Kind]int{chess.Rook: 3, chess.Bishop: 3, chess.Knight: 6, chess.Pawn: 12, chess.Queen: 12}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rows, problems := read(t, string(data))
		if len(rows) != 36 || len(problems) != 0 {
			t.Errorf("%s: %d rows, problems %v", file, len(rows), problems)
		}
		got := map[chess.Kind]int{}
		for _, r := range rows {
			got[r.Piece]++
			if r.Number != got[r.Piece] {
				t.Errorf("%s line %d: number %d, want %d", file, r.Line, r.Number, got[r.Piece])
			}
			if !strings.Contains(file, strings.ToLower(r.Team)) {
				t.Errorf("%s line %d: team %s", file, r.Line, r.Team)
			}
			if (r.Piece == chess.Bishop) != (r.Text.Hint != "") {
				t.Errorf("%s line %d: hint %q", file, r.Line, r.Text.Hint)
			}
			if s := questions.ReadingSeconds(r.Text.Question); r.Piece == chess.Bishop && (s < 18 || s > 24) {
				t.Errorf("%s line %d: read in %.1f s", file, r.Line, s)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v", file, got)
		}
		again(t, rows)
	}
	data, _ := os.ReadFile("starters/bible-white.csv")
	rows, _ := read(t, string(data))
	first := Row{Line: 2, Team: "White", Piece: chess.Rook, Number: 1, Text: questions.Text{
		Question:  "Which walled city's wall fell down flat after Israel compassed it for seven days and shouted?",
		Answer:    "Jericho",
		Reference: "Joshua 6:2-20",
	}}
	if !reflect.DeepEqual(rows[0], first) {
		t.Errorf("%+v", rows[0])
	}
	if got := rows[1].Text.Also; !slices.Equal(got, []string{"Aaron's", "Aaron's rod"}) {
		t.Errorf("%q", got)
	}
}

// recordsOf is rows as they are written.
func recordsOf(rows []Row) []Record {
	records := make([]Record, len(rows))
	for i, r := range rows {
		records[i] = Record{
			Team: r.Team, Piece: r.Piece, Number: r.Number, Question: r.Text.Question, Answers: append([]string{r.Text.Answer}, r.Text.Also...),
			Reference: r.Text.Reference, Hint: r.Text.Hint, SayAs: r.Text.SayAs, Rejected: r.Text.Reject,
			Tags: r.Labels.Tags, Notes: r.Labels.Notes,
		}
	}
	return records
}

// again writes rows and reads them back: the same, save for lines.
func again(t *testing.T, rows []Row) {
	t.Helper()
	var file bytes.Buffer
	if err := WriteCSV(&file, recordsOf(rows)); err != nil {
		t.Fatal(err)
	}
	back, problems, err := ReadBanks(bytes.NewReader(file.Bytes()))
	if err != nil || len(problems) != 0 {
		t.Fatalf("read back: %v, %v\n%s", problems, err, file.String())
	}
	if !reflect.DeepEqual(unlined(back), unlined(rows)) {
		t.Fatalf("read back %+v\nwant %+v\n%s", back, rows, file.String())
	}
}

func unlined(rows []Row) []Row {
	out := make([]Row, len(rows))
	for i, r := range rows {
		r.Line = 0
		out[i] = r
	}
	return out
}

const accents = "team;piece;number;question;answer;reference\r\nWeiß;Turm;1;Welcher „Fluss“ fließt durch Köln – und wie heißt er?;Der Rhein;Erdkunde\r\n"

func TestReadBanks_EncodingsAndSeparators(t *testing.T) {
	inUTF16 := func(order binary.AppendByteOrder) string {
		var b []byte
		for _, u := range utf16.Encode([]rune("\uFEFF" + accents + ";Bauer;;Was ist 😀?;Ein Gesicht;Emoji")) {
			b = order.AppendUint16(b, u)
		}
		return string(b)
	}
	windows := strings.NewReplacer("ß", "\xDF", "ö", "\xF6", "„", "\x84", "“", "\x93", "–", "\x96").Replace(accents)
	files := map[string]string{
		"UTF-8":             accents,
		"UTF-8 with BOM":    "\uFEFF" + accents,
		"Windows-1252":      windows,
		"UTF-16LE":          inUTF16(binary.LittleEndian),
		"UTF-16BE":          inUTF16(binary.BigEndian),
		"tabs":              strings.ReplaceAll(accents, ";", "\t"),
		"commas":            strings.ReplaceAll(accents, ";", ","),
		"old Mac":           strings.ReplaceAll(accents, "\r\n", "\r"),
		"line feeds":        strings.ReplaceAll(accents, "\r\n", "\n"),
		"no last line end":  strings.TrimSpace(accents),
		"Excel's sep":       "sep=;\r\n" + accents,
		"blank rows":        "\r\n;;;;;\r\n" + strings.ReplaceAll(accents, "\r\n", "\r\n\r\n ; ;;;;\r\n"),
		"case and spaces":   strings.Replace(accents, "team;piece;number;question", "TEAM; Piece ;No.;\"Question\"", 1),
		"an unnamed column": strings.ReplaceAll(accents, "\r\n", ";\r\n"),
		"another column":    strings.NewReplacer("team;", "topic;team;", "Weiß;", "Rivers;Weiß;").Replace(accents),
	}
	for name, file := range files {
		t.Run(name, func(t *testing.T) {
			rows, problems := read(t, file)
			if len(problems) != 0 || len(rows) == 0 {
				t.Fatalf("%v %v", rows, problems)
			}
			r := rows[0]
			if r.Team != "Weiß" || r.Piece != chess.Rook || r.Number != 1 || r.Text.Answer != "Der Rhein" ||
				r.Text.Question != "Welcher „Fluss“ fließt durch Köln – und wie heißt er?" || r.Text.Reference != "Erdkunde" {
				t.Errorf("%+v", r)
			}
			if strings.HasPrefix(name, "UTF-16") && (len(rows) != 2 || rows[1].Text.Question != "Was ist 😀?") {
				t.Errorf("%+v", rows)
			}
		})
	}
}

func TestReadBanks_Cells(t *testing.T) {
	rows, problems := read(t, "Hint,Reference,Also accept,ANSWER,question,Number,Piece\n"+
		"one,\"Line 1\r\nLine 2\",\"a | b||A|a\",  b,\"He said \"\"I am\"\"; who, then?\n\nLast line\",2,quiz-master\n"+
		"\n"+
		",r,,'=2+3,''-x,1,QM\n")
	if len(problems) != 0 || len(rows) != 2 {
		t.Fatalf("%v %v", rows, problems)
	}
	want := []Row{
		{Line: 7, Piece: chess.Queen, Number: 1, Text: questions.Text{Question: "'-x", Answer: "=2+3", Reference: "r"}},
		{Line: 2, Piece: chess.Queen, Number: 2, Text: questions.Text{Question: "He said \"I am\"; who, then?\n\nLast line", Answer: "b",
			Also: []string{"a", "A"}, Reference: "Line 1\nLine 2", Hint: "one"}},
	}
	if !reflect.DeepEqual(rows, want) {
		t.Errorf("%+v", rows)
	}
	again(t, rows)
}

func TestReadBanks_Pieces(t *testing.T) {
	for name, want := range map[string]chess.Kind{
		"Rook": chess.Rook, "BISHOP": chess.Bishop, "knight": chess.Knight, " Pawn ": chess.Pawn, "Quiz Master": chess.Queen,
		"QuizMaster": chess.Queen, "quiz_master": chess.Queen, "QM": chess.Queen, "queen": chess.Queen, "N": chess.Knight, "LÄUFER": chess.Bishop,
	} {
		rows, problems := read(t, header+"White,"+name+",1,q,a,,r,\n")
		if len(rows) != 1 || rows[0].Piece != want {
			t.Errorf("%s: %v %v", name, rows, problems)
		}
	}
}

func TestB31_OrderByNumberWithinABank(t *testing.T) {
	var file strings.Builder
	file.WriteString(header)
	for _, r := range []string{"White,Pawn,3", "White,Rook,2", "White,Pawn,", "Black,Pawn,1", "white,Pawn,1", "White,Rook,1", "White,Pawn,3", "White,Pawn,10"} {
		file.WriteString(r + ",q,a,,r,\n")
	}
	rows, _ := read(t, file.String())
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprintf("%d%s%s%d", r.Line, r.Team[:1], questions.KindName(r.Piece)[:1], r.Number))
	}
	if want := "6wP1 2WP3 8WP3 9WP10 4WP0 7WR1 3WR2 5BP1"; strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
	again(t, rows)
}

func TestReadBanks_Problems(t *testing.T) {
	cases := []struct{ name, row, want string }{
		{"no piece", "White,,1,q,a,,r,", "The piece is missing: write Rook, Bishop, Knight, Pawn or Quiz Master."},
		{"unknown piece", "White,Castle,1,q,a,,r,", `"Castle" is not a piece that has questions: write Rook, Bishop, Knight, Pawn or Quiz Master.`},
		{"a piece without questions", "White,Game Master,1,q,a,,r,", `"Game Master" is not a piece that has questions: write Rook, Bishop, Knight, Pawn or Quiz Master.`},
		{"a piece in braces", "White,{a1},1,q,a,,r,", `"(a1)" is not a piece that has questions: write Rook, Bishop, Knight, Pawn or Quiz Master.`},
		{"a number in words", "White,Rook,first,q,a,,r,", `"first" is not a number from 1 to 9999.`},
		{"number zero", "White,Rook,0,q,a,,r,", `"0" is not a number from 1 to 9999.`},
		{"no question", "White,Rook,1,,a,,r,", "The question is missing (B34)."},
		{"no answer", "White,Rook,1,q, ,b,r,", "The answer is missing: write what the judges accept (B34)."},
		{"no reference", "White,Rook,1,q,a,,,", "The reference is missing: write where the answer can be looked up (B34)."},
		{"a short row", "White,Rook,1,q,a", "The reference is missing: write where the answer can be looked up (B34)."},
		{"a long hint", "White,Rook,1,q,a,,r,two words", "The hint must be one word without spaces (B20)."},
		{"a long question", "White,Rook,1," + strings.Repeat("é", 2001) + ",a,,r,", "The question has 2001 characters; at most 2000 are possible (B34)."},
		{"a control character", "White,Rook,1,What is \a this sound? " + strings.Repeat("x", 200) + ",a,,r,", "The question holds a control character (U+0007) that cannot be shown: type that part again (B34)."},
		{"a separator that shifts the cells", "White,Rook,1,Who, then?,a,b,r,", "This row has more cells than there are columns: put a cell that holds the separator in quotation marks."},
		{"empty cells too many", "White,Rook,1,q,a,,r,,", "This row has more cells than there are columns: put a cell that holds the separator in quotation marks."},
		{"cells too many", "White,Rook,1,Who, then, went?,a,,r,", "This row has more cells than there are columns: put a cell that holds the separator in quotation marks."},
		{"a long team", strings.Repeat("W", 101) + ",Rook,1,q,a,,r,", "The team must be a name of at most 100 characters on one line."},
		{"a quotation mark that is not closed", `White,Rook,1,"Who said I am?,a,,r,`, "A quotation mark in this row is not closed. Put such a cell in quotation marks and write each one inside twice."},
		{"a quotation mark that closes too soon", `White,Rook,1,"I am" was said by whom?,a,,r,`, "A quotation mark in this row is not closed. Put such a cell in quotation marks and write each one inside twice."},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			rows, problems := read(t, header+"White,Rook,7,before,a,,r,\n"+c.row+"\nWhite,Rook,8,after,a,,r,\n")
			if len(problems) != 1 || problems[0] != (Problem{3, c.want}) {
				t.Errorf("got %v\nwant %s", problems, c.want)
			}
			if len(rows) != 2 || rows[0].Text.Question != "before" || rows[1].Text.Question != "after" || rows[1].Line != 4 {
				t.Errorf("the other rows: %v", rows)
			}
		})
	}
	rows, problems := read(t, header+"White,Rook,1,\"open,a,,r,\nWhite,Rook,2,q,a,,r,\nWhite,Rook,3,who said \"I am\"?,a,,r,\n")
	if len(rows) != 2 || rows[1].Text.Question != `who said "I am"?` || len(problems) != 1 || problems[0].Line != 2 {
		t.Errorf("a cell that is never closed costs only its row: %v %v", rows, problems)
	}
}

func TestReadBanks_NotQuestions(t *testing.T) {
	const (
		typed  = " picture, not a file of questions: the questions have to be typed."
		copied = ", not a file of questions: copy the questions into a spreadsheet and save that."
		noText = "This is not a file of questions; it is not text at all. Save the questions as a spreadsheet, as \"CSV UTF-8\" or as plain text."
	)
	cases := []struct{ name, file, want string }{
		{"empty", "", "The file is empty."},
		{"blank", " \r\n\n", "The file is empty."},
		{"nothing but a mark", "\uFEFF", "The file is empty."},
		{"JPEG", "\xFF\xD8\xFF\xE0\x00\x10JFIF\x00", "This is a JPEG" + typed},
		{"PNG", "\x89PNG\r\n\x1a\n\x00\x00", "This is a PNG" + typed},
		{"GIF", "GIF89a\x01", "This is a GIF" + typed},
		{"WebP", "RIFF\x10\x00\x00\x00WEBPVP8 ", "This is a WebP" + typed},
		{"HEIC", "\x00\x00\x00\x18ftypheic\x00\x00", "This is a picture or a film, not a file of questions: the questions have to be typed."},
		{"PDF", "%PDF-1.7\n", "This is a PDF document" + copied},
		{"RTF", "{\\rtf1 questions}", "This is a text document (RTF)" + copied},
		{"XLS", "\xD0\xCF\x11\xE0\xA1\xB1", "This is an old Excel or Word file (XLS or DOC): open it in the spreadsheet program and save it as XLSX or as \"CSV UTF-8\"."},
		{"gzip", "\x1F\x8B\x08", "This is a packed archive: unpack it first."},
		{"half a ZIP", "PK\x03\x04something", "This file is damaged or did not arrive whole: send it again."},
		{"a program", "\x7FELF\x02\x01\x01\x00\x00\x00", "This is a program, not a file of questions: choose another file."},
		{"a program of Windows", "MZ\x90\x00\x03\x00\x00\x00", "This is a program, not a file of questions: choose another file."},
		{"a database", "SQLite format 3\x00\x10\x00", "This is a database, not a file of questions: export the questions as text from the program that it belongs to."},
		{"control characters", strings.Repeat("\x01\x02abc", 9), noText},
		{"UTF-32", "\xFF\xFE\x00\x00t\x00\x00\x00", noText},
		{"a web page", "<!doctype html>\n<p>questions", "This is a web page" + copied},
		{"no header", "White,Rook,1,q,a,,r,\n", "This is not a file of questions: its first row must name the columns team, piece, number, question, answer, also_accept, reference and hint."},
		{"no column of answers", "piece,question,reference\n", "The first row must name the columns; the column answer is not there."},
		{"a column twice", "piece,question,answer,reference,Question\n", "The first row names the column question twice."},
		{"too large", strings.Repeat("x", MaxBytes+1), "The file is larger than 5 MB: split it into smaller ones."},
		{"too many rows", header + strings.Repeat("W,R,1,q,a,,r,\n", MaxRows+1), "The file has more than 20000 rows: split it into smaller ones."},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			rows, problems, err := ReadBanks(strings.NewReader(c.file))
			if err == nil || err.Error() != c.want {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
			if rows != nil || problems != nil {
				t.Errorf("%v %v", rows, problems)
			}
			if r := (*chess.Refusal)(nil); !errors.As(err, &r) {
				t.Errorf("%T is no refusal", err)
			}
		})
	}
	if _, _, err := ReadBanks(iotest.ErrReader(io.ErrUnexpectedEOF)); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a reader that fails: %v", err)
	}
	if rows, problems := read(t, header+strings.Repeat("W,R,1,q,a,,r,\n", MaxRows)); len(rows) != MaxRows || problems != nil {
		t.Errorf("%d rows, %v", len(rows), problems)
	}
}

func TestWriteCSV_OfBanks(t *testing.T) {
	rows := []Row{
		{Team: "White", Piece: chess.Queen, Number: 1, Text: questions.Text{Question: "=1+1?", Answer: "-2", Also: []string{"@", `a|b\`, `\`}, Reference: "+"}},
	}
	var file strings.Builder
	if err := WriteCSV(&file, recordsOf(rows)); err != nil {
		t.Fatal(err)
	}
	want := "\uFEFF" + header + `White,Quiz Master,1,'=1+1?,'-2,'@|a\|b\\|\,'+,` + "\n"
	if file.String() != want {
		t.Errorf("got  %s\nwant %s", file.String(), want)
	}
	again(t, rows)
	rows[0].Text.SayAs = "one plus one"
	again(t, rows)
	again(t, nil)
	// The shelf's rows stay in their order whatever they are meant for.
	again(t, []Row{
		{Team: "White shelf", Number: 1, Text: rows[0].Text, Labels: questions.Labels{Tags: []string{"=a", "b|c"}, Notes: "n\nm"}},
		{Team: "White shelf", Piece: chess.Pawn, Number: 2, Text: rows[0].Text},
		{Team: "White shelf", Number: 3, Text: rows[0].Text},
		{Team: "shelf", Piece: chess.Rook, Text: rows[0].Text},
	})
	broken, w := io.Pipe()
	broken.Close()
	if err := WriteCSV(w, recordsOf(rows)); err == nil {
		t.Error("a writer that fails is not told")
	}
}

// Random texts of characters that mean something in CSV, in answers and in
// spreadsheets are read back as they were written.
func TestWriteCSV_RandomRoundTrips(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 1))
	alphabet := []rune("ab|\\'\"=+-@,;\n\t א中😀{}\u200f")
	word := func(n int) string {
		r := make([]rune, 1+rng.IntN(n))
		for i := range r {
			r[i] = alphabet[rng.IntN(len(alphabet))]
		}
		return string(r)
	}
	done := 0
	for done < 1500 {
		text := questions.Text{Question: word(12), Answer: word(5), Reference: word(5), SayAs: word(3)}
		for range rng.IntN(5) {
			text.Also = append(text.Also, word(5))
		}
		text = text.Clean()
		if text.Check() != nil {
			continue
		}
		again(t, []Row{{Team: "White", Piece: chess.Pawn, Number: rng.IntN(3), Text: text}})
		done++
	}
}

func FuzzReadBanks(f *testing.F) {
	files, _ := filepath.Glob("starters/*.csv")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(accents))
	f.Add([]byte("sep=;\r\npiece;question;answer;reference;say_as;also\r\nP;'=q;a;r;s;x|y\\|z\\\\|"))
	f.Add([]byte("\xFF\xFEt\x00e\x00a\x00m\x00"))
	f.Add([]byte(header + "White,Rook,1,\"open"))
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, problems, err := ReadBanks(bytes.NewReader(data))
		if err != nil {
			if rows != nil || problems != nil {
				t.Fatal("an error and rows")
			}
			return
		}
		for _, p := range problems {
			if p.Line < 1 || p.Words == "" {
				t.Fatalf("problem %+v", p)
			}
		}
		for _, r := range rows {
			if err := r.Text.Check(); err != nil || r.Line < 2 || r.Labels.Check() != nil {
				t.Fatalf("row %+v: %v", r, err)
			}
			if _, shelf := Home(r.Team); !shelf && questions.KindName(r.Piece) == "" {
				t.Fatalf("row %+v: %v", r, err)
			}
		}
		if len(rows) > 0 {
			again(t, rows)
		}
	})
}

func TestHome(t *testing.T) {
	for team, want := range map[string]string{
		"White": "white", " BLACK ": "black", "Reserve": "reserve", "": "", "Shelf": "+", " shelf": "+", "White shelf": "white+", "black's Shelf": "black+",
		"White’s shelf": "white+", "Bookshelf": "bookshelf", "shelf white": "shelf white",
	} {
		got, shelf := Home(team)
		if shelf {
			got += "+"
		}
		if got != want {
			t.Errorf("%q is %q, want %q", team, got, want)
		}
	}
}
