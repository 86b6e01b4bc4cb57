package event

import (
	"fmt"
	"strings"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// GameView is a famous game that the floor walks.
type GameView struct {
	Headline  string // "Morphy – Duke Karl, Paris 1858"
	Remark    string // what is said about the last move
	Next      string // the next move in words, for the tablet whose turn it is
	From, To  string // its squares
	Promotion string
	Left      int  // moves still to be walked
	Strayed   bool // the floor has played something else
}

// ClaimLine is a draw that can be claimed (C3).
type ClaimLine struct {
	Claim int // form value
	Words string
}

// game is the famous game that the floor walks; nil when there is none.
func (v view) game() *GameView {
	g := v.m.guide
	if g == nil {
		return nil
	}
	out := &GameView{Headline: headlineOf(*g), Left: len(g.Moves)}
	if v.m.phase == SetUp {
		return out
	}
	walked := 0
	out.Strayed = true
	for p := &v.m.play; p != nil; p = p.before {
		if p.last == nil {
			out.Strayed = false
			break
		}
		if n := p.last.ply; n > len(g.Moves) || p.last.effect.Move.String() != g.Moves[n-1] {
			break
		}
		walked = max(walked, p.last.ply)
	}
	if out.Strayed {
		return out
	}
	out.Left = len(g.Moves) - walked
	if walked > 0 && walked <= len(g.Remarks) {
		out.Remark = g.Remarks[walked-1]
	}
	if out.Left > 0 && v.m.phase == Playing {
		if m, err := chess.ParseMove(g.Moves[walked]); err == nil {
			_, out.Next = v.calling(m)
			out.From, out.To = m.From.String(), m.To.String()
			if m.Promotion != chess.NoKind {
				out.Promotion = string(rune(m.Promotion.Letter()))
			}
		}
	}
	return out
}

// headlineOf is a game's players, place and date.
func headlineOf(g gameText) string {
	known := func(s string) bool { return strings.Trim(s, "?. ") != "" }
	names := make([]string, 0, 2)
	for _, s := range []string{g.White, g.Black} {
		if !known(s) {
			s = "?"
		}
		names = append(names, s)
	}
	out := strings.Join(names, " – ")
	if known(g.Event) {
		out += ", " + g.Event
	}
	if known(g.Date) {
		out += ", " + strings.TrimRight(strings.ReplaceAll(g.Date, ".??", ""), ".?")
	}
	return out
}

// claimLines lists what can be claimed, in words.
func (v view) claimLines() []ClaimLine {
	var list []ClaimLine
	for i, c := range v.m.claims() {
		words := rules.Claim{Kind: c.Kind}.Words(v.m.format)
		if c.By != (chess.Move{}) {
			mover := v.role(v.m.play.rules.Position.At(c.By.From).Kind(), v.m.play.standing[c.By.From])
			words += fmt.Sprintf(" after %s, %s to %s", mover, c.By.From, c.By.To)
		}
		list = append(list, ClaimLine{Claim: i + 1, Words: words})
	}
	return list
}

// check is "Check." when the side to move is in check (C2, J3).
func (v view) check() string {
	m := v.m
	checker, ok := m.format.(rules.Checker)
	if !ok || m.phase != Playing || m.play.challenge != nil || !checker.Checked(m.house, m.play.rules, m.play.caller()) {
		return ""
	}
	royal := m.play.rules.Position.Royal(m.play.caller())
	return "Check to " + v.role(m.play.rules.Position.At(royal).Kind(), m.play.standing[royal]) + "."
}

// sideClocks are the clocks of both sides (C4).
func (v view) sideClocks() []Countdown {
	m := v.m
	if _, ok := m.house.Clock(m.format); !ok || m.phase != Playing {
		return nil
	}
	var list []Countdown
	for _, s := range chess.Sides {
		c := Countdown{Key: "clock-" + string(ColourOf(s)), Label: s.String(), Left: max(m.play.clocks[s], 0), Stopped: true}
		if s == m.play.caller() && m.play.challenge == nil {
			c.Left = max(m.play.clocks[s]-m.play.thought(m, v.now), 0)
			if m.paused == nil {
				c.Until, c.Left, c.Stopped = m.play.sinceAt+m.stood-m.play.stood+m.play.clocks[s], 0, false
			}
		}
		list = append(list, c)
	}
	return list
}

// promotions is what a side's Pawn can become, as that side calls it.
func (v view) promotions(s chess.Side) []Choice {
	var list []Choice
	for _, k := range [...]chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight} {
		list = append(list, Choice{Value: string(rune(k.Letter())), Label: v.m.kind(s, k)})
	}
	return list
}

// palette is the pieces with which the format starts, to set up another
// position with.
func (v view) palette() []Token {
	own := v.m.format.Start(v.m.house).Position
	var list []Token
	for _, s := range chess.Sides {
		for k := chess.Pawn; k <= chess.Centaur; k++ {
			if x := chess.NewPiece(s, k); own.Find(x) != 0 {
				list = append(list, Token{Side: ColourOf(s), Kind: k, Role: v.m.piece(x), Name: string(rune(x.Letter()))})
			}
		}
	}
	return list
}
