package event

import (
	"fmt"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// The policy is looked up in the host's choices alone; that is what the rule says.
func TestB40_ThePolicyIsTheRules(t *testing.T) {
	g := open(t, begun())
	for _, f := range rules.Formats() {
		g.must(Host, ChooseFormat{Format: f.Key()})
		if m := g.truth.match; m.policy().String() != m.rule(rules.KeyPanel) && m.rule(rules.KeyPanel) != "" {
			t.Errorf("%s: %s, and the rule is %s", f.Key(), m.policy(), m.rule(rules.KeyPanel))
		}
	}
}

// B34, B40: approval follows the panel's rule.
func TestB34_ApprovalByThePanelsRule(t *testing.T) {
	for name, c := range map[string]struct {
		policy string
		judges int
		does   string // a vote a judge: + approves, - sends back, . says nothing
		want   string
		waits  string // for whom it waits then
	}{
		"majority 1":             {"majority", 1, "+", "approved", ""},
		"majority 2, one":        {"majority", 2, "+.", "waiting", "2"},
		"majority 2, against":    {"majority", 2, "+-", "sent back", ""},
		"majority 3, two":        {"majority", 3, "++.", "approved", ""},
		"majority 3, divided":    {"majority", 3, "+-.", "waiting", "3"},
		"majority 3, outvoted":   {"majority", 3, "-++", "approved", ""},
		"majority 3, back":       {"majority", 3, "-.-", "sent back", ""},
		"unanimous, all":         {"unanimous", 3, "+++", "approved", ""},
		"unanimous, two":         {"unanimous", 3, "++.", "waiting", "3"},
		"unanimous, one back":    {"unanimous", 3, "..-", "sent back", ""},
		"any":                    {"any", 3, ".+.", "approved", ""},
		"any, one back":          {"any", 3, ".-.", "sent back", ""},
		"head approves":          {"head", 3, "+..", "approved", ""},
		"others advise":          {"head", 3, ".++", "waiting", "1"},
		"head sends back":        {"head", 3, "-++", "sent back", ""},
		"nobody said a word":     {"majority", 3, "...", "waiting", "123"},
		"nobody, unanimous of 1": {"unanimous", 1, ".", "waiting", "1"},
	} {
		t.Run(name, func(t *testing.T) {
			g := open(t, begun())
			g.must(Host, SetHouse{House: rules.House{rules.KeyPanel: c.policy}})
			for n := range c.judges {
				g.must(Host, AddJudge{Name: bench[n]})
			}
			seq := g.must(Host, AddQuestions{[]NewQuestion{{WhiteColour, chess.Pawn, asked(1)}}})
			id := fmt.Sprintf("q%d-1", seq)
			for i, r := range c.does {
				switch r {
				case '+':
					g.must(Judge(i+1), Approve{id, 1})
				case '-':
					g.must(Judge(i+1), SendBack{id, 1, "why"})
				}
			}
			if got := g.library(Editor(chess.White)).Rows[0].State; got != c.want {
				t.Errorf("the state is %s, want %s", got, c.want)
			}
			waits := ""
			for n := range c.judges {
				if g.judge(n+1).Approval.Waiting > 0 {
					waits += fmt.Sprint(n + 1)
				}
			}
			if waits != c.waits {
				t.Errorf("it waits for %q, want %q", waits, c.waits)
			}
		})
	}
}
