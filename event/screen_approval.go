package event

import (
	"slices"

	"biblechess/event/chess"
)

// reserveBank names the reserve's questions on judges' phones.
const reserveBank = "Reserve"

// approval is what waits for this judge (B34). Each judge begins at another place,
// so that several get through them sooner.
func (v view) approval(seat Seat) *ApprovalForm {
	m := v.m
	f := &ApprovalForm{Whose: m.approvalWords()}
	type waiting struct {
		line QuestionLine
		mine bool // this judge has yet to say something
	}
	var all []waiting
	take := func(l QuestionLine, mine, spoke bool) {
		f.Total++
		switch l.State {
		case "approved":
			f.Done++
			f.Approved = append(f.Approved, l)
		case "sent back":
			f.Back = append(f.Back, l)
		}
		if spoke {
			f.Mine++
		}
		all = append(all, waiting{l, mine})
	}
	for _, q := range every(m.book) {
		take(v.line(q, v.quizBank(q)), m.waitsFor(q, seat), slices.Contains(q.ApprovedBy, string(seat)) || objects(q, seat))
	}
	for _, q := range every(m.reserve) {
		l := v.line(q, reserveBank)
		l.Side, l.Piece = NoColour, pieceKeys[chess.Queen]
		take(l, m.waitsFor(q, seat), slices.Contains(q.ApprovedBy, string(seat)) || objects(q, seat))
	}
	begin := 0
	for i, j := range m.judges {
		if j.seat == seat {
			begin = i * len(all) / len(m.judges)
		}
	}
	at := map[string]int{}
	for i := range all {
		w := all[(begin+i)%len(all)]
		if !w.mine {
			continue
		}
		f.Waiting++
		if n, seen := at[w.line.Bank]; seen {
			f.Groups[n].Waiting++
			continue
		}
		at[w.line.Bank] = len(f.Groups)
		f.Groups = append(f.Groups, ApprovalGroup{Question: w.line, Waiting: 1})
	}
	if len(f.Groups) > 0 {
		f.Question = f.Groups[0].Question
	}
	return f
}
