package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// TestWholeMatchInBrowsers sets a match up from nothing and plays it to its
// end, with every device a browser of its own.
func TestWholeMatchInBrowsers(t *testing.T) {
	t.Parallel()
	program := startProgram(t, "")
	h := &hall{t: t, program: program, model: newModel(t)}
	h.host = openHost(t, program)
	h.setUp()
	h.same()
	for i, ply := range script {
		h.incidents(i + 1)
		h.play(ply)
	}
	for _, p := range h.all() {
		p.until("the result is on the page", fmt.Sprintf(`words(document.querySelector("main")).includes(%s)`,
			quoted("The match goes to "+teamNames[chess.Black])))
	}
	h.shoot("end")

	// The record alone must give the same end.
	var before []string
	for _, p := range h.all() {
		before = append(before, p.text("main"))
	}
	h.pulledPlug(nil)
	h.same()
	for i, p := range h.all() {
		if p == h.host {
			continue // its page says since when devices are there
		}
		// The other devices come back one after the other, and pages say how many are there.
		after, patience := p.text("main"), time.Now().Add(30*time.Second)
		for after != before[i] && time.Now().Before(patience) {
			p.change()
			after = p.text("main")
		}
		if after != before[i] {
			t.Errorf("%s: after the restart the page says\n%s\nand before it\n%s", p.name, after, before[i])
		}
	}
}

// play makes one ply of the script through the pages.
func (h *hall) play(ply scripted) {
	t := h.t
	t.Helper()
	side := h.model.caller()
	gm := h.gm[side]
	h.choose(gm, ply.call)
	// Somebody taps twice to be sure: it is one call all the same.
	gm.taps(one("[data-call-it]", ""), 1+h.model.ply%2)
	challenge := h.model.call(t, ply.call)
	if challenge == nil {
		h.same()
		return
	}
	h.challenged(challenge)
	h.midChallenge(challenge)
	question, _ := h.model.due(challenge)
	h.vote(ply.vote, challenge.Recited)
	ruled := h.model.ply
	h.model.rule(t, ply.vote)
	h.same()
	for _, p := range []*page{h.projector, h.gm[0], h.gm[1], h.qm[0], h.qm[1], h.judges[0]} {
		p.until("the question is shown to learn from", fmt.Sprintf(`words(document.querySelector("main")).includes(%s) && words(document.querySelector("main")).includes(%s)`,
			quoted(spaced(question.text)), quoted(spaced(question.answer))))
	}
	h.secret()
	if ruled == 3 {
		h.shoot("ruling")
	}
}

// choose taps a call on a Game Master's board.
func (h *hall) choose(gm *page, uci string) {
	h.t.Helper()
	from, to, promotion := uci[:2], uci[2:4], uci[4:]
	q, _ := chess.ParseSquare(from)
	name := quoted(h.model.standing[q])
	for try := 0; try < 3; try++ { // a tap may meet the moment in which the board is drawn anew
		gm.tap(one(fmt.Sprintf("button[data-square=%s]", from), ""))
		if gm.soon(fmt.Sprintf(`words(document.querySelector("[data-sentence]")).includes(%s)`, name)) {
			break
		}
	}
	gm.untilText("[data-sentence]", h.model.standing[q])
	gm.tap(one(fmt.Sprintf("button[data-square=%s]", to), ""))
	gm.untilText("[data-sentence]", from+" to "+to)
	if promotion != "" {
		gm.until("the call waits for the promotion", `document.querySelector("[data-call-it]").disabled`)
		gm.tap(one(fmt.Sprintf("[data-promotion=%s]", promotion), ""))
	}
}

// vote lets the panel rule, in a way that differs from ply to ply.
func (h *hall) vote(vote string, recited bool) {
	h.t.Helper()
	other := "right"
	if vote == "right" {
		other = "wrong"
	}
	switch n := h.model.ply; n % 5 {
	case 0: // the head judge alone, by a second tap
		h.judges[0].tap(one("#judge-ballot summary", "Rule alone"))
		h.judges[0].tap(one(fmt.Sprintf("#judge-ballot #alone button[value=%s]", vote), ""))
	case 1: // two agree
		h.ballot(1, vote, 1)
		h.ballot(2, vote, 1)
	case 2: // the third decides
		h.ballot(0, vote, 1)
		h.ballot(1, other, 1)
		h.ballot(2, vote, 1)
	case 3: // one changes their mind
		h.ballot(2, other, 1)
		h.ballot(2, vote, 1)
		h.ballot(0, vote, 1)
	default: // two taps in a row are one ballot, also if the second comes after the answer
		h.ballot(0, vote, 2)
		h.judges[2].eval(tapAfterAnswer, nil)
		h.ballot(2, vote, 2)
	}
}

// tapAfterAnswer taps a button of a form once more as soon as its command is
// answered, before anything that came of it is shown.
const tapAfterAnswer = `(() => {
	let button = null;
	document.addEventListener("submit", (event) => (button = event.submitter), {capture: true, once: true});
	document.addEventListener("command-done", () => button?.isConnected && button.form?.requestSubmit(button), {once: true});
})()`

// ballot taps a judge's ruling; the page shows it as the judge's own, unless it
// was the one that decided.
func (h *hall) ballot(judge int, vote string, times int) {
	h.t.Helper()
	j := h.judges[judge]
	button := fmt.Sprintf(`#judge-ballot form:not(#alone) button[value=%s]`, vote)
	j.taps(one(button, ""), times)
	j.until("the ballot is taken", fmt.Sprintf(`!one(%[1]s) || one(%[1]s).getAttribute("aria-pressed") === "true"`, quoted(button)))
}

// challenged checks that every page tells of the open challenge what it may.
func (h *hall) challenged(c *rules.Challenge) {
	h.t.Helper()
	h.same()
	ply := h.model.ply
	mover, defender := h.model.standing[c.Move.From], h.model.standing[c.Target]
	for _, p := range []*page{h.projector, h.gm[0], h.gm[1], h.qm[0], h.qm[1]} {
		p.untilText("main", fmt.Sprintf("Challenge · ply %d", ply))
		p.untilText("main", mover)
		p.untilText("main", defender)
	}
	q, sequence := h.model.due(c)
	for _, j := range h.judges {
		j.untilText("#judge-matter", fmt.Sprintf("Ply %d", ply))
		j.untilText("#judge-matter", sequence)
		j.untilText("#judge-matter", spaced(q.text))
		j.untilText("#judge-matter", q.answer)
	}
	console := h.qm[c.Asking]
	console.untilText("#qm-ask", sequence)
	if h.model.fromMemory(c) {
		console.untilText("#qm-ask", "from memory")
		if strings.Contains(console.text("#qm-ask"), spaced(q.text)) {
			h.t.Errorf("ply %d: the console shows what the Bishop knows by heart (B20)", ply)
		}
	} else {
		console.untilText("#qm-ask", spaced(q.text))
	}
	if other := h.qm[c.Asking.Other()].text("#qm-ask"); other != "" {
		h.t.Errorf("ply %d: the side that does not ask has on its console: %s", ply, other)
	}
	h.secret()
	if ply == 3 || ply == 15 {
		h.shoot(fmt.Sprintf("challenge-%d", ply))
	}
}

// seen is what a page shows of the match.
type seen struct {
	Born   float64
	State  string
	Locked bool
	Board  map[string]string
	Turn   string
}

// look reads what a page shows. A Game Master's squares say themselves who
// stands on them; on the projector's somebody's token does.
const look = `(() => {
	const board = {};
	for (const el of document.querySelectorAll("[data-square]")) {
		const label = el.getAttribute("aria-label"), walker = el.querySelector("[data-walker]");
		if (label && !label.endsWith(", empty")) board[el.dataset.square] = label.slice(4);
		if (!label && walker) board[el.dataset.square] = words(walker.lastElementChild);
	}
	return {Born: performance.timeOrigin, State: document.body.dataset.state, Locked: document.querySelector("main").inert,
		Board: board, Turn: words(document.querySelector("#board-stage, #now, main > section:not(#head) [role=status], #judge-matter"))};
})()`

// same waits until every page shows the same match as the rules, and fails if
// one does not get there, was loaded anew, or had something to complain of.
func (h *hall) same() {
	h.t.Helper()
	want := h.model.board()
	turn := h.model.turn()
	for _, p := range h.all() {
		deadline := time.Now().Add(patience)
		for {
			var s seen
			err := p.tryEval(look, &s)
			wrong := ""
			switch {
			case err != nil:
				wrong = err.Error()
			case s.Born != p.born:
				p.fail("the page was loaded anew")
			case s.State != "live" || s.Locked:
				wrong = "it is not live"
			case (p == h.projector || p == h.gm[0] || p == h.gm[1]) && differences(s.Board, want) != "":
				wrong = differences(s.Board, want)
			case h.model.state.Challenge == nil && !h.model.state.Result.Over && !strings.Contains(s.Turn, turn):
				wrong = fmt.Sprintf("it says %q, and %q was due", s.Turn, turn)
			}
			if wrong == "" {
				break
			}
			if time.Now().After(deadline) {
				p.fail("before ply %d the page is wrong: %s", h.model.ply, wrong)
			}
			p.change()
		}
		p.clean()
	}
}

// secret checks that no question that was not ruled on yet is anywhere in a
// page of somebody who may not see it.
func (h *hall) secret() {
	h.t.Helper()
	secrets := h.model.secrets()
	both := append(append([]string(nil), secrets[0]...), secrets[1]...)
	for p, not := range map[*page][]string{
		h.projector: both, h.gm[0]: both, h.gm[1]: both, h.host: both,
		h.qm[0]: secrets[1], h.qm[1]: secrets[0],
	} {
		list := "[" + strings.Join(mapped(not, quoted), ",") + "]"
		var leaked []string
		p.eval(fmt.Sprintf(`((all) => %s.filter((s) => all.includes(s)))(document.documentElement.outerHTML)`, list), &leaked)
		for _, l := range leaked {
			h.t.Errorf("ply %d: %s holds the question %q, which was not ruled on", h.model.ply, p.name, l)
		}
	}
}

func mapped(list []string, f func(string) string) []string {
	var out []string
	for _, s := range list {
		out = append(out, f(s))
	}
	return out
}

// spaced is a text as a page's words have it.
func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }
