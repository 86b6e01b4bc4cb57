package questions

import "slices"

// Hand is whoever changes a book, and when.
type Hand struct {
	Seat string
	At   int64 // milliseconds Unix time
}

// By is the book with the hand that makes the changes which follow.
func (b Book) By(hand Hand) Book {
	b.hand = hand
	return b
}

// Step is one change of a list: a question came into it, was moved within it, or
// went out of it.
type Step struct {
	By   Hand
	ID   ID
	From int // where it stood, counted from 1; 0: it came into the list
	To   int // where it stands then; 0: it went out of the list
}

// Steps gives everything that ever happened to a bank, or to the shelf of a side,
// before a match; the oldest first. What a Quiz Master juggles during a match is
// not among it: that changes Orders.
func (b Book) Steps(spot Spot) []Step {
	at, err := spot.list()
	if err != nil {
		return nil
	}
	return slices.Clone(b.steps[at])
}

// stepped is the book with one more step of a list. What one hand does to one
// question at one time, without anything between, is one step.
func (b Book) stepped(at int, id ID, from, to int) Book {
	steps := b.steps[at]
	if n := len(steps); n > 0 && steps[n-1].By == b.hand && steps[n-1].ID == id && (b.hand != Hand{}) {
		from, steps = steps[n-1].From, steps[:n-1]
	}
	if !b.open {
		steps = slices.Clip(steps)
	}
	if from != to {
		steps = append(steps, Step{By: b.hand, ID: id, From: from, To: to})
	}
	b.steps[at] = steps
	return b
}
