package exchange

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"biblechess/event/chess"

	"golang.org/x/text/unicode/norm"
)

// fuzzFormat reads bytes as a format, which it need not be: whatever they are, the
// reading holds what Reading promises, and what was read can be written in every
// format and is read back the same.
func fuzzFormat(f *testing.F, format Format, files ...string) {
	for _, name := range files {
		data, err := os.ReadFile(filepath.Join("testdata/samples", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 64<<10 {
			return
		}
		got, err := Read("", data, Options{Format: format})
		if err != nil {
			if _, ok := err.(*chess.Refusal); !ok || err.Error() == "" {
				t.Fatalf("%T %v", err, err)
			}
			return
		}
		for _, s := range got.Skipped {
			if s.Line < 1 || s.Why == "" {
				t.Fatalf("%+v", s)
			}
		}
		for _, r := range got.Records {
			if r.Line < 1 || !visible(r.Question) || len(r.Answers) == 0 {
				t.Fatalf("%+v", r)
			}
			for _, text := range append([]string{r.Question, r.Reference, r.Notes}, r.Answers...) {
				if !utf8.ValidString(text) || !norm.NFC.IsNormalString(text) || strings.TrimSpace(text) != text || strings.ContainsRune(text, '\r') {
					t.Fatalf("%q", text)
				}
			}
		}
		if len(got.Records) > 0 {
			for _, format := range []Format{CSV, GIFT, OwnJSON} {
				roundTrip(t, format, got.Records)
			}
		}
	})
}

func FuzzCSV(f *testing.F) {
	fuzzFormat(f, CSV, "excel-semicolon-cp1252.csv", "utf8-bom.csv", "excel-unicode-utf16le.csv")
}

func FuzzQuizlet(f *testing.F)    { fuzzFormat(f, Quizlet, "quizlet.tsv") }
func FuzzGIFT(f *testing.F)       { fuzzFormat(f, GIFT, "moodle.gift") }
func FuzzAiken(f *testing.F)      { fuzzFormat(f, Aiken, "aiken.txt") }
func FuzzMoodleXML(f *testing.F)  { fuzzFormat(f, MoodleXML, "moodle.xml") }
func FuzzAnkiText(f *testing.F)   { fuzzFormat(f, AnkiText, "anki.txt") }
func FuzzOpenTrivia(f *testing.F) { fuzzFormat(f, OpenTrivia, "open-trivia.json") }
func FuzzPlainText(f *testing.F)  { fuzzFormat(f, PlainText, "qa.txt") }

func FuzzOwnJSON(f *testing.F) {
	var file bytes.Buffer
	if err := WriteJSON(&file, []Record{{Question: "Who?", Answers: []string{"Me"}, Piece: chess.Rook, Tags: []string{"t"}}}); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	fuzzFormat(f, OwnJSON)
}

// FuzzRead leaves it to the content what it is.
func FuzzRead(f *testing.F) {
	fuzzFormat(f, "", "qa.txt", "open-trivia.json", "moodle.gift", "quizlet.tsv", "utf8-bom.csv", "aiken.txt", "anki.txt")
}

// FuzzSheet reads the parts of a workbook, without the packing around them.
func FuzzSheet(f *testing.F) {
	f.Add(sheetHead+`<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" s="1"><v>45000.5</v></c></row>`, "<si><t>q</t></si>", `<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>`)
	f.Add(sheetHead+`<row><c><f>1+1</f></c><c t="b"><v>1</v></c><c r="ZZZZ9"/></row>`, "", `<numFmts><numFmt numFmtId="1" formatCode="000"/></numFmts>`)
	f.Fuzz(func(t *testing.T, rows, shared, styles string) {
		got, err := Read("", sheetFile(t, rows, shared, styles), Options{})
		if err != nil {
			if _, ok := err.(*chess.Refusal); !ok {
				t.Fatalf("%T %v", err, err)
			}
			return
		}
		if len(got.Records) > 0 {
			roundTrip(t, CSV, got.Records)
		}
	})
}

// FuzzArchive reads packed files: whole workbooks and packages of Anki.
func FuzzArchive(f *testing.F) {
	data, err := os.ReadFile("testdata/samples/kahoot.xlsx")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(packedFile(f, map[string]string{"collection.anki2": collection(f, ankiCol, ankiCards, ankiNotes, ankiData, ankiRows, ankiDecks)}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := Read("", data, Options{}); err != nil {
			if _, ok := err.(*chess.Refusal); !ok {
				t.Fatalf("%T %v", err, err)
			}
		}
	})
}
