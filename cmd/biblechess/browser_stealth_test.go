package main

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"biblechess/event"
	"biblechess/event/chess"
	"biblechess/event/rules"
)

// drags drags from one element to another as a finger or a mouse does.
func (p *page) drags(from, to string) {
	p.t.Helper()
	var at [2]struct{ X, Y float64 }
	for i, which := range []string{from, to} {
		p.eval("(() => { const r = ("+which+").getBoundingClientRect(); return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()", &at[i])
	}
	p.do("drag", chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		for _, step := range []struct {
			typ  input.DispatchMouseEventType
			x, y float64
		}{
			{input.DispatchMouseEventTypeMousePressed, at[0].X, at[0].Y},
			{input.DispatchMouseEventTypeMouseMoved, (at[0].X + at[1].X) / 2, (at[0].Y + at[1].Y) / 2},
			{input.DispatchMouseEventTypeMouseMoved, at[1].X, at[1].Y},
			{input.DispatchMouseEventTypeMouseReleased, at[1].X, at[1].Y},
		} {
			if _, err := cdp.Call(ctx, target, input.DispatchMouseEvent, input.DispatchMouseEventParams{
				Type: step.typ, X: step.x, Y: step.y, Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1}); err != nil {
				return err
			}
		}
		return nil
	}))
}

// slides drags from one element to another with a finger, as a touch screen tells it.
func (p *page) slides(from, to string) {
	p.t.Helper()
	var at [2]struct{ X, Y float64 }
	for i, which := range []string{from, to} {
		p.eval("(() => { const r = ("+which+").getBoundingClientRect(); return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()", &at[i])
	}
	p.do("slide", chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		for i, typ := range []input.DispatchTouchEventType{input.DispatchTouchEventTypeTouchStart, input.DispatchTouchEventTypeTouchMove, input.DispatchTouchEventTypeTouchMove, input.DispatchTouchEventTypeTouchEnd} {
			points := []*input.TouchPoint{{X: at[0].X + (at[1].X-at[0].X)*float64(i)/2, Y: at[0].Y + (at[1].Y-at[0].Y)*float64(i)/2}}
			if typ == input.DispatchTouchEventTypeTouchEnd {
				points = []*input.TouchPoint{}
			}
			if _, err := cdp.Call(ctx, target, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: typ, TouchPoints: points}); err != nil {
				return err
			}
		}
		return nil
	}))
}

// holds presses an element, looks, and lets go.
func (p *page) holds(which string, look func()) {
	p.t.Helper()
	var at struct{ X, Y float64 }
	p.eval("(() => { const el = "+which+"; el.scrollIntoView({block: 'center'}); const r = el.getBoundingClientRect(); return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()", &at)
	mouse := func(typ input.DispatchMouseEventType) {
		p.do("press or let go", chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: typ, X: at.X, Y: at.Y, Button: input.MouseButtonLeft, ClickCount: 1})
			return err
		}))
	}
	mouse(input.DispatchMouseEventTypeMousePressed)
	look()
	mouse(input.DispatchMouseEventTypeMouseReleased)
}

func square(name string) string { return one("#gm-floor button[data-square="+name+"]", "") }

// emblem is the drawing on a square of a page.
func (p *page) emblem(name, want string) {
	p.t.Helper()
	p.until(name+" shows "+want, fmt.Sprintf(`document.querySelector("[data-square=%s] use")?.getAttribute("href") === "#e-%s"`, name, want))
}

// shields checks that a page draws no kind on its board.
func (p *page) shields() {
	p.t.Helper()
	p.until("nothing but shields is drawn", `((all) => all.length > 20 && all.every((u) => u.getAttribute("href") === "#e-shield"))([...document.querySelectorAll(".board use")])`)
}

// playerLinks are the private links of a side's players, by the square on which
// they stand.
func (f *floor) playerLinks(side chess.Side) map[string]string {
	f.t.Helper()
	status, body := f.desk.ask(http.MethodGet, event.GameMaster(side).Path()+"/cards")
	links := map[string]string{}
	for _, m := range regexp.MustCompile(`(?s) · ([a-h][1-8])</p>.*?(http[^<]*/p/[A-Z0-9]{12})`).FindAllStringSubmatch(string(body), -1) {
		links[m[1]] = m[2]
	}
	if status != http.StatusOK || len(links) != 16 {
		f.t.Fatalf("%d, %d private links", status, len(links))
	}
	return links
}

// TestS14S15StealthInBrowsers plays Stealth Chess on both tablets, with a head
// judge, the projector and two players' phones, through a bluffed capture and an
// unmasking, up to the reveal.
func TestS14S15StealthInBrowsers(t *testing.T) {
	t.Parallel()
	f := openFloor(t)
	host, hall, white, black := f.host, f.projector, f.gm[chess.White], f.gm[chess.Black]
	host.tap(one(`form[action$="/format"] button[value=stealth]`, ""))
	host.until("nobody needs a Quiz Master", `!document.querySelector("#seat-qm-white") && one("#seat-gm-white")`)
	f.desk.chooses(rules.Stealth, rules.House{rules.KeySuperBluff: rules.On, rules.KeyUnmask: rules.On, rules.KeyArbiterSees: rules.On})
	f.desk.places(chess.StartPosition())
	judge := f.device("head judge", phone, event.Judge(1), f.desk.links())
	host.until("the start is possible", `document.querySelector("#checklist form button")?.disabled === false`)
	host.tap(one("#checklist button", "Start the match"))

	// Setting up: by taps, by dragging, by keys; the other tablet sees shields.
	hall.untilText("#board-stage", "set up in secret")
	white.emblem("a1", "tower")
	white.tap(square("a1"))
	white.untilText("[data-arrange-said]", "now the square to exchange it with")
	white.tap(square("d2"))
	white.emblem("a1", "person")
	white.emblem("d2", "tower")
	white.drags(square("d2"), square("a1"))
	white.emblem("a1", "tower")
	white.slides(square("a1"), square("b2"))
	white.emblem("b2", "tower")
	white.emblem("a1", "person")
	white.eval(square("h2")+`.focus()`, nil)
	white.press(" ", 0)
	white.press("ArrowUp", 0) // nobody's row: nothing happens there
	white.press("ArrowDown", 0)
	white.press("ArrowDown", 0)
	white.press(" ", 0)
	white.emblem("h2", "tower")
	white.emblem("h1", "person")
	white.tap(one("#arrange-usual button", ""))
	white.emblem("h1", "tower")
	black.emblem("h1", "shield")
	f.shoot("stealth set-up")
	white.shoot("stealth set-up")
	for _, gm := range f.gm {
		gm.tap(one("#confirm button", "Confirm"))
	}
	hall.untilText("#board-stage", "White ("+teamNames[0]+") calls")
	hall.shields()
	judge.unfold("#judge-matter", "Both sides' pieces")
	judge.until("the head judge sees the pieces", `document.querySelectorAll("#judge-matter use[href='#e-horse']").length === 4`)
	for _, gm := range f.gm {
		gm.untilText("#head", "The head judge sees both sides' pieces")
	}

	// Two players' own phones: covered, and shown while held.
	links := [2]map[string]string{f.playerLinks(chess.White), f.playerLinks(chess.Black)}
	knight, unmasked := newContext(t, "White's player", phone), newContext(t, "Black's player", phone)
	knight.open(links[chess.White]["b1"])
	unmasked.open(links[chess.Black]["b8"])
	hidden := `getComputedStyle(document.querySelector("[data-secret-in]")).visibility`
	knight.until("the secret is covered", hidden+` === "hidden"`)
	knight.holds(one("[data-hold]", ""), func() {
		knight.until("the secret is shown while it is held", hidden+` === "visible" && words(document.querySelector("[data-secret-in]")).includes("Knight")`)
		knight.shoot("stealth held")
	})
	knight.until("it is covered again", hidden+` === "hidden"`)

	// A bluffed capture that is called.
	call := func(gm *page, uci string) {
		t.Helper()
		gm.until("the call can be made", `one("form[data-call]")`)
		gm.tap(square(uci[:2]))
		gm.tap(square(uci[2:]))
		gm.untilText("[data-sentence]", uci[:2]+" to "+uci[2:])
		gm.tap(one("[data-call-it]", ""))
	}
	call(white, "b1c3")
	black.until("the move can be answered", `one("#answer")`)
	black.resize(phone)
	black.inView("answers on a phone", "#gm-floor .board", "#answer button", "[data-call-it]", "[data-typed]", "#head h1")
	black.eval(`document.querySelector("[data-square=d7]").click()`, nil)
	black.eval(`document.querySelector("[data-square=d5]").click()`, nil)
	black.untilText("[data-sentence]", "d7 to d5")
	black.inView("a call instead on a phone", "#gm-floor .board", "#answer button", "[data-call-it]", "[data-sentence]")
	black.tap(one("[data-cancel]", ""))
	black.resize(tablet)
	black.inView("answers on a tablet", "#gm-floor .board", "#answer button", "[data-call-it]")
	black.tap(one("#answer button", "Let it stand"))
	hall.untilText("#board-stage", "Black let the move stand")
	call(black, "a7a5")
	white.until("the enemy's move can be called a bluff", `one("#answer")`)
	white.tap(square("c3"))
	white.tap(square("c7"))
	white.untilText("[data-sentence]", "This is a bluff: a Knight does not go so.")
	white.tap(one("[data-call-it]", ""))
	hall.untilText("#board-stage", "answers: surrender, or call the bluff")
	f.shoot("stealth claim")
	white.shoot("stealth claim")
	black.shoot("stealth claim")
	hall.shields()
	black.tap(one("#answer button", "Call the bluff"))
	hall.untilText("#board-stage", "a bluff that was called")
	black.tap(square("d1"))
	black.until("the blind choice is marked", `document.querySelector("[data-blind-square]").value === "d1"`)
	black.shoot("stealth choice")
	black.tap(one("#blind-choose button", ""))
	hall.untilText("#board-stage", "Black chose blindly")
	black.untilText("#gm-more", "was a Queen")
	if said := white.text("#gm-more"); strings.Contains(said, "was a Queen") {
		t.Error("White's tablet tells what Black has taken")
	}
	knight.untilText("#player", "You are off the floor")

	// An unmasking: the guesser sees it, its owner no longer does.
	call(black, "a5a4")
	white.tap(one("#answer button", "Let it stand"))
	white.unfold("#gm-beside", "Unmask somebody")
	white.tap(square("b8"))
	white.until("the board chooses whom", `document.querySelector("[data-guess-square]").value === "b8"`)
	white.tap(`one("#guess input[value=n]").closest("label")`)
	white.tap(one("#guess button", "Unmask"))
	hall.untilText("#board-stage", "right")
	white.emblem("b8", "horse")
	black.emblem("b8", "shield")
	unmasked.untilText("#player", "You are turned away")
	hall.shields()
	f.shoot("stealth unmasked")
	for _, p := range []*page{white, black, judge} {
		p.shoot("stealth unmasked")
	}
	call(white, "e2e4")
	black.tap(one("#answer button", "Let it stand"))
	black.until("it is answered", `!one("#answer") && one("form[data-call]")`)
	black.tap(square("b8"))
	black.tap(square("c6"))
	black.untilText("[data-sentence]", "You don't see this piece")

	// The end, the reveal, and the replay with the true pieces.
	f.desk.post("/gm/black/resign", "sure", "1", "about", f.desk.about())
	hall.untilText("#board-stage", "The match goes to "+teamNames[0])
	hall.shields()
	host.unfold("#now", "Reveal the pieces")
	host.tap(one("#reveal button", ""))
	hall.emblem("a1", "tower")
	hall.shoot("stealth revealed")
	f.clean()
	hall.open(f.program.links.Board + "/replay?ply=3")
	hall.untilText("#board-stage", "White: Knight "+people[0][1]+", c3 to c7: a bluff that was called.")
	hall.until("the replay is one column beside the board", `new Set([...one(".stage").children].map((el) => Math.round(el.getBoundingClientRect().left))).size === 1`)
	hall.shoot("stealth replay")
	hall.press("ArrowRight", 0)
	hall.untilText("#board-stage", "ply 4 of")

	// The sealed cards, six a page.
	white.open(strings.TrimSuffix(f.program.links.Board, "/board") + event.GameMaster(chess.White).Path() + "/cards")
	for paper := range papers {
		if d := white.printed(paper); len(d.pages) != 3 || !strings.Contains(strings.Join(d.pages, " "), people[0][0]) {
			t.Errorf("the sealed cards on %s are %d pages", paper, len(d.pages))
		}
	}
}

// TestS4TouchInBrowsers holds a phone as a Game Master's tablet: the panel leaves the own
// back rank free, whom the finger is on shows as chosen, and only somebody who is chosen
// can be touched.
func TestS4TouchInBrowsers(t *testing.T) {
	t.Parallel()
	h := &hall{t: t, program: startProgram(t, "")}
	d := newDesk(t, h.program)
	d.chooses(rules.Stealth, rules.House{rules.KeyTouchMove: rules.On, rules.KeySuperBluff: rules.Off, rules.KeyUnmask: rules.On, rules.KeyKingTransporting: rules.On, rules.KeyArbiterSees: rules.On})
	d.places(chess.StartPosition())
	d.post("/host/start")
	for _, side := range chess.Sides {
		d.post(event.GameMaster(side).Path()+"/confirm", "on", "1", "about", d.about())
	}
	gm := h.device("White's Game Master", phone, event.GameMaster(chess.White), d.links())
	gm.until("the panel lies below the board", `document.querySelector(".board").getBoundingClientRect().bottom <= one("#gm-call").getBoundingClientRect().top`)
	gm.until("nobody can be touched", `one("[data-touch-it]").disabled`)
	colour := `getComputedStyle(document.querySelector("[data-square=b1]")).backgroundColor`
	var before string
	gm.eval(colour, &before)
	gm.tap(square("b1"))
	gm.until("whom the finger is on is marked", colour+" !== "+quoted(before))
	gm.tap(one("[data-touch-it]", "Touch this piece"))
	gm.untilText("#gm-call", "You touched b1: that player must be moved.")
	gm.shoot("stealth touched")
	gm.clean()
}
