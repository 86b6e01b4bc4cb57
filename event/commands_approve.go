package event

import "biblechess/questions"

// Approve is a judge's yes to one revision of a question (B34).
type Approve struct {
	ID       string
	Revision int
}

func (c Approve) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.mayJudge(by, questions.ID(c.ID), c.Revision); err != nil {
		return decision{}, err
	}
	return decision{fact: &questionApproved{questions.ID(c.ID), c.Revision}}, nil
}

// mayJudge passes when a judge can approve this revision or send it back.
func (t truth) mayJudge(by Seat, id questions.ID, revision int) error {
	if err := t.seated(by); err != nil {
		return err
	}
	q, _, ok := t.match.find(id)
	if !ok {
		return malformed("This question is no longer there: look again.")
	}
	if q.Number != revision {
		return stale("This question")
	}
	if t.match.phase != SetUp && (t.match.play.challenge == nil || t.match.play.challenge.fresh != id) {
		return refused("B34", "The match has started: its questions are approved already (B34).")
	}
	if t.match.phase != SetUp {
		return t.playing()
	}
	return nil
}

// SendBack is a judge's no to one revision of a question, with a reason (B34).
type SendBack struct {
	ID       string
	Revision int
	Reason   string
}

func (c SendBack) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.mayJudge(by, questions.ID(c.ID), c.Revision); err != nil {
		return decision{}, err
	}
	reason, err := needed("The reason", c.Reason, maxReason)
	if err != nil {
		return decision{}, err
	}
	return decision{fact: &questionSentBack{questions.ID(c.ID), c.Revision, reason}}, nil
}
