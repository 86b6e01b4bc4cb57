package event

import (
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// floor starts a match of another format without questions.
func floor(t testing.TB, format string, house rules.House, setting ...ChooseSetting) *game {
	t.Helper()
	g := open(t, begun())
	g.must(Host, ChooseFormat{Format: format})
	if house != nil {
		g.must(Host, SetHouse{House: house})
	}
	for _, s := range setting {
		g.must(Host, s)
	}
	for _, side := range chess.Sides {
		due := len(homesIn(g.truth.match.start().Position)[side])
		g.must(Host, SetRoster{Side: side, Names: lineUps[side][:due]})
	}
	g.must(Host, AddJudge{"Ruth"})
	g.come(Judge(1))
	g.must(Host, Start{})
	return g
}

func TestC1C2_ChessToMate(t *testing.T) {
	g := floor(t, "chess", nil)
	for _, s := range g.host().Seats {
		if s.Seat.Role() == "qm" || s.Seat.Role() == "questions" {
			t.Errorf("%s is offered, and nobody asks anything", s.Name)
		}
	}
	g.play("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6")
	g.says(g.gm(chess.White).Turn, "White calls")
	var mate CallOption
	for _, o := range g.gm(chess.White).Calls {
		if o.From == "h5" && o.To == "f7" {
			mate = o
		}
	}
	if mate.Kind != "wins" {
		t.Errorf("the mating call is a %q: %s", mate.Kind, mate.Sentence)
	}
	g.play("h5f7")
	if h := g.hall(); h.Result == nil || h.Result.Winner != WhiteColour || !strings.Contains(h.Result.Words, "C2") {
		t.Errorf("the result is %+v", h.Result)
	}
	g.says(g.hall().Walk, "Rachel leaves the floor", "Judith walks to f7")
	g.says(g.PGN(), "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#", `[White "White"]`, "1-0")
	games, err := chess.ParsePGN(g.PGN())
	if err != nil || len(games) != 1 || len(games[0].Moves) != 7 {
		t.Errorf("the export reads back as %v, %v", games, err)
	}
	g.says(g.FEN(), "pppp1Qpp")
}

func TestC2_CheckIsShownAndSaid(t *testing.T) {
	g := floor(t, "chess", nil)
	g.play("e2e4", "f7f6")
	said := ""
	for _, o := range g.gm(chess.White).Calls {
		if o.From == "d1" && o.To == "h5" {
			said = o.Sentence
		}
	}
	g.says(said, "Check.")
	g.play("d1h5")
	for what, words := range map[string]string{"hall": g.hall().Check, "tablet": g.gm(chess.Black).Check, "judge": g.judge(1).Check} {
		if !strings.Contains(words, "Check to King Caleb") {
			t.Errorf("the %s says %q", what, words)
		}
	}
	g.refuse(GameMaster(chess.Black), g.typed("a7a6"), Refused, "check")
}

func TestC3_ClaimOfARepetition(t *testing.T) {
	g := floor(t, "chess", nil)
	g.refuse(GameMaster(chess.White), ClaimDraw{1, g.about()}, Refused, "nothing to claim")
	g.play("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1")
	// The next call brings the position about for the third time: it can be claimed now.
	claims := g.gm(chess.Black).Claims
	if len(claims) != 1 || !strings.Contains(claims[0].Words, "third time after Knight ") {
		t.Fatalf("Black can claim %+v", claims)
	}
	g.refuse(GameMaster(chess.White), ClaimDraw{1, g.about()}, Refused, "whose turn")
	g.must(GameMaster(chess.Black), ClaimDraw{1, g.about()})
	if r := g.hall().Result; r == nil || r.Winner != NoColour || !strings.Contains(r.Words, "C3") {
		t.Errorf("the result is %+v", r)
	}
	// A claim that was a mistake is reopened like any other end.
	g.must(Judge(1), Reopen{"claimed in error", g.about()})
	if g.hall().Phase != Playing {
		t.Error("the match is not reopened")
	}
}

func TestC4_ClocksAndFlag(t *testing.T) {
	g := floor(t, "chess", rules.House{rules.KeyClock: "1+5"})
	left := func(s Colour) int64 {
		for _, c := range g.hall().Clocks {
			if c.Key == "clock-"+string(s) {
				if c.Stopped {
					return c.Left
				}
				return c.Until - g.clock.now().UnixMilli()
			}
		}
		t.Fatalf("no clock for %s", s)
		return 0
	}
	g.clock.forward(20 * time.Second)
	if w, b := left(WhiteColour), left(BlackColour); w != 40_000 || b != 60_000 {
		t.Errorf("the clocks show %d and %d", w, b)
	}
	g.play("e2e4")
	if w := left(WhiteColour); w != 45_000 {
		t.Errorf("after the call and 5 s more White has %d", w)
	}
	g.clock.forward(10 * time.Second)
	g.must(Host, Pause{"fire drill"})
	g.clock.forward(time.Hour)
	if b := left(BlackColour); b != 50_000 {
		t.Errorf("in a pause Black's clock goes on to %d", b)
	}
	g.must(Host, Resume{})
	g.clock.forward(10 * time.Second)
	g.play("e7e5")
	if b := left(BlackColour); b != 45_000 {
		t.Errorf("after a pause Black has %d", b)
	}
	// Taken back, the clock is what it was when the turn began.
	g.must(GameMaster(chess.Black), TakeBack{About: g.about()})
	if b := left(BlackColour); b != 60_000 {
		t.Errorf("taken back, Black has %d", b)
	}
	g.refuse(Judge(1), CallFlag{g.about()}, Refused, "run out")
	g.wait(61 * time.Second)
	if !g.judge(1).Tools.Flag {
		t.Error("the judges are not told that Black's time has run out")
	}
	g.must(Judge(1), CallFlag{g.about()})
	if r := g.hall().Result; r == nil || r.Winner != WhiteColour || !strings.Contains(r.Words, "C4") {
		t.Errorf("the result is %+v", r)
	}
}

func TestC1_StartFromAPosition(t *testing.T) {
	bad := open(t, begun())
	bad.must(Host, ChooseFormat{Format: "chess"})
	bad.refuse(Host, ChooseSetting{FEN: "8/8/8/8/8/8/8/8 w - - 0 1"}, Refused, "can't start")
	bad.refuse(Host, ChooseSetting{FEN: "nonsense"}, Malformed, "can't be read")
	bad.refuse(Host, ChooseSetting{FEN: "4k3/8/8/8/8/8/4q3/4K3 b - - 0 1"}, Refused, "")
	bad.refuse(Host, ChooseSetting{FEN: "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}, Refused, "In this position the match is over already. ")
	bad.refuse(Host, ChooseSetting{FEN: "a", PGN: "b"}, Malformed, "not both")
	bad.refuse(GameMaster(chess.White), ChooseSetting{}, Forbidden)

	g := floor(t, "chess", nil, ChooseSetting{FEN: "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 40"})
	if a, k := g.stands("a1"), g.stands("e8"); a != "Asher" || k != "Tobias" {
		t.Errorf("on a1 and e8 stand %q and %q", a, k)
	}
	g.play("e1g1", "e8e7", "a7a8q")
	g.says(g.hall().LastCall, "Judith", "became a Queen") // the fourth of White's line-up stood on a7
	g.refuse(Host, ChooseSetting{}, Refused, "has started")
}

const shortGame = `[Event "A casual game"]
[White "Greco"]
[Black "NN"]
[Date "1619.??.??"]

1. e4 b6 {a quiet square} 2. d4 Bb7 3. Bd3 f5? $2 (3... e6 4. Nf3) 4. exf5 Bxg2 5. Qh5+ g6 6. fxg6 Nf6 7. gxh7+ Nxh5 8. Bg6# 1-0`

func TestC1_AFamousGameIsWalked(t *testing.T) {
	bad := open(t, begun())
	bad.refuse(Host, ChooseSetting{PGN: shortGame}, Refused, "ordinary chess")
	bad.must(Host, ChooseFormat{Format: "chess"})
	bad.refuse(Host, ChooseSetting{PGN: "1. e4 e5 2. Ke3"}, Malformed, "")
	bad.refuse(Host, ChooseSetting{PGN: shortGame + "\n\n" + shortGame}, Malformed, "2 games")

	g := floor(t, "chess", nil, ChooseSetting{PGN: shortGame})
	if v := g.hall().Game; v == nil || !strings.Contains(v.Headline, "Greco – NN") || !strings.Contains(v.Headline, "1619") || v.Left != 15 {
		t.Fatalf("the hall sees %+v", v)
	}
	remarks := map[string]bool{}
	for g.hall().Phase == Playing {
		remarks[g.hall().Game.Remark] = true
		screen := screenOf[GameMasterScreen](g, g.turn())
		if screen.Game == nil || screen.Game.Strayed || screen.Game.From == "" {
			t.Fatalf("the tablet offers %+v", screen.Game)
		}
		g.must(g.turn(), Call{From: screen.Game.From, To: screen.Game.To, Promotion: screen.Game.Promotion, About: g.about()})
	}
	if h := g.hall(); h.Result == nil || h.Result.Winner != WhiteColour || h.Game.Left != 0 {
		t.Errorf("it ends with %+v, %+v", h.Result, h.Game)
	}

	if len(remarks) != 2 || !remarks["a quiet square"] {
		t.Errorf("the hall reads %v", remarks)
	}

	stray := floor(t, "chess", nil, ChooseSetting{PGN: shortGame})
	stray.play("e2e4", "e7e5")
	if v := stray.hall().Game; v == nil || !v.Strayed || v.From != "" {
		t.Errorf("after another move the hall sees %+v", v)
	}
	// Going back to the game takes it up again.
	stray.must(GameMaster(chess.Black), TakeBack{About: stray.about()})
	if v := stray.gm(chess.Black).Game; v == nil || v.Strayed || v.From != "b7" {
		t.Errorf("after going back the tablet sees %+v", v)
	}
}

func TestJ1J4_JediOnTheFloor(t *testing.T) {
	for _, goal := range []string{"checkmate", "capture-both"} {
		for _, master := range []string{"amazon", "rebel"} {
			g := floor(t, "jedi", rules.House{"sith-goal": goal, "sith-master": master})
			black := g.hall().Teams[1]
			if black.OnFloor != 2 {
				t.Errorf("%s %s: the Sith are %d", goal, master, black.OnFloor)
			}
			g.says(g.gm(chess.White).Calls[0].Sentence, "Clone Trooper")
			cells := map[string]string{}
			for _, c := range g.hall().Board.Cells {
				if c.Token != nil {
					cells[c.Square] = c.Token.Role
				}
			}
			for square, role := range map[string]string{"d8": "Sith Apprentice", "e8": "Sith Master", "e1": "Jedi Grand Master", "a1": "Padawan", "c1": "Jedi Adept"} {
				if cells[square] != role {
					t.Errorf("%s %s: on %s stands a %q, want %q", goal, master, square, cells[square], role)
				}
			}
			// J4: the Master takes its own Apprentice.
			g.play("e2e4", "e8d8")
			g.says(g.hall().Walk, "leaves the floor", "walks to d8")
			if out := g.hall().Teams[1].Out; len(out) != 1 || out[0].Role != "Sith Apprentice" {
				t.Errorf("%s %s: off the floor are %+v", goal, master, out)
			}
		}
	}
}

func TestC5_QuestionsInOrdinaryChess(t *testing.T) {
	g := open(t, begun())
	g.must(Host, ChooseFormat{Format: "chess"})
	g.must(Host, SetHouse{House: rules.House{rules.KeyQuestions: "on"}})
	g.must(Host, SetHouse{House: rules.House{rules.KeyRevealHold: "0", rules.KeyAppealSeconds: "0"}})
	if h := g.host(); !h.Asks {
		t.Fatal("no banks are asked for")
	}
	for _, side := range chess.Sides {
		g.must(Host, SetRoster{Side: side, Names: lineUps[side]})
	}
	g.must(Host, AddJudge{"Ruth"})
	g.refuse(Host, Start{}, Refused, "no questions yet")
	g.must(Host, AddQuestions{Questions: g.bank(setup{text: plainText})})
	for a := g.judge(1).Approval; a.Waiting > 0; a = g.judge(1).Approval {
		g.must(Judge(1), Approve{a.Question.ID, a.Question.Revision})
	}
	g.come(Judge(1))
	g.must(Host, Start{})
	g.play("e2e4", "d7d5", "e4d5:wrong", "d8d5:right")
	if who := g.stands("d8"); who != "Deborah" {
		t.Errorf("the Queen, as Quiz Master, goes back; on d8 stands %q", who)
	}
	g.says(g.PGN(), "[Variant \"Ordinary chess\"]", "{White: Pawn Samuel, e4 to d5, challenged Pawn Salome. WRONG.}")
}

func TestFormats_HouseRulesCarryOver(t *testing.T) {
	g := open(t, begun())
	g.must(Host, SetHouse{House: rules.House{rules.KeyMatchMinutes: "30", rules.KeySliding: "through-opponents"}})
	g.must(Host, ChooseFormat{Format: "chess"})
	if v := g.truth.match.rule(rules.KeyMatchMinutes); v != "30" {
		t.Errorf("the length of the match became %q", v)
	}
	if _, kept := g.truth.match.house[rules.KeySliding]; kept {
		t.Error("a house rule that chess has not was kept")
	}
	g.refuse(Host, ChooseFormat{Format: "poker"}, Malformed, "no such format")
	g.refuse(Judge(1), ChooseFormat{Format: "bible"}, Forbidden)
}

// Check names the piece by its format's name, and the hint of Bible Chess stays
// there.
func TestJ1_CheckNamesTheSithMaster(t *testing.T) {
	for _, goal := range []string{"checkmate", "capture-both"} {
		g := floor(t, "jedi", rules.House{"sith-goal": goal}, ChooseSetting{FEN: "3qa3/8/8/8/8/8/K7/7R w - - 0 1"})
		g.play("h1h8")
		if goal == "checkmate" {
			g.says(g.hall().Check, "Check to Sith Master Abigail.")
			continue
		}
		g.play("e8e7", "h8h7")
		if hint := g.gm(chess.White).OpenHint + g.gm(chess.Black).OpenHint; hint != "" {
			t.Errorf("a hint that Jedi Chess has not: %s", hint)
		}
	}
}
