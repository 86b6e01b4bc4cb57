package rules

import (
	"slices"
	"sync"

	"biblechess/event/chess"
)

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
var bibleHouse = sync.OnceValue(func() []HouseRule {
	return slices.Concat([]HouseRule{
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
		bishopDuel(),
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
	}, questionRules(), timeRules())
})

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
