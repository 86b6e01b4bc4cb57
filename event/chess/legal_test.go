package chess

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// games are the ways of play in which a side is bound by check, each with a
// position from which games start.
var games = []struct {
	name, fen string
	m         Manners
}{
	{"ordinary", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Ordinary},
	{"open", kiwipete, Ordinary},
	{"pins and en passant", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", Ordinary},
	{"promotion", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", Ordinary},
	{"through opponents", kiwipete, Manners{EnPassant: true, Castling: true, Promotions: Promotable, ThroughOpponents: true}},
	{"amazon", "3qa3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", Manners{Castling: true, Promotions: Promotable, Fellows: [2]bool{Black: true}}},
	{"centaur", "3qc3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", Manners{Castling: true, Promotions: Promotable, Fellows: [2]bool{Black: true}}},
	{"amazon and heir", "3qa3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", Manners{Castling: true, Promotions: Promotable, Fellows: [2]bool{Black: true}, Heirs: [2]Kind{Black: Amazon}}},
	{"centaur and heir", "3qc3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", Manners{Castling: true, Promotions: Promotable, Fellows: [2]bool{Black: true}, Heirs: [2]Kind{Black: Centaur}}},
	{"a risen centaur pins no more", "3q4/8/8/8/8/1c6/3R4/3K2N1 w - - 0 1", Manners{Promotions: Promotable, Fellows: [2]bool{Black: true}, Heirs: [2]Kind{Black: Centaur}}},
	{"no royal piece", "4k3/8/8/8/8/8/PPP5/R7 w - - 0 1", Ordinary},
}

// play visits the positions of games of legal moves at random, the same each time.
func play(t *testing.T, fen string, m Manners, rounds int, visit func(Position, []Move)) {
	t.Helper()
	random := rand.New(rand.NewPCG(7, uint64(len(fen))))
	for range rounds {
		p := mustParse(t, fen)
		for range 120 {
			moves := p.AppendLegal(nil, m)
			visit(p, moves)
			if len(moves) == 0 || p.Royal(White) == NoSquare || p.Royal(Black) == NoSquare {
				break
			}
			p = p.Apply(moves[random.IntN(len(moves))], m)
		}
	}
}

func sorted(moves []Move) []string {
	all := make([]string, 0, len(moves))
	for _, m := range moves {
		all = append(all, m.String())
	}
	slices.Sort(all)
	return all
}

// Legal moves found for all pieces at once are those found by making each.
func TestC2LegalMovesAreThoseThatLeaveNoCheck(t *testing.T) {
	for _, g := range games {
		t.Run(g.name, func(t *testing.T) {
			play(t, g.fen, g.m, 25, func(p Position, moves []Move) {
				want := sorted(p.appendTried(nil, &g.m, ^Squares(0)))
				if got := sorted(moves); !slices.Equal(got, want) {
					t.Fatalf("%s: %v, want %v", p.FEN(), got, want)
				}
				if n := p.CountLegal(g.m); n != len(want) {
					t.Fatalf("%s: %d are counted, want %d", p.FEN(), n, len(want))
				}
			})
		})
	}
}

func TestLegalMovesAllocateNothing(t *testing.T) {
	for _, g := range games {
		p := mustParse(t, g.fen)
		room := make([]Move, 0, 256)
		if n := testing.AllocsPerRun(100, func() {
			room = p.AppendLegal(room[:0], g.m)
			p.CountLegal(g.m)
			p.Checked(White, g.m)
		}); n != 0 {
			t.Errorf("%s: %v allocations", g.name, n)
		}
	}
}

func TestJ4Fellows(t *testing.T) {
	p := mustParse(t, "3qa3/8/8/8/8/8/8/4K3 b - - 0 1")
	fellows := Manners{Fellows: [2]bool{Black: true}}
	heirs := Manners{Fellows: [2]bool{Black: true}, Heirs: [2]Kind{Black: Amazon}}
	for _, c := range []struct {
		name, move string
		m          Manners
		want       string
	}{
		{"nobody takes a fellow", "e8d8", Manners{}, ""},
		{"a Master takes its Apprentice", "e8d8", fellows, "3a4/8/8/8/8/8/8/4K3"},
		{"an Apprentice does not take its Master", "d8e8", fellows, ""},
		{"an Apprentice becomes the Master", "d8e8", heirs, "4a3/8/8/8/8/8/8/4K3"},
	} {
		move, err := ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		if listed := slices.Contains(p.AppendMoves(nil, c.m), move); listed != (c.want != "") || (p.Why(move, c.m, plainTongue) == nil) != listed {
			t.Errorf("%s: listed %v", c.name, listed)
		} else if listed {
			if got := p.Apply(move, c.m).FEN(); got != c.want+" w - - 0 2" {
				t.Errorf("%s: %s", c.name, got)
			}
		}
	}
}

func TestJ6AnHeirRises(t *testing.T) {
	p := mustParse(t, "3q4/8/8/8/8/8/a7/R3K3 w - - 0 1")
	m := Manners{Heirs: [2]Kind{Black: Centaur}}
	if got := p.Apply(Move{From: 0, To: 8}, m).FEN(); got != "3c4/8/8/8/8/8/R7/4K3 b - - 0 1" {
		t.Errorf("the heir: %s", got)
	}
	last := mustParse(t, "8/8/8/8/8/8/a7/R3K3 w - - 0 1").Apply(Move{From: 0, To: 8}, m)
	if last.Royal(Black) != NoSquare || last.Occupied(Black) != 0 {
		t.Error("nobody is there to rise")
	}
	if p.Checked(Black, m) || !mustParse(t, "4a3/8/8/8/8/8/8/4K3 w - - 0 1").Checked(White, m) {
		t.Error("only a side without an heir is bound by check")
	}
}
