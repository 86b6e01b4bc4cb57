package event

import (
	"fmt"
	"strings"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/judging"
)

// clocks are the clocks that all may see (R5, B44). While the match is paused
// they stand.
func (v view) clocks() []Countdown {
	m := v.m
	if m.phase != Playing {
		return nil
	}
	stood := m.stood
	if m.paused != nil {
		stood += v.now - m.paused.at
	}
	shown := func(key, label string, until int64) Countdown {
		c := Countdown{Key: key, Label: label, Until: until}
		if m.paused != nil {
			c.Stopped, c.Left = true, max(until-v.now, 0)
			c.Until = 0
		}
		return c
	}
	list := v.sideClocks()
	if n, ok := m.house.Number(m.format, rules.KeyMatchMinutes); ok {
		list = append(list, shown("match", "Match", m.play.startedAt+int64(n)*60_000+stood))
	}
	if n, ok := m.house.Number(m.format, rules.KeyCallSeconds); ok && m.play.challenge == nil && m.play.review == nil {
		list = append(list, shown("call", "Call", m.play.sinceAt+int64(n)*1000+stood-m.play.stood))
	}
	if c := m.play.challenge; c != nil && c.clock != nil {
		if c.clock.until == 0 {
			list = append(list, Countdown{Key: "answer", Label: "Answer", Total: m.answerTime(), Stopped: true, Left: c.clock.left})
		} else if m.paused != nil {
			list = append(list, Countdown{Key: "answer", Label: "Answer", Total: m.answerTime(), Stopped: true, Left: max(c.clock.until-m.paused.at, 0)})
		} else {
			list = append(list, Countdown{Key: "answer", Label: "Answer", Total: m.answerTime(), Until: c.clock.until})
		}
	}
	return list
}

// answerTime is how long an answer may take, milliseconds (B44).
func (m match) answerTime() int64 {
	n, _ := m.house.Number(m.format, rules.KeyAnswerSeconds)
	return int64(n) * 1000
}

// pause is the break that everybody sees.
func (v view) pause() *PauseView {
	if v.m.paused == nil {
		return nil
	}
	return &PauseView{Reason: v.m.paused.reason, Since: v.m.paused.at}
}

// put is what was put right since the last call.
func (v view) put() *CorrectionView {
	c := v.m.play.put
	if c == nil || c == v.m.play.settled && v.m.play.ending != nil {
		return nil
	}
	out := &CorrectionView{Reason: c.reason}
	switch c.what {
	case "taken back":
		out.Headline = fmt.Sprintf("The call of ply %d is taken back.", c.ply)
	case "rewound":
		out.Headline = fmt.Sprintf("Rewound to before ply %d.", c.ply)
	case "amended":
		out.Headline = fmt.Sprintf("The ruling of ply %d is amended.", c.ply)
	case "upheld":
		out.Headline = fmt.Sprintf("The ruling of ply %d is upheld.", c.ply)
	case "entered":
		out.Headline = fmt.Sprintf("The head judge entered ply %d as the floor had played it.", c.ply)
	}
	switch c.what {
	case "played":
		out.Headline = fmt.Sprintf("Plies %d to %d were played on paper.", c.ply, c.to)
		if c.ply == c.to {
			out.Headline = fmt.Sprintf("Ply %d was played on paper.", c.ply)
		}
	case "position":
		out.Headline = "The board is set to what was played on paper."
	}
	for _, w := range c.walks {
		if w.to == chess.NoSquare {
			out.Walks = append(out.Walks, v.of(w.who)+" leaves the floor.")
		} else {
			out.Walks = append(out.Walks, fmt.Sprintf("%s walks back to %s.", v.of(w.who), w.to))
		}
	}
	return out
}

// review is the judges' second look at the last ruling.
func (v view) review() *ReviewView {
	r := v.m.play.review
	if r == nil {
		return nil
	}
	out := &ReviewView{Headline: "The judges look at the last ruling again.", Reason: r.reason}
	if r.appeal {
		out.Headline = v.side(r.side) + " appeals against the ruling."
	}
	last := v.m.play.last
	out.Ruling = v.headline(last.ruled.challenge.row, last.mover, last.ruled.defender) + ": " + ruledLabel(last.ruled)
	return out
}

// ruledLabel is a ruling as a stamp.
func ruledLabel(r *ruled) string {
	if r.misread {
		return "MISREAD"
	}
	return label(r.vote, r.challenge.row.Recited)
}

// before is the view of the people as they stood before the last call.
func (v view) before() view {
	v.people.m.play = *v.m.play.before
	return v
}

// judgeReview is what judges see of a ruling that is looked at again: the
// question, the answer as approved, and how the panel voted.
func (v view) judgeReview() *JudgeReview {
	view := v.review()
	if view == nil {
		return nil
	}
	r := v.m.play.last.ruled
	text, _ := v.m.textOf(r)
	out := &JudgeReview{ReviewView: *view, Label: ruledLabel(r), Question: v.judged(r.challenge, text, v.m.asked(r))}
	ballots := r.challenge.panel.Ballots
	if alone := r.challenge.panel.Alone; alone != nil {
		ballots = append(ballots[:len(ballots):len(ballots)], *alone)
	}
	for _, b := range ballots {
		out.Ballots = append(out.Ballots, v.judgeName(Seat(b.Seat))+": "+strings.ToLower(label(b.Vote, r.challenge.row.Recited)))
	}
	return out
}

// tools says which of a judge's rarer buttons can be tapped now.
func (v view) tools(seat Seat, head bool) JudgeTools {
	m := v.m
	var t JudgeTools
	if m.phase == Playing && m.paused == nil {
		if c := m.play.challenge; c != nil {
			if _, _, ok := m.due(*c); ok {
				t.ThrowOut = true
				t.Misread = "The same question is read again; nothing is used up."
				if m.rule(rules.KeyMisread) == rules.MisreadLoses {
					t.MisreadLoses = true
					t.Misread = "Ruled as if answered right: " + v.effect(c.row.Right)
				}
				_, clocked := m.house.Number(m.format, rules.KeyAnswerSeconds)
				t.Read = clocked && c.clock == nil && !c.row.Recited
				t.StopClock = c.clock != nil && c.clock.until != 0
				t.GoOn = c.clock != nil && c.clock.until == 0
			}
		}
		t.Override = head && !m.veils() && m.play.challenge == nil && m.play.review == nil
	}
	t.Flag = m.flagFell(v.now)
	if v.t.amendable() != nil || m.play.review != nil {
		return t
	}
	t.Amend = true
	if head {
		r := m.play.last.ruled
		for _, e := range v.before().effects(r.challenge.row) {
			if e.Vote != r.vote.String() || r.misread {
				t.AmendAlone = append(t.AmendAlone, e)
			}
		}
	}
	return t
}

// held is a decided ruling that only the judges see yet.
func (v view) held() *HeldView {
	c := v.m.play.challenge
	if c == nil || c.held == 0 || v.m.phase != Playing {
		return nil
	}
	vote, _ := c.panel.Decision()
	return &HeldView{Label: label(vote, c.row.Recited), Until: c.held}
}

// pausing is what the host and the head judge see of pausing.
func (v view) pausing() PauseForm {
	return PauseForm{MayPause: v.m.phase == Playing && v.m.paused == nil, MayResume: v.m.paused != nil}
}

// reviewBallot is a judge's vote in a review.
func (v view) reviewBallot(seat Seat, head bool) *BallotForm {
	r := v.m.play.review
	b := v.panelForm(seat, head, r.panel, "review")
	b.Choices = v.before().effects(v.m.play.last.ruled.challenge.row)
	b.Reason = true
	return b
}

// panelForm is what a voting judge sees of a panel; what the others voted is
// not in it (B40).
func (v view) panelForm(seat Seat, head bool, panel judging.Panel, what string) *BallotForm {
	b := &BallotForm{About: v.m.about()}
	waiting := panel.Waiting()
	for _, m := range panel.Members {
		b.OnPanel = b.OnPanel || Seat(m.Seat) == seat
	}
	if len(panel.Members) == 0 {
		b.OnPanel = true
	}
	if vote, ok := panel.BallotOf(string(seat)); ok {
		b.Mine = vote.String()
		if len(waiting) > 0 {
			b.Waiting = fmt.Sprintf("Waiting for %d of %d.", len(waiting), len(panel.Members))
		}
	}
	if !b.OnPanel {
		b.Why = fmt.Sprintf("You joined after this %s opened: the panel of %d that saw it from the start rules (B40).", what, len(panel.Members))
	}
	if head {
		b.Alone = len(panel.Members) != 1 || !b.OnPanel
		for _, s := range waiting {
			if Seat(s) != seat {
				b.Missing = append(b.Missing, v.judgeName(Seat(s)))
			}
		}
	}
	return b
}
