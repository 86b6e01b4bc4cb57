package views

import (
	"biblechess/event"
	"biblechess/event/chess"
)

func samplePromotions() []event.Choice {
	return []event.Choice{{Value: "q", Label: "Quiz Master"}, {Value: "r", Label: "Rook"}, {Value: "b", Label: "Bishop"}, {Value: "n", Label: "Knight"}}
}

func sampleSideClocks() []event.Countdown {
	return []event.Countdown{
		{Key: "clock-white", Label: "White", Until: 1_800_000_000_000},
		{Key: "clock-black", Label: "Black", Left: 754_000, Stopped: true},
		{Key: "match", Label: "Match", Until: 1_800_000_000_000},
	}
}

// jediBoard is Jedi Chess with its own names and its own pieces.
func jediBoard() event.BoardView {
	roles := map[chess.Kind]string{chess.Pawn: "Clone Trooper", chess.Rook: "Padawan", chess.Knight: "Jedi Knight", chess.Bishop: "Jedi Adept", chess.Queen: "Jedi Master", chess.King: "Jedi Grand Master"}
	b := sampleBoard(false, nil)
	for i := range b.Cells {
		c := &b.Cells[i]
		if c.Token == nil {
			continue
		}
		t := *c.Token
		t.Role = roles[t.Kind]
		if c.Token = &t; t.Side == event.BlackColour {
			c.Token = nil
		}
		switch c.Square {
		case "e8":
			c.Token = &event.Token{Side: event.BlackColour, Kind: chess.Amazon, Role: "Sith Master", Name: "Naomi Ruth", Square: "e8"}
		case "d8":
			c.Token = &event.Token{Side: event.BlackColour, Kind: chess.Queen, Role: "Sith Apprentice", Name: "Sith Apprentice d8", Marker: true, Square: "d8"}
		case "c8":
			c.Token = &event.Token{Side: event.BlackColour, Kind: chess.Centaur, Role: "Sith Master", Name: "Caleb", Square: "c8"}
		}
	}
	return b
}

// formatScreens are the states that only ordinary chess and Jedi Chess have.
func formatScreens(board event.BoardScreen, gm event.GameMasterScreen, judge event.JudgeScreen) map[string]any {
	all := map[string]any{}
	game := &event.GameView{Headline: "Morphy – Duke Karl, Paris 1858", Remark: "The Bishop pins the Knight, and White will not let go of it.", Next: "Bishop Ezra walks from c4 to f7.", From: "c4", To: "f7", Left: 21}
	b := board
	b.Clocks, b.Check, b.Game = sampleSideClocks(), "Check to King Josiah on e1.", game
	all["board-chess"] = b
	b.Game = &event.GameView{Headline: game.Headline, Left: 21, Strayed: true}
	b.Board, b.Check = jediBoard(), ""
	all["board-jedi"] = b
	b = board
	b.Phase, b.Game = event.SetUp, game
	all["board-game-lineups"] = b

	g := gm
	g.Clocks, g.Check, g.Game, g.OpenHint = sampleSideClocks(), "Check to King Josiah on e1.", game, ""
	g.Promotions = []event.Choice{{Value: "q", Label: "Queen"}, {Value: "r", Label: "Rook"}, {Value: "b", Label: "Bishop"}, {Value: "n", Label: "Knight"}}
	g.Claims = []event.ClaimLine{{Claim: 1, Words: "the same position for the third time"}, {Claim: 2, Words: "fifty moves of each side without a capture or a Pawn's move after e2e4"}}
	all["gm-chess"] = g
	g.Game = &event.GameView{Headline: game.Headline, Strayed: true}
	all["gm-strayed"] = g
	g.Game, g.MayCall, g.Calls = nil, false, nil
	all["gm-checked-wait"] = g

	j := judge
	j.Clocks, j.Check, j.Tools = sampleSideClocks(), "Check to King Josiah on e1.", event.JudgeTools{Flag: true, Override: true}
	j.Promotions = g.Promotions
	all["judge-flag"] = j
	return all
}
