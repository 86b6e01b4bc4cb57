package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// badNetwork is a demo's match whose devices reach it through networks of their
// own. White is to call the seventh move.
type badNetwork struct {
	*testing.T
	program *program
	base    string // the program itself
	host    *http.Client
	plies   int // so far
}

func onBadNetwork(t *testing.T) *badNetwork {
	t.Helper()
	b := &badNetwork{T: t, program: startProgram(t, "demo"), host: browser(t), plies: len(demoCalls)}
	b.base = strings.TrimSuffix(b.program.links.Board, "/board")
	b.do("/host/enter", "pass", b.program.links.Pass)
	return b
}

// do gives a command of the host's over a good network.
func (b *badNetwork) do(path string, pairs ...string) {
	b.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	got, err := b.host.PostForm(b.base+path, form)
	if err != nil || got.StatusCode != http.StatusOK {
		b.Fatalf("%s: %v %v", path, got, err)
	}
	got.Body.Close()
}

// calls counts the plies of the record, without those that were taken back.
func (b *badNetwork) calls() int {
	b.Helper()
	_, fen := fetch(b, b.host, b.base+"/host/match.fen")
	var board, turn, castling, passant string
	var half, full int
	if n, err := fmt.Sscan(fen, &board, &turn, &castling, &passant, &half, &full); n != 6 {
		b.Fatalf("%q: %v", fen, err)
	}
	return 2*(full-1) + strings.Index("wb", turn)
}

// stay checks that the match has so many plies, and that it stays so.
func (b *badNetwork) stay(plies int) {
	b.Helper()
	b.plies = plies
	for range 5 {
		if n := b.calls(); n != plies {
			b.Fatalf("the match has %d plies, and %d were called", n, plies)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// through opens a seat's page over a network of its own. The console may say what
// it likes about connections.
func (b *badNetwork) through(seat string, d device) (*page, *faultProxy) {
	b.Helper()
	proxy := newFaultProxy(b.T, strings.TrimPrefix(b.base, "http://"))
	p := newContext(b.T, seat, d)
	p.joinAt(proxy.url(), b.program, seat)
	return p, proxy
}

func (p *page) joinAt(address string, program *program, seat string) {
	p.t.Helper()
	p.expect(append(lost, "ERR_TIMED_OUT", "status of 409"))
	link := ""
	for s, l := range program.links.Seats {
		if string(s) == seat {
			link = l
		}
	}
	p.open(address + link[strings.Index(link, "/j/"):])
	p.tap(one("a", "Yes, open my page"))
	p.until("the seat's page is there", fmt.Sprintf("location.pathname === %s", quoted("/"+strings.Replace(seat, "-", "/", 1))))
	p.live()
}

// call types a call and taps the button, as often as said.
func (p *page) call(typed string, taps int) {
	p.t.Helper()
	p.fill(one("[data-typed]", ""), typed)
	p.taps(one("[data-call-it]", ""), taps)
}

// shows is how long it takes from a moment on until a page shows something.
func (p *page) shows(since time.Time, what, js string, within time.Duration) {
	p.t.Helper()
	p.until(what, js)
	if took := time.Since(since); took > within {
		p.t.Errorf("%s: %s took %s, and may take %s", p.name, what, took.Round(time.Millisecond), within)
	} else {
		p.t.Logf("%s: %s took %s", p.name, what, took.Round(time.Millisecond))
	}
}

const isLive = `document.body.dataset.state === "live" && !document.querySelector("main").inert`

// on is an expression for a piece that stands on a square of the page's board.
func on(square string) string {
	return fmt.Sprintf(`!!document.querySelector("[data-square=%[1]s] [data-token]:not(:empty), [data-square=%[1]s] .token")`, square)
}

// online tells the browser that its device has a network, or none.
func (p *page) online(yes bool) {
	p.t.Helper()
	p.do("change the network", chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: !yes, DownloadThroughput: -1, UploadThroughput: -1})
		return err
	}))
}

// Networks of a hall: whatever they do, no command is lost or doubled, a page says
// honestly how it stands, and is right again in time.
func TestBadNetworks(t *testing.T) {
	// They wait for most of their time, so three go side by side on every machine.
	lanes := make(chan struct{}, 3)
	var walks sync.WaitGroup
	for name, walk := range map[string]func(*badNetwork){
		"two seconds each way":      slowNetwork,
		"three packets in ten lost": lossyNetwork,
		"an answer lost":            lostAnswer,
		"a silent death":            silentDeath,
		"a tap while offline":       offlineTap,
		"two networks":              twoNetworks,
	} {
		walks.Go(func() {
			lanes <- struct{}{}
			defer func() { <-lanes }()
			t.Run(name, func(t *testing.T) { walk(onBadNetwork(t)) })
		})
	}
	walks.Wait()
}

func slowNetwork(b *badNetwork) {
	const way = 2 * time.Second
	gm, proxy := b.through("gm-white", tablet)
	board, far := b.through("board", wall)
	proxy.set(faults{latency: way})
	far.set(faults{latency: way})
	began := time.Now()
	gm.call("a2 a3", 2)
	board.shows(began, "the call on a page that is as slow", on("a3"), 8*way)
	gm.shows(began, "the call on the own page", on("a3"), 8*way)
	b.stay(b.plies + 1)
	// A device that comes back with a dead stream asks anew at once: the answer takes
	// its way, and no more.
	far.set(faults{latency: way, oldSilent: true})
	time.Sleep(1200 * time.Millisecond)
	b.do("/host/pause", "reason", "Lunch is ready")
	began = time.Now()
	board.eval(`dispatchEvent(new PageTransitionEvent("pageshow", {persisted: true}))`, nil)
	board.shows(began, "what happened meanwhile", isLive+` && words(document.body).includes("Lunch is ready")`, 2*time.Second+4*2*way)
}

func lossyNetwork(b *badNetwork) {
	white, one := b.through("gm-white", tablet)
	black, two := b.through("gm-black", tablet)
	one.set(faults{stalls: 0.3, latency: 30 * time.Millisecond})
	two.set(faults{stalls: 0.3, latency: 30 * time.Millisecond})
	for i, c := range []string{"a2 a3", "a7 a6", "h2 h3", "h7 h6"} {
		gm := []*page{white, black}[i%2]
		gm.until("it is this side's turn", `!!one("[data-call-it]", "")`)
		gm.call(c, 2)
		for _, p := range []*page{white, black} {
			p.until("the call is shown", on(c[3:]))
		}
		if i == 1 { // an access point that is switched off and on in the middle
			one.cut()
			two.cut()
		}
	}
	b.stay(b.plies + 4)
}

func lostAnswer(b *badNetwork) {
	gm, proxy := b.through("gm-white", tablet)
	proxy.set(faults{mute: true})
	gm.call("a2 a3", 1)
	for end := time.Now().Add(patience); b.calls() == b.plies && time.Now().Before(end); {
		time.Sleep(glance)
	}
	proxy.cut() // the program took it, and the page does not know
	gm.until("the page does not claim to be live", `document.body.dataset.state !== "live"`)
	proxy.set(faults{})
	proxy.cut()
	gm.until("the page shows the call", isLive+" && "+on("a3"))
	gm.until("and says what became of the tap", `words(document.querySelector("[data-dropped]")).includes("what it shows now is what counts")`)
	gm.shoot("answer lost")
	b.stay(b.plies + 1)
	gm.tap(one("[data-dropped] button", "Understood"))

	// Where the page can't tell, the person is asked, and the same tap counts once.
	hostProxy := newFaultProxy(b.T, strings.TrimPrefix(b.base, "http://"))
	host := newContext(b.T, "host", laptop)
	host.expect(append(lost, "status of 403"))
	host.open(hostProxy.url() + "/host")
	host.fill(one("[name=pass]", ""), b.program.links.Pass)
	host.tap(one("button", "Open the host's page"))
	host.until("the host's page is there", `!!document.querySelector("#judges")`)
	host.live()
	hostProxy.set(faults{mute: true})
	host.fill(one("#judges [name=name]", ""), "Zadok")
	host.tap(`document.querySelector("#judges [name=name]").form.querySelector("button")`)
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(glance) {
		if _, page := fetch(b, b.host, b.base+"/host"); strings.Contains(page, "Zadok") {
			break
		}
	}
	hostProxy.cut()
	host.until("the page says that no answer came", `words(document.querySelector("#judges [name=name]").form.querySelector("[data-error]")).includes("No answer came")`)
	hostProxy.set(faults{})
	hostProxy.cut()
	host.until("the person is asked", isLive+` && !!one("#judges [data-error] button", "Send it again")`)
	host.shoot("asked")
	host.tap(one("#judges [data-error] button", "Send it again"))
	host.until("nothing is asked any more", `!one("#judges [data-error] button", "")`)
	host.until("the judge is there once", `[...document.querySelectorAll("#judges li b")].filter((el) => words(el) === "Zadok").length === 1`)

	// Another name that is sent before the answer to the one before it is no double tap.
	hostProxy.set(faults{latency: time.Second})
	for _, name := range []string{"Anna", "Deborah"} {
		host.fill(one("#judges [name=name]", ""), name)
		host.taps(`document.querySelector("#judges [name=name]").form.querySelector("button")`, 2)
	}
	for _, name := range []string{"Anna", "Deborah"} {
		host.until("each judge is there once", fmt.Sprintf(`[...document.querySelectorAll("#judges li b")].filter((el) => words(el) === %q).length === 1`, name))
	}
	host.until("the field is empty", `document.querySelector("#judges [name=name]").value === ""`)
}

func silentDeath(b *badNetwork) {
	board, proxy := b.through("board", wall)
	judge, other := b.through("judge-1", phone)
	died := time.Now()
	proxy.set(faults{oldSilent: true})
	other.set(faults{oldSilent: true})
	b.do("/host/pause", "reason", "Lunch is ready")
	for _, p := range []*page{judge, board} {
		p.shows(died, "what happened since a silent death", isLive+` && words(document.body).includes("Lunch is ready")`, 15*time.Second)
	}
	// With no network at all a page says so and locks itself.
	died = time.Now()
	other.set(faults{silent: true, oldSilent: true})
	judge.shows(died, "a page that does not claim to be live", `document.body.dataset.state !== "live"`, 10*time.Second)
	judge.shows(died, "a page that is locked", `document.body.dataset.state === "stale" && document.querySelector("main").inert`, 15*time.Second)
	judge.online(false)
	b.do("/host/resume")
	other.set(faults{})
	back := time.Now()
	judge.online(true)
	judge.shows(back, "a page that is right after the browser says online", isLive+` && !words(document.body).includes("Lunch is ready")`, 2*time.Second)
	// The same when a phone wakes up with a stream that has died in its sleep.
	for event, wake := range map[string]string{
		"visibilitychange": `document.dispatchEvent(new Event("visibilitychange"))`,
		"pageshow":         `dispatchEvent(new PageTransitionEvent("pageshow", {persisted: true}))`,
	} {
		const within = 2 * time.Second
		// A machine that is busy with other tests may miss it, but not three times.
		took := time.Hour
		for try := 0; try < 3 && took > within; try++ {
			other.set(faults{oldSilent: true})
			time.Sleep(1200 * time.Millisecond)
			b.do("/host/pause", "reason", "A prayer before "+event)
			other.set(faults{})
			back = time.Now()
			judge.eval(wake, nil)
			judge.until("a page that is right after "+event, isLive+` && words(document.body).includes("A prayer before `+event+`")`)
			took = min(took, time.Since(back))
			b.do("/host/resume")
			judge.until("it goes on", `!words(document.body).includes("A prayer")`)
		}
		if b.Logf("a page that is right after %s took %s", event, took.Round(time.Millisecond)); took > within {
			b.Errorf("a page that is right after %s took %s, and may take %s", event, took, within)
		}
	}
}

func offlineTap(b *badNetwork) {
	gm, proxy := b.through("gm-white", tablet)
	tapOffline := func(call string) {
		b.Helper()
		gm.fill(one("[data-typed]", ""), call)
		proxy.set(faults{silent: true})
		proxy.cut()
		gm.until("the page is about to lock itself", `document.body.dataset.state === "reconnecting"`)
		gm.tap(one("[data-call-it]", ""))
		gm.untilText("form[data-call] [data-error]", "Not sent: this page is not live.")
		gm.until("the page is locked", `document.querySelector("main").inert`)
	}
	heal := func() {
		proxy.set(faults{})
		proxy.cut()
		gm.until("the page is live", isLive)
	}
	tapOffline("a2 a3")
	heal()
	gm.until("the person is asked", `!!one("form[data-call] [data-error] button", "Send it now")`)
	gm.shoot("asked")
	b.stay(b.plies)
	gm.tap(one("form[data-call] [data-error] button", "Don't send it"))
	gm.until("nothing is said any more", `!shown(document.querySelector("form[data-call] [data-error]"))`)
	b.stay(b.plies)

	tapOffline("a2 a3")
	heal()
	gm.tap(one("form[data-call] [data-error] button", "Send it now"))
	gm.until("the call is made", on("a3"))
	b.stay(b.plies + 1)
}

func twoNetworks(b *badNetwork) {
	gm, one1 := b.through("gm-white", tablet)
	gm.fill(one("[data-typed]", ""), "a2 a3")
	one1.set(faults{silent: true})
	gm.tap(one("[data-call-it]", ""))
	// The laptop has another address, and the tablet takes its seat there.
	two := newFaultProxy(b.T, strings.TrimPrefix(b.base, "http://"))
	there := gm.beside("gm-white elsewhere", tablet)
	there.joinAt(strings.Replace(two.url(), "127.0.0.1", "localhost", 1), b.program, "gm-white")
	b.stay(b.plies)
	there.call("h2 h3", 1)
	there.until("the call is made", on("h3"))
	gm.until("the page of the old address is honest", `document.body.dataset.state === "stale"`)
	one1.set(faults{})
	gm.until("both are right", isLive+" && "+on("h3")+" && !"+on("a3"))
	there.until("both are right", isLive+" && "+on("h3")+" && !"+on("a3"))
	b.stay(b.plies + 1)
}
