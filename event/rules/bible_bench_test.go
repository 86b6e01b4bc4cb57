package rules_test

import (
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// middle is a position in the middle of a match with many challenges to call.
func middle(b *testing.B, h rules.House) rules.State {
	p, err := chess.ParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	if err != nil {
		b.Fatal(err)
	}
	s, err := rules.Bible.From(h, p)
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func BenchmarkCalls(b *testing.B) {
	for _, open := range []string{rules.OpenCalled, rules.OpenAutomatic, rules.OpenStrict} {
		b.Run(open, func(b *testing.B) {
			h := rules.House{rules.KeyGameMasterOpen: open}
			s := middle(b, h)
			b.ReportAllocs()
			for b.Loop() {
				rules.Bible.Calls(h, s)
			}
		})
	}
}

func benchmarkCall(b *testing.B, move string) {
	s := middle(b, nil)
	m := mustMove(b, move)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := rules.Bible.Call(nil, s, m); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCallPlain(b *testing.B) { benchmarkCall(b, "a2a3") }

func BenchmarkCallChallenge(b *testing.B) { benchmarkCall(b, "e5f7") }

func BenchmarkOptions(b *testing.B) {
	s := middle(b, nil)
	b.ReportAllocs()
	for b.Loop() {
		rules.Options(rules.Bible, nil, s)
	}
}
