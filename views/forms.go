package views

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"biblechess/event"
)

// promotionChoices are the pieces that a Pawn can become (B6); Help is the emblem.
var promotionChoices = []event.Choice{
	{Value: "q", Label: "Quiz Master", Help: "#e-book"},
	{Value: "r", Label: "Rook", Help: "#e-tower"},
	{Value: "b", Label: "Bishop", Help: "#e-scroll"},
	{Value: "n", Label: "Knight", Help: "#e-horse"},
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
