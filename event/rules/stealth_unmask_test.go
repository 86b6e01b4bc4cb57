package rules_test

import (
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

const masked = `
	r...k...
	p.......
	........
	........
	........
	........
	.P...N..
	R...K...`

func unmasker(t *testing.T, more rules.House) *hidden {
	h := rules.House{rules.KeyUnmask: rules.On}
	for k, v := range more {
		h[k] = v
	}
	return hiding(t, h, "w - -", masked)
}

func TestS15_ARightGuessTurnsThePiece(t *testing.T) {
	g := unmasker(t, nil)
	g.plays("no S15 guess e4 p", "no S15 guess f2 n", "guess a8 r", "no S15 guess e8 k").is("saw", g.saw(), "").comes("", chess.White)
	if !rules.Stealth.Faces(g.h, g.s, chess.White).Has(square(t, "a8")) || rules.Stealth.Sees(g.s, chess.Black).Has(square(t, "a8")) {
		t.Error("the piece is not turned")
	}
	// All squares but those of the own side; it stays turned on its way.
	g.plays("b2b3")
	if got := len(rules.Stealth.Calls(g.h, g.s)); got != 61+8*3+2+5 { // the Rook 61 squares, 8 of them with four promotions; Pawn and King
		t.Errorf("%d calls", got)
	}
	g.plays("no S15 a8a1", "no S15 touch a8", "a8c8", "no S15 guess c8 r", "b3b4").comes("", chess.Black)
	if !rules.Stealth.Faces(g.h, g.s, chess.White).Has(square(t, "c8")) {
		t.Error("it is turned no more")
	}
	g.plays("c8d6").is("a call that it can't make", g.fell(), "c8r S15").is("saw", g.saw(), "c8 leaves").comes("", chess.White)
}

func TestS15_AWrongGuessCostsOneBlindly(t *testing.T) {
	g := unmasker(t, nil)
	g.plays("guess a8 q", "no S15 b2b3", "no S15 choose a8", "choose a1").is("fell", g.fell(), "a1R S15").comes("", chess.White)
	g.plays("no S15 guess a8 r", "b2b3", "guess f2 b", "choose a8").comes("", chess.Black)
	king := unmasker(t, nil)
	king.plays("guess a8 q", "choose e1").comes("Black S15", 0)
	off := hiding(t, nil, "w - -", masked)
	off.plays("no S15 guess a8 r")
}

func TestS15_ATurnedKingIsLostByACallThatItCantMake(t *testing.T) {
	g := unmasker(t, nil)
	g.plays("guess e8 k", "b2b3", "e8e5").comes("White S15", 0).is("fell", g.fell(), "e8k S15")
}

func TestS15_S5_ATurnedPieceIsAskedForAPromotion(t *testing.T) {
	board := `
		....k...
		P.......
		........
		........
		........
		........
		........
		R...K...`
	house := rules.House{rules.KeyUnmask: rules.On}
	// The call must name one for any turned piece, and only a Pawn becomes it.
	pawn := hiding(t, house, "b - -", board)
	pawn.plays("guess a7 p", "e8e7", "no S15 a7a8", "no S5 a7a6q", "a7a8n")
	if k := pawn.s.Position.At(square(t, "a8")).Kind(); k != chess.Knight || !pawn.s.Veil.Turned.Has(square(t, "a8")) {
		t.Errorf("it became %v, or is turned no more", k)
	}
	rook := hiding(t, house, "b - -", board)
	rook.plays("guess a1 r", "e8e7", "no S15 a1b8", "no S5 a1a3q", "a1h8q").is("a Rook that can't go there", rook.fell(), "a1R S15")
	free := hiding(t, house, "b - -", strings.Replace(board, "P", ".", 1))
	free.plays("guess a1 r", "e8e7", "a1a8n")
	if k := free.s.Position.At(square(t, "a8")).Kind(); k != chess.Rook {
		t.Errorf("a Rook became %v", k)
	}
}

func TestS15_S4_TouchDoesNotBindTheTurned(t *testing.T) {
	g := unmasker(t, nil)
	g.plays("b2b3", "guess a1 r", "e8e7", "no S15 touch a1", "touch b3", "guess a8 r", "no S4 f2e4", "b3b4").comes("", chess.Black)
	// The touched piece is lost by a wrong guess: nothing binds any more.
	lost := unmasker(t, nil)
	lost.plays("touch f2", "guess a8 b", "choose f2", "b2b3").comes("", chess.Black)
}

func TestS15_S14_ATurnedPieceBluffs(t *testing.T) {
	house := rules.House{rules.KeySuperBluff: rules.On}
	g := unmasker(t, house)
	g.plays("guess a8 r", "b2b3", "stand", "no S14 a8d6", "a8c6", "no S14 guess a1 r", "call", "choose a7").
		is("unmask then bluff with the turned piece", g.fell(), "a8r S14, a7p S14").comes("", chess.White)
	honest := unmasker(t, house)
	honest.plays("guess a8 r", "b2b3", "a8b8", "call", "choose f2").is("no bluff", honest.fell(), "f2N S14").comes("", chess.White)
	king := unmasker(t, house)
	king.plays("guess e8 k", "b2b3", "e8e5", "call").comes("White S14", 0)
	// A wrong guess while nothing is claimed, then a bluff.
	both := unmasker(t, house)
	both.plays("guess a8 q", "choose b2", "f2f7", "call", "choose a1").is("fell", both.fell(), "b2P S15, f2N S14, a1R S14").comes("", chess.Black)
}

func TestS15_S6_ATurnedPieceKeepsNobodyFromPassing(t *testing.T) {
	g := hiding(t, rules.House{rules.KeyUnmask: rules.On}, "w - -", `
		....k...
		........
		........
		........
		........
		p.......
		P.......
		....K...`)
	g.plays("guess e8 k", "no S6 pass", "e1e2", "guess e2 k", "pass", "pass").comes("drawn S6", 0)
}

func TestS15_S13_WhatFacesAlreadyIsNotGuessed(t *testing.T) {
	g := unmasker(t, rules.House{rules.KeyExposeKing: rules.ForBoth})
	g.plays("no S15 guess e8 k", "guess a8 b", "no S15 choose e1", "choose f2").comes("", chess.White)
	shown := unmasker(t, rules.House{rules.KeyRevealCaptor: rules.ForBlack})
	shown.plays("guess a8 r", "a1a7", "a8a7")
	if s := shown.s.Veil.Shown; s == nil || s.Kind != chess.Rook || !shown.s.Veil.Turned.Has(square(t, "a7")) {
		t.Errorf("shown is %+v", s)
	}
}

func TestS10_S15_ExchangingTurnedPieces(t *testing.T) {
	house := rules.House{rules.KeyKingTransporting: rules.On}
	g := unmasker(t, house)
	g.plays("b2b3", "guess e1 k", "e8e7", "no S10 exchange f2 b3")
	g.is("offered", exchanges(g), "e1a1").plays("exchange a1 e1").is("saw", g.saw(), "a1-e1, e1-a1")
	if f := rules.Stealth.Faces(g.h, g.s, chess.Black); !f.Has(square(t, "a1")) || f.Has(square(t, "e1")) {
		t.Error("the King no longer faces the enemy on its new square")
	}
	// A turned piece that is no Rook is lost.
	lost := unmasker(t, house)
	lost.plays("b2b3", "guess f2 n", "e8e7").is("offered", exchanges(lost), "e1a1 e1f2")
	lost.plays("exchange e1 f2").is("fell", lost.fell(), "f2N S15").comes("", chess.Black)
	// And so with the super bluff: an exchange is no move of a piece.
	house[rules.KeySuperBluff] = rules.On
	bluff := unmasker(t, house)
	bluff.plays("b2b3", "stand", "guess f2 n", "e8e7", "exchange e1 f2").is("fell", bluff.fell(), "f2N S15")
	king := unmasker(t, rules.House{rules.KeyKingTransporting: rules.On})
	king.plays("b2b3", "guess e1 k", "e8e7", "guess a8 r", "f2e4", "guess e4 n", "e7e6", "exchange e4 e1").comes("Black S15", 0)
}

func exchanges(g *hidden) string {
	s := ""
	for i, pair := range rules.Stealth.MayExchange(g.h, g.s) {
		if i > 0 {
			s += " "
		}
		s += pair[0].String() + pair[1].String()
	}
	return s
}

func TestS10_S13_TransportingAnExposedKing(t *testing.T) {
	g := unmasker(t, rules.House{rules.KeyKingTransporting: rules.On, rules.KeyExposeKing: rules.ForWhite})
	g.plays("exchange e1 a1")
	if f := rules.Stealth.Faces(g.h, g.s, chess.Black); f.First() != square(t, "a1") || f.Count() != 1 {
		t.Errorf("Black sees %v", f)
	}
}

func TestS10_S4_NoExchangeAfterTouching(t *testing.T) {
	g := unmasker(t, rules.House{rules.KeyKingTransporting: rules.On})
	g.plays("touch e1", "no S4 exchange e1 a1", "e1d1", "a8b8", "exchange d1 a1").comes("", chess.Black)
}
