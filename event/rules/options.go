package rules

import "biblechess/event/chess"

// CallKind is what a legal call is to the one who taps it.
type CallKind uint8

// The kinds of a call.
const (
	CallSteps      CallKind = iota // a piece goes to an empty square, and nothing else happens
	CallCastles                    // Game Master and Rook walk (B8)
	CallChallenges                 // a question decides (B10 to B16)
	CallTakes                      // the square is taken outright (B17, C1, J4)
	CallWins                       // the match ends, won by the caller (B18; under strict B24 and by checkmate any call)
)

// String names the kind in plain words.
func (k CallKind) String() string {
	switch k {
	case CallCastles:
		return "castles"
	case CallChallenges:
		return "challenges"
	case CallTakes:
		return "takes the square"
	case CallWins:
		return "wins the match"
	}
	return "moves"
}

// Option is one legal call with what it is.
type Option struct {
	Move   chess.Move
	Kind   CallKind
	Clause string       // row of the challenge, or the clause of the move
	Target chess.Square // where the piece stands that is challenged or taken; NoSquare when none is
}

// Options lists the legal calls with what each of them is, in the order of
// Calls; none while a challenge is open or after the end.
func Options(f Format, h House, s State) []Option {
	moves := f.Calls(h, s)
	options := make([]Option, 0, len(moves))
	for _, m := range moves {
		if next, err := f.Call(h, s, m); err == nil {
			options = append(options, optionOf(s.Position.Turn(), m, next))
		}
	}
	return options
}

// optionOf tells what a call was from the state that it led to.
func optionOf(caller chess.Side, m chess.Move, next State) Option {
	if c := next.Challenge; c != nil {
		return Option{Move: m, Kind: CallChallenges, Clause: c.Clause, Target: c.Target}
	}
	o := Option{Move: m, Clause: next.Last.Clause, Target: next.Last.Leaves}
	switch {
	case next.Result.Over && !next.Result.Drawn && next.Result.Winner == caller:
		o.Kind = CallWins
	case next.Last.Leaves != chess.NoSquare:
		o.Kind = CallTakes
	case next.Last.RookFrom != chess.NoSquare:
		o.Kind = CallCastles
	}
	return o
}
