package rules

import "biblechess/event/chess"

// Veil is what a state of Stealth Chess holds beside the true position: who
// faces whom, what is owed, and what everybody saw. Plain data, never changed
// in place. It is for its own side's eyes at most; Floor is what all may see.
type Veil struct {
	SetUp       *SetUp        // the set-up that goes on (S1, S12, S13); nil once play has begun
	Unmoved     chess.Squares // Pawns that have not moved yet (S2)
	Turned      chess.Squares // unmasked pieces: they face the enemy, and not their owner (S15)
	Transported [2]bool       // who has exchanged King and Rook (S10)
	Touched     chess.Square  // the piece that the side to move is bound to (S4); NoSquare for none
	Guessed     bool          // the side to move has guessed in this turn (S15)
	Passed      bool          // the ply before was a pass (S6)
	Doubt       *Doubt        // the last move can be called a bluff (S14)
	Due         *Due          // a piece is to be chosen blindly (S14, S15)
	Shown       *Shown        // the piece that captured last must be shown (S13)
	Fallen      []Fallen      // who has left the board in play, in order
	Steps       []Step        // what everybody saw the last action do
}

// Doubt is a move that stands until the enemy calls it a bluff (S14). One that
// captures is not on the board before it is answered.
type Doubt struct {
	Move    chess.Move
	Side    chess.Side // whose move it is
	Capture bool
	Bluff   bool   // the true kind could not make it
	Before  *State // before a move that captures nothing, to go back to; nil for a capture
}

// Due is a piece that one side loses and the other chooses blindly.
type Due struct {
	Clause string
	By     chess.Side // who chooses
	From   chess.Side // whose piece
}

// Shown is what captured, as the handicap makes a side show it (S13).
type Shown struct {
	At   chess.Square // where it stands now
	Kind chess.Kind   // what it was when it captured
}

// Fallen is a piece that has left the board.
type Fallen struct {
	At     chess.Square // where it stood
	Piece  chess.Piece  // what it was
	By     chess.Side   // the side that it fell to
	Clause string       // by which rule
}

// Step is one thing that everybody sees on the floor: a player walks, or leaves
// the field when To is NoSquare. The steps of one action happen at once.
type Step struct{ From, To chess.Square }

// veil is the state's veil to be changed: a copy, with no steps yet.
func (s State) veil() Veil {
	v := *s.Veil
	v.Steps = nil
	return v
}

// with is the state with another veil.
func (s State) with(v Veil) State {
	s.Veil = &v
	return s
}

// Floor is the position as everybody may see it: players, sides and squares, and the
// number of the move. The plies since a capture or a Pawn's move are not counted: that
// would tell who is a Pawn, and no rule of the format needs them. Of a set-up that goes
// on it is everybody at home.
func (s State) Floor() chess.Position {
	if s.Veil.SetUp != nil {
		return veiledStart
	}
	p := chess.Position{}.WithTurn(s.Position.Turn()).WithNumber(s.Position.Number())
	for _, side := range chess.Sides {
		for q := range s.Position.Occupied(side).All() {
			p = p.With(q, chess.NewPiece(side, chess.Hidden))
		}
	}
	return p
}

// True is the true position, of a set-up that goes on too: for a side's own
// eyes, the arbiter's (S17), and everybody's after the reveal (S8).
func (s State) True() chess.Position {
	up := s.Veil.SetUp
	if up == nil {
		return s.Position
	}
	p := chess.Position{}
	for _, side := range chess.Sides {
		for i, k := range up.Arrays[side] {
			if k != chess.NoKind {
				p = p.With(HomeSquare(side, i), chess.NewPiece(side, k))
			}
		}
	}
	return p
}

// VeiledStart is the floor before play: everybody at home, nobody known.
func VeiledStart() chess.Position { return veiledStart }

// veiledStart is everybody at home, nobody known.
var veiledStart = func() chess.Position {
	p := chess.StartPosition()
	for _, side := range chess.Sides {
		for q := range p.Occupied(side).All() {
			p = p.With(q, chess.NewPiece(side, chess.Hidden))
		}
	}
	return p
}()

// remove takes a piece off the board for good.
func (v *Veil) remove(p chess.Position, q chess.Square, by chess.Side, clause string) chess.Position {
	v.Fallen = append(v.Fallen[:len(v.Fallen):len(v.Fallen)], Fallen{At: q, Piece: p.At(q), By: by, Clause: clause})
	v.Unmoved, v.Turned = v.Unmoved.Without(q), v.Turned.Without(q)
	if v.Touched == q {
		v.Touched = chess.NoSquare
	}
	return p.With(q, 0)
}

// walked moves what is known of a piece along with it.
func (v *Veil) walked(from, to chess.Square) {
	v.Unmoved = v.Unmoved.Without(from)
	if v.Turned.Has(from) {
		v.Turned = v.Turned.Without(from).With(to)
	}
}
