package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"biblechess/event"
)

// quietStander stands by and does nothing else.
type quietStander struct{ *event.Follower }

func (quietStander) Status() event.StandbyScreen {
	return event.StandbyScreen{At: "http://192.168.1.20:8080", State: "following"}
}
func (quietStander) TakeOver() error                 { return nil }
func (quietStander) FollowAnew() error               { return nil }
func (quietStander) IsPass(string) bool              { return false }
func (quietStander) Exchange([]byte) ([]byte, error) { return nil, errNothing }

var errNothing = errors.New("nothing is proved")

// A laptop that stands by guards itself as the one that leads does.
func TestAside_HasTheGuardsOfTheMatch(t *testing.T) {
	a := NewAside(quietStander{}, slog.New(slog.DiscardHandler), "chess.local", "", "Hall.Example")
	leads, aside := serve(t).server.listener(context.Background()), a.server.listener(context.Background())
	if aside.ReadHeaderTimeout != leads.ReadHeaderTimeout || aside.ReadTimeout != leads.ReadTimeout || aside.IdleTimeout != leads.IdleTimeout ||
		aside.MaxHeaderBytes != leads.MaxHeaderBytes || aside.ConnState == nil || a.server.conns.mostFrom != maxConnsFrom {
		t.Errorf("its patience is %+v", aside)
	}
	ask := func(method, path, host, body string, head ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Host = host
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for i := 0; i < len(head); i += 2 {
			r.Header.Set(head[i], head[i+1])
		}
		w := httptest.NewRecorder()
		a.server.echo.ServeHTTP(w, r)
		return w
	}
	for host, want := range map[string]int{
		"127.0.0.2:8080": 200, "192.168.1.21": 200, "localhost": 200, "chess.local:8080": 200, "hall.example": 200,
		"evil.example": 421, "192.168.1.21.evil.example": 421, "": 421,
	} {
		for _, accept := range []string{"text/html", "*/*"} {
			w := ask(http.MethodGet, "/standby", host, "", "Accept", accept)
			if w.Code != want || want == 421 && !strings.Contains(w.Body.String(), "open the address that the program printed") {
				t.Errorf("%q: %d %.200s", host, w.Code, w.Body)
			}
			if w.Header().Get("Content-Security-Policy") == "" {
				t.Errorf("%q: no policy", host)
			}
		}
	}
	if w := ask(http.MethodPost, "/standby/take", "localhost", "sure=1", "Sec-Fetch-Site", "cross-site"); w.Code != http.StatusForbidden {
		t.Errorf("a form of another site: %d", w.Code)
	}
	if w := ask(http.MethodPost, "/standby/take", "localhost", "pass="+strings.Repeat("A", 100<<10)); w.Code == http.StatusOK {
		t.Errorf("a form of 100 KB: %d", w.Code)
	}
	for range 5 {
		ask(http.MethodPost, "/standby/take", "localhost", "pass=WRNG-PASS&sure=1")
	}
	if w := ask(http.MethodPost, "/standby/take", "localhost", "pass=WRNG-PASS&sure=1"); w.Code != http.StatusTooManyRequests {
		t.Errorf("after five wrong passes: %d", w.Code)
	}
	// One address has no more connections than it may, and none is kept that says nothing.
	a.server.conns = newConnections(5, 3)
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- a.Serve(ctx, on) }()
	for range 3 {
		dial(t, on.Addr().String())
	}
	until(t, "three are counted", func() bool {
		c := a.server.conns
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.open) == 3
	})
	if !closedWithin(dial(t, on.Addr().String()), 5*time.Second) {
		t.Error("a fourth connection from one address is kept")
	}
	began := time.Now()
	cancel()
	if err := <-served; err != nil || time.Since(began) > 2*time.Second {
		t.Errorf("it ended with %v after %s", err, time.Since(began))
	}
}
