package web

import (
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"biblechess/event"
	"biblechess/views"
)

// printed are the host's pages for the printer, by their address.
var printed = map[string]func(event.PrintScreen) templ.Component{
	"/host/print":         views.PrintIndex,
	"/host/print/now":     views.NowSheet,
	"/host/print/join":    views.JoinSheets,
	"/host/print/roles":   views.RoleCards,
	"/host/print/squares": views.SquareLabels,
	"/host/print/teams":   views.TeamLists,
}

// printRoutes are the pages for the printer.
func (s *Server) printRoutes(e *echo.Echo) {
	for path, page := range printed {
		e.GET(path, s.held(event.Host, func(c echo.Context, _ event.Seat) error {
			return render(c, http.StatusOK, page(s.evening.Print()))
		}))
	}
	e.GET("/host/print/sheets", s.held(event.Host, s.sheets))
	for _, seat := range event.AllSeats() {
		if seat.Role() == "judge" || seat.Role() == "qm" {
			e.GET(seat.Path()+"/sheets", s.held(seat, s.sheets))
		}
		if seat.Role() == "judge" {
			e.GET(seat.Path()+"/history", s.held(seat, s.history))
		}
	}
}

// sheets serves the questions that a seat may print.
func (s *Server) sheets(c echo.Context, seat event.Seat) error {
	screen, err := s.evening.Sheets(seat)
	if err != nil {
		return s.refuse(c, seat.Path(), err)
	}
	if !wantsHTML(c) {
		return c.JSON(http.StatusOK, screen)
	}
	return render(c, http.StatusOK, views.QuestionSheets(screen))
}
