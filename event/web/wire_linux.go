package web

import (
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
	if conn, ok := c.(*net.TCPConn); ok {
		if raw, err := conn.SyscallConn(); err == nil {
			raw.Control(func(fd uintptr) { syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpNotSentLowat, unsent) })
		}
	}
}

// direct is a plain TCP connection, which is written to without waiting by
// whoever has something to send, so that a stream has neither a goroutine nor a
// buffer of its own.
//
// What this costs in clarity: system calls, and the end of the page is noticed
// by asking the socket from time to time.
type direct struct {
	portable
	raw syscall.RawConn
}

// newDirect is nil for a connection that has no socket of its own.
func newDirect(c net.Conn, release func()) wire {
	conn, plain := c.(*net.TCPConn)
	if !plain {
		return nil
	}
	raw, err := conn.SyscallConn()
	if err != nil {
		return nil
	}
	return &direct{portable{conn: conn, release: release}, raw}
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

func (w *direct) gone() (gone bool) {
	asked := w.raw.Read(func(fd uintptr) bool {
		var one [1]byte
		n, _, err := syscall.Recvfrom(int(fd), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		gone = n == 0 && err == nil || err != nil && err != syscall.EAGAIN && err != syscall.EINTR
		return true
	})
	return gone || asked != nil
}
