package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"biblechess/event"
	"biblechess/event/chess"
	"biblechess/event/rules"
)

// desk gives commands by the plain forms and reads screens as JSON, so that
// what a test is not about costs little. It holds every seat beside the
// devices, and opens no stream: nobody counts as present by it.
type desk struct {
	t       *testing.T
	address string
	client  *http.Client
}

// newDesk enters as the host, by the pass.
func newDesk(t *testing.T, p *program) *desk {
	t.Helper()
	d := &desk{t: t, address: strings.TrimSuffix(p.links.Board, event.Projector.Path()), client: browser(t)}
	d.post("/host/enter", "pass", p.links.Pass)
	return d
}

// ask sends a request and gives the answer's status and body.
func (d *desk) ask(method, path string, fields ...string) (int, []byte) {
	d.t.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Add(fields[i], fields[i+1])
	}
	r, err := http.NewRequest(method, d.address+path, strings.NewReader(form.Encode()))
	if err != nil {
		d.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	answer, err := d.client.Do(r)
	if err != nil {
		d.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		d.t.Fatal(err)
	}
	return answer.StatusCode, body
}

// post gives a command that has to be taken.
func (d *desk) post(path string, fields ...string) {
	d.t.Helper()
	if status, body := d.ask(http.MethodPost, path, fields...); status != http.StatusOK {
		d.t.Fatalf("POST %s %v: %d %s", path, fields, status, body)
	}
}

// refused gives a command that the rules must refuse, with a clause.
func (d *desk) refused(clause, path string, fields ...string) {
	d.t.Helper()
	status, body := d.ask(http.MethodPost, path, fields...)
	var said struct{ Error, Clause string }
	if err := json.Unmarshal(body, &said); err != nil || status != http.StatusUnprocessableEntity || said.Clause != clause {
		d.t.Errorf("POST %s %v: %d %s, and a refusal by %s was due", path, fields, status, body, clause)
	}
}

// screenOf reads a seat's screen.
func screenOf[T any](d *desk, seat event.Seat) T {
	d.t.Helper()
	status, body := d.ask(http.MethodGet, seat.Path())
	var screen T
	if err := json.Unmarshal(body, &screen); status != http.StatusOK || err != nil {
		d.t.Fatalf("GET %s: %d, %v", seat.Path(), status, err)
	}
	return screen
}

// about is what the next form is about.
func (d *desk) about() string {
	d.t.Helper()
	return fmt.Sprint(screenOf[event.BoardScreen](d, event.Projector).About)
}

// links are the seats' links, as the host's page has them.
func (d *desk) links() map[event.Seat]string {
	d.t.Helper()
	links := map[event.Seat]string{}
	for _, s := range screenOf[event.HostScreen](d, event.Host).Seats {
		links[s.Seat] = s.Link
	}
	return links
}

// call calls two squares, and a promotion's letter if one is due.
func (d *desk) call(side chess.Side, uci string) {
	d.t.Helper()
	d.post(event.GameMaster(side).Path()+"/call", "from", uci[:2], "to", uci[2:4], "promotion", uci[4:], "about", d.about())
}

// chooses names the teams and the judges, and chooses a format and its house
// rules.
func (d *desk) chooses(format rules.Format, house rules.House) {
	d.t.Helper()
	d.post("/host/match", "match", "Friday night", "white", teamNames[chess.White], "black", teamNames[chess.Black])
	d.post("/host/names", "full", "1") // the model knows people by their full names
	d.post("/host/format", "format", format.Key())
	var fields []string
	for key, value := range house {
		fields = append(fields, key, value)
	}
	d.post("/host/rules", fields...)
	for _, name := range judgeNames {
		d.post("/host/judge-add", "name", name)
	}
}

// places gives every post of the position that the match starts from to
// somebody, and takes all seats: the desk's client holds them side by side,
// each cookie by its path.
func (d *desk) places(start chess.Position) {
	d.t.Helper()
	for i, side := range chess.Sides {
		names := people[i][:start.Occupied(side).Count()]
		d.post("/host/roster", "side", strings.ToLower(side.String()), "paste", strings.Join(names, "\n"))
	}
	for _, link := range d.links() {
		d.ask(http.MethodGet, strings.TrimPrefix(link, d.address))
	}
}

// bring loads both sides' questions and lets the judges approve them all.
func (d *desk) bring() {
	d.t.Helper()
	for _, csv := range [][]byte{whiteBank, blackBank} {
		d.post("/host/questions", "csv", string(csv))
	}
	for n := range judgeNames {
		judge := event.Judge(n + 1)
		for a := screenOf[event.JudgeScreen](d, judge).Approval; a != nil && a.Waiting > 0; a = screenOf[event.JudgeScreen](d, judge).Approval {
			for _, bank := range a.Groups {
				d.post(judge.Path()+"/approve", "question", bank.Question.ID, "revision", fmt.Sprint(bank.Question.Revision))
			}
		}
	}
}

// matchOf starts a Bible Chess match by the plain forms and opens the devices
// that judging is about: the host's, both Game Masters' tablets, three judges'
// phones and the projector.
func matchOf(t *testing.T, house rules.House) (*hall, *desk) {
	t.Helper()
	h := &hall{t: t, program: startProgram(t, ""), model: newModel(t)}
	d := newDesk(t, h.program)
	all := maps.Clone(scriptHouse) // by which the model plays
	maps.Copy(all, house)
	d.chooses(rules.Bible, all)
	d.places(h.model.state.Position)
	d.bring()
	d.post("/host/start")
	h.seat(d)
	links := d.links()
	for i := range h.judges {
		h.judges[i] = h.device(judgeNames[i], phone, event.Judge(i+1), links)
	}
	h.same()
	return h, d
}

// seat opens the host's page, both Game Masters' tablets and the projector.
func (h *hall) seat(d *desk) {
	h.t.Helper()
	links := d.links()
	h.host = openHost(h.t, h.program)
	for i, side := range chess.Sides {
		h.gm[i] = h.device("Game Master "+side.String(), tablet, event.GameMaster(side), links)
	}
	h.projector = newContext(h.t, "projector", wall)
	h.projector.open(h.program.links.Board)
}

// device opens a seat's page on a new device, by the seat's link.
func (h *hall) device(name string, d device, seat event.Seat, links map[event.Seat]string) *page {
	h.t.Helper()
	p := newContext(h.t, name, d)
	p.open(links[seat])
	p.open(strings.SplitN(links[seat], "/j/", 2)[0] + seat.Path())
	return p
}

// calls makes a call on the tablet of the side to move.
func (h *hall) calls(uci string) *rules.Challenge {
	h.t.Helper()
	gm := h.gm[h.model.caller()]
	gm.until("the call can be made", `one("form[data-call]")`)
	h.choose(gm, uci)
	gm.tap(one("[data-call-it]", ""))
	return h.model.call(h.t, uci)
}

// plays makes calls of the script that need no ruling, by the desk.
func (h *hall) plays(d *desk, calls ...string) {
	h.t.Helper()
	for _, uci := range calls {
		d.call(h.model.caller(), uci)
		h.model.call(h.t, uci)
	}
}

// votes gives ballots by the desk, in the order of the judges; "" is none.
func (h *hall) votes(d *desk, ballots ...string) {
	h.t.Helper()
	for i, vote := range ballots {
		if vote != "" {
			d.post(event.Judge(i+1).Path()+"/vote", "vote", vote, "about", d.about())
		}
	}
}

// copied is the model as it stands now, to come back to.
func (m *model) copied() model {
	c := *m
	c.banks, c.used, c.promoted = map[rules.Bank][]bankQuestion{}, maps.Clone(m.used), maps.Clone(m.promoted)
	for bank, list := range m.banks {
		c.banks[bank] = slices.Clone(list)
	}
	return c
}

// everywhere waits until pages say something.
func (h *hall) everywhere(pages []*page, text string) {
	h.t.Helper()
	for _, p := range pages {
		p.untilText("main", text)
	}
}

// clean checks that no page was loaded anew or complained.
func (h *hall) clean() {
	h.t.Helper()
	for _, p := range h.all() {
		var born float64
		if p.eval("performance.timeOrigin", &born); born != p.born {
			h.t.Errorf("%s was loaded anew", p.name)
		}
		p.clean()
	}
}

// unfold opens a folded form by its summary.
func (p *page) unfold(scope, summary string) {
	p.t.Helper()
	p.tap(one(scope+" summary", summary))
	p.until("it is unfolded", fmt.Sprintf(`one(%s, %s).closest("details").open`, quoted(scope+" summary"), quoted(summary)))
}

// heard is what a part of a page has said since it is recorded, in order, with
// the time by the machine's clock in milliseconds.
type heard []struct {
	At   float64
	Said string
}

// record notes from now on whatever a selector's elements say, however short
// they say it.
func (p *page) record(selectors ...string) {
	p.t.Helper()
	for _, selector := range selectors {
		p.eval(fmt.Sprintf(`(() => {
			const selector = %s, list = [];
			(window.heard ||= {})[selector] = list;
			const note = () => {
				const said = [...document.querySelectorAll(selector)].map(words).join(" | ");
				if (said !== list.at(-1)?.Said) list.push({At: performance.timeOrigin + performance.now(), Said: said});
			};
			note();
			new MutationObserver(note).observe(document.body, {childList: true, subtree: true, characterData: true, attributes: true});
		})()`, quoted(selector)), nil)
	}
}

// recorded gives what was heard of a selector's elements.
func (p *page) recorded(selector string) heard {
	p.t.Helper()
	var list heard
	p.eval(fmt.Sprintf("window.heard[%s]", quoted(selector)), &list)
	return list
}

// first is when something was first heard; the zero time when it never was.
func (list heard) first(text string) time.Time {
	for _, h := range list {
		if strings.Contains(h.Said, text) {
			return time.UnixMicro(int64(h.At * 1000))
		}
	}
	return time.Time{}
}
