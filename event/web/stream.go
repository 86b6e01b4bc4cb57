package web

import (
	"bytes"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"biblechess/event"
	"biblechess/static"
)

// Timing of streams. A page hears something every beat; a phone that takes no
// byte for patience is cut off and comes back when it can.
const (
	beat            = 4 * time.Second
	defaultPatience = 8 * time.Second
	retry           = time.Second
)

// stream is one open page. It knows what it was sent last, and nothing waits for
// it but "there is something newer": a slow phone skips states and never misses
// the last one.
type stream struct {
	class  *class
	ticket string
	wire   wire
	leave  func()

	mu     sync.Mutex
	sent   *drawing
	beaten time.Time // when it was last sent a beat
	busy   bool      // the wire did not take all: somebody waits with the rest
	last   bool      // what it is being sent is the last
	ended  bool
}

// live streams a seat's page to a device that holds the seat: at the start the
// whole of it, then whatever differs from what this connection was last sent. It
// calls leave when the stream ends, which may be long after it has returned.
func (s *Server) live(c echo.Context, seat event.Seat, leave func()) error {
	d := s.pages.at(seat)
	if d.err != nil {
		leave()
		return d.err
	}
	if !s.carries(c, d.ticket) {
		leave()
		return s.noSeat(c, seat) // it was taken from this device a moment ago
	}
	number := s.evening.Presence.Open(seat, time.Now())
	st := &stream{class: s.fan.class(seat), ticket: d.ticket, sent: d, beaten: time.Now()}
	st.leave = func() {
		leave()
		s.evening.Presence.Close(seat, number, time.Now())
	}
	first := make([]byte, 0, 1<<10)
	first = append(append(first, streamHead()...), time.Now().UTC().Format(http.TimeFormat)+"\r\n\r\n"...)
	first = append(first, eventOf("hello", strconv.FormatInt(number, 10))...)
	first = append(first, "retry: "+strconv.FormatInt(retry.Milliseconds(), 10)+"\n\n"...)
	if v := c.QueryParam("version"); v != "" && v != static.Version() {
		first = append(first, eventOf("reload", "")...)
	}
	// The page is every viewer's, so it is not copied for each.
	first = append(first, beatNow()...)
	if err := s.open(c, st, net.Buffers{first, d.all(), eventOf("current", "")}); err != nil {
		st.end()
		if st.wire == nil {
			return err // the connection could not be taken over
		}
		return nil // the phone went away
	}
	s.fan.add(st)
	return nil
}

// streamHead is the head of every stream's answer, but for the date at its end. The
// answer has no length: it ends with the connection.
var streamHead = sync.OnceValue(func() []byte {
	h := http.Header{}
	carry(h)
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no")
	h.Set("Connection", "close")
	head := bytes.NewBufferString("HTTP/1.1 200 OK\r\n")
	h.Write(head)
	head.WriteString("Date: ")
	return head.Bytes()
})

func beatNow() []byte { return eventOf("beat", strconv.FormatInt(time.Now().UnixMilli(), 10)) }

// show brings the stream to a drawing, unless somebody is still sending to it:
// then they will look for the newest themselves.
func (st *stream) show(d *drawing) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if !st.ended && !st.busy {
		st.send(st.next(d))
	}
}

// next is what brings the stream to a drawing; st.mu is held.
func (st *stream) next(d *drawing) []byte {
	if d == nil || d.number <= st.sent.number {
		return nil // a stream that came a moment ago may be ahead of the others
	}
	if d.ticket != st.ticket {
		st.last = true
		return eventOf("gone", st.class.lost())
	}
	p := d.since(st.sent)
	st.sent = d
	return p
}

// send writes what is taken at once and leaves the rest to somebody who may
// wait; st.mu is held.
func (st *stream) send(p []byte) {
	if len(p) == 0 {
		return
	}
	n, err := st.wire.try(p)
	switch {
	case err != nil:
		st.endNow()
	case n < len(p):
		st.busy = true
		st.wire.later(st, p[n:])
	case st.last:
		st.endNow()
	}
}

// finish sends what the wire did not take at once, and whatever has become new
// meanwhile, until the stream shows the newest.
func (st *stream) finish(rest []byte) {
	for len(rest) > 0 {
		err := st.wire.write(rest, st.class.patience)
		st.mu.Lock()
		if st.ended {
			st.mu.Unlock()
			return
		}
		if err != nil || st.last {
			st.endNow()
			st.mu.Unlock()
			return
		}
		rest = st.next(st.class.now.Load())
		st.busy = len(rest) > 0
		st.mu.Unlock()
	}
}

// look sends a beat when one is due, and ends the stream of a page that closed. Of
// the crowd nobody is missed, so it is asked only then.
func (st *stream) look(now time.Time, beatEvent []byte) {
	st.mu.Lock()
	defer st.mu.Unlock()
	due := now.Sub(st.beaten) > beat-lookRound
	switch {
	case st.ended || st.busy:
	case due || !st.class.seat.Public():
		if st.wire.gone() {
			st.endNow()
		} else if due {
			st.beaten = now
			st.send(beatEvent)
		}
	}
}

// bye tells the page that the program stops, as far as it takes it at once.
func (st *stream) bye() {
	st.mu.Lock()
	defer st.mu.Unlock()
	if !st.ended {
		if !st.busy {
			st.wire.write(eventOf("bye", ""), tick)
		}
		st.endNow()
	}
}

// end lets go of the connection, once.
func (st *stream) end() {
	st.mu.Lock()
	defer st.mu.Unlock()
	if !st.ended {
		st.endNow()
	}
}

// endNow is end; st.mu is held.
func (st *stream) endNow() {
	st.ended = true
	if st.wire != nil {
		st.wire.close()
	}
	st.leave()
}

// over tells whether the stream has ended.
func (st *stream) over() bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.ended
}

// here notes that a page says it is there.
func (s *Server) here(seat event.Seat) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !s.holds(c, seat) {
			return s.noSeat(c, seat)
		}
		number, err := strconv.ParseInt(c.FormValue("stream"), 10, 64)
		if err != nil {
			return s.problem(c, http.StatusBadRequest, "No such stream", "The field stream is the number that the stream's hello event gave.", seat.Path(), "Back to the page")
		}
		s.evening.Presence.Beat(seat, number, time.Now())
		return c.NoContent(http.StatusNoContent)
	}
}
