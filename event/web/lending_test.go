package web

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"biblechess/event"
)

// net/http ends the answer of a stream that took its connection over: its words
// reach nobody, and the connection stays open and counted until the stream ends.
func TestLending_NetHTTPsLastWordsReachNobody(t *testing.T) {
	h := serve(t)
	c := opened(t, h.url)
	c.SetReadDeadline(time.Now().Add(300 * time.Millisecond))
	said, err := io.ReadAll(c)
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatalf("the stream has ended: %v", err)
	}
	if n := bytes.Count(said, []byte("HTTP/1.1 ")); n != 1 || !bytes.Contains(said, []byte("event: current\ndata: \n\n")) || !bytes.HasSuffix(said, []byte("\n\n")) {
		t.Errorf("the page is told %d heads, and at the end %q", n, said[max(0, len(said)-200):])
	}
	counted := func() int {
		h.server.conns.mu.Lock()
		defer h.server.conns.mu.Unlock()
		return len(h.server.conns.open)
	}
	if n := counted(); n != 1 {
		t.Errorf("%d connections are counted while the stream is open", n)
	}
	h.name("Evening")
	c.SetReadDeadline(time.Now().Add(5 * time.Second))
	if n, err := c.Read(make([]byte, 1)); n != 1 {
		t.Errorf("the stream is sent nothing any more: %v", err)
	}
	c.Close()
	until(t, "it is counted out", func() bool { return counted() == 0 && !present(h, event.Projector) })
}
