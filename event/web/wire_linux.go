package web

import (
	"bytes"
	"net"
	"net/http"
	"syscall"
	"time"

	"github.com/labstack/echo/v4"
)

// unsent is how much the system keeps for a page that takes nothing: about two
// states. More would only be older.
const unsent = 64 << 10

// limitUnsent has the system keep no more than that for a connection. Where it
// does not know how, it keeps more: no harm is done.
func limitUnsent(c net.Conn) {
	const tcpNotSentLowat = 25 // missing in package syscall; since Linux 3.12
	if conn, ok := c.(*net.TCPConn); ok {
		if raw, err := conn.SyscallConn(); err == nil {
			raw.Control(func(fd uintptr) { syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpNotSentLowat, unsent) })
		}
	}
}

// direct is a connection that was taken over from net/http. It is written to
// without waiting, by whoever has something to send, so a stream has neither a
// goroutine nor a buffer of its own.
//
// What this costs in clarity: the head of the answer is written here, the end of
// the page is noticed by asking the socket, and the program closes these
// connections itself when it stops.
type direct struct {
	conn   *net.TCPConn
	raw    syscall.RawConn
	server *Server
}

// newDirect is nil for a connection that the system does not let be asked.
func newDirect(conn *net.TCPConn, s *Server) *direct {
	raw, err := conn.SyscallConn()
	if err != nil {
		return nil
	}
	return &direct{conn, raw, s}
}

// takeOver takes the connection from net/http and writes the answer's head and
// first bytes. The answer ends with the connection.
func (w *direct) takeOver(c echo.Context, first []byte) error {
	var head bytes.Buffer
	head.WriteString("HTTP/1.1 200 OK\r\nConnection: close\r\nDate: " + time.Now().UTC().Format(http.TimeFormat) + "\r\n")
	c.Response().Header().Write(&head)
	head.WriteString("\r\n")
	if _, _, err := c.Response().Hijack(); err != nil {
		return err
	}
	c.Response().Committed = true
	head.Write(first)
	return w.write(head.Bytes())
}

func (w *direct) try(p []byte) (n int, err error) {
	asked := w.raw.Write(func(fd uintptr) bool {
		for {
			n, err = syscall.Write(int(fd), p)
			if err != syscall.EINTR {
				return true // whatever came of it, don't wait
			}
		}
	})
	if err == syscall.EAGAIN {
		return 0, nil
	}
	if asked != nil {
		err = asked
	}
	return max(n, 0), err
}

// write leaves no deadline behind: one that has passed would fail every later
// try.
func (w *direct) write(p []byte) error {
	w.conn.SetWriteDeadline(time.Now().Add(w.server.patience))
	defer w.conn.SetWriteDeadline(time.Time{})
	_, err := w.conn.Write(p)
	return err
}

func (w *direct) later(st *stream, rest []byte) { go st.finish(rest) }

// gone looks for the end of what the page sends: it sends nothing else.
func (w *direct) gone() (gone bool) {
	err := w.raw.Read(func(fd uintptr) bool {
		var one [1]byte
		n, _, err := syscall.Recvfrom(int(fd), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		gone = n == 0 && err == nil || err != nil && err != syscall.EAGAIN && err != syscall.EINTR
		return true
	})
	return gone || err != nil
}

func (w *direct) close() {
	w.conn.Close()
	w.server.conns.state(w.conn, http.StateClosed)
}
