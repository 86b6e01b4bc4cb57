package web

import (
	"crypto/tls"
	"net"
	"sync/atomic"
)

// lending is a listener that lends its plain connections to net/http, so that a
// stream can take one over by itself. A connection that net/http is made to give up
// takes both its buffers along, 8 KiB that nobody uses: half of all the memory that
// thousands of phones ask for when they come back at once.
//
// What this costs in clarity: net/http ends a taken connection as it ends any, and
// neither its last words nor its closing reach the phone.
type lending struct{ net.Listener }

func (l lending) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	if _, secure := c.(*tls.Conn); secure {
		return c, nil // net/http has to know it for what it is
	}
	return &lentConn{Conn: c}, nil
}

// lentConn is a connection as net/http knows it, until a stream takes it.
type lentConn struct {
	net.Conn
	taken atomic.Bool
}

// NetConn is the connection itself.
func (c *lentConn) NetConn() net.Conn { return c.Conn }

func (c *lentConn) Write(p []byte) (int, error) {
	if c.taken.Load() {
		return len(p), nil
	}
	return c.Conn.Write(p)
}

func (c *lentConn) Close() error {
	if c.taken.Load() {
		return nil
	}
	return c.Conn.Close()
}

// take takes a lent connection over for a stream, if it is one that can be written
// to without waiting; otherwise it is nil.
func (s *Server) take(accepted net.Conn, st *stream, release func()) net.Conn {
	lent, ok := accepted.(*lentConn)
	if !ok || s.portable {
		return nil
	}
	w := newDirect(lent.Conn, release)
	if w == nil {
		return nil
	}
	st.wire = w
	lent.taken.Store(true)
	return lent.Conn
}

// wasTaken tells whether a connection that net/http is done with goes on.
func wasTaken(c net.Conn) bool {
	lent, ok := c.(*lentConn)
	return ok && lent.taken.Load()
}
