package event

import (
	"fmt"
	"math"
	"strconv"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// pieceKeys are the banks' names in forms.
var pieceKeys = map[chess.Kind]string{
	chess.Rook: "rook", chess.Bishop: "bishop", chess.Knight: "knight", chess.Pawn: "pawn", chess.Queen: "quiz-master",
}

// PieceKey is a bank's name in forms; empty for a kind that has no bank.
func PieceKey(k chess.Kind) string { return pieceKeys[k] }

// PieceOf reads a bank's name in a form.
func PieceOf(key string) (chess.Kind, bool) {
	for k, name := range pieceKeys {
		if name == key {
			return k, true
		}
	}
	return chess.NoKind, false
}

// quizMasterScreen is a Quiz Master's console.
func (v view) quizMasterScreen(side chess.Side) QuizMasterScreen {
	m := v.m
	s := QuizMasterScreen{
		Frame: v.frame(QuizMaster(side), "Quiz Master"), Turn: v.turn(),
		Challenge: v.challenge(), Ruling: v.ruling(), Result: v.ending(), Review: v.review(), Put: v.put(),
	}
	s.Notice = v.readsNotice()
	if m.phase == SetUp {
		return s
	}
	s.Banks = v.banks(side)
	s.MayJuggle = m.phase == Playing && m.rule(rules.KeyJuggling) != rules.Off
	if !s.MayJuggle && m.phase == Playing {
		s.JuggleWhy = "Juggling is off in this match (B32)."
	}
	c := m.play.challenge
	if m.phase != Playing || c == nil || c.row.Asking != side {
		return s
	}
	if m.needsFresh(*c) {
		s.Fresh = &FreshForm{Words: "Your own questions are used up. Write a fresh one; one judge approves it, then it is asked (B33).", MayType: c.fresh == ""}
		if q, ok := m.book.Get(c.fresh); ok {
			line := v.line(q, v.quizBank(q))
			s.Fresh.Typed = &line
			s.Fresh.Words = "Your fresh question waits for a judge's approval (B33)."
		} else if c.back != "" {
			s.Fresh.Words = "A judge sent your question back: " + c.back + " Write another; one judge approves it, then it is asked (B33)."
		}
		return s
	}
	s.Ask = v.ask(*c)
	return s
}

// ask is the question that is due, as the asking console sees it.
func (v view) ask(c challenge) *AskView {
	a := &AskView{Instruction: v.asks(c)}
	id, place, ok := v.m.due(c)
	if !ok {
		a.Waiting = v.turn()
		return a
	}
	q, _ := v.m.book.Get(id)
	a.Sequence = v.sequence(c, place)
	a.BankHint = q.Text.Hint
	console := v.m.fromConsole(c)
	if c.row.Recited && !console {
		// A Bishop recites: the console shows number and hint, not the text (B20).
		a.Instruction = fmt.Sprintf("%s reads question %d from memory.", v.of(c.asker), place.number)
		a.MayHint, a.Hint = c.hint == "", c.hint
		return a
	}
	a.Question, a.Answer, a.Also, a.Reference = q.Text.Question, q.Text.Answer, q.Text.Also, q.Text.Reference
	a.SayAs = q.Text.SayAs
	a.Instruction = fmt.Sprintf("Read this to %s, word for word.", v.answers(c))
	_, clocked := v.m.house.Number(v.m.format, rules.KeyAnswerSeconds)
	a.MayRead = clocked && c.clock == nil && !c.row.Recited && v.m.paused == nil
	if console {
		a.Instruction = fmt.Sprintf("Read this to %s at a steady pace. An answer counts only before the reading ends.", v.answers(c))
	}
	return a
}

// sequence is "White Knight, 4 of 6, pass 1" (B36).
func (v view) sequence(c challenge, s sequence) string {
	b := c.row.Bank
	return fmt.Sprintf("%s %s, %d of %d, pass %d", b.Side, v.m.kind(b.Side, b.Kind), s.number, s.of, s.pass)
}

// banks is a side's banks as its own console sees them. A Bishop's texts are
// known by heart and not shown (B20).
func (v view) banks(side chess.Side) []BankView {
	m := v.m
	juggling := m.phase == Playing && m.rule(rules.KeyJuggling) != rules.Off
	locked := m.play.locked()
	standings := m.play.orders.Standings(side)
	movable := func(st questions.Standing, p questions.Place) bool {
		return juggling && !st.Fixed && (p.Use == questions.Left || p.Use == questions.Next && (locked == nil || *locked != st.Bank))
	}
	// What a question of a bank can change places with is the same for all of it.
	swaps := map[questions.Bank][]Choice{}
	for _, st := range standings {
		if !swappable(st.Bank.Kind) {
			continue
		}
		name := m.kind(side, st.Bank.Kind)
		for _, p := range st.Places {
			if !movable(st, p) {
				continue
			}
			c := Choice{Value: string(p.ID), Label: name + " " + strconv.Itoa(p.Number)}
			for _, other := range standings {
				if other.Bank != st.Bank && swappable(other.Bank.Kind) {
					swaps[other.Bank] = append(swaps[other.Bank], c)
				}
			}
		}
	}
	list := make([]BankView, 0, len(standings))
	for _, st := range standings {
		b := BankView{Piece: pieceKeys[st.Bank.Kind], Name: m.kind(side, st.Bank.Kind), Pass: st.Pass, Left: st.Left, Items: make([]BankItem, 0, len(st.Places))}
		b.Words = fmt.Sprintf("%d of %d left in pass %d", st.Left, len(st.Places), st.Pass)
		for _, p := range st.Places {
			q, _ := m.book.Get(p.ID)
			item := BankItem{ID: string(p.ID), Number: p.Number, State: useWord(p.Use), Movable: movable(st, p)}
			item.Text, item.Answer = q.Text.Question, q.Text.Answer
			if st.Bank.Kind == chess.Bishop {
				item.Text, item.Answer = q.Text.Hint, ""
				if item.Text == "" {
					item.Text = fmt.Sprintf("Question %d", p.Number)
				}
			}
			if item.Movable {
				item.SwapTo = swaps[st.Bank]
			}
			b.Items = append(b.Items, item)
		}
		list = append(list, b)
	}
	return list
}

// swappable are the banks between which questions can be swapped (B32).
func swappable(k chess.Kind) bool { return k == chess.Rook || k == chess.Knight || k == chess.Pawn }

func useWord(u questions.Use) string {
	switch u {
	case questions.Next:
		return "next"
	case questions.Asked:
		return "asked"
	case questions.Spent:
		return "spent"
	}
	return "left"
}

// readsNotice tells both sides that the host may read their questions (B34).
func (v view) readsNotice() string {
	if v.m.reads {
		return "The host may read the questions of both sides (B34)."
	}
	return ""
}

// quizBank is "White's Knight".
func (v view) quizBank(q questions.Question) string {
	return q.Bank.Side.String() + "'s " + v.m.kind(q.Bank.Side, q.Bank.Kind)
}

// line is a question for somebody who may read it.
func (v view) line(q questions.Question, bank string) QuestionLine {
	l := QuestionLine{
		ID: string(q.ID), Revision: q.Number, Side: ColourOf(q.Bank.Side), Bank: bank, Piece: pieceKeys[q.Bank.Kind],
		Text: q.Text.Question, Answer: q.Text.Answer, Also: q.Text.Also, Reject: q.Text.Reject, Reference: q.Text.Reference,
		Hint: q.Text.Hint, SayAs: q.Text.SayAs, Seconds: int(math.Ceil(questions.ReadingSeconds(q.Text.Question))),
	}
	if len(q.SentBack) > 0 {
		l.Reason = q.SentBack[len(q.SentBack)-1].Reason
	}
	l.State = v.stateWord(q)
	return l
}

// lines lists questions of a bank or a shelf in their order.
func (v view) lines(book questions.Book, ids []questions.ID, name string) []QuestionLine {
	var list []QuestionLine
	for i, id := range ids {
		q, _ := book.Get(id)
		l := v.line(q, name)
		l.Number = i + 1
		list = append(list, l)
	}
	return list
}

// judge is a judge's phone.
func (v view) judge(seat Seat) JudgeScreen {
	m := v.m
	s := JudgeScreen{Frame: v.frame(seat, "Judge"), Turn: v.turn(), Judges: len(m.judges)}
	s.Station = seat.Name()
	j, there := m.judgeAt(seat)
	if !there {
		s.Notice = "Nobody holds this judge's seat in this match: ask the host."
		return s
	}
	s.Person = v.people.names[string(j.person)]
	s.Head = m.headJudge() == seat
	for _, j := range m.judges {
		if v.present(j.seat) {
			s.Present++
		}
	}
	if m.phase == SetUp {
		s.Approval = v.approval(seat)
		return s
	}
	s.Teams, s.LastCall = v.teams(), v.lastCall()
	s.Challenge, s.Ruling, s.Result, s.OpenHint = v.challenge(), v.ruling(), v.ending(), v.openHint()
	s.MayCallTime = m.phase == Playing
	s.Hidden, s.Sees = v.hiddenView(), v.arbiter(s.Head)
	if s.Notice == "" {
		s.Notice = v.arbiterNotice()
	}
	s.MayReopen = m.phase == Ended && !m.revealed && (m.play.ending != nil || m.play.before != nil)
	s.Guide = fmt.Sprintf("On the floor: White %d, Black %d. Rulings won: White %d, Black %d.",
		s.Teams[0].OnFloor, s.Teams[1].OnFloor, m.play.won[0], m.play.won[1])
	s.Put, s.Tools, s.Check = v.put(), v.tools(seat, s.Head), v.check()
	if !m.veils() { // where pieces are hidden nobody enters a move
		s.Promotions = v.promotions(m.play.caller())
	}
	if s.Head {
		s.TakeBack, s.Pause, s.Rewinds = v.takeBack(), v.pausing(), v.rewinds(lately)
	}
	if s.Review = v.judgeReview(); s.Review != nil {
		s.Ballot = v.reviewBallot(seat, s.Head)
	} else if c := m.play.challenge; c != nil && m.phase == Playing {
		v.judging(&s, *c)
	}
	return s
}

// judging fills in what a judge sees of an open challenge.
func (v view) judging(s *JudgeScreen, c challenge) {
	m := v.m
	if !c.shown() {
		s.StandIn = &StandInForm{Words: fmt.Sprintf("%s is a marker: its Game Master names who answers. If nobody is named, draw one by lot (B2).", v.of(c.answers))}
		return
	}
	if m.needsFresh(c) {
		s.Fresh = v.freshApproval(c)
		return
	}
	id, place, _ := m.due(c)
	q, _ := m.book.Get(id)
	judged := v.judged(c, q.Text, place)
	s.Question = &judged
	if v.m.paused == nil {
		s.Ballot = v.panelForm(s.Seat, s.Head, c.panel, "challenge")
		s.Ballot.Choices = v.effects(c.row)
		s.Held = v.held()
	}
}

// judged is a question as it was approved, whole (B34), with its place (B36) and the
// hint that was given.
func (v view) judged(c challenge, text questions.Text, place sequence) JudgeQuestion {
	return JudgeQuestion{
		Sequence: v.sequence(c, place), Text: text.Question, Answer: text.Answer, Also: text.Also, Reject: text.Reject,
		Reference: text.Reference, SayAs: text.SayAs, Hint: c.hint,
	}
}

// judgeName is "Ruth (Judge 2)".
func (v view) judgeName(s Seat) string {
	j, _ := v.m.judgeAt(s)
	if name := v.people.names[string(j.person)]; name != "" {
		return name + " (" + s.Name() + ")"
	}
	return s.Name()
}

// freshApproval is what judges see while a Quiz Master's own questions have run
// out (B33).
func (v view) freshApproval(c challenge) *FreshApproval {
	f := &FreshApproval{Words: fmt.Sprintf("%s's Quiz Master has no question left and writes a fresh one; any judge approves it (B33).", c.row.Asking)}
	if q, ok := v.m.book.Get(c.fresh); ok {
		line := v.line(q, v.quizBank(q))
		f.Typed = &line
	}
	if v.now < c.at+freshWait {
		f.Until = c.at + freshWait
		return f
	}
	for _, l := range v.lines(v.m.reserve, v.m.reserve.List(inReserve), "Reserve") {
		if l.State == "approved" {
			f.Reserve = append(f.Reserve, l)
		}
	}
	return f
}

// takeBack names the call that the head judge or the host can take back (R6).
func (v view) takeBack() string {
	p := v.m.play
	if v.m.phase != Playing && v.m.phase != Ended || p.before == nil || p.ending != nil || v.m.revealed {
		return ""
	}
	if p.challenge != nil {
		m := p.challenge.row.Move
		return fmt.Sprintf("%s: %s, %s to %s", p.caller(), v.role(p.challenge.row.Challenger.Kind(), p.standing[m.From]), m.From, m.To)
	}
	if d := p.doubt(); d != nil && d.Capture {
		return fmt.Sprintf("%s: %s, %s to %s", d.Side, v.on(d.Move.From), d.Move.From, d.Move.To)
	}
	if p.last == nil {
		return "The position that was entered from paper"
	}
	return v.lastCall()
}
