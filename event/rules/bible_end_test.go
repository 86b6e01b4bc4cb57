package rules_test

import (
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

var (
	called    = rules.House{rules.KeyGameMasterOpen: rules.OpenCalled}
	automatic = rules.House{rules.KeyGameMasterOpen: rules.OpenAutomatic}
	strict    = rules.House{rules.KeyGameMasterOpen: rules.OpenStrict}
)

// pinned: White's Rook on e2 keeps Black's on e8 from the Game Master.
const pinned = `
k...r...
........
........
........
........
........
....R...
....K...`

// bothOpen: either Game Master could be challenged.
const bothOpen = `
k.......
........
........
........
........
........
........
R...K..r`

func TestB24Called(t *testing.T) {
	m := play(t, called, "w - -", pinned).call("e2d2")
	if m.over() != "" || !rules.Bible.Open(m.h, m.s, chess.White) || rules.Bible.Open(m.h, m.s, chess.Black) {
		t.Fatalf("B24 called: an open Game Master ends nothing: %q", m.over())
	}
	overlooked := *m
	if got := overlooked.call("a8b8", "d2d3").over(); got != "" {
		t.Errorf("B24 called: what is overlooked is overlooked: %q", got)
	}
	if got := m.call("e8e1").over(); got != "Black B18" {
		t.Errorf("B24 called: who calls it wins: %q", got)
	}
	if got := play(t, called, "w - -", bothOpen).over(); got != "" {
		t.Errorf("B24 called: both open: %q", got)
	}
}

func TestB24Automatic(t *testing.T) {
	t.Run("B24 automatic: after set-up nobody is open", func(t *testing.T) {
		if s := rules.Bible.Start(automatic); s.Result.Over {
			t.Errorf("%+v", s.Result)
		}
	})
	t.Run("B24 automatic: the own call exposes", func(t *testing.T) {
		m := play(t, automatic, "w - -", pinned).call("e2d2")
		if m.over() != "Black B24" {
			t.Errorf("the match: %q", m.over())
		}
		if want := "White's Game Master on e1 is open to the Rook on e8: Black wins."; m.s.Result.Words != want {
			t.Errorf("the words are %q", m.s.Result.Words)
		}
	})
	t.Run("B24 automatic: a lost challenge exposes", func(t *testing.T) {
		m := play(t, automatic, "w - -", pinned).call("e2e8")
		c := m.s.Challenge
		if ended(c.Right.Result) != "Black B24" || ended(c.Wrong.Result) != "" {
			t.Errorf("promised: %q and %q", ended(c.Right.Result), ended(c.Wrong.Result))
		}
		if m.over() != "" {
			t.Errorf("before the ruling: %q", m.over())
		}
		right := *m
		if got := right.rule(rules.Right).over(); got != "Black B24" {
			t.Errorf("right: %q", got)
		}
		if got := m.rule(rules.Wrong).over(); got != "" {
			t.Errorf("wrong, White's Rook is on e8 and it is Black's turn: %q", got)
		}
		if got := m.call("a8a7", "e8d8", "a7a8").over(); got != "White B24" {
			t.Errorf("Black goes back into the line of the Rook: %q", got)
		}
	})
	t.Run("B24 automatic: an attack is no end while the other can answer it", func(t *testing.T) {
		m := play(t, automatic, "w - -", "....k...\n........\n........\n........\n........\n........\n........\nR...K...")
		if got := m.call("a1a8").over(); got != "" {
			t.Errorf("it is Black's turn: %q", got)
		}
		if got := m.call("e8e7").over(); got != "" {
			t.Errorf("Black has answered: %q", got)
		}
		if got := m.call("a8a7", "e7e6", "a7a6").over(); got != "" {
			t.Errorf("Black's turn again: %q", got)
		}
		if got := m.call("e6d6").over(); got != "White B24" {
			t.Errorf("Black stayed open: %q", got)
		}
	})
	t.Run("B24 automatic: an entered position, both open, the side to move wins", func(t *testing.T) {
		if got := play(t, automatic, "w - -", bothOpen).over(); got != "White B24" {
			t.Errorf("White to move: %q", got)
		}
		if got := play(t, automatic, "b - -", bothOpen).over(); got != "Black B24" {
			t.Errorf("Black to move: %q", got)
		}
	})
	t.Run("B24 automatic: an enemy Game Master side by side counts, whatever B17 says", func(t *testing.T) {
		h := rules.House{rules.KeyGameMasterOpen: rules.OpenAutomatic, rules.KeyGameMasterTakes: rules.TakesNone}
		m := play(t, h, "w - -", "........\n........\n....k...\n........\n....K...\n........\n........\n........")
		if got := m.call("e4e5").over(); got != "Black B24" {
			t.Errorf("the match: %q", got)
		}
	})
	t.Run("B24 automatic: through opponents", func(t *testing.T) {
		h := rules.House{rules.KeyGameMasterOpen: rules.OpenAutomatic, rules.KeySliding: rules.SlidingThroughOpponents}
		if got := play(t, h, "b - -", pinned).over(); got != "Black B24" {
			t.Errorf("the Rook on e8 passes the one on e2: %q", got)
		}
	})
	t.Run("B24 automatic: an ended match takes no call", func(t *testing.T) {
		play(t, automatic, "w - -", bothOpen).refuses("a1a8", "R5", "-", "The match is over")
	})
}

func TestB24Strict(t *testing.T) {
	t.Run("B24 strict: a call that exposes is refused", func(t *testing.T) {
		m := play(t, strict, "w - -", pinned)
		m.refuses("e2d2", "B24", "e8", "would leave the own Game Master on e1 open to a challenge from e8")
		m.call("e2e5")
	})
	t.Run("B24 strict: the Game Master steps and takes only where it is not open", func(t *testing.T) {
		m := play(t, strict, "w - -", "k..r....\n........\n........\n........\n........\n........\n...n....\n....K...")
		m.refuses("e1d2", "B24", "d8", "on d2 open to a challenge from d8")
		m.refuses("e1f1", "B24", "d2", "on f1 open to a challenge from d2")
		m.call("e1e2")
	})
	t.Run("B24 strict: legal by its best ruling, lost by the other", func(t *testing.T) {
		m := play(t, strict, "w - -", pinned).call("e2e8")
		right := *m
		if got := right.rule(rules.Right).over(); got != "Black B24" {
			t.Errorf("right: %q", got)
		}
		if got := m.rule(rules.Wrong).over(); got != "" {
			t.Errorf("wrong: %q", got)
		}
	})
	t.Run("B24 strict: B15, back on its square", func(t *testing.T) {
		m := play(t, strict, "w - -", `
k...r...
........
........
.......n
........
........
....Q...
....K...`).call("e2h5")
		right := *m
		if got := right.rule(rules.Right).over(); got != "" {
			t.Errorf("right, the Quiz Master is back: %q", got)
		}
		if got := m.rule(rules.TooLate).over(); got != "Black B24" {
			t.Errorf("too late, the Quiz Master took the square: %q", got)
		}
	})
	t.Run("B24 strict: B14 never takes the square, so it closes nothing", func(t *testing.T) {
		m := play(t, strict, "w - -", `
k...q...
........
........
........
R.......
........
........
....K...`)
		m.call("a4e4")
		m = play(t, strict, "w - -", `
k...q...
........
........
........
........
........
........
....K..B`)
		m.refuses("h1g2", "B24", "e8", "open to a challenge from e8")
		m = play(t, strict, "w - -", `
k...q..R
........
........
........
........
........
........
....K...`)
		m.refuses("h8e8", "B24", "e8", "open to a challenge from e8")
	})
	t.Run("B24 strict: B14 by a pinned Rook, back on its square", func(t *testing.T) {
		m := play(t, strict, "w - -", `
k...r...
........
........
........
........
........
q...R...
....K...`).call("e2a2")
		right := *m
		if got := right.rule(rules.Right).over(); got != "" {
			t.Errorf("right, the Rook is back: %q", got)
		}
		if got := m.rule(rules.Wrong).over(); got != "Black B24" {
			t.Errorf("wrong, the Rook has left: %q", got)
		}
	})
	t.Run("B24 strict: no legal call and open is lost", func(t *testing.T) {
		m := play(t, strict, "w - -", `
.......k
......pp
........
........
........
........
........
K...R...`).call("e1e8")
		if m.over() != "White B24" {
			t.Errorf("the match: %q", m.over())
		}
		if want := "Black's Game Master on h8 is open, and no call helps: White wins."; m.s.Result.Words != want {
			t.Errorf("the words are %q", m.s.Result.Words)
		}
		for _, o := range rules.Options(rules.Bible, strict, play(t, strict, "w - -", ".......k\n......pp\n........\n........\n........\n........\n........\nK...R...").s) {
			if won := o.Kind == rules.CallWins; won != (o.Move.String() == "e1e8") {
				t.Errorf("%s wins: %v", o.Move, won)
			}
		}
	})
	t.Run("B24 strict: a challenge may help", func(t *testing.T) {
		m := play(t, strict, "w - -", `
.......k
......pp
...n....
........
........
........
........
K...R...`).call("e1e8")
		if m.over() != "" {
			t.Fatalf("the match: %q", m.over())
		}
		if got := names(rules.Bible.Calls(strict, m.s)); strings.Join(got, " ") != "d6e8" {
			t.Errorf("the calls are %v", got)
		}
		if got := m.call("d6e8").rule(rules.Right).over(); got != "White B24" {
			t.Errorf("the Knight left, and the Rook stands there still: %q", got)
		}
	})
	t.Run("B24 strict: no legal call and not open is a draw", func(t *testing.T) {
		m := play(t, strict, "w - -", `
.......k
........
........
......Q.
........
........
........
K.......`).call("g5g6")
		if m.over() != "drawn B24" {
			t.Errorf("the match: %q", m.over())
		}
		if got := play(t, strict, "b - -", ".......k\n........\n......Q.\n........\n........\n........\n........\nK.......").over(); got != "drawn B24" {
			t.Errorf("entered: %q", got)
		}
		if got := play(t, called, "b - -", ".......k\n........\n......Q.\n........\n........\n........\n........\nK.......").over(); got != "" {
			t.Errorf("called, it may step into danger: %q", got)
		}
	})
	t.Run("B24 strict: an entered position with the enemy open goes on and can be won by B18", func(t *testing.T) {
		m := play(t, strict, "w - -", bothOpen)
		if got := m.over(); got != "" {
			t.Errorf("entered: %q", got)
		}
		if got := m.call("a1a8").over(); got != "White B18" {
			t.Errorf("called: %q", got)
		}
	})
	t.Run("B24 strict: B17 and B24 together", func(t *testing.T) {
		h := rules.House{rules.KeyGameMasterOpen: rules.OpenStrict, rules.KeyGameMasterTakes: rules.TakesNone}
		m := play(t, h, "b - -", `
k.......
........
........
........
........
r.......
.r......
.......K`)
		if got := m.call("a3a1").over(); got != "Black B24" {
			t.Errorf("the match: %q", got)
		}
		m = play(t, h, "b - -", `
k.......
........
........
........
........
r.......
........
.......K`)
		if got := m.call("a3g3").over(); got != "" {
			t.Errorf("it can step to h2: %q", got)
		}
		m.refuses("h1g1", "B24", "g3", "on g1 open")
	})
}

// immobile: White's pieces stand in each other's way.
const immobile = `
.......k
........
........
.p......
pPp.....
PRP.....
PPP.....
KB......`

// besieged: with B17 = none, White's open Game Master can't do anything.
const besieged = `
.......k
........
........
........
........
........
rr......
Kr......`

func TestB25NoPossibleCall(t *testing.T) {
	for _, h := range []rules.House{called, automatic} {
		m := play(t, h, "w - -", immobile)
		if m.over() != "drawn B25" || m.s.Result.Words != "White has no possible call: the match is drawn." {
			t.Errorf("B25 entered: %q, %q", m.over(), m.s.Result.Words)
		}
		m = play(t, h, "b - -", immobile)
		if m.over() != "" {
			t.Fatalf("B25: it is Black's turn: %q", m.over())
		}
		if got := m.call("h8g8").over(); got != "drawn B25" {
			t.Errorf("B25 after a call: %q", got)
		}
	}
	for _, open := range []string{rules.OpenCalled, rules.OpenAutomatic, rules.OpenStrict} {
		h := rules.House{rules.KeyGameMasterTakes: rules.TakesNone, rules.KeyGameMasterOpen: open}
		m := play(t, h, "w - -", besieged)
		want := "drawn B25"
		if open == rules.OpenStrict {
			want = "Black B24"
		}
		if !rules.Bible.Open(h, m.s, chess.White) || m.over() != want {
			t.Errorf("B25 %s, open and no call: %q, want %q", open, m.over(), want)
		}
	}
}

func TestFromRefuses(t *testing.T) {
	none := rules.House{rules.KeyPromotion: rules.PromotionNone}
	for _, c := range []struct {
		name, fen, want string
		h               rules.House
	}{
		{"no Game Master at all", "8/8/8/8/8/8/8/8 w - - 0 1", "neither side has its Game Master", nil},
		{"seventeen players", "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "", nil},
		{"seventeen players", "4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1", "White has 17 players", nil},
		{"a piece of another game", "4k3/8/8/8/8/8/8/A7 w - - 0 1", "the piece A on a1", nil},
		{"a Pawn behind its start", "4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "Black's Pawn on h8 can't be there", none},
		{"a Pawn at its end", "4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "Black's Pawn on a1 would have been promoted", nil},
		{"a Pawn at its end without promotion", "4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "", none},
	} {
		p, err := chess.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		_, err = rules.Bible.From(c.h, p)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}
