package chess

import "fmt"

// Possible says in plain words why the position can't be one of ordinary
// chess; nil if it can. It finds what is plain to see: armies that never were,
// Pawns where none can be, and a check that should have been answered. It does
// not search for a game that leads to the position.
func (p Position) Possible() error {
	for _, s := range Sides {
		if err := p.PossibleArmy(s, func(k Kind) string { return names[k] }); err != nil {
			return err
		}
	}
	if q := p.royal(p.turn.Other()); p.attackers(q, p.turn, Ordinary) != 0 {
		return fmt.Errorf("%s is to move, and %s's King on %s is in check already: it would have been %s's turn to answer that",
			p.turn, p.turn.Other(), q, p.turn.Other())
	}
	return nil
}

// PossibleArmy says in plain words why a side's pieces can't be those of an
// ordinary army some moves into a match; nil if they can. It calls the pieces
// by the names that it is given.
func (p Position) PossibleArmy(s Side, name func(Kind) string) error {
	count := func(k Kind) int { return (p.kinds[k] & p.sides[s]).Count() }
	for q := range p.sides[s].All() {
		if x := p.squares[q]; x.Kind() > King {
			return fmt.Errorf("the piece %c on %s is not one of %s's: they are P N B R Q K", x.Letter(), q, s)
		}
	}
	first, last := 0, 7
	if s == Black {
		first, last = 7, 0
	}
	for q := range p.Find(NewPiece(s, Pawn)).All() {
		switch q.Rank() {
		case first:
			return fmt.Errorf("%s's %s on %s can't be there: it starts on the second rank and never goes back", s, name(Pawn), q)
		case last:
			return fmt.Errorf("%s's %s on %s would have been promoted there", s, name(Pawn), q)
		}
	}
	pawns := count(Pawn)
	promoted := 0
	for k, n := range map[Kind]int{Queen: 1, Rook: 2, Knight: 2} {
		promoted += max(0, count(k)-n)
	}
	// A Bishop stays on its colour, so that a second one there was promoted.
	bishops := p.Find(NewPiece(s, Bishop))
	promoted += max(0, (bishops&dark).Count()-1) + max(0, (bishops&^dark).Count()-1)
	switch {
	case count(King) == 0:
		return fmt.Errorf("%s has no %s on the board", s, name(King))
	case count(King) > 1:
		return fmt.Errorf("%s has %d %ss on the board, and a side has one", s, count(King), name(King))
	case pawns > 8:
		return fmt.Errorf("%s has %d %ss, and a side has at most eight", s, pawns, name(Pawn))
	case p.sides[s].Count() > 16:
		return fmt.Errorf("%s has %d pieces on the board, and a side has 16", s, p.sides[s].Count())
	case promoted > 8-pawns:
		return fmt.Errorf("%s has %d promoted pieces beside %d %ss, and only a %s can be promoted", s, promoted, pawns, name(Pawn), name(Pawn))
	}
	return nil
}
