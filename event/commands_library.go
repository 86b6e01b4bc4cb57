package event

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"biblechess/event/chess"
	"biblechess/questions"
)

// MaxEdits is how many changes one command can make: a whole file.
const MaxEdits = 20_000

// Edit is one change of one question.
type Edit struct {
	Op       string // EditAdd, EditRevise …
	ID       string // of the question; of a new one it is chosen for it
	Revision int    // the one that the editor saw: needed to revise and to remove
	Labelled int    // of the labels that the editor saw
	Kind     chess.Kind
	Shelf    bool
	Before   string // the question that it goes before; empty: last
	Text     questions.Text
	Labels   questions.Labels
	Earlier  []questions.Text // of a new one: texts that it had before

	EarlierLabels []questions.Labels // of a new one: labels that it had before
}

// EditQuestions changes questions of the editor's side, all or none. The questions
// that an entry adds are called qSEQ-1, qSEQ-2 … in their order. A change of text
// or labels that somebody else has changed meanwhile is refused, with the present
// ones in the problem, so that nobody's work is overwritten unseen.
type EditQuestions struct{ Edits []Edit }

func (c EditQuestions) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "questions"); err != nil {
		return decision{}, err
	}
	if err := t.inSetUp(); err != nil {
		return decision{}, err
	}
	if len(c.Edits) == 0 {
		return decision{}, malformed("There is nothing to change.")
	}
	if len(c.Edits) > MaxEdits {
		return decision{}, malformed("These are more than %d changes at once: make them in parts.", MaxEdits)
	}
	f := questionsEdited{Side: by.edits()}
	clash := &Problem{Reason: Stale}
	added := 0
	for i, one := range c.Edits {
		e := edit{Op: one.Op, ID: questions.ID(one.ID), Kind: one.Kind, Shelf: one.Shelf && f.Side != neither, Before: questions.ID(one.Before)}
		if e.Op == EditAdd {
			added++
			e.ID = questions.ID(fmt.Sprintf("q%d-%d", t.seq+1, added))
			e.Earlier, e.EarlierLabels = one.Earlier, one.EarlierLabels
		} else if err := t.mayChange(by, one, clash); err != nil {
			return decision{}, err
		}
		if e.Op == EditAdd || e.Op == EditRevise {
			text := one.Text.Clean()
			if err := text.Check(); err != nil {
				return decision{}, inRow(err, i, len(c.Edits))
			}
			e.Text = &text
		}
		if labels := one.Labels.Clean(); e.Op == EditLabel || e.Op == EditAdd && !labels.Equal(questions.Labels{}) {
			if err := labels.Check(); err != nil {
				return decision{}, inRow(err, i, len(c.Edits))
			}
			e.Labels = &labels
		}
		f.Edits = append(f.Edits, e)
	}
	if len(clash.Current) > 0 {
		clash.Words = "This question was changed by somebody else meanwhile: look at both texts, then decide."
		if len(clash.Current) > 1 {
			clash.Words = fmt.Sprintf("%d of these questions were changed by somebody else meanwhile: look at them again, then decide.", len(clash.Current))
		}
		return decision{}, clash
	}
	// What the list itself refuses is said before anything is written.
	if _, err := f.apply(t, Entry{}); err != nil {
		var r *chess.Refusal
		if errors.As(err, &r) {
			return decision{}, err
		}
		return decision{}, malformed("This change can't be made: load the page anew and try again.")
	}
	return decision{fact: &f}, nil
}

// inRow says which of many edits a refusal is about.
func inRow(err error, i, of int) error {
	if of == 1 {
		return malformed("%s", err)
	}
	return &Problem{Reason: Malformed, Row: i + 1, Words: fmt.Sprintf("Row %d: %s", i+1, err)}
}

// edits is the side whose questions an editor's seat changes; neither for the
// reserve's.
func (s Seat) edits() chess.Side {
	if side, ok := s.Side(); ok {
		return side
	}
	return neither
}

// library is the book that an editor's seat changes.
func (t truth) library(by Seat) questions.Book {
	if by == ReserveEditor {
		return t.match.reserve
	}
	return t.match.book
}

// mayChange passes when a question is the editor's own and there. A text or labels
// that are no longer those that the editor saw are added to clash.
func (t truth) mayChange(by Seat, one Edit, clash *Problem) error {
	book, id := t.library(by), questions.ID(one.ID)
	side, known := book.Side(id)
	if !known || by != ReserveEditor && side != by.edits() {
		return malformed("This question is no longer there: look at the list again.")
	}
	if one.Op == EditRestore {
		return nil
	}
	q, there := book.Get(id)
	if !there {
		return &Problem{Reason: Stale, Words: "This question was removed meanwhile: look at the list again."}
	}
	texts := one.Op == EditRevise || one.Op == EditRemove
	if texts && one.Revision != q.Number || one.Op == EditLabel && one.Labelled != q.Labelled {
		clash.Current = append(clash.Current, CurrentText{
			ID: one.ID, Revision: q.Number, Labelled: q.Labelled, Text: q.Text, Labels: q.Labels,
		})
	}
	return nil
}

// TakeStarter gives a side that has no questions yet those of a starter bank; by
// its own editors.
type TakeStarter struct{ Questions []NewQuestion }

func (c TakeStarter) decide(t truth, by Seat, e env) (decision, error) {
	if err := only(by, "questions"); err != nil {
		return decision{}, err
	}
	side := by.edits()
	if side == neither {
		return decision{}, malformed("A starter bank is for a side, not for the reserve.")
	}
	if t.match.count(side) > 0 {
		return decision{}, refused("", "%s has questions already: a starter bank is for an empty side.", side)
	}
	return AddQuestions(c).decide(t, by, e)
}

// count is how many questions a side has, in its banks and on its shelf.
func (m match) count(side chess.Side) int {
	n := len(m.book.Shelf(side))
	for _, kind := range questions.Kinds {
		n += m.book.Len(questions.Bank{Side: side, Kind: kind})
	}
	return n
}

// FillBank brings questions from a side's shelf into a bank until it has its size.
type FillBank struct {
	Kind  chess.Kind
	Tag   string // only questions with this tag; empty: any
	Order string // FillNever or FillMissed
	Count int    // how many; 0: as many as the bank lacks
}

// The orders in which a bank is filled.
const (
	FillNever  = "never"  // never asked before first, then the least asked
	FillMissed = "missed" // most missed first
)

func (c FillBank) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "questions"); err != nil {
		return decision{}, err
	}
	if err := t.inSetUp(); err != nil {
		return decision{}, err
	}
	side := by.edits()
	if side == neither {
		return decision{}, malformed("The reserve is one list and has no shelf to fill it from.")
	}
	bank := questions.Bank{Side: side, Kind: c.Kind}
	if err := bank.Check(); err != nil {
		return decision{}, err
	}
	if c.Order != FillNever && c.Order != FillMissed && c.Order != "" {
		return decision{}, malformed("Choose whether never asked or most missed questions come first.")
	}
	lacks := t.match.sizes().Of(c.Kind) - t.match.book.Len(bank)
	if c.Count > 0 {
		lacks = c.Count
	}
	if lacks <= 0 {
		return decision{}, refused("B30", "%s has its size already: say how many more it should get.", bank)
	}
	tallies := t.allTallies()
	var fit []questions.Question
	for _, id := range t.match.book.Shelf(side) {
		q, _ := t.match.book.Get(id)
		if (q.Bank.Kind == c.Kind || q.Bank.Kind == chess.NoKind) && (c.Tag == "" || q.Labels.Has(c.Tag)) {
			fit = append(fit, q)
		}
	}
	if len(fit) == 0 {
		return decision{}, refused("", "No question on the shelf fits: it must be meant for this bank or for any, and have the tag.")
	}
	slices.SortStableFunc(fit, func(a, b questions.Question) int {
		x, y := tallies[a.ID], tallies[b.ID]
		if c.Order == FillMissed {
			return cmp.Or(cmp.Compare(y.missed, x.missed), cmp.Compare(x.asked, y.asked))
		}
		return cmp.Or(cmp.Compare(x.asked, y.asked), cmp.Compare(y.missed, x.missed))
	})
	f := questionsEdited{Side: side}
	for _, q := range fit[:min(lacks, len(fit))] {
		f.Edits = append(f.Edits, edit{Op: EditPlace, ID: q.ID, Kind: c.Kind})
	}
	return decision{fact: &f}, nil
}
