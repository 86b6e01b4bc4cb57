package rules_test

import (
	"reflect"
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// begin starts a match of a format from its set-up.
func begin(t testing.TB, f rules.Format, h rules.House) *match {
	t.Helper()
	if err := h.Check(f); err != nil {
		t.Fatal(err)
	}
	return &match{t, f, h, f.Start(h)}
}

// says compares a match's result with a clause and words.
func (m *match) says(over, words string) *match {
	m.t.Helper()
	if m.over() != over || m.s.Result.Words != words {
		m.t.Errorf("the match: %q, %q, want %q, %q", m.over(), m.s.Result.Words, over, words)
	}
	return m
}

func TestC1Moves(t *testing.T) {
	t.Run("C1 a capture is immediate", func(t *testing.T) {
		m := begin(t, rules.Chess, nil).call("e2e4", "d7d5", "e4d5")
		m.stands("rnbqkbnr\nppp.pppp\n........\n...P....\n........\n........\nPPPP.PPP\nRNBQKBNR")
		if l := m.s.Last; m.s.Challenge != nil || l.Clause != "C1" || l.Leaves.String() != "d5" || l.Outcome != rules.Moves {
			t.Errorf("the effect is %+v", l)
		}
	})
	t.Run("C1 castling", func(t *testing.T) {
		m := playOf(t, rules.Chess, nil, "w K -", "....k...\n........\n........\n........\n........\n........\n........\n....K..R").call("e1g1")
		if l := m.s.Last; l.Clause != "C1" || l.RookFrom.String() != "h1" || l.RookTo.String() != "f1" {
			t.Errorf("the effect is %+v", l)
		}
		m = playOf(t, rules.Chess, nil, "w K -", "....kr..\n........\n........\n........\n........\n........\n........\n....K..R")
		m.refuses("e1g1", "C1", "f1", "it would pass over f1, in check from f8")
	})
	t.Run("C1 en passant", func(t *testing.T) {
		m := playOf(t, rules.Chess, nil, "b - -", "....k...\n...p....\n........\n....P...\n........\n........\n........\n....K...").call("d7d5", "e5d6")
		if l := m.s.Last; l.Leaves.String() != "d5" || m.s.Position.At(l.Leaves) != 0 {
			t.Errorf("the effect is %+v", l)
		}
		m = playOf(t, rules.Chess, nil, "b - -", "....k...\n...p....\n........\n....P...\n........\n........\n........\n....K...").call("d7d5", "e1e2", "e8e7")
		m.refuses("e5d6", "C1", "d6", "d6 is empty")
	})
	t.Run("C1 promotion", func(t *testing.T) {
		m := playOf(t, rules.Chess, nil, "w - -", "........\n...P...k\n........\n........\n........\n........\n........\n....K...")
		m.refuses("d7d8", "C1", "d8", "whether it becomes a Queen, Rook, Bishop or Knight")
		m.call("d7d8n")
		if l := m.s.Last; l.Becomes != chess.Knight || l.Clause != "C1" {
			t.Errorf("the effect is %+v", l)
		}
	})
	t.Run("C1 refusals speak of chess", func(t *testing.T) {
		m := begin(t, rules.Chess, nil)
		m.refuses("d1d3", "C1", "d2", "The Queen on d1 can't pass d2")
		m.refuses("e8e7", "R2", "e8", "It is White's turn, and the King on e8 is Black's.")
		m.refuses("e4e5", "R3", "e4", "Nobody stands on e4.")
	})
}

func TestC2CheckAndItsEnds(t *testing.T) {
	t.Run("C2 a call that leaves the own King in check is refused", func(t *testing.T) {
		m := playOf(t, rules.Chess, nil, "w - -", "k...r...\n........\n........\n........\n........\n........\n....R...\n....K...")
		m.refuses("e2d2", "C2", "e8", "leave the own King on e1 in check from e8, where {e8} stands")
		m.call("e2e8")
		if !m.f.(rules.Checker).Checked(nil, m.s, chess.Black) || !m.f.Open(nil, m.s, chess.Black) || m.f.(rules.Checker).Checked(nil, m.s, chess.White) {
			t.Error("Black is in check, and White is not")
		}
	})
	t.Run("C2 checkmate", func(t *testing.T) {
		m := begin(t, rules.Chess, nil).call("f2f3", "e7e5", "g2g4", "d8h4").
			says("Black C2", "White's King on e1 is checkmated: Black wins.")
		m.refuses("a2a3", "R5", "-", "The match is over")
		if calls := m.f.Calls(nil, m.s); calls != nil {
			t.Errorf("an ended match has calls: %v", calls)
		}
	})
	t.Run("C2 stalemate", func(t *testing.T) {
		playOf(t, rules.Chess, nil, "w - -", ".......k\n........\n........\n......Q.\n........\n........\n........\nK.......").call("g5g6").
			says("drawn C2", "Black has no legal call and is not in check: the match is drawn.")
	})
	t.Run("C2 mate and stalemate in an entered position", func(t *testing.T) {
		if got := playOf(t, rules.Chess, nil, "b - -", "R.....k.\n.....ppp\n........\n........\n........\n........\n........\nK.......").over(); got != "White C2" {
			t.Errorf("mate: %q", got)
		}
		if got := playOf(t, rules.Chess, nil, "b - -", ".......k\n........\n......Q.\n........\n........\n........\n........\nK.......").over(); got != "drawn C2" {
			t.Errorf("stalemate: %q", got)
		}
	})
	t.Run("C2 a ruling without a challenge", func(t *testing.T) {
		if _, err := rules.Chess.Rule(nil, rules.Chess.Start(nil), rules.Right); err == nil {
			t.Error("accepted")
		}
	})
}

// What the state was is the same however often it is folded, and is not changed
// by what follows.
func TestC3PastIsAValue(t *testing.T) {
	shuffle := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	a, b := begin(t, rules.Chess, nil).call(shuffle...), begin(t, rules.Chess, nil).call(shuffle...)
	if !reflect.DeepEqual(a.s, b.s) {
		t.Error("two folds differ")
	}
	kept := a.s
	a.call(shuffle...)
	if a.s.Past.Before == nil || !reflect.DeepEqual(kept, b.s) {
		t.Error("a later call changed an earlier state")
	}
	n := 0
	for at := a.call("e2e4").s.Past; at != nil; at = at.Before {
		n++
	}
	if n != 1 {
		t.Errorf("%d positions are kept after a Pawn's move", n)
	}
	if rules.Bible.Start(nil).Past != nil {
		t.Error("Bible Chess has no draw by repetition (B25)")
	}
}

func TestC3Automatic(t *testing.T) {
	shuffle := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	t.Run("C3 fivefold", func(t *testing.T) {
		m := begin(t, rules.Chess, nil).call(shuffle...).call(shuffle...).call(shuffle...).call(shuffle[:3]...)
		if m.over() != "" {
			t.Fatalf("four times: %q", m.over())
		}
		m.call(shuffle[3]).says("drawn C3", "The same position has stood on the board five times: the match is drawn.")
	})
	t.Run("C3 another right to castle is another position", func(t *testing.T) {
		m := begin(t, rules.Chess, nil).call("e2e4", "e7e5", "e1e2", "e8e7", "e2e1", "e7e8")
		for range 3 {
			m.call("e1e2", "e8e7", "e2e1", "e7e8")
		}
		if m.call("e1e2").over() != "" {
			t.Fatalf("White's King is on e2 for the fifth time, the first time while Black could castle: %q", m.over())
		}
		if m.call("e8e7").over() != "drawn C3" {
			t.Errorf("both on the second rank for the fifth time: %q", m.over())
		}
	})
	const rooks = "k7/7r/8/8/8/8/R7/K7"
	enter := func(t *testing.T, fen string) *match {
		t.Helper()
		p, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		s, err := rules.Chess.From(nil, p)
		if err != nil {
			t.Fatal(err)
		}
		return &match{t, rules.Chess, nil, s}
	}
	t.Run("C3 seventy-five moves", func(t *testing.T) {
		m := enter(t, strings.Replace(rooks, "R7", "1R6", 1)+" w - - 148 100").call("b2b3")
		if m.over() != "" {
			t.Fatalf("149 plies: %q", m.over())
		}
		m.call("h7h6").says("drawn C3", "Each side has made seventy-five moves without a capture or a Pawn's move: the match is drawn.")
		if got := enter(t, strings.Replace(rooks, "R7", "1R6", 1)+" w - - 150 100").over(); got != "drawn C3" {
			t.Errorf("entered: %q", got)
		}
	})
	t.Run("C3 checkmate on the last of them wins", func(t *testing.T) {
		if got := enter(t, "7k/8/6K1/8/8/8/8/R7 w - - 149 100").call("a1a8").over(); got != "White C2" {
			t.Errorf("the match: %q", got)
		}
	})
	t.Run("C3 dead position", func(t *testing.T) {
		enter(t, "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1").call("e1e2").
			says("drawn C3", "Neither side has the pieces left for a checkmate: the match is drawn.")
		if got := enter(t, "4k1n1/8/8/8/8/8/8/4K3 w - - 0 1").over(); got != "drawn C3" {
			t.Errorf("a Knight: %q", got)
		}
		if got := enter(t, "4k1n1/8/8/8/8/8/8/4KN2 w - - 0 1").over(); got != "" {
			t.Errorf("a Knight each: %q", got)
		}
	})
}

func TestC3Claims(t *testing.T) {
	claimer := rules.Chess.(rules.Claimer)
	shuffle := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	claim := func(m *match, c rules.Claim) *match {
		t.Helper()
		s, err := claimer.Claim(m.h, m.s, c)
		if err != nil {
			t.Fatal(err)
		}
		if s.Position != m.s.Position {
			t.Error("a claim changed the board")
		}
		return &match{m.t, m.f, m.h, s}
	}
	refused := func(m *match, c rules.Claim, words string) {
		t.Helper()
		if s, err := claimer.Claim(m.h, m.s, c); err == nil || !strings.Contains(err.Error(), words) || s != m.s {
			t.Errorf("%v: %v, want %q", c, err, words)
		}
	}
	third := rules.Claim{Kind: rules.ClaimThreefold}
	m := begin(t, rules.Chess, nil)
	refused(m, third, "has stood on the board once")
	m.call(shuffle...)
	refused(m, third, "has stood on the board twice")
	m.call(shuffle[:3]...)
	by := rules.Claim{Kind: rules.ClaimThreefold, By: mustMove(t, "f6g8")}
	if got := claimer.Claims(nil, m.s); !reflect.DeepEqual(got, []rules.Claim{by}) || got[0].Words(rules.Chess) != "the same position for the third time after f6g8" {
		t.Errorf("C3 the claims by a call are %v", got)
	}
	refused(m, rules.Claim{Kind: rules.ClaimThreefold, By: mustMove(t, "f6h5")}, "stood on the board once")
	refused(m, rules.Claim{Kind: rules.ClaimThreefold, By: mustMove(t, "f6f5")}, "can't go to f5")
	claim(m, by).says("drawn C3", "Black claims a draw, since with f6g8 the same position has stood on the board three times: the match is drawn.")
	m.call("f6g8")
	if got := claimer.Claims(nil, m.s); !reflect.DeepEqual(got, []rules.Claim{third}) {
		t.Errorf("C3 the claims on the board are %v", got)
	}
	done := claim(m, third).says("drawn C3", "White claims a draw, since the same position has stood on the board three times: the match is drawn.")
	refused(done, third, "The match is over")
	if claimer.Claims(nil, done.s) != nil {
		t.Error("C3 an ended match has claims")
	}
	if got := claimer.Claims(nil, m.call("e2e4").s); got != nil {
		t.Errorf("C3 a claim is gone with the position: %v", got)
	}

	enter := func(fen string) *match {
		p, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		s, err := rules.Chess.From(nil, p)
		if err != nil {
			t.Fatal(err)
		}
		return &match{t, rules.Chess, nil, s}
	}
	fifty := rules.Claim{Kind: rules.ClaimFiftyMoves}
	m = enter("7k/8/5K2/8/8/7P/8/R7 w - - 99 80")
	refused(m, fifty, "There were 99 moves")
	claims := claimer.Claims(nil, m.s)
	for _, c := range claims {
		if c.Kind != rules.ClaimFiftyMoves || c.By.String() == "h3h4" {
			t.Errorf("C3 %v can't be claimed", c)
		}
	}
	if len(claims) != 7+14 {
		t.Errorf("C3 %d calls bring the fiftieth move about: %v", len(claims), claims)
	}
	refused(m, rules.Claim{Kind: rules.ClaimFiftyMoves, By: mustMove(t, "h3h4")}, "There were 0 moves")
	m.call("f6f7")
	claim(m, fifty).says("drawn C3", "Black claims a draw, since each side has made fifty moves without a capture or a Pawn's move: the match is drawn.")
	mate := enter("7k/8/6K1/8/8/8/8/R7 w - - 99 100")
	refused(mate, rules.Claim{Kind: rules.ClaimFiftyMoves, By: mustMove(t, "a1a8")}, "brings about no draw")
	if fifty.Words(rules.Chess) == third.Words(rules.Chess) || !strings.Contains(fifty.Words(rules.Jedi), "a Clone Trooper's move") {
		t.Error("C3 a claim has no words")
	}
}

func TestC4Clock(t *testing.T) {
	for text, want := range map[string]string{
		"off": "", "15+10": "", "1+0": "", "180+120": "",
		"15": "minutes for a side", "": "minutes for a side", "0+10": "1 to 180 minutes", "181+0": "1 to 180", "5+121": "0 to 120 seconds",
		"05+3": "like 15+10", "5 + 3": "like 15+10", "5+3+1": "like 15+10", "5+-3": "like 15+10", "+5+3": "like 15+10", "on": "only off or minutes",
	} {
		err := rules.House{rules.KeyClock: text}.Check(rules.Chess)
		if (err == nil) != (want == "") || err != nil && (!strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "Clock: ")) {
			t.Errorf("C4 %q: %v, want %q", text, err, want)
		}
	}
	if c, ok := (rules.House{rules.KeyClock: "15+10"}).Clock(rules.Chess); !ok || c != (rules.Clock{Minutes: 15, Increment: 10}) {
		t.Errorf("C4 the clock is %v, %v", c, ok)
	}
	if c, ok := (rules.House{}).Clock(rules.Chess); ok {
		t.Errorf("C4 the default is %v", c)
	}
	if _, ok := (rules.House{rules.KeyClock: "15+10"}).Clock(rules.Jedi); ok {
		t.Error("C4 is of ordinary chess")
	}
}

func TestChessFromRefuses(t *testing.T) {
	for fen, want := range map[string]string{
		"8/8/8/8/8/8/8/4K3 w - - 0 1":                 "Black has no King",
		"4k3/8/8/8/8/7P/PPPPPPPP/4K3 w - - 0 1":       "9 Pawns",
		"4k3/8/8/8/8/8/8/K3R3 w - - 0 1":              "in check already",
		"4a3/8/8/8/8/8/8/4K3 w - - 0 1":               "the piece a on e8",
		"4k3/8/8/8/8/8/8/p3K3 w - - 0 1":              "would have been promoted",
		"4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1":  "17 pieces",
		"4k3/8/8/8/8/NN6/PPPPPPPP/RN2KB2 w - - 0 1":   "promoted pieces",
		"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1":  "",
		"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR b KQkq - 99 9": "",
	} {
		p, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = rules.Chess.From(nil, p); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", fen, err, want)
		}
	}
}
