package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"biblechess/event"
	"biblechess/event/store"
	"biblechess/event/web/assembled"
)

// watcher is a page that somebody looks at: it drops, sleeps and comes back.
type watcher struct {
	seat    event.Seat
	mu      sync.Mutex
	regions assembled.Regions
	wrong   error // in what a stream sent
}

// watchers open every page, the hall's more than once.
func (s *soak) watchers() {
	seats := slices.Sorted(maps.Keys(s.codes))
	seats = append(seats, event.Host, event.Projector, event.Projector, event.Projector)
	for i, seat := range seats {
		w := &watcher{seat: seat, regions: assembled.Regions{}}
		s.views = append(s.views, w)
		client := browser(s.t)
		s.watching.Go(func() {
			defer client.CloseIdleConnections()
			w.watch(s, client, rand.New(rand.NewPCG(uint64(i), 1)))
		})
	}
}

func (w *watcher) watch(s *soak, client *http.Client, lot *rand.Rand) {
	for at := ""; s.ctx.Err() == nil; {
		if now := s.at(); now != at {
			if !w.sits(s, client, now) {
				time.Sleep(30 * time.Millisecond)
				continue
			}
			at = now
		}
		// Some look for a moment, some for long.
		ctx, cancel := context.WithTimeout(s.ctx, time.Duration(500+lot.IntN(6000))*time.Millisecond)
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, at+w.seat.Path()+"/live", nil)
		if got, err := client.Do(r); err == nil {
			if got.StatusCode == http.StatusOK {
				s.opened.add()
				w.take(got.Body, lot)
			}
			got.Body.Close()
		}
		cancel()
		time.Sleep(time.Duration(lot.IntN(200)) * time.Millisecond)
	}
}

// sits takes the seat.
func (w *watcher) sits(s *soak, client *http.Client, at string) bool {
	var got *http.Response
	var err error
	switch {
	case w.seat == event.Host:
		got, err = client.PostForm(at+"/host/enter", url.Values{"pass": {s.pass}})
	case w.seat == event.Projector:
		return true
	default:
		got, err = client.Get(at + s.codes[w.seat])
	}
	if err != nil {
		return false
	}
	defer got.Body.Close()
	return got.StatusCode == http.StatusOK
}

// take shows what a stream sends until it ends.
func (w *watcher) take(body io.Reader, lot *rand.Rand) {
	in := bufio.NewReaderSize(body, 1<<16)
	name, data := "", ""
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		switch field, value, _ := strings.Cut(strings.TrimRight(line, "\n"), ": "); field {
		case "event":
			name = value
		case "data":
			data += value + "\n"
		case "":
			if name == "regions" {
				w.mu.Lock()
				if err := w.regions.Apply(data); err != nil {
					w.wrong = err
				}
				w.mu.Unlock()
				if lot.IntN(20) == 0 {
					time.Sleep(time.Duration(lot.IntN(800)) * time.Millisecond) // the phone sleeps
				}
			}
			name, data = "", ""
		}
	}
}

// pagesShowTheRecord waits until every page that was assembled from a stream is
// what a new one gets, and compares the screens with what the record folds to.
func (s *soak) pagesShowTheRecord() {
	s.t.Helper()
	for _, w := range s.views {
		missing := ""
		ok := false
		for end := time.Now().Add(patience); time.Now().Before(end) && !ok; time.Sleep(50 * time.Millisecond) {
			r, _ := http.NewRequest(http.MethodGet, s.at()+w.seat.Path(), nil)
			r.Header.Set("Accept", "text/html")
			got, err := s.desk.client.Do(r)
			if err != nil {
				continue
			}
			html, _ := io.ReadAll(got.Body)
			got.Body.Close()
			fresh := assembled.Of(string(html))
			w.mu.Lock()
			if w.wrong != nil {
				s.t.Fatalf("%s: %v", w.seat, w.wrong)
			}
			missing, ok = "", len(fresh) > 1
			for id, part := range fresh {
				if strings.TrimSpace(w.regions[id]) != strings.TrimSpace(part) {
					missing, ok = id, false
				}
			}
			w.mu.Unlock()
		}
		if !ok {
			s.t.Errorf("%s: the part %q of the page is not what a new one has", w.seat, missing)
		}
	}
	path := filepath.Join(s.t.TempDir(), "copy.db")
	entries, people, err := store.Read(s.b.data)
	if err == nil {
		err = store.Write(path, entries, people)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	file, err := store.Open(path)
	if err != nil {
		s.t.Fatal(err)
	}
	defer file.Close()
	folded, err := event.Open(file, time.Now)
	if err != nil {
		s.t.Fatal(err)
	}
	for seat := range s.codes {
		screen, err := folded.Screen(seat)
		if err != nil {
			s.t.Fatal(err)
		}
		want, _ := json.Marshal(screen)
		if have, _ := json.Marshal(read[any](s, seat)); !same(have, want) {
			s.t.Errorf("%s: the page is\n%s\nand the record folds to\n%s", seat, have, want)
		}
	}
	s.t.Logf("%d entries", len(entries))
}

// same compares two screens as JSON, but for what depends on who is there and
// on which laptop it is.
func same(a, b []byte) bool {
	plain := func(text []byte) string {
		var v map[string]any
		json.Unmarshal(text, &v)
		for _, key := range []string{"Present", "Elsewhere", "Join", "Wait"} {
			delete(v, key)
		}
		out, _ := json.Marshal(v)
		return string(out)
	}
	return plain(a) == plain(b)
}
