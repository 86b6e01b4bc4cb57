package web

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

// open begins the answer to a stream's request and writes its first bytes. Over
// plain HTTP on Linux it takes the connection over; stay is what the handler
// has to do for as long as the stream lasts, nil for nothing.
func (s *Server) open(c echo.Context, st *stream, first []byte) (stay func(), err error) {
	if conn, plain := c.Request().Context().Value(connection{}).(*net.TCPConn); plain && !s.portable {
		if w := newDirect(conn, s); w != nil {
			st.wire = w
			return nil, w.takeOver(c, first)
		}
	}
	w := &portable{
		out: c.Response(), control: http.NewResponseController(c.Response()),
		patience: s.patience, rest: make(chan []byte, 1), over: make(chan struct{}),
	}
	st.wire = w
	c.Response().WriteHeader(http.StatusOK)
	return func() { w.stay(c.Request().Context(), st) }, w.write(first)
}

// connection is where a request's context keeps the connection that it came by.
// Behind a listener that wraps its connections, and over TLS, it is none that
// can be taken over.
type connection struct{}

func keepConnection(ctx context.Context, c net.Conn) context.Context {
	if over, ok := c.(interface{ NetConn() net.Conn }); ok {
		limitUnsent(over.NetConn()) // over TLS
	} else {
		limitUnsent(c)
	}
	return context.WithValue(ctx, connection{}, c)
}

// portable is a stream by net/http alone: any system, TLS, HTTP/2. The handler's
// goroutine does all the writing.
type portable struct {
	out      *echo.Response
	control  *http.ResponseController
	patience time.Duration
	rest     chan []byte // holds at most one: the stream is busy with it
	over     chan struct{}
	once     sync.Once
}

func (w *portable) try([]byte) (int, error) { return 0, nil }

func (w *portable) write(p []byte) error {
	if err := w.control.SetWriteDeadline(time.Now().Add(w.patience)); err != nil {
		return err
	}
	if _, err := w.out.Write(p); err != nil {
		return err
	}
	return w.control.Flush()
}

func (w *portable) later(_ *stream, rest []byte) { w.rest <- rest }

func (w *portable) gone() bool { return false } // the request's context tells

func (w *portable) close() { w.once.Do(func() { close(w.over) }) }

// stay writes what comes until the stream is over, the page has gone, or the
// program stops.
func (w *portable) stay(ctx context.Context, st *stream) {
	for {
		select {
		case rest := <-w.rest:
			st.finish(rest)
		case <-w.over:
			return
		case <-ctx.Done():
			w.write(eventOf("bye", ""))
			st.end()
			return
		}
	}
}
