package rules

import (
	"fmt"
	"slices"

	"biblechess/event/chess"
)

// Call plays a call of the side to move (S2, S5, S14, S15). With the super
// bluff it becomes a claim, which the enemy may call a bluff. A call that a
// turned piece can't make is no refusal: it costs the piece. Making it lets a
// claim of the enemy's stand.
func (stealth) Call(h House, s State, m chess.Move) (State, error) {
	g := stealthLawOf(h)
	how, r := g.verdict(s, m)
	if r != nil {
		return s, r
	}
	was := s
	side, v := s.Position.Turn(), s.veil()
	v.Doubt = nil
	if how == stumble {
		s.Position = v.remove(s.Position, m.From, side.Other(), "S15")
		v.Steps = []Step{{m.From, chess.NoSquare}}
		return g.over(s, v, was, m, "S15", m.From), nil
	}
	if s.Position.At(m.From).Kind() != chess.Pawn {
		m.Promotion = chess.NoKind // of a turned piece that is no Pawn
	}
	capture := s.Position.At(m.To) != 0
	claim := Doubt{Move: m, Side: side, Capture: capture, Bluff: how == bluffing}
	if g.bluff && capture {
		v.Doubt = &claim
		v.Shown = nil
		next := s.with(v)
		next.Last = &Effect{Clause: "S14", Move: m, Outcome: Moves, Leaves: m.To, RookFrom: chess.NoSquare, RookTo: chess.NoSquare, After: s.Position}
		return next, nil
	}
	next := g.made(s, v, m)
	if g.bluff { // even when two bare Kings are left by it (S6): the bluff can be called first
		next.Result = Result{}
		before := s.with(func() Veil { v := s.veil(); v.Doubt = nil; return v }())
		claim.Before = &before
		nv := *next.Veil
		nv.Doubt = &claim
		next = next.with(nv)
	}
	return next, nil
}

// made puts a move on the board: the ply is over.
func (g *stealthLaw) made(s State, v Veil, m chess.Move) State {
	was, side := s, s.Position.Turn()
	kind, leaves := s.Position.At(m.From).Kind(), chess.NoSquare
	clause := "S2"
	if m.Promotion != chess.NoKind {
		clause = "S5"
	}
	v.Steps = append(v.Steps, Step{m.From, m.To})
	if x := s.Position.At(m.To); x != 0 {
		leaves = m.To
		v.Steps = append([]Step{{m.To, chess.NoSquare}}, v.Steps...)
		s.Position = v.remove(s.Position, m.To, side, "S3")
	}
	x := chess.NewPiece(side, kind)
	if m.Promotion != chess.NoKind {
		x = chess.NewPiece(side, m.Promotion)
	}
	s.Position = s.Position.With(m.From, 0).With(m.To, x)
	v.walked(m.From, m.To)
	v.Shown = nil
	if leaves != chess.NoSquare && g.show[side] {
		v.Shown = &Shown{At: m.To, Kind: kind}
	}
	return g.over(s, v, was, m, clause, leaves)
}

// over ends a ply: the other side is to move.
func (g *stealthLaw) over(s State, v Veil, was State, m chess.Move, clause string, leaves chess.Square) State {
	outcome := Moves
	if leaves == m.From {
		outcome = Vanishes
	}
	loud := leaves != chess.NoSquare || was.Position.At(m.From).Kind() == chess.Pawn
	s.Position = s.Position.Next(loud)
	v.Touched, v.Guessed, v.Passed = chess.NoSquare, false, false
	if outcome == Vanishes {
		v.Shown = nil
	}
	e := Effect{Clause: clause, Move: m, Outcome: outcome, Leaves: leaves, Becomes: m.Promotion, RookFrom: chess.NoSquare, RookTo: chess.NoSquare, After: s.Position}
	s.Last = &e
	return g.fallen(s.with(v), leaves, was)
}

// fallen gives a state its result after somebody has left: a King that fell
// loses the match (S3), and two bare Kings end it (S6).
func (g *stealthLaw) fallen(s State, q chess.Square, was State) State {
	if x := was.Position.At(q); x.Kind() == chess.King {
		fall := s.Veil.Fallen[len(s.Veil.Fallen)-1]
		words := fmt.Sprintf("%s's King on %s was captured: %s wins.", x.Side(), q, x.Side().Other())
		switch fall.Clause {
		case "S14":
			words = fmt.Sprintf("%s's King on %s was lost by the bluff: %s wins.", x.Side(), q, x.Side().Other())
		case "S15":
			words = fmt.Sprintf("%s's King on %s was lost by unmasking: %s wins.", x.Side(), q, x.Side().Other())
		}
		v := *s.Veil
		v.Doubt, v.Due = nil, nil
		s = s.with(v)
		s.Result = wins(x.Side().Other(), fall.Clause, words)
	} else if s.Veil.Due == nil {
		s = g.judged(s)
	}
	if s.Last != nil {
		e := *s.Last
		e.Result = s.Result
		s.Last = &e
	}
	return s
}

// MayPass tells whether the side to move may pass: no piece that it sees has a
// move that its true kind makes (S6, S14). Turned pieces don't count, since
// their owner can't know.
func (stealth) MayPass(h House, s State) bool {
	g := stealthLawOf(h)
	return g.waiting(s) == nil && !slices.ContainsFunc(g.trueMoves(s), func(m chess.Move) bool { return !s.Veil.Turned.Has(m.From) })
}

// Pass ends a turn without a move (S6). Two in turn end the match.
func (f stealth) Pass(h House, s State) (State, error) {
	g := stealthLawOf(h)
	if r := g.waiting(s); r != nil {
		return s, r
	}
	if !f.MayPass(h, s) {
		return s, &chess.Refusal{Clause: "S6", Square: chess.NoSquare, Words: "One of your pieces has a legal move: a side passes only when it has none."}
	}
	v := s.veil()
	again := v.Passed
	v.Doubt, v.Shown, v.Touched, v.Guessed, v.Passed = nil, nil, chess.NoSquare, false, true
	s.Position = s.Position.Next(false)
	s.Last = &Effect{Clause: "S6", Move: chess.Move{From: chess.NoSquare, To: chess.NoSquare}, Outcome: Stays, Leaves: chess.NoSquare, RookFrom: chess.NoSquare, RookTo: chess.NoSquare, After: s.Position}
	s = s.with(v)
	if again {
		s.Result = draws("S6", "Neither side has a legal move, and both passed in turn: nobody wins.")
		s.Last.Result = s.Result
	}
	return s, nil
}

// Touch binds the side to move to a piece (S4). A piece without a legal move
// binds nobody, and neither does a turned one (S15): that is a refusal for the
// own tablet alone.
func (stealth) Touch(h House, s State, q chess.Square) (State, error) {
	g := stealthLawOf(h)
	if r := g.waiting(s); r != nil {
		return s, r
	}
	x := s.Position.At(q)
	refuse := func(clause, words string, args ...any) (State, error) {
		return s, &chess.Refusal{Clause: clause, Square: q, Words: fmt.Sprintf(words, args...)}
	}
	switch {
	case g.bluff:
		return refuse("S14", "With the super bluff no touch binds.")
	case !g.touch:
		return refuse("S4", "In this match no touch binds.")
	case x == 0 || x.Side() != s.Position.Turn():
		return refuse("S4", "Touch one of your own players.")
	case s.Veil.Touched != chess.NoSquare:
		return refuse("S4", "{%s} on %s was touched already and must be moved.", s.Veil.Touched, s.Veil.Touched)
	case s.Veil.Turned.Has(q):
		return refuse("S15", "{%s} is turned away from you, and touching it does not bind.", q)
	case !slices.ContainsFunc(g.trueMoves(s), func(m chess.Move) bool { return m.From == q }):
		return refuse("S4", "{%s} has no legal move, so touching it does not bind: move another.", q)
	}
	v := s.veil()
	v.Touched = q
	return s.with(v), nil
}

// MayExchange lists the pairs of squares that the side to move may call for an
// exchange of its King and a Rook (S10), as its own tablet offers them: a
// turned piece may be either. None when it can't.
func (stealth) MayExchange(h House, s State) [][2]chess.Square {
	g := stealthLawOf(h)
	p, v := s.Position, s.Veil
	if g.waiting(s) != nil || !g.transports || v.Transported[p.Turn()] || v.Touched != chess.NoSquare {
		return nil
	}
	turned := v.Turned & p.Occupied(p.Turn())
	kings := p.Find(chess.NewPiece(p.Turn(), chess.King)) &^ turned
	rooks := p.Find(chess.NewPiece(p.Turn(), chess.Rook)) &^ turned
	if kings == 0 {
		kings = turned // the King is one of them
	}
	var list [][2]chess.Square
	for a := range kings.All() {
		for b := range (rooks | turned).All() {
			if a != b && !(kings.Has(b) && b < a) {
				list = append(list, [2]chess.Square{a, b})
			}
		}
	}
	return list
}

// Exchange exchanges a side's King with one of its Rooks, once a match, in
// place of a move (S10). With a turned piece that is not the one it would have
// to be, that piece is lost instead (S15). Making it lets a claim stand.
func (f stealth) Exchange(h House, s State, a, b chess.Square) (State, error) {
	g := stealthLawOf(h)
	if r := g.waiting(s); r != nil {
		return s, r
	}
	p := s.Position
	side := p.Turn()
	refuse := func(clause string, q chess.Square, words string, args ...any) (State, error) {
		return s, &chess.Refusal{Clause: clause, Square: q, Words: fmt.Sprintf(words, args...)}
	}
	switch {
	case !g.transports:
		return refuse("S10", chess.NoSquare, "King and Rook are not exchanged in this match.")
	case s.Veil.Transported[side]:
		return refuse("S10", chess.NoSquare, "%s has exchanged its King with a Rook already: that is done once a match.", side)
	case s.Veil.Touched != chess.NoSquare:
		return refuse("S4", s.Veil.Touched, "{%s} on %s was touched and must be moved.", s.Veil.Touched, s.Veil.Touched)
	case a == b || !p.Occupied(side).Has(a) || !p.Occupied(side).Has(b):
		return refuse("S10", chess.NoSquare, "Name two squares of your own: the King's and a Rook's.")
	}
	a, b = min(a, b), max(a, b)
	kinds := [2]chess.Kind{p.At(a).Kind(), p.At(b).Kind()}
	right := kinds == [2]chess.Kind{chess.King, chess.Rook} || kinds == [2]chess.Kind{chess.Rook, chess.King}
	was, v := s, s.veil()
	v.Doubt, v.Shown = nil, nil
	if !right {
		// What the own tablet sees may be refused; what it doesn't see is lost.
		lost := chess.NoSquare
		for i, q := range []chess.Square{a, b} {
			other := []chess.Square{b, a}[i]
			if !v.Turned.Has(q) || !v.Turned.Has(other) && kinds[1-i] != chess.King && kinds[1-i] != chess.Rook {
				continue
			}
			if lost == chess.NoSquare {
				lost = q
			}
		}
		if lost == chess.NoSquare {
			return refuse("S10", chess.NoSquare, "Only your King and one of your Rooks exchange their squares.")
		}
		s.Position = v.remove(p, lost, side.Other(), "S15")
		v.Steps = []Step{{lost, chess.NoSquare}}
		return g.over(s, v, was, chess.Move{From: lost, To: lost}, "S15", lost), nil
	}
	v.Transported[side] = true
	x, y := p.At(a), p.At(b)
	s.Position = p.With(a, y).With(b, x)
	ta, tb := v.Turned.Has(a), v.Turned.Has(b)
	v.Turned = v.Turned.Without(a).Without(b)
	if ta {
		v.Turned = v.Turned.With(b)
	}
	if tb {
		v.Turned = v.Turned.With(a)
	}
	v.Steps = []Step{{a, b}, {b, a}}
	s = g.over(s, v, was, chess.Move{From: a, To: b}, "S10", chess.NoSquare)
	s.Last.RookFrom, s.Last.RookTo = b, a
	return s, nil
}
