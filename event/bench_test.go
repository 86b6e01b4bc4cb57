package event

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// aWholeEvening is a record of some 300 entries.
func aWholeEvening(b *testing.B) *game {
	b.Helper()
	r := rand.New(rand.NewPCG(7, 7))
	g := ready(b, setup{judges: 3, house: rules.House{rules.KeyRevealHold: "0", rules.KeyAppealSeconds: "0"}})
	g.must(Host, Start{})
	for len(g.store.entries) < 300 {
		if g.truth.match.phase != Playing {
			g.must(Judge(1), Reopen{"Go on.", g.about()})
		}
		g.randomStep(r)
	}
	return g
}

func BenchmarkFold300(b *testing.B) {
	entries := aWholeEvening(b).store.entries[:300]
	b.ReportAllocs()
	for b.Loop() {
		if _, err := fold(entries); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFold2000Plies folds a long match.
func BenchmarkFold2000Plies(b *testing.B) {
	g := begin(b, setup{})
	g.entered = true // it need not be folded once more at the end
	for range 500 {
		g.play("b1c3", "b8c6", "c3b1", "c6b8")
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := fold(g.store.entries); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/record")
}

// BenchmarkDo is a call and its taking back, in memory.
func BenchmarkDo(b *testing.B) {
	g := begin(b, setup{})
	g.entered = true // a record of so many entries need not be folded again
	white := GameMaster(chess.White)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := g.Do(white, "", g.typed("e2e4")); err != nil {
			b.Fatal(err)
		}
		if _, err := g.Do(white, "", TakeBack{About: g.about()}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkScreen(b *testing.B) {
	g := aWholeEvening(b)
	for _, s := range []Seat{Host, GameMaster(chess.White), QuizMaster(chess.White), Judge(1), Projector, Editor(chess.White)} {
		b.Run(string(s), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				screen, err := g.Screen(s)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := json.Marshal(screen); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
