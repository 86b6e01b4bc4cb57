package questions

import (
	"slices"

	"biblechess/event/chess"
)

// Orders is the order and the use of every bank of both sides during play. It
// is made from a Book when the match starts and from then on says which
// question belongs to which bank, since juggling swaps them (B32). The zero
// Orders has empty banks. It is never changed in place, so a copy, which costs
// no more than a few hundred bytes, is a snapshot.
type Orders struct {
	lines [slots]line
}

// line is the order of one bank. In the first pass, everything before next has
// been used and everything from next on has not.
type line struct {
	items   []item // never changed in place
	next    int    // index of the due question; len(items) when there is none
	wrapped int    // passes that are over
}

type item struct {
	id    ID
	spent bool // thrown out, or shown without a ruling: not asked again
}

// NewOrders is the order at the start of play: every bank as listed in the book.
func NewOrders(book Book) Orders {
	var o Orders
	for slot, ids := range book.lists[:slots] {
		for _, id := range ids {
			o.lines[slot].items = append(o.lines[slot].items, item{id: id})
		}
	}
	return o
}

// Due is the question that a bank asks next: in order, and after the last the
// same ones again in the same order, for ever (B31), save those that were spent.
// number is its place in the pass, counted from 1, of the size of the bank, and
// pass counts from 1 (B36). The Quiz Master's own do not come again: ok is false
// when they have run out (B33), and for a bank without questions.
func (o Orders) Due(bank Bank) (id ID, number, of, pass int, ok bool) {
	slot, known := bank.slot()
	if !known {
		return "", 0, 0, 0, false
	}
	l := o.lines[slot]
	of, pass = len(l.items), l.wrapped+1
	if l.next >= of {
		return "", 0, of, pass, false
	}
	return l.items[l.next].id, l.next + 1, of, pass, true
}

// Asked counts the due question of a bank as asked, which happens when its
// challenge is ruled (B37). Without a due question nothing changes.
func (o Orders) Asked(bank Bank) Orders { return o.use(bank, false) }

// Spend uses up the due question of a bank without its having been ruled on: it
// was thrown out (R7), or it is a Quiz Master's own that was shown before its
// challenge was taken back (B37). The next one is due, and the spent one does
// not come again in a later pass either; only when every question of a rotating
// bank is spent do they all come again, so that no bank runs dry.
func (o Orders) Spend(bank Bank) Orders { return o.use(bank, true) }

// SpendOwn uses up a Quiz Master's own question of a side wherever it stands:
// one that was shown stays spent when the match is rewound (B43). A question
// that is used already or not in that bank changes nothing.
func (o Orders) SpendOwn(side chess.Side, id ID) Orders {
	slot, _ := Bank{side, chess.Queen}.slot()
	l := o.lines[slot]
	i := slices.IndexFunc(l.items, func(x item) bool { return x.id == id })
	if i < l.next {
		return o
	}
	// It joins the used ones in front, where juggling leaves it alone.
	l.items = moved(l.items, i, l.next)
	l.items[l.next].spent = true
	l.next++
	o.lines[slot] = l
	return o
}

// AddFresh appends a fresh question to a side's own Quiz Master questions (B33).
// It is refused for any other bank and for a question that is in a bank already.
func (o Orders) AddFresh(bank Bank, id ID) (Orders, error) {
	slot, ok := bank.slot()
	if !ok || bank.Kind != chess.Queen {
		return o, refuse("B33", "Only the Quiz Master's own questions can be added to during the match.")
	}
	for _, l := range o.lines {
		if slices.ContainsFunc(l.items, func(x item) bool { return x.id == id }) {
			return o, refuse("B33", "This question is in a bank already.")
		}
	}
	o.lines[slot].items = append(slices.Clip(o.lines[slot].items), item{id: id})
	return o, nil
}

func (o Orders) use(bank Bank, spend bool) Orders {
	slot, ok := bank.slot()
	if !ok {
		return o
	}
	l := o.lines[slot]
	if l.next >= len(l.items) {
		return o
	}
	if spend && !l.items[l.next].spent {
		l.items = slices.Clone(l.items)
		l.items[l.next].spent = true
	}
	o.lines[slot] = l.advanced(bank.Kind != chess.Queen)
	return o
}

// advanced is the line with the question after the due one due.
func (l line) advanced(rotates bool) line {
	l.next++
	if !rotates {
		return l
	}
	all := l.allSpent()
	for {
		if l.next == len(l.items) {
			l.next = 0
			l.wrapped++
		}
		if all || !l.items[l.next].spent {
			return l
		}
		l.next++
	}
}

func (l line) allSpent() bool {
	return !slices.ContainsFunc(l.items, func(x item) bool { return !x.spent })
}

// Use is where a question of a bank stands in the current pass.
type Use uint8

// The uses: still to come, the one that is due, asked in this pass, and thrown
// out or shown without a ruling.
const (
	Left Use = iota
	Next
	Asked
	Spent
)

// Place is one question in a bank's order.
type Place struct {
	ID     ID
	Number int // counted from 1
	Use    Use
}

// Standing is a bank as a console lists it.
type Standing struct {
	Bank   Bank
	Pass   int  // the pass of the question that is due, counted from 1
	Left   int  // questions still to be asked in this pass, the due one among them
	Fixed  bool // no question of the bank can be moved any more (B32)
	Places []Place
}

// Standing lists a bank in its order.
func (o Orders) Standing(bank Bank) Standing {
	s := Standing{Bank: bank, Pass: 1, Fixed: true}
	slot, ok := bank.slot()
	if !ok {
		return s
	}
	l := o.lines[slot]
	s.Pass = l.wrapped + 1
	s.Fixed = o.fixed(bank) != nil
	again := bank.Kind != chess.Queen && l.allSpent()
	s.Places = make([]Place, 0, len(l.items))
	for i, x := range l.items {
		p := Place{ID: x.id, Number: i + 1}
		switch {
		case i == l.next:
			p.Use = Next
			s.Left++
		case x.spent && !again:
			p.Use = Spent
		case i < l.next:
			p.Use = Asked
		default:
			s.Left++
		}
		s.Places = append(s.Places, p)
	}
	return s
}

// Standings lists the banks of a side in the order of Kinds.
func (o Orders) Standings(side chess.Side) []Standing {
	out := make([]Standing, len(Kinds))
	for i, kind := range Kinds {
		out[i] = o.Standing(Bank{side, kind})
	}
	return out
}

// Void uses up a question wherever it stands, as SpendOwn does for a Quiz
// Master's own: it was thrown out and is not to come again when the match is
// rewound (R7, B43). A question that is spent already, though it is due again
// since all of its bank are, or that is in no bank changes nothing.
func (o Orders) Void(id ID) Orders {
	for slot, l := range o.lines {
		i := slices.IndexFunc(l.items, func(x item) bool { return x.id == id })
		if i < 0 {
			continue
		}
		if l.items[i].spent {
			return o
		}
		bank := bankOf(slot)
		if bank.Kind == chess.Queen {
			return o.SpendOwn(bank.Side, id)
		}
		if i == l.next {
			return o.Spend(bank)
		}
		l.items = slices.Clone(l.items)
		l.items[i].spent = true
		o.lines[slot] = l
		return o
	}
	return o
}

// bankOf is the bank of a slot.
func bankOf(slot int) Bank {
	return Bank{Side: chess.Side(slot / len(Kinds)), Kind: Kinds[slot%len(Kinds)]}
}

// Used lists the Quiz Master's own questions of a side that have been asked or
// spent, in the order of their use (B33, B43).
func (o Orders) Used(side chess.Side) []ID {
	slot, _ := Bank{side, chess.Queen}.slot()
	var ids []ID
	for _, x := range o.lines[slot].items[:o.lines[slot].next] {
		ids = append(ids, x.id)
	}
	return ids
}

// Voided lists the questions of rotating banks that were thrown out (R7).
func (o Orders) Voided() []ID {
	var ids []ID
	for slot, l := range o.lines {
		for _, x := range l.items {
			if x.spent && bankOf(slot).Kind != chess.Queen {
				ids = append(ids, x.id)
			}
		}
	}
	return ids
}
