package questions

import "biblechess/event/chess"

// Continue makes the question of a number, counted from 1, the due one of a bank:
// the match went on by paper meanwhile. A number before the due one is of the next
// pass of a rotating bank. The Quiz Master's own never come again (B33), so theirs
// can only go on; one more than there are means that they have run out.
func (o Orders) Continue(bank Bank, number int) (Orders, error) {
	slot, ok := bank.slot()
	if !ok {
		return o, bank.Check()
	}
	l := o.lines[slot]
	most := len(l.items)
	own := bank.Kind == chess.Queen
	if own {
		most++
	}
	switch {
	case number < 1 || number > most:
		return o, refuse("R9", "%s has no question number %d: it has %s.", bank, number, count(len(l.items)))
	case own && number-1 < l.next:
		return o, refuse("B33", "The Quiz Master's own questions never come again: %s goes on with number %d or a later one.", bank, l.next+1)
	case number-1 < l.next:
		l.wrapped++
	}
	l.next = number - 1
	o.lines[slot] = l
	return o, nil
}
