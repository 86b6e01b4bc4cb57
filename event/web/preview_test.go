package web

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"biblechess/event"
	"biblechess/event/chess"
	"biblechess/questions"
)

// samples are the sample files of the other formats.
const samples = "../../questions/exchange/testdata/samples/"

// previewed uploads one file, which must be understood.
func (d *device) previewed(name, content string) previewFile {
	d.Helper()
	a := d.upload(d.seat.Path()+"/preview", map[string]string{name: content})
	var got struct{ Files []previewFile }
	if err := json.Unmarshal([]byte(a.body), &got); err != nil || a.status != http.StatusOK || len(got.Files) != 1 || got.Files[0].Error != "" {
		d.Fatalf("%s: %d %v %s", name, a.status, err, a.body)
	}
	return got.Files[0]
}

// Whatever bytes a file is of, they arrive through the page as they are.
func TestPreview_EverySampleIsUnderstoodThroughThePage(t *testing.T) {
	data, err := os.ReadFile(samples + "expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var expected struct {
		Files map[string]struct {
			Records []struct {
				Question string
				Answers  []string
			}
		}
	}
	if err := json.Unmarshal(data, &expected); err != nil || len(expected.Files) < 11 {
		t.Fatal(err, len(expected.Files))
	}
	d := serve(t).seated(event.Editor(chess.White))
	for name, want := range expected.Files {
		file, err := os.ReadFile(filepath.Join(samples, name))
		if err != nil {
			t.Fatal(err)
		}
		rows := d.previewed(name, string(file)).Rows
		for _, w := range want.Records {
			question, answer := composed(w.Question), composed(w.Answers[0])
			if !slices.ContainsFunc(rows, func(r previewRow) bool { return r.Text.Question == question && r.Text.Answer == answer }) {
				t.Errorf("%s: %q, %q is not among the rows", name, question, answer)
			}
		}
	}
}

// composed is a text in canonical composition, as the preview gives it.
func composed(text string) string {
	return strings.NewReplacer("e\u0301", "é", "u\u0308", "ü", "o\u0308", "ö", "a\u0308", "ä").Replace(text)
}

// A table that several programs have written to is a mixture of encodings, line by
// line: UTF-8 and Windows-1252.
func TestPreview_AMixtureOfEncodings(t *testing.T) {
	d := serve(t).seated(event.Editor(chess.White))
	mixed := "question;answer;reference\nWie heißt die Königin?;Esther;Ester 1\nWie hei\xdft der \x84K\xf6nig\x93?;Ahasv\xe9ros;Ester 1\nמי המלכה?;אסתר;Ester 1\n"
	file := d.previewed("mixed.csv", mixed)
	want := []string{"Wie heißt die Königin?", "Wie heißt der „König“?", "מי המלכה?"}
	var got []string
	for _, r := range file.Rows {
		got = append(got, r.Text.Question)
	}
	if !slices.Equal(got, want) || file.Rows[1].Text.Answer != "Ahasvéros" || len(file.Warnings) == 0 {
		t.Errorf("%q, warnings %q", got, file.Warnings)
	}
	// The plain form takes the same bytes.
	plain := strings.NewReplacer("question;", "piece;question;", "\nWie", "\nPawn;Wie", "\nמי", "\nPawn;מי").Replace(mixed)
	if a := d.upload(d.seat.Path()+"/import", map[string]string{"mixed.csv": plain}); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	got = nil
	for _, r := range d.rows().Rows {
		got = append(got, r.Text.Question)
	}
	if !slices.Equal(got, want) {
		t.Errorf("by the plain form: %q", got)
	}
}

func TestPreview_AnAnkiPackage(t *testing.T) {
	deck, err := os.ReadFile("testdata/deck.apkg")
	if err != nil {
		t.Fatal(err)
	}
	d := serve(t).seated(event.Editor(chess.White))
	// A name that does not fit the content is a warning.
	for name, warned := range map[string]bool{"deck.apkg": false, "deck.csv": true} {
		file := d.previewed(name, string(deck))
		if len(file.Rows) != 3 || (len(file.Warnings) > 0) != warned || !strings.Contains(file.Format, "Anki package") {
			t.Fatalf("%s: %+v", name, file)
		}
		first := questions.Text{Question: "In which town was Jesus born?", Answer: "Bethlehem", Reference: "Luke 2:4"}
		if r := file.Rows[0]; !r.Text.Equal(first) || !slices.Equal(r.Labels.Tags, []string{"Bible::Gospels", "luke", "easy"}) || r.Place != "shelf" {
			t.Errorf("%+v", r)
		}
		if r := file.Rows[2]; r.Problem == "" || r.Text.Question != "No answer" {
			t.Errorf("%+v", r)
		}
	}
	half := d.upload(d.seat.Path()+"/preview", map[string]string{"deck.apkg": string(deck[:len(deck)/2])})
	if half.status != http.StatusOK || !strings.Contains(half.body, "damaged or did not arrive whole") {
		t.Errorf("half a package: %d %s", half.status, half.body)
	}
}
