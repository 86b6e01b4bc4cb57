package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"biblechess/event"
	"biblechess/event/chess"
	"biblechess/event/rules"
)

// floor is a match without questions: the devices, and what the rules say that
// stands on the floor.
type floor struct {
	*hall
	desk   *desk
	format rules.Format
	house  rules.House
}

// openFloor starts the program and opens the devices of a match without
// questions.
func openFloor(t *testing.T) *floor {
	t.Helper()
	h := &hall{t: t, program: startProgram(t, ""), model: &model{}}
	f := &floor{hall: h, desk: newDesk(t, h.program)}
	h.seat(f.desk)
	return f
}

// begin starts the match from a position, with the people in the order of its
// posts: rank by rank from the side's own, each from the a-file.
func (f *floor) begin(format rules.Format, house rules.House, start chess.Position) {
	f.t.Helper()
	f.format, f.house = format, house
	state, err := format.From(house, start)
	if err != nil {
		f.t.Fatal(err)
	}
	*f.model = model{state: state, ply: 1, promoted: map[string]bool{}}
	for i, side := range chess.Sides {
		n := 0
		for j := range 64 {
			q := chess.SquareAt(j%8, j/8)
			if side == chess.Black {
				q = chess.SquareAt(j%8, 7-j/8)
			}
			if start.Occupied(side).Has(q) {
				f.model.standing[q] = people[i][n]
				n++
			}
		}
	}
	f.desk.places(start)
	f.host.until("the start is possible", `document.querySelector("#checklist form button")?.disabled === false`)
	f.host.tap(one("#checklist button", "Start the match"))
	f.stands()
}

// plays calls on the tablet of the side to move; the rules say what comes of it.
func (f *floor) plays(uci string) {
	f.t.Helper()
	gm := f.gm[f.model.caller()]
	gm.until("the call can be made", `one("form[data-call]")`)
	f.choose(gm, uci)
	gm.tap(one("[data-call-it]", ""))
	f.follow(uci)
}

// follow lets the rules play what the floor has.
func (f *floor) follow(uci string) {
	f.t.Helper()
	move, err := chess.ParseMove(uci)
	if err == nil {
		f.model.state, err = f.format.Call(f.house, f.model.state, move)
	}
	if err != nil {
		f.t.Fatal(err)
	}
	f.model.walk()
	f.stands()
	for _, gm := range f.gm {
		if said := gm.text("main"); strings.Contains(said, "(B24)") {
			f.t.Errorf("ply %d, %s: %s reads a hint by a rule of Bible Chess: %s", f.model.ply-1, uci, gm.name, gm.text(".hint-open"))
		}
	}
}

// stands waits until the projector and both tablets show who stands where, by
// the rules, and whose turn it is.
func (f *floor) stands() {
	f.t.Helper()
	want := map[string]string{}
	for q, name := range f.model.standing {
		if p := f.model.state.Position.At(chess.Square(q)); p != 0 {
			want[chess.Square(q).String()] = fmt.Sprintf("%s %s %s", p.Side(), rules.PieceNameOf(f.format, p), name)
		}
	}
	for _, p := range []*page{f.projector, f.gm[0], f.gm[1]} {
		deadline := time.Now().Add(patience)
		for {
			var s seen
			err := p.tryEval(look, &s)
			wrong := differences(s.Board, want)
			if err == nil && wrong == "" {
				break
			}
			if time.Now().After(deadline) {
				p.fail("before ply %d the page is wrong: %s (%v)", f.model.ply, wrong, err)
			}
			p.change()
		}
	}
	if r := f.model.state.Result; !r.Over {
		f.everywhere([]*page{f.projector, f.gm[0], f.gm[1], f.host}, f.model.turn())
	}
}

// ends checks that everybody sees how the match ended.
func (f *floor) ends(winner chess.Side, clause string) {
	f.t.Helper()
	r := f.model.state.Result
	if !r.Over || r.Drawn || r.Winner != winner || r.Clause != clause {
		f.t.Fatalf("by the rules the match stands %+v", r)
	}
	f.everywhere(f.all(), "The match goes to "+teamNames[winner])
	f.everywhere(f.all(), strings.TrimSuffix(r.Words, ".")+" ("+clause+").")
	f.clean()
}

// TestC2ScholarsMateInBrowsers plays ordinary chess with a clock to a mate.
func TestC2ScholarsMateInBrowsers(t *testing.T) {
	t.Parallel()
	f := openFloor(t)
	host := f.host
	host.tap(one(`form[action$="/format"] button[value=chess]`, ""))
	host.until("the format is chosen", `one('form[action$="/format"] button[value=chess]').getAttribute("aria-pressed") === "true"`)
	host.until("nobody needs a Quiz Master or questions", `!document.querySelector("#seat-qm-white, #seat-qm-black, #seat-questions-white") && !one("#banks table") && one("#seat-gm-white")`)
	house := rules.House{rules.KeyClock: "5+3"}
	f.desk.chooses(rules.Chess, house)
	f.begin(rules.Chess, house, chess.StartPosition())
	f.clocksRun(chess.White)

	for _, uci := range []string{"e2e4", "d7d6", "f1b5"} {
		f.plays(uci)
	}
	check := "Check to King " + people[chess.Black][4] + "."
	f.everywhere([]*page{f.projector, f.gm[0], f.gm[1]}, check)
	f.clocksRun(chess.Black)
	gm := f.gm[chess.Black]
	gm.fill(one("[data-typed]", ""), "a7 a6")
	gm.bearing([]string{"status of 422"}, func() {
		gm.tap(one("[data-call-it]", ""))
		gm.until("the refusal names what stands in check", `["C2", "b5"].every((s) => words(one("form[data-call] [data-error]")).includes(s))`)
	})
	for _, uci := range []string{"c7c6", "b5c4", "e7e5", "d1h5", "g8f6", "h5f7"} {
		f.plays(uci)
	}
	f.ends(chess.White, "C2")
	if said := f.projector.text("main"); strings.Contains(said, check) {
		t.Errorf("the match is over, and the projector says %s", check)
	}

	text := f.download("match.pgn")
	games, err := chess.ParsePGN(text)
	if err != nil || len(games) != 1 || games[0].Result != chess.ResultWhite || games[0].Tag("White") != teamNames[0] || len(games[0].Moves) != 9 || games[0].Moves[8].String() != "h5f7" {
		t.Errorf("the match as PGN: %v\n%s", err, text)
	}
	f.clean()
}

// clocksRun checks that a side's clock counts down, the other's stands, and
// all pages show the same (C4).
func (f *floor) clocksRun(runs chess.Side) {
	f.t.Helper()
	const clocks = `[...document.querySelectorAll(".team-clock .clock, #head .side-clock .clock")]`
	type face struct{ Shown, Until string }
	var all []face
	for _, p := range []*page{f.projector, f.gm[0], f.gm[1]} {
		p.until("one clock runs", fmt.Sprintf(`((all) => all.length === 2 && shown(all[0]) && shown(all[1]) && all[%d].dataset.until && all[%d].matches(".stopped") && /^\d+:\d\d$/.test(words(all[%d])))(%s)`, runs, runs.Other(), runs, clocks))
		p.until("the clock that runs shows what is left", fmt.Sprintf(`((el) => Math.abs(%s(el) - %s(el)) <= 1)(%s[%d])`, secondsShown, secondsLeft, clocks, runs))
		var faces []face
		p.eval(clocks+`.map((el) => ({Shown: words(el), Until: el.dataset.until || ""}))`, &faces)
		if all == nil {
			all = faces
		}
		if faces[runs.Other()].Shown != all[runs.Other()].Shown || faces[runs].Until != all[runs].Until {
			f.t.Errorf("%s shows other clocks than the projector: %v and %v (C4)", p.name, faces, all)
		}
		p.until("the clock counts down", fmt.Sprintf(`words(%s[%d]) !== %s`, clocks, runs, quoted(faces[runs].Shown)))
	}
}

// download taps one of the host's links to take the match away, and gives what
// was saved.
func (f *floor) download(name string) string {
	f.t.Helper()
	folder := f.t.TempDir()
	f.host.do("save files in a folder", chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		c := chromedp.FromContext(ctx)
		_, err := cdp.Call(ctx, c.Browser, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
			Behavior: "allow", BrowserContextID: c.BrowserContextID, DownloadPath: folder})
		return err
	}))
	f.host.tap(one(fmt.Sprintf("#now a[href$=%q]", "/"+name), ""))
	deadline := time.Now().Add(patience)
	for {
		body, err := os.ReadFile(filepath.Join(folder, name))
		if err == nil {
			status, served := f.desk.ask(http.MethodGet, "/host/"+name)
			if status != http.StatusOK || string(served) != string(body) {
				f.t.Errorf("%s was saved as\n%s\nand is served (%d) as\n%s", name, body, status, served)
			}
			return string(body)
		}
		if time.Now().After(deadline) {
			f.host.fail("%s was not saved: %v", name, err)
		}
		time.Sleep(glance)
	}
}

// legalsMate is Légal's mate with what is to be said about it.
const legalsMate = `[Event "Paris"]
[Date "1750.??.??"]
[White "Kermur de Légal"]
[Black "Saint Brie"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 {The Bishop pins the Knight, it seems.} 4. Nc3 g6
5. Nxe5 Bxd1 {White gave the Queen away.} 6. Bxf7+ Ke7 7. Nd5# {Three small pieces mate.} 1-0
`

// TestC5FamousGameInBrowsers walks a famous game: each tablet is offered its
// next move, and the hall reads what is said about the last one.
func TestC5FamousGameInBrowsers(t *testing.T) {
	t.Parallel()
	f := openFloor(t)
	f.desk.chooses(rules.Chess, nil)
	f.host.unfold("#setting", "Walk a famous game")
	f.host.fill(one("#setting-game textarea", ""), strings.Replace(legalsMate, "Bxf7+", "Bxg7+", 1))
	f.host.bearing([]string{"status of 4"}, func() {
		f.host.tap(one("#setting-game button", "Walk this game"))
		f.host.untilText("#setting-game [data-error]", "Bxg7")
	})
	f.host.fill(one("#setting-game textarea", ""), legalsMate)
	f.host.tap(one("#setting-game button", "Walk this game"))
	const headline = "Kermur de Légal – Saint Brie, Paris, 1750"
	f.host.untilText("#setting", headline)
	f.projector.untilText("#board-stage", headline)
	f.begin(rules.Chess, nil, chess.StartPosition())

	games, err := chess.ParsePGN(legalsMate)
	if err != nil {
		t.Fatal(err)
	}
	for i, move := range games[0].Moves {
		gm := f.gm[f.model.caller()]
		gm.untilText("#game-next", fmt.Sprintf("%s to %s", move.From, move.To))
		if other := f.gm[f.model.caller().Other()]; other.text("#game-next") != "" {
			t.Errorf("%s is offered a move that is the other side's", other.name)
		}
		gm.tap(one("#game-next button", ""))
		f.follow(move.String())
		remark := games[0].Remarks[i+1]
		if i+1 == len(games[0].Moves) {
			break
		}
		f.projector.until("the remark is the last move's", fmt.Sprintf(`words(document.querySelector("#board-stage .remark")) === %s`, quoted(remark)))
		f.projector.untilText("#board-stage .walked", fmt.Sprint(len(games[0].Moves)-i-1))
	}
	f.ends(chess.White, "C2")
}

// jediMatches are short matches of Jedi Chess, one for each mixture of J5 and J6.
var jediMatches = []struct {
	master, goal string
	fen          string // empty for the format's own start
	calls        []string
	winner       chess.Side
	clause       string
	says         map[int]string // what the hall reads after a ply
}{
	{
		// The Master takes its Apprentice, and mates where a fool mates.
		rules.MasterAmazon, rules.GoalCheckmate, "",
		[]string{"f2f3", "e8d8", "g2g4", "d8h4"},
		chess.Black, "J3",
		map[int]string{2: people[1][0] + " leaves the floor. " + people[1][1] + " walks to d8."},
	},
	{
		rules.MasterRebel, rules.GoalCheckmate, "8/2c5/8/8/8/7R/8/1R1Q3K w - - 0 1",
		[]string{"h3h7", "c7a8", "d1a4"},
		chess.White, "J3",
		map[int]string{1: "Check to Sith Master " + people[1][0] + "."},
	},
	{
		rules.MasterAmazon, rules.GoalCaptureBoth, "",
		[]string{"d2d4", "d8g5", "c1g5", "e8e7", "g5e7"},
		chess.White, "J6", nil,
	},
	{
		// The captured Master's Apprentice becomes the Master, and is captured too.
		rules.MasterRebel, rules.GoalCaptureBoth, "",
		[]string{"e2e4", "e8f6", "e4e5", "d8a5", "e5f6", "a5b3", "a2b3"},
		chess.White, "J6", nil,
	},
}

// TestJ5J6JediInBrowsers plays Jedi Chess to its end, by every mixture of its
// house rules, one match after the other on the same devices.
func TestJ5J6JediInBrowsers(t *testing.T) {
	t.Parallel()
	f := openFloor(t)
	for i, m := range jediMatches {
		house := rules.House{rules.KeySithMaster: m.master, rules.KeySithGoal: m.goal}
		if i > 0 {
			f.desk.post("/host/close", "sure", "1")
			f.desk.post("/host/open", "sure", "1")
		}
		f.desk.chooses(rules.Jedi, house)
		start := rules.Jedi.Start(house).Position
		if m.fen != "" {
			f.desk.post("/host/setting", "fen", m.fen)
			var err error
			if start, err = chess.ParseFEN(m.fen); err != nil {
				t.Fatal(err)
			}
		}
		f.begin(rules.Jedi, house, start)
		for n, uci := range m.calls {
			f.plays(uci)
			if text := m.says[n+1]; text != "" {
				// The wall shows who walks, and says who leaves.
				leaves, _, _ := strings.Cut(text, ". ")
				f.everywhere([]*page{f.projector}, leaves)
				f.everywhere([]*page{f.gm[0], f.gm[1]}, text)
			}
		}
		f.ends(m.winner, m.clause)
	}
}

// TestR9StartFromAPositionInBrowsers starts from a position that the host types.
func TestR9StartFromAPositionInBrowsers(t *testing.T) {
	t.Parallel()
	f := openFloor(t)
	f.desk.chooses(rules.Chess, nil)
	host := f.host
	host.unfold("#setting", "Start from another position")
	for _, bad := range []struct{ fen, words string }{
		{"4k3/8/8/8/8/8/8/4K2R/8 w K - 0 1", "eight ranks"},
		{"4k3/8/8/8/8/8/8/7R w - - 0 1", "King"},
		{"4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "check already"},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "over already"},
	} {
		host.fill(one("#setting-fen [name=fen]", ""), bad.fen)
		host.bearing([]string{"status of 4"}, func() {
			host.tap(one("#setting-fen button", "Start from this position"))
			host.untilText("#setting-fen [data-error]", bad.words)
		})
		host.until("the refusal is shown beside the form", `shown(document.querySelector("#setting-fen [data-error]"))`)
	}
	if s := screenOf[event.HostScreen](f.desk, event.Host).Setting; s != "" {
		t.Errorf("a refused position was taken: %s", s)
	}
	const fen = "4k3/4p3/8/8/8/8/4P3/4K2R b K - 3 40"
	host.fill(one("#setting-fen [name=fen]", ""), fen)
	host.tap(one("#setting-fen button", "Start from this position"))
	host.untilText("#setting", "From a position of yours: "+fen)
	start, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	f.begin(rules.Chess, nil, start)
	f.plays("e7e5")
	f.plays("e1g1")
	want := f.model.state.Position.FEN()
	if got := strings.TrimSpace(f.download("match.fen")); got != want {
		t.Errorf("the position as FEN is %s, and stands %s", got, want)
	}
	text := f.download("match.pgn")
	if games, err := chess.ParsePGN(text); err != nil || len(games) != 1 || games[0].Start.FEN() != fen || len(games[0].Moves) != 2 {
		t.Errorf("the match as PGN: %v\n%s", err, text)
	}
	f.clean()
}
