package rules_test

import (
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// The four mixtures of J5 and J6.
var (
	jediPlain = rules.House{}
	jediRebel = rules.House{rules.KeySithMaster: rules.MasterRebel}
	jediBoth  = rules.House{rules.KeySithGoal: rules.GoalCaptureBoth}
	rebelBoth = rules.House{rules.KeySithMaster: rules.MasterRebel, rules.KeySithGoal: rules.GoalCaptureBoth}
)

func TestJ1SetUpAndNames(t *testing.T) {
	const army = "PPPPPPPP\nRNBQKBNR"
	begin(t, rules.Jedi, jediPlain).stands("...qa...\n........\n........\n........\n........\n........\n" + army)
	m := begin(t, rules.Jedi, rebelBoth).stands("...qc...\n........\n........\n........\n........\n........\n" + army)
	if fen := m.s.Position.FEN(); !strings.HasSuffix(fen, " w KQ - 0 1") {
		t.Errorf("J1, J2: %s", fen)
	}
	for piece, want := range map[chess.Piece]string{
		chess.NewPiece(chess.White, chess.Pawn): "Clone Trooper", chess.NewPiece(chess.White, chess.Rook): "Padawan",
		chess.NewPiece(chess.White, chess.Knight): "Jedi Knight", chess.NewPiece(chess.White, chess.Bishop): "Jedi Adept",
		chess.NewPiece(chess.White, chess.Queen): "Jedi Master", chess.NewPiece(chess.White, chess.King): "Jedi Grand Master",
		chess.NewPiece(chess.Black, chess.Queen): "Sith Apprentice", chess.NewPiece(chess.Black, chess.Amazon): "Sith Master",
		chess.NewPiece(chess.Black, chess.Centaur): "Sith Master", chess.NewPiece(chess.Black, chess.Rook): "", 0: "",
	} {
		if got := rules.PieceNameOf(rules.Jedi, piece); got != want {
			t.Errorf("J1 %c is %q, want %q", piece.Letter(), got, want)
		}
	}
	if rules.Jedi.PieceName(chess.Queen) != "Jedi Master" || rules.Jedi.PieceName(chess.Amazon) != "Sith Master" || rules.Jedi.PieceName(chess.NoKind) != "" {
		t.Error("J1 a kind has another name")
	}
	if rules.PieceNameOf(rules.Bible, chess.NewPiece(chess.Black, chess.Queen)) != "Quiz Master" {
		t.Error("a format without names by side goes by the kind")
	}
}

func TestJ2TheJediKeepOrdinaryRules(t *testing.T) {
	t.Run("J2 check binds", func(t *testing.T) {
		m := playOf(t, rules.Jedi, jediPlain, "w - -", "a...q...\n........\n........\n........\n........\n........\n....R...\n....K...")
		m.refuses("e2d2", "J2", "e8", "leave the own Jedi Grand Master on e1 in check from e8, where {e8} stands")
		m.refuses("e2f3", "J2", "-", "The Padawan on e2 can't go to f3: it moves straight")
		m.refuses("e8e7", "R2", "e8", "It is White's turn, and the Sith Apprentice on e8 is Black's.")
	})
	t.Run("J2 castling", func(t *testing.T) {
		m := playOf(t, rules.Jedi, jediPlain, "w KQ -", ".a.q....\n........\n........\n........\n........\n........\n........\nR...K..R")
		m.refuses("e1c1", "J2", "d1", "it would pass over d1, in check from d8")
		m.call("e1g1")
		if l := m.s.Last; l.Clause != "J2" || l.RookTo.String() != "f1" {
			t.Errorf("the effect is %+v", l)
		}
		playOf(t, rules.Jedi, jediRebel, "w KQ -", "........\n........\n........\n........\n........\n..c.....\n........\nR...K..R").refuses("e1c1", "J2", "d1", "it would pass over d1, in check from c3")
	})
	t.Run("J2 promotion to the Jedi's own", func(t *testing.T) {
		m := playOf(t, rules.Jedi, jediPlain, "w - -", "........\n...P....\n........\n........\n.......a\n........\n........\n.K......")
		m.refuses("d7d8", "J2", "d8", "whether it becomes a Jedi Master, Padawan, Jedi Adept or Jedi Knight")
		if got := m.call("d7d8q").s.Last; got.Becomes != chess.Queen || got.Clause != "J2" {
			t.Errorf("the effect is %+v", got)
		}
	})
	t.Run("J2 en passant can't arise", func(t *testing.T) {
		m := begin(t, rules.Jedi, jediPlain).call("e2e4")
		if q := m.s.Position.Passed(); q != chess.NoSquare {
			t.Errorf("passed is %s", q)
		}
	})
	t.Run("J2 C3 draws apply", func(t *testing.T) {
		m := begin(t, rules.Jedi, jediRebel)
		for range 4 {
			m.call("g1f3", "d8d7", "f3g1", "d7d8")
		}
		if m.over() != "drawn C3" {
			t.Errorf("fivefold: %q", m.over())
		}
		const bare = "....c...\n........\n........\n........\n........\n........\n........\nK......."
		playOf(t, rules.Jedi, jediRebel, "w - -", bare).says("drawn C3", "Neither side has the pieces left for a checkmate: the match is drawn.")
		if got := playOf(t, rules.Jedi, rebelBoth, "w - -", bare).over(); got != "" {
			t.Errorf("a Sith Master that may step into danger can be captured: %q", got)
		}
		p, err := chess.ParseFEN("4a3/8/8/8/8/8/7P/K7 w - - 150 90")
		if err != nil {
			t.Fatal(err)
		}
		if s, err := rules.Jedi.From(nil, p); err != nil || s.Result.Clause != "C3" || !strings.Contains(s.Result.Words, "a Clone Trooper's move") {
			t.Errorf("seventy-five moves: %+v, %v", s.Result, err)
		}
		if _, ok := rules.Jedi.(rules.Claimer); !ok {
			t.Error("no claims")
		}
	})
}

func TestJ3Mate(t *testing.T) {
	t.Run("J3 the Sith mate", func(t *testing.T) {
		playOf(t, rules.Jedi, jediPlain, "b - -", "........\n........\n........\n........\n........\n........\n....a...\nK.......").call("e2c2").
			says("Black J3", "White's Jedi Grand Master on a1 is checkmated: Black wins.")
	})
	t.Run("J3 the Jedi mate", func(t *testing.T) {
		playOf(t, rules.Jedi, jediRebel, "w - -", "c.......\n.......R\n........\n........\n........\n........\n..Q.....\n.R.....K").call("c2a4").
			says("White J3", "Black's Sith Master on a8 is checkmated: White wins.")
	})
	t.Run("J3 the Sith are bound by check too", func(t *testing.T) {
		m := playOf(t, rules.Jedi, jediRebel, "b - -", "....c...\n........\n........\n........\n........\n........\n........\nK..R....")
		m.refuses("e8d8", "J3", "d1", "leave the own Sith Master on d8 in check from d1")
		m.refuses("e8e6", "J5", "-", "The Sith Master on e8 can't go to e6: it moves one square in any direction, or as a Knight jumps")
	})
	t.Run("J3 stalemate is a draw", func(t *testing.T) {
		m := playOf(t, rules.Jedi, jediPlain, "b - -", "........\n........\n........\n.......q\n........\n...a....\n........\nK.......").call("h5h2")
		m.says("drawn J3", "White has no legal call and is not in check: the match is drawn.")
	})
}

func TestJ4Fellows(t *testing.T) {
	t.Run("J4 the Master takes the Apprentice, out of check", func(t *testing.T) {
		m := playOf(t, rules.Jedi, jediRebel, "b - -", "...qc...\n........\n........\n........\n........\n........\n........\nK...R...").call("e8d8")
		m.stands("...c....\n........\n........\n........\n........\n........\n........\nK...R...")
		if l := m.s.Last; l.Clause != "J4" || l.Leaves.String() != "d8" || l.Becomes != chess.NoKind || l.Risen != chess.NoKind {
			t.Errorf("the effect is %+v", l)
		}
	})
	t.Run("J4 the Apprentice may not take the Master", func(t *testing.T) {
		for _, h := range []rules.House{jediPlain, jediRebel} {
			letter := "a"
			if h[rules.KeySithMaster] != "" {
				letter = "c"
			}
			m := playOf(t, rules.Jedi, h, "b - -", "...q"+letter+"...\n........\n........\n........\n........\n........\n........\nK.......")
			m.refuses("d8e8", "J4", "e8", "The Sith Apprentice on d8 can't take its own Sith Master on e8")
			m.refuses("d8f8", "J1", "e8", "can't pass e8")
		}
	})
	t.Run("J4 the Apprentice takes the Master and becomes it", func(t *testing.T) {
		for letter, h := range map[string]rules.House{"a": jediBoth, "c": rebelBoth} {
			m := playOf(t, rules.Jedi, h, "b - -", "...q"+letter+"...\n........\n........\n........\n........\n........\n........\nK.......").call("d8e8")
			m.stands("...." + letter + "...\n........\n........\n........\n........\n........\n........\nK.......")
			want := chess.Amazon
			if letter == "c" {
				want = chess.Centaur
			}
			if l := m.s.Last; l.Clause != "J6" || l.Becomes != want || l.Risen != want || l.Leaves.String() != "e8" || m.over() != "" {
				t.Errorf("the effect is %+v", l)
			}
		}
	})
	t.Run("J4 the Jedi never take their own", func(t *testing.T) {
		begin(t, rules.Jedi, jediBoth).refuses("e1d1", "J2", "d1", "where {d1} of its own side stands")
	})
}

func TestJ5Rebel(t *testing.T) {
	m := playOf(t, rules.Jedi, jediRebel, "b - -", "........\n........\n........\n...c....\n........\n........\n.......P\nK.......")
	if n := len(m.f.Calls(m.h, m.s)); n != 16 {
		t.Errorf("J5 King and Knight: %d calls", n)
	}
	m = playOf(t, rules.Jedi, jediPlain, "b - -", "........\n........\n........\n...a....\n........\n........\n.......P\nK.......")
	if n := len(m.f.Calls(m.h, m.s)); n != 27+8-1 {
		t.Errorf("J1 Queen and Knight, but for a2: %d calls", n)
	}
	m.call("d5c7")
	if m.s.Last.Clause != "J1" {
		t.Errorf("the clause is %s", m.s.Last.Clause)
	}
}

func TestJ6CaptureBoth(t *testing.T) {
	t.Run("J6 the Sith are not bound by check", func(t *testing.T) {
		m := playOf(t, rules.Jedi, rebelBoth, "b - -", "....c...\n........\n........\n........\n........\n........\n........\nK..RR...")
		if m.f.(rules.Checker).Checked(m.h, m.s, chess.Black) || !m.f.Open(m.h, m.s, chess.Black) {
			t.Error("attacked it is, and in check it is not")
		}
		m.call("e8d8", "d1d8").says("White J6", "Black has nobody left on the board: White wins.")
	})
	t.Run("J6 the Apprentice rises", func(t *testing.T) {
		m := playOf(t, rules.Jedi, jediBoth, "w - -", "q.......\n........\n........\n...a....\n........\n........\n........\n...R...K").call("d1d5")
		m.stands("a.......\n........\n........\n...R....\n........\n........\n........\n.......K")
		if l := m.s.Last; l.Clause != "J6" || l.Risen != chess.Amazon || l.Becomes != chess.NoKind || l.Leaves.String() != "d5" || m.over() != "" {
			t.Errorf("the effect is %+v, %q", l, m.over())
		}
	})
	t.Run("J6 not if the risen one then attacks", func(t *testing.T) {
		m := playOf(t, rules.Jedi, jediBoth, "w - -", "........\n...a....\n........\n........\n........\n......q.\n........\n...R...K")
		m.refuses("d1d7", "J2", "g3", "in check from g3")
	})
	t.Run("J6 a risen Rebel pins no more", func(t *testing.T) {
		playOf(t, rules.Jedi, rebelBoth, "w - -", "...q....\n........\n........\n........\n........\n........\nc..R....\n...K....").call("d2a2").
			stands("...c....\n........\n........\n........\n........\n........\nR.......\n...K....")
	})
	t.Run("J6 the Jedi stay bound, and are mated", func(t *testing.T) {
		m := playOf(t, rules.Jedi, jediBoth, "b - -", "........\n........\n........\n........\n........\n........\n....a...\nK.......")
		m.call("e2c2").says("Black J6", "White's Jedi Grand Master on a1 is checkmated: Black wins.")
	})
	t.Run("J6 no move and not in check is a draw", func(t *testing.T) {
		playOf(t, rules.Jedi, jediBoth, "b - -", "........\n........\n........\n.......q\n........\n...a....\n........\nK.......").call("h5h2").
			says("drawn J6", "White has no legal call and is not in check: the match is drawn.")
	})
	t.Run("J6 the last Sith's capture is a win", func(t *testing.T) {
		m := playOf(t, rules.Jedi, jediBoth, "w - -", "........\n........\n........\n...a....\n........\n........\n........\n...R...K")
		for _, o := range rules.Options(m.f, m.h, m.s) {
			if won := o.Kind == rules.CallWins; won != (o.Move.String() == "d1d5") {
				t.Errorf("%s wins: %v", o.Move, won)
			}
		}
	})
	t.Run("J6 an entered position without Sith is won", func(t *testing.T) {
		if got := playOf(t, rules.Jedi, jediBoth, "b - -", "........\n........\n........\n........\n........\n........\n........\nK.......").over(); got != "White J6" {
			t.Errorf("the match: %q", got)
		}
	})
}

func TestJediFromRefuses(t *testing.T) {
	for _, c := range []struct {
		fen  string
		h    rules.House
		want string
	}{
		{"4a3/8/8/8/8/8/8/8 b - - 0 1", jediPlain, "White has no Jedi Grand Master"},
		{"4a3/8/8/8/8/7P/PPPPPPPP/4K3 b - - 0 1", jediPlain, "White has 9 Clone Troopers"},
		{"4a3/8/8/8/8/8/8/P3K3 b - - 0 1", jediPlain, "White's Clone Trooper on a1 can't be there"},
		{"4a3/8/8/8/8/8/8/4KA2 w - - 0 1", jediPlain, "2 royal pieces"},
		{"4c3/8/8/8/8/8/8/4K3 w - - 0 1", jediPlain, "the piece c on e8 is not one of the Sith: they are a"},
		{"4a3/8/8/8/8/8/8/4K3 w - - 0 1", jediRebel, "they are c"},
		{"r3a3/8/8/8/8/8/8/4K3 w - - 0 1", jediPlain, "the piece r on a8"},
		{"q2qa3/8/8/8/8/8/8/5K2 w - - 0 1", jediPlain, "2 Sith Apprentices"},
		{"3q4/8/8/8/8/8/8/4K3 w - - 0 1", jediPlain, "no Sith Master (a)"},
		{"3q4/8/8/8/8/8/8/4K3 w - - 0 1", rebelBoth, "no Sith Master (c)"},
		{"8/8/8/8/8/8/8/4K3 w - - 0 1", jediPlain, "no Sith Master"},
		{"4a3/8/8/8/8/8/8/4K3 b - - 0 1", jediPlain, "White's Jedi Grand Master on e1 is in check already"},
		{"4a3/8/8/8/8/8/8/4K3 b - - 0 1", jediBoth, "White's Jedi Grand Master on e1 is in check already"},
		{"4c3/8/8/8/8/8/8/K3R3 w - - 0 1", jediRebel, "Black's Sith Master on e8 is in check already"},
		{"4c3/8/8/8/8/8/8/K3R3 w - - 0 1", rebelBoth, ""},
		{"4a3/8/8/8/4P3/8/8/5K2 b - e3 0 1", jediPlain, ""},
	} {
		p, err := chess.ParseFEN(c.fen)
		if err == nil {
			_, err = rules.Jedi.From(c.h, p)
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.fen, err, c.want)
		}
	}
	two := chess.StartPosition().With(0, chess.NewPiece(chess.White, chess.King))
	if _, err := rules.Chess.From(nil, two); err == nil || !strings.Contains(err.Error(), "White has 2 Kings") {
		t.Errorf("two Kings put on a board: %v", err)
	}
}
