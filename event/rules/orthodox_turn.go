package rules

import (
	"fmt"
	"slices"

	"biblechess/event/chess"
)

// fivefold and seventyFive are when a match is drawn without a claim: how often
// a position has stood on the board, and plies without a capture or a Pawn's
// move (C3).
const (
	fivefold    = 5
	seventyFive = 150
)

// turn is the match at the start of a turn: whether it is over, and how. Past
// has the position as its last. Played says that a ply has just been made, and
// not a position entered.
func (g *law) turn(p chess.Position, past *Past, played bool) Result {
	mover, waiting := p.Turn(), p.Turn().Other()
	for _, side := range chess.Sides {
		if p.Royal(side) == chess.NoSquare {
			return wins(side.Other(), g.goal, fmt.Sprintf("%s has nobody left on the board: %s wins.", side, side.Other()))
		}
	}
	if g.asks && played && p.Checked(waiting, g.manners) {
		q := p.Royal(waiting)
		by := p.Attackers(q, mover, g.manners).First()
		return wins(mover, "B24", fmt.Sprintf("%s's %s on %s is open to the %s on %s after the ruling: %s wins.",
			waiting, g.names(p.At(q)), q, g.names(p.At(by)), by, mover))
	}
	if !g.hasCall(p) {
		if p.Checked(mover, g.manners) {
			q := p.Royal(mover)
			return wins(waiting, g.goal, fmt.Sprintf("%s's %s on %s is checkmated: %s wins.", mover, g.names(p.At(q)), q, waiting))
		}
		return draws(g.goal, fmt.Sprintf("%s has no legal call and is not in check: the match is drawn.", mover))
	}
	switch {
	case g.dead(p):
		return draws("C3", "Neither side has the pieces left for a checkmate: the match is drawn.")
	case past.times() >= fivefold:
		return draws("C3", "The same position has stood on the board five times: the match is drawn.")
	case p.Quiet() >= seventyFive:
		return draws("C3", fmt.Sprintf("Each side has made seventy-five moves without a capture or a %s's move: the match is drawn.", g.PieceName(chess.Pawn)))
	}
	return Result{}
}

// dead tells whether the goal can't be reached any more (C3). A side that is
// not bound by check can lose its last piece as long as it has one. Where
// Bishops challenge each other, one that leaves may expose its own royal piece.
func (g *law) dead(p chess.Position) bool {
	if !p.Dead() || !g.manners.Bound(chess.White) || !g.manners.Bound(chess.Black) {
		return false
	}
	return !g.asks || p.Occupied(chess.White).Count() == 1 || p.Occupied(chess.Black).Count() == 1
}

// legal tells whether a call can be made.
func (g *law) legal(p chess.Position, m chess.Move) bool {
	if m.From >= chess.NoSquare || m.To >= chess.NoSquare {
		return false
	}
	var room [256]chess.Move
	if !g.asks {
		return slices.Contains(p.AppendLegal(room[:0], g.manners), m)
	}
	return slices.Contains(p.AppendMoves(room[:0], g.manners), m) && g.canBeSafe(p, m)
}

// canBeSafe is strict's legality (B24): by the best ruling, the caller's own
// royal piece is not open after the ply.
func (g *law) canBeSafe(p chess.Position, m chess.Move) bool {
	safe := func(o Outcome) bool {
		after := boardAfter(p, m, o, g.manners)
		return !after.Checked(p.Turn(), g.manners)
	}
	if r, ok := g.rowFor(p, m, p.Target(m, g.manners)); ok {
		return safe(r.right) || safe(r.wrong)
	}
	return safe(Moves)
}

// appendCalls appends the legal calls of the side to move.
func (g *law) appendCalls(dst []chess.Move, p chess.Position) []chess.Move {
	if !g.asks {
		return p.AppendLegal(dst, g.manners)
	}
	start := len(dst)
	dst = p.AppendMoves(dst, g.manners)
	kept := dst[:start]
	for _, m := range dst[start:] {
		if g.canBeSafe(p, m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// hasCall tells whether the side to move has any legal call.
func (g *law) hasCall(p chess.Position) bool {
	if !g.asks {
		return p.CountLegal(g.manners) > 0
	}
	var room [256]chess.Move
	for _, m := range p.AppendMoves(room[:0], g.manners) {
		if g.canBeSafe(p, m) {
			return true
		}
	}
	return false
}
