package chess

import (
	"strings"
	"testing"
)

func TestParseFENRefuses(t *testing.T) {
	const rest = " w - - 0 1"
	const home = "r3k2r/8/8/8/8/8/8/R3K2R"
	for _, c := range []struct{ name, fen, want string }{
		{"nothing", "", "six parts"},
		{"a part missing", "8/8/8/8/8/8/8/8 w - - 0", "this has 5"},
		{"two spaces", "8/8/8/8/8/8/8/8  w - - 0 1", "this has 7"},
		{"too long", strings.Repeat("8/", 1000) + rest, "too long"},
		{"seven ranks", "8/8/8/8/8/8/8" + rest, "this has 7"},
		{"nine ranks", "8/8/8/8/8/8/8/8/8" + rest, "this has 9"},
		{"a short rank", "8/8/8/7/8/8/8/8" + rest, "rank 5 has 7 squares"},
		{"a long rank", "8/8/8/ppppppppp/8/8/8/8" + rest, "rank 5 has 9 squares"},
		{"a long rank by a gap", "8/8/8/p8/8/8/8/8" + rest, "rank 5 has 9 squares"},
		{"two gaps", "8/8/8/44/8/8/8/8" + rest, "two numbers"},
		{"a nine", "9/8/8/8/8/8/8/8" + rest, "'9' is not a piece"},
		{"a letter", "8/8/8/3x4/8/8/8/8" + rest, "'x' is not a piece"},
		{"a question mark", "8/8/8/3?4/8/8/8/8" + rest, "'?' is not a piece"},
		{"another script", "8/8/8/3ק4/8/8/8/8" + rest, "is not a piece"},
		{"two Kings", "k7/8/8/8/8/8/8/K6K" + rest, "White has 2 royal"},
		{"King and Amazon", "k6a/8/8/8/8/8/8/K7" + rest, "Black has 2 royal"},
		{"turn", home + " x - - 0 1", "w or b"},
		{"castling letters", home + " w KX - 0 1", "KQkq"},
		{"castling order", home + " w QK - 0 1", "KQkq"},
		{"castling twice", home + " w KK - 0 1", "KQkq"},
		{"castling empty", home + " w  - 0 1", "KQkq"},
		{"castling without King", "r2k3r/8/8/8/8/8/8/R3K2R w kq - 0 1", "Black can't have a right to castle without its King on e8"},
		{"castling without Rook", "r3k2r/8/8/8/8/8/8/4K2R w KQ - 0 1", "towards a1 without its Rook"},
		{"castling with the enemy's Rook", "4k3/8/8/8/8/8/8/r3K3 w Q - 0 1", "towards a1 without its Rook"},
		{"en passant no square", home + " w - x9 0 1", "en passant is - or a square"},
		{"en passant on the wrong rank", home + " w - e3 0 1", "not possible"},
		{"en passant without a Pawn", home + " w - e6 0 1", "no Pawn of Black"},
		{"en passant onto somebody", "4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "not possible"},
		{"en passant over its own start", "4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "not possible"},
		{"minus", home + " w - - -1 1", "two numbers at the end"},
		{"plus", home + " w - - +1 1", "two numbers at the end"},
		{"leading nought", home + " w - - 01 1", "two numbers at the end"},
		{"move nought", home + " w - - 0 0", "two numbers at the end"},
		{"no number", home + " w - - 0 one", "two numbers at the end"},
		{"huge", home + " w - - 0 99999999999999999999", "two numbers at the end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := ParseFEN(c.fen)
			if err == nil {
				t.Fatalf("read as %s", p.FEN())
			}
			if p != (Position{}) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %q, want %q in it", err, c.want)
			}
		})
	}
}

func TestParseFENAccepts(t *testing.T) {
	for _, fen := range []string{
		"8/8/8/8/8/8/8/8 w - - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34",
		"4k3/8/8/4p3/8/8/8/4K3 w - e6 0 2",
		"4k3/8/8/8/P7/8/8/4K3 b - a3 0 1",
		"3qa3/8/8/8/8/8/8/4K3 w - - 0 1",
		"P7/8/8/8/8/8/8/p3C3 w - - 0 1",
	} {
		if p, err := ParseFEN("\t" + fen + "\r\n"); err != nil || p.FEN() != fen {
			t.Errorf("%s: %v, written as %s", fen, err, p.FEN())
		}
	}
}

func FuzzParseFEN(f *testing.F) {
	f.Add("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	f.Add("4k3/8/8/8/P7/8/8/4K3 b - a3 0 1")
	f.Add(kiwipete)
	f.Add("8/8/8/44/8/8/8/8 w - - 0 1")
	f.Add("\xff/8 w")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseFEN(text)
		if err != nil {
			if len(err.Error()) > 250 {
				t.Errorf("a long error: %v", err)
			}
			return
		}
		if p.FEN() != strings.TrimSpace(text) {
			t.Errorf("%q is written as %q", text, p.FEN())
		}
		for _, m := range allManners() {
			for _, move := range p.AppendMoves(nil, m) {
				p.Apply(move, m)
			}
		}
	})
}
