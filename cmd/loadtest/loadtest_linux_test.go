package main

import (
	"os"
	"strings"
	"testing"
)

// The test binary starts itself again as the bare loop.
func TestMain(m *testing.M) {
	if os.Getenv(asBare) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// A short run of the table: the built program and the bare loop, every stream's
// page what a new join gets, before and after a crash.
func TestSmoke(t *testing.T) {
	if err := os.Chdir("../.."); err != nil { // where the program is built from
		t.Fatal(err)
	}
	var out strings.Builder
	if err := run([]string{"-smoke", "-only", "streams,stalled,secure,ballots,festival"}, &out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	t.Log("\n" + out.String())
	for _, want := range []string{"tap to screen, p99, 80 streams", "memory of an extra stream", "join anew after kill -9", "who never read", "over TLS", "64 commands at once", "2 matches × 40 streams"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table has no row %q", want)
		}
	}
}

func TestPages_AreWhatTheirEventsMakeThem(t *testing.T) {
	p := newPages()
	first := []byte("event: regions\ndata: <section id=\"a\" data-region><section>1</section></section>\ndata: <section id=\"b\">\ndata: 2</section>\ndata: ")
	second := []byte("event: regions\ndata: <section id=\"b\">3</section>\ndata: ")
	third := []byte("event: regions\ndata: <section id=\"a\" data-region><section>1</section></section>\ndata: <section id=\"b\">3</section>\ndata: ")
	step := func(state int32, event []byte) int32 {
		t.Helper()
		next, err := p.after(state, p.note(event))
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	slow, joined := step(step(0, first), second), step(0, third)
	if slow != joined || slow == step(0, first) {
		t.Errorf("the states are %d and %d", slow, joined)
	}
	if page := p.states[step(0, first)]; page["a"] != `<section id="a" data-region><section>1</section></section>` || page["b"] != "<section id=\"b\">\n2</section>" {
		t.Errorf("the page is %q", page)
	}
	for _, wrong := range []string{"event: regions\ndata: <p>1</p>", "event: regions\ndata: <section id=\"a\">"} {
		if _, err := p.after(0, p.note([]byte(wrong))); err == nil {
			t.Errorf("%q was taken for regions", wrong)
		}
	}
}

func TestRow_SaysWhetherItsGoalIsMet(t *testing.T) {
	r := row{what: "a figure", unit: "ms", goal: 1.3}
	for _, ours := range []float64{1.2, 5, 1.1} {
		r.add(ours, 1)
	}
	if got := r.String(); got != "| a figure | 1.2 ms | 1 ms | 1.20 (1.20 5.00 1.10) | ≤ 1.30 ✓ |" {
		t.Error(got)
	}
	r.add(6, 1)
	r.add(7, 1)
	if got := r.String(); !strings.HasSuffix(got, "≤ 1.30 missed |") {
		t.Error(got)
	}
	if got := (row{what: "memory", unit: "KiB", goal: -12, ours: []float64{3}, bare: []float64{2}}).String(); got != "| memory | 3 KiB | – |  | ≤ 12 KiB ✓ |" {
		t.Error(got)
	}
}
