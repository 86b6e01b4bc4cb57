package event

import (
	"slices"
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

func TestR4_ACorrectionIsANewEntry(t *testing.T) {
	g := begin(t, setup{})
	g.play("e2e4")
	kept := len(g.store.entries)
	g.must(GameMaster(chess.White), TakeBack{About: g.about()})
	if len(g.store.entries) != kept+1 || g.store.entries[kept-1].Kind != "called" || g.store.entries[kept].Kind != "taken-back" {
		t.Error("taking back did not add to the record")
	}
	// Names stand beside the record, under opaque ids.
	for _, e := range g.store.entries {
		for _, name := range append(append([]string{}, lineUps[0]...), bench...) {
			if strings.Contains(string(e.Body), name) {
				t.Fatalf("entry %d (%s) holds the name %s", e.Seq, e.Kind, name)
			}
		}
	}
}

func TestR5_Resignation(t *testing.T) {
	g := begin(t, setup{})
	black := GameMaster(chess.Black)
	g.refuse(black, Resign{About: g.about()}, Malformed, "confirmed a second time (R5)")
	g.refuse(QuizMaster(chess.Black), Resign{Sure: true, About: g.about()}, Forbidden)
	g.must(black, Resign{Sure: true, About: g.about()})
	s := g.hall()
	if s.Result.Winner != WhiteColour || s.Result.Headline != "The match goes to Lions" || s.Turn != "The match is over." {
		t.Errorf("the result is %+v, %s", s.Result, s.Turn)
	}
	g.says(s.Result.Words, "Black resigned (R5).")
	g.refuse(g.turn(), g.typed("e2e4"), Refused, "has ended, so nothing more can be called")
	for _, c := range []Command{OfferDraw{g.about()}, Resign{true, g.about()}} {
		g.refuse(black, c, Refused)
	}
}

func TestR5_Draw(t *testing.T) {
	g := begin(t, setup{})
	white, black := GameMaster(chess.White), GameMaster(chess.Black)
	g.refuse(white, AnswerDraw{Mine: true, About: g.about()}, Refused, "No offer")
	g.refuse(white, AgreeDraw{g.about()}, Refused, "No offer")
	g.must(white, OfferDraw{g.about()})
	if !g.gm(chess.White).Draw.Mine || !g.gm(chess.Black).Draw.Theirs || g.gm(chess.White).Draw.MayOffer {
		t.Error("the offer is not seen")
	}
	g.refuse(white, OfferDraw{g.about()}, Refused, "stands already")
	g.refuse(white, AgreeDraw{g.about()}, Refused, "No offer")
	g.must(white, AnswerDraw{Mine: true, About: g.about()})
	g.refuse(black, AgreeDraw{g.about()}, Refused)
	g.must(white, OfferDraw{g.about()})
	g.must(black, AnswerDraw{About: g.about()})
	if g.gm(chess.White).Draw.Mine {
		t.Error("a declined offer stands")
	}
	// A call lets an offer lapse.
	g.must(white, OfferDraw{g.about()})
	g.play("e2e4")
	g.refuse(black, AgreeDraw{g.about()}, Refused)
	g.must(black, OfferDraw{g.about()})
	g.must(white, AgreeDraw{g.about()})
	if r := g.hall().Result; r == nil || r.Winner != NoColour || r.Headline != "A draw" {
		t.Errorf("the result is %+v", r)
	}
}

func TestR5_BothOfferingIsAgreement(t *testing.T) {
	g := begin(t, setup{})
	g.must(GameMaster(chess.White), OfferDraw{g.about()})
	g.must(GameMaster(chess.Black), OfferDraw{g.about()})
	g.says(g.hall().Result.Words, "Both Game Masters agreed")
}

func TestR5_TimeCalled(t *testing.T) {
	for winner, headline := range map[Colour]string{
		WhiteColour: "The match goes to Lions", BlackColour: "The match goes to Shepherds", NoColour: "A draw",
	} {
		g := begin(t, setup{judges: 2})
		g.play("e2e4", "d7d5", "e4d5:wrong", "d8d5:right", "b1c3", "h7h6", "c3b5", "h6h5", "b5a7")
		g.says(g.judge(2).Guide, "White 16, Black 15", "Rulings won: White 2, Black 0")
		g.refuse(Judge(2), CallTime{Winner: winner, About: g.about()}, Malformed, "second time")
		for _, s := range []Seat{Host, GameMaster(chess.White), Projector} {
			g.refuse(s, CallTime{Winner: winner, Sure: true, About: g.about()}, Forbidden)
		}
		g.refuse(Judge(3), CallTime{Winner: winner, Sure: true, About: g.about()}, Forbidden)
		// Time can be called in mid-challenge.
		g.must(Judge(2), CallTime{Winner: winner, Sure: true, About: g.about()})
		if s := g.hall(); s.Result.Headline != headline || s.Challenge != nil {
			t.Errorf("%q: the result is %q", winner, s.Result.Headline)
		}
		g.refuse(Judge(1), Vote{Vote: "wrong", About: g.about()}, Refused)
		g.must(Judge(1), Reopen{"There are five minutes left.", g.about()})
		if g.hall().Challenge == nil || g.hall().Result != nil {
			t.Error("the open challenge did not come back")
		}
		g.rule("wrong")
	}
}

func TestR5_ReopenAndClose(t *testing.T) {
	g := begin(t, setup{judges: 2})
	g.refuse(Judge(1), Reopen{"x", g.about()}, Refused, "Only a match that has ended")
	g.play("e2e4", "a7a6", "d1h5", "b7b6", "h5f7:wrong", "h7h6", "f7e8")
	if !g.judge(2).MayReopen {
		t.Error("a judge is not offered to reopen")
	}
	g.refuse(Judge(2), Reopen{About: g.about()}, Malformed, "reason is missing")
	for _, s := range []Seat{Host, GameMaster(chess.White)} {
		g.refuse(s, Reopen{"x", g.about()}, Forbidden)
	}
	g.must(Judge(2), Reopen{"The wrong square was called.", g.about()})
	if g.turn() != GameMaster(chess.White) || g.stands("e8") != "Caleb" {
		t.Error("an end by the format's goal is not undone with its call")
	}
	g.refuse(Host, Close{}, Refused, "Only a match that has ended can be closed")
	g.refuse(Host, OpenMatch{}, Refused)
	g.must(GameMaster(chess.White), Resign{Sure: true, About: g.about()})
	g.refuse(Judge(1), Close{}, Forbidden)
	g.must(Host, Close{})
	g.refuse(Judge(1), Reopen{"too late", g.about()}, Refused, "not yet closed")
	if !g.host().MayOpen || g.hall().Result == nil {
		t.Error("a closed match shows its result and the host can open the next")
	}
	g.must(Host, OpenMatch{})
	if s := g.hall(); s.Phase != SetUp || s.Result != nil || len(g.host().Judges) != 0 || g.host().Banks[0].Count != 0 {
		t.Error("the next match is not empty")
	}
}

func TestB18_ACallOnTheGameMasterEndsTheMatch(t *testing.T) {
	g := begin(t, setup{})
	g.play("e2e4", "a7a6", "d1h5", "b7b6", "h5f7:wrong", "h7h6")
	for _, o := range g.gm(chess.White).Calls {
		if o.From == "f7" && o.To == "e8" {
			if o.Kind != "wins" {
				t.Errorf("the call is a %s", o.Kind)
			}
			g.says(o.Sentence, "challenges the Game Master Caleb: The match goes to Lions.")
		}
	}
	g.play("f7e8")
	s := g.hall()
	if s.Challenge != nil || s.Result.Winner != WhiteColour || s.Teams[1].Out[0].Name != "Caleb" {
		t.Errorf("the match goes on: %+v", s.Result)
	}
	g.says(s.Result.Words, "(B18)")
}

func TestB24_OpenHint(t *testing.T) {
	for hint, shown := range map[string]bool{rules.On: true, rules.Off: false} {
		g := begin(t, setup{house: rules.House{rules.KeyOpenHint: hint, rules.KeyGameMasterOpen: rules.OpenCalled}})
		g.play("e2e4", "a7a6", "d1h5", "b7b6", "h5f7:wrong", "h7h6")
		if got := g.gm(chess.White).OpenHint != ""; got != shown {
			t.Errorf("%s: the side to move is told: %v", hint, got)
		}
		if got := g.judge(1).OpenHint != ""; got != shown {
			t.Errorf("%s: the judges are told: %v", hint, got)
		}
		if shown {
			g.says(g.gm(chess.White).OpenHint, "Black's Game Master is open to a challenge: White (Lions) wins by calling it (B24).")
		}
		if g.gm(chess.Black).OpenHint != "" {
			t.Error("the other side is told too")
		}
		// Overlooking the chance is part of the game.
		g.play("a2a3", "e8f7")
	}
}

func TestB24_Automatic(t *testing.T) {
	g := begin(t, setup{house: rules.House{rules.KeyGameMasterOpen: rules.OpenAutomatic}})
	g.play("e2e4", "a7a6", "d1h5", "b7b6", "h5f7:wrong")
	if g.hall().Result != nil {
		t.Fatal("Black's turn begins, and White's Game Master is safe")
	}
	g.play("h7h6")
	if r := g.hall().Result; r == nil || r.Winner != WhiteColour {
		t.Fatalf("White's turn begins and Black's Game Master is open: %+v", r)
	}
	g.says(g.hall().Result.Words, "open to the Quiz Master on f7", "(B24)")
	g.must(GameMaster(chess.Black), TakeBack{About: g.about()})
	g.play("e8f7")
}

func TestB24_Strict(t *testing.T) {
	g := begin(t, setup{house: rules.House{rules.KeyGameMasterOpen: rules.OpenStrict}})
	g.play("e2e4", "a7a6", "d1h5", "b7b6", "h5f7:wrong")
	p := g.refuse(GameMaster(chess.Black), g.typed("h7h6"), Refused, "leave the own Game Master on e8 open", "where Judith stands (B24)")
	if p.Square != "f7" {
		t.Errorf("the square is %q", p.Square)
	}
	if calls := g.gm(chess.Black).Calls; len(calls) != 1 || calls[0].To != "f7" {
		t.Errorf("Black may call %+v", calls)
	}
	g.play("e8f7")
}

// Sam Loyd's shortest way to a side without a move.
func TestB24_StrictWithoutALegalCallIsADraw(t *testing.T) {
	g := begin(t, setup{house: rules.House{rules.KeyGameMasterOpen: rules.OpenStrict}})
	g.play("e2e3", "a7a5", "d1h5", "a8a6", "h5a5:wrong", "h7h5", "a5c7:wrong", "a6h6", "h2h4", "f7f6",
		"c7d7:wrong", "e8f7", "d7b7:wrong", "d8d3", "b7b8:wrong", "d3h7", "b8c8:wrong", "f7g6", "c8e6")
	if r := g.hall().Result; r == nil || r.Winner != NoColour {
		t.Fatalf("Black has no legal call: %+v", r)
	}
	g.says(g.hall().Result.Words, "no legal call", "not open", "(B24)")
}

func TestB24_StrictARulingThatExposesTheOwnGameMasterLoses(t *testing.T) {
	g := begin(t, setup{house: rules.House{rules.KeyGameMasterOpen: rules.OpenStrict}})
	// The Quiz Master's person is asked; if the answer is right it is back, and the own Game Master is open.
	g.enter("4r1k1/8/8/8/8/8/4Q2p/4K3 w - - 0 1")
	g.play("e2h2:right")
	if r := g.hall().Result; r != nil {
		t.Fatalf("the Quiz Master is back on e2 and blocks: %+v", r)
	}
	g.enter("4r1k1/8/8/8/8/8/4Q2p/4K3 w - - 0 1")
	g.play("e2h2")
	g.says(g.hall().Challenge.Effects[1].Words, "The match goes to Shepherds.")
	g.rule("wrong")
	if r := g.hall().Result; r == nil || r.Winner != BlackColour || !r.Ruled {
		t.Fatalf("the caller's own Game Master is open after the ruling: %+v", r)
	}
	g.must(Judge(1), Reopen{"The answer was right.", g.about()})
	g.play("e2h2:right")
}

func TestB25_NoPossibleCallIsADraw(t *testing.T) {
	for open, fen := range map[string]string{
		rules.OpenCalled:    "k7/RR6/2N5/8/8/8/8/4K3 w - - 0 1", // even though the Game Master is open
		rules.OpenAutomatic: "k7/NR6/2N5/8/8/8/8/4K3 w - - 0 1",
	} {
		g := begin(t, setup{house: rules.House{rules.KeyGameMasterOpen: open, rules.KeyGameMasterTakes: rules.TakesNone}})
		g.enter(fen)
		g.play("c6b8")
		if r := g.hall().Result; r == nil || r.Winner != NoColour {
			t.Fatalf("%s: Black has no possible call: %+v", open, r)
		}
		g.says(g.hall().Result.Words, "(B25)")
	}
}

// What was put right last goes from every page with the end that people bring about;
// what is put right after it is shown (R5, B41).
func TestR5_ACorrectionGoesWithTheEnd(t *testing.T) {
	for name, end := range map[string]func(*game){
		"time called": func(g *game) { g.must(Judge(1), CallTime{Winner: WhiteColour, Sure: true, About: g.about()}) },
		"resigned":    func(g *game) { g.must(GameMaster(chess.Black), Resign{Sure: true, About: g.about()}) },
	} {
		g := begin(t, setup{})
		g.play("e2e4", "d7d5", "e4d5:wrong")
		g.must(Judge(1), Amend{Vote: "right", Alone: true, Reason: "misheard", About: g.about()})
		shown := func() []bool {
			return []bool{g.gm(chess.White).Put != nil, g.qm(chess.White).Put != nil, g.judge(1).Put != nil, g.hall().Put != nil, g.host().Put != nil}
		}
		if got := shown(); slices.Contains(got, false) {
			t.Errorf("%s: before the end the correction is shown %v", name, got)
		}
		end(g)
		if got := shown(); slices.Contains(got, true) {
			t.Errorf("%s: after the end the correction is shown %v", name, got)
		}
		g.must(Judge(1), Amend{Vote: "wrong", Alone: true, Reason: "heard again", About: g.about()})
		if got := shown(); slices.Contains(got, false) {
			t.Errorf("%s: what is put right after the end is shown %v", name, got)
		}
	}
}
