package web

import (
	"strings"
	"testing"

	"biblechess/event"
	"biblechess/event/chess"
)

// A call sends the squares that it changes, and not the board.
func TestDrawing_ACallSendsTheSquaresThatItChanges(t *testing.T) {
	h := serve(t)
	o := h.begin(1, canaryCSV(smallBanks, nil))
	o.play("d2d4")
	for _, s := range []event.Seat{event.Projector, event.GameMaster(chess.White), event.GameMaster(chess.Black)} {
		before := h.server.pages.at(s)
		o.play(map[event.Seat]string{event.Projector: "d7d5", event.GameMaster(chess.White): "e2e4", event.GameMaster(chess.Black): "a7a6"}[s])
		sent := string(h.server.pages.at(s).since(before))
		for _, square := range map[event.Seat][]string{
			event.Projector: {"d2", "d4", "d7", "d5"}, event.GameMaster(chess.White): {"d7", "d5", "e2", "e4"}, event.GameMaster(chess.Black): {"e2", "e4", "a7", "a6"},
		}[s] {
			if strings.Count(sent, `id="at-`+square+`"`) != 1 {
				t.Errorf("%s is not sent %s", s, square)
			}
		}
		if n := strings.Count(sent, `id="at-`); n != 4 {
			t.Errorf("%s is sent %d squares, want those of the last two calls", s, n)
		}
		if whole := len(h.server.pages.at(s).all()); len(sent)*4 > whole && s == event.Projector {
			t.Errorf("%s is sent %d of %d bytes", s, len(sent), whole)
		}
	}
}

// A page of a long match is no longer than that of a short one, and a call sends no more.
func TestDrawing_ALongMatchCostsNoMore(t *testing.T) {
	h := serve(t)
	o := h.begin(1, canaryCSV(smallBanks, nil))
	rounds := func(n int) {
		for range n {
			o.play("b1c3", "b8c6", "c3b1", "c6b8")
		}
	}
	size := func() map[event.Seat][2]int {
		all, before := map[event.Seat][2]int{}, map[event.Seat]*drawing{}
		for _, s := range event.AllSeats() {
			before[s] = h.server.pages.at(s)
		}
		rounds(1)
		for s, last := range before {
			now := h.server.pages.at(s)
			all[s] = [2]int{len(now.all()), len(now.since(last))}
		}
		return all
	}
	rounds(24)
	short := size()
	rounds(23) // the list of calls is sent in parts of sixteen
	for s, long := range size() {
		for i, what := range []string{"page", "event"} {
			if n := short[s][i]; long[i] > n+n/50+40 { // numbers have become longer
				t.Errorf("%s: the %s grew from %d to %d bytes", s, what, n, long[i])
			}
		}
	}
}

// What was drawn ahead is shown when it has become the current state, and only then.
func TestDrawing_AheadIsShownOnceItIsCurrent(t *testing.T) {
	h := serve(t)
	before := h.server.pages.at(event.Host)
	var ahead *drawing
	h.Ahead = func(c *event.Coming) {
		h.server.pages.drawAhead(event.Host, c)
		ahead = h.server.pages.easel(event.Host).ahead.drawing
		if h.server.pages.at(event.Host) != before {
			t.Error("a page shows what is not saved")
		}
	}
	if _, err := h.Do(event.Host, "", event.NameMatch{Match: "Friday", White: "Lions", Black: "Shepherds"}); err != nil {
		t.Fatal(err)
	}
	if now := h.server.pages.at(event.Host); ahead == nil || now != ahead || now == before {
		t.Error("the page that was drawn ahead is not shown")
	}
	fresh := &easel{now: &drawing{}}
	drawn, err := fresh.draw(h.Evening, event.Host)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range drawn.regions {
		if string(r.html.HTML()) != string(ahead.regions[i].html.HTML()) {
			t.Errorf("the region %s is another when it is drawn anew", r.id)
		}
	}
}

// No text ends the event that it stands in.
func TestFields_OfAnyText(t *testing.T) {
	for text, want := range map[string]string{
		"a\nb":                     "event: regions\ndata: a\ndata: b\n\n",
		"a\r\nb\r":                 "event: regions\ndata: a\ndata: b\n\n",
		"<p>\revent: reload\r\r\n": "event: regions\ndata: <p>event: reload\ndata: \n\n",
	} {
		if got := string(eventOf("regions", text)); got != want {
			t.Errorf("%q is sent as %q", text, got)
		}
	}
}
