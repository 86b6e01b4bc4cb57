package questions

import (
	"fmt"

	"biblechess/event/chess"
)

// Sizes says how many questions each bank of a side must have: exactly so many,
// and for the Quiz Master at least so many (B30).
type Sizes struct {
	Rook, Bishop, Knight, Pawn, QuizMaster int
}

// Of is the size of the bank of a kind; 0 for a kind that has no bank.
func (s Sizes) Of(k chess.Kind) int {
	switch k {
	case chess.Rook:
		return s.Rook
	case chess.Bishop:
		return s.Bishop
	case chess.Knight:
		return s.Knight
	case chess.Pawn:
		return s.Pawn
	case chess.Queen:
		return s.QuizMaster
	}
	return 0
}

// Missing lists in plain sentences what still keeps a side's questions from
// being ready: banks of the wrong size (B30), questions that are not yet approved,
// and of these the ones that were sent back (B34). It is empty when the side is
// ready, and gives counts only, so the host may see it. state is the panel's word
// on a question; whose is what the waiting ones wait for, as "a judge's approval".
func Missing(book Book, side chess.Side, sizes Sizes, state func(Question) State, whose string) []string {
	var out []string
	waiting, back := 0, 0
	for _, kind := range Kinds {
		bank := Bank{side, kind}
		ids := book.List(bank)
		has, size := len(ids), sizes.Of(kind)
		switch {
		case kind == chess.Queen && has < size:
			out = append(out, fmt.Sprintf("%s has %s and needs at least %d.", bank, count(has), size))
		case kind != chess.Queen && has < size:
			out = append(out, fmt.Sprintf("%s has %s and needs %d.", bank, count(has), size))
		case kind != chess.Queen && has > size:
			out = append(out, fmt.Sprintf("%s has %s and must have exactly %d.", bank, count(has), size))
		}
		for _, id := range ids {
			switch q, _ := book.Get(id); state(q) {
			case Waiting:
				waiting++
			case Back:
				back++
			}
		}
	}
	if waiting > 0 {
		out = append(out, fmt.Sprintf("%d of %s's questions %s for %s.", waiting, side, verb(waiting, "waits", "wait"), whose))
	}
	if back > 0 {
		out = append(out, fmt.Sprintf("%d of %s's questions %s sent back by a judge and must be changed.", back, side, verb(back, "was", "were")))
	}
	return out
}

func count(n int) string {
	switch n {
	case 0:
		return "no questions"
	case 1:
		return "1 question"
	}
	return fmt.Sprintf("%d questions", n)
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
