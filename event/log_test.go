package event

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// lines is the officials' log from the first entry on.
func (g *game) lines() []LogLine {
	g.Helper()
	screen, err := g.Evening.Log()
	if err != nil {
		g.Fatal(err)
	}
	slices.Reverse(screen.Lines)
	return screen.Lines
}

// struck is what of the log since the start is struck through, and what stands,
// shortened to the first two words.
func (g *game) struck() (struck, stands string) {
	g.Helper()
	begun := false
	for _, l := range g.lines() {
		words := strings.Join(strings.Fields(l.Words)[:min(2, len(strings.Fields(l.Words)))], " ")
		words = strings.TrimRight(words, ".:")
		switch {
		case words == "Started the":
			begun = true
		case !begun:
		case l.Struck:
			struck += words + "; "
		default:
			stands += words + "; "
		}
	}
	return strings.TrimSuffix(struck, "; "), strings.TrimSuffix(stands, "; ")
}

// Every kind of entry that play and its corrections bring is in the log, by
// whom, when and at which ply.
func TestLog_WhoWhenWhat(t *testing.T) {
	g := ready(t, setup{judges: 3, reserve: 1, markers: []string{"e7"}, house: rules.House{rules.KeyRevealHold: "2", rules.KeyBankSizes: "2,2,2,3,1"}})
	g.must(Host, NameHead{Judge(1)})
	g.must(Host, LetHostRead{true})
	g.must(Host, LetHostRead{false})
	seen := map[int64]bool{}
	last := int64(len(g.store.entries))
	check := func(by string, ply int, words ...string) {
		t.Helper()
		lines := g.lines()
		l := lines[len(lines)-1]
		if l.Seq <= last || seen[l.Seq] {
			t.Fatalf("no line came: %+v", l)
		}
		last, seen[l.Seq] = l.Seq, true
		if l.By != by || l.Ply != ply || l.At != g.clock.now().UnixMilli() || l.Struck {
			t.Errorf("it says %+v, want %s at ply %d", l, by, ply)
		}
		g.says(l.Words, words...)
		g.clock.forward(1237 * time.Millisecond)
	}
	g.must(Host, Start{})
	check("Host", 0, "Started the match")
	pawns := g.qm(chess.White).Banks[3].Items
	g.must(QuizMaster(chess.White), Juggle{Question: pawns[1].ID, Before: pawns[0].ID})
	check("White's Quiz Master", 1, "Juggled")
	g.play("e2e4")
	check("White's Game Master", 1, "Called e2 to e4. Samuel walks to e4.")
	g.play("d7d5")
	check("Black's Game Master", 2, "Called d7 to d5")
	g.play("e4d5")
	check("White's Game Master", 3, "Called e4 to d5: Samuel (White Pawn) challenges Salome (Black Pawn) on d5.")
	g.must(QuizMaster(chess.White), QuestionRead{g.about()})
	check("White's Quiz Master", 3, "The question was read")
	g.must(Judge(2), StopClock{About: g.about()})
	check("Paul (Judge 2)", 3, "Stopped the answer clock")
	g.must(Judge(2), StopClock{On: true, About: g.about()})
	check("Paul (Judge 2)", 3, "Let the answer clock go on")
	g.must(Judge(3), Misread{About: g.about()})
	check("Martha (Judge 3)", 3, "misread")
	g.must(Judge(3), ThrowOut{Reason: "Shouted.", Sure: true, About: g.about()})
	check("Martha (Judge 3)", 3, "Threw the question out: Shouted.")
	g.vote(1, "wrong")
	check("Ruth (Judge 1)", 3, "Voted.")
	g.vote(2, "wrong")
	check("Paul (Judge 2)", 3, "Voted.")
	g.clock.forward(2 * time.Second)
	g.tick("")
	check("The program", 3, "Ruled: WRONG. Salome leaves the floor. Samuel walks to d5.")
	g.must(blackGM, Appeal{"It was right.", g.about()})
	check("Black's Game Master", 4, "Appealed against the ruling: It was right.")
	g.must(Judge(2), Vote{Vote: "right", Alone: false, Reason: "Heard.", About: g.about()})
	check("Paul (Judge 2)", 4, "Voted.")
	g.must(Judge(1), Vote{Vote: "right", Alone: true, Reason: "I heard it.", About: g.about()})
	check("Ruth (Judge 1)", 4, "Ruled alone right: I heard it. Ruled: RIGHT. Samuel leaves the floor.")
	g.must(Judge(3), Amend{Reason: "No.", About: g.about()})
	check("Martha (Judge 3)", 4, "look at the ruling again: No.")
	g.must(Judge(1), Amend{Vote: "wrong", Alone: true, Reason: "No, wrong.", About: g.about()})
	check("Ruth (Judge 1)", 4, "Amended the ruling alone to wrong: No, wrong.")
	g.must(Host, Pause{"Tea."})
	check("Host", 4, "Paused the match: Tea.")
	g.must(Host, Substitute{"a7", "Lois"})
	check("Host", 4, "Put Lois in for Esther.")
	g.must(Host, Substitute{"a7", ""})
	check("Host", 4, "Put a marker (pawn a7) in for Lois.")
	g.must(Judge(1), Resume{})
	check("Ruth (Judge 1)", 4, "Resumed")
	g.must(Judge(1), Override{"a7", "a4", "", "By paper.", g.about()})
	check("Ruth (Judge 1)", 4, "Entered a7 to a4 against the rules: By paper.")
	g.must(Host, Rewind{Ply: 4, Reason: "Not so.", About: g.about()})
	check("Host", 5, "Rewound to before ply 4: Not so.")
	g.play("e7e5")
	check("Black's Game Master", 4, "Called e7 to e5")
	g.must(blackGM, TakeBack{About: g.about()})
	check("Black's Game Master", 5, "Took back ply 4.")
	g.play("e7e6")
	check("Black's Game Master", 4, "Pawn e7 walks to e6")
	g.settle()
	g.play("d5e6")
	check("White's Game Master", 5, "challenges Pawn e7")
	g.must(blackGM, NameStandIn{"a8", g.about()})
	check("Black's Game Master", 5, "Named Tobias to answer.")
	g.must(Host, AddJudge{"Silvanus"})
	check("Host", 5, "Added Silvanus as Judge 4.")
	g.must(Host, NameHead{Judge(4)})
	check("Host", 5, "Made Judge 4 the head judge.")
	g.must(Host, RemoveJudge{Judge(4)})
	check("Host", 5, "Took the seat of Judge 4 away.")
	g.must(Host, RenewSeat{QuizMaster(chess.White)})
	check("Host", 5, "Gave the seat of White's Quiz Master anew.")
	g.leave(Judge(3))
	g.clock.forward(21 * time.Second)
	g.tick("")
	check("The program", 5, "Judge 3 has been gone for 20 s and left the panel.")
	g.must(whiteGM, OfferDraw{g.about()})
	check("White's Game Master", 5, "Offered a draw")
	g.must(blackGM, AnswerDraw{About: g.about()})
	check("Black's Game Master", 5, "no longer stands")
	g.must(blackGM, Resign{Sure: true, About: g.about()})
	check("Black's Game Master", 5, "Resigned")
	g.must(Judge(2), Reopen{"A slip.", g.about()})
	check("Paul (Judge 2)", 5, "Reopened the match: A slip.")
	g.must(Judge(2), CallTime{Winner: WhiteColour, Sure: true, About: g.about()})
	check("Paul (Judge 2)", 5, "The judges called time and named White the winner.")
	g.must(Host, Close{})
	check("Host", 5, "Closed the match.")
	screen, _ := g.Evening.Log()
	if screen.Seat != Host || !slices.IsSortedFunc(screen.Lines, func(a, b LogLine) int { return int(b.Seq - a.Seq) }) {
		t.Error("the latest line does not come first, or the log is not the host's")
	}
	// The next match has a log of its own.
	g.must(Host, OpenMatch{})
	if n := len(g.lines()); n != 1 {
		t.Errorf("a new match begins with %d lines", n)
	}
}

// Struck through is exactly what was undone (R4).
func TestLog_R4_StruckIsWhatWasUndone(t *testing.T) {
	resign := func(g *game) { g.must(whiteGM, Resign{Sure: true, About: g.about()}) }
	reopen := func(g *game) { g.must(Judge(1), Reopen{"x", g.about()}) }
	for name, c := range map[string]struct {
		play           func(*game)
		struck, stands string
	}{
		"nothing": {func(g *game) { g.play("e2e4", "d7d5", "e4d5:right") }, "", "Called e2; Called d7; Called e4; Voted right"},
		"R6 the last call": {func(g *game) {
			g.play("e2e4", "d7d5")
			g.must(blackGM, TakeBack{About: g.about()})
		}, "Called d7", "Called e2; Took back"},
		"R6 in a challenge": {func(g *game) {
			g.play("e2e4", "d7d5", "e4d5")
			g.must(Judge(1), QuestionRead{g.about()})
			g.must(Judge(1), Misread{About: g.about()})
			g.must(Host, TakeBack{Reason: "x", About: g.about()})
			g.play("e4d5:right")
		}, "Called e4; The question; Stopped the", "Called e2; Called d7; Took back; Called e4; Voted right"},
		"R6 a ruling": {func(g *game) {
			g.play("e2e4", "d7d5", "e4d5:right")
			g.must(Host, TakeBack{Reason: "x", About: g.about()})
		}, "Called e4; Voted right", "Called e2; Called d7; Took back"},
		"B43 several": {func(g *game) {
			g.play("e2e4", "d7d5", "e4d5:right", "a7a6")
			g.to(2)
			g.play("d7d6")
			g.to(1)
		}, "Called e2; Called d7; Called e4; Voted right; Called a7; Called d7", "Rewound to; Rewound to"},
		"B43 what is not undone": {func(g *game) {
			g.play("e2e4", "d7d5", "e4d5")
			g.must(Judge(1), ThrowOut{Sure: true, About: g.about()})
			g.must(Host, Pause{"x"})
			g.must(Host, Substitute{"a2", "Lois"})
			g.must(Host, AddJudge{"Silvanus"})
			g.must(Host, NameHead{Judge(1)})
			g.must(Host, Resume{})
			g.must(Host, RenewSeat{whiteGM})
			g.must(Host, LetHostRead{true})
			g.to(1)
		}, "Called e2; Called d7; Called e4", "Threw the; Paused the; Put Lois; Added Silvanus; Made Judge; Resumed the; Gave the; The host; Rewound to"},
		"B41 a review": {func(g *game) {
			g.play("e2e4", "d7d5", "e4d5:right")
			g.must(Judge(1), Amend{Vote: "wrong", Alone: true, Reason: "x", About: g.about()})
			g.must(whiteGM, Appeal{About: g.about()})
			g.to(3)
		}, "Called e4; Voted right; Amended the; Appealed against", "Called e2; Called d7; Rewound to"},
		"R5 a resignation": {func(g *game) {
			g.play("e2e4")
			resign(g)
			reopen(g)
		}, "Resigned", "Called e2; Reopened the"},
		"R5 a resignation in a challenge": {func(g *game) {
			g.play("e2e4", "d7d5", "e4d5")
			resign(g)
			reopen(g)
			g.rule("right")
		}, "Resigned", "Called e2; Called d7; Called e4; Reopened the; Voted right"},
		"R5 a draw": {func(g *game) {
			g.play("e2e4")
			g.must(whiteGM, OfferDraw{g.about()})
			g.must(blackGM, AgreeDraw{g.about()})
			reopen(g)
		}, "Offered a; Offered a", "Called e2; Reopened the"},
		"R5 time called": {func(g *game) {
			g.must(Judge(1), CallTime{Sure: true, About: g.about()})
			reopen(g)
		}, "The judges", "Reopened the"},
		"R5 an offer that was declined stays": {func(g *game) {
			g.must(whiteGM, OfferDraw{g.about()})
			g.must(blackGM, AnswerDraw{About: g.about()})
			resign(g)
			reopen(g)
		}, "Resigned", "Offered a; The offer; Reopened the"},
		"R5 an end by the format's goal": {func(g *game) {
			g.play("e2e4", "a7a6", "d1h5", "b7b6", "h5f7:wrong", "h7h6", "f7e8")
			reopen(g)
		}, "Called f7", "Called e2; Called a7; Called d1; Called b7; Called h5; Voted wrong; Called h7; Reopened the"},
		"R5 ended, reopened, and rewound": {func(g *game) {
			g.play("e2e4", "d7d5")
			resign(g)
			reopen(g)
			g.to(2)
		}, "Called d7; Resigned", "Called e2; Reopened the; Rewound to"},
		"R9 an entered move": {func(g *game) {
			g.must(Judge(1), Override{"a1", "a5", "", "x", g.about()})
			g.must(Host, TakeBack{Reason: "x", About: g.about()})
		}, "Entered a1", "Took back"},
	} {
		t.Run(name, func(t *testing.T) {
			g := begin(t, setup{})
			c.play(g)
			struck, stands := g.struck()
			if struck != c.struck || stands != c.stands {
				t.Errorf("struck: %s\nstands: %s\nwant struck: %s\nwant stands: %s", struck, stands, c.struck, c.stands)
			}
			g.restarted()
			if again, _ := g.struck(); again != struck {
				t.Errorf("after a restart it is %s", again)
			}
		})
	}
}

// No word of a question, of an answer or of a hint is in the log, whatever
// happens to the question (B34).
func TestLog_B34_NoQuestion(t *testing.T) {
	g := begin(t, setup{judges: 2, reserve: 1, text: canaryText, house: rules.House{rules.KeyBankSizes: "1,1,1,2,1"}})
	g.play("e2e4", "a7a6", "f1a6")
	g.must(QuizMaster(chess.White), GiveHint{"zqhint", g.about()})
	g.must(Judge(1), Misread{About: g.about()})
	g.must(Judge(1), ThrowOut{Reason: "Shouted.", Sure: true, About: g.about()})
	g.rule("late")
	g.play("d7d5", "e4d5:wrong", "d8d5:wrong", "b1c3", "h7h6", "c3d5")
	g.must(QuizMaster(chess.Black), TypeFresh{questions.Text{Question: "Which zqfresh?", Answer: "zqfresh", Reference: "zqfresh"}, g.about()})
	id := string(g.truth.match.play.challenge.fresh)
	g.must(Judge(2), SendBack{id, 1, "Too easy."})
	g.wait(2 * time.Minute)
	g.must(Judge(1), TakeReserve{g.judge(1).Fresh.Reserve[0].ID, g.about()})
	g.rule("right")
	g.must(whiteGM, Appeal{About: g.about()})
	g.must(Judge(1), Amend{Vote: "wrong", Alone: true, Reason: "Heard.", About: g.about()})
	if text := g.log(); strings.Contains(text, "zq") {
		t.Errorf("B34: the log tells of a question: %s", text)
	}
	g.says(g.log(), "Gave a hint.", "Wrote a fresh question.", "Sent a question back.", "Took a question from the reserve.")
}

// Names and reasons with markup in them are there as they were typed.
func TestLog_NamesWithMarkup(t *testing.T) {
	g := begin(t, setup{})
	name := `<script>alert("Ruth & Boaz")</script>`
	g.must(Host, Substitute{"e2", name})
	g.must(Host, AddJudge{name})
	g.must(Host, Pause{name})
	g.must(Host, Resume{})
	g.play("e2e4")
	lines := g.lines()
	for i, want := range []string{"Put " + name + " in for Samuel.", "Added " + name + " as Judge 2.", "Paused the match: " + name, "", "Called e2 to e4. " + name + " walks to e4."} {
		if got := lines[len(lines)-5+i].Words; want != "" && got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
	g.come(Judge(2))
	g.play("d7d5", "e4d5")
	g.must(Judge(2), Misread{About: g.about()})
	lines = g.lines()
	if got, want := lines[len(lines)-1].By, fmt.Sprintf("%s (Judge 2)", name); got != want {
		t.Errorf("by %q, want %q", got, want)
	}
}
