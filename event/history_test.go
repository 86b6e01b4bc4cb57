package event

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/questions"
)

// The history of a question says who changed it and when, for texts, labels, places
// and the order of its bank, to the editors of its side and to judges (B34).
func TestB34_TheHistoryTellsWhoAndWhen(t *testing.T) {
	g := open(t, begun())
	white := Editor(chess.White)
	later := func() { g.clock.forward(time.Minute) }
	g.must(Host, AddJudge{Name: "Ruth"})
	g.edit(white, Edit{Op: EditAdd, Kind: chess.Rook, Text: asked(1)}, Edit{Op: EditAdd, Kind: chess.Rook, Text: asked(2)})
	added := g.store.entries[len(g.store.entries)-1]
	rows := g.library(white).Rows
	first, second := rows[0].ID, rows[1].ID
	later()
	g.edit(white, Edit{Op: EditPlace, ID: second, Kind: chess.Rook, Before: first})
	moved := g.store.entries[len(g.store.entries)-1]
	later()
	g.must(Judge(1), Approve{ID: first, Revision: 1})
	later()
	g.edit(white, Edit{Op: EditRevise, ID: first, Revision: 1, Text: asked(3)})
	revised := g.store.entries[len(g.store.entries)-1]
	later()
	g.edit(white, Edit{Op: EditLabel, ID: first, Labels: questions.Labels{Tags: []string{"kings"}}})
	labelled := g.store.entries[len(g.store.entries)-1]
	at := func(e Entry) HistoryHand { return HistoryHand{"White's question editor", e.At} }
	for _, s := range []Seat{white, Judge(1)} {
		h, err := g.History(s, first)
		if err != nil {
			t.Fatal(s, err)
		}
		if r := h.Revisions; len(r) != 2 || r[0].HistoryHand != at(revised) || r[1].HistoryHand != at(added) || !slices.Equal(r[1].ApprovedBy, []string{"Judge 1"}) {
			t.Errorf("%s: texts %+v", s, r)
		}
		if a := h.Asides; len(a) != 2 || a[0].HistoryHand != at(labelled) || a[1].HistoryHand != at(added) {
			t.Errorf("%s: labels and places %+v", s, a)
		}
		want := []HistoryStep{{at(moved), "moved from number 2 to 1", asked(2).Question}, {at(added), "2 questions came in, as numbers 1 to 2", ""}}
		if h.List != "Rook" || !slices.Equal(h.Steps, want) {
			t.Errorf("%s: the list %s: %+v", s, h.List, h.Steps)
		}
	}
	// What is on the shelf is no judge's, though the bank's history remembers it.
	later()
	g.edit(white, Edit{Op: EditPlace, ID: second, Shelf: true, Kind: chess.Rook})
	if _, err := g.History(Judge(1), second); err == nil {
		t.Error("a judge reads the history of a question on the shelf")
	}
	h, err := g.History(Judge(1), first)
	if err != nil || strings.Contains(fmt.Sprint(h), asked(2).Question) || h.Steps[0].Words != "went out from number 1" {
		t.Errorf("a judge is told of the shelf: %v %+v", err, h)
	}
	if h, _ := g.History(white, second); h.List != "Shelf" || h.Steps[0].Text != asked(2).Question {
		t.Errorf("the shelf's history: %+v", h.Steps)
	}
	if _, err := g.History(Judge(2), first); err == nil {
		t.Error("a judge's seat that nobody has reads the history")
	}
	// The reserve's are the judges' too, and a bank that the host filled names the host.
	g.edit(ReserveEditor, Edit{Op: EditAdd, Kind: chess.Queen, Text: asked(9)})
	if h, err := g.History(Judge(1), g.library(ReserveEditor).Rows[0].ID); err != nil || h.List != "Reserve" || h.Revisions[0].By != "Reserve questions" || len(h.Steps) != 1 {
		t.Errorf("the reserve's: %v %+v", err, h)
	}
}
