package event

import (
	"fmt"
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// Every export lists bluffs, calls of a bluff, blind penalties and unmaskings with
// what everybody truly was, and nothing of it before the reveal (S8, S14, S15).
func TestS8_ExportsTellBluffsAndUnmaskingsAfterTheReveal(t *testing.T) {
	g := setUp(t, rules.House{rules.KeySuperBluff: rules.On, rules.KeyUnmask: rules.On}, usual, usual)
	white, black := GameMaster(chess.White), GameMaster(chess.Black)
	answer := func(s Seat, call bool) { g.must(s, AnswerMove{Call: call, About: g.about()}) }
	guess := func(s Seat, square, kind string) { g.must(s, GuessPiece{square, kind, g.about()}) }

	guess(white, "b8", "n") // right, before the first ply
	g.play("b1c3")
	answer(black, false)
	g.play("a7a5")
	answer(white, false)
	g.play("c3c7") // a Knight does not go so
	answer(black, true)
	g.must(black, ChooseBlindly{"d1", g.about()})
	guess(black, "a1", "q") // wrong: a Rook
	g.must(white, ChooseBlindly{"h8", g.about()})
	g.play("a5a4")
	answer(white, true) // a wrong call: the Pawn goes so
	g.must(black, ChooseBlindly{"h1", g.about()})
	g.play("e2e5") // a bluff that nobody calls
	answer(black, false)
	g.play("d7d5")
	answer(white, false)
	guess(white, "c8", "b") // right, and the call that follows is never answered
	g.play("e5d5")
	g.must(black, Resign{Sure: true, About: g.about()})

	files := func() map[string]string {
		r := g.reported(0)
		if n := len(r.Frames); n != 7 || r.Frames[n-1].Ply != 6 {
			t.Fatalf("%d frames", n)
		}
		return map[string]string{"JSON": r.JSON(), "CSV": r.CSV(), "text": r.Text(), "PGN": g.PGN()}
	}
	name := func(s chess.Side, square string) string {
		return lineUps[s][squareOf(square).File()+8*secondRank(square)]
	}
	secrets := []string{
		"White guessed what " + name(chess.Black, "b8") + " on b8 is: right. ",
		"(" + name(chess.Black, "b8") + " was a Knight.)",
		"Black called the bluff: a Knight does not go so.",
		"Black chose blindly: " + name(chess.White, "d1") + " leaves the floor. (" + name(chess.White, "d1") + " was a Queen.)",
		"Black guessed what " + name(chess.White, "a1") + " on a1 is: wrong. (" + name(chess.White, "a1") + " was a Rook.)",
		"White chose blindly: " + name(chess.Black, "h8") + " leaves the floor. (" + name(chess.Black, "h8") + " was a Rook.)",
		"White called the bluff: it was none.",
		"Black chose blindly: " + name(chess.White, "h1") + " leaves the floor.",
		"A bluff that was not called: a Pawn does not go so.",
		"White guessed what " + name(chess.Black, "c8") + " on c8 is: right. ",
		"Black let the move stand.",
	}
	for kind, text := range files() {
		for _, words := range []string{"was a ", "not called", "does not go so"} {
			if strings.Contains(text, words) {
				t.Errorf("%s tells %q before the reveal", kind, words)
			}
		}
		if word := kindWords.FindString(text); word != "" {
			t.Errorf("%s tells %s before the reveal", kind, word)
		}
	}
	g.must(Host, Reveal{Sure: true, About: g.about()})
	for kind, text := range files() {
		for _, words := range secrets {
			if !strings.Contains(text, words) {
				t.Errorf("%s lacks %q:\n%s", kind, words, text)
			}
		}
	}
	if !strings.Contains(g.PGN(), "} {Black called the bluff: a Knight does not go so. Black chose blindly") {
		t.Errorf("the PGN puts it elsewhere:\n%s", g.PGN())
	}
	// The replay on the wall says the same, ply by ply.
	var wall []string
	for ply := range 7 {
		r, err := g.Replay(ply)
		if err != nil {
			t.Fatal(err)
		}
		wall = append(wall, r.Beside...)
	}
	for _, words := range secrets {
		if !strings.Contains(strings.Join(wall, " "), words) {
			t.Errorf("the replay lacks %q in %q", words, wall)
		}
	}
}

// secondRank is 1 for a square of a side's second rank, else 0.
func secondRank(square string) int {
	if strings.ContainsAny(square, "27") {
		return 1
	}
	return 0
}

// Other formats tell nothing beside their plies.
func TestReport_TellsNothingBesideOtherFormats(t *testing.T) {
	for _, f := range finished(t, setup{}).reported(0).Frames {
		if len(f.Beside) > 0 {
			t.Error(fmt.Sprint(f.Beside))
		}
	}
}
