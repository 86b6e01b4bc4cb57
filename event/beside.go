package event

import (
	"fmt"
	"strings"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// besideTrue is what a ply of Stealth Chess was beside its walk, and what happened
// between it and the next call, with the true pieces: bluffs, called or not,
// players chosen blindly, and guesses (S14, S15). Before the reveal it is nothing.
func (p people) besideTrue(t play) []string {
	if !p.m.revealed || t.veil == nil {
		return nil
	}
	if t.last != nil {
		p.m.roster = *t.last.roster
	}
	var list []string
	if t.last != nil && t.before != nil && t.before.veil != nil {
		was, kind := *t.before.veil, p.m.kind(t.last.side, t.last.kind)
		switch {
		case t.last.veiled == bluffed:
			list = append(list, fmt.Sprintf("%s called the bluff: a %s does not go so.", t.last.side.Other(), kind))
		case t.last.veiled == moved && rules.Stealth.Bluffs(p.m.house, was, t.last.effect.Move):
			list = append(list, fmt.Sprintf("A bluff that was not called: a %s does not go so.", kind))
		}
	}
	for _, a := range t.asides {
		words := p.asideWords(a)
		kind := chess.NoKind
		switch a.what {
		case guessedRight, guessedWrong:
			kind = t.veil.True().At(a.at).Kind()
		case chosen:
			for _, d := range t.out {
				if d.who == a.who {
					kind = d.kind
				}
			}
		}
		if kind != chess.NoKind {
			words = fmt.Sprintf("%s (%s was a %s.)", words, p.of(a.who), p.m.kind(a.who.side(), kind))
		}
		list = append(list, words)
	}
	return list
}

// claims tells whether a call of a play waits for its answer before it is a ply (S14).
func (p play) claims() bool { return p.doubt() != nil && p.doubt().Capture }

// remarks joins what happened beside a ply as a comment of PGN.
func remarks(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return " {" + remark(strings.Join(list, " ")) + "}"
}

// remark is text that stands within braces.
func remark(s string) string { return strings.NewReplacer("{", "(", "}", ")").Replace(s) }
