package rules

import (
	"fmt"

	"biblechess/event/chess"
)

// Array is how a side has set up: the kind on each of its sixteen squares, its
// own first rank from the a-file, then its second; NoKind for an empty one.
type Array [16]chess.Kind

// Traditional is the ordinary set-up (S16).
func Traditional() Array {
	return Array{
		chess.Rook, chess.Knight, chess.Bishop, chess.Queen, chess.King, chess.Bishop, chess.Knight, chess.Rook,
		chess.Pawn, chess.Pawn, chess.Pawn, chess.Pawn, chess.Pawn, chess.Pawn, chess.Pawn, chess.Pawn,
	}
}

// HomeSquare is the square of an array's place, for a side.
func HomeSquare(s chess.Side, i int) chess.Square {
	rank := i / 8
	if s == chess.Black {
		rank = 7 - rank
	}
	return chess.SquareAt(i%8, rank)
}

// HomeIndex is the place of a square in a side's array; -1 for any other square.
func HomeIndex(s chess.Side, q chess.Square) int {
	if q >= chess.NoSquare || rankOf(s, q) > 1 {
		return -1
	}
	return rankOf(s, q)*8 + q.File()
}

// Swapped is the array with two places exchanged.
func (a Array) Swapped(i, j int) Array {
	a[i], a[j] = a[j], a[i]
	return a
}

// Shuffled is the array in an order that lot picks: lot(n) is from 0 to n-1.
func (a Array) Shuffled(lot func(n int) int) Array {
	for i := len(a) - 1; i > 0; i-- {
		a = a.Swapped(i, lot(i+1))
	}
	return a
}

// Ordered is the same pieces as near to the ordinary set-up as they go.
func (a Array) Ordered() Array {
	count := a.count()
	var out Array
	for i, k := range Traditional() {
		if count[k] > 0 {
			out[i] = k
			count[k]--
		}
	}
	return out
}

// kingHome is the place of the King in the ordinary set-up. He is never removed.
const kingHome = 4

// Filled is the same pieces near the ordinary set-up, with the last squares of the
// array empty, the King's aside, whatever is missing: the gaps say how many pieces
// went, and nothing of their kinds (S3).
func (a Array) Filled() Array {
	out := a.Ordered()
	gaps, free := out.count()[chess.NoKind], 0
	for i := len(out) - 1; gaps > 0; i-- {
		if i == kingHome {
			continue
		}
		gaps--
		if out[i] == chess.NoKind {
			continue
		}
		for out[free] != chess.NoKind {
			free++
		}
		out = out.Swapped(i, free)
	}
	return out
}

func (a Array) count() (n [chess.King + 1]int) {
	for _, k := range a {
		if k <= chess.King {
			n[k]++
		}
	}
	return n
}

// Same tells whether two arrays hold the same pieces.
func (a Array) Same(b Array) bool { return a.count() == b.count() }

// Stage is what a set-up is at.
type Stage uint8

// The stages in their order. Those that the house rules don't ask for are
// passed over.
const (
	Thinning Stage = iota // a side that will lose pieces sets up without its King (S13)
	Removing              // the enemy takes pieces blindly (S13)
	Placing               // both set up (S1)
	Shaking               // both may rearrange once more (S12)
)

// SetUp is the set-up that goes on. Plain data.
type SetUp struct {
	Stage   Stage
	Arrays  [2]Array
	Ready   [2]bool
	Missing [2]int // how many pieces are still to be taken from each side
}

// begin starts the set-up.
func (g *stealthLaw) begin(s State) State {
	up := SetUp{Arrays: [2]Array{Traditional(), Traditional()}, Missing: g.remove}
	for i, n := range g.remove {
		if n > 0 {
			up.Arrays[i][kingHome] = chess.NoKind // the King comes back afterwards
		}
		up.Ready[i] = n == 0 || g.traditional
	}
	return g.staged(s, up)
}

// staged goes on to the stage that is due, and to play after the last.
func (g *stealthLaw) staged(s State, up SetUp) State {
	for up.Ready[0] && up.Ready[1] || up.Stage == Removing && up.Missing == [2]int{} {
		switch up.Stage {
		case Thinning:
			up.Stage, up.Ready = Removing, [2]bool{}
			continue
		case Removing:
			up.Stage = Placing
			for i, n := range g.remove {
				if n > 0 {
					for j, k := range up.Arrays[i] {
						if k == chess.NoKind {
							up.Arrays[i][j] = chess.King
							break
						}
					}
					up.Arrays[i] = up.Arrays[i].Ordered()
				}
			}
			up.Ready = [2]bool{g.traditional, g.traditional}
			continue
		case Placing:
			if g.earthquake {
				up.Stage, up.Ready = Shaking, [2]bool{}
				continue
			}
		}
		return g.opened(s, up)
	}
	v := s.veil()
	v.SetUp = &up
	return s.with(v)
}

// opened is play with the arrays on the board.
func (g *stealthLaw) opened(s State, up SetUp) State {
	p := veiledStart
	v := s.veil()
	v.SetUp, v.Unmoved, v.Touched = nil, 0, chess.NoSquare
	for _, side := range chess.Sides {
		for i, k := range up.Arrays[side] {
			q := HomeSquare(side, i)
			p = p.With(q, 0)
			if k == chess.NoKind {
				continue
			}
			p = p.With(q, chess.NewPiece(side, k))
			if k == chess.Pawn {
				v.Unmoved = v.Unmoved.With(q)
			}
		}
	}
	s.Position = p
	return g.judged(s.with(v))
}

// settingUp refuses what is for the set-up alone.
func (g *stealthLaw) settingUp(s State) *chess.Refusal {
	if s.Veil.SetUp == nil {
		return &chess.Refusal{Clause: "S1", Square: chess.NoSquare, Words: "Play has begun: nothing is set up any more."}
	}
	return nil
}

// Arranges tells whether a side may arrange its pieces now.
func (stealth) Arranges(h House, s State, side chess.Side) bool {
	up := s.Veil.SetUp
	if up == nil || up.Ready[side] {
		return false
	}
	return up.Stage != Removing
}

// Arrange sets a side up (S1, S12, S13): with its own pieces, none more and
// none less.
func (f stealth) Arrange(h House, s State, side chess.Side, a Array) (State, error) {
	g := stealthLawOf(h)
	if r := g.settingUp(s); r != nil {
		return s, r
	}
	up := *s.Veil.SetUp
	switch {
	case up.Ready[side]:
		return s, &chess.Refusal{Clause: "S1", Square: chess.NoSquare, Words: "You have confirmed your set-up: take that back first if you want to change it."}
	case up.Stage == Removing:
		return s, &chess.Refusal{Clause: "S13", Square: chess.NoSquare, Words: "The handicap is carried out first: pieces are being taken away."}
	case !a.Same(up.Arrays[side]):
		return s, &chess.Refusal{Clause: "S1", Square: chess.NoSquare, Words: "That is not your set of pieces: each of them stands once."}
	}
	up.Arrays[side] = a
	v := s.veil()
	v.SetUp = &up
	return s.with(v), nil
}

// Confirm ends a side's set-up; when both have, the next stage or play begins.
// With ready false it takes the confirmation back, as long as the other side
// has not confirmed too.
func (f stealth) Confirm(h House, s State, side chess.Side, ready bool) (State, error) {
	g := stealthLawOf(h)
	if r := g.settingUp(s); r != nil {
		return s, r
	}
	up := *s.Veil.SetUp
	switch {
	case up.Stage == Removing:
		return s, &chess.Refusal{Clause: "S13", Square: chess.NoSquare, Words: "The handicap is carried out first: pieces are being taken away."}
	case up.Stage == Thinning && g.remove[side] == 0:
		return s, &chess.Refusal{Clause: "S13", Square: chess.NoSquare, Words: "The other side sets up without its King first, for its handicap."}
	case up.Ready[side] == ready:
		return s, &chess.Refusal{Clause: "S1", Square: chess.NoSquare, Words: "That is so already."}
	}
	up.Ready[side] = ready
	return g.staged(s, up), nil
}

// Removable is the squares of a side from which the enemy may take pieces now,
// all at home before play (S13); empty unless that is due.
func (stealth) Removable(s State, side chess.Side) chess.Squares {
	up := s.Veil.SetUp
	if up == nil || up.Stage != Removing || up.Missing[side] == 0 {
		return 0
	}
	var set chess.Squares
	for i, k := range up.Arrays[side] {
		if k != chess.NoKind {
			set = set.With(HomeSquare(side, i))
		}
	}
	return set
}

// Proposed is the second set-up as it is proposed to sides that have lost pieces by
// their handicap, once the last of them was taken: filled, so that a Game Master who
// only confirms it tells nobody which kinds went (S3, S13). In any other state it
// changes nothing.
func (stealth) Proposed(h House, s State) State {
	up := s.Veil.SetUp
	if up == nil || up.Stage != Placing {
		return s
	}
	next := *up
	for i, n := range stealthLawOf(h).remove {
		if n > 0 {
			next.Arrays[i] = next.Arrays[i].Filled()
		}
	}
	v := s.veil()
	v.SetUp = &next
	return s.with(v)
}

// RemovePiece takes one piece of a side blindly, as its handicap wants (S13).
func (f stealth) RemovePiece(h House, s State, side chess.Side, q chess.Square) (State, error) {
	g := stealthLawOf(h)
	if r := g.settingUp(s); r != nil {
		return s, r
	}
	if f.Removable(s, side) == 0 {
		return s, &chess.Refusal{Clause: "S13", Square: chess.NoSquare, Words: fmt.Sprintf("No piece of %s's is to be taken away now.", side)}
	}
	if !f.Removable(s, side).Has(q) {
		return s, &chess.Refusal{Clause: "S13", Square: q, Words: fmt.Sprintf("Choose a square on which a piece of %s's stands.", side)}
	}
	up := *s.Veil.SetUp
	up.Arrays[side][HomeIndex(side, q)] = chess.NoKind
	up.Missing[side]--
	return g.staged(s, up), nil
}
