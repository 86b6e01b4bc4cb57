package web

import (
	"net/http"
	"strings"
	"testing"

	"biblechess/event"
)

// A screen that is opened gets the first free number, and its address keeps it.
func TestProjectors_GetTheirNumberWhenTheyOpen(t *testing.T) {
	h := serve(t)
	for n := 1; n <= event.MaxProjectors; n++ {
		d := h.device()
		a := d.get("/projector", "text/html")
		if want := event.Wall(n).Path(); a.status != http.StatusSeeOther || a.header.Get("Location") != want {
			t.Fatalf("the %d. screen is led to %q (%d), want %q", n, a.header.Get("Location"), a.status, want)
		}
		l := d.live(event.Wall(n))
		until(t, "the stream is current", func() bool { return l.count("current") == 1 })
	}
	if a := h.device().get("/projector", "text/html"); a.status != http.StatusConflict || !strings.Contains(a.body, "All projectors are open") {
		t.Errorf("a fifth screen: %d %s", a.status, a.body)
	}
	if a := h.device().get("/projector/2", "text/html"); a.status != http.StatusOK {
		t.Errorf("a screen that is loaded anew: %d", a.status)
	}
	for _, path := range []string{"/projector/0", "/projector/5", "/projector/x"} {
		if a := h.device().get(path, "text/html"); a.status != http.StatusNotFound {
			t.Errorf("%s: %d", path, a.status)
		}
	}
	host := h.seated(event.Host)
	if state := screen[event.HostScreen](host).Hall.Projectors[3]; state.State != "live" || state.Devices != 1 {
		t.Errorf("the host sees projector 4 as %+v", state)
	}
}

// The host gives a projector its job while it runs.
func TestProjectors_FollowTheHost(t *testing.T) {
	h := serve(t)
	host := h.seated(event.Host)
	l := h.device().live(event.Wall(2))
	until(t, "the board is shown", func() bool { return l.shows(`data-square="a1"`) })
	host.must("project", "projector", "2", "job", "blank")
	until(t, "the screen is blank", func() bool { return l.shows("blank-stage") })
	if a := host.post("/host/project", "projector", "9", "job", "blank"); a.status != http.StatusBadRequest {
		t.Errorf("projector 9: %d", a.status)
	}
	if a := host.post("/host/project", "projector", "2", "job", "disco"); a.status != http.StatusBadRequest {
		t.Errorf("another job: %d", a.status)
	}
}

// The code on the wall is the address at which phones begin, and nothing else.
func TestJoinQR(t *testing.T) {
	h := serve(t)
	if a := h.device().get("/board/qr", "*/*"); a.status != http.StatusNotFound {
		t.Errorf("without a network: %d", a.status)
	}
	h.server.advertise([]event.Address{{URL: "http://192.168.1.20:8080", Interface: "wlan0", Chosen: true}})
	a := h.device().get("/board/qr", "*/*")
	if a.status != http.StatusOK || !strings.HasPrefix(a.header.Get("Content-Type"), "image/svg+xml") || !strings.HasPrefix(a.body, "<svg") {
		t.Errorf("the code: %d %s", a.status, a.body)
	}
	if board := screen[event.BoardScreen](&device{h, http.DefaultClient, event.Projector}); board.Join != "http://192.168.1.20:8080" {
		t.Errorf("the board says %q", board.Join)
	}
}

// No byte that anybody can get holds a family name: pages, streams, help, errors.
func TestNames_NoFamilyNameInPublicBytes(t *testing.T) {
	for _, full := range []string{"0", "1"} {
		h := serve(t)
		o := h.begin(1, canaryCSV(map[string]int{"Rook": 1, "Bishop": 1, "Knight": 1, "Pawn": 2, "Quiz Master": 2}, nil), "reveal", "after-ruling")
		host := h.seated(event.Host)
		host.must("names", "full", full)
		for _, square := range []string{"a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "d7", "d8", "a7"} {
			host.must("substitute", "post", square, "name", "Anna-"+square+" Zqfamily-"+square, "sure", "1")
		}
		host.must("project", "projector", "2", "job", "line-ups")
		host.must("project", "projector", "3", "job", "challenge")
		stranger := h.device()
		public := []event.Seat{event.Projector, event.Wall(1), event.Wall(2), event.Wall(3), event.Wall(4)}
		streams := map[event.Seat]*live{}
		for _, s := range public {
			streams[s] = stranger.live(s)
		}
		announcer := h.seated(event.Announcer)
		streams[event.Announcer] = announcer.live(event.Announcer)
		var bytes strings.Builder
		look := func() {
			for _, s := range public {
				bytes.WriteString(stranger.get(s.Path(), "text/html").body + stranger.get(s.Path(), "application/json").body)
			}
			bytes.WriteString(announcer.get("/announcer", "text/html").body)
			for _, path := range []string{"/", "/help", "/board/qr", "/j/nobody", "/gm/white"} {
				bytes.WriteString(stranger.get(path, "text/html").body)
			}
			bytes.WriteString(stranger.post("/gm/white/call", "from", "a2", "to", "a8").body)
		}
		look()
		o.play("e2e4", "d7d5", "e4d5")
		look()
		o.rule("wrong")
		look()
		o.play("d8d5")
		o.rule("wrong")
		host.must("pause", "reason", "Tea.")
		look()
		host.must("resume")
		o.gm[0].must("resign", "sure", "1", "about", o.gm[0].about())
		look()
		for s, l := range streams {
			until(t, string(s)+" is current", func() bool { return l.current(h, s) })
			for _, e := range l.all() {
				bytes.WriteString(e.data)
			}
		}
		found := strings.Contains(strings.ToLower(bytes.String()), "zqfamily")
		if found != (full == "1") {
			t.Errorf("full=%s: a family name is in public bytes: %v", full, found)
		}
		if !strings.Contains(bytes.String(), "Anna-d7") {
			t.Error("nobody's first name is shown: the test looks at nothing")
		}
	}
}
