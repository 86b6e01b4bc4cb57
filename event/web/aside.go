package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"biblechess/event"
	"biblechess/views"
)

// Stander is a laptop that stands by.
type Stander interface {
	// Status is how it follows.
	Status() event.StandbyScreen
	// IsPass tells whether what somebody typed is the host's pass.
	IsPass(typed string) bool
	// Ticket and Holds are the evening's own; so is JoinCode.
	Ticket(event.Seat) string
	Holds(s event.Seat, ticket string) bool
	JoinCode(event.Seat) string
	// TakeOver makes the match go on at this laptop.
	TakeOver() error
	// FollowAnew sets this laptop's record aside and follows the other's from
	// its beginning.
	FollowAnew() error
	// Exchange answers the other laptop.
	Exchange(said []byte) (answer []byte, err error)
}

// Aside answers every request on a laptop on which the match is not: it says
// where the match is, how this laptop follows it, and lets the host take it over.
// Its guards are those of the laptop that leads.
type Aside struct {
	stander Stander
	server  *Server
}

// NameCookies gives the cookies of this match names of their own; see the Server's.
func (a *Aside) NameCookies(match string) { a.server.NameCookies(match) }

// NewAside makes the server of a laptop that stands by. called are names by which
// it may be called, beside its addresses and its own name; empty ones count for
// nothing.
func NewAside(stander Stander, log *slog.Logger, called ...string) *Aside {
	s := guarded(log)
	a := &Aside{stander: stander, server: s}
	for _, name := range called {
		if name != "" {
			s.names = append(s.names, strings.ToLower(name))
		}
	}
	e := s.echo
	e.HTTPErrorHandler = func(err error, c echo.Context) {
		if c.Response().Committed {
			return
		}
		if errors.Is(err, echo.ErrForbidden) {
			c.String(http.StatusForbidden, "This form came from another site: open this laptop's own page and use the form there.")
			return
		}
		a.elsewhere(c)
	}
	e.Use(headers, s.knownHost, middleware.BodyLimit(maxDoorForm), sameOrigin, s.deadlines)
	e.GET("/static/:hash/:name", s.asset)
	e.GET("/favicon.ico", s.icon)
	e.GET("/health", func(c echo.Context) error { return c.String(http.StatusOK, "ok") })
	e.POST("/pair", func(c echo.Context) error { return talk(c, stander.Exchange) })
	e.GET("/standby", a.status, s.crowd)
	for _, verb := range []string{"take", "anew"} {
		e.GET("/standby/"+verb, a.ask(verb), s.crowd)
		e.POST("/standby/"+verb, a.act(verb))
	}
	e.Any("/*", a.elsewhere, s.crowd)
	return a
}

// Serve answers on a listener until ctx is done.
func (a *Aside) Serve(ctx context.Context, on net.Listener) error { return a.server.answer(ctx, on) }

// elsewhere says where the match is, with the seat's own link where the request
// tells which seat it is for.
func (a *Aside) elsewhere(c echo.Context) error {
	at := a.stander.Status().At
	link := at + a.pathThere(c)
	c.Response().Header().Set("Retry-After", "5")
	if wantsHTML(c) {
		return render(c, http.StatusServiceUnavailable, views.Elsewhere(goesOnAt(at), link))
	}
	return c.JSON(http.StatusServiceUnavailable, map[string]string{"error": goesOnAt(at), "at": link})
}

// pathThere is the page on the other laptop that a request is about. A seat's
// code is given to who holds the seat alone.
func (a *Aside) pathThere(c echo.Context) string {
	path := c.Request().URL.Path
	if strings.HasPrefix(strings.ToLower(path), "/j/") {
		return path
	}
	for _, seat := range event.AllSeats() {
		if path != seat.Path() && !strings.HasPrefix(path, seat.Path()+"/") {
			continue
		}
		if seat == event.Host || seat.Public() {
			return seat.Path()
		}
		for _, cookie := range c.Cookies() {
			if cookie.Name == a.server.named(c) && a.stander.Holds(seat, cookie.Value) {
				return "/j/" + a.stander.JoinCode(seat)
			}
		}
		return seat.Path()
	}
	return "/"
}

// status is the page of this laptop itself.
func (a *Aside) status(c echo.Context) error {
	screen := a.stander.Status()
	if !wantsHTML(c) {
		return c.JSON(http.StatusOK, screen)
	}
	c.Response().Header().Set("Refresh", "3")
	return render(c, http.StatusOK, views.Standby(screen))
}

// ask is the page before the second tap.
func (a *Aside) ask(verb string) echo.HandlerFunc {
	return func(c echo.Context) error {
		return render(c, http.StatusOK, views.StandbySure(a.stander.Status(), verb, ""))
	}
}

// act does what the host has asked for, by the pass.
func (a *Aside) act(verb string) echo.HandlerFunc {
	return func(c echo.Context) error {
		refuse := func(status int, words string) error {
			if wantsHTML(c) {
				return render(c, status, views.StandbySure(a.stander.Status(), verb, words))
			}
			return c.JSON(status, map[string]string{"error": words})
		}
		from := addressOf(c.Request())
		switch {
		case !a.server.passes.allowed(from, time.Now()):
			return refuse(http.StatusTooManyRequests, "Too many wrong passes: wait a minute, then try again.")
		case !a.stander.IsPass(c.FormValue("pass")):
			a.server.passes.wrong(from, time.Now())
			return refuse(http.StatusForbidden, "That is not the host's pass: it was printed when the program started on the first laptop, like ABCD-2345.")
		case c.FormValue("sure") != "1":
			return refuse(http.StatusBadRequest, "Say that you are sure.")
		}
		do, to := a.stander.TakeOver, event.Host.Path()
		if verb == "anew" {
			do, to = a.stander.FollowAnew, "/standby"
		}
		if err := do(); err != nil {
			return refuse(http.StatusConflict, sentence(err))
		}
		a.server.log.Info("the host has decided on this laptop", "verb", verb)
		c.SetCookie(&http.Cookie{
			Name: a.server.named(c), Value: a.stander.Ticket(event.Host), Path: event.Host.Path(),
			MaxAge: int(cookieLife.Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode,
		})
		c.Response().Header().Set("Connection", "close")
		if wantsHTML(c) {
			c.Response().Header().Set("Refresh", "2; url="+to)
			return render(c, http.StatusOK, views.OneMoment(to))
		}
		return c.JSON(http.StatusOK, map[string]any{"ok": true, "path": to})
	}
}
