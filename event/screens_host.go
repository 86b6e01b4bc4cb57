package event

// HostScreen is the organiser's page.
type HostScreen struct {
	Frame
	MatchName  string
	Teams      [2]TeamForm
	People     PeopleForm
	Paper      PaperForm
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
	Hall       HallForm
	Turn       string
	Challenge  *ChallengeView
	Result     *ResultView
	TakeBack   string // which call can be taken back (R6), or ""
	Put        *CorrectionView
	Pause      PauseForm
	Rewinds    []RewindOption
	Substitute *SubstituteForm // nil outside of play
	MayClose   bool
	MayOpen    bool        // a next match can be opened
	Hidden     *HiddenView // Stealth Chess; nil in other formats
	Addresses  []Address
	Second     *SecondView // nil while no second laptop is known
	Laptop     []string    // what was noticed of the laptop itself: a sleep, a clock that jumped
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
