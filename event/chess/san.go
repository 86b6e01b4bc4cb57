package chess

import (
	"errors"
	"fmt"
	"strings"
)

// capital is a kind's capital letter in SAN, empty for a Pawn.
func (k Kind) capital() string {
	if k == Pawn || k.Letter() == '?' {
		return ""
	}
	return string(k.Letter() - 'a' + 'A')
}

// SAN writes a legal move in standard algebraic notation, as "Nbd7", "exd5",
// "O-O", "e8=Q+" or "Qh4#". Another move is written too, but means nothing.
func (p Position) SAN(move Move, m Manners) string {
	var b strings.Builder
	kind := p.At(move.From).Kind()
	switch {
	case p.IsCastling(move) && m.Castling:
		b.WriteString("O-O")
		if move.To < move.From {
			b.WriteString("-O")
		}
	default:
		captures := p.target(move, m) != NoSquare
		b.WriteString(kind.capital())
		if kind == Pawn && captures {
			b.WriteString(move.From.String()[:1])
		} else if kind != Pawn {
			b.WriteString(p.origin(move, m))
		}
		if captures {
			b.WriteByte('x')
		}
		b.WriteString(move.To.String())
		if move.Promotion != NoKind {
			b.WriteString("=" + move.Promotion.capital())
		}
	}
	switch after := p.Apply(move, m); {
	case !after.Checked(after.turn, m):
	case after.CountLegal(m) == 0:
		b.WriteByte('#')
	default:
		b.WriteByte('+')
	}
	return b.String()
}

// origin is as much of the square that a piece comes from as tells it from
// others of its kind that could go to the same square: the file if that is
// enough, else the rank, else both.
func (p *Position) origin(move Move, m Manners) string {
	alike := p.kinds[p.squares[move.From].Kind()] & p.sides[p.turn]
	if alike.Count() < 2 {
		return ""
	}
	var room [256]Move
	var others Squares
	for _, o := range p.AppendLegal(room[:0], m) {
		if o.To == move.To && o.From != move.From && alike.Has(o.From) {
			others |= o.From.set()
		}
	}
	name := move.From.String()
	switch {
	case others == 0:
		return ""
	case others&(fileA<<move.From.File()) == 0:
		return name[:1]
	case others&(rank1<<(8*move.From.Rank())) == 0:
		return name[1:]
	}
	return name
}

// ParseSAN reads a move in standard algebraic notation and finds it among the
// legal moves of the position. It takes what people write besides: 0-0, a
// promotion without "=", more of the origin than is needed, and +, #, !, ? at
// the end, which are not checked. Errors say in plain words why it is no move
// here.
func (p Position) ParseSAN(text string, m Manners) (Move, error) {
	w, err := readSAN(text)
	if err != nil {
		return Move{}, err
	}
	var room [256]Move
	legal := p.AppendLegal(room[:0], m)
	if w.castles {
		return p.castlingSAN(w, legal, text)
	}
	var found []Move
	promotion := false
	for _, move := range legal {
		if p.squares[move.From].Kind() != w.kind || move.To != w.to || !w.from.Has(move.From) || p.castlesBy(move, m) {
			continue
		}
		if move.Promotion != w.promotion {
			promotion = true
			continue
		}
		found = append(found, move)
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return Move{}, fmt.Errorf("%s can be the piece on %s or the one on %s", quote(text), found[0].From, found[1].From)
	case promotion && w.promotion == NoKind:
		return Move{}, fmt.Errorf("%s must say what the Pawn becomes, as in %s=Q", quote(text), w.to)
	case promotion:
		return Move{}, fmt.Errorf("%s names a promotion that is not possible", quote(text))
	}
	return Move{}, p.noSAN(w, text, m)
}

func (p *Position) castlesBy(move Move, m Manners) bool { return m.Castling && p.IsCastling(move) }

// noSAN says why no legal move is the one that was written.
func (p *Position) noSAN(w written, text string, m Manners) error {
	var room [256]Move
	for _, move := range p.AppendMoves(room[:0], m) {
		if p.squares[move.From].Kind() == w.kind && move.To == w.to && w.from.Has(move.From) &&
			move.Promotion == w.promotion && !p.castlesBy(move, m) {
			return fmt.Errorf("%s is not legal: %s's own %s would be in check", quote(text), p.turn, names[p.royalKind(p.turn)])
		}
	}
	if w.promotion != NoKind && !(rank1 | rank8).Has(w.to) {
		return fmt.Errorf("%s is not possible: a Pawn is promoted on the last rank only", quote(text))
	}
	return fmt.Errorf("%s is not possible: no %s of %s can go to %s", quote(text), names[w.kind], p.turn, w.to)
}

func (p *Position) royalKind(s Side) Kind {
	if q := p.royal(s); q != NoSquare {
		return p.squares[q].Kind()
	}
	return King
}

func (p *Position) castlingSAN(w written, legal []Move, text string) (Move, error) {
	for _, move := range legal {
		if p.IsCastling(move) && (move.To < move.From) == (w.wing == QueenSide) {
			return move, nil
		}
	}
	return Move{}, fmt.Errorf("%s is not possible: %s can't castle on that side now", quote(text), p.turn)
}

// names are the names of the kinds in ordinary chess.
var names = [...]string{"piece", "Pawn", "Knight", "Bishop", "Rook", "Queen", "King", "Amazon", "Centaur", "player"}

// written is a move as it was written, before it is looked for on a board.
type written struct {
	castles   bool
	wing      Wing
	kind      Kind
	from      Squares // where the piece can come from, by what was written
	to        Square
	promotion Kind
}

// errSAN is what is said of a text that is no move on any board.
func errSAN(text string) error {
	return fmt.Errorf("%s is not a move: a move is written like e4, Nf3, exd5, O-O or e8=Q", quote(text))
}

// readSAN takes a move apart from its end: marks, promotion, the square it goes
// to, a capture's x, and what is left of the square it comes from.
func readSAN(text string) (written, error) {
	if len(text) > 16 {
		return written{}, errSAN(text)
	}
	rest := strings.TrimRight(text, "+#!?")
	switch strings.ReplaceAll(rest, "0", "O") {
	case "O-O":
		return written{castles: true, wing: KingSide}, nil
	case "O-O-O":
		return written{castles: true, wing: QueenSide}, nil
	}
	w := written{kind: Pawn, from: ^Squares(0)}
	if rest != "" {
		if k, err := capitalOf(rest[0]); err == nil {
			w.kind, rest = k, rest[1:]
		}
	}
	if n := len(rest); n > 0 && w.kind == Pawn {
		if k, err := capitalOf(rest[n-1]); err == nil {
			w.promotion, rest = k, strings.TrimSuffix(rest[:n-1], "=")
		}
	}
	if len(rest) < 2 {
		return written{}, errSAN(text)
	}
	to, err := ParseSquare(rest[len(rest)-2:])
	if err != nil {
		return written{}, errSAN(text)
	}
	w.to, rest = to, rest[:len(rest)-2]
	if n := len(rest); n > 0 && (rest[n-1] == 'x' || rest[n-1] == '-' && n == 3) {
		rest = rest[:n-1]
	}
	if n := len(rest); n > 0 && rest[0] >= 'a' && rest[0] <= 'h' {
		w.from &= fileA << (rest[0] - 'a')
		rest = rest[1:]
	}
	if n := len(rest); n > 0 && rest[0] >= '1' && rest[0] <= '8' {
		w.from &= rank1 << (8 * (rest[0] - '1'))
		rest = rest[1:]
	}
	if rest != "" {
		return written{}, errSAN(text)
	}
	return w, nil
}

// capitalOf is the kind of a capital letter; P too, which some write for Pawns.
func capitalOf(c byte) (Kind, error) {
	for k := Pawn; k <= Centaur; k++ {
		if c == k.Letter()-'a'+'A' {
			return k, nil
		}
	}
	return NoKind, errors.New("not a capital of a piece")
}
