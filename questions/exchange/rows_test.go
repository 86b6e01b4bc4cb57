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
			t.Errorf("%q: %q, %v", in, rows, err)
		}
	}
	if rows, err := Rows(strings.NewReader("Anna\nBen; White\n")); err != nil || len(rows) != 2 || len(rows[1]) != 2 {
		t.Errorf("%q, %v", rows, err)
	}
}
