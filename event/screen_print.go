package event

import (
	"fmt"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// PrintScreen is what the host can print. It holds no question.
type PrintScreen struct {
	Frame
	Seats    []SeatLine
	Cards    []RoleCard
	Teams    [2]Lineup
	Judges   []JudgeForm
	Asks     bool
	MayRead  bool // the host may read questions, and so print judges' sheets (B34)
	Playing  bool
	OnPaper  bool // what is played on paper can be entered again (R9)
	Board    BoardView
	Turn     string
	Ply      int
	ToMove   Colour
	LastCall string
	Open     *PaperChallenge // the challenge that is open; nil between challenges
	Lines    [2]TeamLine
	Banks    []PaperBank
	Printed  int64 // when, milliseconds Unix time
}

// PaperChallenge is an open challenge on the sheet with which the match goes on: no
// question, since the host may not read it (B34).
type PaperChallenge struct {
	Headline string // who challenges whom, on which square
	From, To string
	Asks     string // who asks and who answers
	Question string // "White's Pawn, no. 3 of 12, pass 1", or why there is none yet
	Number   int    // of the question; 0 while there is none
}

// paperChallenge is the open challenge; nil when none is.
func (v view) paperChallenge() *PaperChallenge {
	c := v.challenge()
	if c == nil {
		return nil
	}
	open := *v.m.play.challenge
	out := &PaperChallenge{
		Headline: c.Headline, From: open.row.Move.From.String(), To: open.row.Move.To.String(), Asks: c.Asks, Question: "No question has been put yet. " + c.Waiting,
	}
	if _, place, ok := v.m.due(open); ok {
		b := open.row.Bank
		out.Number = place.number
		out.Question = fmt.Sprintf("%s's %s, no. %d of %d, pass %d.", b.Side, v.m.kind(b.Side, b.Kind), place.number, place.of, place.pass)
	}
	return out
}

// Print is what the host can print now.
func (e *Evening) Print() PrintScreen {
	v := e.view()
	m := v.m
	s := PrintScreen{
		Frame: v.frame(Host, "Print"), Seats: v.seats(), Asks: rules.Asks(m.format, m.house), MayRead: m.reads,
		Playing: m.phase == Playing, OnPaper: m.onPaperToo(), Turn: v.turn(), LastCall: v.lastCall(), Printed: v.now,
	}
	for i, l := range v.lineups() {
		s.Teams[i] = Lineup{Side: l.Side, Team: l.Team, Posts: l.Posts}
		for j := range l.Posts {
			s.Cards = append(s.Cards, v.roleCard(postOf(chess.Sides[i], j)))
		}
	}
	for _, j := range m.judges {
		s.Judges = append(s.Judges, JudgeForm{Seat: j.seat, Name: v.names[string(j.person)], Head: j.seat == m.headJudge()})
	}
	if m.phase == SetUp {
		s.Board, s.Ply, s.ToMove = v.lined().drawn(chess.White), 1, ColourOf(v.start.Turn())
		return s
	}
	s.Board, s.Lines, s.Ply, s.ToMove = v.drawn(chess.White), v.teams(), m.play.ply, ColourOf(m.play.caller())
	s.Open = v.paperChallenge()
	s.Banks = v.paperBanks(m.play.orders)
	return s
}

// SheetsScreen is questions for paper in the order in which they are asked, for
// somebody who may read them (B34).
type SheetsScreen struct {
	Frame
	Banks []SheetBank
}

// SheetBank is one bank on paper.
type SheetBank struct {
	Side  Colour
	Name  string
	Lines []SheetLine
}

// SheetLine is one question on paper. Use is "asked", "next", "left" or "spent".
type SheetLine struct {
	QuestionLine
	Use string
}

// Sheets are the questions that a seat may print: a judge those of both sides and
// the reserve, a Quiz Master the own side's, but of a Bishop's the hint alone (B20),
// the host those of both sides where both were told so (B34).
func (e *Evening) Sheets(seat Seat) (SheetsScreen, error) {
	v := e.view()
	s := SheetsScreen{Frame: v.frame(seat, "Question sheets")}
	sides := chess.Sides[:]
	switch seat.Role() {
	case "judge":
		if err := v.t.seated(seat); err != nil {
			return s, err
		}
	case "qm":
		side, _ := seat.Side()
		sides = []chess.Side{side}
	case "host":
		if !v.m.reads {
			return s, &Problem{Reason: Forbidden, Clause: "B34", Words: "The host may not read the questions: judges and Quiz Masters print them from their own pages (B34)."}
		}
	default:
		return s, only(seat, "judge", "qm", "host")
	}
	for _, side := range sides {
		for _, k := range questions.Kinds {
			bank := SheetBank{Side: ColourOf(side), Name: v.m.kind(side, k)}
			for _, p := range v.placesOf(side, k) {
				q, _ := v.m.book.Get(p.ID)
				l := SheetLine{v.line(q, v.quizBank(q)), useWord(p.Use)}
				l.Number = p.Number
				if seat.Role() == "qm" && k == chess.Bishop {
					l.QuestionLine = QuestionLine{ID: l.ID, Number: l.Number, Hint: l.Hint, Text: "Known by heart."}
				}
				bank.Lines = append(bank.Lines, l)
			}
			if len(bank.Lines) > 0 {
				s.Banks = append(s.Banks, bank)
			}
		}
	}
	if seat.Role() == "judge" {
		bank := SheetBank{Name: "Reserve"}
		for _, l := range v.lines(v.m.reserve, v.m.reserve.List(inReserve), "Reserve") {
			bank.Lines = append(bank.Lines, SheetLine{l, "left"})
		}
		if len(bank.Lines) > 0 {
			s.Banks = append(s.Banks, bank)
		}
	}
	return s, nil
}

// placesOf is a bank in the order in which it is asked: as juggled once the match
// has begun (B32).
func (v view) placesOf(side chess.Side, k chess.Kind) []questions.Place {
	b := questions.Bank{Side: side, Kind: k}
	if v.m.phase != SetUp {
		return v.m.play.orders.Standing(b).Places
	}
	var list []questions.Place
	for i, id := range v.m.book.List(b) {
		list = append(list, questions.Place{ID: id, Number: i + 1})
	}
	return list
}
