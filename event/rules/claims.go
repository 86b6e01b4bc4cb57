package rules

import (
	"fmt"

	"biblechess/event/chess"
)

// ClaimKind is what a draw is claimed by.
type ClaimKind uint8

// The claims of C3.
const (
	ClaimThreefold  ClaimKind = iota // the same position has stood on the board three times
	ClaimFiftyMoves                  // fifty moves of each side without a capture or a Pawn's move
)

// Claim is a draw that the Game Master of the side to move may claim (C3).
type Claim struct {
	Kind ClaimKind
	By   chess.Move // the call that would bring it about; zero when it holds on the board
}

// Words names the claim in plain words of its format, as "the same position for
// the third time after e2e4".
func (c Claim) Words(f Format) string {
	words := "the same position for the third time"
	if c.Kind == ClaimFiftyMoves {
		words = fmt.Sprintf("fifty moves of each side without a capture or a %s's move", f.PieceName(chess.Pawn))
	}
	if c.By != (chess.Move{}) {
		words += " after " + c.By.String()
	}
	return words
}

// threefold and fifty are when a draw can be claimed: how often a position has
// stood on the board, and plies without a capture or a Pawn's move.
const (
	threefold = 3
	fifty     = 100
)

// Claims lists the claims on the board, and when there are none, those of the
// calls that would bring one about, in the order of Calls.
func (f *orthodox) Claims(h House, s State) []Claim {
	if s.Challenge != nil || s.Result.Over {
		return nil
	}
	var all []Claim
	for _, kind := range []ClaimKind{ClaimThreefold, ClaimFiftyMoves} {
		if kind.holds(s) {
			all = append(all, Claim{Kind: kind})
		}
	}
	// A position comes again after two plies at the earliest, when both movers
	// had to go back, and so before this nothing can be claimed by any call.
	if all != nil || s.Position.Quiet() < 2*(threefold-1)-1 {
		return all
	}
	for _, m := range f.Calls(h, s) {
		next, err := f.Call(h, s, m)
		if err != nil || next.Challenge != nil || next.Result.Over {
			continue
		}
		for _, kind := range []ClaimKind{ClaimThreefold, ClaimFiftyMoves} {
			if kind.holds(next) {
				all = append(all, Claim{Kind: kind, By: m})
			}
		}
	}
	return all
}

// Claim ends the match by a claim that holds, and leaves the board as it is. A
// claim that does not hold gives a *chess.Refusal, and so does one by a call
// that can't be made.
func (f *orthodox) Claim(h House, s State, c Claim) (State, error) {
	if r := closed(s); r != nil {
		return s, r
	}
	on := s
	if c.By != (chess.Move{}) {
		next, err := f.Call(h, s, c.By)
		if err != nil {
			return s, err
		}
		if next.Challenge != nil || next.Result.Over && !next.Result.Drawn {
			return s, &chess.Refusal{Clause: "C3", Square: c.By.To, Words: fmt.Sprintf("The call %s brings about no draw that could be claimed.", c.By)}
		}
		on = next
	}
	if !c.Kind.holds(on) {
		return s, c.Kind.refusal(f, on)
	}
	words := "the same position has stood on the board three times"
	if c.Kind == ClaimFiftyMoves {
		words = "each side has made fifty moves without a capture or a " + f.PieceName(chess.Pawn) + "'s move"
	}
	s.Result = draws("C3", fmt.Sprintf("%s claims a draw, since %s: the match is drawn.", s.Position.Turn(), words))
	if c.By != (chess.Move{}) {
		s.Result.Words = fmt.Sprintf("%s claims a draw, since with %s %s: the match is drawn.", s.Position.Turn(), c.By, words)
	}
	return s, nil
}

// holds tells whether a claim holds on the board of a state.
func (k ClaimKind) holds(s State) bool {
	if k == ClaimFiftyMoves {
		return s.Position.Quiet() >= fifty
	}
	return s.Past.times() >= threefold
}

// refusal says why a claim does not hold.
func (k ClaimKind) refusal(f Format, s State) *chess.Refusal {
	words := fmt.Sprintf("The position has stood on the board %s, and a draw is claimed from the third time on.", times(s.Past.times()))
	if k == ClaimFiftyMoves {
		words = fmt.Sprintf("There were %d moves of both sides together without a capture or a %s's move, and a draw is claimed from %d on.", s.Position.Quiet(), f.PieceName(chess.Pawn), fifty)
	}
	return &chess.Refusal{Clause: "C3", Square: chess.NoSquare, Words: words}
}

// times names how often something was.
func times(n int) string {
	if n == 2 {
		return "twice"
	}
	return "once"
}
