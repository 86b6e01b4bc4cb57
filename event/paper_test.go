package event

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// next is the number of the question that a bank asks next.
func (g *game) next(s chess.Side, k chess.Kind) (number, pass int) {
	_, number, _, pass, _ = g.truth.match.play.orders.Due(questions.Bank{Side: s, Kind: k})
	return number, pass
}

// A sheet of four plies, typed as people write, comes to the same as calls and
// votes would have.
func TestR9_PliesFromPaperComeToTheSame(t *testing.T) {
	live := begin(t, setup{})
	live.play("e2e4", "d7d5", "e4d5:wrong", "d8d5:right", "f1b5", "b8c6", "b5c6:late", "a7a6")
	g := begin(t, setup{})
	g.play("e2e4", "d7d5", "e4d5:wrong", "d8d5:right")
	g.must(Host, EnterPlies{Plies: "5. f1 b5\n 6) b8-c6\n\nb5 c6 Too late\r\na7a6", Reason: "The Wi-Fi is gone.", About: g.about()})
	for i, c := range live.hall().Board.Cells {
		a, b := c.Token, g.hall().Board.Cells[i].Token
		if (a == nil) != (b == nil) || a != nil && *a != *b {
			t.Errorf("%s: %v by calls and %v by paper", c.Square, a, b)
		}
	}
	for _, s := range chess.Sides {
		for _, k := range questions.Kinds {
			n, p := live.next(s, k)
			if m, q := g.next(s, k); n != m || p != q {
				t.Errorf("%s %s: number %d of pass %d by paper, not %d of pass %d", s, questions.KindName(k), m, q, n, p)
			}
		}
	}
	if len(g.hall().Teams[1].Out) != len(live.hall().Teams[1].Out) {
		t.Error("others have left the field")
	}
	g.says(g.log(), "Entered what was played on paper, 4 plies: f1 to b5; b8 to c6; b5 to c6 (late); a7 to a6: The Wi-Fi is gone.")
	g.says(g.hall().Put.Headline, "Plies 5 to 8 were played on paper.")
	if g.hall().Put.Walks != nil {
		t.Error("somebody has to walk for what the floor has done")
	}
	// It goes on, and any ply of the sheet can be rewound.
	g.play("g1f3")
	g.must(Judge(1), Rewind{Ply: 7, Reason: "Mistake.", About: g.about()})
	if g.stands("b5") != "Lydia" || g.stands("c6") != "Abigail" {
		t.Errorf("%q stands on b5, %q on c6", g.stands("b5"), g.stands("c6"))
	}
	log, _ := g.Evening.Log()
	for _, l := range log.Lines {
		if strings.Contains(l.Words, "on paper") && l.Struck || strings.Contains(l.Words, "g1 to f3") && !l.Struck {
			t.Errorf("struck %v: %s", l.Struck, l.Words)
		}
	}
	g.play("b5c6:right")
	g.must(Host, Rewind{Ply: 5, Reason: "From before the paper.", About: g.about()})
	if g.stands("f1") != "Lydia" {
		t.Errorf("%q stands on f1", g.stands("f1"))
	}
	if log, _ := g.Evening.Log(); !log.Lines[2].Struck && !strings.Contains(log.Lines[1].Words, "Rewound") {
		t.Errorf("the paper is not struck: %v", log.Lines[:4])
	}
}

func TestR9_SheetIsRefusedByItsLineAndChangesNothing(t *testing.T) {
	g := begin(t, setup{})
	for sheet, words := range map[string]string{
		"e2 e4\nd7 d5\ne4 d5":        "Line 3 (e4 d5): this call is a challenge",
		"e2 e4 wrong":                "nobody is challenged",
		"e2 e4\na1 a5":               "Line 2 (a1 a5)",
		"e2":                         "is no ply",
		"e2 e4 perhaps":              "is no ruling",
		"\n \n":                      "There is no ply",
		strings.Repeat("e2e4\n", 9):  "Line 2",
		"e2 e4\nd7 d5\ne4 d5 late":   "B20",
		"e2 e4\nd7 d5\ne4 e4":        "Line 3",
		"e2 e4\n\n\nd7 d5\ne4 xx d5": "Line 5",
	} {
		_, err := g.Do(Host, "", EnterPlies{Plies: sheet, Reason: "x", About: g.about()})
		if err == nil {
			t.Errorf("%q was taken", sheet)
			continue
		}
		if !strings.Contains(err.Error(), words) {
			t.Errorf("%q: %s, and it should say %q", sheet, err, words)
		}
	}
	g.refuse(Host, EnterPlies{Plies: "e2 e4", Reason: "x", About: g.about() + 9}, Stale)
	g.refuse(Host, EnterPlies{Plies: "e2 e4", About: g.about()}, Malformed, "The reason")
	g.refuse(GameMaster(chess.White), EnterPlies{Plies: "e2 e4", Reason: "x", About: g.about()}, Forbidden)
}

// The plug was pulled in the middle of a challenge: its call and its ruling stand
// first on the sheet, and nothing is used up twice.
func TestR9_PaperTakesAnOpenChallengeAlong(t *testing.T) {
	g := begin(t, setup{judges: 3})
	g.play("e2e4", "d7d5", "e4d5:wrong", "d8d5")
	own, _ := g.next(chess.Black, chess.Queen)
	g.must(Host, Pause{"No network."})
	g.must(Host, EnterPlies{Plies: "d8 d5 right\ng1 f3", Reason: "By paper.", About: g.about()})
	g.must(Host, Resume{})
	if n, _ := g.next(chess.Black, chess.Queen); n != own+1 {
		t.Errorf("the Quiz Master goes on with number %d after %d", n, own)
	}
	if g.stands("d8") != "Deborah" || g.stands("f3") != "Ezra" || g.truth.match.play.ply != 6 {
		t.Errorf("%q stands on d8, %q on f3, ply %d", g.stands("d8"), g.stands("f3"), g.truth.match.play.ply)
	}
	g.play("a7a6")
}

// The sheet that is printed in mid-challenge says which challenge is open, who is asked
// and which number of which bank is due, and no word of the question (R9, B34).
func TestR9_B34_TheSheetTellsTheOpenChallenge(t *testing.T) {
	g := begin(t, setup{text: canaryText, markers: []string{"e7"}})
	g.play("e2e4", "d7d5")
	if g.Print().Open != nil {
		t.Error("a challenge is open before there is one")
	}
	g.play("e4d5")
	want := PaperChallenge{
		Headline: "Samuel (White Pawn) challenges Salome (Black Pawn) on d5", From: "e4", To: "d5",
		Asks: "Quiz Master Judith asks Salome.", Question: "White's Pawn, no. 1 of 12, pass 1.", Number: 1,
	}
	if open := g.Print().Open; open == nil || *open != want {
		t.Errorf("the sheet tells %+v", open)
	}
	g.rule("wrong")
	g.play("e7e6", "d5e6") // onto a marker: nobody is named yet, so no question is put
	if open := g.Print().Open; open == nil || open.Number != 0 || !strings.HasPrefix(open.Question, "No question has been put yet.") {
		t.Errorf("the sheet tells %+v", open)
	}
	if body, _ := json.Marshal(g.Print()); canary.Match(body) {
		t.Errorf("the sheet tells the question: %s", body)
	}
	g.must(Judge(1), DrawLot{g.about()})
	if body, _ := json.Marshal(g.Print()); canary.Match(body) || g.Print().Open.Number != 2 {
		t.Errorf("the sheet tells %s", body)
	}
	g.rule("wrong")
	if g.Print().Open != nil {
		t.Error("a challenge is open after its ruling")
	}
}

// A Quiz Master's own question that was shown in an open challenge never comes again
// when the match goes on by paper (B33, B37, B43), whether the panel has decided or not,
// and over a rewind. A question of a rotating bank is given back, but the form expects
// that it was asked on paper.
func TestB37_R9_PaperSpendsWhatWasShown(t *testing.T) {
	sheet := func(g *game) Command {
		return EnterPlies{Plies: "d8 d6", Reason: "By paper.", About: g.about()}
	}
	position := func(g *game) Command {
		return EnterPosition{Turn: BlackColour, Plies: 1, Reason: "By paper.", About: g.about()}
	}
	for name, way := range map[string]func(*game) Command{"plies": sheet, "position": position} {
		for _, held := range []bool{false, true} {
			g := begin(t, setup{house: rules.House{rules.KeyRevealHold: "3"}})
			g.play("e2e4", "d7d5", "e4d5:wrong", "d8d5")
			shown := g.qm(chess.Black).Ask.Question
			if held {
				g.must(Judge(1), Vote{Vote: "right", About: g.about()})
			}
			if form, err := g.Evening.Paper(); err != nil || form.Banks[9].Next != 2 {
				t.Errorf("%s: the form goes on with %+v, %v", name, form.Banks[9], err)
			}
			if b := g.Print().Banks[9]; b.Next != 1 {
				t.Errorf("the sheet of the open challenge has number %d", b.Next)
			}
			g.must(Host, way(g))
			if n, _ := g.next(chess.Black, chess.Queen); n != 2 {
				t.Errorf("%s, held %v: the Quiz Master goes on with number %d", name, held, n)
			}
			g.must(Host, Rewind{Ply: 4, Reason: "Mistake.", About: g.about()})
			g.must(g.turn(), g.typed("d8d5"))
			if again := g.qm(chess.Black).Ask.Question; again == shown {
				t.Errorf("%s, held %v: %q is asked a second time", name, held, again)
			}
		}
	}
	g := begin(t, setup{house: rules.House{rules.KeyBankSizes: "1,1,1,1,2"}})
	g.play("e2e4", "d7d5", "e4d5") // the Pawns' only question
	form, _ := g.Evening.Paper()
	if b := form.Banks[3]; b.Next != 1 || b.Pass != 2 {
		t.Errorf("White's Pawns go on with %+v", b)
	}
	g.must(Host, position(g))
	if n, pass := g.next(chess.White, chess.Pawn); n != 1 || pass != 1 {
		t.Errorf("White's Pawns, given back, go on with %d of pass %d", n, pass)
	}
}

func TestR9_PositionTurnAndNextQuestionsFromPaper(t *testing.T) {
	g := begin(t, setup{})
	g.right()
	g.play("e2e4", "d7d5")
	form, err := g.Evening.Paper()
	if err != nil || len(form.Sides[0].Posts) != 16 || len(form.Banks) != 10 || form.Turn != WhiteColour {
		t.Fatalf("the form is %+v", form)
	}
	if p := form.Sides[1].Posts[11]; p.Home != "d7" || p.Square != "d5" || p.Name != "Salome" || len(p.Kinds) < 5 {
		t.Errorf("the post that began on d7 is %+v", p)
	}
	c := EnterPosition{
		Stand: map[string]string{"e2": "d5", "d7": "", "d8": "E6", "a2": "a7", "a7": "-"}, Kinds: map[string]string{"a2": "r"},
		Next: map[string]int{"white-pawn": 3, "black-quiz-master": 2, "white-rook": 1}, Turn: BlackColour, Plies: 5, Reason: "By paper.", About: g.about(),
	}
	g.must(Host, c)
	if g.stands("d5") != "Samuel" || g.stands("e6") != "Deborah" || g.stands("a7") != "Keturah" || g.stands("e4") != "" {
		t.Errorf("%q %q %q %q", g.stands("d5"), g.stands("e6"), g.stands("a7"), g.stands("e4"))
	}
	if fen := g.FEN(); !strings.HasSuffix(fen, " b KQkq - 0 4") { // ply 8, the second half of the fourth move
		t.Errorf("the position is %s", fen)
	}
	if n, pass := g.next(chess.White, chess.Pawn); n != 3 || pass != 1 {
		t.Errorf("White's Pawns go on with %d of pass %d", n, pass)
	}
	if n, _ := g.next(chess.Black, chess.Queen); n != 2 {
		t.Errorf("Black's Quiz Master goes on with %d", n)
	}
	out := g.hall().Teams[1].Out
	if len(out) != 2 || g.hall().Floor != "" || len(g.steward().Tasks) != 0 {
		t.Errorf("out %v, the floor %q", out, g.hall().Floor)
	}
	g.says(g.json(Projector), "Rook")
	g.says(g.log(), "Set the board to what was played on paper: By paper.")
	g.play("h7h6", "d5e6:wrong")
	// Back to before the paper, in one.
	g.must(Host, Rewind{Ply: 3, Reason: "The sheet was wrong.", About: g.about()})
	if g.stands("e4") != "Samuel" || g.stands("d5") != "Salome" || len(g.hall().Teams[1].Out) != 0 {
		t.Errorf("%q stands on e4, %q on d5", g.stands("e4"), g.stands("d5"))
	}
	if n, pass := g.next(chess.White, chess.Pawn); n != 1 || pass != 1 {
		t.Errorf("White's Pawns go on with %d of pass %d", n, pass)
	}
}

// A position from paper is offered to rewind to once, a challenge that is opened after
// it no second time (B43).
func TestB43_RewindOverAPosition(t *testing.T) {
	g := begin(t, setup{})
	g.play("e2e4", "d7d5")
	g.must(Host, EnterPosition{Stand: map[string]string{"a2": "a3"}, Turn: WhiteColour, Plies: 2, Reason: "By paper.", About: g.about()})
	g.play("e4d5")
	var offered []string
	for _, o := range g.host().Rewinds {
		offered = append(offered, fmt.Sprintf("%d %s", o.Ply, o.Call))
	}
	if got := strings.Join(offered, "|"); got != "5 White: Pawn Samuel, e4 to d5, challenge open|3 The position that was entered from paper|2 Black: Pawn Salome, d7 to d5.|1 White: Pawn Samuel, e2 to e4." {
		t.Errorf("B43: offered is %s", got)
	}
}

func TestR9_NoPaperWhereNothingIsPlayed(t *testing.T) {
	g := ready(t, setup{})
	if _, err := g.Evening.Paper(); err == nil || !strings.Contains(err.Error(), "R9") {
		t.Errorf("before the start: %v", err)
	}
	if g.host().Paper.May {
		t.Error("the host is offered it before the start")
	}
}

func TestR9_PositionIsRefusedInWords(t *testing.T) {
	g := begin(t, setup{})
	g.play("e2e4", "d7d5")
	whole := func(change func(*EnterPosition)) EnterPosition {
		c := EnterPosition{Stand: map[string]string{}, Kinds: map[string]string{}, Next: map[string]int{}, Turn: WhiteColour, Plies: 1, Reason: "x", About: g.about()}
		change(&c)
		return c
	}
	for words, c := range map[string]EnterPosition{
		"Two players are entered on d5":   whole(func(c *EnterPosition) { c.Stand["e2"] = "d5" }),
		"The player of e2":                whole(func(c *EnterPosition) { c.Stand["e2"] = "k9" }),
		"only a Pawn is promoted":         whole(func(c *EnterPosition) { c.Kinds["a1"] = "q" }),
		"how many plies":                  whole(func(c *EnterPosition) { c.Plies = 0 }),
		"whose turn":                      whole(func(c *EnterPosition) { c.Turn = NoColour }),
		"The match can't go on from this": whole(func(c *EnterPosition) { c.Stand["e1"], c.Stand["e8"] = "", "" }),
		"has no question number 99":       whole(func(c *EnterPosition) { c.Next["white-rook"] = 99 }),
	} {
		_, err := g.Do(Host, "", c)
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%v, and it should say %q", err, words)
		}
	}
}

// Numbers of a rotating bank come round; the Quiz Master's own never do (B31, B33).
func TestR9_NextQuestionComesRound(t *testing.T) {
	g := begin(t, setup{house: rules.House{rules.KeyBankSizes: "1,1,1,3,2"}})
	g.play("e2e4", "d7d5", "e4d5:wrong", "d8d5:right")
	enter := func(next map[string]int) error {
		_, err := g.Do(Host, "", EnterPosition{Next: next, Turn: WhiteColour, Plies: 2, Reason: "x", About: g.about()})
		return err
	}
	if err := enter(map[string]int{"white-pawn": 1}); err != nil {
		t.Fatal(err)
	}
	if n, pass := g.next(chess.White, chess.Pawn); n != 1 || pass != 2 {
		t.Errorf("White's Pawns go on with %d of pass %d", n, pass)
	}
	if err := enter(map[string]int{"black-quiz-master": 1}); err == nil || !strings.Contains(err.Error(), "never come again") {
		t.Errorf("an own question came again: %v", err)
	}
	if err := enter(map[string]int{"black-quiz-master": 3}); err != nil {
		t.Error(err)
	}
	if form, _ := g.Evening.Paper(); form.Banks[9].Words != "all 2 are used" {
		t.Errorf("%+v", form.Banks[9])
	}
}

// What is wrong with a sheet or a number of plies is said in whole sentences, with the
// limit (R9).
func TestR9_PaperIsRefusedInWholeSentences(t *testing.T) {
	g := begin(t, setup{})
	enter := func(sheet string) Command { return EnterPlies{Plies: sheet, Reason: "x", About: g.about()} }
	if p := g.refuse(Host, enter("O-O"), Malformed, `Line 1: "O-O" is no ply`); p != nil && !strings.HasSuffix(p.Words, "right, wrong or late.") {
		t.Errorf("it says %q", p.Words)
	}
	if p := g.refuse(Host, enter("e2 e4 perhaps"), Malformed, "is no ruling"); !strings.HasSuffix(p.Words, "right, wrong or late.") {
		t.Errorf("it says %q", p.Words)
	}
	for _, n := range []int{-1, 0, 401, 999} {
		g.refuse(Host, EnterPosition{Turn: WhiteColour, Plies: n, Reason: "x", About: g.about()}, Malformed, "1 to 400")
	}
	if !strings.Contains(PaperPliesWords, fmt.Sprintf("1 to %d.", maxPaperPlies)) {
		t.Error("the limit is another one than is said")
	}
}

// The form knows the piece without which a side has lost, as its format has it.
func TestR9_J1_TheFormKnowsTheRoyalPiece(t *testing.T) {
	for _, try := range []struct {
		g    *game
		want [2]string
	}{
		{begin(t, setup{}), [2]string{"e1 Game Master", "e8 Game Master"}},
		{floor(t, "chess", nil), [2]string{"e1 King", "e8 King"}},
		{floor(t, "jedi", nil), [2]string{"e1 Jedi Grand Master", "e8 Sith Master"}},
	} {
		form, err := try.g.Evening.Paper()
		if err != nil {
			t.Fatal(err)
		}
		for i, side := range form.Sides {
			var royal []string
			for _, p := range side.Posts {
				if p.Royal {
					royal = append(royal, p.Home+" "+p.Role)
				}
			}
			if got := strings.Join(royal, ", "); got != try.want[i] || !strings.HasSuffix(got, " "+side.Royal) {
				t.Errorf("%s: %q, called %q", side.Side, got, side.Royal)
			}
		}
	}
}
