package chess

import (
	"testing"

	corentings "github.com/corentings/chess/v2"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// ordinary is every manner of ordinary chess.
var ordinary = Ordinary

// perft counts the sequences of so many legal moves.
func perft(p Position, m Manners, depth int) int64 {
	if depth == 1 {
		return int64(p.CountLegal(m))
	}
	var room [256]Move
	var nodes int64
	for _, move := range p.AppendLegal(room[:0], m) {
		nodes += perft(p.Apply(move, m), m, depth-1)
	}
	return nodes
}

// publicPerft is perft by a public engine, to compare with.
func publicPerft(p *corentings.Position, depth int) int64 {
	moves := p.ValidMoves()
	if depth == 1 {
		return int64(len(moves))
	}
	var nodes int64
	for i := range moves {
		nodes += publicPerft(p.Update(&moves[i]), depth-1)
	}
	return nodes
}

func benchmarkPerft(b *testing.B, fen string, depth int, want int64) {
	p := mustParse(b, fen)
	start, err := corentings.FEN(fen)
	if err != nil {
		b.Fatal(err)
	}
	public := corentings.NewGame(start).Position()
	for _, engine := range []struct {
		name  string
		perft func() int64
	}{
		{"ours", func() int64 { return perft(p, ordinary, depth) }},
		{"corentings", func() int64 { return publicPerft(public, depth) }},
	} {
		b.Run(engine.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if got := engine.perft(); got != want {
					b.Fatalf("%d nodes, want %d", got, want)
				}
			}
			b.ReportMetric(float64(want)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

func BenchmarkPerftStart(b *testing.B) { benchmarkPerft(b, StartPosition().FEN(), 5, 4865609) }

func BenchmarkPerftKiwipete(b *testing.B) { benchmarkPerft(b, kiwipete, 4, 4085603) }

func BenchmarkLegal(b *testing.B) {
	p := mustParse(b, kiwipete)
	room := make([]Move, 0, 256)
	b.ReportAllocs()
	for b.Loop() {
		room = p.AppendLegal(room[:0], ordinary)
	}
}

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
