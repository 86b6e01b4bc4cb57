package event

// HiddenMasterScreen is a Game Master's tablet in Stealth Chess. It is the one
// live screen that knows the kinds of its own side.
type HiddenMasterScreen struct {
	Frame
	Board  BoardView // own pieces with their kinds, but for turned ones; of the enemy's those that face this side
	Teams  [2]TeamLine
	Turn   string
	Result *ResultView
	Put    *CorrectionView
	Draw   DrawState
	Plies  []PlyLine

	LastCall string
	Walk     string
	Asides   []string // what happened beside the plies since the last one

	Arrange *ArrangeForm // the secret set-up (S1)
	Remove  *BlindForm   // pieces to be taken away before play (S13)
	Choose  *BlindForm   // a blind choice that is due (S14, S15)
	Answer  *AnswerForm  // the enemy's move that can be called a bluff (S14)

	MayCall     bool
	Calls       []CallOption
	Promotions  []Choice
	MayTouch    bool     // S4
	Touched     string   // the square that this side is bound to, or ""
	Exchanges   []Choice // pairs of squares (S10), as "e1 h1"
	MayPass     bool     // S6
	Guess       *GuessForm
	MayTakeBack bool
	MayResign   bool

	Taken []string // what this side has taken, as the house rule lets it know (S3)
	Shown string   // what captured last, where the handicap shows it (S13)
	Cards string   // address of this side's cards to print, or ""
}

// ArrangeForm is a side's secret set-up.
type ArrangeForm struct {
	Words      string // what there is to do
	May        bool   // the pieces can be moved about now
	Ready      bool   // this side has confirmed
	MayConfirm bool
	Fixed      string // why nothing can be moved, or ""
	Squares    []Choice
	Plans      []Choice
}

// BlindForm lets a Game Master choose among players without seeing what they are.
type BlindForm struct {
	Words   string
	Left    int
	Squares []Choice
}

// AnswerForm is the answer to a move that may be a bluff (S14).
type AnswerForm struct {
	Words   string
	Capture bool // answered before the piece leaves: surrender or call
}

// GuessForm is a guess at an enemy's piece (S15).
type GuessForm struct {
	Squares, Kinds []Choice
}

// ArbiterView is both sides' pieces, for the head judge alone (S17).
type ArbiterView struct {
	Board BoardView
	Words string // of a move that may be a bluff: what it is
}

// HiddenView is a match of hidden pieces as everybody may see it.
type HiddenView struct {
	Asides   []string
	Waits    bool // a player waits for the answer to a capture
	SetUp    bool // the sides set up
	MayLift  bool // the pieces can be revealed now: host and head judge
	Lifted   bool // they are revealed
	Replay   string
	Question string // what is waited for, as a headline
}

// PlayerScreen is a player's own phone: the secret, hold to show.
type PlayerScreen struct {
	Frame
	Name   string
	Square string // where the player stands; "" off the floor
	Secret string // as "Knight"; "" while there is none, or it is turned away
	Moves  string // how it moves
	Words  string // why there is no secret
	Turn   string
	Walk   string
	Out    bool
}

// CardsScreen is a side's cards to print: one a player, to be folded and sealed.
type CardsScreen struct {
	Frame
	Cards []SecretCard
}

// SecretCard is one player's card.
type SecretCard struct {
	Name, Square, Secret, Moves string
	Link, QR                    string
}

// ReplayScreen is a match that is over, ply by ply with the true pieces (S8).
type ReplayScreen struct {
	Frame
	Ply, Last    int
	Words, Walk  string
	Beside       []string // what happened beside the ply and up to the next
	Board        BoardView
	First        string // address of each step, or ""
	Before, Next string
	End          string
}
