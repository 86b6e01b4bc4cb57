package web

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"biblechess/event"
	"biblechess/event/chess"
)

// hidden is a match of Stealth Chess on the wire.
type hidden struct {
	*hall
	host, gm0, gm1, judge, other *device
}

func (o *hidden) gm(s chess.Side) *device { return []*device{o.gm0, o.gm1}[s] }

// hide starts a match of Stealth Chess with house rules, KEY, VALUE in turn.
func hide(t testing.TB, rules ...string) *hidden {
	t.Helper()
	h := serve(t)
	return hideOn(h, rules...)
}

func hideOn(h *hall, rules ...string) *hidden {
	o := &hidden{hall: h, host: h.seated(event.Host), gm0: h.seated(event.GameMaster(chess.White)), gm1: h.seated(event.GameMaster(chess.Black))}
	o.host.must("format", "format", "stealth")
	o.host.must("match", "match", "Friday night", "white", "Lions", "black", "Shepherds")
	if len(rules) > 0 {
		o.host.must("rules", rules...)
	}
	for _, side := range []string{"white", "black"} {
		names := ""
		for n := range 16 {
			names += fmt.Sprintf("%s person %d\n", side, n+1)
		}
		o.host.must("roster", "side", side, "paste", names)
	}
	o.host.must("judge-add", "name", "Ruth")
	o.host.must("judge-add", "name", "Paul")
	o.judge, o.other = h.seated(event.Judge(1)), h.seated(event.Judge(2))
	o.host.must("start")
	return o
}

// act posts a verb about what the page shows.
func (d *device) act(verb string, pairs ...string) {
	d.Helper()
	d.must(verb, append(pairs, "about", d.about())...)
}

// links are the private links of a side's players, by square.
func (o *hidden) links(s chess.Side) map[string]string {
	o.Helper()
	page := o.gm(s).get(event.GameMaster(s).Path()+"/cards", "text/html")
	found := map[string]string{}
	for _, m := range regexp.MustCompile(`(?s) · ([a-h][1-8])</p>.*?(/p/[A-Z0-9]{12})`).FindAllStringSubmatch(page.body, -1) {
		found[m[1]] = m[2]
	}
	return found
}

// kindsIn are words and drawings that tell a kind.
var kindsIn = regexp.MustCompile(`#e-(person|horse|scroll|tower|queen|king)"></use></svg>\s*</span>\s*<span class="name|\b(Knight|Bishop|Rook|Queen|Pawn)\b|"Kind":[1-8]\b`)

// A match with bluff, unmasking and promotion, with a stream at every seat and
// at some players': nobody is told a kind who may not be, in any page, stream,
// answer, header, log line or byte of the data file (S3, S5, S7, S8).
func TestS8_HiddenPiecesOnTheWire(t *testing.T) {
	o := hide(t, "super-bluff", "on", "unmask", "on", "captured-kind", "nobody")
	e := &ears{heard: map[event.Seat]map[string]bool{}, raw: map[event.Seat]*strings.Builder{}}
	o.heard = e.hear
	devices := map[event.Seat]*device{}
	for _, s := range event.AllSeats() {
		if s.Role() == "judge" && s != event.Judge(1) && s != event.Judge(2) {
			continue
		}
		devices[s] = o.seated(s)
		devices[s].live(s)
	}
	stranger := o.device()
	white, black := o.links(chess.White), o.links(chess.Black)
	if len(white) != 16 || len(black) != 16 {
		t.Fatalf("%d and %d links", len(white), len(black))
	}
	look := func() {
		for s, d := range devices {
			d.get(s.Path(), "text/html")
			d.get(s.Path(), "application/json")
		}
		devices[event.Host].get("/host/log", "application/json")
		devices[event.Host].get("/host/match.pgn", "*/*")
		devices[event.Host].get("/host/match.fen", "*/*")
		for _, path := range []string{"/gm/white", "/gm/black", "/gm/white/cards", "/gm/black/secret/3", "/board/replay", "/p/AAAAAAAAAAAA"} {
			if a := stranger.get(path, "text/html"); a.status < 400 {
				t.Errorf("a stranger gets %s: %d", path, a.status)
			}
			if path != "/gm/black" && path != "/gm/black/secret/3" {
				if a := devices[event.GameMaster(chess.Black)].get(path, "text/html"); a.status < 400 {
					t.Errorf("Black's Game Master gets %s: %d", path, a.status)
				}
			}
		}
	}
	look()
	o.gm0.act("arrange", "how", "swap", "a", "a1", "b", "d2")
	o.gm0.act("plan", "name", "Zacchaeus")
	o.gm0.act("arrange", "how", "shuffle")
	o.gm0.act("arrange", "how", "plan", "plan", "Zacchaeus")
	look()
	o.gm0.act("confirm", "on", "1")
	o.gm1.act("confirm", "on", "1")
	o.gm0.act("call", "call", "b1 c3")
	o.gm1.act("answer", "answer", "stand")
	o.gm1.act("call", "call", "a7 a5")
	o.gm0.act("call", "call", "c3 c7") // a Knight as a Rook
	look()
	if a := o.gm1.post("/gm/black/answer", "answer", "maybe", "about", o.gm1.about()); a.status != http.StatusBadRequest {
		t.Errorf("a strange answer gives %d", a.status)
	}
	o.gm1.act("answer", "answer", "call")
	o.gm1.act("choose", "square", "e2")
	look()
	o.gm1.act("call", "call", "a5 a4")
	o.gm0.act("answer", "answer", "stand")
	o.gm0.act("guess", "square", "b8", "kind", "n")
	look()
	o.gm0.act("call", "call", "a2 a3")
	if a := o.gm0.post("/gm/white/call", "call", "a1 a5", "about", o.gm0.about()); a.status != http.StatusUnprocessableEntity {
		t.Errorf("an illegal call gives %d", a.status)
	}
	look()
	inFile := readAll(t, o)
	o.gm1.act("resign", "sure", "1")
	look()

	e.mu.Lock()
	for s, raw := range e.raw {
		switch s.Role() {
		case "gm", "host", "qm", "questions": // their pages name pieces, or banks after them
			continue
		}
		if word := kindsIn.FindString(raw.String()); word != "" {
			t.Errorf("%q reads %s", s, word)
		}
		for _, link := range append(values(white), values(black)...) {
			if strings.Contains(raw.String(), link) {
				t.Errorf("%q reads a player's private link", s)
			}
		}
	}
	hostHeard := e.raw[event.Host].String()
	for _, link := range append(values(white), values(black)...) {
		if strings.Contains(hostHeard, link) {
			t.Error("the host reads a player's private link")
		}
	}
	if strings.Contains(e.raw[event.GameMaster(chess.Black)].String(), values(white)[0]) || strings.Contains(e.raw[event.GameMaster(chess.Black)].String(), "Zacchaeus") {
		t.Error("Black's Game Master reads White's links or plans")
	}
	e.mu.Unlock()
	for _, word := range []string{"Zacchaeus", "Knight", `"promotion"`, `"kind"`, `"array"`} {
		if bytes.Contains(inFile, []byte(word)) {
			t.Errorf("the data file shows %s", word)
		}
	}
	if log := o.log.String(); kindsIn.MatchString(log) || strings.Contains(log, values(white)[0]) {
		t.Errorf("the log tells a secret: %s", log)
	}
	// After the reveal everybody may know.
	o.judge.act("reveal", "sure", "1")
	if a := stranger.get("/board/replay?ply=1", "text/html"); a.status != http.StatusOK || !strings.Contains(a.body, "Knight") {
		t.Errorf("the replay is %d", a.status)
	}
	if a := stranger.get("/board/replay?ply=99", "text/html"); a.status != http.StatusBadRequest {
		t.Errorf("ply 99 is %d", a.status)
	}
}

func values(m map[string]string) (list []string) {
	for _, v := range m {
		list = append(list, v)
	}
	return list
}

// readAll is every byte of the files beside and of the data file.
func readAll(t *testing.T, o *hidden) []byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(filepath.Dir(o.path), "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v %v", files, err)
	}
	var all []byte
	for _, f := range files {
		body, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, body...)
	}
	if !bytes.Contains(all, []byte("veiled-called")) {
		t.Fatal("the record is not in these files")
	}
	return all
}

// Two matches whose hidden pieces differ send the same bytes, event by event, to
// all who may not know, and what a Game Master does in secret, or is refused,
// sends nobody else anything.
func TestS7_StreamsTellNothingOfHiddenPieces(t *testing.T) {
	sent := func(swap string) map[string][]string {
		o := hide(t, "unmask", "on", "super-bluff", "on")
		watched := map[string]*live{}
		var mu sync.Mutex
		add := func(name string, l *live) { mu.Lock(); watched[name] = l; mu.Unlock() }
		for _, s := range []event.Seat{event.Projector, event.GameMaster(chess.Black), event.Floor} {
			add(string(s), o.seated(s).live(s))
		}
		link := o.links(chess.Black)["a8"]
		d := o.device()
		d.get(link, "text/html")
		player := event.Player(17).Seat() // Black's first post, on a8
		add(string(player), d.follow(player, link+"/live"))
		quiet := func(what string, act func()) {
			t.Helper()
			before := map[string]int{}
			for name, l := range watched {
				until(t, name+" is there", func() bool { return l.count("current") > 0 })
				before[name] = l.count("regions")
			}
			act()
			for _, s := range []event.Seat{event.Projector, event.GameMaster(chess.Black)} {
				until(t, "the page is current", func() bool { return watched[string(s)].current(o.hall, s) })
			}
			for name, l := range watched {
				if l.count("regions") != before[name] {
					t.Errorf("%s sends %s something", what, name)
				}
			}
		}
		quiet("arranging in secret", func() {
			if swap != "" {
				o.gm0.act("arrange", "how", "swap", "a", swap[:2], "b", swap[2:])
			} else {
				o.gm0.act("arrange", "how", "usual")
			}
		})
		// Each step waits until every stream is at its state: a slow one may skip.
		step := func(d *device, verb string, pairs ...string) {
			t.Helper()
			d.act(verb, pairs...)
			for name, l := range watched {
				until(t, name+" is current", func() bool { return l.current(o.hall, event.Seat(name)) })
			}
		}
		step(o.gm0, "confirm", "on", "1")
		step(o.gm1, "confirm", "on", "1")
		step(o.gm0, "call", "call", "e2 e4")
		step(o.gm1, "call", "call", "d7 d5")
		quiet("a refused call", func() {
			if a := o.gm0.post("/gm/white/call", "call", "e4 a8", "about", o.gm0.about()); a.status != http.StatusUnprocessableEntity {
				t.Errorf("it is answered %d %s", a.status, a.body)
			}
		})
		step(o.gm0, "call", "call", "e4 d5")
		step(o.gm1, "answer", "answer", "surrender")
		step(o.gm1, "guess", "square", "b1", "kind", "p")
		step(o.gm0, "choose", "square", "h7")
		step(o.gm1, "call", "call", "g8 f6")
		out := map[string][]string{}
		for name, l := range watched {
			if strings.HasPrefix(name, "player") {
				continue
			}
			for _, e := range l.all() {
				if e.name != "beat" && e.name != "hello" {
					out[name] = append(out[name], e.name+noCodes(e.data))
				}
			}
		}
		return out
	}
	one := sent("")
	for _, swap := range []string{"a1g1", "d1c1", "f2h1"} {
		for name, other := range sent(swap) {
			if strings.Join(one[name], "\n") != strings.Join(other, "\n") {
				t.Errorf("%s exchanged: %s is sent something else", swap, name)
			}
		}
	}
}

// noCodes leaves out the codes of one evening, which differ from any other's.
func noCodes(s string) string {
	return regexp.MustCompile(`/j/[A-Z0-9]{8}`).ReplaceAllString(s, "/j/CODE")
}

// Every verb of Stealth Chess, as a script and as a browser sends it.
func TestVerbs_OfStealthChess(t *testing.T) {
	for _, by := range []string{"host", "judge"} {
		o := hide(t, "super-bluff", "on", "unmask", "on", "king-transporting", "on", "remove-pieces-black", "1")
		h := &happy{t, map[string]bool{}}
		h.give(o.gm1, "confirm", "on", "1")
		h.give(o.gm0, "remove", "square", "d8")
		h.give(o.gm0, "arrange", "how", "swap", "a", "a1", "b", "h1")
		h.give(o.gm0, "plan", "name", "Corner")
		h.give(o.gm0, "arrange", "how", "plan", "plan", "Corner")
		h.give(o.gm0, "plan", "name", "Corner", "forget", "1")
		h.give(o.gm0, "confirm", "on", "1")
		h.give(o.gm1, "confirm", "on", "1")
		h.give(o.gm0, "guess", "square", "a8", "kind", "q")
		h.give(o.gm1, "choose", "square", "b1")
		h.give(o.gm0, "call", "call", "h2 h3")
		h.give(o.gm1, "answer", "answer", "stand")
		h.give(o.gm1, "exchange", "pair", "e8 a8")
		o.gm0.must("resign", "sure", "1", "about", o.gm0.about())
		if by == "host" {
			h.give(o.host, "reveal", "sure", "1", "about", o.host.about())
		} else {
			h.give(o.judge, "reveal", "sure", "1")
		}
		for verb := range stealthVerbs {
			if verb != "touch" && verb != "pass" && !h.done["gm "+verb] { // with the bluff nothing binds, and nobody had to pass: event's tests
				t.Errorf("no happy path was walked for %s", verb)
			}
		}
	}
}

// By no answer and by no line of the officials' log can anybody count what a Game Master
// does in secret: the number of an entry is 0 for every seat (S8).
func TestS8_NoSeatCountsSecretEntries(t *testing.T) {
	o := hide(t)
	o.gm0.act("arrange", "how", "swap", "a", "a1", "b", "b1")
	floor := o.seated(event.Floor)
	for who, a := range map[string]answer{
		"the host":            o.host.post("/host/pause", "reason", "Tea."),
		"the head judge":      o.judge.post("/judge/1/resume"),
		"the steward":         floor.post("/floor/right", "about", floor.about()),
		"White's Game Master": o.gm0.post("/gm/white/arrange", "how", "swap", "a", "a1", "b", "b1", "about", o.gm0.about()),
	} {
		if a.status != http.StatusOK || a.Seq != 0 || !strings.Contains(a.body, `"seq":0`) {
			t.Errorf("%s is answered %s", who, a.body)
		}
	}
	if log := o.host.get("/host/log", "application/json").body; !strings.Contains(log, `"Seq":0`) || regexp.MustCompile(`"Seq":[1-9]`).MatchString(log) {
		t.Errorf("the log numbers its entries: %.300s", log)
	}
}
