package web

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"biblechess/event"
)

// openProjector leads a screen that has just been opened to the first projector
// that nobody has open. Its address then says which one it is, so that it stays
// that one over a reload and a restart.
func (s *Server) openProjector(c echo.Context) error {
	for n := 1; n <= event.MaxProjectors; n++ {
		if seat := event.Wall(n); !s.evening.Presence.Present(seat, time.Now()) {
			return c.Redirect(http.StatusSeeOther, seat.Path())
		}
	}
	return s.problem(c, http.StatusConflict, "All projectors are open",
		"All four projectors are open already: close one, or open the board, which shows the same.", event.Projector.Path(), "Open the board")
}
