package web

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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

// Whether the second laptop takes over by itself is said as that one says it; one that does
// not say does.
func TestPair_SaysWhetherItTakesOverByItself(t *testing.T) {
	h := serve(t)
	h.server.PairWith(&onePair{File: h.file}, "")
	host := h.seated(event.Host)
	for _, c := range []struct {
		alone []string
		words string
	}{
		{nil, "It is up to date, and takes the match over if this laptop dies."},
		{[]string{"alone", "0"}, "It is up to date, and follows; it takes the match over only when somebody there says so."},
		{[]string{"alone", "1"}, "It is up to date, and takes the match over if this laptop dies."},
	} {
		if a := host.post("/host/record", append([]string{"address", "http://127.0.0.2:8080", "have", "9999"}, c.alone...)...); a.status != http.StatusNoContent {
			t.Fatalf("saying what it holds: %d", a.status)
		}
		if v := screen[event.HostScreen](host).Second; v == nil || !v.Good || v.Words != c.words {
			t.Errorf("%v: it stands by as %+v", c.alone, v)
		}
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

// A laptop that holds more than this record, or something else, can't follow: the
// host's page says so with both counts, and it is nobody's way on nor in anybody's way.
func TestPair_TheHostIsToldOfARecordThatDiffers(t *testing.T) {
	h := serve(t)
	const other, good = "http://127.0.0.2:8080", "http://127.0.0.3:8080"
	pair := &onePair{File: h.file}
	h.server.PairWith(pair, "")
	host, board := h.seated(event.Host), h.seated(event.Projector)
	first, _ := h.file.SumAt(1)
	sum, err := h.file.SumAt(2)
	if err != nil || sum == "" {
		t.Fatal(sum, err)
	}
	here := int64(h.entries())
	second := func() event.SecondView {
		t.Helper()
		v := screen[event.HostScreen](host).Second
		if v == nil {
			t.Fatal("the host's page knows of no second laptop")
		}
		return *v
	}
	for query, holds := range map[string]int64{
		"after=9000&sum=" + sum: 9000, // the record here is shorter
		"after=9000&sum=":       9000,
		"after=1&sum=" + sum:    1, // and here longer
	} {
		a := host.get("/host/record?"+query+"&evening="+first+"&address="+other, "application/json")
		var said struct {
			Reason string
			Last   int64
		}
		json.Unmarshal([]byte(a.body), &said)
		if a.status != http.StatusConflict || said.Reason != "history" || said.Last != here {
			t.Errorf("%s: %d %s", query, a.status, a.body)
		}
		v, counts := second(), fmt.Sprintf("it holds %s, this laptop %s.", event.Entries(holds), event.Entries(here))
		if v.Address != other || v.Good || !v.Differs {
			t.Errorf("%s: it stands by as %+v", query, v)
		}
		for _, words := range []string{"It was heard, but its record differs from this one: ", counts, "let it take the match over on its own page", "follow this match as it is here"} {
			if !strings.Contains(v.Words, words) {
				t.Errorf("%s: the host is not told %q, but %q", query, words, v.Words)
			}
		}
	}
	if page := host.get("/host", "text/html"); !strings.Contains(page.body, `class="error">It was heard, but its record differs`) || strings.Contains(page.body, "stands by</span>") {
		t.Error("the host's page does not show that it is not good")
	}
	if pair.remembered != other {
		t.Errorf("%q is remembered", pair.remembered)
	}
	if there := screen[event.BoardScreen](board).Elsewhere; there != "" {
		t.Errorf("the board is sent to %s, where another match would go on", there)
	}
	// Its silence does not hide what it held.
	h.StandBy(event.SecondLaptop{Address: other, Differs: true, Holds: 12, Silent: true, Since: time.Now()})
	if v := second(); v.Good || !strings.Contains(v.Words, "silent since") || !strings.Contains(v.Words, "it held 12 entries, this laptop holds "+event.Entries(here)) {
		t.Errorf("once it is silent it stands by as %+v", v)
	}
	// One that does follow has the place at once, and keeps it.
	if _, got := host.feed("after=2&sum=" + sum + "&evening=" + first + "&address=" + good); got.StatusCode != http.StatusOK {
		t.Fatalf("one that follows: %d", got.StatusCode)
	}
	if a := host.get("/host/record?after=9000&sum=x&address="+other, "application/json"); !strings.Contains(a.body, `"history"`) {
		t.Errorf("one that can't follow, beside it: %d %s", a.status, a.body)
	}
	if v := second(); v.Address != good || v.Differs || pair.remembered != good {
		t.Errorf("beside one that follows it stands by as %+v, and %s is remembered", v, pair.remembered)
	}
}

// Who still has the page of a laptop that stood by finds that it leads now. It is
// no decision any more, and tells nothing else.
func TestPair_WhereThisLaptopLeadsNothingIsTakenOver(t *testing.T) {
	h := serve(t)
	stranger, kept := h.device(), h.entries()
	for _, path := range []string{"/standby", "/standby/take", "/standby/anew"} {
		page := stranger.get(path, "text/html")
		if page.status != http.StatusOK || !strings.Contains(page.body, "This laptop leads the match already") || !strings.Contains(page.body, `href="/host"`) {
			t.Errorf("%s: %d %s", path, page.status, page.body)
		}
		said := stranger.get(path, "application/json")
		var s struct{ State, Words, Path string }
		if err := json.Unmarshal([]byte(said.body), &s); err != nil || said.status != http.StatusOK || s.State != "leads" || s.Words == "" || s.Path != "/host" {
			t.Errorf("%s: %d %s", path, said.status, said.body)
		}
	}
	for _, path := range []string{"/standby/take", "/standby/anew"} {
		for _, accept := range []string{"text/html", "application/json"} {
			w := h.direct(http.MethodPost, path, "", formOf("pass", h.Pass(), "sure", "1"), accept)
			if w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "This laptop leads the match already") || !strings.Contains(w.Body.String(), `"/host"`) {
				t.Errorf("%s for %s: %d %s", path, accept, w.Code, w.Body)
			}
			if strings.Contains(w.Body.String(), h.Pass()) || len(w.Header().Values("Set-Cookie")) > 0 {
				t.Errorf("%s for %s gives something away: %v %s", path, accept, w.Header(), w.Body)
			}
		}
		if w := h.direct(http.MethodPost, path, "", formOf("pass", strings.Repeat("A", 100<<10)), "text/html"); w.Code != http.StatusRequestEntityTooLarge {
			t.Errorf("%s with 100 KB: %d", path, w.Code)
		}
	}
	if h.entries() != kept {
		t.Error("something was kept")
	}
}
