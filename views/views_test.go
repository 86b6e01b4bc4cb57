package views

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"biblechess/event"
	"biblechess/static"
)

func render(t *testing.T, c templ.Component) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func document(t *testing.T, screen any) (Page, string) {
	t.Helper()
	p, err := Of(screen)
	if err != nil {
		t.Fatal(err)
	}
	return p, render(t, Document(p, 1_799_999_000_000))
}

// names are the states in a fixed order.
func names(all map[string]any) []string {
	var list []string
	for name := range all {
		list = append(list, name)
	}
	sort.Strings(list)
	return list
}

// handler is an attribute that would run a script.
var handler = regexp.MustCompile(`\son[a-z]+=`)

// forbidden finds what the content security policy forbids, and what would
// break out of text.
func forbidden(html string) string {
	for _, sign := range []string{" style=", "<style", "<script>", "javascript:", "<b>\"O"} {
		if strings.Contains(html, sign) {
			return sign
		}
	}
	return handler.FindString(html)
}

func TestEveryStateRendersWithinThePolicy(t *testing.T) {
	all := screens()
	for _, name := range names(all) {
		t.Run(name, func(t *testing.T) {
			p, html := document(t, all[name])
			if found := forbidden(html); found != "" {
				t.Errorf("forbidden markup %q", found)
			}
			if _, again := document(t, all[name]); again != html {
				t.Error("the same screen gave different bytes")
			}
			if strings.Count(html, "<main") != 1 || !strings.Contains(html, "<h1") && p.Class != "board" {
				t.Error("no main, or no heading")
			}
			checkRegions(t, p, html)
			checkForms(t, p, html)
			checkIDs(t, html)
		})
	}
}

func checkRegions(t *testing.T, p Page, html string) {
	t.Helper()
	seen := map[string]bool{}
	for _, r := range p.Regions {
		if seen[r.ID] {
			t.Errorf("two regions with the id %q", r.ID)
		}
		seen[r.ID] = true
		own := render(t, r.Component)
		if !strings.HasPrefix(own, `<section id="`+r.ID+`" data-region`) || !strings.HasSuffix(own, "</section>") {
			t.Errorf("region %q is not one section of its own: %.80s", r.ID, own)
		}
		if !strings.Contains(html, own) {
			t.Errorf("region %q is not in the document as it is streamed", r.ID)
		}
	}
}

var (
	formTag = regexp.MustCompile(`(?s)<form ([^>]*)>(.*?)</form>`)
	idAttr  = regexp.MustCompile(`\sid="([^"]*)"`)
)

func checkForms(t *testing.T, p Page, html string) {
	t.Helper()
	forms := formTag.FindAllStringSubmatch(html, -1)
	for _, f := range forms {
		if !strings.Contains(f[1], `method="post"`) {
			t.Errorf("a form does not post: %s", f[1])
		}
		if !strings.Contains(f[1], `action="`+p.Path+`/`) && !strings.Contains(f[1], `action="/j/leave"`) {
			t.Errorf("a form posts elsewhere: %s", f[1])
		}
		if !strings.Contains(f[2], `type="hidden" name="once"`) {
			t.Errorf("a form has no id of its tap: %s", f[1])
		}
	}
	if strings.Count(html, "<form") != len(forms) {
		t.Error("forms within forms")
	}
}

func checkIDs(t *testing.T, html string) {
	t.Helper()
	seen := map[string]bool{}
	for _, m := range idAttr.FindAllStringSubmatch(html, -1) {
		if seen[m[1]] {
			t.Errorf("two elements with the id %q", m[1])
		}
		seen[m[1]] = true
	}
}

func TestHostileTextIsEscapedEverywhere(t *testing.T) {
	all := screens()
	for _, name := range names(all) {
		screen := reflect.New(reflect.TypeOf(all[name])).Elem()
		screen.Set(reflect.ValueOf(all[name]))
		poison(screen)
		_, html := document(t, screen.Interface())
		if found := forbidden(html); found != "" {
			t.Errorf("%s: forbidden markup %q", name, found)
		}
		if blank := name == "wall-blank"; strings.Contains(html, "&lt;b&gt;") == blank { // which shows nothing
			t.Errorf("%s: the typed text is there: %v", name, !blank)
		}
	}
}

// poison puts the hostile text into every text that people type or that the
// event words for them; ids, addresses and picks stay.
func poison(v reflect.Value) {
	keep := map[string]bool{"ID": true, "Elsewhere": true, "Seat": true, "Path": true, "Side": true, "Phase": true, "Winner": true, "Piece": true, "Mark": true, "Square": true}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if !keep[v.Type().Field(i).Name] {
				poison(v.Field(i))
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			fresh := reflect.New(v.Type().Elem())
			fresh.Elem().Set(v.Elem())
			poison(fresh.Elem())
			v.Set(fresh)
		}
	case reflect.Slice:
		fresh := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(fresh, v)
		for i := range fresh.Len() {
			poison(fresh.Index(i))
		}
		v.Set(fresh)
	case reflect.Array:
		for i := range v.Len() {
			poison(v.Index(i))
		}
	case reflect.String:
		if v.Type() == reflect.TypeOf("") {
			v.SetString(hostile)
		}
	}
}

func TestUnknownScreenIsRefused(t *testing.T) {
	if _, err := Of(&event.BoardScreen{}); err == nil {
		t.Error("a pointer was taken for a screen")
	}
	if _, err := Of(event.Frame{}); err == nil {
		t.Error("a frame was taken for a screen")
	}
}

func TestPlainPages(t *testing.T) {
	for name, c := range map[string]templ.Component{
		"problem": Problem("No such page", hostile, "/", "To the start page"),
		"door":    HostDoor(hostile),
		"home":    Home(hostile),
	} {
		html := render(t, c)
		if found := forbidden(html); found != "" {
			t.Errorf("%s: forbidden markup %q", name, found)
		}
		if !strings.Contains(html, "&lt;b&gt;") {
			t.Errorf("%s does not show its words", name)
		}
	}
	if html := render(t, Problem("Lost", "Lost.", "javascript:alert(1)", "On")); strings.Contains(html, "javascript:") {
		t.Error("a script's address came through")
	}
}

func TestNamesFitUnderATokenOrBreak(t *testing.T) {
	for name, want := range map[string]string{
		"Anna":                                 "Anna",
		"Bartholomew":                          "Bartholomew",
		"Bartholomew Featherstonehaugh-Nguyen": "Bartholomew/F.-N.",
		"Phoebe Adeyemi":                       "Phoebe/Adeyemi",
		"Anna Lee":                             "Anna Lee",
		"Maria del Carmen":                     "Maria del/Carmen",
		"Wolfeschlegelsteinhausen":             "Wolfeschle-/gelsteinha.",
		"Christopherson":                       "Christo-/pherson",
		"Christopherson A.":                    "Christo-/pherson A.",
		"Wolfeschlegelsteinhausen a2":          "Wolfeschle-/gelstei. a2",
		"Maria-Magdalena":                      "Maria-/Magdalena",
		"Anne-Marie-Antoinette":                "Anne-Marie-/Antoinette",
		"Anne-Marie-Antoinette de la Vega":     "Anne-Marie-/A. d. V.",
		"Christopher Montgomery-Lee the II":    "Christopher/M.-L. t. II",
		"Maximiliana van den Oosterhuis Brand": "Maximiliana/v. d. B.",
		"Christopher-Alexander von Habsburg":   "Christopher/A. v. H.",
		"Maximilian-Bartholomew":               "Maximilian-/Bartholomew",
		"Christopher-Bartholomew-Emmanuel":     "Christopher/B.-E.",
		"Nebuchadnezzar Maher-shalal-hash-baz": "Nebucha-/dnezzar M.",
		"Nebuchadnezzar Maher-shalal Smith":    "Nebucha-/dnezzar S.",
		"Anna Maher-shalal-hash-baz Smith":     "Anna/S.",
		"Anna Z. a2":                           "Anna Z. a2",
		"":                                     "",
	} {
		if got := strings.Join(nameLines(name), "/"); got != want {
			t.Errorf("%q is shown as %q, want %q", name, got, want)
		}
	}
}

func TestJugglingOffersOnlyPlacesThatAreFree(t *testing.T) {
	items := []event.BankItem{{ID: "a"}, {ID: "b", Movable: true}, {ID: "c", Movable: true}, {ID: "d", Movable: true}}
	if _, ok := orderAbove(items, 1); ok {
		t.Error("a question moved above one that is fixed")
	}
	if before, ok := orderAbove(items, 2); !ok || before != "b" {
		t.Errorf("up: before %q, %v", before, ok)
	}
	if before, ok := orderBelow(items, 1); !ok || before != "d" {
		t.Errorf("down: before %q, %v", before, ok)
	}
	if before, ok := orderBelow(items, 2); !ok || before != "" {
		t.Errorf("down to the last place: before %q, %v", before, ok)
	}
	if _, ok := orderBelow(items, 3); ok {
		t.Error("the last question moved down")
	}
}

// TestShots writes every page to a folder, as it would be served: to the one
// named by SHOTS, to be looked at in a browser.
func TestShots(t *testing.T) {
	dir := os.Getenv("SHOTS")
	if dir == "" {
		dir = t.TempDir()
	}
	write := func(name string, body []byte) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, body, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range static.Names() {
		body, _, _ := static.Read(name)
		write(static.URL(name), body)
	}
	all := screens()
	for _, name := range names(all) {
		_, html := document(t, all[name])
		write(name+".html", []byte(html))
	}
	write("home.html", []byte(render(t, Home(""))))
	write("door.html", []byte(render(t, HostDoor("That is not the pass."))))
	write("problem.html", []byte(render(t, Problem("This seat is taken", "Another device holds White's Game Master. Ask the host for a new code.", "/", "To the start page"))))
}
