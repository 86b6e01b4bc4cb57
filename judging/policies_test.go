package judging

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// bench is a panel written down once more from the words of B40 alone: who
// sits on it from the earliest to the latest, who is the head judge, and the
// ballots in the order in which they were cast.
type bench struct {
	policy  Policy
	head    string
	members []string
	cast    []Ballot
}

func (b bench) said(seat string) string {
	for _, x := range b.cast {
		if x.Seat == seat {
			return x.Vote.String()
		}
	}
	return ""
}

// last is whose word counts where the policy gives no decision.
func (b bench) last() string {
	if slices.Contains(b.members, b.head) {
		return b.head
	}
	return b.members[0]
}

// ruling is the key of the ruling, or "" while there is none.
func (b bench) ruling() string {
	if len(b.members) == 0 {
		return ""
	}
	said := map[string]int{}
	for _, m := range b.members {
		said[b.said(m)]++
	}
	shown := map[bool]string{true: "right", false: "wrong"}
	if said["late"] > said["wrong"] {
		shown[false] = "late"
	}
	effects := map[bool]int{true: said["right"], false: said["wrong"] + said["late"]}
	for right, n := range effects {
		most := b.policy == Majority && n > len(b.members)-n
		all := b.policy == Unanimous && n == len(b.members)
		if most || all {
			return shown[right]
		}
	}
	switch {
	case b.policy == Any && len(b.cast) > 0:
		return b.cast[0].Vote.String()
	case b.policy == Head:
		return b.said(b.last())
	case b.policy == Any || said[""] > 0:
		return ""
	}
	return shown[b.said(b.last()) == "right"]
}

// ordered makes a panel whose members joined in the order of seats, though the
// list has them the other way round, and its bench.
func ordered(policy Policy, head string, seats []string) (Panel, bench) {
	var members []Member
	for i, s := range seats {
		members = append(members, Member{s, int64(i + 1)})
	}
	slices.Reverse(members)
	return NewPanel(policy, members, head), bench{policy, head, slices.Clone(seats), nil}
}

func agree(t *testing.T, p Panel, b bench, steps string) string {
	t.Helper()
	vote, decided := p.Decision()
	got, want := "", b.ruling()
	if decided {
		got = vote.String()
	}
	if got != want {
		t.Fatalf("B40 %s, %v, head %q: %s gives %q, want %q", b.policy, b.members, b.head, steps, got, want)
	}
	if waiting := p.Waiting(); decided != (len(waiting) == 0) && len(b.members) > 0 {
		t.Fatalf("B40 %s, %v, head %q: %s is decided %v and waits for %v", b.policy, b.members, b.head, steps, decided, waiting)
	}
	return got
}

var policies = [...]Policy{Majority, Unanimous, Any, Head}

// permutations calls with every order of a list.
func permutations(list []string, call func([]string)) {
	var next func(done, left []string)
	next = func(done, left []string) {
		if len(left) == 0 {
			call(done)
		}
		for i := range left {
			next(append(slices.Clone(done), left[i]), slices.Delete(slices.Clone(left), i, i+1))
		}
	}
	next(nil, list)
}

// Every policy, every panel of one to four, every order of ballots, every
// ballot, every head judge on the panel, off it, and none.
func TestB40_EveryBallotInEveryOrder(t *testing.T) {
	all := []string{"a", "b", "c", "d"}
	cases := 0
	for n := 1; n <= len(all); n++ {
		seats := all[:n]
		for _, head := range append([]string{"", "elsewhere"}, seats...) {
			for _, policy := range policies {
				permutations(seats, func(order []string) {
					for code := range pow(3, n) {
						p, b := ordered(policy, head, seats)
						steps := ""
						for _, seat := range order {
							vote := Vote(code % 3)
							code /= 3
							next, err := p.Cast(seat, vote)
							if ruling := b.ruling(); ruling != "" {
								if !errors.Is(err, ErrDecided) || !reflect.DeepEqual(next, p) {
									t.Fatalf("B41 %s after %s and %s: %v", seat, steps, ruling, err)
								}
								continue
							}
							if err != nil {
								t.Fatal(err)
							}
							p, b.cast = next, append(b.cast, Ballot{seat, vote})
							steps += fmt.Sprintf("%s %s, ", seat, vote)
							agree(t, p, b, steps)
						}
						if b.ruling() == "" {
							t.Fatalf("B40 %s, head %q: all have voted (%s) and there is no ruling", policy, head, steps)
						}
						cases++
					}
				})
			}
		}
	}
	if cases < 50_000 {
		t.Errorf("only %d cases", cases)
	}
}

func pow(base, n int) int {
	product := 1
	for range n {
		product *= base
	}
	return product
}

// Panels of up to seven with changed ballots, judges who leave, a head judge
// who rules alone, and changes of mind while a ruling is held (B46).
func TestB40_B46_LargerPanelsAndDropOuts(t *testing.T) {
	rng := rand.New(rand.NewPCG(40, 46))
	decided, held, left := 0, 0, 0
	for range 20_000 {
		seats := strings.Split("abcdefg", "")[:1+rng.IntN(7)]
		head := append([]string{"", "elsewhere"}, seats...)[rng.IntN(len(seats)+2)]
		p, b := ordered(policies[rng.IntN(4)], head, seats)
		steps := ""
		for range 3 * len(seats) {
			seat, vote := seats[rng.IntN(len(seats))], Vote(rng.IntN(3))
			member := slices.Contains(b.members, seat)
			ruling := b.ruling()
			i := slices.IndexFunc(b.cast, func(x Ballot) bool { return x.Seat == seat })
			switch {
			case rng.IntN(5) == 0:
				steps += seat + " leaves, "
				p = p.Leave(seat)
				if ruling == "" && member {
					left++
					b.members = slices.DeleteFunc(b.members, func(s string) bool { return s == seat })
					b.cast = slices.DeleteFunc(b.cast, func(x Ballot) bool { return x.Seat == seat })
				}
			case ruling != "":
				// Held back, and somebody changes a ballot or casts a late one.
				steps += fmt.Sprintf("%s recasts %s, ", seat, vote)
				next, err := p.Recast(seat, vote)
				if (err == nil) != member {
					t.Fatalf("B46 %s: %v", steps, err)
				}
				if err != nil {
					continue
				}
				held++
				if p = next; i >= 0 {
					b.cast[i].Vote = vote
				} else {
					b.cast = append(b.cast, Ballot{seat, vote})
				}
			default:
				steps += fmt.Sprintf("%s %s, ", seat, vote)
				next, err := p.Cast(seat, vote)
				if (err == nil) != member {
					t.Fatalf("B40 %s: %v", steps, err)
				}
				if err != nil {
					continue
				}
				p = next
				if i >= 0 {
					b.cast = slices.Delete(b.cast, i, i+1)
				}
				b.cast = append(b.cast, Ballot{seat, vote})
			}
			if agree(t, p, b, steps) != "" {
				decided++
			}
		}
	}
	if decided < 10_000 || held < 5000 || left < 5000 {
		t.Errorf("%d decided, %d changes of mind, %d left", decided, held, left)
	}
}

// The head judge alone decides at any moment before a decision, on the panel
// or off it, whatever the others said; nobody else can (B40).
func TestB40_RulingAloneAtAnyMoment(t *testing.T) {
	for _, policy := range policies {
		for n := range 8 {
			seats := strings.Split("abcdefg", "")[:n]
			for _, head := range append([]string{"elsewhere"}, seats...) {
				for ballots := range n {
					p, b := ordered(policy, head, seats)
					for _, seat := range seats[:ballots] {
						if b.ruling() == "" {
							var err error
							if p, err = p.Cast(seat, VoteWrong); err != nil {
								t.Fatal(err)
							}
							b.cast = append(b.cast, Ballot{seat, VoteWrong})
						}
					}
					for _, seat := range append([]string{"", "stranger"}, seats...) {
						next, err := p.RuleAlone(seat, VoteRight)
						if may := seat == head && b.ruling() == ""; may != (err == nil) {
							t.Fatalf("B40 %s, %d ballots of %d, head %s: %q alone: %v", policy, ballots, n, head, seat, err)
						}
						if err != nil {
							continue
						}
						if vote, ok := next.Decision(); !ok || vote != VoteRight {
							t.Errorf("B40 %s: alone is %v, %v", policy, vote, ok)
						}
						if _, open := p.Decision(); open {
							t.Error("ruling alone changed the panel that it was made on")
						}
						if len(next.Waiting()) != 0 {
							t.Errorf("B40: after a ruling alone it waits for %v", next.Waiting())
						}
						// Held back, it is the head judge's to change and nobody else's (B46).
						again, err := next.Recast(head, VoteTooLate)
						if vote, ok := again.Decision(); err != nil || !ok || vote != VoteTooLate {
							t.Errorf("B46: %v, %v, %v", vote, ok, err)
						}
						for _, other := range seats {
							if _, err := next.Recast(other, VoteWrong); other != head && err == nil {
								t.Errorf("B46: %s changes the head judge's ruling", other)
							}
						}
					}
				}
			}
		}
	}
}

func TestB46_Recast(t *testing.T) {
	cases := []struct {
		name   string
		policy Policy
		steps  string // as in play
		seat   string
		vote   Vote
		want   string // the decision afterwards, or "open", or the refusal
	}{
		{"B46 the same again", Majority, "a+ b+", "a", VoteRight, "right"},
		{"B46 undecided again", Majority, "a+ b+", "b", VoteWrong, "open"},
		{"B46 the other way", Majority, "c+ a- b-", "a", VoteRight, "right"},
		{"B46 one who had not voted", Majority, "a+ b+", "c", VoteWrong, "right"},
		{"B46 unanimous no longer", Unanimous, "a+ b+ c+", "c", VoteWrong, "right"},
		{"B46 any: the first changes", Any, "b+", "b", VoteWrong, "wrong"},
		{"B46 any: another comes too late", Any, "b+", "a", VoteWrong, "right"},
		{"B46 head: the head judge changes", Head, "c- a+", "a", VoteTooLate, "late"},
		{"B46 head: advice", Head, "a+", "b", VoteWrong, "right"},
		{"B46 who is gone", Majority, "c< a+ b+", "c", VoteWrong, "You were gone too long: the panel of 2 rules without you (B40)."},
		{"B46 a stranger", Majority, "a+ b+", "x", VoteWrong, "You joined after this challenge opened; the panel of 3 that saw it from the start rules (B40)."},
		{"B46 after the head judge alone", Majority, "b- a!+", "b", VoteWrong, "The head judge has ruled alone (B40)."},
		{"B20 no such vote", Majority, "a+ b+", "a", 3, "Judges rule one of right in time, wrong and too late (B20)."},
		{"B20 no such vote alone", Majority, "a!+", "a", 7, "Judges rule one of right in time, wrong and too late (B20)."},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := play(t, panelOf(c.policy, "a", "a", "b", "c"), c.steps)
			before := clone(p)
			next, err := p.Recast(c.seat, c.vote)
			vote, decided := next.Decision()
			got := "open"
			switch {
			case err != nil:
				got = err.Error()
			case decided:
				got = vote.String()
			}
			if got != c.want {
				t.Errorf("it becomes %s, want %s", got, c.want)
			}
			if !reflect.DeepEqual(clone(p), before) {
				t.Error("a change of mind changed the panel that it was made on")
			}
		})
	}
}

// A question that is put anew has no ballots, and the same panel (B35, R7).
func TestB35_R7_Cleared(t *testing.T) {
	for _, steps := range []string{"a+", "a+ b-", "a+ b+", "a!+", "c< a-"} {
		p := play(t, panelOf(Majority, "a", "a", "b", "c"), steps)
		q := p.Cleared()
		if _, decided := q.Decision(); decided || len(q.Ballots) != 0 || q.Alone != nil || !reflect.DeepEqual(q.Members, p.Members) {
			t.Errorf("%s: put anew it is %+v", steps, q)
		}
		if len(p.Ballots) == 0 && p.Alone == nil {
			t.Errorf("%s: the panel before was changed", steps)
		}
	}
}

// Joining is for an empty panel alone, again and again if all leave again.
func TestB40_TheFirstToComeEachTime(t *testing.T) {
	p := NewPanel(Majority, nil, "a")
	for i, seat := range []string{"b", "c", "b"} {
		var err error
		if p, err = p.Join(Member{seat, int64(i)}); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Join(Member{"z", 9}); err == nil {
			t.Error("B40: a second one joined")
		}
		if len(p.Members) != 1 || p.Presiding() != seat || !slices.Equal(p.Waiting(), []string{seat}) {
			t.Errorf("B40: %+v", p)
		}
		p = p.Leave(seat)
	}
	if !slices.Equal(p.Gone, []string{"c", "b"}) {
		t.Errorf("gone are %v", p.Gone)
	}
}
