package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"biblechess/event"
	"biblechess/event/chess"
	"biblechess/event/rules"
)

var soakPlies = flag.Int("soak", 40, "how many plies TestSoak plays; a four-hour evening has some 1,500")

// A whole evening in fast motion: bots on every page, match after match, drops,
// sleeps, rewinds, substitutions, two restarts, and one take-over by the second
// laptop. It ends
// with every page equal to what the record folds to, and with nothing left
// behind of memory, goroutines and descriptors. The long form:
//
//	go test ./cmd/biblechess -run TestSoak -soak 1500 -timeout 1h -v
func TestSoak(t *testing.T) {
	before := used()
	s := newSoak(t)
	s.setUp()
	s.watchers()
	third, ending := *soakPlies/4, false
	incidents := map[int]func(){third: s.restart, 2 * third: s.restart, 3 * third: s.takeOver}
	for ply := range *soakPlies {
		if act := incidents[ply]; act != nil {
			// It happens while people tap.
			done := make(chan struct{})
			go func() {
				defer close(done)
				act()
			}()
			for open := true; open; {
				s.ply()
				select {
				case <-done:
					open = false
				default:
				}
			}
		}
		if ply == third+third/2 {
			s.early = used()
		}
		if ending = ending || ply == *soakPlies-8 || ply%soakMatch == soakMatch-1; ending {
			ending = !s.resigns()
		}
		s.ply()
	}
	late := used()
	s.pagesShowTheRecord()
	s.stop()
	if s.matches < 2 {
		t.Error("only one match was played")
	}
	if s.again == 0 {
		t.Error("nobody met a laptop that was down")
	}
	if grew := late.goroutines - s.early.goroutines; grew > 40 {
		t.Errorf("%d goroutines more than early in the evening", grew)
	}
	var after holding
	within(t, "everything is given back", func() bool {
		after = used()
		return after.goroutines <= before.goroutines+3 && after.files <= before.files+3
	})
	if grew := after.heap - before.heap; grew > 16<<20 {
		t.Errorf("%d KiB of memory are not given back", grew>>10)
	}
	t.Logf("%d plies in %d matches, %d taps (%d refused), %d requests sent again, %d streams opened; before %v, early %v, late %v, after %v",
		*soakPlies, s.matches, s.taps, s.refused, s.again, s.opened.n(), before, s.early, late, after)
}

// soakMatch is how many plies a match lasts, at most; the evening ends early in another.
const soakMatch = 120

// holding is what the process holds.
type holding struct {
	goroutines, files int
	heap              int64
}

func (u holding) String() string {
	return fmt.Sprintf("%d goroutines, %d descriptors, %d KiB", u.goroutines, u.files, u.heap>>10)
}

func used() holding {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	files, _ := os.ReadDir("/proc/self/fd")
	return holding{runtime.NumGoroutine(), len(files), int64(m.HeapAlloc)}
}

// counter counts for many.
type counter struct {
	mu    sync.Mutex
	count int
}

func (c *counter) add() {
	c.mu.Lock()
	c.count++
	c.mu.Unlock()
}

func (c *counter) n() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count
}

// soak is an evening of bots.
type soak struct {
	t        *testing.T
	lot      *rand.Rand
	a, b     *machine
	desk     *desk
	pass     string
	codes    map[event.Seat]string // by seat, the path of its link
	ctx      context.Context
	cancel   context.CancelFunc
	watching sync.WaitGroup
	views    []*watcher
	opened   counter
	early    holding

	matches, taps, refused, again int

	mu      sync.Mutex
	address string // where the match is
	seated  string // where the desk holds its seats
}

func newSoak(t *testing.T) *soak {
	s := &soak{t: t, lot: rand.New(rand.NewPCG(8, 9))}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	t.Cleanup(s.cancel)
	s.a = runs(t, "-addr", freeAddr(t, "127.0.0.1"), "-data", filepath.Join(t.TempDir(), "evening.db"), "-json")
	s.a.next()
	s.pass, s.address, s.seated = s.a.links.Pass, s.a.links.Address, s.a.links.Address
	after := "5s"
	if *soakPlies > 200 {
		after = "10s" // a restart on a machine that is busy for long is no silence
	}
	s.b = follow(t, s.a.links, "", "-after", after)
	s.desk = &desk{t: t, address: s.address, client: browser(t)}
	s.desk.post("/host/enter", "pass", s.pass)
	return s
}

// setUp sets a match up and starts it.
func (s *soak) setUp() {
	s.matches++
	house := rules.House{rules.KeyRevealHold: "0", rules.KeyAppealSeconds: "0"}
	s.desk.chooses(rules.Bible, house)
	s.desk.places(rules.Bible.Start(house).Position)
	s.desk.bring()
	s.desk.post("/host/start")
	codes := map[event.Seat]string{}
	for seat, link := range s.desk.links() {
		u, err := url.Parse(link)
		if err != nil {
			s.t.Fatal(err)
		}
		codes[seat] = u.Path
	}
	if s.codes == nil {
		s.codes = codes
	}
	if !maps.Equal(s.codes, codes) {
		s.t.Errorf("the seats' codes changed from %v to %v", s.codes, codes)
	}
}

// at is where the match is now.
func (s *soak) at() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.address
}

// sit takes every seat anew, where the match has moved.
func (s *soak) sit() {
	at := s.at()
	if at == s.seated {
		return
	}
	s.seated, s.desk.address = at, at
	s.desk.post("/host/enter", "pass", s.pass)
	for _, code := range s.codes {
		s.desk.ask(http.MethodGet, code)
	}
}

// try sends a tap until there is an answer: the same tap, so that none is
// doubled. It tells whether it was taken.
func (s *soak) try(seat event.Seat, verb string, fields ...string) bool {
	s.t.Helper()
	s.taps++
	form := url.Values{"once": {fmt.Sprintf("soak-%d", s.taps)}}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		r, _ := http.NewRequest(http.MethodPost, s.at()+seat.Path()+"/"+verb, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Accept", "application/json")
		got, err := s.desk.client.Do(r)
		if err != nil {
			s.again++
			continue
		}
		body, _ := io.ReadAll(got.Body)
		got.Body.Close()
		switch got.StatusCode {
		case http.StatusOK:
			return true
		case http.StatusConflict, http.StatusUnprocessableEntity:
			s.refused++
			return false
		case http.StatusServiceUnavailable, http.StatusForbidden:
			s.again++
			s.sit()
		default:
			s.t.Fatalf("%s %s %v: %d %s", seat, verb, fields, got.StatusCode, body)
		}
	}
	s.t.Fatalf("%s %s: no answer", seat, verb)
	return false
}

// read reads a seat's screen, wherever it is.
func read[T any](s *soak, seat event.Seat) (screen T) {
	s.t.Helper()
	last := ""
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		r, _ := http.NewRequest(http.MethodGet, s.at()+seat.Path(), nil)
		r.Header.Set("Accept", "application/json")
		got, err := s.desk.client.Do(r)
		if err != nil {
			s.again++
			last = err.Error()
			continue
		}
		body, err := io.ReadAll(got.Body)
		got.Body.Close()
		if err == nil && got.StatusCode == http.StatusOK && json.Unmarshal(body, &screen) == nil {
			return screen
		}
		last = fmt.Sprintf("%s %v %.200s", got.Status, err, body)
		s.sit()
	}
	s.t.Fatalf("%s: no page at %s, but %s; the second laptop says %+v\n%s\n%s", seat, s.at(), last, s.b.status(), s.a.log, s.b.log)
	return screen
}

// ply plays one ply, with what comes between.
func (s *soak) ply() {
	s.t.Helper()
	s.between()
	for step := 0; ; step++ {
		if step > 200 {
			s.t.Fatalf("the match does not go on: %+v", read[event.BoardScreen](s, event.Projector).Turn)
		}
		board := read[event.BoardScreen](s, event.Projector)
		about := fmt.Sprint(board.About)
		head := event.Judge(1)
		switch {
		case board.Phase == event.Ended || board.Phase == event.Closed || board.Phase == event.SetUp:
			s.nextMatch()
		case board.Paused != nil:
			s.try(head, "resume")
		case board.Review != nil:
			s.ballots("right", read[event.JudgeScreen](s, head).Ballot)
		case board.Challenge != nil:
			s.challenge(about)
		default:
			for _, side := range chess.Sides {
				gm := read[event.GameMasterScreen](s, event.GameMaster(side))
				if gm.MayCall && s.call(gm) {
					return
				}
			}
		}
	}
}

// call calls something at random; what would end the match is left for later.
func (s *soak) call(gm event.GameMasterScreen) bool {
	list := slices.DeleteFunc(slices.Clone(gm.Calls), func(c event.CallOption) bool { return c.Kind == "wins" })
	if len(list) == 0 {
		list = gm.Calls
	}
	if challenges := slices.DeleteFunc(slices.Clone(list), func(c event.CallOption) bool { return c.Kind != "challenge" }); len(challenges) > 0 && s.lot.IntN(2) == 0 {
		list = challenges
	}
	if len(list) == 0 {
		return false
	}
	c := list[s.lot.IntN(len(list))]
	promotion := ""
	if len(c.Promotions) > 0 {
		promotion = c.Promotions[s.lot.IntN(len(c.Promotions))]
	}
	return s.try(gm.Seat, "call", "from", c.From, "to", c.To, "promotion", promotion, "about", fmt.Sprint(gm.About))
}

// challenge does one thing about an open challenge.
func (s *soak) challenge(about string) {
	judge := read[event.JudgeScreen](s, event.Judge(1))
	if f := judge.Fresh; f != nil {
		if f.Typed != nil {
			s.try(event.Judge(1), "approve", "question", f.Typed.ID, "revision", fmt.Sprint(f.Typed.Revision))
			return
		}
		for _, side := range chess.Sides {
			if qm := read[event.QuizMasterScreen](s, event.QuizMaster(side)); qm.Fresh != nil {
				s.try(qm.Seat, "fresh", "text", fmt.Sprintf("How many are %d and one?", s.taps), "answer", fmt.Sprint(s.taps+1), "reference", "Counting", "about", about)
			}
		}
		return
	}
	switch s.lot.IntN(12) {
	case 0:
		s.try(event.QuizMaster(chess.White), "hint", "word", "Harp", "about", about)
	case 1:
		s.try(event.Judge(2), "throw-out", "reason", "Somebody shouted", "sure", "1", "about", about)
	case 2:
		s.try(event.Judge(3), "misread", "sure", "1", "about", about)
	case 3:
		s.try(event.Judge(1), "read", "about", about)
	}
	s.ballots([]string{"right", "wrong", "wrong"}[s.lot.IntN(3)], judge.Ballot)
}

// ballots lets all judges vote, and the head judge alone where nobody is a panel.
func (s *soak) ballots(vote string, form *event.BallotForm) {
	if form == nil {
		return
	}
	about := fmt.Sprint(form.About)
	for n := range judgeNames {
		s.try(event.Judge(n+1), "vote", "vote", vote, "about", about)
	}
	s.try(event.Judge(1), "vote", "vote", vote, "alone", "1", "reason", "It is late", "about", about)
}

// between is what happens now and then between two plies.
func (s *soak) between() {
	board := read[event.BoardScreen](s, event.Projector)
	about := fmt.Sprint(board.About)
	switch s.lot.IntN(14) {
	case 0:
		if list := read[event.JudgeScreen](s, event.Judge(1)).Rewinds; len(list) > 0 {
			s.try(event.Judge(1), "rewind", "ply", fmt.Sprint(list[s.lot.IntN(min(3, len(list)))].Ply), "reason", "The floor was wrong", "sure", "1", "about", about)
		}
	case 1:
		s.try(event.Host, "substitute", "post", []string{"a1", "e2", "d7", "h8"}[s.lot.IntN(4)], "name", fmt.Sprintf("Stand-in %d", s.taps), "sure", "1")
	case 2:
		s.try(event.Host, "pause", "reason", "Tea")
		s.try(event.Judge(1), "resume")
	case 3:
		s.try(event.GameMaster(chess.White), "appeal", "reason", "We heard it otherwise", "about", about)
	case 4:
		s.try(event.Judge(2), "amend", "reason", "We misheard", "about", about)
	case 5:
		s.try(event.Host, "take-back", "reason", "The wrong square", "about", about)
	}
}

// resigns ends the match, unless somebody is about to decide something; the next
// one is set up before the next ply.
func (s *soak) resigns() bool {
	about := fmt.Sprint(read[event.BoardScreen](s, event.Projector).About)
	return s.try(event.GameMaster(chess.White), "resign", "sure", "1", "about", about)
}

// nextMatch closes what is over and sets the next match up.
func (s *soak) nextMatch() {
	s.try(event.Host, "close", "sure", "1")
	s.try(event.Host, "open", "sure", "1")
	s.sit()
	s.setUp()
}

// restart stops the program and starts it again on the same address.
func (s *soak) restart() {
	addr := strings.TrimPrefix(s.at(), "http://")
	if err := s.a.stop(); err != nil {
		s.t.Error(err)
	}
	s.a = runs(s.t, "-addr", addr, "-data", s.a.data, "-json")
	s.a.next()
}

// takeOver lets the first laptop die.
func (s *soak) takeOver() {
	within(s.t, "the second laptop follows", func() bool { return s.b.status().State == "following" })
	if err := s.a.stop(); err != nil {
		s.t.Error(err)
	}
	s.b.next()
	s.mu.Lock()
	s.address = s.b.links.Address
	s.mu.Unlock()
}

// stop ends everything.
func (s *soak) stop() {
	s.cancel()
	s.watching.Wait()
	s.desk.client.CloseIdleConnections()
	http.DefaultClient.CloseIdleConnections()
	for _, m := range []*machine{s.a, s.b} {
		if err := m.stop(); err != nil {
			s.t.Error(err)
		}
	}
}
