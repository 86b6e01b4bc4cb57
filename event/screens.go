package event

import "biblechess/event/chess"

// Frame is what every page shows around its own matter.
type Frame struct {
	Seat    Seat        // whose page this is
	Path    string      // the page's address, under which its forms post
	Station string      // what the page is, as "Game Master" or "Judge"
	Side    Colour      // the side it serves; NoColour for judges, host, board
	Team    string      // that side's team name
	Person  string      // who holds the seat, where that is known (judges)
	Match   string      // the match's name
	Format  string      // as "Bible Chess"
	Phase   Phase       // set-up, playing, ended, closed
	About   int64       // what a form is about: this turn or challenge, or the end of the match
	Once    string      // id of a tap for forms sent without the script
	Clocks  []Countdown // clocks that all may see (R5)
	Notice  string      // one sentence everybody should know now, or ""
	Paused  *PauseView  // the break that is on (R8)

	// Elsewhere is this seat's link on the second laptop, where the match may go
	// on if this one dies; empty when none stands by.
	Elsewhere string
}

// Colour is a side on a screen, or none; it picks colour and pattern.
type Colour string

// The colours of pages and tokens.
const (
	NoColour    Colour = ""
	WhiteColour Colour = "white"
	BlackColour Colour = "black"
)

// Phase is where a match stands.
type Phase string

// The phases of a match. A closed match can't be reopened (R5).
const (
	SetUp   Phase = "set-up"
	Playing Phase = "playing"
	Ended   Phase = "ended"
	Closed  Phase = "closed"
)

// Countdown is a clock that is shown and rules nothing by itself (R5).
// The page counts down to Until by the server's time, which each stream tells.
type Countdown struct {
	Key     string // "match" or "call"
	Label   string
	Until   int64 // milliseconds of the server's clock, Unix time; 0 while it stands
	Left    int64 // what is left while it stands, milliseconds
	Total   int64 // the whole time that it began with, milliseconds; 0 where that is not told
	Stopped bool  // it stands
}

// Token is a player on the floor as everybody may see one.
type Token struct {
	ID     string // tells one player from another wherever they stand; says nothing about the piece
	Side   Colour
	Kind   chess.Kind // picks the emblem; NoKind for a piece that the viewer may not know
	Role   string     // as "Quiz Master"; empty where Kind is NoKind
	Name   string     // what the player is called here; the role and home square for a marker
	Marker bool       // an empty post: a chair, a cone (B2)
	Square string     // where it stands, as "c3"
	Faces  string     // Stealth Chess: "turned" away from its own side (S15); on a side's own tablet also "us" and "seen"; else ""
}

// Cell is one square of a drawn board.
type Cell struct {
	Square string
	Dark   bool
	Token  *Token // nil when the square is empty
	Mark   string // "from", "to" of the last call, "challenger", "target" of an open challenge, or ""
}

// BoardView is the board as a page draws it: 64 cells, row by row from the top
// left, already turned so that the viewer's side is at the bottom.
type BoardView struct {
	Cells []Cell
	Paths [][]string // on the hall's screens: the squares by which the last call, or the open challenge, walks
	Files []string   // labels left to right
	Ranks []string   // labels top to bottom
}

// TeamLine is a team at a glance.
type TeamLine struct {
	Side    Colour
	Name    string
	ToMove  bool
	OnFloor int
	Out     []OutLine // who has left the field, latest first (B22)
}

// OutLine is a player who has left the field.
type OutLine struct {
	Name, Role, By string
	Ply            int
}

// ChallengeView is an open challenge as the whole hall may see it: no question.
type ChallengeView struct {
	Ply        int
	Clause     string // row of the table
	Challenger Token
	Defender   Token
	Headline   string   // "Anna (White Bishop) challenges Ben (Black Pawn) on f6"
	Asks       string   // "Anna reads from memory. Ben must break in with the right answer before Anna has finished."
	Effects    []Effect // what each ruling does, by name
	Waiting    string   // what the hall waits for, as "The judges rule."
	Recited    bool
}

// Effect is what a ruling does to real people.
type Effect struct {
	Vote  string // form value: "right", "wrong", "late"
	Label string // "Right", "In time", "Wrong", "Too late"
	Words string // "Anna leaves the floor. Ben stays on f6."
}

// RulingView is the last ruling as the hall sees it.
type RulingView struct {
	Ply      int
	Verdict  string // "right", "wrong", "late"
	Label    string // "RIGHT", "IN TIME", "WRONG", "TOO LATE"
	Words    string
	Headline string // which challenge it ended
	// What there is to learn (B45); empty when the house rule keeps it.
	Question, Answer, Reference string
}

// ResultView is how the match ended (R5).
type ResultView struct {
	Winner   Colour // NoColour for a draw
	Headline string // "Lions of Zion win" or "A draw"
	Words    string
	Ruled    bool // the last ruling ended it, not somebody's word after it
}

// PlyLine is one ply in the list of calls, latest first.
type PlyLine struct {
	Ply   int
	Side  Colour
	Words string
}

// CallOption is one legal call of the side to move.
type CallOption struct {
	From, To   string
	Kind       string   // "move", "challenge", "castle", "take", "wins"
	Promotions []string // letters q r b n where a promotion is due
	Sentence   string   // what will happen, by name
}

// GameMasterScreen is a Game Master's tablet.
type GameMasterScreen struct {
	Frame
	Board       BoardView
	Teams       [2]TeamLine
	Turn        string       // who is due and what is waited for
	MayCall     bool         // this side is due to call now
	Calls       []CallOption // legal calls; empty unless MayCall
	OpenHint    string       // B24: the enemy Game Master is open
	Challenge   *ChallengeView
	Ruling      *RulingView
	Result      *ResultView
	LastCall    string
	Walk        string
	MayTakeBack bool         // R6: the last call was this side's and no question of it is on any screen
	StandIn     *StandInForm // B2: this side's marker is asked; name who answers
	Draw        DrawState
	Review      *ReviewView
	Put         *CorrectionView
	Appeal      AppealForm
	Wait        *Countdown // until a call is taken after a ruling (B42)
	Check       string
	Game        *GameView
	Claims      []ClaimLine // draws that can be claimed (C3)
	Promotions  []Choice    // what a Pawn can become, as this side calls it; Value is a call's letter
	MayResign   bool
	Plies       []PlyLine
}

// StandInForm lets a Game Master name who answers for a marker (B2).
type StandInForm struct {
	Words   string
	Choices []Choice
}

// Choice is one entry of a select or a row of buttons.
type Choice struct {
	Value, Label, Help string
	Chosen             bool
}

// DrawState is where an offer of a draw stands for a Game Master (R5).
type DrawState struct {
	MayOffer bool // no offer of mine stands
	Mine     bool // my offer stands: it can be withdrawn
	Theirs   bool // the other side offers: agree or decline
}

// QuizMasterScreen is a Quiz Master's console.
type QuizMasterScreen struct {
	Frame
	Turn      string
	Challenge *ChallengeView
	Ask       *AskView   // when this side asks
	Fresh     *FreshForm // B33: a fresh question of the Quiz Master is due
	Review    *ReviewView
	Put       *CorrectionView
	Ruling    *RulingView
	Result    *ResultView
	Banks     []BankView
	MayJuggle bool   // B32
	JuggleWhy string // why not, in words
}

// AskView is the question that is due, as the asking console sees it.
type AskView struct {
	Instruction string // "Read this to Ben, word for word." or "Anna reads her question 2 from memory."
	Sequence    string // "White Knight, 4 of 6, pass 1" (B36)
	Question    string // the approved words; empty for a Bishop who recites (B20) or while a stand-in is named
	Answer      string // accepted answer; empty as Question
	Also        []string
	Reference   string
	SayAs       string // how its hard words are said; empty as Question
	BankHint    string // the bank's one-word hint of a Bishop's question
	MayHint     bool   // a one-word hint can be given (B20)
	Hint        string // the hint that was given
	Waiting     string // why there is no question yet, or ""
	MayRead     bool   // "question read" starts the answer clock (B44)
}

// FreshForm is the console's state while the Quiz Master's bank is empty (B33).
type FreshForm struct {
	Words   string
	Typed   *QuestionLine // waits for a judge's approval; nil when nothing is typed yet
	MayType bool
}

// BankView is a bank as its own side's console sees it.
type BankView struct {
	Piece string // form value: rook, bishop, knight, pawn, quiz-master
	Name  string // "Knight"
	Pass  int
	Left  int    // not yet asked in this pass
	Words string // "2 of 6 asked, pass 1"
	Items []BankItem
}

// BankItem is one question of a bank in the order in which it is asked.
type BankItem struct {
	ID      string
	Number  int
	Text    string // empty for a Bishop's during play (B20)
	Answer  string
	State   string   // "asked", "next", "left"
	Movable bool     // B32
	SwapTo  []Choice // questions of other banks it can be swapped with
}
