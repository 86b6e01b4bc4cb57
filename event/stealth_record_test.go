package event

import (
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// hiddenRecord is two matches of Stealth Chess with every kind of entry that
// only they have: one revealed, one that is still being played.
func hiddenRecord(t *testing.T) *game {
	t.Helper()
	g := hide(t, rules.House{
		rules.KeyUnmask: rules.On, rules.KeyKingTransporting: rules.On, rules.KeyEarthquake: rules.On,
		rules.KeyRemovePiecesBlack: "14", rules.KeyExposeKing: rules.ForWhite,
	})
	white, black := GameMaster(chess.White), GameMaster(chess.Black)
	ready := func() {
		for _, s := range []Seat{white, black} {
			g.must(s, ConfirmSetUp{On: true, About: g.about()})
		}
	}
	g.must(black, ConfirmSetUp{On: true, About: g.about()})
	for i := range 14 { // all but the last Pawn
		if i >= 4 {
			i++ // e8 is the King's, who is not there yet
		}
		g.must(white, RemovePiece{rules.HomeSquare(chess.Black, i).String(), g.about()})
	}
	g.must(black, ArrangePieces{How: "swap", A: "a8", B: "a7", About: g.about()})
	g.must(white, ArrangePieces{How: "shuffle", About: g.about()})
	g.must(white, SavePlan{Name: "Corner", About: g.about()})
	g.must(white, ArrangePieces{How: "usual", About: g.about()})
	ready()
	ready() // after the earthquake
	g.must(white, GuessPiece{"e8", "k", g.about()})
	g.must(white, TouchPiece{"b1", g.about()})
	g.play("b1c3")
	g.play("a7a6")
	g.must(white, GuessPiece{"a6", "p", g.about()})
	g.play("c3d5")
	g.must(black, PassTurn{g.about()})
	g.must(white, ExchangePieces{"e1", "h1", g.about()})
	g.must(black, GuessPiece{"a1", "q", g.about()})
	g.must(white, ChooseBlindly{"a6", g.about()})
	g.must(black, Resign{Sure: true, About: g.about()})
	g.must(Host, Reveal{Sure: true, About: g.about()})
	g.must(Host, Close{})
	g.must(Host, OpenMatch{})
	g.must(Host, SetHouse{House: rules.House{rules.KeySuperBluff: rules.On}})
	g.must(Host, Start{})
	ready()
	g.play("b1c3")
	g.must(black, AnswerMove{About: g.about()})
	g.play("a7a5", "c3c7")
	g.must(black, AnswerMove{Call: true, About: g.about()})
	g.must(black, ChooseBlindly{"d1", g.about()})
	g.play("a5a4")
	g.must(Host, TakeBack{"Too fast.", g.about()})
	g.play("h7h5")
	return g
}
