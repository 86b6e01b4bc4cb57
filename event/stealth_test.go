package event

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// hide sets a match of Stealth Chess up and starts it: with judges and people,
// each side's pieces still to be set up.
func hide(t testing.TB, house rules.House) *game {
	t.Helper()
	g := open(t, begun())
	g.must(Host, ChooseFormat{Format: "stealth"})
	g.must(Host, NameMatch{Match: "Friday night", White: "Lions", Black: "Shepherds"})
	if house == nil {
		house = rules.House{}
	}
	g.must(Host, SetHouse{House: maps.Clone(house)})
	for _, side := range chess.Sides {
		g.must(Host, SetRoster{Side: side, Names: lineUps[side]})
	}
	g.must(Host, AddJudge{Name: bench[0]})
	g.must(Host, AddJudge{Name: bench[1]})
	g.must(Host, Start{})
	return g
}

// setUp is a match in which both sides have set up as written: the pieces of
// each side's first rank, then of its second, as letters.
func setUp(t testing.TB, house rules.House, white, black string) *game {
	t.Helper()
	g := hide(t, house)
	for i, letters := range []string{white, black} {
		side := chess.Sides[i]
		g.arrange(side, letters)
		if g.truth.match.play.settingUp() != nil {
			g.must(GameMaster(side), ConfirmSetUp{On: true, About: g.about()})
		}
	}
	return g
}

const usual = "rnbqkbnrpppppppp"

// arrange brings a side's pieces into an order by exchanging two at a time.
func (g *game) arrange(side chess.Side, letters string) {
	g.Helper()
	for i := range letters {
		array := g.truth.match.play.settingUp().Arrays[side]
		for j := i; j < 16; j++ {
			if array[j].Letter() != letters[i] && !(array[j] == chess.NoKind && letters[i] == '.') {
				continue
			}
			if j != i {
				g.must(GameMaster(side), ArrangePieces{How: "swap", A: rules.HomeSquare(side, i).String(), B: rules.HomeSquare(side, j).String(), About: g.about()})
			}
			break
		}
	}
}

func (g *game) hm(s chess.Side) HiddenMasterScreen {
	return screenOf[HiddenMasterScreen](g, GameMaster(s))
}

// kindOn is what a side's tablet shows on a square.
func (g *game) kindOn(s chess.Side, square string) chess.Kind {
	for _, c := range g.hm(s).Board.Cells {
		if c.Square == square && c.Token != nil {
			return c.Token.Kind
		}
	}
	return chess.NoKind
}

func TestS1_SettingUpInSecret(t *testing.T) {
	g := hide(t, nil)
	white, black := GameMaster(chess.White), GameMaster(chess.Black)
	g.says(g.hall().Turn, "White (Lions) and Black (Shepherds) set up in secret.")
	g.says(screenOf[AnnouncerScreen](g, Announcer).Words, "set up in secret")
	g.refuse(white, Call{From: "e2", To: "e4", About: g.about()}, Refused, "setting up")
	g.must(white, ArrangePieces{How: "swap", A: "a1", B: "e2", About: g.about()})
	g.refuse(white, ArrangePieces{How: "swap", A: "a1", B: "e7", About: g.about()}, Refused, "first two ranks")
	g.refuse(white, ArrangePieces{How: "swap", A: "a1", B: "z7", About: g.about()}, Malformed, "not a square")
	g.refuse(white, ArrangePieces{How: "jumble", About: g.about()}, Malformed, "swap, shuffle")
	g.refuse(Judge(1), ArrangePieces{How: "shuffle", About: g.about()}, Forbidden)
	g.refuse(white, ArrangePieces{How: "shuffle", About: g.about() + 5}, Stale)
	if g.kindOn(chess.White, "a1") != chess.Pawn || g.kindOn(chess.White, "e2") != chess.Rook || g.kindOn(chess.Black, "a1") != chess.Hidden {
		t.Error("a1 and e2 are not exchanged, or not for White alone")
	}
	// A plan is kept, for the next match too.
	g.must(white, SavePlan{Name: "Corner", About: g.about()})
	g.must(white, ArrangePieces{How: "shuffle", About: g.about()})
	g.must(white, ArrangePieces{How: "usual", About: g.about()})
	if g.kindOn(chess.White, "a1") != chess.Rook {
		t.Error("the ordinary set-up has no Rook on a1")
	}
	g.refuse(white, ArrangePieces{How: "plan", Plan: "Center", About: g.about()}, Malformed, "No set-up")
	g.refuse(black, ArrangePieces{How: "plan", Plan: "Corner", About: g.about()}, Malformed, "No set-up")
	g.must(white, ArrangePieces{How: "plan", Plan: "Corner", About: g.about()})
	g.must(white, ConfirmSetUp{On: true, About: g.about()})
	g.says(g.hall().Turn, "Black (Shepherds) sets up in secret.")
	g.refuse(white, ArrangePieces{How: "shuffle", About: g.about()}, Refused, "confirmed")
	g.must(white, ConfirmSetUp{About: g.about()})
	g.must(white, SavePlan{Name: "Corner", Forget: true, About: g.about()})
	g.must(white, SavePlan{Name: "Edge", About: g.about()})
	g.must(white, ConfirmSetUp{On: true, About: g.about()})
	g.must(black, ConfirmSetUp{On: true, About: g.about()})
	g.says(g.hall().Turn, "White (Lions) calls.")
	g.refuse(white, ConfirmSetUp{About: g.about()}, Refused, "Play has begun")
	g.must(white, Resign{Sure: true, About: g.about()})
	g.must(Host, Close{})
	g.must(Host, OpenMatch{})
	g.must(Host, Start{})
	if plans := g.hm(chess.White).Arrange.Plans; len(plans) != 1 || plans[0].Value != "Edge" || len(g.hm(chess.Black).Arrange.Plans) != 0 {
		t.Errorf("the plans are %v", plans)
	}
	g.must(white, ArrangePieces{How: "plan", Plan: "Edge", About: g.about()})
}

func TestS3_S7_PlayTellsPlayersSidesAndSquares(t *testing.T) {
	g := setUp(t, nil, "pnbqkbnrrppppppp", usual)
	white, black := GameMaster(chess.White), GameMaster(chess.Black)
	before := g.version
	g.refuse(white, Call{From: "a2", To: "b3", About: g.about()}, Refused, "Rook", "straight")
	if g.version != before {
		t.Error("a refused call wakes somebody")
	}
	g.refuse(black, Call{From: "e7", To: "e5", About: g.about()}, Refused, "White's turn")
	g.must(white, g.typed("a2a6"))
	g.says(g.hall().LastCall, "White: Keturah, a2 to a6.")
	g.must(black, g.typed("b7a6"))
	g.says(g.hall().LastCall, "Black: Micah, b7 to a6, took the square of Keturah.")
	g.says(g.hall().Walk, "Keturah leaves the floor. Micah walks to a6.")
	if g.stands("a6") != "Micah" || g.stands("b7") != "" {
		t.Error("the players did not walk")
	}
	g.says(strings.Join(g.hm(chess.Black).Taken, ";"), "Keturah was a Rook")
	if len(g.hm(chess.White).Taken) != 0 || g.hall().Teams[0].Out[0].Role != "Player" {
		t.Error("somebody else sees what was taken")
	}
	everybody := setUp(t, rules.House{rules.KeyCapturedKind: rules.CapturedEverybody}, "pnbqkbnrrppppppp", usual)
	everybody.play("a2a6", "b7a6")
	everybody.says(everybody.hall().LastCall, "took the square of Rook Keturah")
	nobody := setUp(t, rules.House{rules.KeyCapturedKind: rules.CapturedNobody}, "pnbqkbnrrppppppp", usual)
	nobody.play("a2a6", "b7a6")
	if len(nobody.hm(chess.Black).Taken) != 0 {
		t.Error("the captor sees it")
	}
}

func TestS4_TouchIsTheOwnTabletsAlone(t *testing.T) {
	g := setUp(t, nil, usual, usual)
	white := GameMaster(chess.White)
	seen := map[Seat]string{}
	for _, s := range AllSeats() {
		seen[s] = g.json(s)
	}
	g.refuse(white, TouchPiece{Square: "a1", About: g.about()}, Refused, "no legal move")
	g.refuse(white, TouchPiece{About: g.about()}, Malformed, "Nobody is chosen: tap one of your players")
	g.must(white, TouchPiece{Square: "b1", About: g.about()})
	for _, s := range AllSeats() {
		if now := g.json(s); (now != seen[s]) != (s == white) {
			t.Errorf("%s sees a touch, or its own tablet does not", s)
		}
	}
	g.refuse(white, g.typed("e2e4"), Refused, "touched")
	if s := g.hm(chess.White); s.Touched != "b1" || len(s.Calls) != 2 || s.MayTouch {
		t.Errorf("the tablet offers %v", s.Calls)
	}
	g.play("b1c3")
}

// The exported position has the number of the move and, before the reveal, no count of
// plies since a Pawn moved: it would tell who is one.
func TestS3_S8_ThePositionAsFEN(t *testing.T) {
	g := setUp(t, nil, usual, "pppppppprnbqkbnr")
	fen := func(want string) {
		t.Helper()
		if g.FEN() != want {
			t.Errorf("the position is %s, want %s", g.FEN(), want)
		}
	}
	players := func(white string) string { return "xxxxxxxx/xxxxxxxx/8/8/" + white }
	fen(players("8/8/XXXXXXXX/XXXXXXXX w - - 0 1"))
	g.play("e2e4")
	fen(players("4X3/8/XXXX1XXX/XXXXXXXX b - - 0 1"))
	g.play("b7c5")
	g.play("g1f3", "c5b7", "f3g1", "b7c5", "g1f3", "c5b7")
	fen(players("4X3/5X2/XXXX1XXX/XXXXXX1X w - - 0 5"))
	g.must(GameMaster(chess.Black), Resign{Sure: true, About: g.about()})
	g.must(Judge(1), Reveal{Sure: true, About: g.about()})
	fen("pppppppp/rnbqkbnr/8/8/4P3/5N2/PPPP1PPP/RNBQKB1R w - - 7 5")
}

func TestS5_S8_PromotionInSecretUntilTheReveal(t *testing.T) {
	g := setUp(t, nil, usual, usual)
	g.play("a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "h7h6", "a6a7", "h6h5")
	g.refuse(g.turn(), g.typed("a7b8"), Refused, "must say")
	g.play("a7b8n", "e7e6")
	if strings.Contains(g.json(Projector), "Knight") || strings.Contains(g.json(GameMaster(chess.Black)), "became") || g.kindOn(chess.White, "b8") != chess.Knight {
		t.Error("the promotion is told, or not known to its own side")
	}
	g.refuse(Host, Reveal{Sure: true, About: g.about()}, Refused, "has ended")
	g.must(GameMaster(chess.Black), Resign{Sure: true, About: g.about()})
	if h := g.hall(); h.Hidden.Lifted || strings.Contains(g.json(Projector), "Knight") || !g.host().Hidden.MayLift {
		t.Error("it is revealed by itself")
	}
	if _, err := g.Replay(0); err == nil {
		t.Error("it is replayed before the reveal")
	}
	g.refuse(Judge(2), Reveal{Sure: true, About: g.about()}, Forbidden)
	g.refuse(Judge(1), Reveal{About: g.about()}, Malformed, "second time")
	g.must(Judge(1), Reopen{"A mistake.", g.about()})
	g.must(GameMaster(chess.Black), Resign{Sure: true, About: g.about()})
	g.must(Judge(1), Reveal{Sure: true, About: g.about()})
	g.says(g.json(Projector), `"Role":"Knight"`)
	g.says(g.PGN(), "a7b8n {White: Pawn Keturah, a7 to b8, took the square of Knight Abigail, became a Knight.}")
	g.says(g.PGN(), `[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"]`)
	if g.FEN() != "rNbqkbnr/2pp1pp1/4p3/7p/8/8/1PPPPPPP/RNBQKBNR w - - 0 6" {
		t.Errorf("the position is %s", g.FEN())
	}
	for _, ply := range []int{0, 9, 10} {
		s, err := g.Replay(ply)
		if err != nil || s.Last != 10 {
			t.Fatalf("ply %d: %v, %d", ply, err, s.Last)
		}
	}
	if s, _ := g.Replay(0); s.Board.token(0).Role != "Rook" || s.Words != "" {
		t.Error("the start is not replayed with the true pieces")
	}
	for _, c := range []Command{Reopen{"No.", g.about()}, Rewind{1, "No.", g.about()}, TakeBack{"No.", g.about()}, Reveal{Sure: true, About: g.about()}} {
		by := Judge(1)
		g.refuse(by, c, Refused, "revealed")
	}
}

// The replay is on a page that anybody can open.
func TestS8_TheReplayShowsFamilyNamesOnlyWhereTheHallMayReadThem(t *testing.T) {
	g := setUp(t, nil, usual, usual)
	g.must(Host, Substitute{"a2", "Fay Zqsurname"})
	g.play("a2a4", "b7b5")
	g.must(GameMaster(chess.Black), Resign{Sure: true, About: g.about()})
	g.must(Judge(1), Reveal{Sure: true, About: g.about()})
	for _, full := range []bool{false, true} {
		g.must(Host, ShowNames{Full: full})
		r, err := g.Replay(1)
		body, _ := json.Marshal(r)
		if err != nil || !strings.Contains(string(body), "Fay") || strings.Contains(string(body), "Zqsurname") != full {
			t.Errorf("full names %v: %v, %s", full, err, body)
		}
	}
}

func TestS6_PassingAndBareKings(t *testing.T) {
	house := rules.House{rules.KeyRemovePiecesWhite: "15", rules.KeyRemovePiecesBlack: "14"}
	g := hide(t, house)
	for _, s := range chess.Sides {
		g.must(GameMaster(s), ConfirmSetUp{On: true, About: g.about()})
	}
	g.says(g.hall().Turn, "Black (Shepherds) takes 15 of White's pieces blindly. White (Lions) takes 14 of Black's pieces blindly.")
	g.refuse(GameMaster(chess.White), RemovePiece{Square: "e1", About: g.about()}, Refused, "Choose")
	for i := range 15 {
		if rules.HomeSquare(chess.White, i).String() != "e1" {
			g.must(GameMaster(chess.Black), RemovePiece{Square: rules.HomeSquare(chess.White, i).String(), About: g.about()})
		}
	}
	g.must(GameMaster(chess.Black), RemovePiece{Square: "h2", About: g.about()})
	for range 14 {
		g.must(GameMaster(chess.White), RemovePiece{About: g.about()}) // by lot
	}
	for _, s := range chess.Sides {
		g.must(GameMaster(s), ConfirmSetUp{On: true, About: g.about()})
	}
	if g.stands("e1") != "Josiah" || g.stands("a1") != "" || g.hall().Teams[0].OnFloor != 1 {
		t.Error("the handicap did not clear White's squares")
	}
	g.says(strings.Join(g.hall().Hidden.Asides, ";"), "Asher sits this match out: a1 stays empty.")
	g.refuse(GameMaster(chess.White), PassTurn{g.about()}, Refused, "legal move")
}

func TestS10_ExchangingKingAndRook(t *testing.T) {
	g := setUp(t, rules.House{rules.KeyKingTransporting: rules.On}, usual, usual)
	white := GameMaster(chess.White)
	g.refuse(white, ExchangePieces{"a1", "b1", g.about()}, Refused, "King")
	g.must(white, ExchangePieces{"h1", "e1", g.about()})
	g.says(g.hall().LastCall, "White: Josiah and Naomi exchanged e1 and h1.")
	if g.stands("e1") != "Naomi" || g.stands("h1") != "Josiah" || g.kindOn(chess.White, "h1") != chess.King || g.kindOn(chess.Black, "h1") != chess.Hidden {
		t.Error("they did not exchange")
	}
}

func TestS14_ABluffedCaptureIsAnswered(t *testing.T) {
	g := setUp(t, rules.House{rules.KeySuperBluff: rules.On}, usual, usual)
	white, black := GameMaster(chess.White), GameMaster(chess.Black)
	g.refuse(white, TouchPiece{"b1", g.about()}, Refused, "super bluff")
	g.play("b1c3", "h7h5")
	g.must(white, g.typed("c3c7"))
	g.says(g.hall().Turn, "Miriam goes from c3 onto Joel's square c7. Black (Shepherds) answers: surrender, or call the bluff.")
	g.says(screenOf[AnnouncerScreen](g, Announcer).Words, "answers: surrender, or call the bluff")
	if g.stands("c3") != "Miriam" || g.hall().Hidden.Question == "" || g.hm(chess.White).Answer != nil || !g.hm(chess.Black).Answer.Capture {
		t.Error("the capture is not waited for")
	}
	g.refuse(white, AnswerMove{Call: true, About: g.about()}, Refused, "other side")
	g.refuse(white, TakeBack{About: g.about()}, Refused)
	g.refuse(black, g.typed("c7c5"), Refused, "turn")
	g.must(black, AnswerMove{Call: true, About: g.about()})
	g.says(g.hall().LastCall, "White: Miriam, c3 to c7: a bluff that was called.")
	g.says(g.hall().Turn, "Black (Shepherds) chooses one of White's players blindly.")
	g.refuse(white, ChooseBlindly{"a1", g.about()}, Refused, "Black chooses")
	g.must(black, ChooseBlindly{"d1", g.about()})
	g.says(strings.Join(g.hall().Hidden.Asides, ";"), "Black chose blindly: Judith leaves the floor.")
	g.says(strings.Join(g.hm(chess.Black).Taken, ";"), "Judith was a Queen;Miriam was a Knight")
	g.says(g.hall().Turn, "Black (Shepherds) calls.")
	g.play("h5h4")
	// A move that is let stand, one that is doubted wrongly, one rightly.
	g.play("a2a3", "h4h3", "g1f3")
	g.must(black, AnswerMove{Call: true, About: g.about()})
	g.must(white, ChooseBlindly{"h3", g.about()})
	g.play("g7g6", "a3c5")
	g.must(black, AnswerMove{Call: true, About: g.about()})
	if g.stands("c5") != "" || g.stands("a3") != "" {
		t.Error("the bluff did not go back and leave")
	}
	g.must(black, ChooseBlindly{"e1", g.about()})
	g.says(g.hall().Result.Words, "White's King on e1 was lost by the bluff: Black wins (S14).")
	g.must(Host, TakeBack{"Wrong square.", g.about()})
	if g.stands("a3") != "Keturah" || g.truth.match.phase != Playing {
		t.Error("the end can't be taken back")
	}
}

func TestS15_AnUnmaskedPieceIsHiddenFromItsOwner(t *testing.T) {
	g := setUp(t, rules.House{rules.KeyUnmask: rules.On}, usual, usual)
	white, black := GameMaster(chess.White), GameMaster(chess.Black)
	g.refuse(white, GuessPiece{"b8", "x", g.about()}, Refused, "Say what")
	g.must(white, GuessPiece{"b8", "n", g.about()})
	g.says(strings.Join(g.hall().Hidden.Asides, ";"), "White guessed what Abigail on b8 is: right. Abigail is turned.")
	if g.kindOn(chess.White, "b8") != chess.Knight || g.kindOn(chess.Black, "b8") != chess.Hidden {
		t.Error("it faces the wrong way")
	}
	g.refuse(white, GuessPiece{"a8", "r", g.about()}, Refused, "One guess")
	g.play("a2a3")
	if n := len(g.hm(chess.Black).Calls); n < 48 {
		t.Errorf("%d calls are offered", n)
	}
	g.must(black, GuessPiece{"a1", "q", g.about()})
	g.says(strings.Join(g.hall().Hidden.Asides, ";"), "Black guessed what Asher on a1 is: wrong.")
	g.refuse(black, g.typed("a7a6"), Refused, "chooses")
	g.must(white, ChooseBlindly{"h7", g.about()})
	g.play("b8b3")
	g.says(g.hall().LastCall, "Black: Abigail, b8 to b3: turned away, and could not go so.")
	if g.stands("b8") != "" {
		t.Error("it did not leave")
	}
	p, _ := g.PlayerOf(g.truth.playerCode(postOf(chess.Black, 0)))
	player := func() PlayerScreen { return screenOf[PlayerScreen](g, p.Seat()) }
	if s := player(); s.Secret != "Rook" || s.Name != "Tobias" || s.Square != "a8" {
		t.Errorf("the player sees %+v", s)
	}
	g.must(white, GuessPiece{"a8", "r", g.about()})
	if s := player(); s.Secret != "" {
		t.Error("the turned player's phone still shows it")
	}
}

func TestS13_AnExposedKingIsSeenByTheEnemyAlone(t *testing.T) {
	g := setUp(t, rules.House{rules.KeyExposeKing: rules.ForBlack, rules.KeyRevealCaptor: rules.ForBoth}, usual, usual)
	if g.kindOn(chess.White, "e8") != chess.King || g.kindOn(chess.Black, "e8") != chess.King || strings.Contains(g.json(Projector), `"King"`) {
		t.Error("the King is not seen by White alone")
	}
	g.play("e2e4", "d7d5", "e4d5")
	g.says(g.hm(chess.Black).Shown, "who took d5, was a Pawn (S13)")
	if g.hm(chess.White).Shown != "" {
		t.Error("the own captor is shown")
	}
}

func TestS17_TheHeadJudgeSeesEverything(t *testing.T) {
	g := setUp(t, rules.House{rules.KeyArbiterSees: rules.On, rules.KeySuperBluff: rules.On}, usual, usual)
	g.play("b1c3", "a7a6", "c3e5")
	if a := g.judge(1).Sees; a == nil || a.Board.token(squareOf("e5")).Role != "Knight" || a.Words != "The last move is a bluff." {
		t.Errorf("the head judge sees %+v", a)
	}
	if g.judge(2).Sees != nil {
		t.Error("another judge sees it too")
	}
	for _, s := range chess.Sides {
		g.says(g.hm(s).Notice, "The head judge sees")
	}
	off := setUp(t, nil, usual, usual)
	if off.judge(1).Sees != nil || off.hm(chess.White).Notice != "" {
		t.Error("without the rule the head judge sees it")
	}
}

func TestStealth_WhatItNeedsAndWhatItRefuses(t *testing.T) {
	g := open(t, begun())
	g.must(Host, ChooseFormat{Format: "stealth"})
	if s := g.host(); !s.MayStart || s.Asks || len(s.Palette) > 0 {
		t.Errorf("the checklist is %v", s.Checklist)
	}
	g.must(Host, SetHouse{House: rules.House{rules.KeyArbiterSees: rules.On}})
	if g.host().MayStart {
		t.Error("the head judge is to see everything, and there is none")
	}
	g.refuse(Host, ChooseSetting{FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"}, Refused, "secret")
	play := setUp(t, nil, usual, usual)
	play.play("e2e4")
	for _, c := range []Command{
		Override{From: "e7", To: "e5", Reason: "x", About: play.about()},
		Amend{Reason: "x", About: play.about()},
	} {
		play.refuse(Judge(1), c, Refused)
	}
	play.must(GameMaster(chess.White), TakeBack{About: play.about()})
	play.play("e2e4", "d7d5", "e4d5")
	play.refuse(GameMaster(chess.White), TakeBack{About: play.about()}, Refused, "Something has come")
	play.must(Judge(1), Rewind{2, "Too fast.", play.about()})
	if play.stands("d7") != lineUps[1][11] || play.stands("e4") == "" {
		t.Error("the rewind did not put the players back")
	}
	chessMatch := begin(t, setup{})
	chessMatch.refuse(GameMaster(chess.White), TouchPiece{"e2", chessMatch.about()}, Refused, "Stealth Chess")
}

// Whoever looks at the second laptop's page learns nothing of a match with hidden pieces
// from how its record grows (S8).
func TestS8_TheStandingForAllDoesNotGrowWithSecrets(t *testing.T) {
	g := hide(t, nil)
	standing := func() Standing {
		entries, _, err := g.store.Load()
		if err != nil {
			t.Fatal(err)
		}
		return Check(entries)
	}
	before := standing()
	g.arrange(chess.White, "pnbqkbnrrppppppp")
	after := standing()
	if before.Entries == after.Entries || before.Words() == after.Words() {
		t.Fatalf("nothing was done in secret: %+v", after)
	}
	if before.Public() != after.Public() || strings.Contains(after.Public(), "entries") || !strings.Contains(after.Public(), "Friday night") {
		t.Errorf("everybody is told %q, and before %q", after.Public(), before.Public())
	}
	if open := (Standing{Entries: 3, Match: "Friday", Ply: 2}); open.Public() != open.Words() {
		t.Errorf("of a match without hidden pieces: %q", open.Public())
	}
}
