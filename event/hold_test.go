package event

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// holding opens a challenge with three judges whose rulings are held so long.
func holding(t *testing.T, seconds int) *game {
	t.Helper()
	g := begin(t, setup{judges: 3, house: rules.House{rules.KeyRevealHold: fmt.Sprint(seconds)}})
	g.play("e2e4", "d7d5", "e4d5")
	return g
}

// faces is what everybody but the judges sees, and the log that the host reads.
func (g *game) faces() string {
	g.Helper()
	var b strings.Builder
	for _, s := range AllSeats() {
		if s.Role() != "judge" {
			b.WriteString(g.json(s) + "\n")
		}
	}
	return b.String() + g.log()
}

// Two matches, one with a decided ruling and one with ballots that differ, look
// the same to all but the judges until the hold ends (B46).
func TestB46_NobodyButTheJudgesSeesAHeldRuling(t *testing.T) {
	for _, hold := range []int{2, 5} {
		decided, open := holding(t, hold), holding(t, hold)
		open.vote(1, "right")
		open.vote(2, "wrong")
		decided.vote(1, "right")
		before := decided.hall()
		decided.vote(2, "right")
		after := decided.hall()
		if before.Once = after.Once; fmt.Sprintf("%+v", before) == "" || before.Challenge.Waiting != after.Challenge.Waiting || after.Ruling != nil {
			t.Error("B46: the ballot that decides is seen in the hall")
		}
		step := 100 * time.Millisecond
		for passed := time.Duration(0); passed < time.Duration(hold)*time.Second; passed += step {
			if one, two := decided.faces(), open.faces(); one != two {
				t.Fatalf("B46: %v into the hold somebody sees that there is a ruling:\n%s\n%s", passed, one, two)
			}
			for n := 1; n <= 3; n++ {
				if h := decided.judge(n).Held; h == nil || h.Label != "RIGHT" || h.Until != decided.clock.now().Add(time.Duration(hold)*time.Second-passed).UnixMilli() {
					t.Fatalf("B46: judge %d sees %+v", n, h)
				}
				if open.judge(n).Held != nil {
					t.Fatal("B46: a ruling is held that was not made")
				}
			}
			decided.wait(step)
			open.wait(step)
		}
		if r := decided.hall().Ruling; r == nil || r.Label != "RIGHT" || decided.judge(1).Held != nil {
			t.Errorf("B46: after %d s the hall sees %+v", hold, r)
		}
		if decided.faces() == open.faces() || open.hall().Ruling != nil {
			t.Error("B46: the test compares nothing")
		}
	}
}

func TestB46_AtOnceWhereNothingIsHeld(t *testing.T) {
	g := holding(t, 0)
	g.vote(1, "wrong")
	g.vote(2, "wrong")
	if r := g.hall().Ruling; r == nil || r.Label != "WRONG" {
		t.Errorf("B46: %+v", r)
	}
}

func TestB46_AChangeOfMindIsNeverSeen(t *testing.T) {
	g := holding(t, 2)
	g.vote(1, "right")
	g.vote(2, "right")
	g.wait(1900 * time.Millisecond)
	// Undecided again: nothing is held and nothing comes of waiting.
	g.vote(2, "wrong")
	if h := g.judge(1).Held; h != nil {
		t.Errorf("B46: undecided, and held is %+v", h)
	}
	g.wait(time.Minute)
	if g.hall().Ruling != nil || g.hall().Challenge == nil {
		t.Fatal("B46: an undone decision was shown")
	}
	// Decided otherwise: the hold begins anew.
	g.vote(3, "wrong")
	g.wait(1500 * time.Millisecond)
	g.vote(1, "wrong")
	g.wait(1900 * time.Millisecond)
	if g.hall().Ruling != nil {
		t.Error("B46: a change of mind did not begin the hold anew")
	}
	g.wait(100 * time.Millisecond)
	if r := g.hall().Ruling; r == nil || r.Label != "WRONG" {
		t.Errorf("B46: %+v", r)
	}
	if text := g.log(); strings.Contains(text, "RIGHT") {
		t.Error("B46: the log tells of a ruling that never was")
	}
	g.refuse(Judge(1), Vote{Vote: "right", About: g.about()}, Refused, "No challenge is open")
}

func TestB46_TheHeadJudgeAloneWithinTheHold(t *testing.T) {
	g := holding(t, 5)
	g.vote(2, "right")
	g.vote(3, "right")
	g.wait(4 * time.Second)
	g.must(Judge(1), Vote{Vote: "wrong", Alone: true, About: g.about()})
	g.refuse(Judge(2), Vote{Vote: "right", About: g.about()}, Refused, "head judge has ruled alone (B40)")
	g.refuse(Judge(2), Vote{Vote: "right", Alone: true, About: g.about()}, Forbidden)
	g.wait(4900 * time.Millisecond)
	if g.hall().Ruling != nil {
		t.Error("B46: the ruling alone is shown too early")
	}
	g.wait(100 * time.Millisecond)
	if r := g.hall().Ruling; r == nil || r.Label != "WRONG" {
		t.Errorf("B40: %+v", r)
	}
}

func TestB46_ARestartWithinTheHold(t *testing.T) {
	for _, away := range []time.Duration{time.Second, time.Hour} {
		g := holding(t, 5)
		g.vote(1, "right")
		g.vote(2, "right")
		g.wait(3 * time.Second)
		g.clock.forward(away)
		g.restarted()
		if g.hall().Ruling != nil || g.judge(3).Held == nil {
			t.Error("B46: the restart showed the ruling")
		}
		if away == time.Second {
			g.wait(900 * time.Millisecond)
			if g.hall().Ruling != nil {
				t.Error("B46: shown too early after a restart")
			}
		}
		g.wait(100 * time.Millisecond)
		if r := g.hall().Ruling; r == nil || r.Label != "RIGHT" {
			t.Errorf("B46: after a restart: %+v", r)
		}
	}
}

func TestB46_R8_TheHoldStandsWhilePaused(t *testing.T) {
	g := holding(t, 5)
	g.vote(1, "right")
	g.vote(2, "right")
	g.wait(3 * time.Second)
	g.must(Judge(1), Pause{"Fire drill."})
	g.wait(time.Hour)
	if g.hall().Ruling != nil || g.hall().Challenge == nil {
		t.Fatal("R8: a ruling was shown in a pause")
	}
	g.must(Judge(1), Resume{})
	g.wait(1900 * time.Millisecond)
	if g.hall().Ruling != nil {
		t.Error("B46: the hold did not stand in the pause")
	}
	g.wait(100 * time.Millisecond)
	if g.hall().Ruling == nil {
		t.Error("B46: the hold does not end after a pause")
	}
}

func TestB46_WhatEndsAHold(t *testing.T) {
	for name, c := range map[string]func(*game){
		"B35 misread":   func(g *game) { g.must(Judge(3), Misread{About: g.about()}) },
		"R7 thrown out": func(g *game) { g.must(Judge(3), ThrowOut{Sure: true, About: g.about()}) },
		"R6 taken back": func(g *game) { g.must(Host, TakeBack{Reason: "Noise.", About: g.about()}) },
		"B43 rewound":   func(g *game) { g.must(Host, Rewind{Ply: 2, Reason: "Noise.", About: g.about()}) },
	} {
		t.Run(name, func(t *testing.T) {
			g := holding(t, 5)
			g.vote(1, "right")
			g.vote(2, "right")
			c(g)
			g.wait(time.Minute)
			if g.hall().Ruling != nil || g.judge(1).Held != nil {
				t.Errorf("%s: the held ruling came all the same", name)
			}
		})
	}
}

// A match that ends while a ruling is held stays as it was at the end; reopened,
// the ruling that the judges had made counts (R5, B46).
func TestB46_R5_AMatchThatEndsWithinTheHold(t *testing.T) {
	g := holding(t, 5)
	g.vote(1, "wrong")
	g.vote(2, "wrong")
	g.must(GameMaster(chess.Black), Resign{Sure: true, About: g.about()})
	g.wait(time.Minute)
	if g.hall().Ruling != nil || g.stands("d5") != "Salome" {
		t.Error("R5: a ruling changed the board of an ended match")
	}
	g.must(Judge(1), Reopen{"A slip of the finger.", g.about()})
	g.wait(time.Second)
	if r := g.hall().Ruling; r == nil || r.Label != "WRONG" || g.stands("d5") != "Samuel" {
		t.Errorf("B46: reopened, the ruling is %+v", r)
	}
}

// Judges who go away while the match has ended leave no trace in the record.
func TestB40_R5_JudgesWhoGoAfterTheEnd(t *testing.T) {
	for _, hold := range []int{0, 2} {
		g := holding(t, hold)
		g.vote(1, "right")
		g.must(GameMaster(chess.White), Resign{Sure: true, About: g.about()})
		kept := len(g.store.entries)
		for n := 1; n <= 3; n++ {
			g.leave(Judge(n))
		}
		for range 10 {
			g.wait(30 * time.Second)
		}
		if n := len(g.store.entries) - kept; n != 0 {
			t.Errorf("R5: %d entries came after the end", n)
		}
		g.come(Judge(1))
		g.must(Judge(1), Reopen{"Go on.", g.about()})
		for range 3 {
			g.wait(5 * time.Second)
		}
		if r := g.hall().Ruling; r == nil || r.Label != "RIGHT" {
			t.Errorf("B40: reopened, the one judge who is left has ruled, and the hall sees %+v", r)
		}
	}
}

// A judge's seat that is taken away can leave the others with a ruling; it waits
// for the end of a pause (R8) or for the match to be reopened (R5).
func TestB40_R8_R5_ARulingThatComesAboutMeanwhile(t *testing.T) {
	for name, c := range map[string]struct{ stop, on func(*game) }{
		"R8": {func(g *game) { g.must(Host, Pause{"Tea."}) }, func(g *game) { g.must(Host, Resume{}) }},
		"R5": {
			func(g *game) { g.must(GameMaster(chess.White), Resign{Sure: true, About: g.about()}) },
			func(g *game) { g.must(Judge(1), Reopen{"Slip.", g.about()}) },
		},
	} {
		for _, hold := range []int{0, 2} {
			t.Run(fmt.Sprintf("%s, hold %d", name, hold), func(t *testing.T) {
				g := holding(t, hold)
				g.vote(1, "right")
				c.stop(g)
				g.must(Host, RemoveJudge{Judge(2)})
				g.must(Host, RemoveJudge{Judge(3)})
				g.wait(time.Minute)
				if g.hall().Ruling != nil || len(g.hall().Teams[0].Out) != 0 {
					t.Fatal("a ruling was given meanwhile")
				}
				c.on(g)
				if hold > 0 && (g.hall().Ruling != nil || g.judge(1).Held == nil) {
					t.Error("B46: the ruling is not held back")
				}
				g.wait(time.Duration(hold) * time.Second)
				if r := g.hall().Ruling; r == nil || r.Label != "RIGHT" {
					t.Errorf("the ruling never came: %+v", r)
				}
			})
		}
	}
}
