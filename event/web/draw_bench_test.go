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
