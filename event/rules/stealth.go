package rules

import (
	"fmt"
	"slices"

	"biblechess/event/chess"
)

// Stealth is Stealth Chess (S1 to S17): hidden pieces. As a Format it plays on
// the true position, which its own side's tablet may know at most; its further
// methods are what this game has beside calls. White is the source's Gold.
var Stealth = stealth{}

type stealth struct{}

func (stealth) Key() string  { return "stealth" }
func (stealth) Name() string { return "Stealth Chess" }

// HouseRules gives a slice that the caller may change; what its rules point to
// is shared and must not be.
func (stealth) HouseRules() []HouseRule { return slices.Clone(stealthHouse()) }

func (stealth) houseRules() []HouseRule { return stealthHouse() }

func (stealth) PieceName(k chess.Kind) string {
	if k == chess.Hidden {
		return "Player"
	}
	return chessName(chess.NewPiece(chess.White, k))
}

// Asks tells that no questions are asked.
func (stealth) Asks(House) bool { return false }

// Start is the state in which both sides begin to set up (S1, S13). With the
// traditional set-up and nothing else to arrange, play begins at once (S16).
func (stealth) Start(h House) State {
	g := stealthLawOf(h)
	return g.begin(State{Position: veiledStart, Veil: &Veil{Touched: chess.NoSquare}})
}

// From is play in a position whose Pawns on their own two ranks have not moved.
func (f stealth) From(h House, p chess.Position) (State, error) {
	var unmoved chess.Squares
	for _, side := range chess.Sides {
		for q := range p.Find(chess.NewPiece(side, chess.Pawn)).All() {
			if rankOf(side, q) < 2 {
				unmoved = unmoved.With(q)
			}
		}
	}
	return f.FromUnmoved(h, p, unmoved)
}

// FromUnmoved is From with the Pawns told that have not moved yet (S2). One
// that is named and does not stand on its own two ranks is an error.
func (f stealth) FromUnmoved(h House, p chess.Position, unmoved chess.Squares) (State, error) {
	if err := f.possible(p); err != nil {
		return State{}, err
	}
	for q := range unmoved.All() {
		if x := p.At(q); x.Kind() != chess.Pawn || rankOf(x.Side(), q) > 1 {
			return State{}, fmt.Errorf("no Pawn that has not moved can stand on %s", q)
		}
	}
	p = p.WithTurn(p.Turn())
	g := stealthLawOf(h)
	return g.judged(State{Position: p, Veil: &Veil{Unmoved: unmoved, Touched: chess.NoSquare}}), nil
}

// possible says why a position can't be one of Stealth Chess; nil if it can.
func (stealth) possible(p chess.Position) error {
	lost := 0
	for _, side := range chess.Sides {
		if n := p.Occupied(side).Count(); n > 16 {
			return fmt.Errorf("%s has %d pieces on the board, and a side has 16", side, n)
		}
		for q := range p.Occupied(side).All() {
			x := p.At(q)
			if chessName(x) == "" {
				return fmt.Errorf("the piece %c on %s is not one of Stealth Chess: they are P N B R Q K", x.Letter(), q)
			}
			if x.Kind() == chess.Pawn && rankOf(side, q) == 7 {
				return fmt.Errorf("%s's Pawn on %s would have been promoted there", side, q)
			}
		}
		for w := range 2 {
			if p.CanCastle(side, chess.Wing(w)) {
				return fmt.Errorf("there is no castling in Stealth Chess: write - for it")
			}
		}
		if p.Royal(side) == chess.NoSquare {
			lost++
		}
	}
	if lost == 2 {
		return fmt.Errorf("neither side has its King (K for White, k for Black) on the board")
	}
	return nil
}

// rankOf is a square's rank as a side counts it, from 0.
func rankOf(s chess.Side, q chess.Square) int {
	if s == chess.Black {
		return 7 - q.Rank()
	}
	return q.Rank()
}

// Open tells whether a side's King could be captured by a move of the enemy's
// (S3), were it the enemy's turn.
func (stealth) Open(h House, s State, side chess.Side) bool {
	g := stealthLawOf(h)
	s.Position = s.Position.WithTurn(side.Other())
	royal := s.Position.Royal(side)
	return slices.ContainsFunc(g.trueMoves(s), func(m chess.Move) bool { return m.To == royal })
}

// Rule is refused: nobody is asked anything.
func (stealth) Rule(_ House, s State, _ Answer) (State, error) { return s, noChallenge() }

// judged gives a state its result, if the board has one (S3, S6).
func (g *stealthLaw) judged(s State) State {
	if s.Result.Over {
		return s
	}
	kings := [2]chess.Square{}
	for _, side := range chess.Sides {
		kings[side] = s.Position.Royal(side)
		if kings[side] == chess.NoSquare {
			s.Result = wins(side.Other(), "S3", fmt.Sprintf("%s's King is not on the board: %s wins.", side, side.Other()))
			return s
		}
	}
	bare := s.Position.Occupied(chess.White).Count() == 1 && s.Position.Occupied(chess.Black).Count() == 1
	if bare && !chess.NeighboursOf(kings[0]).Has(kings[1]) {
		s.Result = draws("S6", "Both sides have only their King, and neither can capture the other: nobody wins.")
	}
	return s
}
