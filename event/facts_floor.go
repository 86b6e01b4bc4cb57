package event

import (
	"fmt"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// floorSeen is where the steward has seen everybody stand. No correction undoes it:
// people walk back on their own feet. It is never changed in place.
type floorSeen struct {
	spots [2*posts + 1]spot // by post
	check [2*posts + 1]bool // a roll-call wants this post to be seen again
}

// spot is who was seen on a post, where, and as what.
type spot struct {
	square chess.Square // NoSquare beside the field
	person person
	kind   chess.Kind
}

// spotNow is where a post belongs now.
func (m match) spotNow(who post, standing [64]post, r rules.State) spot {
	for q, p := range standing {
		if p == who {
			return spot{chess.Square(q), m.who(who), r.Position.At(chess.Square(q)).Kind()}
		}
	}
	return spot{square: chess.NoSquare}
}

// onFloor is where the match has everybody: at home while it is set up.
func (m match) onFloor() ([64]post, rules.State) {
	if m.phase == SetUp {
		start := m.start()
		return homesIn(start.Position).standing(), start
	}
	return m.play.standing, m.play.rules
}

// seen is the floor with everybody where they belong.
func (m match) seen() *floorSeen {
	standing, state := m.onFloor()
	f := &floorSeen{}
	for i := range f.spots {
		f.spots[i] = spot{square: chess.NoSquare}
	}
	for q, who := range standing {
		if who != 0 {
			f.spots[who] = spot{chess.Square(q), m.who(who), state.Position.At(chess.Square(q)).Kind()}
		}
	}
	return f
}

// rollCalled is the floor with everybody on it to be seen again.
func (m match) rollCalled(f floorSeen) *floorSeen {
	standing, _ := m.onFloor()
	f.check = [2*posts + 1]bool{}
	for _, who := range standing {
		f.check[who] = who != 0
	}
	return &f
}

// upset tells the entries after which nobody knows who really stands where: a
// roll-call is due.
func upset(f fact) bool {
	switch f.(type) {
	case *pausedPlay, *rewound, *substituted:
		return true
	}
	return false
}

// rolled calls the roll where an entry makes that due and a steward keeps the floor.
func (m match) rolled(f fact) match {
	if m.floor != nil && upset(f) {
		m.floor = m.rollCalled(*m.floor)
	}
	return m
}

// floorKept begins or ends the steward's watch over the floor. With Roll it
// calls the roll; else everybody is seen where they belong.
type floorKept struct {
	On   bool `json:"on"`
	Roll bool `json:"roll,omitempty"`
}

func (f *floorKept) apply(t truth, _ Entry) (truth, error) {
	m := &t.match
	switch {
	case !f.On:
		m.floor = nil
	case !f.Roll:
		m.floor = m.seen()
	default:
		m.floor = m.rollCalled(*orSeen(m))
	}
	return t, nil
}

func orSeen(m *match) *floorSeen {
	if m.floor != nil {
		return m.floor
	}
	return m.seen()
}

// floorTicked is the steward's word that somebody stands where they belong, or
// has left the field.
type floorTicked struct {
	Post   post   `json:"post"`
	Square string `json:"square,omitempty"` // where the page said; empty: off the field
}

func (f *floorTicked) apply(t truth, _ Entry) (truth, error) {
	if f.Post < 1 || f.Post > 2*posts {
		return t, fmt.Errorf("no such post")
	}
	m := &t.match
	next := *orSeen(m)
	if m.floor == nil {
		next = *m.before()
	}
	s := spot{square: chess.NoSquare}
	if f.Square != "" {
		q, err := chess.ParseSquare(f.Square)
		if err != nil {
			return t, err
		}
		_, state := m.onFloor()
		s = spot{q, m.who(f.Post), state.Position.At(q).Kind()}
	}
	next.spots[f.Post], next.check[f.Post] = s, false
	m.floor = &next
	return t, nil
}

// before is the floor before the last ply was walked: what a steward begins with
// who has kept none so far.
func (m match) before() *floorSeen {
	f := m.seen()
	p := m.play
	if p.last == nil || p.before == nil || p.challenge != nil || p.put != nil || m.phase == SetUp {
		return f
	}
	then := m
	then.play = *p.before
	then.roster = *p.last.roster
	return then.seen()
}
