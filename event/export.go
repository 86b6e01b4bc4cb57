package event

import (
	"fmt"
	"strings"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// FEN is the position of the match as text; empty before the start.
func (e *Evening) FEN() string {
	v := e.view()
	if v.m.phase == SetUp {
		return ""
	}
	return v.m.play.rules.Position.FEN()
}

// PGN is the match in Portable Game Notation: PGN itself for ordinary chess
// without questions, and for other matches text like it, in which a ply is its
// two squares and a challenge is a remark. It tells no question.
func (e *Evening) PGN() string {
	v := e.view()
	m := v.m
	if m.phase == SetUp {
		return ""
	}
	date := time.UnixMilli(m.play.startedAt).UTC().Format("2006.01.02")
	result := chess.ResultOpen
	if r := m.play.result(); r.Over {
		switch {
		case r.Drawn:
			result = chess.ResultDraw
		case r.Winner == chess.White:
			result = chess.ResultWhite
		default:
			result = chess.ResultBlack
		}
	}
	tags := []chess.Tag{
		{Name: "Event", Value: v.frame(Host, "").Match}, {Name: "Date", Value: date},
		{Name: "White", Value: m.teams[chess.White]}, {Name: "Black", Value: m.teams[chess.Black]},
	}
	var turns []*turn
	beside := map[*turn][]string{} // nil: before the first ply
	for p := &m.play; p != nil; p = p.before {
		if !p.claims() {
			beside[p.last] = v.besideTrue(*p)
		}
		if p.last != nil && (p.before == nil || p.before.last != p.last) {
			turns = append([]*turn{p.last}, turns...)
		}
	}
	if m.format == rules.Chess && !rules.Asks(m.format, m.house) && !entered(turns) {
		g := chess.Game{Tags: tags, Start: v.start, Result: result}
		for _, t := range turns {
			g.Moves = append(g.Moves, t.effect.Move)
		}
		return g.PGN()
	}
	var b strings.Builder
	tags = append(tags, chess.Tag{Name: "Variant", Value: m.format.Name()}, chess.Tag{Name: "Result", Value: result})
	if m.setting != "" {
		tags = append(tags, chess.Tag{Name: "SetUp", Value: "1"}, chess.Tag{Name: "FEN", Value: v.start.FEN()})
	}
	if m.revealed {
		tags = append(tags, chess.Tag{Name: "SetUp", Value: "1"}, chess.Tag{Name: "FEN", Value: m.plays()[0].rules.Position.FEN()})
	}
	for _, t := range tags {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(t.Value))
	}
	b.WriteByte('\n')
	if start := remarks(beside[nil]); start != "" {
		b.WriteString(start[1:] + "\n")
	}
	for _, t := range turns {
		if t.side == chess.White {
			fmt.Fprintf(&b, "%d. ", (t.ply+1)/2)
		} else if t.ply == turns[0].ply {
			fmt.Fprintf(&b, "%d... ", (t.ply+1)/2)
		}
		fmt.Fprintf(&b, "%s {%s}%s\n", t.effect.Move, remark(v.called(*t)), remarks(beside[t]))
	}
	b.WriteString(result + "\n")
	return b.String()
}

// entered tells whether a ply was entered against the rules (R9), which PGN
// can't say.
func entered(turns []*turn) bool {
	for _, t := range turns {
		if t.effect.Clause == "R9" {
			return true
		}
	}
	return false
}
