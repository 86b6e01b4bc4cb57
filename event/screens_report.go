package event

import "biblechess/event/chess"

// ReportScreen is a match after its end, for the host: what everybody has seen, move
// by move, and what was missed. It tells a question only where the hall has seen it
// (B45), or where the host may read questions (B34).
type ReportScreen struct {
	Frame
	Number  int
	Matches []MatchLine // that have a report
	Teams   [2]string
	Result  *ResultView
	Started int64 // milliseconds Unix time
	Took    int64 // milliseconds, pauses among them
	Thought [2]int64
	Asked   int
	Missed  int
	Frames  []ReportFrame // the start, then each ply
	Kinds   []MissLine    // by category
	Tags    []MissLine    // by tag, of questions that may be told
	Texts   []MissText    // missed ones, that may be told
	Told    bool          // questions may be told
	Cards   []EveningCard
	Latest  bool // the present match: its missed questions can be gathered
	Tag     string
	Wiped   bool
	MayWipe bool
	Trouble string // what a wipe could not reach, or ""
	Log     []LogLine
}

// MatchLine is a match of the evening.
type MatchLine struct {
	Number int
	Name   string
	Chosen bool
}

// ReportFrame is the board after a ply, and how it came about.
type ReportFrame struct {
	Ply       int // 0: the start
	Side      Colour
	From, To  string
	Words     string
	Walk      string
	Beside    []string // what happened beside the ply and up to the next, once hidden pieces are revealed (S8)
	Headline  string   // of the challenge, or ""
	Verdict   string   // "right", "wrong", "late", or ""
	Label     string
	Asks      string
	Question  string
	Answer    string
	Reference string
	Took      int64    // of the ply, milliseconds
	Clocks    []int64  // what each side had left, where there are clocks (C4)
	Men       []Token  // who stands where
	Out       []string // who has left the field, by name
	At        int64    // when the ply was over, milliseconds Unix time
}

// MissLine counts questions of a kind.
type MissLine struct {
	Name          string
	Asked, Missed int
}

// MissText is a question that was missed.
type MissText struct {
	Bank, Question, Answer, Reference string
	Tags                              []string
	Asked, Missed                     int
}

// EveningCard is one player's evening.
type EveningCard struct {
	Name   string
	Side   Colour
	Team   string
	Posts  []EveningPost
	Plies  int      // in which they were called
	Lines  []string // their challenges, ply by ply
	Learn  []MissText
	Ending string // "On the floor to the end." or who vanquished them
}

// EveningPost is a post that somebody held.
type EveningPost struct {
	Square, Role string
	Kind         chess.Kind
}
