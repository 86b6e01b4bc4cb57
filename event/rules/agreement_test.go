package rules_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	corentings "github.com/corentings/chess/v2"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// games is how many random games are compared. More are compared by
//
//	go test ./event/rules -run Agreement -games 10000
var games = flag.Int("games", 200, "random games to compare with a public engine")

func generator(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 5)) }

// Our ordinary chess and a public engine agree on every position, every legal
// move, the texts of the moves of each fourth position, and every end of games
// at random (C1 to C3).
func TestC1AgreementOnRandomGames(t *testing.T) {
	ends := map[string]int{}
	for seed := range uint64(max(*games, 200)) {
		ends[agree(t, seed)]++
		if t.Failed() {
			t.Fatalf("in game %d", seed)
		}
	}
	for _, end := range []string{"", "C2 won", "C2 drawn", "C3 drawn"} {
		if ends[end] == 0 {
			t.Errorf("no game ended so: %q", end)
		}
	}
	t.Logf("%d games: %v", *games, ends)
}

// agree plays one game and tells how it ended. Moves are picked so that games
// get somewhere: captures and Pawns' moves more often, and in half of the games
// back and forth by few pieces.
func agree(t *testing.T, seed uint64) string {
	random := generator(seed)
	theirs := corentings.NewGame()
	position := theirs.Position()
	s := rules.Chess.Start(nil)
	seen := map[string]int{}
	for ply := 0; ; ply++ {
		p := s.Position
		calls := rules.Chess.Calls(nil, s)
		compare(t, p, position, s, calls, ply%4 == int(seed%4))
		if s.Result.Over {
			return ending(t, s, position)
		}
		claimed(t, s, seen)
		if t.Failed() || ply == 200 {
			return ""
		}
		m := calls[random.IntN(len(calls))]
		for range 3 {
			if p.Target(m, chess.Ordinary) != chess.NoSquare || m.Promotion != chess.NoKind {
				break
			}
			m = calls[random.IntN(len(calls))]
		}
		if seed%8 == 1 && ply > 20 { // home again, so that positions repeat
			if back, ok := reversed(s, calls); ok {
				m = back
			}
		}
		next, err := rules.Chess.Call(nil, s, m)
		if err != nil {
			t.Fatal(err)
		}
		position = updated(t, position, m, next.Position)
		s = next
	}
}

// reversed is the call that takes back what the side did in its last ply but
// one, found by trying which call repeats a position.
func reversed(s rules.State, calls []chess.Move) (chess.Move, bool) {
	for _, m := range calls {
		after := s.Position.Apply(m, chess.Ordinary).Repeatable(chess.Ordinary)
		for at := s.Past; at != nil; at = at.Before {
			if at.Position == after {
				return m, true
			}
		}
	}
	return chess.Move{}, false
}

// updated makes a move in the public engine. After a promotion to another piece
// than a Queen it can note a check that is not there, so that such a position is
// read anew.
func updated(t *testing.T, position *corentings.Position, m chess.Move, after chess.Position) *corentings.Position {
	for _, v := range position.ValidMoves() {
		if v.String() == m.String() {
			if m.Promotion != chess.NoKind && m.Promotion != chess.Queen {
				return read(t, after.FEN())
			}
			return position.Update(&v)
		}
	}
	t.Fatalf("%s: %s is not a move of theirs", position, m)
	return nil
}

func read(t *testing.T, fen string) *corentings.Position {
	t.Helper()
	option, err := corentings.FEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return corentings.NewGame(option).Position()
}

// compare compares a position, its moves and, if wanted, their texts.
func compare(t *testing.T, p chess.Position, position *corentings.Position, s rules.State, calls []chess.Move, texts bool) {
	if got := p.FEN(); got != position.String() {
		t.Fatalf("the position is %s, theirs %s", got, position)
	}
	moves := position.ValidMoves()
	if s.Result.Over && s.Result.Clause == "C3" {
		return
	}
	if len(moves) != len(calls) {
		t.Fatalf("%s: %d calls, theirs are %d", p.FEN(), len(calls), len(moves))
	}
	ours := map[string]chess.Move{}
	for _, m := range calls {
		ours[m.String()] = m
	}
	for i := range moves {
		m := &moves[i]
		call, ok := ours[m.String()]
		if !ok {
			t.Fatalf("%s: %s is only theirs", p.FEN(), m)
		}
		if !texts {
			continue
		}
		text := p.SAN(call, chess.Ordinary)
		theirs := corentings.AlgebraicNotation{}.Encode(position, m)
		if promotion := m.Promo(); promotion != corentings.NoPieceType && promotion != corentings.Queen {
			text, theirs = strings.TrimRight(text, "+#"), strings.TrimRight(theirs, "+#")
		}
		if text != theirs {
			t.Fatalf("%s: %s is %q, theirs %q", p.FEN(), m, text, theirs)
		}
		if read, err := p.ParseSAN(theirs, chess.Ordinary); err != nil || read.String() != m.String() {
			t.Fatalf("%s: their %s is read as %s, %v", p.FEN(), theirs, read, err)
		}
	}
}

// ending compares how a game ended.
func ending(t *testing.T, s rules.State, position *corentings.Position) string {
	method := read(t, position.String()).Status()
	over := s.Result.Clause + " won"
	if s.Result.Drawn {
		over = s.Result.Clause + " drawn"
	}
	switch {
	case over == "C2 won" && method != corentings.Checkmate, over == "C2 drawn" && method != corentings.Stalemate,
		over == "C3 drawn" && method != corentings.NoMethod:
		t.Fatalf("%s: %+v, theirs is %v", position, s.Result, method)
	}
	if strings.Contains(s.Result.Words, "pieces left") {
		if g := game(t, position.String()); g.Method() != corentings.InsufficientMaterial {
			t.Fatalf("%s: dead, theirs is %v", position, g.Method())
		}
	}
	return over
}

func game(t *testing.T, fen string) *corentings.Game {
	option, err := corentings.FEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return corentings.NewGame(option)
}

// claimed compares the claims on the board with a count of positions by their
// FEN, with an en passant square only where a capture is possible.
func claimed(t *testing.T, s rules.State, seen map[string]int) {
	fields := strings.Fields(s.Position.FEN())
	if fields[3] != "-" && !slices.ContainsFunc(rules.Chess.Calls(nil, s), func(m chess.Move) bool {
		return m.To == s.Position.Passed() && s.Position.At(m.From).Kind() == chess.Pawn
	}) {
		fields[3] = "-"
	}
	key := strings.Join(fields[:4], " ")
	seen[key]++
	claims := []rules.Claim{}
	for _, c := range rules.Chess.(rules.Claimer).Claims(nil, s) {
		if c.By == (chess.Move{}) {
			claims = append(claims, c)
		}
	}
	var want []rules.Claim
	if seen[key] >= 3 {
		want = append(want, rules.Claim{Kind: rules.ClaimThreefold})
	}
	if s.Position.Quiet() >= 100 {
		want = append(want, rules.Claim{Kind: rules.ClaimFiftyMoves})
	}
	if !slices.Equal(claims, want) {
		t.Fatalf("%s: the claims are %v, want %v", s.Position.FEN(), claims, want)
	}
}
