package event

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// badReasons are reasons that nobody types in good faith.
var badReasons = map[string]string{
	"1 MB":                strings.Repeat("x", 1<<20),
	"1 MB of NUL":         strings.Repeat("\x00", 1<<20) + strings.Repeat("y", 301),
	"301 letters":         strings.Repeat("ß", 301),
	"not UTF-8":           "because\xff\xfe",
	"half a letter":       "\xe2\x82",
	"1 MB of broken":      strings.Repeat("\xc3", 1<<20),
	"too long and turned": "\u202e" + strings.Repeat("א", 301),
}

// Every reason that can't be taken is answered in words, short ones, whatever
// the command that it is for, and changes nothing.
func TestReasons_HostileOnes(t *testing.T) {
	g := ruledMatch(t, "right", 2, nil)
	a := g.about()
	open := begin(t, setup{judges: 2})
	open.play("e2e4", "d7d5", "e4d5")
	b := open.about()
	ended := begin(t, setup{judges: 2})
	ended.must(whiteGM, Resign{Sure: true, About: ended.about()})
	for name, reason := range badReasons {
		t.Run(name, func(t *testing.T) {
			for _, x := range []struct {
				g  *game
				by Seat
				c  Command
			}{
				{g, Host, TakeBack{reason, a}}, {g, Judge(1), Rewind{1, reason, a}}, {g, Host, Pause{reason}},
				{g, whiteGM, Appeal{reason, a}}, {g, Judge(2), Amend{Reason: reason, About: a}},
				{g, Judge(1), Amend{Vote: "wrong", Alone: true, Reason: reason, About: a}},
				{g, Judge(1), Override{"a7", "a5", "", reason, a}}, {g, Host, Substitute{"a2", reason}},
				{open, Judge(2), ThrowOut{reason, true, b}}, {open, Judge(2), Vote{Vote: "right", Reason: reason, About: b}},
				{ended, Judge(2), Reopen{reason, ended.about()}},
			} {
				if p := x.g.refuse(x.by, x.c, Malformed); len(p.Words) > 300 || strings.ContainsAny(p.Words, "\x00\u202e") {
					t.Errorf("%T is refused with %q", x.c, p.Words)
				}
			}
		})
	}
}

// What can't be seen is taken out of a reason, and the rest is kept as it is.
func TestReasons_AreCleaned(t *testing.T) {
	for typed, want := range map[string]string{
		" Somebody\n\tfell. ":                       "Somebody fell.",
		"\u202eKnock\x00 \u2066knock\u2069\x1b[31m": "Knock knock[31m",
		"נפל מישהו":                                 "נפל מישהו",
		"<b>Tea</b> & 'cake' 🍰":                     "<b>Tea</b> & 'cake' 🍰",
		strings.Repeat("ß", 300):                    strings.Repeat("ß", 300),
	} {
		g := begin(t, setup{})
		g.must(Host, Pause{typed})
		if got := g.hall().Paused.Reason; got != want {
			t.Errorf("%q is shown as %q, want %q", typed, got, want)
		}
	}
}

// Who may not vote, and votes that can't be: each is answered in words (B40).
func TestB40_WhoseBallotsDontCount(t *testing.T) {
	g := begin(t, setup{judges: 4})
	g.leave(Judge(4))
	g.clock.forward(21 * time.Second)
	g.play("e2e4", "d7d5", "e4d5")
	a := g.about()
	for _, s := range AllSeats() {
		if s.Role() != "judge" {
			g.refuse(s, Vote{Vote: "right", About: a}, Forbidden)
			g.refuse(s, Vote{Vote: "right", Alone: true, About: a}, Forbidden)
		}
	}
	for _, s := range []Seat{Judge(5), Judge(9), "judge-0", "judge-10", "judge-", "judge"} {
		g.refuse(s, Vote{Vote: "right", About: a}, Forbidden, "Nobody holds this judge's seat")
	}
	g.refuse(Clockwork, Vote{Vote: "right", About: a}, Forbidden)
	g.refuse(Judge(4), Vote{Vote: "right", About: a}, Refused, "joined after this challenge opened", "(B40)")
	g.refuse(Judge(2), Vote{Vote: "right", Alone: true, About: a}, Forbidden, "Only the head judge", "(B40)")
	for _, vote := range []string{"", "Right", "right ", "maybe", "RIGHT", "0", strings.Repeat("right", 1<<18), "right\x00"} {
		g.refuse(Judge(1), Vote{Vote: vote, About: a}, Malformed, "right, wrong or late")
	}
	g.refuse(Judge(1), Vote{Vote: "late", About: a}, Refused, "(B20)")
	for _, about := range []int64{a - 1, a + 1, 1 << 62, -1} {
		g.refuse(Judge(1), Vote{Vote: "right", About: about}, Stale, "look again")
	}
	g.refuse(Judge(1), Vote{Vote: "right"}, Malformed, "reload")
	// Twice is one ballot, changed or not.
	for _, vote := range []string{"wrong", "wrong", "right", "wrong"} {
		g.vote(2, vote)
	}
	if n := len(g.truth.match.play.challenge.panel.Ballots); n != 1 || g.judge(2).Ballot.Mine != "wrong" {
		t.Errorf("B40: one judge has %d ballots", n)
	}
	g.vote(3, "wrong")
	// Late: the ruling is made.
	g.refuse(Judge(1), Vote{Vote: "right", About: a}, Stale)
	g.refuse(Judge(1), Vote{Vote: "right", About: g.about()}, Refused, "No challenge is open")
	g.play("a7a6")
	g.refuse(Judge(1), Vote{Vote: "right", About: a}, Stale)
	g.refuse(Judge(2), Amend{Vote: "right", Alone: true, Reason: "x", About: a}, Refused, "next call has been made", "(B41")
}

// While a match is played its last judge stays, at a pause too; before and after it
// the seat can be taken away (B2).
func TestB2_TheLastJudgeStaysWhileAMatchIsPlayed(t *testing.T) {
	g := ready(t, setup{judges: 2})
	g.must(Host, RemoveJudge{Judge(1)})
	g.must(Host, RemoveJudge{Judge(2)})
	g.must(Host, AddJudge{"Ruth"})
	g = begin(t, setup{judges: 2})
	g.must(Host, RemoveJudge{Judge(1)})
	for _, paused := range []bool{false, true} {
		if paused {
			g.must(Host, Pause{"Tea."})
		}
		g.refuse(Host, RemoveJudge{Judge(2)}, Refused, "at least one judge", "(B2)")
	}
	g.must(Host, AddJudge{"Paul"})
	g.must(Host, RemoveJudge{Judge(2)})
	g.must(Host, Resume{})
	g.must(GameMaster(chess.White), Resign{Sure: true, About: g.about()})
	g.must(Host, RemoveJudge{Judge(1)})
	hidden := hide(t, nil) // nobody is asked anything
	hidden.must(Host, RemoveJudge{Judge(1)})
	hidden.must(Host, RemoveJudge{Judge(2)})
}

// The judges of another panel, and a judge whose seat was taken away (B40).
func TestB40_TheJudgesOfAnotherPanel(t *testing.T) {
	g := begin(t, setup{judges: 3})
	g.leave(Judge(3))
	g.clock.forward(21 * time.Second)
	g.play("e2e4", "d7d5", "e4d5:right")
	g.come(Judge(3))
	g.leave(Judge(2))
	g.clock.forward(21 * time.Second)
	g.play("a7a6", "f1a6") // now Judge 1 and 3
	g.come(Judge(2))
	g.refuse(Judge(2), Vote{Vote: "right", About: g.about()}, Refused, "joined after", "(B40)")
	g.must(Host, RemoveJudge{Judge(3)})
	g.refuse(Judge(3), Vote{Vote: "right", About: g.about()}, Forbidden, "Nobody holds")
	g.must(Host, AddJudge{"Silvanus"})
	g.refuse(Judge(3), Vote{Vote: "right", About: g.about()}, Refused, "gone too long", "(B40)")
	g.vote(1, "late")
	if got := g.hall().Ruling; got == nil || got.Label != "TOO LATE" {
		t.Errorf("B40: %+v", got)
	}
}

// Whoever is head judge now can rule alone, on the panel or not (R10, B40).
func TestR10_B40_AnotherHeadJudgeInMidChallenge(t *testing.T) {
	for _, policy := range []string{rules.PanelMajority, rules.PanelUnanimous, rules.PanelAny, rules.PanelHead} {
		t.Run(policy, func(t *testing.T) {
			g := begin(t, setup{judges: 3, house: rules.House{rules.KeyPanel: policy}})
			g.leave(Judge(3))
			g.clock.forward(21 * time.Second)
			g.play("e2e4", "d7d5", "e4d5")
			g.come(Judge(3))
			g.must(Host, NameHead{Judge(3)})
			g.refuse(Judge(1), Vote{Vote: "right", Alone: true, About: g.about()}, Forbidden)
			g.must(Judge(3), Vote{Vote: "wrong", Alone: true, About: g.about()})
			if r := g.hall().Ruling; r == nil || r.Label != "WRONG" {
				t.Errorf("B40: %+v", r)
			}
		})
	}
	// Under the policy head a ballot that was advice becomes the ruling.
	g := begin(t, setup{judges: 3, house: rules.House{rules.KeyPanel: rules.PanelHead}})
	g.play("e2e4", "d7d5", "e4d5")
	g.vote(2, "right")
	if g.hall().Ruling != nil {
		t.Fatal("B40: advice ruled")
	}
	g.must(Host, NameHead{Judge(2)})
	if r := g.hall().Ruling; r == nil || r.Label != "RIGHT" {
		t.Errorf("R10: %+v", r)
	}
}

// The same tap twice is one ballot, one appeal, one correction.
func TestOnce_Corrections(t *testing.T) {
	g := ruledMatch(t, "right", 3, nil)
	twice := func(by Seat, c Command) {
		t.Helper()
		kept := len(g.store.entries)
		first, err := g.Do(by, "tap", c)
		if err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		if again, err := g.Do(by, "tap", c); err != nil || again != first || len(g.store.entries) != kept+1 {
			t.Errorf("%T tapped twice: %d and %d, %v", c, first, again, err)
		}
	}
	twice(whiteGM, Appeal{"x", g.about()})
	twice(Judge(2), Vote{Vote: "wrong", About: g.about()})
	twice(Judge(3), Vote{Vote: "wrong", About: g.about()})
	twice(Judge(1), Amend{Vote: "right", Alone: true, Reason: "x", About: g.about()})
	twice(Host, Pause{"x"})
	twice(Host, Resume{})
	twice(Host, Rewind{3, "x", g.about()})
	twice(Host, TakeBack{"x", g.about()})
	twice(Judge(1), Override{"d7", "d5", "", "x", g.about()})
	twice(Host, Substitute{"a2", "Lois"})
	g.play("e4d5")
	twice(QuizMaster(chess.White), QuestionRead{g.about()})
	twice(Judge(1), Misread{About: g.about()})
	twice(Judge(1), ThrowOut{Sure: true, About: g.about()})
	if due := g.due(); due != "Question of White Pawn 2?" {
		t.Errorf("R7: a throw-out tapped twice, and due is %s", due)
	}
	if fmt.Sprint(g.truth.match.play.appeals) != "[0 0]" {
		t.Errorf("B42: appeals spent are %v", g.truth.match.play.appeals)
	}
}
