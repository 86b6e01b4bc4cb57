package event

import (
	"fmt"
	"strings"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// titled is who it was, with the piece where that may be told: "Anna", or
// "Knight Anna".
func (p people) titled(k chess.Kind, who post) string {
	if k == chess.Hidden || k == chess.NoKind {
		return p.of(who)
	}
	return p.role(k, who)
}

// calledHidden is a ply of Stealth Chess in words, by the names of then. Before
// the reveal it tells players, sides and squares alone.
func (p people) calledHidden(t turn) string {
	p.m.roster = *t.roster
	e := t.effect
	walk := fmt.Sprintf("%s: %s, %s to %s", t.side, p.titled(t.kind, t.mover), e.Move.From, e.Move.To)
	switch t.veiled {
	case passed:
		return t.side.String() + " passed: no legal move."
	case exchanged:
		return fmt.Sprintf("%s: %s and %s exchanged %s and %s.", t.side, p.of(t.mover), p.of(t.other), e.Move.From, e.Move.To)
	case bluffed:
		return walk + ": a bluff that was called."
	case stumbled:
		if e.Move.From == e.Move.To {
			return fmt.Sprintf("%s: %s, turned away, could not be exchanged.", t.side, p.titled(t.kind, t.mover))
		}
		return walk + ": turned away, and could not go so."
	}
	if t.left != 0 {
		walk += ", took the square of " + p.titled(t.leftKind, t.left)
	}
	if e.Becomes != chess.NoKind {
		walk += ", became a " + p.m.kind(t.side, e.Becomes)
	}
	return walk + "."
}

// walkHidden says who walks where after a ply of Stealth Chess.
func (p people) walkHidden(t turn) string {
	e := t.effect
	switch t.veiled {
	case passed:
		return ""
	case exchanged:
		return fmt.Sprintf("%s walks to %s. %s walks to %s.", p.of(t.mover), e.Move.To, p.of(t.other), e.Move.From)
	case bluffed, stumbled:
		return p.of(t.mover) + " leaves the floor."
	}
	words := fmt.Sprintf("%s walks to %s.", p.of(t.mover), e.Move.To)
	if t.left != 0 {
		words = p.of(t.left) + " leaves the floor. " + words
	}
	return words
}

// hiddenNote is what a ply of Stealth Chess did beside its walk, where that is
// not what a ply of any format can do.
func (p people) hiddenNote(t turn) (string, bool) {
	switch t.veiled {
	case exchanged:
		return fmt.Sprintf("%s walks from %s to %s.", p.of(t.other), t.effect.Move.To, t.effect.Move.From), true
	case bluffed:
		return "A bluff that was called: " + p.of(t.mover) + " leaves the floor.", true
	case stumbled:
		return "Turned away, and could not go so: " + p.of(t.mover) + " leaves the floor.", true
	}
	return "", false
}

// asideWords is what happened beside the plies, in words.
func (p people) asideWords(a aside) string {
	switch a.what {
	case guessedRight:
		return fmt.Sprintf("%s guessed what %s on %s is: right. %s is turned.", a.side, p.of(a.who), a.at, first(p.of(a.who)))
	case guessedWrong:
		return fmt.Sprintf("%s guessed what %s on %s is: wrong.", a.side, p.of(a.who), a.at)
	case doubted:
		return fmt.Sprintf("%s called the bluff: it was none.", a.side)
	case stood:
		return fmt.Sprintf("%s let the move stand.", a.side)
	case chosen:
		return fmt.Sprintf("%s chose blindly: %s leaves the floor.", a.side, p.of(a.who))
	case satOut:
		return fmt.Sprintf("%s sits this match out: %s stays empty.", p.of(a.who), a.at)
	}
	return ""
}

// asides is all that happened beside the plies since the last one.
func (v view) asides() []string {
	var list []string
	for _, a := range v.m.play.asides {
		list = append(list, v.asideWords(a))
	}
	return list
}

// waitsHidden says what a match of hidden pieces waits for.
func (v view) waitsHidden() string {
	p := v.m.play
	if up := p.settingUp(); up != nil {
		return v.setUpWords(*up)
	}
	if d := p.choice(); d != nil {
		return fmt.Sprintf("%s chooses one of %s's players blindly.", v.side(d.By), d.From)
	}
	d := p.doubt()
	switch {
	case d == nil:
		return v.side(p.caller()) + " calls."
	case d.Capture:
		return fmt.Sprintf("%s goes from %s onto %s's square %s. %s answers: surrender, or call the bluff.",
			v.on(d.Move.From), d.Move.From, v.on(d.Move.To), d.Move.To, v.side(d.Side.Other()))
	}
	return v.side(p.caller()) + " calls, or calls the bluff."
}

// announceHidden is what is to be said of a match of hidden pieces: the last
// call, what happened beside it, and what is waited for.
func (v view) announceHidden() (what, words string) {
	if v.m.play.settingUp() != nil {
		return "Set-up", v.turn()
	}
	what = "Call"
	if d := v.m.play.doubt(); d != nil && d.Capture || v.m.play.choice() != nil {
		what = "An answer is due"
	}
	var parts []string
	if last := v.lastCall(); last != "" && (v.m.play.doubt() == nil || !v.m.play.doubt().Capture) {
		parts = append(parts, last)
	}
	return what, strings.Join(append(append(parts, v.asides()...), v.turn()), " ")
}

// setUpWords says how far the secret set-up is.
func (v view) setUpWords(up rules.SetUp) string {
	var busy []string
	switch up.Stage {
	case rules.Thinning:
		for _, s := range chess.Sides {
			if !up.Ready[s] {
				busy = append(busy, v.side(s))
			}
		}
		return both(busy) + " in secret without the King, for the handicap."
	case rules.Removing:
		for _, s := range chess.Sides {
			if n := up.Missing[s]; n > 0 {
				busy = append(busy, fmt.Sprintf("%s takes %d of %s's pieces blindly.", v.side(s.Other()), n, s))
			}
		}
		return strings.Join(busy, " ")
	}
	for _, s := range chess.Sides {
		if !up.Ready[s] {
			busy = append(busy, v.side(s))
		}
	}
	if up.Stage == rules.Shaking {
		return "Earthquake. " + both(busy) + " in secret once more."
	}
	return both(busy) + " in secret."
}

// both is "White sets up" or "White and Black set up".
func both(sides []string) string {
	if len(sides) == 1 {
		return sides[0] + " sets up"
	}
	return strings.Join(sides, " and ") + " set up"
}

// saysHidden is what an entry of Stealth Chess did, in words for the officials'
// log. What a Game Master does in secret is not told.
func saysHidden(f fact, was, now truth, p people) string {
	then := p
	then.m = was.match
	tell := func(words string) string {
		for _, a := range now.match.play.asides[min(len(was.match.play.asides), len(now.match.play.asides)):] {
			words += " " + p.asideWords(a)
		}
		return strings.TrimSpace(words)
	}
	switch f := f.(type) {
	case *veiledReady:
		if f.On {
			return "Confirmed the set-up."
		}
		return "Took the confirmation back."
	case *veiledRemoved:
		return fmt.Sprintf("Took the piece on %s of %s's away blindly.", f.Square, f.Side)
	case *veiledCalled:
		if d := now.match.play.doubt(); d != nil && d.Capture {
			return fmt.Sprintf("Called %s, onto the square of %s.", squares(f.Move), p.on(d.Move.To))
		}
		return "Called " + squares(f.Move) + ". " + p.walk(*now.match.play.last)
	case *veiledExchanged:
		if last := now.match.play.last; last != nil {
			return p.called(*last)
		}
	case *veiledPassed:
		return "Passed."
	case *veiledAnswered:
		answer := "Let the move stand."
		switch {
		case f.Call:
			answer = "Called the bluff."
		case was.match.play.doubt() != nil && was.match.play.doubt().Capture:
			answer = "Surrendered."
		}
		if last := now.match.play.last; last != was.match.play.last && last != nil {
			answer += " " + p.walk(*last)
		}
		if !f.Call {
			return answer
		}
		return tell(answer)
	case *veiledChosen:
		return "Chose blindly: " + then.on(squareOf(f.Square)) + " leaves the floor."
	case *veiledGuessed:
		return tell("")
	case *revealed:
		return "Revealed the pieces."
	}
	return ""
}

func squareOf(name string) chess.Square {
	q, err := chess.ParseSquare(name)
	if err != nil {
		return 0
	}
	return q
}
