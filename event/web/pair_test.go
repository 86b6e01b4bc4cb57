package web

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"biblechess/event"
	"biblechess/event/store"
)

// onePair is a program's pair on its own file.
type onePair struct {
	*store.File
	remembered string
}

func (p *onePair) Remember(address string) { p.remembered = address }
func (*onePair) Exchange([]byte) ([]byte, error) {
	return nil, errors.New("nothing is proved")
}

// feed opens the record's feed and gives its lines.
func (d *device) feed(query string) (<-chan event.FeedLine, *http.Response) {
	d.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	d.Cleanup(cancel)
	r, _ := http.NewRequestWithContext(ctx, http.MethodGet, d.url+"/host/record?"+query, nil)
	got, err := d.client.Do(r)
	if err != nil {
		d.Fatal(err)
	}
	lines := make(chan event.FeedLine, 1000)
	go func() {
		defer close(lines)
		defer got.Body.Close()
		for in := bufio.NewReader(got.Body); got.StatusCode == http.StatusOK; {
			text, err := in.ReadBytes('\n')
			var l event.FeedLine
			if err != nil || json.Unmarshal(text, &l) != nil {
				return
			}
			lines <- l
		}
	}()
	return lines, got
}

// The record goes to the host's seat alone. Who stands by is told to every page:
// each with the link of its own seat and of no other.
func TestPair_TheFeedAndWhoIsToldOfIt(t *testing.T) {
	h := serve(t)
	e := &ears{heard: map[event.Seat]map[string]bool{}, raw: map[event.Seat]*strings.Builder{}}
	h.heard = e.hear
	pair := &onePair{File: h.file}
	h.server.PairWith(pair, "")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go h.server.WatchSecond(ctx)
	devices, streams := map[event.Seat]*device{}, map[event.Seat]*live{}
	for _, s := range event.AllSeats() {
		devices[s] = h.seated(s)
		streams[s] = devices[s].live(s)
	}
	h.begin(2, canaryCSV(smallBanks, nil), "reveal", "never")
	for _, s := range event.AllSeats() {
		if s == event.Host {
			continue
		}
		if _, got := devices[s].feed("after=0&address=http://127.0.0.2:8080"); got.StatusCode != http.StatusForbidden {
			t.Errorf("%s gets the record: %d", s, got.StatusCode)
		}
	}
	host := devices[event.Host]
	lines, got := host.feed("after=0&address=http://127.0.0.2:8080")
	if got.StatusCode != http.StatusOK {
		t.Fatal(got.StatusCode)
	}
	last, named := int64(0), false
	for l := range lines {
		if l.Names != nil {
			named = true
		}
		if l.Entry != nil {
			if !named || l.Entry.Seq != last+1 || l.Entry.Sum == "" {
				t.Fatalf("entry %d follows %d, names before: %v", l.Entry.Seq, last, named)
			}
			last = l.Entry.Seq
		}
		if l.Beat != nil && l.Beat.Last == last {
			break
		}
	}
	if last != int64(h.entries()) {
		t.Errorf("the feed ends with %d of %d entries", last, h.entries())
	}
	if pair.remembered != "http://127.0.0.2:8080" {
		t.Errorf("%q is remembered", pair.remembered)
	}
	for _, s := range event.AllSeats() {
		link := "http://127.0.0.2:8080/j/" + h.JoinCode(s)
		if s == event.Host || s.Public() {
			link = "http://127.0.0.2:8080" + s.Path()
		}
		until(t, string(s)+" is told", func() bool { return streams[s].shows(`data-link="` + link + `"`) })
	}
	host.get("/host", "text/html")
	if v := screen[event.HostScreen](host).Second; v == nil || v.Good {
		t.Errorf("nobody has said that it holds anything, and it stands by as %+v", v)
	}
	if a := host.post("/host/record", "address", "http://127.0.0.2:8080", "have", "x"); a.status != http.StatusBadRequest {
		t.Errorf("a number that is none: %d", a.status)
	}
	if a := host.post("/host/record", "address", "http://127.0.0.2:8080", "have", "1"); a.status != http.StatusNoContent {
		t.Errorf("saying what it holds: %d", a.status)
	}
	if v := screen[event.HostScreen](host).Second; v == nil || !strings.Contains(v.Words, "entries behind") {
		t.Errorf("it has one entry, and stands by as %+v", v)
	}
}

func TestPair_TheFeedRefusesAnotherRecord(t *testing.T) {
	h := serve(t)
	h.server.PairWith(&onePair{File: h.file}, "")
	host := h.seated(event.Host)
	sum, err := h.file.SumAt(2)
	if err != nil || sum == "" {
		t.Fatal(sum, err)
	}
	first, _ := h.file.SumAt(1)
	for query, reason := range map[string]string{
		"after=2&sum=" + sum + "&evening=other&address=http://127.0.0.2:8080":         `"evening"`,
		"after=2&sum=other&evening=" + first + "&address=http://127.0.0.2:8080":       `"history"`,
		"after=9&sum=" + sum + "&evening=" + first + "&address=http://127.0.0.2:8080": `"history"`,
	} {
		if a := host.get("/host/record?"+query, "application/json"); a.status != http.StatusConflict || !strings.Contains(a.body, reason) {
			t.Errorf("%s: %d %s", query, a.status, a.body)
		}
	}
	for _, query := range []string{"after=0", "after=-1&address=http://127.0.0.2:8080", "after=0&address=javascript:alert(1)"} {
		if a := host.get("/host/record?"+query, "application/json"); a.status != http.StatusBadRequest {
			t.Errorf("%s: %d", query, a.status)
		}
	}
	lines, got := host.feed("after=2&sum=" + sum + "&evening=" + first + "&address=http://127.0.0.2:8080")
	if got.StatusCode != http.StatusOK {
		t.Fatal(got.StatusCode)
	}
	if a := host.get("/host/record?after=0&address=http://127.0.0.3:8080", "application/json"); a.status != http.StatusConflict || !strings.Contains(a.body, `"taken"`) {
		t.Errorf("a third laptop: %d %s", a.status, a.body)
	}
	host.must("judge-add", "name", "Ruth")
	deadline := time.After(patienceOfTests)
	for {
		select {
		case l := <-lines:
			if l.Entry != nil && l.Entry.Kind == "judge-added" {
				return
			}
		case <-deadline:
			t.Fatal("the new entry does not come")
		}
	}
}
