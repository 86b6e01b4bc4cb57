package web

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"

	"biblechess/event"
	"biblechess/event/chess"
	"biblechess/questions"
)

// officials are the devices that a match is played with over HTTP.
type officials struct {
	*hall
	host   *device
	gm, qm [2]*device
	judges []*device
}

// canaryCSV is the banks of both sides and the reserve, with every secret a
// word of its own: zq, then what it is of. change may make the texts longer.
func canaryCSV(sizes map[string]int, change func(side, text string) string) string {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"team", "piece", "number", "question", "answer", "also_accept", "reference", "hint"})
	for _, side := range []string{"White", "Black", "Reserve"} {
		for _, k := range questions.Kinds {
			name := questions.KindName(k)
			if side == "Reserve" && k != chess.Queen {
				continue
			}
			for n := 1; n <= sizes[name]; n++ {
				word := func(part string) string {
					text := fmt.Sprintf("zq%sx%sx%dx%s", strings.ToLower(side), strings.ToLower(strings.ReplaceAll(name, " ", "")), n, part)
					if change != nil && part != "hint" {
						text = change(side, text)
					}
					return text
				}
				w.Write([]string{side, name, fmt.Sprint(n), word("text"), word("answer"), word("also"), word("ref"), word("hint")})
			}
		}
	}
	w.Flush()
	return b.String()
}

var smallBanks = map[string]int{"Rook": 1, "Bishop": 1, "Knight": 1, "Pawn": 2, "Quiz Master": 1}

// begin sets a match up and starts it, all of it over HTTP.
func (h *hall) begin(judges int, banks string, house ...string) *officials {
	h.Helper()
	o := &officials{hall: h, host: h.seated(event.Host)}
	o.host.must("match", "match", "Friday night", "white", "Lions", "black", "Shepherds")
	o.host.must("rules", append([]string{
		"reveal-hold", "typed", "reveal-hold-typed", "0", "appeal-seconds", "typed", "appeal-seconds-typed", "0", "bank-sizes", "1,1,1,2,1",
	}, house...)...)
	for _, side := range []string{"white", "black"} {
		var names []string
		for n := range 16 {
			names = append(names, fmt.Sprintf("%s%02d", side, n+1))
		}
		o.host.must("roster", "side", side, "paste", strings.Join(names, "\r\n"))
	}
	for n := range judges {
		o.host.must("judge-add", "name", fmt.Sprintf("Judge no. %d", n+1))
		d := h.seated(event.Judge(n + 1))
		d.live(d.seat)
		o.judges = append(o.judges, d)
	}
	o.host.must("questions", "csv", banks)
	for _, judge := range o.judges {
		for a := screen[event.JudgeScreen](judge).Approval; a.Waiting > 0; a = screen[event.JudgeScreen](judge).Approval {
			judge.must("approve", "question", a.Question.ID, "revision", fmt.Sprint(a.Question.Revision))
		}
	}
	for i, s := range chess.Sides {
		o.gm[i], o.qm[i] = h.seated(event.GameMaster(s)), h.seated(event.QuizMaster(s))
	}
	o.host.must("start")
	return o
}

// play makes calls in turn, "e4d5:wrong" with the judges' ruling.
func (o *officials) play(calls ...string) {
	o.Helper()
	for _, text := range calls {
		move, vote, ruled := strings.Cut(text, ":")
		gm := o.gm[0]
		if s := screen[event.GameMasterScreen](gm); s.Teams[1].ToMove {
			gm = o.gm[1]
		}
		gm.must("call", "from", move[:2], "to", move[2:4], "promotion", move[4:], "about", gm.about())
		if ruled {
			o.rule(vote)
		}
	}
}

// rule has the judges vote until there is a ruling.
func (o *officials) rule(vote string) {
	o.Helper()
	about := o.judges[0].about()
	for _, j := range o.judges {
		if screen[event.JudgeScreen](j).Ballot != nil {
			j.must("vote", "vote", vote, "about", about)
		}
	}
}
