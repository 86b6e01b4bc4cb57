package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"biblechess/event"
)

// The first laptop dies in mid-challenge. Its pages say where the match may go
// on, as a link; who taps it holds the same seat there, the challenge is open,
// and the ruling lands.
func TestStandbyInBrowsers_TheChallengeGoesOn(t *testing.T) {
	t.Parallel()
	p := startProgram(t, "demo")
	b := follow(t, p.links, "", "-after", "2s")
	gm := newContext(t, "Black's Game Master", tablet)
	judge := newContext(t, "Ruth", phone)
	seats := map[*page]event.Seat{gm: "gm-black", judge: "judge-1"}
	for page, seat := range seats {
		page.open(p.links.Seats[seat])
		page.open(p.links.Address + seat.Path())
	}
	// The others tap by plain forms.
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar}
	call := func(seat event.Seat, move string) {
		t.Helper()
		got, err := client.Get(p.links.Seats[seat])
		if err != nil {
			t.Fatal(err)
		}
		got.Body.Close()
		var board event.BoardScreen
		r, _ := http.NewRequest(http.MethodGet, p.links.Board, nil)
		r.Header.Set("Accept", "application/json")
		if got, err = client.Do(r); err != nil {
			t.Fatal(err)
		}
		json.NewDecoder(got.Body).Decode(&board)
		got.Body.Close()
		got, err = client.PostForm(p.links.Address+seat.Path()+"/call", url.Values{"call": {move}, "about": {fmt.Sprint(board.About)}})
		if err != nil || got.StatusCode != http.StatusOK {
			t.Fatalf("%s: %v %v", move, got, err)
		}
		got.Body.Close()
	}
	call("gm-white", "h2 h3")
	call("gm-black", "g4 f3")
	gm.untilText("main", "Challenge · ply 14")
	judge.until("the judge can rule", `one("#judge-ballot button[value=wrong]")`)
	within(t, "the second laptop has it all", func() bool { return b.status().State == "following" && strings.Contains(b.status().Has, "ply 14") })
	for page := range seats {
		page.until("the page knows where the match may go on", fmt.Sprintf(`document.getElementById("elsewhere").dataset.link?.startsWith(%s)`, quoted(b.links.Address+"/j/")))
		page.expect(lost)
	}
	p.kill()
	b.next()
	for page, seat := range seats {
		page.until("the page is stale and offers the way", `document.body.dataset.state === "stale" && one("p[data-elsewhere] a")`)
		page.shoot("elsewhere")
		page.tap(one("p[data-elsewhere] a", ""))
		page.until("the seat is taken there", fmt.Sprintf(`location.href.startsWith(%s) && document.readyState === "complete"`, quoted(b.links.Address+"/j/")))
		page.expect(nil)
		page.open(b.links.Address + seat.Path())
	}
	judge.tap(one("#judge-ballot button[value=wrong]", ""))
	gm.until("the ruling is on the Game Master's page", `!words(document.querySelector("main")).includes("Challenge · ply 14")`)
	gm.untilText("main", "WRONG")
	for page := range seats {
		page.clean()
	}
}
