package exchange

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/questions"

	"github.com/xuri/excelize/v2"
)

// writable are the formats that records are written in.
var writable = []Format{CSV, XLSX, GIFT, OwnJSON}

// plainRecord is a record as a file can hold it: clean, and without what is about
// the file that it came from.
func plainRecord(r Record, format Format) Record {
	r.clean()
	r.Line, r.Sheet, r.Doubts = 0, "", nil
	if format != OwnJSON {
		r.Revisions, r.EarlierLabels = nil, nil
	}
	return r
}

// roundTrip writes records and reads them back the same.
func roundTrip(t *testing.T, format Format, records []Record) {
	t.Helper()
	var file bytes.Buffer
	if err := Write(&file, format, records); err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	got, err := Read("", file.Bytes(), Options{})
	if err != nil {
		t.Fatalf("%s: %v\n%.2000s", format, err, file.String())
	}
	if got.Format != format || len(got.Skipped) > 0 || len(got.Records) != len(records) {
		t.Fatalf("%s: read as %s, %d of %d records, skipped %+v\n%.2000s", format, got.Format, len(got.Records), len(records), got.Skipped, file.String())
	}
	for i, r := range got.Records {
		g, w := plainRecord(r, format), plainRecord(records[i], format)
		if !reflect.DeepEqual(g, w) {
			t.Fatalf("%s, record %d:\ngot  %#v\nwant %#v\n%.3000s", format, i, g, w, file.String())
		}
	}
}

func TestWrite_SamplesAreReadBackTheSame(t *testing.T) {
	for name := range expected(t) {
		data, err := os.ReadFile(filepath.Join("testdata/samples", name))
		if err != nil {
			t.Fatal(err)
		}
		reading, err := Read(name, data, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range writable {
			roundTrip(t, format, reading.Records)
		}
	}
}

// odd are pieces of text that mean something in some format.
var odd = []string{
	"a", "b", "Who?", " ", "\n", "\n\n", "\t", "|", `\`, `\|`, `\n`, "'", "''", `"`, `""`, "=", "+", "-", "@", ",", ";", ":", "::", "~", "#", "####",
	"{", "}", "%", "%50%", "->", "//", "// bible-chess: {}", "$CATEGORY: x", "[html]", "[plain]", "TRUE", "T", "F", "<b>", "&amp;", "&lt;", "]]>",
	"_x000D_", "_x005F_", "_x", "é", "e\u0301", "\u0338", "\u0301", "שָׁלוֹם", "السلام", "\u200f", "\u202e", "心", "😀", "👩‍👩‍👧", "\u00a0", "\u2028", "\u0085",
	"\ufeff", "\u200b", "=2+3", "-1", "1", "3.14", "007", "Q:", "A:", "ANSWER: A", "A. x", "question", "answer", "sep=;", "{{c1::x}}", `\(x\)`, "$$", "/", " / ",
}

func oddText(rng *rand.Rand, n int) string {
	var b strings.Builder
	for range rng.IntN(n + 1) {
		b.WriteString(odd[rng.IntN(len(odd))])
	}
	return b.String()
}

func oddList(rng *rand.Rand, n int) []string {
	var list []string
	for range rng.IntN(n + 1) {
		list = append(list, oddText(rng, 3))
	}
	return list
}

// oddRecord makes a record of odd texts; false when it has no question or answer.
func oddRecord(rng *rand.Rand) (Record, bool) {
	types := []Type{"", "", Short, Choice, ChoiceSeveral, TrueFalse, Numeric, Cloze}
	kinds := append([]chess.Kind{chess.NoKind}, questions.Kinds[:]...)
	r := Record{
		Question: oddText(rng, 8), Answers: oddList(rng, 4), Type: types[rng.IntN(len(types))],
		Piece: kinds[rng.IntN(len(kinds))], Number: rng.IntN(3),
	}
	if rng.IntN(2) == 0 {
		r.Title, r.Reference, r.Category, r.Choices = oddText(rng, 2), oddText(rng, 3), oddText(rng, 2), oddList(rng, 4)
		r.Choices = append(r.Choices, r.Answers...)
	}
	if rng.IntN(3) == 0 {
		r.Hint, r.SayAs, r.Notes, r.Tags, r.Rejected = oddText(rng, 2), oddText(rng, 2), oddText(rng, 3), oddList(rng, 2), oddList(rng, 2)
	}
	if rng.IntN(3) == 0 {
		r.Team = "White"
	}
	if rng.IntN(4) == 0 {
		r.Revisions = []questions.Revision{
			{Number: 1, Text: questions.Text{Question: oddText(rng, 3), Also: []string{"x"}}, SentBack: []questions.SentBack{{Judge: "j1", Reason: oddText(rng, 3)}}},
			{Number: 2, Text: questions.Text{Question: "q"}, ApprovedBy: []string{"j1", "j2"}},
		}
	}
	if rng.IntN(5) == 0 {
		r.EarlierLabels = []questions.Labels{{}, {Tags: []string{oddText(rng, 2), "t"}, Notes: oddText(rng, 3)}}
	}
	c := plainRecord(r, CSV)
	return r, visible(c.Question) && len(c.Answers) > 0
}

func TestWrite_OddTextsAreReadBackTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(38, 2))
	// A workbook costs much whatever is in it, so it gets more questions at a time.
	var many []Record
	for range 300 {
		var records []Record
		for len(records) < 5 {
			if r, ok := oddRecord(rng); ok {
				records = append(records, r)
			}
		}
		for _, format := range []Format{CSV, GIFT, OwnJSON} {
			roundTrip(t, format, records)
		}
		if many = append(many, records...); len(many) == 75 {
			roundTrip(t, XLSX, many)
			many = nil
		}
	}
	for _, format := range writable {
		t.Run(string(format), func(t *testing.T) {
			var file bytes.Buffer
			if err := Write(&file, format, nil); err != nil {
				t.Fatal(err)
			}
			got, err := Read("", file.Bytes(), Options{})
			if err != nil || got.Format != format || len(got.Records)+len(got.Skipped) != 0 {
				t.Errorf("nothing is read as %+v, %v", got, err)
			}
			if err := Write(broken{}, format, []Record{{Question: "q", Answers: []string{"a"}}}); !errors.Is(err, errBroken) {
				t.Errorf("a writer that fails: %v", err)
			}
		})
	}
}

func TestWrite_Refusals(t *testing.T) {
	long := []Record{{Question: "q", Answers: []string{"a"}}, {Question: strings.Repeat("é", maxWritten+1), Answers: []string{"a"}}}
	for _, format := range []Format{CSV, XLSX} {
		err := Write(&bytes.Buffer{}, format, long)
		if err == nil || err.Error() != "Question 2 has a question of more than 32000 characters: that does not fit into a cell." {
			t.Errorf("%s: %v", format, err)
		}
	}
	roundTrip(t, GIFT, long)
	roundTrip(t, OwnJSON, long)
	if err := Write(&bytes.Buffer{}, Aiken, nil); err == nil {
		t.Error("Aiken can be written")
	}
}

// What a spreadsheet would run is written with an apostrophe in front.
func TestWriteCSV_GuardsFormulas(t *testing.T) {
	var file bytes.Buffer
	err := WriteCSV(&file, []Record{{Question: "=cmd|' /C calc'!A0", Answers: []string{"@SUM(1)", "+1", "'-1"}, Notes: "'text", Team: "-White", Reference: "'=x"}})
	if err != nil {
		t.Fatal(err)
	}
	want := "\uFEFFteam,piece,number,question,answer,also_accept,reference,hint,notes\n" +
		"'-White,,,'=cmd|' /C calc'!A0,'@SUM(1),'+1|'-1,''=x,,'text\n"
	if file.String() != want {
		t.Errorf("got  %s\nwant %s", file.String(), want)
	}
}

// A library for spreadsheets reads what we write in a workbook, cell by cell.
func TestWriteXLSX_IsAWorkbook(t *testing.T) {
	records := []Record{
		{Question: "Two\nlines, <b>&amp; \"quotes\"", Answers: []string{"  spaces  ", "=1+1"}, Team: "White", Piece: chess.Rook, Number: 3},
		{Question: "_x000D_ is no carriage return", Answers: []string{"\u05E0\u05B9\u05D7\u05B7", "🕊️"}, Reference: "a\tb", Hint: "a\rb", Notes: "_x00"},
	}
	rng := rand.New(rand.NewPCG(5, 5))
	for len(records) < 300 {
		if r, ok := oddRecord(rng); ok {
			records = append(records, r)
		}
	}
	var want [][]string
	if err := writeTable(records, func(cells []string) error { want = append(want, slices.Clone(cells)); return nil }); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := WriteXLSX(&file, records); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(&file)
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	got, err := book.GetRows("Questions")
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d rows are read, %d were written, %v", len(got), len(want), err)
	}
	for i, row := range got {
		for len(row) < len(want[i]) {
			row = append(row, "") // empty cells at the end of a row are not there
		}
		if !slices.Equal(row, want[i]) {
			t.Errorf("row %d is read as %q, want %q", i+1, row, want[i])
		}
	}
}

// What GIFT knows is written as GIFT, so that Moodle reads it too.
func TestWriteGIFT_IsGIFT(t *testing.T) {
	var file bytes.Buffer
	err := WriteGIFT(&file, []Record{
		{Title: "Ark", Question: "Who built {it}?", Answers: []string{"Noah", "Noe"}, Type: Short, Category: "Bible/Genesis"},
		{Question: "Which?", Answers: []string{"b"}, Choices: []string{"a", "b"}, Type: Choice, Category: "Bible/Genesis"},
		{Question: "Even?", Answers: []string{"2, 4"}, Choices: []string{"2", "3", "4"}, Type: ChoiceSeveral},
		{Question: "True?", Answers: []string{"False"}, Choices: []string{"True", "False"}, Type: TrueFalse},
		{Question: "2+2\n= ?", Answers: []string{"4"}, Type: Numeric, Reference: "Maths", Piece: chess.Pawn},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := giftFirst + `

$CATEGORY: $course$/Bible/Genesis

::Ark::[plain]Who built \{it\}? {=Noah =Noe}

[plain]Which? {~a =b}

$CATEGORY: $course$/

[plain]Even? {~%50%2 ~%-100%3 ~%50%4}

[plain]True? {FALSE}

// bible-chess: {"piece":"pawn","reference":"Maths"}
[plain]2+2\n\= ? {#4}

`
	if file.String() != want {
		t.Errorf("got\n%s\nwant\n%s", file.String(), want)
	}
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }
