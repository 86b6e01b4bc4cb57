package event

import (
	"biblechess/event/chess"
	"biblechess/questions"
)

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

// CallTime ends the match by the judges (R5): Winner is white, black, or
// NoColour for a draw. Sure is the second confirmation.
type CallTime struct {
	Winner Colour
	Sure   bool
	About  int64
}

func (c CallTime) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.seated(by); err != nil {
		return decision{}, err
	}
	if err := t.playing(); err != nil {
		return decision{}, err
	}
	if err := t.about(c.About, "The board"); err != nil {
		return decision{}, err
	}
	if !c.Sure {
		return decision{}, malformed("Calling time has to be confirmed a second time (R5).")
	}
	f := timeCalled{Drawn: c.Winner == NoColour}
	if c.Winner == BlackColour {
		f.Winner = chess.Black
	}
	return decision{fact: &f}, nil
}

// Reopen goes on with a match that was ended by mistake, until the host has
// closed it (R5); by a judge, with a reason.
type Reopen struct {
	Reason string
	About  int64
}

func (c Reopen) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.seated(by); err != nil {
		return decision{}, err
	}
	if t.match.phase != Ended {
		return decision{}, refused("R5", "Only a match that has ended and is not yet closed can be reopened (R5).")
	}
	if err := t.about(c.About, "The match"); err != nil {
		return decision{}, err
	}
	if t.match.play.ending == nil && t.match.play.before == nil {
		return decision{}, refused("R5", "The match ended before the first call, so there is nothing to go back to (R5).")
	}
	reason, err := needed("The reason", c.Reason, maxReason)
	if err != nil {
		return decision{}, err
	}
	return decision{fact: &reopened{reason}}, nil
}
