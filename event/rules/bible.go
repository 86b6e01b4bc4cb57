package rules

import (
	"fmt"
	"slices"

	"biblechess/event/chess"
)

// Bible is Bible Chess (B1 to B25).
var Bible Format = bible{}

type bible struct{}

func (bible) Key() string  { return "bible" }
func (bible) Name() string { return "Bible Chess" }

// HouseRules gives a slice that the caller may change; what its rules point to
// is shared and must not be.
func (bible) HouseRules() []HouseRule { return slices.Clone(bibleHouse()) }

func (bible) houseRules() []HouseRule { return bibleHouse() }

func (bible) PieceName(k chess.Kind) string { return bibleName(k) }

func bibleName(k chess.Kind) string {
	switch k {
	case chess.Pawn:
		return "Pawn"
	case chess.Knight:
		return "Knight"
	case chess.Bishop:
		return "Bishop"
	case chess.Rook:
		return "Rook"
	case chess.Queen:
		return "Quiz Master"
	case chess.King:
		return "Game Master"
	}
	return ""
}

// bibleMovement is the clause on how a kind moves.
func bibleMovement(k chess.Kind) string {
	switch k {
	case chess.Pawn:
		return "B5"
	case chess.Knight:
		return "B4"
	case chess.King:
		return "B7"
	}
	return "B3"
}

var bibleTongue = chess.Tongue{
	Name: bibleName, Movement: bibleMovement, Takes: "challenges", Open: "open to a challenge",
	Call: "R3", Turn: "R2", Castling: "B8", Promotion: "B6",
}

func (bible) Start(h House) State { return enter(h, chess.StartPosition()) }

// From enters a position. A side without its Game Master has lost, so that the
// board on which a match ended can be entered too; without both there is no match.
func (bible) From(h House, p chess.Position) (State, error) {
	if err := biblePlayable(h, p); err != nil {
		return State{}, err
	}
	return enter(h, p), nil
}

func enter(h House, p chess.Position) State {
	s := State{Position: p}
	for _, side := range chess.Sides {
		if p.Royal(side) == chess.NoSquare {
			s.Result = wins(side.Other(), "B18", fmt.Sprintf("%s's Game Master is not on the board: %s wins.", side, side.Other()))
			return s
		}
	}
	g := settingsOf(h)
	s.Result = g.turn(p, false)
	return s
}

// biblePlayable says why a position can't be one of Bible Chess; nil if it can.
func biblePlayable(h House, p chess.Position) error {
	lost := 0
	for _, side := range chess.Sides {
		if n := p.Occupied(side).Count(); n > 16 {
			return fmt.Errorf("%s has %d players on the board, and a side has 16", side, n)
		}
		for q := range p.Occupied(side).All() {
			if x := p.At(q); bibleName(x.Kind()) == "" {
				return fmt.Errorf("the piece %c on %s is not one of Bible Chess: they are P N B R Q K", x.Letter(), q)
			}
		}
		first, last := 0, 7
		if side == chess.Black {
			first, last = 7, 0
		}
		for q := range p.Find(chess.NewPiece(side, chess.Pawn)).All() {
			if q.Rank() == first {
				return fmt.Errorf("%s's Pawn on %s can't be there: Pawns start on the second rank and never go back", side, q)
			}
			if q.Rank() == last && h[KeyPromotion] != PromotionNone {
				return fmt.Errorf("%s's Pawn on %s would have been promoted there", side, q)
			}
		}
		if p.Royal(side) == chess.NoSquare {
			lost++
		}
	}
	if lost == 2 {
		return fmt.Errorf("neither side has its Game Master (K for White, k for Black) on the board")
	}
	return nil
}

func (bible) Calls(h House, s State) []chess.Move {
	if s.Challenge != nil || s.Result.Over {
		return nil
	}
	g := settingsOf(h)
	return g.appendCalls(make([]chess.Move, 0, 64), s.Position)
}

func (bible) Call(h House, s State, m chess.Move) (State, error) {
	g := settingsOf(h)
	if r := g.refusal(s, m); r != nil {
		return s, r
	}
	p := s.Position
	mover := p.Turn()
	kind, target := p.At(m.From).Kind(), p.Target(m, g.manners)
	if target == chess.NoSquare {
		return played(g.effect(p, m, target, plainClause(p, m), Moves)), nil
	}
	defender := p.At(target).Kind()
	if r, ok := rowOf(g.defenderAsks, kind, defender); ok {
		return State{Position: p, Last: s.Last, Challenge: r.open(p, m, target, func(o Outcome) Effect {
			return g.effect(p, m, target, r.clause, o)
		})}, nil
	}
	if defender == chess.King {
		e := Effect{
			Clause: "B18", Move: m, Leaves: target, Becomes: m.Promotion,
			RookFrom: chess.NoSquare, RookTo: chess.NoSquare,
			After: g.board(p, m, Moves),
			Result: wins(mover, "B18", fmt.Sprintf("%s's %s on %s called the Game Master on %s: %s wins.",
				mover, bibleName(kind), m.From, target, mover)),
		}
		return played(e), nil
	}
	return played(g.effect(p, m, target, "B17", Moves)), nil
}

// plainClause is the clause by which a piece goes to an empty square.
func plainClause(p chess.Position, m chess.Move) string {
	switch {
	case p.IsCastling(m):
		return "B8"
	case m.Promotion != chess.NoKind:
		return "B6"
	}
	return bibleMovement(p.At(m.From).Kind())
}

// played is the state after a ply.
func played(e Effect) State {
	return State{Position: e.After, Last: &e, Result: e.Result}
}

// refusal says why a call can't be made now; nil when it can.
func (g *bibleSettings) refusal(s State, m chess.Move) *chess.Refusal {
	if r := closed(s); r != nil {
		return r
	}
	p := s.Position
	if r := p.Why(m, g.manners, bibleTongue); r != nil {
		return r
	}
	if g.legal(p, m) {
		return nil
	}
	target := p.Target(m, g.manners)
	if kind := p.At(target).Kind(); p.At(m.From).Kind() == chess.King && kind != chess.NoKind && !g.mayTake(kind) {
		words := fmt.Sprintf("In this match a Game Master takes nobody: it can't go to %s, where {%s} stands.", target, target)
		if g.takes == TakesNotQuizMaster {
			words = fmt.Sprintf("In this match a Game Master takes no Quiz Master: it can't go to %s, where {%s} stands.", target, target)
		}
		return &chess.Refusal{Clause: "B17", Square: target, Words: words}
	}
	return g.exposing(p, m)
}

// exposing is strict's refusal (B24) of a call after which, whatever is ruled,
// the own Game Master is open. Its square is where the enemy could come from.
func (g *bibleSettings) exposing(p chess.Position, m chess.Move) *chess.Refusal {
	outcome := Moves
	if r, ok := rowOf(g.defenderAsks, p.At(m.From).Kind(), p.At(p.Target(m, g.manners)).Kind()); ok && r.right == Stays {
		outcome = Stays
	}
	after := g.board(p, m, outcome)
	q := after.Royal(p.Turn())
	by := after.Attackers(q, p.Turn().Other(), g.manners).First()
	words := fmt.Sprintf("That call would leave the own Game Master on %s open to a challenge from %s, where {%s} stands.", q, by, by)
	return &chess.Refusal{Clause: "B24", Square: by, Words: words}
}

func (bible) Rule(_ House, s State, a Answer) (State, error) {
	c := s.Challenge
	if c == nil {
		return s, noChallenge()
	}
	if a == Right {
		return played(c.Right), nil
	}
	return played(c.Wrong), nil
}

func (bible) Open(h House, s State, side chess.Side) bool {
	g := settingsOf(h)
	return g.exposed(s.Position, side)
}
