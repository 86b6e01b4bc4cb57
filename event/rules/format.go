package rules

import "biblechess/event/chess"

// Format is one game that the floor can play.
type Format interface {
	// Key names the format in records and addresses, as "bible".
	Key() string
	// Name is what people read, as "Bible Chess".
	Name() string
	// HouseRules lists what a host may change before the match starts.
	HouseRules() []HouseRule
	// houseRules is the same, the format's own list: only to be read.
	houseRules() []HouseRule
	// PieceName is the shown name of a kind, as "Quiz Master" for a Queen.
	PieceName(chess.Kind) string
	// Start is the state before the first ply.
	Start(House) State
	// From is the state in which a position is entered (R9, B24): tests of a
	// turn's start are made on it. A position in which one royal piece is gone is
	// an ended match, where the format has royal pieces captured. It fails, in plain words, when the position cannot be one
	// of this format.
	From(House, chess.Position) (State, error)
	// Calls lists the legal calls; none while a challenge is open or after the end.
	Calls(House, State) []chess.Move
	// Call plays a call. It opens a challenge, or ends the ply at once. A call
	// that is not legal gives a *chess.Refusal and the state unchanged.
	Call(House, State, chess.Move) (State, error)
	// Rule applies a ruling to the open challenge and ends the ply (B21).
	// Without an open challenge it gives a *chess.Refusal.
	Rule(House, State, Answer) (State, error)
	// Open tells whether the royal piece of a side could be challenged (B24).
	Open(House, State, chess.Side) bool
}

// State is where a match stands for the rules: plain data, never changed in
// place, so that a copy is a snapshot.
type State struct {
	Position  chess.Position
	Challenge *Challenge // open challenge; nil outside of one
	Last      *Effect    // what the call or ruling that ended the last ply did; nil before the first
	Result    Result
	Veil      *Veil // what Stealth Chess holds beside the true position; nil in other formats
	Past      *Past // the position and those before it, where repetition counts (C3); nil elsewhere
}

// Answer is what the judges decided about an answer.
type Answer uint8

// A ruling: right (for a Bishop's reading: right in time), wrong, or right
// after the Bishop had finished (B20), which counts as not answered right.
const (
	Wrong Answer = iota
	Right
	TooLate
)

// Bank names one side's questions for one kind of piece (B30).
type Bank struct {
	Side chess.Side
	Kind chess.Kind
}

// Challenge is a call onto an enemy's square that waits for a ruling.
type Challenge struct {
	Clause     string // row of the table, B10 to B16
	Move       chess.Move
	Challenger chess.Piece
	Defender   chess.Piece
	Target     chess.Square // where the defender stands; differs from Move.To en passant only
	Asking     chess.Side   // whose Quiz Master or Bishop asks
	Recited    bool         // a Bishop asks from memory (B20)
	Asker      chess.Square // the asking Bishop's square; NoSquare when the Quiz Master's person asks
	Answerer   chess.Square // where the player who answers stands
	Bank       Bank
	Right      Effect // what answering right does
	Wrong      Effect // what not answering right does
}

// Effect is what ended a ply: where the mover ended and who left.
type Effect struct {
	Clause  string
	Move    chess.Move
	Outcome Outcome
	Leaves  chess.Square // the square whose player leaves the field, as before the ply; NoSquare when nobody does
	Becomes chess.Kind   // what the mover became, by promotion or J6; NoKind otherwise
	Risen   chess.Kind   // what the fallen Sith Master's Apprentice became, mover or not (J6); NoKind otherwise
	// Rook's walk in castling; NoSquare otherwise.
	RookFrom, RookTo chess.Square
	After            chess.Position // the board after the ply, the other side to move
	Result           Result         // the match after the ply
}

// Outcome is where the piece that was called to move ended.
type Outcome uint8

// The outcomes of a ply.
const (
	Moves    Outcome = iota // the mover stands on the square it was called to
	Stays                   // the mover is back on its own square, nobody left (B14 to B16)
	Vanishes                // the mover left the field
)

// Result says whether and how a match has ended (R5).
type Result struct {
	Over   bool
	Drawn  bool
	Winner chess.Side // meaningful when Over and not Drawn
	Clause string     // the rule that ended it
	Words  string     // one plain sentence, as "Black's Game Master can be challenged."
}

// Formats lists the formats in the order in which a host is offered them.
func Formats() []Format { return []Format{Bible, Chess, Jedi, Stealth} }

// ByKey finds a format by its key.
func ByKey(key string) (Format, bool) {
	for _, f := range Formats() {
		if f.Key() == key {
			return f, true
		}
	}
	return nil, false
}
