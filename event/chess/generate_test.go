package chess

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// legalPerft counts as ordinary chess does: a move that leaves the own King
// attacked is not made.
func legalPerft(p Position, depth int) (nodes int64) {
	var room [256]Move
	for _, move := range p.AppendMoves(room[:0], ordinary) {
		next := p.Apply(move, ordinary)
		switch {
		case next.Attacked(next.Royal(p.Turn()), next.Turn(), ordinary):
		case depth == 1:
			nodes++
		default:
			nodes += legalPerft(next, depth-1)
		}
	}
	return nodes
}

// The counts are those that every chess program agrees on.
func TestPerftOfOrdinaryChess(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		nodes     []int64
	}{
		{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", []int64{20, 400, 8902, 197281}},
		{"castling", kiwipete, []int64{48, 2039, 97862}},
		{"en passant", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []int64{14, 191, 2812, 43238, 674624}},
		{"promotion", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []int64{6, 264, 9467, 422333}},
		{"promotion on a Rook", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []int64{44, 1486, 62379}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := mustParse(t, c.fen)
			for i, want := range c.nodes {
				if got := legalPerft(p, i+1); got != want {
					t.Errorf("depth %d: %d, want %d", i+1, got, want)
				}
			}
		})
	}
}

// allManners is every mixture of manners.
func allManners() (all []Manners) {
	for bits := range 16 {
		m := Manners{ThroughOpponents: bits&1 != 0, EnPassant: bits&2 != 0, Castling: bits&4 != 0}
		if bits&8 != 0 {
			m.Promotions = Promotable
		}
		all = append(all, m)
	}
	return all
}

// walk plays moves at random, the same each time, and calls visit before each.
func walk(seed uint64, m Manners, plies int, visit func(Position, []Move)) {
	random := rand.New(rand.NewPCG(seed, 1))
	p := StartPosition()
	for range plies {
		moves := p.AppendMoves(nil, m)
		visit(p, moves)
		if len(moves) == 0 || p.Royal(White) == NoSquare || p.Royal(Black) == NoSquare {
			return
		}
		p = p.Apply(moves[random.IntN(len(moves))], m)
	}
}

// Whatever is played, the sets of squares agree with the board, and a FEN
// brings the same position back.
func TestPositionsHoldTogether(t *testing.T) {
	for seed, m := range allManners() {
		for game := range uint64(3) {
			walk(uint64(seed)*8+game, m, 150, func(p Position, _ []Move) {
				again, err := ParseFEN(p.FEN())
				if err != nil {
					t.Fatalf("%s: %v", p.FEN(), err)
				}
				if again != p {
					t.Fatalf("%s comes back as another position", p.FEN())
				}
			})
		}
	}
}

// Why gives no reason for exactly the moves that are listed (R3).
func TestR3WhyAgreesWithTheMoves(t *testing.T) {
	for seed, m := range allManners() {
		plies := 0
		walk(uint64(seed), m, 60, func(p Position, moves []Move) {
			if plies++; plies%12 != 0 {
				return
			}
			for from := range NoSquare {
				for to := range NoSquare {
					for _, k := range []Kind{NoKind, Queen, Knight, King} {
						move := Move{from, to, k}
						why := p.Why(move, m, plainTongue)
						if listed := slices.Contains(moves, move); listed != (why == nil) {
							t.Fatalf("%s: %s listed %v, but why is %v", p.FEN(), move, listed, why)
						}
						if why != nil && (why.Clause == "" || why.Words == "") {
							t.Fatalf("%s: %s is refused without a word", p.FEN(), move)
						}
					}
				}
			}
		})
		if plies < 12 {
			t.Errorf("the game of manners %+v was too short", m)
		}
	}
}

// The tables of rays agree with a walk from square to square.
func TestSlidersAgreeWithAWalk(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		blockers := Squares(random.Uint64() & random.Uint64())
		for q := range NoSquare {
			for _, k := range []Kind{Rook, Bishop, Queen, Amazon} {
				var want Squares
				for _, step := range directions {
					if across := step[0] != 0 && step[1] != 0; across && k == Rook || !across && k == Bishop {
						continue
					}
					for at := neighbour(q, step); at != NoSquare; at = neighbour(at, step) {
						want |= at.set()
						if blockers.Has(at) {
							break
						}
					}
				}
				if k == Amazon {
					want |= knightTables[q]
				}
				if got := reach(k, q, blockers); got != want {
					t.Fatalf("kind %d on %s: %x, want %x", k, q, got, want)
				}
			}
		}
	}
}

// A piece attacks exactly the squares that it could capture on.
func TestAttackersAgreeWithTheMoves(t *testing.T) {
	for seed, m := range allManners() {
		m.Castling, m.EnPassant = false, false
		walk(uint64(seed)+100, m, 60, func(p Position, _ []Move) {
			for q := range p.Occupied(p.Turn().Other()).All() {
				var want Squares
				for _, move := range p.AppendMoves(nil, m) {
					if move.To == q {
						want |= move.From.set()
					}
				}
				if got := p.Attackers(q, p.Turn(), m); got != want {
					t.Fatalf("%s: attackers of %s are %x, want %x", p.FEN(), q, got, want)
				}
			}
		})
	}
}

func TestMovesAllocateNothing(t *testing.T) {
	p := mustParse(t, kiwipete)
	room := make([]Move, 0, 256)
	if n := testing.AllocsPerRun(100, func() { room = p.AppendMoves(room[:0], ordinary) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestAmazonAndCentaur(t *testing.T) {
	p := mustParse(t, "4a3/8/8/8/8/8/8/2C5 w - - 0 1")
	if got := len(p.AppendMoves(nil, ordinary)); got != 9 {
		t.Errorf("the Centaur on c1 has %d moves, want 5 as a King and 4 as a Knight", got)
	}
	if got := len(p.WithTurn(Black).AppendMoves(nil, ordinary)); got != 21+4 {
		t.Errorf("the Amazon on e8 has %d moves, want 21 as a Queen and 4 as a Knight", got)
	}
	if p.Royal(White) != SquareAt(2, 0) || p.Royal(Black) != SquareAt(4, 7) {
		t.Error("the royal pieces are not found")
	}
}
