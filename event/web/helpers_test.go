package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"biblechess/event"
	"biblechess/event/store"
	"biblechess/event/web/assembled"
)

// patienceOfTests is how long a condition is waited for.
const patienceOfTests = 10 * time.Second

// until waits for a condition.
func until(t testing.TB, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(patienceOfTests); !done(); {
		if time.Now().After(end) {
			t.Fatalf("in vain was waited until %s", what)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// buffer is a log that many may write to.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// hall is a program on a real file that listens on a real port.
type hall struct {
	testing.TB
	*event.Evening
	path   string // of the data file
	server *Server
	file   *store.File
	url    string
	log    *buffer
	stop   func()
	heard  func(s event.Seat, body string) // looks at every byte that a device gets
}

func serve(t testing.TB) *hall {
	t.Helper()
	return serveWith(t, func(*Server, net.Listener) net.Listener { return nil })
}

// serveWith changes the server before it starts, and may change its listener.
func serveWith(t testing.TB, change func(*Server, net.Listener) net.Listener) *hall {
	t.Helper()
	path := filepath.Join(t.TempDir(), "evening.db")
	file, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	evening, err := event.Open(file, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{TB: t, Evening: evening, path: path, file: file, log: &buffer{}}
	h.server = Prepare(slog.New(slog.NewTextHandler(h.log, nil))).Of(evening)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h.url = "http://" + listener.Addr().String()
	if other := change(h.server, listener); other != nil {
		listener = other
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { h.server.Serve(ctx, listener) })
	running.Go(func() { evening.Run(ctx) })
	h.stop = sync.OnceFunc(func() {
		cancel()
		running.Wait()
		file.Close()
	})
	t.Cleanup(h.stop)
	return h
}

// overBoth runs a test over connections that are taken over, where the system
// lets them be, and by net/http alone.
func overBoth(t *testing.T, test func(t *testing.T, h *hall)) {
	for name, portable := range map[string]bool{"direct": false, "portable": true} {
		t.Run(name, func(t *testing.T) {
			test(t, serveWith(t, func(s *Server, _ net.Listener) net.Listener {
				s.portable = portable
				return nil
			}))
		})
	}
}

// entries is the length of the record on disk.
func (h *hall) entries() int {
	h.Helper()
	list, _, err := h.file.Load()
	if err != nil {
		h.Fatal(err)
	}
	return len(list)
}

// device is a browser with a cookie jar of its own.
type device struct {
	*hall
	client *http.Client
	seat   event.Seat // the last one that it took
}

func (h *hall) device() *device {
	jar, err := cookiejar.New(nil)
	if err != nil {
		h.Fatal(err)
	}
	transport := &http.Transport{}
	h.Cleanup(transport.CloseIdleConnections)
	return &device{h, &http.Client{Jar: jar, Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}, ""}
}

// seated is a new device that holds a seat.
func (h *hall) seated(s event.Seat) *device {
	h.Helper()
	d := h.device()
	d.take(s)
	return d
}

// take seats a device, by the join link or the host's pass.
func (d *device) take(s event.Seat) {
	d.Helper()
	var a answer
	if s == event.Host {
		a = d.post("/host/enter", "pass", d.Pass())
	} else {
		a = d.get("/j/"+d.JoinCode(s), "application/json")
	}
	if a.status != http.StatusOK {
		d.Fatalf("%s can't be taken: %d %s", s, a.status, a.body)
	}
	d.seat = s
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   string
	Error  string `json:"error"`
	Reason string `json:"reason"`
	Clause string `json:"clause"`
	Seq    int64  `json:"seq"`
}

func (d *device) send(r *http.Request) answer {
	d.Helper()
	got, err := d.client.Do(r)
	if err != nil {
		d.Fatal(err)
	}
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	if err != nil {
		d.Fatal(err)
	}
	a := answer{status: got.StatusCode, header: got.Header, body: string(body)}
	if strings.HasPrefix(got.Header.Get("Content-Type"), "application/json") {
		json.Unmarshal(body, &a)
	}
	if d.heard != nil {
		var head bytes.Buffer
		plain := got.Header.Clone()
		plain.Del("Set-Cookie") // the device's own ticket
		plain.Write(&head)
		d.heard(d.seat, head.String()+a.body)
	}
	return a
}

func (d *device) get(path, accept string) answer {
	d.Helper()
	r, err := http.NewRequest(http.MethodGet, d.url+path, nil)
	if err != nil {
		d.Fatal(err)
	}
	r.Header.Set("Accept", accept)
	return d.send(r)
}

// formOf makes a form of names and values in turn.
func formOf(pairs ...string) url.Values {
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return form
}

func (d *device) post(path string, pairs ...string) answer {
	d.Helper()
	return d.postAs("*/*", path, pairs...)
}

func (d *device) postAs(accept, path string, pairs ...string) answer {
	d.Helper()
	r, err := http.NewRequest(http.MethodPost, d.url+path, strings.NewReader(formOf(pairs...).Encode()))
	if err != nil {
		d.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", accept)
	return d.send(r)
}

// must posts a verb of the own seat's page that is accepted.
func (d *device) must(verb string, pairs ...string) {
	d.Helper()
	if a := d.post(d.seat.Path()+"/"+verb, pairs...); a.status != http.StatusOK {
		d.Fatalf("%s %s %.200s: %d %.500s", d.seat, verb, fmt.Sprint(pairs), a.status, a.body)
	}
}

// screen reads the own page as JSON.
func screen[T any](d *device) T {
	d.Helper()
	a := d.get(d.seat.Path(), "application/json")
	var s T
	if err := json.Unmarshal([]byte(a.body), &s); err != nil || a.status != http.StatusOK {
		d.Fatalf("%s: %d %v %s", d.seat, a.status, err, a.body)
	}
	return s
}

// about is what the own page's forms are about.
func (d *device) about() string {
	d.Helper()
	return fmt.Sprint(screen[struct{ About int64 }](d).About)
}

// direct asks the handlers without a network, with one cookie.
func (h *hall) direct(method, path, ticket string, form url.Values, accept string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	r.Host = "127.0.0.1"
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if ticket != "" {
		r.AddCookie(&http.Cookie{Name: cookieName, Value: ticket})
	}
	r.Header.Set("Accept", accept)
	w := httptest.NewRecorder()
	h.server.echo.ServeHTTP(w, r)
	return w
}

// live is an open event stream with what it has shown so far.
type live struct {
	mu     sync.Mutex
	events []sse
	ended  chan struct{}
	cancel context.CancelFunc
}

type sse struct{ name, id, data string }

// live opens the stream of a seat.
func (d *device) live(s event.Seat) *live {
	d.Helper()
	return d.follow(s, s.Path()+"/live")
}

// follow opens a stream that is heard as a seat's.
func (d *device) follow(s event.Seat, path string) *live {
	d.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, d.url+path, nil)
	if err != nil {
		d.Fatal(err)
	}
	got, err := d.client.Do(r)
	if err != nil {
		d.Fatal(err)
	}
	if got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != "text/event-stream" {
		d.Fatalf("%s: the stream is %d %s", s, got.StatusCode, got.Header)
	}
	l := &live{ended: make(chan struct{}), cancel: cancel}
	d.Cleanup(cancel)
	go func() {
		defer close(l.ended)
		defer got.Body.Close()
		lines := bufio.NewScanner(got.Body)
		lines.Buffer(nil, 8<<20)
		var e sse
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch name {
			case "event":
				e.name = value
			case "id":
				e.id = value
			case "data":
				if e.data != "" {
					e.data += "\n"
				}
				e.data += value
			case "":
				if d.heard != nil {
					d.heard(s, e.name+e.data)
				}
				l.add(e)
				e = sse{}
			}
		}
	}()
	return l
}

func (l *live) add(e sse) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.name == "" {
		return
	}
	l.events = append(l.events, e)
}

// all gives the events so far.
func (l *live) all() []sse {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]sse(nil), l.events...)
}

// count is how many events of a name came.
func (l *live) count(name string) int {
	n := 0
	for _, e := range l.all() {
		if e.name == name {
			n++
		}
	}
	return n
}

// shows tells whether an event of regions held a text.
func (l *live) shows(text string) bool {
	for _, e := range l.all() {
		if e.name == "regions" && strings.Contains(e.data, text) {
			return true
		}
	}
	return false
}

// current tells whether a stream has sent every part of a seat's page as it is now.
func (l *live) current(h *hall, s event.Seat) bool {
	d := h.server.pages.at(s)
	if d.err != nil {
		h.Fatal(d.err)
	}
	page := assembled.Regions{}
	for _, e := range l.all() {
		if e.name == "regions" {
			if err := page.Apply(e.data); err != nil {
				h.Fatal(err)
			}
		}
	}
	for _, r := range d.regions {
		if page[r.id] != strings.TrimSpace(strings.ReplaceAll(string(r.html.HTML()), "\r", "")) {
			return false
		}
	}
	return true
}
