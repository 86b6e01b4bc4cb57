package chess

import (
	"fmt"
	"strings"
)

// Tongue is how a format speaks of its pieces when it refuses a call: shown
// names, and the ids of the clauses that it goes by.
type Tongue struct {
	Name      func(Kind) string // shown name of a kind, as "Quiz Master"
	Movement  func(Kind) string // clause on how a kind moves, as "B4" for a Knight
	Takes     string            // what a piece does to an enemy's square, as "challenges"
	Open      string            // what a square is that an enemy could capture on, as "open to a challenge"
	Call      string            // clause on what a call is
	Turn      string            // clause on whose turn it is
	Castling  string            // clause on castling
	Promotion string            // clause on promotion

	// NameOf is the shown name of a piece where a kind has another name on each
	// side; nil: Name tells.
	NameOf func(Piece) string
}

// name is the shown name of a piece.
func (t *Tongue) name(x Piece) string {
	if t.NameOf != nil {
		return t.NameOf(x)
	}
	return t.Name(x.Kind())
}

// Why explains why the side to move can't make a move: it gives nil when
// AppendMoves lists the move, and else a refusal with the clause, the square
// that stands in the way, and one plain sentence (R3).
func (p Position) Why(move Move, m Manners, t Tongue) *Refusal {
	if move.From >= NoSquare || move.To >= NoSquare {
		return refuse(t.Call, NoSquare, "A call is two squares, each from a1 to h8.")
	}
	x := p.squares[move.From]
	switch {
	case x == 0:
		return refuse(t.Call, move.From, "Nobody stands on %s.", move.From)
	case x.Side() != p.turn:
		return refuse(t.Turn, move.From, "It is %s's turn, and the %s on %s is %s's.", p.turn, t.name(x), move.From, x.Side())
	case move.From == move.To:
		return refuse(t.Call, move.From, "A call is two different squares, and both of these are %s.", move.From)
	}
	e := explainer{p: &p, move: move, piece: x, m: m, t: t}
	e.mover = fmt.Sprintf("The %s on %s", t.name(x), move.From)
	if r := e.movement(); r != nil {
		return r
	}
	return e.promotion()
}

// explainer is one move of one piece that is being explained.
type explainer struct {
	p     *Position
	move  Move
	piece Piece
	mover string // "The Rook on a1"
	m     Manners
	t     Tongue
}

func refuse(clause string, q Square, words string, args ...any) *Refusal {
	return &Refusal{Clause: clause, Square: q, Words: fmt.Sprintf(words, args...)}
}

// refuse gives a refusal under the clause on how the piece moves.
func (e *explainer) refuse(q Square, words string, args ...any) *Refusal {
	return refuse(e.t.Movement(e.piece.Kind()), q, words, args...)
}

func (e *explainer) movement() *Refusal {
	if c, w, ok := e.p.castlingOf(e.move); ok && e.m.Castling {
		return e.castling(c, w)
	}
	if e.piece.Kind() == Pawn {
		return e.pawn()
	}
	if !reach(e.piece.Kind(), e.move.From, 0).Has(e.move.To) {
		return e.geometry()
	}
	if q := e.firstBlocker(); q != NoSquare {
		return e.refuse(q, "%s can't pass %s, where {%s} stands.", e.mover, q, q)
	}
	return e.fellow()
}

// fellow refuses a move onto a square of the own side.
func (e *explainer) fellow() *Refusal {
	barred := e.p.barred(e.p.turn, &e.m)
	if e.piece.Kind() == Pawn {
		barred = e.p.sides[e.p.turn]
	}
	if to := e.move.To; barred.Has(to) {
		return e.refuse(to, "%s can't go to %s, where {%s} of its own side stands.", e.mover, to, to)
	}
	return nil
}

// firstBlocker is the nearest piece between the two squares that the mover may
// not pass; NoSquare if the way is free or the move is a leap.
func (e *explainer) firstBlocker() Square {
	blockers := e.p.blockers(e.p.turn, e.m)
	for _, step := range directions {
		way := Squares(0)
		for at := neighbour(e.move.From, step); at != NoSquare; at = neighbour(at, step) {
			if at == e.move.To {
				return nearest(way&blockers, e.move.From, e.move.To)
			}
			way |= at.set()
		}
	}
	return NoSquare
}

// nearest is the square of a set on the line between two squares that is met
// first; NoSquare if the set is empty.
func nearest(s Squares, from, to Square) Square {
	if s == 0 || from < to {
		return s.First()
	}
	return s.last()
}

// geometry says how the piece moves, since it does not move so.
func (e *explainer) geometry() *Refusal {
	way := "moves as its piece does"
	switch e.piece.Kind() {
	case Pawn:
		way = "steps one square forward, or two from its own second rank, and " + e.t.Takes + " one square diagonally forward"
	case Knight:
		way = "jumps two squares in one direction and one to the side"
	case Bishop:
		way = "moves diagonally"
	case Rook:
		way = "moves straight along its file or its rank"
	case Queen:
		way = "moves straight or diagonally"
	case King:
		way = "moves one square in any direction"
	case Amazon:
		way = "moves straight, diagonally, or as a Knight jumps"
	case Centaur:
		way = "moves one square in any direction, or as a Knight jumps"
	}
	hint := ""
	if e.piece.Kind() == King && e.m.Castling {
		for _, c := range castles[e.piece.Side()] {
			if e.move.From == c.king && e.move.To == c.rook {
				hint = fmt.Sprintf(" To castle, call its two squares: %s to %s.", c.king, c.kingTo)
			}
		}
	}
	return e.refuse(NoSquare, "%s can't go to %s: it %s.%s", e.mover, e.move.To, way, hint)
}

func (e *explainer) pawn() *Refusal {
	from, to := e.move.From, e.move.To
	forward, second, last := 1, 1, 7
	if e.piece.Side() == Black {
		forward, second, last = -1, 6, 0
	}
	if from.Rank() == last {
		return refuse(e.t.Promotion, from, "%s has reached the last rank and has no further step.", e.mover)
	}
	steps, aside := (to.Rank()-from.Rank())*forward, to.File()-from.File()
	switch {
	case aside == 0 && (steps == 1 || steps == 2):
		if steps == 2 && from.Rank() != second {
			return e.refuse(from, "%s can't take two squares: a %s does that only from its own second rank.", e.mover, e.t.Name(Pawn))
		}
		for n := range steps {
			if q := SquareAt(from.File(), from.Rank()+(n+1)*forward); e.p.squares[q] != 0 {
				return e.refuse(q, "%s can't step onto %s, where {%s} stands.", e.mover, q, q)
			}
		}
		return nil
	case steps == 1 && (aside == 1 || aside == -1):
		if e.p.target(e.move, e.m) == NoSquare {
			return e.refuse(to, "%s goes diagonally only when it %s an enemy, and %s is empty.", e.mover, e.t.Takes, to)
		}
		return e.fellow()
	}
	return e.geometry()
}

func (e *explainer) castling(c *castle, w Wing) *Refusal {
	king := e.t.Name(King)
	refuse := func(q Square, words string, args ...any) *Refusal {
		return refuse(e.t.Castling, q, "The %s can't castle from %s to %s: %s.", king, c.king, c.kingTo, fmt.Sprintf(words, args...))
	}
	if e.p.castling&right(e.piece.Side(), w) == 0 {
		if e.p.squares[c.rook] != NewPiece(e.piece.Side(), Rook) {
			return refuse(c.rook, "no %s of its side stands on %s", e.t.Name(Rook), c.rook)
		}
		return refuse(c.rook, "it or the %s on %s has moved already", e.t.Name(Rook), c.rook)
	}
	if occupied := c.between & (e.p.sides[White] | e.p.sides[Black]); occupied != 0 {
		q := nearest(occupied, c.king, c.rook)
		return refuse(q, "%s lies between them, where {%s} stands", q, q)
	}
	enemy := e.piece.Side().Other()
	if by := e.p.attackers(c.king, enemy, e.m).First(); by != NoSquare {
		return refuse(by, "it is %s from %s, where {%s} stands", e.t.Open, by, by)
	}
	for _, q := range []Square{c.rookTo, c.kingTo} {
		verb := "pass over"
		if q == c.kingTo {
			verb = "land on"
		}
		if by := e.p.attackers(q, enemy, e.m).First(); by != NoSquare {
			return refuse(q, "it would %s %s, %s from %s, where {%s} stands", verb, q, e.t.Open, by, by)
		}
	}
	return nil
}

// promotion is the last thing to explain: the move itself is possible.
func (e *explainer) promotion() *Refusal {
	to, kind := e.move.To, e.move.Promotion
	due := e.piece.Kind() == Pawn && (rank1 | rank8).Has(to)
	switch {
	case kind == NoKind && (!due || e.m.Promotions == 0):
		return nil
	case !due:
		return refuse(e.t.Promotion, to, "%s can't be promoted on %s: only a %s that reaches the last rank is.", e.mover, to, e.t.Name(Pawn))
	case e.m.Promotions == 0:
		return refuse(e.t.Promotion, to, "There is no promotion in this match: call the %s to %s without one.", e.t.Name(Pawn), to)
	case kind == NoKind:
		return refuse(e.t.Promotion, to, "%s reaches the last rank: the call must say whether it becomes a %s.", e.mover, e.promotions())
	case kind > Centaur || !e.m.Promotions.Has(kind):
		return refuse(e.t.Promotion, to, "%s can't become that: it becomes a %s.", e.mover, e.promotions())
	}
	return nil
}

// promotions names what a Pawn can become, as "Queen, Rook or Knight".
func (e *explainer) promotions() string {
	var names []string
	for _, k := range promotionOrder {
		if e.m.Promotions.Has(k) {
			names = append(names, e.t.Name(k))
		}
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " or " + names[n-1]
	}
	return strings.Join(names, "")
}
