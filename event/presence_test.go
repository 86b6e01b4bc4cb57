package event

import (
	"testing"
	"time"
)

// Twenty seconds of silence count as gone, however often somebody looks (B40).
func TestB40_ASilentPageIsGoneAfterTwentySeconds(t *testing.T) {
	at := time.UnixMilli(1_800_000_000_000)
	p := newPresence()
	seat := Judge(1)
	number := p.Open(seat, at)
	p.Beat(seat, number, at)
	for second := 1; second <= 60; second++ {
		now := at.Add(time.Duration(second) * time.Second)
		if got, want := p.Present(seat, now), second <= 20; got != want {
			t.Fatalf("after %d s of silence it counts as there: %v", second, got)
		}
	}
	p.Beat(seat, number, at.Add(61*time.Second))
	p.Close(seat, number, at.Add(70*time.Second))
	if !p.Present(seat, at.Add(81*time.Second)) || p.Present(seat, at.Add(82*time.Second)) {
		t.Error("a page that ended is there until 20 s after it last said so")
	}
	// A page that never says so is there while its stream is open, and 20 s more.
	quiet := p.Open(Judge(2), at)
	if !p.Present(Judge(2), at.Add(time.Hour)) {
		t.Error("a stream that never beats counts while it is open")
	}
	p.Close(Judge(2), quiet, at.Add(time.Hour))
	if !p.Present(Judge(2), at.Add(time.Hour+20*time.Second)) || p.Present(Judge(2), at.Add(time.Hour+21*time.Second)) {
		t.Error("and 20 s more")
	}
}
