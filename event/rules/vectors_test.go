package rules_test

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// vector is one position of testdata/bible.jsonl with what the rules allow.
type vector struct {
	ID       string
	Options  []string
	FEN      string
	Turn     string
	Moves    []string
	Check    bool
	Attacked bool
	Result   string
	Wins     []string
	Apply    []struct{ Move, Board, Turn, Castling, Result string }
}

func readVectors(t testing.TB) []vector {
	t.Helper()
	f, err := os.Open("testdata/bible.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []vector
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	if len(all) < 400 {
		t.Fatalf("only %d vectors", len(all))
	}
	return all
}

// of gives the house rules and the manners of a vector's options.
func of(options []string) (rules.House, chess.Manners) {
	h := rules.House{}
	m := chess.Manners{Castling: true, Promotions: chess.Promotable}
	if slices.Contains(options, "pass-through") {
		h[rules.KeySliding] = rules.SlidingThroughOpponents
		m.ThroughOpponents = true
	}
	return h, m
}

func names(moves []chess.Move) []string {
	all := make([]string, 0, len(moves))
	for _, m := range moves {
		all = append(all, m.String())
	}
	slices.Sort(all)
	return all
}

func resultOf(p chess.Position) string {
	switch {
	case p.Royal(chess.Black) == chess.NoSquare:
		return "white-wins"
	case p.Royal(chess.White) == chess.NoSquare:
		return "black-wins"
	}
	return ""
}

func TestVectors(t *testing.T) {
	for _, v := range readVectors(t) {
		t.Run(v.ID, func(t *testing.T) {
			h, m := of(v.Options)
			p, err := chess.ParseFEN(v.FEN)
			if err != nil {
				t.Fatal(err)
			}
			if p.FEN() != v.FEN {
				t.Errorf("the position is written back as %s", p.FEN())
			}
			s, err := rules.Bible.From(h, p)
			if err != nil {
				t.Fatal(err)
			}
			if got := names(rules.Bible.Calls(h, s)); !slices.Equal(got, v.Moves) {
				t.Errorf("calls %v, want %v", got, v.Moves)
			}
			if got := rules.Bible.Open(h, s, p.Turn()); got != v.Attacked {
				t.Errorf("open %v, want %v", got, v.Attacked)
			}
			if got := s.Result.Over; got != (v.Result != "") {
				t.Errorf("over %v, want result %q", got, v.Result)
			}
			if s.Result.Over && strings.ToLower(s.Result.Winner.String())+"-wins" != v.Result {
				t.Errorf("won by %v, want %q", s.Result.Winner, v.Result)
			}
			wins := []string{}
			for _, o := range rules.Options(rules.Bible, h, s) {
				if o.Kind == rules.CallWins {
					wins = append(wins, o.Move.String())
				}
			}
			slices.Sort(wins)
			if !slices.Equal(wins, v.Wins) {
				t.Errorf("wins %v, want %v", wins, v.Wins)
			}
			for _, a := range v.Apply {
				move, err := chess.ParseMove(a.Move)
				if err != nil {
					t.Fatal(err)
				}
				after := p.Apply(move, m)
				fields := strings.Fields(after.FEN())
				if fields[0] != a.Board || fields[1] != a.Turn || fields[2] != a.Castling {
					t.Errorf("%s leads to %v, want %s %s %s", a.Move, fields, a.Board, a.Turn, a.Castling)
				}
				if got := resultOf(after); got != a.Result {
					t.Errorf("%s gives %q, want %q", a.Move, got, a.Result)
				}
			}
		})
	}
}

// perft counts the sequences of so many calls, each capture taken as won; one
// that ends the match earlier adds nothing.
func perft(p chess.Position, m chess.Manners, depth int) (nodes int64) {
	if resultOf(p) != "" {
		return 0
	}
	var room [256]chess.Move
	moves := p.AppendMoves(room[:0], m)
	if depth == 1 {
		return int64(len(moves))
	}
	for _, move := range moves {
		nodes += perft(p.Apply(move, m), m, depth-1)
	}
	return nodes
}

func TestPerft(t *testing.T) {
	text, err := os.ReadFile("testdata/perft.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []struct {
		ID      string
		Options []string
		FEN     string
		Nodes   map[int]int64
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	var total int64
	for _, c := range all {
		t.Run(c.ID, func(t *testing.T) {
			_, m := of(c.Options)
			p, err := chess.ParseFEN(c.FEN)
			if err != nil {
				t.Fatal(err)
			}
			for depth, want := range c.Nodes {
				if got := perft(p, m, depth); got != want {
					t.Errorf("depth %d: %d, want %d", depth, got, want)
				}
				total += want
			}
		})
	}
	if total < 3_000_000 {
		t.Errorf("only %d nodes were counted", total)
	}
}
