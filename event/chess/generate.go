package chess

// Manners is how a format's pieces move where formats differ. The zero Manners
// has no castling, no en passant and no promotion.
type Manners struct {
	ThroughOpponents bool  // sliders pass enemies, and only their own side blocks (B3)
	EnPassant        bool  // a Pawn that has just taken two squares can be captured on the one between (B5)
	Castling         bool  // the King castles while it has the right (B8)
	Promotions       Kinds // what a Pawn becomes on the last rank; empty: it stays a Pawn there (B6)

	// Fellows tells for each side whether its pieces other than Pawns may capture
	// their own side's (J4). A royal piece that has no heir is never captured so.
	Fellows [2]bool
	// Heirs gives for each side what its Queen becomes when its royal piece is
	// captured, as part of that move (J6). A side with an heir is not bound by
	// check; NoKind: it has none and is bound.
	Heirs [2]Kind
}

// Bound tells whether a side must answer check: it loses when its royal piece
// is lost.
func (m Manners) Bound(s Side) bool { return m.Heirs[s] == NoKind }

// Ordinary is how the pieces move in ordinary chess (C1).
var Ordinary = Manners{EnPassant: true, Castling: true, Promotions: Promotable}

// Kinds is a set of kinds.
type Kinds uint16

// KindsOf makes the set of some kinds.
func KindsOf(kinds ...Kind) (s Kinds) {
	for _, k := range kinds {
		s |= 1 << k
	}
	return s
}

// Has tells whether a kind is in the set.
func (s Kinds) Has(k Kind) bool { return s&(1<<k) != 0 }

// Promotable is every kind that a Pawn can be promoted to in ordinary chess.
const Promotable Kinds = 1<<Queen | 1<<Rook | 1<<Bishop | 1<<Knight

// promotionOrder is the order in which promotions are generated and named.
var promotionOrder = [...]Kind{Queen, Rook, Bishop, Knight}

// AppendMoves appends every move of the side to move that its pieces can make,
// whether or not its own royal piece could then be captured, and gives the
// longer slice. The order is the same every time. It allocates only when dst
// has no room.
func (p Position) AppendMoves(dst []Move, m Manners) []Move {
	side := p.turn
	barred := p.barred(side, &m)
	blockers := p.blockers(side, m)
	dst = p.appendPawnMoves(dst, m)
	for pieces := p.sides[side] &^ p.kinds[Pawn]; pieces != 0; pieces &= pieces - 1 {
		from := pieces.First()
		dst = appendTo(dst, from, reach(p.squares[from].Kind(), from, blockers)&^barred)
	}
	if m.Castling {
		for w := range castles[side] {
			if p.castles(side, Wing(w), m) {
				c := &castles[side][w]
				dst = append(dst, Move{From: c.king, To: c.kingTo})
			}
		}
	}
	return dst
}

// barred is where a side's pieces may not go because of who stands there.
func (p *Position) barred(s Side, m *Manners) Squares {
	switch {
	case !m.Fellows[s]:
		return p.sides[s]
	case m.Bound(s):
		return p.royal(s).set()
	}
	return 0
}

// appendTo appends the moves of one piece to a set of squares.
func appendTo(dst []Move, from Square, to Squares) []Move {
	for ; to != 0; to &= to - 1 {
		dst = append(dst, Move{From: from, To: to.First()})
	}
	return dst
}

// castles tells whether a side can castle on a wing now.
func (p *Position) castles(s Side, w Wing, m Manners) bool {
	if p.castling&right(s, w) == 0 {
		return false
	}
	c := &castles[s][w]
	if c.between&(p.sides[White]|p.sides[Black]) != 0 {
		return false
	}
	for crossed := c.crossed; crossed != 0; crossed &= crossed - 1 {
		if p.attackers(crossed.First(), s.Other(), m) != 0 {
			return false
		}
	}
	return true
}

// The ranks that matter to Pawns, and the files at whose edge a diagonal ends.
const (
	rank1 Squares = 0xff
	rank3         = rank1 << 16
	rank6         = rank1 << 40
	rank8         = rank1 << 56
	fileA Squares = 0x0101010101010101
	fileH         = fileA << 7
)

// appendPawnMoves appends every move of the side's Pawns.
func (p *Position) appendPawnMoves(dst []Move, m Manners) []Move {
	enemies := p.sides[p.turn.Other()]
	if m.EnPassant && p.passed != 0 {
		enemies |= p.passed.set()
	}
	to := p.pawnSquares(p.kinds[Pawn]&p.sides[p.turn], enemies)
	return m.appendPawnSets(dst, &to, p.turn)
}

// pawnSets is where Pawns can go, by how they come there: one step, two, and
// the captures towards the a-file and the h-file of a White Pawn (of a Black
// one towards the h-file and the a-file).
type pawnSets [4]Squares

// pawnWays is how far a White Pawn comes in each of the sets.
var pawnWays = [4]int{8, 16, 7, 9}

// pawnSquares moves all Pawns of a set at once: a step is a shift of the set by
// one rank, a capture by one rank and a file.
func (p *Position) pawnSquares(pawns, enemies Squares) pawnSets {
	empty := ^(p.sides[White] | p.sides[Black])
	if p.turn == White {
		steps := pawns << 8 & empty
		return pawnSets{steps, (steps & rank3) << 8 & empty, (pawns &^ fileA) << 7 & enemies, (pawns &^ fileH) << 9 & enemies}
	}
	steps := pawns >> 8 & empty
	return pawnSets{steps, (steps & rank6) >> 8 & empty, (pawns &^ fileH) >> 7 & enemies, (pawns &^ fileA) >> 9 & enemies}
}

// appendPawnSets appends the Pawn moves of a side that lead to the sets.
func (m *Manners) appendPawnSets(dst []Move, to *pawnSets, s Side) []Move {
	for i, step := range pawnWays {
		if s == Black {
			step = -step
		}
		dst = m.appendPawns(dst, to[i], step)
	}
	return dst
}

// appendPawns appends Pawn moves by the squares they end on; step is how far
// they came. On the last rank there is one move for each promotion.
func (m *Manners) appendPawns(dst []Move, to Squares, step int) []Move {
	for ; to != 0; to &= to - 1 {
		at := to.First()
		move := Move{From: Square(int(at) - step), To: at}
		if m.Promotions == 0 || !(rank1 | rank8).Has(at) {
			dst = append(dst, move)
			continue
		}
		for _, move.Promotion = range promotionOrder {
			if m.Promotions.Has(move.Promotion) {
				dst = append(dst, move)
			}
		}
	}
	return dst
}

// IsCastling tells whether a move is castling: a King's two squares from where
// it stood at the start, sideways.
func (p Position) IsCastling(move Move) bool {
	_, _, ok := p.castlingOf(move)
	return ok
}

func (p *Position) castlingOf(move Move) (*castle, Wing, bool) {
	x := p.squares[move.From]
	if x.Kind() == King {
		for w := range castles[x.Side()] {
			if c := &castles[x.Side()][w]; c.king == move.From && c.kingTo == move.To {
				return c, Wing(w), true
			}
		}
	}
	return nil, 0, false
}

// Target is the square of the piece that a move captures: the one it goes to,
// or en passant the passed Pawn's; NoSquare when it captures nothing.
func (p Position) Target(move Move, m Manners) Square { return p.target(move, m) }

func (p *Position) target(move Move, m Manners) Square {
	if p.squares[move.To] != 0 {
		return move.To
	}
	if m.EnPassant && p.passed != 0 && move.To == p.passed && p.squares[move.From].Kind() == Pawn &&
		move.From.File() != move.To.File() {
		return SquareAt(move.To.File(), move.From.Rank())
	}
	return NoSquare
}

// RookWalk is the Rook's way in castling, or twice NoSquare for any other move.
func (p Position) RookWalk(move Move) (from, to Square) {
	if c, _, ok := p.castlingOf(move); ok {
		return c.rook, c.rookTo
	}
	return NoSquare, NoSquare
}

// Apply is the position after a move that AppendMoves lists, with whatever it
// captures gone and the other side to move. For any other move the result is
// still a position, but means nothing.
func (p Position) Apply(move Move, m Manners) Position {
	x := p.squares[move.From]
	target := p.target(move, m)
	if c, _, ok := p.castlingOf(move); ok {
		rook := p.squares[c.rook]
		p.remove(c.rook)
		p.put(c.rookTo, rook)
	}
	fallen := Piece(0)
	if target != NoSquare {
		fallen = p.squares[target]
		p.remove(target)
	}
	p.remove(move.From)
	if move.Promotion != NoKind {
		p.put(move.To, NewPiece(x.Side(), move.Promotion))
	} else {
		p.put(move.To, x)
	}
	if heir := m.Heirs[fallen.Side()]; heir != NoKind && royals.Has(fallen.Kind()) {
		p.raise(fallen.Side(), heir)
	}
	p.castling &^= ends[move.From] | ends[move.To]
	p.next(target != NoSquare || x.Kind() == Pawn)
	if m.EnPassant && x.Kind() == Pawn && (move.From+16 == move.To || move.To+16 == move.From) {
		p.passed = (move.From + move.To) / 2
	}
	return p
}

// raise makes a side's Queen its royal piece; nothing happens without one.
func (p *Position) raise(s Side, heir Kind) {
	if q := (p.kinds[Queen] & p.sides[s]).First(); q != NoSquare {
		p.remove(q)
		p.put(q, NewPiece(s, heir))
	}
}
