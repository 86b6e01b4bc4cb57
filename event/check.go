package event

import (
	"fmt"
	"time"
)

// Standing is how far a record can be followed, for whoever has to judge a
// data file or a copy of one. It tells no name and no question.
type Standing struct {
	Entries int       // that fold, from the first on
	Last    time.Time // when the last of them was accepted; zero without any
	Match   string    // the match's name, or ""
	Phase   Phase
	Ply     int   // being played, from 1; 0 before the start
	Hidden  bool  // of a match with hidden pieces, in which even that somebody did something may be a secret
	Fault   error // why the next entry does not fold; nil when all do
}

// Check folds a record as far as it goes.
func Check(entries []Entry) Standing {
	var t truth
	for _, e := range entries {
		next, err := t.after(e)
		if err != nil {
			return t.standing(lastAt(entries, t.seq), err)
		}
		t = next
	}
	return t.standing(lastAt(entries, t.seq), nil)
}

// lastAt is the time of the entry with a number; zero for none.
func lastAt(entries []Entry, seq int64) time.Time {
	if seq == 0 {
		return time.Time{}
	}
	return time.UnixMilli(entries[seq-1].At)
}

func (t truth) standing(last time.Time, fault error) Standing {
	s := Standing{Entries: int(t.seq), Last: last, Fault: fault}
	s.Match, s.Phase, s.Hidden = t.match.name, t.match.phase, t.match.veils()
	if s.Phase != SetUp && s.Phase != "" {
		s.Ply = t.match.play.ply
	}
	return s
}

// Words say what a record holds, in one sentence.
func (s Standing) Words() string {
	if s.Entries == 0 {
		return "Nothing yet."
	}
	words := fmt.Sprintf("%d entries", s.Entries)
	if !s.Last.IsZero() {
		words += ", the last of " + s.Last.Local().Format("2 January 2006, 15:04:05")
	}
	return words + s.about("; ") + "."
}

// Public says the same to anybody: of a match with hidden pieces neither how many
// entries there are nor when the last was accepted, for sides act in secret (S8).
func (s Standing) Public() string {
	if !s.Hidden || s.Entries == 0 {
		return s.Words()
	}
	return "The record" + s.about(" of ") + "."
}

// about is the match and how far it is.
func (s Standing) about(before string) (words string) {
	if s.Match != "" {
		words = fmt.Sprintf("%s“%s”", before, s.Match)
	}
	switch {
	case s.Phase == SetUp:
		words += ", before the start"
	case s.Phase == Ended || s.Phase == Closed:
		words += fmt.Sprintf(", over after %d plies", s.Ply-1)
	case s.Ply > 0:
		words += fmt.Sprintf(", ply %d", s.Ply)
	}
	return words
}
