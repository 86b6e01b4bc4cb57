package event

import "time"

// Standing is how far a record can be followed, for whoever has to judge a
// data file or a copy of one. It tells no name and no question.
type Standing struct {
	Entries int       // that fold, from the first on
	Last    time.Time // when the last of them was accepted; zero without any
	Match   string    // the match's name, or ""
	Phase   Phase
	Ply     int   // being played, from 1; 0 before the start
	Fault   error // why the next entry does not fold; nil when all do
}

// Check folds a record as far as it goes.
func Check(entries []Entry) Standing {
	var t truth
	for _, e := range entries {
		next, err := t.after(e)
		if err != nil {
			return t.standing(entries, err)
		}
		t = next
	}
	return t.standing(entries, nil)
}

func (t truth) standing(entries []Entry, fault error) Standing {
	s := Standing{Entries: int(t.seq), Fault: fault}
	if t.seq == 0 {
		return s
	}
	s.Last = time.UnixMilli(entries[t.seq-1].At)
	s.Match, s.Phase = t.match.name, t.match.phase
	if s.Phase != SetUp && s.Phase != "" {
		s.Ply = t.match.play.ply
	}
	return s
}
