package web

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"biblechess/event"
	"biblechess/views"
)

// cookieName is the same for every seat; the path keeps them apart, so that
// one browser can hold several seats and a second never evicts the first.
const cookieName = "seat"

// secureName is the cookie's name over TLS: it never leaves for plain http, and is
// no hindrance to a seat that is held there.
const secureName = "seat-tls"

// NameCookies gives the cookies of this match names of their own. A browser keeps
// cookies by host, whatever the port, so that of two matches on one laptop the seat in
// one would evict the seat in the other.
func (s *Server) NameCookies(match string) { s.match = "-" + match }

// named is the cookie's name for a request.
func (s *Server) named(c echo.Context) string {
	if c.IsTLS() {
		return secureName + s.match
	}
	return cookieName + s.match
}

// cookieLife is how long a device keeps its seat: over a night and a holiday.
const cookieLife = 60 * 24 * time.Hour

func randomWord(bytes int) string {
	b := make([]byte, bytes)
	rand.Read(b)
	return hex.EncodeToString(b)
}

func (s *Server) seatDevice(c echo.Context, seat event.Seat) {
	c.SetCookie(&http.Cookie{
		Name: s.named(c), Value: s.evening.Ticket(seat), Path: seat.Path(),
		MaxAge: int(cookieLife.Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.IsTLS(),
	})
}

// holds tells whether the request's device holds a seat. A public seat is anybody's.
func (s *Server) holds(c echo.Context, seat event.Seat) bool {
	if seat.Public() {
		return true
	}
	for _, cookie := range c.Cookies() {
		if cookie.Name == s.named(c) && s.evening.Holds(seat, cookie.Value) {
			return true
		}
	}
	return false
}

// carries tells whether the request comes with a ticket; everybody has that of a
// public page, which is empty.
func (s *Server) carries(c echo.Context, ticket string) bool {
	return ticket == "" || slices.ContainsFunc(c.Cookies(), func(cookie *http.Cookie) bool {
		return cookie.Name == s.named(c) && subtle.ConstantTimeCompare([]byte(cookie.Value), []byte(ticket)) == 1
	})
}

// hadSeat tells whether the device comes with some ticket, good or not: its
// seat was taken from it, or the link was for another evening.
func (s *Server) hadSeat(c echo.Context) bool {
	_, err := c.Cookie(s.named(c))
	return err == nil
}

// home says what this is and offers the ways in.
func (s *Server) home(c echo.Context) error {
	return render(c, http.StatusOK, views.Home(""))
}

// join seats the device that opened a seat's link.
func (s *Server) join(c echo.Context) error {
	seat, ok, tired := s.tryCode(c, c.Param("code"))
	if tired {
		return s.problem(c, http.StatusTooManyRequests, "Too many wrong codes", tooManyCodes, "/", "To the start")
	}
	if !ok {
		return s.problem(c, http.StatusNotFound, "This link is not good any more",
			"The seat was given anew, or the code was mistyped: ask the host for the seat's present link.", "/", "To the start")
	}
	s.seatDevice(c, seat)
	if !wantsHTML(c) {
		return c.JSON(http.StatusOK, map[string]any{"ok": true, "seat": seat, "path": seat.Path()})
	}
	page, err := views.Of(s.evening.JoinScreen(seat))
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, views.Document(page, time.Now().UnixMilli()))
}

// tooManyCodes is said to whoever guesses, and to those beside them.
const tooManyCodes = "Too many wrong codes came from this network: wait a minute, then open the link again. Whoever has a seat keeps it."

// tryCode looks a join code up, unless too many wrong ones came from there.
func (s *Server) tryCode(c echo.Context, code string) (seat event.Seat, ok, tired bool) {
	from, now := addressOf(c.Request()), time.Now()
	if !s.codes.allowed(from, now) {
		return "", false, true
	}
	if seat, ok = s.evening.SeatOf(code); !ok {
		s.codes.wrong(from, now)
	}
	return seat, ok, false
}

// joinTyped takes a code that was typed on the start page.
func (s *Server) joinTyped(c echo.Context) error {
	code := strings.ToUpper(strings.Join(strings.Fields(c.QueryParam("code")), ""))
	_, ok, tired := s.tryCode(c, code)
	if tired {
		return render(c, http.StatusTooManyRequests, views.Home(tooManyCodes))
	}
	if !ok {
		return render(c, http.StatusNotFound, views.Home("No seat has this code: look at the join card again, or ask the host."))
	}
	return c.Redirect(http.StatusSeeOther, "/j/"+code)
}

// leave gives a seat up on this device.
func (s *Server) leave(c echo.Context) error {
	seat, err := event.ParseSeat(c.FormValue("seat"))
	if err == nil {
		c.SetCookie(&http.Cookie{Name: s.named(c), Path: seat.Path(), MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.IsTLS()})
	}
	return s.done(c, "/", 0)
}

// enterByLink lets the laptop's own browser in, once.
func (s *Server) enterByLink(c echo.Context) error {
	if s.holds(c, event.Host) {
		return c.Redirect(http.StatusSeeOther, event.Host.Path())
	}
	key := c.QueryParam("key")
	s.mu.Lock()
	good := !headOnly(c) && s.door != "" && subtle.ConstantTimeCompare([]byte(key), []byte(s.door)) == 1
	if good {
		s.door = ""
	}
	s.mu.Unlock()
	if !good {
		return render(c, http.StatusForbidden, views.HostDoor("This link was used already: type the pass that the program printed when it started."))
	}
	s.seatDevice(c, event.Host)
	return c.Redirect(http.StatusSeeOther, event.Host.Path())
}

// enterByPass lets a device in that knows the host's pass.
func (s *Server) enterByPass(c echo.Context) error {
	from := addressOf(c.Request())
	if !s.passes.allowed(from, time.Now()) {
		return s.passRefused(c, http.StatusTooManyRequests, "Too many wrong passes: wait a minute, then try again.")
	}
	if !s.evening.IsPass(c.FormValue("pass")) {
		s.passes.wrong(from, time.Now())
		return s.passRefused(c, http.StatusForbidden, "That is not the pass: it was printed when the program started, like ABCD-2345.")
	}
	s.seatDevice(c, event.Host)
	return s.done(c, event.Host.Path(), 0)
}

func (s *Server) passRefused(c echo.Context, status int, words string) error {
	if wantsHTML(c) {
		return render(c, status, views.HostDoor(words))
	}
	return c.JSON(status, map[string]string{"error": words})
}
