package event

import (
	"slices"

	"biblechess/event/chess"
	"biblechess/questions"
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
	banks := map[string]int{}
	take := func(l QuestionLine, q questions.Question) {
		mine := m.waitsFor(q, seat)
		if slices.Contains(q.ApprovedBy, string(seat)) {
			l.Said = "approved"
		} else if objects(q, seat) {
			l.Said = "sent back"
		}
		n, seen := banks[l.Bank]
		if !seen {
			n = len(f.Banks)
			banks[l.Bank] = n
			f.Banks = append(f.Banks, ApprovalBank{Side: l.Side, Piece: l.Piece, Name: l.Bank})
		}
		bank := &f.Banks[n]
		f.Total++
		bank.Total++
		l.Number = bank.Total
		switch {
		case l.State == "approved":
			f.Done++
			bank.Done++
			f.Approved = append(f.Approved, l)
		case l.State == "sent back":
			bank.Back++
			f.Back = append(f.Back, l)
		case mine:
			bank.Waiting++
		case l.Said != "":
			f.Others = append(f.Others, l)
		}
		if l.Said != "" {
			f.Mine++
		}
		all = append(all, waiting{l, mine})
	}
	for _, q := range every(m.book) {
		take(v.line(q, v.quizBank(q)), q)
	}
	for _, q := range every(m.reserve) {
		l := v.line(q, reserveBank)
		l.Side, l.Piece = NoColour, pieceKeys[chess.Queen]
		take(l, q)
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
