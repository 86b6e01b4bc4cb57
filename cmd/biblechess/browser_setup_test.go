package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// hall is a program with the devices of a whole match, each a browser context
// of its own.
type hall struct {
	t         *testing.T
	program   *program
	host      *page
	gm, qm    [2]*page
	judges    [3]*page
	projector *page
	model     *model
}

// all are the pages that are open.
func (h *hall) all() []*page {
	var list []*page
	for _, p := range []*page{h.host, h.gm[0], h.gm[1], h.qm[0], h.qm[1], h.judges[0], h.judges[1], h.judges[2], h.projector} {
		if p != nil {
			list = append(list, p)
		}
	}
	return list
}

// openHost enters the host's page by the one-time link.
func openHost(t *testing.T, p *program) *page {
	t.Helper()
	host := newContext(t, "host", laptop)
	host.open(p.links.Host)
	host.until("the host's page is there", `location.pathname === "/host"`)
	return host
}

// join opens a seat's link, as it stands on the host's page, on a new device.
func (h *hall) join(name, seat string, d device) *page {
	h.t.Helper()
	p := newContext(h.t, name, d)
	p.join(h.host, seat)
	return p
}

// join takes a seat by the link on the host's page.
func (p *page) join(host *page, seat string) {
	p.t.Helper()
	var link string
	host.eval(fmt.Sprintf(`document.querySelector(%s)?.href || ""`, quoted("#seat-"+seat+` a[href*="/j/"]`)), &link)
	if link == "" {
		host.fail("there is no link for %s", seat)
	}
	p.open(link)
	p.tap(one("a", "Yes, open my page"))
	p.until("the seat's page is there", fmt.Sprintf("location.pathname === %s", quoted("/"+strings.Replace(seat, "-", "/", 1))))
	p.live()
	p.eval("performance.timeOrigin", &p.born)
}

// setUp sets the scripted match up through the pages, and starts it.
func (h *hall) setUp() {
	t, host := h.t, h.host
	t.Helper()
	checks := "#checklist"
	host.untilText(checks, "White: 0 posts have a person; the other 16 are markers")
	host.untilText(checks, "At least one judge is needed")
	host.untilText(checks, "The match can start once every line above is ticked.")
	h.refuseStart("judge")

	host.fill(one(`form[action$="/match"] [name=match]`, ""), "Friday night")
	host.fill(one(`form[action$="/match"] [name=white]`, ""), teamNames[0])
	host.fill(one(`form[action$="/match"] [name=black]`, ""), teamNames[1])
	host.tap(one(`form[action$="/match"] button`, "Save"))
	for i, side := range []string{"white", "black"} {
		region := "#roster-" + side
		host.untilText(region+" h2", teamNames[i])
		host.tap(one(region+" summary", "Paste a list of names"))
		host.fill(one(region+" textarea", ""), strings.Join(people[i], "\n"))
		host.tap(one(region+" button", "Place them"))
		host.untilText(region, "16 of 16 posts named")
	}
	host.untilText(checks, "White: all 16 posts have a person.")
	host.tap(one("#names button", "Full names")) // the model knows people by them
	host.until("full names are chosen", `one("#names button[aria-pressed=true]", "Full names")`)
	for i, name := range judgeNames {
		host.fill(one(`form[action$="/judge-add"] [name=name]`, ""), name)
		host.tap(one(`form[action$="/judge-add"] button`, ""))
		host.until("the judge is listed", fmt.Sprintf(`words(document.getElementById("row-judge-%d")).includes(%s)`, i+1, quoted(name)))
	}
	host.untilText(checks, "Judges: 3.")
	host.untilText("#row-judge-1", "head judge")

	// The script needs en passant; the waits after a ruling would only make the
	// match longer, and so would not teach more.
	host.tap(`document.querySelector("#rule-en-passant input[value=on]").closest("label")`)
	for _, wait := range []string{"appeal-seconds", "reveal-hold"} {
		host.fill(fmt.Sprintf(`document.querySelector("#rule-%s input[type=text]")`, wait), "0")
		host.tap(fmt.Sprintf(`document.querySelector("#rule-%s input[value=typed]").closest("label")`, wait))
	}
	host.tap(one(`form[action$="/rules"] button`, "Save"))
	host.until("the house rules are saved", `document.querySelector("#rule-en-passant input[value=on]").defaultChecked`)

	host.untilText(checks, "has no questions yet")
	h.refuseStart("no questions yet")
	folder := t.TempDir()
	for i, file := range []struct {
		name string
		text []byte
	}{{"bible-white.csv", whiteBank}, {"bible-black.csv", blackBank}} {
		path := filepath.Join(folder, file.name)
		if err := os.WriteFile(path, file.text, 0o600); err != nil {
			t.Fatal(err)
		}
		host.brings(`document.querySelector("#banks input[type=file]")`, path)
		host.tap(one("#banks button", "Load these questions"))
		host.until("36 more questions are counted", fmt.Sprintf(
			`[...document.querySelectorAll("#banks tbody tr td:nth-of-type(1)")].reduce((n, td) => n + parseInt(words(td)), 0) === %d`, 36*(i+1)))
	}
	host.untilText(checks, "36 of White's questions wait for the approval of 2 of 3 judges.")
	h.refuseStart("approval")
	h.shoot("set-up")

	h.takeSeats()
	h.approve()
	host.untilText(checks, "White: every bank is complete and approved.")
	host.untilText(checks, "Black: every bank is complete and approved.")
	host.until("the start is possible", `!document.querySelector("#checklist form button").disabled`)
	host.tap(one("#checklist button", "Start the match"))
	host.untilText("#now", h.model.turn())
}

// refuseStart asks for the start although something is missing: the form says
// so by a button that is switched off, and the program in words.
func (h *hall) refuseStart(about string) {
	h.t.Helper()
	h.host.until("the start is switched off", `document.querySelector("#checklist form button").disabled`)
	h.host.bearing([]string{"status of 422"}, func() {
		h.host.eval(`document.querySelector("#checklist form").requestSubmit()`, nil)
		h.host.until("the refusal names what is missing", fmt.Sprintf(
			`words(document.querySelector("#checklist form [data-error]")).includes(%s)`, quoted(about)))
	})
}

// takeSeats joins every device by the links on the host's page.
func (h *hall) takeSeats() {
	h.t.Helper()
	for i, side := range []string{"white", "black"} {
		h.gm[i] = h.join("Game Master "+side, "gm-"+side, tablet)
		h.qm[i] = h.join("Quiz Master "+side, "qm-"+side, tablet)
	}
	for i := range h.judges {
		h.judges[i] = h.join(fmt.Sprintf("judge %d", i+1), fmt.Sprintf("judge-%d", i+1), phone)
	}
	h.projector = newContext(h.t, "projector", wall)
	h.projector.open(h.program.links.Board)
	h.projector.untilText("#board-stage", people[0][0])
	for i, j := range h.judges {
		j.untilText("#head", judgeNames[i])
	}
	h.judges[0].untilText("#head", "3 of 3 judges here")
	h.host.until("the host sees everybody live", `["gm-white", "gm-black", "qm-white", "qm-black", "judge-1", "judge-2", "judge-3"].every(
		(seat) => words(document.querySelector("#seat-" + seat + " summary")).includes("Live"))`)
}

// asking is the question that waits in front of a judge, "" when there is none.
const asking = `document.querySelector("#judge-approve article")?.dataset.key || ""`

// approveRest approves what still waits for a judge, as fast as the page's own
// form would be sent, and gives their number.
const approveRest = `(async () => {
	let sent = 0;
	for (;;) {
		const screen = await (await fetch(location.pathname, { headers: { Accept: "application/json" } })).json();
		const waiting = (screen.Approval?.Groups || []).map((g) => g.Question);
		if (!waiting.length) return sent;
		for (const q of waiting) {
			await fetch(location.pathname + "/approve", {
				method: "POST", headers: { Accept: "application/json" },
				body: new URLSearchParams({ question: q.ID, revision: q.Revision }),
			});
			sent++;
		}
	}
})()`

// approve lets the three judges approve all questions, each on their own phone:
// some by hand, at the same time, and the rest by the form that the page sends.
func (h *hall) approve() {
	h.t.Helper()
	h.approveUnderEyes()
	const all, byHand = "72 of 72 approved", 4
	var busy sync.WaitGroup
	for _, j := range h.judges {
		busy.Go(func() {
			for range byHand {
				j.tryTap(one("#judge-approve button", "Approve"), 1)
			}
		})
	}
	busy.Wait()
	for _, j := range h.judges {
		var sent int
		j.tryAwait(approveRest, &sent)
	}
	for _, j := range h.judges {
		j.untilText("#judge-approve", all)
		var left string
		if j.eval(`words(one("#judge-approve .approve button", ""))`, &left); left != "" {
			h.t.Errorf("%s: all questions are approved, and there is still a button: %s", j.name, left)
		}
	}
}

// approveUnderEyes lets one judge approve while the others read: what they read
// must stay, since their tap approves what they have in front of them.
func (h *hall) approveUnderEyes() {
	h.t.Helper()
	reading := [3]string{}
	for i, j := range h.judges {
		j.eval(asking, &reading[i])
	}
	for n := range 3 {
		h.judges[0].tap(one("#judge-approve button", "Approve"))
		// A majority of the three judges has to approve each.
		h.judges[0].untilText("#judge-approve", fmt.Sprintf("0 of 72 approved · %d for you to read", 71-n))
	}
	for i, j := range h.judges[1:] {
		var now string
		if j.eval(asking, &now); now != reading[i+1] {
			h.t.Errorf("%s: the question changed from %s to %s while it was being read", j.name, reading[i+1], now)
		}
	}
}

// shoot keeps pictures of all pages, where they are asked for.
func (h *hall) shoot(moment string) {
	for _, p := range h.all() {
		p.shoot(moment)
	}
}
