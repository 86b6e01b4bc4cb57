package web

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"biblechess/event"
	"biblechess/event/chess"
)

func TestJoin_SetsOneCookieForItsPath(t *testing.T) {
	h := serve(t)
	white := event.GameMaster(chess.White)
	d := h.device()
	a := d.get("/j/"+strings.ToLower(h.JoinCode(white)), "application/json")
	cookies := (&http.Response{Header: a.header}).Cookies()
	if a.status != http.StatusOK || len(cookies) != 1 {
		t.Fatalf("joining is %d with the cookies %v", a.status, cookies)
	}
	if c := cookies[0]; c.Name != "seat" || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/gm/white" || c.MaxAge < 86400 || c.Domain != "" {
		t.Errorf("the cookie is %+v", c)
	}
	// Two seats live side by side in one browser, and a second never evicts the first.
	d.take(event.QuizMaster(chess.Black))
	d.take(event.Host)
	for _, s := range []event.Seat{white, event.QuizMaster(chess.Black), event.Host} {
		if a := d.get(s.Path(), "text/html"); a.status != http.StatusOK {
			t.Errorf("%s answers %d", s, a.status)
		}
	}
	if a := d.get("/gm/black", "text/html"); a.status != http.StatusForbidden {
		t.Errorf("a seat that was not taken answers %d", a.status)
	}
	page := d.get("/j/"+h.JoinCode(white), "text/html")
	if page.status != http.StatusOK || !strings.Contains(page.body, "White&#39;s Game Master") {
		t.Errorf("the join page is %d %s", page.status, page.body)
	}
	if a := d.post("/j/leave", "seat", string(white)); a.status != http.StatusOK {
		t.Errorf("leaving is %d", a.status)
	}
	if a := d.get("/gm/white", "text/html"); a.status != http.StatusForbidden {
		t.Errorf("after leaving the page answers %d", a.status)
	}
	if a := d.get("/qm/black", "text/html"); a.status != http.StatusOK {
		t.Errorf("leaving one seat took another: %d", a.status)
	}
}

func TestJoin_UnknownAndTypedCodes(t *testing.T) {
	h := serve(t)
	d := h.device()
	for _, code := range []string{"AAAAAAAA", "x", "%00", strings.Repeat("A", 5000), h.JoinCode(event.Host)} {
		for _, accept := range []string{"text/html", "*/*"} {
			if a := d.get("/j/"+code, accept); a.status != http.StatusNotFound || !strings.Contains(a.body, "ask the host") || len(a.header.Values("Set-Cookie")) != 0 {
				t.Errorf("%.20s: %d %s", code, a.status, a.body)
			}
		}
	}
	code := h.JoinCode(event.Judge(1))
	typed := " " + strings.ToLower(code[:4]) + " " + code[4:]
	if a := d.get("/j?code="+url.QueryEscape(typed), "text/html"); a.status != http.StatusSeeOther || a.header.Get("Location") != "/j/"+code {
		t.Errorf("a typed code: %d %s", a.status, a.header)
	}
	if a := d.get("/j?code=nonsense", "text/html"); a.status != http.StatusNotFound || !strings.Contains(a.body, "No seat has this code") {
		t.Errorf("a wrong typed code: %d", a.status)
	}
}

func TestSeats_ForgedAndForeignCookies(t *testing.T) {
	h := serve(t)
	white, black := event.GameMaster(chess.White), event.GameMaster(chess.Black)
	for _, ticket := range []string{h.Ticket(black), "x", h.JoinCode(white), strings.Repeat("A", 26), h.Pass()} {
		w := h.direct(http.MethodGet, "/gm/white", ticket, nil, "application/json")
		if w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), "White's Game Master") {
			t.Errorf("%s: %d %s", ticket, w.Code, w.Body)
		}
	}
	if w := h.direct(http.MethodGet, "/gm/white", "", nil, "text/html"); !strings.Contains(w.Body.String(), "does not hold this seat") {
		t.Errorf("without a cookie it says %s", w.Body)
	}
}

func TestRenew_VoidsLinkCookieAndStream(t *testing.T) {
	h := serve(t)
	host := h.seated(event.Host)
	s := event.QuizMaster(chess.White)
	d := h.seated(s)
	code := h.JoinCode(s)
	stream := d.live(s)
	until(t, "the stream is current", func() bool { return stream.count("current") == 1 })
	if a := host.post("/host/renew", "seat", string(s)); a.status != http.StatusBadRequest || !strings.Contains(a.Error, "second time") {
		t.Errorf("renewing without a second tap: %d %s", a.status, a.body)
	}
	host.must("renew", "seat", string(s), "sure", "1")
	<-stream.ended
	events := stream.all()
	if last := events[len(events)-1]; last.name != "gone" || !strings.Contains(last.data, "given to another device") {
		t.Errorf("the stream ended with %+v", last)
	}
	if a := d.get(s.Path(), "text/html"); a.status != http.StatusForbidden || !strings.Contains(a.body, "given to another device") {
		t.Errorf("the old cookie: %d %s", a.status, a.body)
	}
	if a := d.get("/j/"+code, "*/*"); a.status != http.StatusNotFound {
		t.Errorf("the old link: %d", a.status)
	}
	d.take(s)
	if a := d.get(s.Path(), "text/html"); a.status != http.StatusOK {
		t.Errorf("the new link's cookie: %d", a.status)
	}
}

// A seat that was not given to another device is not said to be.
func TestSeats_SayWhyTheyAreLost(t *testing.T) {
	h := serve(t)
	o := h.begin(2, canaryCSV(map[string]int{"Rook": 2, "Bishop": 2, "Knight": 2, "Pawn": 2, "Quiz Master": 2}, nil), "bank-sizes", "2,2,2,2,2")
	host, judge, white := o.host, o.judges[1], o.gm[0]
	lost := func(d *device, seat event.Seat, words string, act func()) {
		t.Helper()
		stream := d.live(seat)
		until(t, "the stream is current", func() bool { return stream.count("current") == 1 })
		act()
		<-stream.ended
		events := stream.all()
		last := events[len(events)-1]
		page := d.get(seat.Path(), "text/html")
		if last.name != "gone" || !strings.Contains(last.data, words) || page.status != http.StatusForbidden || !strings.Contains(html.UnescapeString(page.body), words) || strings.Contains(last.data+page.body, "another device") {
			t.Errorf("%s: the stream ended with %+v, the page is %d %.300s", seat, last, page.status, page.body)
		}
	}
	lost(judge, event.Judge(2), "The host took this judge's seat away", func() { host.must("judge-remove", "seat", string(event.Judge(2)), "sure", "1") })
	lost(white, event.GameMaster(chess.White), "The teams changed sides for the next match", func() {
		host.must("renew", "seat", string(event.ReserveEditor), "sure", "1")
		white.must("resign", "sure", "1", "about", white.about())
		host.must("close", "sure", "1")
		host.must("open", "people", "1", "swap", "1", "sure", "1")
	})
	// Given anew after that it is another device's.
	host.must("renew", "seat", string(event.GameMaster(chess.White)), "sure", "1")
	if a := white.get("/gm/white", "text/html"); !strings.Contains(a.body, "was given to another device") {
		t.Errorf("a seat that was given anew says %.300s", a.body)
	}
	// The reserve's editor belongs to neither side, so it keeps its seat when they change.
	if w := h.direct(http.MethodGet, event.ReserveEditor.Path(), "x", nil, "text/html"); !strings.Contains(w.Body.String(), "was given to another device") {
		t.Errorf("the reserve's editor is told %s", w.Body)
	}
	// A ticket of another evening was never taken away.
	if w := h.direct(http.MethodGet, "/qm/black", "x", nil, "text/html"); !strings.Contains(w.Body.String(), "changed sides") {
		t.Errorf("a Quiz Master's old ticket says %s", w.Body)
	}
	if w := h.direct(http.MethodGet, "/announcer", "x", nil, "text/html"); !strings.Contains(w.Body.String(), "does not hold this seat") {
		t.Errorf("a foreign ticket says %s", w.Body)
	}
}

func TestHost_DoorAndPass(t *testing.T) {
	h := serve(t)
	key := h.server.DoorKey()
	d := h.device()
	if a := d.get("/host", "text/html"); a.status != http.StatusForbidden || !strings.Contains(a.body, `name="pass"`) {
		t.Errorf("without the cookie: %d", a.status)
	}
	if a := d.get("/host/enter?key=wrong", "text/html"); a.status != http.StatusForbidden {
		t.Errorf("a wrong key: %d", a.status)
	}
	if a := d.get("/host/enter?key="+key, "text/html"); a.status != http.StatusSeeOther || a.header.Get("Location") != "/host" {
		t.Errorf("the key: %d", a.status)
	}
	if a := d.get("/host", "text/html"); a.status != http.StatusOK {
		t.Errorf("the host's page: %d", a.status)
	}
	// The browser that is in may follow the link again; no other may.
	if a := d.get("/host/enter?key="+key, "text/html"); a.status != http.StatusSeeOther {
		t.Errorf("the same browser again: %d", a.status)
	}
	other := h.device()
	if a := other.get("/host/enter?key="+key, "text/html"); a.status != http.StatusForbidden || !strings.Contains(a.body, "used already") {
		t.Errorf("another browser: %d", a.status)
	}
	if a := other.get("/host/enter?key=", "text/html"); a.status != http.StatusForbidden {
		t.Errorf("an empty key after the link was used: %d", a.status)
	}
	if a := other.postAs("text/html", "/host/enter", "pass", strings.ToLower(strings.ReplaceAll(h.Pass(), "-", " "))); a.status != http.StatusSeeOther {
		t.Errorf("the pass, typed loosely: %d", a.status)
	}
	guesser := h.device()
	for n := range 5 {
		if a := guesser.post("/host/enter", "pass", fmt.Sprint("AAAA-000", n)); a.status != http.StatusForbidden || !strings.Contains(a.Error, "not the pass") {
			t.Fatalf("wrong pass %d: %d %s", n+1, a.status, a.body)
		}
	}
	for _, pass := range []string{"AAAA-0005", h.Pass()} {
		if a := guesser.post("/host/enter", "pass", pass); a.status != http.StatusTooManyRequests || !strings.Contains(a.Error, "wait a minute") {
			t.Errorf("after five wrong passes: %d %s", a.status, a.body)
		}
	}
	if log := h.log.String(); strings.Contains(log, key) || strings.Contains(log, h.Pass()) {
		t.Error("the log holds a secret")
	}
}
