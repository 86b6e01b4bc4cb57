package event

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// The records in testdata/records were written by earlier states of this
// program and must fold to what they once folded to. A file NAME.jsonl has the
// people's names on its first line and an entry on each further one; NAME.want
// is what the screens said at the end. Neither is ever changed. A new one, for
// entries that no old record has, is made by
//
//	go test ./event -run TestRecords -write-record NAME
//
// which refuses a name that is there. It writes the match that the search for
// secrets plays when the name begins with "script", matches of hidden pieces when
// it begins with "hidden", matches by paper with a report, a wipe and a next match
// when it begins with "report", else a random match whose seed is the name.
var writeRecord = flag.String("write-record", "", "write a new record of this name into testdata/records")

// oldRecord is the first line of a record.
type oldRecord struct {
	Names map[string]string
}

func TestRecords_OldOnesFoldToTheSame(t *testing.T) {
	if *writeRecord != "" {
		newRecord(t, *writeRecord)
	}
	files, err := filepath.Glob("testdata/records/*.jsonl")
	if err != nil || len(files) < 2 {
		t.Fatalf("%d records, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			g := open(t, readRecord(t, file))
			want, err := os.ReadFile(strings.TrimSuffix(file, ".jsonl") + ".want")
			if err != nil {
				t.Fatal(err)
			}
			if got := g.outcome(); got != string(want) {
				t.Errorf("the record folds to\n%s\nand once folded to\n%s", got, want)
			}
			// Every screen and the log can still be made of it.
			for _, s := range AllSeats() {
				g.json(s)
			}
			g.log()
		})
	}
}

func readRecord(t *testing.T, file string) *memory {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	m := &memory{}
	for lines.Scan() {
		if m.people == nil {
			var first oldRecord
			if err := json.Unmarshal(lines.Bytes(), &first); err != nil {
				t.Fatal(err)
			}
			m.people = first.Names
			continue
		}
		var e Entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		m.entries = append(m.entries, e)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return m
}

// outcome says where a match stands, from its screens, in a form that further
// fields and better sentences do not change.
func (g *game) outcome() string {
	var b strings.Builder
	hall := g.hall()
	fmt.Fprintf(&b, "match %s, %s, %d entries\n", hall.Match, hall.Phase, len(g.store.entries))
	if r := hall.Result; r != nil {
		fmt.Fprintf(&b, "winner %q\n", r.Winner)
	}
	for _, t := range hall.Teams {
		fmt.Fprintf(&b, "%s %s, %d on the floor, to move %v\n", t.Side, t.Name, t.OnFloor, t.ToMove)
		for _, o := range t.Out {
			fmt.Fprintf(&b, "  out at ply %d: %s, %s, by %s\n", o.Ply, o.Name, o.Role, o.By)
		}
	}
	for _, c := range hall.Board.Cells {
		if c.Token != nil {
			fmt.Fprintf(&b, "%s: %s %s %s, marker %v\n", c.Square, c.Token.Side, c.Token.Role, c.Token.Name, c.Token.Marker)
		}
	}
	if c := hall.Challenge; c != nil {
		fmt.Fprintf(&b, "challenge %s at ply %d\n", c.Clause, c.Ply)
	}
	if r := hall.Ruling; r != nil {
		fmt.Fprintf(&b, "ruling of ply %d: %s\n", r.Ply, r.Verdict)
	}
	for _, s := range chess.Sides {
		fmt.Fprintf(&b, "%s: %d calls\n", s, g.plies(s))
		for _, bank := range g.qm(s).Banks {
			fmt.Fprintf(&b, "  %s, pass %d:", bank.Piece, bank.Pass)
			for _, item := range bank.Items {
				fmt.Fprintf(&b, " %s=%s", item.ID, item.State)
			}
			b.WriteByte('\n')
		}
	}
	for _, j := range g.host().Judges {
		fmt.Fprintf(&b, "%s: %s, head %v\n", j.Seat, j.Name, j.Head)
	}
	fmt.Fprintf(&b, "rulings won %v\n", g.truth.match.play.won)
	return b.String()
}

// plies is how many calls a Game Master can list.
func (g *game) plies(s chess.Side) int { return len(g.every(GameMaster(s)).Plies) }

// newRecord plays and writes a match that is not there yet.
func newRecord(t *testing.T, name string) {
	t.Helper()
	file := filepath.Join("testdata", "records", name+".jsonl")
	if _, err := os.Stat(file); err == nil {
		t.Fatalf("%s is there: records are never written anew", file)
	}
	var g *game
	if strings.HasPrefix(name, "hidden") {
		g = hiddenRecord(t)
	} else if strings.HasPrefix(name, "report") {
		g = reportRecord(t)
	} else if strings.HasPrefix(name, "script") {
		g = eventful(t, newWatcher(t), rules.House{})
	} else {
		g = randomRecord(t, name)
	}
	kinds := map[string]bool{}
	body, err := json.Marshal(oldRecord{g.store.people})
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{string(body)}
	for _, e := range g.store.entries {
		kinds[e.Kind] = true
		if body, err = json.Marshal(e); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(body))
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{file: strings.Join(lines, "\n") + "\n", strings.TrimSuffix(file, ".jsonl") + ".want": g.outcome()} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var all []string
	for k := range kinds {
		all = append(all, k)
	}
	slices.Sort(all)
	t.Logf("%s: %d entries of the kinds %v", file, len(g.store.entries), all)
}

func randomRecord(t *testing.T, name string) *game {
	t.Helper()
	seed := uint64(0)
	for _, r := range name {
		seed = seed*31 + uint64(r)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	g := ready(t, setup{
		house:  rules.House{rules.KeyBankSizes: "2,2,2,3,2", rules.KeyEnPassant: rules.On},
		judges: 3, reserve: 3, markers: []string{"a2", "c7", "f8"},
	})
	g.lot = r.IntN
	g.must(Host, Start{})
	for range 150 {
		if g.truth.match.phase != Playing && !g.again(r) {
			break
		}
		g.clock.forward(time.Duration(r.IntN(20)) * time.Second)
		g.randomStep(r)
	}
	return g
}

// Every kind of entry that old files may hold is known, and keeps its name.
func TestRecords_KindsAreKept(t *testing.T) {
	for _, kind := range []string{
		"evening-opened", "match-opened", "match-named", "house-ruled", "roster-set", "judge-added", "judge-removed", "head-named",
		"host-reads", "questions-added", "question-revised", "question-removed", "question-approved", "question-sent-back",
		"seat-renewed", "started", "called", "stand-in-named", "hint-given", "juggled", "voted", "judge-gone", "judge-came",
		"taken-back", "fresh-typed", "reserve-taken", "draw-offered", "draw-answered", "resigned", "time-called", "reopened", "closed",
		"veiled-arranged", "veiled-planned", "veiled-ready", "veiled-removed", "veiled-touched", "veiled-called", "veiled-exchanged",
		"veiled-passed", "veiled-answered", "veiled-chosen", "veiled-guessed", "revealed",
		"paper-played", "position-entered", "missed-gathered", "names-wiped", "questions-edited", "people-added", "line-up-set",
	} {
		if kinds[kind] == nil {
			t.Errorf("entries of the kind %s can't be read any more", kind)
		}
	}
}

// Which of two laptops that were cut off goes on is decided by the last entry that
// somebody gave: of all seats, and none of the program's own.
func TestReached_TheLastEntryThatSomebodyGave(t *testing.T) {
	g := holding(t, 2)
	g.vote(1, "right")
	g.vote(2, "right")
	given := g.store.entries[len(g.store.entries)-1].Seq
	if last, got := g.Reached(); last != given || got != given {
		t.Errorf("after entry %d it has reached %d, and %d was given", given, last, got)
	}
	g.wait(3 * time.Second)
	last, got := g.Reached()
	if e := g.store.entries[len(g.store.entries)-1]; e.Seat != Clockwork || e.Seq != last || got != given {
		t.Errorf("after entry %d of %q it has reached %d, and %d was given instead of %d", e.Seq, e.Seat, last, got, given)
	}
}
