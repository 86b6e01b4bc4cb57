package chess

// Position is a board with the side to move, the castling rights, the square
// that a Pawn has just passed over, and the two counters of a FEN. It is a
// plain value: assigning it copies it, == compares it, and nothing changes it
// in place. The zero Position is an empty board with White to move.
type Position struct {
	squares  [64]Piece
	kinds    [Hidden + 1]Squares // where each kind stands, both sides together
	sides    [2]Squares          // where each side stands
	turn     Side
	castling rights
	passed   Square // the square just passed over by a Pawn's double step; a1, where none can be, for none
	quiet    uint16 // plies since something left the board or a Pawn moved
	number   uint16 // of White's and Black's pair of plies, from 1; 0, of the empty board, is 1
}

// maxCount is where the counters stop, so that every FEN is short and readable
// by ParseFEN.
const maxCount = 9999

// Wing is the side of the board to which a King castles.
type Wing uint8

// The two wings: the King goes to the g-file or to the c-file.
const (
	KingSide Wing = iota
	QueenSide
)

// rights is a set of castling rights, one bit a right.
type rights uint8

func right(s Side, w Wing) rights { return 1 << (uint8(s)*2 + uint8(w)) }

// castle is what a castling right is about.
type castle struct {
	king, kingTo, rook, rookTo Square
	between                    Squares // between King and Rook: must be empty
	crossed                    Squares // where the King stands, passes and lands: must not be attacked
}

// castles holds the castling of each side on each wing.
var castles = [2][2]castle{White: castlesOf(0), Black: castlesOf(7)}

func castlesOf(rank int) [2]castle {
	at := func(file rune) Square { return SquareAt(int(file-'a'), rank) }
	return [2]castle{
		KingSide: {
			king: at('e'), kingTo: at('g'), rook: at('h'), rookTo: at('f'),
			between: at('f').set() | at('g').set(),
			crossed: at('e').set() | at('f').set() | at('g').set(),
		},
		QueenSide: {
			king: at('e'), kingTo: at('c'), rook: at('a'), rookTo: at('d'),
			between: at('b').set() | at('c').set() | at('d').set(),
			crossed: at('c').set() | at('d').set() | at('e').set(),
		},
	}
}

// ends gives for each square the rights that end when its piece moves or leaves.
var ends = func() (t [64]rights) {
	for _, s := range Sides {
		for w, c := range castles[s] {
			t[c.king] |= right(s, Wing(w))
			t[c.rook] |= right(s, Wing(w))
		}
	}
	return t
}()

// StartPosition is the set-up of B1 and of ordinary chess: White to move, all
// castling rights.
func StartPosition() Position { return startPosition }

var startPosition = func() Position {
	p := Position{number: 1}
	for file, k := range []Kind{Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook} {
		p.put(SquareAt(file, 0), NewPiece(White, k))
		p.put(SquareAt(file, 1), NewPiece(White, Pawn))
		p.put(SquareAt(file, 6), NewPiece(Black, Pawn))
		p.put(SquareAt(file, 7), NewPiece(Black, k))
	}
	for _, s := range Sides {
		p.castling |= right(s, KingSide) | right(s, QueenSide)
	}
	return p
}()

// put stands a piece on an empty square.
func (p *Position) put(q Square, x Piece) {
	p.squares[q] = x
	p.kinds[x.Kind()] |= q.set()
	p.sides[x.Side()] |= q.set()
}

// remove empties a square.
func (p *Position) remove(q Square) {
	x := p.squares[q]
	p.squares[q] = 0
	p.kinds[x.Kind()] &^= q.set()
	p.sides[x.Side()] &^= q.set()
}

// At is the piece on a square; the zero Piece for an empty one and for NoSquare.
func (p Position) At(q Square) Piece {
	if q >= NoSquare {
		return 0
	}
	return p.squares[q]
}

// Turn is the side to move.
func (p Position) Turn() Side { return p.turn }

// Passed is the square that a Pawn passed over in the ply before, where it can
// be captured en passant (B5); NoSquare if there is none.
func (p Position) Passed() Square {
	if p.passed == 0 {
		return NoSquare
	}
	return p.passed
}

// Quiet counts the plies since a piece left the board or a Pawn moved.
func (p Position) Quiet() int { return int(p.quiet) }

// Number is the number of White's and Black's pair of plies, from 1.
func (p Position) Number() int { return int(max(p.number, 1)) }

// WithNumber is the position with another number of the pair of plies, from 1.
func (p Position) WithNumber(n int) Position {
	p.number = uint16(min(max(n, 1), maxCount))
	return p
}

// Occupied is where a side's pieces stand.
func (p Position) Occupied(s Side) Squares { return p.sides[s] }

// Find is where the pieces of a kind and side stand.
func (p Position) Find(x Piece) Squares {
	if x.Kind() == NoKind || x.Kind() > Hidden {
		return 0
	}
	return p.kinds[x.Kind()] & p.sides[x.Side()]
}

// Royal is where a side's royal piece stands: its King, Amazon or Centaur;
// NoSquare if it has none.
func (p Position) Royal(s Side) Square { return p.royal(s) }

// royals are the kinds that a side loses the match with.
const royals Kinds = 1<<King | 1<<Amazon | 1<<Centaur

func (p *Position) royal(s Side) Square {
	return ((p.kinds[King] | p.kinds[Amazon] | p.kinds[Centaur]) & p.sides[s]).First()
}

// CanCastle tells whether a side still has the right to castle on a wing:
// neither its King nor that Rook has moved (B8). Whether it can castle now is
// another question.
func (p Position) CanCastle(s Side, w Wing) bool { return p.castling&right(s, w) != 0 }

// With is the position with a piece put on a square in place of whatever is
// there; the zero Piece empties the square, and NoSquare changes nothing.
// Castling rights that hung on the square are gone, and what a Pawn had just
// passed is forgotten.
func (p Position) With(q Square, x Piece) Position {
	if q >= NoSquare {
		return p
	}
	p.remove(q)
	if x.Kind() != NoKind {
		p.put(q, x)
	}
	p.castling &^= ends[q]
	p.passed = 0
	return p
}

// WithTurn is the position with the other or the same side to move; what a
// Pawn had just passed is forgotten.
func (p Position) WithTurn(s Side) Position {
	p.turn = s
	p.passed = 0
	return p
}

// Moved is the position in which the piece on a square counts as moved: the
// castling rights that hung on it are gone (B8).
func (p Position) Moved(q Square) Position {
	if q >= NoSquare {
		return p
	}
	p.castling &^= ends[q]
	return p
}

// Next is the position with the ply over and nothing more done to the board:
// the other side is to move. Loud says that a piece left the board or a Pawn moved.
func (p Position) Next(loud bool) Position {
	p.next(loud)
	return p
}

func (p *Position) next(loud bool) {
	p.passed = 0
	p.quiet = min(p.quiet+1, maxCount)
	if loud {
		p.quiet = 0
	}
	if p.turn == Black {
		p.number = min(max(p.number, 1)+1, maxCount)
	}
	p.turn = p.turn.Other()
}
