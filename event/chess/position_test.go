package chess

import (
	"slices"
	"testing"
)

func TestR1Squares(t *testing.T) {
	if a1 := SquareAt(0, 0); a1.String() != "a1" || !a1.Dark() || SquareAt(7, 0).Dark() {
		t.Error("a1 is dark, at White's left hand")
	}
	if h8 := SquareAt(7, 7); h8.String() != "h8" || !h8.Dark() || h8 != 63 {
		t.Error("h8 is dark, at Black's left hand")
	}
	if NoSquare.String() != "-" {
		t.Error("NoSquare has no name")
	}
}

func TestSquares(t *testing.T) {
	s := SquareAt(2, 3).set() | SquareAt(0, 0).set() | SquareAt(7, 7).set()
	if got := slices.Collect(s.All()); !slices.Equal(got, []Square{0, 26, 63}) {
		t.Errorf("all are %v", got)
	}
	for first := range s.All() {
		if first != 0 {
			t.Error("the lowest square is the first")
		}
		break
	}
	if s.Count() != 3 || !s.Has(26) || s.Has(27) || s.First() != 0 || s.last() != 63 || Squares(0).First() != NoSquare {
		t.Error("a set of squares does not hold what was put in")
	}
}

func TestR2WhiteBegins(t *testing.T) {
	p := StartPosition()
	if p.Turn() != White || p.Next(false).Turn() != Black || p.Next(false).Next(true).Turn() != White {
		t.Error("White begins, and the sides alternate")
	}
	if White.Other() != Black || White.String() != "White" || Black.String() != "Black" {
		t.Error("the sides are White and Black")
	}
}

func TestStartPosition(t *testing.T) {
	const fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	if got := StartPosition().FEN(); got != fen {
		t.Errorf("the start is %s", got)
	}
	if mustParse(t, fen) != StartPosition() {
		t.Error("the start read from a FEN is another position")
	}
	for _, s := range Sides {
		for _, w := range []Wing{KingSide, QueenSide} {
			if !StartPosition().CanCastle(s, w) {
				t.Errorf("%s can't castle on wing %d", s, w)
			}
		}
	}
}

func TestPositionIsAValue(t *testing.T) {
	p := StartPosition()
	kept := p
	a1, e4 := SquareAt(0, 0), SquareAt(4, 3)
	q := p.With(e4, NewPiece(Black, Queen)).With(a1, 0).WithTurn(Black)
	if p != kept {
		t.Error("With changed the position in place")
	}
	if q.At(e4) != NewPiece(Black, Queen) || q.At(a1) != 0 || q.Turn() != Black {
		t.Error("With or WithTurn did nothing")
	}
	if q.CanCastle(White, QueenSide) || !q.CanCastle(White, KingSide) {
		t.Error("only the right that hung on a1 is gone")
	}
	if q.Find(NewPiece(Black, Queen)) != e4.set()|SquareAt(3, 7).set() || q.Occupied(White).Count() != 15 {
		t.Error("the sets do not agree with the board")
	}
	if p.With(NoSquare, NewPiece(White, Rook)) != p || p.Moved(NoSquare) != p || p.At(NoSquare) != 0 {
		t.Error("NoSquare is nowhere")
	}
	if p.Find(0) != 0 || p.Find(NewPiece(White, 100)) != 0 || p.Attacked(NoSquare, White, ordinary) {
		t.Error("nothing is found nowhere")
	}
	if moved := p.Moved(SquareAt(4, 7)); moved.CanCastle(Black, KingSide) || moved.CanCastle(Black, QueenSide) || !moved.CanCastle(White, KingSide) {
		t.Error("a King that has moved ends both rights of its side")
	}
}

func TestCountersStop(t *testing.T) {
	p := mustParse(t, "4k3/8/8/8/8/8/8/4K3 b - - 9999 9999").Next(false)
	if p.FEN() != "4k3/8/8/8/8/8/8/4K3 w - - 9999 9999" {
		t.Errorf("the counters go on: %s", p.FEN())
	}
	if p.Quiet() != 9999 || p.Next(true).Quiet() != 0 {
		t.Error("a loud ply starts the count again")
	}
}

func TestNumber(t *testing.T) {
	p := Position{}
	if p.Number() != 1 || p.Next(false).Number() != 1 || p.Next(false).Next(false).Number() != 2 {
		t.Error("the empty board is not move 1, or Black's ply does not end it")
	}
	if p = p.WithNumber(7); p.Number() != 7 || p.FEN() != "8/8/8/8/8/8/8/8 w - - 0 7" || p.WithNumber(-1).Number() != 1 || p.WithNumber(70_000).Number() != maxCount {
		t.Errorf("numbered 7 it is %s", p.FEN())
	}
}

func TestPassed(t *testing.T) {
	e4 := Move{From: SquareAt(4, 1), To: SquareAt(4, 3)}
	if p := StartPosition().Apply(e4, ordinary); p.Passed().String() != "e3" || p.Next(false).Passed() != NoSquare {
		t.Errorf("passed is %s", p.Passed())
	}
	if p := StartPosition().Apply(e4, Manners{}); p.Passed() != NoSquare {
		t.Error("without en passant nothing is remembered")
	}
	if p := StartPosition().Apply(e4, ordinary).WithTurn(White); p.Passed() != NoSquare {
		t.Error("another turn forgets it")
	}
}
