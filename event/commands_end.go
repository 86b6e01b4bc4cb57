package event

import "biblechess/event/chess"

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
	if err := t.final("reopened"); err != nil {
		return decision{}, err
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

// OfferDraw offers a draw to the other side; when both offer, it is agreed (R5).
type OfferDraw struct{ About int64 }

func (c OfferDraw) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.gameMasters(by, c.About); err != nil {
		return decision{}, err
	}
	if t.match.play.offers[t.side(by)] {
		return decision{}, refused("R5", "Your offer of a draw stands already (R5).")
	}
	return decision{fact: &drawOffered{t.side(by)}}, nil
}

func (t truth) gameMasters(by Seat, about int64) error {
	if err := only(by, "gm"); err != nil {
		return err
	}
	if err := t.playing(); err != nil {
		return err
	}
	return t.about(about, "The board")
}

// AnswerDraw withdraws the own offer of a draw (Mine), or declines the other
// side's (R5).
type AnswerDraw struct {
	Mine  bool
	About int64
}

func (c AnswerDraw) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.gameMasters(by, c.About); err != nil {
		return decision{}, err
	}
	offer := t.side(by)
	if !c.Mine {
		offer = offer.Other()
	}
	if !t.match.play.offers[offer] {
		return decision{}, refused("R5", "No offer of a draw stands (R5).")
	}
	return decision{fact: &drawAnswered{offer}}, nil
}

// AgreeDraw takes the other side's offer of a draw (R5).
type AgreeDraw struct{ About int64 }

func (c AgreeDraw) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.gameMasters(by, c.About); err != nil {
		return decision{}, err
	}
	if !t.match.play.offers[t.side(by).Other()] {
		return decision{}, refused("R5", "No offer of a draw stands (R5).")
	}
	return decision{fact: &drawOffered{t.side(by)}}, nil
}

// Resign gives the match to the other side (R5). Sure is the second confirmation.
type Resign struct {
	Sure  bool
	About int64
}

func (c Resign) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.gameMasters(by, c.About); err != nil {
		return decision{}, err
	}
	if !c.Sure {
		return decision{}, malformed("Resigning has to be confirmed a second time (R5).")
	}
	return decision{fact: &resigned{t.side(by)}}, nil
}
