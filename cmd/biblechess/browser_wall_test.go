package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"biblechess/event"
	"biblechess/event/chess"
)

// wallSizes are the screens that a hall has.
var wallSizes = []device{{1024, 768, false}, {3840, 2160, false}, {1280, 720, false}, wall}

// longNames are full names of 36 characters with first names of 14, and two
// people of one name.
var longNames = [2][]string{
	{
		"Christopherson Abercrombie-Lancaster", "Bartholomew Featherstonehaugh-Nguyen", "Maria-Angelika Longbottom-Fairweathe", "Clementina-Joy Wolfeschlegelsteinhau",
		"Montgomeryanna Cholmondeley-Marchban", "Anna Lee", "Ezra", "Naomi",
		"Keturah", "Anna Lee", "Priscilla", "Titus", "Samuel", "Enoch", "Dinah", "Boaz",
	},
	{
		"Wilhelminamary Threlkeld-Featherston", "Abigail", "Barnabas", "Maximilliano-J Hohenzollern-Sigmarin",
		"Hephzibah-Ruth Ossenbrunner-Waldegra", "Phoebe", "Silas", "שרה כהן",
		"Esther", "Micah", "Joel", "Nebuchadnezzar von und zu der Tann-R", "Amos", "Rachel", "Leah", "سلمى الحداد",
	},
}

// longQuestion has 600 characters.
var longQuestion = strings.Repeat("Which queen risked her life by going in to the king unbidden, and what did she say to her cousin before? ", 6)[:600]

// longBank is a side's questions, all of 600 characters.
func longBank(side string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write([]string{"team", "piece", "number", "question", "answer", "reference"})
	for _, bank := range []struct {
		piece string
		size  int
	}{{"Rook", 1}, {"Bishop", 1}, {"Knight", 1}, {"Pawn", 2}, {"Quiz Master", 2}} {
		for n := range bank.size {
			mark := fmt.Sprintf("%s %s %d: ", side, bank.piece, n+1)
			w.Write([]string{side, bank.piece, fmt.Sprint(n + 1), mark + longQuestion[len(mark):], "Esther, whom some call Hadassah", "Esther 4:16"})
		}
	}
	w.Flush()
	return b.String()
}

// quick lets the acts of a ruling pass faster, and notes who is seen to walk.
const quick = `(() => {
	const slow = window.setTimeout;
	window.setTimeout = (act, wait, ...more) => slow(act, wait > 3000 ? wait / 8 : wait, ...more);
	window.walked = [];
	const animate = Element.prototype.animate;
	Element.prototype.animate = function (...how) {
		if (this.dataset?.walker) window.walked.push(this.dataset.walker + " " + this.closest("[data-square]").dataset.square);
		return animate.apply(this, how);
	};
	window.acts = [];
	new MutationObserver(() => window.acts.push(document.body.dataset.act || "board")).observe(document.body, {attributes: true, attributeFilter: ["data-act"]});
})()`

// measure finds what the back row can't read on a wall: text that is cut off or
// out of its place, type that is too small for its share of the height, and
// contrast below 7 to 1.
const measure = `(() => {
	const faults = [], high = innerHeight, wide = innerWidth;
	const sample = (el) => (el.className?.baseVal ?? el.className) + " " + words(el).slice(0, 40);
	// Round names of squares and marks may use their square's edge.
	const texts = [];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const node = walker.currentNode, el = node.parentElement;
		if (!node.data.trim() || !el.closest("main") || el.closest(".sr, script, svg") || !shown(el)) continue;
		const style = getComputedStyle(el);
		if (style.visibility === "hidden") continue;
		texts.push([node, el, style]);
	}
	if (!texts.length && !document.querySelector(".blank-stage")) faults.push("nothing is shown");
	for (const [node, el, style] of texts) {
		const range = document.createRange();
		range.selectNodeContents(node);
		const r = range.getBoundingClientRect();
		if (r.left < -1 || r.top < -1 || r.right > wide + 1 || r.bottom > high + 1) faults.push("out of the screen: " + sample(el));
		// A line's box is taller than its letters by what is above and below them.
		const spare = parseFloat(style.fontSize) * 0.3;
		for (let box = el; box && box.id !== "main"; box = box.parentElement) {
			if (getComputedStyle(box).overflow === "visible") continue;
			const b = box.getBoundingClientRect();
			if (r.left < b.left - 2 || r.right > b.right + 2 || r.top < b.top - spare || r.bottom > b.bottom + spare) faults.push("cut off: " + sample(el));
		}
		// A word goes on in the next line after a hyphen alone.
		const boxes = (from, to) => (range.setStart(node, from), range.setEnd(node, to), [...range.getClientRects()].filter((b) => b.width > 0));
		for (const word of node.data.matchAll(/[\p{L}\p{M}]{2,}/gu)) {
			const at = word.index, end = at + word[0].length;
			if (boxes(at, end).length < 2) continue;
			// The first letter after a hyphen that the browser has drawn owns its box, too.
			const tops = [];
			for (let i = at; i < end; i++) tops.push(boxes(i, i + 1).at(-1)?.top);
			if (tops.some((top, i) => i && Math.abs(top - tops[i - 1]) > parseFloat(style.fontSize) / 2)) faults.push("broken without a hyphen: " + word[0] + " in " + sample(el));
		}
		const cell = el.closest("[data-square]")?.getBoundingClientRect();
		if (cell && (r.left < cell.left - 2 || r.right > cell.right + 2 || r.bottom > cell.bottom + spare)) faults.push("beyond its square: " + sample(el) + " " + Math.round(r.width) + " of " + Math.round(cell.width));
	}
	const least = {".board .name bdi": 0.018, ".called-who bdi": 0.05, ".called-way b": 0.05, ".duel .who": 0.05, ".winner h2": 0.05};
	const sizes = {};
	for (const [selector, share] of Object.entries(least)) {
		for (const el of document.querySelectorAll(selector)) {
			if (!shown(el)) continue;
			const size = parseFloat(getComputedStyle(el).fontSize) / high;
			sizes[selector] = Math.min(sizes[selector] ?? 1, size);
			if (size < share) faults.push("too small, " + (100 * size).toFixed(2) + " % of the height: " + sample(el));
		}
	}
	// Every small text is still a text for the hall.
	for (const [, el, style] of texts) if (parseFloat(style.fontSize) / high < 0.013) faults.push("tiny: " + sample(el) + " " + style.fontSize);
	const parse = (c) => (c.match(/[\d.]+/g) || []).map(Number);
	const lum = ([r, g, b]) => [r, g, b].map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
	let lowest = 99;
	for (const [, el, style] of texts) {
		let ground = null;
		for (let box = el; box && !ground; box = box.parentElement) {
			const c = parse(getComputedStyle(box).backgroundColor);
			if (c.length === 3 || c[3] === 1) ground = c;
		}
		const a = lum(parse(style.color)), b = lum(ground || [255, 255, 255]), ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		lowest = Math.min(lowest, ratio);
		if (ratio < 7) faults.push("contrast " + ratio.toFixed(1) + ": " + sample(el) + " " + style.color + " on " + ground);
	}
	const names = document.querySelectorAll(".board .name bdi").length;
	return {Faults: [...new Set(faults)], Sizes: sizes, Contrast: lowest, Names: names};
})()`

// footFree tells whether the button for sound covers none of the names at the foot.
const footFree = `(([a, ...texts]) => texts.length > 1 && texts.every((b) => b.bottom <= a.top || b.right <= a.left))([document.querySelector("[data-sound-open]"), ...document.querySelectorAll(".foot-line p")].map((el) => el.getBoundingClientRect()))`

// measured is what a wall shows at one size.
type measured struct {
	Faults   []string
	Sizes    map[string]float64
	Contrast float64
	Names    int
}

// resize gives a page another screen.
func (p *page) resize(d device) {
	p.t.Helper()
	p.do("turn into another screen", chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: d.width, Height: d.height, DeviceScaleFactor: 1, Mobile: d.touch})
		return err
	}))
	p.until("the page has the screen's size", fmt.Sprintf("innerWidth === %d && innerHeight === %d", d.width, d.height))
	p.eval("(window.drawn = false, requestAnimationFrame(() => requestAnimationFrame(() => (window.drawn = true))))", nil)
	p.until("the page is drawn", "window.drawn")
}

// state measures one state of the wall on every screen and in every look, and
// keeps a picture of it.
func (p *page) state(name string) {
	p.t.Helper()
	for _, d := range wallSizes {
		p.resize(d)
		looks := []string{"light"}
		if d == wall {
			looks = []string{"dark", "contrast", "light"}
		}
		for _, look := range looks {
			var m measured
			p.eval(fmt.Sprintf("(document.documentElement.dataset.look = %q, document.getAnimations().forEach((a) => a.effect.getComputedTiming().iterations === Infinity || a.finish()), %s)", look, measure), &m)
			for _, f := range m.Faults {
				p.t.Errorf("%s at %d×%d, %s: %s", name, d.width, d.height, look, f)
			}
			if d == wall && look == "light" || d.height == 768 {
				p.t.Logf("%s at %d×%d: contrast from %.1f, shares of the height %v", name, d.width, d.height, m.Contrast, m.Sizes)
			}
		}
		if d == wall || d.height == 768 {
			p.keep(fmt.Sprintf("%s %dx%d", name, d.width, d.height))
		}
	}
}

// keep writes a picture of the page to the run's artefacts, shots/projector.
func (p *page) keep(name string) {
	p.t.Helper()
	folder := filepath.Join("..", "..", "shots", "projector")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		p.t.Fatal(err)
	}
	p.eval("document.getAnimations().forEach((a) => a.effect.getComputedTiming().iterations === Infinity || a.finish())", nil)
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, strings.ReplaceAll(name, " ", "-")+".png"), png, 0o644)
	}
	if err != nil {
		p.t.Errorf("no picture of %s: %v", name, err)
	}
}

// TestTheWallInBrowsers plays a short match before two projectors and measures
// each state of the first: names on squares take 1.8 % of the height and calls
// 5 % or more, nothing is cut off, contrast is 7 to 1 or better.
func TestTheWallInBrowsers(t *testing.T) {
	t.Parallel()
	program := startProgram(t, "")
	d := newDesk(t, program)
	d.post("/host/match", "match", "Autumn evening of all the villages round about", "white", "Lions of Zion and of Judah", "black", "Shepherds of the Hill Country")
	d.post("/host/rules", "reveal-hold", "0", "appeal-seconds", "0", "bank-sizes", "1,1,1,2,2", "answer-seconds", "30")
	d.post("/host/judge-add", "name", "Ruth")
	d.post("/host/roster", "side", "white", "paste", strings.Join(longNames[0][:9], "\n"))

	screen := newContext(t, "projector", wall)
	screen.calm(false)
	screen.open(d.address + "/projector")
	screen.until("the first screen is projector 1", `location.pathname === "/projector/1"`)
	screen.eval(quick, nil)
	screen.until("the line-ups fill", `words(one(".lineup.side-white h3")).includes("9 of 16")`)
	screen.until("there is a code to join by", `one(".join-code img")?.naturalWidth > 0`)
	if said := screen.text("[data-sound-open]"); !strings.Contains(said, "Tap for sound") {
		t.Errorf("before a touch the sound's button says %q", said)
	}
	screen.resize(device{1024, 768, false})
	screen.shoot("tap for sound")
	screen.until("its button leaves the names at the foot free", footFree)
	screen.resize(wall)
	screen.tap(`document.querySelector("[data-sound-open]")`)
	screen.until("the sound is on", `document.querySelector("[data-sound-open]").dataset.soundState === "on"`)

	d.post("/host/roster", "side", "white", "paste", strings.Join(longNames[0], "\n"))
	d.post("/host/roster", "side", "black", "paste", strings.Join(longNames[1], "\n"))
	screen.until("the line-ups are full", `words(one(".lineup.side-black h3")).includes("16 of 16")`)
	d.post("/host/names", "full", "1")
	screen.until("full names are shown", `words(document.querySelector("#board-stage")).replaceAll("\u00ad", "").includes("Featherstonehaugh")`)
	screen.state("1 line-ups")
	d.post("/host/names", "full", "0")

	for _, link := range d.links() {
		d.ask("GET", strings.TrimPrefix(link, d.address))
	}
	for _, side := range []string{"White", "Black"} {
		d.post("/host/questions", "csv", longBank(side))
	}
	for a := screenOf[event.JudgeScreen](d, event.Judge(1)).Approval; a != nil && a.Waiting > 0; a = screenOf[event.JudgeScreen](d, event.Judge(1)).Approval {
		for _, bank := range a.Groups {
			d.post("/judge/1/approve", "question", bank.Question.ID, "revision", fmt.Sprint(bank.Question.Revision))
		}
	}
	judge := newContext(t, "judge", phone)
	judge.open(d.links()[event.Judge(1)])
	judge.open(d.address + "/judge/1")
	d.post("/host/start")
	screen.until("the board fills the wall", `document.querySelectorAll(".board [data-walker]").length === 32 && shown(one(".board"))`)
	screen.state("2 kick-off")

	// A call announces itself and walks; of two people of one name the right one.
	call := func(side chess.Side, uci string) { t.Helper(); d.call(side, uci) }
	call(chess.White, "b2b4")
	screen.until("the call is announced", `words(one(".called-way")) === "b2 → b4" && words(one(".called-who")).includes("Anna")`)
	screen.until("its way is drawn", `document.querySelector(".way")`)
	screen.until("only she walks", `window.walked.join() === "p10 b4"`)
	screen.until("a call is heard", `document.body.dataset.heard === "call"`)
	call(chess.Black, "d7d5")
	call(chess.White, "b1c3")
	screen.until("a Knight walks", `window.walked.at(-1) === "p2 c3"`)
	screen.state("3 call")
	screen.turnsAndKeys()

	// A challenge takes the stage.
	call(chess.Black, "d5d4")
	call(chess.White, "c3d5")
	call(chess.Black, "d8d5")
	screen.until("the challenge takes the wall", `one(".duel-stage") && !shown(document.querySelector("#board-floor"))`)
	screen.until("it is heard", `document.body.dataset.heard === "challenge"`)
	d.post("/host/names", "full", "1")
	screen.until("full names are shown", `words(one(".duel")).replaceAll("\u00ad", "").includes("Featherstonehaugh")`)
	screen.state("4 challenge")
	d.post("/host/names", "full", "0")
	d.post("/judge/1/read", "about", d.about())
	screen.until("the clock is a ring that empties", `parseFloat(document.querySelector("[data-ring-left]")?.getAttribute("stroke-dasharray")) < 99.5`)
	screen.state("5 answer clock")
	d.post("/host/pause", "reason", "The organ is tuned, and there is tea and cake for everybody at the back.")
	screen.until("the pause takes the wall", `one(".pause-stage") && document.body.dataset.heard === "pause"`)
	screen.state("6 pause")
	d.post("/host/resume")

	// The ruling: stamp, lesson, and the board, changed.
	screen.until("the challenge is back", `one(".duel-stage")`)
	screen.eval("(window.acts.length = 0, window.walked.length = 0)", nil)
	d.post("/judge/1/vote", "vote", "wrong", "about", d.about())
	screen.until("the acts are played", `window.acts.join() === "stamp,lesson,board"`)
	screen.until("then the winner walks", `window.walked.join() === "p20 d5"`)
	screen.until("the ruling is heard", `document.body.dataset.heard === "ruling-wrong"`)
	screen.state("9 board after the ruling")
	for _, act := range []string{"stamp", "lesson"} {
		screen.eval(fmt.Sprintf("document.body.dataset.act = %q", act), nil)
		screen.until("the act takes the wall", `!shown(document.querySelector("#board-floor"))`)
		screen.state(map[string]string{"stamp": "7 stamp", "lesson": "8 lesson"}[act])
	}
	screen.eval("delete document.body.dataset.act", nil)
	for _, d := range wallSizes {
		screen.resize(d)
		screen.until("the question is there to learn from", `words(document.querySelector(".lesson")).includes("Hadassah") && one(".lesson-q", "to her cousin")`)
		screen.eval(`document.querySelector("[data-sound-open]").dataset.soundState = "blocked"`, nil)
		screen.until("a button that asks for a touch leaves the names at the foot free", footFree)
		screen.eval(`document.querySelector("[data-sound-open]").dataset.soundState = "on"`, nil)
	}

	// With reduced motion nobody is seen to walk.
	screen.calm(true)
	screen.eval("window.walked.length = 0", nil)
	call(chess.White, "g1f3")
	screen.until("the call is announced", `words(one(".called-way")) === "g1 → f3"`)
	call(chess.Black, "d5e4")
	call(chess.White, "a2a3")
	call(chess.Black, "e4e2")
	d.post("/judge/1/vote", "vote", "wrong", "about", d.about())
	screen.until("the act is over", `window.acts.at(-1) === "board" && document.querySelector(".ruled") && !document.body.dataset.act`)
	screen.calm(false)
	var walked int
	if screen.eval("window.walked.length", &walked); walked > 0 {
		t.Error("somebody walks although motion is reduced")
	}
	call(chess.White, "a3a4")
	screen.until("the open Game Master is told", `one(".stage .check", "is open to a challenge")`)
	screen.state("10 open")

	// The end, with its ceremony.
	call(chess.Black, "e2e1")
	screen.until("the ceremony", `one(".winner .numbers") && document.body.dataset.heard === "end"`)
	d.post("/host/names", "full", "1")
	screen.until("full names are shown", `words(one(".honours")).includes("Featherstonehaugh")`)
	screen.state("11 the end")
	screen.clean()
	judge.clean()
}

// turnsAndKeys tries the keys of a wall.
func (p *page) turnsAndKeys() {
	p.t.Helper()
	key := func(k string) {
		p.t.Helper()
		p.eval(fmt.Sprintf(`document.dispatchEvent(new KeyboardEvent("keydown", {key: %q, bubbles: true}))`, k), nil)
	}
	lower := `((a, b) => { const at = (q) => document.querySelector("[data-square=" + q + "]").getBoundingClientRect(); return at(a).top > at(b).top; })`
	for _, at := range []string{`("h4", "a4")`, `("a8", "a1")`, `("a4", "h4")`, `("a1", "a8")`} {
		key("r")
		p.until("the board is turned", lower+at)
		if strings.HasPrefix(at, `("h4"`) {
			p.keep("3 call from the h-file")
		}
	}
	key("b")
	p.until("the wall is black", `shown(document.querySelector("[data-blank]"))`)
	key("b")
	p.until("the wall is back", `!shown(document.querySelector("[data-blank]"))`)
	var before, after float64
	size := `parseFloat(getComputedStyle(document.querySelector(".called-who")).fontSize)`
	p.eval(size, &before)
	key("+")
	p.eval(size, &after)
	if after <= before {
		p.t.Errorf("+ makes the type %.1f from %.1f", after, before)
	}
	key("-")
	var again float64
	if p.eval(size, &again); again != before {
		p.t.Errorf("− makes the type %.1f, it was %.1f", again, before)
	}
	key("?")
	p.until("the keys are listed", `shown(document.querySelector("[data-keys]")) && document.activeElement.matches("[data-keys-close]")`)
	key("?")
	p.until("the list is gone", `!shown(document.querySelector("[data-keys]"))`)
	p.press("f", 0) // a browser fills the screen for a real key alone
	p.until("the page fills the screen", `document.fullscreenElement === document.documentElement`)
	p.press("f", 0)
	p.until("it is a window again", `!document.fullscreenElement`)
	key("m")
	p.until("the sound is off", `document.querySelector("[data-sound-open]").dataset.soundState === "off"`)
	p.eval("delete document.body.dataset.heard", nil)
	key("m")
	p.until("the sound is on", `document.querySelector("[data-sound-open]").dataset.soundState === "on"`)
}

// calm tells a page that its reader wants no motion.
func (p *page) calm(on bool) {
	p.t.Helper()
	value := map[bool]string{true: "reduce", false: "no-preference"}[on]
	p.do("reduce motion", chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: value}}})
		return err
	}))
}

// TestProjectorsInBrowsers opens several projectors: each gets a number, follows
// the job that the host's page gives it, and keeps both over a reload.
func TestProjectorsInBrowsers(t *testing.T) {
	t.Parallel()
	program := startProgram(t, "demo")
	host := openHost(t, program)
	address := strings.TrimSuffix(program.links.Board, "/board")
	walls := make([]*page, 2)
	for i := range walls {
		walls[i] = newContext(t, fmt.Sprintf("projector %d", i+1), wall)
		walls[i].calm(false)
		walls[i].open(address + "/projector")
		walls[i].until("it has its number", fmt.Sprintf(`location.pathname === "/projector/%d"`, i+1))
		host.until("the host sees it", fmt.Sprintf(`words(document.querySelector("#projector-%d .device")).includes("Live")`, i+1))
	}
	if said := walls[1].text("[data-sound-open]"); !strings.Contains(said, "off") {
		t.Errorf("the second loudspeaker says %q", said)
	}
	job := func(n int, name string) {
		t.Helper()
		host.tap(one(fmt.Sprintf("#projector-%d button", n), name))
		host.until("the job is given", fmt.Sprintf(`one("#projector-%d button[aria-pressed=true]", %q)`, n, name))
	}
	job(2, "The line-ups")
	walls[1].until("the line-ups are shown", `one(".lineups") && !document.querySelector("[data-square]")`)
	walls[1].state("12 line-ups in the match")
	job(2, "Challenges only")
	walls[1].until("it waits for a challenge", `one(".quiet-stage")`)
	walls[1].state("13 between challenges")
	walls[1].do("load anew", chromedp.Reload())
	walls[1].live()
	walls[1].until("it is projector 2 still", `location.pathname === "/projector/2" && one(".quiet-stage")`)
	job(1, "Nothing")
	walls[0].until("it is blank", `one(".blank-stage") && words(document.querySelector("main")) === ""`)
	for _, p := range append(walls, host) {
		p.expect(lost)
	}
	job(2, "The board")
	walls[1].until("the board is shown", `document.querySelectorAll("[data-square]").length === 64`)
	// What a page says when it is no longer live is covered by nothing.
	walls[1].until("the state of the connection can be read", `(() => {
		const words = document.querySelector("[data-link]"), was = document.body.dataset.state, said = words.textContent
		document.body.dataset.state = "stale"
		words.textContent = "Not live. This page is old: wait until it is back."
		const box = words.getBoundingClientRect()
		let read = box.width > 200
		for (let x = box.left + 2; x < box.right; x += 5) read &&= document.elementFromPoint(x, box.top + box.height / 2)?.closest(".link")
		document.body.dataset.state = was
		words.textContent = said
		return !!read
	})()`)
	host.eval(`document.querySelector("#projectors").scrollIntoView()`, nil)
	host.keep("14 the host's projectors")
	walls[1].keep("15 the demo")
	announcer := newContext(t, "announcer", phone)
	announcer.open(program.links.Seats[event.Announcer])
	announcer.open(address + "/announcer")
	announcer.untilText("#announcer-now", "calls Bishop Barnabas from c8 to g4")
	announcer.keep("16 announcer")
	walls[1].do("look at the spectators' page", chromedp.Navigate(address+"/board"))
	walls[1].live()
	if said := walls[1].text("[data-sound-open]"); !strings.Contains(said, "off") {
		t.Errorf("the spectators' page makes sounds: %q", said)
	}
	walls[1].fits(phone)
	walls[1].until("a phone has no button for sound", `!shown(document.querySelector("[data-sound-open]"))`)
	walls[1].keep("17 a spectator's phone")
	announcer.clean()
	for _, p := range append(walls, host) {
		p.expect(nil)
		p.clean()
	}
}
