package chess

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// FEN writes the position in Forsyth–Edwards notation, all six fields. The en
// passant field is filled after every double step where en passant is played.
func (p Position) FEN() string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		gap := 0
		for file := range 8 {
			x := p.squares[SquareAt(file, rank)]
			if x == 0 {
				gap++
				continue
			}
			if gap > 0 {
				b.WriteByte('0' + byte(gap))
				gap = 0
			}
			b.WriteByte(x.Letter())
		}
		if gap > 0 {
			b.WriteByte('0' + byte(gap))
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	turn, castling := "w", "-"
	if p.turn == Black {
		turn = "b"
	}
	if p.castling != 0 {
		castling = p.castling.String()
	}
	fmt.Fprintf(&b, " %s %s %s %d %d", turn, castling, p.Passed(), p.quiet, p.Number())
	return b.String()
}

// castlingLetters are the letters of the rights, lowest bit first.
const castlingLetters = "KQkq"

func (r rights) String() string {
	var b strings.Builder
	for i := range castlingLetters {
		if r&(1<<i) != 0 {
			b.WriteByte(castlingLetters[i])
		}
	}
	return b.String()
}

// ParseFEN reads a position in Forsyth–Edwards notation; white space around it
// is ignored. It is strict: all six fields, one space between them, castling
// rights only where King and Rook stand at home, an en passant square only
// behind a Pawn that can have come there, at most one royal piece a side. Errors
// say in plain words what is wrong. That a side has no royal piece, or a Pawn on
// the first or last rank, is for the format to judge.
func ParseFEN(text string) (Position, error) {
	text = strings.TrimSpace(text)
	if len(text) > 120 {
		return Position{}, errors.New("this is too long for a position: a FEN has at most some 90 letters")
	}
	fields := strings.Split(text, " ")
	if len(fields) != 6 {
		return Position{}, fmt.Errorf("a position in FEN has six parts with one space between them (board, turn, castling, en passant, two numbers), and this has %d", len(fields))
	}
	var p Position
	for i, read := range []func(*Position, string) error{
		(*Position).readBoard, (*Position).readTurn, (*Position).readCastling,
		(*Position).readPassed, (*Position).readQuiet, (*Position).readNumber,
	} {
		if err := read(&p, fields[i]); err != nil {
			return Position{}, err
		}
	}
	return p, nil
}

func (p *Position) readBoard(field string) error {
	ranks := strings.Split(field, "/")
	if len(ranks) != 8 {
		return fmt.Errorf("the board has eight ranks with strokes between them, and this has %d", len(ranks))
	}
	for i, row := range ranks {
		rank, file, gap := 7-i, 0, false
		for _, c := range row {
			if c >= '1' && c <= '8' {
				if gap {
					return fmt.Errorf("rank %d has two numbers side by side: write one for each gap", rank+1)
				}
				file += int(c - '0')
				gap = true
				continue
			}
			x, ok := pieceOf(c)
			if !ok {
				return fmt.Errorf("rank %d: %q is not a piece: pieces are the letters P N B R Q K, small for Black", rank+1, c)
			}
			if file < 8 {
				p.put(SquareAt(file, rank), x)
			}
			file++
			gap = false
		}
		if file != 8 {
			return fmt.Errorf("rank %d has %d squares in place of eight", rank+1, file)
		}
	}
	for _, s := range Sides {
		royals := (p.kinds[King] | p.kinds[Amazon] | p.kinds[Centaur]) & p.sides[s]
		if n := royals.Count(); n > 1 {
			return fmt.Errorf("%s has %d royal pieces, and a side has at most one", s, n)
		}
	}
	return nil
}

// pieceOf is the piece of a FEN's letter.
func pieceOf(c rune) (Piece, bool) {
	side := Black
	if c >= 'A' && c <= 'Z' {
		side, c = White, c-'A'+'a'
	}
	k := strings.IndexRune(letters, c)
	if k <= int(NoKind) || Kind(k) > Centaur { // a hidden piece is written and not read
		return 0, false
	}
	return NewPiece(side, Kind(k)), true
}

func (p *Position) readTurn(field string) error {
	switch field {
	case "w":
		p.turn = White
	case "b":
		p.turn = Black
	default:
		return fmt.Errorf("the side to move is w or b, and this says %s", quote(field))
	}
	return nil
}

func (p *Position) readCastling(field string) error {
	if field == "-" {
		return nil
	}
	for i := range castlingLetters {
		if strings.IndexByte(field, castlingLetters[i]) >= 0 {
			p.castling |= 1 << i
		}
	}
	if p.castling == 0 || p.castling.String() != field {
		return fmt.Errorf("castling is - or some of KQkq in this order, and this says %s", quote(field))
	}
	for _, s := range Sides {
		for w, c := range castles[s] {
			if !p.CanCastle(s, Wing(w)) {
				continue
			}
			if p.squares[c.king] != NewPiece(s, King) {
				return fmt.Errorf("%s can't have a right to castle without its King on %s", s, c.king)
			}
			if p.squares[c.rook] != NewPiece(s, Rook) {
				return fmt.Errorf("%s can't have a right to castle towards %s without its Rook there", s, c.rook)
			}
		}
	}
	return nil
}

func (p *Position) readPassed(field string) error {
	if field == "-" {
		return nil
	}
	q, err := ParseSquare(field)
	if err != nil {
		return fmt.Errorf("en passant is - or a square, and this says %s", quote(field))
	}
	// Seen from the side to move, the Pawn came from behind q to before it.
	rank, from, to := 5, 6, 4
	if p.turn == Black {
		rank, from, to = 2, 1, 3
	}
	if q.Rank() != rank || p.squares[q] != 0 || p.squares[SquareAt(q.File(), from)] != 0 ||
		p.squares[SquareAt(q.File(), to)] != NewPiece(p.turn.Other(), Pawn) {
		return fmt.Errorf("en passant on %s is not possible: no Pawn of %s has just passed it", q, p.turn.Other())
	}
	p.passed = q
	return nil
}

func (p *Position) readQuiet(field string) (err error) {
	p.quiet, err = count(field, 0)
	return err
}

func (p *Position) readNumber(field string) (err error) {
	p.number, err = count(field, 1)
	return err
}

// count reads one of the two numbers at a FEN's end.
func count(field string, lowest int) (uint16, error) {
	n, err := strconv.Atoi(field)
	if err != nil || n < lowest || n > maxCount || strconv.Itoa(n) != field {
		return 0, fmt.Errorf("the two numbers at the end are plies since a capture, from 0, and the number of the move, from 1; %s is not possible", quote(field))
	}
	return uint16(n), nil
}
