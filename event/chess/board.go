package chess

import "fmt"

// Side is one of the two armies (R1, R2). White moves first.
type Side uint8

// The two sides.
const (
	White Side = iota
	Black
)

// Sides lists both sides, White first.
var Sides = [2]Side{White, Black}

// Other is the opposing side.
func (s Side) Other() Side { return s ^ 1 }

// String is "White" or "Black".
func (s Side) String() string {
	if s == White {
		return "White"
	}
	return "Black"
}

// Square is one of the 64 squares: a1 is 0, b1 is 1, h8 is 63 (R1).
type Square uint8

// NoSquare is the absence of a square.
const NoSquare Square = 64

// SquareAt gives the square of a file (0 is a) and a rank (0 is rank 1).
func SquareAt(file, rank int) Square { return Square(rank*8 + file) }

// ParseSquare reads a name like "c3". Anything else is an error in plain words.
func ParseSquare(name string) (Square, error) {
	if len(name) == 2 && name[0] >= 'a' && name[0] <= 'h' && name[1] >= '1' && name[1] <= '8' {
		return SquareAt(int(name[0]-'a'), int(name[1]-'1')), nil
	}
	return NoSquare, fmt.Errorf("%s is not a square: a square is a letter from a to h and a number from 1 to 8, like c3", quote(name))
}

// File is 0 for the a-file, 7 for the h-file.
func (q Square) File() int { return int(q & 7) }

// Rank is 0 for White's first rank, 7 for Black's.
func (q Square) Rank() int { return int(q >> 3) }

// Dark tells whether the square is dark; a1 is (R1).
func (q Square) Dark() bool { return (q.File()+q.Rank())%2 == 0 }

// String is the square's name, or "-" for NoSquare.
func (q Square) String() string {
	if q >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(q&7), '1' + byte(q>>3)})
}

// Kind is what a piece is, in the words of ordinary chess. Formats show it
// under names of their own (a Queen is the Quiz Master of Bible Chess).
type Kind uint8

// The kinds. Amazon moves as queen and knight, Centaur as king and knight.
// Hidden is a piece whose kind is not told (S1); it makes no move by itself.
const (
	NoKind Kind = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
	Amazon
	Centaur
	Hidden
)

// Piece is a kind of a side; the zero Piece is an empty square.
type Piece uint8

// NewPiece makes the piece of a side and a kind.
func NewPiece(s Side, k Kind) Piece { return Piece(k)<<1 | Piece(s) }

// Kind is what the piece is; NoKind for an empty square.
func (p Piece) Kind() Kind { return Kind(p >> 1) }

// Side is whose piece it is; meaningless for an empty square.
func (p Piece) Side() Side { return Side(p & 1) }

// Move is a call (R3): from, to, and the promotion where one is due.
// Castling is the King's two squares.
type Move struct {
	From, To  Square
	Promotion Kind
}
