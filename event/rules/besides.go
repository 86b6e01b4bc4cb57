package rules

import "biblechess/event/chess"

// What a format may have besides Format, each found by a type assertion.

// Claimer is a format in which the Game Master of the side to move may claim a
// draw (C3).
type Claimer interface {
	// Claims lists the claims that hold now; none while a challenge is open or
	// after the end.
	Claims(House, State) []Claim
	// Claim ends the match by a claim. One that does not hold gives a
	// *chess.Refusal and the state unchanged.
	Claim(House, State, Claim) (State, error)
}

// Checker is a format with check.
type Checker interface {
	// Checked tells whether a side is in check: its royal piece could be captured,
	// and it must answer that by rule (C2, J3). A side that is not bound by check
	// (J6) never is, even if Open tells that its royal piece is attacked.
	Checked(House, State, chess.Side) bool
}

// SideNamer is a format in which a kind has another name on each side.
type SideNamer interface {
	// PieceNameOf is the shown name of a piece, as "Sith Apprentice" for a Black Queen.
	PieceNameOf(chess.Piece) string
}

// PieceNameOf is the shown name of a piece in any format.
func PieceNameOf(f Format, x chess.Piece) string {
	if n, ok := f.(SideNamer); ok {
		return n.PieceNameOf(x)
	}
	return f.PieceName(x.Kind())
}

// Asker is a format in which the house rules say whether questions are asked.
type Asker interface {
	// Asks tells whether captures are challenges (C5).
	Asks(House) bool
}

// Asks tells whether a match asks questions, and so needs banks, Quiz Masters
// and judges of answers. A format that is no Asker does.
func Asks(f Format, h House) bool {
	if a, ok := f.(Asker); ok {
		return a.Asks(h)
	}
	return true
}

// banked are the kinds that have a bank (B30).
var banked = []chess.Kind{chess.Rook, chess.Bishop, chess.Knight, chess.Pawn, chess.Queen}

// Banks lists the banks from which a match can ask; none when it asks nothing.
// In Jedi Chess only the Quiz Masters' own are used: the Sith have no other
// piece that is asked about, and every challenge is by or of a Quiz Master.
func Banks(f Format, h House) []Bank {
	if !Asks(f, h) {
		return nil
	}
	var all []Bank
	for _, s := range chess.Sides {
		for _, k := range banked {
			if f != Jedi || k == chess.Queen {
				all = append(all, Bank{Side: s, Kind: k})
			}
		}
	}
	return all
}
