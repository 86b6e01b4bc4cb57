package event

import (
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// A resignation stays when the ruling before it is amended (B41, R5).
func TestB41_R5_AnAmendedRulingLeavesAResignation(t *testing.T) {
	g := begin(t, setup{})
	g.play("e2e4", "d7d5", "e4d5:wrong")
	g.must(GameMaster(chess.Black), Resign{Sure: true, About: g.about()})
	g.must(Judge(1), Amend{Vote: "right", Alone: true, Reason: "misheard", About: g.about()})
	h := g.hall()
	if h.Phase != Ended || h.Result == nil || h.Result.Winner != WhiteColour {
		t.Errorf("after the amendment the match is %s, %+v", h.Phase, h.Result)
	}
	if who := g.stands("d5"); who != "Salome" {
		t.Errorf("the board does not follow: on d5 stands %q", who)
	}
}

// What was typed and never approved can be typed again (B33).
func TestB33_AFreshQuestionSentBackCanBeTypedAgain(t *testing.T) {
	g := begin(t, setup{house: rules.House{rules.KeyBankSizes: "3,3,6,12,0"}})
	fresh := questions.Text{Question: "Who was the first king?", Answer: "Saul", Reference: "1 Samuel 10"}
	g.play("e2e4", "d7d5")
	g.must(GameMaster(chess.White), g.typed("d1g4"))
	g.must(GameMaster(chess.Black), g.typed("c8g4"))
	g.must(QuizMaster(chess.White), TypeFresh{Text: fresh, About: g.about()})
	q := g.judge(1).Fresh.Typed
	g.must(Judge(1), SendBack{q.ID, q.Revision, "say which book"})
	g.says(g.qm(chess.White).Fresh.Words, "say which book")
	g.must(QuizMaster(chess.White), TypeFresh{Text: fresh, About: g.about()})
	q = g.judge(1).Fresh.Typed
	g.must(Judge(1), Approve{q.ID, q.Revision})
	if ask := g.qm(chess.White).Ask; ask == nil || ask.Question != fresh.Question {
		t.Errorf("the console asks %+v", ask)
	}
}
