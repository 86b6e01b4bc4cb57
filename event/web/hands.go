package web

import (
	"sync"
	"time"
)

// hands send to streams what their connections did not take at once. A few do it
// for all, in the order in which it came: a goroutine for each would cost each a
// stack. A hand that has to wait for a slow phone is no longer counted and
// another takes its place, so that nobody waits for somebody else's phone.
type hands struct {
	mu      sync.Mutex
	waiting []remainder
	free    int // how many more may be at work
}

// remainder is what a stream is still to be sent.
type remainder struct {
	st    *stream
	bytes []byte
}

func newHands() *hands { return &hands{free: 8} }

// take has a remainder sent.
func (h *hands) take(st *stream, bytes []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.waiting = append(h.waiting, remainder{st, bytes})
	h.another()
}

// another hand begins where there is something to do for it; h.mu is held.
func (h *hands) another() {
	if len(h.waiting) > 0 && h.free > 0 {
		h.free--
		go h.work()
	}
}

func (h *hands) done() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.free++
	h.another()
}

func (h *hands) next() (r remainder, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.waiting) == 0 {
		h.waiting = nil // or it would go on growing
		return r, false
	}
	r, h.waiting = h.waiting[0], h.waiting[1:]
	return r, true
}

func (h *hands) work() {
	for {
		r, ok := h.next()
		if !ok {
			break
		}
		slow := time.AfterFunc(tick, h.done)
		r.st.finish(r.bytes)
		if !slow.Stop() {
			return // another hand has taken this one's place
		}
	}
	h.done()
}
