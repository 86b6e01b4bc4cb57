package event

import "biblechess/event/chess"

// KeepFloor begins the steward's watch over the floor, with a roll-call of
// everybody (Roll) or with everybody where they belong, or ends it; by the
// steward or the host.
type KeepFloor struct {
	On, Roll bool
	About    int64 // of "everybody stands right": what the page showed
}

func (c KeepFloor) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "floor", "host"); err != nil {
		return decision{}, err
	}
	if t.match.phase == Closed {
		return decision{}, refused("", "The match is closed, so nobody has to stand anywhere.")
	}
	if c.On && !c.Roll && t.match.phase != SetUp {
		if err := t.about(c.About, "The floor"); err != nil {
			return decision{}, err
		}
	}
	if !c.On && t.match.floor == nil {
		return decision{}, nil
	}
	return decision{fact: &floorKept{On: c.On, Roll: c.On && c.Roll}}, nil
}

// TickFloor says that somebody stands where the page said; Post is the home
// square, Square where they stand, empty for off the field. By the steward.
type TickFloor struct{ Post, Square string }

func (c TickFloor) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "floor"); err != nil {
		return decision{}, err
	}
	if t.match.phase == Closed {
		return decision{}, refused("", "The match is closed, so nobody has to stand anywhere.")
	}
	home, err := typedSquare(c.Post)
	if err != nil {
		return decision{}, err
	}
	who := homesIn(t.match.start().Position).at(home)
	if who == 0 {
		return decision{}, malformed("No post starts on %s: a post is named by the square where it started.", home)
	}
	square := "" // off the field
	if c.Square != "" {
		q, err := typedSquare(c.Square)
		if err != nil {
			return decision{}, err
		}
		square = q.String()
	}
	standing, state := t.match.onFloor()
	if now := t.match.spotNow(who, standing, state); squareName(now.square) != square {
		return decision{}, stale("Where this person stands")
	}
	return decision{fact: &floorTicked{Post: who, Square: square}}, nil
}

// squareName is a square's name; empty for none.
func squareName(q chess.Square) string {
	if q == chess.NoSquare {
		return ""
	}
	return q.String()
}
