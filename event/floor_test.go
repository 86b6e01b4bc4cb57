package event

import (
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

func (g *game) steward() FloorScreen { return screenOf[FloorScreen](g, Floor) }

// walking is the tasks of the steward in words.
func (g *game) walking() string {
	var list []string
	for _, t := range g.steward().Tasks {
		list = append(list, strings.Join(strings.Fields(t.Words+" "+t.Way+" "+t.Past+" "+t.Becomes), " "))
	}
	return strings.Join(list, " | ")
}

// right is the steward's word that everybody stands right.
func (g *game) right() { g.must(Floor, KeepFloor{On: true, About: g.about()}) }

func TestFloor_SaysFromWhereToWhereAndPastWhom(t *testing.T) {
	g := begin(t, setup{})
	if got := g.walking(); got != "" {
		t.Errorf("before the first call somebody walks: %s", got)
	}
	for _, c := range []struct{ call, want string }{
		{"e2e4", "Samuel walks from e2 to e4. Over e3."},
		{"d7d5", "Salome walks from d7 to d5. Over d6."},
		{"g1f3", "Ezra walks from g1 to f3. Over g2 and g3. Past Dinah on g2."},
		{"a7a6", "Esther walks from a7 to a6."},
		{"e4d5:wrong", "Salome leaves d5 over the edge at the a-file. | Samuel walks from e4 to d5."},
		{"d8d5:right", ""},
		{"f1e2", "Lydia walks from f1 to e2."},
		{"d8d5:wrong", "Samuel leaves d5 over the edge at the a-file. | Deborah walks from d8 to d5. Over d7 and d6."},
		{"e1g1", "Josiah walks from e1 to g1. Over f1. | Naomi walks from h1 to f1. Over g1."},
	} {
		g.play(c.call)
		// A steward who keeps nothing yet sees the last ply.
		if got := g.walking(); !sameTasks(got, c.want) {
			t.Errorf("%s: %s\nwant %s", c.call, got, c.want)
		}
	}
}

// sameTasks compares tasks in any order of those that walk to free squares.
func sameTasks(a, b string) bool {
	return len(a) == len(b) && strings.Contains(a, strings.Split(b, " | ")[0]) && strings.Contains(b, strings.Split(a, " | ")[0])
}

func TestFloor_TicksAreNeverWaitedForAndTheHallSeesTheLag(t *testing.T) {
	g := begin(t, setup{})
	g.right()
	if g.hall().Floor != "" {
		t.Errorf("the hall is told %q", g.hall().Floor)
	}
	g.play("e2e4", "d7d5", "g1f3")
	if len(g.steward().Tasks) != 3 || g.hall().Floor != "The floor is still walking: 3 people." {
		t.Errorf("tasks: %s; the hall is told %q", g.walking(), g.hall().Floor)
	}
	g.must(Floor, TickFloor{"e2", "e4"})
	g.must(Floor, TickFloor{"d7", "d5"})
	// While the steward's finger moves, Ezra is called on.
	g.play("a7a6", "f3e5")
	g.refuse(Floor, TickFloor{"g1", "f3"}, Stale, "changed meanwhile")
	g.says(g.walking(), "Ezra walks from g1 to e5.")
	g.must(Floor, TickFloor{"g1", "e5"})
	g.must(Floor, TickFloor{"a7", "a6"})
	if g.walking() != "" || g.hall().Floor != "" {
		t.Errorf("still walking: %s, %q", g.walking(), g.hall().Floor)
	}
	g.play("h7h6")
	g.must(Host, KeepFloor{})
	if g.hall().Floor != "" {
		t.Error("nobody keeps the floor, and the hall is told about it")
	}
	g.refuse(GameMaster(chess.White), KeepFloor{On: true}, Forbidden)
	g.refuse(Floor, TickFloor{"e5", "e5"}, Malformed, "No post starts on e5")
}

func TestFloor_RollCallAfterPauseRewindAndSubstitution(t *testing.T) {
	g := begin(t, setup{})
	g.right()
	g.play("e2e4", "d7d5", "e4d5:wrong")
	g.right()

	g.must(Host, Rewind{Ply: 3, Reason: "Mistake.", About: g.about()})
	s := g.steward()
	g.says(g.walking(), "Samuel walks from d5 to e4.", "Salome comes to d5.")
	if len(s.Tasks) != 2 || s.Roll == nil || len(s.Roll.Cells) != 64 || s.Roll.Left != 30 {
		t.Fatalf("after a rewind: %s, %+v", g.walking(), s.Roll)
	}
	states := map[string]int{}
	for _, c := range s.Roll.Cells {
		states[c.State]++
	}
	if states["move"] != 2 || states["check"] != 30 || states[""] != 32 {
		t.Errorf("the squares are %v", states)
	}
	g.must(Floor, TickFloor{"e2", "e4"})
	g.must(Floor, TickFloor{"d7", "d5"})
	g.must(Floor, TickFloor{"a1", "a1"})
	if left := g.steward().Roll.Left; left != 29 {
		t.Errorf("%d to be seen", left)
	}
	if g.hall().Floor != "The floor is being counted." {
		t.Errorf("the hall is told %q", g.hall().Floor)
	}
	g.right()
	if s := g.steward(); s.Roll != nil || len(s.Tasks) != 0 {
		t.Error("the roll-call does not end")
	}

	g.must(Host, Substitute{Post: "e2", Name: "Rhoda"})
	if got := g.walking(); got != "Rhoda comes to e4 in place of Samuel." || g.steward().Roll == nil {
		t.Errorf("after a substitution: %s", got)
	}
	g.right()
	g.must(Host, Substitute{Post: "h7"})
	if got := g.walking(); got != "Put a marker on h7: Bartholomew steps off the field." {
		t.Errorf("a marker: %s", got)
	}
	g.right()

	g.must(Host, Pause{"Tea."})
	if s := g.steward(); len(s.Tasks) != 0 || s.Roll == nil || s.Roll.Left != 32 {
		t.Errorf("after a pause: %s", g.walking())
	}
	g.right()
	g.must(Host, Resume{})
	if g.steward().Roll != nil {
		t.Error("the roll is called once more when play goes on")
	}
}

func TestFloor_PromotionAndRollCallBeforeTheMatch(t *testing.T) {
	g := ready(t, setup{})
	g.must(Floor, KeepFloor{On: true, Roll: true})
	if s := g.steward(); s.Roll == nil || s.Roll.Left != 32 || g.hall().Floor == "" {
		t.Errorf("before the match nobody is counted: %+v", s.Roll)
	}
	g.must(Floor, KeepFloor{On: true})
	g.must(Host, Start{})
	if g.walking() != "" {
		t.Errorf("the start makes people walk: %s", g.walking())
	}
	g.enter("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
	g.right()
	g.play("a7a8r")
	g.says(g.walking(), "walks from a7 to a8.", "is a Rook from now on: give the new sign.")
}

// The steward's page tells no question and no vote, and a steward's ticks show
// to nobody but the hall and the steward.
func TestFloor_TicksShowToTheHallAlone(t *testing.T) {
	g := begin(t, setup{judges: 2, house: rules.House{rules.KeyReveal: rules.RevealNever}})
	g.right()
	g.play("e2e4")
	before := map[Seat]string{}
	for _, s := range AllSeats() {
		before[s] = g.json(s)
	}
	g.must(Floor, TickFloor{"e2", "e4"})
	for _, s := range AllSeats() {
		if now := g.json(s); now != before[s] && s != Floor && s.Role() != "board" && s.Role() != "projector" {
			t.Errorf("a tick shows on the screen of %s:\n%s\n%s", s, before[s], now)
		}
	}
}
