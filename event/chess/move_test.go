package chess

import (
	"strings"
	"testing"
)

func TestMoveText(t *testing.T) {
	for text, want := range map[string]Move{
		"e2e4":  {From: 12, To: 28},
		"a1a1":  {},
		"e7e8q": {From: 52, To: 60, Promotion: Queen},
		"e7e8n": {From: 52, To: 60, Promotion: Knight},
	} {
		if got, err := ParseMove(text); err != nil || got != want || got.String() != text {
			t.Errorf("%s is read as %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "e2", "e2e", "e2e9", "i2e4", "e2e4e", "e7e8k", "e7e8p", "e7e8Q", "e7e8?", "e7-e8", "e7e8qq", strings.Repeat("a", 1000), "\xff\xff\xff\xff"} {
		if got, err := ParseMove(text); err == nil || got != (Move{}) || len(err.Error()) > 250 {
			t.Errorf("%.20q is read as %v, %v", text, got, err)
		}
	}
}

func TestLetters(t *testing.T) {
	for piece, want := range map[Piece]byte{
		NewPiece(White, King): 'K', NewPiece(Black, Knight): 'n', NewPiece(Black, Amazon): 'a',
		NewPiece(White, Centaur): 'C', 0: '?', NewPiece(White, 50): '?',
	} {
		if got := piece.Letter(); got != want {
			t.Errorf("piece %d is %c, want %c", piece, got, want)
		}
	}
}

func FuzzParseMove(f *testing.F) {
	f.Add("e2e4")
	f.Add("e7e8q")
	f.Add("\xffé")
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := ParseMove(text); err == nil && m.String() != text {
			t.Errorf("%q is written as %q", text, m)
		} else if err != nil && len(err.Error()) > 300 {
			t.Errorf("a long error: %v", err)
		}
	})
}

func FuzzParseSquare(f *testing.F) {
	f.Add("e2")
	f.Add("i9")
	f.Add("a very long name indeed")
	f.Fuzz(func(t *testing.T, text string) {
		q, err := ParseSquare(text)
		if err == nil && q.String() != text || err != nil && q != NoSquare {
			t.Errorf("%q is read as %v, %v", text, q, err)
		}
	})
}
