package rules_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// drawn reads boards that stand side by side, eight rows each, rank 8 on top,
// a dot for an empty square. State is the FEN's turn, castling and en passant.
func drawn(t testing.TB, state, rows string) []chess.Position {
	t.Helper()
	var boards []string
	lines := strings.Split(strings.TrimSpace(rows), "\n")
	if len(lines) != 8 {
		t.Fatalf("a drawing has eight rows, and this has %d", len(lines))
	}
	for _, line := range lines {
		for i, row := range strings.Fields(line) {
			for n := 8; n > 0; n-- {
				row = strings.ReplaceAll(row, strings.Repeat(".", n), fmt.Sprint(n))
			}
			if i == len(boards) {
				boards = append(boards, row)
			} else {
				boards[i] += "/" + row
			}
		}
	}
	var all []chess.Position
	for _, b := range boards {
		p, err := chess.ParseFEN(b + " " + state + " 0 1")
		if err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		all = append(all, p)
		state = "w - -" // only the first board's state is read; the others are compared by their squares
	}
	return all
}

// squares is a position's board alone, to compare and to print.
func squares(p chess.Position) string {
	board, _, _ := strings.Cut(p.FEN(), " ")
	return board
}

// match plays a format in a test.
type match struct {
	t testing.TB
	f rules.Format
	h rules.House
	s rules.State
}

// play starts a match of Bible Chess from a drawing.
func play(t testing.TB, h rules.House, state, rows string) *match {
	t.Helper()
	return playOf(t, rules.Bible, h, state, rows)
}

// playOf starts a match of a format from a drawing.
func playOf(t testing.TB, f rules.Format, h rules.House, state, rows string) *match {
	t.Helper()
	if err := h.Check(f); err != nil {
		t.Fatal(err)
	}
	s, err := f.From(h, drawn(t, state, rows)[0])
	if err != nil {
		t.Fatal(err)
	}
	return &match{t, f, h, s}
}

func mustMove(t testing.TB, text string) chess.Move {
	t.Helper()
	m, err := chess.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// call plays calls, which must be legal.
func (m *match) call(moves ...string) *match {
	m.t.Helper()
	for _, text := range moves {
		before := m.s
		s, err := m.f.Call(m.h, m.s, mustMove(m.t, text))
		if err != nil {
			m.t.Fatalf("%s: %v", text, err)
		}
		if before.Position != m.s.Position {
			m.t.Fatalf("%s changed the state in place", text)
		}
		m.s = s
	}
	return m
}

// rule gives a ruling.
func (m *match) rule(a rules.Answer) *match {
	m.t.Helper()
	s, err := m.f.Rule(m.h, m.s, a)
	if err != nil {
		m.t.Fatal(err)
	}
	m.s = s
	return m
}

// refuses calls what must be refused under a clause, naming a square.
func (m *match) refuses(move, clause, square, words string) {
	m.t.Helper()
	s, err := m.f.Call(m.h, m.s, mustMove(m.t, move))
	var r *chess.Refusal
	if !errors.As(err, &r) {
		m.t.Fatalf("%s is not refused: %v", move, err)
	}
	if r.Clause != clause || r.Square.String() != square || !strings.Contains(r.Words, words) {
		m.t.Errorf("%s: refused by %s on %s: %q, want %s on %s: %q", move, r.Clause, r.Square, r.Words, clause, square, words)
	}
	if s != m.s {
		m.t.Errorf("%s: a refused call changed the state", move)
	}
	for _, c := range m.f.Calls(m.h, m.s) {
		if c.String() == move {
			m.t.Errorf("%s is listed and refused", move)
		}
	}
}

// stands compares the board with a drawing.
func (m *match) stands(rows string) *match {
	m.t.Helper()
	if got, want := squares(m.s.Position), squares(drawn(m.t, "w - -", rows)[0]); got != want {
		m.t.Errorf("the board is %s, want %s", got, want)
	}
	return m
}

// over tells how the match ended, as "White B24", "drawn B25", or "" while it goes on.
func (m *match) over() string { return ended(m.s.Result) }

func ended(r rules.Result) string {
	switch {
	case !r.Over:
		return ""
	case r.Words == "":
		return "an end without a word"
	case r.Drawn:
		return "drawn " + r.Clause
	}
	return r.Winner.String() + " " + r.Clause
}
