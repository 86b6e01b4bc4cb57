package event

import (
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

func TestR8_WhoPausesAndResumes(t *testing.T) {
	g := ready(t, setup{judges: 2})
	g.refuse(Host, Pause{"x"}, Refused, "Only a match that is being played", "(R8)")
	g.must(Host, Start{})
	for _, s := range []Seat{Judge(2), Judge(3), whiteGM, QuizMaster(chess.White), Projector, ""} {
		g.refuse(s, Pause{"x"}, Forbidden, "Only the head judge or the host can pause the match (R8)")
		g.refuse(s, Resume{}, Forbidden, "(R8)")
	}
	g.refuse(Host, Pause{" "}, Malformed, "reason is missing")
	g.refuse(Host, Resume{}, Refused, "not paused (R8)")
	g.must(Judge(1), Pause{"Somebody fell."})
	g.refuse(Host, Pause{"x"}, Refused, "paused already")
	for _, s := range AllSeats() {
		g.says(g.json(s), `"Paused":{"Reason":"Somebody fell."`)
	}
	g.says(g.hall().Turn, "Paused: Somebody fell.")
	if p := g.host().Pause; p.MayPause || !p.MayResume {
		t.Errorf("R8: the host is offered %+v", p)
	}
	g.restarted()
	g.says(g.hall().Turn, "Paused: Somebody fell.")
	g.must(Host, Resume{})
	if g.hall().Paused != nil || !g.gm(chess.White).MayCall {
		t.Error("R8: play does not go on")
	}
	g.must(whiteGM, Resign{Sure: true, About: g.about()})
	g.refuse(Host, Pause{"x"}, Refused, "(R8)")
}

// In a pause everything but corrections is refused, with the reason (R8).
func TestR8_NothingButCorrections(t *testing.T) {
	fresh := questions.Text{Question: "Who was swallowed by a great fish?", Answer: "Jonah", Reference: "Jonah 1:17"}
	for name, c := range map[string]struct {
		open  func(*testing.T) *game
		tries func(*game, int64) map[Seat][]Command
	}{
		"a turn": {
			func(t *testing.T) *game {
				g := begin(t, setup{judges: 2})
				g.play("e2e4", "d7d5")
				g.must(blackGM, OfferDraw{g.about()})
				return g
			},
			func(g *game, a int64) map[Seat][]Command {
				items := g.qm(chess.White).Banks[3].Items
				return map[Seat][]Command{
					whiteGM:                 {g.typed("e4d5"), OfferDraw{a}, AgreeDraw{a}, AnswerDraw{About: a}, Resign{Sure: true, About: a}},
					blackGM:                 {AnswerDraw{Mine: true, About: a}, Resign{Sure: true, About: a}},
					Judge(1):                {CallTime{Sure: true, About: a}, Vote{Vote: "right", About: a}},
					QuizMaster(chess.White): {Juggle{Question: items[1].ID, Before: items[0].ID}},
				}
			},
		},
		"a challenge": {
			func(t *testing.T) *game {
				g := begin(t, setup{judges: 2})
				g.play("e2e4", "d7d5", "e4d5")
				g.must(Judge(1), QuestionRead{g.about()})
				return g
			},
			func(g *game, a int64) map[Seat][]Command {
				return map[Seat][]Command{
					Judge(1): {Vote{Vote: "right", About: a}, Vote{Vote: "right", Alone: true, About: a}, Misread{About: a}, ThrowOut{Sure: true, About: a},
						QuestionRead{a}, StopClock{About: a}, CallTime{Sure: true, About: a}},
					QuizMaster(chess.White): {QuestionRead{a}},
					blackGM:                 {Resign{Sure: true, About: a}},
				}
			},
		},
		"a Bishop who reads": {
			func(t *testing.T) *game {
				g := begin(t, setup{judges: 2})
				g.play("e2e4", "a7a6", "f1a6")
				return g
			},
			func(g *game, a int64) map[Seat][]Command {
				return map[Seat][]Command{QuizMaster(chess.White): {GiveHint{"Ark", a}}, Judge(2): {Vote{Vote: "late", About: a}}}
			},
		},
		"a marker": {
			func(t *testing.T) *game {
				g := begin(t, setup{judges: 2, markers: []string{"d7"}})
				g.play("e2e4", "d7d5", "e4d5")
				return g
			},
			func(g *game, a int64) map[Seat][]Command {
				return map[Seat][]Command{blackGM: {NameStandIn{"c7", a}}, Judge(1): {DrawLot{a}}}
			},
		},
		"a fresh question to be written": {
			func(t *testing.T) *game { return outOfOwn(t, 1) },
			func(g *game, a int64) map[Seat][]Command {
				g.clock.forward(3 * time.Minute)
				id := g.editor(ReserveEditor).Banks[0].Lines[0].ID
				return map[Seat][]Command{QuizMaster(chess.Black): {TypeFresh{fresh, a}}, Judge(1): {TakeReserve{id, a}}}
			},
		},
		"a fresh question to be approved": {
			func(t *testing.T) *game {
				g := outOfOwn(t, 0)
				g.must(QuizMaster(chess.Black), TypeFresh{fresh, g.about()})
				return g
			},
			func(g *game, _ int64) map[Seat][]Command {
				id := string(g.truth.match.play.challenge.fresh)
				return map[Seat][]Command{Judge(1): {Approve{id, 1}, SendBack{id, 1, "x"}}, Judge(2): {Approve{id, 1}}}
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			g := c.open(t)
			g.must(Host, Pause{"Fire drill."})
			tries := c.tries(g, g.about())
			for seat, commands := range tries {
				for _, command := range commands {
					g.refuse(seat, command, Refused, "The match is paused (Fire drill.)", "(R8)")
				}
			}
			// Nor is any of it offered.
			for _, s := range chess.Sides {
				if gm := g.gm(s); gm.MayCall || gm.MayResign || gm.Draw.MayOffer || len(gm.Calls) > 0 || gm.StandIn != nil {
					t.Errorf("R8: %s is offered to play", s)
				}
				if a := g.qm(s).Ask; a != nil && a.MayRead {
					t.Errorf("R8: %s's Quiz Master is offered to play", s)
				}
			}
			if j := g.judge(1); j.Ballot != nil || j.Tools.ThrowOut || j.Tools.Misread != "" || j.Tools.StopClock {
				t.Errorf("R8: a judge is offered %+v", j.Tools)
			}
			// Everything is taken again afterwards; so it was the pause.
			g.must(Host, Resume{})
			g.must(Host, TakeBack{Reason: "x", About: g.about()})
		})
	}
}

// Corrections and the host's care for people and seats are taken in a pause.
func TestR8_CorrectionsInAPause(t *testing.T) {
	for name, c := range map[string]func(*game){
		"take back by the host":   func(g *game) { g.must(Host, TakeBack{Reason: "x", About: g.about()}) },
		"rewind":                  func(g *game) { g.must(Judge(1), Rewind{Ply: 1, Reason: "x", About: g.about()}) },
		"amend alone":             func(g *game) { g.must(Judge(1), Amend{Vote: "right", Alone: true, Reason: "x", About: g.about()}) },
		"amend by the panel":      func(g *game) { g.must(Judge(2), Amend{Reason: "x", About: g.about()}); g.secondLook("right", 1, 2) },
		"appeal":                  func(g *game) { g.must(blackGM, Appeal{About: g.about()}); g.secondLook("right", 2, 1) },
		"enter a move":            func(g *game) { g.must(Judge(1), Override{"a7", "a4", "", "x", g.about()}) },
		"substitute":              func(g *game) { g.must(Host, Substitute{"a7", "Lois"}) },
		"add a judge":             func(g *game) { g.must(Host, AddJudge{"Silvanus"}) },
		"another head judge":      func(g *game) { g.must(Host, NameHead{Judge(2)}) },
		"a device lost and found": func(g *game) { g.must(Host, RenewSeat{whiteGM}) },
	} {
		t.Run(name, func(t *testing.T) {
			g := ruledMatch(t, "wrong", 2, nil)
			g.must(Host, Pause{"Tea."})
			c(g)
			if g.hall().Paused == nil {
				t.Error("R8: a correction ended the pause")
			}
			g.must(Host, Resume{})
			calls := g.gm(g.truth.match.play.caller()).Calls
			if len(calls) == 0 {
				t.Fatal("R8: play does not go on")
			}
			g.play(calls[0].From + calls[0].To)
		})
	}
}

// An amendment in a pause can end the match; the pause is then over all the same
// when somebody ends it.
func TestR8_B24_AnEndInAPause(t *testing.T) {
	g := begin(t, setup{judges: 1, house: rules.House{rules.KeyGameMasterOpen: rules.OpenStrict}})
	g.enter("4r1k1/8/8/8/8/8/4Q2p/4K3 w - - 0 1")
	g.play("e2h2:right")
	g.must(Host, Pause{"Tea."})
	g.must(Judge(1), Amend{Vote: "wrong", Alone: true, Reason: "x", About: g.about()})
	if g.hall().Phase != Ended {
		t.Fatal("B24: not ended")
	}
	g.must(Host, Resume{})
	g.must(Host, Close{})
}

// R9

func TestR9_AMoveThatTheFloorHasAccepted(t *testing.T) {
	g := begin(t, setup{judges: 2})
	g.must(Judge(1), Override{"a1", "a5", "", "It went on by paper.", g.about()})
	if g.stands("a5") != "Asher" || g.turn() != blackGM {
		t.Error("R9: an illegal move is not entered")
	}
	g.says(g.hall().Put.Headline, "entered ply 1")
	g.says(g.hall().Put.Reason, "by paper")
	g.says(g.hall().LastCall, "Rook Asher, a1 to a5, entered by the head judge")
	// Onto an enemy's square: who stands there leaves, and nothing is asked.
	g.must(Judge(1), Override{"D8", " a5 ", "", "By paper.", g.about()})
	if g.stands("a5") != "Deborah" || g.hall().Challenge != nil || g.hall().Ruling != nil {
		t.Error("R9: a capture by paper")
	}
	if out := g.hall().Teams[0].Out; len(out) != 1 || out[0].Name != "Asher" || out[0].By != "Deborah" || out[0].Ply != 2 {
		t.Errorf("R9, B22: out is %+v", out)
	}
	g.says(g.hall().LastCall, "Rook Asher left")
	g.refuse(whiteGM, Appeal{About: g.about()}, Refused, "(B41")
	g.refuse(Judge(1), Amend{Vote: "right", Alone: true, Reason: "x", About: g.about()}, Refused, "(B41")
	// A promotion, and the Game Master's square, which ends the match (B18).
	g.must(Judge(1), Override{"b2", "b8", "Q", "By paper.", g.about()})
	if out := g.hall().Teams[1].Out; g.stands("b8") != "Jonah" || len(out) != 1 || out[0].Name != "Abigail" {
		t.Errorf("R9: %+v", out)
	}
	if role := g.role("b8"); role != "Quiz Master" {
		t.Errorf("R9, B6: a promoted Pawn is a %s", role)
	}
	g.must(Judge(1), Override{"a5", "e1", "", "By paper.", g.about()})
	if r := g.hall().Result; r == nil || r.Winner != BlackColour {
		t.Errorf("R9, B18: %+v", r)
	}
	g.refuse(Judge(1), Override{"b8", "b1", "", "x", g.about()}, Refused, "being played", "(R9)")
	g.must(Judge(2), Reopen{"Not so.", g.about()})
	g.to(1)
	if got := g.floor(); got != begin(t, setup{judges: 2}).floor() {
		t.Errorf("B43: %s", got)
	}
}

// role is what the player on a square is.
func (g *game) role(square string) string {
	for _, c := range g.hall().Board.Cells {
		if c.Square == square && c.Token != nil {
			return c.Token.Role
		}
	}
	return ""
}

func TestR9_WhatCantBeEntered(t *testing.T) {
	g := begin(t, setup{judges: 2})
	a := g.about()
	for _, s := range []Seat{Host, Judge(2), Judge(3), whiteGM, QuizMaster(chess.White), Projector} {
		g.refuse(s, Override{"e2", "e4", "", "x", a}, Forbidden, "Only the head judge", "(R9)")
	}
	for _, c := range []struct {
		o     Override
		why   Reason
		words string
	}{
		{Override{"e3", "e4", "", "x", a}, Refused, "nobody stands on e3 (R9)"},
		{Override{"e7", "e5", "", "x", a}, Refused, "White's turn"},
		{Override{"e2", "e2", "", "x", a}, Refused, "on e2 already"},
		{Override{"e2", "d2", "", "x", a}, Refused, "same side"},
		{Override{"e2", "e8", "", "x", a}, Refused, "(R9)"}, // a Pawn would have been promoted
		{Override{"e2", "e1", "", "x", a}, Refused, "(R9)"},
		{Override{"e2", "e9", "", "x", a}, Malformed, "e9"},
		{Override{"", "e4", "", "x", a}, Malformed, ""},
		{Override{"e2e4", "", "", "x", a}, Malformed, ""},
		{Override{"ｅ2", "e4", "", "x", a}, Malformed, ""},
		{Override{"e2", "e8", "k", "x", a}, Malformed, "q, r, b or n"},
		{Override{"e2", "e8", "queen", "x", a}, Malformed, ""},
		{Override{"e2", "e4\x00", "", "x", a}, Malformed, ""},
		{Override{"e2", strings.Repeat("e", 1<<20), "", "x", a}, Malformed, "…"},
		{Override{"e2", "e4", "", "", a}, Malformed, "reason is missing"},
		{Override{"e2", "e4", "", strings.Repeat("x", 301), a}, Malformed, "301"},
		{Override{"e2", "e4", "", "x", a + 7}, Stale, "look again"},
		{Override{"e2", "e4", "", "x", 0}, Malformed, "reload"},
	} {
		if p := g.refuse(Judge(1), c.o, c.why, c.words); len(p.Words) > 400 {
			t.Errorf("R9: the refusal has %d bytes", len(p.Words))
		}
	}
	g.play("e2e4", "d7d5", "e4d5")
	g.refuse(Judge(1), Override{"a2", "a5", "", "x", g.about()}, Refused, "take its call back first (R9)")
	g.rule("wrong")
	g.must(blackGM, Appeal{About: g.about()})
	g.refuse(Judge(1), Override{"a7", "a5", "", "x", g.about()}, Refused, "(R9)")
}

// Who has been moved against the rules has moved: castling is gone (B8).
func TestR9_B8_AnEnteredMoveCounts(t *testing.T) {
	g := begin(t, setup{})
	g.play("g1f3", "a7a6", "e2e3", "h7h6", "f1e2", "h6h5")
	g.must(Judge(1), Override{"h1", "h4", "", "x", g.about()})
	g.play("g7g6")
	g.must(Judge(1), Override{"h4", "h1", "", "x", g.about()})
	g.play("b7b6")
	g.refuse(whiteGM, g.typed("e1g1"), Refused, "(B8)")
}
