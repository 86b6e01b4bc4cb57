package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"biblechess/event"
	"biblechess/event/store"
)

// machine is one of two laptops, started in this process.
type machine struct {
	*running
	lines chan Links // what it has printed
	data  string
}

// freeAddr is an address that nothing listens on.
func freeAddr(t testing.TB, host string) string {
	t.Helper()
	on, err := net.Listen("tcp", host+":0")
	if err != nil {
		t.Fatal(err)
	}
	defer on.Close()
	return on.Addr().String()
}

// runs starts a command line that prints its links more than once.
func runs(t testing.TB, args ...string) *machine {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	in, out := io.Pipe()
	p := &machine{running: &running{TB: t, log: &safeBuffer{}}, lines: make(chan Links, 10)}
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
	go func() {
		defer close(p.lines)
		for lines := bufio.NewScanner(in); lines.Scan(); {
			var l Links
			json.Unmarshal(lines.Bytes(), &l)
			p.lines <- l
		}
	}()
	for i, a := range args {
		if a == "-data" {
			p.data = args[i+1]
		}
	}
	return p
}

// follow starts a second laptop for a first one.
func follow(t testing.TB, first Links, data string, more ...string) *machine {
	t.Helper()
	if data == "" {
		data = filepath.Join(t.TempDir(), "standby.db")
	}
	p := runs(t, append([]string{"standby", "-of", first.Address, "-addr", freeAddr(t, "127.0.0.2"), "-data", data, "-json", "-pass", first.Pass}, more...)...)
	p.next()
	return p
}

// next waits for what the program prints next.
func (p *machine) next() {
	p.Helper()
	select {
	case l, ok := <-p.lines:
		if !ok {
			p.Fatalf("the program has ended: %v", p.stop())
		}
		p.links = l
	case <-time.After(20 * time.Second):
		p.Fatalf("the program printed nothing more:\n%s", p.log)
	}
}

// status reads the page of a laptop that stands by.
func (p *machine) status() (s event.StandbyScreen) {
	p.Helper()
	got, err := http.Get(p.links.Address + "/standby")
	if err != nil {
		return s
	}
	defer got.Body.Close()
	json.NewDecoder(got.Body).Decode(&s)
	return s
}

// holds waits until the second laptop holds everything up to an entry.
func (p *machine) holds(last int64) {
	p.Helper()
	within(p, "the second laptop's last entry", func() bool { s := p.status(); return s.Last == last && s.State == "following" })
}

// decide posts a decision of the host on a laptop that stands by.
func (p *machine) decide(verb, pass string) (int, string) {
	p.Helper()
	got, err := http.PostForm(p.links.Address+"/standby/"+verb, url.Values{"pass": {pass}, "sure": {"1"}})
	if err != nil {
		p.Fatal(err)
	}
	defer got.Body.Close()
	body, _ := io.ReadAll(got.Body)
	return got.StatusCode, string(body)
}

// enters gives a browser that holds the host's seat by the pass.
func enters(t testing.TB, l Links) *http.Client {
	t.Helper()
	host := browser(t)
	got, err := host.PostForm(l.Address+"/host/enter", url.Values{"pass": {l.Pass}})
	if err != nil || got.StatusCode != http.StatusOK {
		t.Fatalf("the pass: %v %v", got, err)
	}
	got.Body.Close()
	return host
}

// names gives the match a name and the number of its entry.
func names(t testing.TB, host *http.Client, address, name string) (int64, error) {
	got, err := host.PostForm(address+"/host/match", url.Values{"match": {name}, "white": {"Lions"}, "black": {"Bears"}})
	if err != nil {
		return 0, err
	}
	defer got.Body.Close()
	var answer struct {
		Seq   int64
		Error string
	}
	json.NewDecoder(got.Body).Decode(&answer)
	if got.StatusCode != http.StatusOK {
		return 0, errors.New(answer.Error)
	}
	return answer.Seq, nil
}

// named is names that has to succeed.
func named(t testing.TB, host *http.Client, address, name string) int64 {
	t.Helper()
	seq, err := names(t, host, address, name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return seq
}

// hosts reads the host's page.
func hosts(t testing.TB, host *http.Client, address string) (s event.HostScreen) {
	t.Helper()
	r, _ := http.NewRequest(http.MethodGet, address+"/host", nil)
	r.Header.Set("Accept", "application/json")
	got, err := host.Do(r)
	if err != nil {
		return s
	}
	defer got.Body.Close()
	json.NewDecoder(got.Body).Decode(&s)
	return s
}

// firstLaptop is a first laptop with its host.
func firstLaptop(t testing.TB, data string, more ...string) (*machine, *http.Client) {
	t.Helper()
	if data == "" {
		data = filepath.Join(t.TempDir(), "evening.db")
	}
	p := runs(t, append([]string{"-addr", freeAddr(t, "127.0.0.1"), "-data", data, "-json"}, more...)...)
	p.next()
	return p, enters(t, p.links)
}

func TestStandby_FollowsAndIsShown(t *testing.T) {
	first, host := firstLaptop(t, "")
	named(t, host, first.links.Address, "First evening")
	got, err := host.PostForm(first.links.Address+"/host/roster", url.Values{"side": {"white"}, "paste": {"Anna\nBen"}})
	if err != nil {
		t.Fatal(err)
	}
	got.Body.Close()
	b := follow(t, first.links, "", "-after", "0")
	b.holds(4)
	within(t, "the host's page knows of it", func() bool {
		s := hosts(t, host, first.links.Address).Second
		return s != nil && s.Good && s.Address == b.links.Address && strings.Contains(s.Words, "takes the match over only when somebody there says so")
	})
	// It follows without being asked, and quickly.
	began := time.Now()
	last := named(t, host, first.links.Address, "Second evening")
	b.holds(last)
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("an entry took %s", took)
	}
	if s := b.status(); !strings.Contains(s.Has, "Second evening") || s.At != first.links.Address || s.Own != b.links.Address {
		t.Errorf("it says of itself %+v", s)
	}
	// Every other path of it says where the match is, with the same code.
	for path, link := range map[string]string{"/": "/", "/gm/white": "/gm/white", "/j/ABCD2345": "/j/ABCD2345", "/host/log": "/host", "/nowhere": "/", "/board/live": "/board"} {
		status, body := fetch(t, browser(t), b.links.Address+path)
		if status != http.StatusServiceUnavailable || !strings.Contains(body, `href="`+first.links.Address+link+`"`) {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	// It goes on from what it has after a restart of either.
	if err := b.stop(); err != nil {
		t.Fatal(err)
	}
	within(t, "the host's page knows that it is gone", func() bool {
		s := hosts(t, host, first.links.Address).Second
		return s != nil && !s.Good && strings.Contains(s.Words, "silent")
	})
	last = named(t, host, first.links.Address, "Third evening")
	b = runs(t, "standby", "-of", first.links.Address, "-addr", freeAddr(t, "127.0.0.2"), "-data", b.data, "-json", "-after", "0") // without the pass
	b.next()
	b.holds(last)
	addr := strings.TrimPrefix(first.links.Address, "http://")
	first.stop()
	within(t, "it notices that the first is silent", func() bool { return b.status().State == "searching" })
	first = runs(t, "-addr", addr, "-data", first.data, "-json")
	first.next()
	last = named(t, enters(t, first.links), first.links.Address, "Fourth evening")
	b.holds(last)
	b.stop()
	first.stop()
	mine, mineNames, err := store.Read(first.data)
	if err != nil {
		t.Fatal(err)
	}
	its, itsNames, err := store.Read(b.data)
	if err != nil || store.SumOf(mine) != store.SumOf(its) || len(mineNames) != 2 || len(itsNames) != 2 {
		t.Errorf("the two files differ: %d and %d entries, %v and %v, %v", len(mine), len(its), mineNames, itsNames, err)
	}
}

func TestStandby_WhatItRefuses(t *testing.T) {
	first, host := firstLaptop(t, "")
	named(t, host, first.links.Address, "This evening")
	refused := func(words string, args ...string) {
		t.Helper()
		p := runs(t, append([]string{"standby", "-addr", freeAddr(t, "127.0.0.2"), "-json"}, args...)...)
		ended := make(chan error, 1)
		go func() {
			for range p.lines {
			}
			ended <- p.stop()
		}()
		select {
		case err := <-ended:
			if err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("%v: %v, and %q was due", args, err, words)
			}
		case <-time.After(15 * time.Second):
			t.Errorf("%v goes on", args)
		}
	}
	data := filepath.Join(t.TempDir(), "standby.db")
	refused("is not the host's pass", "-of", first.links.Address, "-data", data, "-pass", "WRNG-PASS")
	refused("give it with -pass", "-of", first.links.Address, "-data", data)
	refused("say which laptop", "-data", data)
	refused("is not an address of a laptop", "-of", "ftp://x", "-data", data)
	refused("talk over plain http: give the first laptop's address that begins with http://", "-of", "https://192.168.1.20:8443", "-data", data)
	itself := freeAddr(t, "127.0.0.2")
	refused("is this laptop itself: give the address of the one that the match is on", "-of", "http://"+itself, "-addr", itself, "-data", data, "-pass", "ABCD-2345")
	if left, _ := filepath.Glob(data + "*.*"); len(left) > 1 || len(left) == 1 && left[0] != data+"-pair.lock" {
		t.Errorf("for nothing was made %v", left)
	}
	other, _ := firstLaptop(t, "")
	other.stop()
	before, _ := os.ReadFile(other.data)
	refused("holds another evening", "-of", first.links.Address, "-data", other.data, "-pass", first.links.Pass)
	if after, _ := os.ReadFile(other.data); string(before) != string(after) {
		t.Error("the data file of another evening was touched")
	}
	if _, err := os.Stat(pairFile(other.data)); err == nil {
		t.Error("beside the data file of another evening it is kept what this one was to follow")
	}
	// A second second laptop is not taken while one stands by.
	b := follow(t, first.links, "", "-after", "0")
	b.holds(3)
	c := follow(t, first.links, "", "-after", "0")
	within(t, "the third laptop is told", func() bool { return strings.Contains(c.status().Trouble, "stands by already") })
	// One that is given the address of the second laptop is told which one to give.
	d := follow(t, b.links, "", "-pass", first.links.Pass)
	within(t, "a laptop that follows one that stands by", func() bool {
		s := d.status()
		return strings.Contains(s.Words, b.links.Address+" stands by itself, for the match at "+first.links.Address) && strings.HasSuffix(s.Words, "biblechess standby -of "+first.links.Address) && s.Trouble == ""
	})
}

// Of two second laptops' programs that are started in the same moment on one file, one is
// refused, also while no match is found yet: what is known of the first laptop stays as
// the other one keeps it.
func TestStandby_TwoAtOnceOnOneFile(t *testing.T) {
	for range 5 {
		data := filepath.Join(t.TempDir(), "standby.db")
		type end struct {
			of  string
			err error
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan end, 2)
		ofs := []string{"http://127.0.0.1:9", "http://127.0.0.3:9"} // where nobody is
		for _, of := range ofs {
			go func() {
				ended <- end{of, run(ctx, []string{"standby", "-of", of, "-pass", "ABCD-2345", "-data", data, "-addr", "127.0.0.1:0"}, nil, io.Discard, io.Discard)}
			}()
		}
		select {
		case e := <-ended:
			if want := "another Bible Chess is running on " + data + ": stop it first, or choose another file with -data"; e.err == nil || e.err.Error() != want {
				t.Errorf("the one ends with %v", e.err)
			}
			other := ofs[0]
			if e.of == other {
				other = ofs[1]
			}
			within(t, "the other one keeps where the first laptop is", func() bool {
				b, _ := os.ReadFile(pairFile(data))
				var k kept
				return json.Unmarshal(b, &k) == nil && k.Other == other
			})
		case <-time.After(20 * time.Second):
			t.Error("both go on")
			ended <- end{}
		}
		cancel()
		if e := <-ended; e.err != nil {
			t.Errorf("the other ends with %v", e.err)
		}
		if left, _ := os.ReadDir(filepath.Dir(data)); len(left) != 1 {
			t.Errorf("beside the file are %v", left)
		}
	}
}

// On the host's word the first hands over all that it has, and sends everybody on.
func TestStandby_TakesOverOnTheHostsWord(t *testing.T) {
	first, host := firstLaptop(t, "")
	address := first.links.Address
	gm := event.Seat("gm-white")
	player := browser(t)
	fetch(t, player, first.links.Seats[gm])
	b := follow(t, first.links, "", "-after", "0")
	b.holds(2)
	// Somebody taps all the time.
	stop := make(chan struct{})
	var taps sync.WaitGroup
	var mu sync.Mutex
	acknowledged := map[int64]string{}
	for hand := range 3 {
		taps.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				name := "Evening " + string(rune('A'+hand)) + strings.Repeat("i", i%40)
				if seq, err := names(t, host, address, name); err == nil {
					mu.Lock()
					acknowledged[seq] = name
					mu.Unlock()
				} else {
					time.Sleep(5 * time.Millisecond)
				}
			}
		})
	}
	time.Sleep(300 * time.Millisecond)
	if status, body := b.decide("take", "WRNG-PASS"); status != http.StatusForbidden {
		t.Errorf("by a wrong pass: %d %s", status, body)
	}
	if status, body := b.decide("take", first.links.Pass); status != http.StatusOK {
		t.Fatalf("by the host's word: %d %s", status, body)
	}
	b.next()
	close(stop)
	taps.Wait()
	if b.links.Pass != first.links.Pass || b.links.Of != "" {
		t.Errorf("the second laptop's links are %+v", b.links)
	}
	for s, link := range b.links.Seats {
		if strings.TrimPrefix(link, b.links.Address) != strings.TrimPrefix(first.links.Seats[s], address) {
			t.Errorf("%s has another code", s)
		}
	}
	// The first stands by now, and knows whose seat asks.
	first.next()
	if first.links.Of != b.links.Address {
		t.Errorf("the first says %+v", first.links)
	}
	code := b.links.Seats[gm][strings.LastIndex(b.links.Seats[gm], "/"):]
	if status, body := fetch(t, player, address+"/gm/white"); status != http.StatusServiceUnavailable || !strings.Contains(body, b.links.Address+"/j"+code) {
		t.Errorf("White's Game Master is told %d %s", status, body)
	}
	if _, body := fetch(t, browser(t), address+"/gm/white"); strings.Contains(body, code) {
		t.Error("a stranger is told the code of White's Game Master")
	}
	there := enters(t, b.links)
	last := named(t, there, b.links.Address, "Late evening")
	first.holds(last)
	within(t, "the host is told that the first takes nothing over by itself", func() bool {
		s := hosts(t, there, b.links.Address).Second
		return s != nil && s.Good && strings.Contains(s.Words, "only when somebody there says so")
	})
	if s := first.status(); !s.StoodDown || s.At != b.links.Address {
		t.Errorf("the first says %+v", s)
	}
	first.stop()
	b.stop()
	entries, _, err := store.Read(b.data)
	if err != nil || len(acknowledged) == 0 {
		t.Fatal(err, len(acknowledged))
	}
	for seq, name := range acknowledged {
		if seq > int64(len(entries)) || !strings.Contains(string(entries[seq-1].Body), `"`+name+`"`) {
			t.Errorf("entry %d (%s) was acknowledged and is not at the second laptop", seq, name)
		}
	}
}

func TestStandby_TakesOverInSilence(t *testing.T) {
	first, host := firstLaptop(t, "")
	last := named(t, host, first.links.Address, "First evening")
	b := follow(t, first.links, "", "-after", "2s")
	b.holds(last)
	first.stop()
	b.next()
	if s := hosts(t, enters(t, b.links), b.links.Address); s.MatchName != "First evening" {
		t.Errorf("the match at the second laptop is %+v", s.MatchName)
	}
	// It leads on after a restart by the same command.
	b.stop()
	b = runs(t, "standby", "-of", first.links.Address, "-addr", freeAddr(t, "127.0.0.2"), "-data", b.data, "-json")
	b.next()
	if b.links.Of != "" {
		t.Errorf("after a restart it stands by for %s", b.links.Of)
	}
}

// The first laptop has lost entries that the second holds, as when its file was
// damaged. Both pages say so, nothing is taken over by itself, and by the host's
// word the match goes on from what the second holds.
func TestStandby_TheFirstHasLostEntries(t *testing.T) {
	first, host := firstLaptop(t, "")
	named(t, host, first.links.Address, "First evening")
	named(t, host, first.links.Address, "Second evening")
	last := named(t, host, first.links.Address, "Third evening")
	b := follow(t, first.links, "", "-after", "1s")
	b.holds(last)
	b.stop()
	first.stop()
	entries, people, err := store.Read(first.data)
	if err != nil || int64(len(entries)) != last {
		t.Fatal(len(entries), err)
	}
	if _, err := store.Replace(first.data, entries[:last-2], people, time.Now()); err != nil {
		t.Fatal(err)
	}
	first = runs(t, "-addr", strings.TrimPrefix(first.links.Address, "http://"), "-data", first.data, "-json")
	first.next()
	b = follow(t, first.links, b.data, "-after", "1s", "-addr", strings.TrimPrefix(b.links.Address, "http://"))
	host = enters(t, first.links)
	its, mine := event.Entries(last), event.Entries(last-2)
	within(t, "the host's page says that the records differ", func() bool {
		s := hosts(t, host, first.links.Address).Second
		return s != nil && s.Differs && !s.Good && s.Address == b.links.Address && strings.Contains(s.Words, "it holds "+its+", this laptop "+mine)
	})
	s := b.status()
	if s.State != "differs" || s.Last != last || s.There != last-2 || !strings.Contains(s.Words, "This laptop holds "+its+", that one "+mine) || !strings.Contains(s.By, "does not take over") {
		t.Errorf("the second laptop says of itself %+v", s)
	}
	if status, body := b.decide("take", first.links.Pass); status != http.StatusOK {
		t.Fatalf("taking over: %d %s", status, body)
	}
	b.next()
	// The same tap in another tab comes late: it is told so, and nothing happens.
	if status, body := b.decide("take", first.links.Pass); status != http.StatusConflict || !strings.Contains(body, `"leads"`) {
		t.Errorf("taking over once more: %d %s", status, body)
	}
	if s := b.status(); s.State != "leads" {
		t.Errorf("the laptop that leads says of itself %+v", s)
	}
	if name := hosts(t, enters(t, b.links), b.links.Address).MatchName; name != "Third evening" {
		t.Errorf("the match is %q", name)
	}
	first.next()
	first.holds(last)
}

func TestStandby_WordsOfWhatIsWrong(t *testing.T) {
	for d, want := range map[time.Duration]string{time.Second: "1 second", 30 * time.Second: "30 seconds", 2500 * time.Millisecond: "2.5 seconds", 5 * time.Minute: "5 minutes", 3 * time.Hour: "3 hours"} {
		if got := lengthWords(d); got != want {
			t.Errorf("%s is %q", d, got)
		}
	}
	if got := sentences("http://127.0.0.1:8080 does not answer", "", "a name is left", "Look."); got != "http://127.0.0.1:8080 does not answer. A name is left. Look." {
		t.Errorf("it says %q", got)
	}
}
