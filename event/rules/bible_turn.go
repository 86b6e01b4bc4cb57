package rules

import (
	"fmt"

	"biblechess/event/chess"
)

// turn is the match at the start of a turn (B24, B25): whether it is over, and
// how. Played says that a ply has just been made, and not a position entered.
func (g *bibleSettings) turn(p chess.Position, played bool) Result {
	mover, waiting := p.Turn(), p.Turn().Other()
	if g.open == OpenAutomatic || g.open == OpenStrict && played {
		// Strict: the side that has just played left its own Game Master open.
		// Automatic: the side to move wins, whoever exposed whom.
		if q := p.Royal(waiting); p.Attacked(q, mover, g.manners) {
			by := p.Attackers(q, mover, g.manners).First()
			return wins(mover, "B24", fmt.Sprintf("%s's Game Master on %s is open to the %s on %s: %s wins.",
				waiting, q, bibleName(p.At(by).Kind()), by, mover))
		}
	}
	if g.hasCall(p) {
		return Result{}
	}
	if g.open != OpenStrict {
		return draws("B25", fmt.Sprintf("%s has no possible call: the match is drawn.", mover))
	}
	if g.exposed(p, mover) {
		return wins(waiting, "B24", fmt.Sprintf("%s's Game Master on %s is open, and no call helps: %s wins.", mover, p.Royal(mover), waiting))
	}
	return draws("B24", fmt.Sprintf("%s has no legal call, and its Game Master is not open: the match is drawn.", mover))
}

func wins(s chess.Side, clause, words string) Result {
	return Result{Over: true, Winner: s, Clause: clause, Words: words}
}

func draws(clause, words string) Result {
	return Result{Over: true, Drawn: true, Clause: clause, Words: words}
}

// exposed tells whether a side's Game Master could be challenged. The enemy
// Game Master always counts as one who could (B18).
func (g *bibleSettings) exposed(p chess.Position, s chess.Side) bool {
	return p.Attacked(p.Royal(s), s.Other(), g.manners)
}

// mayTake is B17: whether a Game Master may take a piece outright.
func (g *bibleSettings) mayTake(k chess.Kind) bool {
	switch g.takes {
	case TakesNone:
		return false
	case TakesNotQuizMaster:
		return k != chess.Queen
	}
	return true
}

// legal tells whether a call that the pieces can make is legal by the house
// rules too: B17, and under strict B24.
func (g *bibleSettings) legal(p chess.Position, m chess.Move) bool {
	target := p.Target(m, g.manners)
	kind := p.At(target).Kind()
	if kind == chess.King {
		return true // B18 goes before B17, and ends the match before B24 could be asked
	}
	if target != chess.NoSquare && p.At(m.From).Kind() == chess.King && !g.mayTake(kind) {
		return false
	}
	return g.open != OpenStrict || g.canBeSafe(p, m, target)
}

// canBeSafe is strict's legality (B24): by the best ruling, the caller's own
// Game Master is not open after the ply.
func (g *bibleSettings) canBeSafe(p chess.Position, m chess.Move, target chess.Square) bool {
	if r, ok := rowOf(g.defenderAsks, p.At(m.From).Kind(), p.At(target).Kind()); ok {
		return !g.exposed(g.board(p, m, r.right), p.Turn()) || !g.exposed(g.board(p, m, r.wrong), p.Turn())
	}
	return !g.exposed(g.board(p, m, Moves), p.Turn())
}

// appendCalls appends the legal calls of the side to move.
func (g *bibleSettings) appendCalls(dst []chess.Move, p chess.Position) []chess.Move {
	start := len(dst)
	dst = p.AppendMoves(dst, g.manners)
	if g.open != OpenStrict && g.mayTake(chess.Queen) {
		return dst
	}
	kept := dst[:start]
	for _, m := range dst[start:] {
		if g.legal(p, m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// hasCall tells whether the side to move has any legal call.
func (g *bibleSettings) hasCall(p chess.Position) bool {
	var room [256]chess.Move
	for _, m := range p.AppendMoves(room[:0], g.manners) {
		if g.legal(p, m) {
			return true
		}
	}
	return false
}
