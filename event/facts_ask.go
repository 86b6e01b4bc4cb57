package event

import (
	"fmt"

	"biblechess/event/chess"
	"biblechess/questions"
)

// shown tells whether the question of the open challenge is on any screen: it
// is not while a marker's stand-in is still to be named (B2).
func (c challenge) shown() bool { return !c.marker || c.standIn != 0 }

// due is the question of the open challenge and its place in the sequence
// (B36); ok is false while there is none to put (B2, B33).
func (m match) due(c challenge) (id questions.ID, place sequence, ok bool) {
	if !c.shown() {
		return "", sequence{}, false
	}
	id, number, of, pass, ok := m.play.orders.Due(bank(c.row.Bank))
	return id, sequence{number, of, pass}, ok
}

// asked is where the question of a ruling stands in the sequence, in the pass in which
// it was asked.
func (m match) asked(r *ruled) sequence {
	b := bank(r.challenge.row.Bank)
	_, due, of, pass, left := m.play.orders.Due(b)
	for _, p := range m.play.orders.Standing(b).Places {
		if p.ID != r.question {
			continue
		}
		if left && due <= p.Number { // it was the last of its pass
			pass--
		}
		return sequence{p.Number, of, pass}
	}
	return sequence{of: of, pass: pass}
}

// sequence is where a question stands: 4 of 6, pass 1.
type sequence struct{ number, of, pass int }

// amend gives the play with its open challenge changed.
func (p play) amend(change func(*challenge)) play {
	c := *p.challenge
	change(&c)
	p.challenge = &c
	return p
}

// freshly puts an approved fresh question where a Quiz Master's own bank had
// run out (B33).
func (p play) freshly(id questions.ID) (play, error) {
	if p.challenge == nil {
		return p, errNoChallenge
	}
	var err error
	p.orders, err = p.orders.AddFresh(bank(p.challenge.row.Bank), id)
	return p.amend(func(c *challenge) { c.fresh = "" }), err
}

// standInNamed says who answers for a marker (B2): named by its Game Master,
// or drawn by lot by the judges.
type standInNamed struct {
	Post  post `json:"post"`
	Drawn bool `json:"drawn,omitempty"`
}

func (f *standInNamed) apply(t truth, e Entry) (truth, error) {
	if t.match.play.challenge == nil {
		return t, errNoChallenge
	}
	t.match.play = t.match.play.amend(func(c *challenge) { c.standIn, c.at = f.Post, e.At })
	return t, nil
}

// hintGiven is a Quiz Master's one word to a Bishop (B20).
type hintGiven struct {
	Word string `json:"word"`
}

func (f *hintGiven) apply(t truth, _ Entry) (truth, error) {
	if t.match.play.challenge == nil {
		return t, errNoChallenge
	}
	t.match.play = t.match.play.amend(func(c *challenge) { c.hint = f.Word })
	return t, nil
}

// juggled is a change of order by a Quiz Master (B32): a question moves to a
// place of its bank, or changes places with one of another bank.
type juggled struct {
	Side     chess.Side `json:"side"`
	Bank     chess.Kind `json:"bank"`
	From     int        `json:"from"`
	To       int        `json:"to"`
	WithBank chess.Kind `json:"with,omitempty"`
}

func (f *juggled) apply(t truth, _ Entry) (truth, error) {
	p := &t.match.play
	from := questions.Bank{Side: f.Side, Kind: f.Bank}
	var err error
	if f.WithBank == chess.NoKind {
		p.orders, err = p.orders.Reorder(from, f.From, f.To, p.locked())
	} else {
		p.orders, err = p.orders.Swap(from, f.From, questions.Bank{Side: f.Side, Kind: f.WithBank}, f.To, p.locked())
	}
	return t, err
}

// locked is the bank whose due question can't be moved, from the call until
// the ruling (B32).
func (p play) locked() *questions.Bank {
	if p.challenge == nil {
		return nil
	}
	b := bank(p.challenge.row.Bank)
	return &b
}

// freshTyped is a fresh question of a Quiz Master whose own have run out (B33).
type freshTyped struct {
	Question written `json:"question"`
}

func (f *freshTyped) apply(t truth, _ Entry) (truth, error) {
	if t.match.play.challenge == nil {
		return t, errNoChallenge
	}
	q := f.Question
	book, err := t.match.book.Add(q.ID, questions.Bank{Side: q.Side, Kind: q.Kind}, q.Text)
	if err != nil {
		return t, err
	}
	t.match.book = book
	t.match.play = t.match.play.amend(func(c *challenge) { c.fresh = q.ID })
	return t, nil
}

// reserveTaken puts a question that neither side has seen where a Quiz
// Master's own have run out (B33).
type reserveTaken struct {
	ID questions.ID `json:"id"`
}

func (f *reserveTaken) apply(t truth, _ Entry) (truth, error) {
	if t.match.play.challenge == nil {
		return t, errNoChallenge
	}
	q, ok := t.match.reserve.Get(f.ID)
	if !ok {
		return t, fmt.Errorf("question %s is not in the reserve", f.ID)
	}
	var err error
	if t.match.reserve, err = t.match.reserve.Remove(f.ID); err != nil {
		return t, err
	}
	book, err := t.match.book.Add(f.ID, bank(t.match.play.challenge.row.Bank), q.Text)
	if err != nil {
		return t, err
	}
	for _, judge := range q.ApprovedBy {
		if book, err = book.Approve(f.ID, 1, judge); err != nil {
			return t, err
		}
	}
	if q.Passed {
		if book, err = book.Pass(f.ID); err != nil {
			return t, err
		}
	}
	t.match.book = book
	t.match.play, err = t.match.play.freshly(f.ID)
	return t, err
}
