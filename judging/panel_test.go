package judging

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"biblechess/event/chess"
)

// panelOf makes a panel from seats in the order in which they joined.
func panelOf(policy Policy, head string, seats ...string) Panel {
	var members []Member
	for i, s := range seats {
		members = append(members, Member{s, int64(i + 1)})
	}
	return NewPanel(policy, members, head)
}

// play applies steps: "a+" right, "a-" wrong, "a~" too late, "a!+" alone,
// "a<" leaves, "a>" joins. A step that is refused fails the test.
func play(t *testing.T, p Panel, steps string) Panel {
	t.Helper()
	votes := map[byte]Vote{'+': VoteRight, '-': VoteWrong, '~': VoteTooLate}
	for _, s := range strings.Fields(steps) {
		seat, last := s[:1], s[len(s)-1]
		var err error
		switch {
		case last == '<':
			p = p.Leave(seat)
		case last == '>':
			p, err = p.Join(Member{seat, 99})
		case strings.Contains(s, "!"):
			p, err = p.RuleAlone(seat, votes[last])
		default:
			p, err = p.Cast(seat, votes[last])
		}
		if err != nil {
			t.Fatalf("step %s: %v", s, err)
		}
	}
	return p
}

func TestB40_Decision(t *testing.T) {
	const open = "open"
	cases := []struct {
		name   string
		policy Policy
		head   string
		seats  string
		steps  string
		want   string // key of the vote, or open
	}{
		{"B40 majority: one judge rules", Majority, "a", "a", "a+", "right"},
		{"B40 majority: one of three is not enough", Majority, "a", "a b c", "a+", open},
		{"B40 majority: two of three are, before the third", Majority, "c", "a b c", "a+ b+", "right"},
		{"B40 majority: two of four are not", Majority, "a", "a b c d", "a+ b+", open},
		{"B40 majority: two against one in any order", Majority, "b", "a b c", "a- b+ c-", "wrong"},
		{"B40 majority: a tie goes to the head judge", Majority, "b", "a b", "a+ b-", "wrong"},
		{"B40 majority: a tie of four goes to the head judge", Majority, "d", "a b c d", "a+ b+ c- d-", "wrong"},
		{"B40 majority: a tie without head judge goes to the earliest", Majority, "x", "a b", "b- a+", "right"},
		{"B40 majority: a changed ballot counts once", Majority, "a", "a b c", "a+ a- b+", open},
		{"B40 majority: a changed ballot decides", Majority, "a", "a b c", "a+ b- a-", "wrong"},
		{"B40 majority: wrong and too late are one effect", Majority, "a", "a b c", "a- b~", "wrong"},
		{"B40 majority: the more frequent is shown", Majority, "a", "a b c d", "a~ d- b~", "late"},
		{"B40 majority: all too late is too late", Majority, "a", "a b", "a~ b~", "late"},
		{"B40 majority: equally frequent is wrong", Majority, "a", "a b c d e f", "a~ b- c~ d-", "wrong"},
		{"B40 majority: a tie to a head judge who says too late beside one wrong", Majority, "a", "a b c d", "a~ b- c+ d+", "wrong"},
		{"B40 majority: a tie to a head judge who says too late", Majority, "a", "a b", "a~ b+", "late"},
		{"B40 majority: a leaver no longer counts", Majority, "a", "a b c", "a+ b- c<", "right"},
		{"B40 majority: a leaver's ballot does not either", Majority, "a", "a b c", "c+ c< a-", open},
		{"B40 majority: leaving can leave a majority", Majority, "a", "a b c d", "a- b- c<", "wrong"},
		{"B40 majority: the last one left rules", Majority, "a", "a b c", "b< a< c~", "late"},
		{"B40 majority: the head judge gone, the earliest decides a tie", Majority, "a", "a b c", "a< c+ b-", "wrong"},
		{"B40 majority: a decision stays when its judges leave", Majority, "a", "a b c", "a+ b+ a< b<", "right"},

		{"B40 unanimous: one judge rules", Unanimous, "a", "a", "a-", "wrong"},
		{"B40 unanimous: most is not all", Unanimous, "a", "a b c", "a+ b+", open},
		{"B40 unanimous: all", Unanimous, "a", "a b c", "a+ b+ c+", "right"},
		{"B40 unanimous: all by effect", Unanimous, "a", "a b c", "a~ b- c~", "late"},
		{"B40 unanimous: differing waits for all", Unanimous, "a", "a b c", "a+ b-", open},
		{"B40 unanimous: all differ, the head judge decides", Unanimous, "c", "a b c", "a+ b+ c-", "wrong"},
		{"B40 unanimous: without head judge the earliest decides", Unanimous, "", "a b c", "b- c- a+", "right"},
		{"B40 unanimous: a change of mind agrees", Unanimous, "b", "a b c", "a+ b- a- c~", "wrong"},
		{"B40 unanimous: the dissenter leaves", Unanimous, "c", "a b c", "a+ b+ c<", "right"},
		{"B40 unanimous: the silent one leaves two who differ", Unanimous, "b", "a b c", "a+ b- c<", "wrong"},

		{"B40 any: the first ballot rules", Any, "a", "a b c", "c~", "late"},
		{"B40 any: no ballot yet", Any, "a", "a b c", "", open},
		{"B40 any: it stays when the judge leaves", Any, "a", "a b", "b+ b<", "right"},

		{"B40 head: the head judge alone", Head, "b", "a b c", "b-", "wrong"},
		{"B40 head: others advise", Head, "b", "a b c", "a+ c+", open},
		{"B40 head: whatever they say", Head, "b", "a b c", "a+ c+ b~", "late"},
		{"B40 head: not on the panel, the earliest stands in", Head, "x", "a b c", "b- c- a+", "right"},
		{"B40 head: gone, the earliest's advice becomes the ruling", Head, "b", "a b c", "a+ c- b<", "right"},
		{"B40 head: gone, the earliest is waited for", Head, "b", "a b c", "c- b<", open},

		{"B40 nobody: no decision", Majority, "a", "", "", open},
		{"B40 nobody, unanimous: no decision", Unanimous, "a", "", "", open},
		{"B40 nobody, any: no decision", Any, "a", "", "", open},
		{"B40 nobody, head: no decision", Head, "a", "", "", open},
		{"B40 nobody, no head: no decision", Head, "", "", "", open},
		{"B40 nobody: the first to come is the panel", Majority, "a", "", "z> z+", "right"},
		{"B40 everybody gone: no decision", Unanimous, "a", "a b", "a+ a< b<", open},
		{"B40 everybody gone: who comes back is the panel", Majority, "a", "a b", "a+ a< b< b> b-", "wrong"},

		{"B40 alone: at once", Majority, "a", "a b c", "a!+", "right"},
		{"B40 alone: against the others", Unanimous, "a", "a b c", "b- c- a!+", "right"},
		{"B40 alone: not on the panel", Majority, "x", "a b c", "a- x!~", "late"},
		{"B40 alone: nobody else there", Majority, "x", "", "x!-", "wrong"},
		{"B40 alone: stays when the head judge leaves", Any, "a", "a b", "a!- a<", "wrong"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := play(t, panelOf(c.policy, c.head, strings.Fields(c.seats)...), c.steps)
			vote, decided := p.Decision()
			got := open
			if decided {
				got = vote.String()
			}
			if got != c.want {
				t.Errorf("%s gives %s, want %s", c.steps, got, c.want)
			}
		})
	}
}

func TestB40_Refusals(t *testing.T) {
	three := panelOf(Majority, "a", "a", "b", "c")
	headOff := panelOf(Majority, "h", "a", "b", "c")
	decided := play(t, three, "a+ b+")
	cast := func(p Panel, seat string, v Vote) error { _, err := p.Cast(seat, v); return err }
	join := func(p Panel, seat string) error { _, err := p.Join(Member{Seat: seat}); return err }
	alone := func(p Panel, seat string) error { _, err := p.RuleAlone(seat, VoteRight); return err }
	cases := []struct {
		name string
		err  error
		want string
	}{
		{"B40 a latecomer", cast(three, "d", VoteRight), "You joined after this challenge opened; the panel of 3 that saw it from the start rules (B40)."},
		{"B40 the head judge as latecomer", cast(headOff, "h", VoteRight), "You joined after this challenge opened; the panel of 3 that saw it from the start rules. As head judge you can rule alone (B40)."},
		{"B40 who was gone", cast(three.Leave("b"), "b", VoteRight), "You were gone too long: the panel of 2 rules without you (B40)."},
		{"B40 an empty panel", cast(panelOf(Any, ""), "a", VoteRight), "Nobody is on this panel yet: the first judge to come is the panel (B40)."},
		{"B40 joining a panel", join(three, "d"), "You joined after this challenge opened; the panel of 3 that saw it from the start rules (B40)."},
		{"B40 joining without a seat", join(panelOf(Any, ""), ""), "A judge needs a seat to be on the panel (B40)."},
		{"B40 alone, not the head judge", alone(three, "b"), "Only the head judge can rule alone (B40)."},
		{"B40 alone, nobody is head judge", alone(panelOf(Any, "", "a"), ""), "Only the head judge can rule alone (B40)."},
		{"B20 no such vote", cast(three, "a", 3), "Judges rule one of right in time, wrong and too late (B20)."},
		{"B41 decided", cast(decided, "c", VoteWrong), "This is already decided: a ruling can be amended until the next call (B41)."},
		{"B41 decided, alone", alone(decided, "a"), ErrDecided.Error()},
		{"B41 decided, joining", join(play(t, panelOf(Any, "h"), "h!+"), "a"), ErrDecided.Error()},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if c.err == nil || c.err.Error() != c.want {
				t.Errorf("got %v, want %s", c.err, c.want)
			}
			if r := (*chess.Refusal)(nil); !errors.As(c.err, &r) {
				t.Errorf("%T is no refusal", c.err)
			}
		})
	}
	if err := cast(decided, "c", VoteRight); !errors.Is(err, ErrDecided) {
		t.Errorf("%v is not ErrDecided", err)
	}
	if p, err := three.Join(Member{Seat: "b"}); err != nil || !reflect.DeepEqual(p, three) {
		t.Errorf("a member who joins again: %v, %v", p, err)
	}
}

func TestB40_Waiting(t *testing.T) {
	cases := []struct {
		name string
		p    Panel
		want string
	}{
		{"B40 all", panelOf(Majority, "a", "a", "b", "c"), "a b c"},
		{"B40 those who did not vote", play(t, panelOf(Majority, "a", "a", "b", "c"), "b-"), "a c"},
		{"B40 decided", play(t, panelOf(Majority, "a", "a", "b", "c"), "b- a-"), ""},
		{"B40 head: the head judge only", play(t, panelOf(Head, "b", "a", "b", "c"), "a-"), "b"},
		{"B40 head: the earliest only", panelOf(Head, "x", "a", "b", "c"), "a"},
		{"B40 nobody", panelOf(Majority, "a"), ""},
	}
	for _, c := range cases {
		if got := strings.Join(c.p.Waiting(), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestB40_EarliestByJoinedNotByPlace(t *testing.T) {
	p := NewPanel(Unanimous, []Member{{"late", 30}, {"early", 10}, {"middle", 20}}, "elsewhere")
	if got := p.Presiding(); got != "early" {
		t.Errorf("%s presides, want early", got)
	}
	if got := NewPanel(Any, nil, "h").Presiding(); got != "" {
		t.Errorf("%q presides over an empty panel", got)
	}
}

// Random panels: no step changes the panel that it was made on, a decision once
// made never changes, ballots are the members' own, and as soon as every member
// has voted there is a decision.
func TestB40_RandomPanels(t *testing.T) {
	rng := rand.New(rand.NewPCG(40, 1))
	seats := []string{"a", "b", "c", "d", "e"}
	for range 1500 {
		p := panelOf(Policy(rng.IntN(4)), seats[rng.IntN(len(seats))], seats[:rng.IntN(len(seats))]...)
		for range 12 {
			before := clone(p)
			was, decided := p.Decision()
			seat, vote := seats[rng.IntN(len(seats))], Vote(rng.IntN(3))
			var next Panel
			var err error
			switch rng.IntN(8) {
			case 0:
				next = p.Leave(seat)
			case 1:
				next, err = p.Join(Member{seat, rng.Int64N(9)})
			case 2:
				if rng.IntN(4) == 0 {
					next, err = p.RuleAlone(seat, vote)
					break
				}
				fallthrough
			default:
				next, err = p.Cast(seat, vote)
			}
			if !reflect.DeepEqual(clone(p), before) {
				t.Fatalf("a step changed its panel: %+v, was %+v", p, before)
			}
			if err != nil {
				next = p
			}
			is, still := next.Decision()
			if decided && (!still || is != was) {
				t.Fatalf("a decision changed: %+v", next)
			}
			if len(next.Members) > 0 && len(next.Ballots) == len(next.Members) && !still {
				t.Fatalf("all voted and there is no decision: %+v", next)
			}
			if len(next.Members) == 0 && next.Alone == nil && still {
				t.Fatalf("nobody decided: %+v", next)
			}
			if !still && len(next.Members) > 0 && len(next.Waiting()) == 0 {
				t.Fatalf("nobody is waited for and there is no decision: %+v", next)
			}
			for i, b := range next.Ballots {
				if !next.has(b.Seat) || slices.ContainsFunc(next.Ballots[:i], func(c Ballot) bool { return c.Seat == b.Seat }) {
					t.Fatalf("ballots are not one a member: %+v", next)
				}
			}
			p = next
		}
	}
}

func clone(p Panel) Panel {
	p.Members, p.Ballots, p.Gone = slices.Clone(p.Members), slices.Clone(p.Ballots), slices.Clone(p.Gone)
	return p
}
