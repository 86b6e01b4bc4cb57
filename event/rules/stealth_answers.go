package rules

import (
	"fmt"

	"biblechess/event/chess"
)

// Answer is the enemy's answer to a claim (S14): call the bluff, or let it
// stand, which on a capture is to surrender the piece. The state's claim says
// who answers.
func (stealth) Answer(h House, s State, call bool) (State, error) {
	g := stealthLawOf(h)
	c := s.Veil.Doubt
	switch {
	case s.Result.Over:
		return s, g.waiting(s)
	case c == nil:
		return s, &chess.Refusal{Clause: "S14", Square: chess.NoSquare, Words: "There is no move to call a bluff."}
	}
	v := s.veil()
	v.Doubt = nil
	caller := c.Side.Other()
	switch {
	case !call && !c.Capture:
		return g.judged(s.with(v)), nil
	case !call:
		return g.made(s, v, c.Move), nil
	case !c.Bluff:
		// A wrong call: move and capture stand, and the mover takes one blindly.
		next := s.with(v)
		if c.Capture {
			next = g.made(s, v, c.Move)
		}
		if next.Result.Over {
			return next, nil
		}
		return g.owes(next, Due{Clause: "S14", By: c.Side, From: caller}), nil
	}
	// A bluff: the board goes back, the piece is lost, and one more.
	stood := c.Move.From
	if c.Before != nil {
		stood = c.Move.To
		s = *c.Before
		v = s.veil()
	}
	was := s
	s.Position = v.remove(s.Position, c.Move.From, caller, "S14")
	v.Steps = []Step{{stood, chess.NoSquare}}
	v.Shown = nil
	m := c.Move
	m.Promotion = chess.NoKind
	next := g.over(s, v, was, m, "S14", c.Move.From)
	if next.Result.Over && !next.Result.Drawn {
		return next, nil
	}
	next.Result = Result{}
	return g.owes(next, Due{Clause: "S14", By: caller, From: c.Side}), nil
}

// owes makes a blind choice due.
func (g *stealthLaw) owes(s State, d Due) State {
	steps := s.Veil.Steps
	v := s.veil()
	v.Steps, v.Due = steps, &d
	s.Result = Result{}
	if s.Last != nil {
		e := *s.Last
		e.Result = Result{}
		s.Last = &e
	}
	return s.with(v)
}

// Choosable is the squares among which the side that is due chooses blindly:
// those of the enemy's pieces that it does not see, or of all when it sees all.
func (f stealth) Choosable(h House, s State) chess.Squares {
	d := s.Veil.Due
	if d == nil {
		return 0
	}
	all := s.Position.Occupied(d.From)
	if blind := all &^ f.Faces(h, s, d.By); blind != 0 {
		return blind
	}
	return all
}

// Choose is the blind choice that is due (S14, S15). A King so chosen loses
// the match.
func (f stealth) Choose(h House, s State, q chess.Square) (State, error) {
	g := stealthLawOf(h)
	d := s.Veil.Due
	switch {
	case s.Result.Over:
		return s, g.waiting(s)
	case d == nil:
		return s, &chess.Refusal{Clause: "S14", Square: chess.NoSquare, Words: "Nothing is to be chosen now."}
	case !s.Position.Occupied(d.From).Has(q):
		return s, &chess.Refusal{Clause: d.Clause, Square: q, Words: fmt.Sprintf("Choose a square on which a player of %s stands.", d.From)}
	case !f.Choosable(h, s).Has(q):
		return s, &chess.Refusal{Clause: d.Clause, Square: q, Words: "That player faces you, and the choice is a blind one: choose one that you don't see."}
	}
	was, v := s, s.veil()
	v.Due = nil
	s.Position = v.remove(s.Position, q, d.By, d.Clause)
	v.Steps = []Step{{q, chess.NoSquare}}
	return g.fallen(s.with(v), q, was), nil
}

// Faces is the enemy's pieces that a side sees: the unmasked ones (S15), and
// the King of a side that bears that handicap (S13).
func (stealth) Faces(h House, s State, viewer chess.Side) chess.Squares {
	g := stealthLawOf(h)
	if s.Veil.SetUp != nil {
		return 0
	}
	faces := s.Veil.Turned & s.Position.Occupied(viewer.Other())
	if g.expose[viewer.Other()] {
		faces = faces.With(s.Position.Royal(viewer.Other()))
	}
	return faces
}

// Sees is the own pieces that a side sees: all but the turned ones.
func (stealth) Sees(s State, owner chess.Side) chess.Squares {
	return s.Position.Occupied(owner) &^ s.Veil.Turned
}

// MayGuess tells whether the side to move may unmask a piece now (S15).
func (stealth) MayGuess(h House, s State) bool {
	g := stealthLawOf(h)
	return g.unmask && g.waiting(s) == nil && !s.Veil.Guessed && s.Veil.Doubt == nil
}

// Guess is a guess at an enemy's piece, once in a turn and before moving (S15).
// Right, and the piece is turned; wrong, and the enemy chooses one of the
// guesser's blindly.
func (f stealth) Guess(h House, s State, q chess.Square, k chess.Kind) (State, error) {
	g := stealthLawOf(h)
	if r := g.waiting(s); r != nil {
		return s, r
	}
	refuse := func(words string) (State, error) {
		return s, &chess.Refusal{Clause: "S15", Square: q, Words: words}
	}
	side := s.Position.Turn()
	switch {
	case !g.unmask:
		return refuse("Nobody is unmasked in this match.")
	case s.Veil.Doubt != nil:
		return s, &chess.Refusal{Clause: "S14", Square: s.Veil.Doubt.Move.To, Words: "Answer the move first: call the bluff, or let it stand."}
	case s.Veil.Guessed:
		return refuse("One guess a turn: make your move.")
	case k < chess.Pawn || k > chess.King:
		return refuse("Say what you take it for: King, Queen, Rook, Bishop, Knight or Pawn.")
	case !s.Position.Occupied(side.Other()).Has(q):
		return refuse("Guess at a player of the other side.")
	case f.Faces(h, s, side).Has(q):
		return refuse("{" + q.String() + "} faces you already.")
	}
	v := s.veil()
	v.Guessed = true
	if s.Position.At(q).Kind() == k {
		v.Turned = v.Turned.With(q)
		return s.with(v), nil
	}
	return g.owes(s.with(v), Due{Clause: "S15", By: side.Other(), From: side}), nil
}
