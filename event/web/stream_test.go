package web

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"biblechess/event"
	"biblechess/event/chess"
	"biblechess/static"
)

func TestStream_BeginsWithThePageAndGoesOnWithWhatChanges(t *testing.T) { overBoth(t, beginsAndGoesOn) }

func beginsAndGoesOn(t *testing.T, h *hall) {
	o := h.begin(1, canaryCSV(smallBanks, nil))
	white := event.GameMaster(chess.White)
	l := o.gm[0].live(white)
	until(t, "the stream is current", func() bool { return l.count("current") == 1 })
	events := l.all()
	if events[0].name != "hello" || events[0].data == "" {
		t.Errorf("it begins with %+v", events[0])
	}
	var first sse
	for _, e := range events {
		if e.name == "regions" && first.name == "" {
			first = e
		}
	}
	for _, r := range h.server.pages.at(white).regions {
		if !strings.Contains(first.data, fmt.Sprintf(`id="%s"`, r.id)) {
			t.Errorf("the first event has no part %s", r.id)
		}
	}
	if !strings.HasPrefix(first.id, h.server.epoch+"-") {
		t.Errorf("the first event's id is %q", first.id)
	}
	before := l.count("regions")
	o.play("e2e4")
	until(t, "the call is shown", func() bool { return l.current(h, white) })
	events = l.all()
	for _, e := range events[len(events)-(l.count("regions")-before):] {
		if e.name == "regions" && strings.Contains(e.data, `id="head"`) && len(e.data) >= len(first.data) {
			t.Error("what did not change was sent again")
		}
	}
	if l.count("current") != 1 {
		t.Error("current came more than once")
	}
	// A reconnect is a first connect.
	l.cancel()
	again := o.gm[0].live(white)
	until(t, "the second stream is current", func() bool { return again.count("current") == 1 && again.current(h, white) })
}

func TestStream_TellsOfAnotherBuild(t *testing.T) {
	h := serve(t)
	for version, reloads := range map[string]int{"old": 1, static.Version(): 0} {
		r, err := http.Get(h.url + "/board/live?version=" + version)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for lines := bufio.NewScanner(r.Body); lines.Scan() && lines.Text() != "event: current"; {
			if lines.Text() == "event: reload" {
				found++
			}
		}
		r.Body.Close()
		if found != reloads {
			t.Errorf("version %q: %d reloads", version, found)
		}
	}
}

func TestStream_BeatsAndRetries(t *testing.T) { overBoth(t, beatsAndRetries) }

func beatsAndRetries(t *testing.T, h *hall) {
	r, err := http.Get(h.url + "/board/live")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	began, beats, retries := time.Now(), 0, 0
	for lines := bufio.NewScanner(r.Body); beats < 2 && lines.Scan(); {
		switch {
		case lines.Text() == "event: beat":
			beats++
		case strings.HasPrefix(lines.Text(), "retry: "):
			retries++
		}
	}
	if took := time.Since(began); took > 6*time.Second || beats != 2 || retries != 1 {
		t.Errorf("%d beats in %s, %d retries", beats, took, retries)
	}
}

func TestPresence_FollowsStreamsAndBeats(t *testing.T) { overBoth(t, presenceFollows) }

func presenceFollows(t *testing.T, h *hall) {
	host := h.seated(event.Host)
	s := event.QuizMaster(chess.Black)
	d := h.seated(s)
	state := func() string {
		for _, line := range screen[event.HostScreen](host).Seats {
			if line.Seat == s {
				return fmt.Sprint(line.State, " ", line.Devices)
			}
		}
		return ""
	}
	if got := state(); got != "empty 0" {
		t.Errorf("before anybody came: %s", got)
	}
	l := d.live(s)
	until(t, "the seat is live", func() bool { return state() == "live 1" && l.count("hello") == 1 })
	second := d.live(s)
	until(t, "two devices are there", func() bool { return state() == "live 2" })
	if a := d.post(s.Path()+"/here", "stream", l.all()[0].data); a.status != http.StatusNoContent {
		t.Errorf("a page says it is here: %d %s", a.status, a.body)
	}
	for _, stream := range []string{"", "x", "-", "1e9"} {
		if a := d.post(s.Path()+"/here", "stream", stream); a.status != http.StatusBadRequest || !strings.Contains(a.Error, "number") {
			t.Errorf("stream %q: %d %s", stream, a.status, a.body)
		}
	}
	if a := d.post(s.Path()+"/here", "stream", "999999"); a.status != http.StatusNoContent {
		t.Errorf("a stream that is over: %d", a.status)
	}
	l.cancel()
	second.cancel()
	until(t, "nobody is there any more", func() bool { return state() == "asleep 0" })
}

// A phone that takes no byte keeps nobody else waiting.
func TestStream_ASlowPhoneStopsNobody(t *testing.T) { overBoth(t, slowPhone) }

func slowPhone(t *testing.T, h *hall) {
	host := h.seated(event.Host)
	cookie := h.Ticket(event.Host)
	for range 3 {
		c, err := net.Dial("tcp", strings.TrimPrefix(h.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.(*net.TCPConn).SetReadBuffer(1024)
		fmt.Fprintf(c, "GET /host/live HTTP/1.1\r\nHost: localhost\r\nCookie: seat=%s\r\n\r\n", cookie)
	}
	l := host.live(event.Host)
	until(t, "the stream is current", func() bool { return l.count("current") == 1 })
	began := time.Now()
	for n := range 150 {
		host.must("match", "match", fmt.Sprintf("Evening %d", n), "white", strings.Repeat("w", 80), "black", strings.Repeat("b", 80))
	}
	until(t, "the last name is shown", func() bool { return l.shows("Evening 149") })
	if took := time.Since(began); took > defaultPatience {
		t.Errorf("150 commands took %s", took)
	}
}

func TestShutdown_EndsStreamsWithinASecond(t *testing.T) {
	before := runtime.NumGoroutine()
	overBoth(t, func(t *testing.T, h *hall) { shutdown(t, h, before) })
}

func shutdown(t *testing.T, h *hall, before int) {
	var streams []*live
	for range 10 {
		d := h.device()
		streams = append(streams, d.live(event.Projector))
		d.client.CloseIdleConnections()
	}
	host := h.seated(event.Host)
	streams = append(streams, host.live(event.Host))
	for _, l := range streams {
		until(t, "a stream is current", func() bool { return l.count("current") == 1 })
	}
	began := time.Now()
	h.stop()
	if took := time.Since(began); took > 1500*time.Millisecond {
		t.Errorf("stopping took %s", took)
	}
	for _, l := range streams {
		<-l.ended
		if l.count("bye") != 1 {
			t.Error("a stream ended without a bye")
		}
	}
	host.client.CloseIdleConnections()
	// Nothing of the program goes on running.
	until(t, "every goroutine has ended", func() bool { return runtime.NumGoroutine() <= before+3 })
}

// A page whose stream is taken over while the program stops is told so as well.
func TestShutdown_EndsAStreamThatComesMeanwhile(t *testing.T) {
	h := serve(t)
	h.stop()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	late := h.server.listener(t.Context())
	t.Cleanup(func() { late.Close() })
	go late.Serve(on)
	h.url = "http://" + on.Addr().String()
	l := h.device().live(event.Projector)
	select {
	case <-l.ended:
	case <-time.After(5 * time.Second):
		t.Fatal("the stream goes on after the program has stopped")
	}
	if l.count("current") != 1 || l.count("bye") != 1 {
		t.Error("the stream ended without a bye")
	}
}

func TestStatic_IsKeptForEverUnderItsHash(t *testing.T) {
	h := serve(t)
	d := h.device()
	url := static.URL("icon.svg")
	a := d.get(url, "*/*")
	if a.status != http.StatusOK || !strings.Contains(a.header.Get("Cache-Control"), "immutable") || a.header.Get("Content-Type") != "image/svg+xml" {
		t.Errorf("%s: %d %v", url, a.status, a.header)
	}
	for _, wrong := range []string{"/static/0000000000000000/icon.svg", strings.Replace(url, "icon.svg", "static.go", 1), url + "x", "/static/../static.go", "/static/x/..%2f..%2fgo.mod"} {
		if a := d.get(wrong, "*/*"); a.status != http.StatusNotFound || a.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %s", wrong, a.status, a.header.Get("Cache-Control"))
		}
	}
	if a := d.get("/favicon.ico", "*/*"); a.status != http.StatusFound || a.header.Get("Location") != url {
		t.Errorf("the icon: %d %v", a.status, a.header)
	}
}
