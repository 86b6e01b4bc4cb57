package main

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"biblechess/event"
	"biblechess/event/chess"
)

// TestB43RewindOverAPromotionInBrowsers lets the head judge rewind over a
// promotion: everybody is who they were, and play goes on.
func TestB43RewindOverAPromotionInBrowsers(t *testing.T) {
	t.Parallel()
	h, d := matchOf(t, waitless)
	h.plays(d, "a2a4", "h7h6", "a4a5", "h6h5", "a5a6", "h5h4", "a6b7")
	h.ruled(d, "wrong")
	h.plays(d, "h4h3")
	before := h.model.copied()
	h.promotes("q")
	h.plays(d, "g7g6", "d2d4")
	h.same()
	if stands := h.model.board()["a8"]; stands != "White Quiz Master Keturah" {
		t.Fatalf("on a8 stands %s", stands)
	}

	// The host sees what would be undone before anybody undoes it.
	h.host.unfold("#now", "Rewind")
	for _, text := range []string{"Ply 9: White: Pawn Keturah, b7 to a8", "became a Quiz Master"} {
		h.host.untilText(`#now form[action$="/rewind"] option[value="9"]`, text)
	}
	h.host.untilText(`#now form[action$="/rewind"]`, "The chosen call and all after it are undone.")
	head := h.judges[0]
	head.unfold("#judge-tools", "Rewind")
	form := `#judge-tools form[action$="/rewind"] `
	head.pick(form+"[name=ply]", "9")
	head.fill(one(form+"[name=reason]", ""), "The Rook was told the answer.")
	head.tap(one(form+"button", "Rewind"))
	*h.model = before
	for _, text := range []string{
		"Rewound to before ply 9.", "The Rook was told the answer.",
		"Keturah walks back to b7.", "Tobias walks back to a8.", "Titus walks back to d2.", "Leah walks back to g7.",
	} {
		h.everywhere(h.all(), text)
	}
	h.same() // the Quiz Master on a8 is the Pawn on b7 again

	// Nothing is erased: what was undone stands struck through in the log (R4).
	log := h.host.beside("log", laptop)
	log.open(d.address + "/host/log")
	var struck []string
	log.eval(`[...document.querySelectorAll("#log li.struck")].map((li) => words(li.querySelector("s")))`, &struck)
	said := strings.Join(struck, "\n")
	for _, part := range []string{"Called b7 to a8, promoted", "Voted wrong", "Ruled: WRONG.", "Called g7 to g6.", "Called d2 to d4."} {
		if !strings.Contains(said, part) {
			t.Errorf("the log does not strike through %q:\n%s", part, said)
		}
	}
	if len(struck) != 5 {
		t.Errorf("a call, two ballots and two calls were undone, and the log strikes through:\n%s", said)
	}
	log.untilText("#log li:not(.struck)", "Rewound to before ply 9: The Rook was told the answer.")
	log.until("who rewound is said", `words(document.querySelector("#log li:not(.struck)")).includes("Ruth (Judge 1)")`)
	log.clean()

	// The same question comes again, and the Pawn becomes another piece.
	h.promotes("n")
	h.same()
	if stands := h.model.board()["a8"]; stands != "White Knight Keturah" {
		t.Errorf("on a8 stands %s", stands)
	}
	h.clean()
}

// promotes lets the Pawn on b7 take the Rook's square and become a piece.
func (h *hall) promotes(letter string) {
	h.t.Helper()
	q, sequence := h.model.due(h.calls("b7a8" + letter))
	for _, j := range h.judges {
		j.untilText("#judge-matter", sequence)
		j.untilText("#judge-matter", spaced(q.text))
	}
	h.ballot(0, "wrong", 1)
	h.ballot(1, "wrong", 1)
	h.model.rule(h.t, "wrong")
	h.same()
}

// ruled lets two judges rule by the desk.
func (h *hall) ruled(d *desk, vote string) {
	h.t.Helper()
	h.votes(d, vote, vote)
	h.model.rule(h.t, vote)
}

// pick chooses an option of a shown select.
func (p *page) pick(selector, value string) {
	p.t.Helper()
	p.until("the choice is there", one(selector, ""))
	p.eval(fmt.Sprintf(`((el) => {
		el.value = %s;
		for (const what of ["input", "change"]) el.dispatchEvent(new Event(what, {bubbles: true}));
	})(%s)`, quoted(value), one(selector, "")), nil)
	p.until("it is chosen", fmt.Sprintf("%s.value === %s", one(selector, ""), quoted(value)))
}

// TestR8B44PauseClockAndSubstituteInBrowsers stops and goes on with a challenge
// in every way that officials can, and puts a substitute in.
func TestR8B44PauseClockAndSubstituteInBrowsers(t *testing.T) {
	t.Parallel()
	h, d := matchOf(t, waitless)
	links := d.links()
	h.qm[0] = h.device("Quiz Master White", tablet, event.QuizMaster(chess.White), links)
	h.plays(d, "e2e4", "d7d5")
	// What somebody types stays in its place when other tools come beside it.
	typing := h.judges[0]
	typing.unfold("#judge-tools", "Pause")
	typing.fill(one(`#judge-tools form[action$="/pause"] [name=reason]`, ""), "The organ")
	c := h.calls("e4d5")
	first, sequence := h.model.due(c)
	h.qm[0].untilText("#qm-ask", sequence)
	h.qm[0].untilText("#qm-ask", spaced(first.text))
	typing.untilText("#judge-tools", "Misread")
	typing.until("the other tools are folded, and what was typed is there", `((open) => open.length === 1 &&
		open[0].querySelector("form[action$='/pause'] [name=reason]").value === "The organ")([...document.querySelectorAll("#judge-tools details[open]")])`)
	h.qm[0].tap(one("#qm-ask button", "Question read: start the clock"))
	until := h.answerTimes(false)
	for _, p := range []*page{h.projector, h.gm[0], h.judges[1], h.qm[0]} {
		p.do("load anew", chromedp.Reload())
		p.live()
		p.eval("performance.timeOrigin", &p.born)
	}
	if again := h.answerTimes(false); again != until {
		t.Errorf("loading pages anew moved the end of the answer clock by %v ms", again-until)
	}

	h.pause(d)
	h.judges[1].tap(one("#clock-stop button", ""))
	h.answerTimes(true)
	h.judges[1].tap(one("#clock-on button", ""))
	h.answerTimes(false)

	// Misread: the same question is put again, and nothing counts yet (B35).
	h.ballot(0, "right", 1)
	h.judges[1].unfold("#judge-tools", "Misread")
	h.judges[1].tap(one("#judge-tools button", "Yes, it was misread"))
	for _, p := range h.all() {
		p.until("no answer is waited for", answerClock+` === undefined`)
	}
	h.judges[0].until("the ballot is gone", `one("#judge-ballot form.ballot") && !one("#judge-ballot [aria-pressed=true]")`)
	h.qm[0].untilText("#qm-ask", spaced(first.text))
	h.qm[0].until("the question can be read again", one("#qm-ask button", "Question read"))

	// Thrown out: the next question of the bank is put (R7).
	h.judges[2].unfold("#judge-tools", "Throw the question out")
	h.judges[2].fill(one(`#judge-tools form[action$="/throw-out"] [name=reason]`, ""), "Somebody shouted it.")
	h.judges[2].tap(one(`#judge-tools form[action$="/throw-out"] button`, "Throw it out"))
	h.model.used[c.Bank]++
	second, sequence := h.model.due(c)
	for _, j := range h.judges {
		j.untilText("#judge-matter", spaced(second.text))
		j.untilText("#judge-matter", sequence)
	}
	h.qm[0].untilText("#qm-ask", spaced(second.text))
	if strings.Contains(h.qm[0].text("#qm-ask"), spaced(first.text)) {
		t.Error("the console shows the question that was thrown out")
	}
	h.ballot(0, "wrong", 1)
	h.ballot(2, "wrong", 1)
	h.model.rule(t, "wrong")
	h.same()
	h.projector.untilText("main", spaced(second.text))

	// A substitute is who stands there, wherever that is said (B22).
	h.host.unfold("#now", "Substitute a player")
	form := `#now form[action$="/substitute"] `
	h.host.pick(form+"[name=post]", "e2")
	h.host.fill(one(form+"[name=name]", ""), "Reuben <b>")
	h.host.tap(one(form+"button", "Put in the substitute"))
	d5, _ := chess.ParseSquare("d5")
	h.model.standing[d5] = "Reuben <b>"
	h.same()
	h.calls("d8d5")
	h.everywhere(h.all(), "challenges Reuben <b> (White Pawn) on d5")
	h.clean()
}

// pause lets the host give the match a break in the middle of a challenge.
func (h *hall) pause(d *desk) {
	h.t.Helper()
	const reason = "The organ is tuned."
	h.host.unfold("#now", "Pause")
	h.host.fill(one(`#now form[action$="/pause"] [name=reason]`, ""), reason)
	h.host.tap(one(`#now form[action$="/pause"] button`, "Pause the match"))
	h.everywhere(h.all(), reason)
	h.projector.untilText("#board-stage h2", "Pause")
	for _, p := range h.all() {
		p.until("nothing but corrections can be done", `!one("form[data-call], #judge-ballot form, #qm-ask form, #clock-stop")`)
	}
	about := d.about()
	d.refused("R8", "/gm/black/call", "from", "a7", "to", "a6", "about", about)
	d.refused("R8", "/judge/1/vote", "vote", "right", "about", about)
	left := h.answerTimes(true)
	time.Sleep(2 * time.Second) // in which a clock that runs would be seen to
	if again := h.answerTimes(true); again != left {
		h.t.Errorf("in the pause the answer clock went from %v s to %v s", left, again)
	}
	h.host.tap(one(`#now form[action$="/resume"] button`, ""))
	resumed := time.Now()
	end := h.answerTimes(false)
	if now := time.UnixMilli(int64(end)).Sub(resumed).Seconds(); math.Abs(now-left) > 2 {
		h.t.Errorf("before the pause %v s were left for the answer, and after it %v s", left, now)
	}
	h.judges[0].until("the vote is due again", `one("#judge-ballot form.ballot button")`)
}

// answerClock is the clock for the answer, as a page shows it.
const answerClock = `[...document.querySelectorAll("ul.clocks li")].find((li) => words(li).startsWith("Answer"))?.querySelector(".clock")`

// secondsShown and secondsLeft are functions of a clock on a page: what it shows,
// and what is left by the machine's own clock, begun seconds whole.
const (
	secondsShown = `((el) => words(el).split(":").reduce((m, s) => m * 60 + Number(s), 0))`
	secondsLeft  = `((el) => Math.ceil((Number(el.dataset.until) - Date.now()) / 1000))`
)

// answerTimes checks that all pages show the same time for the answer, and
// gives when it ends; when the clock stands, the seconds that are left.
func (h *hall) answerTimes(stands bool) float64 {
	h.t.Helper()
	var all float64
	for i, p := range h.all() {
		p.until("the answer clock is there", fmt.Sprintf(`((el) => el && /^\d+:\d\d$/.test(words(el)) && el.matches(".stopped") === %v)(%s)`, stands, answerClock))
		if !stands {
			p.until("the answer clock shows what is left", fmt.Sprintf(`((el) => Math.abs(%s(el) - %s(el)) <= 1)(%s)`, secondsShown, secondsLeft, answerClock))
		}
		var value float64
		p.eval(fmt.Sprintf(`((el) => Number(el.dataset.until) || %s(el))(%s)`, secondsShown, answerClock), &value)
		if i == 0 {
			all = value
		}
		if value != all {
			h.t.Errorf("%s shows another time for the answer than %s: %v and %v (B44)", p.name, h.all()[0].name, value, all)
		}
	}
	return all
}
