package event

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
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

	mu        sync.Mutex // held while a command is decided, made durable and applied
	truth     truth
	names     map[string]string // replaced, never changed in place
	taps      map[string]int64  // accepted taps by seat, id and content
	version   int64
	changed   chan struct{}
	addresses []Address
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
		taps: map[string]int64{}, changed: make(chan struct{}),
	}
	if e.names == nil {
		e.names = map[string]string{}
	}
	if e.truth, err = fold(entries); err != nil {
		return nil, fmt.Errorf("the record can't be read: %w", err)
	}
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
		if _, err := e.append(Host, "", decision{fact: f}); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// lot picks blindly from 0 to n-1.
func lot(n int) int {
	var b [8]byte
	rand.Read(b[:])
	return int(binary.BigEndian.Uint64(b[:]) % uint64(n))
}

// Do decides a command of somebody who holds a seat. When it is accepted it is
// durable before anybody sees it, and its entry's number comes back. When it
// changes nothing the error is a *Problem for whoever gave it. A tap that was
// accepted before, with the same id and the same content, is accepted again
// and changes nothing.
func (e *Evening) Do(by Seat, once string, c Command) (int64, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	tap := ""
	if once != "" {
		tap = tapKey(by, once, c)
		if seq, done := e.taps[tap]; done {
			return seq, nil
		}
	}
	now := e.now()
	d, err := c.decide(e.truth, by, env{
		now: now.UnixMilli(), lot: e.lot,
		present: func(s Seat) bool { return e.Presence.Present(s, now) },
	})
	if err != nil {
		return 0, e.truth.said(err, e.names)
	}
	if d.fact == nil {
		return e.truth.seq, nil
	}
	return e.append(by, tap, d)
}

// tapKey tells one tap from another: the same id with another content is not
// the same tap.
func tapKey(by Seat, once string, c Command) string {
	content, _ := json.Marshal(c)
	sum := sha256.Sum256([]byte(fmt.Sprintf("%s\x00%s\x00%T\x00%s", by, once, c, content)))
	return hex.EncodeToString(sum[:12])
}

// append folds a fact, makes it durable, and only then lets anybody see it;
// e.mu is held.
func (e *Evening) append(by Seat, tap string, d decision) (int64, error) {
	body, err := json.Marshal(d.fact)
	if err != nil {
		return 0, err
	}
	entry := Entry{
		Seq: e.truth.seq + 1, At: e.now().UnixMilli(), Seat: by,
		Kind: kindNames[reflect.TypeOf(d.fact)], Once: tap, Body: body,
	}
	next, err := e.truth.after(entry)
	if err != nil {
		return 0, e.truth.said(unwrapped(err), e.names)
	}
	if err := e.store.Append(entry, d.names); err != nil {
		return 0, &Problem{Reason: Unsaved, Words: "This could not be saved, so nothing has changed: " + err.Error() + "."}
	}
	e.truth = next
	if len(d.names) > 0 {
		e.names = maps.Clone(e.names)
		maps.Copy(e.names, d.names)
	}
	if tap != "" {
		e.taps[tap] = entry.Seq
	}
	e.wake()
	return entry.Seq, nil
}

// unwrapped is the rules' own refusal inside an error, where there is one.
func unwrapped(err error) error {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		if errors.Unwrap(inner) == nil {
			return inner
		}
	}
	return err
}

// wake tells the watchers that screens may differ; e.mu is held.
func (e *Evening) wake() {
	e.version++
	close(e.changed)
	e.changed = make(chan struct{})
}

// Watch gives the number of the current state and a channel that is closed
// when it is no longer current.
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

// Screen is what a seat may see, built up for it alone. An unknown seat is an
// error.
func (e *Evening) Screen(s Seat) (any, error) {
	v := e.view()
	switch side, _ := s.Side(); s.Role() {
	case "host":
		return v.host(), nil
	case "board":
		return v.board(), nil
	case "gm":
		return v.gameMaster(side), nil
	case "qm":
		return v.quizMasterScreen(side), nil
	case "judge":
		return v.judge(s), nil
	case "questions":
		return v.editor(s), nil
	}
	return nil, fmt.Errorf("no such seat: %s", s)
}

// JoinScreen is what a device sees that has just opened a seat's link.
func (e *Evening) JoinScreen(s Seat) JoinScreen { return e.view().join(s) }

func (e *Evening) view() view {
	e.mu.Lock()
	defer e.mu.Unlock()
	t, now := e.truth, e.now()
	return view{
		people: t.names(e.names), t: t, now: now.UnixMilli(), addresses: e.addresses,
		state:   func(s Seat) (string, int) { return e.Presence.State(s, now) },
		present: func(s Seat) bool { return e.Presence.Present(s, now) },
		code:    t.joinCode,
	}
}

// Run keeps what time alone changes up to date until ctx is done: judges who
// have gone leave the panel, the first to come to an empty one joins it (B40),
// and the pages that show who is there follow.
func (e *Evening) Run(ctx context.Context) {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	seen := ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			seen = e.tick(seen)
		}
	}
}

// tick notes what a moment has changed. seen is what the last tick saw.
func (e *Evening) tick(seen string) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	now := e.now()
	m := e.truth.match
	if _, open := m.play.openPanel(); open && m.phase != Closed && m.paused == nil {
		away := func(s Seat) bool { return !e.Presence.Present(s, now) && now.Sub(e.began) > gone }
		here := func(s Seat) bool { return e.Presence.Present(s, now) }
		if f := m.dueChange(here, away, now.UnixMilli()); f != nil {
			// What can't be saved now is tried again at the next tick.
			e.append(Clockwork, "", decision{fact: f})
		}
	}
	what := ""
	for _, s := range AllSeats() {
		state, devices := e.Presence.State(s, now)
		what += fmt.Sprint(s, state, devices, ";")
	}
	if c := m.play.challenge; c != nil && m.needsFresh(*c) {
		what += fmt.Sprint("reserve", now.UnixMilli() >= c.at+freshWait)
	}
	what += fmt.Sprint("appeal", m.appealWait(now.UnixMilli()) > 0, "flag", m.flagFell(now.UnixMilli()))
	if what != seen {
		e.wake()
	}
	return what
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
