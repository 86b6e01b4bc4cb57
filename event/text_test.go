package event

import "testing"

// What shows nothing is nothing, in a name as in a reason.
func TestLine_WhatShowsNothing(t *testing.T) {
	for typed, want := range map[string]string{
		"\u200b": "", " \ufeff\u2060 ": "", "\u200d": "", "Li\u200bons": "Lions", "می\u200cخواهم": "می\u200cخواهم", "👩\u200d🏫": "👩\u200d🏫",
	} {
		if got, err := line("The name", typed, 80); err != nil || got != want {
			t.Errorf("%q became %q, %v, want %q", typed, got, err, want)
		}
	}
}
