package web

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"biblechess/event"
	"biblechess/views"
)

// region is a part of a page, drawn.
type region struct {
	id   string
	from any // what it was drawn from, where that is told
	html views.Drawn
}

// drawing is a seat's page in one state, drawn once and shared by everybody who
// may see it. Two states that look the same have the same drawing, so a stream
// that was sent it has nothing to be sent.
type drawing struct {
	epoch   string
	number  int64  // of this seat's drawings, from 1: it tells nothing of what they do not show
	ticket  string // what a device needs to see it; empty for a public one
	page    views.Page
	regions []region
	err     error

	mu     sync.Mutex
	events map[int64][]byte     // that lead to it, by the number of the drawing that they lead from
	step   atomic.Pointer[step] // the one that was asked for last: most streams ask for the same
}

// step is an event that leads from one drawing to another.
type step struct {
	from  int64 // its number
	event []byte
}

// pageCache keeps the newest drawing of each seat's page.
type pageCache struct {
	server *Server
	mu     sync.Mutex
	seats  map[event.Seat]*easel
}

// easel is where one seat's page is drawn. Whoever comes while it is being
// drawn waits for it.
type easel struct {
	mu      sync.Mutex
	version int64 // of the state that now shows
	now     *drawing
	ahead   drawnAhead
	kept    views.Kept // pieces that it drew
}

// scratch is what a region is written into before it is known whether it differs. It
// is nobody's in between: a page is drawn for some hundred microseconds of a minute.
var scratch = sync.Pool{New: func() any { return &bytes.Buffer{} }}

// drawnAhead is a page in a state that was being saved when it was drawn. It is
// shown if that becomes the current one, and never otherwise.
type drawnAhead struct {
	version int64
	drawing *drawing
}

// state is what a page is drawn from: the current one, or one that is being saved.
type state interface {
	Screen(event.Seat) (any, error)
	Ticket(event.Seat) string
}

// easel finds where a seat's page is drawn.
func (p *pageCache) easel(seat event.Seat) *easel {
	p.mu.Lock()
	if p.seats == nil {
		p.seats = map[event.Seat]*easel{}
	}
	e := p.seats[seat]
	if e == nil {
		e = &easel{now: &drawing{epoch: p.server.epoch}, version: -1}
		p.seats[seat] = e
	}
	p.mu.Unlock()
	return e
}

// at gives a seat's page in the current state.
func (p *pageCache) at(seat event.Seat) *drawing {
	e := p.easel(seat)
	e.mu.Lock()
	defer e.mu.Unlock()
	version, _ := p.server.evening.Watch()
	if e.version == version {
		return e.now
	}
	next := e.ahead.drawing
	if e.ahead.version != version {
		var err error
		if next, err = e.draw(p.server.evening, seat); err != nil {
			return &drawing{err: err}
		}
	}
	e.now, e.version, e.ahead = next, version, drawnAhead{}
	return next
}

// drawAhead draws a seat's page in a state that is being saved.
func (p *pageCache) drawAhead(seat event.Seat, coming *event.Coming) {
	e := p.easel(seat)
	e.mu.Lock()
	defer e.mu.Unlock()
	if !coming.Waits() {
		return // whoever needs the page draws it from the current state
	}
	if next, err := e.draw(coming, seat); err == nil {
		e.ahead = drawnAhead{coming.Version, next}
	}
}

// draw draws a seat's page, and gives the drawing that is there when it looks
// the same. Its context is its own: a phone that goes away must not cut short
// what others wait for.
func (e *easel) draw(from state, seat event.Seat) (*drawing, error) {
	screen, err := from.Screen(seat)
	if err != nil {
		return nil, err
	}
	page, err := views.Of(screen)
	if err != nil {
		return nil, err
	}
	next := &drawing{epoch: e.now.epoch, number: e.now.number + 1, page: page}
	if !seat.Public() {
		next.ticket = from.Ticket(seat)
	}
	same := e.now.number > 0 && next.ticket == e.now.ticket && page.Title == e.now.page.Title && len(page.Regions) == len(e.now.regions)
	ctx := e.kept.Within(context.Background())
	next.regions = make([]region, len(page.Regions))
	next.page.Regions = make([]views.Region, len(page.Regions))
	for i, r := range page.Regions {
		var kept bool
		if next.regions[i], kept, err = e.region(ctx, i, r); err != nil {
			return nil, err
		}
		same = same && kept
		next.page.Regions[i] = views.Region{ID: r.ID, Component: next.regions[i].html}
	}
	if same {
		return e.now, nil
	}
	return next, nil
}

// region draws the region at a place, and tells whether it looks as it did. One
// that is drawn from the same as before is not drawn again.
func (e *easel) region(ctx context.Context, i int, r views.Region) (now region, kept bool, err error) {
	last := e.now.at(i, r.ID)
	if last.html.There() && r.From != nil && reflect.DeepEqual(r.From, last.from) {
		return last, true, nil
	}
	b := scratch.Get().(*bytes.Buffer)
	defer scratch.Put(b)
	b.Reset()
	if err := r.Component.Render(ctx, b); err != nil {
		return now, false, err
	}
	now = region{id: r.ID, from: r.From}
	now.html, kept = last.html.Next(b.Bytes())
	return now, kept, nil
}

// at is the region at a place, when it has this id; an empty one otherwise.
func (d *drawing) at(i int, id string) region {
	if i < len(d.regions) && d.regions[i].id == id {
		return d.regions[i]
	}
	return region{}
}

// all is the event with every region.
func (d *drawing) all() []byte { return d.since(&drawing{}) }

// since is the event with the regions that differ from what a stream was sent
// last; empty when it shows this drawing. Streams that fall behind do so
// together, so each event is written once and sent to many.
func (d *drawing) since(last *drawing) []byte {
	if s := d.step.Load(); s != nil && s.from == last.number {
		return s.event
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	event, written := d.events[last.number]
	if !written {
		if d.events == nil {
			d.events = map[int64][]byte{}
		}
		event = d.differing(last)
		d.events[last.number] = event
	}
	d.step.Store(&step{last.number, event})
	return event
}

func (d *drawing) differing(last *drawing) []byte {
	var changed [][][]byte
	size := 100
	for i, r := range d.regions {
		for _, text := range r.html.Differing(last.at(i, r.id).html) {
			changed = append(changed, text)
			size += len("data: \n")
			for _, piece := range text {
				size += len(piece) + len("data: ")*bytes.Count(piece, []byte("\n"))
			}
		}
	}
	if len(changed) == 0 {
		return nil
	}
	b := bytes.NewBuffer(make([]byte, 0, size))
	fmt.Fprintf(b, "id: %s-%d\nevent: regions\n", d.epoch, d.number)
	for _, text := range changed {
		fields(b, text...)
	}
	b.WriteString("data: \n\n")
	return b.Bytes()
}

// eventOf is an event of a stream.
func eventOf(name, data string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "event: %s\n", name)
	fields(&b, []byte(data))
	b.WriteByte('\n')
	return b.Bytes()
}

// fields writes a text, in pieces, as an event's data; every line is a field of its
// own. A carriage return would end a field, too, and is left out: what stands behind it
// in somebody's text must not be read as a field.
func fields(b *bytes.Buffer, text ...[]byte) {
	b.WriteString("data: ")
	for _, piece := range text {
		for more := true; more; {
			var line []byte
			line, piece, more = bytes.Cut(piece, []byte("\n"))
			if bytes.IndexByte(line, '\r') >= 0 {
				line = bytes.ReplaceAll(line, []byte("\r"), nil)
			}
			b.Write(line)
			if more {
				b.WriteString("\ndata: ")
			}
		}
	}
	b.WriteByte('\n')
}
