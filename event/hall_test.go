package event

import (
	"slices"
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

func TestHall_OnlyTheHostSetsIt(t *testing.T) {
	g := begin(t, setup{})
	for _, s := range AllSeats() {
		if s == Host {
			continue
		}
		for _, c := range []Command{ShowNames{true}, SayName{"Anna", "AN-na"}, SteerProjector{1, JobBlank}} {
			g.refuse(s, c, Forbidden)
		}
	}
	g.refuse(Host, SayName{"", "AN-na"}, Malformed, "The name is missing")
	g.refuse(Host, SayName{"Anna", strings.Repeat("x", 81)}, Malformed, "81")
	for _, c := range []SteerProjector{{0, JobBoard}, {MaxProjectors + 1, JobBoard}, {1, ""}, {1, "disco"}} {
		g.refuse(Host, c, Malformed, "choose one")
	}
}

// A projector shows what its job is about, and the rest is not in what it is sent.
func TestHall_ProjectorsHaveJobs(t *testing.T) {
	g := ready(t, setup{})
	wall := func(n int) BoardScreen { return screenOf[BoardScreen](g, Wall(n)) }
	g.must(Host, SteerProjector{2, JobLineups})
	g.must(Host, SteerProjector{3, JobChallenge})
	g.must(Host, SteerProjector{4, JobBlank})
	g.must(Host, Start{})
	g.play("e2e4", "d7d5", "e4d5")
	for n, want := range map[int][4]bool{1: {true, true, false, true}, 2: {false, false, true, true}, 3: {false, true, false, true}, 4: {}} {
		s := wall(n)
		got := [4]bool{len(s.Board.Cells) > 0, s.Challenge != nil, len(s.Lineups) > 0, s.Turn != ""}
		if got != want || s.Number != n {
			t.Errorf("projector %d, of the job %s, shows board, challenge, line-ups, turn: %v, want %v", s.Number, s.Job, got, want)
		}
	}
	g.rule("wrong")
	if got := wall(2).Lineups[1].Posts[11]; !got.Left || got.Name != "Salome" {
		t.Errorf("B22: the line-ups do not tell that Salome has left: %+v", got)
	}
	for _, n := range []int{2, 4} {
		if text := g.json(Wall(n)); strings.Contains(text, "Question of") {
			t.Errorf("projector %d is sent a question", n)
		}
	}
	if wall(3).Ruling == nil || wall(3).LastCall != "" {
		t.Error("a projector for challenges shows the ruling and no calls")
	}
	g.restarted()
	g.must(GameMaster(chess.Black), Resign{Sure: true, About: g.about()})
	g.must(Host, Close{})
	g.must(Host, OpenMatch{})
	if wall(4).Job != JobBlank || wall(1).Job != JobBoard {
		t.Error("a projector's job does not last over a restart and into the next match")
	}
}

// Every paragraph of an announcement is one or two sentences, and names are
// spoken as the host noted.
func TestAnnouncer_SaysWhatHappens(t *testing.T) {
	g := ready(t, setup{house: rules.House{rules.KeyBishopDuel: rules.DuelDefender}})
	g.must(Host, SayName{"samuel", "SAM-yoo-el"})
	g.must(Host, SayName{"Salome", "sa-LOH-may"})
	now := func(what string, words ...string) AnnouncerScreen {
		t.Helper()
		s := screenOf[AnnouncerScreen](g, Announcer)
		if s.What != what {
			t.Errorf("to be announced is %q: %q, want %q", s.What, s.Words, what)
		}
		g.says(s.Words, words...)
		if n := strings.Count(s.Words, ". ") + 1; n > 2 {
			t.Errorf("%d sentences: %q", n, s.Words)
		}
		return s
	}
	now("Before the match", "Welcome to Friday night: Lions in white against Shepherds in black")
	g.must(Host, Start{})
	now("Kick-off", "The match begins", "White calls first.")
	g.play("e2e4")
	if s := now("Call", "White calls Pawn Samuel from e2 to e4.", "Black calls next."); !slices.Equal(s.Says, []SayLine{{"Samuel", "SAM-yoo-el"}}) {
		t.Errorf("names are spoken as %v", s.Says)
	}
	g.play("d7d5", "e4d5")
	s := now("Challenge", "A challenge on d5: Pawn Samuel against Pawn Salome.", "asks, and Salome answers.")
	if len(s.Says) != 2 || s.Lesson != "" || s.Question != "" {
		t.Errorf("in a challenge the announcer reads %+v", s)
	}
	g.rule("wrong")
	s = now("Ruling", "The judges say wrong: Salome leaves the floor, and Samuel walks to d5.")
	g.says(s.Lesson, "The answer was: Answer of White Pawn 1; it stands in Reference of White Pawn 1.")
	g.must(Host, Pause{"Tea!"})
	now("Break", "We pause: Tea.")
	g.must(Host, Resume{})
	g.play("d8d5")
	g.rule("right")
	now("Ruling", "The judges say right: Deborah goes back to d8.")
	g.must(Judge(1), Amend{Vote: "wrong", Alone: true, Reason: "x", About: g.about()})
	now("Correction", "The ruling of ply 4 is amended: Samuel leaves the floor, and Deborah walks back to d5.")
	g.play("b1c3", "d5d8")
	g.must(Host, TakeBack{Reason: "x", About: g.about()})
	now("Correction", "taken back")
	g.must(Host, SayName{"Salome", ""})
	g.must(Host, SayName{"Samuel", "sam"})
	if says := g.host().Hall.Says; !slices.Equal(says, []SayLine{{"samuel", "sam"}}) {
		t.Errorf("the host's list is %v", says)
	}
	g.must(GameMaster(chess.Black), Resign{Sure: true, About: g.about()})
	now("The end", "The match is over: the match goes to Lions.", "Black resigned.")
}

// The announcer gets no answer before the ruling, and none at all where the
// house rule keeps it (B45); the secrets' own tests look at the page too.
func TestB45_TheAnnouncerLearnsTheAnswerWithTheHall(t *testing.T) {
	g := begin(t, setup{house: rules.House{rules.KeyReveal: rules.RevealNever}})
	g.play("e2e4", "d7d5", "e4d5:wrong")
	if text := g.json(Announcer); strings.Contains(text, "Answer of") || strings.Contains(text, "Question of") {
		t.Errorf("the announcer reads %s", text)
	}
}

func TestAnnouncer_ReferencesAreSpoken(t *testing.T) {
	for ref, want := range map[string]string{
		"Esther 4:16": "Esther, chapter 4, verse 16", "1 Samuel 17:49-51": "First Samuel, chapter 17, verses 49 to 51",
		"II Kings 2:11": "Second Kings, chapter 2, verse 11", "Psalm 23:1": "Psalm 23, verse 1", "Song of Songs 2:1–3": "Song of Songs, chapter 2, verses 1 to 3",
		"Acts 2": "", "page 12": "", "": "", "12:30": "", "1 Samuel": "",
	} {
		if got := spokenReference(ref); got != want {
			t.Errorf("%q is spoken as %q, want %q", ref, got, want)
		}
	}
}

// What a match leaves behind: the figures, and who stood most challenges.
func TestR5_TheCeremonyCounts(t *testing.T) {
	g := begin(t, setup{})
	if g.hall().Ceremony != nil {
		t.Error("there is a ceremony before the end")
	}
	g.play("e2e4", "d7d5", "e4d5:right", "a7a6", "d1h5", "d5d4", "h5h7:right", "a6a5", "h5h7:right")
	g.must(Floor, KeepFloor{On: true, Roll: true})
	g.must(GameMaster(chess.Black), Resign{Sure: true, About: g.about()})
	if s := g.hall(); s.Result.Ruled || s.Floor != "" {
		t.Errorf("Black resigned; by a ruling: %v, the floor: %q", s.Result.Ruled, s.Floor)
	}
	c := g.hall().Ceremony
	if c == nil || len(c.Defended) != 1 || c.Defended[0] != (DefendedLine{BlackColour, "Bartholomew", 2}) {
		t.Fatalf("the ceremony is %+v", c)
	}
	got := map[string]string{}
	for _, n := range c.Numbers {
		got[n.Label] = n.Value
	}
	if got["calls"] != "9" || got["challenges"] != "3" || got["answered right"] != "3" {
		t.Errorf("the match in numbers: %v", got)
	}
}

func TestR5_TheCeremonyCountsOne(t *testing.T) {
	if one, many := counting(1, "call", "calls"), counting(0, "call", "calls"); one != (NumberLine{"call", "1"}) || many != (NumberLine{"calls", "0"}) {
		t.Errorf("%v, %v", one, many)
	}
}

// The way that a call goes, drawn on the floor.
func TestHall_Paths(t *testing.T) {
	for way, want := range map[string][]string{
		"e2e4": {"e2", "e4"}, "g1f3": {"g1", "g3", "f3"}, "b1d2": {"b1", "d1", "d2"}, "a1h8": {"a1", "h8"}, "d8d7": {"d8", "d7"}, "a1d1": {"a1", "d1"},
	} {
		m, err := chess.ParseMove(way)
		if err != nil {
			t.Fatal(err)
		}
		if got := path(m.From, m.To); !slices.Equal(got, want) {
			t.Errorf("%s goes by %v, want %v", way, got, want)
		}
	}
}
