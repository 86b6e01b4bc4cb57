package web

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"biblechess/event"
	"biblechess/static"
	"biblechess/views"
)

// wantsHTML tells a browser's navigation from a script: only the former asks
// for text/html.
func wantsHTML(c echo.Context) bool {
	return strings.Contains(c.Request().Header.Get(echo.HeaderAccept), "text/html")
}

func render(c echo.Context, status int, what templ.Component) error {
	// An answer that was begun is finished, though the program stops meanwhile.
	whole := context.WithoutCancel(c.Request().Context())
	var b bytes.Buffer
	if err := what.Render(whole, &b); err != nil {
		return err
	}
	return c.HTMLBlob(status, b.Bytes())
}

// done answers a command that was accepted.
func (s *Server) done(c echo.Context, path string, seq int64) error {
	if wantsHTML(c) {
		if c.FormValue("back") == "plain" {
			path += "/plain"
		}
		return c.Redirect(http.StatusSeeOther, path)
	}
	return c.JSON(http.StatusOK, map[string]any{"ok": true, "seq": seq})
}

// problem answers with one sentence about what is wrong and a way on.
func (s *Server) problem(c echo.Context, status int, title, words, href, label string) error {
	if wantsHTML(c) {
		return render(c, status, views.Problem(title, words, href, label))
	}
	return c.JSON(status, map[string]string{"error": words})
}

// statusOf is the HTTP status of a command that changed nothing.
func statusOf(r event.Reason) int {
	switch r {
	case event.Stale:
		return http.StatusConflict
	case event.Refused:
		return http.StatusUnprocessableEntity
	case event.Forbidden:
		return http.StatusForbidden
	case event.Unsaved, event.Moved:
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}

// refuse answers a command that changed nothing.
func (s *Server) refuse(c echo.Context, path string, err error) error {
	var p *event.Problem
	if !errors.As(err, &p) {
		return err
	}
	if p.Reason == event.Unsaved {
		s.log.Error("a command could not be saved", "route", c.Path(), "error", p.Words)
	}
	if wantsHTML(c) {
		return render(c, statusOf(p.Reason), views.Problem("That did not work", p.Words, path, "Back to the page"))
	}
	answer := map[string]any{"error": p.Words, "reason": p.Reason, "clause": p.Clause, "square": p.Square}
	if p.Row > 0 {
		answer["row"] = p.Row
	}
	if len(p.Current) > 0 {
		answer["current"] = p.Current
	}
	return c.JSON(statusOf(p.Reason), answer)
}

// fail answers whatever no handler answered. It tells nothing of the inside.
func (s *Server) fail(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	status := http.StatusInternalServerError
	var h *echo.HTTPError
	if errors.As(err, &h) {
		status = h.Code
	}
	read := c.Request().Method == http.MethodGet || c.Request().Method == http.MethodHead
	if status == http.StatusMethodNotAllowed && strings.HasSuffix(c.Path(), "/:verb") && !isVerb(c.Request().URL.Path) {
		status = http.StatusNotFound // the route of all verbs would take it for one
	}
	title, words := "Something went wrong", "The program met a fault on this page: reload it, and tell the host if it stays."
	switch status {
	case http.StatusNotFound:
		title, words = "No such page", "There is no page at this address: start from the beginning."
	case http.StatusMethodNotAllowed:
		title, words = "Not like this", "This address does not take what was sent: start from the beginning."
		if read {
			title, words = "No such page", "This address takes a form, it is not a page: start from the beginning."
		}
	case http.StatusRequestEntityTooLarge:
		title, words = "Too much", "What was sent is larger than 6 MB: shorten it or split the file."
	case http.StatusServiceUnavailable:
		title, words = "Busy", "The laptop is busy just now: try again in a moment."
	case http.StatusForbidden:
		title, words = "Not from here", "This form came from another site: open the seat's page and use the form there."
	case http.StatusInternalServerError:
		s.log.Error("a request failed", "route", c.Path(), "error", err.Error())
	}
	if err := s.problem(c, status, title, words, "/", "To the start"); err != nil {
		s.log.Error("an error page failed", "route", c.Path())
	}
}

// isVerb tells whether a path is that of a verb below its seat's page.
func isVerb(path string) bool {
	at := strings.LastIndexByte(path, '/')
	for _, seat := range event.AllSeats() {
		if seat.Path() == path[:at] {
			_, ok := verb(seat, path[at+1:])
			return ok
		}
	}
	return false
}

// asset serves a file of the program. Its address changes with its content, so
// it may be kept for ever.
func (s *Server) asset(c echo.Context) error {
	name := c.Param("name")
	body, kind, ok := static.Read(name)
	if !ok || static.URL(name) != c.Request().URL.Path {
		return echo.ErrNotFound
	}
	c.Response().Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	return c.Blob(http.StatusOK, kind, body)
}

func (s *Server) icon(c echo.Context) error {
	return c.Redirect(http.StatusFound, static.URL("icon.svg"))
}
