package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"biblechess/event"
	"biblechess/event/chess"
)

// hostile is what a bored guest types: it ends whatever it might stand in, and
// then begins an element and attributes that nothing of ours has.
const hostile = `"'></title></textarea></option></style></script><zqx zqattr=1 onclick=zq()>&lt;zqy&gt;{{zq}}${zq}`

// shorter is for fields that take few letters, one word for those that take one.
const shorter, oneWord = `"'><zqx zqattr=1 onclick=zq()>`, `"'><zqx/onclick=zq()>`

// unseen is put into hostile text: nothing of it may come back. Questions' texts and
// pasted lists are refused with it, so these do without.
const unseen = "\x00at-e4\x00\u202e\r"

var refusing = map[string]bool{"text": true, "answer": true, "also": true, "reject": true, "reference": true, "hint": true, "say": true, "notes": true, "tags": true, "paste": true}

// kinds are fields that take one kind of content alone: for these hostile text
// is refused, and what refuses it is looked at too.
var kinds = map[string]bool{
	"from": true, "to": true, "fen": true, "pgn": true, "call": true, "url": true, "code": true, "pass": true, "csv": true,
	"bank-sizes": true, "bank-sizes-typed": true, "edits": true, "plies": true,
}

// ofAKind tells whether a field takes one kind of content alone.
func ofAKind(name string) bool {
	return kinds[name] || strings.HasSuffix(name, "-typed") || strings.HasPrefix(name, "stand-") || strings.HasPrefix(name, "next-")
}

// walker fills every form of every page and looks at all that comes back.
type walker struct {
	*officials
	t       *testing.T
	devices map[event.Seat]*device
	streams []*live
	fields  map[string]string // of text, by role, verb and name: why hostile text was refused so far; "" once it was taken
	looked  int
	routes  []routed // found once, they stay the same
}

// look checks that hostile text in an answer is text and nothing else.
func (w *walker) look(where string, a answer) {
	w.t.Helper()
	w.looked++
	if shown := strings.HasPrefix(a.header.Get("Content-Type"), "text/html"); shown && strings.ContainsAny(a.body, "\x00\u202e") {
		w.t.Errorf("%s: what can't be seen has come back", where)
	}
	if strings.HasPrefix(a.header.Get("Content-Type"), "application/json") && strings.Contains(a.body, `\u0000`) {
		w.t.Errorf("%s: a NUL has come back", where)
	}
	kind, _, _ := strings.Cut(a.header.Get("Content-Type"), ";")
	switch kind {
	case "text/html":
		w.lookAt(where, a.body)
	case "application/json":
		taken := strings.HasPrefix(a.header.Get("Content-Disposition"), "attachment")
		if !json.Valid([]byte(a.body)) || !taken && strings.Contains(a.body, "<zqx") {
			w.t.Errorf("%s: the JSON is broken or has a tag: %.300s", where, a.body)
		}
	case "image/svg+xml", "text/css", "text/javascript":
		if strings.Contains(a.body, "zqx") {
			w.t.Errorf("%s: %s has somebody's text", where, kind)
		}
	default: // a file to be taken away
		if strings.Contains(a.body, "zqx") && !strings.HasPrefix(a.header.Get("Content-Disposition"), "attachment") {
			w.t.Errorf("%s: %s is shown with somebody's text", where, kind)
		}
	}
	for name, values := range a.header {
		if strings.Contains(strings.Join(values, " "), "zq") {
			w.t.Errorf("%s: the head %s has somebody's text", where, name)
		}
	}
}

// lookAt parses HTML as a browser does.
func (w *walker) lookAt(where, body string) {
	w.t.Helper()
	root, err := html.Parse(strings.NewReader(body))
	if err != nil {
		w.t.Fatalf("%s: %v", where, err)
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if strings.HasPrefix(n.Data, "zq") {
			w.t.Errorf("%s: somebody's text is an element <%s>", where, n.Data)
		}
		for _, at := range n.Attr {
			switch {
			case strings.HasPrefix(at.Key, "zq"), strings.HasPrefix(at.Key, "on"), at.Key == "style", at.Key == "srcdoc":
				w.t.Errorf("%s: <%s> has the attribute %s=%.60q", where, n.Data, at.Key, at.Val)
			case strings.Contains(at.Val, "zq()") && (at.Key == "id" || at.Key == "class"):
				w.t.Errorf("%s: <%s> has somebody's text as its %s", where, n.Data, at.Key)
			case at.Key == "href" || at.Key == "src" || at.Key == "action":
				if u, err := url.Parse(at.Val); err != nil || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "data" {
					w.t.Errorf("%s: <%s> leads to %.60q", where, n.Data, at.Val)
				}
			}
		}
		if n.Data == "script" {
			if src := attr(n, "src"); !strings.HasPrefix(src, "/static/") || n.FirstChild != nil {
				w.t.Errorf("%s: a script that is not one of ours", where)
			}
		}
	}
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// pageOf lists what a seat can look at.
func (w *walker) pages(s event.Seat) []string {
	var list []string
	if w.routes == nil {
		w.routes = routesOf(w.t, w.hall)
	}
	for _, r := range w.routes {
		mine := r.anybody && s == event.Projector || slices.Contains(r.owners, s)
		if r.method == http.MethodGet && mine && !strings.HasSuffix(r.path, "/live") && r.path != "/host/enter" && !strings.HasPrefix(r.path, "/j") && !strings.HasPrefix(r.path, "/J") {
			list = append(list, r.path)
		}
	}
	return append(list, s.Path()+"/nowhere/"+url.PathEscape(hostile), "/j/"+url.PathEscape(hostile), "/j?code="+url.QueryEscape(hostile), "/host/enter?key="+url.QueryEscape(hostile))
}

// forget gives everybody all tries back.
func (t *tries) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.spent = nil
}

// renderAll looks at every page of every seat in both forms.
func (w *walker) renderAll(moment string) {
	w.t.Helper()
	for s, d := range w.devices {
		w.server.codes.forget() // wrong codes are part of the test
		for _, path := range w.pages(s) {
			for _, accept := range []string{"text/html", "application/json"} {
				w.look(fmt.Sprintf("%s: %s as %s", moment, path, accept), d.get(path, accept))
			}
		}
	}
	w.server.codes.forget()
}

// fillAll fills every form that every seat's page shows just now with hostile
// text and sends it, as a browser does; but not those that end something.
func (w *walker) fillAll(moment string, not ...string) {
	w.t.Helper()
	for _, s := range slices.Sorted(maps.Keys(w.devices)) {
		d := w.devices[s]
		for _, path := range []string{s.Path(), s.Path() + "/plain"} {
			a := d.get(path, "text/html")
			if a.status != http.StatusOK {
				continue
			}
			root, err := html.Parse(strings.NewReader(a.body))
			if err != nil {
				w.t.Fatal(err)
			}
			for n := range root.Descendants() {
				if n.Type == html.ElementNode && n.Data == "form" && attr(n, "method") == "post" {
					w.fill(moment, d, n, not)
				}
			}
		}
	}
}

func (w *walker) fill(moment string, d *device, form *html.Node, not []string) {
	w.t.Helper()
	action := attr(form, "action")
	verb := action[strings.LastIndexByte(action, '/')+1:]
	if slices.Contains(not, verb) || action == "/j/leave" {
		return
	}
	values, texts := url.Values{}, []string{}
	for n := range form.Descendants() {
		name := attr(n, "name")
		if n.Type != html.ElementNode || name == "" {
			continue
		}
		switch kind := attr(n, "type"); {
		case n.Data == "textarea", n.Data == "input" && (kind == "text" || kind == "search" || kind == ""):
			if strings.HasSuffix(name, "-typed") {
				values.Set(strings.TrimSuffix(name, "-typed"), "typed")
			}
			values.Set(name, "")
			texts = append(texts, name)
		case n.Data == "input" && kind == "hidden", n.Data == "button" && values.Get(name) == "":
			values.Set(name, attr(n, "value"))
		case n.Data == "input" && (kind == "radio" || kind == "checkbox") && values.Get(name) == "":
			values.Set(name, attr(n, "value"))
		case n.Data == "select":
			for o := range n.Descendants() {
				if o.Data == "option" && values.Get(name) == "" {
					values.Set(name, attr(o, "value"))
				}
			}
		}
	}
	values.Del("once")
	key := func(name string) string { return d.seat.Role() + " " + verb + " " + name }
	due := func() bool {
		return slices.ContainsFunc(texts, func(name string) bool {
			last, ever := w.fields[key(name)]
			return !ever || last != "" && !ofAKind(name)
		})
	}
	for _, text := range []string{hostile, shorter, oneWord} {
		if !due() {
			return
		}
		var pairs []string
		for name := range values {
			value := values.Get(name)
			if slices.Contains(texts, name) {
				if value = text; name == "hint" || name == "word" {
					value = oneWord
				}
				letter := string(rune('a' + slices.Index(texts, name))) // two fields may have to differ
				if !refusing[name] && !ofAKind(name) {
					letter += unseen
				}
				value = letter + value
			}
			pairs = append(pairs, name, value)
		}
		for _, accept := range []string{"application/json", "text/html"} {
			a := d.postAs(accept, action, pairs...)
			w.look(fmt.Sprintf("%s: %s %v", moment, action, texts), a)
			for _, name := range texts {
				if a.status == http.StatusOK || a.status == http.StatusSeeOther {
					w.fields[key(name)] = ""
				} else if last, ever := w.fields[key(name)]; !ever || last != "" && a.Error != "" {
					w.fields[key(name)] = a.Error
				}
			}
		}
	}
}

// Hostile text in every field of every page is text on every page, in every
// stream and every answer (a whole match with it).
func TestGuard_HostileTextInEveryField(t *testing.T) {
	h := serve(t)
	w := &walker{t: t, devices: map[event.Seat]*device{}, fields: map[string]string{}}
	change := func(_, text string) string { return text + hostile }
	for _, s := range event.AllSeats() {
		w.devices[s] = h.seated(s)
	}
	w.officials = &officials{hall: h, host: w.devices[event.Host]}
	w.host.must("judge-add", "name", hostile[:40])
	w.host.must("judge-add", "name", hostile[40:80])
	w.fillAll("set-up", "start", "judge-remove", "renew", "format", "head", "setting")
	w.renderAll("set-up")
	for _, extra := range screen[event.HostScreen](w.host).Judges[2:] {
		w.host.must("judge-remove", "seat", string(extra.Seat), "sure", "1")
		w.devices[extra.Seat].take(extra.Seat)
	}
	for _, side := range []string{"white", "black"} {
		names := make([]string, 16)
		for n := range names {
			names[n] = fmt.Sprintf("%02d%s", n, hostile[20:60])
		}
		w.host.must("roster", "side", side, "paste", strings.Join(names, "\n"))
	}
	w.host.must("rules", "reveal-hold", "typed", "reveal-hold-typed", "0", "appeal-seconds", "typed", "appeal-seconds-typed", "0", "bank-sizes", "1,1,1,2,1")
	for _, s := range []event.Seat{event.Editor(chess.White), event.Editor(chess.Black), event.ReserveEditor} {
		for _, bank := range screen[event.QuestionsScreen](w.devices[s]).Banks {
			for _, line := range bank.Lines {
				w.devices[s].must("remove", "question", line.ID, "revision", fmt.Sprint(line.Revision), "sure", "1")
			}
		}
	}
	w.host.must("questions", "csv", canaryCSV(smallBanks, change))
	w.host.must("reads", "on", "1")
	for n := 1; n <= 2; n++ {
		judge := w.devices[event.Judge(n)]
		judge.live(judge.seat)
		w.judges = append(w.judges, judge)
	}
	until(t, "both judges are there", func() bool { return screen[event.JudgeScreen](w.judges[1]).Present == 2 })
	w.fillAll("approval", "start", "judge-remove", "judge-add", "renew", "format", "setting", "roster", "rules", "remove", "import", "questions", "starter", "add", "place", "fill", "restore", "send-back", "head")
	first := screen[event.JudgeScreen](w.judges[0]).Approval.Question
	w.judges[0].must("send-back", "question", first.ID, "revision", fmt.Sprint(first.Revision), "reason", hostile)
	w.renderAll("approval")
	w.devices[event.Editor(chess.White)].must("revise", "question", first.ID, "revision", fmt.Sprint(first.Revision), "text", hostile, "answer", hostile, "also", "", "reject", "", "reference", hostile, "hint", "", "say", "")
	for _, judge := range w.judges {
		for a := screen[event.JudgeScreen](judge).Approval; a.Waiting > 0; a = screen[event.JudgeScreen](judge).Approval {
			judge.must("approve", "question", a.Question.ID, "revision", fmt.Sprint(a.Question.Revision))
		}
	}
	for i, side := range chess.Sides {
		w.gm[i], w.qm[i] = w.devices[event.GameMaster(side)], w.devices[event.QuizMaster(side)]
	}
	w.host.must("start")
	for s, d := range w.devices {
		w.streams = append(w.streams, d.live(s))
	}
	ends := []string{"judge-remove", "renew", "close", "open", "resign", "time", "rewind", "take-back", "override", "flag", "claim", "draw", "judge-add", "questions", "starter", "import", "head", "vote", "throw-out", "misread", "pause"}
	w.fillAll("play", ends...)
	w.renderAll("play")
	w.host.must("pause", "reason", hostile)
	w.renderAll("pause")
	w.host.must("resume")
	w.play("e2e4", "d7d5", "e4d5")
	w.fillAll("challenge", ends...)
	w.renderAll("challenge")
	about := w.judges[0].about()
	w.judges[0].must("vote", "vote", "right", "reason", hostile, "alone", "1", "about", about)
	w.fillAll("ruling", ends...)
	w.renderAll("ruling")
	if s := screen[event.JudgeScreen](w.judges[0]); s.Ballot != nil { // the appeal that was filled in
		w.judges[0].must("vote", "vote", "wrong", "reason", hostile, "alone", "1", "about", w.judges[0].about())
	}
	w.renderAll("appeal")
	w.host.must("take-back", "reason", hostile, "about", w.host.about())
	w.judges[0].must("override", "from", "g1", "to", "f3", "reason", hostile, "sure", "1", "about", w.judges[0].about())
	// Beside fields of a kind of their own a reason is hostile by itself.
	w.host.must("paper-plies", "plies", "a7 a6", "reason", hostile, "sure", "1", "about", w.host.about())
	w.renderAll("plies from paper")
	position := []string{"turn", "white", "plies", "4", "reason", hostile, "sure", "1", "about", w.host.about()}
	for file := 'a'; file <= 'h'; file++ {
		for _, rank := range "1278" {
			home := string(file) + string(rank)
			position = append(position, "stand-"+home, home)
		}
	}
	w.host.must("paper-position", position...)
	w.renderAll("a position from paper")
	for _, verb := range []string{"paper-plies", "paper-position"} {
		w.fields["host "+verb+" reason"] = ""
	}
	w.host.must("rewind", "ply", "2", "reason", hostile, "sure", "1", "about", w.host.about())
	w.renderAll("corrections")
	w.judges[0].must("time", "winner", "white", "sure", "1", "about", w.judges[0].about())
	w.fillAll("end", ends...)
	w.judges[0].post("/judge/1/reopen", "reason", hostile, "about", w.judges[0].about())
	w.renderAll("end")

	for _, l := range w.streams {
		for _, e := range l.all() {
			if e.name == "regions" {
				w.lookAt("a stream", e.data)
				if strings.ContainsAny(e.data, "\x00\u202e\r") {
					t.Error("a stream has sent what can't be seen")
				}
			}
		}
	}
	accepted := 0
	for _, field := range slices.Sorted(maps.Keys(w.fields)) {
		name := field[strings.LastIndexByte(field, ' ')+1:]
		switch {
		case w.fields[field] == "":
			accepted++
		case !ofAKind(name):
			t.Errorf("hostile text was never accepted in %s: the test does not get there, or it belongs to kinds: %s", field, w.fields[field])
		}
	}
	t.Logf("%d answers were looked at; %d fields of text, %d of which took hostile text", w.looked, len(w.fields), accepted)
	if accepted < 15 || w.looked < 500 {
		t.Errorf("%d fields and %d answers are not the whole program", accepted, w.looked)
	}
	if !strings.Contains(w.devices[event.Projector].get("/board", "text/html").body, "&lt;/title&gt;") {
		t.Error("the board shows no hostile text, so the test looks at nothing")
	}
}
