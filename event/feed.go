package event

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"sync"
	"time"
)

// Sealed is an entry on its way to a second laptop, with the sum that the record
// keeps with it. Its body is text, so that it arrives byte for byte.
type Sealed struct {
	Seq  int64  `json:"seq"`
	At   int64  `json:"at"` // milliseconds
	Seat Seat   `json:"seat"`
	Kind string `json:"kind"`
	Once string `json:"once,omitempty"`
	Body string `json:"body"`
	Sum  string `json:"sum"`
}

// Seal puts an entry and its sum together.
func Seal(e Entry, sum string) Sealed {
	return Sealed{e.Seq, e.At, e.Seat, e.Kind, e.Once, string(e.Body), sum}
}

// Entry is the entry without its sum.
func (s Sealed) Entry() Entry {
	return Entry{Seq: s.Seq, At: s.At, Seat: s.Seat, Kind: s.Kind, Once: s.Once, Body: []byte(s.Body)}
}

// FeedLine is a line of the record as it is streamed to a second laptop. One of
// its fields is set.
type FeedLine struct {
	Names *map[string]string `json:"names,omitempty"` // all of them, by their ids
	Entry *Sealed            `json:"entry,omitempty"`
	Beat  *FeedBeat          `json:"beat,omitempty"`
}

// FeedBeat says that the first laptop is there.
type FeedBeat struct {
	Last int64 `json:"last"` // its last entry
	Now  int64 `json:"now"`  // its clock, milliseconds
}

// Replica keeps a record durably that another program writes.
type Replica interface {
	Load() ([]Entry, map[string]string, error)
	// Take makes entries durable, all or none, that follow on what is here by
	// their sums.
	Take([]Sealed) error
	// SetNames makes the names be these and no others.
	SetNames(map[string]string) error
}

// Follower folds a record that another laptop writes, and keeps it. It answers
// for the evening's secrets as the evening itself would.
type Follower struct {
	replica Replica

	mu    sync.Mutex
	truth truth
	last  time.Time // when the last entry was accepted
}

// OpenFollower folds what a replica holds; nothing, at first.
func OpenFollower(r Replica) (*Follower, error) {
	entries, _, err := r.Load()
	if err != nil {
		return nil, err
	}
	f := &Follower{replica: r, last: lastAt(entries, int64(len(entries)))}
	if f.truth, err = fold(entries); err != nil {
		return nil, &RecordFault{err}
	}
	return f, nil
}

// Take folds further entries and makes them durable. When one does not follow,
// none is kept and the error says which.
func (f *Follower) Take(list []Sealed) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	t := f.truth
	for _, s := range list {
		var err error
		if t, err = t.after(s.Entry()); err != nil {
			return &RecordFault{err}
		}
	}
	if len(list) == 0 {
		return nil
	}
	if err := f.replica.Take(list); err != nil {
		return err
	}
	f.truth, f.last = t, time.UnixMilli(list[len(list)-1].At)
	return nil
}

// SetNames makes the names be these: a wipe on the first laptop is one here.
func (f *Follower) SetNames(names map[string]string) error { return f.replica.SetNames(names) }

func (f *Follower) state() (truth, time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.truth, f.last
}

// Standing is how far it has come.
func (f *Follower) Standing() Standing {
	t, last := f.state()
	return t.standing(last, nil)
}

// Reached is the number of the last entry, and that of the last one that
// somebody gave, not the program.
func (f *Follower) Reached() (last, given int64) {
	t, _ := f.state()
	return t.seq, t.given
}

// Pass is the host's pass; empty while nothing is known of the evening.
func (f *Follower) Pass() string {
	t, _ := f.state()
	if t.secret == nil {
		return ""
	}
	return t.pass()
}

// IsPass tells whether what somebody typed is the host's pass.
func (f *Follower) IsPass(typed string) bool {
	pass := f.Pass()
	return pass != "" && samePass(typed, pass)
}

// Ticket is what a device keeps in its cookie to hold a seat.
func (f *Follower) Ticket(s Seat) string {
	t, _ := f.state()
	return t.keyed("ticket", s, 26)
}

// Holds tells whether a ticket is good for a seat.
func (f *Follower) Holds(s Seat, ticket string) bool {
	t, _ := f.state()
	return t.secret != nil && same(ticket, t.keyed("ticket", s, 26))
}

// JoinCode is the code of a seat's link.
func (f *Follower) JoinCode(s Seat) string {
	t, _ := f.state()
	return t.joinCode(s)
}

// Prove signs a text with the evening's secret: only a laptop that holds the
// record can. It is empty while there is no record.
func (f *Follower) Prove(text string) string {
	t, _ := f.state()
	return t.prove(text)
}

// Prove signs a text with the evening's secret: only a laptop that holds the
// record can.
func (e *Evening) Prove(text string) string { return e.view().t.prove(text) }

func (t truth) prove(text string) string {
	if t.secret == nil {
		return ""
	}
	mac := hmac.New(sha256.New, t.secret)
	mac.Write([]byte("laptop|" + text))
	return hex.EncodeToString(mac.Sum(nil))
}

// Reached is the number of the last entry, and that of the last one that
// somebody gave, not the program.
func (e *Evening) Reached() (last, given int64) {
	t := e.view().t
	return t.seq, t.given
}

// Halt lets no further command in: each is answered with these words. When it
// returns the record has got its last entry.
func (e *Evening) Halt(words string) {
	e.door.writing <- struct{}{}
	e.door.halted = words
	<-e.door.writing
}

// SecondLaptop is how a second laptop stands by.
type SecondLaptop struct {
	Address string    // of its pages; empty while none stands by
	Behind  int64     // entries that it does not have yet
	Silent  bool      // it was not heard for some time
	Since   time.Time // when it was heard last, where it is silent; zero for never
	Differs bool      // its record is not the beginning of this one, so it can't follow
	Holds   int64     // entries of its record, where it differs
	Bidden  bool      // it takes the match over by somebody's word alone, not by itself
}

// StandBy says how a second laptop stands by. Every live page is told where the
// match may go on.
func (e *Evening) StandBy(l SecondLaptop) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.second != l {
		e.second = l
		e.wake()
	}
}

// elsewhere is where a seat finds its page if this laptop dies; empty when no
// second one is there that follows. A page that is anybody's must not hold a seat's code.
func (v view) elsewhere(s Seat) string {
	if v.second.Address == "" || v.second.Silent || v.second.Differs || s == "" {
		return ""
	}
	if s == Host || s.Public() {
		return v.second.Address + s.Path()
	}
	if who := s.player(); who != 0 {
		return v.second.Address + v.t.pathOf(who)
	}
	return v.second.Address + "/j/" + v.t.joinCode(s)
}
