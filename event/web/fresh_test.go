package web

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"biblechess/event"
)

// asDrawnAnew compares every seat's page, most of which was drawn from pieces that
// were kept, with the same page drawn by somebody who has kept nothing.
func (h *hall) asDrawnAnew(after string) {
	h.Helper()
	for _, seat := range slices.Concat(event.AllSeats(), []event.Seat{event.Projector}) {
		for try := 0; ; try++ {
			before, _ := h.Watch()
			kept := h.server.pages.at(seat)
			anew := (&pageCache{server: h.server}).at(seat)
			if now, _ := h.Watch(); now != before && try < 20 {
				continue // the clock changed something between the two
			}
			if kept.err != nil || anew.err != nil {
				h.Fatalf("%s, after %s: %v, %v", seat, after, kept.err, anew.err)
			}
			if len(kept.regions) != len(anew.regions) {
				h.Fatalf("%s, after %s: %d regions, and %d drawn anew", seat, after, len(kept.regions), len(anew.regions))
			}
			for i, r := range anew.regions {
				k := kept.regions[i]
				was, is := k.html.HTML(), r.html.HTML()
				if !bytes.Equal(was, is) {
					h.Errorf("%s, after %s: #%s is\n%s\nand drawn anew\n%s", seat, after, r.id, around(was, is), around(is, was))
				}
				if len(k.html.Differing(r.html)) > 0 {
					h.Errorf("%s, after %s: #%s has other parts when it is drawn anew", seat, after, r.id)
				}
				if bytes.ContainsRune(was, 0) {
					h.Errorf("%s, after %s: #%s holds a NUL", seat, after, r.id)
				}
			}
			break
		}
	}
}

// around is where two texts part.
func around(a, b []byte) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return fmt.Sprintf("%d: %s", i, a[max(0, i-80):min(len(a), i+120)])
}

// No page of a whole match is made of a piece that was kept too long.
func TestPages_OfKeptPiecesAreAsDrawnAnew(t *testing.T) {
	h := serve(t)
	o := h.begin(3, canaryCSV(map[string]int{"Rook": 2, "Bishop": 2, "Knight": 2, "Pawn": 6, "Quiz Master": 2}, nil), "bank-sizes", "2,2,2,6,2")
	act := func(d *device, verb string, pairs ...string) {
		t.Helper()
		d.must(verb, append(pairs, "about", d.about())...)
		h.asDrawnAnew(fmt.Sprint(d.seat, " ", verb, " ", pairs))
	}
	call := func(uci string) {
		t.Helper()
		gm := o.gm[0]
		if screen[event.GameMasterScreen](gm).Teams[1].ToMove {
			gm = o.gm[1]
		}
		act(gm, "call", "from", uci[:2], "to", uci[2:4], "promotion", uci[4:])
	}
	rule := func(vote string) {
		t.Helper()
		for _, j := range o.judges {
			if b := screen[event.JudgeScreen](j).Ballot; b != nil {
				act(j, "vote", "vote", vote)
			}
		}
	}
	h.asDrawnAnew("the start")
	call("e2e4")
	call("d7d5")
	call("e4d5")
	act(o.judges[0], "misread", "sure", "1")
	act(o.judges[0], "throw-out", "reason", "Shouted.", "sure", "1")
	act(o.host, "pause", "reason", "Lunch.")
	act(o.host, "substitute", "post", "e2", "name", "Zebulun", "sure", "1")
	act(o.host, "resume")
	rule("wrong")
	items := screen[event.QuizMasterScreen](o.qm[0]).Banks[3].Items[2:]
	act(o.qm[0], "juggle", "question", items[0].ID, "with", items[1].ID)
	call("d8d5")
	rule("right")
	call("g1f3")
	act(o.gm[0], "draw", "answer", "offer")
	act(o.gm[1], "draw", "answer", "decline")
	call("a7a6")
	call("f1a6")
	rule("wrong")
	call("h7h6")
	call("e1g1")
	act(o.gm[0], "take-back", "reason", "")
	call("e1g1")
	act(o.host, "names", "full", "1")
	act(o.host, "say", "name", "white01", "say", "ONE")
	act(o.host, "substitute", "post", "h7", "name", "Zebulun", "sure", "1")
	act(o.host, "names", "full", "0")
	for i := range 12 {
		call([]string{"g7g6", "a2a3", "g6g5", "a3a4", "g5g4", "a4a5", "h6h5", "h2h3", "h5h4", "b2b3", "f7f6", "d2d3"}[i])
	}
	act(o.judges[0], "rewind", "ply", "12", "reason", "Mistake.", "sure", "1")
	call("g6g5")
	act(o.host, "rewind", "ply", "3", "reason", "Mistake.", "sure", "1")
	call("e4d5")
	rule("right")
	act(o.judges[0], "override", "from", "a7", "to", "a3", "reason", "Paper.", "sure", "1")
	act(o.host, "paper-position", "stand-h7", "h5", "kind-a2", "p", "turn", "white", "plies", "1", "reason", "Paper.", "sure", "1")
	act(o.host, "paper-plies", "plies", "b1 c3", "reason", "Paper.", "sure", "1")
	act(h.seated(event.Floor), "right")
	act(o.judges[0], "time", "winner", "draw", "sure", "1")
	act(o.judges[0], "reopen", "reason", "Five minutes.")
	act(o.gm[0], "resign", "sure", "1")
	act(o.host, "close", "sure", "1")
	act(o.host, "open", "banks", "fresh", "people", "1", "swap", "1", "sure", "1")
}

func TestPages_OfKeptPiecesAreAsDrawnAnewInStealthChess(t *testing.T) {
	o := hide(t, "super-bluff", "on", "unmask", "on", "captured-kind", "nobody")
	act := func(d *device, verb string, pairs ...string) {
		t.Helper()
		d.act(verb, pairs...)
		o.asDrawnAnew(fmt.Sprint(d.seat, " ", verb, " ", pairs))
	}
	act(o.gm0, "arrange", "how", "swap", "a", "a1", "b", "d2")
	act(o.gm0, "plan", "name", "Zacchaeus")
	act(o.gm0, "arrange", "how", "shuffle")
	act(o.gm0, "arrange", "how", "plan", "plan", "Zacchaeus")
	act(o.gm0, "confirm", "on", "1")
	act(o.gm1, "confirm", "on", "1")
	act(o.gm0, "call", "call", "b1 c3")
	act(o.gm1, "answer", "answer", "stand")
	act(o.gm1, "call", "call", "a7 a5")
	act(o.gm0, "call", "call", "c3 c7")
	act(o.gm1, "answer", "answer", "call")
	act(o.gm1, "choose", "square", "e2")
	act(o.host, "substitute", "post", "b8", "name", "Zebulun", "sure", "1")
	act(o.gm1, "call", "call", "a5 a4")
	act(o.gm0, "answer", "answer", "stand")
	act(o.gm0, "guess", "square", "b8", "kind", "n")
	act(o.gm0, "call", "call", "a2 a3")
	act(o.gm1, "resign", "sure", "1")
}
