package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"biblechess/event"
	"biblechess/event/chess"
)

// running is the whole program, started in this process.
type running struct {
	testing.TB
	links Links
	log   *safeBuffer
	stop  func() error
}

// safeBuffer takes what several goroutines write.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// start runs the command line until it has told its links.
func start(t testing.TB, args ...string) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	in, out := io.Pipe()
	p := &running{TB: t, log: &safeBuffer{}}
	ended := make(chan error, 1)
	go func() {
		err := run(ctx, args, strings.NewReader(""), out, p.log)
		out.CloseWithError(io.EOF)
		ended <- err
	}()
	p.stop = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() { p.stop() })
	line, err := bufio.NewReader(in).ReadBytes('\n')
	if err != nil {
		t.Fatalf("the program told nothing: %v, %v", err, p.stop())
	}
	go io.Copy(io.Discard, in)
	if err := json.Unmarshal(line, &p.links); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return p
}

// browser keeps cookies and follows redirects.
func browser(t testing.TB) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Jar: jar, Transport: transport}
}

// fetch asks for a page as a browser does.
func fetch(t testing.TB, b *http.Client, address string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/html")
	got, err := b.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return got.StatusCode, string(body)
}

func TestRun_TheLinksWork(t *testing.T) {
	data := filepath.Join(t.TempDir(), "new folder", "evening.db")
	p := start(t, "-addr", "127.0.0.1:0", "-data", data, "-json")
	host := browser(t)
	if status, body := fetch(t, host, p.links.Host); status != http.StatusOK || !strings.Contains(body, "Host") {
		t.Errorf("the host's link: %d", status)
	}
	if status, _ := fetch(t, browser(t), p.links.Host); status != http.StatusForbidden {
		t.Errorf("the host's link works twice: %d", status)
	}
	if status, _ := fetch(t, browser(t), p.links.Board); status != http.StatusOK {
		t.Errorf("the board's link: %d", status)
	}
	if p.links.Data != data || len(p.links.Pass) != 9 || !strings.HasPrefix(p.links.Address, "http://127.0.0.1:") {
		t.Errorf("the links are %+v", p.links)
	}
	// Without judges there are two Game Masters, two Quiz Masters, three editors, the announcer, the board, the floor and checking in.
	if len(p.links.Seats) != 11 {
		t.Errorf("the seats are %v", p.links.Seats)
	}
	for s, link := range p.links.Seats {
		b := browser(t)
		if status, body := fetch(t, b, link); status != http.StatusOK || !strings.Contains(body, s.Path()) {
			t.Errorf("%s: its link answers %d", s, status)
		}
		if status, _ := fetch(t, b, p.links.Address+s.Path()); status != http.StatusOK {
			t.Errorf("%s: its page answers %d", s, status)
		}
	}
	if got, err := host.PostForm(p.links.Address+"/host/enter", url.Values{"pass": {p.links.Pass}}); err != nil || got.StatusCode != http.StatusOK {
		t.Errorf("the pass: %v", err)
	}
	if err := p.stop(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
	for s, link := range p.links.Seats {
		if code := link[strings.LastIndex(link, "/")+1:]; strings.Contains(p.log.String(), code) {
			t.Errorf("the log holds the code of %s", s)
		}
	}
}

func TestRun_StopsWithOpenStreams(t *testing.T) {
	p := start(t, "-addr", "127.0.0.1:0", "-data", filepath.Join(t.TempDir(), "evening.db"), "-json")
	var ends []chan string
	for range 5 {
		got, err := browser(t).Get(p.links.Board + "/live")
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(got.Body)
		for lines.Scan() && lines.Text() != "event: current" {
		}
		end := make(chan string, 1)
		ends = append(ends, end)
		go func() {
			last := ""
			for lines.Scan() {
				if strings.HasPrefix(lines.Text(), "event: ") {
					last = lines.Text()
				}
			}
			got.Body.Close()
			end <- last
		}()
	}
	began := time.Now()
	if err := p.stop(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("stopping took %s", took)
	}
	for _, end := range ends {
		select {
		case last := <-end:
			if last != "event: bye" {
				t.Errorf("a stream ended with %q", last)
			}
		case <-time.After(patience):
			t.Fatal("a stream goes on after the program has stopped")
		}
	}
}

func TestRun_ARestartKeepsTheSeats(t *testing.T) {
	data := filepath.Join(t.TempDir(), "evening.db")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := listener.Addr().String()
	listener.Close()
	p := start(t, "-addr", addr, "-data", data, "-json")
	b := browser(t)
	s := event.GameMaster(chess.White)
	fetch(t, b, p.links.Seats[s])
	fetch(t, b, p.links.Host)
	if got, err := b.PostForm(p.links.Address+"/host/match", url.Values{"match": {"Friday night"}, "white": {"Lions"}, "black": {"Shepherds"}}); err != nil || got.StatusCode != http.StatusOK {
		t.Fatalf("naming the match: %v", err)
	}
	pass, seats := p.links.Pass, p.links.Seats
	// A second program on the file is refused while the first runs.
	if err := run(context.Background(), []string{"-addr", "127.0.0.1:0", "-data", data}, nil, io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), "another Bible Chess is running") {
		t.Errorf("a second program on the file: %v", err)
	}
	if err := p.stop(); err != nil {
		t.Fatal(err)
	}
	p = start(t, "-addr", addr, "-data", data, "-json")
	if p.links.Pass != pass || fmt.Sprint(p.links.Seats) != fmt.Sprint(seats) {
		t.Error("the pass or the links are others after a restart")
	}
	for path, words := range map[string]string{s.Path(): "Lions", "/host": "Friday night"} {
		if status, body := fetch(t, b, p.links.Address+path); status != http.StatusOK || !strings.Contains(body, words) {
			t.Errorf("%s after a restart: %d", path, status)
		}
	}
}

func TestRun_ATakenPortNamesAFreeOne(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	err = run(context.Background(), []string{"-addr", taken.Addr().String(), "-data", filepath.Join(t.TempDir(), "x.db")}, nil, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "is taken by another program") {
		t.Fatalf("the port is taken: %v", err)
	}
	_, after, _ := strings.Cut(err.Error(), "-addr ")
	free, _, _ := strings.Cut(after, ",")
	on, err := net.Listen("tcp", free)
	if err != nil {
		t.Fatalf("%q was named as free: %v", free, err)
	}
	on.Close()
}

// Of the two addresses the one is named that can't be had.
func TestRun_ATakenPortForTLS(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	data := filepath.Join(t.TempDir(), "x.db")
	addr := freeAddr(t, "127.0.0.1")
	for tls, words := range map[string]string{
		taken.Addr().String(): "or start with -tls-addr 127.0.0.1:",
		addr:                  "-addr and -tls-addr name the same port, " + addr + ": TLS has one of its own, like -tls-addr :8443",
		"nonsense":            "is not an address to serve on",
	} {
		err = run(context.Background(), []string{"-addr", addr, "-tls-addr", tls, "-data", data}, nil, io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v", tls, err)
		}
	}
}

func TestRun_FilesThatCannotBe(t *testing.T) {
	folder := t.TempDir()
	later := filepath.Join(folder, "later.db")
	start(t, "-addr", "127.0.0.1:0", "-data", later, "-json").stop()
	body, err := os.ReadFile(later)
	if err != nil {
		t.Fatal(err)
	}
	body[63] = 99 // the version of the tables in the head of the file
	photo := filepath.Join(folder, "photo.jpg")
	for path, text := range map[string][]byte{later: body, photo: bytes.Repeat([]byte("\xff\xd8"), 500)} {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for path, words := range map[string]string{
		later: "later version", photo: "not a data file of Bible Chess", filepath.Join(photo, "x.db"): "photo.jpg",
	} {
		err := run(context.Background(), []string{"-addr", "127.0.0.1:0", "-data", path}, nil, io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if now, _ := os.ReadFile(later); !bytes.Equal(now, body) {
		t.Error("a file of a later version was changed")
	}
}

func TestRun_Demo(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	p := start(t, "demo", "-addr", "127.0.0.1:0", "-json")
	if status, body := fetch(t, browser(t), p.links.Board); status != http.StatusOK || !strings.Contains(body, "Lions of Zion") {
		t.Errorf("the demo's board: %d", status)
	}
	if len(p.links.Seats) != 14 {
		t.Errorf("the demo has the seats %v", p.links.Seats)
	}
	folder := filepath.Dir(p.links.Data)
	if _, err := os.Stat(folder); err != nil {
		t.Error(err)
	}
	if err := p.stop(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("the demo's folder is still there: %v", err)
	}
}
