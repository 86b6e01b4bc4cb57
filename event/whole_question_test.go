package event

import (
	"reflect"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// In an appeal or an amendment the judges have the approved question whole, and its
// place in the sequence, as they had it in the challenge.
func TestB34_B36_B42_ASecondLookShowsTheWholeQuestion(t *testing.T) {
	for name, c := range map[string]struct {
		calls []string
		throw bool
	}{
		"the only question of its bank": {calls: []string{"e2e4", "d7d5", "e4d5"}},
		"one of several":                {calls: []string{"e2e4", "d7d5", "f1a6", "b8a6"}},
		"after one was thrown out":      {calls: []string{"e2e4", "d7d5", "e4d5:wrong", "d8d5"}, throw: true},
		"a Bishop's, recited":           {calls: []string{"e2e4", "d7d5", "f1a6", "h7h6", "a6b7"}},
	} {
		for _, look := range []Command{Appeal{Reason: "Heard again."}, Amend{Reason: "Heard again."}} {
			g := begin(t, setup{text: canaryText, house: rules.House{rules.KeyBankSizes: "1,2,2,1,3"}})
			g.play(c.calls...)
			if c.throw {
				g.must(Judge(1), ThrowOut{Reason: "Shouted.", Sure: true, About: g.about()})
			}
			shown := *g.judge(1).Question
			if shown.Sequence == "" || len(shown.Reject) != 1 || shown.SayAs == "" {
				t.Fatalf("%s: the challenge shows %+v", name, shown)
			}
			g.rule("wrong")
			switch look := look.(type) {
			case Appeal:
				look.About = g.about()
				g.must(GameMaster(chess.White), look)
			case Amend:
				look.About = g.about()
				g.must(Judge(1), look)
			}
			if again := g.judge(1).Review.Question; !reflect.DeepEqual(again, shown) {
				t.Errorf("%s: a second look shows %+v, and the challenge showed %+v", name, again, shown)
			}
		}
	}
}

// How hard words are said stands beside the question, for whoever reads it aloud and
// the judges; on no console while a Bishop recites (B20).
func TestB34_B20_HowAQuestionIsSaidStandsBesideIt(t *testing.T) {
	g := begin(t, setup{text: canaryText})
	g.play("e2e4", "d7d5", "e4d5")
	if ask, q := g.qm(chess.White).Ask, g.judge(1).Question; ask.SayAs != "zqwhitexpawnx1xsay" || q.SayAs != ask.SayAs {
		t.Errorf("the console says it as %q, the judge as %q", ask.SayAs, q.SayAs)
	}
	g.rule("wrong")
	g.play("h7h6", "f1b5", "a7a6", "b5a6")
	if ask, q := g.qm(chess.White).Ask, g.judge(1).Question; ask.SayAs != "" || q.SayAs != "zqwhitexbishopx1xsay" {
		t.Errorf("of a Bishop's question the console says %q, the judge %q", ask.SayAs, q.SayAs)
	}
}
