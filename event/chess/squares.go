package chess

import (
	"iter"
	"math/bits"
)

// Squares is a set of squares, one bit each: bit 0 is a1, bit 63 is h8.
type Squares uint64

// set is the set of one square; NoSquare gives the empty set.
func (q Square) set() Squares { return 1 << q }

// Has tells whether a square is in the set.
func (s Squares) Has(q Square) bool { return s&q.set() != 0 }

// With is the set with one more square; NoSquare adds nothing.
func (s Squares) With(q Square) Squares { return s | q.set() }

// Without is the set without a square.
func (s Squares) Without(q Square) Squares { return s &^ q.set() }

// Count is how many squares the set has.
func (s Squares) Count() int { return bits.OnesCount64(uint64(s)) }

// First is the lowest square of the set, a1 before b1 before a2; NoSquare if
// the set is empty.
func (s Squares) First() Square { return Square(bits.TrailingZeros64(uint64(s))) }

// last is the highest square of a set that is not empty.
func (s Squares) last() Square { return Square(63 - bits.LeadingZeros64(uint64(s))) }

// All gives the squares of the set, a1 first.
func (s Squares) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(s.First()) {
				return
			}
		}
	}
}
