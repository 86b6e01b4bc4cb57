package event

import (
	"fmt"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/judging"
)

// called is a Game Master's call (R3). Panel holds the judges who were present
// when it was made, in case it opens a challenge (B40).
type called struct {
	Move  string   `json:"move"`
	Panel []member `json:"panel,omitempty"`
}

// member is a judge of a panel with the order in which they joined.
type member struct {
	Seat   Seat  `json:"seat"`
	Joined int64 `json:"joined"`
}

func (m member) judging() judging.Member {
	return judging.Member{Seat: string(m.Seat), Joined: m.Joined}
}

func (f *called) apply(t truth, e Entry) (truth, error) {
	m := &t.match
	if m.phase != Playing {
		return t, fmt.Errorf("no match is being played")
	}
	move, err := chess.ParseMove(f.Move)
	if err != nil {
		return t, err
	}
	state, err := m.format.Call(m.house, m.play.rules, move)
	if err != nil {
		return t, err
	}
	before := m.play
	p := before.timed(*m, e)
	p.before = &before
	p = m.begin(p, e)
	p.offers, p.put = [2]bool{}, nil
	p.rules = state
	if row := state.Challenge; row != nil {
		c := m.opening(*row)
		c.opened, c.at = e.Seq, e.At
		c.panel = m.panel(f.Panel)
		p.challenge = &c
		m.play = p
		return t, nil
	}
	m.play = p.ended(m.roster, before, nil)
	return t.ended(), nil
}

// begin marks what is going on from this entry on: forms about anything earlier
// are stale. Turns are counted apart from entries, whose number would tell the
// hall how many ballots were cast.
func (m *match) begin(p play, e Entry) play {
	m.turns++
	p.since, p.sinceAt, p.stood = m.turns, e.At, m.stood
	if m.paused != nil {
		p.stood += e.At - m.paused.at // of the pause that is on, only the rest is to come
	}
	return p
}

// panel is the judges who rule together, by the house rule (B40).
func (m match) panel(present []member) judging.Panel {
	var members []judging.Member
	for _, j := range present {
		members = append(members, j.judging())
	}
	return judging.NewPanel(m.policy(), members, string(m.headJudge()))
}

// ended finishes a ply whose rules are applied: the players walk (B22), the
// next turn begins. was is the play before the call.
func (p play) ended(roster [2][posts]person, was play, r *ruled) play {
	effect := *p.rules.Last
	side := was.caller()
	last := turn{
		ply: was.ply, side: side, effect: effect, ruled: r, roster: &roster,
		mover: was.standing[effect.Move.From],
		kind:  was.rules.Position.At(effect.Move.From).Kind(),
	}
	if q := effect.Leaves; q != chess.NoSquare {
		last.left, last.leftKind = was.standing[q], was.rules.Position.At(q).Kind()
		by := last.mover
		if last.left == last.mover && r != nil {
			by = was.standing[r.challenge.row.Target]
		}
		p.out = append(p.out[:len(p.out):len(p.out)], departure{who: last.left, by: by, kind: last.leftKind, ply: was.ply, roster: &roster})
		p.standing[q] = 0
	}
	if effect.Outcome == rules.Moves {
		p.standing[effect.Move.From] = 0
		p.standing[effect.Move.To] = last.mover
	}
	if effect.RookFrom != chess.NoSquare {
		p.standing[effect.RookTo] = p.standing[effect.RookFrom]
		p.standing[effect.RookFrom] = 0
	}
	p.last = &last
	p.challenge = nil
	p.ply = was.ply + 1
	return p
}

// ended closes the playing phase when the match has a result.
func (t truth) ended() truth {
	if t.match.phase == Playing && t.match.play.result().Over {
		t.match.phase = Ended
	}
	return t
}

// decided looks whether the panel has a ruling (B40). It is held back a moment
// (B46); without a hold it takes effect at once.
func (t truth) decided(e Entry) (truth, error) {
	m := &t.match
	if m.phase != Playing || m.paused != nil || m.play.challenge == nil {
		return t, nil // what came about meanwhile counts when play goes on (R5, R8)
	}
	vote, yes := m.play.challenge.panel.Decision()
	hold, _ := m.house.Number(m.format, rules.KeyRevealHold)
	switch {
	case !yes:
		m.play = m.play.amend(func(c *challenge) { c.held = 0 })
		return t, nil
	case m.play.challenge.held != 0:
		return t, nil
	case hold > 0:
		m.play = m.play.amend(func(c *challenge) { c.held = e.At + int64(hold)*1000 })
		return t, nil
	}
	return t.rule(e, vote, false)
}

// answerOf is what a vote means to the rules.
func answerOf(v judging.Vote) rules.Answer {
	switch v {
	case judging.VoteRight:
		return rules.Right
	case judging.VoteTooLate:
		return rules.TooLate
	}
	return rules.Wrong
}

// rule applies a ruling to the open challenge; the ply is over (B21, B37).
func (t truth) rule(e Entry, vote judging.Vote, misread bool) (truth, error) {
	m := &t.match
	if m.play.challenge == nil {
		return t, errNoChallenge
	}
	c := *m.play.challenge
	id, _, ok := m.due(c)
	if !ok {
		return t, fmt.Errorf("no question has been put yet")
	}
	state, err := m.format.Rule(m.house, m.play.rules, answerOf(vote))
	if err != nil {
		return t, err
	}
	p := m.play
	was := *p.before
	p.rules = state
	p.orders = p.orders.Asked(bank(c.row.Bank))
	p.won[winner(c, vote)]++
	q, _ := m.book.Get(id)
	c.held, c.clock = 0, nil
	p = p.ended(m.roster, was, &ruled{
		challenge: c, vote: vote, defender: was.standing[c.row.Target], question: id, revision: q.Number, misread: misread,
	})
	p = m.begin(p, e)
	p.ruledAt = e.At
	m.play = p
	return t.ended(), nil
}

// winner is the side that a ruling favours: the asker's when the answer was
// not right, the answerer's when it was (R5's guide).
func winner(c challenge, v judging.Vote) chess.Side {
	if v == judging.VoteRight {
		return c.row.Asking.Other()
	}
	return c.row.Asking
}

// rulingShown ends the hold of a decided ruling (B46).
type rulingShown struct{}

func (f *rulingShown) apply(t truth, e Entry) (truth, error) {
	c := t.match.play.challenge
	if c == nil {
		return t, errNoChallenge
	}
	vote, yes := c.panel.Decision()
	if !yes {
		return t, fmt.Errorf("the panel has not decided")
	}
	return t.rule(e, vote, false)
}

var errNoChallenge = fmt.Errorf("no challenge is open")
