package web

import (
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"biblechess/event"
	"biblechess/views"
)

// page serves a seat's page, to those who hold it.
func (s *Server) page(seat event.Seat) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !s.holds(c, seat) {
			return s.noSeat(c, seat)
		}
		if !wantsHTML(c) && c.Request().Header.Get(echo.HeaderAccept) == echo.MIMEApplicationJSON {
			screen, err := s.evening.Screen(seat)
			if err != nil {
				return err
			}
			return c.JSON(http.StatusOK, screen)
		}
		d := s.pages.at(seat)
		if d.err != nil {
			return d.err
		}
		return render(c, http.StatusOK, views.Document(d.page, time.Now().UnixMilli()))
	}
}

// help serves the in-app help, to anybody.
func (s *Server) help(c echo.Context) error {
	screen := s.evening.Help()
	if !wantsHTML(c) && c.Request().Header.Get(echo.HeaderAccept) == echo.MIMEApplicationJSON {
		return c.JSON(http.StatusOK, screen)
	}
	page, err := views.Of(screen)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, views.Document(page, time.Now().UnixMilli()))
}

// officialsLog serves the log of decisions to the host.
func (s *Server) officialsLog(c echo.Context) error {
	if !s.holds(c, event.Host) {
		return s.noSeat(c, event.Host)
	}
	screen, err := s.evening.Log()
	if err != nil {
		return err
	}
	return toRead(c, screen)
}

// calls serves every call of the match to those who read the latest on their pages.
func (s *Server) calls(c echo.Context, seat event.Seat) error {
	screen, err := s.evening.Calls(seat)
	if err != nil {
		return s.refuse(c, seat.Path(), err)
	}
	return toRead(c, screen)
}

// toRead serves a page that does not renew itself; as JSON to whoever is no browser.
func toRead(c echo.Context, screen any) error {
	if !wantsHTML(c) {
		return c.JSON(http.StatusOK, screen)
	}
	page, err := views.Of(screen)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, views.Document(page, time.Now().UnixMilli()))
}

// export serves the match as text, to the host.
func (s *Server) export(kind string, text func(*event.Evening) string) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !s.holds(c, event.Host) {
			return s.noSeat(c, event.Host)
		}
		body := text(s.evening)
		if body == "" {
			return s.problem(c, http.StatusNotFound, "Nothing to export", "The match has not started, so there is nothing to export yet.", event.Host.Path(), "Back to the page")
		}
		c.Response().Header().Set("Content-Disposition", "attachment; filename="+strings.TrimPrefix(c.Path(), "/host/"))
		return c.Blob(http.StatusOK, kind+"; charset=utf-8", []byte(body))
	}
}

// noSeat says why this device has no such page, and the way to the right one.
func (s *Server) noSeat(c echo.Context, seat event.Seat) error {
	if seat == event.Host {
		if wantsHTML(c) {
			return render(c, http.StatusForbidden, views.HostDoor(""))
		}
		return c.JSON(http.StatusForbidden, map[string]string{"error": "This page is the host's: type the pass that the program printed when it started."})
	}
	words := "This device does not hold this seat (" + seat.Name() + "): open the link or the QR code of your seat, or ask the host."
	if why := s.evening.Lost(seat); why != "" && s.hadSeat(c) {
		words = "You had this seat (" + seat.Name() + "). " + why
	}
	return s.problem(c, http.StatusForbidden, "Not your seat", words, "/", "To the start")
}
