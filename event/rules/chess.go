package rules

import (
	"slices"
	"sync"

	"biblechess/event/chess"
)

// Keys of the house rules of ordinary chess.
const (
	KeyClock     = "clock"     // C4
	KeyQuestions = "questions" // C5
)

// Chess is ordinary chess (C1 to C5).
var Chess Format = &orthodox{
	key: "chess", name: "Ordinary chess",
	house: sync.OnceValue(func() []HouseRule {
		return slices.Concat([]HouseRule{
			{Key: KeyClock, Clause: "C4", Name: "Clock",
				Help:   "How long each side has for all its calls, in minutes, and how many seconds it is given for each call, like 15+10. Nothing happens by itself when a side has run out: the judges call it.",
				Values: []Value{{Off, "No clock", "Each side takes the time that it needs."}}, Clock: true, Default: Off},
			questionsRule("A Queen is its side's Quiz Master, and its person goes on asking after it has left. A King asks nobody, is asked nothing and takes outright. A call is legal if its best ruling keeps the own King out of check, and a ruling after which it is in check loses."),
		}, withQuestions(append([]HouseRule{bishopDuel()}, questionRules()...)), timeRules())
	}),
	names: chessName,
	movement: func(chess.Piece) string {
		return "C1"
	},
	settings: chessSettings,
	start:    func(House) chess.Position { return chess.StartPosition() },
	possible: func(_ House, p chess.Position) error { return p.Possible() },
}

// questionsRule is C5, with what a format has to say about it.
func questionsRule(help string) HouseRule {
	return choice(KeyQuestions, "C5", "Questions",
		"Whether a capture is a challenge that a question decides, as in Bible Chess. "+help,
		Value{Off, "No", "Whoever goes onto an enemy's square takes it."},
		Value{On, "Yes", "Captures become challenges, and both sides bring questions."})
}

// withQuestions are house rules that matter only when questions are asked.
func withQuestions(all []HouseRule) []HouseRule {
	all = slices.Clone(all)
	for i := range all {
		all[i].Needs = KeyQuestions
	}
	return all
}

func chessName(x chess.Piece) string {
	switch x.Kind() {
	case chess.Pawn:
		return "Pawn"
	case chess.Knight:
		return "Knight"
	case chess.Bishop:
		return "Bishop"
	case chess.Rook:
		return "Rook"
	case chess.Queen:
		return "Queen"
	case chess.King:
		return "King"
	}
	return ""
}

func chessSettings(h House) law {
	return law{
		manners:      chess.Ordinary,
		asks:         h[KeyQuestions] == On,
		defenderAsks: h[KeyBishopDuel] == DuelDefender,
		goal:         "C2",
		bound:        [2]string{"C2", "C2"},
		special:      "C1",
	}
}
