package views

import (
	"bytes"
	"context"
	"io"
	"slices"
)

// Drawn is a region's HTML as it was drawn. It is kept in pieces: what stands before
// the first part, that part, what stands between it and the next, and so on. A part is
// an element with an id that a stream can replace by itself, so that a call sends the
// few squares that it changes and not the whole board.
type Drawn struct {
	ids    []string // of the parts
	pieces [][]byte // one more than twice as many; never changed
}

// There tells whether anything was drawn.
func (d Drawn) There() bool { return len(d.pieces) > 0 }

// Next takes what was drawn in a context that keeps pieces, without the marks around
// its parts. Pieces that are as they were are the same memory: most are. When all are,
// it is the same drawing.
func (d Drawn) Next(marked []byte) (now Drawn, same bool) {
	same = true
	piece := func(p []byte) {
		if n := len(now.pieces); n < len(d.pieces) && bytes.Equal(p, d.pieces[n]) {
			now.pieces = append(now.pieces, d.pieces[n])
			return
		}
		same = false
		now.pieces = append(now.pieces, bytes.Clone(p))
	}
	id := func(b []byte) {
		if n := len(now.ids); n < len(d.ids) && d.ids[n] == string(b) {
			now.ids = append(now.ids, d.ids[n])
			return
		}
		same = false
		now.ids = append(now.ids, string(b))
	}
	now.ids, now.pieces = make([]string, 0, len(d.ids)), make([][]byte, 0, max(1, len(d.pieces)))
	for {
		frame, rest, more := bytes.Cut(marked, []byte(mark))
		piece(frame)
		if !more {
			break
		}
		name, rest, _ := bytes.Cut(rest, []byte(mark))
		id(name)
		element, rest, _ := bytes.Cut(rest, []byte(mark))
		piece(element)
		marked = rest
	}
	if same && len(now.pieces) == len(d.pieces) {
		return d, true
	}
	return now, false
}

// Render writes the HTML.
func (d Drawn) Render(_ context.Context, w io.Writer) error {
	for _, p := range d.pieces {
		if _, err := w.Write(p); err != nil {
			return err
		}
	}
	return nil
}

// HTML is the whole in one.
func (d Drawn) HTML() []byte { return bytes.Join(d.pieces, nil) }

// Differing are the texts, each in pieces, that bring a page from the last state of the
// region to this one: the parts that differ, or the whole where more does.
func (d Drawn) Differing(last Drawn) (texts [][][]byte) {
	if len(d.pieces) != len(last.pieces) || !slices.Equal(d.ids, last.ids) {
		return [][][]byte{d.pieces}
	}
	for i, p := range d.pieces {
		if bytes.Equal(p, last.pieces[i]) {
			continue
		}
		if i%2 == 0 {
			return [][][]byte{d.pieces}
		}
		texts = append(texts, d.pieces[i:i+1])
	}
	return texts
}
