package web

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"biblechess/event"
	"biblechess/event/chess"
)

// book notes what is written to many wires, in order.
type book struct {
	mu    sync.Mutex
	lines []line
}

type line struct {
	to    *paper
	bytes []byte
}

// paper is a wire that takes so much at once.
type paper struct {
	book *book
	room int // bytes that a try takes; -1 for all
	fail bool
	rest []byte
}

func (w *paper) try(p []byte) (int, error) {
	w.book.mu.Lock()
	defer w.book.mu.Unlock()
	if w.fail {
		return 0, errors.New("the page has gone")
	}
	w.book.lines = append(w.book.lines, line{w, p})
	if w.room >= 0 && w.room < len(p) {
		return w.room, nil
	}
	return len(p), nil
}

func (w *paper) write(p []byte, _ time.Duration) error {
	w.book.mu.Lock()
	defer w.book.mu.Unlock()
	w.book.lines = append(w.book.lines, line{w, p})
	return nil
}

func (w *paper) later(_ *stream, rest []byte) { w.rest = rest }
func (w *paper) gone() bool                   { return false }
func (w *paper) close()                       {}

// written are the lines of regions, and forgets them.
func (b *book) written() []line {
	b.mu.Lock()
	defer b.mu.Unlock()
	var list []line
	for _, l := range b.lines {
		if bytes.Contains(l.bytes, []byte("event: regions")) {
			list = append(list, l)
		}
	}
	b.lines = nil
	return list
}

// desk is a fan-out that the test turns by hand.
type desk struct {
	*hall
	f    *fanout
	book *book
}

func newDesk(t *testing.T) *desk {
	h := serve(t)
	f := newFanout(h.server)
	f.users = 1 // it takes streams in, though it does not run by itself
	return &desk{h, f, &book{}}
}

// join adds a page of a seat.
func (d *desk) join(s event.Seat) (*stream, *paper) {
	w := &paper{book: d.book, room: -1}
	now := d.server.pages.at(s)
	st := &stream{class: d.f.class(s), ticket: now.ticket, wire: w, leave: func() {}, sent: now, beaten: time.Now()}
	d.f.add(st)
	d.f.admit()
	return st, w
}

// turn publishes the state as it is now.
func (d *desk) turn() {
	for now := int64(0); now == 0 || d.f.version != now; {
		version, changed := d.Evening.Watch()
		d.f.publish(version, changed)
		now = version
	}
}

func (d *desk) name(match string) {
	d.Helper()
	if _, err := d.Do(event.Host, "", event.NameMatch{Match: match, White: "Lions of " + match, Black: "Shepherds of " + match}); err != nil {
		d.Fatal(err)
	}
}

// The staff come before the crowd, whoever came first, and each class is sent
// the same bytes: not equal ones, the same.
func TestFanout_StaffFirstAndTheSameBytesToAll(t *testing.T) {
	d := newDesk(t)
	crowd, staff := map[*paper]bool{}, map[*paper]event.Seat{}
	for range 40 {
		_, w := d.join(event.Projector)
		crowd[w] = true
	}
	for _, s := range []event.Seat{event.Host, event.GameMaster(chess.White), event.GameMaster(chess.Black)} {
		for range 2 {
			_, w := d.join(s)
			staff[w] = s
		}
	}
	d.turn()
	d.book.written()
	for round := range 3 {
		d.name(fmt.Sprint("Evening ", round))
		d.turn()
		list := d.book.written()
		if len(list) != len(crowd)+len(staff) {
			t.Fatalf("%d of %d pages were written to", len(list), len(crowd)+len(staff))
		}
		same := map[event.Seat]*byte{}
		for i, l := range list {
			if crowd[l.to] != (i >= len(staff)) {
				t.Errorf("line %d goes to crowd: %t", i, crowd[l.to])
			}
			if first := same[staff[l.to]]; first != nil && first != &l.bytes[0] {
				t.Errorf("two pages of %q are sent different bytes", staff[l.to])
			}
			same[staff[l.to]] = &l.bytes[0]
		}
	}
}

// A state that comes while the crowd is being sent another does not wait: the
// staff have it first, and whoever of the crowd was not sent the other yet skips it.
func TestFanout_ANewerStateDoesNotWaitForTheCrowd(t *testing.T) {
	d := newDesk(t)
	_, host := d.join(event.Host)
	var crowd []*paper
	for range 100 {
		_, w := d.join(event.Projector)
		crowd = append(crowd, w)
	}
	d.turn()
	d.book.written()
	d.name("Evening one")
	version, changed := d.Evening.Watch()
	d.name("Evening two") // comes while one is being sent
	d.f.publish(version, changed)
	first := d.book.written()
	if len(first) == 0 || first[0].to != host || len(first) > 1+often {
		t.Fatalf("%d pages were written to, though there was something newer", len(first))
	}
	d.turn()
	count := map[*paper]int{}
	for _, l := range append(first, d.book.written()...) {
		count[l.to]++
	}
	for i, w := range crowd {
		if count[w] != 1 {
			t.Errorf("page %d was written to %d times", i, count[w])
		}
	}
}

// For a page that takes nothing, nothing is kept but that there is something
// newer: one write brings it from wherever it is to the newest state.
func TestFanout_AStalledPageIsBackInOneWrite(t *testing.T) {
	d := newDesk(t)
	st, w := d.join(event.Projector)
	_, other := d.join(event.Projector)
	d.turn()
	d.book.written()
	w.room = 10
	for round := range 50 {
		d.name(fmt.Sprint("Evening ", round))
		d.turn()
	}
	mine, others := 0, 0
	for _, l := range d.book.written() {
		switch l.to {
		case w:
			mine++
		case other:
			others++
		}
	}
	if mine != 1 || others != 50 {
		t.Errorf("the stalled page was written to %d times, the other %d times", mine, others)
	}
	st.finish(w.rest)
	list := d.book.written() // the rest of what it was being sent, and the newest
	if len(list) != 2 || !bytes.Contains(list[1].bytes, []byte("Evening 49")) || st.sent != d.server.pages.at(event.Projector) || st.busy {
		t.Errorf("it is back after %d writes", len(list))
	}
}

// Pages that have gone are forgotten, and nobody is passed over for it.
// Who is as far behind as another is sent the same bytes, not a copy.
func TestDrawing_BringsAllWhoAreBehindOnByOneEvent(t *testing.T) {
	d := newDesk(t)
	first := d.f.server.pages.at(event.Projector)
	for n := range 3 {
		d.name(fmt.Sprint("Evening ", n))
		d.f.server.pages.at(event.Projector)
	}
	last := d.f.server.pages.at(event.Projector)
	if last.number != first.number+3 {
		t.Fatalf("drawing %d follows %d", last.number, first.number)
	}
	one, other := last.since(first), last.since(first)
	if len(one) == 0 || &one[0] != &other[0] {
		t.Error("the event was written twice")
	}
}

func TestFanout_ForgetsWhoHasGone(t *testing.T) {
	d := newDesk(t)
	var stay []*paper
	for i := range 60 {
		_, w := d.join(event.Projector)
		if w.fail = i%3 == 0; !w.fail {
			stay = append(stay, w)
		}
	}
	d.turn()
	d.name("Evening one")
	d.turn()
	_, changed := d.Evening.Watch()
	for range 12 {
		d.f.look(time.Now(), changed)
	}
	if n := len(d.f.class(event.Projector).streams); n != len(stay) {
		t.Errorf("%d streams are there, want %d", n, len(stay))
	}
	d.book.written()
	d.name("Evening two")
	d.turn()
	if n := len(d.book.written()); n != len(stay) {
		t.Errorf("%d pages were written to, want %d", n, len(stay))
	}
}

// A seat that was given to another device is closed on the first, with a word.
func TestStream_TellsWhoLostTheSeat(t *testing.T) {
	overBoth(t, func(t *testing.T, h *hall) {
		s := event.GameMaster(chess.White)
		l := h.seated(s).live(s)
		until(t, "the stream is current", func() bool { return l.count("current") == 1 })
		if _, err := h.Do(event.Host, "", event.RenewSeat{Seat: s}); err != nil {
			t.Fatal(err)
		}
		<-l.ended
		if l.count("gone") != 1 {
			t.Errorf("it is told %v", l.all())
		}
	})
}

// A page that comes back before the patience is at its end goes on; one that
// does not is cut off. No deadline is left behind.
func TestStream_ThatStallsIsBackOrCutOff(t *testing.T) {
	for name, portable := range map[string]bool{"direct": false, "portable": true} {
		t.Run(name, func(t *testing.T) {
			const patience = 1500 * time.Millisecond
			h := serveWith(t, func(s *Server, _ net.Listener) net.Listener {
				s.portable, s.patience = portable, patience
				s.fan = newFanout(s)
				return nil
			})
			c := opened(t, h.url)
			in := bufio.NewReaderSize(c, 512)
			skipTo(t, in, "event: current")
			for n := range 40 {
				h.name(fmt.Sprint("Evening ", n))
			}
			skipTo(t, in, "Evening 39")
			time.Sleep(patience + patience/2)
			h.name("Evening last")
			skipTo(t, in, "Evening last")
			// From here on it takes nothing.
			for n := range 150 {
				h.name(fmt.Sprint("Evening more ", n))
			}
			until(t, "it is cut off", func() bool { return !present(h, event.Projector) })
		})
	}
}

func (h *hall) name(match string) {
	h.Helper()
	if _, err := h.Do(event.Host, "", event.NameMatch{Match: match, White: strings.Repeat("w", 80), Black: strings.Repeat("b", 80)}); err != nil {
		h.Fatal(err)
	}
}

// present tells whether a seat has an open stream.
func present(h *hall, s event.Seat) bool {
	_, devices := h.Presence.State(s, time.Now())
	return devices > 0
}

// opened opens the board's stream over a connection that buffers little.
func opened(t *testing.T, url string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.(*net.TCPConn).SetReadBuffer(32 << 10)
	fmt.Fprint(c, "GET /board/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
	return c
}

func skipTo(t *testing.T, in *bufio.Reader, text string) {
	t.Helper()
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			t.Fatalf("before %q came: %v", text, err)
		}
		if strings.Contains(line, text) {
			return
		}
	}
}

// Over TLS the connection can't be taken over; the stream is the same.
func TestStream_OverTLS(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	h := serveWith(t, func(_ *Server, l net.Listener) net.Listener {
		return tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}})
	})
	h.url = strings.Replace(h.url, "http:", "https:", 1)
	cert, _ := x509.ParseCertificate(der)
	roots := x509.NewCertPool()
	roots.AddCert(cert)
	d := h.device()
	d.client.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}
	l := d.live(event.Projector)
	until(t, "the stream is current", func() bool { return l.count("current") == 1 })
	h.name("Evening one")
	until(t, "what is new is shown", func() bool { return l.current(h, event.Projector) })
	h.stop()
	<-l.ended
	if l.count("bye") != 1 {
		t.Error("it ended without a bye")
	}
}

// What a stream costs: directly no goroutine, portably at most 30 KiB, the
// test's own end included.
func TestStream_CostsLittle(t *testing.T) {
	const streams = 300
	overBoth(t, func(t *testing.T, h *hall) {
		measure := func() (memory uint64, goroutines int) {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return m.HeapInuse + m.StackInuse, runtime.NumGoroutine()
		}
		h.name("Evening one")
		before, threads := measure()
		for range streams {
			c := opened(t, h.url)
			one := make([]byte, 12)
			if _, err := c.Read(one); err != nil || string(one) != "HTTP/1.1 200" {
				t.Fatalf("%s, %v", one, err)
			}
		}
		after, more := measure()
		each := (int64(after) - int64(before)) / streams
		t.Logf("%d bytes and %.2f goroutines a stream", each, float64(more-threads)/streams)
		if each > 30<<10 {
			t.Errorf("a stream takes %d bytes", each)
		}
		if runtime.GOOS == "linux" && !h.server.portable && more-threads > streams/10 {
			t.Errorf("%d streams take %d goroutines", streams, more-threads)
		}
	})
}

// Pages come and go while the match goes on; whoever stays shows the last state.
func TestStream_ComingAndGoing(t *testing.T) {
	overBoth(t, func(t *testing.T, h *hall) {
		var all sync.WaitGroup
		stop := make(chan struct{})
		all.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
					if _, err := h.Do(event.Host, "", event.NameMatch{Match: fmt.Sprint("Evening ", n), White: "Lions", Black: "Shepherds"}); err != nil {
						t.Error(err)
					}
				}
			}
		})
		devices := []*device{h.seated(event.Host), h.device(), h.device()}
		var streams []*live
		for round := range 20 {
			for _, d := range devices {
				s := event.Projector
				if d.seat == event.Host && round%2 == 0 {
					s = event.Host
				}
				l := d.live(s)
				streams = append(streams, l)
				if round%3 == 0 {
					l.cancel()
				}
			}
		}
		close(stop)
		all.Wait()
		for i, l := range streams {
			if i/3%3 == 0 {
				continue
			}
			s := event.Projector
			if i%3 == 0 && i/3%2 == 0 {
				s = event.Host
			}
			// The host's page shows how many devices there are, so it goes on changing.
			until(t, fmt.Sprintf("stream %d is current", i), func() bool { return l.current(h, s) })
		}
	})
}
