package chess

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// annotated is one game with everything that is passed over.
const annotated = `% a line of a program's own
[Event "A \"rapid\" evening"]
[Site "C:\\hall"] [Date "2024.05.01"]
; a line that is a comment
[Round "1"]
[White "Anna"]
[Black "Ben"]
[Result "1-0"]
[ECO "C50"]

{ Before the moves [%eval 0.2]
% is no escape here } 1. e4 $1 e5 ; the rest ( of the line {
2.Nf3!? Nc6 (2... Nf6 {Petrov ) really} (2... d6 $6 3. d4) 3. Nxe5) 3. Bc4
3... Nd4?? 4 Nxe5 Qg5
5. Nxf7 Qxg2 6. Rf1 Qxe4+
7. Be2 Nf3# 1-0
`

func TestPGNPassesOverRemarks(t *testing.T) {
	games, err := ParsePGN(annotated)
	if err != nil || len(games) != 1 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	g := games[0]
	want := []Tag{{"Event", `A "rapid" evening`}, {"Site", `C:\hall`}, {"Date", "2024.05.01"}, {"Round", "1"}, {"White", "Anna"}, {"Black", "Ben"}, {"Result", "1-0"}, {"ECO", "C50"}}
	if !reflect.DeepEqual(g.Tags, want) {
		t.Errorf("the headers are %q", g.Tags)
	}
	if g.Result != ResultWhite || len(g.Moves) != 14 || g.Moves[13].String() != "d4f3" || g.Start != StartPosition() {
		t.Errorf("%d moves, %s", len(g.Moves), g.Result)
	}
	for _, changed := range []string{
		strings.ReplaceAll(annotated, "\n", "\r\n"), strings.ReplaceAll(annotated, "\n", "\r"), "\ufeff" + annotated, "\n\n" + annotated + "\n\n",
	} {
		if again, err := ParsePGN(changed); err != nil || !reflect.DeepEqual(again, games) {
			t.Errorf("with other line ends: %v", err)
		}
	}
}

func TestPGNIsWritten(t *testing.T) {
	games, err := ParsePGN(annotated)
	if err != nil {
		t.Fatal(err)
	}
	const want = `[Event "A \"rapid\" evening"]
[Site "C:\\hall"]
[Date "2024.05.01"]
[Round "1"]
[White "Anna"]
[Black "Ben"]
[Result "1-0"]
[ECO "C50"]

{Before the moves [%eval 0.2] % is no escape here} 1. e4 e5 2. Nf3 Nc6 3. Bc4
Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 1-0
`
	if got := inOneFile(games); got != want {
		t.Errorf("written\n%s", got)
	}
	unknown := Game{Start: mustParse(t, "4k3/8/8/8/8/8/4p3/K7 b - - 3 41"), Moves: []Move{{12, 4, Knight}, {0, 1, 0}}, Result: "odd",
		Tags: []Tag{{"no name", "x"}, {"FEN", "x"}, {"Note", "two\nlines \xff"}, {"Note", "again"}}}
	const open = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4p3/K7 b - - 3 41"]
[Note "two lines ?"]

41... e1=N 42. Kb1 *
`
	if got := unknown.PGN(); got != open {
		t.Errorf("written\n%s", got)
	}
}

func TestPGNSeveralGames(t *testing.T) {
	games, err := ParsePGN(`[White "one"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 30"]
30. e4
[White "two"]
[Result "1/2-1/2"]

[White "three"]

1.e4 e5 1/2-1/2 1. d4 *

e4 e5 Nf3 0-1
[White "five"] *`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range games {
		got = append(got, fmt.Sprint(g.Tag("White"), len(g.Moves), g.Result))
	}
	if want := []string{"one1*", "two01/2-1/2", "three21/2-1/2", "1*", "30-1", "five0*"}; !reflect.DeepEqual(got, want) {
		// The second game has headers alone, and the third begins with its own.
		t.Errorf("%q, want %q", got, want)
	}
	if games, err := ParsePGN(" \n{nothing}\n; at all"); err != nil || games != nil {
		t.Errorf("an empty file: %v, %v", games, err)
	}
	if games, err := ParsePGN("[White \"Andr\xe9\"]\n*"); err != nil || games[0].Tag("White") != "André" {
		t.Errorf("Latin-1: %v, %v", games, err)
	}
}

func TestPGNRefuses(t *testing.T) {
	for _, c := range []struct {
		name, text string
		line       int
		want       string
	}{
		{"an illegal move", "1. e4 e5\n2. Ke3 *", 2, `White's move 2: "Ke3" is not possible: no King of White can go to e3`},
		{"two could", "1. Nf3 a6 2. d4 a5\n3. Nd2 *", 2, `White's move 3: "Nd2" can be the piece on b1 or the one on f3`},
		{"not a move", "1. e4 e5\n\n2. hello", 3, `White's move 2: "hello" is not a move`},
		{"after mate", "1. f3 e5 2. g4 Qh4# 3. a3", 1, "White's own King would be in check"},
		{"an open comment", "1. e4 {never\nclosed", 1, "the comment that begins here"},
		{"an open variation", "1. e4\n(1. d4 (1. c4)\n", 2, "the variation that begins here"},
		{"an open comment in a variation", "1. e4\n(1. d4 {)\n", 2, "the comment that begins here"},
		{"a closed variation", "1. e4 )", 1, "the sign ) closes what was never opened"},
		{"a closed comment", "1. e4 }", 1, "the sign } closes what was never opened"},
		{"a mark without a number", "1. e4 $ e5", 1, "the sign $ stands without a number"},
		{"a header without a text", "\n[White Anna]\n", 2, "is not a header"},
		{"a header without an end", "[White \"Anna\n\"]", 1, "is not a header"},
		{"a header without a bracket", "[White \"Anna\"\n1. e4", 1, "is not a header"},
		{"a header without a name", "[\"Anna\"]", 1, "is not a header"},
		{"a bad FEN", "[White \"a\"]\n[FEN \"8/8\"]\n*", 2, "the position of the header FEN: a position in FEN has six parts"},
		{"an impossible FEN", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n*", 1, "White has no King"},
		{"SetUp without FEN", "[SetUp \"1\"]\n\n1. e4 *", 3, "header FEN that tells it is missing"},
		{"another game", "[Variant \"Atomic\"]\n*", 1, `this is a game of "Atomic"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			games, err := ParsePGN(c.text)
			var e *PGNError
			if !errors.As(err, &e) || len(games) != 0 {
				t.Fatalf("%d games, %v", len(games), err)
			}
			if e.Line != c.line || e.Game != 1 || !strings.Contains(e.Words, c.want) {
				t.Errorf("%v, want line %d: %s", err, c.line, c.want)
			}
		})
	}
}

func TestPGNGoesOnAfterABrokenGame(t *testing.T) {
	games, err := ParsePGN(`[White "one"]
1. e4 *
[White "two"
[Black "x"]

1. e4 *

[White "three"]
1. e5 { see
[%eval 1] } 1-0

[White "four"]
1. e4 *`)
	if err == nil || err.Error() != "line 3, game 2: \"[White \\\"two\\\"\" is not a header: a header is a name and a text, like [White \"Anna\"]\n"+
		"line 9, game 3: White's move 1: \"e5\" is not possible: no Pawn of White can go to e5" {
		t.Errorf("%v", err)
	}
	if len(games) != 2 || games[0].Tag("White") != "one" || games[1].Tag("White") != "four" {
		t.Errorf("%v", games)
	}
	_, err = ParsePGN(strings.Repeat("[White \"x\"]\n1. e5 *\n", 1000))
	if n := strings.Count(err.Error(), "\n") + 1; n != maxPGNErrors {
		t.Errorf("%d errors", n)
	}
}

// Games at random, from the start and from positions, come back as they were.
func TestPGNRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var all []Game
	for i := range 300 {
		g := Game{Start: StartPosition(), Tags: []Tag{{"Event", `Back\slash "quoted" é`}, {"Round", fmt.Sprint(i)}}}
		if i%3 == 1 {
			g.Start = mustParse(t, games[i%4].fen)
		}
		p := g.Start
		for range random.IntN(150) {
			moves := p.AppendLegal(nil, Ordinary)
			if len(moves) == 0 {
				break
			}
			g.Moves = append(g.Moves, moves[random.IntN(len(moves))])
			p = p.Apply(g.Moves[len(g.Moves)-1], Ordinary)
		}
		g.Result = []string{ResultWhite, ResultBlack, ResultDraw, ResultOpen}[i%4]
		all = append(all, g)
	}
	text := inOneFile(all)
	again, err := ParsePGN(text)
	if err != nil || len(again) != len(all) {
		t.Fatalf("%d games, %v", len(again), err)
	}
	for i, g := range all {
		if h := again[i]; !reflect.DeepEqual(h.Moves, g.Moves) || h.Start != g.Start || h.Result != g.Result || h.Tag("Event") != g.Tag("Event") {
			t.Fatalf("game %d comes back as\n%s", i, h.PGN())
		}
	}
	if inOneFile(again) != text {
		t.Error("written again it is another text")
	}
	for _, line := range strings.Split(text, "\n") {
		if len(line) > lineWidth && line[0] != '[' {
			t.Errorf("a long line: %s", line)
		}
	}
}

func FuzzParsePGN(f *testing.F) {
	f.Add(annotated)
	f.Add("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 30\"]\n30. e4 e.p. (()) 1-0")
	f.Add("{")
	f.Add("[White \"\\")
	f.Add("\xef\xbb\xbf%\r1. e4 $")
	f.Fuzz(func(t *testing.T, text string) {
		games, err := ParsePGN(text)
		if err != nil && len(err.Error()) > maxPGNErrors*400 {
			t.Errorf("a long error: %v", err)
		}
		again, err := ParsePGN(inOneFile(games))
		if err != nil || len(again) != len(games) {
			t.Fatalf("%d games come back as %d: %v", len(games), len(again), err)
		}
		for i, g := range games {
			if again[i].Start != g.Start || again[i].Result != g.Result || len(again[i].Moves) != len(g.Moves) {
				t.Errorf("game %d comes back as another", i)
			}
		}
	})
}

// Remarks stand behind the move that they are about, and come back the same.
func TestPGNKeepsRemarks(t *testing.T) {
	const text = `[White "Anna"]

{Before  all
of it} 1. e4 {the
best} {by test} e5 (1... c5 {Sicilian}) 2. Nf3 ; a line
2... Nc6 {a very long remark that goes on and on, with {brackets inside, until no single line of the file could hold it whole} *`
	games, err := ParsePGN(text)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Before all of it", "the best by test", "", "", "a very long remark that goes on and on, with {brackets inside, until no single line of the file could hold it whole"}
	if !reflect.DeepEqual(games[0].Remarks, want) {
		t.Fatalf("the remarks are %q", games[0].Remarks)
	}
	want[4] = strings.Replace(want[4], "{", "(", 1) // a bracket within a remark can't be written
	again, err := ParsePGN(games[0].PGN())
	if err != nil || len(again) != 1 || !reflect.DeepEqual(again[0].Remarks, want) || !reflect.DeepEqual(again[0].Moves, games[0].Moves) {
		t.Errorf("written and read again: %q, %v\n%s", again[0].Remarks, err, games[0].PGN())
	}
}

// inOneFile is games one after another, as a file holds them.
func inOneFile(games []Game) string {
	all := make([]string, 0, len(games))
	for _, g := range games {
		all = append(all, g.PGN())
	}
	return strings.Join(all, "\n")
}
