package questions

import "biblechess/event/chess"

// SwapSides gives each side the questions of the other: the teams change sides and
// take theirs along.
func (b Book) SwapSides() Book {
	next := b
	next.entries = b.entries.own()
	for id, e := range b.entries.all() {
		e.bank.Side = e.bank.Side.Other()
		next.entries.put(id, e)
	}
	for i := range Kinds {
		next.lists[i], next.lists[i+len(Kinds)] = b.lists[i+len(Kinds)], b.lists[i]
		next.steps[i], next.steps[i+len(Kinds)] = b.steps[i+len(Kinds)], b.steps[i]
	}
	white, black := slots+int(chess.White), slots+int(chess.Black)
	next.lists[white], next.lists[black] = b.lists[black], b.lists[white]
	next.steps[white], next.steps[black] = b.steps[black], b.steps[white]
	return next
}
