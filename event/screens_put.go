package event

// PauseView is the break that everybody sees (R8).
type PauseView struct {
	Reason string
	Since  int64 // milliseconds of the server's clock
}

// CorrectionView is what was put right since the last call, and who has to
// walk for it (R6, R9, B41 to B43).
type CorrectionView struct {
	Headline string // "Rewound to before ply 12."
	Reason   string
	Walks    []string // "Ben walks back to f6."
}

// ReviewView is the judges' second look at the last ruling (B41, B42).
type ReviewView struct {
	Headline string // "White appeals against the ruling."
	Reason   string
	Ruling   string // which ruling: headline of its challenge and its label
}

// AppealForm is what a Game Master sees of appeals (B42).
type AppealForm struct {
	May  bool // the last ruling can be appealed against now
	Left int  // appeals left
}

// HeldView is a decided ruling that only the judges see yet (B46).
type HeldView struct {
	Label string // "RIGHT"
	Until int64  // when the hall sees it, milliseconds of the server's clock
}

// JudgeReview is what judges see of a ruling that is looked at again.
type JudgeReview struct {
	ReviewView
	Question JudgeQuestion
	Ballots  []string // how the panel voted, as "Ruth (Judge 1): right"
	Label    string   // the ruling that stands
}

// JudgeTools says which of a judge's rarer buttons can be tapped now.
type JudgeTools struct {
	Misread      string   // what a misreading does (B35); "" when it can't be called
	MisreadLoses bool     // the asker loses by it, so it is confirmed a second time
	ThrowOut     bool     // R7
	Read         bool     // "question read" starts the answer clock (B44)
	StopClock    bool     // the answer clock runs
	GoOn         bool     // the answer clock stands
	Amend        bool     // the last ruling can be looked at again (B41)
	AmendAlone   []Effect // head judge: other rulings that can be given at once, two taps (B41)
	Override     bool     // head judge: R9
	Flag         bool     // the time of the side to move has run out (C4)
}

// RewindOption is a ply that the match can be rewound to before (B43).
type RewindOption struct {
	Ply  int
	Call string // the ply in words
}

// PauseForm is what the host and the head judge see of pausing (R8).
type PauseForm struct {
	MayPause, MayResume bool
}

// SubstituteForm lets the host give posts to other people (B22).
type SubstituteForm struct{ Posts []Token }

// LogScreen is the officials' log: who decided what and when.
type LogScreen struct {
	Frame
	Lines []LogLine // the latest first
}

// LogLine is one entry of the record in words.
type LogLine struct {
	Seq    int64  // of the entry; 0 in a match of hidden pieces (S8)
	At     int64  // milliseconds Unix time
	By     string // "Ruth (Judge 1)"
	Ply    int    // the ply that was going on; 0 outside of play
	Words  string
	Struck bool // undone by a later correction (R4)

	stays bool // no correction undoes it (B43)
}
