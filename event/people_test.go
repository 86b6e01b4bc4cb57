package event

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// crowd is a list of so many people.
func crowd(n int) AddPeople {
	var c AddPeople
	for i := range n {
		c.People = append(c.People, NewPerson{Name: fmt.Sprintf("%d. Guest %02d", i+1, i+1)})
	}
	return c
}

func (g *game) personID(name string) string {
	g.Helper()
	for _, p := range g.host().People.People {
		if p.Name == name {
			return p.ID
		}
	}
	g.Fatalf("%s is not on the list", name)
	return ""
}

// placed counts the posts of a side that have a person, and its people.
func (g *game) placed(s chess.Side) (taken, people int) {
	who := map[person]bool{}
	for _, p := range g.truth.match.roster[s] {
		if p != "" {
			taken++
			who[p] = true
		}
	}
	return taken, len(who)
}

func TestPeople_PastedListLosesItsNumbers(t *testing.T) {
	for typed, want := range map[string]string{
		"1. Anna": "Anna", " 12) Ben": "Ben", "3:\tRuth": "Ruth", "4\tEzra": "Ezra", "- Joel": "Joel", "• Leah": "Leah",
		"Anna": "Anna", "7 of 9": "7 of 9", "Jean-Luc": "Jean-Luc", "2Pac": "2Pac",
	} {
		if got := Unnumbered(typed); got != want {
			t.Errorf("%q became %q, want %q", typed, got, want)
		}
	}
	g := open(t, begun())
	g.must(Host, SetRoster{Side: chess.White, Names: []string{"1. Anna", "2. Ben"}})
	g.says(g.json(Projector), `"Anna"`, `"Ben"`)
}

func TestPeople_ListIsKeptOnceAndNotesAreTheHostsAlone(t *testing.T) {
	g := open(t, begun())
	list := AddPeople{[]NewPerson{{Name: "Anna", Note: "zznote walks little", Team: BlackColour}, {Name: "Ben"}}}
	g.must(Host, list)
	kept := len(g.store.entries)
	g.must(Host, list)
	if len(g.store.entries) != kept {
		t.Error("the same list again was kept")
	}
	g.refuse(Host, AddPeople{[]NewPerson{{Name: "Ruth"}, {Name: "ruth"}}}, Malformed, "twice")
	g.refuse(Host, AddPeople{[]NewPerson{{Name: "Joel", Note: strings.Repeat("x", 201)}}}, Malformed, "The note about Joel")
	g.refuse(GameMaster(chess.White), list, Forbidden)
	g.must(Host, Arrange{ArrangeSuggest})
	for _, s := range AllSeats() {
		if has := strings.Contains(g.json(s), "zznote"); has != (s == Host) {
			t.Errorf("%s reads the note: %v", s, has)
		}
	}
	if strings.Contains(g.log(), "zznote") {
		t.Error("the log tells a note")
	}
	for _, e := range g.store.entries {
		if strings.Contains(string(e.Body), "zznote") || strings.Contains(string(e.Body), "Anna") {
			t.Errorf("entry %d holds a name or a note (R4): %s", e.Seq, e.Body)
		}
	}
	if stands := g.stands("e8"); stands != "Anna" {
		t.Errorf("Anna wishes Black, and %q leads it", stands)
	}
}

func TestB2_LineUpsFor16To31People(t *testing.T) {
	for n := 16; n <= 33; n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			g := open(t, begun())
			g.must(Host, crowd(n))
			ideas := g.host().People.Ideas
			if few := n < 32; few != (len(ideas) == 2) {
				t.Fatalf("%d ideas", len(ideas))
			}
			g.must(Host, Arrange{ArrangeSuggest})
			white, _ := g.placed(chess.White)
			black, _ := g.placed(chess.Black)
			if white+black != min(n, 32) || white-black > 1 || black-white > 1 {
				t.Errorf("White %d, Black %d", white, black)
			}
			if n >= 32 {
				g.says(fmt.Sprint(ideas), "Nothing changes in the rules")
				if alternates := len(g.host().People.Alternates); alternates != n-32 {
					t.Errorf("%d alternates", alternates)
				}
				return
			}
			g.says(fmt.Sprint(ideas), "(B2)", "play on in the other")
			// A person is missed least on a Pawn at the edge.
			for i, token := range g.hall().Lineups[0].Posts {
				if token.Marker && i < 8 {
					t.Errorf("a marker stands on %s", token.Square)
				}
			}
			g.must(Host, Arrange{ArrangeDouble})
			for _, s := range chess.Sides {
				taken, people := g.placed(s)
				if taken != 16 {
					t.Errorf("%s has %d posts taken by %d people", s, taken, people)
				}
				for _, who := range g.truth.match.roster[s] {
					if held := len(g.truth.match.held(who)); held < 1 || held > 2 {
						t.Errorf("somebody has %d posts", held)
					}
				}
			}
		})
	}
}

// Twenty-three people play, some with two posts: nobody is their own stand-in,
// and who loses one post plays on in the other.
func TestB2_B22_OnePersonForTwoPostsPlays(t *testing.T) {
	g := ready(t, setup{markers: allPosts()})
	g.must(Host, crowd(23))
	g.must(Host, Arrange{ArrangeDouble})
	g.must(Host, Start{})
	g.play("e2e4", "d7d5", "e4d5:wrong", "d8d5:right", "b1c3", "d8d5:wrong")
	for i, s := range chess.Sides {
		out := g.hall().Teams[i].Out
		if len(out) != 1 {
			t.Fatalf("out: %v", out)
		}
		_, people := g.placed(s)
		stand := map[person]bool{}
		for _, who := range g.truth.match.play.standing {
			if who != 0 && who.side() == s {
				stand[g.truth.match.who(who)] = true
			}
		}
		// A Pawn's post is the second one of who stands behind it, or next to it.
		if len(stand) < people-1 {
			t.Errorf("%d of %d people of %s are still in the match", len(stand), people, s)
		}
	}
	if total := len(g.host().People.People); total != 23 {
		t.Errorf("%d people", total)
	}
}

// allPosts are the home squares of both sides.
func allPosts() []string {
	var list []string
	for _, s := range chess.Sides {
		for _, q := range postSquares(s) {
			list = append(list, q.String())
		}
	}
	return list
}

func TestPeople_ShuffleKeepsWishesAndFillMovesNobody(t *testing.T) {
	g := open(t, begun())
	c := crowd(30)
	for i := range 12 {
		c.People[i].Team = BlackColour
	}
	g.must(Host, c)
	g.must(Host, Arrange{ArrangeShuffle})
	one := g.truth.match.roster
	g.must(Host, Arrange{ArrangeShuffle})
	if one == g.truth.match.roster {
		t.Error("two shuffles gave the same line-up")
	}
	for i := range 12 {
		name := fmt.Sprintf("Guest %02d", i+1)
		if held := g.truth.match.held(person(g.personID(name))); len(held) != 1 || held[0].side() != chess.Black {
			t.Errorf("%s wishes Black and has %v", name, held)
		}
	}
	before := g.truth.match.roster
	g.must(Host, AddPeople{[]NewPerson{{Name: "Late"}}})
	g.must(Host, Arrange{ArrangeFill})
	moved := 0
	for s := range before {
		for i := range before[s] {
			if before[s][i] != g.truth.match.roster[s][i] {
				moved++
			}
		}
	}
	if moved != 1 || len(g.truth.match.held(person(g.personID("Late")))) != 1 {
		t.Errorf("%d posts changed for one person more", moved)
	}
}

func TestPeople_SwapAndAbsent(t *testing.T) {
	g := open(t, begun())
	g.must(Host, ShowNames{Full: true})
	g.must(Host, crowd(34))
	g.must(Host, Arrange{ArrangeSuggest})
	king, rook := g.stands("e1"), g.stands("a8")
	g.must(Host, Swap{"e1", "a8"})
	if g.stands("e1") != rook || g.stands("a8") != king {
		t.Error("the two did not change places")
	}
	alternate := g.host().People.Alternates[0]
	g.must(Host, Swap{alternate.Value, "e1"})
	if g.stands("e1") != alternate.Label {
		t.Errorf("%s stands on e1", g.stands("e1"))
	}
	if !slices.ContainsFunc(g.host().People.Alternates, func(c Choice) bool { return c.Label == rook }) {
		t.Error("who gave the post up is no alternate")
	}
	g.refuse(Host, Swap{"e5", "e1"}, Malformed, "No post starts on e5")
	g.refuse(Host, Swap{alternate.Value, "e2"}, Malformed, "has a post meanwhile")

	id := g.personID(king)
	g.must(Host, MarkAbsent{Person: id, On: true, Instead: g.personID(rook)})
	if g.stands("a8") != rook {
		t.Errorf("%s stands on a8", g.stands("a8"))
	}
	g.must(Host, MarkAbsent{Person: g.personID(rook), On: true})
	if !strings.HasPrefix(g.stands("a8"), "Rook") {
		t.Errorf("a8 is no marker: %s", g.stands("a8"))
	}
	g.refuse(Host, Swap{g.personID(rook), "a8"}, Refused, "marked absent")
	g.must(Host, MarkAbsent{Person: id, On: false})
	g.must(Host, Swap{id, "a8"})
	if g.stands("a8") != king {
		t.Errorf("%s stands on a8", g.stands("a8"))
	}
}

// Somebody who must go in the middle of the match is relieved by an alternate, in
// both of their posts.
func TestB22_AbsentDuringTheMatch(t *testing.T) {
	g := ready(t, setup{})
	g.must(Host, AddPeople{[]NewPerson{{Name: "Late"}}})
	g.must(Host, Start{})
	g.play("e2e4", "e7e5")
	name := g.stands("e4")
	g.must(Host, MarkAbsent{Person: g.personID(name), On: true, Instead: g.personID("Late")})
	if g.stands("e4") != "Late" {
		t.Errorf("%s stands on e4", g.stands("e4"))
	}
	g.says(g.log(), name+" is absent; Late steps in.")
	g.must(Host, Rewind{Ply: 1, Reason: "Mistake.", About: g.about()})
	if g.stands("e2") != "Late" {
		t.Errorf("the rewind undid the substitution (B43): %s", g.stands("e2"))
	}
	g.refuse(Host, Arrange{ArrangeShuffle}, Refused, "has started")
}

func TestCheckIn_FromPhones(t *testing.T) {
	g := open(t, begun())
	g.must(Host, AddPeople{[]NewPerson{{Name: "Anna"}}})
	g.refuse(CheckIn, ComeIn{NewPerson{Name: "Anna"}}, Refused, "not open")
	g.must(Host, OpenCheckIn{true})
	g.must(CheckIn, ComeIn{NewPerson{Name: "anna", Note: "zztall"}})
	g.must(CheckIn, ComeIn{NewPerson{Name: "Ruth", Team: WhiteColour}})
	list := g.host().People.People
	if len(list) != 2 || !list[0].Here || list[0].Note != "zztall" || !list[1].Here || list[1].Team != WhiteColour {
		t.Errorf("the list is %+v", list)
	}
	g.refuse(CheckIn, ComeIn{NewPerson{Name: "Ruth"}}, Refused, "checked in already")
	if text := g.json(CheckIn); strings.Contains(text, "Anna") || strings.Contains(text, "Ruth") || strings.Contains(text, "zztall") {
		t.Errorf("the check-in page tells who came: %s", text)
	}
	if strings.Contains(g.log(), "zztall") {
		t.Error("the log tells a note")
	}
}

func TestPeople_OtherFormatsHaveTheirOwnPosts(t *testing.T) {
	g := open(t, begun())
	g.must(Host, ChooseFormat{rules.Jedi.Key()})
	g.must(Host, crowd(12))
	g.must(Host, Arrange{ArrangeDouble})
	black, _ := g.placed(chess.Black)
	white, people := g.placed(chess.White)
	if black != 2 || white != 16 && white != 2*people {
		t.Errorf("White %d by %d, Black %d", white, people, black)
	}
}
