package views

import "biblechess/event"

// hiddenMasterPage is a Game Master's tablet in Stealth Chess; its regions have
// the places of the ordinary tablet's.
func hiddenMasterPage(s event.HiddenMasterScreen) Page {
	return page(s.Frame, "gm",
		Region{ID: "head", Component: head(s.Frame)},
		Region{ID: "gm-turn", Component: hiddenTurn(s)},
		Region{ID: "gm-floor", Component: hiddenFloor(s)},
		Region{ID: "gm-beside", Component: hiddenBeside(s)},
		Region{ID: "gm-call", Component: hiddenCall(s)},
		Region{ID: "gm-more", Component: hiddenMore(s)},
	)
}

// playerPage is a player's own phone. Its address is a secret of its own.
func playerPage(s event.PlayerScreen) Page {
	p := page(s.Frame, "player", Region{ID: "player", Component: playerSecret(s)})
	p.Title = "Your secret · Bible Chess"
	return p
}

func cardsPage(s event.CardsScreen) Page {
	p := page(s.Frame, "cards", Region{ID: "cards", Component: secretCards(s)})
	p.Live = false
	return p
}

// replayPage shows a match that is over as the hall's board does.
func replayPage(s event.ReplayScreen) Page {
	p := page(s.Frame, "board", Region{ID: "board-stage", Component: replayStage(s)}, Region{ID: "board-floor", Component: replayBoard(s)})
	p.Title, p.Live = "Replay · Bible Chess", false
	return p
}

// guessEmblem is the drawing of what a piece is taken for.
func guessEmblem(c event.Choice) string {
	return emblemOf(kindOfLetter[c.Value], c.Label)
}

// headHidden is what the head judge may reveal; nil for any other judge.
func headHidden(s event.JudgeScreen) *event.HiddenView {
	if !s.Head {
		return nil
	}
	return s.Hidden
}
