package rules

import (
	"fmt"
	"slices"
	"sync"

	"biblechess/event/chess"
)

// Keys of the house rules of Jedi Chess.
const (
	KeySithMaster = "sith-master" // J5
	KeySithGoal   = "sith-goal"   // J6
)

// Values of the house rules of Jedi Chess.
const (
	MasterAmazon = "amazon"
	MasterRebel  = "rebel"

	GoalCheckmate   = "checkmate"
	GoalCaptureBoth = "capture-both"
)

// Jedi is Jedi Chess (J1 to J6): White is the Jedi, Black the Sith.
var Jedi Format = &orthodox{
	key: "jedi", name: "Jedi Chess",
	house: sync.OnceValue(func() []HouseRule {
		return slices.Concat([]HouseRule{
			choice(KeySithMaster, "J5", "The Sith Master",
				"How the Sith Master moves. The weaker one gives the Jedi a better chance.",
				Value{MasterAmazon, "As Queen and Knight", "It slides like a Queen and jumps like a Knight."},
				Value{MasterRebel, "As King and Knight", "It steps like a King and jumps like a Knight."}),
			choice(KeySithGoal, "J6", "How the Sith are beaten",
				"What the Jedi must do to win. The Sith always win by checkmate of the Jedi Grand Master.",
				Value{GoalCheckmate, "Checkmate", "The Jedi win by checkmate of the Sith Master."},
				Value{GoalCaptureBoth, "Both are captured", "The Sith may stay in check. When the Sith Master is captured, the Sith Apprentice becomes the Sith Master at once, and the Jedi win when no Sith is left."}),
			questionsRule("The Jedi Master and the Sith Apprentice are their sides' Quiz Masters, and their persons go on asking after they have left, or risen; only their questions are needed. Jedi Grand Master and Sith Master ask nobody, are asked nothing, take outright and are taken outright, and the Sith ask each other nothing. For a side that is bound by check a call is legal if its best ruling keeps it out of check, and a ruling after which it is in check loses."),
		}, withQuestions(questionRules()), timeRules())
	}),
	names:    jediName,
	movement: jediMovement,
	settings: jediSettings,
	start:    jediStart,
	possible: jediPossible,
}

func jediName(x chess.Piece) string {
	if x.Side() == chess.Black {
		switch x.Kind() {
		case chess.Amazon, chess.Centaur:
			return "Sith Master"
		case chess.Queen:
			return "Sith Apprentice"
		}
		return ""
	}
	switch x.Kind() {
	case chess.Pawn:
		return "Clone Trooper"
	case chess.Rook:
		return "Padawan"
	case chess.Knight:
		return "Jedi Knight"
	case chess.Bishop:
		return "Jedi Adept"
	case chess.Queen:
		return "Jedi Master"
	case chess.King:
		return "Jedi Grand Master"
	}
	return ""
}

// jediMovement is the clause on how a piece moves.
func jediMovement(x chess.Piece) string {
	switch {
	case x.Side() == chess.White:
		return "J2"
	case x.Kind() == chess.Centaur:
		return "J5"
	}
	return "J1"
}

// masterKind is what the Sith Master is by the house rules.
func masterKind(h House) chess.Kind {
	if h[KeySithMaster] == MasterRebel {
		return chess.Centaur
	}
	return chess.Amazon
}

func jediSettings(h House) law {
	g := law{
		manners: chess.Manners{Castling: true, Promotions: chess.Promotable, Fellows: [2]bool{chess.Black: true}},
		asks:    h[KeyQuestions] == On,
		goal:    "J3",
		bound:   [2]string{chess.White: "J2", chess.Black: "J3"},
		special: "J2",
	}
	if h[KeySithGoal] == GoalCaptureBoth {
		g.goal = "J6"
		g.manners.Heirs[chess.Black] = masterKind(h)
	}
	return g
}

// jediStart is the set-up of J1.
func jediStart(h House) chess.Position {
	p := chess.StartPosition()
	for q := range p.Occupied(chess.Black).All() {
		p = p.With(q, 0)
	}
	d8, e8 := chess.SquareAt(3, 7), chess.SquareAt(4, 7)
	return p.With(d8, chess.NewPiece(chess.Black, chess.Queen)).With(e8, chess.NewPiece(chess.Black, masterKind(h)))
}

// jediPossible says why a position can't be one of Jedi Chess; nil if it can.
func jediPossible(h House, p chess.Position) error {
	if err := p.PossibleArmy(chess.White, func(k chess.Kind) string { return jediName(chess.NewPiece(chess.White, k)) }); err != nil {
		return err
	}
	master := chess.NewPiece(chess.Black, masterKind(h))
	apprentice := chess.NewPiece(chess.Black, chess.Queen)
	for q := range p.Occupied(chess.Black).All() {
		if x := p.At(q); x != master && x != apprentice {
			return fmt.Errorf("the piece %c on %s is not one of the Sith: they are %c, the Sith Master, and q, the Sith Apprentice", x.Letter(), q, master.Letter())
		}
	}
	masters, apprentices := p.Find(master).Count(), p.Find(apprentice).Count()
	captureBoth := h[KeySithGoal] == GoalCaptureBoth
	switch {
	case masters > 1:
		return fmt.Errorf("there are %d Sith Masters on the board, and there is one", masters)
	case apprentices > 1:
		return fmt.Errorf("there are %d Sith Apprentices on the board, and there is one", apprentices)
	case masters == 0 && (!captureBoth || apprentices == 1):
		return fmt.Errorf("%s has no Sith Master (%c) on the board", chess.Black, master.Letter())
	}
	g := jediSettings(h)
	if waiting := p.Turn().Other(); p.Checked(waiting, g.manners) {
		q := p.Royal(waiting)
		return fmt.Errorf("%s is to move, and %s's %s on %s is in check already: it would have been %s's turn to answer that",
			p.Turn(), waiting, jediName(p.At(q)), q, waiting)
	}
	return nil
}
