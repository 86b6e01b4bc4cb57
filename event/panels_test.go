package event

import (
	"errors"
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// disputed opens a challenge with three judges on its panel.
func disputed(t *testing.T, policy string) *game {
	t.Helper()
	g := begin(t, setup{house: rules.House{rules.KeyPanel: policy}, judges: 3})
	g.play("e2e4", "a7a6", "f1a6")
	return g
}

// vote is one judge's ballot on the open challenge.
func (g *game) vote(n int, vote string) {
	g.Helper()
	g.must(Judge(n), Vote{Vote: vote, About: g.about()})
}

// verdict is the stamp of the last ruling, or "" while there is none.
func (g *game) verdict() string {
	g.settle()
	if r := g.hall().Ruling; r != nil {
		return r.Label
	}
	return ""
}

func TestB40_Policies(t *testing.T) {
	type ballot struct {
		judge int
		vote  string
	}
	for name, c := range map[string]struct {
		policy  string
		ballots []ballot // the last one decides
		verdict string
	}{
		"two of three":                        {rules.PanelMajority, []ballot{{2, "right"}, {3, "right"}}, "IN TIME"},
		"wrong and too late are one":          {rules.PanelMajority, []ballot{{1, "right"}, {2, "wrong"}, {3, "late"}}, "WRONG"},
		"the more frequent is shown":          {rules.PanelUnanimous, []ballot{{1, "late"}, {2, "wrong"}, {3, "late"}}, "TOO LATE"},
		"a changed ballot counts":             {rules.PanelMajority, []ballot{{1, "right"}, {2, "wrong"}, {1, "wrong"}}, "WRONG"},
		"all three":                           {rules.PanelUnanimous, []ballot{{1, "right"}, {2, "right"}, {3, "right"}}, "IN TIME"},
		"not all three: the head's":           {rules.PanelUnanimous, []ballot{{2, "right"}, {3, "right"}, {1, "wrong"}}, "WRONG"},
		"the first ballot":                    {rules.PanelAny, []ballot{{3, "late"}}, "TOO LATE"},
		"the head judge's, the others advise": {rules.PanelHead, []ballot{{2, "right"}, {3, "right"}, {1, "late"}}, "TOO LATE"},
	} {
		t.Run(name, func(t *testing.T) {
			g := disputed(t, c.policy)
			for i, b := range c.ballots {
				if got := g.verdict(); got != "" {
					t.Fatalf("after %d ballots it is %s", i, got)
				}
				g.vote(b.judge, b.vote)
			}
			if got := g.verdict(); got != c.verdict {
				t.Errorf("the ruling is %q, want %q", got, c.verdict)
			}
		})
	}
}

func TestB40_ATieGoesToTheHeadJudge(t *testing.T) {
	g := begin(t, setup{judges: 2})
	g.play("e2e4", "d7d5", "e4d5")
	g.vote(2, "right")
	g.vote(1, "wrong")
	if got := g.verdict(); got != "WRONG" {
		t.Errorf("the tie became %q", got)
	}
	// Without the head judge, to whoever joined earliest.
	g = begin(t, setup{judges: 3})
	g.leave(Judge(1))
	g.clock.forward(21 * time.Second)
	g.play("e2e4", "d7d5", "e4d5")
	g.vote(3, "right")
	g.vote(2, "wrong")
	if got := g.verdict(); got != "WRONG" {
		t.Errorf("the tie without the head judge became %q", got)
	}
}

func TestB40_TheHeadJudgeRulesAlone(t *testing.T) {
	g := disputed(t, rules.PanelUnanimous)
	g.vote(2, "right")
	g.refuse(Judge(2), Vote{Vote: "right", Alone: true, About: g.about()}, Forbidden, "Only the head judge can rule alone (B40)")
	if b := g.judge(1).Ballot; !b.Alone || strings.Join(b.Missing, "; ") != "Martha (Judge 3)" {
		t.Errorf("the head judge sees %+v", b)
	}
	if b := g.judge(2).Ballot; b.Alone || b.Missing != nil {
		t.Errorf("judge 2 sees %+v", b)
	}
	g.must(Judge(1), Vote{Vote: "wrong", Alone: true, About: g.about()})
	if got := g.verdict(); got != "WRONG" {
		t.Errorf("alone the head judge ruled %q", got)
	}
}

func TestB40_BallotsAreTheirJudgesOwn(t *testing.T) {
	g := disputed(t, rules.PanelMajority)
	g.vote(2, "late")
	for n := 1; n <= 3; n++ {
		b := g.judge(n).Ballot
		want := ""
		if n == 2 {
			want = "late"
			g.says(b.Waiting, "Waiting for 2 of 3.")
		}
		if b.Mine != want {
			t.Errorf("judge %d reads the own ballot as %q", n, b.Mine)
		}
	}
}

func TestB40_WhoIsPresentIsThePanel(t *testing.T) {
	g := begin(t, setup{judges: 3})
	g.leave(Judge(3))
	g.clock.forward(20 * time.Second) // a live page within the last 20 s counts
	g.play("e2e4", "d7d5", "e4d5")
	if n := len(g.truth.match.play.challenge.panel.Members); n != 3 {
		t.Errorf("20 s after the page was closed the panel has %d members", n)
	}
	g.must(Host, TakeBack{Reason: "x", About: g.about()})
	g.clock.forward(time.Second)
	g.play("e4d5")
	if n := len(g.truth.match.play.challenge.panel.Members); n != 2 {
		t.Errorf("21 s after it the panel has %d members", n)
	}
	g.come(Judge(3))
	if b := g.judge(3).Ballot; b.OnPanel || !strings.Contains(b.Why, "joined after this challenge opened") {
		t.Errorf("who came later sees %+v", b)
	}
	g.refuse(Judge(3), Vote{Vote: "right", About: g.about()}, Refused, "the panel of 2", "(B40)")
	g.refuse(Judge(4), Vote{Vote: "right", About: g.about()}, Forbidden, "Nobody holds")
	g.rule("right")
}

func TestB40_AMemberGoneFor20SecondsNoLongerCounts(t *testing.T) {
	g := disputed(t, rules.PanelMajority)
	g.vote(2, "right")
	g.leave(Judge(1))
	g.leave(Judge(3))
	g.clock.forward(20 * time.Second)
	g.tick("")
	if got := g.hall().Ruling; got != nil {
		t.Fatal("gone for 20 s is not yet too long")
	}
	g.clock.forward(time.Second)
	g.tick("")
	g.tick("")
	// One ballot of the one member who is left decides.
	if got := g.verdict(); got != "IN TIME" {
		t.Errorf("after two of three are gone the ruling is %q", got)
	}
	for _, e := range g.store.entries {
		if e.Kind == "judge-gone" && e.Seat != Clockwork {
			t.Errorf("%s noted who is gone", e.Seat)
		}
	}
}

func TestB40_NobodyPresent(t *testing.T) {
	for name, first := range map[string]func(g *game){
		"the first page that opens": func(g *game) { g.come(Judge(2)); g.tick("") },
		"the first ballot":          func(*game) {},
	} {
		t.Run(name, func(t *testing.T) {
			g := begin(t, setup{judges: 2, away: true})
			g.clock.forward(time.Minute)
			g.play("e2e4", "d7d5", "e4d5")
			for _, turn := range []string{g.hall().Turn, g.gm(chess.White).Turn, g.qm(chess.Black).Turn, g.judge(1).Turn, g.host().Turn} {
				if turn != "No judge is here: the match waits for one." {
					t.Errorf("it says %q", turn)
				}
			}
			first(g)
			g.vote(2, "right")
			if got := g.verdict(); got != "RIGHT" {
				t.Errorf("the first judge to come ruled %q", got)
			}
		})
	}
}

func TestB40_AllJudgesGoneAndOneComesBack(t *testing.T) {
	g := begin(t, setup{judges: 1})
	g.play("e2e4", "d7d5", "e4d5")
	g.leave(Judge(1))
	g.clock.forward(time.Minute)
	g.tick("")
	g.says(g.hall().Turn, "No judge is here")
	g.come(Judge(1))
	g.tick("")
	g.says(g.hall().Turn, "The judges rule.")
	g.vote(1, "wrong")
}

// After a restart pages need a moment to come back: nobody counts as gone yet.
func TestB40_ARestartIsNobodysFault(t *testing.T) {
	g := disputed(t, rules.PanelMajority)
	e, err := Open(g.store, g.clock.now)
	if err != nil {
		t.Fatal(err)
	}
	g.clock.forward(15 * time.Second)
	e.tick("")
	if n := len(e.truth.match.play.challenge.panel.Members); n != 3 {
		t.Errorf("15 s after a restart the panel has %d members", n)
	}
	g.Evening = e
	g.vote(1, "right")
	g.vote(3, "right")
	if got := g.verdict(); got != "IN TIME" {
		t.Errorf("after a restart the ruling is %q", got)
	}
}

func TestB40_ARemovedJudgeLeavesThePanel(t *testing.T) {
	g := disputed(t, rules.PanelMajority)
	g.vote(1, "late")
	g.must(Host, RemoveJudge{Judge(2)})
	g.must(Host, RemoveJudge{Judge(3)})
	if got := g.verdict(); got != "TOO LATE" {
		t.Errorf("the panel of one that is left ruled %q", got)
	}
	g.refuse(Host, RemoveJudge{Judge(3)}, Malformed, "empty already")
}

func TestB45_Reveal(t *testing.T) {
	for reveal, shown := range map[string]bool{rules.RevealAfterRuling: true, rules.RevealNever: false} {
		g := begin(t, setup{house: rules.House{rules.KeyReveal: reveal}})
		g.play("e2e4", "d7d5", "e4d5")
		if strings.Contains(g.json(Projector), "Question of") {
			t.Errorf("%s: the question is on the wall before the ruling", reveal)
		}
		g.rule("right")
		r := g.hall().Ruling
		if got := r.Question == "Question of White Pawn 1?" && r.Answer == "Answer of White Pawn 1" && r.Reference == "Reference of White Pawn 1"; got != shown {
			t.Errorf("%s: the ruling shows %+v", reveal, r)
		}
		if !shown && strings.Contains(g.json(Projector), "of White Pawn") {
			t.Error("never, and yet it is shown")
		}
		g.play("d5d4")
		if g.hall().Ruling != nil {
			t.Error("the ruling is shown after the next call")
		}
	}
}

func TestUnsaved_AFailingStoreChangesNothing(t *testing.T) {
	g := begin(t, setup{})
	g.store.broken = errors.New("the disk is full: make room on it, then try again")
	_, changed := g.Watch()
	seen := map[Seat]string{}
	for _, s := range AllSeats() {
		seen[s] = g.json(s)
	}
	call := g.typed("e2e4")
	p := g.refuse(GameMaster(chess.White), call, Unsaved, "could not be saved, so nothing has changed", "the disk is full")
	if p.Clause != "" {
		t.Errorf("the clause is %s", p.Clause)
	}
	if _, err := g.Do(GameMaster(chess.White), "tap", call); err == nil {
		t.Error("a tap was accepted by a broken store")
	}
	g.refuse(Host, NameMatch{Match: "x"}, Unsaved)
	select {
	case <-changed:
		t.Error("somebody was woken for nothing")
	default:
	}
	if g.stands("e2") != "Samuel" || len(g.names) != len(g.store.people) {
		t.Error("a screen shows what was not saved")
	}
	// The host can make room, so the host's page says it, and no other page is another.
	if laptop := g.host().Laptop; len(laptop) != 1 || !strings.HasSuffix(laptop[0], "Nothing that is tapped can be saved: the disk is full: make room on it, then try again.") {
		t.Errorf("the host is told %q", laptop)
	}
	for _, s := range AllSeats() {
		if s != Host && g.json(s) != seen[s] {
			t.Errorf("%s shows something else", s)
		}
	}
	woken := func(seen string) (string, bool) {
		_, changed := g.Watch()
		seen = g.tick(seen)
		select {
		case <-changed:
			return seen, true
		default:
			return seen, false
		}
	}
	ticked, once := woken("")
	if again, twice := woken(ticked); again != ticked || !once || twice {
		t.Errorf("the pages are woken: %t, and once more: %t", once, twice)
	}
	_, changed = g.Watch()
	g.store.broken = nil
	if seq, err := g.Do(GameMaster(chess.White), "tap", call); err != nil || seq != int64(len(g.store.entries)) {
		t.Errorf("the same tap after healing: %d, %v", seq, err)
	}
	if laptop := g.host().Laptop; len(laptop) != 0 {
		t.Errorf("after healing the host is told %q", laptop)
	}
	select {
	case <-changed:
	default:
		t.Error("nobody was woken")
	}
}

// What the clockwork could not save is tried again at the next tick.
func TestUnsaved_TheClockworkTriesAgain(t *testing.T) {
	g := disputed(t, rules.PanelMajority)
	g.leave(Judge(2))
	g.store.broken = errors.New("the disk is full")
	g.wait(time.Minute)
	if n := len(g.truth.match.play.challenge.panel.Members); n != 3 {
		t.Errorf("%d members", n)
	}
	g.store.broken = nil
	g.wait(time.Second)
	if n := len(g.truth.match.play.challenge.panel.Members); n != 2 {
		t.Errorf("%d members", n)
	}
}
