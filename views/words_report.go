package views

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"biblechess/event"
)

// lasting is a time in words.
func lasting(ms int64) string {
	s := (max(ms, 0) + 500) / 1000
	if s >= 3600 {
		return fmt.Sprintf("%d h %02d min", s/3600, s/60%60)
	}
	return fmt.Sprintf("%d:%02d min", s/60, s%60)
}

// reportBoard is a frame as a board.
func reportBoard(f event.ReportFrame) event.BoardView {
	at := map[string]*event.Token{}
	for i := range f.Men {
		at[f.Men[i].Square] = &f.Men[i]
	}
	var b event.BoardView
	for _, c := range squares() {
		c.Token = at[c.Square]
		switch c.Square {
		case f.From:
			c.Mark = "from"
		case f.To:
			c.Mark = "to"
		}
		b.Cells = append(b.Cells, c)
	}
	return b
}

// reportMen are all players as they stand anywhere in the match, each once.
func reportMen(s event.ReportScreen) []event.Token {
	seen := map[string]bool{}
	var list []event.Token
	for _, f := range s.Frames {
		for _, m := range f.Men {
			if key := manKey(m); !seen[key] {
				seen[key] = true
				m.Square = ""
				list = append(list, m)
			}
		}
	}
	return list
}

// manKey tells one drawing of a player from another.
func manKey(m event.Token) string {
	return fmt.Sprintf("%s %d %s", m.Side, m.Kind, m.Name)
}

// frameLink is the address of a frame.
func frameLink(s event.ReportScreen, at int) string {
	at = min(max(at, 0), len(s.Frames)-1)
	return fmt.Sprintf("/host/report?match=%d&ply=%d#replay", s.Number, at)
}

// frameTimes is how long a ply took, and the clocks after it.
func frameTimes(f event.ReportFrame) string {
	if f.Ply == 0 {
		return ""
	}
	words := "This ply took " + lasting(f.Took) + "."
	if len(f.Clocks) == 2 {
		words += fmt.Sprintf(" Left: White %s, Black %s.", lasting(f.Clocks[0]), lasting(f.Clocks[1]))
	}
	return words
}

func offWords(out []string) string {
	if len(out) == 0 {
		return ""
	}
	return "Off the floor: " + strings.Join(out, ", ") + "."
}

func postWords(list []event.EveningPost) string {
	var out []string
	for _, p := range list {
		out = append(out, p.Role+" "+p.Square)
	}
	return strings.Join(out, ", ")
}

// first is the beginning of a list.
func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }

// short is the beginning of a text, at most so many letters.
func short(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}
