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

// vector is one position of a file in testdata with what the rules allow.
type vector struct {
	ID       string
	Format   string
	Options  []string
	FEN      string
	Unmoved  []string
	Turn     string
	Moves    []string
	Check    bool
	Attacked bool
	Result   string
	Wins     []string
	Apply    []struct {
		Move, Board, Turn, Castling, Result string
		Unmoved                             []string
	}
}

// readVectors reads the positions of a format.
func readVectors(t testing.TB, format string, atLeast int) []vector {
	t.Helper()
	f, err := os.Open("testdata/" + format + ".jsonl")
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
	if len(all) < atLeast {
		t.Fatalf("only %d vectors", len(all))
	}
	return all
}

// of gives the format, the house rules and the manners of a vector's options.
func of(t testing.TB, format string, options []string) (rules.Format, rules.House, chess.Manners) {
	t.Helper()
	f, ok := rules.ByKey(format)
	if !ok {
		t.Fatalf("no format %s", format)
	}
	h := rules.House{}
	m := chess.Manners{Castling: true, Promotions: chess.Promotable, EnPassant: format == "chess"}
	if format == "jedi" {
		m.Fellows[chess.Black] = true
	}
	master := chess.Amazon
	for _, o := range options {
		switch o {
		case "pass-through":
			h[rules.KeySliding] = rules.SlidingThroughOpponents
			m.ThroughOpponents = true
		case "rebel":
			h[rules.KeySithMaster] = rules.MasterRebel
			master = chess.Centaur
		case "no-checkmate":
			h[rules.KeySithGoal] = rules.GoalCaptureBoth
		case "super-queen":
			h[rules.KeySuperQueen] = rules.On
		default:
			t.Fatalf("no option %s", o)
		}
	}
	if h[rules.KeySithGoal] == rules.GoalCaptureBoth {
		m.Heirs[chess.Black] = master
	}
	if err := h.Check(f); err != nil {
		t.Fatal(err)
	}
	return f, h, m
}

// entered is the state of a position, with the Pawns that have not moved where
// the format asks (S2).
func entered(t testing.TB, f rules.Format, h rules.House, p chess.Position, unmoved []string) rules.State {
	t.Helper()
	s, err := f.From(h, p)
	if f == rules.Stealth {
		var set chess.Squares
		for _, name := range unmoved {
			q, err := chess.ParseSquare(name)
			if err != nil {
				t.Fatal(err)
			}
			set = set.With(q)
		}
		s, err = rules.Stealth.FromUnmoved(h, p, set)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// unmoved names the Pawns of a state that have not moved, in byte order.
func unmoved(s rules.State) []string {
	list := []string{}
	if s.Veil != nil {
		for q := range s.Veil.Unmoved.All() {
			list = append(list, q.String())
		}
	}
	slices.Sort(list)
	return list
}

func names(moves []chess.Move) []string {
	all := make([]string, 0, len(moves))
	for _, m := range moves {
		all = append(all, m.String())
	}
	slices.Sort(all)
	return all
}

// word is a result as the vectors have it. They have no draw by C3.
func word(r rules.Result) string {
	switch {
	case !r.Over:
		return ""
	case r.Drawn && r.Clause == "S6":
		return "draw-bare-kings"
	case r.Drawn:
		return "draw-stalemate"
	}
	return strings.ToLower(r.Winner.String()) + "-wins"
}

func TestVectors(t *testing.T) {
	for format, atLeast := range map[string]int{"bible": 422, "chess": 441, "jedi": 483, "stealth": 422} {
		for _, v := range readVectors(t, format, atLeast) {
			t.Run(v.ID, func(t *testing.T) { testVector(t, v) })
		}
	}
}

func testVector(t *testing.T, v vector) {
	f, h, m := of(t, v.Format, v.Options)
	p, err := chess.ParseFEN(v.FEN)
	if err != nil {
		t.Fatal(err)
	}
	if p.FEN() != v.FEN {
		t.Errorf("the position is written back as %s", p.FEN())
	}
	s := entered(t, f, h, p, v.Unmoved)
	if got := names(f.Calls(h, s)); !slices.Equal(got, v.Moves) {
		t.Errorf("calls %v, want %v", got, v.Moves)
	}
	if got := f.Open(h, s, p.Turn()); got != v.Attacked {
		t.Errorf("open %v, want %v", got, v.Attacked)
	}
	if c, ok := f.(rules.Checker); ok != (v.Format == "chess" || v.Format == "jedi") || ok && c.Checked(h, s, p.Turn()) != v.Check {
		t.Errorf("check is not %v", v.Check)
	}
	if got := word(s.Result); got != v.Result {
		t.Errorf("result %q, want %q", got, v.Result)
	}
	wins := []string{}
	for _, o := range rules.Options(f, h, s) {
		if o.Kind == rules.CallWins {
			wins = append(wins, o.Move.String())
		}
	}
	slices.Sort(wins)
	if !slices.Equal(wins, v.Wins) {
		t.Errorf("wins %v, want %v", wins, v.Wins)
	}
	for _, a := range v.Apply {
		move := mustMove(t, a.Move)
		after, result := p.Apply(move, m), ""
		if f == rules.Bible {
			// A challenge is shown as won, on a Quiz Master too.
			if from, err := f.From(h, after); err == nil {
				result = word(from.Result)
			}
		} else {
			next, err := f.Call(h, s, move)
			if err != nil {
				t.Fatal(err)
			}
			after, result = next.Position, word(next.Result)
			if got := unmoved(next); f == rules.Stealth && !slices.Equal(got, a.Unmoved) {
				t.Errorf("%s: the Pawns on %v have not moved, want %v", a.Move, got, a.Unmoved)
			}
		}
		fields := strings.Fields(after.FEN())
		if fields[0] != a.Board || fields[1] != a.Turn || fields[2] != a.Castling {
			t.Errorf("%s leads to %v, want %s %s %s", a.Move, fields, a.Board, a.Turn, a.Castling)
		}
		if result != a.Result {
			t.Errorf("%s gives %q, want %q", a.Move, result, a.Result)
		}
	}
}

// perft counts the sequences of so many moves, each capture taken as won; one
// that ends the match earlier adds nothing. With check, moves are legal ones.
func perft(p chess.Position, m chess.Manners, check bool, depth int) (nodes int64) {
	if p.Royal(chess.White) == chess.NoSquare || p.Royal(chess.Black) == chess.NoSquare {
		return 0
	}
	if check && depth == 1 {
		return int64(p.CountLegal(m))
	}
	var room [256]chess.Move
	moves := room[:0]
	if check {
		moves = p.AppendLegal(moves, m)
	} else {
		moves = p.AppendMoves(moves, m)
	}
	if depth == 1 {
		return int64(len(moves))
	}
	for _, move := range moves {
		nodes += perft(p.Apply(move, m), m, check, depth-1)
	}
	return nodes
}

// callPerft is perft by the calls of a format, as a match is played.
func callPerft(f rules.Format, h rules.House, s rules.State, depth int) (nodes int64) {
	calls := f.Calls(h, s)
	if depth == 1 {
		return int64(len(calls))
	}
	for _, m := range calls {
		if next, err := f.Call(h, s, m); err == nil {
			nodes += callPerft(f, h, next, depth-1)
		}
	}
	return nodes
}

// playedNodes is up to how many nodes are counted by calls too.
const playedNodes = 3_000

func TestPerft(t *testing.T) {
	text, err := os.ReadFile("testdata/perft.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []struct {
		ID, Format string
		Options    []string
		FEN        string
		Unmoved    []string
		Nodes      map[int]int64
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	var total int64
	for _, c := range all {
		t.Run(c.ID, func(t *testing.T) {
			f, h, m := of(t, c.Format, c.Options)
			p, err := chess.ParseFEN(c.FEN)
			if err != nil {
				t.Fatal(err)
			}
			s := entered(t, f, h, p, c.Unmoved)
			for depth, want := range c.Nodes {
				total += want
				if f == rules.Stealth { // its moves depend on which Pawns have moved
					if got := callPerft(f, h, s, depth); got != want {
						t.Errorf("depth %d by calls: %d, want %d", depth, got, want)
					}
					continue
				}
				if got := perft(p, m, f != rules.Bible, depth); got != want {
					t.Errorf("depth %d: %d, want %d", depth, got, want)
				}
				if f == rules.Bible || want > playedNodes {
					continue
				}
				if got := callPerft(f, h, s, depth); got != want {
					t.Errorf("depth %d by calls: %d, want %d", depth, got, want)
				}
			}
		})
	}
	if total < 27_700_000 {
		t.Errorf("only %d nodes were counted", total)
	}
}
