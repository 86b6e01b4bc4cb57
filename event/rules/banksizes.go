package rules

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"biblechess/event/chess"
)

// BankSizes is how many questions each bank of a side has (B30). The four that
// rotate have exactly their size; the Quiz Master's own has at least its.
type BankSizes struct {
	Rook, Bishop, Knight, Pawn, QuizMaster int
}

// maxBank is the largest size of a bank.
const maxBank = 99

// ParseBankSizes reads five whole numbers with commas between them: Rook,
// Bishop, Knight, Pawn (1 to 99 each) and the least of the Quiz Master (0 to
// 99), as "3,3,6,12,6". Spaces around a number are ignored.
func ParseBankSizes(text string) (BankSizes, error) {
	fields := strings.Split(text, ",")
	if len(fields) != 5 {
		return BankSizes{}, errors.New("it takes five whole numbers with commas between them: Rook, Bishop, Knight, Pawn and Quiz Master, like 3,3,6,12,6")
	}
	var b BankSizes
	for i, one := range []struct {
		name  string
		size  *int
		least int
	}{
		{"Rook", &b.Rook, 1}, {"Bishop", &b.Bishop, 1}, {"Knight", &b.Knight, 1}, {"Pawn", &b.Pawn, 1},
		{"Quiz Master", &b.QuizMaster, 0},
	} {
		field := strings.TrimSpace(fields[i])
		n, err := strconv.Atoi(field)
		if err != nil || n < one.least || n > maxBank || strconv.Itoa(n) != field {
			return BankSizes{}, fmt.Errorf("the %s's bank has a whole number from %d to %d of questions, and %s is not that", one.name, one.least, maxBank, quote(fields[i]))
		}
		*one.size = n
	}
	return b, nil
}

// String is the form that ParseBankSizes reads.
func (b BankSizes) String() string {
	return fmt.Sprintf("%d,%d,%d,%d,%d", b.Rook, b.Bishop, b.Knight, b.Pawn, b.QuizMaster)
}

// Of is the size of the bank for a kind of piece; 0 for a kind without one.
func (b BankSizes) Of(k chess.Kind) int {
	switch k {
	case chess.Rook:
		return b.Rook
	case chess.Bishop:
		return b.Bishop
	case chess.Knight:
		return b.Knight
	case chess.Pawn:
		return b.Pawn
	case chess.Queen:
		return b.QuizMaster
	}
	return 0
}

// BankSizes is the sizes in force in Bible Chess: the default's when the value
// in force can't be read.
func (h House) BankSizes() BankSizes {
	sizes, err := ParseBankSizes(h.Value(Bible, KeyBankSizes))
	if err != nil {
		sizes, _ = ParseBankSizes(defaultBankSizes)
	}
	return sizes
}
