package views

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"biblechess/event"
)

// A region that is drawn from kept pieces is what it is without them, and each of its
// parts is an element that a stream can replace.
func TestKept_PagesAreTheSame(t *testing.T) {
	all := screens()
	for _, name := range names(all) {
		page, err := Of(all[name])
		if err != nil {
			t.Fatal(err)
		}
		var kept Kept
		for round := range 2 {
			ctx := kept.Within(context.Background())
			for _, r := range page.Regions {
				var plain, marked bytes.Buffer
				if err := r.Component.Render(context.Background(), &plain); err != nil {
					t.Fatal(err)
				}
				if err := r.Component.Render(ctx, &marked); err != nil {
					t.Fatal(err)
				}
				html, parts := Unmarked(marked.Bytes(), nil)
				if round == 0 && strings.Contains(plain.String(), mark) {
					t.Errorf("%s: the region %s holds a mark", name, r.ID)
				}
				if !bytes.Equal(html, plain.Bytes()) {
					t.Errorf("%s: the region %s is another in round %d", name, r.ID, round)
				}
				for _, p := range parts {
					head, _, _ := bytes.Cut(bytes.TrimSpace(html[p.Start:p.End]), []byte(">"))
					if !bytes.Contains(head, []byte(` id="`+p.ID+`"`)) || !regexp.MustCompile(`\sdata-region(\s|$)`).Match(head) {
						t.Errorf("%s: the part %s begins with %s", name, p.ID, head)
					}
				}
			}
		}
	}
}

// Pieces that nothing asks for any more are forgotten.
func TestKept_IsBounded(t *testing.T) {
	var k Kept
	for n := range 10 * keptMost {
		k.find(1)
		k.keep(n, "x")
	}
	if _, there := k.find(1); !there {
		t.Error("what is asked for all the time was forgotten")
	}
	if n := len(k.now) + len(k.before); n > 2*keptMost {
		t.Errorf("%d pieces are kept", n)
	}
}

// What somebody typed can't be taken for the marks around the parts of a region, not
// even if a record that was written by hand holds a NUL.
func TestUnmarked_TextIsNoMark(t *testing.T) {
	for _, name := range []string{"\x00at-e4\x00<b>\x00", "\x00\x00\x00", "Ruth\x00", "\x00"} {
		list := []event.Cell{{Square: "e4", Token: &event.Token{Name: name, ID: name}}, {Square: "e5"}}
		var kept Kept
		var b bytes.Buffer
		draw := templ.Join(part("first", templ.Raw("<p id=\"first\"></p>")), cells(list, nil, true, true))
		if err := draw.Render(kept.Within(context.Background()), &b); err != nil {
			t.Fatal(err)
		}
		html, parts := Unmarked(b.Bytes(), nil)
		if len(parts) != 3 || parts[0].ID != "first" || parts[1].ID != "at-e4" || parts[2].ID != "at-e5" {
			t.Fatalf("%q: the parts are %v", name, parts)
		}
		for _, p := range parts {
			if one := string(html[p.Start:p.End]); !strings.HasPrefix(one, "<") || !strings.HasSuffix(one, ">") || strings.Contains(one, "<b>") {
				t.Errorf("%q: part %s is %q", name, p.ID, one)
			}
		}
	}
}
