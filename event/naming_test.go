package event

import (
	"slices"
	"strings"
	"testing"

	"biblechess/event/chess"
)

func TestNames_GivenNameAndInitial(t *testing.T) {
	for full, want := range map[string][2]string{
		"Anna": {"Anna", ""}, "Anna Lee": {"Anna", "L"}, "Lee, Anna": {"Anna", "L"}, "Lee, Anna Maria": {"Anna", "L"},
		"Bartholomew Featherstonehaugh-Nguyen": {"Bartholomew", "F"}, `Bartholomew "Bart" Featherstone`: {"Bart", "F"},
		"Elisabeth (Lisa) van Dyk": {"Lisa", "D"}, "“Zac” Smith": {"Zac", "S"}, "Dinah <3": {"Dinah", ""},
		"Bartholomew Featherstone III": {"Bartholomew", "F"}, "Martin Luther King, Jr.": {"Martin", "K"}, "Samuel Jr": {"Samuel", "J"},
		"Jonah O'Neill": {"Jonah", "O"}, "שרה כהן": {"שרה", "כ"}, "x (1)": {"x", ""}, ",": {"", ""}, "Anna,": {"Anna", "A"}, "": {"", ""},
	} {
		if got := [2]string{givenName(full), initialOf(full)}; got != want {
			t.Errorf("%q is called %q, want %q", full, got, want)
		}
	}
}

func TestNames_AnInitialHasADotWhereItsScriptHasOne(t *testing.T) {
	g := ready(t, setup{})
	g.must(Host, SetRoster{Side: chess.White, Names: []string{"Anna Lee", "Anna Adams", "שרה כהן", "שרה לוי", "سلمى الحداد", "سلمى ياسين", "Анна Ким", "Анна Ли"}})
	shown := g.json(Projector)
	for _, called := range []string{"Anna L.", "Anna A.", "שרה כ", "שרה ל", "سلمى ا", "سلمى ي", "Анна К.", "Анна Л."} {
		if !strings.Contains(shown, `"Name":"`+called+`"`) {
			t.Errorf("nobody is called %q", called)
		}
	}
}

// A family name is on no page that anybody can open, nor in what is said aloud,
// unless the host shows full names; and who would be called the same is told
// apart by its initial, else by the home square.
func TestNames_FamilyNamesStayOffPublicPages(t *testing.T) {
	given := []string{"Anna", "Anna", "Ben", "Ben", "Ben", "Lee, Chloe", "Dora \"Dot\"", "Eve"}
	var names []string
	for i := range 16 {
		names = append(names, given[i%8]+" Zqsurname"+string(rune('a'+i)))
	}
	names[3], names[4] = "Ben Abel", "Ben Abel"
	names[5], names[13] = "Zqsurname-Lee, Chloe", "Zqsurname-Lee, Chloe"
	for _, full := range []bool{false, true} {
		g := ready(t, setup{})
		g.must(Host, SetRoster{Side: chess.White, Names: names})
		g.must(Host, ShowNames{Full: full})
		g.must(Host, SteerProjector{2, JobLineups})
		g.must(Host, SteerProjector{3, JobChallenge})
		seen := map[Seat]bool{}
		g.after = func(g *game) {
			for _, s := range append([]Seat{Announcer, Projector}, Wall(1), Wall(2), Wall(3), Wall(4)) {
				if strings.Contains(strings.ToLower(g.json(s)), "zqsurname") {
					seen[s] = true
				}
			}
		}
		g.after(g)
		hall := g.hall()
		g.must(Host, Start{})
		g.play("e2e4", "d7d5", "e4d5:wrong", "d8d5:wrong", "b1c3", "d5d2:wrong", "c1d2:wrong")
		g.must(Host, Substitute{"g2", "Fay Zqsurname-fay"})
		g.play("a7a6", "g2g3")
		g.must(Host, Pause{"Tea."})
		g.must(Host, Resume{})
		g.must(Judge(1), CallTime{Winner: WhiteColour, Sure: true, About: g.about()})
		if full {
			if len(seen) < 4 {
				t.Errorf("full names are seen by %v only: the test looks at nothing", seen)
			}
			continue
		}
		for s := range seen {
			t.Errorf("%s shows a family name", s)
		}
		var called []string
		for _, p := range hall.Lineups[0].Posts {
			called = append(called, p.Name)
		}
		if !slices.Equal(called[:5], []string{"Anna Z. a1", "Anna Z. b1", "Ben Z. c1", "Ben A. d1", "Ben A. e1"}) || called[5] != "Chloe f1" {
			t.Errorf("the first rank is called %v", called)
		}
		if !strings.Contains(g.json(GameMaster(chess.White)), "Zqsurname") || !strings.Contains(g.json(Host), "Zqsurname") {
			t.Error("the host and the Game Masters know people by their full names")
		}
	}
}

// Two people of one name are two tokens, on every board.
func TestNames_TwoOfOneNameAreToldApart(t *testing.T) {
	g := ready(t, setup{})
	names := slices.Clone(lineUps[chess.White])
	names[8], names[9], names[10] = "Anna", "Anna", "Anna King"
	g.must(Host, SetRoster{Side: chess.White, Names: names})
	g.must(Host, Start{})
	if a, b, c := g.stands("a2"), g.stands("b2"), g.stands("c2"); a != "Anna a2" || b != "Anna b2" || c != "Anna K." {
		t.Errorf("three of the name Anna are called %q, %q, %q", a, b, c)
	}
	ids := map[string]bool{}
	for _, c := range g.hall().Board.Cells {
		if c.Token != nil {
			ids[c.Token.ID] = true
		}
	}
	if len(ids) != 32 {
		t.Errorf("32 tokens have %d ids", len(ids))
	}
	g.play("a2a4", "b7b5", "a4b5:wrong", "a7a6")
	if got := g.stands("b5"); got != "Anna a2" {
		t.Errorf("after a walk she is called %q", got)
	}
	g.play("b5a6:right")
	if got := g.stands("b2"); got != "Anna" {
		t.Errorf("when the other one has left she is called %q", got)
	}
}
