package web

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"biblechess/event"
	"biblechess/event/chess"
)

// whitePosts is the form of White's posts, the first of which have names.
func whitePosts(names ...string) []string {
	pairs := []string{"side", "white"}
	for i := range 16 {
		name := ""
		if i < len(names) {
			name = names[i]
		}
		pairs = append(pairs, "post-"+chess.Square(i).String(), name)
	}
	return pairs
}

// kept is a hall at some moment: its record and what every seat sees.
type kept struct {
	*hall
	devices map[string]*device // one a role
	record  int
	seen    map[string]string
}

// tap is what differs each time that a screen is asked for.
var tap = regexp.MustCompile(`"Once":"[^"]*"`)

func keep(h *hall, devices map[string]*device) *kept {
	h.Helper()
	k := &kept{hall: h, devices: devices, record: h.entries()}
	k.seen = k.look()
	return k
}

func (k *kept) look() map[string]string {
	k.Helper()
	all := map[string]string{}
	for role, d := range k.devices {
		a := d.get(d.seat.Path(), "application/json")
		if a.status != http.StatusOK {
			k.Fatalf("%s: %d %s", d.seat, a.status, a.body)
		}
		all[role] = tap.ReplaceAllString(a.body, "")
	}
	return all
}

// same fails when the record or a screen is another now.
func (k *kept) same(after string) {
	k.Helper()
	if n := k.entries(); n != k.record {
		k.Fatalf("%s: the record has %d entries, and had %d", after, n, k.record)
	}
	for role, now := range k.look() {
		if now != k.seen[role] {
			k.Errorf("%s: the page of %s is another:\n%s\n%s", after, role, k.seen[role], now)
		}
	}
}

// roles seats a device for each role.
func (h *hall) roles() map[string]*device {
	h.Helper()
	all := map[string]*device{}
	for _, s := range []event.Seat{event.Host, event.CheckIn, event.Floor, event.GameMaster(chess.White), event.QuizMaster(chess.White), event.Judge(1), event.Editor(chess.White)} {
		all[s.Role()] = h.seated(s)
	}
	return all
}

// filled is a set-up in which everything is there that a form could blank.
func filled(t *testing.T) (*hall, map[string]*device) {
	h := serve(t)
	d := h.roles()
	host, editor := d["host"], d["questions"]
	host.must("match", "match", "Friday night", "white", "Lions", "black", "Shepherds")
	host.must("rules", "reveal-hold", "typed", "reveal-hold-typed", "2")
	host.must("setting", "fen", "rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	host.must("people", "paste", "Dorcas, White, sits now and then\nBen")
	host.must("roster", whitePosts("Asher", "Miriam")...)
	host.must("judge-add", "name", "Ruth")
	host.must("check-in", "on", "1")
	host.must("reads", "on", "1")
	host.must("names", "full", "1")
	host.must("say", "name", "Asher", "say", "ASH-er")
	editor.must("import", "csv", "piece,question,answer,also_accept,reference,hint\nBishop,Who?,Eve,Chava,Genesis 3,Ark\n")
	editor.must("edit", "edits", `[{"op":"add","place":"shelf","piece":"pawn","text":{"question":"Where?","answer":"Eden","ref":"Genesis 2"},"labels":{"tags":["garden"],"notes":"Short."}}]`)
	return h, d
}

// A verb whose form carries no field that it needs changes nothing, whatever the
// form carries instead, in every role and at every moment of a match.
func TestForm_AnEmptyOneChangesNothing(t *testing.T) {
	// These take no field at all, "right" before the start alone.
	bare := map[string]bool{"host start": true, "host resume": true, "host floor-stop": true, "judge resume": true, "floor roll": true, "floor stop": true, "floor right": true}
	moments := map[string]func(t *testing.T) (*hall, map[string]*device){
		"set-up": filled,
		"challenge": func(t *testing.T) (*hall, map[string]*device) {
			h := serve(t)
			o := h.begin(1, canaryCSV(smallBanks, nil))
			d := h.roles()
			d["floor"].must("roll")
			o.play("e2e4", "d7d5", "e4d5")
			return h, d
		},
		"hidden": func(t *testing.T) (*hall, map[string]*device) {
			o := hide(t)
			o.gm0.act("confirm", "on", "1")
			return o.hall, o.roles()
		},
	}
	for moment, set := range moments {
		t.Run(moment, func(t *testing.T) {
			h, d := set(t)
			k := keep(h, d)
			for role, list := range verbs {
				names := slices.Sorted(maps.Keys(list))
				if role == "gm" {
					names = slices.AppendSeq(names, maps.Keys(stealthVerbs))
				}
				for _, verb := range names {
					if bare[role+" "+verb] {
						continue
					}
					path := d[role].seat.Path() + "/" + verb
					for what, a := range map[string]answer{
						"nothing":     d[role].post(path),
						"meaningless": d[role].post(path, "colour", "blue", "x", ""),
						"json":        d[role].raw(path, "application/json", strings.NewReader(`{"match":"","white":"","on":"1","sure":"1"}`)),
					} {
						stays := a.status == http.StatusOK && path == "/host/rules" // rules that are not named stay
						if (a.status < 400 || a.status >= 500 || a.Error == "") && !stays {
							t.Errorf("%s of %s: %d %s", what, path, a.status, a.body)
						}
						if n := h.entries(); n != k.record {
							t.Fatalf("%s of %s was kept", what, path)
						}
					}
				}
			}
			k.same("all of them")
		})
	}
}

// A form that lacks one of the fields by which it could blank something is refused
// with the field's name; the same form with all of them is taken.
func TestForm_AMissingFieldIsNotAnEmptyOne(t *testing.T) {
	type row struct {
		role, verb string
		fields     []string // each is needed
		beside     []string
	}
	try := func(t *testing.T, h *hall, d map[string]*device, rows ...row) {
		t.Helper()
		for _, r := range rows {
			path := d[r.role].seat.Path() + "/" + r.verb
			beside := slices.Concat(r.beside, []string{"about", d[r.role].about()})
			k := keep(h, d)
			for i := 0; i < len(r.fields); i += 2 {
				a := d[r.role].post(path, slices.Concat(slices.Delete(slices.Clone(r.fields), i, i+2), beside)...)
				if a.status != http.StatusBadRequest || a.Reason != "malformed" || !strings.Contains(a.Error, "The field "+r.fields[i]+" is missing") {
					t.Errorf("%s without %s: %d %s", path, r.fields[i], a.status, a.body)
				}
				k.same(path + " without " + r.fields[i])
			}
			if a := d[r.role].post(path, slices.Concat(r.fields, beside)...); a.status != http.StatusOK {
				t.Errorf("%s with all its fields: %d %s", path, a.status, a.body)
			}
		}
	}
	names := row{"host", "match", []string{"match", "", "white", "", "black", ""}, nil}
	t.Run("set-up", func(t *testing.T) {
		h, d := filled(t)
		dorcas := ""
		for _, p := range screen[event.HostScreen](d["host"]).People.People {
			if p.Name == "Dorcas" {
				dorcas = p.ID
			}
		}
		banks := screen[event.QuestionsScreen](d["questions"]).Banks
		learnt, shelved := banks[1].Lines[0].ID, banks[5].Lines[0].ID
		try(t, h, d, names,
			row{"host", "roster", whitePosts()[2:], []string{"side", "white"}},
			row{"host", "setting", []string{"fen", ""}, nil},
			row{"host", "rules", []string{"reveal-hold-typed", "4"}, []string{"reveal-hold", "typed"}},
			row{"host", "person", []string{"person", dorcas, "name", "Dorcas", "team", "", "note", ""}, nil},
			row{"host", "absent", []string{"on", "1"}, []string{"person", dorcas}},
			row{"host", "check-in", []string{"on", "0"}, nil},
			row{"host", "reads", []string{"on", "0"}, nil},
			row{"host", "names", []string{"full", "0"}, nil},
			row{"host", "say", []string{"say", ""}, []string{"name", "Asher"}},
			row{"questions", "revise", []string{"text", "Who else?", "answer", "Adam", "also", "", "reject", "", "reference", "Genesis 2", "hint", "", "say", ""}, []string{"question", learnt, "revision", "1"}},
			row{"questions", "label", []string{"tags", "", "notes", ""}, []string{"question", shelved, "labelled", "0"}},
			row{"questions", "place", []string{"piece", ""}, []string{"question", shelved, "place", "shelf"}},
		)
		k := keep(h, d)
		edit := d["questions"].post("/questions/white/edit", "edits", fmt.Sprintf(`[{"op":"label","question":%q,"labelled":1}]`, shelved))
		if edit.status != http.StatusBadRequest || !strings.Contains(edit.Error, "The field labels is missing") {
			t.Errorf("labels without labels: %d %s", edit.status, edit.body)
		}
		k.same("labels without labels")
	})
	t.Run("play", func(t *testing.T) {
		h := serve(t)
		o := h.begin(1, canaryCSV(smallBanks, nil))
		d := h.roles()
		d["floor"].must("roll")
		pawns := screen[event.QuizMasterScreen](d["qm"]).Banks[3].Items
		o.play("e2e4", "d7d5")
		try(t, h, d, names,
			row{"floor", "tick", []string{"post", "a1", "square", "a1"}, nil},
			row{"qm", "juggle", []string{"before", ""}, []string{"question", pawns[0].ID}},
			row{"host", "substitute", []string{"post", "h8", "name", ""}, []string{"sure", "1"}},
		)
		o.play("e4d5")
		d["judge"].must("read", "about", d["judge"].about())
		try(t, h, d, row{"judge", "clock", []string{"on", "0"}, nil})
	})
	t.Run("hidden", func(t *testing.T) {
		o := hide(t)
		d := o.roles()
		try(t, o.hall, d, row{"gm", "confirm", []string{"on", "1"}, nil})
		k := keep(o.hall, d)
		for _, verb := range []string{"remove", "choose"} {
			if a := d["gm"].post("/gm/white/"+verb, "about", d["gm"].about()); a.status != http.StatusBadRequest || !strings.Contains(a.Error, "The field square is missing") {
				t.Errorf("%s without a square: %d %s", verb, a.status, a.body)
			}
		}
		k.same("a choice of no square")
	})
}

// A list of people with a quotation mark that nothing closes is refused with its line,
// and nobody of it is added, from a file and from the field alike.
func TestPeople_AnUnclosedQuotationMark(t *testing.T) {
	h, d := filled(t)
	k := keep(h, d)
	for list, words := range map[string]string{
		"name,team\nAnna,White\n\"Adeyemi, Phoebe,Black\n": "Line 3: a quotation mark is not closed.",
		"Anna\n\"Ben\nCleo\"\n":                            "Line 2: this name goes on in the next line",
		"name,team\n\nAnna,Green\n":                        "Line 3: the team “Green” is not White or Black.",
	} {
		body, kind := upload(t, []byte(list))
		for what, a := range map[string]answer{"a file": d["host"].raw("/host/people", kind, body), "the field": d["host"].post("/host/people", "paste", list)} {
			if a.status != http.StatusBadRequest || a.Reason != "malformed" || !strings.Contains(a.Error, words) {
				t.Errorf("%q by %s: %d %s", list, what, a.status, a.body)
			}
		}
		k.same(list)
	}
}

// What a trial found: names were wiped by forms that named nobody.
func TestForm_NamesStayThatNobodyBlanked(t *testing.T) {
	h, d := filled(t)
	host := d["host"]
	k := keep(h, d)
	for what, a := range map[string]answer{
		"a side alone":    host.post("/host/roster", "side", "white"),
		"one post":        host.post("/host/roster", "side", "white", "post-a1", "Zed"),
		"an empty list":   host.post("/host/roster", "side", "white", "paste", " \n"),
		"no team's names": host.post("/host/match", "match", "Saturday"),
		"a neither":       host.post("/host/names", "full", "true"),
	} {
		if a.status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
	}
	body, kind := upload(t, nil)
	if a := host.raw("/host/setting", kind, body); a.status != http.StatusBadRequest || !strings.Contains(a.Error, "file is empty") {
		t.Errorf("an empty file: %d %s", a.status, a.body)
	}
	k.same("forms that name nobody")
	// The page's own form has the posts that the position has: fifteen of Black's.
	posts := []string{"side", "black"}
	for _, p := range screen[event.HostScreen](host).Teams[1].Posts {
		posts = append(posts, "post-"+p.Square, "")
	}
	if host.must("roster", posts...); len(posts) != 2+2*15 {
		t.Errorf("Black's form is %v", posts)
	}
}

// A form whose number or square is missing, or is none, is refused with a sentence that
// asks for it, and not with words about something numbered 0.
func TestForm_ANumberOrSquareThatIsNone(t *testing.T) {
	type row struct {
		role, verb, field string
		words             string
		none              []string // values that are none
		beside            []string
		present           bool // it is never left out: that is allowed, or said in other words
	}
	letters := []string{"", "abc", "1.5", "99999999999999999999"}
	try := func(t *testing.T, h *hall, d map[string]*device, rows ...row) {
		t.Helper()
		k := keep(h, d)
		for _, r := range rows {
			path := d[r.role].seat.Path() + "/" + r.verb
			beside := append(r.beside, "about", d[r.role].about())
			given := [][]string{beside}
			for _, v := range r.none {
				given = append(given, append([]string{r.field, v}, beside...))
			}
			if r.present {
				given = given[1:]
			}
			for _, form := range given {
				a := d[r.role].post(path, form...)
				if a.status != http.StatusBadRequest || a.Reason != "malformed" || !strings.Contains(a.Error, r.words) {
					t.Errorf("%s %q: %d %s", path, form, a.status, a.body)
				}
			}
			k.same(path + " without " + r.field)
		}
	}
	squares := []string{"", "d9", "ééé"}
	const square, page = "square", "reload the page"
	t.Run("set-up", func(t *testing.T) {
		h, d := filled(t)
		banks := screen[event.QuestionsScreen](d["questions"]).Banks
		learnt, shelved := []string{"question", banks[1].Lines[0].ID}, []string{"question", banks[5].Lines[0].ID}
		try(t, h, d,
			row{"host", "project", "projector", "projectors 1 to 4", letters, []string{"job", "blank"}, false},
			row{"judge", "approve", "revision", page, letters, learnt, false},
			row{"judge", "send-back", "revision", page, letters, append([]string{"reason", "Unclear."}, learnt...), false},
			row{"questions", "revise", "revision", page, letters, append([]string{"text", "Who else?", "answer", "Adam", "also", "", "reject", "", "reference", "", "hint", "", "say", ""}, learnt...), false},
			row{"questions", "remove", "revision", page, letters, append([]string{"sure", "1"}, learnt...), false},
			row{"questions", "label", "labelled", page, letters, append([]string{"tags", "", "notes", ""}, shelved...), false},
			row{"questions", "fill", "count", "how many questions", []string{"abc", "1.5", "0", "-2"}, []string{"piece", "pawn", "order", "never"}, true},
		)
	})
	t.Run("play", func(t *testing.T) {
		h := serve(t)
		o := h.begin(1, canaryCSV(smallBanks, nil))
		d := h.roles()
		d["floor"].must("roll")
		o.play("e2e4", "d7d5")
		sure := []string{"reason", "Mistake.", "sure", "1"}
		try(t, h, d,
			row{"host", "rewind", "ply", "before which ply", letters, sure, false},
			row{"judge", "rewind", "ply", "before which ply", letters, sure, false},
			row{"gm", "claim", "claim", "which draw is claimed", letters, nil, false},
			row{"host", "paper-position", "plies", "how many plies", letters, append([]string{"turn", "white"}, sure...), false},
			row{"host", "paper-position", "next-white-pawn", "The next question of a bank", letters[1:], append([]string{"turn", "white", "plies", "1"}, sure...), true},
			row{"gm", "call", "from", square, squares, []string{"to", "d5"}, false},
			row{"gm", "call", "to", square, squares, []string{"from", "e4"}, false},
			row{"gm", "call", "promotion", "promoted to “x”", []string{"x"}, []string{"from", "e4", "to", "d5"}, true},
			row{"judge", "override", "from", square, squares, append([]string{"to", "d5"}, sure...), false},
			row{"host", "substitute", "post", square, squares[1:], []string{"name", "", "sure", "1"}, true},
			row{"floor", "tick", "post", square, squares[1:], []string{"square", ""}, true},
		)
	})
	t.Run("hidden", func(t *testing.T) {
		o := hide(t)
		d := o.roles()
		try(t, o.hall, d,
			row{"gm", "arrange", "a", square, squares, []string{"how", "swap", "b", "b1"}, false},
			row{"gm", "arrange", "b", square, squares, []string{"how", "swap", "a", "a1"}, false},
		)
	})
}
