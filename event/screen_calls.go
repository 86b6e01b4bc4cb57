package event

import "fmt"

// lately is how many calls a live page lists: it is drawn anew at every call, which
// must not take longer in a long match. All of them are on a page of their own.
const lately = 40

// CallsScreen is every call of the match, the latest first. It does not renew itself.
type CallsScreen struct {
	Frame
	Plies   []PlyLine
	Rewinds []RewindOption // for who may rewind (B43)
}

// Calls is every call of the match, for those whose live pages list the latest: a
// Game Master, the host, and the head judge.
func (e *Evening) Calls(s Seat) (CallsScreen, error) {
	v := e.view()
	if s.Role() != "gm" {
		if err := v.t.presides(s, true, "B43", "read every call here"); err != nil {
			return CallsScreen{}, err
		}
	}
	out := CallsScreen{Frame: v.frame(s, "Every call"), Plies: v.plies(v.m.play.ply)}
	if s.Role() != "gm" {
		out.Rewinds = v.rewinds(v.m.play.ply + 1)
	}
	return out, nil
}

// plies lists the plies in force, the latest first, so many at most.
func (v view) plies(most int) []PlyLine {
	lines := make([]PlyLine, 0, min(most, v.m.play.ply))
	for _, t := range v.m.play.turns() {
		if len(lines) >= most {
			break
		}
		if t != nil {
			lines = append(lines, PlyLine{Ply: t.ply, Side: ColourOf(t.side), Words: v.ply(t)})
		}
	}
	return lines
}

// openCall is the call of an open challenge, as "White: Pawn Samuel, e4 to d5,
// challenge open".
func (v view) openCall(c challenge) string {
	move := c.row.Move
	return fmt.Sprintf("%s: %s, %s to %s, challenge open", v.m.play.caller(), v.role(c.row.Challenger.Kind(), v.m.play.standing[move.From]), move.From, move.To)
}

// rewinds lists the plies that the match can be rewound to before, the latest
// first, so many at most: what is chosen is undone with all that stands above it
// (B43).
func (v view) rewinds(most int) []RewindOption {
	m := v.m
	if m.phase != Playing && m.phase != Ended || m.revealed {
		return nil
	}
	var list []RewindOption
	if c := m.play.challenge; c != nil {
		list = append(list, RewindOption{Ply: m.play.ply, Call: v.openCall(*c)})
	}
	if d := m.play.doubt(); d != nil && d.Capture {
		list = append(list, RewindOption{Ply: m.play.ply, Call: fmt.Sprintf("%s: %s to %s, to be answered", d.Side, d.Move.From, d.Move.To)})
	}
	for ply, t := range v.m.play.turns() {
		if len(list) >= most {
			break
		}
		option := RewindOption{Ply: ply, Call: "The position that was entered from paper"}
		if t != nil {
			option.Call = v.ply(t)
		}
		list = append(list, option)
	}
	return list
}
