package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"biblechess/event"
	"biblechess/event/chess"
)

// from asks the handlers as a page of some site would.
func (h *hall) from(method, path, ticket, host string, head ...[2]string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(""))
	r.Host = host
	if ticket != "" {
		r.AddCookie(&http.Cookie{Name: cookieName, Value: ticket})
	}
	for _, one := range head {
		r.Header.Set(one[0], one[1])
	}
	w := httptest.NewRecorder()
	h.server.echo.ServeHTTP(w, r)
	return w
}

func TestGuard_WhichHostsAreOurs(t *testing.T) {
	h := serve(t)
	own, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	h.server.AnswerTo("chess.local")
	h.server.advertise(Addresses(&net.TCPAddr{IP: net.IPv4zero, Port: 8080}, "http://Hall.Example:8080"))
	h.seated(event.Host).must("address", "url", "http://typed.example")
	for host, want := range map[string]int{
		"127.0.0.1:8080": 200, "192.168.1.20": 200, "10.0.0.7:80": 200, "[fe80::1%25eth0]:8080": 200, "[::1]:8080": 200, "[::1]": 200,
		"localhost:8080": 200, "LOCALHOST": 200, "localhost.": 200, "chess.local:8080": 200, "hall.example:8080": 200, "HALL.example": 200,
		"typed.example": 200, own: 200, strings.ToUpper(own) + ":8080": 200,
		"evil.example": 421, "192.168.1.20.evil.example": 421, "localhost.evil.example": 421, "evil-localhost": 421, "chess.local.evil.example:8080": 421,
		"": 421, "127.0.0.1.nip.io:8080": 421, "0x7f000001": 421, "<script>": 421, "a b": 421,
	} {
		for _, accept := range []string{"text/html", "*/*"} {
			w := h.from(http.MethodGet, "/board", "", host, [2]string{"Accept", accept})
			if w.Code != want || strings.Contains(w.Body.String(), "<script>") {
				t.Errorf("%q: %d, want %d: %.300s", host, w.Code, want, w.Body)
			}
			if want == 421 && !strings.Contains(w.Body.String(), "open http://typed.example instead") {
				t.Errorf("%q is not told where to go: %s", host, w.Body)
			}
		}
	}
}

func TestParseAddress(t *testing.T) {
	for typed, want := range map[string]string{
		"http://192.168.1.20:8080": "http://192.168.1.20:8080", " HTTP://Chess.Local:8080/ ": "http://chess.local:8080", "https://[2001:db8::1]:8443": "https://[2001:db8::1]:8443",
		"http://10.0.0.7": "http://10.0.0.7", "https://chess.example": "https://chess.example",
		"": "", "192.168.1.20:8080": "", "ftp://x": "", "http://": "", "http://x/y": "", "http://x?y": "", "http://x#y": "", "http://u:p@x": "", "http://x:0": "",
		"http://x:65536": "", "http://x:": "", "http://:8080": "", "javascript:alert(1)": "", `http://x"><script>`: "", "http://0.0.0.0:8080": "", "http://[fe80::1%25eth0]:1": "", "http://a b": "",
	} {
		if got, err := ParseAddress(typed); got != want || (err != nil) != (want == "") {
			t.Errorf("%q is %q, %v; want %q", typed, got, err, want)
		}
	}
}

// Wrong codes are answered for a while, and then neither wrong nor right ones.
func TestGuard_GuessedCodes(t *testing.T) {
	h := serve(t)
	d := h.device()
	code := h.JoinCode(event.GameMaster(chess.White))
	wrongs := 0
	for ; wrongs < 80; wrongs++ {
		path := fmt.Sprintf("/j/AAAA%04d", wrongs)
		if wrongs%2 == 1 {
			path = fmt.Sprintf("/j?code=AAAA%04d", wrongs)
		}
		if a := d.get(path, "text/html"); a.status == http.StatusTooManyRequests {
			break
		} else if a.status != http.StatusNotFound {
			t.Fatalf("wrong code %d: %d", wrongs, a.status)
		}
	}
	if wrongs < 60 || wrongs > 75 {
		t.Errorf("%d wrong codes were answered", wrongs)
	}
	for _, path := range []string{"/j/" + code, "/J/" + code, "/j?code=" + code} {
		for _, accept := range []string{"text/html", "*/*"} {
			a := d.get(path, accept)
			if a.status == http.StatusNotFound || a.status == http.StatusTooManyRequests && (!strings.Contains(a.body, "wait a minute") || len(a.header.Values("Set-Cookie")) > 0) {
				t.Errorf("%s after many wrong codes: %d %s", path, a.status, a.body)
			}
		}
	}
	// Another address is not meant, and a seat that is held is not touched.
	r := httptest.NewRequest(http.MethodGet, "/j/"+code, nil)
	r.Host = "127.0.0.1"
	r = cameFrom(r, "192.168.1.77:5000")
	w := httptest.NewRecorder()
	if h.server.echo.ServeHTTP(w, r); w.Code != http.StatusOK {
		t.Errorf("the right code from another address: %d", w.Code)
	}
	if w := h.direct(http.MethodGet, "/gm/white", h.Ticket(event.GameMaster(chess.White)), nil, "*/*"); w.Code != http.StatusOK {
		t.Errorf("a seat that is held: %d", w.Code)
	}
}

// countedFrom is whom an address with a port counts for.
func countedFrom(addr string) netip.Prefix { return counted(distant{addr: addr}.RemoteAddr()) }

// distant is a connection from an address with a port.
type distant struct {
	net.Conn
	addr string
}

func (d distant) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(d.addr))
}

// cameFrom is a request that came from an address with a port.
func cameFrom(r *http.Request, addr string) *http.Request {
	return r.WithContext(keepConnection(r.Context(), distant{addr: addr}))
}

func TestTries_ComeBackOneByOne(t *testing.T) {
	at := time.UnixMilli(1_800_000_000_000)
	tr := tries{most: 5, each: 12 * time.Second}
	one, other := countedFrom("192.168.1.7:1"), countedFrom("192.168.1.8:1")
	for n := range 5 {
		if !tr.allowed(one, at) {
			t.Fatalf("try %d is not allowed", n+1)
		}
		tr.wrong(one, at)
	}
	if tr.allowed(one, at) || tr.allowed(one, at.Add(11*time.Second)) || !tr.allowed(other, at) {
		t.Error("after five wrong tries an address may go on, or another may not")
	}
	if !tr.allowed(one, at.Add(12*time.Second)) {
		t.Error("after 12 s there is no further try")
	}
	tr.wrong(one, at.Add(12*time.Second))
	if tr.allowed(one, at.Add(23*time.Second)) || !tr.allowed(one, at.Add(24*time.Second)) {
		t.Error("tries do not come back one by one")
	}
	// Who asks from ever new addresses does not fill the memory.
	for n := range 3 * manyAddresses {
		addr := netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)})
		tr.wrong(counted(net.TCPAddrFromAddrPort(netip.AddrPortFrom(addr, 1))), at.Add(time.Duration(n)*time.Second))
	}
	if len(tr.spent) > manyAddresses+1 {
		t.Errorf("%d addresses are remembered", len(tr.spent))
	}
	// A device has as many IPv6 addresses as it likes within its network.
	if countedFrom("[2001:db8::1]:1") != countedFrom("[2001:db8::ffff]:2") || countedFrom("[2001:db8:0:1::1]:1") == countedFrom("[2001:db8::1]:1") || countedFrom("[::ffff:10.0.0.1]:1") != countedFrom("10.0.0.1:2") {
		t.Error("addresses are told apart wrongly")
	}
}

func TestGuard_TooManyStreams(t *testing.T) {
	h := serve(t)
	here, other := countedFrom("127.0.0.1:1"), countedFrom("192.168.1.9:1")
	open := func(from netip.Prefix, seat event.Seat) int {
		n := 0
		for ; n < 2*maxStreams && h.server.streams.open(from, seat); n++ {
		}
		return n
	}
	if n := open(here, event.Projector); n != maxStreamsFrom {
		t.Errorf("one address opens %d streams", n)
	}
	if a := h.device().get("/board/live", "*/*"); a.status != http.StatusServiceUnavailable || !strings.Contains(a.Error, "Too many pages") || a.header.Get("Retry-After") == "" {
		t.Errorf("one stream too many: %d %s", a.status, a.body)
	}
	// The others and those with a seat are not kept out by it.
	if n := open(other, event.Projector); n != maxStreams-maxStreamsFrom {
		t.Errorf("another address opens %d streams", n)
	}
	judge := event.Judge(1)
	if n := open(here, judge); n != maxStreamsOfSeat {
		t.Errorf("one seat opens %d streams", n)
	}
	if a := h.seated(judge).get("/judge/1/live", "*/*"); a.status != http.StatusServiceUnavailable {
		t.Errorf("one stream of a seat too many: %d", a.status)
	}
	h.server.streams.close(here, judge)
	d := h.seated(judge)
	for range 3 { // what ends makes room again
		l := d.live(judge)
		until(t, "the stream is current", func() bool { return l.count("current") == 1 })
		l.cancel()
		until(t, "it is counted out", func() bool {
			h.server.streams.mu.Lock()
			defer h.server.streams.mu.Unlock()
			return h.server.streams.of[judge] == maxStreamsOfSeat-1
		})
	}
	for range maxStreamsFrom {
		h.server.streams.close(here, event.Projector)
	}
	for range maxStreams - maxStreamsFrom {
		h.server.streams.close(other, event.Projector)
	}
	if s := &h.server.streams; s.all != 0 || len(s.from) != 0 {
		t.Errorf("%d streams are left, of %v", s.all, s.from)
	}
}

// listening serves a hall on a listener of its own with other patience.
func (h *hall) listening(change func(*http.Server)) string {
	h.Helper()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		h.Fatal(err)
	}
	server := h.server.listener(context.Background())
	change(server)
	go server.Serve(tight{on})
	h.Cleanup(func() { server.Close() })
	return on.Addr().String()
}

// tight gives connections small buffers, so that who does not read is noticed.
type tight struct{ net.Listener }

func (l tight) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		tcp.SetWriteBuffer(4096)
	}
	return c, err
}

// closedWithin tells whether the other side closes a connection in time.
func closedWithin(c net.Conn, patience time.Duration) bool {
	c.SetReadDeadline(time.Now().Add(patience))
	_, err := io.Copy(io.Discard, c)
	timeout, ok := err.(net.Error)
	return !ok || !timeout.Timeout()
}

func dial(t *testing.T, addr string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// Who sends a request byte by byte, or takes no byte of its answer, is cut off,
// and meanwhile keeps nobody waiting.
func TestGuard_SlowLoris(t *testing.T) {
	h := serve(t)
	plain := h.server.listener(context.Background())
	if plain.ReadHeaderTimeout != 10*time.Second || plain.ReadTimeout != time.Minute || plain.IdleTimeout == 0 || plain.MaxHeaderBytes != 64<<10 || plain.WriteTimeout != 0 {
		t.Errorf("the server's patience is %+v", plain)
	}
	const short = 400 * time.Millisecond
	addr := h.listening(func(s *http.Server) {
		s.ReadHeaderTimeout, s.ReadTimeout, s.IdleTimeout = short, 2*short, short
	})
	dribble := func(first, more string) net.Conn {
		c := dial(t, addr)
		io.WriteString(c, first)
		go func() {
			for _, err := io.WriteString(c, more); err == nil; _, err = io.WriteString(c, more) {
				time.Sleep(50 * time.Millisecond)
			}
		}()
		return c
	}
	slow := map[string]net.Conn{
		"nothing":         dial(t, addr),
		"a head":          dribble("GET / HTTP/1.1\r\nHost: localhost\r\n", "X-a: b\r\n"),
		"a body":          dribble("POST /host/enter HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\npass=", "A"),
		"nothing further": dribble("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", ""),
	}
	for range 100 {
		dribble("GET /board HTTP/1.1\r\nHost: localhost\r\n", "X-a: b\r\n")
	}
	began := time.Now()
	if got, err := http.Get("http://" + addr + "/board"); err != nil || got.StatusCode != http.StatusOK || time.Since(began) > 5*time.Second {
		t.Errorf("a page beside them: %v %v after %s", got, err, time.Since(began))
	}
	for what, c := range slow {
		if !closedWithin(c, 20*short) {
			t.Errorf("who sends %s slowly is waited for", what)
		}
	}
	big := dial(t, addr)
	fmt.Fprintf(big, "GET / HTTP/1.1\r\nHost: localhost\r\nX-a: %s\r\n\r\n", strings.Repeat("a", 100<<10))
	if line, _ := bufio.NewReader(big).ReadString('\n'); !strings.Contains(line, "431") {
		t.Errorf("a head of 100 KB: %q", line)
	}

	// Nobody takes an answer for ever.
	editor := event.Editor(chess.White)
	var edits []string
	for n := range 400 {
		edits = append(edits, fmt.Sprintf(`{"op":"add","place":"shelf","text":{"question":"%d%s","answer":"a","ref":"r"}}`, n, strings.Repeat("q", 500)))
	}
	h.seated(editor).must("edit", "edits", "["+strings.Join(edits, ",")+"]")
	h.server.slow = short
	c := dial(t, addr)
	c.(*net.TCPConn).SetReadBuffer(2048)
	fmt.Fprintf(c, "GET /questions/white/rows HTTP/1.1\r\nHost: localhost\r\nCookie: seat=%s\r\n\r\n", h.Ticket(editor))
	time.Sleep(3 * short)
	if n, err := io.Copy(io.Discard, c); err == nil && n > 400*500 {
		t.Errorf("who read nothing for %s still gets all %d bytes", 3*short, n)
	}
}

func TestGuard_TooManyConnections(t *testing.T) {
	h := serve(t)
	counts := newConnections(5, 3)
	addr := h.listening(func(s *http.Server) { s.ConnState = counts.state })
	var open []net.Conn
	for range 3 {
		open = append(open, dial(t, addr))
	}
	until(t, "three are counted", func() bool { counts.mu.Lock(); defer counts.mu.Unlock(); return len(counts.open) == 3 })
	if !closedWithin(dial(t, addr), 5*time.Second) {
		t.Error("a fourth connection from one address is kept")
	}
	open[0].Close()
	until(t, "one has gone", func() bool { counts.mu.Lock(); defer counts.mu.Unlock(); return len(counts.open) == 2 })
	c := dial(t, addr)
	io.WriteString(c, "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
	if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.Contains(line, "200") {
		t.Errorf("after one has gone: %q %v", line, err)
	}
	if most := newConnections(maxConns, maxConnsFrom).most; most > openFiles()-spareFiles || most < 100 {
		t.Errorf("%d connections at %d files", most, openFiles())
	}
}

// Somebody without a seat who asks for pages without end takes nothing from the
// match: commands are answered as if in peace.
func TestGuard_ASpectatorSlowsNobody(t *testing.T) {
	h := serve(t)
	host := h.seated(event.Host)
	slowest := func() time.Duration {
		var worst time.Duration
		for n := range 40 {
			began := time.Now()
			host.must("match", "match", fmt.Sprint("Evening ", n), "white", "Lions", "black", "Shepherds")
			worst = max(worst, time.Since(began))
		}
		return worst
	}
	quiet := slowest()
	var asked atomic.Int64
	stop := make(chan struct{})
	var crowd sync.WaitGroup
	for n := range 32 {
		crowd.Go(func() {
			client := &http.Client{Transport: &http.Transport{DisableKeepAlives: n%4 == 0}}
			defer client.CloseIdleConnections()
			for {
				select {
				case <-stop:
					return
				default:
				}
				for _, path := range []string{"/board", "/help", "/j/AAAAAAAA", "/", "/gm/white"} {
					if got, err := client.Get(h.url + path); err == nil {
						io.Copy(io.Discard, got.Body)
						got.Body.Close()
						asked.Add(1)
					}
				}
			}
		})
	}
	until(t, "the crowd is at it", func() bool { return asked.Load() > 200 })
	loud := slowest()
	close(stop)
	crowd.Wait()
	t.Logf("the slowest of 40 commands took %s in peace and %s beside 32 who asked %d times", quiet, loud, asked.Load())
	if loud > quiet+2*time.Second {
		t.Errorf("a command took %s beside the crowd, and %s in peace", loud, quiet)
	}
}

// Nobody comes out of a folder by tricks with an address or a name.
func TestGuard_TricksWithPaths(t *testing.T) {
	h := serve(t)
	host, editor := h.seated(event.Host), h.seated(event.Editor(chess.White))
	folders := []string{"/static/x/", "/static/", "/host/", "/host/qr/", "/j/", "/questions/white/", "/gm/white/", "/"}
	tricks := []string{
		"../../go.mod", "..%2f..%2fgo.mod", "%2e%2e/%2e%2e/go.mod", "..%5c..%5cgo.mod", "..\\..\\go.mod", "....//....//go.mod", "/etc/passwd", "%2fetc%2fpasswd",
		"%00", "match.pgn%00.html", "..", ".", "%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd", "evening.db", "../evening.db", "..%c0%af..%c0%afgo.mod", "static.go", "C:%5CWindows%5Cwin.ini", strings.Repeat("../", 40) + "etc/passwd",
	}
	for _, folder := range folders {
		for _, trick := range tricks {
			c := dial(t, strings.TrimPrefix(h.url, "http://"))
			fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: seat=%s; seat=%s\r\n\r\n", folder+trick, h.Ticket(event.Host), h.Ticket(editor.seat))
			all, err := io.ReadAll(c)
			status, _, _ := strings.Cut(string(all), "\r\n")
			if err != nil || !strings.Contains(status, " 404 ") && !strings.Contains(status, " 400 ") && !strings.Contains(status, " 405 ") {
				t.Errorf("%s: %q %v", folder+trick, status, err)
			}
			for _, inside := range []string{"module biblechess", "root:", "SQLite format", "package static", "[fonts]"} {
				if strings.Contains(string(all), inside) {
					t.Errorf("%s gives the inside of a file", folder+trick)
				}
			}
		}
	}
	// A file's own name is a name to be shown, never a place.
	body, kind := upload(t, []byte("piece,question,answer\nPawn,Who?,Eve\n"))
	a := editor.raw("/questions/white/preview", kind, body)
	if a.status != http.StatusOK || strings.Contains(a.body, "..") {
		t.Errorf("a file called ../../bank.csv: %d %s", a.status, a.body)
	}
	if a := host.get("/host/match.pgn", "*/*"); a.status != http.StatusNotFound && a.header.Get("Content-Disposition") != "attachment; filename=match.pgn" {
		t.Errorf("the name of a download: %v", a.header)
	}
	for _, name := range []string{"questions.csv", "questions.json"} {
		if a := editor.get("/questions/white/"+name, "*/*"); !strings.HasPrefix(a.header.Get("Content-Disposition"), "attachment; filename=questions-white.") {
			t.Errorf("the name of a download: %v", a.header)
		}
	}
}

// Forms of those who hold no seat are small, all others bounded.
func TestGuard_BodiesAreBounded(t *testing.T) {
	h := serve(t)
	d := h.device()
	long := strings.Repeat("A", 100<<10)
	for _, path := range []string{"/host/enter", "/j/leave"} {
		if a := d.post(path, "pass", long, "seat", long); a.status != http.StatusRequestEntityTooLarge && a.status != http.StatusForbidden {
			t.Errorf("%s with 100 KB: %d %s", path, a.status, a.body)
		}
		if a := d.raw(path, "application/x-www-form-urlencoded", struct{ io.Reader }{strings.NewReader("pass=" + long)}); a.status >= 500 || a.status < 400 && path != "/j/leave" {
			t.Errorf("%s with 100 KB in pieces: %d %s", path, a.status, a.body)
		}
	}
	for _, r := range routesOf(t, h) {
		if r.method != http.MethodPost {
			continue
		}
		ticket := ""
		if !r.anybody && r.path != "/host/copies/offer" { // the host may send a data file
			ticket = h.Ticket(r.owners[0])
		}
		q := httptest.NewRequest(r.method, r.path, io.LimitReader(zeros{}, 7<<20))
		q.Host, q.ContentLength = "localhost", 7<<20
		q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if ticket != "" {
			q.AddCookie(&http.Cookie{Name: cookieName, Value: ticket})
		}
		w := httptest.NewRecorder()
		if h.server.echo.ServeHTTP(w, q); w.Code != http.StatusRequestEntityTooLarge {
			t.Errorf("%s with 7 MB: %d", r.path, w.Code)
		}
	}
}

// zeros is an endless text.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

// A judge's seat that nobody has is not given anew: there is nobody to lose it.
func TestGuard_RenewingASeatThatNobodyHas(t *testing.T) {
	h := serve(t)
	host := h.seated(event.Host)
	kept := h.entries()
	if a := host.post("/host/renew", "seat", "judge-5", "sure", "1"); a.status != http.StatusUnprocessableEntity || !strings.Contains(a.Error, "add the judge first") || h.entries() != kept {
		t.Errorf("a judge's seat that nobody has: %d %s", a.status, a.body)
	}
	for seat, words := range map[string]string{"host": "can't be given away", "judge-10": "no seat called", "": "no seat called"} {
		if a := host.post("/host/renew", "seat", seat, "sure", "1"); a.status < 400 || !strings.Contains(a.Error, words) || h.entries() != kept {
			t.Errorf("%q given anew: %d %s", seat, a.status, a.body)
		}
	}
	host.must("judge-add", "name", "Ruth")
	host.must("renew", "seat", "judge-1", "sure", "1")
}

// What the network brings long after a tap is not taken.
func TestGuard_LateTaps(t *testing.T) {
	h := serve(t)
	host := h.seated(event.Host)
	names := []string{"white", "Lions", "black", "Shepherds", "match"}
	ago := func(d time.Duration) string { return fmt.Sprint(time.Now().Add(-d).UnixMilli()) }
	for _, tapped := range []string{ago(0), ago(15 * time.Second), ago(-time.Hour), "", "now", "-1", "99999999999999999999"} {
		host.must("match", append(names, "Evening "+tapped, "tapped", tapped)...)
	}
	kept := h.entries()
	for _, tapped := range []string{ago(21 * time.Second), ago(time.Hour), "1"} {
		a := host.post("/host/match", append(names, "Late", "tapped", tapped)...)
		if a.status != http.StatusConflict || a.Reason != "stale" || !strings.Contains(a.Error, "arrived only now") || h.entries() != kept {
			t.Errorf("tapped at %s: %d %s", tapped, a.status, a.body)
		}
	}
}
