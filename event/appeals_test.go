package event

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

var (
	whiteGM = GameMaster(chess.White)
	blackGM = GameMaster(chess.Black)
)

// ruledMatch is a match whose third ply, Samuel from e4 onto Salome's d5, was ruled.
func ruledMatch(t *testing.T, vote string, judges int, house rules.House) *game {
	t.Helper()
	g := begin(t, setup{judges: judges, house: house})
	g.play("e2e4", "d7d5", "e4d5:"+vote)
	return g
}

// fallen is who is on d5, and who has left, after that ply.
func (g *game) fallen() string {
	var out []string
	for _, team := range g.hall().Teams {
		for _, o := range team.Out {
			out = append(out, fmt.Sprintf("%s by %s at %d", o.Name, o.By, o.Ply))
		}
	}
	return g.stands("d5") + "; " + strings.Join(out, ", ")
}

var fallen = map[string]string{"right": "Salome; Samuel by Salome at 3", "wrong": "Samuel; Salome by Samuel at 3"}

// secondLook has judges vote on the ruling that is looked at again.
func (g *game) secondLook(vote string, judges ...int) {
	g.Helper()
	for _, n := range judges {
		g.must(Judge(n), Vote{Vote: vote, Reason: "Heard again.", About: g.about()})
	}
}

func TestB42_AnAppealIsUpheldOrSucceeds(t *testing.T) {
	for _, side := range chess.Sides {
		for _, ruling := range []string{"right", "wrong"} {
			for _, second := range []string{"right", "wrong"} {
				t.Run(fmt.Sprintf("%s against %s, then %s", side, ruling, second), func(t *testing.T) {
					g := ruledMatch(t, ruling, 3, nil)
					gm := GameMaster(side)
					if a := g.gm(side).Appeal; !a.May || a.Left != 2 {
						t.Fatalf("B42: the tablet offers %+v", a)
					}
					g.refuse(gm, Appeal{About: g.about() - 1}, Stale)
					g.must(gm, Appeal{"The answer came from the gallery.", g.about()})
					if a := g.gm(side).Appeal; a.May || a.Left != 1 || g.gm(side.Other()).Appeal.Left != 2 {
						t.Errorf("B42: while it is open the tablet shows %+v", a)
					}
					for _, headline := range []*ReviewView{g.hall().Review, g.gm(side.Other()).Review, g.qm(side).Review} {
						g.says(headline.Headline, side.String(), "appeals against the ruling")
						g.says(headline.Reason, "from the gallery")
					}
					review := g.judge(2).Review
					if review == nil || review.Question.Text != "Question of White Pawn 1?" || len(review.Ballots) != 2 {
						t.Errorf("B42: a judge sees %+v", review)
					}
					if b := g.judge(2).Ballot; !b.OnPanel || len(b.Choices) != 2 {
						t.Errorf("B42: a judge votes on %+v", b)
					}
					g.refuse(blackGM, g.typed("a7a6"), Refused, "looking at the last ruling again", "(B42)")
					g.refuse(GameMaster(side.Other()), Appeal{About: g.about()}, Refused, "looking at this ruling already")
					g.refuse(Judge(1), Amend{Reason: "x", About: g.about()}, Refused, "already")
					g.secondLook(second, 1, 2)
					left, what := 1, "upheld"
					if second != ruling {
						left, what = 2, "amended"
					}
					if got := g.gm(side).Appeal.Left; got != left {
						t.Errorf("B42: %s and %d appeals are left, want %d", what, got, left)
					}
					g.says(g.hall().Put.Headline, "The ruling of ply 3 is "+what)
					if got := g.fallen(); got != fallen[second] {
						t.Errorf("B41: the floor is %q, want %q", got, fallen[second])
					}
					if walks := len(g.hall().Put.Walks); (walks > 0) != (what == "amended") {
						t.Errorf("B41: %s and %d walk", what, walks)
					}
					if g.hall().Review != nil || g.judge(1).Review != nil || strings.Contains(g.hall().LastCall, "(amended)") != (what == "amended") {
						t.Errorf("B41: %s leaves %q", what, g.hall().LastCall)
					}
					g.play("a7a6")
				})
			}
		}
	}
}

// A ruling that is amended is marked so, whether or not anybody gave a reason.
func TestB41_AnAmendedRulingIsMarkedWithoutAReasonToo(t *testing.T) {
	g := ruledMatch(t, "right", 2, nil)
	g.must(whiteGM, Appeal{About: g.about()})
	for n := 1; n <= 2; n++ {
		g.must(Judge(n), Vote{Vote: "wrong", About: g.about()})
	}
	g.says(g.hall().LastCall, "WRONG (amended)")
	g.says(g.gm(chess.Black).Plies[0].Words, "(amended)")
}

func TestB42_AppealsAreCounted(t *testing.T) {
	g := ruledMatch(t, "right", 1, rules.House{rules.KeyAppeals: "2"})
	for left := 1; left >= 0; left-- {
		g.must(whiteGM, Appeal{About: g.about()})
		g.secondLook("right", 1)
		if got := g.gm(chess.White).Appeal.Left; got != left {
			t.Fatalf("B42: %d appeals are left, want %d", got, left)
		}
	}
	g.refuse(whiteGM, Appeal{About: g.about()}, Refused, "White has no appeal left (B42)")
	if g.gm(chess.White).Appeal.May {
		t.Error("B42: none is left and one is offered")
	}
	// A successful one can be repeated for ever.
	for _, vote := range []string{"wrong", "right", "wrong"} {
		g.must(blackGM, Appeal{About: g.about()})
		g.secondLook(vote, 1)
		if got := g.gm(chess.Black).Appeal.Left; got != 2 {
			t.Fatalf("B42: a successful appeal leaves %d", got)
		}
	}
	if got := g.fallen(); got != fallen["wrong"] {
		t.Errorf("B41: after four amendments the floor is %q", got)
	}
	g = ruledMatch(t, "right", 1, rules.House{rules.KeyAppeals: "0"})
	g.refuse(whiteGM, Appeal{About: g.about()}, Refused, "has no appeal left (B42)")
	if a := g.gm(chess.White).Appeal; a.May || a.Left != 0 {
		t.Errorf("B42: %+v", a)
	}
}

func TestB42_WhenAndWho(t *testing.T) {
	g := begin(t, setup{judges: 2})
	g.refuse(whiteGM, Appeal{About: g.about()}, Refused, "no ruling to amend")
	g.play("e2e4", "d7d5", "e4d5")
	g.refuse(blackGM, Appeal{About: g.about()}, Refused)
	g.rule("right")
	for _, s := range []Seat{Host, Judge(1), QuizMaster(chess.Black), Projector, Editor(chess.White)} {
		g.refuse(s, Appeal{About: g.about()}, Forbidden)
	}
	old := g.about()
	g.play("a7a6")
	g.refuse(whiteGM, Appeal{About: g.about()}, Refused, "next call has been made", "(B41, B43)")
	g.refuse(whiteGM, Appeal{About: old}, Refused, "next call has been made")
	if g.gm(chess.White).Appeal.May || g.judge(1).Tools.Amend {
		t.Error("B41: after the next call an appeal or an amendment is offered")
	}
	// Taken back, the ruling is the last one again.
	g.must(blackGM, TakeBack{About: g.about()})
	g.must(blackGM, Appeal{About: g.about()})
}

func TestB42_NoCallForSomeSecondsAfterARuling(t *testing.T) {
	g := ruledMatchNow(t, rules.House{rules.KeyAppealSeconds: "10"})
	g.refuse(blackGM, g.typed("a7a6"), Refused, "call in 10 seconds (B42)")
	if s := g.gm(chess.Black); s.MayCall || s.Wait == nil || s.Wait.Until != g.clock.now().Add(10*time.Second).UnixMilli() {
		t.Errorf("B42: the tablet shows %+v", s.Wait)
	}
	g.clock.forward(9001 * time.Millisecond)
	g.refuse(blackGM, g.typed("a7a6"), Refused, "call in 1 seconds")
	g.clock.forward(998 * time.Millisecond)
	g.refuse(blackGM, g.typed("a7a6"), Refused, "(B42)")
	g.clock.forward(time.Millisecond)
	if s := g.gm(chess.Black); !s.MayCall || s.Wait != nil {
		t.Error("B42: after 10 s the tablet still waits")
	}
	g.play("a7a6")
	// A quiet call is followed at once.
	g.play("a2a3")

	g = ruledMatchNow(t, rules.House{rules.KeyAppealSeconds: "0"})
	g.play("a7a6")
	g = ruledMatchNow(t, rules.House{rules.KeyAppealSeconds: "60", rules.KeyAppeals: "0"})
	g.play("a7a6") // nobody could appeal

	// In a pause the seconds stand (R8).
	g = ruledMatchNow(t, rules.House{rules.KeyAppealSeconds: "10"})
	g.clock.forward(4 * time.Second)
	g.must(Host, Pause{"Tea."})
	g.clock.forward(time.Hour)
	g.must(Host, Resume{})
	g.refuse(blackGM, g.typed("a7a6"), Refused, "call in 6 seconds")
	g.restarted()
	g.refuse(blackGM, g.typed("a7a6"), Refused, "call in 6 seconds")
	g.clock.forward(6 * time.Second)
	g.play("a7a6")
}

// ruledMatchNow is such a match at the very moment of the ruling.
func ruledMatchNow(t *testing.T, house rules.House) *game {
	t.Helper()
	g := begin(t, setup{house: house})
	g.play("e2e4", "d7d5", "e4d5")
	g.must(Judge(1), Vote{Vote: "wrong", About: g.about()})
	return g
}

// The panel of a review is the judges who are present when it opens (B40).
func TestB42_B40_ThePanelOfAReview(t *testing.T) {
	g := ruledMatch(t, "right", 3, nil)
	g.leave(Judge(2))
	g.wait(21 * time.Second)
	g.must(whiteGM, Appeal{About: g.about()})
	g.come(Judge(2))
	g.wait(time.Second)
	if b := g.judge(2).Ballot; b.OnPanel || !strings.Contains(b.Why, "the panel of 2") {
		t.Errorf("B40: who came later sees %+v", b)
	}
	g.refuse(Judge(2), Vote{Vote: "wrong", About: g.about()}, Refused, "(B40)")
	g.refuse(Judge(4), Vote{Vote: "wrong", About: g.about()}, Forbidden, "Nobody holds")
	g.refuse(Judge(3), Vote{Vote: "late", About: g.about()}, Refused, "(B20)")
	g.must(Judge(3), Vote{Vote: "wrong", About: g.about()})
	// One of the two goes: the other's ballot decides.
	g.leave(Judge(1))
	g.wait(21 * time.Second)
	if g.hall().Review != nil || g.fallen() != fallen["wrong"] {
		t.Errorf("B40: the one who is left decided and the floor is %q", g.fallen())
	}
}

func TestB42_AnEmptyPanelWaitsForTheFirstToCome(t *testing.T) {
	for name, first := range map[string]func(*game){
		"the first page that opens": func(g *game) { g.come(Judge(2)); g.wait(time.Second) },
		"the first ballot":          func(*game) {},
	} {
		t.Run(name, func(t *testing.T) {
			g := ruledMatch(t, "right", 2, nil)
			g.leave(Judge(1))
			g.leave(Judge(2))
			g.wait(time.Minute)
			g.must(whiteGM, Appeal{About: g.about()})
			g.wait(time.Minute)
			g.refuse(blackGM, g.typed("a7a6"), Refused, "(B42)")
			first(g)
			g.secondLook("wrong", 2)
			if g.fallen() != fallen["wrong"] {
				t.Errorf("B42: the floor is %q", g.fallen())
			}
		})
	}
}

func TestB41_B42_TheHeadJudgeAlone(t *testing.T) {
	g := ruledMatch(t, "right", 3, nil)
	g.must(whiteGM, Appeal{About: g.about()})
	g.refuse(Judge(2), Vote{Vote: "wrong", Alone: true, Reason: "x", About: g.about()}, Forbidden, "(B40)")
	g.refuse(Judge(2), Amend{Vote: "wrong", Alone: true, Reason: "x", About: g.about()}, Forbidden, "(B41)")
	g.refuse(Judge(1), Vote{Vote: "wrong", Alone: true, About: g.about()}, Malformed, "reason")
	g.must(Judge(1), Vote{Vote: "wrong", Alone: true, Reason: "I stood beside it.", About: g.about()})
	g.says(g.hall().Put.Reason, "I stood beside it.")
	if g.fallen() != fallen["wrong"] || g.gm(chess.White).Appeal.Left != 2 {
		t.Errorf("B41: alone in a review: %q", g.fallen())
	}
	// By the other way, while an appeal is open: it is answered by it.
	g = ruledMatch(t, "right", 3, nil)
	g.must(whiteGM, Appeal{About: g.about()})
	g.must(Judge(1), Amend{Vote: "wrong", Alone: true, Reason: "Clear as day.", About: g.about()})
	if g.hall().Review != nil || g.fallen() != fallen["wrong"] || g.gm(chess.White).Appeal.Left != 2 {
		t.Errorf("B42: an appeal that the head judge follows alone: %q", g.fallen())
	}
	g.must(blackGM, Appeal{About: g.about()})
	g.must(Judge(1), Amend{Vote: "wrong", Alone: true, Reason: "It stays.", About: g.about()})
	if g.gm(chess.Black).Appeal.Left != 1 || g.fallen() != fallen["wrong"] {
		t.Error("B42: an appeal that the head judge turns down alone")
	}
}
