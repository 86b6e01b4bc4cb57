package web

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"biblechess/event"
	"biblechess/views"
)

// preflight remembers what is shown on the page of that name.
type preflight struct {
	laptop  Laptop
	secured *net.TCPAddr // where TLS is spoken, or nil
	ca      []byte       // the certificate of this laptop's own authority, DER
	print   string       // its fingerprint

	mu       sync.Mutex
	disk     []event.FitCheck // as last tried
	tried    time.Time
	visitors map[netip.Prefix]time.Time // devices elsewhere that came, and when last
	phones   []phone
}

// phone is a report with whom it is from.
type phone struct {
	event.PhoneReport
	at time.Time
}

const (
	diskAgain    = time.Minute // the disk is tried no more often
	maxVisitors  = 2000
	maxPhones    = 30
	trips        = 12 // that a device makes
	goodTrip     = 150
	bearableTrip = 800
	noticedSkew  = 2 * time.Minute
)

// Fit tells the server which laptop it runs on, for its preflight page.
func (s *Server) Fit(l Laptop) { s.preflight.laptop = l }

// preflightRoutes are the host's page and the page for the phones.
func (s *Server) preflightRoutes(e *echo.Echo) {
	e.GET("/host/preflight", s.held(event.Host, s.preflightPage))
	e.GET("/host/preflight/qr", s.held(event.Host, s.preflightQR))
	e.GET("/check", s.checkPage, s.crowd)
	e.GET("/check/ping", s.ping)
	e.POST("/check/report", s.report)
	e.GET("/ca.crt", s.authority)
}

// visited notes devices that are not this laptop itself: the first one shows that
// the network and the firewall let phones through.
func (s *Server) visited(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		p := &s.preflight
		if from := addressOf(c.Request()); from.IsValid() && !s.own(c.Request(), from) {
			p.mu.Lock()
			if p.visitors == nil {
				p.visitors = map[netip.Prefix]time.Time{}
			}
			if _, known := p.visitors[from]; known || len(p.visitors) < maxVisitors {
				p.visitors[from] = time.Now()
			}
			p.mu.Unlock()
		}
		return next(c)
	}
}

// own tells whether a request comes from this laptop.
func (s *Server) own(r *http.Request, from netip.Prefix) bool {
	if from.Addr().IsLoopback() {
		return true
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ok && counted(local) == from
}

// preflightPage shows the host what was found.
func (s *Server) preflightPage(c echo.Context, _ event.Seat) error {
	screen := s.found(time.Now())
	if wantsHTML(c) {
		c.Response().Header().Set("Refresh", "5") // the first phone shows by itself
	}
	return toRead(c, screen)
}

// found is the preflight screen as it stands.
func (s *Server) found(now time.Time) event.PreflightScreen {
	p := &s.preflight
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.Sub(p.tried) > diskAgain && p.laptop.Data != "" {
		p.tried, p.disk = now, Examine(p.laptop)
	}
	screen := event.PreflightScreen{Checks: slices.Clone(p.disk), Unusable: unusable(), Authority: p.print}
	s.mu.Lock()
	screen.Addresses = slices.Clone(s.advertised)
	s.mu.Unlock()
	if base := s.base(); base != "" {
		screen.Try = base + "/check"
		if u, err := url.Parse(base); err == nil && p.secured != nil {
			screen.Secure = "https://" + net.JoinHostPort(u.Hostname(), strconv.Itoa(p.secured.Port))
		}
	}
	for i, check := range screen.Checks {
		if check.Key == "network" { // as the host has chosen meanwhile
			screen.Checks[i] = s.chosenNetwork(check, screen.Addresses)
		}
		if n := len(p.visitors); check.Key == "port" && n > 0 {
			screen.Checks[i].State, screen.Checks[i].Do = event.FitGood, ""
			screen.Checks[i].Words = fmt.Sprintf("%d other devices came in by port %d.", n, p.laptop.On.Port)
			if n == 1 {
				screen.Checks[i].Words = fmt.Sprintf("Another device came in by port %d.", p.laptop.On.Port)
			}
		}
	}
	screen.Checks = append(screen.Checks, s.phonesCheck())
	for i := len(p.phones) - 1; i >= 0; i-- {
		report := p.phones[i].PhoneReport
		report.Ago = ago(now.Sub(p.phones[i].at))
		screen.Phones = append(screen.Phones, report)
	}
	return s.evening.Preflight(screen)
}

// chosenNetwork is the check of the network with the address that the codes carry.
func (s *Server) chosenNetwork(check event.FitCheck, list []event.Address) event.FitCheck {
	for _, a := range list {
		if a.Chosen && check.State != event.FitBad {
			check.Words = fmt.Sprintf("The codes carry %s (%s).", a.URL, a.Interface)
			if len(list) > 1 {
				check.Words = fmt.Sprintf("The codes carry %s (%s); this laptop has %d addresses.", a.URL, a.Interface, len(list))
			}
		}
	}
	return check
}

// phonesCheck says whether a phone has reached this laptop; preflight's mutex is held.
func (s *Server) phonesCheck() event.FitCheck {
	p := &s.preflight
	c := event.FitCheck{Key: "phones", Title: "Phones", State: event.FitGood}
	switch {
	case len(p.phones) > 0:
		worst := event.FitGood
		for _, one := range p.phones {
			if one.State != event.FitGood {
				worst = event.FitDoubt
			}
		}
		c.State, c.Words = worst, fmt.Sprintf("%d devices have checked themselves.", len(p.phones))
		if len(p.phones) == 1 {
			c.Words = "One device has checked itself."
		}
	case len(p.visitors) > 0:
		c.Words = "Other devices reach this laptop; let one check how well."
	default:
		c.State, c.Words = event.FitDoubt, "No other device has reached this laptop yet. Scan the code with a phone on the same Wi-Fi."
		c.Do = "If its page does not open: is the phone on this Wi-Fi, and told to stay though there is no internet, with mobile data off? " +
			"Does the Wi-Fi want a page to be accepted first? Many guest networks keep devices apart (client isolation): use another network, a router of your own, or a hotspot. Then look at the firewall, and try another address."
	}
	return c
}

func ago(d time.Duration) string {
	if d < time.Minute {
		return "just now"
	}
	return fmt.Sprintf("%.0f min ago", d.Minutes())
}

// preflightQR draws the code of the phones' page.
func (s *Server) preflightQR(c echo.Context, _ event.Seat) error {
	bits, err := bitmap(s.base() + "/check")
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "image/svg+xml", []byte(svg(bits)))
}

// checkPage lets a phone look how well it reaches the laptop.
func (s *Server) checkPage(c echo.Context) error {
	return render(c, http.StatusOK, views.Check(trips))
}

// ping gives the laptop's clock, as fast as it can.
func (s *Server) ping(c echo.Context) error {
	return c.String(http.StatusOK, strconv.FormatInt(time.Now().UnixMilli(), 10))
}

// report takes what a phone has found, in numbers alone.
func (s *Server) report(c echo.Context) error {
	number := func(name string, most int64) (int64, bool) {
		n, err := strconv.ParseInt(c.FormValue(name), 10, 64)
		return n, err == nil && n >= -most && n <= most
	}
	trip, ok1 := number("trip", 60_000)
	worst, ok2 := number("worst", 60_000)
	lost, ok3 := number("lost", trips)
	skew, ok4 := number("skew", 100*365*24*3600*1000)
	if !ok1 || !ok2 || !ok3 || !ok4 || trip < 0 || worst < trip || lost < 0 {
		return s.problem(c, http.StatusBadRequest, "Not a report", "The report needs trip, worst, lost and skew as whole numbers: open the check page again.", "/check", "To the check page")
	}
	from := addressOf(c.Request())
	r := event.PhoneReport{
		Device: deviceOf(c.Request().UserAgent()), From: from.Addr().String(),
		Trip: int(trip), Worst: int(worst), Lost: int(lost), Of: trips, Skew: skew,
	}
	r.State, r.Words = judged(r, c.Request().Header.Get("Via") != "" || c.Request().Header.Get("X-Forwarded-For") != "")
	p := &s.preflight
	p.mu.Lock()
	defer p.mu.Unlock()
	p.phones = slices.DeleteFunc(p.phones, func(one phone) bool { return one.From == r.From && one.Device == r.Device })
	if len(p.phones) >= maxPhones {
		p.phones = p.phones[1:]
	}
	p.phones = append(p.phones, phone{r, time.Now()})
	return c.JSON(http.StatusOK, map[string]any{"ok": true, "state": r.State, "words": r.Words})
}

// judged says what a phone's numbers mean.
func judged(r event.PhoneReport, proxy bool) (event.FitState, string) {
	state, words := event.FitGood, "This device reaches the laptop well."
	switch {
	case r.Lost*2 >= r.Of:
		state, words = event.FitBad, fmt.Sprintf("%d of %d requests were lost: go nearer to the router, or use another Wi-Fi.", r.Lost, r.Of)
	case r.Trip > bearableTrip:
		state, words = event.FitBad, "This device reaches the laptop very slowly: go nearer to the router, or use another Wi-Fi."
	case r.Lost > 0 || r.Trip > goodTrip || r.Worst > 3*bearableTrip:
		state, words = event.FitDoubt, "This device reaches the laptop, though not evenly: go nearer to the router if you can."
	}
	if skew := time.Duration(r.Skew) * time.Millisecond; skew.Abs() > noticedSkew {
		way := "ahead of"
		if skew < 0 {
			way = "behind"
		}
		words += fmt.Sprintf(" Its clock is %.0f minutes %s the laptop's, which does no harm: the pages go by the laptop's.", skew.Abs().Minutes(), way)
	}
	if proxy {
		if state == event.FitGood {
			state = event.FitDoubt
		}
		words += " Something stands between the two (a proxy): use the laptop's address itself, on the same Wi-Fi."
	}
	return state, words
}

// deviceOf is what a browser says it runs on, as one of a few words.
func deviceOf(agent string) string {
	for _, kind := range []struct{ part, word string }{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"CrOS", "Chromebook"}, {"Windows", "Windows"}, {"Macintosh", "Mac or iPad"}, {"Linux", "Linux"},
	} {
		if strings.Contains(agent, kind.part) {
			return kind.word
		}
	}
	return "Some device"
}

// authority gives the certificate of this laptop's own authority, for tablets that
// are to trust it.
func (s *Server) authority(c echo.Context) error {
	if len(s.preflight.ca) == 0 {
		return s.problem(c, http.StatusNotFound, "No certificate", "This program was started without -tls-addr, so there is no certificate to trust.", "/", "To the start")
	}
	c.Response().Header().Set("Content-Disposition", "attachment; filename=bible-chess-ca.crt")
	return c.Blob(http.StatusOK, "application/x-x509-ca-cert", s.preflight.ca)
}
