package event

import (
	"strings"
	"unicode"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// Call is a Game Master's call of a move (R3). From, To and Promotion are as
// typed: "c3", "f6", and a letter q, r, b or n where a promotion is due.
type Call struct {
	From, To, Promotion string
	About               int64
}

func (c Call) decide(t truth, by Seat, env env) (decision, error) {
	if err := only(by, "gm"); err != nil {
		return decision{}, err
	}
	if err := t.playing(); err != nil {
		return decision{}, err
	}
	if err := t.about(c.About, "The board"); err != nil {
		return decision{}, err
	}
	if t.match.veils() {
		return t.callHidden(by, c, env)
	}
	p := t.match.play
	if p.challenge == nil && t.side(by) != p.caller() {
		return decision{}, refused("R2", "It is %s's turn to call, not %s's (R2).", p.caller(), t.side(by))
	}
	if p.review != nil {
		return decision{}, refused("B42", "The judges are looking at the last ruling again: wait for them (B42).")
	}
	if wait := t.match.appealWait(env.now); wait > 0 {
		return decision{}, refused("B42", "The ruling can still be appealed against: call in %d seconds (B42).", (wait+999)/1000)
	}
	move, err := readMove(c.From, c.To, c.Promotion)
	if err != nil {
		return decision{}, err
	}
	if _, err := t.match.format.Call(t.match.house, p.rules, move); err != nil {
		return decision{}, err
	}
	return decision{fact: &called{Move: move.String(), Panel: t.match.presentJudges(env)}}, nil
}

// appealWait is how long no call is taken after a ruling, in milliseconds (B42).
// Where no appeal is left on either side, nobody waits.
func (m match) appealWait(now int64) int64 {
	seconds, _ := m.house.Number(m.format, rules.KeyAppealSeconds)
	if m.play.ruledAt == 0 || m.play.last == nil || m.play.last.ruled == nil || m.appealsLeft(chess.White)+m.appealsLeft(chess.Black) <= 0 {
		return 0
	}
	return m.play.ruledAt + int64(seconds)*1000 - now
}

// presentJudges lists the judges with a live page, the earliest seat first (B40).
func (m match) presentJudges(env env) []member {
	var list []member
	for i, j := range m.judges {
		if env.present(j.seat) {
			list = append(list, member{j.seat, int64(i + 1)})
		}
	}
	return list
}

// CallPair splits a typed call like "c3 f6", "c3-f6" or "c3f6" in two squares.
func CallPair(typed string) (from, to string) {
	parts := strings.FieldsFunc(typed, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(parts) > 2 && strings.EqualFold(parts[1], "to") {
		return parts[0], parts[2]
	}
	if len(parts) == 2 {
		return parts[0], parts[1]
	}
	if len(parts) == 1 && len(parts[0]) == 4 {
		return parts[0][:2], parts[0][2:]
	}
	return typed, ""
}

// TakeBack undoes the last call (R6): by its caller as long as no question of
// it is on any screen; by the head judge or the host with a reason.
type TakeBack struct {
	Reason string
	About  int64
}

func (c TakeBack) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "gm", "judge", "host"); err != nil {
		return decision{}, err
	}
	if t.match.phase != Playing && t.match.phase != Ended {
		return decision{}, refused("R6", "There is no call to take back (R6).")
	}
	if err := t.about(c.About, "The board"); err != nil {
		return decision{}, err
	}
	if err := t.final("put right"); err != nil {
		return decision{}, err
	}
	reason, err := line("The reason", c.Reason, maxReason)
	if err != nil {
		return decision{}, err
	}
	if by.Role() == "gm" {
		if err := t.match.mayTakeBack(t.side(by)); err != nil {
			return decision{}, err
		}
		return decision{fact: &takenBack{Reason: reason}}, nil
	}
	if by != Host && by != t.match.headJudge() {
		return decision{}, &Problem{Reason: Forbidden, Clause: "R6", Words: "Only the head judge or the host can take a call back (R6)."}
	}
	if t.match.play.before == nil || t.match.play.ending != nil {
		return decision{}, refused("R6", "There is no call to take back (R6).")
	}
	if reason == "" {
		return decision{}, malformed("Say why the call is taken back, in a few words (R6).")
	}
	return decision{fact: &takenBack{Reason: reason}}, nil
}

// mayTakeBack says whether a side's Game Master can take the last call back (R6).
func (m match) mayTakeBack(s chess.Side) error {
	if m.veils() {
		return m.mayTakeBackHidden(s)
	}
	p := m.play
	switch {
	case p.before == nil || p.ending != nil:
		return refused("R6", "There is no call to take back (R6).")
	case p.before.caller() != s:
		return refused("R6", "The last call was the other side's, so it is theirs to take back (R6).")
	case p.challenge == nil && (p.last == nil || p.last.effect.Clause == "R9" || p.put != nil && p.put.what == "played"):
		return refused("R6", "This was entered as the floor had played it, so only the head judge or the host can take it back (R6).")
	case p.challenge != nil && m.onScreen(*p.challenge), p.challenge == nil && p.last.ruled != nil:
		return refused("R6", "The question of this call has been shown, so only the head judge or the host can take it back (R6).")
	}
	return nil
}
