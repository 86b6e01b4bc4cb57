package views

import (
	"strings"
	"testing"
)

// Within a sentence only a word that is too long for a line is broken.
func TestSoftlyIn_OnlyTheLongestWords(t *testing.T) {
	got := strings.ReplaceAll(softlyIn("Donaudampfschifffahrt challenges Christopherson."), "\u00ad", "·")
	if got != "Donau·dampfs·chiff·fahrt challenges Christopherson." {
		t.Errorf("it is %s", got)
	}
}

func TestSoftly_LongNamesMayBreakBetweenSyllables(t *testing.T) {
	for name, want := range map[string]string{
		"Anna Lee":                         "Anna Lee",
		"Samuel":                           "Samuel",
		"Christopherson":                   "Chris·topher·son",
		"Bartholomew":                      "Bar·tho·lomew",
		"Nebuchadnezzar":                   "Nebu·chad·nez·zar",
		"Wilhelmina Threlkeld-Featherston": "Wil·hel·mina Threl·keld-Fea·thers·ton",
		"Übersetzungen":                    "Über·set·zun·gen",
		"سلمى الحداد שרה":                  "سلمى الحداد שרה",
		"Шахматистовна":                    "Шахматистовна",
		"":                                 "",
	} {
		got := softly(name)
		if shown := strings.ReplaceAll(got, "\u00ad", "·"); shown != want {
			t.Errorf("%s: %s, want %s", name, shown, want)
		}
		if strings.ReplaceAll(got, "\u00ad", "") != name {
			t.Errorf("%s became %q", name, got)
		}
	}
}
