package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"biblechess/event"
	"biblechess/event/store"
)

var kills = flag.Int("kills", 30, "how often TestKilled pulls the plug of the program")

// Whatever was acknowledged is there after the program was killed at any
// moment, nothing is there twice, and the evening goes on by itself on the same
// address with the same seats.
//
//	go test ./cmd/biblechess -run TestKilled -kills 500 -timeout 1h -v
func TestKilled_NothingAcknowledgedIsLost(t *testing.T) {
	t.Parallel()
	p := startProgram(t, "")
	started := time.Duration(0)
	data := p.links.Data
	host := browser(t)
	if status, _ := fetch(t, host, p.links.Host); status != http.StatusOK {
		t.Fatal("the host's link does not work")
	}
	host.Timeout = 5 * time.Second
	var mu sync.Mutex
	acknowledged := map[int64]string{} // the name that an entry's number was given for
	asked := 0
	for round := range *kills {
		ctx, cancel := context.WithCancel(t.Context())
		var hands sync.WaitGroup
		for hand := range 4 {
			hands.Go(func() {
				for i := 0; ctx.Err() == nil; i++ {
					name := fmt.Sprintf("Evening %d-%d-%d", round, hand, i)
					r, _ := http.NewRequestWithContext(ctx, http.MethodPost, p.links.Address+"/host/match",
						strings.NewReader(url.Values{"match": {name}, "white": {"Lions"}, "black": {"Bears"}}.Encode()))
					r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
					got, err := host.Do(r)
					if err != nil {
						return
					}
					var answer struct{ Seq int64 }
					err = json.NewDecoder(got.Body).Decode(&answer)
					got.Body.Close()
					mu.Lock()
					asked++
					if err == nil && got.StatusCode == http.StatusOK {
						acknowledged[answer.Seq] = name
					}
					mu.Unlock()
				}
			})
		}
		time.Sleep(time.Duration(10+rand.IntN(90)) * time.Millisecond)
		p.kill()
		cancel()
		hands.Wait()
		entries, _, err := store.Read(data)
		if err != nil {
			t.Fatalf("after kill %d: %v", round+1, err)
		}
		if s := event.Check(entries); s.Fault != nil {
			t.Fatalf("after kill %d: %v", round+1, s.Fault)
		}
		seen := map[string]bool{}
		for _, e := range entries {
			var named struct{ Match string }
			json.Unmarshal(e.Body, &named)
			if name, ok := acknowledged[e.Seq]; ok && name != named.Match {
				t.Errorf("entry %d is %q, acknowledged was %q", e.Seq, named.Match, name)
			}
			if named.Match != "" && seen[named.Match] {
				t.Errorf("%q is there twice", named.Match)
			}
			seen[named.Match] = true
		}
		for seq, name := range acknowledged {
			if seq > int64(len(entries)) {
				t.Errorf("after kill %d: entry %d (%q) was acknowledged and is gone", round+1, seq, name)
			}
		}
		address := p.links.Address
		again := time.Now()
		p.start()
		started += time.Since(again)
		if p.links.Address != address {
			t.Fatalf("it came back on %s instead of %s", p.links.Address, address)
		}
		if status, _ := fetch(t, host, address+"/host"); status != http.StatusOK {
			t.Fatalf("after kill %d the host is no longer seated: %d", round+1, status)
		}
	}
	if len(acknowledged) < *kills {
		t.Errorf("only %d commands were acknowledged in %d rounds", len(acknowledged), *kills)
	}
	t.Logf("%d kills, %d commands asked, %d acknowledged, none lost; %v to come back", *kills, asked, len(acknowledged), started/time.Duration(max(*kills, 1)))
}
