package event

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// due is the text of the question that the judges read now.
func (g *game) due() string {
	g.Helper()
	q := g.judge(1).Question
	if q == nil {
		g.Fatal("no question is due")
	}
	return q.Text
}

func TestB2_AStandInAnswersForAMarker(t *testing.T) {
	g := begin(t, setup{markers: []string{"d7"}})
	white, black := GameMaster(chess.White), GameMaster(chess.Black)
	g.play("e2e4", "d7d5", "e4d5")
	about := g.about()
	// No question is on any screen until somebody is named.
	if g.qm(chess.White).Ask.Question != "" || g.judge(1).Question != nil || g.judge(1).Ballot != nil {
		t.Error("a question is shown before anybody is named")
	}
	g.says(g.hall().Turn, "Black's Game Master names who answers for Pawn d7.")
	g.says(g.hall().Challenge.Asks, "Quiz Master Judith asks a stand-in for Pawn d7.")
	g.refuse(Judge(1), Vote{Vote: "right", About: about}, Refused, "No question has been put yet")
	form := g.gm(chess.Black).StandIn
	if form == nil || len(form.Choices) != 15 || g.gm(chess.White).StandIn != nil {
		t.Fatalf("who may be named: %+v", form)
	}
	g.refuse(white, NameStandIn{"e8", about}, Forbidden, "(B2)")
	g.refuse(black, NameStandIn{"e1", about}, Refused, "Nobody of your side started on e1")
	g.refuse(black, NameStandIn{"d7", about}, Refused, "Nobody of your side")
	g.refuse(black, NameStandIn{"nowhere", about}, Malformed)
	g.refuse(black, DrawLot{about}, Forbidden)
	g.must(black, NameStandIn{"a8", about})
	g.says(g.hall().Challenge.Asks, "Quiz Master Judith asks Tobias (for Pawn d7).")
	g.says(g.qm(chess.White).Ask.Instruction, "Read this to Tobias (for Pawn d7), word for word.")
	if g.due() != "Question of White Pawn 1?" || g.qm(chess.White).Ask.Question != g.due() {
		t.Error("the question is not shown")
	}
	g.refuse(black, NameStandIn{"b8", about}, Refused, "on the screens already")
	g.refuse(Judge(1), DrawLot{about}, Refused, "on the screens already")
	g.rule("wrong")
	g.says(g.hall().Walk, "Pawn d7 leaves the floor. Samuel walks to d5.")
	if g.stands("a8") != "Tobias" {
		t.Error("the stand-in left instead of the marker")
	}
}

// Two people of one name differ by what they are and where they stand or began.
func TestB2_WhoMayBeNamedIsToldByRoleAndSquare(t *testing.T) {
	g := begin(t, setup{markers: []string{"c7"}})
	g.play("e2e4", "d7d5", "e4d5:wrong", "a7a6", "d5d6", "a6a5", "d6c7")
	helps := map[string]string{}
	for _, c := range g.gm(chess.Black).StandIn.Choices {
		helps[c.Value] = c.Help
	}
	for home, want := range map[string]string{"d7": "Pawn of d7, off", "a7": "Pawn on a5", "e8": "Game Master on e8"} {
		if helps[home] != want {
			t.Errorf("whoever began on %s is %q, want %q", home, helps[home], want)
		}
	}
}

func TestB2_AJudgeDrawsByLot(t *testing.T) {
	g := begin(t, setup{markers: []string{"d7"}})
	g.lot = func(n int) int { return n - 1 }
	g.play("e2e4", "d7d5", "e4d5")
	g.says(g.judge(1).StandIn.Words, "draw one by lot (B2)")
	g.must(Judge(1), DrawLot{g.about()})
	g.says(g.hall().Challenge.Asks, "Bartholomew (for Pawn d7)")
	// The pick is in the record, and folding it again asks no dice.
	if last := g.store.entries[len(g.store.entries)-1]; !strings.Contains(string(last.Body), `"post":32`) {
		t.Errorf("the entry is %s", last.Body)
	}
}

func TestB2_ASideOfMarkersIsAnsweredForAllTheSame(t *testing.T) {
	var all []string
	for _, q := range postSquares(chess.Black) {
		all = append(all, q.String())
	}
	g := begin(t, setup{markers: all})
	g.play("e2e4", "d7d5", "e4d5")
	if c := g.gm(chess.Black).StandIn.Choices; len(c) != 1 {
		t.Errorf("the choices are %v", c)
	}
	g.must(Judge(1), DrawLot{g.about()})
	g.rule("right")
}

func TestB20_ABishopReadsFromMemory(t *testing.T) {
	g := begin(t, setup{})
	console := QuizMaster(chess.White)
	g.play("e2e4")
	g.refuse(console, GiveHint{"Ark", g.about()}, Refused, "No challenge is open")
	g.play("a7a6", "f1a6")
	ask := g.qm(chess.White).Ask
	if ask.Question != "" || ask.Answer != "" || ask.Also != nil || ask.Reference != "" || ask.BankHint != "hint1" || !ask.MayHint {
		t.Errorf("the console shows %+v", ask)
	}
	g.says(ask.Instruction, "Lydia reads question 1 from memory.")
	if g.due() != "Question of White Bishop 1?" {
		t.Errorf("the judges read %q", g.due())
	}
	for _, word := range []string{"", "two words", "no\u00a0break", "tab\there", strings.Repeat("x", 31), "a\u202eb c"} {
		g.refuse(console, GiveHint{word, g.about()}, Refused, "one word of 1 to 30 characters (B20)")
	}
	g.refuse(QuizMaster(chess.Black), GiveHint{"Ark", g.about()}, Refused, "your own Bishop")
	g.refuse(GameMaster(chess.White), GiveHint{"Ark", g.about()}, Forbidden)
	word := strings.Repeat("é", 30)
	g.must(console, GiveHint{word, g.about()})
	g.refuse(console, GiveHint{"Flood", g.about()}, Refused, "one word, once (B20)")
	if got := g.qm(chess.White).Ask; got.Hint != word || got.MayHint || g.judge(1).Question.Hint != word {
		t.Error("the hint is not on the own console and the judges' phones")
	}
	for _, s := range []Seat{Projector, Host, GameMaster(chess.White), GameMaster(chess.Black), QuizMaster(chess.Black), Editor(chess.White)} {
		if strings.Contains(g.json(s), word) {
			t.Errorf("%s sees the hint", s)
		}
	}
	if got := g.qm(chess.White).Banks[1]; got.Piece != "bishop" || got.Items[0].Text != "hint1" || got.Items[0].Answer != "" {
		t.Errorf("the console lists the Bishop's bank as %+v", got.Items)
	}
	g.rule("late")
	g.says(g.hall().Walk, "Esther leaves the floor. Lydia walks to a6.")
}

func TestB20_AMarkersQuestionIsReadFromTheConsole(t *testing.T) {
	g := begin(t, setup{markers: []string{"f1"}})
	g.play("e2e4", "a7a6", "f1a6")
	ask := g.qm(chess.White).Ask
	g.says(ask.Instruction, "Read this to Esther at a steady pace. An answer counts only before the reading ends.")
	if ask.Question != "Question of White Bishop 1?" || ask.Answer == "" {
		t.Errorf("the console shows %+v", ask)
	}
	g.rule("right")
	g.says(g.hall().Ruling.Label, "IN TIME")
}

// small banks wrap around soon; there is one rook question, two of the Pawns'.
var small = rules.House{rules.KeyBankSizes: "1,1,1,2,1"}

func TestB31_RotationWrapsInTheSameOrder(t *testing.T) {
	g := begin(t, setup{house: small})
	plies := [][]string{
		{"e2e4", "d7d5", "e4d5"}, {"e7e6", "d5e6"}, {"a7a6", "e6f7"}, {"a6a5", "f7g8q"}, {"a5a4", "b2b3", "h7h6", "b3a4"},
	}
	for i, want := range []string{"1 of 2, pass 1", "2 of 2, pass 1", "1 of 2, pass 2", "2 of 2, pass 2", "1 of 2, pass 3"} {
		g.play(plies[i]...)
		q := g.judge(1).Question
		if got := fmt.Sprintf("White Pawn, %s", want); q.Sequence != got || g.qm(chess.White).Ask.Sequence != got {
			t.Errorf("challenge %d is %s, want %s", i+1, q.Sequence, got)
		}
		if text := fmt.Sprintf("Question of White Pawn %d?", i%2+1); q.Text != text {
			t.Errorf("challenge %d asks %q, want %q", i+1, q.Text, text)
		}
		g.rule("wrong")
	}
}

func TestB32_Juggling(t *testing.T) {
	g := begin(t, setup{house: rules.House{rules.KeyBankSizes: "2,2,2,3,2", rules.KeyJuggling: rules.On}})
	white := QuizMaster(chess.White)
	ids := func(bank int) (all []string) {
		for _, i := range g.qm(chess.White).Banks[bank].Items {
			all = append(all, i.ID)
		}
		return all
	}
	const rook, bishop, knight, pawn, own = 0, 1, 2, 3, 4
	p := ids(pawn)
	g.must(white, Juggle{Question: p[2], Before: p[0]})
	if got := ids(pawn); got[0] != p[2] || got[1] != p[0] || got[2] != p[1] {
		t.Errorf("the third went to the front: %v of %v", got, p)
	}
	g.must(white, Juggle{Question: p[2]})
	if got := ids(pawn); got[2] != p[2] || got[0] != p[0] {
		t.Errorf("it went to the end again: %v", got)
	}
	n := ids(knight)
	g.must(white, Juggle{Question: p[0], With: n[1]})
	if ids(pawn)[0] != n[1] || ids(knight)[1] != p[0] {
		t.Error("two questions of two banks did not change places")
	}
	b, q := ids(bishop), ids(own)
	g.refuse(white, Juggle{Question: b[1], Before: b[0]}, Refused, "known by heart (B32)")
	g.refuse(white, Juggle{Question: b[0], With: n[0]}, Refused, "between the Rook, Knight and Pawn banks (B32)")
	g.refuse(white, Juggle{Question: q[0], With: n[0]}, Refused, "(B32)")
	g.must(white, Juggle{Question: q[1], Before: q[0]})
	g.refuse(QuizMaster(chess.Black), Juggle{Question: p[0], Before: p[1]}, Malformed, "not in your banks")
	g.refuse(GameMaster(chess.White), Juggle{Question: p[0]}, Forbidden)

	// What is due stays from the call until the ruling.
	g.play("e2e4", "d7d5", "e4d5")
	due := ids(pawn)
	g.refuse(white, Juggle{Question: due[0], Before: due[2]}, Refused, "is due in the open challenge")
	g.refuse(white, Juggle{Question: due[1], Before: due[0]}, Refused, "is due in the open challenge")
	g.refuse(white, Juggle{Question: due[0], With: ids(rook)[0]}, Refused, "is due in the open challenge")
	if g.qm(chess.White).Banks[pawn].Items[0].Movable {
		t.Error("the console offers to move what is due")
	}
	g.must(white, Juggle{Question: due[1], Before: ""})
	g.rule("wrong")
	g.refuse(white, Juggle{Question: due[0]}, Refused, "has been used already")

	// After the first pass the order is fixed as asked.
	g.play("e7e6", "d5e6:wrong", "a7a6", "e6f7:wrong")
	b2 := g.qm(chess.White).Banks[pawn]
	if b2.Pass != 2 || b2.Items[1].Movable || b2.Items[2].Movable {
		t.Errorf("after the first pass the console shows %+v", b2)
	}
	g.refuse(white, Juggle{Question: b2.Items[2].ID, Before: b2.Items[1].ID}, Refused, "its order is fixed now (B32)")
}

func TestB32_JugglingOff(t *testing.T) {
	g := begin(t, setup{house: rules.House{rules.KeyJuggling: rules.Off}})
	s := g.qm(chess.White)
	if s.MayJuggle || s.Banks[3].Items[0].Movable {
		t.Error("the console offers to juggle")
	}
	g.says(s.JuggleWhy, "off in this match (B32)")
	g.refuse(QuizMaster(chess.White), Juggle{Question: s.Banks[3].Items[1].ID, Before: s.Banks[3].Items[0].ID}, Refused, "Juggling is off")
}

// outOfOwn is a match in which Black's Quiz Master has had a question and has
// none left: the next challenge waits for a fresh one.
func outOfOwn(t *testing.T, reserve int) *game {
	g := begin(t, setup{house: small, reserve: reserve, judges: 2})
	g.play("e2e4", "d7d5", "e4d5:wrong", "d8d5:wrong", "b1c3", "h7h6", "c3d5")
	return g
}

func TestB33_AFreshQuestionIsTypedApprovedAndAsked(t *testing.T) {
	g := outOfOwn(t, 0)
	console := QuizMaster(chess.Black)
	g.says(g.hall().Turn, "Black's Quiz Master has no question left")
	g.refuse(Judge(1), Vote{Vote: "right", About: g.about()}, Refused, "No question has been put yet")
	fresh := questions.Text{Question: "Who was swallowed by a great fish?", Answer: "Jonah", Reference: "Jonah 1:17"}
	g.refuse(QuizMaster(chess.White), TypeFresh{fresh, g.about()}, Refused, "No fresh question is needed")
	g.refuse(console, TypeFresh{questions.Text{Question: "?"}, g.about()}, Malformed, "answer is missing")
	used := plainText(chess.Black, chess.Queen, 1)
	g.refuse(console, TypeFresh{used, g.about()}, Refused, "in your banks already")
	g.must(console, TypeFresh{fresh, g.about()})
	g.refuse(console, TypeFresh{fresh, g.about()}, Refused, "waits for a judge already")
	typed := g.judge(2).Fresh.Typed
	if typed == nil || typed.Text != fresh.Question || g.judge(2).Question != nil {
		t.Fatalf("judge 2 sees %+v", g.judge(2).Fresh)
	}
	g.must(Judge(2), SendBack{typed.ID, typed.Revision, "Everybody knows that."})
	if f := g.qm(chess.Black).Fresh; !f.MayType || f.Typed != nil {
		t.Errorf("sent back, and the console shows %+v", f)
	}
	g.refuse(Judge(1), Approve{typed.ID, typed.Revision}, Refused, "(B34)")
	fresh.Question = "Which king saw a hand write on the wall?"
	g.must(console, TypeFresh{fresh, g.about()})
	typed = g.judge(1).Fresh.Typed
	g.must(Judge(1), Approve{typed.ID, typed.Revision})
	if g.due() != fresh.Question || g.qm(chess.Black).Ask.Question != fresh.Question {
		t.Error("the approved question is not asked")
	}
	g.rule("wrong")
	g.says(g.hall().Walk, "Miriam leaves the floor.")
}

func TestB33_TheReserveAfter120Seconds(t *testing.T) {
	g := outOfOwn(t, 2)
	id := g.editor(ReserveEditor).Banks[0].Lines[0].ID
	take := TakeReserve{id, g.about()}
	g.refuse(Judge(1), take, Refused, "120 seconds to give a fresh question first (B33)")
	if f := g.judge(1).Fresh; f.Reserve != nil || f.Until == 0 {
		t.Errorf("too early, a judge sees %+v", f)
	}
	g.wait(119 * time.Second)
	g.refuse(Judge(1), take, Refused, "120 seconds")
	g.wait(time.Second)
	if f := g.judge(2).Fresh; len(f.Reserve) != 2 || f.Until != 0 {
		t.Errorf("a judge sees %+v", f)
	}
	g.refuse(QuizMaster(chess.Black), take, Forbidden)
	g.refuse(Judge(1), TakeReserve{"q1-1", g.about()}, Malformed, "not in the reserve")
	g.must(Judge(2), take)
	if g.due() != "Question of Reserve Quiz Master 1?" {
		t.Errorf("asked is %q", g.due())
	}
	if n := len(g.editor(ReserveEditor).Banks[0].Lines); n != 1 {
		t.Errorf("the reserve still has %d", n)
	}
	g.refuse(Judge(1), TakeReserve{id, g.about()}, Refused, "needed now")
	g.rule("right")
}

func TestB37_ATakenBackChallengeGivesItsQuestionBack(t *testing.T) {
	g := begin(t, setup{})
	g.play("e2e4", "d7d5", "e4d5")
	if g.due() != "Question of White Pawn 1?" {
		t.Fatal(g.due())
	}
	g.must(Host, TakeBack{Reason: "Noise.", About: g.about()})
	g.play("e4d5")
	if g.due() != "Question of White Pawn 1?" {
		t.Errorf("a Pawn's question was not given back: %q", g.due())
	}
	// Ruled, and taken back all the same: it is due again too.
	g.rule("wrong")
	g.must(Host, TakeBack{Reason: "Noise.", About: g.about()})
	g.play("e4d5:wrong")

	// A Quiz Master's own that was shown is spent.
	g.play("d8d5")
	if g.due() != "Question of Black Quiz Master 1?" {
		t.Fatal(g.due())
	}
	g.must(Host, TakeBack{Reason: "Noise.", About: g.about()})
	g.play("d8d5")
	if g.due() != "Question of Black Quiz Master 2?" {
		t.Errorf("a question that was shown is asked again: %q", g.due())
	}
	g.rule("wrong")
	g.must(Host, TakeBack{Reason: "Noise.", About: g.about()})
	// Further back, and it stays spent.
	g.must(Host, TakeBack{Reason: "The ply before it.", About: g.about()})
	g.play("e4d5:wrong", "d8d5")
	if g.due() != "Question of Black Quiz Master 3?" {
		t.Errorf("a question that was shown is asked again after going back further: %q", g.due())
	}
}
