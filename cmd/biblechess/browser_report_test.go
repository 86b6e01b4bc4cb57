package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"biblechess/event/chess"
)

// TestReplayOf120Plies plays 120 plies, ends the match, and replays it by keys, by
// the slider and by links.
func TestReplayOf120Plies(t *testing.T) {
	t.Parallel()
	program := startProgram(t, "demo")
	d := newDesk(t, program)
	for _, link := range d.links() {
		d.ask(http.MethodGet, strings.TrimPrefix(link, d.address))
	}
	// The demo stands at ply 13; Knights go out and home.
	for n := len(demoCalls); n < 120; n++ {
		d.call(chess.Sides[n%2], [][2]string{{"f3g1", "c6b8"}, {"g1f3", "b8c6"}}[n/2%2][n%2])
	}
	d.post("/judge/1/time", "winner", "white", "sure", "1", "about", d.about())
	host := openHost(t, program)
	host.tap(one("#now a", "Report and replay"))
	host.until("the report is there", `document.querySelector("#replay")?.dataset.ready === "1"`)
	host.untilText("#report-head", "120 plies")
	stands := func(square string) string {
		var s string
		host.eval(fmt.Sprintf(`words(document.querySelector('.replay-board [data-square=%s] .sr'))`, square), &s)
		return s
	}
	at := func(ply int) {
		t.Helper()
		host.until(fmt.Sprintf("ply %d is shown", ply), fmt.Sprintf(`document.querySelector("#replay").dataset.at === "%d"`, ply))
	}
	key := func(name string) {
		host.eval(fmt.Sprintf(`document.dispatchEvent(new KeyboardEvent("keydown", {key: %q, bubbles: true}))`, name), nil)
	}
	at(120)
	key("Home")
	at(0)
	if s := stands("e2"); !strings.Contains(s, "Samuel") {
		t.Errorf("at the start e2 is %q", s)
	}
	key("ArrowRight")
	at(1)
	if s := stands("e4"); !strings.Contains(s, "Samuel") || stands("e2") != "" {
		t.Errorf("after ply 1 e4 is %q", s)
	}
	host.eval(`(() => { const s = document.querySelector("[data-replay-slider]"); s.value = 3; s.dispatchEvent(new Event("input", {bubbles: true})); })()`, nil)
	at(3)
	host.untilText("[data-replay-words]", "WRONG")
	host.until("the question is told", `words(document.querySelector("[data-f=Question]")).length > 10`)
	key("End")
	at(120)
	host.tap(one(".ply-list a", "57"))
	at(57)
	host.shoot("replay")
	// Without the script the links do the same.
	host.open(strings.TrimSuffix(program.links.Board, "/board") + "/host/report?ply=1")
	if s := stands("e4"); !strings.Contains(s, "Samuel") {
		t.Errorf("by the link e4 is %q", s)
	}
	for _, d := range []device{phone, tablet, wall} {
		host.fits(d)
	}
	host.open(strings.TrimSuffix(program.links.Board, "/board") + "/host/report/cards")
	if d := host.printed("A4"); len(d.pages) != 8 || !strings.Contains(d.text(), "Samuel") {
		t.Errorf("32 cards are %d pages", len(d.pages))
	}
	host.clean()
}

// TestTwentyThreePeoplePlay pastes a list of 23, lines them up with two posts for
// some, swaps two by keys and by dragging, and plays a challenge.
func TestTwentyThreePeoplePlay(t *testing.T) {
	t.Parallel()
	program := startProgram(t, "")
	host := openHost(t, program)
	var names []string
	for i := range 23 {
		names = append(names, fmt.Sprintf("%d. %s", i+1, append(lineUps[0], lineUps[1]...)[i]))
	}
	host.tap(one("#people summary", "Add people"))
	host.fill(one(`#people textarea`, ""), strings.Join(names, "\n"))
	host.tap(one("#people button", "Put them on the list"))
	host.untilText("#people h2", "23 people for 32 posts")
	host.untilText("#people .ideas", "9 markers")
	host.untilText("#people .ideas", "they play on in the other")
	host.tap(one("#idea-double button", "One person for two posts"))
	host.untilText("#checklist", "White: all 16 posts have a person.")
	host.tap(one("#people summary", "Swap people by hand"))
	var first, second string
	host.eval(`words(document.querySelector('[data-place-of=a1] bdi'))`, &first)
	host.eval(`words(document.querySelector('[data-place-of=e8] bdi'))`, &second)
	// By keys: focus, Enter, focus, Enter.
	for _, square := range []string{"a1", "e8"} {
		host.eval(fmt.Sprintf(`document.querySelector('[data-place-of=%s]').focus()`, square), nil)
		host.do("press Enter", chromedp.KeyEvent("\r"))
	}
	host.until("the two have changed places", fmt.Sprintf(`words(document.querySelector('[data-place-of=a1] bdi')) === %s && words(document.querySelector('[data-place-of=e8] bdi')) === %s`, quoted(second), quoted(first)))
	// And by dragging, which gives the two their places back: the events of a drag as
	// a browser sends them, since one without a window starts no drag of its own.
	host.eval(`((from, to) => {
		const held = new DataTransfer(), tell = (el, type) => el.dispatchEvent(new DragEvent(type, {bubbles: true, cancelable: true, dataTransfer: held}));
		tell(from, "dragstart");
		if (!tell(to, "dragover")) tell(to, "drop"); // a place that takes it says so
		tell(from, "dragend");
	})(document.querySelector('[data-place-of=e8] bdi'), document.querySelector('[data-place-of=a1] bdi'))`, nil)
	host.until("dragging swaps them back", fmt.Sprintf(`words(document.querySelector('[data-place-of=a1] bdi')) === %s && words(document.querySelector('[data-place-of=e8] bdi')) === %s`, quoted(first), quoted(second)))
	host.shoot("people-23")
	host.clean()
	var status int
	for i, csv := range [][]byte{whiteBank, blackBank} {
		host.tryAwait(fmt.Sprintf(`fetch("/host/questions", {method: "POST", body: new URLSearchParams({csv: %s, once: "q%d"})}).then((r) => r.status)`, quoted(string(csv)), i), &status)
	}
	host.tryAwait(`(async () => {
		const post = async (path, form) => (await fetch(path, {method: "POST", body: new URLSearchParams({...form, once: "x" + Math.random()})})).status;
		await post("/host/judge-add", {name: "Ruth"});
		return post("/host/rules", {"reveal-hold": "typed", "reveal-hold-typed": "0", "appeal-seconds": "typed", "appeal-seconds-typed": "0"});
	})()`, &status)
	judge := host.beside("judge", phone)
	host.untilText("#checklist", "Judges: 1.")
	judge.join(host, "judge-1")
	for approved := 0; approved < 72; {
		judge.tryAwait(`(async () => {
			const screen = await (await fetch("/judge/1", {headers: {Accept: "application/json"}})).json();
			const waiting = (screen.Approval.Groups || []).map((g) => g.Question);
			for (const q of waiting) {
				await fetch("/judge/1/approve", {method: "POST", body: new URLSearchParams({question: q.ID, revision: q.Revision})});
			}
			return waiting.length;
		})()`, &status)
		if approved += status; status == 0 {
			t.Fatalf("%d questions are approved", approved)
		}
	}
	host.untilText("#checklist", "Black: every bank is complete and approved.")
	host.tap(one("#checklist button", "Start the match"))
	host.untilText("#now", "White calls.")
	floor := host.beside("floor", phone)
	floor.join(host, "floor")
	floor.tap(one("button", "The floor is right"))
	floor.untilText("#floor-now", "Everybody stands right.")
	for _, seat := range []string{"gm-white", "gm-black"} {
		p := host.beside(seat, tablet)
		p.join(host, seat)
		p.do("leave", chromedp.Navigate("about:blank"))
	}
	host.tryAwait(`(async () => {
		const about = async () => (await (await fetch("/board", {headers: {Accept: "application/json"}})).json()).About;
		const post = async (path, form) => (await fetch(path, {method: "POST", body: new URLSearchParams({...form, about: await about(), once: "x" + Math.random()})})).status;
		const got = [await post("/gm/white/call", {call: "e2 e4"}), await post("/gm/black/call", {call: "d7 d5"}), await post("/gm/white/call", {call: "e4 d5"}), await post("/judge/1/vote", {vote: "wrong"})];
		return got.every((s) => s === 200) ? 1 : 0;
	})()`, &status)
	if status != 1 {
		t.Fatal("the match can't be played")
	}
	// Nobody has ticked a walk yet, so each goes from where they stood last.
	floor.untilText("#floor-now", "leaves d7 over the edge")
	floor.shoot("floor-walks")
	floor.tap(one("#floor-now .leaves button", "Done"))
	floor.until("one walk fewer is left", `document.querySelectorAll("#floor-now .walk-card").length === 1`)
	floor.tap(one("button", "Everybody stands right"))
	floor.untilText("#floor-now", "Everybody stands right.")
	host.shoot("played-23")
	for _, p := range []*page{host, judge, floor} {
		p.clean()
	}
}
