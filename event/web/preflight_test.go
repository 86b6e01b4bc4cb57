package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"biblechess/event"
)

func checkOf(t *testing.T, list []event.FitCheck, key string) event.FitCheck {
	t.Helper()
	for _, c := range list {
		if c.Key == key {
			return c
		}
	}
	t.Fatalf("there is no check %q in %+v", key, list)
	return event.FitCheck{}
}

func TestExamine(t *testing.T) {
	data := filepath.Join(t.TempDir(), "not", "there", "yet", "evening.db")
	list := Examine(Laptop{On: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, Data: data})
	if c := checkOf(t, list, "network"); c.State != event.FitBad || !strings.Contains(c.Do, "-addr :8080") {
		t.Errorf("a program for this laptop alone: %+v", c)
	}
	for _, key := range []string{"space", "disk", "clock"} {
		if c := checkOf(t, list, key); c.State == event.FitBad || c.Words == "" {
			t.Errorf("%s: %+v", key, c)
		}
	}
	if c := checkOf(t, list, "port"); c.State != event.FitDoubt || !strings.Contains(c.Words+c.Do, "8080") {
		t.Errorf("the port before anybody came: %+v", c)
	}
	list = Examine(Laptop{On: &net.TCPAddr{IP: net.IPv4zero, Port: 8080}, Advertise: "http://chess.example", Data: data})
	if c := checkOf(t, list, "network"); c.State == event.FitBad || !strings.Contains(c.Words, "http://chess.example") {
		t.Errorf("an address as told: %+v", c)
	}
	if c := checkTime(time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)); c.State != event.FitBad {
		t.Errorf("a clock that was never set: %+v", c)
	}
	// A folder that is a file can't hold a data file.
	file := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if c := checkOf(t, examineDisk(file), "disk"); c.State != event.FitBad || !strings.Contains(c.Do, "-data FILE") {
		t.Errorf("a folder that is none: %+v", c)
	}
	if entries, err := os.ReadDir(filepath.Dir(file)); err != nil || len(entries) != 1 {
		t.Errorf("trying the disk leaves %v", entries)
	}
}

// What room and speed of a disk mean, from its best to its worst.
func TestExamine_DisksOfAllKinds(t *testing.T) {
	const mb = 1 << 20
	for words, c := range map[string]struct {
		got  event.FitCheck
		want event.FitState
	}{
		"8.0 GB free in /data.":                {checkSpace("/data", 8<<30, nil), event.FitGood},
		"500 MB free in /data.":                {checkSpace("/data", 500*mb, nil), event.FitDoubt},
		"Make room":                            {checkSpace("/data", 50*mb, nil), event.FitBad},
		"does not say how much room":           {checkSpace("/data", 0, os.ErrInvalid), event.FitDoubt},
		"less than 1 ms, at worst after 9 ms.": {checkDisk("/data", time.Microsecond, 9*time.Millisecond, nil), event.FitGood},
		"Close what else writes":               {checkDisk("/data", 80*time.Millisecond, 90*time.Millisecond, nil), event.FitDoubt},
		"at worst after 1500 ms.":              {checkDisk("/data", time.Millisecond, 1500*time.Millisecond, nil), event.FitDoubt},
		"this one is too slow":                 {checkDisk("/data", 700*time.Millisecond, time.Second, nil), event.FitBad},
		"Nothing can be written into /data: read-only file system.": {checkDisk("/data", 0, 0, &os.PathError{Op: "open", Path: "/data/x", Err: errors.New("read-only file system")}), event.FitBad},
	} {
		if c.got.State != c.want || !strings.Contains(c.got.Words+" "+c.got.Do, words) {
			t.Errorf("%q: %+v, want %s", words, c.got, c.want)
		}
	}
}

func TestPreflight_ThePage(t *testing.T) {
	h := serve(t)
	host := h.seated(event.Host)
	h.server.Fit(Laptop{On: &net.TCPAddr{IP: net.IPv4zero, Port: 8080}, Data: filepath.Join(t.TempDir(), "x.db")})
	h.server.advertise([]event.Address{{URL: "http://192.168.1.20:8080", Interface: "wlan0", Chosen: true}, {URL: "http://10.0.0.7:8080", Interface: "eth0"}})
	page := func() event.PreflightScreen {
		t.Helper()
		var s event.PreflightScreen
		a := host.get("/host/preflight", "application/json")
		if err := json.Unmarshal([]byte(a.body), &s); err != nil || a.status != http.StatusOK {
			t.Fatalf("the page: %d %s", a.status, a.body)
		}
		return s
	}
	s := page()
	if s.Try != "http://192.168.1.20:8080/check" || len(s.Addresses) != 2 || s.Secure != "" {
		t.Errorf("the page says %+v", s)
	}
	if c := checkOf(t, s.Checks, "phones"); c.State != event.FitDoubt || !strings.Contains(c.Do, "client isolation") || !strings.Contains(c.Do, "mobile data off") {
		t.Errorf("before any phone: %+v", c)
	}
	host.must("address", "url", "http://10.0.0.7:8080")
	if s := page(); s.Try != "http://10.0.0.7:8080/check" || !strings.Contains(checkOf(t, s.Checks, "network").Words, "10.0.0.7:8080 (eth0); this laptop has 2 addresses") {
		t.Errorf("after another address was chosen: %+v", s)
	}
	html := host.get("/host/preflight", "text/html")
	for _, words := range []string{"eth0", "✓ in the codes", "/host/preflight/qr", "Certificate Trust Settings"} {
		if !strings.Contains(html.body, words) {
			t.Errorf("the page does not say %q", words)
		}
	}
	if html.header.Get("Refresh") == "" {
		t.Error("the page does not renew itself")
	}
	// The laptop's own browser is no phone; another device is.
	report := func(from, agent string, pairs ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodPost, "/check/report", strings.NewReader(formOf(pairs...).Encode()))
		r.Host = "10.0.0.7:8080"
		r = cameFrom(r, from)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("User-Agent", agent)
		w := httptest.NewRecorder()
		h.server.echo.ServeHTTP(w, r)
		return w
	}
	if c := checkOf(t, page().Checks, "port"); c.State != event.FitDoubt {
		t.Errorf("only this laptop came so far: %+v", c)
	}
	w := report("192.168.1.77:5000", "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)", "trip", "12", "worst", "80", "lost", "0", "skew", "-300000")
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "reaches the laptop well. Its clock is 5 minutes behind") {
		t.Errorf("a good phone: %d %s", w.Code, w.Body)
	}
	report("192.168.1.78:5000", "Android <script>", "trip", "900", "worst", "2000", "lost", "1", "skew", "0")
	s = page()
	if c := checkOf(t, s.Checks, "port"); c.State != event.FitGood || !strings.Contains(c.Words, "2 other devices came in by port 8080") {
		t.Errorf("after two phones: %+v", c)
	}
	if len(s.Phones) != 2 || s.Phones[1].Device != "iPhone" || s.Phones[1].Trip != 12 || s.Phones[1].From != "192.168.1.77" || s.Phones[0].State != event.FitBad || s.Phones[0].Device != "Android" {
		t.Errorf("the phones are %+v", s.Phones)
	}
	for _, wrong := range [][]string{nil, {"trip", "x", "worst", "1", "lost", "0", "skew", "0"}, {"trip", "-1", "worst", "1", "lost", "0", "skew", "0"}, {"trip", "5", "worst", "1", "lost", "0", "skew", "0"}, {"trip", "1", "worst", "1", "lost", "99", "skew", "0"}, {"trip", "1", "worst", "1", "lost", "0", "skew", "99999999999999999"}} {
		if w := report("192.168.1.79:1", "x", wrong...); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "whole numbers") {
			t.Errorf("%v: %d %s", wrong, w.Code, w.Body)
		}
	}
	// However many report, few are kept, and one device has one line.
	for n := range 3 * maxPhones {
		report(fmt.Sprintf("10.1.%d.%d:1", n/200, n%200), "x", "trip", "1", "worst", "1", "lost", "0", "skew", "0")
		report("10.2.0.1:1", "x", "trip", "1", "worst", "1", "lost", "0", "skew", "0")
	}
	if s := page(); len(s.Phones) != maxPhones {
		t.Errorf("%d phones are listed", len(s.Phones))
	}
}

func TestJudged(t *testing.T) {
	for name, c := range map[string]struct {
		r     event.PhoneReport
		proxy bool
		state event.FitState
		words string
	}{
		"good":       {event.PhoneReport{Trip: 20, Worst: 90, Of: 12}, false, event.FitGood, "well"},
		"uneven":     {event.PhoneReport{Trip: 20, Worst: 90, Lost: 1, Of: 12}, false, event.FitDoubt, "not evenly"},
		"slow":       {event.PhoneReport{Trip: 200, Worst: 900, Of: 12}, false, event.FitDoubt, "not evenly"},
		"very slow":  {event.PhoneReport{Trip: 2000, Worst: 2900, Of: 12}, false, event.FitBad, "very slowly"},
		"half lost":  {event.PhoneReport{Trip: 20, Worst: 90, Lost: 6, Of: 12}, false, event.FitBad, "6 of 12 requests were lost"},
		"ahead":      {event.PhoneReport{Trip: 20, Worst: 90, Of: 12, Skew: 3_600_000}, false, event.FitGood, "60 minutes ahead of the laptop's"},
		"by a proxy": {event.PhoneReport{Trip: 20, Worst: 90, Of: 12}, true, event.FitDoubt, "a proxy"},
	} {
		if state, words := judged(c.r, c.proxy); state != c.state || !strings.Contains(words, c.words) {
			t.Errorf("%s: %s %s", name, state, words)
		}
	}
}

func TestWhyNot(t *testing.T) {
	const up = net.FlagUp | net.FlagBroadcast
	for words, c := range map[string]struct {
		name  string
		flags net.Flags
		addr  string
	}{
		"switched off":      {"wlan0", net.FlagBroadcast, "192.168.1.20"},
		"gave no address":   {"eth0", up, "169.254.3.4"},
		"private network":   {"tun0", up | net.FlagPointToPoint, "10.8.0.2"},
		"adapter of some p": {"docker0", up, "172.17.0.1"},
	} {
		if got := whyNot(c.name, c.flags, netip.MustParseAddr(c.addr)); !strings.Contains(got, words) {
			t.Errorf("%s on %s: %s", c.addr, c.name, got)
		}
	}
}
