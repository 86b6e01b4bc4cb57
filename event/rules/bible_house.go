package rules

import "biblechess/event/chess"

// Keys of the house rules of Bible Chess.
const (
	KeySliding         = "sliding"           // B3
	KeyEnPassant       = "en-passant"        // B5
	KeyPromotion       = "promotion"         // B6
	KeyBishopDuel      = "bishop-duel"       // B13
	KeyGameMasterTakes = "game-master-takes" // B17
	KeyGameMasterOpen  = "game-master-open"  // B24
	KeyOpenHint        = "open-hint"         // B24
	KeyBankSizes       = "bank-sizes"        // B30
	KeyJuggling        = "juggling"          // B32
	KeyPanel           = "panel"             // B40
	KeyMatchMinutes    = "match-minutes"     // R5
	KeyCallSeconds     = "call-seconds"      // R5
	KeyReveal          = "reveal"            // B45
	KeyMisread         = "misread"           // B35
	KeyAppeals         = "appeals"           // B42
	KeyAppealSeconds   = "appeal-seconds"    // B42
	KeyAnswerSeconds   = "answer-seconds"    // B44
	KeyRevealHold      = "reveal-hold"       // B46
)

// Values of the house rules of Bible Chess.
const (
	On  = "on"
	Off = "off"

	SlidingBlocked          = "blocked"
	SlidingThroughOpponents = "through-opponents"

	PromotionAny  = "any"
	PromotionNone = "none"

	DuelChallenger = "challenger"
	DuelDefender   = "defender"

	TakesAny           = "any"
	TakesNotQuizMaster = "not-quiz-master"
	TakesNone          = "none"

	OpenCalled    = "called"
	OpenAutomatic = "automatic"
	OpenStrict    = "strict"

	PanelMajority  = "majority"
	PanelUnanimous = "unanimous"
	PanelAny       = "any"
	PanelHead      = "head"

	RevealAfterRuling = "after-ruling"
	RevealNever       = "never"

	MisreadAgain = "read-again"
	MisreadLoses = "asker-loses"
)

const defaultBankSizes = "3,3,6,12,6"

// bibleHouse is the house rules of Bible Chess in the order of the clauses.
var bibleHouse = []HouseRule{
	choice(KeySliding, "B3", "Sliding past opponents",
		"Whether a Rook, Bishop or Quiz Master may slide past opposing players on its way. Nobody ever passes a player of the own side.",
		Value{SlidingBlocked, "Anyone blocks", "A sliding piece stops at the first player in its way."},
		Value{SlidingThroughOpponents, "Only the own side blocks", "A sliding piece may pass any number of opposing players and challenges only whoever stands where it ends."}),
	choice(KeyEnPassant, "B5", "En passant",
		"Whether a Pawn that has just taken two squares can be challenged on the square that it passed over.",
		Value{Off, "No", "A Pawn can be challenged only where it stands."},
		Value{On, "Yes", "In the very next turn an opposing Pawn may challenge it as if it had taken one square."}),
	choice(KeyPromotion, "B6", "Promotion",
		"What happens to a Pawn that reaches the far side of the board.",
		Value{PromotionAny, "To any piece", "It becomes a Quiz Master, Rook, Bishop or Knight; its Game Master chooses with the call."},
		Value{PromotionNone, "None", "It stays a Pawn there, cannot step further, and can be challenged."}),
	choice(KeyBishopDuel, "B13", "Bishop against Bishop",
		"Which of two Bishops reads the question when one challenges the other.",
		Value{DuelChallenger, "The challenger asks", "The Bishop that was called to move reads its question from memory."},
		Value{DuelDefender, "The defender asks", "The Bishop that is challenged reads its question from memory."}),
	choice(KeyGameMasterTakes, "B17", "The Game Master takes",
		"Whether a Game Master may go to an opposing player's square. No question is asked, because a Game Master neither asks nor answers.",
		Value{TakesAny, "Anyone", "The Game Master takes the square and that player leaves the field."},
		Value{TakesNotQuizMaster, "Anyone but a Quiz Master", "A call onto a Quiz Master's square is refused."},
		Value{TakesNone, "Nobody", "The Game Master only steps onto empty squares. It can still end the match at the other Game Master."}),
	choice(KeyGameMasterOpen, "B24", "An open Game Master",
		"How a match is won at the other side's Game Master.",
		Value{OpenCalled, "It must be called", "A side wins when it calls a move onto the other Game Master's square. Overlooking the chance is part of the game."},
		Value{OpenAutomatic, "The match ends by itself", "A side whose turn begins wins at once if it could challenge the other Game Master."},
		Value{OpenStrict, "As in chess", "A call must be able to leave the own Game Master safe. A side that has no such call loses if its Game Master is open, and the match is drawn if not."}),
	choice(KeyOpenHint, "B24", "Hint at an open Game Master",
		"Whether the app tells the side whose turn it is, and the judges, that the other Game Master can be challenged.",
		Value{On, "Yes", "That side's Game Master tablet and the judges are told."},
		Value{Off, "No", "The teams have to see it for themselves."}),
	{Key: KeyBankSizes, Clause: "B30", Name: "Questions in each bank",
		Help:  "How many questions a side brings for its Rooks, Bishops, Knights and Pawns, and how many the Quiz Master has at the least. A bank that is used up begins again; the Quiz Master's own questions are used once.",
		Sizes: true, Default: defaultBankSizes},
	choice(KeyJuggling, "B32", "Juggling questions",
		"Whether a Quiz Master may change the order of the questions that have not been asked yet while the match runs.",
		Value{On, "Yes", "Questions may be reordered and swapped, but never the one that is due in an open challenge."},
		Value{Off, "No", "The order is fixed when the match starts."}),
	choice(KeyPanel, "B40", "How the judges decide",
		"What it takes for the judges' votes on an answer to become a ruling. The head judge decides where the votes do not.",
		Value{PanelMajority, "The majority", "More than half of the judges present."},
		Value{PanelUnanimous, "All together", "Every judge present must vote the same."},
		Value{PanelAny, "Any judge", "The first vote decides."},
		Value{PanelHead, "The head judge", "The head judge decides alone; the others advise."}),
	choice(KeyMisread, "B35", "A misread question",
		"What happens when a judge stops a question that was put differently than it was approved.",
		Value{MisreadAgain, "It is read again", "The same question is read again as approved; nothing is used up."},
		Value{MisreadLoses, "The asker loses", "The challenge is ruled as if the answer had been right."}),
	count(KeyAppeals, "B42", "Appeals",
		"How many rulings each Game Master can appeal against in a match. A successful appeal is given back.",
		"2", Number{0, 9, "appeals a side"}),
	count(KeyAppealSeconds, "B42", "Time to appeal",
		"How long after a ruling no call is taken, so that a Game Master can appeal first.",
		"10", Number{0, 60, "seconds"}),
	count(KeyAnswerSeconds, "B44", "Time for an answer",
		"How long a player has for an answer once the question has been read. At zero everybody sees it; the judges rule. A Bishop's reading has no clock.",
		"30", Number{5, 300, "seconds"}, Value{Off, "No clock", "The judges alone decide when an answer comes too late."}),
	count(KeyRevealHold, "B46", "Holding a ruling back",
		"How long a decided ruling is kept to the judges, so that a change of mind is not seen by the hall.",
		"2", Number{0, 5, "seconds"}),
	choice(KeyReveal, "B45", "Learning from the question",
		"Whether the projector shows the question, the accepted answer and the reference once the judges have ruled.",
		Value{RevealAfterRuling, "After the ruling", "Everybody sees the question and its answer. In a later pass of the bank it is asked again."},
		Value{RevealNever, "Never", "Questions and answers stay with the Quiz Masters and the judges."}),
	number(KeyMatchMinutes, "R5", "Length of the match",
		"How long the match is meant to last, shown to everybody. The judges call time and then name the winner or a draw.",
		Value{Off, "No limit", "The match lasts until it is decided."}, Number{10, 240, "minutes"}),
	number(KeyCallSeconds, "R5", "Time for a call",
		"How long a Game Master should take for a call, shown to everybody. Nothing happens by itself when it has run out.",
		Value{Off, "No limit", "No clock is shown."}, Number{10, 300, "seconds"}),
}

// choice is a house rule with named values, the default first.
func choice(key, clause, name, help string, values ...Value) HouseRule {
	return HouseRule{Key: key, Clause: clause, Name: name, Help: help, Values: values, Default: values[0].Key}
}

// number is a house rule with one named value, the default, or a whole number.
func number(key, clause, name, help string, value Value, n Number) HouseRule {
	return HouseRule{Key: key, Clause: clause, Name: name, Help: help, Values: []Value{value}, Number: &n, Default: value.Key}
}

// count is a house rule with a whole number as its default, and perhaps named
// values beside it.
func count(key, clause, name, help, def string, n Number, values ...Value) HouseRule {
	return HouseRule{Key: key, Clause: clause, Name: name, Help: help, Values: values, Number: &n, Default: def}
}

// bibleSettings is what of the house rules the board depends on.
type bibleSettings struct {
	manners      chess.Manners
	defenderAsks bool   // bishop-duel
	takes        string // game-master-takes
	open         string // game-master-open
}

// settingsOf reads the house rules of a match. A value that Check refuses
// counts as the default.
func settingsOf(h House) bibleSettings {
	g := bibleSettings{
		manners: chess.Manners{
			ThroughOpponents: h[KeySliding] == SlidingThroughOpponents,
			EnPassant:        h[KeyEnPassant] == On,
			Castling:         true,
			Promotions:       chess.Promotable,
		},
		defenderAsks: h[KeyBishopDuel] == DuelDefender,
		takes:        h[KeyGameMasterTakes],
		open:         h[KeyGameMasterOpen],
	}
	if h[KeyPromotion] == PromotionNone {
		g.manners.Promotions = 0
	}
	return g
}
