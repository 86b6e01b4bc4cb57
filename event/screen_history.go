package event

import (
	"fmt"
	"slices"

	"biblechess/event/chess"
	"biblechess/questions"
)

// HistoryScreen is every revision of one question, everything that ever stood
// beside its text, and what happened to the list that it is in, the newest first.
type HistoryScreen struct {
	Frame     `json:"-"`
	ID        string            `json:"id"`
	Revisions []HistoryRevision `json:"revisions"`
	Asides    []HistoryAside    `json:"asides"`
	List      string            `json:"list"` // the bank or shelf that it is in, in words
	Steps     []HistoryStep     `json:"steps"`
}

// HistoryHand is who made a change, in words, and when, in milliseconds Unix time.
type HistoryHand struct {
	By string `json:"by"`
	At int64  `json:"at"`
}

// HistoryAside is where a question was kept for a time, and its labels.
type HistoryAside struct {
	HistoryHand
	Revision int              `json:"revision"` // of the text, when this came
	Labelled int              `json:"labelled"` // how often the labels had been changed
	Place    string           `json:"place"`    // in words
	Labels   questions.Labels `json:"labels"`
}

// HistoryRevision is one text that a question had, and what judges said about it.
type HistoryRevision struct {
	HistoryHand
	Number     int            `json:"number"`
	Text       questions.Text `json:"text"`
	ApprovedBy []string       `json:"approvedBy,omitempty"` // the judges' seats in words
	SentBack   []string       `json:"sentBack,omitempty"`   // reasons
	Passed     bool           `json:"passed,omitempty"`     // approved by an earlier match's panel
}

// HistoryStep is a change of a list: questions came, went, or changed their order.
type HistoryStep struct {
	HistoryHand
	Words string `json:"words"` // "moved from 3 to 1"
	Text  string `json:"text"`  // of the question that it is about; empty: of several, or of one that this viewer may not read
}

// History is every change of a question: for the editors of its side, and for a
// judge as long as it is in a bank or in the reserve.
func (e *Evening) History(s Seat, id string) (HistoryScreen, error) {
	v := e.view()
	h := HistoryScreen{Frame: v.frame(s, "History of a question"), ID: id}
	if err := only(s, "questions", "judge"); err != nil {
		return h, err
	}
	book, ok := v.historian(s, questions.ID(id))
	if !ok {
		return h, malformed("This question is no longer there: look at the list again.")
	}
	reserve := book.reserve
	for _, r := range book.Revisions(questions.ID(id)) {
		one := HistoryRevision{HistoryHand: handWords(r.By), Number: r.Number, Text: r.Text, Passed: r.Passed}
		for _, by := range r.ApprovedBy {
			one.ApprovedBy = append(one.ApprovedBy, Seat(by).Name())
		}
		for _, back := range r.SentBack {
			one.SentBack = append(one.SentBack, back.Reason)
		}
		h.Revisions = append(h.Revisions, one)
	}
	place := func(spot questions.Spot) string {
		if reserve {
			return reserveBank
		}
		return v.m.spotWords(spot)
	}
	for _, a := range book.Asides(questions.ID(id)) {
		h.Asides = append(h.Asides, HistoryAside{
			HistoryHand: handWords(a.By), Revision: a.Revision, Labelled: a.Labelled, Place: place(a.Spot), Labels: a.Labels,
		})
	}
	if q, there := book.Get(questions.ID(id)); there {
		spot := questions.Spot{Bank: q.Bank, Shelved: q.Shelved}
		h.List = place(spot)
		if q.Shelved {
			h.List = "Shelf"
		}
		h.Steps = book.changes(spot, s.Role() == "judge")
	}
	slices.Reverse(h.Revisions)
	slices.Reverse(h.Asides)
	slices.Reverse(h.Steps)
	return h, nil
}

// historyBook is the book that a question is in.
type historyBook struct {
	questions.Book
	reserve bool
}

// historian is the book in which a seat may read the history of a question.
func (v view) historian(s Seat, id questions.ID) (historyBook, bool) {
	if s.Role() == "judge" {
		if v.t.seated(s) != nil {
			return historyBook{}, false
		}
		if _, ok := v.m.reserve.Get(id); ok {
			return historyBook{v.m.reserve, true}, true
		}
		q, ok := v.m.book.Get(id)
		return historyBook{v.m.book, false}, ok && !q.Shelved
	}
	book := v.t.library(s)
	side, known := book.Side(id)
	return historyBook{book, s == ReserveEditor}, known && (s == ReserveEditor || side == s.edits())
}

// changes is what happened to a list, the oldest first. What one hand at one time did
// to several questions in the same way is one step. A judge is told the words of
// those questions only that are in a bank.
func (b historyBook) changes(spot questions.Spot, judge bool) []HistoryStep {
	var list []HistoryStep
	all := b.Steps(spot)
	for len(all) > 0 {
		one := all[0]
		n := 1
		for n < len(all) && all[n].By == one.By && (one.From == 0 && all[n].From == 0 || one.To == 0 && all[n].To == 0) {
			n++
		}
		step := HistoryStep{HistoryHand: handWords(one.By)}
		if n == 1 {
			if q, there := b.Get(one.ID); !judge || there && !q.Shelved {
				texts := b.Revisions(one.ID)
				step.Text = texts[len(texts)-1].Text.Question
			}
		}
		switch last := all[n-1]; {
		case one.From == 0 && n == 1:
			step.Words = fmt.Sprintf("came in as number %d", one.To)
		case one.From == 0 && last.To == one.To+n-1:
			step.Words = fmt.Sprintf("%d questions came in, as numbers %d to %d", n, one.To, last.To)
		case one.From == 0:
			step.Words = fmt.Sprintf("%d questions came in", n)
		case one.To == 0 && n == 1:
			step.Words = fmt.Sprintf("went out from number %d", one.From)
		case one.To == 0:
			step.Words = fmt.Sprintf("%d questions went out", n)
		default:
			step.Words = fmt.Sprintf("moved from number %d to %d", one.From, one.To)
		}
		list = append(list, step)
		all = all[n:]
	}
	return list
}

// handWords is a hand with its seat in words.
func handWords(h questions.Hand) HistoryHand {
	return HistoryHand{By: Seat(h.Seat).Name(), At: h.At}
}

// spotWords is where a question is kept, as "Knight" or "Shelf, meant for Knight".
func (m match) spotWords(s questions.Spot) string {
	switch {
	case !s.Shelved:
		return m.kind(s.Bank.Side, s.Bank.Kind)
	case s.Bank.Kind == chess.NoKind:
		return "Shelf"
	}
	return "Shelf, meant for " + m.kind(s.Bank.Side, s.Bank.Kind)
}
