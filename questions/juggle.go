package questions

import (
	"cmp"
	"slices"

	"biblechess/event/chess"
)

// Reorder moves the question at position from of a bank to position to (B32);
// the ones between move up or down by one. Positions count from 1, as Due gives
// them. locked is the bank that the open challenge asks from, nil outside of
// one: its due question stays where it is. Only questions not yet asked in the
// first pass can be moved, none of a Bishop's, and none that was thrown out (R7).
func (o Orders) Reorder(bank Bank, from, to int, locked *Bank) (Orders, error) {
	for _, position := range []int{from, to} {
		if err := o.movable(bank, position, locked); err != nil {
			return o, err
		}
	}
	if err := o.unspent(bank, from); err != nil {
		return o, err
	}
	slot, _ := bank.slot()
	l := o.lines[slot]
	l.items = moved(l.items, from-1, to-1)
	for l.items[l.next].spent { // the moved one is still to come, so this ends
		l.next++
	}
	o.lines[slot] = l
	return o, nil
}

// Swap exchanges the question at position i of a bank with the one at position
// j of another bank of the same side; both are Rook, Knight or Pawn banks (B32).
// Positions and locked are as in Reorder, and so is what can be moved. Two
// positions of one bank can be swapped wherever Reorder is possible.
func (o Orders) Swap(bank Bank, i int, other Bank, j int, locked *Bank) (Orders, error) {
	if bank.Side != other.Side {
		return o, refuse("B32", "Questions can be swapped only between banks of the same side.")
	}
	if bank != other && !(swaps(bank) && swaps(other)) {
		return o, refuse("B32", "Questions can be swapped only between the Rook, Knight and Pawn banks.")
	}
	if err := o.movable(bank, i, locked); err != nil {
		return o, err
	}
	if err := o.movable(other, j, locked); err != nil {
		return o, err
	}
	if err := cmp.Or(o.unspent(bank, i), o.unspent(other, j)); err != nil {
		return o, err
	}
	s, _ := bank.slot()
	t, _ := other.slot()
	x, y := o.lines[s].items[i-1], o.lines[t].items[j-1]
	o.lines[s].items = slices.Clone(o.lines[s].items)
	o.lines[s].items[i-1] = y
	if s != t {
		o.lines[t].items = slices.Clone(o.lines[t].items)
	}
	o.lines[t].items[j-1] = x
	return o, nil
}

func swaps(b Bank) bool {
	return b.Kind == chess.Rook || b.Kind == chess.Knight || b.Kind == chess.Pawn
}

// fixed says why nothing of a bank can be moved; nil when something can.
func (o Orders) fixed(bank Bank) error {
	slot, ok := bank.slot()
	if !ok {
		return bank.Check()
	}
	if bank.Kind == chess.Bishop {
		return refuse("B32", "The Bishop's order is fixed once the match has started: it is known by heart.")
	}
	if o.lines[slot].wrapped > 0 {
		return refuse("B32", "%s has been asked through once: its order is fixed now.", bank)
	}
	if l := o.lines[slot]; len(l.items) > 0 && bank.Kind != chess.Queen && l.allSpent() {
		return refuse("B32", "All of %s has been thrown out and comes again as it is: its order is fixed now.", bank)
	}
	return nil
}

// unspent refuses a question that was thrown out: in another place or bank it
// would come again (R7).
func (o Orders) unspent(bank Bank, position int) error {
	slot, _ := bank.slot()
	if o.lines[slot].items[position-1].spent {
		return refuse("R7", "Question %d of %s was thrown out: it stays where it is.", position, bank)
	}
	return nil
}

// movable says why the question at a position cannot be moved; nil when it can.
func (o Orders) movable(bank Bank, position int, locked *Bank) error {
	if err := o.fixed(bank); err != nil {
		return err
	}
	slot, _ := bank.slot()
	l := o.lines[slot]
	if err := inBank(bank, position, len(l.items)); err != nil {
		return err
	}
	if position <= l.next {
		return refuse("B32", "Question %d of %s has been used already: only questions still to come can be moved.", position, bank)
	}
	if locked != nil && *locked == bank && position == l.next+1 {
		return refuse("B32", "Question %d of %s is due in the open challenge and stays where it is.", position, bank)
	}
	return nil
}
