package web

import (
	"strconv"
	"strings"

	"biblechess/event"
)

// readPosition takes where everybody stands after a match went on by paper.
func readPosition(_ *Server, f form) (event.Command, error) {
	values, err := f.FormParams()
	if err != nil {
		return nil, wrong("The form can't be read: reload the page and try again.")
	}
	c := event.EnterPosition{
		Stand: map[string]string{}, Kinds: map[string]string{}, Next: map[string]int{},
		Turn: event.Colour(f.text("turn")), Plies: f.number("plies"), Reason: f.text("reason"), About: f.about(),
	}
	for field := range values {
		value := strings.TrimSpace(values.Get(field))
		if home, ok := strings.CutPrefix(field, "stand-"); ok {
			c.Stand[home] = value
		}
		if home, ok := strings.CutPrefix(field, "kind-"); ok && value != "" {
			c.Kinds[home] = value
		}
		if bank, ok := strings.CutPrefix(field, "next-"); ok && value != "" {
			n, err := strconv.Atoi(value)
			if err != nil {
				return nil, wrong("The next question of a bank is a number, not “%.20s”.", value)
			}
			c.Next[bank] = n
		}
	}
	return c, f.confirmed("Setting the board")
}

func readPlies(_ *Server, f form) (event.Command, error) {
	return event.EnterPlies{Plies: f.text("plies"), Reason: f.text("reason"), About: f.about()}, f.confirmed("Setting the board")
}
