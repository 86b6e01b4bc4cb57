package web

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"
)

// wire is how bytes get to a page: a connection that was taken over from
// net/http, whose goroutine and request are then free. The head of the answer is
// the stream's own, and the answer ends with the connection.
type wire interface {
	// try writes what is taken at once and does not wait.
	try([]byte) (int, error)
	// write waits until all is taken, for as long as the patience lasts.
	write(p []byte, patience time.Duration) error
	// later has somebody send the rest to the stream, who may wait.
	later(st *stream, rest []byte)
	// gone tells whether the page is known to have closed.
	gone() bool
	close()
}

// connKey is where a request's context keeps the connection that it came by.
type connKey struct{}

func keepConnection(ctx context.Context, c net.Conn) context.Context {
	limitUnsent(c)
	return context.WithValue(ctx, connKey{}, c)
}

// open begins the answer to a stream's request with its first bytes.
func (s *Server) open(c echo.Context, st *stream, first net.Buffers) error {
	// What net/http counts by is the connection that it accepted.
	accepted, _ := c.Request().Context().Value(connKey{}).(net.Conn)
	release := func() { s.conns.closed(accepted) }
	conn := s.take(accepted, st, release)
	if conn != nil {
		// net/http ends its own answer, which nobody gets, and lets go of the connection.
		h := c.Response().Header()
		clear(h)
		h.Set("Connection", "close")
	} else {
		var err error
		if conn, _, err = http.NewResponseController(c.Response()).Hijack(); err != nil {
			return err
		}
		w := &portable{conn: conn, release: release}
		if !s.portable {
			w.left = watch(conn)
		}
		st.wire = w
		if w.left == nil {
			go w.listen(st)
		}
	}
	c.Response().Committed = true
	conn.SetWriteDeadline(time.Now().Add(s.patience))
	defer conn.SetWriteDeadline(time.Time{}) // one that has passed would fail every later write
	_, err := first.WriteTo(conn)
	return err
}

// portable is a connection on any system, and over TLS. Whatever it is sent is
// written by hands that may wait; where the system can't be asked whether the page has
// closed, another waits for that.
type portable struct {
	conn    net.Conn
	release func()
	left    func() bool // asks the system; nil where it can't be asked
	closed  atomic.Bool
}

func (w *portable) try([]byte) (int, error) { return 0, nil }

// write leaves no deadline behind: one that has passed would fail every later
// write.
func (w *portable) write(p []byte, patience time.Duration) error {
	w.conn.SetWriteDeadline(time.Now().Add(patience))
	defer w.conn.SetWriteDeadline(time.Time{})
	_, err := w.conn.Write(p)
	return err
}

func (w *portable) later(st *stream, rest []byte) { st.class.hands.take(st, rest) }

func (w *portable) gone() bool {
	if w.left != nil {
		return w.left()
	}
	return w.closed.Load()
}

func (w *portable) close() {
	w.conn.Close()
	w.release()
}

// listen waits for the end of what the page sends: it sends nothing else.
func (w *portable) listen(st *stream) {
	for one := make([]byte, 1); ; {
		if _, err := w.conn.Read(one); err != nil {
			w.closed.Store(true)
			st.end()
			return
		}
	}
}
