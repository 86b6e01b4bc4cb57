package chess

// Repeatable is the position as it counts for repetition (C3): two positions
// are the same when the same side is to move, the same pieces stand on the same
// squares, and the same moves are possible. So the counters are left out, and
// what a Pawn has just passed counts only where it can be captured for it.
func (p Position) Repeatable(m Manners) Position {
	if p.passed != 0 && p.passers(&m, p.royal(p.turn), p.sides[White]|p.sides[Black]) == 0 {
		p.passed = 0
	}
	p.quiet, p.number = 0, 0
	return p
}

// dark is the dark squares; a1 is one (R1).
const dark Squares = 0xaa55aa55aa55aa55

// Dead tells whether neither side has the pieces left for a checkmate, however
// badly the other plays (C3): bare Kings, one Knight or one Bishop beside them,
// any number of Bishops that all stand on squares of one colour, or a Centaur
// against a bare King. Positions that are dead because Pawns are locked are not
// looked for.
func (p Position) Dead() bool {
	if p.kinds[Pawn]|p.kinds[Rook]|p.kinds[Queen]|p.kinds[Amazon] != 0 {
		return false
	}
	knights, bishops := p.kinds[Knight], p.kinds[Bishop]
	switch minors := (knights | bishops).Count(); {
	case p.kinds[Centaur] != 0:
		return minors == 0
	case minors <= 1:
		return true
	}
	return knights == 0 && (bishops&dark == 0 || bishops&^dark == 0)
}
