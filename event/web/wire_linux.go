package web

import (
	"encoding/binary"
	"net"
	"syscall"
)

// unsent is how much the system keeps for a page that takes nothing: about two
// states. More would only be older.
const unsent = 64 << 10

// limitUnsent has the system keep no more than that for a connection. Where it
// does not know how, it keeps more: no harm is done.
func limitUnsent(c net.Conn) {
	const tcpNotSentLowat = 25 // missing in package syscall; since Linux 3.12
	if raw := socketOf(c); raw != nil {
		raw.Control(func(fd uintptr) { syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpNotSentLowat, unsent) })
	}
}

// socketOf is the system's socket under a connection, also under one over TLS;
// nil for what has none.
func socketOf(c net.Conn) syscall.RawConn {
	if over, ok := c.(interface{ NetConn() net.Conn }); ok {
		c = over.NetConn()
	}
	conn, ok := c.(*net.TCPConn)
	if !ok {
		return nil
	}
	raw, err := conn.SyscallConn()
	if err != nil {
		return nil
	}
	return raw
}

// direct is a plain TCP connection, which is written to without waiting by
// whoever has something to send, so that a stream has neither a goroutine nor a
// buffer of its own.
//
// What this costs in clarity: system calls, and the end of the page is noticed
// by asking the socket from time to time.
type direct struct {
	portable
	raw  syscall.RawConn
	once func(fd uintptr) bool // writes what is below; made once, since there are thousands of streams and moves

	bytes []byte // to be written; the stream's lock is held
	n     int    // how many were
	err   error
}

// newDirect is nil for what is no plain TCP connection.
func newDirect(c net.Conn, release func()) wire {
	raw := socketOf(c)
	if _, plain := c.(*net.TCPConn); !plain || raw == nil {
		return nil
	}
	w := &direct{portable: portable{conn: c, release: release, left: watch(c)}, raw: raw}
	w.once = w.writeOnce
	return w
}

// writeOnce writes what the system takes at once. Whatever came of it, nobody waits.
func (w *direct) writeOnce(fd uintptr) bool {
	for {
		w.n, w.err = syscall.Write(int(fd), w.bytes)
		if w.err != syscall.EINTR {
			return true
		}
	}
}

func (w *direct) try(p []byte) (int, error) {
	w.bytes, w.n, w.err = p, 0, nil
	asked := w.raw.Write(w.once)
	w.bytes = nil
	if w.err == syscall.EAGAIN {
		return 0, nil
	}
	if asked != nil {
		w.err = asked
	}
	return max(w.n, 0), w.err
}

// watch asks the system whether the other end of a connection has closed it,
// also of one under TLS. It is nil for what is no connection of the system.
func watch(c net.Conn) (left func() bool) {
	raw := socketOf(c)
	if raw == nil {
		return nil
	}
	return func() (gone bool) {
		const established = 1 // in the first byte of what is told of a connection
		asked := raw.Control(func(fd uintptr) {
			told, err := syscall.GetsockoptInt(int(fd), syscall.IPPROTO_TCP, syscall.TCP_INFO)
			gone = err != nil || binary.NativeEndian.AppendUint32(nil, uint32(told))[0] != established
		})
		return gone || asked != nil
	}
}
