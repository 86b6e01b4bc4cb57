package web

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"biblechess/event"
)

// Every stream is looked after once in a round, a part of them at each tick, so
// that beats never make a crowd that a move would have to wait for. As few as make
// none are looked after together, so that a quiet hall wakes nobody in vain.
const (
	tick      = 100 * time.Millisecond
	lookRound = time.Second
	few       = 100
)

// often is after how many streams of the crowd it is asked whether there is
// something newer, for which the staff must not wait.
const often = 32

// class is the viewers of one seat's page: they are sent the same bytes.
type class struct {
	seat     event.Seat
	patience time.Duration           // how long its pages may take no byte
	hands    *hands                  // who send what a page did not take at once
	now      atomic.Pointer[drawing] // the newest that its streams are to show
	watched  atomic.Bool             // it has streams
	lost     func() string           // why a device has the seat no more

	// The rest is the fan-out's own.
	streams []*stream
	next    int // where the sending goes on
	left    int // how many may still show an earlier drawing
	looked  int // where the looking goes on
}

// fanout brings every state to every stream. One goroutine writes to all of
// them, without waiting for any: the staff first, then the crowd before the
// board, each from where it stopped, so that nobody's place depends on when they
// came. A state that comes while the crowd is being sent another goes to the
// staff at once, and to whoever of the crowd has not been sent the other yet.
//
// What this costs in clarity: a stream is written to by two, the fan-out and
// whoever waits with the rest, and its lock says whose turn it is.
type fanout struct {
	server  *Server
	classes []*class   // the staff's, then the crowd's
	version int64      // of the state that every stream shows, or is being sent
	drafts  chan draft // pages to be drawn
	arrived chan struct{}

	mu       sync.Mutex
	arrivals []*stream
	users    int // servers that it runs for
	stop     func()
}

// draft is a page to be drawn, of the current state or of one that is being saved.
type draft struct {
	seat   event.Seat
	coming *event.Coming // nil for the current state
}

func newFanout(s *Server) *fanout {
	pages := len(event.AllSeats()) + len(event.PlayerSeats())
	f := &fanout{server: s, arrived: make(chan struct{}, 1), drafts: make(chan draft, 2*pages)}
	all := newHands()
	add := func(seat event.Seat) {
		f.classes = append(f.classes, &class{seat: seat, patience: s.patience, hands: all, lost: func() string { return s.evening.Lost(seat) }})
	}
	for _, seat := range event.AllSeats() {
		if seat != event.Projector {
			add(seat)
		}
	}
	for _, seat := range event.PlayerSeats() {
		add(seat)
	}
	add(event.Projector)
	return f
}

// use keeps the fan-out running until release is called, by the last user of
// several; then every stream has ended.
func (f *fanout) use() (release func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.users++; f.users == 1 {
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan struct{})
		go func() {
			f.run(ctx)
			close(ended)
		}()
		f.stop = func() {
			cancel()
			<-ended
		}
	}
	return func() {
		f.mu.Lock()
		f.users--
		stop, last := f.stop, f.users == 0
		f.mu.Unlock()
		if last {
			stop()
		}
	}
}

func (f *fanout) class(seat event.Seat) *class {
	return f.classes[slices.IndexFunc(f.classes, func(c *class) bool { return c.seat == seat })]
}

// add takes a stream in that shows its page as it was a moment ago. One that
// was opened while the last server stopped is ended as the others were.
func (f *fanout) add(st *stream) {
	f.mu.Lock()
	stopped := f.users == 0
	if !stopped {
		f.arrivals = append(f.arrivals, st)
	}
	f.mu.Unlock()
	if stopped {
		st.bye()
		return
	}
	select {
	case f.arrived <- struct{}{}:
	default:
	}
}

// prepare has the pages drawn that somebody looks at, while the disk is waited for:
// it takes as long as they do.
//
// What this costs in clarity: there are drawings of a state that may never be.
func (f *fanout) prepare(coming *event.Coming) {
	for _, c := range f.classes {
		if c.watched.Load() {
			f.order(draft{c.seat, coming})
		}
	}
}

// order has a page drawn. Where too many wait, it is drawn when its turn comes.
func (f *fanout) order(d draft) {
	select {
	case f.drafts <- d:
	default:
	}
}

// draw draws the pages that it is told to until ctx is done. It goes on for as long
// as the fan-out does because a goroutine for each drawing would have to grow its
// stack each time.
func (f *fanout) draw(ctx context.Context) {
	for {
		select {
		case d := <-f.drafts:
			if d.coming != nil {
				f.server.pages.drawAhead(d.seat, d.coming)
			} else {
				f.server.pages.at(d.seat)
			}
		case <-ctx.Done():
			return
		}
	}
}

// run looks after the streams until ctx is done, then ends them all.
func (f *fanout) run(ctx context.Context) {
	for range runtime.GOMAXPROCS(0) {
		go f.draw(ctx)
	}
	next := time.NewTimer(lookRound)
	defer next.Stop()
	for {
		version, changed := f.server.evening.Watch()
		f.admit()
		f.publish(version, changed)
		select {
		case <-ctx.Done():
			f.admit()
			var byes sync.WaitGroup
			for _, c := range f.classes {
				for _, st := range c.streams {
					byes.Go(st.bye)
				}
			}
			byes.Wait()
			return
		case <-changed:
		case <-f.arrived:
		case now := <-next.C:
			f.look(now, changed)
			next.Reset(f.rest())
		}
	}
}

// admit takes the arrivals in, and brings them to what the others show.
func (f *fanout) admit() {
	f.mu.Lock()
	arrivals := f.arrivals
	f.arrivals = nil
	f.mu.Unlock()
	for _, st := range arrivals {
		c := st.class
		c.streams = append(c.streams, st)
		c.watched.Store(true)
		if c.left > 0 {
			c.left++ // or the sending would stop one short
		}
		if d := f.server.pages.at(c.seat); d.err == nil {
			c.renew(d)
			st.show(d)
		}
	}
}

// publish brings the streams to a state. It stops when there is a newer one.
func (f *fanout) publish(version int64, changed <-chan struct{}) {
	if version == f.version {
		return
	}
	// The pages are drawn side by side, and all of them before any is sent: whoever
	// is sent a page first would take the processor from the drawing of the others.
	for _, c := range f.classes {
		if len(c.streams) > 0 {
			f.order(draft{seat: c.seat})
		}
	}
	for _, c := range f.classes {
		if len(c.streams) > 0 {
			f.server.pages.at(c.seat)
		}
	}
	for _, c := range f.classes {
		if len(c.streams) == 0 {
			continue
		}
		d := f.server.pages.at(c.seat) // as it was drawn
		if d.err != nil {
			f.server.log.Error("a page can't be drawn", "page", c.seat, "error", d.err)
			continue
		}
		c.renew(d)
		if !c.send(d, changed) {
			return
		}
	}
	f.version = version
}

// renew makes a drawing the newest of the class.
func (c *class) renew(d *drawing) {
	if c.now.Swap(d) != d {
		c.left = len(c.streams)
	}
}

// send sends a drawing to the streams that may not show it. It is false when it
// stopped because there is something newer.
func (c *class) send(d *drawing, changed <-chan struct{}) bool {
	for ; c.left > 0; c.left-- {
		if c.left%often == 0 && isClosed(changed) {
			return false
		}
		c.next %= len(c.streams)
		c.streams[c.next].show(d)
		c.next++
	}
	return true
}

// rest is how long it is until streams are looked after again.
func (f *fanout) rest() time.Duration {
	streams := 0
	for _, c := range f.classes {
		streams += len(c.streams)
	}
	if streams <= few {
		return lookRound
	}
	return tick
}

// look looks after a part of the streams, and forgets those that have ended.
func (f *fanout) look(now time.Time, changed <-chan struct{}) {
	event := beatNow()
	ticksOfRound := int(lookRound / f.rest())
	for _, c := range f.classes {
		for n := (len(c.streams) + ticksOfRound - 1) / ticksOfRound; n > 0; n-- {
			if n%often == 0 && isClosed(changed) {
				return
			}
			if c.looked >= len(c.streams) {
				c.forget()
				break
			}
			c.streams[c.looked].look(now, event)
			c.looked++
		}
	}
}

// forget drops the streams that have ended and begins a round anew.
func (c *class) forget() {
	c.looked = 0
	before := len(c.streams)
	c.streams = slices.DeleteFunc(c.streams, (*stream).over)
	c.watched.Store(len(c.streams) > 0)
	if len(c.streams) < before && c.left > 0 {
		c.left = len(c.streams) // whose turn it was can't be told any more
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
