package event

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"biblechess/event/rules"
)

// Evening is the record that is going on: the one door in (Do) and the screens
// out (Screen). It is safe for use by many at once.
type Evening struct {
	store    Store
	now      func() time.Time
	lot      func(n int) int
	Presence *Presence
	began    time.Time // pages need a moment to come back after a restart

	// Ahead, where it is set before the first command, is told of a state while it
	// is being saved. It must not wait.
	Ahead func(*Coming)

	door door // commands on their way in

	mu        sync.Mutex // held for a moment only, never while the disk is waited for
	truth     truth
	names     map[string]string // replaced, never changed in place
	shown     *shown            // goes with the names; nil before it is asked for
	taps      map[string]int64  // accepted taps by seat, id and content
	version   int64             // of the current state
	versions  int64             // how many were given out: no two states have the same
	changed   chan struct{}
	addresses []Address
	second    SecondLaptop

	laptop  clockWatch
	wiping  wiping
	unsaved clockNote // since when and why nothing can be saved; for the host

	troubles []trouble // that the program was told of; for the host
}

// Open folds the store's record and goes on with it. An empty record is begun
// with an evening and its first match. The error names the entry that can't be
// folded.
func Open(store Store, now func() time.Time) (*Evening, error) {
	entries, names, err := store.Load()
	if err != nil {
		return nil, err
	}
	e := &Evening{
		store: store, now: now, lot: lot, Presence: newPresence(), names: names, began: now(),
		taps: map[string]int64{}, changed: make(chan struct{}), door: door{writing: make(chan struct{}, 1)},
	}
	if e.names == nil {
		e.names = map[string]string{}
	}
	if e.truth, err = fold(entries); err != nil {
		return nil, &RecordFault{err}
	}
	e.wipe()
	for _, entry := range entries {
		if entry.Once != "" {
			e.taps[entry.Once] = entry.Seq
		}
	}
	if len(entries) > 0 {
		return e, nil
	}
	secret := make([]byte, 32)
	rand.Read(secret)
	for _, f := range []fact{&eveningOpened{Secret: secret}, &matchOpened{Format: rules.Bible.Key()}} {
		if _, err := e.Do(Host, "", begins{f}); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// begins is what an empty record begins with.
type begins struct{ fact fact }

func (b begins) decide(truth, Seat, env) (decision, error) { return decision{fact: b.fact}, nil }

// RecordFault says that an entry of the record can't follow on what was before.
type RecordFault struct{ Fault error }

func (f *RecordFault) Error() string { return "the record can't be read: " + f.Fault.Error() }

// Unwrap gives the fault itself.
func (f *RecordFault) Unwrap() error { return f.Fault }

// lot picks blindly from 0 to n-1.
func lot(n int) int {
	var b [8]byte
	rand.Read(b[:])
	return int(binary.BigEndian.Uint64(b[:]) % uint64(n))
}

// rename replaces the names, and with them what people are called; e.mu is held.
func (e *Evening) rename(names map[string]string) { e.names, e.shown = names, nil }

// wake tells the watchers that screens may differ; e.mu is held.
func (e *Evening) wake() {
	e.versions++
	e.become(e.versions)
}

// become makes the current state have a version; e.mu is held.
func (e *Evening) become(version int64) {
	e.version = version
	close(e.changed)
	e.changed = make(chan struct{})
}

// Watch gives the version of the current state and a channel that is closed when it
// is no longer current. Versions tell states apart, not which came first.
func (e *Evening) Watch() (int64, <-chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.version, e.changed
}

// Advertise says under which addresses phones reach the program.
func (e *Evening) Advertise(list []Address) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.addresses = list
	e.wake()
}

// trouble is something outside the record that the host has to know of.
type trouble struct {
	of   string
	note clockNote
}

// Trouble tells the host on their page what is wrong with something, for as long as it
// is: empty words end it.
func (e *Evening) Trouble(of, words string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	i := slices.IndexFunc(e.troubles, func(t trouble) bool { return t.of == of })
	if i < 0 && words == "" || i >= 0 && e.troubles[i].note.words == words {
		return
	}
	e.troubles = slices.DeleteFunc(slices.Clone(e.troubles), func(t trouble) bool { return t.of == of })
	if words != "" {
		e.troubles = append(e.troubles, trouble{of, clockNote{e.now(), words}})
	}
	e.wake()
}

// Screen is what a seat may see, built up for it alone. An unknown seat is an
// error.
func (e *Evening) Screen(s Seat) (any, error) { return e.view().screen(s) }

// screen is what a seat may see.
func (v view) screen(s Seat) (any, error) {
	switch side, _ := s.Side(); s.Role() {
	case "host":
		return v.host(), nil
	case "board":
		return v.board(), nil
	case "projector":
		_, number, _ := strings.Cut(string(s), "-")
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > MaxProjectors {
			break
		}
		return v.projector(n), nil
	case "announcer":
		return v.announcer(), nil
	case "gm":
		if v.m.veils() {
			return v.hiddenMaster(side), nil
		}
		return v.gameMaster(side), nil
	case "player":
		if who := s.player(); who != 0 {
			return v.playerScreen(who), nil
		}
	case "qm":
		return v.quizMasterScreen(side), nil
	case "judge":
		return v.judge(s), nil
	case "questions":
		return v.editor(s), nil
	case "floor":
		return v.floorScreen(), nil
	case "checkin":
		return v.checkIn(), nil
	}
	return nil, fmt.Errorf("no such seat: %s", s)
}

// JoinScreen is what a device sees that has just opened a seat's link.
func (e *Evening) JoinScreen(s Seat) JoinScreen { return e.view().join(s) }

func (e *Evening) view() view {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.viewOf(e.truth)
}

// viewOf is a truth with the names as they are; e.mu is held.
func (e *Evening) viewOf(t truth) view {
	now := e.now()
	called := t.names(e.names)
	if e.shown == nil || e.shown.start != called.start {
		e.shown = called.shown
	}
	called.shown = e.shown
	return view{
		people: called, t: t, now: now.UnixMilli(), addresses: e.addresses, second: e.second,
		state:   func(s Seat) (string, int) { return e.Presence.State(s, now) },
		present: func(s Seat) bool { return e.Presence.Present(s, now) },
		laptop:  slices.Concat(e.unsaved.told(), told(e.troubles), e.laptop.recent(now)),
	}
}

// told are the troubles in words.
func told(troubles []trouble) (words []string) {
	for _, t := range troubles {
		words = append(words, t.note.at.Format("15:04")+" "+t.note.words)
	}
	return words
}

// How long it is at most until time is looked at again: while it may end a hold, a
// wait or a clock, and otherwise.
const (
	tense = 200 * time.Millisecond
	calm  = time.Second
)

// Run keeps what time alone changes up to date until ctx is done: judges who
// have gone leave the panel, the first to come to an empty one joins it (B40),
// and the pages that show who is there follow. It looks seldom while nothing waits
// for time: most of what a quiet program costs is being woken.
func (e *Evening) Run(ctx context.Context) {
	next := time.NewTimer(tense)
	defer next.Stop()
	seen, began, last, moved := "", time.Now(), time.Now(), false
	for {
		changed, rest := e.restless()
		if moved {
			rest = tense
		}
		next.Reset(time.Until(last.Add(rest)))
		select {
		case <-ctx.Done():
			return
		case <-changed: // time may matter now, or no longer
		case <-e.Presence.moved:
			moved = true
		case <-next.C:
			last, moved = time.Now(), false
			e.watchClock(began)
			seen = e.tick(seen)
		}
	}
}

// restless is how long it is until time is to be looked at again, and a channel that
// is closed when that may have changed.
func (e *Evening) restless() (changed <-chan struct{}, rest time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	m := e.truth.match
	_, clocked := m.house.Clock(m.format)
	_, panel := m.play.openPanel()
	if panel || clocked && m.phase == Playing || m.play.challenge != nil || m.appealWait(e.now().UnixMilli()) > 0 || e.unsaved.words != "" {
		return e.changed, tense
	}
	return e.changed, calm
}

// tick notes what a moment has changed. seen is what the last tick saw.
func (e *Evening) tick(seen string) string {
	if e.overdue() {
		// What can't be saved now is tried again at the next tick.
		e.Do(Clockwork, "", letPass{})
	}
	e.wipeAgain()
	e.mu.Lock()
	defer e.mu.Unlock()
	now, m := e.now(), e.truth.match
	what := ""
	for _, s := range AllSeats() {
		state, devices := e.Presence.State(s, now)
		what += fmt.Sprint(s, state, devices, ";")
	}
	if c := m.play.challenge; c != nil && m.needsFresh(*c) {
		what += fmt.Sprint("reserve", now.UnixMilli() >= c.at+freshWait)
	}
	what += fmt.Sprint("appeal", m.appealWait(now.UnixMilli()) > 0, "flag", m.flagFell(now.UnixMilli()))
	what += e.unsaved.words
	if what != seen {
		e.wake()
	}
	return what
}

// overdue tells whether time alone changes the record now.
func (e *Evening) overdue() bool {
	e.mu.Lock()
	t := e.truth
	e.mu.Unlock()
	d, err := letPass{}.decide(t, Clockwork, e.env())
	return err == nil && d.fact != nil
}

// letPass is the program's own command: what time alone brings about.
type letPass struct{}

func (letPass) decide(t truth, _ Seat, env env) (decision, error) {
	m := t.match
	if _, open := m.play.openPanel(); !open || m.phase == Closed || m.paused != nil {
		return decision{}, nil
	}
	away := func(s Seat) bool { return !env.present(s) && env.settled }
	if f := m.dueChange(env.present, away, env.now); f != nil {
		return decision{fact: f}, nil
	}
	return decision{}, nil
}

// dueChange is the fact that time alone brings about: a ruling that was held
// long enough (B46), a judge who has gone or come (B40); nil when there is none.
func (m match) dueChange(here, away func(Seat) bool, now int64) fact {
	if m.play.review == nil && m.phase != Playing {
		return nil // a challenge that was open at the end waits for a reopening (R5)
	}
	if c := m.play.challenge; c != nil && m.play.review == nil && c.held != 0 {
		if now >= c.held {
			return &rulingShown{}
		}
		return nil
	}
	panel, _ := m.play.openPanel()
	for _, member := range panel.Members {
		if s := Seat(member.Seat); away(s) {
			return &judgeGone{Judge: s}
		}
	}
	if len(panel.Members) > 0 {
		return nil
	}
	for _, j := range m.judges {
		if here(j.seat) {
			return &judgeCame{Judge: member{j.seat, now}}
		}
	}
	return nil
}

// Has tells whether this match has a seat: every one, but judges' seats only
// where the host named somebody.
func (e *Evening) Has(s Seat) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, judge := e.truth.match.judgeAt(s)
	return s.Role() != "judge" || judge
}
