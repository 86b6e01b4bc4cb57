package event

import (
	"strings"
	"testing"

	"biblechess/event/chess"
)

func TestB22_WhoSubstitutesAndWhen(t *testing.T) {
	g := ready(t, setup{judges: 1})
	g.refuse(Host, Substitute{"a2", "Lois"}, Refused, "while a match is played", "(B22)")
	if g.host().Substitute != nil {
		t.Error("B22: substituting is offered before the match")
	}
	g.must(Host, Start{})
	for _, s := range []Seat{Judge(1), whiteGM, QuizMaster(chess.White), Projector} {
		g.refuse(s, Substitute{"a2", "Lois"}, Forbidden)
	}
	for _, post := range []string{"", "e4", "a9", "a2a3", strings.Repeat("a", 1<<20)} {
		g.refuse(Host, Substitute{post, "Lois"}, Malformed)
	}
	g.refuse(Host, Substitute{"a2", strings.Repeat("x", 81)}, Malformed, "81")
	g.refuse(Host, Substitute{"a2", "Lo\xffis"}, Malformed, "readable")
	if posts := g.host().Substitute.Posts; len(posts) != 32 || posts[0].Name != "Asher" {
		t.Errorf("B22: offered are %d posts", len(posts))
	}
	g.must(Host, Substitute{" A2 ", "Lois"})
	if g.stands("a2") != "Lois" {
		t.Errorf("B22: on a2 stands %s", g.stands("a2"))
	}
}

// A marker becomes a person and a person a marker (B2).
func TestB2_B22_MarkersAndPeople(t *testing.T) {
	g := begin(t, setup{markers: []string{"d7"}})
	g.must(Host, Substitute{"d7", "Lois"})
	g.play("e2e4", "d7d5", "e4d5")
	if g.hall().Challenge.Defender.Marker || g.judge(1).Question == nil {
		t.Error("B2: a marker that became a person is not asked itself")
	}
	g.rule("right")
	g.must(Host, Substitute{"d7", ""})
	if g.stands("d5") != "Pawn d7" {
		t.Errorf("B2: on d5 stands %s", g.stands("d5"))
	}
	g.play("a7a6", "b1c3", "a6a5", "c3d5")
	if g.judge(1).Question != nil || g.gm(chess.Black).StandIn == nil {
		t.Error("B2: a person who became a marker is asked")
	}
	// In mid-challenge: before the question is shown, the new person answers.
	g.must(Host, Substitute{"d7", "Junia"})
	if g.judge(1).Question == nil || g.gm(chess.Black).StandIn != nil {
		t.Error("B2: somebody has come for the marker, and a stand-in is still to be named")
	}
	g.says(g.hall().Challenge.Asks, "Junia")
	// Once it is shown, whoever comes or goes, the reading goes on.
	about := g.about()
	g.must(Host, Substitute{"d7", "Lois"})
	g.must(Host, Substitute{"d7", ""})
	if g.judge(1).Question == nil || g.about() != about {
		t.Error("B22: a substitution stopped a question that was on the screens")
	}
	g.rule("wrong")
	if g.stands("d5") != "Miriam" {
		t.Errorf("on d5 stands %s", g.stands("d5"))
	}
}

// What is past keeps the names of then (B22).
func TestB22_NamesOfThen(t *testing.T) {
	g := begin(t, setup{})
	g.play("e2e4", "d7d5", "e4d5:wrong")
	g.must(Host, Substitute{"e2", "Lois"})
	g.must(Host, Substitute{"d7", "Junia"})
	plies := g.gm(chess.White).Plies
	g.says(plies[0].Words, "Pawn Samuel", "challenged Pawn Salome")
	g.says(plies[1].Words, "Pawn Salome")
	g.says(plies[2].Words, "Pawn Samuel")
	if out := g.hall().Teams[1].Out; len(out) != 1 || out[0].Name != "Salome" || out[0].By != "Samuel" {
		t.Errorf("B22: the record of who left is %+v", out)
	}
	g.play("a7a6", "d5d6", "a6a5", "d6c7")
	g.says(g.hall().Challenge.Headline, "Lois")
	g.rule("right")
	g.must(Host, Substitute{"e2", "Susanna"})
	if out := g.hall().Teams[0].Out; len(out) != 1 || out[0].Name != "Lois" || out[0].By != "Joel" {
		t.Errorf("B22: the record of who left is %+v", out)
	}
	// Amended and rewound, the names are those of who stands there now.
	g.must(Judge(1), Amend{Vote: "wrong", Alone: true, Reason: "x", About: g.about()})
	if g.stands("c7") != "Susanna" {
		t.Errorf("B41: on c7 stands %s", g.stands("c7"))
	}
	g.says(strings.Join(g.hall().Put.Walks, " "), "Susanna walks back to c7.", "Joel leaves the floor.")
	g.restarted()
	g.says(g.gm(chess.White).Plies[0].Words, "Pawn Lois")
	g.to(1)
	if g.stands("e2") != "Susanna" || g.stands("d7") != "Junia" {
		t.Errorf("B43: a substitution was undone: %s, %s", g.stands("e2"), g.stands("d7"))
	}
}

// Somebody who left the field comes back for somebody else, by the host's hand.
func TestB22_BackAsASubstitute(t *testing.T) {
	g := begin(t, setup{})
	g.play("e2e4", "d7d5", "e4d5:wrong")
	g.must(Host, Substitute{"a7", "Salome"})
	g.play("a7a6", "f1a6")
	g.says(g.hall().Challenge.Headline, "challenges Salome (Black Pawn) on a6")
	g.rule("late")
	out := g.hall().Teams[1].Out
	if len(out) != 2 || out[0].Name != "Salome" || out[1].Name != "Salome" || out[0].By != "Lydia" || out[1].By != "Samuel" {
		t.Errorf("B22: the record is %+v", out)
	}
}

// The Quiz Master's person can be another in mid-challenge (B23).
func TestB22_B23_TheQuizMastersPerson(t *testing.T) {
	g := begin(t, setup{})
	g.play("e2e4", "d7d5", "e4d5")
	g.says(g.hall().Challenge.Asks, "Quiz Master Judith asks Salome")
	g.must(Host, Substitute{"d1", "Lois"})
	g.says(g.hall().Challenge.Asks, "Quiz Master Lois asks Salome")
	g.rule("right")
}
