package rules_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// clauseCase is one row of the table of challenges on one drawing: the board
// before, after the answer was right, and after it was not.
type clauseCase struct {
	name     string
	house    rules.House
	turn     string
	call     string
	clause   string
	asking   chess.Side
	asker    string // the Bishop that recites, or - when the Quiz Master's person asks
	answerer string
	bank     chess.Kind // of the asking side
	right    string     // who leaves when it is right, or -
	wrong    string     // and when it is not
	boards   string
}

var clauseCases = []clauseCase{
	{name: "B10 Rook to Knight", turn: "w", call: "c2c6", clause: "B10", asking: chess.White, asker: "-", answerer: "c6", bank: chess.Rook,
		right: "c2", wrong: "c6", boards: `
....k...  ....k...  ....k...
........  ........  ........
..n.....  ..n.....  ..R.....
........  ........  ........
........  ........  ........
........  ........  ........
..R.....  ........  ........
....K...  ....K...  ....K...`},
	{name: "B10 Pawn to Pawn, Black's", turn: "b", call: "d5e4", clause: "B10", asking: chess.Black, asker: "-", answerer: "e4", bank: chess.Pawn,
		right: "d5", wrong: "e4", boards: `
....k...  ....k...  ....k...
........  ........  ........
........  ........  ........
...p....  ........  ........
....P...  ....P...  ....p...
........  ........  ........
........  ........  ........
....K...  ....K...  ....K...`},
	{name: "B11 Knight to Bishop, B19", turn: "w", call: "b1c3", clause: "B11", asking: chess.Black, asker: "c3", answerer: "b1", bank: chess.Bishop,
		right: "c3", wrong: "b1", boards: `
....k...  ....k...  ....k...
........  ........  ........
........  ........  ........
........  ........  ........
........  ........  ........
..b.....  ..N.....  ..b.....
........  ........  ........
.N..K...  ....K...  ....K...`},
	{name: "B12 Bishop to Rook", turn: "b", call: "h6c1", clause: "B12", asking: chess.Black, asker: "h6", answerer: "c1", bank: chess.Bishop,
		right: "h6", wrong: "c1", boards: `
....k...  ....k...  ....k...
........  ........  ........
.......b  ........  ........
........  ........  ........
........  ........  ........
........  ........  ........
........  ........  ........
..R.K...  ..R.K...  ..b.K...`},
	{name: "B13 challenger asks", turn: "w", call: "c1h6", clause: "B13", asking: chess.White, asker: "c1", answerer: "h6", bank: chess.Bishop,
		right: "c1", wrong: "h6", boards: `
....k...  ....k...  ....k...
........  ........  ........
.......b  .......b  .......B
........  ........  ........
........  ........  ........
........  ........  ........
........  ........  ........
..B.K...  ....K...  ....K...`},
	{name: "B13 defender asks", house: rules.House{rules.KeyBishopDuel: rules.DuelDefender},
		turn: "w", call: "c1h6", clause: "B13", asking: chess.Black, asker: "h6", answerer: "c1", bank: chess.Bishop,
		right: "h6", wrong: "c1", boards: `
....k...  ....k...  ....k...
........  ........  ........
.......b  .......B  .......b
........  ........  ........
........  ........  ........
........  ........  ........
........  ........  ........
..B.K...  ....K...  ....K...`},
	{name: "B14 Bishop to Quiz Master", turn: "w", call: "c1h6", clause: "B14", asking: chess.Black, asker: "-", answerer: "c1", bank: chess.Queen,
		right: "-", wrong: "c1", boards: `
....k...  ....k...  ....k...
........  ........  ........
.......q  .......q  .......q
........  ........  ........
........  ........  ........
........  ........  ........
........  ........  ........
..B.K...  ..B.K...  ....K...`},
	{name: "B15 Quiz Master to Bishop", turn: "w", call: "c1h6", clause: "B15", asking: chess.White, asker: "-", answerer: "h6", bank: chess.Queen,
		right: "-", wrong: "h6", boards: `
....k...  ....k...  ....k...
........  ........  ........
.......b  .......b  .......Q
........  ........  ........
........  ........  ........
........  ........  ........
........  ........  ........
..Q.K...  ..Q.K...  ....K...`},
	{name: "B16 Quiz Master to Quiz Master", turn: "b", call: "h6c1", clause: "B16", asking: chess.Black, asker: "-", answerer: "c1", bank: chess.Queen,
		right: "-", wrong: "c1", boards: `
....k...  ....k...  ....k...
........  ........  ........
.......q  .......q  ........
........  ........  ........
........  ........  ........
........  ........  ........
........  ........  ........
..Q.K...  ..Q.K...  ..q.K...`},
}

func TestB10ToB16Challenges(t *testing.T) {
	for _, c := range clauseCases {
		boards := drawn(t, c.turn+" - -", c.boards)
		t.Run(c.name, func(t *testing.T) {
			m := play(t, c.house, c.turn+" - -", c.boards)
			m.call(c.call)
			got := m.s.Challenge
			if got == nil {
				t.Fatal("no challenge is open")
			}
			if got.Clause != c.clause || got.Asking != c.asking || got.Asker.String() != c.asker || got.Recited != (c.asker != "-") ||
				got.Answerer.String() != c.answerer || got.Bank != (rules.Bank{Side: c.asking, Kind: c.bank}) || got.Target != got.Move.To ||
				got.Challenger != boards[0].At(got.Move.From) || got.Defender != boards[0].At(got.Move.To) {
				t.Errorf("the challenge is %+v", got)
			}
			if m.s.Position != boards[0] || m.s.Last != nil || m.s.Result.Over {
				t.Error("the board changed before the ruling")
			}
		})
		for _, r := range []struct {
			name   string
			answer rules.Answer
			leaves string
			board  chess.Position
		}{
			{"right", rules.Right, c.right, boards[1]},
			{"wrong", rules.Wrong, c.wrong, boards[2]},
			{"too late (B20)", rules.TooLate, c.wrong, boards[2]},
		} {
			t.Run(c.clause+" "+r.name+": "+c.name, func(t *testing.T) {
				m := play(t, c.house, c.turn+" - -", c.boards).call(c.call)
				open := m.s.Challenge
				m.rule(r.answer)
				effect := open.Wrong
				if r.answer == rules.Right {
					effect = open.Right
				}
				if *m.s.Last != effect || effect.After != m.s.Position || effect.Clause != c.clause {
					t.Errorf("what was promised is %+v, what came is %+v", effect, *m.s.Last)
				}
				if effect.Leaves.String() != r.leaves {
					t.Errorf("%s leaves, want %s", effect.Leaves, r.leaves)
				}
				if got, want := squares(m.s.Position), squares(r.board); got != want {
					t.Errorf("the board is %s, want %s", got, want)
				}
				if m.s.Challenge != nil || m.s.Position.Turn() == boards[0].Turn() {
					t.Error("B21: after a challenge the ply is over")
				}
			})
		}
	}
}

// Every pair of kinds, for both sides: the row that the table of the rules
// gives it, told here once more in other words.
func TestB10ToB18EveryPair(t *testing.T) {
	from := map[chess.Kind]string{chess.Pawn: "d4", chess.Knight: "c4", chess.Bishop: "b2", chess.Rook: "e2", chess.Queen: "h5", chess.King: "d5"}
	letter := func(s chess.Side, k chess.Kind) string {
		l := string(k.Letter())
		if s == chess.White {
			return strings.ToUpper(l)
		}
		return l
	}
	for attacker, square := range from {
		for defender := chess.Pawn; defender <= chess.King; defender++ {
			for _, side := range chess.Sides {
				name := letter(side, attacker) + letter(side.Other(), defender)
				p, at := drawn(t, "w - -", kingsOnly)[0], func(name string) chess.Square {
					q, _ := chess.ParseSquare(name)
					if side == chess.Black {
						q ^= 56 // the same file, seen from the other side
					}
					return q
				}
				p = p.With(at("e1"), 0).With(at("e8"), 0).WithTurn(side)
				if attacker != chess.King {
					p = p.With(at("a8"), chess.NewPiece(side, chess.King))
				}
				if defender != chess.King {
					p = p.With(at("g1"), chess.NewPiece(side.Other(), chess.King))
				}
				p = p.With(at(square), chess.NewPiece(side, attacker)).With(at("e5"), chess.NewPiece(side.Other(), defender))
				s, err := rules.Bible.From(nil, p)
				if err != nil {
					t.Fatal(err)
				}
				next, err := rules.Bible.Call(nil, s, chess.Move{From: at(square), To: at("e5")})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				got := "?"
				if c := next.Challenge; c != nil {
					got = c.Clause
					own := c.Asking == side
					switch got {
					case "B10", "B12", "B13", "B15", "B16":
						if !own || c.Answerer != at("e5") {
							t.Errorf("%s %s: the challenger's side asks", got, name)
						}
					default:
						if own || c.Answerer != at(square) {
							t.Errorf("%s %s: the defender's side asks", got, name)
						}
					}
					if got == "B10" && c.Bank.Kind != attacker {
						t.Errorf("%s %s: the bank is the challenger's", got, name)
					}
				} else {
					got = next.Last.Clause
				}
				if want := clauseOf(attacker, defender); got != want {
					t.Errorf("%s goes by %s, want %s", name, got, want)
				}
			}
		}
	}
}

func clauseOf(attacker, defender chess.Kind) string {
	switch {
	case defender == chess.King:
		return "B18"
	case attacker == chess.King:
		return "B17"
	case attacker == chess.Queen && defender == chess.Queen:
		return "B16"
	case attacker == chess.Queen:
		return "B15"
	case defender == chess.Queen:
		return "B14"
	case attacker == chess.Bishop && defender == chess.Bishop:
		return "B13"
	case attacker == chess.Bishop:
		return "B12"
	case defender == chess.Bishop:
		return "B11"
	}
	return "B10"
}

func TestB17GameMasterTakes(t *testing.T) {
	const board = `
........
........
........
...nkq..
....K...
...p....
........
........`
	for _, c := range []struct {
		value        string
		pawn, master bool
	}{
		{rules.TakesAny, true, true}, {rules.TakesNotQuizMaster, true, false}, {rules.TakesNone, false, false},
	} {
		h := rules.House{rules.KeyGameMasterTakes: c.value}
		for _, call := range []struct {
			move, square string
			yes          bool
		}{{"e4d5", "d5", c.pawn}, {"e4d3", "d3", c.pawn}, {"e4f5", "f5", c.master}} {
			t.Run(fmt.Sprintf("B17 %s: %s", c.value, call.move), func(t *testing.T) {
				m := play(t, h, "w - -", board)
				if !call.yes {
					m.refuses(call.move, "B17", call.square, "In this match a Game Master takes no")
					return
				}
				m.call(call.move)
				l := m.s.Last
				if m.s.Challenge != nil || l.Clause != "B17" || l.Outcome != rules.Moves || l.Leaves.String() != call.square || m.over() != "" {
					t.Errorf("the effect is %+v", l)
				}
			})
		}
		t.Run("B18 goes before B17 "+c.value, func(t *testing.T) {
			if got := play(t, h, "w - -", board).call("e4e5").over(); got != "White B18" {
				t.Errorf("the match: %q", got)
			}
		})
	}
}

func TestB18EndsTheMatch(t *testing.T) {
	m := play(t, nil, "b - -", `
....k...
........
........
........
........
........
....r...
....K...`).call("e2e1")
	if m.over() != "Black B18" || m.s.Last.Clause != "B18" || m.s.Challenge != nil {
		t.Fatalf("the match: %q", m.over())
	}
	if want := "Black's Rook on e2 called the Game Master on e1: Black wins."; m.s.Result.Words != want {
		t.Errorf("the words are %q", m.s.Result.Words)
	}
	m.refuses("e8e7", "R5", "-", "The match is over")
	if calls := rules.Bible.Calls(m.h, m.s); len(calls) != 0 {
		t.Errorf("an ended match has calls: %v", calls)
	}
	again, err := rules.Bible.From(nil, m.s.Position)
	if err != nil || ended(again.Result) != "Black B18" {
		t.Errorf("its board entered again: %q, %v", ended(again.Result), err)
	}
	t.Run("B18 by a Pawn on the last rank", func(t *testing.T) {
		m := play(t, nil, "w - -", "....k...\n...P....\n........\n........\n........\n........\n........\n....K...").call("d7e8r")
		if m.over() != "White B18" || m.s.Last.Becomes != chess.Rook {
			t.Errorf("the match: %q, %+v", m.over(), m.s.Last)
		}
	})
}

func TestB21CallsWait(t *testing.T) {
	m := play(t, nil, "b - -", clauseCases[0].boards).call("e8d8", "c2c6")
	if m.s.Last == nil || m.s.Last.Move.String() != "e8d8" {
		t.Errorf("while a challenge is open, the ply before is still the last: %+v", m.s.Last)
	}
	m.refuses("e1e2", "B21", "c6", "still open")
	m.refuses("d8e7", "B21", "c6", "still open")
	if calls := rules.Bible.Calls(m.h, m.s); len(calls) != 0 {
		t.Errorf("there are calls while a challenge is open: %v", calls)
	}
	m.rule(rules.Right)
	var r *chess.Refusal
	if s, err := rules.Bible.Rule(nil, m.s, rules.Right); !errors.As(err, &r) || r.Clause != "B21" || s != m.s {
		t.Errorf("a ruling without a challenge: %v", err)
	}
	m.call("d8e7")
}

func TestOptions(t *testing.T) {
	m := play(t, nil, "w K -", `
........
........
........
........
....k...
...RR..n
......p.
....K..R`)
	kinds := map[string]rules.Option{}
	for _, o := range rules.Options(rules.Bible, m.h, m.s) {
		kinds[o.Move.String()] = o
	}
	if len(kinds) != len(rules.Bible.Calls(m.h, m.s)) {
		t.Errorf("%d options", len(kinds))
	}
	for move, want := range map[string]string{
		"d3d8": "moves B3 -", "h1h3": "challenges B10 h3", "e3e4": "wins the match B18 e4", "e1e2": "moves B7 -",
	} {
		if o := kinds[move]; fmt.Sprint(o.Kind, " ", o.Clause, " ", o.Target) != want {
			t.Errorf("%s is %v %v %v, want %s", move, o.Kind, o.Clause, o.Target, want)
		}
	}
	m = play(t, nil, "w K -", "....k...\n........\n........\n........\n........\n........\n....p...\n....K..R")
	for _, o := range rules.Options(rules.Bible, m.h, m.s) {
		if got := fmt.Sprint(o.Kind, " ", o.Clause, " ", o.Target); o.Move.String() == "e1e2" && got != "takes the square B17 e2" {
			t.Errorf("e1e2 is %s", got)
		}
	}
	m = play(t, nil, "w K -", "....k...\n........\n........\n........\n........\n........\n........\n....K..R")
	for _, o := range rules.Options(rules.Bible, m.h, m.s) {
		if got := fmt.Sprint(o.Kind, " ", o.Clause, " ", o.Target); o.Move.String() == "e1g1" && got != "castles B8 -" {
			t.Errorf("e1g1 is %s", got)
		}
	}
}
