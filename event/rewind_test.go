package event

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// counts is what a side's banks ask next, the Quiz Master's own apart.
func (g *game) counts() string {
	var b strings.Builder
	for _, s := range chess.Sides {
		for _, k := range questions.Kinds {
			if k != chess.Queen {
				id, number, of, pass, _ := g.truth.match.play.orders.Due(questions.Bank{Side: s, Kind: k})
				fmt.Fprintf(&b, "%s %d/%d pass %d, ", id, number, of, pass)
			}
		}
	}
	return b.String()
}

// to rewinds to before a ply.
func (g *game) to(ply int) {
	g.Helper()
	g.must(Host, Rewind{Ply: ply, Reason: "Mistake.", About: g.about()})
}

// The match is taken from each phase to before each of its plies; it is then
// what it is when only the plies before that one are played (B43).
func TestB43_FromEveryPhaseToEveryPly(t *testing.T) {
	house := rules.House{rules.KeyRevealHold: "5", rules.KeyBankSizes: "1,1,1,2,3"}
	open := func(t *testing.T) *game { return begin(t, setup{judges: 2, house: house, markers: []string{"c8"}}) }
	held := func(g *game) { g.vote(1, "wrong"); g.vote(2, "wrong") }
	base := []string{"e2e4", "d7d5"}
	phases := map[string]struct {
		calls []string // after the base
		then  func(*game)
	}{
		"after a quiet call":          {nil, func(*game) {}},
		"the question is shown":       {[]string{"e4d5"}, func(*game) {}},
		"the question is read":        {[]string{"e4d5"}, func(g *game) { g.must(Judge(1), QuestionRead{g.about()}) }},
		"one has voted":               {[]string{"e4d5"}, func(g *game) { g.vote(2, "right") }},
		"the ruling is held":          {[]string{"e4d5"}, held},
		"misread":                     {[]string{"e4d5"}, func(g *game) { g.must(Judge(1), Misread{About: g.about()}) }},
		"ruled":                       {[]string{"e4d5:wrong"}, func(*game) {}},
		"ruled the other way":         {[]string{"e4d5:right"}, func(*game) {}},
		"a review is open":            {[]string{"e4d5:wrong"}, func(g *game) { g.must(Judge(2), Amend{Reason: "x", About: g.about()}) }},
		"an appeal is open":           {[]string{"e4d5:wrong"}, func(g *game) { g.must(blackGM, Appeal{About: g.about()}) }},
		"an appeal was turned down":   {[]string{"e4d5:wrong"}, func(g *game) { g.must(blackGM, Appeal{About: g.about()}); g.secondLook("wrong", 1, 2) }},
		"amended":                     {[]string{"e4d5:wrong"}, func(g *game) { g.must(Judge(1), Amend{Vote: "right", Alone: true, Reason: "x", About: g.about()}) }},
		"before the stand-in":         {[]string{"e4d5:wrong", "c8g4", "d1g4"}, func(*game) {}},
		"the stand-in is named":       {[]string{"e4d5:wrong", "c8g4", "d1g4"}, func(g *game) { g.must(blackGM, NameStandIn{"c7", g.about()}) }},
		"a Bishop reads, with a hint": {[]string{"e4d5:wrong", "a7a6", "f1a6"}, func(g *game) { g.must(QuizMaster(chess.White), GiveHint{"Ark", g.about()}) }},
		"paused in a challenge":       {[]string{"e4d5"}, func(g *game) { g.must(Host, Pause{"Tea."}) }},
		"a draw is offered":           {[]string{"e4d5:wrong"}, func(g *game) { g.must(whiteGM, OfferDraw{g.about()}) }},
		"resigned":                    {[]string{"e4d5:wrong"}, func(g *game) { g.must(whiteGM, Resign{Sure: true, About: g.about()}) }},
		"resigned in a challenge":     {[]string{"e4d5"}, func(g *game) { g.must(whiteGM, Resign{Sure: true, About: g.about()}) }},
		"time called":                 {[]string{"e4d5:wrong"}, func(g *game) { g.must(Judge(2), CallTime{Sure: true, About: g.about()}) }},
		"reopened": {[]string{"e4d5:wrong"}, func(g *game) {
			g.must(whiteGM, Resign{Sure: true, About: g.about()})
			g.must(Judge(2), Reopen{"Slip.", g.about()})
		}},
		"ended by the format's goal": {[]string{"d1h5", "b7b6", "h5f7:wrong", "h7h6", "f7e8"}, func(*game) {}},
		"that end taken back": {[]string{"d1h5", "b7b6", "h5f7:wrong", "h7h6", "f7e8"}, func(g *game) {
			g.must(Judge(2), Reopen{"Slip.", g.about()})
		}},
		"castled":                    {[]string{"g1f3", "a7a6", "f1e2", "a6a5", "e1g1", "a5a4"}, func(*game) {}},
		"a move is entered":          {nil, func(g *game) { g.must(Judge(1), Override{"a1", "a5", "", "By paper.", g.about()}) }},
		"an entered move that takes": {nil, func(g *game) { g.must(Judge(1), Override{"a1", "d5", "", "By paper.", g.about()}) }},
		"promoted":                   {[]string{"e4d5:wrong", "e7e6", "d5e6:wrong", "a7a6", "e6f7:wrong", "e8e7", "f7g8n:wrong"}, func(*game) {}},
		"a bank that began again":    {[]string{"e4d5:wrong", "e7e6", "d5e6:wrong", "a7a6", "e6f7:wrong", "e8e7"}, func(*game) {}},
	}
	for name, c := range phases {
		t.Run(name, func(t *testing.T) {
			calls := append(append([]string{}, base...), c.calls...)
			for ply := 1; ply <= len(calls)+1; ply++ {
				straight, g := open(t), open(t)
				straight.play(calls[:min(ply, len(calls)+1)-1]...)
				g.play(calls...)
				c.then(g)
				if now := g.truth.match.play.before.ply; ply > now {
					g.refuse(Host, Rewind{Ply: ply, Reason: "x", About: g.about()}, Refused, "has not been called")
					continue
				}
				paused := g.hall().Paused
				g.to(ply)
				if got, want := g.floor(), straight.floor(); got != want {
					t.Errorf("before ply %d stands\n%s, want\n%s", ply, got, want)
				}
				if got, want := g.counts(), straight.counts(); got != want {
					t.Errorf("before ply %d is due %s, want %s", ply, got, want)
				}
				if h := g.hall(); h.Challenge != nil || h.Review != nil || h.Result != nil || h.Put.Headline != fmt.Sprintf("Rewound to before ply %d.", ply) || h.Put.Reason != "Mistake." {
					t.Errorf("before ply %d the hall sees %+v", ply, h.Put)
				}
				for _, s := range chess.Sides {
					if a := g.gm(s).Appeal.Left; a != straight.gm(s).Appeal.Left || g.gm(s).Draw != straight.gm(s).Draw && paused == nil {
						t.Errorf("before ply %d %s has %d appeals left and %+v", ply, s, a, g.gm(s).Draw)
					}
				}
				if (g.hall().Paused == nil) != (paused == nil) {
					t.Error("B43: the pause was undone")
				}
				if paused != nil {
					g.must(Host, Resume{})
				}
				// It goes on from there as it went before.
				for _, call := range calls[ply-1:] {
					g.play(call)
				}
			}
		})
	}
}

func TestB43_WalksByName(t *testing.T) {
	g := begin(t, setup{})
	g.play("e2e4", "d7d5", "e4d5:wrong", "g8f6", "g1f3", "f6d5:wrong", "f1e2", "a7a6", "e1g1")
	g.to(9)
	if got := strings.Join(g.hall().Put.Walks, " "); got != "Josiah walks back to e1. Naomi walks back to h1." {
		t.Errorf("B43: castling undone: %q", got)
	}
	g.to(3)
	want := "Lydia walks back to f1. Ezra walks back to g1. Samuel walks back to e4. Silas walks back to g8. Esther walks back to a7. Salome walks back to d5."
	if got := strings.Join(g.hall().Put.Walks, " "); got != want {
		t.Errorf("B43: %q, want %q", got, want)
	}
	for _, s := range []*CorrectionView{g.gm(chess.White).Put, g.qm(chess.Black).Put, g.judge(1).Put, g.host().Put} {
		if s == nil || strings.Join(s.Walks, " ") != want {
			t.Errorf("B43: a page shows %+v", s)
		}
	}
	g.play("e4d5:right")
	g.must(Host, TakeBack{Reason: "x", About: g.about()})
	if got := strings.Join(g.hall().Put.Walks, " "); got != "Samuel walks back to e4." {
		t.Errorf("R6: %q", got)
	}
	g.play("a2a3")
	if g.hall().Put != nil {
		t.Error("B43: the walks are shown after the next call")
	}
}

func TestB43_WhoAndWhen(t *testing.T) {
	g := ready(t, setup{judges: 2})
	g.refuse(Host, Rewind{Ply: 1, Reason: "x", About: 1}, Refused, "nothing to rewind (B43)")
	g.must(Host, Start{})
	g.refuse(Host, Rewind{Ply: 1, Reason: "x", About: g.about()}, Refused, "has not been called")
	g.play("e2e4", "d7d5", "e4d5:wrong")
	for _, s := range []Seat{Judge(2), Judge(3), whiteGM, QuizMaster(chess.White), Projector, Editor(chess.White), ""} {
		g.refuse(s, Rewind{Ply: 2, Reason: "x", About: g.about()}, Forbidden, "Only the head judge or the host can rewind (B43)")
	}
	for _, ply := range []int{0, -1, 4, 5, 1 << 40, -1 << 62} {
		for _, s := range []Seat{Host, Judge(1)} {
			g.refuse(s, Rewind{Ply: ply, Reason: "x", About: g.about()}, Refused, fmt.Sprintf("Ply %d has not been called", ply))
		}
	}
	g.refuse(Host, Rewind{Ply: 2, About: g.about()}, Malformed, "reason is missing")
	g.refuse(Host, Rewind{Ply: 2, Reason: " \t\u202e ", About: g.about()}, Malformed, "reason is missing")
	g.refuse(Host, Rewind{Ply: 2, Reason: "x", About: g.about() - 1}, Stale)
	g.refuse(Host, Rewind{Ply: 2, Reason: "x"}, Malformed, "reload")
	var offered []string
	for _, o := range g.host().Rewinds {
		offered = append(offered, fmt.Sprintf("%d %s", o.Ply, o.Call))
	}
	if got := strings.Join(offered, "|"); got != "3 White: Pawn Samuel, e4 to d5, challenged Pawn Salome. WRONG.|2 Black: Pawn Salome, d7 to d5.|1 White: Pawn Samuel, e2 to e4." {
		t.Errorf("B43: offered is %s", got)
	}
	if len(g.judge(1).Rewinds) != 3 || g.judge(2).Rewinds != nil {
		t.Error("B43: the head judge alone of the judges is offered to rewind")
	}
	g.must(Judge(1), Rewind{Ply: 1, Reason: "x", About: g.about()})
	g.must(whiteGM, Resign{Sure: true, About: g.about()})
	g.must(Host, Close{})
	g.refuse(Host, Rewind{Ply: 1, Reason: "x", About: g.about()}, Refused, "(B43)")
}

// Seats, substitutions, pauses, judges and names stay; a Quiz Master's own
// question that was shown and one that was thrown out stay spent (B43, R7).
func TestB43_WhatIsNotUndone(t *testing.T) {
	g := begin(t, setup{judges: 2})
	g.play("e2e4", "d7d5", "e4d5:wrong")
	code := g.JoinCode(QuizMaster(chess.Black))
	g.must(Host, Substitute{"e2", "Lois"})
	g.must(Host, RenewSeat{QuizMaster(chess.Black)})
	renewed := g.JoinCode(QuizMaster(chess.Black))
	g.must(Host, AddJudge{"Silvanus"})
	g.must(Host, NameHead{Judge(2)})
	g.must(Host, LetHostRead{true})
	g.play("d8d5")
	if g.due() != "Question of Black Quiz Master 1?" {
		t.Fatal(g.due())
	}
	g.must(Judge(1), ThrowOut{Reason: "Shouted.", Sure: true, About: g.about()})
	g.rule("wrong")
	g.play("b1c3", "a7a6", "c3d5:wrong") // Black's own again, the third
	g.play("h7h6", "a2a3", "g8f6", "f1a6")
	g.must(Judge(1), ThrowOut{Sure: true, About: g.about()})
	g.must(Host, Pause{"Tea."})
	g.to(3)
	if g.stands("e4") != "Lois" || g.JoinCode(QuizMaster(chess.Black)) != renewed || renewed == code || len(g.host().Judges) != 3 ||
		!g.judge(2).Head || !g.host().HostReads || g.hall().Paused == nil {
		t.Errorf("B43: undone was what stays: %s", g.stands("e4"))
	}
	g.must(Host, Resume{})
	g.play("e4d5")
	if g.due() != "Question of White Pawn 1?" {
		t.Errorf("B43: a bank that rotates did not go back: %s", g.due())
	}
	g.rule("wrong")
	g.play("d8d5")
	if g.due() != "Question of Black Quiz Master 4?" {
		t.Errorf("B43: due is %s", g.due())
	}
	g.rule("wrong")
	g.play("a2a3", "a7a6", "f1a6")
	if g.due() != "Question of White Bishop 2?" {
		t.Errorf("R7: thrown out and rewound, due is %s", g.due())
	}
	g.rule("wrong")
	if g.stands("a6") != "Lydia" {
		t.Error("the match does not go on")
	}
}

// Juggling is undone, and possible again across a bank's wrap (B32, B43).
func TestB43_B32_JugglesAreUndone(t *testing.T) {
	g := begin(t, setup{house: rules.House{rules.KeyBankSizes: "1,1,1,2,1"}})
	white := QuizMaster(chess.White)
	pawns := func() (ids, movable string) {
		for _, b := range g.qm(chess.White).Banks {
			if b.Name == "Pawn" {
				for _, item := range b.Items {
					ids += item.ID + " "
					movable += fmt.Sprint(item.Movable, " ")
				}
			}
		}
		return ids, movable
	}
	g.play("e2e4")
	before, _ := pawns()
	ids := strings.Fields(before)
	g.play("d7d5")
	g.must(white, Juggle{Question: ids[1], Before: ids[0]})
	after, _ := pawns()
	if before == after {
		t.Fatal("nothing was juggled")
	}
	// A juggle before the call stays when only the call is taken back.
	g.play("e4d5:wrong", "e7e6", "d5e6:wrong")
	if _, movable := pawns(); strings.Contains(movable, "true") {
		t.Errorf("B32: after the first pass the order is fixed: %s", movable)
	}
	g.to(3)
	if now, movable := pawns(); now != after || movable != "true true " {
		t.Errorf("B43: before ply 3 the order is %s, %s", now, movable)
	}
	g.to(2)
	if now, movable := pawns(); now != before || movable != "true true " {
		t.Errorf("B43: before ply 2 the order is %s, %s", now, movable)
	}
}

// A form that was opened while the match was played can't reopen it unseen: whoever
// sends it is shown first that the match has ended.
func TestB43_AFormFromBeforeTheEndIsStale(t *testing.T) {
	for name, end := range map[string]func(*game){
		"a resignation": func(g *game) { g.must(whiteGM, Resign{Sure: true, About: g.about()}) },
		"time called":   func(g *game) { g.must(Judge(1), CallTime{Winner: NoColour, Sure: true, About: g.about()}) },
	} {
		g := begin(t, setup{judges: 2})
		g.play("e2e4", "a7a6")
		open := g.about()
		end(g)
		g.refuse(Host, Rewind{Ply: 1, Reason: "x", About: open}, Stale)
		g.refuse(Judge(1), Rewind{Ply: 1, Reason: "x", About: open}, Stale)
		g.refuse(Host, TakeBack{Reason: "x", About: open}, Stale)
		if g.host().About == open || g.truth.match.phase != Ended {
			t.Errorf("%s: the host's page is about %d", name, g.host().About)
		}
		g.must(Host, Rewind{Ply: 1, Reason: "x", About: g.host().About})
		if g.truth.match.phase != Playing {
			t.Errorf("%s: rewound, the match does not go on", name)
		}
	}
}

// A ballot, a hint or anything else for a challenge that was undone is late.
func TestB43_WhatComesLateIsStale(t *testing.T) {
	for _, back := range []Command{TakeBack{Reason: "x"}, Rewind{Ply: 3, Reason: "x"}, Rewind{Ply: 1, Reason: "x"}} {
		g := begin(t, setup{judges: 3})
		g.play("e2e4", "a7a6", "f1a6")
		old := g.about()
		g.vote(2, "right")
		switch c := back.(type) {
		case TakeBack:
			c.About = old
			g.must(Host, c)
		case Rewind:
			c.About = old
			g.must(Host, c)
		}
		late := func() {
			for _, n := range []int{1, 3} {
				g.refuse(Judge(n), Vote{Vote: "right", About: old}, Stale, "look again")
				g.refuse(Judge(n), Misread{About: old}, Stale)
				g.refuse(Judge(n), ThrowOut{Sure: true, About: old}, Stale)
			}
			g.refuse(Judge(1), Vote{Vote: "wrong", Alone: true, About: old}, Stale)
			g.refuse(QuizMaster(chess.White), GiveHint{"Ark", old}, Stale)
		}
		late()
		if g.truth.match.play.ply == 1 {
			g.play("e2e4", "a7a6")
		}
		g.play("f1a6")
		late()
		if n := len(g.truth.match.play.challenge.panel.Ballots); n != 0 {
			t.Errorf("B40: %d ballots landed on another challenge", n)
		}
		g.rule("wrong")
	}
}

// A call whose question was on no screen is its caller's to take back, also
// while a fresh question is still to be written (R6, B33).
func TestR6_NoQuestionOnAnyScreen(t *testing.T) {
	g := outOfOwn(t, 0)
	if !g.gm(chess.White).MayTakeBack || g.gm(chess.Black).MayTakeBack {
		t.Error("R6: no question is on any screen, and the caller is not offered to take back")
	}
	g.must(whiteGM, TakeBack{About: g.about()})
	g.play("c3d5")
	g.must(QuizMaster(chess.Black), TypeFresh{questions.Text{Question: "Who was swallowed by a great fish?", Answer: "Jonah", Reference: "Jonah 1:17"}, g.about()})
	g.refuse(whiteGM, TakeBack{About: g.about()}, Refused, "(R6)")
}

// What the head judge entered is no Game Master's call (R6, R9).
func TestR6_R9_AnEnteredMoveIsNotTheGameMastersToTakeBack(t *testing.T) {
	g := begin(t, setup{})
	g.must(Judge(1), Override{"e2", "e5", "", "By paper.", g.about()})
	if g.gm(chess.White).MayTakeBack {
		t.Error("R6: White is offered to take the head judge's entry back")
	}
	g.refuse(whiteGM, TakeBack{About: g.about()}, Refused, "head judge")
	g.must(Judge(1), TakeBack{Reason: "Mistyped.", About: g.about()})
	g.wait(time.Second)
	g.play("e2e4")
}
