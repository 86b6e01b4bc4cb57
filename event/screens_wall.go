package event

import "biblechess/event/chess"

// BoardScreen is the page of the hall's screens and of every spectator. What it
// does not show is not in it: a projector that shows challenges only has no
// board, and a blank one has nothing.
type BoardScreen struct {
	Frame
	Number    int // which projector it is; 0 for the page of spectators
	Job       Job // what it shows
	Teams     [2]TeamLine
	Board     BoardView
	LastCall  string    // "Pawn Ben, e2 to e4."
	Call      *CallView // the same, to be shown large
	Walk      string    // who walks where after the last ply, by name
	Challenge *ChallengeView
	Ruling    *RulingView // the last ply's ruling until the next call
	Review    *ReviewView
	Put       *CorrectionView
	Result    *ResultView
	Ceremony  *CeremonyView // beside Result
	Turn      string        // "White (Lions of Zion) calls", or what is waited for
	Lineups   []Lineup      // before the match, and as a projector's job: who stands where
	Join      string        // before the match: the address at which phones begin
	Check     string        // "Check to King Anna.", or that a Game Master is open (B24), or ""
	Game      *GameView
	Hidden    *HiddenView // Stealth Chess; nil in other formats
	Floor     string      // the floor may differ from the board: "The floor is still walking: 2 people.", or ""
}

// CallView is a ply as the hall sees it called.
type CallView struct {
	Ply      int
	Side     Colour
	Kind     chess.Kind // what the player was when it was called
	Role     string
	Name     string
	From, To string
	Note     string // what else it did: "Ben leaves the floor.", "Naomi walks from h1 to f1."; or ""
}

// CeremonyView is what a match leaves behind.
type CeremonyView struct {
	Numbers  []NumberLine
	Defended []DefendedLine // who stood most challenges; empty when nobody stood one
}

// NumberLine is one figure of a match.
type NumberLine struct{ Label, Value string }

// DefendedLine is a player who was challenged and stayed, and how often.
type DefendedLine struct {
	Side  Colour
	Name  string
	Times int
}

// Lineup is one team's posts.
type Lineup struct {
	Side  Colour
	Team  string
	Named int // posts that have a person
	Posts []LineupPost
}

// LineupPost is a post with who holds it.
type LineupPost struct {
	Token
	Left bool // has left the field (B22)
}

// AnnouncerScreen is the page of whoever has the microphone.
type AnnouncerScreen struct {
	Frame
	What     string    // what is to be announced: "Kick-off", "Call", "Challenge", "Ruling" …
	Words    string    // one or two sentences to be spoken
	Lesson   string    // after a ruling: the answer and where it stands (B45), to be spoken
	Question string    // which question that was
	Says     []SayLine // how names and references in it are spoken
	Turn     string    // what is waited for
	LastCall string
	Check    string
}

// SayLine is how a name is spoken.
type SayLine struct{ Name, Say string }

// HallForm is what the host's page sets for the hall: which names everybody
// sees, how they are spoken, and the projectors.
type HallForm struct {
	FullNames  bool
	Says       []SayLine
	Names      []string // who and what can be given a way to be spoken
	Projectors []ProjectorLine
}

// ProjectorLine is a projector with its job.
type ProjectorLine struct {
	Number  int
	State   string // "live", "asleep", "gone", "empty"
	Devices int
	Jobs    []Choice
}
