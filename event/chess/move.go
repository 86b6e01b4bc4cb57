package chess

import "fmt"

// letters gives each kind's letter in FEN and UCI.
const letters = "?pnbrqkacx"

// Letter is the kind's small letter in FEN and UCI: p n b r q k, a for the
// Amazon, c for the Centaur, x for a hidden piece; '?' for anything else.
func (k Kind) Letter() byte {
	if int(k) >= len(letters) {
		k = NoKind
	}
	return letters[k]
}

// Letter is the piece's letter in a FEN: a capital for White.
func (p Piece) Letter() byte {
	if l := p.Kind().Letter(); p.Side() == Black || l == '?' {
		return l
	}
	return p.Kind().Letter() - 'a' + 'A'
}

// String is the call in UCI: from, to, and the promotion's small letter, as
// "e2e4" or "e7e8q".
func (m Move) String() string {
	text := m.From.String() + m.To.String()
	if m.Promotion != NoKind {
		text += string(m.Promotion.Letter())
	}
	return text
}

// ParseMove reads a call in UCI. The promotion is one of q, r, b and n. It does
// not ask whether the call is possible on any board.
func ParseMove(text string) (Move, error) {
	wrong := func() (Move, error) {
		return Move{}, fmt.Errorf("%s is not a call: a call is two squares, like c3f6, and after a Pawn's last step one of the letters q, r, b or n, like e7e8q", quote(text))
	}
	if len(text) != 4 && len(text) != 5 {
		return wrong()
	}
	from, err := ParseSquare(text[:2])
	if err != nil {
		return wrong()
	}
	to, err := ParseSquare(text[2:4])
	if err != nil {
		return wrong()
	}
	m := Move{From: from, To: to}
	if len(text) == 5 {
		for _, k := range [...]Kind{Queen, Rook, Bishop, Knight} {
			if k.Letter() == text[4] {
				m.Promotion = k
			}
		}
		if m.Promotion == NoKind {
			return wrong()
		}
	}
	return m, nil
}

// quote shows somebody's input in an error, shortened.
func quote(text string) string {
	if runes := []rune(text[:min(len(text), 100)]); len(runes) > 24 {
		text = string(runes[:24]) + "…"
	}
	return fmt.Sprintf("%q", text)
}
