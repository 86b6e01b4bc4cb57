package chess

// Position is a board with the side to move. It is a plain value: assigning it
// copies it, == compares it, and nothing changes it in place.
type Position struct {
	squares [64]Piece
	turn    Side
}

// At is the piece on a square.
func (p Position) At(q Square) Piece { return p.squares[q] }

// Turn is the side to move.
func (p Position) Turn() Side { return p.turn }
