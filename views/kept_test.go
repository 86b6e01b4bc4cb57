package views

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
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
				d, _ := Drawn{}.Next(marked.Bytes())
				html := d.HTML()
				if round == 0 && strings.Contains(plain.String(), mark) {
					t.Errorf("%s: the region %s holds a mark", name, r.ID)
				}
				if !bytes.Equal(html, plain.Bytes()) {
					t.Errorf("%s: the region %s is another in round %d", name, r.ID, round)
				}
				for i, id := range d.ids {
					head, _, _ := bytes.Cut(bytes.TrimSpace(d.pieces[2*i+1]), []byte(">"))
					if !bytes.Contains(head, []byte(` id="`+id+`"`)) || !regexp.MustCompile(`\sdata-region(\s|$)`).Match(head) {
						t.Errorf("%s: the part %s begins with %s", name, id, head)
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
