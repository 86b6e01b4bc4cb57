package questions

import (
	"fmt"
	"slices"

	"biblechess/event/chess"
)

// shelves is the number of shelves: one a side.
const shelves = 2

// State is how far the judges are with a revision (B34).
type State uint8

// The states: judges have yet to decide, they approved, and they want it changed.
const (
	Waiting State = iota
	Approved
	Back
)

// Spot is where a question is kept: in a bank, or on the shelf of the bank's side,
// which holds what no bank of this match has. On the shelf the bank is the one that
// the question is meant for, and its kind may be none.
type Spot struct {
	Bank    Bank
	Shelved bool
}

// list is where a spot's list stands in the book.
func (s Spot) list() (int, error) {
	if !s.Shelved {
		slot, ok := s.Bank.slot()
		if !ok {
			return 0, s.Bank.Check()
		}
		return slot, nil
	}
	if s.Bank.Kind != chess.NoKind || s.Bank.Side > chess.Black {
		if err := s.Bank.Check(); err != nil {
			return 0, err
		}
	}
	return slots + int(s.Bank.Side), nil
}

func (e entry) spot() Spot { return Spot{e.bank, e.shelved} }

// New is a question on its way into a book. Earlier are texts that it had before,
// the oldest first, which become its first revisions; they carry no approval.
// EarlierLabels are labels that it had before, the oldest first.
type New struct {
	ID            ID
	Spot          Spot
	Text          Text
	Labels        Labels
	Earlier       []Text
	EarlierLabels []Labels
}

// AddAll puts new questions at the end of their lists, all or none. It is refused
// for what Add refuses.
func (b Book) AddAll(list []New) (Book, error) {
	next := b
	next.entries = b.entries.own()
	var grown [len(b.lists)]bool
	for _, n := range list {
		at, err := n.Spot.list()
		if err != nil {
			return b, err
		}
		if _, used := next.entries.get(n.ID); used || n.ID == "" {
			return b, refuse("", "There is already a question with this id.")
		}
		e := entry{bank: n.Spot.Bank, shelved: n.Spot.Shelved}
		for _, text := range append(slices.Clip(n.Earlier), n.Text) {
			text = text.Clean()
			if err := text.Check(); err != nil {
				return b, err
			}
			e.revisions = append(e.revisions, Revision{Number: len(e.revisions) + 1, Text: text, By: b.hand})
		}
		if e, err = e.labelledAs(b.hand, n.EarlierLabels, n.Labels); err != nil {
			return b, err
		}
		next.entries.put(n.ID, e)
		if !grown[at] {
			next.lists[at], next.steps[at], grown[at] = slices.Clip(next.lists[at]), slices.Clip(next.steps[at]), true
		}
		next.lists[at] = append(next.lists[at], n.ID)
		next.steps[at] = append(next.steps[at], Step{By: b.hand, ID: n.ID, To: len(next.lists[at])})
	}
	return next, nil
}

// Place puts a question into a bank of its side or onto its shelf, before another
// one of that list; an empty id means at the end. Approvals stay, since they are
// for the text (B34).
func (b Book) Place(id ID, spot Spot, before ID) (Book, error) {
	e, err := b.entry(id)
	if err != nil {
		return b, err
	}
	return b.placed(id, e, spot, before)
}

// Restore brings a removed question back, with its revisions and approvals.
func (b Book) Restore(id ID, spot Spot, before ID) (Book, error) {
	e, known := b.entries.get(id)
	if !known || !e.removed {
		return b, refuse("", "This question was not removed.")
	}
	e.removed = false
	return b.placed(id, e, spot, before)
}

func (b Book) placed(id ID, e entry, spot Spot, before ID) (Book, error) {
	at, err := spot.list()
	if err != nil {
		return b, err
	}
	if spot.Bank.Side != e.bank.Side {
		return b, refuse("B34", "A question cannot be moved to the other side.")
	}
	if before == id {
		return b, refuse("", "A question cannot go before itself.")
	}
	was, _ := e.spot().list()
	next, from := b.unlist(id, e)
	i := len(next.lists[at])
	if before != "" {
		if i = slices.Index(next.lists[at], before); i < 0 {
			return b, refuse("", "The question that it should go before is no longer there: look again.")
		}
	}
	next.lists[at] = slices.Insert(slices.Clone(next.lists[at]), i, id)
	if was == at {
		next = next.stepped(at, id, from, i+1)
	} else {
		next = next.stepped(was, id, from, 0).stepped(at, id, 0, i+1)
	}
	e.bank, e.shelved = spot.Bank, spot.Shelved
	return next.with(id, e.noted(b.hand)), nil
}

// Together makes many changes as one: all, or none when change fails. It costs
// little more than one of them. change is given a book that is its own and returns
// what became of it.
func (b Book) Together(change func(Book) (Book, error)) (Book, error) {
	own := b
	own.entries = b.entries.own()
	for i, list := range b.lists {
		own.lists[i], own.steps[i] = slices.Clone(list), slices.Clone(b.steps[i])
	}
	own.open = true
	own, err := change(own)
	if err != nil {
		return b, err
	}
	own.open = b.open
	for i, list := range own.lists {
		if len(list) == 0 {
			own.lists[i] = nil
		}
		if len(own.steps[i]) == 0 {
			own.steps[i] = nil
		}
	}
	return own, nil
}

// Shelf lists what is on a side's shelf, in its order.
func (b Book) Shelf(side chess.Side) []ID {
	at, err := Spot{Bank{Side: side}, true}.list()
	if err != nil {
		return nil
	}
	return slices.Clone(b.lists[at])
}

// Side gives the side that a question belongs to, also of a removed one.
func (b Book) Side(id ID) (chess.Side, bool) {
	e, known := b.entries.get(id)
	return e.bank.Side, known
}

// Shelve empties every bank onto the shelf of its side, in front of what is there
// and meant for the bank that it was in. What state says is approved is marked as
// passed, so that the next match's judges need not approve it anew.
func (b Book) Shelve(state func(Question) State) Book {
	next := b
	next.entries = b.entries.own()
	for id, e := range b.entries.all() {
		if q, there := b.Get(id); there && state(q) == Approved {
			e.revisions = slices.Clone(e.revisions)
			e.revisions[len(e.revisions)-1].Passed = true
		}
		e.shelved = true
		next.entries.put(id, e.noted(b.hand))
	}
	for _, side := range chess.Sides {
		at := slots + int(side)
		var all []ID
		for _, kind := range Kinds {
			slot, _ := Bank{side, kind}.slot()
			for _, id := range next.lists[slot] {
				all = append(all, id)
				next = next.stepped(slot, id, 1, 0).stepped(at, id, 0, len(all))
			}
			next.lists[slot] = nil
		}
		next.lists[at] = append(all, next.lists[at]...)
	}
	return next
}

// Pass marks the current revision as approved by an earlier panel.
func (b Book) Pass(id ID) (Book, error) {
	e, err := b.entry(id)
	if err != nil {
		return b, err
	}
	e.revisions = slices.Clone(e.revisions)
	e.revisions[len(e.revisions)-1].Passed = true
	return b.with(id, e), nil
}

// String is the spot in a sentence, as "White's Rook bank" or "White's shelf".
func (s Spot) String() string {
	if s.Shelved {
		return fmt.Sprintf("%s's shelf", s.Bank.Side)
	}
	return s.Bank.String()
}
