package views

import (
	"fmt"
	"strings"

	"biblechess/event"
)

// chunks cuts a list in pieces of so many.
func chunks[T any](list []T, n int) [][]T {
	var out [][]T
	for len(list) > n {
		out = append(out, list[:n])
		list = list[n:]
	}
	if len(list) > 0 {
		out = append(out, list)
	}
	return out
}

func pairsOf(list []event.SeatLine) [][]event.SeatLine { return chunks(list, 2) }

func foursOf(list []event.RoleCard) [][]event.RoleCard { return chunks(list, 4) }

func eightsOf(list []event.Cell) [][]event.Cell { return chunks(list, 8) }

// halvesOf puts the banks of both sides side by side.
func halvesOf(list []event.PaperBank) [][]event.PaperBank {
	half := (len(list) + 1) / 2
	var out [][]event.PaperBank
	for i := range half {
		row := []event.PaperBank{list[i]}
		if i+half < len(list) {
			row = append(row, list[i+half])
		}
		out = append(out, row)
	}
	return out
}

// shadeWord is the colour of a square.
func shadeWord(dark bool) string {
	if dark {
		return "dark"
	}
	return "light"
}

// plySide is whose the i-th ply from now is.
func plySide(first event.Colour, i int) string {
	if i%2 == 1 {
		if first == event.WhiteColour {
			first = event.BlackColour
		} else {
			first = event.WhiteColour
		}
	}
	return sideName(first)
}

// paperPly is where the match stands: at which ply, or after how many.
func paperPly(s event.PrintScreen) string {
	if over(s.Phase) {
		return plural(s.Ply-1, "ply", "plies") + " played"
	}
	return "ply " + num(s.Ply)
}

// over tells whether a match has ended.
func over(p event.Phase) bool { return p == event.Ended || p == event.Closed }

func rankOf(b event.BoardView, row int) string {
	if row < len(b.Ranks) {
		return b.Ranks[row]
	}
	return ""
}

func cellOf(b event.BoardView, row, col int) event.Cell {
	if i := row*8 + col; i < len(b.Cells) {
		return b.Cells[i]
	}
	return event.Cell{}
}

// outWords names who has left the field.
func outWords(list []event.OutLine) string {
	var out []string
	for _, o := range list {
		out = append(out, fmt.Sprintf("%s (%s)", o.Name, o.Role))
	}
	return strings.Join(out, ", ")
}
