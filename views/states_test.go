package views

import (
	"reflect"
	"strings"
	"testing"

	"biblechess/event"
	"biblechess/event/chess"
)

// has and lacks look for words in a page's state.
func has(t *testing.T, name, html string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(html, w) {
			t.Errorf("%s lacks %q", name, w)
		}
	}
}

func lacks(t *testing.T, name, html string, words ...string) {
	t.Helper()
	for _, w := range words {
		if strings.Contains(html, w) {
			t.Errorf("%s has %q", name, w)
		}
	}
}

func TestStatesShowWhatTheyAreFor(t *testing.T) {
	all := screens()
	for _, c := range []struct {
		name        string
		shown, gone []string
	}{
		{"board-chess", []string{"Check to King Josiah", "Morphy – Duke Karl", "will not let go of it", "21 moves to go.", `class="team-clock runs"`, "12:34"}, []string{"plays its own game"}},
		{"board-jedi", []string{"Sith Master Naomi Ruth", "#e-hood", "#e-shoe", "The floor plays its own game now."}, nil},
		{"board-game-lineups", []string{"Tonight the floor walks", "21 moves"}, nil},
		{"board-lineups", []string{`data-square="a8"`, "Black Rook Josiah B."}, nil},
		{"board-turn", []string{"data-keys-open", "/hall.js"}, []string{"team-clock", "/position.js"}},
		{"gm-chess", []string{`action="/gm/white/claim"`, `name="claim" value="2"`, `name="from" value="c4"`, "Walk the next move", "Check to King Josiah", "side-clock", "<span>Queen</span>"}, []string{"Quiz Master</span>"}},
		{"gm-strayed", []string{"The floor has left the game"}, []string{"Walk the next move"}},
		{"gm-checked-wait", []string{"Check to King Josiah"}, []string{"Walk the next move", "data-call-it"}},
		{"gm-call", []string{"Quiz Master</span>"}, []string{"/claim", "Walk the next move"}},
		{"judge-flag", []string{`action="/judge/1/flag"`, `name="sure" value="1"`, "Check to King Josiah", ">Queen</option>"}, nil},
		{"judge-long", []string{`class="strip"`}, []string{"/flag"}},
		{"judge-review", []string{`class="strip"`, "Noah"}, nil},
		{"host-set-up", []string{`action="/host/format"`, `action="/host/setting"`, `id="setting"`, "data-placer", `data-piece="k"`, "/position.js", "Load a file of questions", "Let me read them"}, []string{"Walk a famous game", "match.pgn"}},
		{"host-chess", []string{"From a position of yours", "Back to the usual start", "Walk a famous game", `name="clock-typed" value="15+10"`}, []string{"Load a file of questions", "Let me read them"}},
		{"host-game", []string{"The floor walks a famous game", "33 moves"}, nil},
		{"host-play", []string{`href="/host/match.pgn"`, `href="/host/match.fen"`}, []string{"data-placer", `action="/host/format"`}},
		{"host-over", []string{`href="/host/match.pgn"`}, nil},
	} {
		_, html := document(t, all[c.name])
		has(t, c.name, html, c.shown...)
		lacks(t, c.name, html, c.gone...)
	}
}

func TestEveryPageOffersTheLooksBeforeItIsDrawn(t *testing.T) {
	all := screens()
	pages := map[string]string{"home": render(t, Home("")), "door": render(t, HostDoor("")), "problem": render(t, Problem("Lost", "Lost.", "/", "On"))}
	for _, name := range names(all) {
		_, pages[name] = document(t, all[name])
	}
	for name, html := range pages {
		has(t, name, html, `data-to-look="light"`, `data-to-look="dark"`, `data-to-look="contrast"`)
		script, sheet := strings.Index(html, "/theme.js"), strings.Index(html, `rel="stylesheet"`)
		if script < 0 || script > sheet || strings.Contains(html[strings.LastIndex(html[:script], "<script"):script], "defer") {
			t.Errorf("%s: the look is put on after the page is drawn", name)
		}
	}
}

// What is typed survives leaving the page; each form's draft has its own name.
func TestFormsThatSaveThemselvesAndKeepDrafts(t *testing.T) {
	all := screens()
	for name, want := range map[string][]string{
		"host-set-up": {`data-draft="match"`, `data-draft="posts-white"`, `data-draft="posts-black"`, `data-draft="rules"`, `data-draft="paste-white"`, `data-draft="judge-add"`, `data-draft="fen"`},
		"host-chess":  {`data-draft="game"`},
		"qm-fresh":    {`data-draft="fresh-41"`},
		"judge-fresh": {`data-draft="back-`},
	} {
		screen, ok := all[name]
		if !ok {
			t.Fatalf("no state %q", name)
		}
		_, html := document(t, screen)
		has(t, name, html, want...)
		for _, w := range want {
			if strings.Count(html, w) > 1 && !strings.HasSuffix(w, "-") {
				t.Errorf("%s: two forms keep the draft %s", name, w)
			}
		}
		if name == "host-set-up" && strings.Count(html, "data-autosave") != 4 {
			t.Errorf("%d forms save themselves, not names, posts of both sides and house rules", strings.Count(html, "data-autosave"))
		}
	}
}

func TestShortNamesTellPeopleApart(t *testing.T) {
	var b event.BoardView
	for i, name := range []string{"Phoebe Adeyemi", "Phoebe Brown", "Anna Z. a2", "Anna Z. b2", "Anna", "Samantha a2", "Samantha b2", "Maximilian", "Maximiliane", "Wolfeschlegel A", "Wolfeschlegel B"} {
		q := "abcdefgh"[i%8:i%8+1] + num(1+i/8)
		b.Cells = append(b.Cells, event.Cell{Square: q, Token: sampleToken(event.WhiteColour, chess.Pawn, name, q)})
	}
	seen := map[string]string{}
	for id, short := range shortNames(b) {
		if other, taken := seen[short]; taken {
			t.Errorf("%s and %s are both %q", id, other, short)
		}
		if seen[short] = id; width(short) > shortWidth {
			t.Errorf("%q is too wide", short)
		}
	}
	if len(seen) != len(b.Cells) {
		t.Errorf("%d names for %d people", len(seen), len(b.Cells))
	}
	if html := render(t, boardGrid(b, false)); !strings.Contains(html, "Phoeb.A") {
		t.Errorf("the board does not use them: %s", html)
	}
}

// A piece that the viewer may not know is a player all the same.
func TestS0_ATokenWithoutAKind(t *testing.T) {
	token := &event.Token{ID: "p9", Side: event.BlackColour, Name: "Anna", Square: "c7"}
	html := render(t, boardGrid(event.BoardView{Cells: []event.Cell{{Square: "c7", Token: token}}}, false))
	has(t, "board", html, "#e-hidden", "Black Anna", "<bdi>Anna</bdi>")
	if got := roleWords(token); got != "Black\u00a0·\u00a0c7" {
		t.Errorf("its role is %q", got)
	}
}

func TestShortNamesFitAPhonesSquare(t *testing.T) {
	for name, want := range map[string]string{
		"Anna": "Anna", "Phoebe Adeyemi": "Phoebe", "Anna Lee": "Anna", "Naomi B": "Naomi B",
		"Bartholomew Featherstonehaugh-Nguyen": "Bartho.", "Wolfeschlegelsteinhausen": "Wolfes.", "Maximilian": "Maximi.",
		"שרה כהן": "שרה כהן", "Salome 🦁": "Salome", "": "",
	} {
		got := shortName(&event.Token{Name: name})
		if got != want {
			t.Errorf("%q is shown as %q, want %q", name, got, want)
		}
	}
	if got := shortName(&event.Token{Name: "Quiz Master d8", Square: "d8", Marker: true}); got != "d8" {
		t.Errorf("a marker is shown as %q", got)
	}
	if got := strings.Join(nameLines("Sith Apprentice d8"), "/"); got != "Sith/A. d8" {
		t.Errorf("a marker's lines are %q", got)
	}
}

func TestEmblemsFollowTheRole(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range []struct {
		kind       chess.Kind
		role, want string
	}{
		{chess.Queen, "Quiz Master", "#e-book"}, {chess.Queen, "Jedi Master", "#e-queen"}, {chess.King, "Game Master", "#e-crown"},
		{chess.King, "King", "#e-king"}, {chess.Amazon, "Sith Master", "#e-hood"}, {chess.Centaur, "Sith Master", "#e-shoe"},
		{chess.Knight, "Jedi Knight", "#e-horse"}, {chess.Bishop, "Jedi Adept", "#e-scroll"}, {chess.Rook, "Padawan", "#e-tower"}, {chess.Pawn, "Clone Trooper", "#e-person"}, {chess.NoKind, "", "#e-hidden"},
	} {
		if got := emblemOf(c.kind, c.role); got != c.want || seen[got] {
			t.Errorf("%s has the emblem %s", c.role, got)
		}
		seen[c.want] = true
	}
	drawn := render(t, emblems())
	for ref := range seen {
		has(t, "emblems", drawn, `id="`+strings.TrimPrefix(ref, "#")+`"`)
	}
}

func TestRulingsThatDoTheSameAreSaidOnce(t *testing.T) {
	groups := votes(sampleChallenge().Effects)
	if len(groups) != 2 || len(groups[1]) != 2 || groups[1][1].Vote != "late" {
		t.Errorf("the votes are grouped as %v", groups)
	}
	if got := votes(nil); got != nil {
		t.Errorf("no votes became %v", got)
	}
}

// A break has its reason on a page once, however long it is (R8).
func TestR8_ThePausesReasonIsToldOnce(t *testing.T) {
	const reason = "Ten minutes for tea in the hall next door."
	seen := 0
	for name, screen := range screens() {
		s := reflect.New(reflect.TypeOf(screen)).Elem()
		s.Set(reflect.ValueOf(screen))
		frame, turn := s.FieldByName("Frame"), s.FieldByName("Turn")
		if !frame.IsValid() || !turn.IsValid() {
			continue
		}
		frame.FieldByName("Paused").Set(reflect.ValueOf(&event.PauseView{Reason: reason}))
		turn.SetString("Paused: " + reason)
		_, html := document(t, s.Interface())
		if n := strings.Count(html, reason); n > 1 {
			t.Errorf("%s tells it %d times", name, n)
		} else {
			seen += n
		}
	}
	if seen < 20 {
		t.Errorf("it is on %d pages: the test looks at nothing", seen)
	}
}

// What was noticed of the laptop leads to where something can be done about it.
func TestLaptopNotesLeadToTheSafetyCopies(t *testing.T) {
	s := event.HostScreen{Frame: sampleFrame(event.Host, "Host"), Laptop: []string{"19:04 Download a copy under Safety copies, and go on from it.", "19:01 The laptop slept <b>."}}
	has(t, "the notes", render(t, hostLaptop(s)), `>19:04</span>`, `under <a href="/host/copies">Safety copies</a>, and go on from it.`, `The laptop slept &lt;b&gt;.`)
}
