package event

import (
	"slices"
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// hidden are the facts in which two stagings of one match differ.
type hidden struct {
	white   func(string) string // what White's questions say
	reserve func(string) string
	hint    string
	vote    string // judge 2's ballot
	juggle  int    // which question of White's Pawns comes first
}

// stage plays one match with some hidden facts and gives every seat's screens,
// one after each entry from the start on.
func stage(t *testing.T, h hidden) map[Seat][]string {
	t.Helper()
	screens := map[Seat][]string{}
	text := func(s chess.Side, k chess.Kind, n int) questions.Text {
		x := plainText(s, k, n)
		change := map[chess.Side]func(string) string{chess.White: h.white, neither: h.reserve}[s]
		if change != nil {
			x.Question, x.Answer, x.Reference, x.Also = change(x.Question), change(x.Answer), change(x.Reference), []string{change("more")}
		}
		return x
	}
	g := ready(t, setup{
		house:  rules.House{rules.KeyReveal: rules.RevealNever, rules.KeyPanel: rules.PanelUnanimous},
		judges: 3, text: text, reserve: 1,
	})
	for n, job := range []Job{JobLineups, JobChallenge, JobBlank} {
		g.must(Host, SteerProjector{n + 2, job})
	}
	g.after = func(g *game) {
		for _, s := range AllSeats() {
			screens[s] = append(screens[s], g.json(s))
		}
	}
	g.must(Host, Start{})
	white := QuizMaster(chess.White)
	pawns := g.qm(chess.White).Banks[3].Items
	g.must(white, Juggle{Question: pawns[h.juggle].ID, Before: pawns[0].ID})
	g.play("e2e4", "d7d5", "e4d5")
	g.vote(2, h.vote)
	g.vote(1, "right")
	// The head judge rules, so that the ballots do not matter for what comes.
	g.must(Judge(1), Vote{Vote: "wrong", Alone: true, About: g.about()})
	g.settle()
	g.play("a7a6", "f1a6")
	g.must(white, GiveHint{h.hint, g.about()})
	g.rule("late")
	g.play("h7h6")
	return screens
}

func TestNonInterference(t *testing.T) {
	plain := hidden{hint: "Ark", vote: "right", juggle: 1}
	long := func(s string) string { return strings.Repeat(s+" ", 6) }
	short := func(s string) string { return s[len(s)-3:] }
	change := func(what func(*hidden)) hidden {
		h := plain
		what(&h)
		return h
	}
	one := stage(t, plain)
	// Who may not know a fact sees the same bytes whatever it is.
	for name, c := range map[string]struct {
		other hidden
		knows []Seat
	}{
		"White's questions are long (B34)":  {change(func(h *hidden) { h.white = long }), []Seat{QuizMaster(chess.White), Editor(chess.White), Judge(1), Judge(2), Judge(3)}},
		"White's questions are short (B34)": {change(func(h *hidden) { h.white = short }), []Seat{QuizMaster(chess.White), Editor(chess.White), Judge(1), Judge(2), Judge(3)}},
		"the reserve's (B33)":               {change(func(h *hidden) { h.reserve = long }), []Seat{ReserveEditor}},
		"another ballot (B40)":              {change(func(h *hidden) { h.vote = "wrong" }), []Seat{Judge(2)}},
		"another hint (B20)":                {change(func(h *hidden) { h.hint = "Flood" }), []Seat{QuizMaster(chess.White), Judge(1), Judge(2), Judge(3)}},
		"another order of questions (B32)":  {change(func(h *hidden) { h.juggle = 2 }), []Seat{QuizMaster(chess.White), Judge(1), Judge(2), Judge(3)}},
	} {
		t.Run(name, func(t *testing.T) {
			other := stage(t, c.other)
			for _, s := range AllSeats() {
				if len(one[s]) != len(other[s]) || len(one[s]) < 10 {
					t.Fatalf("%d and %d screens", len(one[s]), len(other[s]))
				}
				same := slices.Equal(one[s], other[s])
				if slices.Contains(c.knows, s) {
					if same {
						t.Errorf("%s may know and sees no difference: the test compares nothing", s)
					}
					continue
				}
				for i := range one[s] {
					if one[s][i] != other[s][i] {
						t.Errorf("%s sees a difference in screen %d:\n%s\n%s", s, i, one[s][i], other[s][i])
						break
					}
				}
			}
		})
	}
}

// Not even that somebody voted, juggled or gave a hint shows on a screen of
// those who may not know.
func TestNonInterference_WhatOthersDoInSecret(t *testing.T) {
	g := begin(t, setup{judges: 3})
	white := QuizMaster(chess.White)
	g.play("e2e4", "a7a6", "f1a6")
	pawns := g.qm(chess.White).Banks[3].Items
	for name, c := range map[string]struct {
		do    func()
		knows []Seat
	}{
		"a ballot":         {func() { g.vote(2, "right") }, []Seat{Judge(1), Judge(2)}}, // the head judge sees who has yet to rule
		"a changed ballot": {func() { g.vote(2, "late") }, []Seat{Judge(1), Judge(2)}},
		"a juggle":         {func() { g.must(white, Juggle{Question: pawns[3].ID, Before: pawns[2].ID}) }, []Seat{white}},
		"a hint":           {func() { g.must(white, GiveHint{"Ark", g.about()}) }, []Seat{white, Judge(1), Judge(2), Judge(3)}},
	} {
		before := map[Seat]string{}
		for _, s := range AllSeats() {
			before[s] = g.json(s)
		}
		c.do()
		for _, s := range AllSeats() {
			if now := g.json(s); now != before[s] && !slices.Contains(c.knows, s) {
				t.Errorf("%s shows on the screen of %s:\n%s\n%s", name, s, before[s], now)
			}
		}
	}
}
