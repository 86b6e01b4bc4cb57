package event

import (
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

func TestB35_ReadAgain(t *testing.T) {
	g := begin(t, setup{judges: 3, house: rules.House{rules.KeyRevealHold: "2"}})
	g.refuse(Judge(1), Misread{About: g.about()}, Refused, "No challenge is open")
	g.play("e2e4", "a7a6", "f1a6")
	for _, s := range []Seat{Host, whiteGM, QuizMaster(chess.White), QuizMaster(chess.Black), Projector} {
		g.refuse(s, Misread{About: g.about()}, Forbidden)
	}
	g.refuse(Judge(4), Misread{About: g.about()}, Forbidden, "Nobody holds")
	if tools := g.judge(3).Tools; tools.MisreadLoses || !strings.Contains(tools.Misread, "read again") {
		t.Errorf("B35: %+v", tools)
	}
	for range 3 { // as often as it happens
		due, place, old := g.due(), g.judge(1).Question.Sequence, g.about()
		g.must(QuizMaster(chess.White), GiveHint{"Ark", g.about()})
		g.vote(1, "right")
		g.vote(2, "right")
		g.must(Judge(3), Misread{About: g.about()})
		if g.due() != due || g.judge(1).Question.Sequence != place {
			t.Errorf("B35: read again is %q, %s", g.due(), g.judge(1).Question.Sequence)
		}
		// Nobody's ballot for the earlier reading counts, and none comes late.
		for n := 1; n <= 3; n++ {
			if b := g.judge(n).Ballot; b.Mine != "" || !b.OnPanel {
				t.Errorf("B35: judge %d has %+v", n, b)
			}
			g.refuse(Judge(n), Vote{Vote: "right", About: old}, Stale, "look again")
			g.refuse(Judge(n), Misread{About: old}, Stale)
		}
		g.wait(time.Minute)
		if g.hall().Ruling != nil {
			t.Fatal("B35: a ruling on the earlier reading came all the same")
		}
		g.must(Host, TakeBack{Reason: "Once more.", About: g.about()})
		g.play("f1a6")
	}
	g.must(Judge(2), Misread{About: g.about()})
	g.rule("late")
	if r := g.hall().Ruling; r.Label != "TOO LATE" || g.hall().Teams[1].OnFloor != 15 {
		t.Errorf("B35: %+v", r)
	}
	// Nothing is used up but the one question that was ruled on.
	g.play("h7h6", "a6b7")
	g.says(g.judge(1).Question.Sequence, "2 of 3, pass 1")
}

func TestB35_TheAskerLoses(t *testing.T) {
	for name, c := range map[string]struct {
		calls []string
		walk  string
	}{
		"B10 the challenger's side asks": {[]string{"e2e4", "d7d5", "e4d5"}, "Samuel leaves the floor."},
		"B12 a Bishop reads":             {[]string{"e2e4", "a7a6", "f1a6"}, "Lydia leaves the floor."},
		"B15 a Quiz Master asks":         {[]string{"e2e4", "a7a6", "d1g4", "a6a5", "g4d7"}, "Judith goes back to g4."},
	} {
		t.Run(name, func(t *testing.T) {
			g := begin(t, setup{judges: 3, house: rules.House{rules.KeyMisread: rules.MisreadLoses, rules.KeyRevealHold: "5"}})
			g.play(c.calls...)
			g.vote(1, "wrong")
			g.vote(2, "wrong") // held
			if !g.judge(1).Tools.MisreadLoses {
				t.Error("B35: a judge is not told that the asker loses")
			}
			g.refuse(Judge(2), Misread{About: g.about()}, Malformed, "confirm", "(B35)")
			old := g.about()
			g.must(Judge(2), Misread{Sure: true, About: g.about()})
			if r := g.hall().Ruling; r == nil || r.Label != "MISREAD" || r.Words != c.walk {
				t.Errorf("B35: %+v, want %s", r, c.walk)
			}
			g.refuse(Judge(1), Vote{Vote: "wrong", About: old}, Stale)
			g.settle()
			if g.hall().Ruling.Label != "MISREAD" {
				t.Error("B46: the held ruling came after it")
			}
		})
	}
}

func TestR7_AThrownOutQuestion(t *testing.T) {
	g := begin(t, setup{judges: 2})
	g.refuse(Judge(1), ThrowOut{Sure: true, About: g.about()}, Refused, "No challenge is open")
	g.play("e2e4", "d7d5", "e4d5")
	for _, s := range []Seat{Host, whiteGM, QuizMaster(chess.White), Projector} {
		g.refuse(s, ThrowOut{Sure: true, About: g.about()}, Forbidden)
	}
	g.refuse(Judge(3), ThrowOut{Sure: true, About: g.about()}, Forbidden, "Nobody holds")
	g.refuse(Judge(1), ThrowOut{About: g.about()}, Malformed, "second time (R7)")
	g.vote(1, "right")
	old := g.about()
	g.must(Judge(2), ThrowOut{Reason: "The answer was shouted.", Sure: true, About: g.about()})
	if g.due() != "Question of White Pawn 2?" || g.qm(chess.White).Ask.Question != g.due() || g.judge(1).Ballot.Mine != "" {
		t.Errorf("R7: the next one is %q", g.due())
	}
	for _, item := range g.qm(chess.White).Banks[3].Items[:2] {
		if want := []string{"", "spent", "next"}[item.Number]; item.State != want {
			t.Errorf("R7: question %d is %s", item.Number, item.State)
		}
	}
	g.refuse(Judge(2), Vote{Vote: "wrong", About: old}, Stale)
	g.must(Judge(1), ThrowOut{Sure: true, About: g.about()})
	g.says(g.judge(1).Question.Sequence, "3 of 12, pass 1")
	g.rule("wrong")
	if r := g.hall().Ruling; r.Question != "Question of White Pawn 3?" {
		t.Errorf("R7: the hall learns %q", r.Question)
	}
	// Both stay in the record, with the reason.
	thrown := 0
	for _, e := range g.store.entries {
		if e.Kind == "thrown-out" {
			thrown++
		}
	}
	g.says(g.log(), "Threw the question out: The answer was shouted.")
	if thrown != 2 {
		t.Errorf("R7: %d are in the record", thrown)
	}
}

// They are passed over in every later pass (R7, B31), also of a bank of one.
func TestR7_B31_NotAgain(t *testing.T) {
	g := begin(t, setup{house: rules.House{rules.KeyBankSizes: "1,1,1,2,1"}})
	g.play("e2e4", "d7d5", "e4d5")
	g.must(Judge(1), ThrowOut{Sure: true, About: g.about()})
	g.rule("wrong")
	g.play("e7e6", "d5e6")
	if g.due() != "Question of White Pawn 2?" {
		t.Errorf("R7: due is %s", g.due())
	}
	g.says(g.judge(1).Question.Sequence, "2 of 2, pass 2")
	// When all are thrown out they all come again, so that no bank runs dry.
	g.must(Judge(1), ThrowOut{Sure: true, About: g.about()})
	g.must(Judge(1), ThrowOut{Sure: true, About: g.about()})
	g.must(Judge(1), ThrowOut{Sure: true, About: g.about()})
	before := g.due()
	g.must(Host, TakeBack{Reason: "x", About: g.about()})
	g.play("d5e6")
	if g.due() != before {
		t.Errorf("R7: taken back, due is %s and was %s", g.due(), before)
	}
	g.rule("wrong")
}

// The last of a Quiz Master's own is thrown out: a fresh one is due (R7, B33).
func TestR7_B33_RunningOutByAThrowOut(t *testing.T) {
	g := begin(t, setup{house: small, reserve: 1, judges: 2})
	g.play("e2e4", "d7d5", "e4d5:wrong", "d8d5")
	g.clock.forward(5 * time.Minute)
	g.must(Judge(2), ThrowOut{Sure: true, About: g.about()})
	g.says(g.hall().Turn, "Black's Quiz Master has no question left")
	if g.judge(1).Question != nil || g.judge(1).Fresh == nil || g.qm(chess.Black).Fresh == nil {
		t.Fatal("B33: no fresh question is asked for")
	}
	g.refuse(Judge(1), ThrowOut{Sure: true, About: g.about()}, Refused, "No question has been put yet")
	g.refuse(Judge(1), Misread{About: g.about()}, Refused, "No question has been put yet")
	g.refuse(Judge(1), Vote{Vote: "right", About: g.about()}, Refused, "No question has been put yet")
	g.refuse(Judge(1), Vote{Vote: "right", Alone: true, About: g.about()}, Refused, "No question has been put yet")
	id := g.editor(ReserveEditor).Banks[0].Lines[0].ID
	// The 120 s count from here.
	g.refuse(Judge(1), TakeReserve{id, g.about()}, Refused, "120 seconds")
	g.wait(2 * time.Minute)
	g.must(Judge(1), TakeReserve{id, g.about()})
	g.must(Judge(1), ThrowOut{Sure: true, About: g.about()})
	g.says(g.hall().Turn, "no question left")
	// Shown before, so it is the head judge's or the host's to take back (R6).
	g.refuse(blackGM, TakeBack{About: g.about()}, Refused, "(R6)")
	g.must(Host, TakeBack{Reason: "x", About: g.about()})
	g.play("d8d5")
	g.says(g.hall().Turn, "no question left")
}
