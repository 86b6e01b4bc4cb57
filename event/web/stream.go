package web

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"biblechess/event"
	"biblechess/static"
)

// Timing of streams. A page hears something every beat; a phone that takes no
// byte for patience is cut off and comes back when it can.
const (
	beat     = 4 * time.Second
	patience = 8 * time.Second
	retry    = time.Second
)

// live streams a seat's page: at the start the whole of it, then whatever
// differs from what this connection was last sent. A slow phone skips states
// and never misses the last one.
func (s *Server) live(seat event.Seat) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !s.holds(c, seat) {
			return s.noSeat(c, seat)
		}
		h := c.Response().Header()
		h.Set(echo.HeaderContentType, "text/event-stream")
		h.Set("Cache-Control", "no-store")
		h.Set("X-Accel-Buffering", "no")
		c.Response().WriteHeader(http.StatusOK)

		number := s.evening.Presence.Open(seat, time.Now())
		defer func() { s.evening.Presence.Close(seat, number, time.Now()) }()
		out := &sender{c: c, control: http.NewResponseController(c.Response()), epoch: s.epoch, sent: map[string][]byte{}}
		out.event("hello", strconv.FormatInt(number, 10))
		fmt.Fprintf(&out.buffer, "retry: %d\n\n", retry.Milliseconds())
		if v := c.QueryParam("version"); v != "" && v != static.Version() {
			out.event("reload", "")
		}
		return s.follow(c, seat, out)
	}
}

func (s *Server) follow(c echo.Context, seat event.Seat, out *sender) error {
	beats := time.NewTicker(beat)
	defer beats.Stop()
	out.beat()
	for {
		if !s.holds(c, seat) {
			out.event("gone", "This seat was given to another device. If that is a mistake, ask the host.")
			return out.flush()
		}
		_, changed := s.evening.Watch()
		d := s.pages.at(seat)
		if d.err != nil {
			return d.err
		}
		out.regions(d)
		if err := out.flush(); err != nil {
			return nil
		}
		for waiting := true; waiting; {
			select {
			case <-c.Request().Context().Done():
				out.event("bye", "")
				out.flush()
				return nil
			case <-beats.C:
				out.beat()
				if err := out.flush(); err != nil {
					return nil
				}
			case <-changed:
				waiting = false
			}
		}
	}
}

// sender writes events to one connection.
type sender struct {
	c       echo.Context
	control *http.ResponseController
	epoch   string
	number  int64
	buffer  bytes.Buffer
	sent    map[string][]byte // regions as last sent
	started bool
}

// event adds an event; every line of data is a field of its own.
func (o *sender) event(name, data string) {
	fmt.Fprintf(&o.buffer, "event: %s\n", name)
	for line := range bytes.SplitSeq([]byte(data), []byte("\n")) {
		o.buffer.WriteString("data: ")
		o.buffer.Write(bytes.TrimRight(line, "\r"))
		o.buffer.WriteByte('\n')
	}
	o.buffer.WriteByte('\n')
}

func (o *sender) beat() { o.event("beat", strconv.FormatInt(time.Now().UnixMilli(), 10)) }

// regions adds those parts of a page that differ from what was last sent.
func (o *sender) regions(d *drawing) {
	var changed bytes.Buffer
	for _, r := range d.regions {
		if last, ok := o.sent[r.id]; !ok || !bytes.Equal(last, r.html) {
			changed.Write(r.html)
			changed.WriteByte('\n')
			o.sent[r.id] = r.html
		}
	}
	if changed.Len() > 0 {
		o.number++
		fmt.Fprintf(&o.buffer, "id: %s-%d\n", o.epoch, o.number)
		o.event("regions", changed.String())
	}
	if !o.started {
		o.started = true
		o.event("current", "")
	}
}

// flush sends what was added, within its patience.
func (o *sender) flush() error {
	if o.buffer.Len() == 0 {
		return nil
	}
	if err := o.control.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	if _, err := o.c.Response().Write(o.buffer.Bytes()); err != nil {
		return err
	}
	o.buffer.Reset()
	return o.control.Flush()
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
