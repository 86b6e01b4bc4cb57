package event

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"runtime"
	"runtime/debug"
	"sync"
)

// door is where commands wait for the writer. There is one writer at a time:
// whoever comes while nobody writes is it, and takes along everybody who waits.
// So a command alone is a commit alone, and those that come while the disk is busy, or
// while others are being decided, share the next commit: a disk writes many rows as
// fast as one.
//
// What this costs in clarity: a command is decided on the truth that the ones
// before it in the batch lead to, which is not durable yet. Nobody may hear of
// it, so every answer of a batch, a refusal too, waits for the commit.
type door struct {
	mu      sync.Mutex
	waiting []*ask
	writing chan struct{} // holds one: whoever has put it in is the writer
	halted  string        // why no command is let in any more; the writer's own
}

// mostTogether is how many commands have come when a batch takes no more along:
// those in it wait for the last.
const mostTogether = 200

// come takes those along who wait.
func (d *door) come() []*ask {
	d.mu.Lock()
	defer d.mu.Unlock()
	asks := d.waiting
	d.waiting = nil
	return asks
}

// ask is a command on its way through the door.
type ask struct {
	by      Seat
	tap     string // of a command with an id; else empty
	command Command
	seq     int64
	err     error
	done    chan struct{} // closed when seq or err is there
}

// Do decides a command of somebody who holds a seat. When it is accepted it is
// durable before anybody sees it, and its entry's number comes back. When it
// changes nothing the error is a *Problem for whoever gave it. A tap that was
// accepted before, with the same id and the same content, is accepted again
// and changes nothing.
func (e *Evening) Do(by Seat, once string, c Command) (int64, error) {
	a := &ask{by: by, command: c, done: make(chan struct{})}
	if once != "" {
		a.tap = tapKey(by, once, c)
	}
	e.door.mu.Lock()
	e.door.waiting = append(e.door.waiting, a)
	e.door.mu.Unlock()
	select {
	case <-a.done: // an earlier writer took it along
	case e.door.writing <- struct{}{}:
		e.write()
		<-e.door.writing
	}
	<-a.done
	return a.seq, a.err
}

// tapKey tells one tap from another: the same id with another content is not
// the same tap.
func tapKey(by Seat, once string, c Command) string {
	content, _ := json.Marshal(c)
	sum := sha256.Sum256([]byte(fmt.Sprintf("%s\x00%s\x00%T\x00%s", by, once, c, content)))
	return hex.EncodeToString(sum[:12])
}

// write decides everything that waits, in the order in which it came, and what
// comes while it does; makes it durable in one commit, and only then lets anybody
// see it. When the commit fails nothing of the batch has happened and everybody in
// it is told.
func (e *Evening) write() {
	b := e.batch()
	var asks []*ask
	for len(asks) < mostTogether {
		come := e.door.come()
		if len(come) == 0 {
			runtime.Gosched() // whoever is on the way comes in
			come = e.door.come()
		}
		if len(come) == 0 {
			break
		}
		for _, a := range come {
			if e.door.halted != "" {
				a.err = &Problem{Reason: Moved, Words: e.door.halted}
				continue
			}
			a.seq, a.err = b.decide(a)
		}
		asks = append(asks, come...)
	}
	if err := e.commit(b); err != nil {
		for _, a := range asks {
			a.seq, a.err = 0, err
		}
	}
	for _, a := range asks {
		close(a.done)
	}
}

// batch is commands that are being decided one after the other, and what they
// come to if the commit holds.
type batch struct {
	env     env
	truth   truth
	names   map[string]string
	renamed bool
	done    map[string]int64 // accepted taps, from before
	taps    map[string]int64 // accepted taps of this batch
	list    []Addition
}

// batch begins on the present truth.
func (e *Evening) batch() *batch {
	env := e.env()
	e.mu.Lock()
	defer e.mu.Unlock()
	// Only the writer adds to taps, so it may read them without the lock.
	return &batch{env: env, truth: e.truth, names: e.names, done: e.taps, taps: map[string]int64{}}
}

// env is what commands may take from the world now.
func (e *Evening) env() env {
	now := e.now()
	return env{
		now: now.UnixMilli(), lot: e.lot,
		present: func(s Seat) bool { return e.Presence.Present(s, now) },
		settled: now.Sub(e.began) > gone,
	}
}

// decide decides one command on what the batch has come to so far. A crash in
// it is that command's own: it must not leave the others waiting for ever.
func (b *batch) decide(a *ask) (seq int64, err error) {
	defer func() {
		if crash := recover(); crash != nil {
			// The value may hold a secret: only the place is told.
			seq, err = 0, fmt.Errorf("a command crashed: %T\n%s", a.command, debug.Stack())
		}
	}()
	for _, taps := range []map[string]int64{b.done, b.taps} {
		if seq, done := taps[a.tap]; done && a.tap != "" {
			return seq, nil
		}
	}
	env := b.env
	env.names = b.names // those of the batch so far too
	d, err := a.command.decide(b.truth, a.by, env)
	if err != nil {
		return 0, b.truth.said(err, b.names)
	}
	if d.fact == nil {
		return b.truth.seq, nil
	}
	body, err := json.Marshal(d.fact)
	if err != nil {
		return 0, err
	}
	entry := Entry{
		Seq: b.truth.seq + 1, At: b.env.now, Seat: a.by,
		Kind: kindNames()[reflect.TypeOf(d.fact)], Once: a.tap, Body: body,
	}
	// It is folded from its bytes, as it will be after a restart.
	next, err := b.truth.after(entry)
	if err != nil {
		return 0, b.truth.said(unwrapped(err), b.names)
	}
	b.truth = next
	b.list = append(b.list, Addition{entry, d.names})
	if len(d.names) > 0 {
		b.names = maps.Clone(b.names)
		maps.Copy(b.names, d.names)
		b.renamed = true
	}
	if a.tap != "" {
		b.taps[a.tap] = entry.Seq
	}
	return entry.Seq, nil
}

// commit makes a batch durable, applies it, and wakes the watchers.
func (e *Evening) commit(b *batch) error {
	if len(b.list) == 0 {
		return nil
	}
	coming := e.coming(b)
	if coming != nil && e.Ahead != nil {
		e.Ahead(coming)
	}
	if err := e.store.Append(b.list); err != nil {
		e.cannotSave(err)
		return &Problem{Reason: Unsaved, Words: "This could not be saved, so nothing has changed: " + err.Error() + "."}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	wiped := b.truth.wiped > e.truth.wiped
	e.truth, e.unsaved = b.truth, clockNote{}
	if b.renamed {
		e.rename(b.names)
	}
	if wiped {
		e.wipe()
	}
	maps.Copy(e.taps, b.taps)
	if coming != nil && e.version == coming.since {
		e.become(coming.Version)
	} else { // what was drawn ahead does not tell what happened meanwhile
		e.wake()
	}
	return nil
}

// cannotSave keeps for the host's page why nothing can be saved, until something
// is: whoever tapped is told by the answer, but it is the host who can help. The
// page follows with the next tick.
func (e *Evening) cannotSave(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.unsaved.words != err.Error() {
		e.unsaved = clockNote{e.now(), err.Error()}
	}
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
