package questions

import (
	"slices"
	"strings"
	"unicode"

	"biblechess/event/chess"
)

// ID names a question for as long as a match lives. It is opaque and given by
// the caller, as "q17".
type ID string

// Bank names one side's questions for one kind of piece (B30). A Queen's bank
// is the Quiz Master's own.
type Bank struct {
	Side chess.Side
	Kind chess.Kind
}

// Kinds lists the kinds that have a bank, in the order in which banks are shown.
var Kinds = [...]chess.Kind{chess.Rook, chess.Bishop, chess.Knight, chess.Pawn, chess.Queen}

// KindName is the shown name of a bank's kind, as "Quiz Master" for a Queen;
// empty for a kind that has no bank.
func KindName(k chess.Kind) string {
	switch k {
	case chess.Rook:
		return "Rook"
	case chess.Bishop:
		return "Bishop"
	case chess.Knight:
		return "Knight"
	case chess.Pawn:
		return "Pawn"
	case chess.Queen:
		return "Quiz Master"
	}
	return ""
}

// ParseKind reads a kind's name as people write it in files: the shown name,
// Queen, QM, the letters of chess (P N B R Q) and the German names, in any
// case, with or without spaces, hyphens and underscores.
func ParseKind(name string) (chess.Kind, bool) {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' || r == '_' {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
	switch letters {
	case "rook", "r", "turm":
		return chess.Rook, true
	case "bishop", "b", "läufer", "laeufer":
		return chess.Bishop, true
	case "knight", "n", "springer":
		return chess.Knight, true
	case "pawn", "p", "bauer":
		return chess.Pawn, true
	case "quizmaster", "qm", "queen", "q", "dame":
		return chess.Queen, true
	}
	return chess.NoKind, false
}

// String is the bank's name in a sentence, as "White's Rook bank".
func (b Bank) String() string { return b.Side.String() + "'s " + KindName(b.Kind) + " bank" }

// Check refuses a bank that no match has.
func (b Bank) Check() error {
	if _, ok := b.slot(); !ok {
		return refuse("B30", "Only Rooks, Bishops, Knights, Pawns and Quiz Masters have a bank of questions.")
	}
	return nil
}

// slot is where a bank's line stands in an array of all banks.
func (b Bank) slot() (int, bool) {
	i := slices.Index(Kinds[:], b.Kind)
	if i < 0 || b.Side > chess.Black {
		return 0, false
	}
	return int(b.Side)*len(Kinds) + i, true
}

// slots is the number of banks of both sides together.
const slots = 2 * len(Kinds)
