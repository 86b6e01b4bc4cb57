package chess

// The eight directions of a ray. The first four lead to higher squares, so the
// nearest square on them is the lowest; the last four the other way round.
const (
	north = iota
	northEast
	east
	northWest
	south
	southWest
	west
	southEast
)

// directions gives file and rank of one step in each direction.
var directions = [8][2]int{
	north: {0, 1}, northEast: {1, 1}, east: {1, 0}, northWest: {-1, 1},
	south: {0, -1}, southWest: {-1, -1}, west: {-1, 0}, southEast: {1, -1},
}

// knightLeaps gives file and rank of each leap of a Knight.
var knightLeaps = [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}

// What each square sees on an empty board.
var (
	rays         [8][64]Squares // from a square to the edge, without the square itself
	knightTables [64]Squares
	kingTables   [64]Squares
	pawnTables   [2][64]Squares  // the two squares diagonally ahead of a side's Pawn
	between      [64][64]Squares // what lies between two squares on a line; empty off a line
)

func init() {
	for q := Square(0); q < NoSquare; q++ {
		for d, step := range directions {
			for at := neighbour(q, step); at != NoSquare; at = neighbour(at, step) {
				between[q][at] = rays[d][q]
				rays[d][q] |= at.set()
			}
			kingTables[q] |= near(q, step)
		}
		for _, leap := range knightLeaps {
			knightTables[q] |= near(q, leap)
		}
		pawnTables[White][q] = near(q, directions[northWest]) | near(q, directions[northEast])
		pawnTables[Black][q] = near(q, directions[southWest]) | near(q, directions[southEast])
	}
}

// neighbour is the square a step away, or NoSquare beyond the edge.
func neighbour(q Square, step [2]int) Square {
	file, rank := q.File()+step[0], q.Rank()+step[1]
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return NoSquare
	}
	return SquareAt(file, rank)
}

// near is the set of the square a step away, empty beyond the edge.
func near(q Square, step [2]int) Squares {
	if n := neighbour(q, step); n != NoSquare {
		return n.set()
	}
	return 0
}

// upward is what a slider on q reaches on a ray to higher squares: up to and
// with the first blocker. h8 stands in when there is none, as no ray leads on
// from it.
func upward(d int, q Square, blockers Squares) Squares {
	ray := rays[d][q]
	return ray &^ rays[d][(ray&blockers|1<<63).First()]
}

// downward is upward for the rays to lower squares, with a1 standing in.
func downward(d int, q Square, blockers Squares) Squares {
	ray := rays[d][q]
	return ray &^ rays[d][(ray&blockers|1).last()]
}

// straight is what a Rook on q reaches.
func straight(q Square, blockers Squares) Squares {
	return upward(north, q, blockers) | upward(east, q, blockers) |
		downward(south, q, blockers) | downward(west, q, blockers)
}

// diagonal is what a Bishop on q reaches.
func diagonal(q Square, blockers Squares) Squares {
	return upward(northEast, q, blockers) | upward(northWest, q, blockers) |
		downward(southWest, q, blockers) | downward(southEast, q, blockers)
}

// reach is every square that a piece other than a Pawn on q goes to, before
// its own side's pieces are taken out.
func reach(k Kind, q Square, blockers Squares) Squares {
	switch k {
	case Knight:
		return knightTables[q]
	case Bishop:
		return diagonal(q, blockers)
	case Rook:
		return straight(q, blockers)
	case Queen:
		return straight(q, blockers) | diagonal(q, blockers)
	case King:
		return kingTables[q]
	case Amazon:
		return straight(q, blockers) | diagonal(q, blockers) | knightTables[q]
	case Centaur:
		return kingTables[q] | knightTables[q]
	}
	return 0
}

// blockers is what stops a slider of a side.
func (p *Position) blockers(by Side, m Manners) Squares {
	if m.ThroughOpponents {
		return p.sides[by]
	}
	return p.sides[White] | p.sides[Black]
}

// attackers is Attackers without the copy. It looks from the square outwards:
// what a slider on q would meet is what could slide to q.
func (p *Position) attackers(q Square, by Side, m Manners) Squares {
	return p.attackersPast(q, by, p.blockers(by, m))
}

// attackersPast is attackers with given blockers, as they will stand after a move.
func (p *Position) attackersPast(q Square, by Side, blockers Squares) Squares {
	leaping := p.kinds[Knight] | p.kinds[Amazon] | p.kinds[Centaur]
	stepping := p.kinds[King] | p.kinds[Centaur]
	queens := p.kinds[Queen] | p.kinds[Amazon]
	found := knightTables[q]&leaping | kingTables[q]&stepping | pawnTables[by.Other()][q]&p.kinds[Pawn]
	if sliders := (p.kinds[Rook] | queens) & p.sides[by]; sliders != 0 {
		found |= straight(q, blockers) & sliders
	}
	if sliders := (p.kinds[Bishop] | queens) & p.sides[by]; sliders != 0 {
		found |= diagonal(q, blockers) & sliders
	}
	return found & p.sides[by]
}

// Attackers is the set of a side's pieces that could capture on a square if an
// enemy stood there and it were that side's turn. Capturing en passant is not
// counted. An empty set for NoSquare.
func (p Position) Attackers(q Square, by Side, m Manners) Squares {
	if q >= NoSquare {
		return 0
	}
	return p.attackers(q, by, m)
}

// Attacked tells whether a side has any piece that could capture on a square;
// see Attackers.
func (p Position) Attacked(q Square, by Side, m Manners) bool { return p.Attackers(q, by, m) != 0 }

// covered is every square on which a side's pieces could capture if an enemy
// stood there, with given blockers.
func (p *Position) covered(by Side, blockers Squares) Squares {
	own := p.sides[by]
	queens := p.kinds[Queen] | p.kinds[Amazon]
	pawns := p.kinds[Pawn] & own
	var found Squares
	if by == White {
		found = (pawns&^fileA)<<7 | (pawns&^fileH)<<9
	} else {
		found = (pawns&^fileH)>>7 | (pawns&^fileA)>>9
	}
	for s := (p.kinds[Rook] | queens) & own; s != 0; s &= s - 1 {
		found |= straight(s.First(), blockers)
	}
	for s := (p.kinds[Bishop] | queens) & own; s != 0; s &= s - 1 {
		found |= diagonal(s.First(), blockers)
	}
	for s := (p.kinds[Knight] | p.kinds[Amazon] | p.kinds[Centaur]) & own; s != 0; s &= s - 1 {
		found |= knightTables[s.First()]
	}
	for s := (p.kinds[King] | p.kinds[Centaur]) & own; s != 0; s &= s - 1 {
		found |= kingTables[s.First()]
	}
	return found
}

// Reaches is every square that a piece other than a Pawn could go to from a
// square if it stood there for a side: what its kind reaches past everybody on
// the board, without the squares of its own side. Empty for NoSquare.
func (p Position) Reaches(k Kind, q Square, s Side) Squares {
	if q >= NoSquare {
		return 0
	}
	return reach(k, q, p.sides[White]|p.sides[Black]) &^ p.sides[s]
}

// NeighboursOf is the squares one step away in any direction.
func NeighboursOf(q Square) Squares {
	if q >= NoSquare {
		return 0
	}
	return kingTables[q]
}
