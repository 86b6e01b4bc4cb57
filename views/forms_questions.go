package views

import (
	"slices"
	"strconv"
	"strings"

	"biblechess/event"
)

// plainLines is how many questions of a bank the plain page shows at a time.
const plainLines = 50

// window is a bank with the lines from a number on that fit on a plain page.
func window(b event.EditorBank, from int) event.EditorBank {
	begin := min(max(from-1, 0), len(b.Lines))
	b.Lines = b.Lines[begin:min(begin+plainLines, len(b.Lines))]
	return b
}

// longest is the number of questions in the fullest bank.
func longest(s event.QuestionsScreen) int {
	n := 0
	for _, b := range s.Banks {
		n = max(n, b.Count)
	}
	return n
}

// bankShort tells whether a bank has fewer questions than are due.
func bankShort(b event.EditorBank) bool {
	due, err := strconv.Atoi(strings.TrimPrefix(b.Size, "at least "))
	return err == nil && !b.Shelf && b.Count < due
}

// mayFill tells whether there is a shelf with questions to fill banks from.
func mayFill(s event.QuestionsScreen) bool {
	return s.Locked == "" && slices.ContainsFunc(s.Banks, func(b event.EditorBank) bool { return b.Shelf && b.Count > 0 })
}

// lostWords says that changes took approvals away (B34).
func lostWords(n int) string {
	if n == 1 {
		return "1 question was changed after its approval: the change took the approval away, and it waits for the judges again (B34)."
	}
	return num(n) + " questions were changed after their approval: the changes took the approval away, and they wait for the judges again (B34)."
}

// approveSides are the sides that have a question waiting, "neither" for the reserve.
func approveSides(groups []event.ApprovalGroup) []string {
	return different(groups, approveKey)
}

func approvePieces(groups []event.ApprovalGroup) []string {
	return different(groups, func(q event.QuestionLine) string { return q.Piece })
}

func different(groups []event.ApprovalGroup, of func(event.QuestionLine) string) []string {
	var list []string
	for _, g := range groups {
		if s := of(g.Question); !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	slices.Sort(list)
	return list
}

// approveKey is a question's side as a choice; "neither" for the reserve's.
func approveKey(q event.QuestionLine) string {
	if q.Side == event.NoColour {
		return "neither"
	}
	return string(q.Side)
}

func approveSide(side string) string {
	if side == "neither" {
		return "Reserve"
	}
	return sideName(event.Colour(side))
}

// pieceWord is a bank's form value as people say it.
func pieceWord(piece string) string {
	if piece == "quiz-master" {
		return "Quiz Master"
	}
	return strings.ToUpper(piece[:1]) + piece[1:]
}
