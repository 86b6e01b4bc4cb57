package views

import (
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"

	"biblechess/event"
)

// Cells keeps the squares of a page's board as they were drawn, since a call
// changes a few of the 64. It belongs to one page, which is drawn by one at a time.
type Cells struct {
	drawn map[square]string
}

// cellsKept is about as many squares as ten calls change, and a whole board.
const cellsKept = 128

// square is all that a square of a board is drawn from.
type square struct {
	name, mark string
	dark       bool
	tappable   bool
	stands     bool
	token      event.Token
	short      string // the name of who stands there in a few letters
}

func squareOf(c event.Cell, short map[string]string, tappable bool) square {
	s := square{name: c.Square, mark: c.Mark, dark: c.Dark, tappable: tappable, stands: c.Token != nil}
	if s.stands {
		s.token, s.short = *c.Token, short[c.Token.ID]
	}
	return s
}

type cellsKey struct{}

// Kept gives a context in which squares that were drawn before are not drawn again.
func (c *Cells) Kept(ctx context.Context) context.Context {
	return context.WithValue(ctx, cellsKey{}, c)
}

// kept draws a square, or gives it as it was drawn before.
func kept(s square) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		cells, ok := ctx.Value(cellsKey{}).(*Cells)
		if !ok {
			return cell(s).Render(ctx, w)
		}
		html, there := cells.drawn[s]
		if !there {
			var b strings.Builder
			if err := cell(s).Render(ctx, &b); err != nil {
				return err
			}
			if html = b.String(); cells.drawn == nil || len(cells.drawn) >= cellsKept {
				cells.drawn = map[square]string{}
			}
			cells.drawn[s] = html
		}
		_, err := io.WriteString(w, html)
		return err
	})
}
