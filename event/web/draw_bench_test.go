package web

import (
	"testing"

	"biblechess/event"
)

// BenchmarkDraw is what one state of a seat's page costs: its screen built up,
// and every region rendered.
func BenchmarkDraw(b *testing.B) {
	h := serve(b)
	o := h.begin(3, canaryCSV(map[string]int{"Rook": 5, "Bishop": 5, "Knight": 5, "Pawn": 5, "Quiz Master": 16}, nil), "bank-sizes", "5,5,5,5,16")
	o.play("e2e4", "d7d5")
	for _, s := range event.AllSeats() {
		b.Run(string(s), func(b *testing.B) {
			bytes, e := 0, &easel{now: &drawing{}}
			b.ReportAllocs()
			for b.Loop() {
				d, err := e.draw(h.Evening, s)
				if err != nil {
					b.Fatal(err)
				}
				e.now = d
			}
			for _, r := range e.now.regions {
				bytes += len(r.html.HTML())
			}
			b.ReportMetric(float64(bytes), "bytes")
		})
	}
}

// BenchmarkCall is a call with all the pages that follow it, drawn one after the other.
func BenchmarkCall(b *testing.B) {
	h := serve(b)
	o := h.begin(3, canaryCSV(map[string]int{"Rook": 5, "Bishop": 5, "Knight": 5, "Pawn": 5, "Quiz Master": 16}, nil), "bank-sizes", "5,5,5,5,16")
	n := 0
	call := func() {
		o.play([]string{"b1c3", "b8c6", "c3b1", "c6b8"}[n%4])
		n++
	}
	for n < 40 {
		call()
	}
	last := map[event.Seat]*drawing{}
	for _, s := range event.AllSeats() {
		last[s] = h.server.pages.at(s)
	}
	bytes := 0
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		call()
		b.StartTimer()
		for s, before := range last {
			d := h.server.pages.at(s)
			bytes += len(d.since(before))
			last[s] = d
		}
	}
	b.ReportMetric(float64(bytes)/float64(b.N), "sent-bytes/op")
}
