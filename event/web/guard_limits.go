package web

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"biblechess/event"
)

// Bounds of what is open at once. A hall's Wi-Fi may show all its phones under
// one address, so one address may have as many streams as a large hall has
// people; but no address can take all that there is.
const (
	maxStreams       = 8000 // of spectators
	maxStreamsFrom   = 6000
	maxStreamsOfSeat = 100 // devices that hold one seat, however many addresses they have
	maxConns         = 20_000
	maxConnsFrom     = 12_000
)

// addressOf is whom a request counts for.
func addressOf(r *http.Request) netip.Prefix {
	c, ok := r.Context().Value(connKey{}).(net.Conn)
	if !ok {
		return netip.Prefix{}
	}
	return counted(c.RemoteAddr())
}

// counted is whom an address of a connection counts for: its IPv4 address, or the
// network of its IPv6 address, within which a device has as many as it likes.
func counted(a net.Addr) netip.Prefix {
	at, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Prefix{}
	}
	addr := at.AddrPort().Addr().Unmap().WithZone("")
	bits := addr.BitLen()
	if addr.Is6() {
		bits = 64
	}
	prefix, _ := addr.Prefix(bits)
	return prefix
}

// tries slows down who guesses: each address has a number of wrong tries, and
// gets one back every so often.
type tries struct {
	most int
	each time.Duration

	mu    sync.Mutex
	spent map[netip.Prefix]spending
}

// spending is how many tries an address had used up at a time.
type spending struct {
	tries int
	at    time.Time
}

// manyAddresses is when those who have all their tries back are forgotten.
const manyAddresses = 4096

// now is what an address has used up by now; t.mu is held.
func (t *tries) now(from netip.Prefix, now time.Time) spending {
	s := t.spent[from]
	if back := int(now.Sub(s.at) / t.each); back > 0 {
		s = spending{max(0, s.tries-back), s.at.Add(time.Duration(back) * t.each)}
	}
	return s
}

// allowed tells whether an address may try.
func (t *tries) allowed(from netip.Prefix, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.now(from, now).tries < t.most
}

// wrong notes a wrong try.
func (t *tries) wrong(from netip.Prefix, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.spent == nil {
		t.spent = map[netip.Prefix]spending{}
	}
	if len(t.spent) >= manyAddresses {
		for other := range t.spent {
			if t.now(other, now).tries == 0 {
				delete(t.spent, other)
			}
		}
	}
	s := t.now(from, now)
	if s.tries == 0 {
		s.at = now
	}
	s.tries++
	t.spent[from] = s
}

// openStreams counts open streams.
type openStreams struct {
	mu   sync.Mutex
	all  int // of spectators
	from map[netip.Prefix]int
	of   map[event.Seat]int
}

// open counts a stream in, if there is room for it. Spectators take no room
// from those who hold a seat.
func (o *openStreams) open(from netip.Prefix, seat event.Seat) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.from == nil {
		o.from, o.of = map[netip.Prefix]int{}, map[event.Seat]int{}
	}
	if !seat.Public() {
		if o.of[seat] >= maxStreamsOfSeat {
			return false
		}
		o.of[seat]++
		return true
	}
	if o.all >= maxStreams || o.from[from] >= maxStreamsFrom {
		return false
	}
	o.all++
	o.from[from]++
	return true
}

// close counts a stream out.
func (o *openStreams) close(from netip.Prefix, seat event.Seat) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !seat.Public() {
		o.of[seat]--
		return
	}
	o.all--
	if o.from[from]--; o.from[from] == 0 {
		delete(o.from, from)
	}
}

// connections bounds how many connections are open. A server's ConnState tells
// it of each, and whoever took one over, when it closes.
type connections struct {
	most, mostFrom int

	mu   sync.Mutex
	open map[net.Conn]netip.Prefix
	from map[netip.Prefix]int
}

func newConnections(most, mostFrom int) *connections {
	return &connections{most: min(most, openFiles()-spareFiles), mostFrom: mostFrom, open: map[net.Conn]netip.Prefix{}, from: map[netip.Prefix]int{}}
}

// spareFiles are kept for the data file and its backups.
const spareFiles = 64

// state follows a connection, and closes at once one too many.
func (o *connections) state(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		if !o.opened(c) {
			c.Close()
		}
	case http.StateClosed:
		if !wasTaken(c) {
			o.closed(c)
		}
	}
}

// opened counts a connection in, if there is room for it.
func (o *connections) opened(c net.Conn) bool {
	from := counted(c.RemoteAddr())
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.open) >= o.most || o.from[from] >= o.mostFrom {
		return false
	}
	o.open[c] = from
	o.from[from]++
	return true
}

// closed counts a connection out.
func (o *connections) closed(c net.Conn) {
	o.mu.Lock()
	defer o.mu.Unlock()
	from, counts := o.open[c]
	if !counts {
		return
	}
	delete(o.open, c)
	if o.from[from]--; o.from[from] == 0 {
		delete(o.from, from)
	}
}
