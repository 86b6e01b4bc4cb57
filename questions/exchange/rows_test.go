package exchange

import (
	"strings"
	"testing"
)

// What is no list of people is refused as that, and not as questions.
func TestRows_SaysWhatIsNoListOfNames(t *testing.T) {
	for in, want := range map[string]string{
		"":                   "The list is empty",
		" \r\n":              "The list is empty",
		"An\x00na\nBen":      "not a list of names",
		"\x89PNG\r\n\x1a\n":  "not a list of names",
		"PK\x03\x04\x14\x00": "not a list of names",
	} {
		if rows, err := Rows(strings.NewReader(in)); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "question") {
			t.Errorf("%q: %v, %v", in, rows, err)
		}
	}
	if rows, err := Rows(strings.NewReader("Anna\nBen; White\n")); err != nil || len(rows) != 2 || len(rows[1].Cells) != 2 {
		t.Errorf("%v, %v", rows, err)
	}
}

// A forgotten mark is refused with its line; a nickname in marks and a mark that is
// written twice within a cell are none.
func TestRows_AQuotationMarkThatNothingCloses(t *testing.T) {
	for in, line := range map[string]string{
		"name,team\nAnna,White\n\"Adeyemi, Phoebe,Black\nBen,White\n": "Line 3:",
		"\"Anna\nBen\n":                        "Line 1:",
		"Anna\n\nBen;\"White\n":                "Line 3:",
		"\"Anna\nof Ur\",White\n\"Ben,Black\n": "Line 3:",
	} {
		if rows, err := Rows(strings.NewReader(in)); err == nil || !strings.HasPrefix(err.Error(), line+" a quotation mark is not closed. ") {
			t.Errorf("%q: %v, %v", in, rows, err)
		}
	}
	for in, name := range map[string]string{
		"\"Bud\" Jones,White": `"Bud" Jones`, "Samuel \"Sam\" Okoro": `Samuel "Sam" Okoro`, "Anna \"of Ur": `Anna "of Ur`,
		"\"Adeyemi, Phoebe\",Black": "Adeyemi, Phoebe", "\"The \"\"Rock\"\" Peter\",White": `The "Rock" Peter`,
	} {
		if rows, err := Rows(strings.NewReader(in)); err != nil || len(rows) != 1 || rows[0].Cells[0] != name {
			t.Errorf("%q: %v, %v", in, rows, err)
		}
	}
}
