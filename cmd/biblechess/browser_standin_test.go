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
	judge := screenOf[event.JudgeScreen](d, event.Judge(1))
	if judge.Challenge == nil || !strings.Contains(judge.Challenge.Asks, "Anna Lee") {
		t.Errorf("the judges see %+v", judge.Challenge)
	}
	gm.clean()
}
