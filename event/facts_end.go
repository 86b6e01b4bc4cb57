package event

import (
	"fmt"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// drawOffered is a Game Master's offer of a draw; both offering is agreement (R5).
type drawOffered struct {
	Side chess.Side `json:"side"`
}

func (f *drawOffered) apply(t truth, _ Entry) (truth, error) {
	p := &t.match.play
	p.offers[f.Side] = true
	if p.offers[f.Side.Other()] {
		p.end(rules.Result{Over: true, Drawn: true, Clause: "R5", Words: "Both Game Masters agreed to a draw."})
	}
	return t.ended(), nil
}

// drawAnswered withdraws or declines the offer of a side (R5).
type drawAnswered struct {
	Offer chess.Side `json:"offer"`
}

func (f *drawAnswered) apply(t truth, _ Entry) (truth, error) {
	t.match.play.offers[f.Offer] = false
	return t, nil
}

// resigned ends the match for the other side (R5).
type resigned struct {
	Side chess.Side `json:"side"`
}

func (f *resigned) apply(t truth, _ Entry) (truth, error) {
	t.match.play.end(rules.Result{
		Over: true, Winner: f.Side.Other(), Clause: "R5",
		Words: f.Side.String() + " resigned.",
	})
	return t.ended(), nil
}

// timeCalled is the judges' end of a match: a winner or a draw (R5).
type timeCalled struct {
	Drawn  bool       `json:"drawn,omitempty"`
	Winner chess.Side `json:"winner,omitempty"`
}

func (f *timeCalled) apply(t truth, _ Entry) (truth, error) {
	words := "The judges called time and named " + f.Winner.String() + " the winner."
	if f.Drawn {
		words = "The judges called time: a draw."
	}
	t.match.play.end(rules.Result{Over: true, Drawn: f.Drawn, Winner: f.Winner, Clause: "R5", Words: words})
	return t.ended(), nil
}

// reopened goes on with a match that was ended by mistake (R5): a resignation,
// a draw or time called is void; an end by the format's goal takes the call
// that led to it back.
type reopened struct {
	Reason string `json:"reason"`
}

func (f *reopened) apply(t truth, e Entry) (truth, error) {
	m := &t.match
	if m.phase != Ended {
		return t, fmt.Errorf("the match has not ended")
	}
	if m.play.ending == nil {
		return t.undone(e, m.play.before, "taken back", f.Reason)
	}
	m.play.ending = nil
	m.play.offers = [2]bool{}
	m.play = m.begin(m.play, e)
	m.phase = Playing
	return t.ended().decided(e)
}
