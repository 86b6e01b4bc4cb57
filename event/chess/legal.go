package chess

// AppendLegal appends every move of the side to move after which its own royal
// piece could not be captured, and gives the longer slice. A side that is not
// bound by check, or has no royal piece, may make any move that AppendMoves
// lists. The order is the same every time, but not that of AppendMoves. It
// allocates only when dst has no room.
func (p Position) AppendLegal(dst []Move, m Manners) []Move {
	if m.ThroughOpponents {
		return p.appendTried(dst, &m, ^Squares(0))
	}
	var l legal
	var room [20]reaching
	for _, r := range p.find(&l, room[:0], &m) {
		if !r.pawn {
			dst = appendTo(dst, r.from, r.to)
			continue
		}
		for to := r.to; to != 0; to &= to - 1 {
			at := to.First()
			dst = m.appendPawns(dst, at.set(), int(at)-int(r.from))
		}
	}
	dst = m.appendPawnSets(dst, &l.pawns, p.turn)
	for from := l.passing; from != 0; from &= from - 1 {
		dst = append(dst, Move{From: from.First(), To: p.passed})
	}
	for w, c := range castles[p.turn] {
		if l.castling[w] {
			dst = append(dst, Move{From: c.king, To: c.kingTo})
		}
	}
	return p.appendTried(dst, &m, l.untested)
}

// CountLegal is how many moves AppendLegal lists. It allocates nothing.
func (p Position) CountLegal(m Manners) int {
	var room [64]Move
	if m.ThroughOpponents {
		return len(p.appendTried(room[:0], &m, ^Squares(0)))
	}
	var l legal
	var found [20]reaching
	promotions := max(1, Squares(m.Promotions).Count())
	pawns := func(to Squares) int { return to.Count() + (to&(rank1|rank8)).Count()*(promotions-1) }
	n := 0
	for _, r := range p.find(&l, found[:0], &m) {
		if r.pawn {
			n += pawns(r.to)
		} else {
			n += r.to.Count()
		}
	}
	n += l.passing.Count()
	for _, to := range l.pawns {
		n += pawns(to)
	}
	for _, can := range l.castling {
		if can {
			n++
		}
	}
	if l.untested != 0 {
		n += len(p.appendTried(room[:0], &m, l.untested))
	}
	return n
}

// Checked tells whether a side is in check: its royal piece is attacked, and
// the side is bound to answer that.
func (p Position) Checked(s Side, m Manners) bool {
	q := p.royal(s)
	return q != NoSquare && m.Bound(s) && p.attackers(q, s.Other(), m) != 0
}

// legal is the legal moves of a position beside those of single pieces.
type legal struct {
	pawns    pawnSets // of Pawns that are not pinned
	passing  Squares  // the Pawns that can capture en passant
	castling [2]bool
	untested Squares // squares to which moves have been left out, because each must be tried
}

// reaching is where one piece can go.
type reaching struct {
	from Square
	to   Squares
	pawn bool
}

// find fills in l and appends the moves of single pieces to list. What check
// forbids is found for all moves at once: the royal piece may not go where the
// enemy covers; in check the others must go onto or before the piece that gives
// it; and a pinned piece may not leave the line of its pin.
func (p *Position) find(l *legal, list []reaching, m *Manners) []reaching {
	side, enemy := p.turn, p.turn.Other()
	own, enemies := p.sides[side], p.sides[enemy]
	all := own | enemies
	barred := p.barred(side, m)
	if q := p.royal(enemy); q != NoSquare && !m.Bound(enemy) && m.Bound(side) {
		l.untested = q.set() // who rises there may attack in another way than before
		barred |= l.untested
		enemies &^= l.untested
	}
	royal := p.royal(side)
	open := ^Squares(0) // where pieces other than the royal one may go
	var covered, pinned Squares
	if m.Bound(side) && royal != NoSquare {
		covered = p.covered(enemy, all&^royal.set())
		if covered.Has(royal) {
			open = p.answers(royal, enemy, all)
		}
		list, pinned = p.findPinned(list, royal, barred, open)
		list = append(list, reaching{from: royal, to: reach(p.squares[royal].Kind(), royal, all) &^ barred &^ covered})
		pinned |= royal.set()
	}
	l.passing = p.passers(m, royal, all)
	if open == 0 {
		return list
	}
	for pieces := own &^ p.kinds[Pawn] &^ pinned; pieces != 0; pieces &= pieces - 1 {
		from := pieces.First()
		if to := reach(p.squares[from].Kind(), from, all) &^ barred & open; to != 0 {
			list = append(list, reaching{from: from, to: to})
		}
	}
	l.pawns = p.pawnSquares(p.kinds[Pawn]&own&^pinned, enemies)
	for i := range l.pawns {
		l.pawns[i] &= open
	}
	if m.Castling {
		for w := range castles[side] {
			c := &castles[side][w]
			l.castling[w] = p.castling&right(side, Wing(w)) != 0 && c.between&all == 0 && c.crossed&covered == 0 &&
				(m.Bound(side) || p.castles(side, Wing(w), *m))
		}
	}
	return list
}

// answers is where a piece can go to end a check: onto the square of the piece
// that gives it, or between; nowhere when two pieces give it.
func (p *Position) answers(royal Square, enemy Side, all Squares) Squares {
	by := p.attackersPast(royal, enemy, all)
	if by.Count() != 1 {
		return 0
	}
	return by | between[royal][by.First()]
}

// findPinned appends the moves of the pieces that alone stand between their
// royal piece and an enemy's slider, and gives the squares of those pieces.
func (p *Position) findPinned(list []reaching, royal Square, barred, open Squares) ([]reaching, Squares) {
	side := p.turn
	own, enemies := p.sides[side], p.sides[side.Other()]
	queens := p.kinds[Queen] | p.kinds[Amazon]
	sliders := straight(royal, enemies)&(p.kinds[Rook]|queens) | diagonal(royal, enemies)&(p.kinds[Bishop]|queens)
	var pinned Squares
	for sliders &= enemies; sliders != 0; sliders &= sliders - 1 {
		by := sliders.First()
		way := between[royal][by]
		q := way & own
		if q.Count() != 1 {
			continue
		}
		pinned |= q
		from := q.First()
		line := (way | by.set()) & open
		if k := p.squares[from].Kind(); k != Pawn {
			list = append(list, reaching{from: from, to: reach(k, from, own|enemies) & line &^ barred})
			continue
		}
		to := p.pawnSquares(q, enemies&^barred)
		list = append(list, reaching{from: from, to: (to[0] | to[1] | to[2] | to[3]) & line, pawn: true})
	}
	return list, pinned
}

// passers is the Pawns that can capture en passant. Two Pawns leave a rank at
// once, so that each capture is looked at by itself.
func (p *Position) passers(m *Manners, royal Square, all Squares) Squares {
	if !m.EnPassant || p.passed == 0 {
		return 0
	}
	side := p.turn
	found := pawnTables[side.Other()][p.passed] & p.kinds[Pawn] & p.sides[side]
	if royal == NoSquare || !m.Bound(side) {
		return found
	}
	for pawns := found; pawns != 0; pawns &= pawns - 1 {
		from := pawns.First()
		captured := SquareAt(p.passed.File(), from.Rank()).set()
		after := all&^from.set()&^captured | p.passed.set()
		if p.attackersPast(royal, side.Other(), after)&^captured != 0 {
			found &^= from.set()
		}
	}
	return found
}

// appendTried appends the legal moves to some squares, each found by making it.
func (p *Position) appendTried(dst []Move, m *Manners, to Squares) []Move {
	if to == 0 {
		return dst
	}
	var room [256]Move
	side := p.turn
	for _, move := range p.AppendMoves(room[:0], *m) {
		if !to.Has(move.To) {
			continue
		}
		if after := p.Apply(move, *m); !after.Checked(side, *m) {
			dst = append(dst, move)
		}
	}
	return dst
}
