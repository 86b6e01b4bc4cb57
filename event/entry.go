package event

import (
	"encoding/json"
	"fmt"
	"reflect"
	"sync"

	"biblechess/questions"
)

// Entry is one accepted input of the record. Entries are only ever appended;
// the truth is the fold of all of them (R4).
type Entry struct {
	Seq  int64           // 1, 2, 3 …, without a gap
	At   int64           // when it was accepted, milliseconds Unix time
	Seat Seat            // who gave it
	Kind string          // which fact Body holds
	Once string          // id of the tap, so that a repeated one is known; may be empty
	Body json.RawMessage // the fact
}

// Store keeps the record durably.
type Store interface {
	// Load gives every entry in order and the names by their opaque ids.
	Load() ([]Entry, map[string]string, error)
	// Append makes entries, and the names that came with them, durable in one
	// commit, all or none. When it returns an error nothing was kept.
	Append([]Addition) error
}

// Addition is an entry to be made durable, with the names of people that came
// with it, by their opaque ids.
type Addition struct {
	Entry
	Names map[string]string
}

// fact is what an entry says. Its apply gives the truth after it and changes
// nothing in place; an error means that it cannot follow on what was before.
type fact interface {
	apply(truth, Entry) (truth, error)
}

// kinds names each fact in the record. A name, once used, keeps its meaning
// for ever: old records fold to the same truth.
var kinds = map[string]func() fact{
	"evening-opened":     func() fact { return new(eveningOpened) },
	"match-opened":       func() fact { return new(matchOpened) },
	"match-named":        func() fact { return new(matchNamed) },
	"house-ruled":        func() fact { return new(houseRuled) },
	"roster-set":         func() fact { return new(rosterSet) },
	"judge-added":        func() fact { return new(judgeAdded) },
	"judge-removed":      func() fact { return new(judgeRemoved) },
	"head-named":         func() fact { return new(headNamed) },
	"host-reads":         func() fact { return new(hostReads) },
	"questions-added":    func() fact { return new(questionsAdded) },
	"question-revised":   func() fact { return new(questionRevised) },
	"question-removed":   func() fact { return new(questionRemoved) },
	"question-approved":  func() fact { return new(questionApproved) },
	"question-sent-back": func() fact { return new(questionSentBack) },
	"questions-edited":   func() fact { return new(questionsEdited) },
	"seat-renewed":       func() fact { return new(seatRenewed) },
	"format-chosen":      func() fact { return new(formatChosen) },
	"setting-chosen":     func() fact { return new(settingChosen) },
	"claimed":            func() fact { return new(claimed) },
	"flagged":            func() fact { return new(flagged) },
	"started":            func() fact { return new(started) },
	"called":             func() fact { return new(called) },
	"stand-in-named":     func() fact { return new(standInNamed) },
	"hint-given":         func() fact { return new(hintGiven) },
	"juggled":            func() fact { return new(juggled) },
	"voted":              func() fact { return new(voted) },
	"judge-gone":         func() fact { return new(judgeGone) },
	"judge-came":         func() fact { return new(judgeCame) },
	"taken-back":         func() fact { return new(takenBack) },
	"rewound":            func() fact { return new(rewound) },
	"review-opened":      func() fact { return new(reviewOpened) },
	"amended":            func() fact { return new(amended) },
	"ruling-shown":       func() fact { return new(rulingShown) },
	"misread":            func() fact { return new(misread) },
	"thrown-out":         func() fact { return new(thrownOut) },
	"question-read":      func() fact { return new(questionRead) },
	"clock-stopped":      func() fact { return new(clockStopped) },
	"paused":             func() fact { return new(pausedPlay) },
	"resumed":            func() fact { return new(resumedPlay) },
	"substituted":        func() fact { return new(substituted) },
	"overridden":         func() fact { return new(overridden) },
	"fresh-typed":        func() fact { return new(freshTyped) },
	"reserve-taken":      func() fact { return new(reserveTaken) },
	"draw-offered":       func() fact { return new(drawOffered) },
	"draw-answered":      func() fact { return new(drawAnswered) },
	"resigned":           func() fact { return new(resigned) },
	"time-called":        func() fact { return new(timeCalled) },
	"reopened":           func() fact { return new(reopened) },
	"closed":             func() fact { return new(closed) },
	"names-wiped":        func() fact { return new(namesWiped) },
	"missed-gathered":    func() fact { return new(missedGathered) },
	"paper-played":       func() fact { return new(paperPlayed) },
	"position-entered":   func() fact { return new(positionEntered) },
	"people-added":       func() fact { return new(peopleAdded) },
	"came-here":          func() fact { return new(cameHere) },
	"person-changed":     func() fact { return new(personChanged) },
	"person-removed":     func() fact { return new(personRemoved) },
	"person-absent":      func() fact { return new(personAbsent) },
	"line-up-set":        func() fact { return new(lineUpSet) },
	"check-in-set":       func() fact { return new(checkInSet) },
	"floor-kept":         func() fact { return new(floorKept) },
	"floor-ticked":       func() fact { return new(floorTicked) },
	"names-shown":        func() fact { return new(namesShown) },
	"name-said":          func() fact { return new(nameSaid) },
	"projector-steered":  func() fact { return new(projectorSteered) },
	"veiled-arranged":    func() fact { return new(veiledArranged) },
	"veiled-planned":     func() fact { return new(veiledPlanned) },
	"veiled-ready":       func() fact { return new(veiledReady) },
	"veiled-removed":     func() fact { return new(veiledRemoved) },
	"veiled-touched":     func() fact { return new(veiledTouched) },
	"veiled-called":      func() fact { return new(veiledCalled) },
	"veiled-exchanged":   func() fact { return new(veiledExchanged) },
	"veiled-passed":      func() fact { return new(veiledPassed) },
	"veiled-answered":    func() fact { return new(veiledAnswered) },
	"veiled-chosen":      func() fact { return new(veiledChosen) },
	"veiled-guessed":     func() fact { return new(veiledGuessed) },
	"revealed":           func() fact { return new(revealed) },
}

// kindNames finds the record's name of a fact.
var kindNames = sync.OnceValue(func() map[reflect.Type]string {
	names := make(map[reflect.Type]string, len(kinds))
	for kind, fresh := range kinds {
		names[reflect.TypeOf(fresh())] = kind
	}
	return names
})

// after folds one more entry. The error names the entry.
func (t truth) after(e Entry) (truth, error) {
	fresh, known := kinds[e.Kind]
	if !known {
		return t, fmt.Errorf("entry %d is of the unknown kind %q", e.Seq, e.Kind)
	}
	if e.Seq != t.seq+1 {
		return t, fmt.Errorf("entry %d follows entry %d", e.Seq, t.seq)
	}
	f := fresh()
	if err := json.Unmarshal(e.Body, f); err != nil {
		return t, fmt.Errorf("entry %d (%s): %w", e.Seq, e.Kind, err)
	}
	by := questions.Hand{Seat: string(e.Seat), At: e.At}
	t.match.book, t.match.reserve = t.match.book.By(by), t.match.reserve.By(by)
	next, err := f.apply(t, e)
	if err != nil {
		return t, fmt.Errorf("entry %d (%s): %w", e.Seq, e.Kind, err)
	}
	next.match = next.match.rolled(f)
	next.seq = e.Seq
	if next.gave = t.gave.with(e.Seat); e.Seat != Clockwork {
		next.given = e.Seq
	}
	return next, nil
}

// fold gives the truth after a whole record.
func fold(entries []Entry) (truth, error) {
	var t truth
	for _, e := range entries {
		var err error
		if t, err = t.after(e); err != nil {
			return t, err
		}
	}
	return t, nil
}
