package event

import (
	"encoding/json"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// remaining is what a clock has left on every page, in milliseconds; -1 where
// no page shows it. All pages show the same.
func (g *game) remaining(key string) int64 {
	g.Helper()
	left := int64(-2)
	for _, s := range AllSeats() {
		var page struct{ Clocks []Countdown }
		if err := json.Unmarshal([]byte(g.json(s)), &page); err != nil {
			g.Fatal(err)
		}
		here := int64(-1)
		for _, c := range page.Clocks {
			if c.Key == key && c.Stopped {
				here = c.Left
			} else if c.Key == key {
				here = max(c.Until-g.clock.now().UnixMilli(), 0)
			}
		}
		if left != -2 && here != left {
			g.Errorf("%s shows %d ms on the clock %s, others %d", s, here, key, left)
		}
		left = here
	}
	return left
}

// reads expects so much on a clock, and that it runs or stands.
func (g *game) reads(key string, want time.Duration, runs bool) {
	g.Helper()
	if got := g.remaining(key); got != want.Milliseconds() {
		g.Errorf("the clock %s has %d ms left, want %d", key, got, want.Milliseconds())
	}
	g.clock.forward(time.Second)
	if runs {
		want -= time.Second
	}
	if got := g.remaining(key); got != want.Milliseconds() {
		g.Errorf("a second later the clock %s has %d ms left, want %d", key, got, want.Milliseconds())
	}
	g.clock.forward(-time.Second)
}

const none = -time.Millisecond // no page shows such a clock

// restarted goes on with another evening on the same store.
func (g *game) restarted() {
	g.Helper()
	e, err := Open(g.store, g.clock.now)
	if err != nil {
		g.Fatal(err)
	}
	g.Evening = e
	for s := range g.pages {
		g.come(s)
	}
}

func TestB44_WhoStartsTheAnswerClock(t *testing.T) {
	white, black := QuizMaster(chess.White), QuizMaster(chess.Black)
	for _, by := range []Seat{white, Judge(1), Judge(2)} {
		g := begin(t, setup{judges: 2})
		g.refuse(white, QuestionRead{g.about()}, Refused, "No challenge is open")
		g.play("e2e4", "d7d5", "e4d5")
		g.reads("answer", none, false)
		for _, s := range []Seat{Host, Projector, GameMaster(chess.White), Editor(chess.White)} {
			g.refuse(s, QuestionRead{g.about()}, Forbidden)
		}
		g.refuse(black, QuestionRead{g.about()}, Forbidden, "side that asks", "(B44)")
		g.refuse(Judge(3), QuestionRead{g.about()}, Forbidden, "Nobody holds")
		g.refuse(by, QuestionRead{g.about() - 1}, Stale)
		g.must(by, QuestionRead{g.about()})
		g.reads("answer", 30*time.Second, true)
		g.refuse(white, QuestionRead{g.about()}, Refused, "runs already (B44)")
		if g.qm(chess.White).Ask.MayRead || g.judge(2).Tools.Read || !g.judge(2).Tools.StopClock {
			t.Error("B44: the clock runs and can be started again, or not be stopped")
		}
		g.rule("right")
		g.reads("answer", none, false)
	}
}

func TestB44_WhereThereIsNoClock(t *testing.T) {
	g := begin(t, setup{})
	g.play("e2e4", "a7a6", "f1a6")
	g.refuse(Judge(1), QuestionRead{g.about()}, Refused, "A Bishop's reading has no clock (B44)")
	g.refuse(QuizMaster(chess.White), QuestionRead{g.about()}, Refused, "(B44)")
	if g.judge(1).Tools.Read || g.qm(chess.White).Ask.MayRead {
		t.Error("B44: a clock is offered for a Bishop's reading")
	}
	g = begin(t, setup{house: rules.House{rules.KeyAnswerSeconds: rules.Off}})
	g.play("e2e4", "d7d5", "e4d5")
	g.refuse(Judge(1), QuestionRead{g.about()}, Refused, "no clock in this match (B44)")
	if g.judge(1).Tools.Read || g.qm(chess.White).Ask.MayRead {
		t.Error("B44: a clock is offered where it is off")
	}
	// A question that is not on any screen has not been read (B2).
	g = begin(t, setup{markers: []string{"d7"}})
	g.play("e2e4", "d7d5", "e4d5")
	g.refuse(Judge(1), QuestionRead{g.about()}, Refused, "No question has been put yet")
	g.refuse(Judge(1), StopClock{About: g.about()}, Refused, "not like that any more (B44)")
}

func TestB44_AJudgeStopsItAndLetsItGoOn(t *testing.T) {
	g := begin(t, setup{judges: 2, house: rules.House{rules.KeyAnswerSeconds: "60"}})
	g.play("e2e4", "d7d5", "e4d5")
	g.must(QuizMaster(chess.White), QuestionRead{g.about()})
	g.clock.forward(10 * time.Second)
	g.refuse(QuizMaster(chess.White), StopClock{About: g.about()}, Forbidden)
	g.refuse(GameMaster(chess.Black), StopClock{About: g.about()}, Forbidden)
	g.refuse(Judge(3), StopClock{About: g.about()}, Forbidden)
	g.refuse(Judge(2), StopClock{On: true, About: g.about()}, Refused, "(B44)")
	g.must(Judge(2), StopClock{About: g.about()})
	g.reads("answer", 50*time.Second, false)
	g.refuse(Judge(1), StopClock{About: g.about()}, Refused, "(B44)")
	g.refuse(QuizMaster(chess.White), QuestionRead{g.about()}, Refused, "(B44)")
	if tools := g.judge(1).Tools; !tools.GoOn || tools.StopClock || tools.Read {
		t.Errorf("B44: the clock stands and a judge is offered %+v", tools)
	}
	g.clock.forward(time.Hour)
	g.restarted()
	g.reads("answer", 50*time.Second, false)
	g.must(Judge(1), StopClock{On: true, About: g.about()})
	g.reads("answer", 50*time.Second, true)
	g.clock.forward(49 * time.Second)
	g.restarted()
	g.reads("answer", time.Second, true)
	// At zero nothing is ruled; the judges rule.
	g.clock.forward(time.Minute)
	g.tick("")
	g.reads("answer", 0, false)
	if g.hall().Challenge == nil || g.hall().Ruling != nil {
		t.Error("B44: the clock ruled by itself")
	}
	g.rule("right")
}

func TestB44_R8_ItStandsWhilePaused(t *testing.T) {
	for _, stopped := range []bool{false, true} {
		g := begin(t, setup{})
		g.play("e2e4", "d7d5", "e4d5")
		g.must(Judge(1), QuestionRead{g.about()})
		g.clock.forward(12 * time.Second)
		if stopped {
			g.must(Judge(1), StopClock{About: g.about()})
		}
		g.must(Host, Pause{"Somebody fell."})
		g.reads("answer", 18*time.Second, false)
		g.clock.forward(5 * time.Minute)
		g.restarted()
		g.reads("answer", 18*time.Second, false)
		g.refuse(Judge(1), StopClock{On: stopped, About: g.about()}, Refused, "paused", "(R8)")
		g.must(Judge(1), Resume{})
		g.reads("answer", 18*time.Second, !stopped)
	}
}

// A question that is put anew has its whole time again (B35, R7), and none is
// left over from a challenge that was taken back (R6).
func TestB44_ANewReadingANewClock(t *testing.T) {
	for name, c := range map[string]Command{
		"B35 misread":    Misread{},
		"R7 thrown out":  ThrowOut{Sure: true},
		"R6 taken back":  TakeBack{Reason: "Noise."},
		"B43 rewound":    Rewind{Ply: 3, Reason: "Noise."},
		"R5 resignation": nil,
	} {
		t.Run(name, func(t *testing.T) {
			g := begin(t, setup{})
			g.play("e2e4", "d7d5", "e4d5")
			g.must(Judge(1), QuestionRead{g.about()})
			g.clock.forward(20 * time.Second)
			switch x := c.(type) {
			case Misread:
				x.About = g.about()
				g.must(Judge(1), x)
			case ThrowOut:
				x.About = g.about()
				g.must(Judge(1), x)
			case TakeBack:
				x.About = g.about()
				g.must(Judge(1), x)
				g.play("e4d5")
			case Rewind:
				x.About = g.about()
				g.must(Judge(1), x)
				g.play("e4d5")
			default:
				// Reopened, the same reading goes on.
				g.must(GameMaster(chess.White), Resign{Sure: true, About: g.about()})
				g.reads("answer", none, false)
				g.must(Judge(1), Reopen{"Slip.", g.about()})
				g.reads("answer", 10*time.Second, true)
				return
			}
			g.reads("answer", none, false)
			g.must(QuizMaster(chess.White), QuestionRead{g.about()})
			g.reads("answer", 30*time.Second, true)
		})
	}
}

func TestR5_R8_MatchAndCallClocksStandWhilePaused(t *testing.T) {
	g := begin(t, setup{house: rules.House{rules.KeyMatchMinutes: "60", rules.KeyCallSeconds: "90"}})
	g.reads("match", time.Hour, true)
	g.reads("call", 90*time.Second, true)
	g.clock.forward(30 * time.Second)
	g.must(Host, Pause{"Somebody fell."})
	g.reads("match", time.Hour-30*time.Second, false)
	g.reads("call", time.Minute, false)
	g.clock.forward(10 * time.Minute)
	g.restarted()
	g.reads("match", time.Hour-30*time.Second, false)
	g.reads("call", time.Minute, false)
	g.must(Host, Resume{})
	g.reads("match", time.Hour-30*time.Second, true)
	g.reads("call", time.Minute, true)
	// The next turn has its own time; the match goes on.
	g.clock.forward(10 * time.Second)
	g.play("e2e4")
	g.reads("call", 90*time.Second, true)
	g.reads("match", time.Hour-40*time.Second, true)
	// A second pause adds to the first.
	g.must(Host, Pause{"Tea."})
	g.clock.forward(20 * time.Minute)
	g.must(Host, Resume{})
	g.reads("match", time.Hour-40*time.Second, true)
	g.reads("call", 90*time.Second, true)
	// While a challenge is open or a ruling is looked at again nobody is to call.
	g.play("d7d5", "e4d5")
	g.reads("call", none, false)
	g.rule("wrong")
	g.must(GameMaster(chess.Black), Appeal{About: g.about()})
	g.reads("call", none, false)
}

// A turn that a correction begins in a pause has its whole time when play goes on.
func TestR5_R8_AClockThatBeginsInAPause(t *testing.T) {
	for name, c := range map[string]Command{
		"B43 rewound":   Rewind{Ply: 1, Reason: "Mistake."},
		"R6 taken back": TakeBack{Reason: "Mistake."},
		"R9 entered":    Override{From: "a7", To: "a5", Reason: "By paper."},
	} {
		t.Run(name, func(t *testing.T) {
			g := begin(t, setup{house: rules.House{rules.KeyMatchMinutes: "60", rules.KeyCallSeconds: "90"}})
			g.play("e2e4")
			g.clock.forward(30 * time.Second)
			g.must(Host, Pause{"The floor is wet."})
			g.clock.forward(4 * time.Minute)
			switch x := c.(type) {
			case Rewind:
				x.About = g.about()
				g.must(Judge(1), x)
			case TakeBack:
				x.About = g.about()
				g.must(Judge(1), x)
			case Override:
				x.About = g.about()
				g.must(Judge(1), x)
			}
			g.reads("call", 90*time.Second, false)
			g.clock.forward(3 * time.Minute)
			g.reads("call", 90*time.Second, false)
			g.must(Host, Resume{})
			g.reads("call", 90*time.Second, true)
			g.reads("match", time.Hour-30*time.Second, true)
		})
	}
}

func TestR5_ClocksThatAreOff(t *testing.T) {
	g := begin(t, setup{})
	for _, key := range []string{"match", "call", "answer"} {
		g.reads(key, none, false)
	}
	g.must(GameMaster(chess.White), Resign{Sure: true, About: g.about()})
	g.reads("match", none, false)
}
