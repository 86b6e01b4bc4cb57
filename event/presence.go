package event

import (
	"sync"
	"time"
)

// gone is how long somebody without a live page still counts as present.
const gone = 20 * time.Second

// Presence knows which seats have a live page. It is not part of the record:
// an entry that depends on it says what it was.
type Presence struct {
	mu      sync.Mutex
	next    int64
	streams map[Seat]map[int64]*stream
	last    map[Seat]time.Time // when a live page of the seat was last there
	moved   chan struct{}      // holds one when somebody with a seat came or left
}

// stream is one open page.
type stream struct {
	beats bool      // the page says that it is there, so silence means that it is gone
	heard time.Time // when it last did, or when it opened
}

func newPresence() *Presence {
	return &Presence{streams: map[Seat]map[int64]*stream{}, last: map[Seat]time.Time{}, moved: make(chan struct{}, 1)}
}

// Open notes a live page and gives it a number. Close it when it ends.
func (p *Presence) Open(s Seat, now time.Time) int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next++
	if p.streams[s] == nil {
		p.streams[s] = map[int64]*stream{}
	}
	p.streams[s][p.next] = &stream{heard: now}
	p.last[s] = now
	p.move(s)
	return p.next
}

// move tells that somebody came or left. The crowd comes and goes all the time, and
// its number can wait.
func (p *Presence) move(s Seat) {
	if s == Projector {
		return
	}
	select {
	case p.moved <- struct{}{}:
	default:
	}
}

// Beat notes that a page said it is there. A page that never does counts as
// there for as long as its stream is open.
func (p *Presence) Beat(s Seat, number int64, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if st := p.streams[s][number]; st != nil {
		st.beats, st.heard = true, now
	}
}

// Close notes that a page's stream has ended.
func (p *Presence) Close(s Seat, number int64, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.note(s, now)
	delete(p.streams[s], number)
	p.move(s)
}

// note keeps when a page of the seat was last known to be there: a page that
// says so, when it last did; any other, for as long as its stream is open. p.mu
// is held.
func (p *Presence) note(s Seat, now time.Time) {
	for _, st := range p.streams[s] {
		at := now
		if st.beats {
			at = st.heard
		}
		if at.After(p.last[s]) {
			p.last[s] = at
		}
		if !st.beats {
			return // nothing is later than now: thousands need not be asked
		}
	}
}

// fresh tells whether a live page of the seat is there now; p.mu is held.
func (p *Presence) fresh(s Seat, now time.Time) bool {
	for _, st := range p.streams[s] {
		if !st.beats || now.Sub(st.heard) <= gone {
			return true
		}
	}
	return false
}

// Present tells whether a seat had a live page within the last 20 s.
func (p *Presence) Present(s Seat, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.note(s, now)
	if p.fresh(s, now) {
		return true
	}
	at, ever := p.last[s]
	return ever && now.Sub(at) <= gone
}

// State is how the host sees a seat: "live", "asleep" (a page was there a
// moment ago), "gone", or "empty" (never there), and its number of devices.
func (p *Presence) State(s Seat, now time.Time) (state string, devices int) {
	here := p.Present(s, now)
	p.mu.Lock()
	defer p.mu.Unlock()
	devices = len(p.streams[s])
	_, ever := p.last[s]
	switch {
	case p.fresh(s, now):
		return "live", devices
	case here:
		return "asleep", devices
	case ever:
		return "gone", devices
	}
	return "empty", devices
}
