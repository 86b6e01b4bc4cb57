package web

import (
	"testing"
	"time"

	"biblechess/event"
)

// stuck is a wire of a phone that takes nothing until it is let.
type stuck struct {
	*paper
	until chan struct{}
}

func (w stuck) write(p []byte, patience time.Duration) error {
	<-w.until
	return w.paper.write(p, patience)
}

// However many phones take nothing, whoever does take something has it soon, and
// few goroutines are at work.
func TestHands_NobodyWaitsForAnothersPhone(t *testing.T) {
	d := newDesk(t)
	until, all := make(chan struct{}), newHands()
	send := func(w wire) {
		st := &stream{class: d.f.class(event.Projector), wire: w, leave: func() {}, sent: d.server.pages.at(event.Projector), busy: true}
		all.take(st, []byte("event: regions"))
	}
	const slow, quick = 30, 200
	for range slow {
		send(stuck{&paper{book: d.book, room: -1}, until})
	}
	for range quick {
		send(&paper{book: d.book, room: -1})
	}
	wait := func(n int) {
		t.Helper()
		got := 0
		for end := time.Now().Add(patienceOfTests); got < n && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
			got += len(d.book.written())
		}
		if got != n {
			t.Fatalf("%d pages have it, want %d", got, n)
		}
	}
	wait(quick)
	close(until)
	wait(slow)
	for end := time.Now().Add(patienceOfTests); ; time.Sleep(5 * time.Millisecond) {
		all.mu.Lock()
		free := all.free
		all.mu.Unlock()
		if free == newHands().free {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%d hands are free at the end", free)
		}
	}
}
