package chess

import "testing"

func TestC3Dead(t *testing.T) {
	for _, c := range []struct {
		name, board string
		dead        bool
	}{
		{"bare Kings", "4k3/8/8/8/8/8/8/4K3", true},
		{"a Knight", "4k3/8/8/8/8/8/8/4KN2", true},
		{"a Bishop", "4kb2/8/8/8/8/8/8/4K3", true},
		{"Bishops on one colour", "4kb2/8/8/8/8/8/8/B1B1K3", true},
		{"Bishops on both colours", "4kb2/8/8/8/8/8/8/4KB2", false},
		{"Knight and Bishop", "4kb2/8/8/8/8/8/8/4KN2", false},
		{"two Knights", "4k3/8/8/8/8/8/8/1N2KN2", false},
		{"a Pawn", "4k3/4p3/8/8/8/8/8/4K3", false},
		{"a Rook", "4k3/8/8/8/8/8/8/R3K3", false},
		{"a Queen", "3qk3/8/8/8/8/8/8/4K3", false},
		{"an Amazon mates alone", "4a3/8/8/8/8/8/8/4K3", false},
		{"a Centaur does not", "4c3/8/8/8/8/8/8/4K3", true},
		{"but mates beside a Bishop in the way", "8/8/8/8/8/8/B1c5/K7", false},
	} {
		if got := mustParse(t, c.board+" w - - 0 1").Dead(); got != c.dead {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// No play from a dead position ever mates: all that can follow in a few plies.
func TestC3DeadIsNeverMated(t *testing.T) {
	for _, fen := range []string{"k7/8/1K6/8/8/8/8/7N w - - 0 1", "k7/8/1K6/8/8/8/8/7B w - - 0 1", "k7/2B5/1K6/8/8/8/8/6b1 w - - 0 1", "8/8/8/8/8/1c6/8/K7 b - - 0 1"} {
		var seek func(Position, int)
		seek = func(p Position, depth int) {
			moves := p.AppendLegal(nil, Ordinary)
			if len(moves) == 0 && p.Checked(p.turn, Ordinary) {
				t.Fatalf("%s leads to %s", fen, p.FEN())
			}
			for _, move := range moves {
				if depth > 0 {
					seek(p.Apply(move, Ordinary), depth-1)
				}
			}
		}
		seek(mustParse(t, fen), 3)
	}
}

func TestC3Repeatable(t *testing.T) {
	same := func(a, b string) bool {
		return mustParse(t, a).Repeatable(Ordinary) == mustParse(t, b).Repeatable(Ordinary)
	}
	const board = "4k3/8/8/3pP3/8/8/8/4K2R"
	for _, c := range []struct {
		name, a, b string
		want       bool
	}{
		{"the counters", board + " w K - 0 1", board + " w K - 7 30", true},
		{"the side to move", board + " w K - 0 1", board + " b K - 0 1", false},
		{"a right to castle", board + " w K - 0 1", board + " w - - 0 1", false},
		{"a capture en passant that is possible", board + " w K d6 0 1", board + " w K - 0 1", false},
		{"nobody to capture en passant", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1", true},
		{"a pinned one to capture en passant", "4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/4r3/8/3pP3/8/8/8/4K3 w - - 0 1", true},
	} {
		if got := same(c.a, c.b); got != c.want {
			t.Errorf("%s: the same %v", c.name, got)
		}
	}
}
