package event

import "biblechess/judging"

// voted is a judge's ballot: on the open challenge (B40), or on the last ruling
// that is looked at again (B41, B42).
type voted struct {
	Vote   string `json:"vote"`
	Alone  bool   `json:"alone,omitempty"`
	Joined int64  `json:"joined,omitempty"` // set when this judge is the first to come to an empty panel
	Reason string `json:"reason,omitempty"` // for a ruling that is amended
}

func (f *voted) apply(t truth, e Entry) (truth, error) {
	p := t.match.play
	held := p.challenge != nil && p.challenge.held != 0
	panel, open := p.openPanel()
	if !open {
		return t, errNoChallenge
	}
	vote, err := judging.ParseVote(f.Vote)
	if err != nil {
		return t, err
	}
	if f.Joined != 0 {
		if panel, err = panel.Join(judging.Member{Seat: string(e.Seat), Joined: f.Joined}); err != nil {
			return t, err
		}
	}
	switch {
	case held && !f.Alone:
		panel, err = panel.Recast(string(e.Seat), vote)
	case held:
		panel, err = panel.Cleared().RuleAlone(string(e.Seat), vote)
	case f.Alone:
		panel, err = panel.RuleAlone(string(e.Seat), vote)
	default:
		panel, err = panel.Cast(string(e.Seat), vote)
	}
	if err != nil {
		return t, err
	}
	t.match.play = p.withPanel(panel)
	if held {
		// A change of mind is held as long as a first ruling.
		t.match.play = t.match.play.amend(func(c *challenge) { c.held = 0 })
	}
	return t.voteCounted(e, f.Reason)
}

// voteCounted looks whether the panel that is voting has decided.
func (t truth) voteCounted(e Entry, reason string) (truth, error) {
	if t.match.play.review != nil {
		return t.reviewed(e, reason)
	}
	return t.decided(e)
}

// openPanel is the panel that is voting now: of a review, else of a challenge.
func (p play) openPanel() (judging.Panel, bool) {
	switch {
	case p.review != nil:
		return p.review.panel, true
	case p.challenge != nil:
		return p.challenge.panel, true
	}
	return judging.Panel{}, false
}

// withPanel gives the play with its voting panel changed.
func (p play) withPanel(panel judging.Panel) play {
	if p.review != nil {
		r := *p.review
		r.panel = panel
		p.review = &r
		return p
	}
	return p.amend(func(c *challenge) { c.panel = panel })
}

// judgeGone says that a member of the panel has been gone for 20 s (B40).
type judgeGone struct {
	Judge Seat `json:"judge"`
}

func (f *judgeGone) apply(t truth, e Entry) (truth, error) {
	return t.left(f.Judge, e)
}

// left takes a judge off the panel that is voting, which may leave the others
// with a decision.
func (t truth) left(judge Seat, e Entry) (truth, error) {
	panel, open := t.match.play.openPanel()
	if !open {
		return t, nil
	}
	t.match.play = t.match.play.withPanel(panel.Leave(string(judge)))
	return t.voteCounted(e, "")
}

// judgeCame says that the first judge has come to an empty panel (B40).
type judgeCame struct {
	Judge member `json:"judge"`
}

func (f *judgeCame) apply(t truth, _ Entry) (truth, error) {
	panel, open := t.match.play.openPanel()
	if !open {
		return t, errNoChallenge
	}
	panel, err := panel.Join(f.Judge.judging())
	if err != nil {
		return t, err
	}
	t.match.play = t.match.play.withPanel(panel)
	return t, nil
}
