package event

import (
	"fmt"
	"slices"

	"biblechess/event/chess"
	"biblechess/judging"
	"biblechess/questions"
)

// paperPlayed is plies that were played on paper, with their rulings (R9). They
// become plies like any others, so that rewinding and the report know them.
type paperPlayed struct {
	Plies  []paperPly `json:"plies"`
	Spent  bool       `json:"spent,omitempty"` // the open challenge's question does not come again
	Reason string     `json:"reason"`
}

// paperPly is one ply as it stands on the sheet; Vote is empty where nobody was
// challenged.
type paperPly struct {
	Move string `json:"move"`
	Vote string `json:"vote,omitempty"`
}

func (f *paperPlayed) apply(t truth, e Entry) (truth, error) {
	t = t.laidAside(e, f.Spent)
	first := t.match.play.ply
	for i, ply := range f.Plies {
		var err error
		if t, err = t.onPaper(e, ply); err != nil {
			return t, fmt.Errorf("ply %d of the sheet: %w", i+1, err)
		}
	}
	t.match.play.put = &correction{what: "played", ply: first, to: t.match.play.ply - 1, reason: f.Reason}
	return t.footed(), nil
}

// footed is the truth with the floor as the board has it: what is entered is what
// the floor has done already.
func (t truth) footed() truth {
	if t.match.floor != nil {
		t.match.floor = t.match.seen()
	}
	return t
}

// laidAside takes an open challenge's call back and ends a second look: what came
// of them is on the sheet. A Quiz Master's own question that was shown stays the due
// one where its ruling stands on the sheet; else it is spent (B37).
func (t truth) laidAside(e Entry, spent bool) truth {
	m := &t.match
	side, shown, own := m.shownOwn()
	if m.play.challenge != nil && m.play.before != nil {
		to := *m.play.before
		// What was thrown out or used before stays so.
		for _, id := range m.play.orders.Voided() {
			to.orders = to.orders.Void(id)
		}
		for _, s := range chess.Sides {
			for _, id := range m.play.orders.Used(s) {
				to.orders = to.orders.SpendOwn(s, id)
			}
		}
		if own && spent {
			to.orders = to.orders.SpendOwn(side, shown)
		}
		m.play = m.begin(to, e)
	}
	m.play.review = nil
	return t
}

// onPaper plays one ply of the sheet.
func (t truth) onPaper(e Entry, ply paperPly) (truth, error) {
	m := &t.match
	if m.phase != Playing {
		return t, fmt.Errorf("the match is over before this ply")
	}
	move, err := chess.ParseMove(ply.Move)
	if err != nil {
		return t, err
	}
	state, err := m.format.Call(m.house, m.play.rules, move)
	if err != nil {
		return t, err
	}
	before := m.play
	p := m.begin(before, e)
	p.before, p.offers, p.put, p.rules = &before, [2]bool{}, nil, state
	if state.Challenge == nil {
		if ply.Vote != "" {
			return t, errNoRuling
		}
		m.play = p.ended(m.roster, before, nil)
		return t.ended(), nil
	}
	vote, err := judging.ParseVote(ply.Vote)
	if err != nil {
		return t, errRulingDue
	}
	c := m.opening(*state.Challenge)
	if err := t.mayVote(ply.Vote, c); err != nil {
		return t, err
	}
	c.opened, c.at, c.marker = e.Seq, e.At, false
	p.challenge = &c
	m.play = p
	if _, _, ok := m.due(c); !ok {
		return t, errNoneLeft
	}
	if t, err = t.rule(e, vote, false); err != nil {
		return t, err
	}
	t.match.play.ruledAt = 0 // nobody waits for an appeal that could be made on paper
	return t, nil
}

var (
	errNoRuling  = fmt.Errorf("nobody is challenged by this call, so it has no ruling")
	errRulingDue = fmt.Errorf("this call is a challenge: write right, wrong or late behind it")
	errNoneLeft  = fmt.Errorf("the Quiz Master's own questions had run out: set the position by hand instead")
)

// positionEntered is where everybody stands after a match went on by paper, whose
// turn it is, and which question each bank asks next (R9).
type positionEntered struct {
	FEN    string          `json:"fen"`
	Stand  map[post]string `json:"stand"` // by post: the square
	Next   []nextQuestion  `json:"next,omitempty"`
	Ply    int             `json:"ply"`             // the one that comes now
	Spent  bool            `json:"spent,omitempty"` // the open challenge's question does not come again
	Reason string          `json:"reason"`
}

// nextQuestion is the number of the question that a bank asks next, where paper
// changed it.
type nextQuestion struct {
	Side   chess.Side `json:"side"`
	Kind   chess.Kind `json:"kind"`
	Number int        `json:"number"`
}

func (f *positionEntered) apply(t truth, e Entry) (truth, error) {
	t = t.laidAside(e, f.Spent)
	m := &t.match
	position, err := chess.ParseFEN(f.FEN)
	if err != nil {
		return t, err
	}
	state, err := m.format.From(m.house, position)
	if err != nil {
		return t, err
	}
	before := m.play
	p := m.begin(before, e)
	p.before, p.offers, p.last, p.rules, p.ruledAt = &before, [2]bool{}, nil, state, 0
	p.standing = [64]post{}
	for who, name := range f.Stand {
		q, err := chess.ParseSquare(name)
		if err != nil {
			return t, err
		}
		p.standing[q] = who
	}
	p.out = m.outOnPaper(before, p.standing)
	for _, n := range f.Next {
		if p.orders, err = p.orders.Continue(questions.Bank{Side: n.Side, Kind: n.Kind}, n.Number); err != nil {
			return t, err
		}
	}
	p.ply = f.Ply
	p.put = &correction{what: "position", ply: before.ply, reason: f.Reason}
	m.play = p
	return t.footed().ended(), nil
}

// outOnPaper is who has left the field, when some left it and some came back on paper.
func (m match) outOnPaper(was play, standing [64]post) []departure {
	on := map[post]bool{}
	for _, who := range standing {
		on[who] = true
	}
	out := slices.DeleteFunc(slices.Clone(was.out), func(d departure) bool { return on[d.who] })
	roster := m.roster
	for q, who := range was.standing {
		if who != 0 && !on[who] {
			out = append(out, departure{who: who, kind: was.rules.Position.At(chess.Square(q)).Kind(), ply: was.ply, how: "somebody, on paper", roster: &roster})
		}
	}
	return out
}
