package rules_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// hidden plays Stealth Chess in a test, by words: "e2e4" calls, "stand",
// "surrender" and "call" answer a move, "choose e7" chooses blindly, "guess
// e7 n" unmasks, "touch e2", "exchange e1 h1" and "pass". "no S4 d2d3" is refused
// by that clause and changes nothing.
type hidden struct {
	testing.TB
	h rules.House
	s rules.State
}

// hiding starts a match of Stealth Chess from a drawing. Pawns on their own two
// ranks have not moved.
func hiding(t testing.TB, h rules.House, state, rows string) *hidden {
	t.Helper()
	if err := h.Check(rules.Stealth); err != nil {
		t.Fatal(err)
	}
	s, err := rules.Stealth.From(h, drawn(t, state, rows)[0])
	if err != nil {
		t.Fatal(err)
	}
	return &hidden{t, h, s}
}

func square(t testing.TB, name string) chess.Square {
	t.Helper()
	q, err := chess.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

var guessed = map[string]chess.Kind{"p": chess.Pawn, "n": chess.Knight, "b": chess.Bishop, "r": chess.Rook, "q": chess.Queen, "k": chess.King}

func (g *hidden) do(words string) (rules.State, error) {
	g.Helper()
	f, part := rules.Stealth, strings.Fields(words)
	switch part[0] {
	case "stand", "surrender":
		return f.Answer(g.h, g.s, false)
	case "call":
		return f.Answer(g.h, g.s, true)
	case "choose":
		return f.Choose(g.h, g.s, square(g, part[1]))
	case "guess":
		return f.Guess(g.h, g.s, square(g, part[1]), guessed[part[2]])
	case "touch":
		return f.Touch(g.h, g.s, square(g, part[1]))
	case "exchange":
		return f.Exchange(g.h, g.s, square(g, part[1]), square(g, part[2]))
	case "pass":
		return f.Pass(g.h, g.s)
	}
	return f.Call(g.h, g.s, mustMove(g, words))
}

// plays does what the words say, one after the other.
func (g *hidden) plays(script ...string) *hidden {
	g.Helper()
	for _, words := range script {
		before := fmt.Sprintf("%+v %+v", g.s.Position.FEN(), *g.s.Veil)
		if rest, no := strings.CutPrefix(words, "no "); no {
			clause, action, _ := strings.Cut(rest, " ")
			s, err := g.do(action)
			var r *chess.Refusal
			if !errors.As(err, &r) || r.Clause != clause || r.Words == "" {
				g.Fatalf("%s: %v is not a refusal by %s", action, err, clause)
			}
			if s != g.s {
				g.Errorf("%s: a refusal changed the state", action)
			}
			continue
		}
		s, err := g.do(words)
		if err != nil {
			g.Fatalf("%s: %v", words, err)
		}
		if after := fmt.Sprintf("%+v %+v", g.s.Position.FEN(), *g.s.Veil); after != before {
			g.Fatalf("%s changed the state in place", words)
		}
		g.s = s
	}
	return g
}

// stands compares the true board with a drawing.
func (g *hidden) stands(rows string) *hidden {
	g.Helper()
	if got, want := squares(g.s.Position), squares(drawn(g, "w - -", rows)[0]); got != want {
		g.Errorf("the board is %s, want %s", got, want)
	}
	return g
}

// comes checks the end of the match, as "White S3", "drawn S6" or "" while it
// goes on, and whose turn it is then.
func (g *hidden) comes(over string, turn chess.Side) *hidden {
	g.Helper()
	if got := ended(g.s.Result); got != over {
		g.Errorf("it ended %q, want %q", got, over)
	}
	if over == "" && g.s.Position.Turn() != turn {
		g.Errorf("it is %s's turn", g.s.Position.Turn())
	}
	return g
}

// fell lists who has left, as "e7n S14".
func (g *hidden) fell() string {
	var list []string
	for _, f := range g.s.Veil.Fallen {
		list = append(list, fmt.Sprintf("%s%c %s", f.At, f.Piece.Letter(), f.Clause))
	}
	return strings.Join(list, ", ")
}

// saw is what everybody saw of the last action, as "e2-e4, d4 leaves".
func (g *hidden) saw() string {
	var list []string
	for _, s := range g.s.Veil.Steps {
		if s.To == chess.NoSquare {
			list = append(list, s.From.String()+" leaves")
		} else {
			list = append(list, s.From.String()+"-"+s.To.String())
		}
	}
	return strings.Join(list, ", ")
}

func (g *hidden) calls(from string) string {
	var list []string
	for _, m := range rules.Stealth.Calls(g.h, g.s) {
		if strings.HasPrefix(m.String(), from) {
			list = append(list, m.String()[2:])
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func (g *hidden) is(what, got, want string) *hidden {
	g.Helper()
	if got != want {
		g.Errorf("%s: %q, want %q", what, got, want)
	}
	return g
}
