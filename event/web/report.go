package web

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"biblechess/event"
	"biblechess/views"
)

// reportRoutes are the host's pages about a match that is over.
func (s *Server) reportRoutes(e *echo.Echo) {
	e.GET("/host/report", s.held(event.Host, s.matchReport))
	e.GET("/host/report/cards", s.held(event.Host, s.matchReport))
	for name, f := range reportFiles {
		e.GET("/host/"+name, s.held(event.Host, func(c echo.Context, _ event.Seat) error {
			screen, err := s.evening.Report(queryNumber(c, "match"))
			if err != nil {
				return s.refuse(c, event.Host.Path(), err)
			}
			c.Response().Header().Set("Content-Disposition", "attachment; filename="+name)
			return c.Blob(http.StatusOK, f.kind+"; charset=utf-8", []byte(f.text(screen)))
		}))
	}
}

// reportFiles are the report as files.
var reportFiles = map[string]struct {
	kind string
	text func(event.ReportScreen) string
}{
	"match.json": {"application/json", event.ReportScreen.JSON},
	"match.csv":  {"text/csv", event.ReportScreen.CSV},
	"match.txt":  {"text/plain", event.ReportScreen.Text},
}

// queryNumber is a whole number of a page's address; 0 when there is none.
func queryNumber(c echo.Context, name string) int {
	n, _ := strconv.Atoi(c.QueryParam(name))
	return n
}

// matchReport serves the report, or the players' cards.
func (s *Server) matchReport(c echo.Context, _ event.Seat) error {
	screen, err := s.evening.Report(queryNumber(c, "match"))
	if err != nil {
		return s.refuse(c, event.Host.Path(), err)
	}
	switch {
	case !wantsHTML(c):
		return c.JSON(http.StatusOK, screen)
	case c.Path() == "/host/report/cards":
		return render(c, http.StatusOK, views.EveningCards(screen))
	}
	at := len(screen.Frames) - 1
	if c.QueryParam("ply") != "" {
		at = min(max(queryNumber(c, "ply"), 0), at)
	}
	return render(c, http.StatusOK, views.Document(views.ReportPage(screen, at), time.Now().UnixMilli()))
}
