package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	cdptarget "github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// patience is how long anything may take before the test gives up on it, and
// glance is how often it looks meanwhile where nothing tells it of a change.
const (
	patience = 20 * time.Second
	glance   = 20 * time.Millisecond
)

// chromium is the one browser process, started when the first page is opened.
var chromium struct {
	once   sync.Once
	ctx    context.Context
	cancel []context.CancelFunc
	err    error
}

// spared is what would cost each page a process or two beside its own: pages of
// the browser's own windows, pages kept to go back to, and a process in advance.
var spared = []string{
	"WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup",
	"BackForwardCache", "ProactivelySwapBrowsingInstance", "SpareRendererForSitePerProcess",
	"Translate", "BlinkGenPropertyTrees", // as by default
}

func startChromium() {
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		chromium.err = fmt.Errorf("no browser is installed: install Debian's package chromium (apt-get install chromium), then run the tests again")
		return
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-quic", true),
		chromedp.Flag("autoplay-policy", "user-gesture-required"), chromedp.Flag("disable-audio-output", true),
		chromedp.Flag("disable-features", strings.Join(spared, ",")),
		// Without a graphics card motion takes a fifth of the machine; calm(false)
		// has it back where a test is about it.
		chromedp.Flag("force-prefers-reduced-motion", true),
		// Names of other sites, which one of them may point at this laptop.
		chromedp.Flag("host-resolver-rules", "MAP *.example 127.0.0.1"))
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator)
	chromium.ctx, chromium.cancel = ctx, []context.CancelFunc{cancel, end}
	chromium.err = chromedp.Do(ctx)
}

func stopChromium() {
	for _, cancel := range chromium.cancel {
		cancel()
	}
}

// device is what a page is looked at with.
type device struct {
	width, height int64
	touch         bool
}

var (
	phone  = device{360, 640, true}
	tablet = device{1024, 768, true}
	laptop = device{1366, 768, false}
	wall   = device{1920, 1080, false}
)

// page is one page in the browser.
type page struct {
	t    *testing.T
	name string
	ctx  context.Context
	born float64 // when the document was loaded, by the page's clock

	mu     sync.Mutex
	faults []string // what the console said and nobody expected
	bear   []string // parts of messages that the test expects just now
}

// newContext opens a page in a browser context of its own: no cookie of
// another page is in it.
func newContext(t *testing.T, name string, d device) *page {
	t.Helper()
	chromium.once.Do(startChromium)
	if chromium.err != nil {
		t.Fatal(chromium.err)
	}
	return newTab(t, chromium.ctx, name, d, chromedp.WithNewBrowserContext())
}

// beside opens a page that shares this one's cookies.
func (p *page) beside(name string, d device) *page {
	p.t.Helper()
	return newTab(p.t, p.ctx, name, d)
}

func newTab(t *testing.T, parent context.Context, name string, d device, options ...chromedp.ContextOption) *page {
	t.Helper()
	p := &page{t: t, name: name}
	ctx, cancel := chromedp.NewContext(parent, append(options, chromedp.WithListener(p.listen))...)
	t.Cleanup(cancel)
	p.ctx = ctx
	p.do("open a tab", chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: d.width, Height: d.height, DeviceScaleFactor: 1, Mobile: d.touch})
		if err == nil {
			// Every page is on a device of its own, so each believes that it has the focus.
			_, err = cdp.Call(ctx, target, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		}
		if err == nil {
			_, err = cdp.Call(ctx, target, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: helpers})
		}
		// Nobody listens to each change of each element, to each answer of the
		// program, and to all other tabs; to tell of them costs more than the pages do.
		for _, domain := range []string{css.Disable.Method, dom.Disable.Method, network.Disable.Method} {
			if err == nil {
				err = target.Call(ctx, domain, cdp.Empty{}, nil)
			}
		}
		if err == nil {
			_, err = cdp.Call(ctx, target, cdptarget.SetDiscoverTargets, cdptarget.SetDiscoverTargetsParams{Discover: false})
		}
		return err
	}))
	return p
}

// helpers are at hand in every document, and tell of what the policy forbids.
// holds waits in the page itself: asking it again and again from outside would
// cost the machine more than all pages do. A tap lands on what it is aimed at or
// on nothing: the page may change between the aiming and the finger.
const helpers = `
window.holds = ((setInterval, setTimeout) => (condition, time) => new Promise((tell) => {
	const look = (late) => {
		let yes = false, error = "";
		try {
			yes = !!condition();
		} catch (e) {
			error = String(e);
		}
		if (!yes && late !== true) return;
		watch.disconnect();
		clearInterval(often);
		clearTimeout(end);
		tell({yes, error});
	};
	const watch = new MutationObserver(look), often = setInterval(look, 50), end = setTimeout(look, time, true);
	watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
	look();
}))(setInterval, setTimeout);
window.shown = (el) => !!el && el.getClientRects().length > 0;
window.words = (el) => (el?.textContent || "").replace(/\s+/g, " ").trim();
window.one = (selector, text) => [...document.querySelectorAll(selector)].find((el) => shown(el) && (!text || words(el).includes(text)));
((target) => {
	const on = (el) => target.contains(el) || el.closest?.("label")?.control === target;
	const guard = (e) => {
		if (!target) return;
		if (!on(e.target)) {
			e.preventDefault();
			e.stopImmediatePropagation();
		} else if (e.type === "click") target = null;
	};
	for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) addEventListener(type, guard, true);
	window.aim = (el) => target = el;
	window.missed = () => {
		const yes = !!target;
		target = null;
		return yes;
	};
})();
document.addEventListener("securitypolicyviolation", (e) => console.error("forbidden by the policy: " + e.violatedDirective + " " + e.blockedURI));
`

// listen collects what the console says.
func (p *page) listen(ev any) {
	switch e := ev.(type) {
	case *runtime.EventExceptionThrown:
		p.fault("exception: " + e.ExceptionDetails.Text + " " + describe(e.ExceptionDetails.Exception))
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" || e.Type == "assert" {
			var said []string
			for _, a := range e.Args {
				said = append(said, describe(a))
			}
			p.fault("console: " + strings.Join(said, " "))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			p.fault(fmt.Sprintf("log of %s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	}
}

func describe(o *runtime.RemoteObject) string {
	if o == nil {
		return ""
	}
	if o.Description != "" {
		return o.Description
	}
	return string(o.Value)
}

func (p *page) fault(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range p.bear {
		if strings.Contains(what, b) {
			return
		}
	}
	p.faults = append(p.faults, what)
}

// expect lets the console say certain things from now on; nil for nothing.
func (p *page) expect(parts []string) {
	p.t.Helper()
	// What the page did until now has its message in the queue before this answer.
	p.eval("1", nil)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bear = parts
}

// bearing lets the console say certain things while act runs: a deliberate
// refusal is an error to the console, too.
func (p *page) bearing(parts []string, act func()) {
	p.t.Helper()
	p.expect(parts)
	act()
	p.expect(nil)
}

// clean fails if the console said anything.
func (p *page) clean() {
	p.t.Helper()
	p.mu.Lock()
	faults := p.faults
	p.faults = nil
	p.mu.Unlock()
	for _, f := range faults {
		p.t.Errorf("%s: %s", p.name, f)
	}
}

func (p *page) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	// The first steps open the tab, which lives as long as their context.
	if chromedp.FromContext(p.ctx).Target == nil {
		if err := chromedp.Do(p.ctx); err != nil {
			p.t.Fatalf("%s: %s: %v", p.name, what, err)
		}
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.fail("%s: %v", what, err)
	}
}

// tryEval evaluates an expression and decodes its value.
func (p *page) tryEval(js string, into any) error {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	// Undefined has no value in JSON.
	raw, err := chromedp.Run(ctx, chromedp.Evaluate[[]byte]("(() => { const v = ("+js+"); return v === undefined ? null : v; })()"))
	if err != nil || into == nil {
		return err
	}
	return json.Unmarshal(raw, into)
}

func (p *page) eval(js string, into any) {
	p.t.Helper()
	if err := p.tryEval(js, into); err != nil {
		p.fail("%s: %v", js, err)
	}
}

// text is the words of the first shown element of a selector.
func (p *page) text(selector string) string {
	p.t.Helper()
	var s string
	p.eval(fmt.Sprintf("words(document.querySelector(%s))", quoted(selector)), &s)
	return s
}

// fail ends the test with what the page looks like.
func (p *page) fail(format string, args ...any) {
	p.t.Helper()
	var look struct{ URL, State, Text string }
	p.tryEval(`({URL: location.href, State: JSON.stringify(document.body?.dataset) + (document.querySelector("main")?.inert ? " locked" : ""),
		Text: [...document.querySelectorAll("main > *")].map((el) => "#" + el.id + ": " + words(el).slice(0, 400)).join("\n  ")})`, &look)
	p.shoot("failed")
	p.mu.Lock()
	faults := strings.Join(p.faults, "\n")
	p.mu.Unlock()
	p.t.Fatalf("%s: %s\n%s\n%s\n  %s\n%s", p.name, fmt.Sprintf(format, args...), look.URL, look.State, look.Text, faults)
}

// until waits for an expression to be true.
func (p *page) until(what, js string) {
	p.t.Helper()
	p.within(patience, what, js)
}

// within waits for an expression to be true, for as long as said.
func (p *page) within(d time.Duration, what, js string) {
	p.t.Helper()
	if err := p.tryUntil(d, js); err != nil {
		p.fail("waited %s in vain until %s: %s: %v", d, what, js, err)
	}
}

// soon tells whether something comes true within a few seconds.
func (p *page) soon(js string) bool {
	p.t.Helper()
	return p.tryUntil(patience/4, js) == nil
}

// tryUntil waits for an expression to be true, also over loads of the page, and
// gives an error if it is not in time. At the end it looks once more.
func (p *page) tryUntil(d time.Duration, js string) error {
	const part = 2 * time.Second // a document that is left may never answer
	for deadline := time.Now().Add(d); ; {
		left := min(part, time.Until(deadline))
		var said struct {
			Yes   bool
			Error string
		}
		err := p.await(fmt.Sprintf("holds(() => (%s), %d)", js, max(0, left.Milliseconds())), left+patience/4, &said)
		switch {
		case said.Yes:
			return nil
		case left > 0 && err == nil:
		case left > 0:
			time.Sleep(glance)
		case err == nil && said.Error != "":
			return errors.New(said.Error)
		case err == nil:
			return errors.New("it is not so")
		default:
			return err
		}
	}
}

// change waits until anything changes on the page, though not for long.
func (p *page) change() {
	if p.await(`((began) => holds(() => began++, 100))(0)`, patience/4, nil) != nil {
		time.Sleep(glance)
	}
}

// await decodes what a promise gives.
func (p *page) await(js string, within time.Duration, into any) error {
	ctx, cancel := context.WithTimeout(p.ctx, within)
	defer cancel()
	raw, err := chromedp.Run(ctx, chromedp.Evaluate[[]byte](js, chromedp.EvalAwaitPromise))
	if err != nil || into == nil {
		return err
	}
	return json.Unmarshal(raw, into)
}

// untilText waits until a part of the page says something.
func (p *page) untilText(selector, text string) {
	p.t.Helper()
	p.until(fmt.Sprintf("%s says %q", selector, text), fmt.Sprintf("words(document.querySelector(%s)).includes(%s)", quoted(selector), quoted(text)))
}

// open goes to an address and waits until the page is live, where it has a stream.
func (p *page) open(url string) {
	p.t.Helper()
	p.do("open "+url, chromedp.Navigate(url))
	p.live()
	p.eval("performance.timeOrigin", &p.born)
}

func (p *page) live() {
	p.t.Helper()
	p.until("the page is live and unlocked", `!document.body.dataset.live || (document.body.dataset.state === "live" && !document.querySelector("main").inert)`)
}

// tap taps an element as a finger does: it must be in reach, neither locked nor
// covered nor switched off. which is an expression for the element.
func (p *page) tap(which string) { p.t.Helper(); p.taps(which, 1) }

// taps taps an element several times as fast as it can.
func (p *page) taps(which string, times int) {
	p.t.Helper()
	deadline := time.Now().Add(patience)
	for {
		err := p.tryTap(which, times)
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			p.fail("%s can't be tapped: %v", which, err)
		}
		p.change()
	}
}

// tryTap taps an element if that can be done now.
func (p *page) tryTap(which string, times int) error {
	var at struct {
		X, Y float64
		Why  string
	}
	err := p.tryEval(`(() => {
		const el = `+which+`;
		if (!shown(el)) return {why: "it is not there"};
		if (el.closest("[inert]")) return {why: "it is locked"};
		if (el.disabled) return {why: "it is switched off"};
		el.scrollIntoView({block: "center", behavior: "instant"});
		const r = el.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
		const top = document.elementFromPoint(x, y);
		if (!top || !(el.contains(top) || top.closest("label")?.control === el)) return {why: "it is covered by " + (top?.outerHTML || "nothing").slice(0, 200)};
		aim(el);
		return {x, y};
	})()`, &at)
	if err != nil {
		return err
	}
	if at.Why != "" {
		return errors.New(at.Why)
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	err = chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		for range times {
			for _, typ := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseReleased} {
				if _, err := cdp.Call(ctx, target, input.DispatchMouseEvent, input.DispatchMouseEventParams{
					Type: typ, X: at.X, Y: at.Y, Button: input.MouseButtonLeft, ClickCount: 1}); err != nil {
					return err
				}
			}
		}
		return nil
	}))
	var missed bool
	if err == nil && p.tryEval("missed()", &missed) == nil && missed {
		return errors.New("it moved away from under the finger")
	}
	return err // a page that is being left can't be asked, and was tapped
}

// fill types into a field in place of what it holds.
func (p *page) fill(which, text string) {
	p.t.Helper()
	p.tap(which)
	p.eval("(() => { const el = "+which+"; el.focus(); el.select(); })()", nil)
	p.do("type "+text, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.InsertText, input.InsertTextParams{Text: text})
		return err
	}))
}

// brings gives a file to a field for files; which is an expression for it.
func (p *page) brings(which, file string) {
	p.t.Helper()
	p.until("there is a field for a file", which)
	p.do("choose the file "+file, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		field, err := chromedp.Evaluate[*runtime.RemoteObject](which)(ctx, target)
		if err != nil {
			return err
		}
		_, err = cdp.Call(ctx, target, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{file}, ObjectID: field.ObjectID})
		return err
	}))
}

// one is an expression for the first shown element of a selector with a text.
func one(selector, text string) string {
	return fmt.Sprintf("one(%s, %s)", quoted(selector), quoted(text))
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// shoot keeps a picture of the page, where one is asked for.
func (p *page) shoot(moment string) {
	folder := os.Getenv("BIBLECHESS_SHOTS")
	if folder == "" {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, strings.ReplaceAll(moment+" "+p.name, " ", "-")+".png"), png, 0o644)
	}
	if err != nil {
		p.t.Logf("no picture of %s at %s: %v", p.name, moment, err)
	}
}
