package event

import (
	"strings"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// ChooseFormat makes the match one of another format; host only, before the
// start.
type ChooseFormat struct{ Format string }

func (c ChooseFormat) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if err := t.inSetUp(); err != nil {
		return decision{}, err
	}
	if _, ok := rules.ByKey(c.Format); !ok {
		return decision{}, malformed("There is no such format: choose one of the list.")
	}
	if c.Format == t.match.format.Key() {
		return decision{}, nil
	}
	return decision{fact: &formatChosen{c.Format}}, nil
}

// maxGame is the largest game that is read, in bytes.
const maxGame = 1 << 20

// ChooseSetting says where the match starts: from a position (FEN), or with a
// game that the floor walks (PGN); both empty for the format's own start. Host
// only, before the start.
type ChooseSetting struct{ FEN, PGN string }

func (c ChooseSetting) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if err := t.inSetUp(); err != nil {
		return decision{}, err
	}
	fen, pgn := strings.TrimSpace(c.FEN), strings.TrimSpace(c.PGN)
	if fen+pgn != "" {
		if err := t.match.notHidden("S1", "Stealth Chess starts from what both sides set up in secret, not from a position that others know"); err != nil {
			return decision{}, err
		}
	}
	switch {
	case fen != "" && pgn != "":
		return decision{}, malformed("Give a position or a game, not both.")
	case len(pgn) > maxGame:
		return decision{}, malformed("The game is larger than 1 MB: take one game out of the file.")
	case pgn != "":
		return t.walking(pgn)
	case fen == "":
		return decision{fact: &settingChosen{}}, nil
	}
	position, err := chess.ParseFEN(fen)
	if err != nil {
		return decision{}, malformed("The position can't be read: %s.", err)
	}
	state, err := t.match.format.From(t.match.house, position)
	if err != nil {
		return decision{}, refused("R9", "The match can't start from this position: %s (R9).", err)
	}
	if state.Result.Over {
		return decision{}, refused("R9", "In this position the match is over already. %s", state.Result.Words)
	}
	return decision{fact: &settingChosen{FEN: position.FEN()}}, nil
}

// walking takes a game of ordinary chess to be walked by the floor.
func (t truth) walking(pgn string) (decision, error) {
	if t.match.format != rules.Chess || rules.Asks(t.match.format, t.match.house) {
		return decision{}, refused("C5", "A game can be walked in ordinary chess without questions: choose that format first.")
	}
	games, err := chess.ParsePGN(pgn)
	if err != nil {
		return decision{}, malformed("The game can't be read: %s", err)
	}
	if len(games) == 0 {
		return decision{}, malformed("There is no game in this text: a game looks like 1. e4 e5 2. Nf3.")
	}
	if len(games) > 1 {
		return decision{}, malformed("There are %d games in this text: paste the one that is to be walked.", len(games))
	}
	g := games[0]
	text := gameText{White: g.Tag("White"), Black: g.Tag("Black"), Event: g.Tag("Event"), Date: g.Tag("Date"), Result: g.Result}
	for _, m := range g.Moves {
		text.Moves = append(text.Moves, m.String())
	}
	if len(g.Remarks) > 1 {
		text.Remarks = g.Remarks[1:]
	}
	f := settingChosen{Game: &text}
	if g.Start != chess.StartPosition() {
		f.FEN = g.Start.FEN()
	}
	return decision{fact: &f}, nil
}

// ClaimDraw claims a draw by repetition or by fifty moves (C3); by the Game
// Master whose turn it is. Claim is its place in the list that the screen shows.
type ClaimDraw struct {
	Claim int
	About int64
}

func (c ClaimDraw) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.gameMasters(by, c.About); err != nil {
		return decision{}, err
	}
	if t.side(by) != t.match.play.caller() {
		return decision{}, refused("C3", "The side whose turn it is claims a draw (C3).")
	}
	list := t.match.claims()
	if c.Claim < 1 || c.Claim > len(list) {
		return decision{}, refused("C3", "There is nothing to claim (C3).")
	}
	claim := list[c.Claim-1]
	f := claimed{Kind: claim.Kind}
	if claim.By != (chess.Move{}) {
		f.By = claim.By.String()
	}
	return decision{fact: &f}, nil
}

// claims lists what the Game Master of the side to move can claim (C3).
func (m match) claims() []rules.Claim {
	claimer, ok := m.format.(rules.Claimer)
	if !ok || m.phase != Playing || m.paused != nil {
		return nil
	}
	return claimer.Claims(m.house, m.play.rules)
}

// CallFlag says that the time of the side to move has run out (C4); by a judge.
type CallFlag struct{ About int64 }

func (c CallFlag) decide(t truth, by Seat, env env) (decision, error) {
	if err := t.seated(by); err != nil {
		return decision{}, err
	}
	if err := t.playing(); err != nil {
		return decision{}, err
	}
	if err := t.about(c.About, "The board"); err != nil {
		return decision{}, err
	}
	if !t.match.flagFell(env.now) {
		return decision{}, refused("C4", "Nobody's time has run out (C4).")
	}
	return decision{fact: &flagged{t.match.play.caller()}}, nil
}

// flagFell tells whether the side to move has no time left (C4).
func (m match) flagFell(now int64) bool {
	_, clocked := m.house.Clock(m.format)
	p := m.play
	return clocked && m.phase == Playing && p.challenge == nil && p.clocks[p.caller()] <= p.thought(m, now)
}
