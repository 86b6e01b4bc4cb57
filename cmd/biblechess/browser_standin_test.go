package main

import (
	"fmt"
	"strings"
	"testing"

	"biblechess/event"
	"biblechess/event/chess"
	"biblechess/event/rules"
)

// inView checks that whatever the selectors find is on the screen without scrolling,
// and that nothing lies over it.
func (p *page) inView(moment string, selectors ...string) {
	p.t.Helper()
	p.eval("scrollTo(0, 0)", nil)
	p.shoot(moment)
	for _, selector := range selectors {
		p.until(moment+": "+selector+" is in view", fmt.Sprintf(`((all) => all.length > 0 && all.every((el) => {
			const b = el.getBoundingClientRect(), at = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
			return b.top >= -1 && b.bottom <= innerHeight + 1 && b.left >= -1 && b.right <= innerWidth + 1 && el.contains(at);
		}))([...document.querySelectorAll(%s)].filter(shown))`, quoted(selector)))
	}
}

// TestB2StandInIsNamedInBrowsers asks a marker and looks at whom its Game Master may
// name: everybody is on the screen, under the head, and no two look alike.
func TestB2StandInIsNamedInBrowsers(t *testing.T) {
	t.Parallel()
	program := startProgram(t, "")
	d := newDesk(t, program)
	d.chooses(rules.Bible, rules.House{})
	d.post("/host/match", "match", "Evening", "white", teamNames[0], "black", "Evangelische Jugend Unterliederbach")
	names := append([]string(nil), longNames[1]...)
	names[8], names[9], names[11] = "Anna Lee", "Anna Lee", ""
	d.places(chess.StartPosition())
	fields := []string{"side", "black"}
	for i, name := range names {
		fields = append(fields, fmt.Sprintf("post-%c%d", 'a'+i%8, 8-i/8), name)
	}
	d.post("/host/roster", fields...)
	d.bring()
	d.post("/host/start")
	for i, uci := range []string{"e2e4", "d7d5", "e4d5"} {
		d.call(chess.Sides[i%2], uci)
	}
	h := &hall{t: t, program: program}
	gm := h.device("Game Master Black", phone, event.GameMaster(chess.Black), d.links())
	gm.until("everybody can be named", `document.querySelectorAll(".stand-in button").length === 15`)
	gm.until("no two look alike", `new Set([...document.querySelectorAll(".stand-in button")].map(words)).size === 15`)
	gm.untilText(".stand-in", "Anna Lee a7 Pawn on a7")
	gm.inView("stand-in on a phone", "#head h1", ".stand-in > .strong")
	gm.fits(phone)
	gm.resize(tablet)
	gm.inView("stand-in on a tablet", "#head h1", ".stand-in > .strong", ".stand-in button", "#gm-floor .board", ".link")
	gm.resize(phone)
	gm.tap(one(".stand-in button", "Pawn on b7"))
	gm.until("it is named", `!one(".stand-in")`)
	judge := h.device("head judge", phone, event.Judge(1), d.links())
	judge.untilText("#judge-matter", "Anna Lee")
	judge.until("which judge this is stands in one line", `((p) => p.getBoundingClientRect().height < 1.7 * parseFloat(getComputedStyle(p).fontSize) && words(p) === "Judge 1 · head judge")(document.querySelector(".band-side"))`)
	judge.until("an answer from right to left stands below its heading", `((dd) => {
		const left = (el, range = document.createRange()) => (range.selectNodeContents(el), range.getBoundingClientRect().left);
		dd.textContent = "אלימלך";
		return Math.abs(left(dd) - left(dd.parentElement.querySelector("dt"))) < 3;
	})(one(".answers dd", ""))`)
	judge.shoot("judged on a phone")

	board := newContext(t, "spectator", phone)
	board.open(program.links.Board)
	board.until("the teams are shown", `one(".team h2", "")`)
	board.shoot("spectator")
	var m measured
	board.eval(measure, &m)
	for _, fault := range m.Faults {
		if strings.HasPrefix(fault, "broken without a hyphen") {
			t.Error(fault)
		}
	}
	board.until("a phone has no button for keys", `!shown(document.querySelector("[data-keys-open]"))`)
	for _, p := range []*page{gm, judge, board} {
		p.clean()
	}
}
