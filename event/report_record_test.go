package event

import (
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// reportRecord is three matches with the entries of an evening's paper, report,
// wipe and next match: plies and a position from paper, the missed gathered and a
// bank filled from them, the library edited and put into another order, sides
// swapped, names wiped, and a match with other people after that.
func reportRecord(t *testing.T) *game {
	t.Helper()
	g := begin(t, setup{judges: 2, house: rules.House{rules.KeyBankSizes: "2,1,2,3,2"}})
	resign := func(s chess.Side) {
		g.clock.forward(time.Minute)
		g.must(GameMaster(s), Resign{Sure: true, About: g.about()})
	}
	g.play("e2e4", "d7d5", "e4d5:wrong", "d8d5:right")
	g.must(Host, EnterPlies{Plies: "5. f1 b5\n6. b8 c6\n7. b5 c6 late\n8. a7 a6", Reason: "The Wi-Fi is gone.", About: g.about()})
	g.must(Host, EnterPosition{
		Stand: map[string]string{"b2": "b4"}, Kinds: map[string]string{}, Next: map[string]int{"white-pawn": 3}, Turn: WhiteColour, Plies: 2,
		Reason: "By paper.", About: g.about(),
	})
	resign(chess.Black)
	g.must(Host, GatherMissed{Tag: "Missed tonight"})
	g.must(Host, Close{})

	g.must(Host, OpenMatch{People: true, Swap: true, Banks: BanksFresh})
	editor := Editor(chess.White)
	g.must(editor, EditQuestions{[]Edit{{Op: EditAdd, Kind: chess.Pawn, Text: asked(1), Labels: questions.Labels{Tags: []string{"later"}}}}})
	pawns := g.truth.match.book.List(questions.Bank{Side: chess.White, Kind: chess.Pawn})
	g.must(editor, EditQuestions{[]Edit{{Op: EditPlace, ID: string(pawns[len(pawns)-1]), Kind: chess.Pawn, Before: string(pawns[0])}}})
	g.must(editor, EditQuestions{[]Edit{{Op: EditPlace, ID: string(pawns[1]), Kind: chess.Pawn, Shelf: true}}})
	for _, judge := range []Seat{Judge(1), Judge(2)} {
		g.must(judge, Approve{ID: string(pawns[len(pawns)-1]), Revision: 1})
	}
	g.must(Host, Start{})
	g.play("e2e4", "d7d5", "e4d5:right")
	resign(chess.White)
	g.must(Host, Close{})
	g.must(Host, WipeNames{})

	g.must(Host, OpenMatch{Banks: BanksMissed})
	for _, side := range chess.Sides {
		g.must(Host, SetRoster{Side: side, Names: lineUps[side.Other()]})
	}
	return g
}

// The record of paper, report, wipe and next match has every kind of entry that it
// is kept for.
func TestRecords_OneHoldsReportPaperWipeAndNextMatch(t *testing.T) {
	found := map[string]int{}
	for _, e := range readRecord(t, "testdata/records/report.jsonl").entries {
		found[e.Kind]++
	}
	for _, kind := range []string{"paper-played", "position-entered", "missed-gathered", "names-wiped", "match-opened", "questions-edited", "closed", "roster-set"} {
		if found[kind] == 0 {
			t.Errorf("it has no entry of the kind %s: %v", kind, found)
		}
	}
	// What the evening learnt folds to the same, too.
	g := open(t, readRecord(t, "testdata/records/report.jsonl"))
	for number, want := range map[int][3]int{1: {10, 3, 2}, 2: {4, 1, 0}} {
		if r := g.reported(number); [3]int{len(r.Frames), r.Asked, r.Missed} != want {
			t.Errorf("the report of match %d has %d frames, %d asked, %d missed; want %v", number, len(r.Frames), r.Asked, r.Missed, want)
		}
	}
	if found["match-opened"] < 2 {
		t.Errorf("only %d matches are opened", found["match-opened"])
	}
}
