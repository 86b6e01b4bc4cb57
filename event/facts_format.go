package event

import (
	"fmt"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// formatChosen makes a match one of another format. House rules that the
// format has too keep their values where it knows them.
type formatChosen struct {
	Format string `json:"format"`
}

func (f *formatChosen) apply(t truth, _ Entry) (truth, error) {
	m := &t.match
	if m.phase != SetUp {
		return t, errStarted
	}
	format, ok := rules.ByKey(f.Format)
	if !ok {
		return t, fmt.Errorf("there is no format %q", f.Format)
	}
	house := rules.House{}
	for key, value := range m.house {
		if r, ok := rules.Rule(format, key); ok && r.Check(value) == nil {
			house[key] = value
		}
	}
	m.format, m.house, m.setting, m.guide = format, house, "", nil
	return t, nil
}

// settingChosen is the position that a match starts from; empty for the
// format's own. A game to be walked comes with it.
type settingChosen struct {
	FEN  string    `json:"fen,omitempty"`
	Game *gameText `json:"game,omitempty"`
}

// gameText is a game that the floor walks: its headers, and its moves with
// what is said about them.
type gameText struct {
	White   string   `json:"white,omitempty"`
	Black   string   `json:"black,omitempty"`
	Event   string   `json:"event,omitempty"`
	Date    string   `json:"date,omitempty"`
	Result  string   `json:"result,omitempty"`
	Moves   []string `json:"moves"`
	Remarks []string `json:"remarks,omitempty"` // by ply; empty where nothing is said
}

func (f *settingChosen) apply(t truth, _ Entry) (truth, error) {
	m := &t.match
	if m.phase != SetUp {
		return t, errStarted
	}
	m.setting, m.guide = f.FEN, f.Game
	return t, nil
}

// claimed is a Game Master's claim of a draw (C3).
type claimed struct {
	Kind rules.ClaimKind `json:"kind"`
	By   string          `json:"by,omitempty"` // the call that would bring it about
}

func (f *claimed) apply(t truth, _ Entry) (truth, error) {
	m := &t.match
	claimer, ok := m.format.(rules.Claimer)
	if !ok || m.phase != Playing {
		return t, fmt.Errorf("nothing can be claimed")
	}
	claim := rules.Claim{Kind: f.Kind}
	if f.By != "" {
		move, err := chess.ParseMove(f.By)
		if err != nil {
			return t, err
		}
		claim.By = move
	}
	state, err := claimer.Claim(m.house, m.play.rules, claim)
	if err != nil {
		return t, err
	}
	m.play.end(state.Result)
	return t.ended(), nil
}

// flagged is the judges' word that a side's time has run out (C4).
type flagged struct {
	Side chess.Side `json:"side"`
}

func (f *flagged) apply(t truth, _ Entry) (truth, error) {
	t.match.play.end(rules.Result{
		Over: true, Winner: f.Side.Other(), Clause: "C4", Words: f.Side.String() + "'s time has run out.",
	})
	return t.ended(), nil
}

// timed takes a call's time from its side's clock and adds what a call is
// given (C4).
func (p play) timed(m match, e Entry) play {
	c, ok := m.house.Clock(m.format)
	if !ok {
		return p
	}
	s := p.caller()
	p.clocks[s] += int64(c.Increment)*1000 - p.thought(m, e.At)
	return p
}

// thought is how long the side to move has been thinking, in milliseconds.
func (p play) thought(m match, now int64) int64 {
	if m.paused != nil {
		now = m.paused.at
	}
	return max(now-p.sinceAt-(m.stood-p.stood), 0)
}
