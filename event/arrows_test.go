package event_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// arrows are the imports that a room may have, beside its standard library:
// the plan of the house. A test may import more.
var arrows = map[string][]string{
	"cmd/biblechess": {
		"biblechess/event", "biblechess/event/web", "biblechess/event/store", "biblechess/event/rules",
		"biblechess/event/chess", "biblechess/questions", "biblechess/questions/exchange",
		"github.com/pion/mdns/v2", "golang.org/x/net/ipv4",
	},
	// The bare limit; it knows the product by HTTP alone, and how a browser puts pages together.
	"cmd/loadtest":         {"biblechess/event/web/assembled", "modernc.org/sqlite"},
	"cmd/loadtest/trivial": {"github.com/labstack/echo/v4", "github.com/a-h/templ", "modernc.org/sqlite"},
	"event/web": {
		"biblechess/event", "biblechess/event/chess", "biblechess/questions", "biblechess/questions/exchange",
		"biblechess/static", "biblechess/views",
		"github.com/labstack/echo/v4", "github.com/labstack/echo/v4/middleware", "github.com/a-h/templ", "github.com/skip2/go-qrcode",
	},
	"event/web/assembled": {},
	"event/store":         {"biblechess/event", "modernc.org/sqlite"},
	"views":               {"biblechess/event", "biblechess/event/chess", "biblechess/static", "github.com/a-h/templ", "github.com/a-h/templ/runtime"},
	"event":               {"biblechess/event/chess", "biblechess/event/rules", "biblechess/questions", "biblechess/judging"},
	"questions/exchange":  {"biblechess/event/chess", "biblechess/questions", "golang.org/x/text/", "modernc.org/sqlite"},
	"event/rules":         {"biblechess/event/chess"},
	"questions":           {"biblechess/event/chess"},
	"judging":             {"biblechess/event/chess"},
	"event/chess":         {},
	"static":              {},
}

// pure rooms do not touch disk, network or clock.
var pure = []string{"event/chess", "event/rules", "questions", "judging"}

func TestArrows_ImportsGoDownOnly(t *testing.T) {
	seen := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != ".." {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		room := filepath.ToSlash(filepath.Dir(strings.TrimPrefix(filepath.ToSlash(path), "../")))
		seen[room] = true
		allowed, drawn := arrows[room]
		if !drawn {
			t.Errorf("%s is a room that the plan does not have", room)
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, _ := strconv.Unquote(spec.Path.Value)
			first, _, _ := strings.Cut(name, "/")
			standard := !strings.Contains(first, ".") && first != "biblechess"
			if standard {
				if slices.Contains(pure, room) && (name == "os" || name == "time" || name == "net" || strings.HasPrefix(name, "net/")) {
					t.Errorf("%s is pure and imports %s", path, name)
				}
				continue
			}
			if !slices.ContainsFunc(allowed, func(a string) bool {
				return name == a || strings.HasSuffix(a, "/") && strings.HasPrefix(name, a)
			}) {
				t.Errorf("%s imports %s: an arrow that is not drawn", path, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for room := range arrows {
		if !seen[room] {
			t.Errorf("the plan has %s, the tree does not", room)
		}
	}
}
