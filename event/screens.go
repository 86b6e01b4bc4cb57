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
	About   int64       // what a form is about: the entry that began this turn or challenge
	Once    string      // id of a tap for forms sent without the script
	Clocks  []Countdown // clocks that all may see (R5)
	Notice  string      // one sentence everybody should know now, or ""
	Paused  *PauseView  // the break that is on (R8)
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
	Stopped bool  // it stands
}

// Token is a player on the floor as everybody may see one.
type Token struct {
	Side   Colour
	Kind   chess.Kind // picks the emblem
	Role   string     // as "Quiz Master"
	Name   string     // the player's name; the role and home square for a marker
	Marker bool       // an empty post: a chair, a cone (B2)
	Square string     // where it stands, as "c3"
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
	Files []string // labels left to right
	Ranks []string // labels top to bottom
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
}

// PlyLine is one ply in the list of calls, latest first.
type PlyLine struct {
	Ply   int
	Side  Colour
	Words string
}

// BoardScreen is the projector's page and every spectator's.
type BoardScreen struct {
	Frame
	Teams     [2]TeamLine
	Board     BoardView
	LastCall  string // "Pawn Ben, e2 to e4."
	Walk      string // who walks where after the last ply, by name
	Challenge *ChallengeView
	Ruling    *RulingView // the last ply's ruling until the next call
	Review    *ReviewView
	Put       *CorrectionView
	Result    *ResultView
	Turn      string   // "White (Lions of Zion) calls", or what is waited for
	Lineups   []Lineup // before the match: who stands where
	Check     string   // "Check to King Anna.", or ""
	Game      *GameView
}

// Lineup is one team's posts before the match.
type Lineup struct {
	Side  Colour
	Team  string
	Posts []Token
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

// JudgeScreen is a judge's phone.
type JudgeScreen struct {
	Frame
	Head        bool
	Present     int // judges with a live page
	Judges      int
	Turn        string
	Teams       [2]TeamLine
	LastCall    string
	OpenHint    string // B24
	Challenge   *ChallengeView
	Question    *JudgeQuestion // during a challenge
	Ballot      *BallotForm    // on the challenge, or on the ruling that is looked at again
	Held        *HeldView      // the panel has ruled, the hall does not see it yet
	Review      *JudgeReview
	Put         *CorrectionView
	Tools       JudgeTools
	Check       string
	Promotions  []Choice       // what a Pawn of the side to move can become; Value is a call's letter
	Pause       PauseForm      // head judge
	Rewinds     []RewindOption // head judge
	StandIn     *StandInForm   // B2: judges draw by lot
	Fresh       *FreshApproval // B33
	Ruling      *RulingView
	Result      *ResultView
	Approval    *ApprovalForm // questions that wait for approval (B34)
	TakeBack    string        // head judge: which call can be taken back (R6), or ""
	MayCallTime bool          // R5
	Guide       string        // players left and rulings won, for calling time
	MayReopen   bool
}

// JudgeQuestion is what judges see of the question that is asked.
type JudgeQuestion struct {
	Sequence  string // B36
	Text      string
	Answer    string
	Also      []string
	Reject    []string // not to be accepted
	Reference string
	Hint      string // one-word hint that was given to a Bishop (B20)
	Waiting   string // why there is no question yet, or ""
}

// BallotForm is a judge's vote on the open challenge.
type BallotForm struct {
	About   int64
	OnPanel bool
	Why     string   // why this judge is not on the panel
	Choices []Effect // the buttons
	Mine    string   // my vote so far, or ""
	Waiting string   // "Waiting for 2 of 3"
	Missing []string // head judge only: who has yet to rule
	Alone   bool     // head judge: may rule alone (second tap)
	Reason  bool     // a reason can be given with the vote (B41)
}

// FreshApproval is a judge's view of a Quiz Master's bank that ran out (B33).
type FreshApproval struct {
	Words   string
	Typed   *QuestionLine
	Reserve []QuestionLine // from 120 s on: questions that neither side has seen
	Until   int64          // when the reserve opens, milliseconds of the server's clock; 0 once open
}

// ApprovalForm shows the questions that wait for this judge (B34).
type ApprovalForm struct {
	Done, Total int
	Mine        int    // how many this judge has approved or sent back
	Waiting     int    // how many wait for this judge
	Whose       string // the panel's rule, as "the approval of 2 of 3 judges"
	Question    QuestionLine
	Groups      []ApprovalGroup // the next one of each bank, the first is Question
	Back        []QuestionLine  // sent back, and not yet changed
	Approved    []QuestionLine
}

// ApprovalGroup is the next question of a bank that waits for this judge.
type ApprovalGroup struct {
	Question QuestionLine
	Waiting  int // in this bank
}

// QuestionLine is a question with its revision, for people who may read it.
type QuestionLine struct {
	ID        string
	Revision  int
	Side      Colour
	Bank      string // "White's Knight"
	Piece     string // form value
	Number    int
	Text      string
	Answer    string
	Also      []string
	Reject    []string
	Reference string
	Hint      string
	SayAs     string
	State     string // "approved", "waiting", "sent back"
	Reason    string // why it was sent back
	Seconds   int    // reading time
}

// QuestionsScreen is the bank editor's page of one side, or of the reserve.
type QuestionsScreen struct {
	Frame
	Banks   []EditorBank
	Locked  string // why nothing can be changed now, or ""
	Missing []string
	Version string   // of the library: another one when any question differs
	Lost    int      // questions whose approval a change took away
	Total   int      // questions of this page, on the shelf too
	Tags    []string // of the questions on the shelf and in the banks
	Starter bool     // a starter bank can be taken
}

// EditorBank is one bank in the editor, or the shelf.
type EditorBank struct {
	Shelf bool
	Piece string // form value
	Name  string
	Count int
	Size  string // "3" or "at least 6"
	Lines []QuestionLine
}

// HostScreen is the organiser's page.
type HostScreen struct {
	Frame
	MatchName  string
	Teams      [2]TeamForm
	Formats    []Choice
	Setting    string // the position it starts from as a FEN; empty for the format's own
	Game       *GameView
	Start      string  // set-up: the position it starts from as a FEN, the format's own too
	Palette    []Token // set-up: the pieces that a position can hold; Name is a FEN's letter
	Asks       bool    // questions are asked: banks and Quiz Masters are needed
	Exports    bool    // the match can be exported
	Rules      []RuleForm
	Judges     []JudgeForm
	Banks      []BankCount
	HostReads  bool           // host may read questions (B34)
	Questions  []QuestionLine // only when HostReads
	Checklist  []CheckItem
	MayStart   bool
	Seats      []SeatLine
	Turn       string
	Challenge  *ChallengeView
	Result     *ResultView
	TakeBack   string // which call can be taken back (R6), or ""
	Put        *CorrectionView
	Pause      PauseForm
	Rewinds    []RewindOption
	Substitute *SubstituteForm // nil outside of play
	MayClose   bool
	MayOpen    bool // a next match can be opened
	Addresses  []Address
}

// TeamForm is one side's roster in set-up.
type TeamForm struct {
	Side  Colour
	Name  string
	Posts []PostForm
}

// PostForm is one post of a roster: a1, Rook, who stands there.
type PostForm struct {
	Square, Role, Name string
}

// RuleForm is a house rule with the value in force.
type RuleForm struct {
	Key, Clause, Name, Help string
	Values                  []Choice // named values; empty when only a number or text is taken
	Text                    bool     // a value can be typed
	Typed                   string   // the typed value, when none of Values is chosen
	Hint                    string   // what may be typed, as "10 to 240 minutes"
}

// JudgeForm is a judge in set-up.
type JudgeForm struct {
	Seat Seat
	Name string
	Head bool
}

// BankCount is a bank's state without any text.
type BankCount struct {
	Side     Colour
	Name     string
	Count    int
	Size     string
	Approved int
}

// CheckItem is one line of the checklist.
type CheckItem struct {
	Done  bool
	Words string
	Where string // id of the part of the page where it is mended
}

// SeatLine is a seat with its link and device.
type SeatLine struct {
	Seat    Seat
	Name    string // "White's Game Master"
	Side    Colour
	Link    string // the full address for another device
	Short   string // the link without its scheme, to be typed
	State   string // "live", "asleep", "gone", "empty"
	Devices int
	Since   string
}

// Address is an address under which phones may reach this laptop.
type Address struct {
	URL, Interface string
	Chosen         bool
}

// JoinScreen is what a device sees that opened a seat's link.
type JoinScreen struct {
	Frame
	Name  string // "White's Game Master"
	Words string
}
