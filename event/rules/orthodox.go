package rules

import (
	"fmt"
	"slices"

	"biblechess/event/chess"
)

// orthodox is a format in which a side must answer check, and wins by
// checkmate: ordinary chess and Jedi Chess. What the two differ in is data and
// a few functions; its methods are those of Format and of what a format may
// have besides.
type orthodox struct {
	key, name string
	house     func() []HouseRule       // made when it is first asked for
	names     func(chess.Piece) string // shown name of a piece; "" for one that the format does not have
	movement  func(chess.Piece) string // clause on how a piece moves
	settings  func(House) law          // what the house rules make of it
	start     func(House) chess.Position
	possible  func(House, chess.Position) error // why a position can't be one of the format
}

// law is what is in force in one match, by the format and the house rules.
type law struct {
	*orthodox
	manners      chess.Manners
	asks         bool      // questions: captures become challenges (C5)
	defenderAsks bool      // bishop-duel (B13)
	goal         string    // clause on checkmate and stalemate
	bound        [2]string // clause by which a side may not leave its royal piece in check
	special      string    // clause on castling and promotion
}

func (f *orthodox) law(h House) law {
	g := f.settings(h)
	g.orthodox = f
	return g
}

func (f *orthodox) Key() string  { return f.key }
func (f *orthodox) Name() string { return f.name }

// HouseRules gives a slice that the caller may change; what its rules point to
// is shared and must not be.
func (f *orthodox) HouseRules() []HouseRule { return slices.Clone(f.house()) }

func (f *orthodox) houseRules() []HouseRule { return f.house() }

func (f *orthodox) PieceName(k chess.Kind) string {
	for _, s := range chess.Sides {
		if name := f.names(chess.NewPiece(s, k)); name != "" {
			return name
		}
	}
	return ""
}

func (f *orthodox) PieceNameOf(x chess.Piece) string { return f.names(x) }

func (f *orthodox) Asks(h House) bool { return h[KeyQuestions] == On }

func (f *orthodox) Start(h House) State { return f.enter(h, f.start(h)) }

func (f *orthodox) From(h House, p chess.Position) (State, error) {
	if err := f.possible(h, p); err != nil {
		return State{}, err
	}
	return f.enter(h, p), nil
}

func (f *orthodox) enter(h House, p chess.Position) State {
	g := f.law(h)
	if !g.manners.EnPassant {
		p = p.WithTurn(p.Turn()) // forgets what a Pawn has passed
	}
	past := (*Past)(nil).then(p, g.manners)
	return State{Position: p, Past: past, Result: g.turn(p, past, false)}
}

func (f *orthodox) Calls(h House, s State) []chess.Move {
	if s.Challenge != nil || s.Result.Over {
		return nil
	}
	g := f.law(h)
	return g.appendCalls(make([]chess.Move, 0, 64), s.Position)
}

func (f *orthodox) Call(h House, s State, m chess.Move) (State, error) {
	g := f.law(h)
	if r := g.refusal(s, m); r != nil {
		return s, r
	}
	p := s.Position
	target := p.Target(m, g.manners)
	if r, ok := g.rowFor(p, m, target); ok {
		return State{Position: p, Past: s.Past, Last: s.Last, Challenge: r.open(p, m, target, func(o Outcome) Effect {
			e, _ := g.effect(s, m, target, r.clause, o)
			return e
		})}, nil
	}
	e, past := g.effect(s, m, target, g.clause(p, m, target), Moves)
	return State{Position: e.After, Past: past, Last: &e, Result: e.Result}, nil
}

func (f *orthodox) Rule(h House, s State, a Answer) (State, error) {
	c := s.Challenge
	if c == nil {
		return s, noChallenge()
	}
	e := c.Wrong
	if a == Right {
		e = c.Right
	}
	return State{Position: e.After, Past: s.Past.then(e.After, f.law(h).manners), Last: &e, Result: e.Result}, nil
}

func (f *orthodox) Open(h House, s State, side chess.Side) bool {
	return s.Position.Attacked(s.Position.Royal(side), side.Other(), f.law(h).manners)
}

func (f *orthodox) Checked(h House, s State, side chess.Side) bool {
	return s.Position.Checked(side, f.law(h).manners)
}

// rowFor is the challenge that a call opens; false when it opens none. A royal
// piece takes and is taken outright (B17), and a fellow is asked nothing (J4).
func (g *law) rowFor(p chess.Position, m chess.Move, target chess.Square) (row, bool) {
	if !g.asks || target == chess.NoSquare || p.At(target).Side() == p.Turn() {
		return row{}, false
	}
	return rowOf(g.defenderAsks, p.At(m.From).Kind(), p.At(target).Kind())
}

// effect is what ends a ply, with the match after it and the past up to it.
func (g *law) effect(s State, m chess.Move, target chess.Square, clause string, o Outcome) (Effect, *Past) {
	p := s.Position
	e := effectOf(p, m, target, clause, o, g.manners)
	if o == Moves && g.rises(p, target) {
		side := p.At(target).Side()
		if q := e.After.Royal(side); q != chess.NoSquare {
			e.Risen = e.After.At(q).Kind()
			if q == m.To {
				e.Becomes = e.Risen
			}
		}
	}
	past := s.Past.then(e.After, g.manners)
	e.Result = g.turn(e.After, past, true)
	return e, past
}

// rises tells whether whoever leaves a square is a royal piece that has an heir.
func (g *law) rises(p chess.Position, target chess.Square) bool {
	x := p.At(target)
	return x != 0 && !g.manners.Bound(x.Side()) && p.Royal(x.Side()) == target
}

// clause is the clause by which a call that opens no challenge is made.
func (g *law) clause(p chess.Position, m chess.Move, target chess.Square) string {
	x := p.At(m.From)
	switch {
	case g.rises(p, target):
		return g.goal
	case target != chess.NoSquare && p.At(target).Side() == x.Side():
		return "J4"
	case target != chess.NoSquare && g.asks:
		return "B17"
	case p.IsCastling(m) || m.Promotion != chess.NoKind:
		return g.special
	}
	return g.movement(x)
}

// refusal says why a call can't be made now; nil when it can.
func (g *law) refusal(s State, m chess.Move) *chess.Refusal {
	if r := closed(s); r != nil {
		return r
	}
	p := s.Position
	if g.legal(p, m) {
		return nil
	}
	if r := p.Why(m, g.manners, g.tongue(p.Turn())); r != nil {
		if x := p.At(m.From); g.manners.Fellows[p.Turn()] && x != 0 && x.Side() == p.Turn() && m.From != m.To && r.Square == m.To && p.Royal(p.Turn()) == m.To {
			return &chess.Refusal{Clause: "J4", Square: m.To,
				Words: fmt.Sprintf("The %s on %s can't take its own %s on %s: the match would be lost with it.", g.names(x), m.From, g.names(p.At(m.To)), m.To)}
		}
		return r
	}
	return g.exposing(p, m)
}

// tongue is how refusals speak to a side.
func (g *law) tongue(side chess.Side) chess.Tongue {
	return chess.Tongue{
		Name: g.PieceName, NameOf: g.names,
		Movement: func(k chess.Kind) string { return g.movement(chess.NewPiece(side, k)) },
		Takes:    "captures", Open: "in check",
		Call: "R3", Turn: "R2", Castling: g.special, Promotion: g.special,
	}
}

// exposing is the refusal of a call after which the own royal piece would be in
// check, whatever is ruled. Its square is where the check comes from.
func (g *law) exposing(p chess.Position, m chess.Move) *chess.Refusal {
	side := p.Turn()
	outcome := Moves
	if r, ok := g.rowFor(p, m, p.Target(m, g.manners)); ok && r.right == Stays {
		outcome = Stays
	}
	after := boardAfter(p, m, outcome, g.manners)
	q := after.Royal(side)
	by := after.Attackers(q, side.Other(), g.manners).First()
	words := fmt.Sprintf("That call would leave the own %s on %s in check from %s, where {%s} stands.", g.names(after.At(q)), q, by, by)
	return &chess.Refusal{Clause: g.bound[side], Square: by, Words: words}
}

// closed refuses any call while none is taken; nil while calls are.
func closed(s State) *chess.Refusal {
	if s.Result.Over {
		return &chess.Refusal{Clause: "R5", Square: chess.NoSquare, Words: "The match is over and takes no more calls."}
	}
	if c := s.Challenge; c != nil {
		return &chess.Refusal{Clause: "B21", Square: c.Target,
			Words: fmt.Sprintf("The challenge from %s to %s is still open: the next call comes after its ruling.", c.Move.From, c.Move.To)}
	}
	return nil
}

// noChallenge refuses a ruling while there is nothing to rule on.
func noChallenge() *chess.Refusal {
	return &chess.Refusal{Clause: "B21", Square: chess.NoSquare, Words: "There is no open challenge to rule on."}
}
