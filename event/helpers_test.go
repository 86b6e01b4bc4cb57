package event

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/judging"
	"biblechess/questions"
)

// people at the posts, the first rank from the a-file, then the Pawns.
var lineUps = [2][]string{
	{
		"Asher", "Miriam", "Gideon", "Judith", "Josiah", "Lydia", "Ezra", "Naomi",
		"Keturah", "Jonah", "Priscilla", "Titus", "Samuel", "Enoch", "Dinah", "Boaz",
	},
	{
		"Tobias", "Abigail", "Barnabas", "Deborah", "Caleb", "Phoebe", "Silas", "Hannah",
		"Esther", "Micah", "Joel", "Salome", "Amos", "Rachel", "Leah", "Bartholomew",
	},
}

// bench are the judges' names by seat.
var bench = []string{"Ruth", "Paul", "Martha", "Luke", "Dorcas", "Mark", "Eunice", "Philip", "Anna"}

// clock is advanced by hand.
type clock struct{ at time.Time }

func (c *clock) now() time.Time          { return c.at }
func (c *clock) forward(d time.Duration) { c.at = c.at.Add(d) }

// memory is a store without a file. While broken is set it keeps nothing.
type memory struct {
	entries []Entry
	people  map[string]string
	broken  error
}

// begun is a memory whose evening is opened with a known secret, so that two
// of them lead to the same codes.
func begun() *memory {
	return &memory{entries: []Entry{
		{Seq: 1, At: 1_800_000_000_000, Seat: Host, Kind: "evening-opened", Body: json.RawMessage(`{"secret":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="}`)},
		{Seq: 2, At: 1_800_000_000_000, Seat: Host, Kind: "match-opened", Body: json.RawMessage(`{"format":"bible"}`)},
	}, people: map[string]string{}}
}

func (m *memory) Load() ([]Entry, map[string]string, error) {
	return slices.Clone(m.entries), maps.Clone(m.people), nil
}

func (m *memory) Append(list []Addition) error {
	if m.broken != nil {
		return m.broken
	}
	for _, a := range list {
		m.entries = append(m.entries, a.Entry)
		maps.Copy(m.people, a.Names)
	}
	return nil
}

// Wipe blanks names, as a store does (R4).
func (m *memory) Wipe(ids []string) error {
	if m.broken != nil {
		return m.broken
	}
	for _, id := range ids {
		m.people[id] = ""
	}
	return nil
}

// setup says what differs from an ordinary match.
type setup struct {
	house   rules.House
	judges  int                                                    // 1 when it is not said
	markers []string                                               // home squares without a person
	reserve int                                                    // questions of the reserve
	text    func(s chess.Side, k chess.Kind, n int) questions.Text // of the questions; side neither for the reserve
	away    bool                                                   // no judge has a live page
	after   func(*game)                                            // called after each accepted entry
}

// game drives an evening over its one door.
type game struct {
	testing.TB
	*Evening
	clock   *clock
	store   *memory
	pages   map[Seat]int64
	after   func(*game)
	entered bool // the position was put there by hand, so the record does not lead to it
}

// open begins an evening with nothing set up. At the end of the test the
// record must fold to the truth that the match came to.
func open(t testing.TB, store *memory) *game {
	t.Helper()
	c := &clock{time.UnixMilli(1_800_000_000_000)}
	e, err := Open(store, c.now)
	if err != nil {
		t.Fatal(err)
	}
	g := &game{TB: t, Evening: e, clock: c, store: store, pages: map[Seat]int64{}}
	t.Cleanup(func() {
		if g.entered || t.Failed() {
			return
		}
		if again, err := fold(g.store.entries); err != nil {
			t.Errorf("the record does not fold: %v", err)
		} else if !reflect.DeepEqual(again, g.truth) {
			t.Error("the record folds to another truth than the match came to")
		}
	})
	return g
}

// plainText is what questions say where a test does not care.
func plainText(s chess.Side, k chess.Kind, n int) questions.Text {
	name := fmt.Sprintf("%s %s %d", sideName(s), questions.KindName(k), n)
	text := questions.Text{Question: "Question of " + name + "?", Answer: "Answer of " + name, Reference: "Reference of " + name}
	if k == chess.Bishop {
		text.Hint = fmt.Sprintf("hint%d", n)
	}
	return text
}

func sideName(s chess.Side) string {
	if s == neither {
		return "Reserve"
	}
	return s.String()
}

// ready sets a match up so that it can start.
func ready(t testing.TB, s setup) *game {
	t.Helper()
	g := open(t, begun())
	g.after = s.after
	g.must(Host, NameMatch{Match: "Friday night", White: "Lions", Black: "Shepherds"})
	// A ruling takes effect at once and the next call need not wait, unless the
	// case is about the hold (B46) or the time to appeal (B42).
	house := rules.House{rules.KeyRevealHold: "0", rules.KeyAppealSeconds: "0"}
	maps.Copy(house, s.house)
	g.must(Host, SetHouse{House: house})
	for _, side := range chess.Sides {
		names := slices.Clone(lineUps[side])
		for i, q := range postSquares(side) {
			if slices.Contains(s.markers, q.String()) {
				names[i] = ""
			}
		}
		g.must(Host, SetRoster{Side: side, Names: names})
	}
	for n := range max(s.judges, 1) {
		g.must(Host, AddJudge{Name: bench[n]})
	}
	if s.text == nil {
		s.text = plainText
	}
	g.must(Host, AddQuestions{Questions: g.bank(s)})
	for n := range max(s.judges, 1) {
		m := g.truth.match
		for _, q := range append(every(m.book), every(m.reserve)...) {
			if m.waitsFor(q, Judge(n+1)) {
				g.must(Judge(n+1), Approve{string(q.ID), q.Number})
			}
		}
	}
	if !s.away {
		for n := range max(s.judges, 1) {
			g.come(Judge(n + 1))
		}
	}
	return g
}

// bank is every question that the house rules ask for, and the reserve's.
func (g *game) bank(s setup) []NewQuestion {
	var all []NewQuestion
	for _, side := range chess.Sides {
		for _, k := range questions.Kinds {
			for n := range g.truth.match.sizes().Of(k) {
				all = append(all, NewQuestion{ColourOf(side), k, s.text(side, k, n+1)})
			}
		}
	}
	for n := range s.reserve {
		all = append(all, NewQuestion{NoColour, chess.Queen, s.text(neither, chess.Queen, n+1)})
	}
	return all
}

// begin starts a match.
func begin(t testing.TB, s setup) *game {
	t.Helper()
	g := ready(t, s)
	g.must(Host, Start{})
	return g
}

// must gives a command that is accepted.
func (g *game) must(by Seat, c Command) int64 {
	g.Helper()
	seq, err := g.Do(by, "", c)
	if err != nil {
		g.Fatalf("%s: %T%+v: %v", by, c, c, err)
	}
	if g.after != nil {
		g.after(g)
	}
	return seq
}

// refuse gives a command that changes nothing and is told so with these words.
func (g *game) refuse(by Seat, c Command, why Reason, words ...string) *Problem {
	g.Helper()
	truth, version, kept := g.truth, g.version, len(g.store.entries)
	_, err := g.Do(by, "", c)
	var p *Problem
	switch {
	case err == nil:
		g.Fatalf("%s: %T%+v was accepted", by, c, c)
	case !errors.As(err, &p):
		g.Fatalf("%s: %T%+v: %v is no problem in words", by, c, c, err)
	}
	if p.Reason != why {
		g.Errorf("%s: %T%+v: the reason is %s, want %s: %s", by, c, c, p.Reason, why, p.Words)
	}
	for _, w := range words {
		if !strings.Contains(p.Words, w) {
			g.Errorf("%s: %T%+v: %q does not say %q", by, c, c, p.Words, w)
		}
	}
	if !reflect.DeepEqual(truth, g.truth) || version != g.version || kept != len(g.store.entries) {
		g.Errorf("%s: %T%+v was refused and changed something", by, c, c)
	}
	return p
}

// about is what the next form is about.
func (g *game) about() int64 { return g.truth.match.about() }

// turn is the Game Master who is due.
func (g *game) turn() Seat { return GameMaster(g.truth.match.play.caller()) }

// typed reads "e2e4" or "e7e8q" as a call.
func (g *game) typed(text string) Call {
	return Call{From: text[:2], To: text[2:4], Promotion: text[4:], About: g.about()}
}

// play makes the calls of both sides in turn. "e4d5:wrong" is a challenge
// with the ruling that every judge of its panel gives.
func (g *game) play(calls ...string) {
	g.Helper()
	for _, text := range calls {
		move, vote, ruled := strings.Cut(text, ":")
		g.must(g.turn(), g.typed(move))
		if ruled {
			g.rule(vote)
		}
	}
}

// rule has every judge of the panel vote until there is a ruling.
func (g *game) rule(vote string) {
	g.Helper()
	c := g.truth.match.play.challenge
	if c == nil {
		g.Fatal("no challenge is open")
	}
	for _, m := range c.panel.Members {
		if _, decided := g.truth.match.play.challengePanel().Decision(); decided || g.truth.match.play.challenge == nil {
			break
		}
		g.must(Seat(m.Seat), Vote{Vote: vote, About: g.about()})
	}
	g.settle()
	if now := g.truth.match.play.challenge; now != nil && now.opened == c.opened {
		g.Fatal("the whole panel voted and there is no ruling")
	}
}

// challengePanel is the panel of the open challenge.
func (p play) challengePanel() judging.Panel {
	if p.challenge == nil {
		return judging.Panel{}
	}
	return p.challenge.panel
}

// settle lets so much time pass that a ruling is seen (B46) and the next call
// taken (B42).
func (g *game) settle() {
	g.wait(6 * time.Second)
	if left := g.truth.match.appealWait(g.clock.now().UnixMilli()); left > 0 {
		g.wait(time.Duration(left) * time.Millisecond)
	}
}

// come opens a live page of a seat, leave closes it.
func (g *game) come(s Seat) { g.pages[s] = g.Presence.Open(s, g.clock.now()) }

func (g *game) leave(s Seat) { g.Presence.Close(s, g.pages[s], g.clock.now()) }

// wait lets time pass and the program note what it has changed.
func (g *game) wait(d time.Duration) {
	g.clock.forward(d)
	g.tick("")
	if g.after != nil {
		g.after(g)
	}
}

func screenOf[T any](g *game, s Seat) T {
	g.Helper()
	screen, err := g.Screen(s)
	if err != nil {
		g.Fatal(err)
	}
	return screen.(T)
}

func (g *game) hall() BoardScreen { return screenOf[BoardScreen](g, Projector) }
func (g *game) gm(s chess.Side) GameMasterScreen {
	return screenOf[GameMasterScreen](g, GameMaster(s))
}
func (g *game) qm(s chess.Side) QuizMasterScreen {
	return screenOf[QuizMasterScreen](g, QuizMaster(s))
}
func (g *game) judge(n int) JudgeScreen { return screenOf[JudgeScreen](g, Judge(n)) }
func (g *game) host() HostScreen        { return screenOf[HostScreen](g, Host) }
func (g *game) every(s Seat) CallsScreen {
	g.Helper()
	calls, err := g.Calls(s)
	if err != nil {
		g.Fatal(err)
	}
	return calls
}
func (g *game) editor(s Seat) QuestionsScreen {
	return screenOf[QuestionsScreen](g, s)
}

// json is a seat's screen as bytes.
func (g *game) json(s Seat) string {
	g.Helper()
	body, err := json.Marshal(screenOf[any](g, s))
	if err != nil {
		g.Fatal(err)
	}
	return string(body)
}

// stands names who stands on a square, or "".
func (g *game) stands(square string) string {
	for _, c := range g.hall().Board.Cells {
		if c.Square == square && c.Token != nil {
			return c.Token.Name
		}
	}
	return ""
}

// says fails the test when a text lacks one of the words.
func (g *game) says(text string, words ...string) {
	g.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			g.Errorf("%q does not say %q", text, w)
		}
	}
}

// enter puts a position there by hand, for what no short match leads to. The
// people stand where their post's piece is, in the order of the posts.
func (g *game) enter(fen string) {
	g.Helper()
	position, err := chess.ParseFEN(fen)
	if err != nil {
		g.Fatal(err)
	}
	m := &g.truth.match
	if m.play.rules, err = m.format.From(m.house, position); err != nil {
		g.Fatal(err)
	}
	m.play.standing = [64]post{}
	start := chess.StartPosition()
	used := map[post]bool{}
	for q := range chess.NoSquare {
		piece := position.At(q)
		if piece == 0 {
			continue
		}
		for i := range posts {
			if p := postOf(piece.Side(), i); !used[p] && start.At(homesIn(start).of(p)) == piece {
				m.play.standing[q], used[p] = p, true
				break
			}
		}
	}
	g.entered = true
}

// postSquares lists the home squares of a side's posts in the ordinary start.
func postSquares(s chess.Side) []chess.Square { return homesIn(chess.StartPosition())[s] }
