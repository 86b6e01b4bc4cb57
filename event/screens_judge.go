package event

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
	Hidden      *HiddenView  // Stealth Chess; nil in other formats
	Sees        *ArbiterView // head judge: both sides' pieces, where the house rule says so (S17)
}

// JudgeQuestion is what judges see of the question that is asked.
type JudgeQuestion struct {
	Sequence  string // B36
	Text      string
	Answer    string
	Also      []string
	Reject    []string // not to be accepted
	Reference string
	SayAs     string // how its hard words are said
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
	Others      []QuestionLine  // undecided, and this judge has spoken
	Back        []QuestionLine  // sent back, and not yet changed
	Approved    []QuestionLine
	Banks       []ApprovalBank // how far each bank is
}

// ApprovalBank is how far the panel and a judge are with a bank, or the reserve.
type ApprovalBank struct {
	Side    Colour // NoColour: the reserve
	Piece   string // form value
	Name    string // "White's Knight"
	Total   int
	Done    int // approved
	Back    int // sent back
	Waiting int // for this judge to read
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
	Said      string // to a judge: what that judge said of it, "approved", "sent back" or ""
}
