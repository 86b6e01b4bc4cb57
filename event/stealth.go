package event

import (
	"errors"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// Stealth Chess keeps two states: behind the veil the true one, by which the
// rules go, and before it the floor, on which every piece is a hidden one. All
// screens that are not a side's own are built from the floor: there are no
// kinds in it that could get onto them.

// veils tells whether the match is one of hidden pieces.
func (m match) veils() bool { return m.format == rules.Stealth }

// settingUp is the set-up that goes on behind the veil; nil outside of one.
func (p play) settingUp() *rules.SetUp {
	if p.veil == nil {
		return nil
	}
	return p.veil.Veil.SetUp
}

// doubt is the move that can be called a bluff (S14); nil when there is none.
func (p play) doubt() *rules.Doubt {
	if p.veil == nil {
		return nil
	}
	return p.veil.Veil.Doubt
}

// choice is the blind choice that is waited for (S14, S15); nil when none is.
func (p play) choice() *rules.Due {
	if p.veil == nil {
		return nil
	}
	return p.veil.Veil.Due
}

// due tells whether a side has to do something now: to call, and in Stealth
// Chess also to set up, to answer, or to choose.
func (p play) due(s chess.Side) bool {
	if up := p.settingUp(); up != nil {
		return up.Stage == rules.Removing && up.Missing[s.Other()] > 0 || up.Stage != rules.Removing && !up.Ready[s]
	}
	if c := p.choice(); c != nil {
		return c.By == s
	}
	if d := p.doubt(); d != nil && d.Capture {
		return d.Side != s
	}
	return p.caller() == s
}

// deed is what an action behind the veil was, as everybody may know it.
type deed string

// The deeds. The first of them are those of a ply, the others are asides.
const (
	moved     deed = "moved"     // to an empty square, or onto an enemy's
	exchanged deed = "exchanged" // King and Rook (S10)
	passed    deed = "passed"    // S6
	bluffed   deed = "bluffed"   // it was called a bluff, and was one (S14)
	stumbled  deed = "stumbled"  // a call that a turned piece could not make (S15)

	guessedRight deed = "guessed-right" // S15
	guessedWrong deed = "guessed-wrong"
	doubted      deed = "doubted" // it was called a bluff, and was none (S14)
	stood        deed = "stood"   // it was let stand
	chosen       deed = "chosen"  // a player was chosen blindly and left
	removed      deed = "removed" // by a handicap, before play (S13)
	satOut       deed = "sat-out" // whose square is empty from the start (S13)
)

// aside is something that everybody saw beside the plies.
type aside struct {
	what deed
	side chess.Side // who did it
	who  post       // whom it was about
	at   chess.Square
}

// plan is a set-up that a Game Master has saved.
type plan struct {
	name  string
	array rules.Array
}

var errNotVeiled = errors.New("no hidden match is being played")

// onward is the play with the true state gone on: the floor and the players on
// it follow what everybody saw. by is who took the square of whoever left, and
// how says it where nobody did.
func (m match) onward(next rules.State, by post, how string) play {
	p := m.play
	p.veil = &next
	p.rules = rules.State{Position: next.Floor(), Result: next.Result}
	for _, step := range next.Veil.Steps {
		p.standing[step.From] = 0
	}
	for _, step := range next.Veil.Steps {
		who := m.play.standing[step.From]
		if step.To != chess.NoSquare {
			p.standing[step.To] = who
			continue
		}
		kind, fallen := chess.Hidden, next.Veil.Fallen
		if len(fallen) > 0 && m.rule(rules.KeyCapturedKind) == rules.CapturedEverybody {
			kind = fallen[len(fallen)-1].Piece.Kind()
		}
		roster := m.roster
		p.out = append(p.out[:len(p.out):len(p.out)], departure{who: who, by: by, how: how, kind: kind, ply: p.ply, roster: &roster})
	}
	return p
}

// besides adds what everybody saw beside the plies.
func (p play) besides(list ...aside) play {
	p.asides = append(p.asides[:len(p.asides):len(p.asides)], list...)
	return p
}

// plied ends a ply that began with was. What the turn keeps is what all may know.
func (m match) plied(p, was play, what deed) play {
	made := *p.veil.Last
	roster := m.roster
	last := turn{
		ply: was.ply, side: was.caller(), kind: chess.Hidden, roster: &roster, veiled: what,
		effect: rules.Effect{
			Clause: clauseOf[what], Move: chess.Move{From: made.Move.From, To: made.Move.To}, Outcome: made.Outcome,
			Leaves: made.Leaves, RookFrom: made.RookFrom, RookTo: made.RookTo, After: p.rules.Position, Result: p.rules.Result,
		},
	}
	if q := made.Move.From; q != chess.NoSquare {
		last.mover = was.standing[q]
	}
	if what == exchanged {
		last.other = was.standing[made.Move.To]
	}
	if made.Leaves != chess.NoSquare {
		left := p.out[len(p.out)-1]
		last.left, last.leftKind = left.who, left.kind
	}
	p.last, p.ply = &last, was.ply+1
	return p
}

// clauseOf is the clause of a ply that everybody may know: none tells of a
// promotion.
var clauseOf = map[deed]string{moved: "S2", exchanged: "S10", passed: "S6", bluffed: "S14", stumbled: "S15"}

// veiledStart begins the match behind the veil.
func (m match) veiledStart(p play) play {
	s := rules.Stealth.Start(m.house)
	p.veil = &s
	return m.lined(p)
}

// lined is the play with the floor as the true state has it once the set-up is
// over: whose square is empty sits the match out (S13).
func (m match) lined(p play) play {
	p.rules = rules.State{Position: p.veil.Floor(), Result: p.veil.Result}
	if p.settingUp() != nil {
		return p
	}
	for q, who := range p.standing {
		if who != 0 && p.rules.Position.At(chess.Square(q)) == 0 {
			p.standing[q] = 0
			p = p.besides(aside{what: satOut, side: who.side(), who: who, at: chess.Square(q)})
		}
	}
	return p
}

// unveiled is the match with the veil lifted (S8): the same plies with the true
// pieces in them.
func (m match) unveiled() match {
	m.revealed = true
	var chain []*play
	for p := &m.play; p != nil; p = p.before {
		chain = append([]*play{p}, chain...)
	}
	turns := map[*turn]*turn{}
	var before *play
	for _, was := range chain {
		p := *was
		p.before = before
		if p.veil != nil {
			p.rules.Position = p.veil.True()
			p.out = trueOut(p)
			if p.last != nil && turns[p.last] == nil {
				turns[p.last] = trueTurn(p)
			}
			p.last = turns[p.last]
		}
		before = &p
	}
	m.play = *before
	return m
}

// trueOut is who has left, by what they were.
func trueOut(p play) []departure {
	out := append([]departure(nil), p.out...)
	for i, f := range p.veil.Veil.Fallen {
		if i < len(out) {
			out[i].kind = f.Piece.Kind()
		}
	}
	return out
}

// trueTurn is the last ply of a play whose veil is lifted.
func trueTurn(p play) *turn {
	t := *p.last
	t.effect.After = p.veil.Position
	if p.before != nil && p.before.veil != nil {
		t.kind = p.before.veil.Position.At(t.effect.Move.From).Kind()
	}
	if last := p.veil.Last; last != nil && t.veiled == moved {
		t.effect.Becomes, t.effect.Move.Promotion = last.Becomes, last.Becomes
	}
	for _, d := range p.out {
		if d.ply == t.ply && d.who == t.left {
			t.leftKind = d.kind
		}
	}
	return &t
}

// Hides tells whether the numbers of entries are kept from every seat: by them it
// could be counted what a Game Master does in secret (S8). Before the start nobody
// does.
func (e *Evening) Hides() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.truth.match.counted()
}

// counted tells whether the numbers of entries would tell what is done in secret.
func (m match) counted() bool { return m.veils() && m.phase != SetUp }
