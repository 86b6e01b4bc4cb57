package event

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Wiper is a store that can blank names for good, in its copies too (R4).
type Wiper interface {
	// Wipe blanks what is kept under the ids. What it could not reach it says.
	Wipe(ids []string) error
}

// WipeNames blanks the names of all people and the notes about them (R4), but not
// what was asked and missed: that is about questions. Host only, not while a match
// is played.
type WipeNames struct{}

func (WipeNames) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if t.match.phase == Playing {
		return decision{}, refused("R4", "The match is being played: wipe the names once it is over (R4).")
	}
	return decision{fact: &namesWiped{}}, nil
}

// namesWiped blanks every name that was given so far.
type namesWiped struct{}

func (f *namesWiped) apply(t truth, e Entry) (truth, error) {
	t.wiped = e.Seq
	t.match.wiped = true
	if t.match.phase == SetUp {
		// Whoever has no name any more is a marker, and on no list.
		t.match.roster, t.match.guests = [2][posts]person{}, nil
	}
	return t, nil
}

// givenAt is the number of the entry with which a name came; it is in its id, as
// 12 in "p12-3".
func givenAt(id string) int64 {
	digits, _, _ := strings.Cut(strings.TrimLeft(id, "abcdefghijklmnopqrstuvwxyz"), "-")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// wipe blanks in the store what the record says is wiped, and forgets it here. It
// is done once more after a start, in case the program was stopped in the middle.
// It gives the names that are left.
func wipe(store Store, names map[string]string, until int64) (map[string]string, error) {
	var ids []string
	for id, name := range names {
		if name != "" && givenAt(id) <= until {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return names, nil
	}
	slices.Sort(ids)
	left := maps.Clone(names)
	for _, id := range ids {
		delete(left, id)
	}
	if w, ok := store.(Wiper); ok {
		return left, w.Wipe(ids)
	}
	return left, nil
}
