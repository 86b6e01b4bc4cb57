package rules

import (
	"slices"
	"strconv"
	"sync"

	"biblechess/event/chess"
)

// Keys of the house rules of Stealth Chess.
const (
	KeyCapturedKind      = "captured-kind"       // S3
	KeyTouchMove         = "touch-move"          // S4
	KeyKingTransporting  = "king-transporting"   // S10
	KeySuperQueen        = "super-queen"         // S11
	KeyEarthquake        = "earthquake"          // S12
	KeyExposeKing        = "expose-king"         // S13
	KeyRemovePiecesWhite = "remove-pieces-white" // S13
	KeyRemovePiecesBlack = "remove-pieces-black" // S13
	KeyRevealCaptor      = "reveal-captor"       // S13
	KeySuperBluff        = "super-bluff"         // S14
	KeyUnmask            = "unmask"              // S15
	KeyTraditional       = "traditional"         // S16
	KeyArbiterSees       = "arbiter-sees"        // S17
)

// Values of the house rules of Stealth Chess, beside On and Off.
const (
	CapturedCaptor    = "captor"
	CapturedNobody    = "nobody"
	CapturedEverybody = "everybody"

	ForWhite = "white"
	ForBlack = "black"
	ForBoth  = "both"
)

var stealthHouse = sync.OnceValue(func() []HouseRule {
	return slices.Concat([]HouseRule{
		choice(KeyCapturedKind, "S3", "Who sees what was captured",
			"Who is told what a player was that has left the floor in play. Everything is revealed after the match.",
			Value{CapturedCaptor, "The side that took it", "Its Game Master's tablet lists what it has taken."},
			Value{CapturedNobody, "Nobody", "It is known to its own side alone."},
			Value{CapturedEverybody, "Everybody", "The hall sees what it was."}),
		choice(KeyTouchMove, "S4", "Touch and move",
			"Whether a Game Master may bind the own side to a player by touching it. It has no effect with the super bluff.",
			Value{On, "Yes", "A player with a legal move that was touched must be moved. Looking at one on the tablet binds nobody."},
			Value{Off, "No", "Nothing binds before the call."}),
		optional(KeyKingTransporting, "S10", "King transporting",
			"Whether a side may once exchange its King with one of its Rooks, anywhere, in place of a move. Others see two players exchange."),
		optional(KeySuperQueen, "S11", "Super Queen",
			"Whether Queens also jump as Knights do, promoted ones too."),
		optional(KeyEarthquake, "S12", "Earthquake",
			"Whether both sides may rearrange their two ranks once more after both have set up."),
		forSide(KeyExposeKing, "S13", "Handicap: the King is exposed",
			"Whose King the enemy sees during the whole match."),
		removed(KeyRemovePiecesWhite, "Handicap: White starts with fewer",
			"How many of White's pieces Black takes blindly before the set-up: White sets up without its King, Black taps the squares, then White sets up afresh."),
		removed(KeyRemovePiecesBlack, "Handicap: Black starts with fewer",
			"How many of Black's pieces White takes blindly before the set-up: Black sets up without its King, White taps the squares, then Black sets up afresh."),
		forSide(KeyRevealCaptor, "S13", "Handicap: the captor is shown",
			"Which side must show the enemy the piece that has captured."),
		optional(KeySuperBluff, "S14", "Super bluff",
			"Whether a piece may be moved as any piece could. The other side may call the bluff, and whoever was wrong loses for it."),
		optional(KeyUnmask, "S15", "Unmask the intruder",
			"Whether a side may guess a piece once in its turn, before it moves. Right: that piece is turned to face the guesser, away from its owner. Wrong: the enemy takes one of the guesser's pieces blindly."),
		optional(KeyTraditional, "S16", "Traditional set-up",
			"Whether both sides start from the ordinary set-up, still hidden: a help for those who learn."),
		optional(KeyArbiterSees, "S17", "The head judge sees everything",
			"Whether the head judge's phone shows both sides' pieces, for disputes. Both sides are told."),
	}, timeRules())
})

// optional is a house rule that is off until a host turns it on.
func optional(key, clause, name, help string) HouseRule {
	return choice(key, clause, name, help, Value{Off, "No", "Played as written."}, Value{On, "Yes", "The rule is in force."})
}

// forSide is a house rule that is in force for a side, for both, or not at all.
func forSide(key, clause, name, help string) HouseRule {
	return choice(key, clause, name, help,
		Value{Off, "Nobody", "Both sides play without it."},
		Value{ForWhite, "White", "For White alone."}, Value{ForBlack, "Black", "For Black alone."}, Value{ForBoth, "Both", "For both sides."})
}

// removed is how many pieces a side is deprived of (S13).
func removed(key, name, help string) HouseRule {
	return number(key, "S13", name, help, Value{Off, "None", "That side starts with all sixteen."}, Number{1, 15, "pieces"})
}

// stealthLaw is what of the house rules the board depends on.
type stealthLaw struct {
	touch, transports, superQueen, earthquake, bluff, unmask, traditional bool
	expose, show                                                          [2]bool // by the side that bears the handicap
	remove                                                                [2]int
}

// stealthLawOf reads the house rules of a match. A value that Check refuses
// counts as the default.
func stealthLawOf(h House) stealthLaw {
	of := func(key string) (sides [2]bool) {
		v := h[key]
		return [2]bool{v == ForWhite || v == ForBoth, v == ForBlack || v == ForBoth}
	}
	g := stealthLaw{
		touch: h[KeyTouchMove] != Off, transports: h[KeyKingTransporting] == On, superQueen: h[KeySuperQueen] == On,
		earthquake: h[KeyEarthquake] == On, bluff: h[KeySuperBluff] == On, unmask: h[KeyUnmask] == On,
		traditional: h[KeyTraditional] == On, expose: of(KeyExposeKing), show: of(KeyRevealCaptor),
	}
	g.touch = g.touch && !g.bluff // S14
	for i, key := range []string{KeyRemovePiecesWhite, KeyRemovePiecesBlack} {
		if n, err := strconv.Atoi(h[key]); err == nil && n >= 1 && n <= 15 {
			g.remove[i] = n
		}
	}
	return g
}

// stealthManners is how the pieces move where chess and Stealth Chess agree (S2).
var stealthManners = chess.Manners{Promotions: chess.Promotable}
