package rules_test

import (
	"slices"
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// asking is a house in which captures are challenges (C5).
var asking = rules.House{rules.KeyQuestions: rules.On}

// jediAsking is a house of Jedi Chess that asks questions, with a goal.
func jediAsking(goal string) rules.House {
	return rules.House{rules.KeyQuestions: rules.On, rules.KeySithGoal: goal}
}

func TestC5ChessChallenges(t *testing.T) {
	for _, c := range []struct {
		name, state, call, clause string
		asking                    chess.Side
		asker, answerer           string
		bank                      chess.Kind
		boards                    string // before, after right, after wrong
	}{
		{"C5 B10", "w - -", "c2c6", "B10", chess.White, "-", "c6", chess.Rook, `
....k...  ....k...  ....k...
........  ........  ........
..n.....  ..n.....  ..R.....
........  ........  ........
........  ........  ........
........  ........  ........
..R.....  ........  ........
....K...  ....K...  ....K...`},
		{"C5 B11", "b - -", "c6c2", "B11", chess.White, "c2", "c6", chess.Bishop, `
....k...  ....k...  ....k...
........  ........  ........
..r.....  ........  ........
........  ........  ........
........  ........  ........
........  ........  ........
..B.....  ..r.....  ..B.....
....K...  ....K...  ....K...`},
		{"C5 B14: a Queen is the Quiz Master", "w - -", "c2c6", "B14", chess.Black, "-", "c2", chess.Queen, `
....k...  ....k...  ....k...
........  ........  ........
..q.....  ..q.....  ..q.....
........  ........  ........
........  ........  ........
........  ........  ........
..R.....  ..R.....  ........
....K...  ....K...  ....K...`},
		{"C5 B15", "w - -", "c2c6", "B15", chess.White, "-", "c6", chess.Queen, `
....k...  ....k...  ....k...
........  ........  ........
..p.....  ..p.....  ..Q.....
........  ........  ........
........  ........  ........
........  ........  ........
..Q.....  ..Q.....  ........
....K...  ....K...  ....K...`},
		{"C5 B5 en passant", "w - d6", "e5d6", "B10", chess.White, "-", "d5", chess.Pawn, `
....k...  ....k...  ....k...
........  ........  ........
........  ........  ...P....
...pP...  ...p....  ........
........  ........  ........
........  ........  ........
........  ........  ........
....K..R  ....K..R  ....K..R`},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := playOf(t, rules.Chess, asking, c.state, c.boards).call(c.call)
			o := m.s.Challenge
			if o == nil {
				t.Fatal("no challenge")
			}
			if o.Clause != c.clause || o.Asking != c.asking || o.Asker.String() != c.asker || o.Answerer.String() != c.answerer || o.Bank != (rules.Bank{Side: c.asking, Kind: c.bank}) {
				t.Errorf("the challenge is %+v", o)
			}
			m.refuses("e1e2", "B21", o.Target.String(), "still open")
			if m.f.Calls(m.h, m.s) != nil || m.f.(rules.Claimer).Claims(m.h, m.s) != nil {
				t.Error("calls or claims while a challenge is open")
			}
			boards := drawn(t, c.state, c.boards)
			for answer, want := range map[rules.Answer]chess.Position{rules.Right: boards[1], rules.Wrong: boards[2], rules.TooLate: boards[2]} {
				after := *m
				after.rule(answer)
				if got := squares(after.s.Position); got != squares(want) {
					t.Errorf("ruled %d: %s, want %s", answer, got, squares(want))
				}
				if after.s.Past == nil || after.s.Position.Turn() == m.s.Position.Turn() {
					t.Errorf("ruled %d: the ply is not over (B21)", answer)
				}
			}
		})
	}
}

func TestC5OutrightAndCheck(t *testing.T) {
	t.Run("C5 B17 a King takes outright", func(t *testing.T) {
		m := playOf(t, rules.Chess, asking, "w - -", "....k...\n........\n........\n........\n........\n........\n...q....\n....K..R").call("e1d2")
		if m.s.Challenge != nil || m.s.Last.Clause != "B17" || m.s.Last.Leaves.String() != "d2" {
			t.Errorf("the effect is %+v", m.s.Last)
		}
	})
	t.Run("C5 off: a capture is no challenge", func(t *testing.T) {
		for _, h := range []rules.House{nil, {rules.KeyQuestions: rules.Off}} {
			m := playOf(t, rules.Chess, h, "w - -", "....k...\n........\n..n.....\n........\n........\n........\n..R.....\n....K...").call("c2c6")
			if m.s.Challenge != nil || m.s.Last.Leaves.String() != "c6" {
				t.Errorf("the effect is %+v", m.s.Last)
			}
		}
	})
	const pinned = "k...r...\n........\n........\n........\n........\n........\n....R...\n....K..."
	t.Run("C5 B24 a call is legal by its best ruling, and lost by the other", func(t *testing.T) {
		m := playOf(t, rules.Chess, asking, "w - -", pinned)
		m.refuses("e2d2", "C2", "e8", "leave the own King on e1 in check from e8")
		m.call("e2e8")
		right := *m
		right.rule(rules.Right).says("Black B24", "White's King on e1 is open to the Rook on e8 after the ruling: Black wins.")
		if got := m.rule(rules.Wrong).over(); got != "" {
			t.Errorf("wrong: %q", got)
		}
	})
	t.Run("C5 B24 what can't close the check is refused", func(t *testing.T) {
		m := playOf(t, rules.Chess, asking, "w - -", "k...q..R\n........\n........\n........\n........\n........\n........\n....K...")
		m.refuses("h8e8", "C2", "e8", "in check from e8")
	})
	t.Run("C5 C2 mate, unless a challenge may help", func(t *testing.T) {
		playOf(t, rules.Chess, asking, "w - -", ".......k\n......pp\n........\n........\n........\n........\n........\nK...R...").call("e1e8").
			says("White C2", "Black's King on h8 is checkmated: White wins.")
		m := playOf(t, rules.Chess, asking, "w - -", ".......k\n......pp\n...n....\n........\n........\n........\n........\nK...R...").call("e1e8")
		if m.over() != "" {
			t.Fatalf("the match: %q", m.over())
		}
		if got := names(m.f.Calls(m.h, m.s)); strings.Join(got, " ") != "d6e8" {
			t.Errorf("the calls are %v", got)
		}
		if got := m.call("d6e8").rule(rules.Right).over(); got != "White B24" {
			t.Errorf("the Knight left, and the Rook stands there still: %q", got)
		}
	})
	t.Run("C5 C2 stalemate", func(t *testing.T) {
		if got := playOf(t, rules.Chess, asking, "w - -", ".......k\n........\n........\n......Q.\n........\n........\n........\nK.......").call("g5g6").over(); got != "drawn C2" {
			t.Errorf("the match: %q", got)
		}
	})
	t.Run("C5 C3 two who go back bring the position again", func(t *testing.T) {
		m := playOf(t, rules.Chess, asking, "w - -", "k.......\n...p....\n........\n...q....\n...Q....\n........\n...P....\nK.......")
		for range 2 {
			m.call("d4d5").rule(rules.Right).call("d5d4").rule(rules.Right)
		}
		if got := m.f.(rules.Claimer).Claims(m.h, m.s); len(got) != 1 || got[0].Kind != rules.ClaimThreefold {
			t.Errorf("the claims are %v", got)
		}
	})
	t.Run("C5 C3 Bishops of one colour can still expose", func(t *testing.T) {
		const bishops = ".......k\n......b.\n........\n........\n........\n........\n.B......\nK......."
		if got := playOf(t, rules.Chess, asking, "w - -", bishops).call("b2g7").rule(rules.Right).over(); got != "Black B24" {
			t.Errorf("the match: %q", got)
		}
		if got := playOf(t, rules.Chess, nil, "w - -", bishops).over(); got != "drawn C3" {
			t.Errorf("without questions: %q", got)
		}
		if got := playOf(t, rules.Chess, asking, "w - -", "......k.\n........\n........\n........\n........\n........\n.B......\nK.......").over(); got != "drawn C3" {
			t.Errorf("one Bishop: %q", got)
		}
	})
	t.Run("C5 B13 the duel of Bishops", func(t *testing.T) {
		h := rules.House{rules.KeyQuestions: rules.On, rules.KeyBishopDuel: rules.DuelDefender}
		m := playOf(t, rules.Chess, h, "w - -", "....k...\n........\n.......b\n........\n........\n........\n........\n..B.K...").call("c1h6")
		if c := m.s.Challenge; c.Clause != "B13" || c.Asking != chess.Black || c.Asker.String() != "h6" {
			t.Errorf("the challenge is %+v", c)
		}
	})
}

func TestC5JediChallenges(t *testing.T) {
	const board = "q...a...\n........\n........\n........\n........\n........\n........\nR..Q..K."
	t.Run("C5 B14 the Apprentice is the Sith's Quiz Master", func(t *testing.T) {
		c := playOf(t, rules.Jedi, jediAsking(rules.GoalCheckmate), "w - -", board).call("a1a8").s.Challenge
		if c == nil || c.Clause != "B14" || c.Asking != chess.Black || c.Bank != (rules.Bank{Side: chess.Black, Kind: chess.Queen}) {
			t.Errorf("the challenge is %+v", c)
		}
	})
	t.Run("C5 B16 Jedi Master to Apprentice", func(t *testing.T) {
		m := playOf(t, rules.Jedi, jediAsking(rules.GoalCheckmate), "w - -", "...q.a..\n........\n........\n........\n........\n........\n........\n...Q...K").call("d1d8")
		if c := m.s.Challenge; c.Clause != "B16" || c.Bank != (rules.Bank{Side: chess.White, Kind: chess.Queen}) {
			t.Errorf("the challenge is %+v", c)
		}
		if got := squares(m.rule(rules.Wrong).s.Position); got != "3Q1a2/8/8/8/8/8/8/7K" {
			t.Errorf("the board is %s", got)
		}
	})
	t.Run("C5 B17 the Sith Master takes outright, its fellow too (J4)", func(t *testing.T) {
		const near = "...qa...\n........\n........\n........\n........\n........\n....P...\n.......K"
		for call, clause := range map[string]string{"e8e2": "B17", "e8d8": "J4"} {
			m := playOf(t, rules.Jedi, jediAsking(rules.GoalCheckmate), "b - -", near).call(call)
			if m.s.Challenge != nil || m.s.Last.Clause != clause {
				t.Errorf("%s: %+v", call, m.s.Last)
			}
		}
	})
	t.Run("C5 J6 the Sith Master is taken outright", func(t *testing.T) {
		m := playOf(t, rules.Jedi, jediAsking(rules.GoalCaptureBoth), "w - -", "q.......\n...a....\n........\n........\n........\n........\n........\n...R..K.").call("d1d7")
		if l := m.s.Last; m.s.Challenge != nil || l.Clause != "J6" || l.Risen != chess.Amazon {
			t.Errorf("the effect is %+v", l)
		}
	})
	t.Run("C5 J6 the Sith are not bound by check, the Jedi are", func(t *testing.T) {
		m := playOf(t, rules.Jedi, jediAsking(rules.GoalCaptureBoth), "b - -", "q..a....\n........\n........\n........\n........\n........\n...R....\nN.....K.").call("a8a1")
		if m.s.Challenge.Clause != "B15" {
			t.Fatalf("the challenge is %+v", m.s.Challenge)
		}
		if got := m.rule(rules.Right).over(); got != "" {
			t.Errorf("the Sith Master stays attacked: %q", got)
		}
	})
}

// Whatever is ruled in games at random: a challenge has its row, the match ends
// in a word, and no state is changed by what follows.
func TestC5RandomMatches(t *testing.T) {
	for _, c := range []struct {
		f rules.Format
		h rules.House
	}{
		{rules.Chess, asking}, {rules.Jedi, jediAsking(rules.GoalCheckmate)}, {rules.Jedi, jediAsking(rules.GoalCaptureBoth)},
	} {
		banks := rules.Banks(c.f, c.h)
		for seed := range uint64(12) {
			random := generator(seed)
			s := c.f.Start(c.h)
			for range 150 {
				calls := c.f.Calls(c.h, s)
				if len(calls) == 0 {
					break
				}
				next, err := c.f.Call(c.h, s, calls[random.IntN(len(calls))])
				if err != nil {
					t.Fatal(err)
				}
				if o := next.Challenge; o != nil {
					if !slices.Contains(banks, o.Bank) || o.Challenger.Side() == o.Defender.Side() {
						t.Fatalf("%s: the challenge %+v", s.Position.FEN(), o)
					}
					if next, err = c.f.Rule(c.h, next, rules.Answer(random.IntN(3))); err != nil {
						t.Fatal(err)
					}
				}
				s = next
			}
			if s.Result.Over == (c.f.Calls(c.h, s) != nil) {
				t.Errorf("%s: over %v", s.Position.FEN(), s.Result)
			}
		}
	}
}

func TestC5AsksAndBanks(t *testing.T) {
	for _, c := range []struct {
		f     rules.Format
		h     rules.House
		banks int
	}{
		{rules.Bible, nil, 10}, {rules.Chess, nil, 0}, {rules.Jedi, nil, 0}, {rules.Chess, asking, 10}, {rules.Jedi, asking, 2},
	} {
		banks := rules.Banks(c.f, c.h)
		if len(banks) != c.banks || rules.Asks(c.f, c.h) != (c.banks > 0) {
			t.Errorf("%s %v: %v", c.f.Name(), c.h, banks)
		}
	}
}

func TestC5HouseRules(t *testing.T) {
	for _, f := range []rules.Format{rules.Chess, rules.Jedi} {
		keys := map[string]bool{}
		for _, r := range f.HouseRules() {
			keys[r.Key] = true
			if err := r.Check(r.Default); err != nil {
				t.Errorf("%s: the default: %v", f.Key(), err)
			}
			for _, v := range r.Values {
				if err := r.Check(v.Key); err != nil || v.Name == "" || v.Help == "" {
					t.Errorf("%s: %s %s: %v", f.Key(), r.Key, v.Key, err)
				}
			}
			if r.Clause == "" || r.Name == "" || !strings.HasSuffix(r.Help, ".") {
				t.Errorf("%s: %s says too little", f.Key(), r.Key)
			}
			shared, ok := rules.Rule(rules.Bible, r.Key)
			judged := strings.HasPrefix(r.Clause, "B")
			if judged != ok && r.Clause != "R5" || judged != (r.Needs == rules.KeyQuestions) || ok && (shared.Help != r.Help || shared.Default != r.Default) {
				t.Errorf("%s: %s is not Bible Chess's, or does not say what it needs", f.Key(), r.Key)
			}
		}
		if err := asking.Check(f); err != nil {
			t.Error(err)
		}
		if keys[rules.KeyClock] != (f == rules.Chess) || keys[rules.KeyBishopDuel] != (f == rules.Chess) || keys[rules.KeySithGoal] != (f == rules.Jedi) || !keys[rules.KeyPanel] || !keys[rules.KeyMatchMinutes] || keys[rules.KeySliding] {
			t.Errorf("%s offers %v", f.Key(), keys)
		}
	}
	for _, r := range rules.Bible.HouseRules() {
		if r.Needs != "" {
			t.Errorf("Bible Chess's %s needs %s", r.Key, r.Needs)
		}
	}
	if got := len(rules.Formats()); got != 4 {
		t.Errorf("%d formats", got)
	}
	for _, f := range rules.Formats() {
		if got, ok := rules.ByKey(f.Key()); !ok || got != f {
			t.Errorf("%s is not found", f.Key())
		}
	}
}
