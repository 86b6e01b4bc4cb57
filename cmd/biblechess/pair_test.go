package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"biblechess/event"
	"biblechess/event/chess"
	"biblechess/event/store"
)

// cable is a connection to a laptop that can be pulled out.
type cable struct {
	on   net.Listener
	to   string
	mu   sync.Mutex
	out  bool
	open map[net.Conn]bool
}

func newCable(t testing.TB, to string) *cable {
	t.Helper()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{on: on, to: to, open: map[net.Conn]bool{}}
	t.Cleanup(func() { on.Close(); c.pull(true) })
	go func() {
		for {
			in, err := on.Accept()
			if err != nil {
				return
			}
			go c.carry(in)
		}
	}()
	return c
}

func (c *cable) address() string { return "http://" + c.on.Addr().String() }

func (c *cable) carry(in net.Conn) {
	defer in.Close()
	out, err := net.Dial("tcp", c.to)
	if err != nil {
		return
	}
	defer out.Close()
	c.mu.Lock()
	c.open[in], c.open[out] = true, true
	cut := c.out
	c.mu.Unlock()
	if cut {
		return
	}
	go func() { io.Copy(out, in); out.Close() }()
	io.Copy(in, out)
}

// pull takes the cable out, or puts it in again.
func (c *cable) pull(out bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.out = out
	for conn := range c.open {
		conn.Close()
	}
	clear(c.open)
}

// two laptops of an evening, each reached by the other over a cable.
type two struct {
	*testing.T
	a, b   *machine
	ca, cb *cable
	host   *http.Client // of both
	last   int64
}

func twoLaptops(t *testing.T, after string) *two {
	t.Helper()
	aa, ba := freeAddr(t, "127.0.0.1"), freeAddr(t, "127.0.0.2")
	w := &two{T: t, ca: newCable(t, aa), cb: newCable(t, ba)}
	w.a = runs(t, "-addr", aa, "-data", filepath.Join(t.TempDir(), "evening.db"), "-json", "-advertise", w.ca.address())
	w.a.next()
	w.host = enters(t, Links{Address: "http://" + aa, Pass: w.a.links.Pass})
	// Several seats have given entries.
	editor := browser(t)
	fetch(t, editor, strings.Replace(w.a.links.Seats["questions-white"], w.ca.address(), w.at(aa), 1))
	if got, err := editor.PostForm(w.at(aa)+event.Editor(chess.White).Path()+"/starter", url.Values{"topic": {"bible"}}); err != nil || got.StatusCode != http.StatusOK {
		t.Fatalf("the starter questions: %v %v", got, err)
	}
	w.last = named(t, w.host, w.at(aa), "First evening")
	w.b = runs(t, "standby", "-of", w.ca.address(), "-addr", ba, "-data", filepath.Join(t.TempDir(), "standby.db"), "-json", "-pass", w.a.links.Pass, "-after", after, "-advertise", w.cb.address())
	w.b.next()
	w.b.holds(w.last)
	return w
}

func (*two) at(addr string) string { return "http://" + addr }

// name names the match on one laptop, past its cable.
func (w *two) name(c *cable, name string) int64 {
	w.Helper()
	host := enters(w, Links{Address: "http://" + c.to, Pass: w.a.links.Pass})
	return named(w, host, "http://"+c.to, name)
}

func (w *two) pull(out bool) {
	w.ca.pull(out)
	w.cb.pull(out)
}

// matchAt is the match's name at a laptop.
func (w *two) matchAt(c *cable) string {
	return hosts(w, enters(w, Links{Address: "http://" + c.to, Pass: w.a.links.Pass}), "http://"+c.to).MatchName
}

// A network that was cut heals, and both laptops were used: the one that took
// over wins, and the first says what only it holds.
func TestPair_AHealedSplitInWhichBothWereUsed(t *testing.T) {
	w := twoLaptops(t, "1s")
	pass := w.a.links.Pass
	w.pull(true)
	w.b.next()
	w.name(w.ca, "Only at the first")
	w.name(w.ca, "Only at the first, too")
	late := w.name(w.cb, "At the second")
	w.pull(false)
	w.a.next()
	if w.a.links.Of != w.cb.address() {
		t.Fatalf("the first stands by for %q", w.a.links.Of)
	}
	w.a.links.Address = "http://" + w.ca.to
	within(t, "the first says what only it holds", func() bool {
		return strings.Contains(w.a.status().Words, "2 entries that were accepted on this laptop are not in it")
	})
	if s := w.a.status(); s.Kept != w.a.data || !strings.HasSuffix(s.Words, ".") || s.Trouble != "" {
		t.Errorf("the first says of itself %+v", s)
	}
	w.a.links.Pass = pass
	if got := w.matchAt(w.cb); got != "At the second" {
		t.Errorf("the match is %q", got)
	}
	// The host lets the first follow; its own record is kept.
	if status, body := w.a.decide("anew", pass); status != http.StatusOK {
		t.Fatalf("following anew: %d %s", status, body)
	}
	w.a.holds(late)
	kept, _ := filepath.Glob(w.a.data + ".before-*")
	found := false
	for _, f := range kept {
		if strings.Contains(f, "-wal") {
			continue
		}
		entries, _, err := store.Read(f)
		found = found || err == nil && len(entries) > 0 && strings.Contains(string(entries[len(entries)-1].Body), "Only at the first, too")
	}
	if !found {
		t.Errorf("what only the first held is in none of %v", kept)
	}
}

// A network that was cut heals, and only the first was used: it goes on, and the
// second follows again.
func TestPair_AHealedSplitInWhichOnlyTheFirstWasUsed(t *testing.T) {
	w := twoLaptops(t, "1s")
	w.pull(true)
	w.b.next()
	if w.b.links.Of != "" {
		t.Fatalf("the second stands by for %q", w.b.links.Of)
	}
	last := w.name(w.ca, "Only at the first")
	w.pull(false)
	w.b.next()
	if w.b.links.Of != w.ca.address() {
		t.Fatalf("the second stands by for %q", w.b.links.Of)
	}
	w.b.links.Address = "http://" + w.cb.to
	w.b.holds(last)
	if got := w.matchAt(w.ca); got != "Only at the first" {
		t.Errorf("the match is %q", got)
	}
}

// The first comes back after it was taken over from.
func TestPair_TheFirstComesBack(t *testing.T) {
	w := twoLaptops(t, "1s")
	pass := w.a.links.Pass
	w.a.stop()
	w.b.next()
	last := w.name(w.cb, "At the second")
	again := func(more ...string) {
		t.Helper()
		w.a = runs(t, append([]string{"-addr", w.ca.to, "-data", w.a.data, "-json", "-advertise", w.ca.address()}, more...)...)
		w.a.next()
	}
	again()
	if w.a.links.Of != w.cb.address() {
		t.Fatalf("the first leads beside the second: %+v", w.a.links)
	}
	w.a.links.Address = "http://" + w.ca.to
	for _, path := range []string{"/", "/host", "/board", "/gm/white"} {
		if status, body := fetch(t, browser(t), w.a.links.Address+path); status != http.StatusServiceUnavailable || !strings.Contains(body, w.cb.address()) {
			t.Errorf("%s at the first: %d", path, status)
		}
	}
	w.a.holds(last)
	// Also when the second can't be reached: it was told once.
	w.a.stop()
	w.pull(true)
	again()
	if w.a.links.Of == "" {
		t.Error("the first leads because it can't reach the second")
	}
	w.a.stop()
	w.pull(false)
	// Until somebody insists.
	again("-anyway")
	if w.a.links.Of != "" {
		t.Fatalf("-anyway, and it stands by: %+v", w.a.links)
	}
	w.b.next()
	if w.b.links.Of != w.ca.address() {
		t.Errorf("the second leads on beside it: %+v", w.b.links)
	}
	// Nothing was written over: both files are sound and hold the same record.
	w.b.links.Address = "http://" + w.cb.to
	w.b.holds(w.name(w.ca, "At the first again"))
	w.a.stop()
	w.b.stop()
	var sums []string
	for _, data := range []string{w.a.data, w.b.data} {
		var said bytes.Buffer
		if err := run(t.Context(), []string{"verify", data}, nil, &said, &said); err != nil {
			t.Errorf("%v: %s", err, &said)
		}
		entries, _, err := store.Read(data)
		if err != nil || !slices.ContainsFunc(entries, func(e event.Entry) bool { return strings.Contains(string(e.Body), "At the second") }) {
			t.Errorf("what was played at the second is not in %s: %v", data, err)
		}
		sums = append(sums, store.SumOf(entries))
	}
	if sums[0] != sums[1] {
		t.Error("the two files hold different records")
	}
	w.a.links.Pass = pass
}

// anySelf holds a record of some length.
type anySelf int64

func (anySelf) Prove(text string) string       { return "proof of " + text }
func (n anySelf) Reached() (last, given int64) { return int64(n), int64(n) }

// A laptop that yields says so in the same answer, whatever the two addresses
// are: the other one must not take it for one that leads, and yield too.
func TestPair_WhoYieldsLeadsNoMore(t *testing.T) {
	laptop := func(address string, term int) *pair {
		p := newPair(filepath.Join(t.TempDir(), "evening.db"), slog.New(slog.DiscardHandler))
		p.begin(leads, address, anySelf(7), nil, func(string) {}, func() {})
		p.kept.Term, p.kept.Firm = term, term > 1
		return p
	}
	for _, addresses := range [][2]string{{"http://10.0.0.1", "http://10.0.0.2"}, {"http://10.0.0.2", "http://10.0.0.1"}} {
		old, fresh := laptop(addresses[0], 1), laptop(addresses[1], 2)
		on := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			said, _ := io.ReadAll(r.Body)
			answer, err := old.Exchange(said)
			if err != nil {
				t.Error(err)
			}
			w.Write(answer)
		}))
		for range 3 { // the first time each learns that the other is no old word
			if _, err := fresh.ask(t.Context(), on.URL, false); err != nil {
				t.Fatal(err)
			}
		}
		on.Close()
		if old.after() != follows || fresh.after() != stops {
			t.Errorf("%v: the old one then %q, the fresh one %q", addresses, old.after(), fresh.after())
		}
	}
}

// A router gives the laptop that leads another address: the one that follows hears of
// it, goes on there, and does not take the match over meanwhile.
func TestPair_AnAddressThatChanges(t *testing.T) {
	laptop := func() *pair {
		return newPair(filepath.Join(t.TempDir(), "evening.db"), slog.New(slog.DiscardHandler))
	}
	first, second := laptop(), laptop()
	second.begin(follows, "http://10.0.0.2", anySelf(7), nil, nil, func() {})
	on := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		said, _ := io.ReadAll(r.Body)
		answer, err := second.Exchange(said)
		if err != nil {
			t.Error(err)
		}
		w.Write(answer)
	}))
	defer on.Close()
	first.begin(leads, "http://10.0.0.1", anySelf(7), nil, func(string) {}, func() {})
	first.change(func(k *kept) { k.Other = on.URL })
	second.change(func(k *kept) { k.Other = "http://10.0.0.1" })
	if _, err := first.ask(t.Context(), on.URL, false); err != nil { // it learns that the other is no old word
		t.Fatal(err)
	}
	if second.silent() < time.Hour {
		t.Fatal("an old word counts")
	}
	second.lone = true
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go first.watch(ctx, func() string { return "http://10.0.0.22" })
	within(t, "the second looks for the first where it is", func() bool { return second.remembered().Other == "http://10.0.0.22" })
	if second.silent() > 10*time.Second {
		t.Errorf("the first is silent for %v", second.silent())
	}
}

// Whoever does not hold the record learns nothing and moves nothing.
func TestPair_OldAndForeignWordsCountForNothing(t *testing.T) {
	w := twoLaptops(t, "0")
	said := func(c claim) int {
		body, _ := json.Marshal(c)
		got, err := http.Post(w.at(w.ca.to)+"/pair", "application/json", strings.NewReader(string(body)))
		if err != nil {
			t.Fatal(err)
		}
		defer got.Body.Close()
		return got.StatusCode
	}
	foreign := claim{From: "http://127.0.0.9:1", Leads: true, Term: 9, Last: 99, Given: 99, Epoch: "x", Nonce: "y"}
	if status := said(foreign); status != http.StatusNotFound {
		t.Errorf("a foreign word: %d", status)
	}
	// One that was proved once, and is said again without what the first has made up.
	entries, _, err := store.Read(w.b.data)
	if err != nil {
		t.Fatal(err)
	}
	record, err := event.OpenFollower(readOnly{entries: entries})
	if err != nil {
		t.Fatal(err)
	}
	old := foreign
	old.Proof = record.Prove(old.text("ask"))
	if status := said(old); status != http.StatusOK {
		t.Errorf("an old word: %d", status)
	}
	if status := said(claim{}); status != http.StatusNotFound {
		t.Errorf("nothing: %d", status)
	}
	if got := w.matchAt(w.ca); got != "First evening" {
		t.Errorf("the first does not lead any more: %q", got)
	}
}

func TestPair_Verdicts(t *testing.T) {
	old := claim{From: "a", Last: 12, Given: 10}
	for name, c := range map[string]struct {
		older, newer claim
		oldYields    bool
	}{
		"nobody used either":               {old, claim{From: "b", Term: 1, Split: 12, Last: 12, Given: 10}, true},
		"the new one was used":             {old, claim{From: "b", Term: 1, Split: 12, Last: 13, Given: 13}, true},
		"both were used":                   {claim{From: "a", Last: 13, Given: 13}, claim{From: "b", Term: 1, Split: 12, Last: 13, Given: 13}, true},
		"only the old one was used":        {claim{From: "a", Last: 13, Given: 13}, claim{From: "b", Term: 1, Split: 12, Last: 12, Given: 10}, false},
		"the old one had more at its end":  {claim{From: "a", Last: 14, Given: 13}, claim{From: "b", Term: 1, Split: 12, Last: 12, Given: 12}, false},
		"the program alone wrote on both":  {claim{From: "a", Last: 14, Given: 10}, claim{From: "b", Term: 1, Split: 12, Last: 13, Given: 10}, true},
		"somebody has insisted on the new": {claim{From: "a", Last: 13, Given: 13}, claim{From: "b", Term: 1, Split: 12, Last: 12, Given: 10, Firm: true}, true},
	} {
		if got := c.older.yieldsTo(c.newer); got != c.oldYields {
			t.Errorf("%s: the old one stands down: %v", name, got)
		}
		if got := c.newer.yieldsTo(c.older); got == c.oldYields {
			t.Errorf("%s: the new one stands down: %v", name, got)
		}
	}
}

// What was changed on the way is not taken, and nothing after it.
func TestStandby_ATamperedEntry(t *testing.T) {
	first, host := firstLaptop(t, "")
	named(t, host, first.links.Address, "Good evening")
	target, _ := url.Parse(first.links.Address)
	proxy := &httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }, ModifyResponse: func(r *http.Response) error {
		if strings.HasPrefix(r.Header.Get("Content-Type"), "application/x-ndjson") {
			r.Body = struct {
				io.Reader
				io.Closer
			}{tampering{r.Body}, r.Body}
		}
		return nil
	}}
	between := httptest.NewServer(proxy)
	defer between.Close()
	b := follow(t, Links{Address: between.URL, Pass: first.links.Pass}, "", "-after", "0")
	b.holds(3)
	named(t, host, first.links.Address, "Spoilt evening")
	named(t, host, first.links.Address, "Late evening")
	within(t, "the second laptop says what is wrong", func() bool { return strings.Contains(b.status().Trouble, "entry 4 did not arrive as it was written") })
	if s := b.status(); s.Last != 3 {
		t.Errorf("it has taken %d entries", s.Last)
	}
	if err := b.stop(); err != nil {
		t.Error(err)
	}
}

// tampering changes one letter of one text that passes.
type tampering struct{ io.Reader }

func (t tampering) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	if at := strings.Index(string(p[:n]), "Spoilt"); at >= 0 {
		p[at] = 's'
	}
	return n, err
}

// A name that is wiped on the first laptop (R4) is at once nowhere on the second:
// not in its file, nor in its safety copies, nor in a file that it has set aside.
func TestR4_AWipeReachesTheSecondLaptop(t *testing.T) {
	first, host := firstLaptop(t, "")
	send := func(verb string, fields url.Values) {
		t.Helper()
		got, err := host.PostForm(first.links.Address+"/host/"+verb, fields)
		if err != nil || got.StatusCode != http.StatusOK {
			t.Fatalf("%s: %v %v", verb, got, err)
		}
		got.Body.Close()
	}
	send("roster", url.Values{"side": {"white"}, "paste": {"Zerubbabel\nBen"}})
	b := follow(t, first.links, "", "-after", "0")
	b.holds(3)
	b.stop()
	entries, people, err := store.Read(b.data)
	if err != nil || len(people) != 2 {
		t.Fatal(people, err)
	}
	for _, beside := range []string{b.data + ".before-20260101-000000.000", filepath.Join(store.CopiesOf(b.data), store.CopyName(time.Now()))} {
		if err := store.Write(beside, entries, people); err != nil {
			t.Fatal(err)
		}
	}
	b = follow(t, first.links, b.data, "-after", "0", "-addr", strings.TrimPrefix(b.links.Address, "http://"))
	b.holds(3)
	holds := func() (where []string) {
		filepath.WalkDir(filepath.Dir(b.data), func(path string, d fs.DirEntry, _ error) error {
			if body, err := os.ReadFile(path); err == nil && strings.Contains(string(body), "Zerubbabel") {
				where = append(where, filepath.Base(path))
			}
			return nil
		})
		return where
	}
	if where := holds(); len(where) < 3 {
		t.Fatalf("before the wipe the name is in %v alone", where)
	}
	began := time.Now()
	send("wipe", url.Values{"sure": {"1"}})
	within(t, "the name is gone", func() bool { return len(holds()) == 0 })
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("it took %s", took)
	}
	b.holds(4)
	b.stop()
	if _, left, err := store.Read(b.data); err != nil || strings.Join(slices.Collect(maps.Values(left)), "") != "" {
		t.Errorf("the names are %v, %v", left, err)
	}
}
