package main

import (
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// incidents are what happens between two plies of the script.
func (h *hall) incidents(ply int) {
	h.t.Helper()
	switch ply {
	case 2:
		h.refusedCall()
	case 6:
		h.staleTap()
	case 14:
		h.juggle()
	}
}

// midChallenge is what happens while a challenge is open.
func (h *hall) midChallenge(c *rules.Challenge) {
	h.t.Helper()
	switch h.model.ply {
	case 3:
		h.hint(c)
	case 5:
		h.pulledPlug(c)
	case 7:
		h.reload(c)
	case 41:
		if _, sequence := h.model.due(c); sequence != "White Rook, 1 of 3, pass 2" {
			h.t.Errorf("the fourth question of White's Rooks is %s", sequence)
		}
	}
}

// refusedCall types a call that the rules do not allow: the Game Master is told
// why beside the form, and nobody else sees anything of it (R3).
func (h *hall) refusedCall() {
	h.t.Helper()
	gm := h.gm[chess.Black]
	var others []string
	for _, p := range h.all() {
		if p != gm {
			others = append(others, p.text("main"))
		}
	}
	gm.fill(one("[data-typed]", ""), "d8 d5")
	var off bool
	if gm.eval(`document.querySelector("[data-call-it]").disabled`, &off); off {
		h.t.Errorf("%s: a typed call that is not legal can't be sent, so nobody is told why (R3)", gm.name)
	} else {
		gm.bearing([]string{"status of 422"}, func() {
			gm.tap(one("[data-call-it]", ""))
			gm.until("the refusal names the clause and the square", `["B3", "d7"].every((s) => words(one("form[data-call] [data-error]")).includes(s))`)
		})
	}
	gm.shoot("refused")
	h.same()
	i := 0
	for _, p := range h.all() {
		if p != gm {
			if now := p.text("main"); now != others[i] && p != h.host {
				h.t.Errorf("%s changed by a call that was refused: %s", p.name, now)
			}
			i++
		}
	}
}

// staleTap sends a call that was about an earlier turn, as a page does that has
// not heard of the last one.
func (h *hall) staleTap() {
	h.t.Helper()
	gm := h.gm[h.model.caller()]
	h.choose(gm, script[h.model.ply-1].call)
	gm.bearing([]string{"status of 409"}, func() {
		gm.eval(`document.querySelector("form[data-call] [name=about]").value -= 1`, nil)
		gm.tap(one("[data-call-it]", ""))
		gm.untilText("form[data-call] [data-error]", "has changed meanwhile")
	})
	h.same()
	gm.eval(`document.querySelector("form[data-call] [name=about]").value -= -1`, nil)
	gm.tap(one("[data-cancel]", ""))
	h.same()
}

// juggle lets White's Quiz Master ask the next Pawn's question later (B32).
func (h *hall) juggle() {
	h.t.Helper()
	qm := h.qm[chess.White]
	bank := rules.Bank{Side: chess.White, Kind: chess.Pawn}
	list := h.model.banks[bank]
	if h.model.used[bank] != 0 {
		h.t.Fatal("the bank to juggle was used already")
	}
	list[0], list[1] = list[1], list[0]
	qm.tap(one("#bank-pawn > summary", ""))
	qm.untilText("#bank-pawn li:nth-of-type(1)", spaced(list[1].text))
	qm.tap(`document.querySelector("#bank-pawn li:nth-of-type(1) button[aria-label='Ask later']")`)
	for i := range 2 {
		qm.untilText(fmt.Sprintf("#bank-pawn li:nth-of-type(%d)", i+1), spaced(list[i].text))
	}
	qm.until("the bank stays open", `document.querySelector("#bank-pawn").open`)
	qm.shoot("juggled")
	h.same()
}

// hint lets the asking Quiz Master give the Bishop a word (B20).
func (h *hall) hint(c *rules.Challenge) {
	h.t.Helper()
	qm := h.qm[c.Asking]
	qm.fill(one("#qm-ask [name=word]", ""), "Harpstring")
	qm.tap(one("#qm-ask button", "Give this hint"))
	qm.untilText("#qm-ask", "Hint given Harpstring")
	for _, j := range h.judges {
		j.untilText("#judge-matter", "Hint given Harpstring")
	}
	for _, p := range []*page{h.projector, h.gm[0], h.gm[1], h.qm[c.Asking.Other()]} {
		if strings.Contains(p.text("html"), "Harpstring") {
			h.t.Errorf("%s shows the hint, which is for the own console and the judges", p.name)
		}
	}
}

// reload loads pages anew while a challenge is open.
func (h *hall) reload(c *rules.Challenge) {
	h.t.Helper()
	for _, p := range []*page{h.projector, h.gm[0], h.qm[c.Asking], h.judges[1]} {
		p.do("load anew", chromedp.Reload())
		p.live()
		p.eval("performance.timeOrigin", &p.born)
	}
	h.challenged(c)
}

// lost is what the console says of connections that a killed program leaves.
var lost = []string{"ERR_CONNECTION", "ERR_INCOMPLETE_CHUNKED", "ERR_EMPTY_RESPONSE", "ERR_SOCKET_NOT_CONNECTED", "ERR_NETWORK"}

// pulledPlug kills the program and starts it again: pages lock by themselves,
// come back by themselves, and keep what was half typed.
func (h *hall) pulledPlug(c *rules.Challenge) {
	h.t.Helper()
	if c != nil && h.model.fromMemory(c) {
		h.qm[c.Asking].fill(one("#qm-ask [name=word]", ""), "Slin")
	}
	for _, p := range h.all() {
		p.expect(lost)
	}
	h.program.kill()
	for _, p := range h.all() {
		p.until("the page is locked", `document.body.dataset.state === "stale" && document.querySelector("main").inert`)
		p.untilText("[data-link]", "Not live")
	}
	if c != nil {
		if err := h.judges[0].tryTap(one("#judge-ballot form button", ""), 1); err == nil {
			h.t.Error("a locked page can be tapped")
		}
		h.shoot("locked")
	}
	h.program.start()
	for _, p := range h.all() {
		p.live()
		p.expect(nil)
	}
	if c != nil {
		h.challenged(c)
	}
	if c != nil && h.model.fromMemory(c) {
		var typed string
		h.qm[c.Asking].eval(`document.querySelector("#qm-ask [name=word]").value`, &typed)
		if typed != "Slin" {
			h.t.Errorf("the half-typed hint became %q", typed)
		}
		h.qm[c.Asking].eval(`document.querySelector("#qm-ask form").reset()`, nil)
	}
}
