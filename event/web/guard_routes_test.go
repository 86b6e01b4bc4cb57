package web

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"biblechess/event"
	"biblechess/event/chess"
)

// anybodys are the routes that need no seat, with the reason.
var anybodys = map[string]string{
	"GET /":                   "the start page tells nothing",
	"GET /help":               "the rules are no secret",
	"GET /health":             "says ok",
	"GET /check":              "a phone looks how well it reaches the laptop",
	"GET /check/ping":         "the laptop's clock",
	"POST /check/report":      "takes numbers alone",
	"GET /ca.crt":             "the public half of the laptop's certificate",
	"GET /favicon.ico":        "a drawing",
	"GET /static/:hash/:name": "the program's own files",
	"GET /j":                  "takes a code",
	"GET /J":                  "takes a code",
	"GET /j/:code":            "takes a code",
	"GET /J/:code":            "takes a code",
	"POST /j/leave":           "takes the device's own cookie away",
	"GET /host/enter":         "takes the one-time key",
	"POST /host/enter":        "takes the pass",
	"POST /pair":              "takes a proof that only a laptop with the record can give",
	"GET /standby":            "says that this laptop leads",
	"GET /standby/take":       "says that this laptop leads",
	"GET /standby/anew":       "says that this laptop leads",
	"POST /standby/take":      "says that this laptop leads, and changes nothing",
	"POST /standby/anew":      "says that this laptop leads, and changes nothing",
	"GET /projector":          "leads to a page of the hall's",
	"GET /p/:code":            "takes a player's own code (S8)",
	"GET /P/:code":            "takes a player's own code",
	"GET /p/:code/live":       "takes a player's own code",
	"GET /P/:code/live":       "takes a player's own code",
}

// several are the routes that more than one seat may use, with those seats.
var several = map[string][]event.Seat{}

// params stand for the parameters of routes.
var params = map[string]string{":seat": "gm-white", ":code": "AAAAAAAA", ":hash": "x", ":name": "x", ":post": "0"}

// routed is a route with those who may use it: everybody, or some seats.
type routed struct {
	method, path string
	anybody      bool
	owners       []event.Seat
}

// routesOf lists what the router knows. A route that nobody has said whose it is
// fails the test: add it to anybodys or several, or put it below a seat's path.
func routesOf(t *testing.T, h *hall) []routed {
	t.Helper()
	var list []routed
	known := map[string]bool{}
	for _, r := range h.server.echo.Routes() {
		name := r.Method + " " + r.Path
		if known[name] {
			continue
		}
		known[name] = true
		one := routed{method: r.Method, path: r.Path, owners: several[name]}
		_, one.anybody = anybodys[name]
		for _, s := range event.AllSeats() {
			below := r.Path == s.Path() || strings.HasPrefix(r.Path, s.Path()+"/")
			switch {
			case !below || one.anybody || one.owners != nil:
			case s.Public():
				one.anybody = true
			default:
				one.owners = []event.Seat{s}
			}
		}
		if !one.anybody && one.owners == nil {
			t.Errorf("nobody has said whose %s is: add it to the table of guard_routes_test.go", name)
		}
		if seats, ok := strings.CutSuffix(r.Path, "/:verb"); ok {
			for _, name := range verbsOf(one.owners[0]) {
				one.path = seats + "/" + name
				list = append(list, one)
			}
			continue
		}
		parts := strings.Split(r.Path, "/")
		for i, part := range parts {
			if strings.HasPrefix(part, ":") || strings.Contains(part, "*") {
				sample, ok := params[part]
				if !ok {
					t.Errorf("%s has the parameter %s: add a sample to guard_routes_test.go", name, part)
				}
				parts[i] = sample
			}
		}
		one.path = strings.Join(parts, "/")
		list = append(list, one)
	}
	for name := range anybodys {
		if !known[name] {
			t.Errorf("there is no route %s any more: take it out of anybodys", name)
		}
	}
	for name := range several {
		if !known[name] {
			t.Errorf("there is no route %s any more: take it out of several", name)
		}
	}
	return list
}

// verbsOf are the names of a seat's commands.
func verbsOf(seat event.Seat) []string {
	names := slices.Collect(maps.Keys(verbs[seat.Role()]))
	if seat.Role() == "gm" {
		names = slices.AppendSeq(names, maps.Keys(stealthVerbs))
	}
	return names
}

// actor is somebody with a ticket, good for a seat or for none.
type actor struct {
	who, ticket string
	seat        event.Seat
}

// actors are every seat, nobody, and all who hold something that is not good or
// not good any more.
func actors(h *hall) []actor {
	host := h.seated(event.Host)
	for range event.MaxJudges {
		host.must("judge-add", "name", "A judge")
	}
	list := []actor{
		{who: "nobody"}, {who: "a forger", ticket: strings.Repeat("A", 26)},
		{who: "one with the host's pass as a ticket", ticket: h.Pass()},
		{who: "one with the key of the host's link", ticket: h.server.DoorKey()},
		{who: "one with a join code as a ticket", ticket: h.JoinCode(event.GameMaster(chess.White))},
		{who: "a judge who was taken off", ticket: h.Ticket(event.Judge(9))},
	}
	host.must("judge-remove", "seat", "judge-9", "sure", "1")
	host.must("judge-add", "name", "The next judge 9")
	for _, s := range event.AllSeats() {
		if s != event.Host {
			list = append(list, actor{who: "the former device of " + string(s), ticket: h.Ticket(s)})
			host.must("renew", "seat", string(s), "sure", "1")
		}
	}
	for _, s := range event.AllSeats() {
		list = append(list, actor{string(s), h.Ticket(s), s})
	}
	return list
}

// Every route × every seat: whoever a route is not for gets 403 from it, in
// words, and changes nothing.
func TestGuard_EveryRouteByEverySeat(t *testing.T) {
	h := serve(t)
	all, routes := actors(h), routesOf(t, h)
	kept := h.entries()
	form := formOf("sure", "1", "about", "1", "name", "x", "csv", "x", "match", "x", "reason", "x", "seat", "judge-1", "stream", "1")
	tried := 0
	for _, r := range routes {
		for _, a := range all {
			if r.anybody || slices.Contains(r.owners, a.seat) {
				continue
			}
			accept := "application/json"
			if a.ticket == "" {
				accept = "text/html"
			}
			w := h.direct(r.method, r.path, a.ticket, form, accept)
			if w.Code != http.StatusForbidden || len(w.Header().Values("Set-Cookie")) > 0 {
				t.Errorf("%s %s by %s: %d %s", r.method, r.path, a.who, w.Code, w.Body)
			}
			checkHeaders(t, r.path, w.Header())
			tried++
		}
	}
	if h.entries() != kept {
		t.Error("somebody's form for another seat was kept")
	}
	if tried < 3000 {
		t.Errorf("only %d pairs were tried", tried)
	}
	// And whom a route is for gets in: what is refused then is refused by the
	// evening, not at the door.
	for _, r := range routes {
		for _, a := range all {
			if !r.anybody && !slices.Contains(r.owners, a.seat) || r.anybody && a.seat == "" || strings.HasSuffix(r.path, "/live") {
				continue
			}
			w := h.direct(r.method, r.path, a.ticket, nil, "application/json")
			door := w.Code == http.StatusForbidden && !strings.Contains(w.Body.String(), `"reason":"forbidden"`) && !strings.HasPrefix(r.path, "/host/enter")
			if door || w.Code == http.StatusMethodNotAllowed || w.Code >= 500 {
				t.Errorf("%s %s by %s: %d %s", r.method, r.path, a.who, w.Code, w.Body)
			}
			checkHeaders(t, r.path, w.Header())
		}
	}
}

// checkHeaders looks for what every answer carries.
func checkHeaders(t *testing.T, route string, head http.Header) {
	t.Helper()
	kept := "no-store"
	if strings.HasPrefix(route, "/static/") && head.Get("Cache-Control") != kept {
		kept = "public, max-age=31536000, immutable"
	}
	for name, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self';", "X-Content-Type-Options": "nosniff",
		"Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": kept,
	} {
		if got := head.Get(name); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s is %q", route, name, got)
		}
	}
	if csp := head.Get("Content-Security-Policy"); strings.Contains(csp, "unsafe") || !strings.Contains(csp, "frame-ancestors 'none'") {
		t.Errorf("%s: the policy is %q", route, csp)
	}
	if head.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("%s: other sites may read it", route)
	}
}

// Each stream opens for its own seat, and HEAD of every page says what GET says.
func TestGuard_StreamsOpenAndHeadAnswersAsGet(t *testing.T) {
	h := serve(t)
	devices := map[event.Seat]*device{}
	for _, s := range event.AllSeats() {
		devices[s] = h.seated(s)
	}
	ask := func(d *device, method, path string) *http.Response {
		t.Helper()
		r, err := http.NewRequest(method, h.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", "text/html")
		got, err := d.client.Do(r)
		if err != nil {
			t.Fatalf("%s %s: %v", method, path, err)
		}
		t.Cleanup(func() { got.Body.Close() })
		return got
	}
	stranger, pages := h.device(), 0
	for _, r := range routesOf(t, h) {
		if r.method != http.MethodGet {
			continue
		}
		if strings.HasPrefix(strings.ToLower(r.path), "/p/") && strings.HasSuffix(r.path, "/live") {
			continue // the sample code is nobody's: stealth_test.go follows a player's
		}
		d := stranger
		if !r.anybody {
			d = devices[r.owners[0]]
		}
		pages++
		head := ask(d, http.MethodHead, r.path)
		if strings.HasSuffix(r.path, "/live") {
			if head.StatusCode != http.StatusOK || head.Header.Get("Content-Type") != "text/event-stream" {
				t.Errorf("HEAD %s: %d", r.path, head.StatusCode)
			}
			l := d.live(event.Seat(strings.ReplaceAll(strings.Trim(strings.TrimSuffix(r.path, "/live"), "/"), "/", "-")))
			until(t, r.path+" is current", func() bool { return l.count("current") == 1 })
			l.cancel()
			d.client.CloseIdleConnections()
			continue
		}
		get := ask(d, http.MethodGet, r.path)
		for _, name := range []string{"Content-Type", "Content-Disposition", "Cache-Control", "Content-Security-Policy", "Location"} {
			if head.Header.Get(name) != get.Header.Get(name) {
				t.Errorf("HEAD %s: %s is %q, of GET it is %q", r.path, name, head.Header.Get(name), get.Header.Get(name))
			}
		}
		if head.StatusCode != get.StatusCode {
			t.Errorf("HEAD %s: %d, GET: %d", r.path, head.StatusCode, get.StatusCode)
		}
	}
	if pages < 50 {
		t.Errorf("only %d pages were asked for", pages)
	}
	// A link that works once is not used up by whoever only looks at its head.
	fresh := serve(t)
	key := fresh.server.DoorKey()
	ask(fresh.device(), http.MethodHead, "/").Body.Close()
	r, _ := http.NewRequest(http.MethodHead, fresh.url+"/host/enter?key="+key, nil)
	if got, err := http.DefaultTransport.RoundTrip(r); err != nil || got.StatusCode != http.StatusForbidden || len(got.Cookies()) > 0 {
		t.Errorf("the head of the host's link: %v %v", got, err)
	}
	if a := fresh.device().get("/host/enter?key="+key, "text/html"); a.status != http.StatusSeeOther || a.header.Get("Location") != "/host" {
		t.Errorf("the host's link after its head was asked for: %d", a.status)
	}
}

// A form of another site is refused on every route that takes one, by whomever
// it is sent, and so is a page of a site whose name was pointed at this laptop.
func TestGuard_OtherSitesOnEveryRoute(t *testing.T) {
	h := serve(t)
	kept := h.entries()
	for _, r := range routesOf(t, h) {
		ticket := ""
		if !r.anybody {
			ticket = h.Ticket(r.owners[0])
		}
		for _, from := range [][2]string{{"Origin", "http://evil.example"}, {"Origin", "null"}, {"Origin", "http://127.0.0.1:9999"}, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}} {
			if r.method != http.MethodPost {
				continue
			}
			w := h.from(r.method, r.path, ticket, "127.0.0.1:8080", from)
			if w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), "came from another site") {
				t.Errorf("%s %s with %s: %d %s", r.method, r.path, from, w.Code, w.Body)
			}
		}
		if strings.HasPrefix(r.path, "/static/") {
			continue
		}
		w := h.from(r.method, r.path, ticket, "evil.example:8080", [2]string{"Origin", "http://evil.example:8080"})
		if w.Code != http.StatusMisdirectedRequest || !strings.Contains(w.Body.String(), "not at evil.example:8080") || len(w.Header().Values("Set-Cookie")) > 0 {
			t.Errorf("%s %s of a name that is not ours: %d %s", r.method, r.path, w.Code, w.Body)
		}
	}
	if h.entries() != kept {
		t.Error("another site's form was kept")
	}
}
