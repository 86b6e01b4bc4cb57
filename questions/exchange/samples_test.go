package exchange

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// expectedFile is what a sample file must be read as.
type expectedFile struct {
	Imported int
	Records  []struct {
		N         int
		Question  string
		Answers   []string
		Options   []string
		Reference string
		Category  string
		Piece     string
		Hint      string
		Type      Type
	}
	Skipped []struct {
		Line, Row, Index int
		Title            string
		Optional         bool
	}
}

func expected(t *testing.T) map[string]expectedFile {
	t.Helper()
	data, err := os.ReadFile("testdata/samples/expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Files map[string]expectedFile }
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all.Files
}

func TestRead_SamplesAsExpected(t *testing.T) {
	files := expected(t)
	if len(files) != 11 {
		t.Fatalf("%d files", len(files))
	}
	formats := map[string]Format{
		"excel-semicolon-cp1252.csv": CSV, "utf8-bom.csv": CSV, "excel-unicode-utf16le.csv": CSV, "quizlet.tsv": Quizlet,
		"moodle.gift": GIFT, "aiken.txt": Aiken, "moodle.xml": MoodleXML, "kahoot.xlsx": Kahoot, "anki.txt": AnkiText,
		"open-trivia.json": OpenTrivia, "qa.txt": PlainText,
	}
	same := func(a, b []string) bool {
		return slices.EqualFunc(a, b, func(a, b string) bool { return norm.NFC.String(a) == norm.NFC.String(b) })
	}
	for name, want := range files {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("testdata/samples", name))
			if err != nil {
				t.Fatal(err)
			}
			// The name must not be needed.
			for _, as := range []string{name, ""} {
				got, err := Read(as, data, Options{})
				if err != nil {
					t.Fatal(err)
				}
				if got.Format != formats[name] {
					t.Errorf("read as %s", got.Format)
				}
				if len(got.Records) != want.Imported || len(want.Records) != want.Imported {
					t.Errorf("%d records, want %d", len(got.Records), want.Imported)
				}
				for i := range min(len(got.Records), len(want.Records)) {
					g, w := got.Records[i], want.Records[i]
					if g.Question != norm.NFC.String(w.Question) || !same(g.Answers, w.Answers) || !same(g.Choices, w.Options) ||
						g.Reference != w.Reference || g.Category != w.Category || pieceWord(g.Piece) != w.Piece || g.Hint != w.Hint || g.Type != w.Type {
						t.Errorf("record %d:\ngot  %+v\nwant %+v", i+1, g, w)
					}
				}
				skipped := slices.Clone(got.Skipped)
				for _, w := range want.Skipped {
					i := slices.IndexFunc(skipped, func(s Skipped) bool {
						return w.Title != "" && s.Title == w.Title || w.Title == "" && s.Line == w.Line+w.Row+w.Index
					})
					if i >= 0 {
						skipped = slices.Delete(skipped, i, i+1)
					} else if !w.Optional {
						t.Errorf("not reported: %+v", w)
					}
				}
				for _, s := range skipped {
					t.Errorf("reported beyond what is expected: %+v", s)
				}
			}
		})
	}
}
