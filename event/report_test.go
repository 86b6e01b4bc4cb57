package event

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// finished is a short match with every ruling, that is over and closed.
func finished(t testing.TB, s setup) *game {
	t.Helper()
	g := begin(t, s)
	for _, call := range []string{"e2e4", "d7d5", "e4d5:wrong", "d8d5:right", "f1b5", "b8c6", "b5c6:late", "a7a6"} {
		g.clock.forward(7 * time.Second)
		g.play(call)
	}
	g.must(GameMaster(chess.Black), Resign{Sure: true, About: g.about()})
	return g
}

func (g *game) reported(number int) ReportScreen {
	g.Helper()
	s, err := g.Report(number)
	if err != nil {
		g.Fatal(err)
	}
	return s
}

func TestReport_ReplaysMoveByMoveAndCountsWhatWasMissed(t *testing.T) {
	g := finished(t, setup{})
	s := g.reported(0)
	if len(s.Frames) != 9 || s.Asked != 3 || s.Missed != 2 || !s.Told || s.Result.Winner != WhiteColour {
		t.Fatalf("%d frames, %d asked, %d missed, %+v", len(s.Frames), s.Asked, s.Missed, s.Result)
	}
	stands := func(ply int, square string) string {
		for _, m := range s.Frames[ply].Men {
			if m.Square == square {
				return m.Name
			}
		}
		return ""
	}
	if stands(0, "e2") != "Samuel" || stands(1, "e4") != "Samuel" || stands(3, "d5") != "Samuel" || stands(7, "c6") != "Lydia" {
		t.Error("the replay has people elsewhere")
	}
	f := s.Frames[3]
	if f.Ply != 3 || f.Verdict != "wrong" || f.Question != "Question of White Pawn 1?" || f.Took != 7000 || len(f.Out) != 1 || f.Out[0] != "Salome" {
		t.Errorf("ply 3 is %+v", f)
	}
	// Seven seconds a ply, and six after each ruling.
	if s.Thought != [2]int64{34000, 40000} {
		t.Errorf("the sides thought %v", s.Thought)
	}
	if len(s.Texts) != 2 || s.Kinds[0].Missed != 1 {
		t.Errorf("missed: %+v, %+v", s.Texts, s.Kinds)
	}
	// What was missed names no player.
	body, _ := json.Marshal([]any{s.Texts, s.Kinds, s.Tags})
	for _, names := range lineUps {
		for _, name := range names {
			if strings.Contains(string(body), name) {
				t.Errorf("what was missed names %s", name)
			}
		}
	}
	cards := map[string]EveningCard{}
	for _, c := range s.Cards {
		cards[c.Name] = c
	}
	if len(s.Cards) != 32 || cards["Samuel"].Plies != 2 || !strings.Contains(fmt.Sprint(cards["Samuel"].Lines), "you challenged Salome") {
		t.Errorf("%d cards; Samuel's is %+v", len(s.Cards), cards["Samuel"])
	}
	if c := cards["Salome"]; c.Ending != "You left the floor at ply 3, vanquished by Samuel." || len(c.Learn) != 1 {
		t.Errorf("Salome's card is %+v", c)
	}
	for text, words := range map[string][]string{
		s.CSV():  {"ply,side,from,to", "3,white,e4,d5", "WRONG", "Question of White Pawn 1?"},
		s.Text(): {"Friday night", "Lions against Shepherds", "3. White: Pawn Samuel, e4 to d5", "Asked: 3. Missed: 2."},
		s.JSON(): {`"Frames"`, `"Log"`, `"Resigned."`},
	} {
		for _, w := range words {
			if !strings.Contains(text, w) {
				t.Errorf("an export lacks %q: %.300s", w, text)
			}
		}
	}
}

// Where the hall has not seen the questions the report tells none (B34, B45).
func TestB34_B45_ReportTellsNoQuestionThatTheHallHasNotSeen(t *testing.T) {
	g := finished(t, setup{house: rules.House{rules.KeyReveal: rules.RevealNever}, text: canaryText})
	for _, text := range []string{g.reported(0).JSON(), g.reported(0).CSV(), g.reported(0).Text()} {
		if word := canary.FindString(text); word != "" {
			t.Errorf("the report tells %s", word)
		}
	}
	g.must(Host, LetHostRead{On: true})
	if canary.FindString(g.reported(0).JSON()) == "" {
		t.Error("the host may read the questions, and the report tells none")
	}
	// Of what was never asked nothing is told in any case.
	if strings.Contains(g.reported(0).JSON(), "zqwhitexrookx3x") {
		t.Error("the report tells a question that was not asked")
	}
}

func TestReport_OfALongMatchAndAfterRewinding(t *testing.T) {
	g := begin(t, setup{})
	for range 30 {
		g.play("g1f3", "g8f6", "f3g1", "f6g8")
	}
	g.must(Judge(1), CallTime{Sure: true, About: g.about()})
	if s := g.reported(0); len(s.Frames) != 121 || s.Frames[120].Ply != 120 {
		t.Errorf("%d frames", len(s.Frames))
	}
	g.must(Judge(1), Reopen{"Five minutes are left.", g.about()})
	g.must(Judge(1), Rewind{Ply: 100, Reason: "Mistake.", About: g.about()})
	if _, err := g.Report(0); err == nil {
		t.Error("there is a report of a match that goes on")
	}
	g.must(Judge(1), CallTime{Sure: true, About: g.about()})
	if s := g.reported(0); len(s.Frames) != 100 {
		t.Errorf("%d frames after rewinding to before ply 100", len(s.Frames))
	}
}

func TestReport_GathersTheMissedForTheLibrary(t *testing.T) {
	g := finished(t, setup{})
	g.must(Host, GatherMissed{Tag: "Missed tonight"})
	tagged := 0
	for _, q := range every(g.truth.match.book) {
		if q.Labels.Has("Missed tonight") {
			tagged++
		}
	}
	if tagged != 2 {
		t.Errorf("%d questions are tagged", tagged)
	}
	g.must(Host, Close{})
	g.must(Host, OpenMatch{})
	white := Editor(chess.White)
	g.must(white, FillBank{Kind: chess.Pawn, Tag: "Missed tonight", Count: 3})
	if n := g.truth.match.book.Len(questions.Bank{Side: chess.White, Kind: chess.Pawn}); n != 1 {
		t.Errorf("%d missed questions come into White's Pawn bank", n)
	}
	if s := g.reported(1); s.Number != 1 || len(s.Frames) != 9 || s.Latest {
		t.Errorf("the first match's report is %d, %d frames", s.Number, len(s.Frames))
	}
}

// The same people, on the other sides, with fresh banks; nobody reads the other
// side's questions by the tablet that they held.
func TestNextMatch_SwapsSidesWithFreshBanks(t *testing.T) {
	g := finished(t, setup{judges: 2, house: rules.House{rules.KeyBankSizes: "2,1,2,3,2"}})
	old, judge := g.Ticket(QuizMaster(chess.White)), g.Ticket(Judge(1))
	first := g.truth.match.roster
	g.must(Host, Close{})
	g.refuse(Host, OpenMatch{Banks: "all"}, Malformed)
	g.must(Host, OpenMatch{People: true, Swap: true, Banks: BanksFresh})
	m := g.truth.match
	if m.teams != [2]string{"Shepherds", "Lions"} || len(m.judges) != 2 || m.roster[0] != first[1] || m.roster[1] != first[0] {
		t.Errorf("teams %v, %d judges", m.teams, len(m.judges))
	}
	if g.stands("e1") != "Caleb" || g.stands("e8") != "Josiah" {
		t.Errorf("%q stands on e1, %q on e8", g.stands("e1"), g.stands("e8"))
	}
	if g.Holds(QuizMaster(chess.White), old) || !g.Holds(Judge(1), judge) {
		t.Error("a Quiz Master's tablet still holds its seat, or a judge's phone does not")
	}
	// Each team keeps its own questions; the banks have their sizes and all is approved.
	for _, q := range every(m.book) {
		if own := q.Bank.Side.Other().String(); !strings.Contains(q.Text.Question, own) {
			t.Errorf("%s's bank has %q", q.Bank.Side, q.Text.Question)
		}
	}
	for _, item := range g.host().Checklist {
		if !item.Done {
			t.Errorf("not ready: %s", item.Words)
		}
	}
	g.must(Host, Start{})
	g.play("e2e4", "e7e5")
}

// Never asked questions come first, and the missed ones by choice.
func TestNextMatch_DrawsNeverAskedFirst(t *testing.T) {
	for banks, want := range map[string]string{BanksFresh: "Spare question?", BanksMissed: "Question of White Pawn 1?"} {
		g := ready(t, setup{house: rules.House{rules.KeyBankSizes: "2,1,2,1,2"}})
		g.must(Editor(chess.White), EditQuestions{[]Edit{{Op: EditAdd, Kind: chess.Pawn, Shelf: true, Text: questions.Text{Question: "Spare question?", Answer: "Yes", Reference: "x"}}}})
		g.must(Host, Start{})
		g.play("e2e4", "d7d5", "e4d5:wrong")
		g.must(GameMaster(chess.Black), Resign{Sure: true, About: g.about()})
		g.must(Host, Close{})
		g.must(Host, OpenMatch{People: true, Banks: banks})
		ids := g.truth.match.book.List(questions.Bank{Side: chess.White, Kind: chess.Pawn})
		if len(ids) != 1 {
			t.Fatalf("%d questions are drawn", len(ids))
		}
		if q, _ := g.truth.match.book.Get(ids[0]); q.Text.Question != want {
			t.Errorf("%s draws %q", banks, q.Text.Question)
		}
		if g.truth.match.house[rules.KeyBankSizes] != "2,1,2,1,2" {
			t.Error("the house rules did not come along")
		}
	}
}

// A wipe blanks every name and note; the record and what was learnt stay.
func TestR4_WipeKeepsWhatWasLearnt(t *testing.T) {
	g := ready(t, setup{})
	g.must(Host, AddPeople{[]NewPerson{{Name: "Tirzah", Note: "zznote"}}})
	g.must(Host, Start{})
	g.refuse(Host, WipeNames{}, Refused, "being played")
	g.play("e2e4", "d7d5", "e4d5:wrong")
	g.must(GameMaster(chess.Black), Resign{Sure: true, About: g.about()})
	g.must(Host, Close{})
	before := g.reported(0)
	entries := len(g.store.entries)
	g.refuse(GameMaster(chess.White), WipeNames{}, Forbidden)
	g.must(Host, WipeNames{})
	after := g.reported(0)
	if len(g.store.entries) != entries+1 || after.Asked != before.Asked || after.Missed != 1 || len(after.Frames) != len(before.Frames) || !after.Wiped {
		t.Errorf("the record or the counts changed: %d asked, %d missed", after.Asked, after.Missed)
	}
	gone := append(append([]string{"Tirzah", "zznote", "Ruth"}, lineUps[0]...), lineUps[1]...)
	texts := []string{after.JSON(), after.CSV(), after.Text(), g.log(), g.PGN(), fmt.Sprint(g.store.people)}
	for _, s := range AllSeats() {
		texts = append(texts, g.json(s))
	}
	for _, text := range texts {
		for _, name := range gone {
			if strings.Contains(text, name) {
				t.Errorf("%s is still told: %.200s", name, text)
			}
		}
	}
	g.refuse(Host, OpenMatch{People: true}, Refused, "wiped")
	g.must(Host, OpenMatch{Banks: BanksMissed})
	g.must(Host, AddPeople{[]NewPerson{{Name: "Anna"}}})
	if g.host().People.People[0].Name != "Anna" {
		t.Error("who comes after the wipe has no name")
	}
	// What could not be reached is told, and tried again.
	g.store.people["p5-1"], g.store.broken = "Left over", errors.New("the disk is full: make room on it, then try again")
	again, err := Open(g.store, g.clock.now)
	if err != nil {
		t.Fatal(err)
	}
	told := func() string {
		s, err := again.Report(0)
		if err != nil {
			t.Fatal(err)
		}
		return s.Trouble
	}
	if again.names["p5-1"] != "" || !strings.Contains(told(), "the disk is full") {
		t.Errorf("of a wipe that failed it tells %q", told())
	}
	g.store.broken = nil
	again.tick("")
	if told() == "" {
		t.Error("it is tried without a rest between")
	}
	g.clock.forward(wipeEvery)
	if again.tick(""); told() != "" || g.store.people["p5-1"] != "" {
		t.Errorf("once the disk is well it tells %q", told())
	}
	// A program that was stopped in the middle wipes when it starts again.
	g.store.people["p5-1"] = "Left over"
	if again, err = Open(g.store, g.clock.now); err != nil {
		t.Fatal(err)
	}
	if again.names["p5-1"] != "" || g.store.people["p5-1"] != "" {
		t.Error("a name that was left over is not wiped at the start")
	}
}
