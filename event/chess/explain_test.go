package chess

import "testing"

// plainTongue speaks in the words of ordinary chess.
var plainTongue = Tongue{
	Name: func(k Kind) string {
		return [...]string{"nobody", "Pawn", "Knight", "Bishop", "Rook", "Queen", "King", "Amazon", "Centaur"}[k]
	},
	Movement: func(Kind) string { return "movement" },
	Takes:    "captures", Open: "open to a capture",
	Call: "call", Turn: "turn", Castling: "castling", Promotion: "promotion",
}

func TestR3Why(t *testing.T) {
	const bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
	all, none := ordinary, Manners{Castling: true}
	through := Manners{ThroughOpponents: true, Castling: true}
	one := Manners{Promotions: KindsOf(Queen)}
	for _, c := range []struct {
		name, fen, move string
		m               Manners
		clause, square  string
		words           string
	}{
		{"nobody", bare, "a1a2", all, "call", "a1", "Nobody stands on a1."},
		{"the other side's", bare, "e8e7", all, "turn", "e8", "It is White's turn, and the King on e8 is Black's."},
		{"the same square", bare, "e1e1", all, "call", "e1", "A call is two different squares, and both of these are e1."},
		{"a Rook askew", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b3", all, "movement", "-", "The Rook on a1 can't go to b3: it moves straight along its file or its rank."},
		{"a Bishop straight", "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", "a1a3", all, "movement", "-", "The Bishop on a1 can't go to a3: it moves diagonally."},
		{"a Queen askew", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1b3", all, "movement", "-", "The Queen on a1 can't go to b3: it moves straight or diagonally."},
		{"a Knight straight", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1a2", all, "movement", "-", "The Knight on a1 can't go to a2: it jumps two squares in one direction and one to the side."},
		{"a King far", bare, "e1e3", all, "movement", "-", "The King on e1 can't go to e3: it moves one square in any direction."},
		{"a King onto its Rook", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", all, "movement", "-", "The King on e1 can't go to h1: it moves one square in any direction. To castle, call its two squares: e1 to g1."},
		{"an Amazon", "4k3/8/8/8/8/8/8/A7 w - - 0 1", "a1b4", all, "movement", "-", "The Amazon on a1 can't go to b4: it moves straight, diagonally, or as a Knight jumps."},
		{"a Centaur", "4k3/8/8/8/8/8/8/C7 w - - 0 1", "a1b4", all, "movement", "-", "The Centaur on a1 can't go to b4: it moves one square in any direction, or as a Knight jumps."},
		{"own piece", "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", "a1b1", all, "movement", "b1", "The Rook on a1 can't go to b1, where {b1} of its own side stands."},
		{"blocked, the first named", "4k3/8/8/8/8/8/8/Rn1NK3 w - - 0 1", "a1d1", all, "movement", "b1", "The Rook on a1 can't pass b1, where {b1} stands."},
		{"blocked downward", "4k3/8/8/R7/8/n7/N7/4K3 w - - 0 1", "a5a1", all, "movement", "a3", "The Rook on a5 can't pass a3, where {a3} stands."},
		{"blocked through opponents", "4k3/8/8/R7/n7/N7/8/4K3 w - - 0 1", "a5a1", through, "movement", "a3", "The Rook on a5 can't pass a3, where {a3} stands."},
		{"a Pawn blocked", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e3", all, "movement", "e3", "The Pawn on e2 can't step onto e3, where {e3} stands."},
		{"a Pawn jumping", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4", all, "movement", "e3", "The Pawn on e2 can't step onto e3, where {e3} stands."},
		{"a Pawn's two, blocked", "4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "e2e4", all, "movement", "e4", "The Pawn on e2 can't step onto e4, where {e4} stands."},
		{"a Pawn's two, too late", "4k3/4p3/4p3/8/8/8/8/4K3 b - - 0 1", "e6e4", all, "movement", "e6", "The Pawn on e6 can't take two squares: a Pawn does that only from its own second rank."},
		{"a Pawn onto an empty square", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2d3", all, "movement", "d3", "The Pawn on e2 goes diagonally only when it captures an enemy, and d3 is empty."},
		{"a Pawn onto its own", "4k3/8/8/8/8/3N4/4P3/4K3 w - - 0 1", "e2d3", all, "movement", "d3", "The Pawn on e2 can't go to d3, where {d3} of its own side stands."},
		{"a Pawn backward", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e2", all, "movement", "-", "The Pawn on e3 can't go to e2: it steps one square forward, or two from its own second rank, and captures one square diagonally forward."},
		{"a Pawn at its end", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a8b8", none, "promotion", "a8", "The Pawn on a8 has reached the last rank and has no further step."},
		{"en passant off", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", none, "movement", "e6", "The Pawn on d5 goes diagonally only when it captures an enemy, and e6 is empty."},
		{"promotion missing", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", all, "promotion", "a8", "The Pawn on a7 reaches the last rank: the call must say whether it becomes a Queen, Rook, Bishop or Knight."},
		{"promotion missing, one kind", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", one, "promotion", "a8", "The Pawn on a7 reaches the last rank: the call must say whether it becomes a Queen."},
		{"promotion to another", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", one, "promotion", "a8", "The Pawn on a7 can't become that: it becomes a Queen."},
		{"promotion not due", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "a6a7q", all, "promotion", "a7", "The Pawn on a6 can't be promoted on a7: only a Pawn that reaches the last rank is."},
		{"promotion of a Rook", "4k3/R7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", all, "promotion", "a8", "The Rook on a7 can't be promoted on a8: only a Pawn that reaches the last rank is."},
		{"no promotion", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", none, "promotion", "a8", "There is no promotion in this match: call the Pawn to a8 without one."},
		{"castling, moved", "4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1c1", all, "castling", "a1", "The King can't castle from e1 to c1: it or the Rook on a1 has moved already."},
		{"castling, no Rook", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1c1", all, "castling", "a1", "The King can't castle from e1 to c1: no Rook of its side stands on a1."},
		{"castling, between", "4k3/8/8/8/8/8/8/Rn1QK2R w KQ - 0 1", "e1c1", all, "castling", "d1", "The King can't castle from e1 to c1: d1 lies between them, where {d1} stands."},
		{"castling, between on the other wing", "r3k1nr/8/8/8/8/8/8/4K3 b kq - 0 1", "e8g8", all, "castling", "g8", "The King can't castle from e8 to g8: g8 lies between them, where {g8} stands."},
		{"castling, between even through opponents", "4k3/8/8/8/8/8/8/Rn2K3 w Q - 0 1", "e1c1", through, "castling", "b1", "The King can't castle from e1 to c1: b1 lies between them, where {b1} stands."},
		{"castling, open", "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "e1g1", all, "castling", "e4", "The King can't castle from e1 to g1: it is open to a capture from e4, where {e4} stands."},
		{"castling, over", "4k3/8/8/8/5r2/8/8/4K2R w K - 0 1", "e1g1", all, "castling", "f1", "The King can't castle from e1 to g1: it would pass over f1, open to a capture from f4, where {f4} stands."},
		{"castling, onto", "4k3/8/8/8/6r1/8/8/4K2R w K - 0 1", "e1g1", all, "castling", "g1", "The King can't castle from e1 to g1: it would land on g1, open to a capture from g4, where {g4} stands."},
		{"castling, over through opponents", "4k3/8/8/5r2/5N2/8/5P2/4K2R w K - 0 1", "e1g1", through, "castling", "f1", "The King can't castle from e1 to g1: it would pass over f1, open to a capture from f5, where {f5} stands."},
	} {
		t.Run(c.name, func(t *testing.T) {
			move, err := ParseMove(c.move)
			if err != nil {
				t.Fatal(err)
			}
			r := mustParse(t, c.fen).Why(move, c.m, plainTongue)
			if r == nil {
				t.Fatal("not refused")
			}
			if r.Clause != c.clause || r.Square.String() != c.square || r.Words != c.words {
				t.Errorf("got  %s %s %s\nwant %s %s %s", r.Clause, r.Square, r.Words, c.clause, c.square, c.words)
			}
		})
	}
	if r := StartPosition().Why(Move{From: 64, To: 3}, all, plainTongue); r == nil || r.Clause != "call" {
		t.Error("a square off the board is no call")
	}
	if r := mustParse(t, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1").Why(Move{From: 48, To: 56, Promotion: 200}, all, plainTongue); r == nil {
		t.Error("a kind that does not exist is no promotion")
	}
}

func TestRefusalSays(t *testing.T) {
	r := &Refusal{Clause: "B3", Square: 1, Words: "The Rook on a1 can't pass b1, where {b1} stands."}
	if got := r.Say(func(q Square) string { return "Ruth (" + q.String() + ")" }); got != "The Rook on a1 can't pass b1, where Ruth (b1) stands (B3)." {
		t.Error(got)
	}
	if got := r.Error(); got != "The Rook on a1 can't pass b1, where the piece on b1 stands (B3)." {
		t.Error(got)
	}
	if got := (&Refusal{Words: "No {x} here."}).Error(); got != "No  here." {
		t.Error(got)
	}
}
