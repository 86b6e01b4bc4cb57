package views

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"biblechess/event"
)

// drawnOf draws frames and parts in turn; a part's name is its first word.
func drawnOf(last Drawn, pieces ...string) (Drawn, bool) {
	var b strings.Builder
	for i, p := range pieces {
		if i%2 == 1 {
			id, _, _ := strings.Cut(p, " ")
			p = mark + id + mark + p + mark
		}
		b.WriteString(p)
	}
	return last.Next([]byte(b.String()))
}

func TestDrawn_SharesWhatIsTheSameAndTellsWhatDiffers(t *testing.T) {
	first := []string{"<div>", "a 1", "", "b 1", "", "c 1", "</div>"}
	for _, c := range []struct {
		name   string
		next   []string
		same   bool
		differ []string
	}{
		{"the same", first, true, nil},
		{"one part", []string{"<div>", "a 1", "", "b 2", "", "c 1", "</div>"}, false, []string{"b 2"}},
		{"the first and the last", []string{"<div>", "a 2", "", "b 1", "", "c 2", "</div>"}, false, []string{"a 2", "c 2"}},
		{"a frame", []string{"<div>", "a 1", " ", "b 1", "", "c 1", "</div>"}, false, []string{"<div>a 1 b 1c 1</div>"}},
		{"another id", []string{"<div>", "a 1", "", "x 1", "", "c 1", "</div>"}, false, []string{"<div>a 1x 1c 1</div>"}},
		{"fewer", []string{"<div>", "a 1", "", "b 1", ""}, false, []string{"<div>a 1b 1"}},
		{"more", []string{"<div>", "a 1", "", "b 1", "", "c 1", "</div>", "d 1", ""}, false, []string{"<div>a 1b 1c 1</div>d 1"}},
		{"none", []string{"<div>"}, false, []string{"<div>"}},
		{"nothing", []string{""}, false, []string{""}},
	} {
		last, _ := drawnOf(Drawn{}, first...)
		now, same := drawnOf(last, c.next...)
		if anew, _ := drawnOf(Drawn{}, c.next...); !slices.Equal(now.ids, anew.ids) || !slices.EqualFunc(now.pieces, anew.pieces, bytes.Equal) {
			t.Errorf("%s: it is %q %q, and from nothing %q %q", c.name, now.ids, now.pieces, anew.ids, anew.pieces)
		}
		if html := string(now.HTML()); same != c.same || html != strings.Join(c.next, "") {
			t.Errorf("%s: it is %q, the same: %v", c.name, html, same)
		}
		var differ []string
		for _, text := range now.Differing(last) {
			differ = append(differ, string(bytes.Join(text, nil)))
		}
		if !slices.Equal(differ, c.differ) {
			t.Errorf("%s: %q differ, want %q", c.name, differ, c.differ)
		}
		if before := string(last.HTML()); before != strings.Join(first, "") {
			t.Errorf("%s: the last is %q now", c.name, before)
		}
		for i, p := range now.pieces {
			if i < len(last.pieces) && len(p) > 0 && bytes.Equal(p, last.pieces[i]) && &p[0] != &last.pieces[i][0] {
				t.Errorf("%s: piece %d was copied", c.name, i)
			}
		}
	}
	if whole := (Drawn{pieces: [][]byte{[]byte("x")}}).Differing(Drawn{}); len(whole) != 1 {
		t.Errorf("of nothing, %d texts differ", len(whole))
	}
}

// What somebody typed can't be taken for the marks around the parts of a region, not
// even if a record that was written by hand holds a NUL.
func TestDrawn_TextIsNoMark(t *testing.T) {
	for _, name := range []string{"\x00at-e4\x00<b>\x00", "\x00\x00\x00", "Ruth\x00", "\x00"} {
		list := []event.Cell{{Square: "e4", Token: &event.Token{Name: name, ID: name}}, {Square: "e5"}}
		var kept Kept
		var b bytes.Buffer
		draw := templ.Join(part("first", templ.Raw("<p id=\"first\"></p>")), cells(list, nil, true, true))
		if err := draw.Render(kept.Within(context.Background()), &b); err != nil {
			t.Fatal(err)
		}
		d, _ := Drawn{}.Next(b.Bytes())
		if !slices.Equal(d.ids, []string{"first", "at-e4", "at-e5"}) {
			t.Fatalf("%q: the parts are %v", name, d.ids)
		}
		for i, id := range d.ids {
			if one := string(d.pieces[2*i+1]); !strings.HasPrefix(one, "<") || !strings.HasSuffix(one, ">") || strings.Contains(one, "<b>") {
				t.Errorf("%q: part %s is %q", name, id, one)
			}
		}
	}
}
