package chess

import (
	"strings"
	"testing"
)

func TestPossible(t *testing.T) {
	for _, c := range []struct{ name, fen, want string }{
		{"the start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""},
		{"bare Kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""},
		{"all Pawns promoted", "4k3/8/8/8/8/8/QQQQQQQQ/RNBQKBNR b - - 0 1", ""},
		{"two Bishops promoted", "4k3/8/8/8/8/8/PPPPPP2/RNBQKBNR w KQ - 0 1", ""},
		{"in double check", "4k3/8/8/8/4r3/8/3n4/4K3 w - - 0 1", ""},
		{"no White King", "4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no King"},
		{"no Black King", "8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no King"},
		{"an empty board", "8/8/8/8/8/8/8/8 w - - 0 1", "White has no King"},
		{"nine Pawns", "4k3/8/8/8/8/7P/PPPPPPPP/4K3 w - - 0 1", "White has 9 Pawns, and a side has at most eight"},
		{"seventeen pieces", "4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1", "White has 17 pieces"},
		{"three Knights beside eight Pawns", "1n2k3/pppppppp/8/8/8/nn6/8/4K3 w - - 0 1", "Black has 1 promoted pieces beside 8 Pawns"},
		{"two Bishops of a colour beside eight Pawns", "4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1", "White has 1 promoted pieces"},
		{"ten Queens", "4k3/8/8/8/8/QQ6/QQQQQQQQ/4K3 b - - 0 1", "White has 9 promoted pieces"},
		{"a Pawn behind its start", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "White's Pawn on a1 can't be there"},
		{"a Pawn at its end", "4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "Black's Pawn on a1 would have been promoted"},
		{"an Amazon", "4a3/8/8/8/8/8/8/4K3 w - - 0 1", "the piece a on e8 is not one of Black's"},
		{"the side not to move in check", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "Black's King on e8 is in check already"},
		{"Kings side by side", "8/8/8/3kK3/8/8/8/8 b - - 0 1", "White's King on e5 is in check already"},
		{"three attackers", "4k3/8/8/8/4r2b/3n4/8/4K3 w - - 0 1", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := mustParse(t, c.fen).Possible()
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// Whatever is played from a possible position is one.
func TestPossibleInPlay(t *testing.T) {
	for _, g := range games[:4] {
		play(t, g.fen, g.m, 10, func(p Position, _ []Move) {
			if err := p.Possible(); err != nil {
				t.Fatalf("%s: %v", p.FEN(), err)
			}
		})
	}
}
