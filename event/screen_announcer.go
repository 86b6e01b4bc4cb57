package event

import (
	"fmt"
	"strings"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// announcer is the page of whoever has the microphone. What is spoken is heard
// by all, so it is put together from what all may see.
func (v view) announcer() AnnouncerScreen {
	v = v.forAll()
	s := AnnouncerScreen{
		Frame: v.frame(Announcer, "Announcer"), Turn: v.turn(), LastCall: v.lastCall(), Check: v.check(),
	}
	s.What, s.Words = v.announce()
	if r := v.ruling(); r != nil && s.What == "Ruling" && r.Answer != "" {
		s.Question = r.Question
		s.Lesson = fmt.Sprintf("The answer was: %s.", strings.TrimSuffix(r.Answer, "."))
		if r.Reference != "" {
			s.Lesson = fmt.Sprintf("The answer was: %s; it stands in %s.", strings.TrimSuffix(r.Answer, "."), strings.TrimSuffix(r.Reference, "."))
		}
		if text, ok := v.m.textOf(v.m.play.last.ruled); ok && text.SayAs != "" {
			s.Says = append(s.Says, SayLine{"The question", text.SayAs})
		}
		if say := spokenReference(r.Reference); say != "" {
			s.Says = append(s.Says, SayLine{r.Reference, say})
		}
	}
	s.Says = append(saysIn(s.Words+" "+s.Turn, v.everybody(), v.says()), s.Says...)
	return s
}

// announce is what is to be said now, and its heading.
func (v view) announce() (what, words string) {
	m := v.m
	switch {
	case m.phase == SetUp:
		return "Before the match", fmt.Sprintf("Welcome to %s: %s in white against %s in black. Please find your square and stand on it.", v.frame(Announcer, "").Match, m.teams[0], m.teams[1])
	case m.phase != Playing:
		r := v.result(m.play.result())
		words := m.play.result().Words
		return "The end", fmt.Sprintf("The match is over: %s. %s", lower(r.Headline), strings.TrimSuffix(words, ".")+".")
	case m.paused != nil:
		return "Break", fmt.Sprintf("We pause: %s. Everybody keeps their square, please.", strings.TrimRight(m.paused.reason, ".!"))
	case m.play.challenge != nil:
		return "Challenge", v.announceChallenge(*m.play.challenge)
	case m.play.review != nil:
		return "A second look", v.review().Headline + " The judges look at it again; everybody stays where they are."
	case m.play.put != nil:
		c := v.put()
		switch n := len(c.Walks); {
		case n == 0:
			return "Correction", c.Headline
		case n > mostWalks:
			return "Correction", fmt.Sprintf("%s %d players change their places: please look at the screen.", c.Headline, n)
		}
		return "Correction", strings.TrimSuffix(c.Headline, ".") + ": " + joined(c.Walks)
	case m.veils() && (m.play.settingUp() != nil || m.play.last != nil || len(m.play.asides) > 0):
		return v.announceHidden()
	case m.play.last == nil:
		return "Kick-off", fmt.Sprintf("The match begins: %s in white against %s in black. %s calls first.", m.teams[0], m.teams[1], m.play.caller())
	case m.play.last.ruled != nil:
		return "Ruling", v.announceRuling(*m.play.last)
	}
	return "Call", v.announceCall(*m.play.last)
}

// lower begins a sentence in mid-sentence.
func lower(s string) string {
	for _, article := range []string{"The ", "A "} {
		if strings.HasPrefix(s, article) {
			return strings.ToLower(article[:1]) + s[1:]
		}
	}
	return s
}

func (v view) announceChallenge(c challenge) string {
	at := v.m.play.standing
	against := fmt.Sprintf("A challenge on %s: %s against %s.", c.row.Target,
		v.role(c.row.Challenger.Kind(), at[c.row.Move.From]), v.role(c.row.Defender.Kind(), at[c.row.Target]))
	switch {
	case !c.shown(), v.m.needsFresh(c), len(c.panel.Members) == 0:
		return against + " " + v.turn()
	case !c.row.Recited:
		return fmt.Sprintf("%s %s asks, and %s answers.", against, v.quizMaster(c.row.Asking), v.answers(c))
	case v.m.fromConsole(c):
		return fmt.Sprintf("%s %s reads, and %s must break in before the end.", against, v.quizMaster(c.row.Asking), v.answers(c))
	}
	return fmt.Sprintf("%s %s reads from memory, and %s must break in before the end.", against, v.of(c.asker), v.answers(c))
}

func (v view) announceRuling(t turn) string {
	ruled := map[string]string{"RIGHT": "right", "WRONG": "wrong", "IN TIME": "right, and in time", "TOO LATE": "too late"}[ruledLabel(t.ruled)]
	if t.ruled.misread {
		return "The question was misread, so it counts as answered right: " + joined(strings.SplitAfter(v.walk(t), ". "))
	}
	return fmt.Sprintf("The judges say %s: %s", ruled, joined(strings.SplitAfter(v.walk(t), ". ")))
}

// mostWalks is how many people's ways can be read out in one breath.
const mostWalks = 3

// joined makes one sentence of several.
func joined(parts []string) string {
	var list []string
	for _, p := range parts {
		list = append(list, strings.TrimSuffix(strings.TrimSpace(p), "."))
	}
	return strings.Join(list, ", and ") + "."
}

func (v view) announceCall(t turn) string {
	e := t.effect
	mover := v.role(t.kind, t.mover)
	words := fmt.Sprintf("%s calls %s from %s to %s", t.side, mover, e.Move.From, e.Move.To)
	switch {
	case e.RookFrom != chess.NoSquare:
		words = fmt.Sprintf("%s castles: %s walks to %s, and %s to %s", t.side, mover, e.Move.To, v.onAfter(e.RookTo), e.RookTo)
	case t.left != 0:
		words += fmt.Sprintf(", and %s leaves the floor", v.role(t.leftKind, t.left))
	}
	if e.Becomes != chess.NoKind && e.Outcome == rules.Moves {
		words += ", and becomes a " + v.m.kind(t.side, e.Becomes)
	}
	if check := v.check(); check != "" {
		return words + ". " + check
	}
	return fmt.Sprintf("%s. %s calls next.", words, v.m.play.caller())
}
