package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"biblechess/event"
	"biblechess/event/chess"
	"biblechess/event/rules"
)

// waitless spares the waits after a ruling where a test is not about them.
var waitless = rules.House{rules.KeyRevealHold: "0", rules.KeyAppealSeconds: "0"}

// hold is how long a ruling is the judges' own by default (B46), and appealTime
// how long no call is taken after one in the match of the disagreement (B42).
const (
	hold       = 2 * time.Second
	appealTime = 3 * time.Second
)

// TestB40B42JudgesDisagreeInBrowsers lets three judges disagree, one change the
// ballot while the ruling is held, and both Game Masters appeal.
func TestB40B42JudgesDisagreeInBrowsers(t *testing.T) {
	t.Parallel()
	h, d := matchOf(t, rules.House{rules.KeyAppealSeconds: fmt.Sprint(appealTime.Seconds())})
	h.plays(d, "e2e4", "d7d5")
	before := h.model.copied()
	h.calls("e4d5")
	h.challenged10()
	h.changeOfMind()

	h.model.rule(t, "wrong")
	h.same()
	h.appeal(d, chess.Black, "Sarah said it before she was asked again.", func() {
		h.judges[1].until("the panel votes again", `one("#judge-ballot form.ballot")`)
		h.ballot(1, "right", 1)
		h.judges[2].fill(one("#judge-ballot form.ballot [name=reason]", ""), "Both of us heard the right word.")
		h.ballot(2, "right", 1)
	})
	*h.model = before
	h.model.call(t, "e4d5")
	h.model.rule(t, "right")
	challenger, defender := people[0][12], people[1][11]
	h.everywhere(h.all(), "The ruling of ply 3 is amended.")
	for _, text := range []string{"Both of us heard the right word.", defender + " walks back to d5.", challenger + " leaves the floor."} {
		h.everywhere(h.all(), text)
	}
	h.same()
	for _, gm := range h.gm {
		gm.until("who left is another", fmt.Sprintf(`[...document.querySelectorAll("#gm-more .out li b")].map(words).join() === %s`, quoted(challenger)))
	}
	h.everywhere([]*page{h.projector, h.gm[0], h.gm[1], h.judges[0]}, "RIGHT")
	h.appealsLeft(chess.Black, "2 appeals left") // one that succeeds is given back

	h.appeal(d, chess.White, "", func() {
		h.ballot(0, "right", 1)
		h.ballot(1, "right", 1)
	})
	h.everywhere(h.all(), "The ruling of ply 3 is upheld.")
	h.same()
	h.appealsLeft(chess.White, "1 appeal left")
	h.appealsLeft(chess.Black, "2 appeals left")
	h.calls("b8c6")
	h.same()
	h.clean()
}

// challenged10 checks what every page tells of a challenge by B10.
func (h *hall) challenged10() {
	h.t.Helper()
	for _, p := range []*page{h.projector, h.gm[0], h.gm[1]} {
		p.untilText("main", fmt.Sprintf("Challenge · ply %d", h.model.ply))
	}
	for _, j := range h.judges {
		j.until("the vote is due", `one("#judge-ballot form.ballot")`)
	}
}

// stages are the parts of the pages outside of the panel that tell how the
// match stands; nothing in them ticks.
func (h *hall) stages() map[*page]string {
	return map[*page]string{h.projector: "#board-stage", h.gm[0]: "#gm-turn", h.gm[1]: "#gm-turn", h.host: "#now"}
}

// changeOfMind lets the panel decide on right, and one of it change to wrong
// before the hall has seen anything.
func (h *hall) changeOfMind() {
	t := h.t
	t.Helper()
	for p, part := range h.stages() {
		p.record(part)
	}
	const call, judging = "#gm-call", "#judge-matter, #judge-ballot"
	next := h.gm[h.model.caller().Other()]
	next.record(call)
	for _, j := range h.judges {
		j.record(judging)
	}
	h.ballot(0, "right", 1)
	h.ballot(1, "wrong", 1)
	if seen := h.judges[2].recorded(judging); len(seen) != 1 {
		t.Errorf("a judge who has not voted sees something of the others' ballots (B40): %v", seen)
	}
	tapped := time.Now()
	h.judges[2].tap(one("#judge-ballot form.ballot button[value=right]", ""))
	h.judges[0].untilText("#judge-matter", "Ruled RIGHT.")
	h.judges[0].untilText("#judge-matter", "The hall sees it in")
	for p := range h.stages() {
		if said := p.text("main"); strings.Contains(said, "RIGHT") || strings.Contains(said, "WRONG") {
			t.Errorf("%s sees a ruling that is held back (B46): %s", p.name, said)
		}
	}
	h.judges[0].tap(one("#judge-ballot form.ballot button[value=wrong]", ""))

	for p, part := range h.stages() {
		p.until("the ruling is there", fmt.Sprintf(`!words(document.querySelector(%q)).includes("The judges rule.")`, part))
	}
	for _, p := range []*page{h.projector, h.gm[0], h.gm[1]} {
		p.untilText("main", "WRONG")
		list := p.recorded(h.stages()[p])
		if len(list) != 2 || strings.Contains(list[len(list)-1].Said, "RIGHT") {
			t.Errorf("%s shows more than the challenge and its last ruling: %v", p.name, list)
		}
		if at := list.first("WRONG"); at.Sub(tapped) < hold {
			t.Errorf("%s shows the ruling %s after the panel was tapped, and it is held for %s (B46)", p.name, at.Sub(tapped), hold)
		}
	}
	next.until("the next call can be made", `one("form[data-call]")`)
	list := next.recorded(call)
	if wait := list.first("You can call in"); wait.IsZero() || list.first("Call it").Sub(tapped) < hold+appealTime {
		t.Errorf("the next call can be made %s after the ruling was tapped (B42): %v", list.first("Call it").Sub(tapped), list)
	}
	for _, j := range h.judges {
		list := j.recorded(judging)
		right, wrong := list.first("Ruled RIGHT."), list.first("Ruled WRONG.")
		if right.IsZero() || wrong.Before(right) {
			t.Errorf("%s did not see first the one and then the other ruling: %v", j.name, list)
		}
	}
}

// appeal lets a Game Master appeal, and the judges answer it.
func (h *hall) appeal(d *desk, side chess.Side, reason string, answer func()) {
	t, gm := h.t, h.gm[side]
	t.Helper()
	gm.unfold("#gm-more", "Appeal against the ruling")
	if reason != "" {
		gm.fill(one(`#gm-more form[action$="/appeal"] [name=reason]`, ""), reason)
	}
	gm.tap(one(`#gm-more form[action$="/appeal"] button`, "Appeal"))
	for _, p := range h.all() {
		if p == h.host {
			p.untilText("#now", "The judges look at the last ruling again.")
			continue
		}
		p.untilText("main", fmt.Sprintf("%s (%s) appeals against the ruling.", side, teamNames[side]))
		p.untilText("main", reason)
	}
	h.judges[0].untilText("#judge-matter", "A second look")
	for _, p := range h.gm {
		var open bool
		if p.eval(`!!one("form[data-call]")`, &open); open {
			t.Errorf("%s can call while an appeal is open (B42)", p.name)
		}
	}
	d.refused("B42", event.GameMaster(h.model.caller()).Path()+"/call", "from", "b8", "to", "c6", "about", d.about())
	answer()
}

// appealsLeft checks how many appeals a Game Master is said to have.
func (h *hall) appealsLeft(side chess.Side, words string) {
	h.t.Helper()
	gm := h.gm[side]
	gm.unfold("#gm-more", "Appeal against the ruling")
	gm.untilText(`#gm-more form[action$="/appeal"]`, words)
	gm.tap(one("#gm-more summary", "Appeal against the ruling"))
}

// TestB40SleepingJudgeInBrowsers lets a judge's phone fall asleep in the middle
// of a challenge, and later another one lose the network.
func TestB40SleepingJudgeInBrowsers(t *testing.T) {
	t.Parallel() // it waits for most of its time
	h, d := matchOf(t, waitless)
	wire := newWire(t, d.address)
	h.judges[1] = h.device(judgeNames[1], phone, event.Judge(2), map[event.Seat]string{
		event.Judge(2): strings.Replace(d.links()[event.Judge(2)], d.address, wire.address, 1)})
	head, second, sleeper := h.judges[0], h.judges[1], h.judges[2]
	h.plays(d, "e2e4", "d7d5", "e4d5")
	h.challenged10()
	h.ballot(0, "wrong", 1)
	head.untilText("#judge-ballot", "Waiting for 2 of 3.")
	head.record("#judge-ballot")

	const told = `performance.getEntriesByType("resource").filter((e) => e.name.endsWith("/here")).map((e) => performance.timeOrigin + e.startTime)`
	sleeper.until("the phone has said that it is there", told+`.length > 0`)
	sleeper.record("#judge-matter")
	sleeper.eval(`document.addEventListener("visibilitychange", () => (window.woken = performance.timeOrigin + performance.now()))`, nil)
	var beats []float64
	sleeper.eval(told, &beats)
	sleeper.sleep(true)
	asleep := time.Now()

	head.within(2*gone+patience, "the panel counts without the phone that sleeps", `words(document.querySelector("#judge-ballot")).includes("Waiting for 1 of 2.")`)
	last := time.UnixMilli(int64(beats[len(beats)-1]))
	if at := head.recorded("#judge-ballot").first("Waiting for 1 of 2."); at.Sub(last) < gone || at.Sub(asleep) > gone+time.Second+h.pace() {
		t.Errorf("the panel counts without the judge %s after the phone was last heard and %s after it slept (B40)", at.Sub(last), at.Sub(asleep))
	}
	head.untilText("#head", "2 of 3 judges here")
	h.host.untilText("#seat-judge-3 summary", "Gone")
	// Two are left and disagree: the head judge's ballot decides.
	h.ballot(1, "right", 1)
	h.model.rule(t, "wrong")
	h.judges[2] = nil // its page is old now
	h.same()

	sleeper.sleep(false)
	h.judges[2] = sleeper
	sleeper.untilText("#judge-matter", "WRONG")
	sleeper.live()
	var woken float64
	sleeper.eval("window.woken", &woken)
	if took := sleeper.recorded("#judge-matter").first("WRONG").Sub(time.UnixMilli(int64(woken))); took > 2*time.Second+h.pace() {
		t.Errorf("the phone is current %s after it woke", took)
	}
	h.same()
	d.call(chess.Black, "d8d5")
	h.model.call(t, "d8d5")
	h.challenged10()
	h.ballot(2, "right", 1)
	sleeper.untilText("#judge-ballot", "Waiting for 2 of 3.")

	// Without the network a page says so by itself, and can't be tapped.
	second.expect(lost)
	second.offline(wire, true)
	second.until("the page is locked", `document.body.dataset.state === "stale" && document.querySelector("main").inert`)
	if err := second.tryTap(one("#judge-ballot form.ballot button[value=right]", ""), 1); err == nil {
		t.Error("a page without the network can be tapped")
	}
	h.ballot(0, "right", 1)
	h.model.rule(t, "right")
	for _, p := range []*page{head, sleeper} {
		p.untilText("#judge-matter", "RIGHT")
	}
	second.offline(wire, false)
	back := time.Now()
	second.untilText("#judge-matter", "RIGHT")
	second.live()
	if took := time.Since(back); took > 2*time.Second+h.pace() {
		t.Errorf("the page is current %s after the network was back", took)
	}
	second.expect(nil)
	h.same()
	h.clean()
}

// pace is what this machine takes just now, with all that it does beside, to
// load a page twice.
func (h *hall) pace() time.Duration {
	h.t.Helper()
	p := newContext(h.t, "pace", phone)
	began := time.Now()
	p.open(h.program.links.Board)
	return 2 * time.Since(began)
}

// gone is how long somebody without a live page still counts (B40).
const gone = 20 * time.Second

// sleep lets a page sleep as on a phone in a pocket, hidden and frozen, or
// wakes it.
func (p *page) sleep(on bool) {
	p.t.Helper()
	state := cdppage.SetWebLifecycleStateState("active")
	if on {
		state = "frozen"
	}
	see := func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: !on})
		return err
	}
	live := func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, cdppage.SetWebLifecycleState, cdppage.SetWebLifecycleStateParams{State: state})
		return err
	}
	steps := []chromedp.Action[chromedp.Void]{chromedp.Func(see), chromedp.Func(live)}
	if !on {
		slices.Reverse(steps)
	}
	p.do("become "+string(state), steps...)
}

// wire lies between a device and the program, and can be cut.
type wire struct {
	address string

	mu    sync.Mutex
	cut   bool
	conns []net.Conn
}

// newWire lays a wire to an address.
func newWire(t *testing.T, to string) *wire {
	t.Helper()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { on.Close() })
	w := &wire{address: "http://" + on.Addr().String()}
	go func() {
		for {
			near, err := on.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", strings.TrimPrefix(to, "http://"))
			if err != nil || !w.carry(near, far) {
				near.Close()
				continue
			}
			go func() { io.Copy(near, far); near.Close() }()
			go func() { io.Copy(far, near); far.Close() }()
		}
	}()
	return w
}

// carry notes both ends of a connection, unless the wire is cut.
func (w *wire) carry(ends ...net.Conn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.conns = append(w.conns, ends...)
	return !w.cut
}

// offline cuts a device's wire or mends it, and lets the device know, as a
// phone does that loses or finds its network.
func (p *page) offline(w *wire, on bool) {
	p.t.Helper()
	w.mu.Lock()
	w.cut = on
	for _, c := range w.conns {
		c.Close()
	}
	w.conns = nil
	w.mu.Unlock()
	p.do("lose or find the network", chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, network.OverrideNetworkState, network.OverrideNetworkStateParams{
			Offline: on, DownloadThroughput: -1, UploadThroughput: -1})
		return err
	}))
}
