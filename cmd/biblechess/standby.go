package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"biblechess/event"
	"biblechess/event/store"
	"biblechess/event/web"
)

// Timing of following.
const (
	feedPatience = 7 * time.Second // without a line the stream is dead
	retryFirst   = 300 * time.Millisecond
	retryMost    = 5 * time.Second
	batchMost    = 256
)

// standby follows the match on another laptop.
type standby struct {
	o       Options
	p       *pair
	log     *slog.Logger
	on      *net.TCPAddr
	client  *http.Client
	ask     func() (string, error) // the host's pass, where it is not known
	stop    context.CancelFunc     // ends the following
	stopped chan struct{}          // closed when it has ended

	deciding sync.Mutex // one take-over at a time

	mu      sync.Mutex
	file    *store.File // nil until the other laptop was found to lead this evening
	record  *event.Follower
	evening string // sum of the first entry; empty while nothing is held
	sum     string // of the last entry
	lost    int64  // entries that only this laptop has
	there   int64  // entries of the other laptop's record, where it differs; 0 for not known
	state   string // "starting", "following", "searching", "differs"
	trouble string
	beside  string    // where the match is by the word of the other laptop, which stands by too; else empty
	traces  string    // where a wiped name may still be (R4)
	heard   time.Time // when the other laptop was heard last
	seen    int64     // its last entry
	skew    time.Duration
	level   bool // it was up to date at some time since the start
	contact bool // it was reached since the start
}

// fatal ends the program: going on makes no sense.
type fatal struct{ error }

// errOther is that the other laptop's record is another one.
var errOther = errors.New("the record there is another one")

// errBeside is that the other laptop stands by too.
var errBeside = errors.New("the other laptop stands by too")

// sameLaptop tells whether a link leads to an address.
func sameLaptop(link, address string) bool {
	a, err := url.Parse(link)
	b, errOther := url.Parse(address)
	return errors.Join(err, errOther) == nil && a.Host == b.Host
}

// readOnly is a record that was read and is not written to.
type readOnly struct {
	entries []event.Entry
	names   map[string]string
}

func (r readOnly) Load() ([]event.Entry, map[string]string, error) { return r.entries, r.names, nil }
func (readOnly) Take([]event.Sealed) error                         { return errors.New("the data file is not open") }
func (readOnly) SetNames(map[string]string) error {
	return errors.New("the data file is not open")
}

// readRecord reads a data file without touching it; one that is not there holds
// nothing.
func readRecord(path string) (readOnly, error) {
	if what, err := os.Stat(path); errors.Is(err, os.ErrNotExist) || err == nil && what.Mode().IsRegular() && what.Size() == 0 {
		return readOnly{}, nil
	}
	entries, names, err := store.Read(path)
	return readOnly{entries, names}, err
}

// standBy follows the match until ctx is done, or until this laptop is to lead.
func (o Options) standBy(ctx context.Context, listener *lent, _ *keeper, p *pair, log *slog.Logger, before duty) (duty, error) {
	s := &standby{o: o, p: p, log: log, on: listener.Addr().(*net.TCPAddr), state: "starting", heard: time.Now(), ask: o.askPass(), stopped: make(chan struct{})}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return stops, err
	}
	// The stream lasts: its silence is watched, not its length.
	s.client = &http.Client{Jar: jar, Transport: &http.Transport{ResponseHeaderTimeout: feedPatience, DialContext: (&net.Dialer{Timeout: feedPatience}).DialContext}}
	defer s.client.CloseIdleConnections()
	if err := s.load(); err != nil {
		return stops, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	asWas := p.remembers()
	p.begin(follows, s.own(), s.record, nil, nil, cancel)
	if before != follows {
		s.print()
	}
	following, stop := context.WithCancel(ctx)
	s.stop = stop
	var ended error
	var background sync.WaitGroup
	background.Go(func() {
		defer close(s.stopped)
		if ended = s.follow(following); ended != nil {
			cancel()
		}
	})
	background.Go(func() { s.watch(ctx) })
	aside := web.NewAside(s, log, o.Name, o.advertised())
	if o.match != "" {
		aside.NameCookies(o.match)
	}
	err = aside.Serve(ctx, listener)
	cancel()
	background.Wait()
	if s.file != nil {
		err = errors.Join(err, s.file.Close())
	}
	if ended != nil && !s.contact && before == stops {
		asWas() // it was refused, and has followed nobody
	}
	if err := errors.Join(ended, err); err != nil {
		return stops, err
	}
	return p.after(), nil
}

// load reads what this laptop holds. Where it has stood down, what nobody gave
// since is no loss and goes; and all goes that the host has set aside.
func (s *standby) load() error {
	r, err := readRecord(s.o.Data)
	if err != nil {
		return s.o.unopened(err)
	}
	s.p.mu.Lock()
	k, anew := s.p.kept, s.p.anew
	s.p.anew = false
	s.p.mu.Unlock()
	keep := int64(len(r.entries))
	if k.Duty == stoodDown && k.Common > 0 && k.Common < keep {
		s.lost = keep - k.Common
		given := false
		for _, e := range r.entries[k.Common:] {
			given = given || e.Seat != event.Clockwork
		}
		if !given {
			keep, s.lost = k.Common, 0
		}
	}
	if anew && keep > 1 {
		keep, s.lost = 1, 0 // the first entry tells the evening, and holds its secret
	}
	if keep < int64(len(r.entries)) {
		aside, err := store.Replace(s.o.Data, r.entries[:keep], r.names, time.Now())
		if err != nil {
			return err
		}
		s.log.Info("the record was set aside", "file", aside)
		r.entries = r.entries[:keep]
	}
	if s.record, err = event.OpenFollower(r); err != nil {
		return s.o.unopened(err)
	}
	if len(r.entries) > 0 {
		s.evening, s.sum = store.SumOf(r.entries[:1]), store.SumOf(r.entries)
	}
	return nil
}

// own is where this laptop's pages are for phones: the address by which it
// reaches the other one, unless it was told.
func (s *standby) own() string {
	own := s.o.own(s.on)
	if s.o.Advertise == "" && s.on.IP.IsUnspecified() {
		if u, err := url.Parse(s.of()); err == nil {
			port := u.Port()
			if port == "" {
				port = "80"
			}
			if c, err := net.Dial("udp", net.JoinHostPort(u.Hostname(), port)); err == nil {
				defer c.Close()
				return "http://" + net.JoinHostPort(c.LocalAddr().(*net.UDPAddr).IP.String(), strconv.Itoa(s.on.Port))
			}
		}
	}
	return own
}

// of is where the match is.
func (s *standby) of() string { return s.p.remembered().Other }

func (s *standby) print() {
	links := Links{Address: s.own(), Of: s.of(), Data: s.o.Data}
	if s.o.JSON {
		json.NewEncoder(s.o.Out).Encode(links)
		return
	}
	fmt.Fprintf(s.o.Out, "This laptop stands by for the match at %s.\n\n"+
		"  Its own page:  %s/standby\n"+
		"  Data file:     %s\n\n"+
		"  Stop with Ctrl-C; closing this window stops it, too.\n", links.Of, links.Address, links.Data)
}

// follow follows until ctx is done. The error ends the program.
func (s *standby) follow(ctx context.Context) error {
	for wait := retryFirst; ; {
		began := time.Now()
		err := s.once(ctx)
		if ctx.Err() != nil {
			return nil
		}
		var end fatal
		if errors.As(err, &end) {
			return end.error
		}
		if time.Since(began) > retryMost {
			wait = retryFirst
		}
		s.mu.Lock()
		if s.state == "following" {
			s.state = "searching"
		}
		if err != errBeside {
			s.beside = ""
		}
		if err != nil && err != errOther && err != errBeside {
			s.trouble = err.Error()
		}
		s.mu.Unlock()
		s.p.mu.Lock()
		s.p.lone = true
		s.p.mu.Unlock()
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
		wait = min(2*wait, retryMost)
	}
}

// once follows one stream to its end.
func (s *standby) once(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	got, err := s.connect(ctx)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	if err := s.open(); err != nil {
		return fatal{err}
	}
	s.p.mu.Lock()
	s.p.lone = false
	s.p.mu.Unlock()
	silence := time.AfterFunc(feedPatience, cancel)
	defer silence.Stop()
	told := make(chan struct{}, 1)
	var telling sync.WaitGroup
	telling.Go(func() { s.tell(ctx, told) })
	defer telling.Wait()
	defer cancel()
	in := bufio.NewReaderSize(got.Body, 1<<16)
	var batch []event.Sealed
	for {
		text, err := in.ReadBytes('\n')
		if err != nil {
			return nil // it ended: it is looked for again
		}
		silence.Reset(feedPatience)
		var line event.FeedLine
		if err := json.Unmarshal(text, &line); err != nil {
			return fmt.Errorf("%s sends what is not a record", s.of())
		}
		if line.Entry != nil {
			batch = append(batch, *line.Entry)
		}
		if len(batch) > 0 && (len(batch) == batchMost || line.Entry == nil || in.Buffered() == 0) {
			if err := s.take(batch); err != nil {
				return err
			}
			batch = nil
		}
		if line.Names != nil {
			if err := s.setNames(*line.Names); err != nil {
				return err
			}
		}
		s.hears(line.Beat)
		select {
		case told <- struct{}{}:
		default:
		}
	}
}

// setNames makes the names be these. A trace of a wiped one that could not be
// reached (R4) is told, and keeps nothing from being followed.
func (s *standby) setNames(names map[string]string) error {
	err := s.record.SetNames(names)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.traces = ""; err == nil {
		return nil
	}
	if now, failed := s.file.Names(); failed != nil || !maps.Equal(now, names) {
		return err
	}
	s.traces = err.Error()
	return nil
}

// take keeps entries that follow on what is here.
func (s *standby) take(batch []event.Sealed) error {
	if err := s.record.Take(batch); err != nil {
		return fmt.Errorf("what arrives from %s is not taken: %w", s.of(), err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.evening == "" {
		s.evening = batch[0].Sum
		s.p.change(func(k *kept) { k.Evening = s.evening })
	}
	s.sum = batch[len(batch)-1].Sum
	return nil
}

func (s *standby) hears(beat *event.FeedBeat) {
	last, _ := s.record.Reached()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heard, s.state, s.trouble, s.contact, s.lost, s.beside = time.Now(), "following", "", true, 0, ""
	if beat != nil {
		s.seen, s.skew = beat.Last, time.Since(time.UnixMilli(beat.Now)).Round(time.Second)
		s.level = s.level || last >= beat.Last
	}
}

// tell tells the other laptop how far this one has come.
func (s *standby) tell(ctx context.Context, told <-chan struct{}) {
	asked := time.Time{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-told:
		}
		last, _ := s.record.Reached()
		if got, err := s.post(ctx, "/host/record", url.Values{"address": {s.own()}, "have": {strconv.FormatInt(last, 10)}, "alone": {s.aloneWord()}}); err == nil {
			got.Body.Close()
		}
		if time.Since(asked) > askEvery {
			asked = time.Now()
			if theirs, err := s.p.ask(ctx, s.of(), false); err == nil && theirs.Term > s.p.remembered().Term {
				s.p.change(func(k *kept) { k.Term = theirs.Term })
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(retryFirst):
		}
	}
}

func (s *standby) post(ctx context.Context, path string, form url.Values) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.of()+path, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	return s.client.Do(r)
}

// connect opens the stream of the record, after what is held.
func (s *standby) connect(ctx context.Context) (*http.Response, error) {
	for tries := 0; ; tries++ {
		last, _ := s.record.Reached()
		s.mu.Lock()
		q := url.Values{"after": {strconv.FormatInt(last, 10)}, "sum": {s.sum}, "evening": {s.evening}, "address": {s.own()}, "alone": {s.aloneWord()}}
		s.mu.Unlock()
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.of()+"/host/record?"+q.Encode(), nil)
		if err != nil {
			return nil, fatal{fmt.Errorf("%s is not an address: it looks like http://192.168.1.20:8080", s.of())}
		}
		r.Header.Set("Accept", "application/json")
		got, err := s.client.Do(r)
		if err != nil {
			return nil, fmt.Errorf("%s does not answer", s.of())
		}
		if got.StatusCode == http.StatusOK && strings.HasPrefix(got.Header.Get("Content-Type"), "application/x-ndjson") {
			return got, nil
		}
		said, _ := io.ReadAll(io.LimitReader(got.Body, 64<<10))
		got.Body.Close()
		if got.StatusCode == http.StatusForbidden && tries == 0 {
			if err := s.enter(ctx); err != nil {
				return nil, err
			}
			continue
		}
		return nil, s.refused(got.StatusCode, said)
	}
}

// refused says why the other laptop gives no record.
func (s *standby) refused(status int, said []byte) error {
	var why struct {
		Reason, Error, At string
		Last              int64
	}
	json.Unmarshal(bytes.TrimSpace(said), &why)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case why.Reason == "evening" && !s.contact:
		return fatal{fmt.Errorf("%s holds another evening (%s) than the match at %s: choose another file with -data; this one was left as it is", s.o.Data, strings.TrimSuffix(s.record.Standing().Words(), "."), s.of())}
	case why.Reason == "evening", why.Reason == "history":
		// It is there, so nothing may be taken over in its silence.
		s.state, s.heard, s.trouble, s.there = "differs", time.Now(), "", why.Last
		return errOther
	case why.At != "" && sameLaptop(why.At, s.of()) && !s.contact:
		return fatal{fmt.Errorf("%s is this laptop itself: give the address of the one that the match is on, like -of http://192.168.1.20:8080", s.of())}
	case why.At != "":
		// The link is to a page there.
		at, err := url.Parse(why.At)
		if err != nil {
			break
		}
		s.state, s.trouble, s.beside = "searching", "", "http://"+at.Host
		return errBeside
	case why.Error != "":
		return errors.New(why.Error)
	}
	return fmt.Errorf("%s is not a Bible Chess that a second laptop can follow (it answers %d)", s.of(), status)
}

// enter takes the host's seat on the other laptop.
func (s *standby) enter(ctx context.Context) error {
	pass := s.record.Pass()
	if pass == "" {
		var err error
		if pass, err = s.ask(); err != nil {
			return fatal{err}
		}
	}
	got, err := s.post(ctx, "/host/enter", url.Values{"pass": {pass}})
	if err != nil {
		return fmt.Errorf("%s does not answer", s.of())
	}
	defer got.Body.Close()
	switch got.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusForbidden:
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.evening != "" && !s.contact {
			return fatal{fmt.Errorf("%s holds another evening (%s) than the match at %s: choose another file with -data; this one was left as it is", s.o.Data, strings.TrimSuffix(s.record.Standing().Words(), "."), s.of())}
		}
		if s.evening == "" {
			return fatal{fmt.Errorf("that is not the host's pass of the match at %s: it was printed there when the program started, like ABCD-2345", s.of())}
		}
		s.state, s.heard, s.trouble, s.there = "differs", time.Now(), "", 0
		return errOther
	}
	return fmt.Errorf("%s lets nobody in just now: it is tried again", s.of())
}

// open opens the data file, once the other laptop was found to lead its evening.
func (s *standby) open() error {
	if s.file != nil {
		return nil
	}
	file, err := store.Open(s.o.Data)
	if err != nil {
		return orAnother(err, s.o.another())
	}
	record, err := event.OpenFollower(file)
	if err != nil {
		file.Close()
		return s.o.unopened(err)
	}
	s.mu.Lock()
	s.file, s.record = file, record
	s.mu.Unlock()
	s.p.mu.Lock()
	s.p.self = record
	s.p.mu.Unlock()
	return nil
}
