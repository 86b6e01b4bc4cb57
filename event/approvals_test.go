package event

import (
	"fmt"
	"slices"
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

// A judge's choice of state, side and piece has its numbers, and whoever has spoken
// can think again while the others have yet to decide (B34, B40).
func TestB34_TheApprovalFormTellsHowFarEachBankIs(t *testing.T) {
	g := open(t, begun())
	g.must(Host, AddJudge{"Deborah"})
	g.must(Host, AddJudge{"Gideon"})
	judges := g.truth.match.judges
	seq := g.edit(Editor(chess.White), Edit{Op: EditAdd, Kind: chess.Pawn, Text: asked(1)}, Edit{Op: EditAdd, Kind: chess.Pawn, Text: asked(2)}, Edit{Op: EditAdd, Kind: chess.Pawn, Text: asked(3)},
		Edit{Op: EditAdd, Kind: chess.Rook, Text: asked(4)}, Edit{Op: EditAdd, Shelf: true, Text: asked(5)})
	g.edit(ReserveEditor, Edit{Op: EditAdd, Kind: chess.Queen, Text: asked(6)})
	id := func(n int) string { return fmt.Sprintf("q%d-%d", seq, n) }
	me := judges[0].seat
	for _, j := range judges {
		g.must(j.seat, Approve{ID: id(1), Revision: 1})
	}
	for len(g.judge(1).Approval.Back) == 0 {
		g.must(judges[0].seat, SendBack{ID: id(2), Revision: 1, Reason: "Which?"})
		judges = judges[1:]
	}
	g.must(me, Approve{ID: id(4), Revision: 1})
	f := g.judge(1).Approval
	if len(f.Others) != 1 || f.Others[0].ID != id(4) || f.Others[0].Said != "approved" || f.Back[0].Said != "sent back" || f.Back[0].Reason != "Which?" {
		t.Errorf("with the others %+v, back %+v", f.Others, f.Back)
	}
	want := []ApprovalBank{
		{WhiteColour, "rook", "White's Rook", 1, 0, 0, 0}, {WhiteColour, "pawn", "White's Pawn", 3, 1, 1, 1}, {NoColour, "quiz-master", reserveBank, 1, 0, 0, 1},
	}
	if !slices.Equal(f.Banks, want) {
		t.Errorf("got  %+v\nwant %+v", f.Banks, want)
	}
	if f.Total != 5 || f.Done != 1 || f.Waiting != 2 {
		t.Errorf("%+v", f)
	}
}
