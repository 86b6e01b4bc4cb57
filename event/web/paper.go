package web

import (
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"biblechess/event"
)

// paper serves where everybody stands, for the host to set to what was played on paper.
func (s *Server) paper(c echo.Context, seat event.Seat) error {
	screen, err := s.evening.Paper()
	if err != nil {
		return s.refuse(c, seat.Path(), err)
	}
	return toRead(c, screen)
}

// readPosition takes where everybody stands after a match went on by paper.
func readPosition(_ *Server, f form) (event.Command, error) {
	values, err := f.FormParams()
	if err != nil {
		return nil, wrong("The form can't be read: reload the page and try again.")
	}
	c := event.EnterPosition{
		Stand: map[string]string{}, Kinds: map[string]string{}, Next: map[string]int{},
		Turn: event.Colour(f.text("turn")), Reason: f.text("reason"), About: f.about(),
	}
	if c.Plies, err = f.number("plies", event.PaperPliesWords); err != nil {
		return nil, err
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
			ask := fmt.Sprintf("The next question of a bank can't be “%.20s”: write its number, or nothing where the bank goes on as it is.", value)
			if c.Next[bank], err = f.number(field, ask); err != nil {
				return nil, err
			}
		}
	}
	return c, f.confirmed("Setting the board")
}

func readPlies(_ *Server, f form) (event.Command, error) {
	return event.EnterPlies{Plies: f.text("plies"), Reason: f.text("reason"), About: f.about()}, f.confirmed("Setting the board")
}
