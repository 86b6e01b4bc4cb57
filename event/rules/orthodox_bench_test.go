package rules_test

import (
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// BenchmarkFold plays a match of ordinary chess from its calls, each checked
// and with all that C2 and C3 ask at every turn.
func BenchmarkFold(b *testing.B) {
	random := generator(3)
	s := rules.Chess.Start(nil)
	var played []chess.Move
	for len(played) < 200 && !s.Result.Over {
		calls := rules.Chess.Calls(nil, s)
		m := calls[random.IntN(len(calls))]
		next, err := rules.Chess.Call(nil, s, m)
		if err != nil {
			b.Fatal(err)
		}
		played, s = append(played, m), next
	}
	b.ReportAllocs()
	for b.Loop() {
		s := rules.Chess.Start(nil)
		for _, m := range played {
			s, _ = rules.Chess.Call(nil, s, m)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(played)), "ns/ply")
}

func BenchmarkOrthodoxOptions(b *testing.B) {
	p, err := chess.ParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	if err != nil {
		b.Fatal(err)
	}
	for name, h := range map[string]rules.House{"plain": nil, "questions": asking} {
		s, err := rules.Chess.From(h, p)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				rules.Options(rules.Chess, h, s)
			}
		})
	}
}
