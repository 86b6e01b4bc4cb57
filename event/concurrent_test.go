package event

import (
	"sync"
	"testing"
)

// Three judges tap at once while every page is drawn: one ruling comes of it,
// and no ballot gets lost. The race detector watches.
func TestDo_ManyAtOnce(t *testing.T) {
	g := begin(t, setup{judges: 3})
	for _, call := range []string{"e2e4", "d7d5", "e4d5"} {
		g.play(call)
	}
	about := g.about()
	errs := make([]error, 3)
	var all sync.WaitGroup
	for n := range errs {
		all.Go(func() { _, errs[n] = g.Do(Judge(n+1), "tap", Vote{Vote: "wrong", About: about}) })
	}
	for _, s := range AllSeats() {
		all.Go(func() {
			for range 5 {
				if _, err := g.Screen(s); err != nil {
					t.Error(err)
				}
				g.Watch()
			}
		})
	}
	all.Wait()
	accepted := 0
	for _, err := range errs {
		if err == nil {
			accepted++
		} else if p, ok := err.(*Problem); !ok || p.Reason != Stale && p.Reason != Refused {
			t.Errorf("a judge is told %v", err)
		}
	}
	// Two ballots decide; the third came in time or was about what had passed.
	if accepted < 2 || g.stands("d5") != "Samuel" {
		t.Errorf("%d ballots were taken, and %s stands on d5", accepted, g.stands("d5"))
	}
}
