package rules

import (
	"fmt"
	"slices"

	"biblechess/event/chess"
)

// trueMoves lists what the pieces of the side to move can make by their true
// kinds (S2, S11), in the same order every time.
func (g *stealthLaw) trueMoves(s State) []chess.Move {
	p := g.moving(s.Position)
	var list []chess.Move
	for _, m := range p.AppendMoves(make([]chess.Move, 0, 64), stealthManners) {
		if p.At(m.From).Kind() == chess.Pawn && doubled(m) && !s.Veil.Unmoved.Has(m.From) {
			continue
		}
		list = append(list, m)
	}
	// A Pawn that starts on its own first rank takes two squares too.
	side := p.Turn()
	for q := range (s.Veil.Unmoved & p.Find(chess.NewPiece(side, chess.Pawn))).All() {
		if rankOf(side, q) != 0 {
			continue
		}
		one, two := ahead(side, q, 1), ahead(side, q, 2)
		if p.At(one) == 0 && p.At(two) == 0 {
			list = append(list, chess.Move{From: q, To: two})
		}
	}
	return list
}

// moving is the position by which pieces move: a super Queen as an Amazon (S11).
func (g *stealthLaw) moving(p chess.Position) chess.Position {
	if !g.superQueen {
		return p
	}
	for q := range p.Find(chess.NewPiece(p.Turn(), chess.Queen)).All() {
		p = p.With(q, chess.NewPiece(p.Turn(), chess.Amazon))
	}
	return p
}

func doubled(m chess.Move) bool { return m.From+16 == m.To || m.To+16 == m.From }

// ahead is the square so many ranks ahead of a side's Pawn.
func ahead(s chess.Side, q chess.Square, n int) chess.Square {
	if s == chess.Black {
		n = -n
	}
	return chess.SquareAt(q.File(), q.Rank()+n)
}

// anyPiece is where any piece could go from a square: with the super bluff, a
// piece is moved as any piece could (S14).
func anyPiece(p chess.Position, from chess.Square) chess.Squares {
	return p.Reaches(chess.Amazon, from, p.Turn())
}

// offered is the squares that a turned piece is offered: all of them, but those
// of its own side; with the super bluff those that some piece could go to (S15).
func (g *stealthLaw) offered(p chess.Position, from chess.Square) chess.Squares {
	if g.bluff {
		return anyPiece(p, from)
	}
	return ^p.Occupied(p.Turn())
}

// Calls lists what the Game Master of the side to move may call, as its own
// tablet offers it: the moves that the pieces can make, bluffs (S14), and every
// square for a turned piece (S15). None while an answer or a choice is due, and
// after the end.
func (stealth) Calls(h House, s State) []chess.Move {
	g := stealthLawOf(h)
	if r := g.waiting(s); r != nil {
		return nil
	}
	if c := s.Veil.Doubt; c != nil && c.Capture {
		return nil
	}
	p, v := s.Position, s.Veil
	var list []chess.Move
	honestly := g.trueMoves(s)
	for _, m := range honestly {
		if !v.Turned.Has(m.From) && g.free(v, m.From) {
			list = append(list, m)
		}
	}
	for from := range p.Occupied(p.Turn()).All() {
		turned := v.Turned.Has(from)
		if !turned && !g.bluff || !g.free(v, from) {
			continue
		}
		for to := range g.offered(p, from).All() {
			promotes := rankOf(p.Turn(), to) == 7 && (turned || p.At(from).Kind() == chess.Pawn)
			switch {
			case !turned && slices.ContainsFunc(honestly, func(m chess.Move) bool { return m.From == from && m.To == to }):
			case promotes:
				for _, k := range [...]chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight} {
					list = append(list, chess.Move{From: from, To: to, Promotion: k})
				}
			default:
				list = append(list, chess.Move{From: from, To: to})
			}
		}
	}
	return list
}

// free tells whether touch-and-move leaves a piece free to be called (S4).
func (g *stealthLaw) free(v *Veil, from chess.Square) bool {
	return v.Touched == chess.NoSquare || v.Touched == from
}

// waiting refuses whatever can't be done now; nil while the side to move may act.
func (g *stealthLaw) waiting(s State) *chess.Refusal {
	switch v := s.Veil; {
	case s.Result.Over:
		return &chess.Refusal{Clause: "R5", Square: chess.NoSquare, Words: "The match is over and takes no more calls."}
	case v.SetUp != nil:
		return &chess.Refusal{Clause: "S1", Square: chess.NoSquare, Words: "The sides are still setting up: play begins when both have confirmed."}
	case v.Due != nil:
		return &chess.Refusal{Clause: v.Due.Clause, Square: chess.NoSquare, Words: fmt.Sprintf("%s chooses one of %s's players blindly first.", v.Due.By, v.Due.From)}
	case v.Doubt != nil && v.Doubt.Capture:
		return &chess.Refusal{Clause: "S14", Square: v.Doubt.Move.To, Words: fmt.Sprintf("%s answers first: surrender, or call the bluff.", v.Doubt.Side.Other())}
	case v.Doubt != nil && g.judged(s).Result.Over:
		return &chess.Refusal{Clause: "S14", Square: v.Doubt.Move.To, Words: fmt.Sprintf("%s answers first: call the bluff, or let it stand and the match ends.", v.Doubt.Side.Other())}
	}
	return nil
}

// verdict is what a call comes to.
type verdict uint8

const (
	honest   verdict = iota // the true kind makes it
	bluffing                // another kind could (S14)
	stumble                 // a turned piece can't make it (S15)
)

// verdict judges a call of the side to move; the refusal tells nothing but to
// the caller, and about a turned piece nothing that its owner may not know.
func (g *stealthLaw) verdict(s State, m chess.Move) (verdict, *chess.Refusal) {
	if r := g.waiting(s); r != nil {
		return 0, r
	}
	p, v := s.Position, s.Veil
	if m.From >= chess.NoSquare || m.To >= chess.NoSquare {
		return 0, p.Why(m, stealthManners, stealthTongue)
	}
	x := p.At(m.From)
	switch {
	case x == 0:
		return 0, &chess.Refusal{Clause: "R3", Square: m.From, Words: fmt.Sprintf("Nobody stands on %s.", m.From)}
	case x.Side() != p.Turn():
		return 0, &chess.Refusal{Clause: "R2", Square: m.From, Words: fmt.Sprintf("It is %s's turn, and {%s} on %s is %s's.", p.Turn(), m.From, m.From, x.Side())}
	case m.From == m.To:
		return 0, &chess.Refusal{Clause: "R3", Square: m.From, Words: fmt.Sprintf("A call is two different squares, and both of these are %s.", m.From)}
	case p.Occupied(p.Turn()).Has(m.To):
		return 0, &chess.Refusal{Clause: "S2", Square: m.To, Words: fmt.Sprintf("{%s} can't go to %s, where {%s} of its own side stands.", m.From, m.To, m.To)}
	case !g.free(v, m.From):
		return 0, &chess.Refusal{Clause: "S4", Square: v.Touched, Words: fmt.Sprintf("{%s} on %s was touched and must be moved.", v.Touched, v.Touched)}
	}
	turned := v.Turned.Has(m.From)
	last := rankOf(p.Turn(), m.To) == 7
	if turned {
		if last && m.Promotion == chess.NoKind {
			return 0, &chess.Refusal{Clause: "S15", Square: m.To, Words: fmt.Sprintf("{%s} is turned away: the call must say what it becomes on the last rank, in case it is a Pawn.", m.From)}
		}
		if m.Promotion != chess.NoKind && (!last || !stealthManners.Promotions.Has(m.Promotion)) {
			return 0, &chess.Refusal{Clause: "S5", Square: m.To, Words: "A player is promoted on the last rank alone, to a Queen, Rook, Bishop or Knight."}
		}
	}
	if x.Kind() != chess.Pawn && turned {
		m.Promotion = chess.NoKind
	}
	if slices.Contains(g.trueMoves(s), m) {
		return honest, nil
	}
	possible := g.bluff && anyPiece(p, m.From).Has(m.To)
	switch {
	case turned && !g.bluff:
		return stumble, nil
	case turned && possible:
		return bluffing, nil
	case turned:
		return 0, &chess.Refusal{Clause: "S14", Square: m.From, Words: fmt.Sprintf("{%s} can't go from %s to %s: no piece could.", m.From, m.From, m.To)}
	case possible && x.Kind() == chess.Pawn && last && stealthManners.Promotions.Has(m.Promotion):
		return bluffing, nil
	case possible && !(x.Kind() == chess.Pawn && last) && m.Promotion == chess.NoKind:
		return bluffing, nil
	}
	return 0, g.why(s, m)
}

// stealthTongue is how refusals speak to the caller.
var stealthTongue = chess.Tongue{
	Name:     Stealth.PieceName,
	Movement: func(chess.Kind) string { return "S2" },
	Takes:    "captures", Open: "in check",
	Call: "R3", Turn: "R2", Castling: "S2", Promotion: "S5",
}

// why explains to the caller why the own piece, which it sees, can't make a move.
func (g *stealthLaw) why(s State, m chess.Move) *chess.Refusal {
	p, x := s.Position, s.Position.At(m.From)
	if x.Kind() == chess.Pawn && m.To == ahead(x.Side(), m.From, 1)+ahead(x.Side(), m.From, 1)-m.From && doubled(m) {
		one := ahead(x.Side(), m.From, 1)
		for _, q := range []chess.Square{one, m.To} {
			if p.At(q) != 0 {
				return &chess.Refusal{Clause: "S2", Square: q, Words: fmt.Sprintf("The Pawn on %s can't step onto %s, where {%s} stands.", m.From, q, q)}
			}
		}
		return &chess.Refusal{Clause: "S2", Square: m.From, Words: fmt.Sprintf("The Pawn on %s can't take two squares: it has moved already.", m.From)}
	}
	if g.bluff && !anyPiece(p, m.From).Has(m.To) {
		return &chess.Refusal{Clause: "S14", Square: m.From, Words: fmt.Sprintf("{%s} can't go from %s to %s: no piece could.", m.From, m.From, m.To)}
	}
	if g.bluff && m.Promotion == chess.NoKind {
		return &chess.Refusal{Clause: "S5", Square: m.To, Words: fmt.Sprintf("The Pawn on %s reaches the last rank: the call must say whether it becomes a Queen, Rook, Bishop or Knight.", m.From)}
	}
	if g.bluff {
		return &chess.Refusal{Clause: "S5", Square: m.To, Words: fmt.Sprintf("{%s} can't be promoted on %s: only a Pawn that reaches the last rank is, to a Queen, Rook, Bishop or Knight.", m.From, m.To)}
	}
	if r := g.moving(p).Why(m, stealthManners, superTongue); r != nil {
		return r
	}
	return p.Why(m, stealthManners, stealthTongue)
}

// superTongue names a super Queen, which moves as an Amazon, by its own name.
var superTongue = func() chess.Tongue {
	t := stealthTongue
	t.Name = func(k chess.Kind) string {
		if k == chess.Amazon {
			k = chess.Queen
		}
		return Stealth.PieceName(k)
	}
	return t
}()

// Bluffs tells whether a call is a bluff: another piece than the true one goes
// so (S14). It is for the own tablet alone.
func (stealth) Bluffs(h House, s State, m chess.Move) bool {
	g := stealthLawOf(h)
	how, r := g.verdict(s, m)
	return r == nil && how == bluffing
}
