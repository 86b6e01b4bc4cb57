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

// approveSides are the sides that have a bank, "neither" for the reserve.
func approveSides(banks []event.ApprovalBank) []string {
	return different(banks, func(b event.ApprovalBank) string { return approveKey(b.Side) })
}

func approvePieces(banks []event.ApprovalBank) []string {
	return different(banks, func(b event.ApprovalBank) string { return b.Piece })
}

// different are the values of the banks, each once, in their order.
func different(banks []event.ApprovalBank, of func(event.ApprovalBank) string) []string {
	var list []string
	for _, b := range banks {
		if s := of(b); !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// approveBank is how far a bank is, as "4 of 6 approved, 1 sent back, 1 for you".
func approveBank(b event.ApprovalBank) string {
	words := num(b.Done) + " of " + num(b.Total) + " approved"
	if b.Back > 0 {
		words += ", " + num(b.Back) + " sent back"
	}
	if b.Waiting > 0 {
		words += ", " + num(b.Waiting) + " for you"
	}
	return words
}

// approveKey is a side as a choice; "neither" for the reserve's.
func approveKey(side event.Colour) string {
	if side == event.NoColour {
		return "neither"
	}
	return string(side)
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
