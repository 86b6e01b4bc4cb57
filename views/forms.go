package views

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"biblechess/event"
	"biblechess/event/chess"
)

// kindOfLetter is a kind by its letter in a form.
var kindOfLetter = map[string]chess.Kind{
	"k": chess.King, "q": chess.Queen, "r": chess.Rook, "b": chess.Bishop, "n": chess.Knight, "p": chess.Pawn,
}

// promotionEmblem is the drawing of what a Pawn can become, by its letter in a
// call and its name.
func promotionEmblem(c event.Choice) string {
	return emblemOf(kindOfLetter[c.Value], c.Label)
}

// saving marks a form that saves itself when a changed field is left, and whose
// typed words come back when the page is loaded anew.
func saving(draft string, attrs templ.Attributes) templ.Attributes {
	if attrs == nil {
		attrs = templ.Attributes{}
	}
	attrs["data-autosave"], attrs["data-draft"], attrs["data-done"] = true, draft, "✓ Saved."
	return attrs
}

// chosenValue is the form value of the choice in force.
func chosenValue(choices []event.Choice) string {
	for _, c := range choices {
		if c.Chosen {
			return c.Value
		}
	}
	return ""
}

// squares are the 64 squares as White sees them, row by row from the top left.
func squares() []event.Cell {
	var list []event.Cell
	for row := range 8 {
		for file := range 8 {
			q := chess.SquareAt(file, 7-row)
			list = append(list, event.Cell{Square: q.String(), Dark: q.Dark()})
		}
	}
	return list
}

// tabStop keeps one square of many in the order of the Tab key.
func tabStop(on bool) string {
	if on {
		return "0"
	}
	return "-1"
}

// castlings are the ways to castle, as a FEN writes them.
var castlings = []event.Choice{
	{Value: "K", Label: "White, short"}, {Value: "Q", Label: "White, long"},
	{Value: "k", Label: "Black, short"}, {Value: "q", Label: "Black, long"},
}

// sideClock is the clock of a side (C4); nil where there is none.
func sideClock(list []event.Countdown, side event.Colour) *event.Countdown {
	for i := range list {
		if list[i].Key == "clock-"+string(side) {
			return &list[i]
		}
	}
	return nil
}

// hallClocks are the clocks that are no side's.
func hallClocks(list []event.Countdown) []event.Countdown {
	var out []event.Countdown
	for _, c := range list {
		if !strings.HasPrefix(c.Key, "clock-") {
			out = append(out, c)
		}
	}
	return out
}

// toWalk is how much of a famous game is left.
func toWalk(n int) string {
	if n == 0 {
		return "All of it is walked."
	}
	return plural(n, "move", "moves") + " to go."
}

// present marks the first of a history, which begins with what holds now.
func present(i int) string {
	if i == 0 {
		return ", the present one"
	}
	return ""
}

// votes groups rulings that do the same, so that what they do is said once.
func votes(choices []event.Effect) [][]event.Effect {
	var list [][]event.Effect
	for i, c := range choices {
		if i > 0 && choices[i-1].Words == c.Words {
			list[len(list)-1] = append(list[len(list)-1], c)
		} else {
			list = append(list, []event.Effect{c})
		}
	}
	return list
}

// judgedQuestion is the question that a judge votes about now; nil for none.
func judgedQuestion(s event.JudgeScreen) *event.JudgeQuestion {
	q := s.Question
	if s.Review != nil {
		q = &s.Review.Question
	}
	if q == nil || q.Answer == "" {
		return nil
	}
	return q
}

// stationEmblem is the drawing that stands for a seat.
func stationEmblem(s event.Seat) string {
	switch s.Role() {
	case "qm":
		return "#e-book"
	case "questions":
		return "#e-scroll"
	}
	return "#e-crown"
}

// left is what a clock that stands still shows.
func left(ms int64) string {
	s := (max(ms, 0) + 999) / 1000
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// clockTime is a moment by the laptop's clock.
func clockTime(ms int64, layout string) string { return time.UnixMilli(ms).Format(layout) }

func spaced(list []string) string { return strings.Join(list, " ") }

func truth(b bool) string { return strconv.FormatBool(b) }

// judgeName is the judge's name, or the seat's while nobody is named.
func judgeName(s event.JudgeScreen) string {
	if s.Person != "" {
		return s.Person
	}
	return s.Seat.Name()
}

// ballotCall calls a judge whose vote is due; one who has voted is left in peace.
func ballotCall(s event.JudgeScreen) templ.Attributes {
	if s.Ballot.Mine != "" || len(s.Ballot.Choices) == 0 {
		return nil
	}
	return templ.Attributes{"data-call-me": "vote-" + num64(s.Ballot.About)}
}

// nothingWaits says why there is no question to approve.
func nothingWaits(a event.ApprovalForm) string {
	switch {
	case a.Total == 0:
		return "There are no questions yet. They appear here as soon as the sides have brought some."
	case a.Done+len(a.Back) < a.Total:
		return "Nothing waits for you: the other judges have yet to read some."
	case a.Done < a.Total:
		return "Nothing waits for you: the questions that were sent back have to be changed first."
	}
	return "Every question is approved."
}

// questionState says how far a typed question is.
func questionState(q event.QuestionLine) string {
	if q.State == "sent back" {
		return "The judges sent it back. " + q.Reason
	}
	if q.State == "approved" {
		return "Approved."
	}
	return "A judge has to approve it. Wait until one has."
}

// stateClass and stateMark show a question's approval beside its word.
func stateClass(state string) string {
	return "s-" + strings.ReplaceAll(state, " ", "-")
}

func stateMark(state string) string {
	switch state {
	case "approved":
		return "✓"
	case "sent back":
		return "↩"
	}
	return "○"
}

// ruleValue is the value of a house rule in force.
func ruleValue(r event.RuleForm) string {
	if label := chosenLabel(r.Values); label != "" {
		return label
	}
	return r.Typed
}
