package views

import (
	"context"
	"crypto/rand"
	"io"
	"strings"

	"github.com/a-h/templ"

	"biblechess/event"
)

// Kept keeps pieces of a page as they were drawn: the squares of its board, the
// calls of its match. The next drawing is mostly made of the same. It belongs to one
// page, which is drawn by one at a time.
type Kept struct {
	now, before map[any]string // by what they are drawn from
	cells       []keptCell     // of the live board, in their places
}

// keptCell is a square of the live board as it was drawn.
type keptCell struct {
	from square
	html string
}

// keptMost is how many pieces are kept at least, once there are so many: those of a
// long match. Older ones are forgotten when nothing asks for them.
const keptMost = 512

type keptKey struct{}

// Within gives a context for a drawing of the page, in which pieces that were drawn
// before are not drawn again.
func (k *Kept) Within(ctx context.Context) context.Context {
	return templ.InitializeContext(context.WithValue(ctx, keptKey{}, k))
}

func (k *Kept) find(from any) (html string, ok bool) {
	if html, ok = k.now[from]; ok {
		return html, true
	}
	if html, ok = k.before[from]; ok {
		k.keep(from, html)
	}
	return html, ok
}

func (k *Kept) keep(from any, html string) {
	if k.now == nil || len(k.now) >= keptMost {
		k.now, k.before = map[any]string{}, k.now
	}
	k.now[from] = html
}

// kept draws a piece, or gives it as it was drawn from the same before.
func kept[T comparable](from T, draw func(T) templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		k, ok := ctx.Value(keptKey{}).(*Kept)
		if !ok {
			return draw(from).Render(ctx, w)
		}
		html, there := k.find(from)
		if !there {
			var b strings.Builder
			if err := draw(from).Render(ctx, &b); err != nil {
				return err
			}
			html = b.String()
			k.keep(from, html)
		}
		_, err := io.WriteString(w, html)
		return err
	})
}

// cells draws the squares of a board. Each of a live one is a part by itself, and one
// that is the same as in the same place before is not drawn again.
func cells(list []event.Cell, short map[string]string, tappable, live bool) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		k, _ := ctx.Value(keptKey{}).(*Kept)
		if k == nil || !live {
			for _, c := range list {
				s := squareOf(c, short, tappable, live)
				if err := cell(&s).Render(ctx, w); err != nil {
					return err
				}
			}
			return nil
		}
		if len(k.cells) != len(list) {
			k.cells = make([]keptCell, len(list))
		}
		for i, c := range list {
			last, s := &k.cells[i], squareOf(c, short, tappable, live)
			if last.from != s || last.html == "" {
				last.from = s
				var b strings.Builder
				b.WriteString(mark + "at-" + s.name + mark)
				if err := cell(&last.from).Render(ctx, &b); err != nil {
					last.html = ""
					return err
				}
				b.WriteString(mark)
				last.html = b.String()
			}
			if _, err := io.WriteString(w, last.html); err != nil {
				return err
			}
		}
		return nil
	})
}

// mark is written around a part in a context that keeps pieces. No text of a page
// holds it: nobody can know it, not even who wrote a data file by hand.
var mark = "\x00" + rand.Text()[:8]

// part draws a part of a region: an element with this id and data-region.
func part(id string, element templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		if _, marks := ctx.Value(keptKey{}).(*Kept); !marks {
			return element.Render(ctx, w)
		}
		if _, err := io.WriteString(w, mark+id+mark); err != nil {
			return err
		}
		if err := element.Render(ctx, w); err != nil {
			return err
		}
		_, err := io.WriteString(w, mark)
		return err
	})
}
