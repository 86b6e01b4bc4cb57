package event

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
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

// wipeEvery is how long after a wipe that did not reach everything it is tried
// again.
const wipeEvery = 15 * time.Second

// wiping is what is still to be wiped.
type wiping struct {
	ids     []string
	tried   time.Time
	trouble string // what could not be reached; for the host
}

// wipe forgets the names that the record says are wiped, and blanks them in the
// store. It is done once more after a start, in case the program was stopped in
// the middle. e.mu is held.
func (e *Evening) wipe() {
	left := maps.Clone(e.names)
	for id, name := range e.names {
		if name != "" && givenAt(id) <= e.truth.wiped {
			e.wiping.ids = append(e.wiping.ids, id)
			delete(left, id)
		}
	}
	e.rename(left)
	slices.Sort(e.wiping.ids)
	e.wiped(e.blank(e.wiping.ids))
}

// blank blanks names in the store.
func (e *Evening) blank(ids []string) error {
	if store, ok := e.store.(Wiper); ok && len(ids) > 0 {
		return store.Wipe(ids)
	}
	return nil
}

// wiped notes how a wipe ended; e.mu is held.
func (e *Evening) wiped(err error) {
	if err == nil {
		e.wiping = wiping{}
		return
	}
	e.wiping.tried, e.wiping.trouble = e.now(), err.Error()
}

// wipeAgain tries a wipe again that did not reach everything.
func (e *Evening) wipeAgain() {
	e.mu.Lock()
	ids, due := slices.Clone(e.wiping.ids), e.now().Sub(e.wiping.tried) >= wipeEvery
	e.mu.Unlock()
	if len(ids) == 0 || !due {
		return
	}
	err := e.blank(ids)
	e.mu.Lock()
	defer e.mu.Unlock()
	if slices.Equal(ids, e.wiping.ids) {
		e.wiped(err)
		e.wake()
	}
}
