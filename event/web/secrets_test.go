package web

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"biblechess/event"
	"biblechess/event/chess"
)

var canary = regexp.MustCompile(`zq(white|black|reserve)x([a-z]+)x[0-9]+x([a-z]+)`)

// ears hear every byte that every device gets.
type ears struct {
	mu    sync.Mutex
	heard map[event.Seat]map[string]bool
	raw   map[event.Seat]*strings.Builder
}

func (e *ears) hear(s event.Seat, body string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.raw[s] == nil {
		e.raw[s], e.heard[s] = &strings.Builder{}, map[string]bool{}
	}
	e.raw[s].WriteString(body)
	for _, word := range canary.FindAllString(body, -1) {
		e.heard[s][word] = true
	}
}

// entitled is who may read which word, with nothing revealed (B20, B34, B45).
func entitled(s event.Seat, word string, judges int) bool {
	m := canary.FindStringSubmatch(word)
	colour, bank, part := m[1], m[2], m[3]
	side, serves := s.Side()
	own := serves && string(event.ColourOf(side)) == colour
	switch s.Role() {
	case "judge":
		for n := 1; n <= judges; n++ {
			if s == event.Judge(n) {
				return true
			}
		}
	case "questions":
		return own || s == event.ReserveEditor && colour == "reserve"
	case "qm":
		return own && (bank != "bishop" || part == "hint")
	}
	return false
}

// TestSecrets_OnTheWire plays a match over HTTP with a live stream at every
// seat and looks at every page, stream, header, answer and log line.
func TestB34_B20_B45_SecretsOnTheWire(t *testing.T) {
	h := serve(t)
	e := &ears{heard: map[event.Seat]map[string]bool{}, raw: map[event.Seat]*strings.Builder{}}
	h.heard = e.hear
	devices := map[event.Seat]*device{}
	for _, s := range event.AllSeats() {
		devices[s] = h.seated(s)
		devices[s].live(s)
	}
	stranger := h.device()
	o := h.begin(2, canaryCSV(map[string]int{"Rook": 1, "Bishop": 1, "Knight": 1, "Pawn": 2, "Quiz Master": 2}, nil), "reveal", "never", "panel", "unanimous")
	look := func() {
		for s, d := range devices {
			d.get(s.Path(), "text/html")
			d.get(s.Path(), "application/json")
			d.get("/gm/black", "text/html") // perhaps somebody else's
		}
		devices[event.Host].get("/host/log", "application/json")
		stranger.get("/", "text/html")
		stranger.get("/gm/white", "text/html")
		stranger.post("/gm/white/call", "from", "e2")
	}
	look()
	o.play("e2e4", "d7d5", "e4d5")
	look()
	o.judges[0].must("vote", "vote", "right", "about", o.judges[0].about())
	look()
	o.judges[1].must("vote", "vote", "right", "about", o.judges[1].about())
	o.play("d8d6", "f1b5", "a7a6", "b5a6")
	o.qm[0].must("hint", "word", "Zacchaeus", "about", o.qm[0].about())
	look()
	o.rule("late")
	o.play("d6h2")
	look()
	o.rule("wrong")
	for s, d := range devices {
		d.post(s.Path()+"/call", "from", "a1", "to", "a8", "about", o.gm[0].about())
		d.post(s.Path()+"/vote", "vote", "right", "about", "1")
		d.post(s.Path()+"/juggle", "question", "q9-1")
	}
	o.gm[1].must("resign", "sure", "1", "about", o.gm[1].about())
	look()
	h.stop()

	e.mu.Lock()
	defer e.mu.Unlock()
	for s, words := range e.heard {
		for word := range words {
			if !entitled(s, word, 2) {
				t.Errorf("%q got %s", s, word)
			}
		}
		raw := e.raw[s].String()
		if strings.Contains(raw, "Zacchaeus") && s != event.QuizMaster(chess.White) && s != event.Judge(1) && s != event.Judge(2) {
			t.Errorf("%q got the hint", s)
		}
		for _, of := range event.AllSeats() {
			if s != event.Host && strings.Contains(raw, h.JoinCode(of)) || strings.Contains(raw, h.Ticket(of)) {
				t.Errorf("%q got the code or the ticket of %s", s, of)
			}
		}
		if strings.Contains(raw, h.Pass()) || strings.Contains(raw, h.server.DoorKey()) && h.server.DoorKey() != "" {
			t.Errorf("%q got the host's pass or key", s)
		}
	}
	for s, least := range map[event.Seat]int{event.QuizMaster(chess.White): 10, event.Judge(1): 20, event.Editor(chess.Black): 20, event.ReserveEditor: 8} {
		if len(e.heard[s]) < least {
			t.Errorf("%s got %d words: the test listened to nothing", s, len(e.heard[s]))
		}
	}
	log := h.log.String()
	if word := canary.FindString(log); word != "" || strings.Contains(log, h.Pass()) || strings.Contains(log, "Zacchaeus") {
		t.Errorf("the log tells a secret: %s", log)
	}
	for _, of := range event.AllSeats() {
		if strings.Contains(log, h.JoinCode(of)) || strings.Contains(log, h.Ticket(of)) {
			t.Errorf("the log tells the code or the ticket of %s", of)
		}
	}
}

// streamed plays one match and gives what the streams of those who may not know
// White's questions were sent.
func streamed(t *testing.T, change func(side, text string) string, ballot string) map[event.Seat][]string {
	t.Helper()
	h := serve(t)
	o := h.begin(3, canaryCSV(smallBanks, change), "reveal", "never", "panel", "unanimous")
	watched := []event.Seat{event.Projector, event.Wall(1), event.Wall(3), event.Announcer, event.GameMaster(chess.White), event.GameMaster(chess.Black), event.QuizMaster(chess.Black)}
	streams := map[event.Seat]*live{}
	for _, s := range watched {
		streams[s] = h.seated(s).live(s)
	}
	settle := func() {
		t.Helper()
		for s, l := range streams {
			until(t, fmt.Sprintf("%s is current", s), func() bool { return l.current(h, s) })
		}
	}
	settle()
	steps := []func(){
		func() { o.play("e2e4") },
		func() { o.play("d7d5") },
		func() { o.play("e4d5") },
		func() { o.judges[1].must("vote", "vote", ballot, "about", o.judges[1].about()) },
		func() { o.judges[0].must("vote", "vote", "right", "about", o.judges[0].about()) },
		func() {
			o.judges[0].must("vote", "vote", "wrong", "alone", "1", "about", o.judges[0].about())
		},
		func() { o.play("a7a6") },
		func() { o.play("f1a6") },
		func() { o.rule("right") },
	}
	for _, step := range steps {
		step()
		settle()
	}
	sent := map[event.Seat][]string{}
	for s, l := range streams {
		for _, e := range l.all() {
			if e.name != "beat" && e.name != "hello" { // the clock, and the number of the stream
				sent[s] = append(sent[s], e.name+e.data)
			}
		}
	}
	return sent
}

func TestNonInterference_OnTheWire(t *testing.T) {
	plain := streamed(t, nil, "right")
	for name, other := range map[string]map[event.Seat][]string{
		"long questions of White": streamed(t, func(side, text string) string {
			if side == "White" {
				return strings.Repeat(text+" and ", 5) + text
			}
			return text
		}, "right"),
		"another ballot": streamed(t, nil, "wrong"),
	} {
		for s, one := range plain {
			if strings.Join(one, "\n") != strings.Join(other[s], "\n") {
				t.Errorf("%s: %s is sent something else", name, s)
				for i := range min(len(one), len(other[s])) {
					if one[i] != other[s][i] {
						t.Logf("event %d:\n%s\n%s", i, one[i], other[s][i])
						break
					}
				}
			}
		}
	}
}

func TestHome_TellsNothing(t *testing.T) {
	h := serve(t)
	h.begin(1, canaryCSV(smallBanks, nil))
	for _, path := range []string{"/", "/health", "/j", "/static/x/y", "/nowhere"} {
		a := h.device().get(path, "text/html")
		if canary.MatchString(a.body) || strings.Contains(a.body, h.Pass()) || a.status >= http.StatusInternalServerError {
			t.Errorf("%s: %d", path, a.status)
		}
	}
}
