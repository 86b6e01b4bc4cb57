package web

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"biblechess/event"
)

// Limits of a request. A form of somebody who holds no seat is a few words.
const (
	headerTime  = 10 * time.Second // to send the head of a request
	requestTime = time.Minute      // to send all of it
	answerTime  = 5 * time.Minute  // to take the answer, a stream apart
	maxHeader   = 64 << 10
	maxDoorForm = "64K"
	// A browser may ask on a connection that has died since it was last used, and
	// wait for long; so none is kept that is not used again at once.
	idleTime     = 3 * time.Second
	wrongAddress = http.StatusMisdirectedRequest
)

// headKey marks the context of a request that asked for the head alone.
type headKey struct{}

// headAsGet answers HEAD as GET, without the body: net/http leaves that out,
// since it goes by the request that came in.
func headAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			r = r.WithContext(context.WithValue(r.Context(), headKey{}, true))
			r.Method = http.MethodGet
		}
		next.ServeHTTP(w, r)
	})
}

// headOnly tells whether only the head of an answer was asked for. What is used
// up by being fetched is not used up by that.
func headOnly(c echo.Context) bool { return c.Request().Context().Value(headKey{}) != nil }

// hostNames are the names by which this laptop may be called beside its
// addresses: its own, in the forms that home routers and mDNS give it.
func hostNames() []string {
	own, err := os.Hostname()
	if err != nil || own == "" {
		return nil
	}
	own = strings.ToLower(own)
	first, _, _ := strings.Cut(own, ".")
	return []string{own, first, first + ".local"}
}

// AnswerTo lets the program be called by a further name, which is listed as an
// address that the host can choose. Codes carry numbers unless they do: not every
// phone finds a name.
func (s *Server) AnswerTo(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.called = strings.ToLower(name)
}

// ours tells whether the Host of a request names this laptop. Anybody can point
// a name of theirs at this laptop's address, so that their page in a seat's
// browser would pass for ours (DNS rebinding). Nobody can do so with an address.
func (s *Server) ours(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	name = strings.TrimSuffix(strings.ToLower(name), ".")
	if _, err := netip.ParseAddr(name); err == nil || name == "localhost" {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Contains(s.names, name) || s.called != "" && name == s.called {
		return true
	}
	for _, a := range s.advertised {
		if u, err := url.Parse(a.URL); err == nil && name == strings.ToLower(u.Hostname()) {
			return true
		}
	}
	return false
}

// knownHost answers only those who mean this laptop.
func (s *Server) knownHost(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.ours(c.Request().Host) || strings.HasPrefix(c.Path(), "/static/") {
			return next(c)
		}
		here := "Bible Chess is not at " + cut(c.Request().Host, 60)
		base := s.base()
		if base == "" {
			return s.problem(c, wrongAddress, "Another address", here+": open the address that the program printed when it started.", "/", "To the start")
		}
		return s.problem(c, wrongAddress, "Another address", here+": open "+base+" instead.", base+"/", "Open it there")
	}
}

// ParseAddress reads an address that phones may use, as somebody typed it. The
// error is for whoever did.
func ParseAddress(typed string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(typed))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil ||
		strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" || !goodHost(u.Host) {
		return "", fmt.Errorf("%.60q is not an address for phones: it looks like http://192.168.1.20:8080", typed)
	}
	return u.Scheme + "://" + strings.ToLower(u.Host), nil
}

// goodHost tells whether a host with perhaps a port can stand in a link.
func goodHost(host string) bool {
	name := host
	if h, port, err := net.SplitHostPort(host); err == nil {
		if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
			return false
		}
		name = h
	} else if name = strings.Trim(host, "[]"); strings.HasSuffix(host, ":") {
		return false
	}
	if addr, err := netip.ParseAddr(name); err == nil {
		return addr.Zone() == "" && !addr.IsUnspecified()
	}
	return len(name) <= 253 && !strings.ContainsFunc(name, func(r rune) bool {
		return r != '.' && r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// cut shortens what somebody sent before it is repeated to them.
func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// Made once: echo puts its handlers together anew for each request.
var smallBody, bigBody = middleware.BodyLimit(maxBody), middleware.BodyLimit(maxDataFile)

// bodies bounds what is sent; only the host may send a whole data file.
func (s *Server) bodies(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if c.Path() == event.Host.Path()+"/copies/offer" && s.holds(c, event.Host) {
			return bigBody(next)(c)
		}
		return smallBody(next)(c)
	}
}

var crossOrigin = http.NewCrossOriginProtection()

// sameOrigin takes forms from our own pages, and from programs that are no
// browser.
func sameOrigin(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if crossOrigin.Check(c.Request()) != nil {
			return echo.ErrForbidden
		}
		return next(c)
	}
}

// deadlines cuts off who takes an answer too slowly; a stream sets a deadline of
// its own for each write.
func (s *Server) deadlines(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !strings.HasSuffix(c.Path(), "/live") {
			http.NewResponseController(c.Response()).SetWriteDeadline(time.Now().Add(s.slow))
		}
		return next(c)
	}
}

// lateTap is how old a tap may be when it arrives. A page gives up on a tap's
// answer after 15 s and asks its person; what the network brings after that is
// not what they decided.
const lateTap = 20 * time.Second

// late refuses a tap that was made too long ago. A form that does not say when it
// was made passes.
func late(f form, now time.Time) error {
	at, err := strconv.ParseInt(f.text("tapped"), 10, 64)
	if err != nil || at <= 0 {
		return nil
	}
	if age := now.Sub(time.UnixMilli(at)); age > lateTap {
		return &event.Problem{Reason: event.Stale, Words: fmt.Sprintf("This tap was made %.0f seconds ago and arrived only now, so it was not taken: look again, then decide.", age.Seconds())}
	}
	return nil
}

// crowd lets only as many as there are cores draw a page for those who hold no
// seat at a time, so that whoever asks without end takes nothing from the match.
func (s *Server) crowd(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		select {
		case s.drawing <- struct{}{}:
			defer func() { <-s.drawing }()
			return next(c)
		case <-c.Request().Context().Done():
			return nil // nobody waits for it any more
		}
	}
}

// stream lets a device that holds a seat follow its page, within bounds.
func (s *Server) stream(seat event.Seat) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !s.holds(c, seat) {
			return s.noSeat(c, seat)
		}
		if headOnly(c) {
			c.Response().Header().Set(echo.HeaderContentType, "text/event-stream")
			c.Response().WriteHeader(http.StatusOK)
			return nil
		}
		from := addressOf(c.Request())
		if !s.streams.open(from, seat) {
			c.Response().Header().Set("Retry-After", "10")
			return s.problem(c, http.StatusServiceUnavailable, "Too many pages", "Too many pages are open on this network or seat: close some that nobody looks at.", "/", "To the start")
		}
		return s.live(c, seat, func() { s.streams.close(from, seat) })
	}
}
