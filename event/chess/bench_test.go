package chess

import "testing"

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// ordinary is every manner of ordinary chess.
var ordinary = Manners{EnPassant: true, Castling: true, Promotions: Promotable}

// perft counts the sequences of so many moves; a King that is captured ends one.
func perft(p Position, m Manners, depth int) int64 {
	if p.royal(White) == NoSquare || p.royal(Black) == NoSquare {
		return 0
	}
	var room [256]Move
	moves := p.AppendMoves(room[:0], m)
	if depth == 1 {
		return int64(len(moves))
	}
	var nodes int64
	for _, move := range moves {
		nodes += perft(p.Apply(move, m), m, depth-1)
	}
	return nodes
}

func benchmarkPerft(b *testing.B, p Position, depth int) {
	b.ReportAllocs()
	var nodes int64
	for b.Loop() {
		nodes += perft(p, ordinary, depth)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}

func BenchmarkPerftStart(b *testing.B) { benchmarkPerft(b, StartPosition(), 4) }

func BenchmarkPerftKiwipete(b *testing.B) { benchmarkPerft(b, mustParse(b, kiwipete), 3) }

func BenchmarkMoves(b *testing.B) {
	p := mustParse(b, kiwipete)
	room := make([]Move, 0, 256)
	b.ReportAllocs()
	for b.Loop() {
		room = p.AppendMoves(room[:0], ordinary)
	}
}

func BenchmarkApply(b *testing.B) {
	p := mustParse(b, kiwipete)
	move, err := ParseMove("e2a6")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		p.Apply(move, ordinary)
	}
}

func mustParse(t testing.TB, fen string) Position {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
