package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestDemoPagesFitInBrowsers opens every page of the demo on every size of
// device: nothing is wider than the device, and the hall's screen shows all of
// the board without scrolling.
func TestDemoPagesFitInBrowsers(t *testing.T) {
	t.Parallel()
	program := startProgram(t, "demo")
	host := newContext(t, "host", laptop)
	host.open(program.links.Host)
	p := host.beside("", laptop)
	for seat, link := range program.links.Seats {
		p.name = string(seat)
		p.open(link)
		if seat != "board" {
			p.tap(one("a", "Yes, open my page"))
			p.until("the seat's page is there", fmt.Sprintf("location.pathname === %q", seat.Path()))
		}
		p.live()
		p.clean()
		for _, d := range []device{phone, tablet, wall} {
			p.fits(d)
		}
		p.do("leave", chromedp.Navigate("about:blank"))
	}
	for _, d := range []device{phone, tablet, wall} {
		host.fits(d)
	}
	host.clean()
	start := host.beside("start", phone)
	start.open(strings.TrimSuffix(program.links.Board, "/board") + "/")
	start.fits(phone)
	start.clean()
}

// fits checks that a page is no wider than a device.
func (p *page) fits(d device) {
	p.t.Helper()
	p.do("turn into another device", chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: d.width, Height: d.height, DeviceScaleFactor: 1, Mobile: d.touch})
		return err
	}))
	p.until("the page has the device's size", fmt.Sprintf("innerWidth >= %d && visualViewport.width > 0", d.width))
	var size struct {
		Width, Wide, Height, High int64
		What                      string
	}
	p.eval(`(() => {
		const root = document.scrollingElement;
		const wide = [...document.querySelectorAll("main *")].filter((el) => el.getBoundingClientRect().right > root.clientWidth + 1 && shown(el));
		return {Width: innerWidth, Wide: root.scrollWidth, Height: innerHeight, High: root.scrollHeight,
			What: wide.slice(0, 3).map((el) => el.outerHTML.slice(0, 160)).join("\n")};
	})()`, &size)
	p.shoot(fmt.Sprintf("demo-%dx%d", d.width, d.height))
	// A phone widens its window to what does not fit, so the device counts.
	if size.Wide > d.width || size.Width > d.width {
		p.t.Errorf("%s is %d wide on a device of %d: %s", p.name, max(size.Wide, size.Width), d.width, size.What)
	}
	if p.name == "board" && d == wall && size.High > size.Height {
		p.t.Errorf("the hall's screen is %d high, and shows %d", size.High, size.Height)
	}
}

// TestSeatsSideBySideInOneBrowser holds the host's, the head judge's and the
// projector's pages in one browser, as on an evening with one laptop.
func TestSeatsSideBySideInOneBrowser(t *testing.T) {
	t.Parallel()
	program := startProgram(t, "demo")
	host := openHost(t, program)
	judge := host.beside("judge", phone)
	judge.join(host, "judge-1")
	projector := host.beside("projector", wall)
	projector.open(program.links.Board)
	second := host.beside("judge 2", phone)
	second.join(host, "judge-2")
	all := []*page{host, judge, projector, second}
	for _, p := range all {
		p.do("load anew", chromedp.Reload())
		p.live()
	}
	host.until("the page is the host's", `location.pathname === "/host" && one("#seats", "")`)
	judge.untilText("#head", "Judge 1 · head judge")
	second.untilText("#head", "Judge 2")
	projector.until("the board is there", `document.querySelectorAll("[data-square]").length === 64`)
	host.until("both judges are seen", `["judge-1", "judge-2"].every((seat) => words(document.querySelector("#seat-" + seat + " summary")).includes("Live"))`)
	for _, p := range all {
		p.clean()
	}
}

// TestSeatGivenAnewInBrowsers gives a seat to another device: the old one is
// told, and can do nothing any more.
func TestSeatGivenAnewInBrowsers(t *testing.T) {
	t.Parallel()
	program := startProgram(t, "demo")
	host := openHost(t, program)
	old := newContext(t, "old tablet", tablet)
	old.join(host, "gm-white")
	seat := "#seat-gm-white"
	var before string
	host.eval(fmt.Sprintf(`document.querySelector(%s).href`, quoted(seat+` a[href*="/j/"]`)), &before)
	host.tap(one(seat+" > details > summary", ""))
	host.tap(one(seat+" summary", "Give this seat to another device"))
	host.tap(one(seat+" button", "make a new code"))
	host.until("the link is another", fmt.Sprintf(`document.querySelector(%s).href !== %s`, quoted(seat+` a[href*="/j/"]`), quoted(before)))

	old.until("the old device is told", `shown(document.querySelector("[data-gone]")) && document.body.dataset.state === "gone"`)
	old.untilText("[data-gone]", "This seat was given to another device.")
	old.until("the old device is locked", `document.querySelector("main").inert`)
	old.shoot("given-anew")
	if err := old.tryTap(one("button[data-square=d2]", ""), 1); err == nil {
		t.Error("the old device's board can still be tapped")
	}
	old.bearing([]string{"status of 403"}, func() {
		var status int
		old.tryAwait(`fetch("/gm/white/call", {method: "POST", body: new URLSearchParams({from: "d2", to: "d3", about: "1"})}).then((r) => r.status)`, &status)
		if status != 403 {
			t.Errorf("a call of the old device is answered with %d, and 403 was due", status)
		}
	})

	anew := newContext(t, "new tablet", tablet)
	anew.join(host, "gm-white")
	anew.until("the new device has the board", `document.querySelectorAll("button[data-square]").length === 64`)
	// Whoever says in one tab that this is not them gives the seat up in all of them.
	var link string
	host.eval(fmt.Sprintf(`document.querySelector(%s).href`, quoted(seat+` a[href*="/j/"]`)), &link)
	tab := anew.beside("new tablet's second tab", tablet)
	tab.open(link)
	tab.tap(one("button", "No, this isn't me"))
	anew.untilText("[data-gone]", "given up in another tab of this browser")
	for _, p := range []*page{host, old, anew, tab} {
		p.clean()
	}
}

// tryAwait evaluates an expression that gives a promise.
func (p *page) tryAwait(js string, into *int) {
	p.t.Helper()
	if err := p.await(js, patience, into); err != nil {
		p.fail("%s: %v", js, err)
	}
}

// TestPagesLockWhileTheProgramIsGone kills the program under an empty evening's
// pages and starts it again.
func TestPagesLockWhileTheProgramIsGone(t *testing.T) {
	t.Parallel()
	program := startProgram(t, "")
	host := openHost(t, program)
	projector := newContext(t, "projector", wall)
	projector.open(program.links.Board)
	host.fill(one(`form[action$="/match"] [name=match]`, ""), "Half a na")
	pages := []*page{host, projector}
	for _, p := range pages {
		p.expect(lost)
	}
	program.kill()
	for _, p := range pages {
		p.until("the page is locked", `document.body.dataset.state === "stale" && document.querySelector("main").inert`)
		p.shoot("gone")
	}
	program.start()
	for _, p := range pages {
		p.live()
		p.expect(nil)
		var born float64
		if p.eval("performance.timeOrigin", &born); born != p.born {
			t.Errorf("%s was loaded anew", p.name)
		}
		p.clean()
	}
	var typed string
	if host.eval(`document.querySelector("[name=match]").value`, &typed); typed != "Half a na" {
		t.Errorf("the half-typed name became %q", typed)
	}
	host.tap(one(`form[action$="/match"] button`, "Save"))
	projector.untilText("#board-stage", "Half a na")
}
