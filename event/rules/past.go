package rules

import "biblechess/event/chess"

// Past is the positions since the last capture or Pawn's move, the latest
// first, for repetition (C3). It is never changed: a later past holds the
// earlier one, so that a copy costs nothing. Nil is no past.
type Past struct {
	Position chess.Position // as it counts for repetition
	Before   *Past
}

// then is the past with a position after it. A position right after a capture
// or a Pawn's move begins a past of its own, since none before can come again.
func (past *Past) then(p chess.Position, m chess.Manners) *Past {
	if p.Quiet() == 0 {
		past = nil
	}
	return &Past{Position: p.Repeatable(m), Before: past}
}

// times is how often the latest position has stood on the board.
func (past *Past) times() int {
	n := 0
	for at := past; at != nil; at = at.Before {
		if at.Position == past.Position {
			n++
		}
	}
	return n
}
