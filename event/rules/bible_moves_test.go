package rules_test

import (
	"slices"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

const kingsOnly = `
....k...
........
........
........
........
........
........
....K...`

func TestR1R2AndB1SetUp(t *testing.T) {
	m := &match{t, rules.Bible, nil, rules.Bible.Start(nil)}
	m.stands(`
rnbqkbnr
pppppppp
........
........
........
........
PPPPPPPP
RNBQKBNR`)
	p := m.s.Position
	if p.Turn() != chess.White || m.s.Challenge != nil || m.s.Last != nil || m.s.Result.Over {
		t.Error("R2: White moves first, and nothing has happened yet")
	}
	for _, name := range []string{"d1", "d8"} {
		q, _ := chess.ParseSquare(name)
		x := p.At(q)
		if rules.Bible.PieceName(x.Kind()) != "Quiz Master" || q.Dark() != (x.Side() == chess.Black) {
			t.Errorf("B1: the Quiz Master stands on %s, a square of its own colour", name)
		}
	}
	m.call("e2e4")
	if m.s.Position.Turn() != chess.Black || m.s.Last.Clause != "B5" || m.s.Last.Outcome != rules.Moves || m.s.Last.Leaves != chess.NoSquare {
		t.Errorf("R2: the sides alternate: %+v", m.s.Last)
	}
	m.refuses("d2d4", "R2", "d2", "It is Black's turn")
}

func TestR3Refusals(t *testing.T) {
	m := &match{t, rules.Bible, nil, rules.Bible.Start(nil)}
	m.refuses("e4e5", "R3", "e4", "Nobody stands on e4.")
	m.refuses("e2e2", "R3", "e2", "both of these are e2")
	m.refuses("e7e5", "R2", "e7", "the Pawn on e7 is Black's")
	m.refuses("d1d3", "B3", "d2", "The Quiz Master on d1 can't pass d2, where {d2} stands.")
	m.refuses("g1e2", "B4", "e2", "of its own side")
	m.refuses("e1g1", "B8", "f1", "f1 lies between them")
	m.refuses("b1b3", "B4", "-", "jumps two squares")
}

func TestB3Sliding(t *testing.T) {
	const board = `
....k..r
........
n.p.....
........
.......n
N..b....
........
R..qK..Q`
	for _, c := range []struct {
		name, sliding string
		yes           []string
		no            [][3]string
	}{
		{"B3 blocked", rules.SlidingBlocked, []string{"a1c1", "a1d1", "h1h4", "h1f1"},
			[][3]string{{"h1a8", "c6", "can't pass c6"}, {"h1h5", "h4", "can't pass h4"}, {"h1h8", "h4", "can't pass h4"}, {"a1a6", "a3", "can't pass a3"}}},
		{"B3 through-opponents", rules.SlidingThroughOpponents, []string{"a1c1", "a1d1", "h1h4", "h1h5", "h1h8", "h1a8"},
			[][3]string{{"a1a6", "a3", "can't pass a3"}, {"a1e1", "e1", "of its own side"}, {"h1d1", "e1", "can't pass e1"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := play(t, rules.House{rules.KeySliding: c.sliding}, "w - -", board)
			calls := names(rules.Bible.Calls(m.h, m.s))
			for _, move := range c.yes {
				if !slices.Contains(calls, move) {
					t.Errorf("%s is not legal", move)
				}
			}
			for _, no := range c.no {
				m.refuses(no[0], "B3", no[1], no[2])
			}
		})
	}
	t.Run("B3 through-opponents: only the last square is challenged", func(t *testing.T) {
		m := play(t, rules.House{rules.KeySliding: rules.SlidingThroughOpponents}, "w - -", board)
		m.call("h1h8")
		if c := m.s.Challenge; c == nil || c.Target.String() != "h8" || c.Clause != "B15" {
			t.Fatalf("the challenge is %+v", m.s.Challenge)
		}
		m.rule(rules.Wrong).stands(`
....k..Q
........
n.p.....
........
.......n
N..b....
........
R..qK...`)
	})
}

func TestB4KnightJumps(t *testing.T) {
	m := &match{t, rules.Bible, nil, rules.Bible.Start(nil)}
	m.call("b1c3")
	if m.s.Last.Clause != "B4" {
		t.Errorf("the Knight moves by B4, not by %s", m.s.Last.Clause)
	}
	m.stands(`
rnbqkbnr
pppppppp
........
........
........
..N.....
PPPPPPPP
R.BQKBNR`)
}

func TestB5Pawns(t *testing.T) {
	m := play(t, nil, "w - -", `
....k...
........
........
...n.n..
....P..P
.n......
PP.....P
....K...`)
	calls := names(rules.Bible.Calls(m.h, m.s))
	for _, move := range []string{"e4e5", "e4d5", "e4f5", "a2a3", "a2a4", "a2b3", "h4h5", "h2h3"} {
		if !slices.Contains(calls, move) {
			t.Errorf("B5: %s is not legal", move)
		}
	}
	m.refuses("b2b3", "B5", "b3", "can't step onto b3")
	m.refuses("b2b4", "B5", "b3", "can't step onto b3")
	m.refuses("h2h4", "B5", "h4", "can't step onto h4")
	m.refuses("e4e6", "B5", "e4", "only from its own second rank")
	m.refuses("b2c3", "B5", "c3", "c3 is empty")
	m.refuses("e4e3", "B5", "-", "steps one square forward")
	t.Run("B5: two squares after it has left and come back", func(t *testing.T) {
		m := play(t, nil, "w - -", `
....k...
........
........
........
........
.q......
P.......
....K...`)
		m.call("a2b3").rule(rules.Right)
		if m.s.Challenge != nil || m.s.Last.Outcome != rules.Stays || m.s.Last.Clause != "B14" {
			t.Fatalf("the Pawn is not back: %+v", m.s.Last)
		}
		m.call("b3d3", "a2a4")
	})
}

func TestB5EnPassant(t *testing.T) {
	const before = `
....k...
...p....
........
....P...
........
........
........
....K...`
	t.Run("B5 en-passant off", func(t *testing.T) {
		m := play(t, nil, "b - -", before).call("d7d5")
		m.refuses("e5d6", "B5", "d6", "d6 is empty")
	})
	t.Run("B5 en-passant off, entered with a square passed", func(t *testing.T) {
		m := play(t, nil, "w - d6", `
....k...
........
........
...pP...
........
........
........
....K...`)
		m.refuses("e5d6", "B5", "d6", "d6 is empty")
	})
	on := rules.House{rules.KeyEnPassant: rules.On}
	t.Run("B5 en-passant on: the passed Pawn defends by B10", func(t *testing.T) {
		m := play(t, on, "b - -", before).call("d7d5", "e5d6")
		c := m.s.Challenge
		if c == nil || c.Clause != "B10" || c.Target.String() != "d5" || c.Answerer.String() != "d5" || c.Move.To.String() != "d6" ||
			c.Defender != chess.NewPiece(chess.Black, chess.Pawn) || c.Bank != (rules.Bank{Side: chess.White, Kind: chess.Pawn}) {
			t.Fatalf("the challenge is %+v", c)
		}
		right, wrong := *m, *m
		right.rule(rules.Right).stands(`
....k...
........
........
...p....
........
........
........
....K...`)
		if right.s.Last.Leaves.String() != "e5" {
			t.Errorf("right: %s leaves", right.s.Last.Leaves)
		}
		wrong.rule(rules.Wrong).stands(`
....k...
........
...P....
........
........
........
........
....K...`)
		if wrong.s.Last.Leaves.String() != "d5" {
			t.Errorf("wrong: %s leaves", wrong.s.Last.Leaves)
		}
	})
	t.Run("B5 en-passant on: in the next ply only", func(t *testing.T) {
		m := play(t, on, "b - -", before).call("d7d5", "e1e2", "e8e7")
		m.refuses("e5d6", "B5", "d6", "d6 is empty")
	})
	t.Run("B5 en-passant on: a challenge between forgets it", func(t *testing.T) {
		m := play(t, on, "b - -", `
....k...
...p....
........
....P...
........
q.......
.P......
....K...`).call("d7d5", "b2a3").rule(rules.Right).call("e8e7")
		m.refuses("e5d6", "B5", "d6", "d6 is empty")
	})
}

func TestB6Promotion(t *testing.T) {
	const before = `
...q.r.k
....P...
........
........
........
........
........
....K...`
	t.Run("B6 any: a step", func(t *testing.T) {
		m := play(t, nil, "w - -", before)
		m.refuses("e7e8", "B6", "e8", "a Quiz Master, Rook, Bishop or Knight")
		for _, k := range []chess.Kind{chess.King, chess.Pawn, chess.Amazon} {
			move := mustMove(t, "e7e8")
			move.Promotion = k
			if _, err := rules.Bible.Call(m.h, m.s, move); err == nil {
				t.Errorf("promoted to kind %d", k)
			}
		}
		m.refuses("e1e2q", "B6", "e2", "only a Pawn")
		m.call("e7e8n")
		if m.s.Last.Becomes != chess.Knight || m.s.Last.Clause != "B6" {
			t.Errorf("the effect is %+v", m.s.Last)
		}
		m.stands(`
...qNr.k
........
........
........
........
........
........
....K...`)
	})
	t.Run("B6 any: wins the square and is promoted", func(t *testing.T) {
		m := play(t, nil, "w - -", before)
		m.refuses("e7f8", "B6", "f8", "must say whether it becomes")
		m.call("e7f8b")
		if c := m.s.Challenge; c.Clause != "B10" || c.Bank.Kind != chess.Pawn || c.Challenger.Kind() != chess.Pawn {
			t.Fatalf("it challenges as a Pawn: %+v", c)
		}
		m.rule(rules.Wrong)
		if m.s.Last.Becomes != chess.Bishop {
			t.Errorf("the effect is %+v", m.s.Last)
		}
		m.stands(`
...q.B.k
........
........
........
........
........
........
....K...`)
	})
	t.Run("B6 any: loses the square and lapses", func(t *testing.T) {
		m := play(t, nil, "w - -", before).call("e7f8q").rule(rules.Right)
		if m.s.Last.Becomes != chess.NoKind || m.s.Last.Outcome != rules.Vanishes {
			t.Errorf("the effect is %+v", m.s.Last)
		}
	})
	t.Run("B6 any: lapses always on a Quiz Master", func(t *testing.T) {
		for _, a := range []rules.Answer{rules.Right, rules.Wrong} {
			m := play(t, nil, "w - -", before).call("e7d8q").rule(a)
			if m.s.Last.Becomes != chess.NoKind {
				t.Errorf("ruling %d: the effect is %+v", a, m.s.Last)
			}
		}
		play(t, nil, "w - -", before).call("e7d8q").rule(rules.Right).stands(before)
	})
	t.Run("B6 none: it stays a Pawn without a further step", func(t *testing.T) {
		m := play(t, rules.House{rules.KeyPromotion: rules.PromotionNone}, "w - -", before)
		m.refuses("e7e8q", "B6", "e8", "no promotion in this match")
		m.call("e7e8").stands(`
...qPr.k
........
........
........
........
........
........
....K...`).call("h8h7")
		for _, c := range rules.Bible.Calls(m.h, m.s) {
			if c.From.String() == "e8" {
				t.Errorf("%s is a further step", c)
			}
		}
		m.refuses("e8d8", "B6", "e8", "no further step")
		m.call("e1e2", "f8e8")
		if c := m.s.Challenge; c == nil || c.Clause != "B10" || c.Defender.Kind() != chess.Pawn {
			t.Errorf("it is challenged as a Pawn: %+v", c)
		}
	})
}

func TestB7GameMasterStepsOne(t *testing.T) {
	m := play(t, nil, "w - -", kingsOnly)
	if got := names(rules.Bible.Calls(m.h, m.s)); !slices.Equal(got, []string{"e1d1", "e1d2", "e1e2", "e1f1", "e1f2"}) {
		t.Errorf("it goes to %v", got)
	}
	m.refuses("e1e3", "B7", "-", "one square in any direction")
}
