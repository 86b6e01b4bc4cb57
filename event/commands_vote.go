package event

// Vote is a judge's ballot on the open challenge, or on the last ruling that is
// looked at again: right, wrong or late (B20, B40 to B42). Alone is the head
// judge's ruling without the others.
type Vote struct {
	Vote   string
	Alone  bool
	Reason string // for a ruling that is amended
	About  int64
}

func (c Vote) decide(t truth, by Seat, env env) (decision, error) {
	if err := t.seated(by); err != nil {
		return decision{}, err
	}
	reason, err := line("The reason", c.Reason, maxReason)
	if err != nil {
		return decision{}, err
	}
	f := voted{Vote: c.Vote, Alone: c.Alone, Reason: reason}
	panel, _ := t.match.play.openPanel()
	if t.match.play.review != nil {
		if err := t.about(c.About, "The ruling"); err != nil {
			return decision{}, err
		}
		if err := t.mayVote(c.Vote, t.match.play.last.ruled.challenge); err != nil {
			return decision{}, err
		}
	} else {
		ch, err := t.open(c.About)
		if err != nil {
			return decision{}, err
		}
		if err := t.mayVote(c.Vote, ch); err != nil {
			return decision{}, err
		}
		if _, _, ok := t.match.due(ch); !ok {
			return decision{}, refused("", "No question has been put yet, so there is nothing to rule on.")
		}
	}
	switch {
	case c.Alone && by != t.match.headJudge():
		return decision{}, &Problem{Reason: Forbidden, Clause: "B40", Words: "Only the head judge can rule alone (B40)."}
	case c.Alone && reason == "" && t.match.play.review != nil && t.match.play.review.reason == "":
		return decision{}, malformed("Say the reason why you rule alone on what is looked at again, in a few words (B41).")
	case !c.Alone && len(panel.Members) == 0:
		f.Joined = env.now
	}
	return decision{fact: &f}, nil
}
