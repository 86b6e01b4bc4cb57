package event

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/questions"
)

// asked is a question of its own for a number.
func asked(n int) questions.Text {
	return questions.Text{Question: fmt.Sprintf("Question %d?", n), Answer: fmt.Sprintf("Answer %d", n), Reference: "Ref"}
}

func (g *game) library(s Seat) LibraryScreen {
	g.Helper()
	l, err := g.Library(s)
	if err != nil {
		g.Fatal(err)
	}
	return l
}

// places lists what is where, as "pawn: Question 1? …".
func (g *game) places(s Seat) string {
	var b strings.Builder
	place := ""
	for _, r := range g.library(s).Rows {
		if r.Place != place {
			place = r.Place
			fmt.Fprintf(&b, "%s:", place)
		}
		fmt.Fprintf(&b, " %s", strings.TrimSuffix(strings.TrimPrefix(r.Text.Question, "Question "), "?"))
		b.WriteString(";")
	}
	return b.String()
}

func (g *game) edit(s Seat, edits ...Edit) int64 {
	g.Helper()
	return g.must(s, EditQuestions{edits})
}

func TestB34_EditsAreOneEntryAndComeBackWhole(t *testing.T) {
	g := open(t, begun())
	white := Editor(chess.White)
	var add []Edit
	for n := range 4 {
		add = append(add, Edit{Op: EditAdd, Kind: chess.Pawn, Text: asked(n + 1)})
	}
	add[3].Shelf = true
	seq := g.edit(white, add...)
	id := func(n int) string { return fmt.Sprintf("q%d-%d", seq, n) }
	if got := g.places(white); got != "pawn: 1; 2; 3;shelf: 4;" {
		t.Fatal(got)
	}
	for name, c := range map[string]struct {
		edits, back []Edit
		want        string
	}{
		"moved up":      {[]Edit{{Op: EditPlace, ID: id(3), Kind: chess.Pawn, Before: id(1)}}, []Edit{{Op: EditPlace, ID: id(3), Kind: chess.Pawn}}, "pawn: 3; 1; 2;shelf: 4;"},
		"to a bank":     {[]Edit{{Op: EditPlace, ID: id(2), Kind: chess.Rook}}, []Edit{{Op: EditPlace, ID: id(2), Kind: chess.Pawn, Before: id(3)}}, "rook: 2;pawn: 1; 3;shelf: 4;"},
		"to the shelf":  {[]Edit{{Op: EditPlace, ID: id(1), Shelf: true, Before: id(4)}}, []Edit{{Op: EditPlace, ID: id(1), Kind: chess.Pawn, Before: id(2)}}, "pawn: 2; 3;shelf: 1; 4;"},
		"off the shelf": {[]Edit{{Op: EditPlace, ID: id(4), Kind: chess.Queen}}, []Edit{{Op: EditPlace, ID: id(4), Kind: chess.Pawn, Shelf: true}}, "pawn: 1; 2; 3;quiz-master: 4;"},
		"removed": {
			[]Edit{{Op: EditRemove, ID: id(2), Revision: 1}, {Op: EditRemove, ID: id(3), Revision: 1}},
			[]Edit{{Op: EditRestore, ID: id(3), Kind: chess.Pawn}, {Op: EditRestore, ID: id(2), Kind: chess.Pawn, Before: id(3)}}, "pawn: 1;shelf: 4;",
		},
	} {
		before, entries := g.places(white), len(g.store.entries)
		version := g.library(white).Version
		g.edit(white, c.edits...)
		if got := g.places(white); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		if len(g.store.entries) != entries+1 || g.library(white).Version == version {
			t.Errorf("%s: %d entries, or the same version", name, len(g.store.entries)-entries)
		}
		g.edit(white, c.back...)
		if got := g.places(white); got != before {
			t.Errorf("%s, taken back: %s, want %s", name, got, before)
		}
		if g.library(white).Version != version {
			t.Errorf("%s, taken back: the version is another one", name)
		}
	}
}

func TestB34_EditsAreAllOrNone(t *testing.T) {
	g := open(t, begun())
	white, black := Editor(chess.White), Editor(chess.Black)
	g.edit(white, Edit{Op: EditAdd, Kind: chess.Pawn, Text: asked(1)}, Edit{Op: EditAdd, Kind: chess.Pawn, Text: asked(2)})
	good := Edit{Op: EditAdd, Kind: chess.Pawn, Text: asked(3)}
	for name, c := range map[string]struct {
		by    Seat
		edits []Edit
		why   Reason
		words string
	}{
		"nothing":              {white, nil, Malformed, "nothing to change"},
		"by the host":          {Host, []Edit{good}, Forbidden, ""},
		"by a judge":           {Judge(1), []Edit{good}, Forbidden, ""},
		"the other side's":     {black, []Edit{{Op: EditRevise, ID: "q3-1", Revision: 1, Text: asked(9)}}, Malformed, "no longer there"},
		"moved by the other":   {black, []Edit{{Op: EditPlace, ID: "q3-1", Kind: chess.Pawn}}, Malformed, "no longer there"},
		"restored by another":  {black, []Edit{{Op: EditRestore, ID: "q3-1", Kind: chess.Pawn}}, Malformed, "no longer there"},
		"one without a text":   {white, []Edit{good, {Op: EditAdd, Kind: chess.Pawn}}, Malformed, "Row 2: The question is missing"},
		"no such bank":         {white, []Edit{good, {Op: EditAdd, Kind: chess.King, Text: asked(4)}}, Refused, "bank"},
		"before nothing":       {white, []Edit{{Op: EditPlace, ID: "q3-1", Kind: chess.Pawn, Before: "q9-9"}}, Refused, "no longer there"},
		"what is there comes":  {white, []Edit{{Op: EditRestore, ID: "q3-1", Kind: chess.Pawn}}, Refused, "not removed"},
		"an unknown way":       {white, []Edit{{Op: "burn", ID: "q3-1"}}, Malformed, "can't be made"},
		"both right and wrong": {white, []Edit{{Op: EditAdd, Kind: chess.Pawn, Text: questions.Text{Question: "?", Answer: "a", Reject: []string{"a"}, Reference: "r"}}}, Malformed, "both accepted and not"},
		"a long tag":           {white, []Edit{{Op: EditLabel, ID: "q3-1", Labels: questions.Labels{Tags: []string{strings.Repeat("x", 101)}}}}, Malformed, "tag"},
	} {
		p := g.refuse(c.by, EditQuestions{c.edits}, c.why, c.words)
		if strings.Contains(name, "without a text") && p.Row != 2 {
			t.Errorf("%s: row %d", name, p.Row)
		}
	}
	ready := begin(t, setup{})
	ready.refuse(white, EditQuestions{[]Edit{good}}, Refused, "has started")
	ready.refuse(white, FillBank{Kind: chess.Pawn}, Refused, "has started")
}

func TestB34_TwoEditorsDontOverwriteEachOther(t *testing.T) {
	g := open(t, begun())
	white := Editor(chess.White)
	g.edit(white, Edit{Op: EditAdd, Kind: chess.Pawn, Text: asked(1), Labels: questions.Labels{Tags: []string{"old"}}})
	g.edit(white, Edit{Op: EditRevise, ID: "q3-1", Revision: 1, Text: asked(2)})
	p := g.refuse(white, EditQuestions{[]Edit{{Op: EditRevise, ID: "q3-1", Revision: 1, Text: asked(3)}}}, Stale, "look at both texts")
	if len(p.Current) != 1 || p.Current[0].Text.Question != "Question 2?" || p.Current[0].Revision != 2 {
		t.Errorf("the present text: %+v", p.Current)
	}
	g.refuse(white, EditQuestions{[]Edit{{Op: EditRemove, ID: "q3-1", Revision: 1}}}, Stale)
	g.edit(white, Edit{Op: EditLabel, ID: "q3-1", Labels: questions.Labels{Tags: []string{"new"}}})
	p = g.refuse(white, EditQuestions{[]Edit{{Op: EditLabel, ID: "q3-1", Labels: questions.Labels{Tags: []string{"mine"}}}}}, Stale)
	if len(p.Current) != 1 || !slices.Equal(p.Current[0].Labels.Tags, []string{"new"}) {
		t.Errorf("the present labels: %+v", p.Current)
	}
	g.edit(white, Edit{Op: EditRemove, ID: "q3-1", Revision: 2})
	g.refuse(white, EditQuestions{[]Edit{{Op: EditRevise, ID: "q3-1", Revision: 2, Text: asked(3)}}}, Stale, "removed meanwhile")
	h, err := g.History(white, "q3-1")
	if err != nil || len(h.Revisions) != 2 || h.Revisions[0].Number != 2 {
		t.Errorf("the history: %+v, %v", h, err)
	}
	if _, err := g.History(Editor(chess.Black), "q3-1"); err == nil {
		t.Error("the other side reads the history")
	}
	if _, err := g.History(ReserveEditor, "q3-1"); err == nil {
		t.Error("the reserve's editors read the history")
	}
}

func TestB34_LabelsTakeNoApprovalAwayAndTextsDo(t *testing.T) {
	g := ready(t, setup{})
	white := Editor(chess.White)
	r := g.library(white).Rows[0]
	g.edit(white, Edit{Op: EditLabel, ID: r.ID, Labels: questions.Labels{Tags: []string{" Acts ", "acts"}, Notes: "n"}})
	if now := g.library(white).Rows[0]; now.State != "approved" || !slices.Equal(now.Labels.Tags, []string{"Acts"}) || now.Lost {
		t.Errorf("after labelling: %+v", now)
	}
	g.edit(white, Edit{Op: EditPlace, ID: r.ID, Shelf: true})
	g.edit(white, Edit{Op: EditPlace, ID: r.ID, Kind: chess.Rook})
	reject := r.Text
	reject.Reject = []string{"wrong"}
	if g.editor(white).Lost != 0 {
		t.Error("moving takes approval away")
	}
	g.edit(white, Edit{Op: EditRevise, ID: r.ID, Revision: 1, Text: reject})
	var now LibraryRow
	for _, row := range g.library(white).Rows {
		if row.ID == r.ID {
			now = row
		}
	}
	if now.State != "waiting" || !now.Lost || g.editor(white).Lost != 1 {
		t.Errorf("after a change: %+v", now)
	}
	g.refuse(Host, Start{}, Refused, "wait")
	if got := g.judge(1).Approval; got.Waiting != 1 || !slices.Equal(got.Question.Reject, []string{"wrong"}) {
		t.Errorf("the judge sees %+v", got.Question)
	}
}

func TestLibrary_OutlastsAMatch(t *testing.T) {
	g := begin(t, setup{judges: 3, reserve: 2})
	white := Editor(chess.White)
	g.play("e2e4", "d7d5", "e4d5:wrong")
	rows := g.library(white).Rows
	g.must(Judge(1), CallTime{Sure: true, About: g.about()})
	if l := g.library(white); l.Rows[0].Asked != 0 && l.Locked == "" {
		t.Error("the match is over and the library open")
	}
	g.must(Host, Close{})
	before := g.truth.match
	g.must(Host, OpenMatch{})
	l := g.library(white)
	if len(l.Rows) != len(rows) || l.Locked != "" {
		t.Fatalf("%d of %d questions are left; %q", len(l.Rows), len(rows), l.Locked)
	}
	askedOnce := 0
	for i, r := range l.Rows {
		if r.Place != "shelf" || r.Piece != rows[i].Piece || r.ID != rows[i].ID || !reflect.DeepEqual(r.Text, rows[i].Text) || r.State != "approved" {
			t.Fatalf("row %d: %+v was %+v", i, r, rows[i])
		}
		if r.Asked > 0 {
			askedOnce++
			if r.Asked != 1 || r.Missed != 1 || r.Piece != "pawn" {
				t.Errorf("asked: %+v", r)
			}
		}
	}
	if askedOnce != 1 {
		t.Errorf("%d questions were asked", askedOnce)
	}
	if got := g.library(ReserveEditor).Rows; len(got) != 2 || got[0].State != "approved" {
		t.Errorf("the reserve: %+v", got)
	}
	for _, k := range questions.Kinds {
		if g.truth.match.book.Len(questions.Bank{Side: chess.White, Kind: k}) != 0 {
			t.Error("a bank is not empty")
		}
	}
	if before.number == g.truth.match.number {
		t.Error("the same match")
	}

	// The next match's judges need not approve anew, but can object.
	g.must(Host, AddJudge{Name: "Luke"})
	g.must(Host, AddJudge{Name: "Anna"})
	g.must(white, FillBank{Kind: chess.Pawn, Order: FillNever})
	for i, r := range g.library(white).Rows[:12] {
		if r.Place != "pawn" || (r.Asked > 0) != (i == 11) {
			t.Errorf("never asked first: %d %+v", i, r)
		}
	}
	first := g.library(white).Rows[0]
	if first.State != "approved" {
		t.Errorf("the approval is gone: %+v", first)
	}
	g.must(Judge(2), SendBack{first.ID, 1, "stale"})
	if got := g.library(white).Rows[0].State; got == "approved" {
		t.Error("an objection changes nothing")
	}
	// The same file again brings the questions from the shelf.
	n := len(g.library(white).Rows)
	g.must(Host, AddQuestions{[]NewQuestion{{WhiteColour, chess.Rook, plainText(chess.White, chess.Rook, 1)}}})
	if l := g.library(white); len(l.Rows) != n || l.Rows[0].Place != "rook" || l.Rows[0].State != "approved" {
		t.Errorf("the same question again: %d rows, %+v", len(l.Rows), l.Rows[0])
	}
}

// Records from before questions outlasted a match say nothing of keeping them.
func TestLibrary_OldRecordsBeginAnew(t *testing.T) {
	store := begun()
	store.entries = append(store.entries,
		Entry{Seq: 3, Seat: Host, Kind: "questions-added", Body: []byte(`{"questions":[{"id":"q3-1","side":0,"kind":1,"text":{"question":"q","answer":"a","ref":"r"}}]}`)},
		Entry{Seq: 4, Seat: Host, Kind: "closed", Body: []byte(`{}`)},
		Entry{Seq: 5, Seat: Host, Kind: "match-opened", Body: []byte(`{"format":"bible"}`)})
	g := open(t, store)
	if l := g.library(Editor(chess.White)); len(l.Rows) != 0 {
		t.Errorf("%d rows", len(l.Rows))
	}
}

func TestLibrary_FillsBanksFromTheShelf(t *testing.T) {
	g := open(t, begun())
	white := Editor(chess.White)
	var add []Edit
	for n := range 8 {
		e := Edit{Op: EditAdd, Shelf: true, Text: asked(n + 1)}
		if n%2 == 1 {
			e.Labels.Tags = []string{"Acts"}
		}
		if n == 6 {
			e.Kind = chess.Pawn
		}
		add = append(add, e)
	}
	seq := g.edit(white, add...)
	g.truth.tallies = map[questions.ID]tally{}
	for n, x := range map[int]tally{1: {3, 0}, 2: {3, 2}, 3: {1, 1}, 4: {5, 3}} {
		g.truth.tallies[questions.ID(fmt.Sprintf("q%d-%d", seq, n))] = x
	}
	g.entered = true
	g.must(white, FillBank{Kind: chess.Rook, Order: FillMissed})
	if got := g.places(white); got != "rook: 4; 2; 3;shelf: 1; 5; 6; 7; 8;" {
		t.Error(got)
	}
	g.must(white, FillBank{Kind: chess.Bishop, Tag: "acts", Order: FillNever})
	if got := g.places(white); got != "rook: 4; 2; 3;bishop: 6; 8;shelf: 1; 5; 7;" {
		t.Error(got)
	}
	g.must(white, FillBank{Kind: chess.Knight, Count: 1})
	if got := g.places(white); got != "rook: 4; 2; 3;bishop: 6; 8;knight: 5;shelf: 1; 7;" {
		t.Error(got)
	}
	g.refuse(white, FillBank{Kind: chess.Rook}, Refused, "size already")
	g.refuse(white, FillBank{Kind: chess.Pawn, Tag: "none"}, Refused, "No question on the shelf")
	g.refuse(white, FillBank{Kind: chess.Pawn, Order: "best"}, Malformed)
	g.refuse(white, FillBank{Kind: chess.King}, Refused)
	g.refuse(ReserveEditor, FillBank{Kind: chess.Queen}, Malformed)
	g.refuse(Judge(1), FillBank{Kind: chess.Pawn}, Forbidden)
}

func TestLibrary_AStarterBankIsForAnEmptySide(t *testing.T) {
	g := open(t, begun())
	starter := TakeStarter{[]NewQuestion{{BlackColour, chess.Pawn, asked(1)}}}
	g.refuse(Editor(chess.White), starter, Forbidden)
	if !g.editor(Editor(chess.Black)).Starter {
		t.Error("no starter bank is offered")
	}
	g.must(Editor(chess.Black), starter)
	if g.editor(Editor(chess.Black)).Starter || !g.editor(Editor(chess.White)).Starter {
		t.Error("who is offered a starter bank")
	}
	g.refuse(Editor(chess.Black), starter, Refused, "empty side")
	g.refuse(ReserveEditor, starter, Malformed)
	g.refuse(Host, starter, Forbidden)
}

func TestB34_EditorsSeeTheirOwnOnly(t *testing.T) {
	g := ready(t, setup{reserve: 2, text: canaryText})
	for _, s := range []Seat{Editor(chess.White), Editor(chess.Black), ReserveEditor} {
		stored, err := g.Stored(s)
		if err != nil {
			t.Fatal(err)
		}
		own := strings.TrimPrefix(string(s), "questions-")
		words := canary.FindAllString(fmt.Sprintf("%+v %+v", g.library(s), stored), -1)
		if len(words) == 0 {
			t.Errorf("%s sees nothing", s)
		}
		for _, w := range words {
			if !strings.HasPrefix(w, "zq"+own) {
				t.Errorf("%s sees %s", s, w)
			}
		}
	}
	for _, s := range AllSeats() {
		if s.Role() == "questions" {
			continue
		}
		if _, err := g.Library(s); err == nil {
			t.Errorf("%s has a library", s)
		}
		if _, err := g.Stored(s); err == nil {
			t.Errorf("%s may take the questions away", s)
		}
	}
	// What the other side edits changes nothing of the own page.
	white := g.json(Editor(chess.White))
	version := g.library(Editor(chess.White)).Version
	g.edit(Editor(chess.Black), Edit{Op: EditAdd, Shelf: true, Text: asked(1)})
	if g.json(Editor(chess.White)) != white || g.library(Editor(chess.White)).Version != version {
		t.Error("an edit of Black shows on White's page")
	}
}

func BenchmarkLibrary2000(b *testing.B) {
	g := open(b, begun())
	var add []Edit
	for n := range 2000 {
		add = append(add, Edit{Op: EditAdd, Shelf: true, Text: asked(n)})
	}
	g.edit(Editor(chess.White), add...)
	for b.Loop() {
		if _, err := g.Library(Editor(chess.White)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkImport(b *testing.B) {
	for _, n := range []int{5_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var add, remove []Edit
			for i := range n {
				add = append(add, Edit{Op: EditAdd, Shelf: true, Text: asked(i)})
				remove = append(remove, Edit{Op: EditRemove, ID: fmt.Sprintf("q3-%d", i+1), Revision: 1})
			}
			for b.Loop() {
				g := open(b, begun())
				g.edit(Editor(chess.White), add...)
				g.edit(Editor(chess.White), remove...)
			}
		})
	}
}

func TestB34_TheHistoryTellsLabelsAndPlaces(t *testing.T) {
	g := open(t, begun())
	white := Editor(chess.White)
	old, now := questions.Labels{Tags: []string{"old"}}, questions.Labels{Tags: []string{"new"}, Notes: "n"}
	g.edit(white, Edit{Op: EditAdd, Shelf: true, Kind: chess.Rook, Text: asked(1), Labels: old})
	id := g.library(white).Rows[0].ID
	g.edit(white, Edit{Op: EditLabel, ID: id, Labels: now})
	g.edit(white, Edit{Op: EditRevise, ID: id, Revision: 1, Text: asked(2)})
	g.edit(white, Edit{Op: EditPlace, ID: id, Kind: chess.Bishop})
	h, err := g.History(white, id)
	if err != nil {
		t.Fatal(err)
	}
	hand := func(entry int) HistoryHand {
		return HistoryHand{"White's question editor", g.store.entries[entry-1].At}
	}
	last := len(g.store.entries)
	want := []HistoryAside{
		{hand(last), 2, 1, "Bishop", now}, {hand(last - 2), 1, 1, "Shelf, meant for Rook", now}, {hand(last - 3), 1, 0, "Shelf, meant for Rook", old},
	}
	if !reflect.DeepEqual(h.Asides, want) {
		t.Errorf("got  %+v\nwant %+v", h.Asides, want)
	}
	g.edit(ReserveEditor, Edit{Op: EditAdd, Kind: chess.Queen, Text: asked(3)})
	if h, err := g.History(ReserveEditor, g.library(ReserveEditor).Rows[0].ID); err != nil || len(h.Asides) != 1 || h.Asides[0].Place != "Reserve" {
		t.Errorf("the reserve's: %+v %v", h.Asides, err)
	}
	for _, s := range []Seat{Editor(chess.Black), ReserveEditor, Host, Judge(1), GameMaster(chess.White), QuizMaster(chess.White)} {
		if h, err := g.History(s, id); err == nil || h.Asides != nil || h.Revisions != nil || h.Steps != nil {
			t.Errorf("%s reads it: %+v", s, h)
		}
	}
	stored, err := g.Stored(white)
	if err != nil || len(stored[0].EarlierLabels) != 1 || !stored[0].EarlierLabels[0].Equal(old) {
		t.Errorf("stored: %+v %v", stored, err)
	}
}
