package questions

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"biblechess/event/chess"
)

var (
	whiteRook   = Bank{chess.White, chess.Rook}
	whiteBishop = Bank{chess.White, chess.Bishop}
	whiteKnight = Bank{chess.White, chess.Knight}
	whitePawn   = Bank{chess.White, chess.Pawn}
	whiteQueen  = Bank{chess.White, chess.Queen}
	blackRook   = Bank{chess.Black, chess.Rook}
	noBank      = Bank{chess.White, chess.King}
)

// must gives a value that cannot be refused.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// bookOf makes a book with questions named after their bank and place: r1, r2 …
// for White's Rooks, R1 … for Black's.
func bookOf(sizes Sizes) Book {
	var b Book
	for _, side := range chess.Sides {
		for _, kind := range Kinds {
			letter := strings.ToLower(KindName(kind)[:1])
			if side == chess.Black {
				letter = strings.ToUpper(letter)
			}
			for i := range sizes.Of(kind) {
				id := ID(fmt.Sprint(letter, i+1))
				b = must(b.Add(id, Bank{side, kind}, text("question "+string(id))))
			}
		}
	}
	return b
}

func ids(list []ID) string { return strings.Trim(fmt.Sprint(list), "[]") }

func TestB34_Approvals(t *testing.T) {
	b := must(Book{}.Add("q", whiteRook, text("one")))
	if q, ok := b.Get("q"); !ok || q.Number != 1 || q.Bank != whiteRook || q.Text.Question != "one" || q.ID != "q" {
		t.Fatalf("%+v", q)
	}
	if b.Approved("q", 1) || b.Approved("q", 0) {
		t.Error("B34: approved by nobody")
	}
	b = must(b.Approve("q", 1, "j1"))
	b = must(b.Approve("q", 1, "j1"))
	if !b.Approved("q", 1) || !b.Approved("q", 0) || b.Approved("q", 2) {
		t.Error("B34: one judge who approves twice is one approval")
	}
	b = must(b.Approve("q", 1, "j2"))
	if !b.Approved("q", 2) {
		t.Error("B34: two judges are two approvals")
	}
	if same := must(b.Revise("q", text(" one\r\n"))); !same.Approved("q", 2) {
		t.Error("B34: a text that says the same takes the approval away")
	}
	approved := b
	for name, changed := range map[string]Text{
		"the question":    text("two"),
		"the answer":      {Question: "one", Answer: "other", Reference: "reference"},
		"further answers": {Question: "one", Answer: "answer", Also: []string{"b"}, Reference: "reference"},
		"the reference":   {Question: "one", Answer: "answer", Reference: "other"},
		"the hint":        {Question: "one", Answer: "answer", Reference: "reference", Hint: "word"},
	} {
		b := must(approved.Revise("q", changed))
		if q, _ := b.Get("q"); b.Approved("q", 1) || q.Number != 2 || !q.Text.Equal(changed) || len(q.ApprovedBy) != 0 {
			t.Errorf("B34: changing %s leaves %+v", name, q)
		}
		if _, err := b.Approve("q", 1, "j1"); err != ErrChanged {
			t.Errorf("B34: approving what was changed: %v", err)
		}
		if _, err := b.SendBack("q", 1, "j1", "why"); err != ErrChanged {
			t.Errorf("B34: sending back what was changed: %v", err)
		}
		if !must(b.Approve("q", 2, "j1")).Approved("q", 1) {
			t.Error("B34: the new text cannot be approved")
		}
		r := b.Revisions("q")
		if len(r) != 2 || r[0].Text.Question != "one" || !slices.Equal(r[0].ApprovedBy, []string{"j1", "j2"}) {
			t.Errorf("B34: the old revision is %+v", r)
		}
	}
	if !approved.Approved("q", 2) {
		t.Error("a new book changed the old one")
	}
	wants(t, "B34", ErrChanged, "This question was changed meanwhile: look at it again (B34).")
	for _, revision := range []int{-1, 0, 2} {
		if _, err := b.Approve("q", revision, "j1"); err != ErrChanged {
			t.Errorf("B34: revision %d: %v", revision, err)
		}
	}
}

func TestB34_SentBack(t *testing.T) {
	b := must(Book{}.Add("q", whiteRook, text("one")))
	b = must(b.Approve("q", 1, "j1"))
	b = must(b.SendBack("q", 1, "j1", " unclear "))
	b = must(b.SendBack("q", 1, "j2", "wrong verse"))
	b = must(b.SendBack("q", 1, "j2", "wrong chapter"))
	q, _ := b.Get("q")
	if want := []SentBack{{"j1", "unclear"}, {"j2", "wrong chapter"}}; !slices.Equal(q.SentBack, want) || b.Approved("q", 1) {
		t.Errorf("%+v", q)
	}
	b = must(b.Approve("q", 1, "j1"))
	if q, _ = b.Get("q"); len(q.SentBack) != 1 || b.Approved("q", 1) {
		t.Errorf("while another judge wants it changed: %+v", q)
	}
	b = must(b.Approve("q", 1, "j2"))
	if q, _ = b.Get("q"); len(q.SentBack) != 0 || !b.Approved("q", 1) {
		t.Errorf("after all approved: %+v", q)
	}
	if q, _ = must(b.Revise("q", text("two"))).Get("q"); len(q.SentBack) != 0 {
		t.Errorf("a new text is sent back: %+v", q)
	}
}

func TestB34_MoveAndRemove(t *testing.T) {
	b := bookOf(Sizes{Rook: 2, Pawn: 2})
	b = must(b.Approve("r1", 1, "j"))
	moved := must(b.Move("r1", whitePawn))
	if got := ids(moved.List(whiteRook)) + " / " + ids(moved.List(whitePawn)); got != "r2 / p1 p2 r1" {
		t.Error(got)
	}
	if q, _ := moved.Get("r1"); q.Bank != whitePawn || !moved.Approved("r1", 1) {
		t.Errorf("B34: a moved question: %+v", q)
	}
	if got := must(b.Move("r1", whiteRook)); ids(got.List(whiteRook)) != "r1 r2" {
		t.Error("moving to its own bank changes the order")
	}
	_, err := b.Move("r1", blackRook)
	wants(t, "B34 to the other side", err, "A question cannot be moved to the other side (B34).")
	if ids(b.List(whiteRook)) != "r1 r2" {
		t.Error("a new book changed the old one")
	}

	gone := must(b.Remove("r1"))
	if _, ok := gone.Get("r1"); ok || gone.Approved("r1", 1) || ids(gone.List(whiteRook)) != "r2" || gone.Len(whiteRook) != 1 {
		t.Error("a removed question is there")
	}
	if r := gone.Revisions("r1"); len(r) != 1 || r[0].Text.Question != "question r1" {
		t.Errorf("a removed question has the revisions %+v", r)
	}
	_, err = gone.Add("r1", whiteRook, text("again"))
	wants(t, "an id again", err, "There is already a question with this id.")
	if gone.Revisions("never") != nil {
		t.Error("an unknown question has revisions")
	}
}

func TestB32_BookOrder(t *testing.T) {
	b := bookOf(Sizes{Rook: 3, Bishop: 3, QuizMaster: 3})
	for _, c := range []struct {
		from, to int
		want     string
	}{{1, 3, "b2 b3 b1"}, {3, 1, "b3 b1 b2"}, {2, 2, "b1 b2 b3"}, {1, 2, "b2 b1 b3"}} {
		if got := ids(must(b.Reorder(whiteBishop, c.from, c.to)).List(whiteBishop)); got != c.want {
			t.Errorf("B32 from %d to %d: %s, want %s", c.from, c.to, got, c.want)
		}
	}
	s := must(b.Swap(whiteBishop, 1, whiteQueen, 3))
	if got := ids(s.List(whiteBishop)) + " / " + ids(s.List(whiteQueen)); got != "q3 b2 b3 / q1 q2 b1" {
		t.Errorf("B32: %s", got)
	}
	if q, _ := s.Get("b1"); q.Bank != whiteQueen {
		t.Errorf("B32: a swapped question is in %s", q.Bank)
	}
	if got := ids(must(b.Swap(whiteRook, 1, whiteRook, 3)).List(whiteRook)); got != "r3 r2 r1" {
		t.Errorf("B32 within a bank: %s", got)
	}
	if got := ids(b.List(whiteBishop)) + ids(b.List(whiteRook)); got != "b1 b2 b3r1 r2 r3" {
		t.Errorf("a new book changed the old one: %s", got)
	}
	_, err := b.Reorder(whiteRook, 0, 1)
	wants(t, "from 0", err, "White's Rook bank has no question number 0: it has 3 questions.")
	_, err = b.Reorder(whiteRook, 1, 4)
	wants(t, "to 4", err, "White's Rook bank has no question number 4: it has 3 questions.")
	_, err = b.Swap(whiteRook, 4, whiteQueen, 1)
	wants(t, "swap 4", err, "White's Rook bank has no question number 4: it has 3 questions.")
	_, err = b.Swap(whiteRook, 1, whitePawn, 1)
	wants(t, "swap with nothing", err, "White's Pawn bank has no question number 1: it has no questions.")
	_, err = b.Swap(whiteRook, 1, blackRook, 1)
	wants(t, "swap sides", err, "A question cannot be moved to the other side (B34).")
}

func TestB34_BookRefusals(t *testing.T) {
	b := bookOf(Sizes{Rook: 1})
	const unknown = "There is no such question, or it was removed meanwhile."
	const noKind = "Only Rooks, Bishops, Knights, Pawns and Quiz Masters have a bank of questions (B30)."
	gone := must(b.Remove("r1"))
	for name, book := range map[string]Book{"unknown": {}, "removed": gone} {
		_, err := book.Revise("r1", text("x"))
		wants(t, name, err, unknown)
		_, err = book.Move("r1", whitePawn)
		wants(t, name, err, unknown)
		_, err = book.Remove("r1")
		wants(t, name, err, unknown)
		_, err = book.Approve("r1", 1, "j")
		wants(t, name, err, unknown)
		_, err = book.SendBack("r1", 1, "j", "why")
		wants(t, name, err, unknown)
	}
	_, err := b.Add("x", noBank, text("x"))
	wants(t, "B30 add", err, noKind)
	_, err = b.Move("r1", noBank)
	wants(t, "B30 move", err, noKind)
	_, err = b.Reorder(noBank, 1, 1)
	wants(t, "B30 reorder", err, noKind)
	_, err = b.Swap(noBank, 1, whiteRook, 1)
	wants(t, "B30 swap", err, noKind)
	_, err = b.Swap(whiteRook, 1, noBank, 1)
	wants(t, "B30 swap", err, noKind)
	_, err = b.Add("x", whiteRook, text(" "))
	wants(t, "B34 add", err, "The question is missing (B34).")
	_, err = b.Revise("r1", Text{Question: "q", Answer: "a"})
	wants(t, "B34 revise", err, "The reference is missing: write where the answer can be looked up (B34).")
	_, err = b.Add("r1", whitePawn, text("x"))
	wants(t, "an id twice", err, "There is already a question with this id.")
	if b.List(noBank) != nil || b.Len(noBank) != 0 {
		t.Error("a King has questions")
	}
}

func TestB30_Missing(t *testing.T) {
	sizes := Sizes{Rook: 3, Bishop: 3, Knight: 6, Pawn: 12, QuizMaster: 6}
	approve := func(b Book, n int) Book {
		for _, kind := range Kinds {
			for _, id := range b.List(Bank{chess.White, kind}) {
				for j := range n {
					b = must(b.Approve(id, 1, fmt.Sprint("j", j)))
				}
			}
		}
		return b
	}
	by := func(need int) func(Question) State {
		return func(q Question) State {
			switch {
			case len(q.SentBack) > 0:
				return Back
			case len(q.ApprovedBy) >= need:
				return Approved
			}
			return Waiting
		}
	}
	waits := map[int]string{1: "a judge's approval", 2: "2"}
	ready := approve(bookOf(sizes), 1)
	fresh := must(ready.Add("new", whiteQueen, text("x")))
	cases := []struct {
		name string
		book Book
		need int
		want []string
	}{
		{"B30 ready", ready, 1, nil},
		{"B30 more for the Quiz Master", approve(fresh, 1), 1, nil},
		{"B30 empty", Book{}, 1, []string{
			"White's Rook bank has no questions and needs 3.", "White's Bishop bank has no questions and needs 3.",
			"White's Knight bank has no questions and needs 6.", "White's Pawn bank has no questions and needs 12.",
			"White's Quiz Master bank has no questions and needs at least 6."}},
		{"B30 one short", must(ready.Remove("r2")), 1, []string{"White's Rook bank has 2 questions and needs 3."}},
		{"B30 one left", must(must(ready.Remove("r2")).Remove("r1")), 1, []string{"White's Rook bank has 1 question and needs 3."}},
		{"B30 one too many", must(ready.Move("q1", whitePawn)), 1, []string{
			"White's Pawn bank has 13 questions and must have exactly 12.", "White's Quiz Master bank has 5 questions and needs at least 6."}},
		{"B34 one waits", fresh, 1, []string{"1 of White's questions waits for a judge's approval."}},
		{"B34 all wait", bookOf(sizes), 1, []string{"30 of White's questions wait for a judge's approval."}},
		{"B34 two judges", ready, 2, []string{"30 of White's questions wait for 2."}},
		{"B34 changed", must(ready.Revise("r1", text("x"))), 1, []string{"1 of White's questions waits for a judge's approval."}},
		{"B34 sent back", must(fresh.SendBack("new", 1, "j", "why")), 1, []string{"1 of White's questions was sent back by a judge and must be changed."}},
		{"B34 sent back and changed", must(must(fresh.SendBack("new", 1, "j", "why")).Revise("new", text("y"))), 1, []string{"1 of White's questions waits for a judge's approval."}},
		{"B34 sent back by one, approved by another", must(must(fresh.SendBack("new", 1, "j", "why")).Approve("new", 1, "k")), 1, []string{"1 of White's questions was sent back by a judge and must be changed."}},
		{"B34 sent back and approved by the same judge", must(must(fresh.SendBack("new", 1, "j", "why")).Approve("new", 1, "j")), 1, nil},
	}
	for _, c := range cases {
		if got := Missing(c.book, chess.White, sizes, by(c.need), waits[c.need]); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", c.name, got, c.want)
		}
	}
	if got := Missing(ready, chess.Black, sizes, by(1), waits[1]); !slices.Equal(got, []string{"30 of Black's questions wait for a judge's approval."}) {
		t.Errorf("B30: the other side: %q", got)
	}
	if got := sizes.Of(chess.King); got != 0 {
		t.Errorf("a King needs %d questions", got)
	}
}

// A long random life: no method changes the book that it was called on, every
// question is in exactly the list of its bank, following the steps of a bank gives
// its list, and revisions never shrink.
func TestB34_RandomBooks(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 1))
	bank := func() Bank { return Bank{chess.Side(rng.IntN(2)), Kinds[rng.IntN(len(Kinds))]} }
	var b Book
	for step := range 600 {
		id := ID(fmt.Sprint("q", rng.IntN(60)))
		b = b.By(Hand{"host", int64(step / 3)})
		before := snapshot(b)
		var next Book
		switch rng.IntN(8) {
		case 0, 1:
			next, _ = b.Add(id, bank(), text(fmt.Sprint(step)))
		case 2:
			next, _ = b.Revise(id, text(fmt.Sprint(rng.IntN(3))))
		case 3:
			next, _ = b.Move(id, bank())
		case 4:
			next = b
			if rng.IntN(5) == 0 {
				next, _ = b.Remove(id)
			}
		case 5:
			next, _ = b.Approve(id, 1+rng.IntN(3), fmt.Sprint(rng.IntN(3)))
		case 6:
			next, _ = b.SendBack(id, 1+rng.IntN(3), fmt.Sprint(rng.IntN(3)), "why")
		default:
			if rng.IntN(2) == 0 {
				next, _ = b.Reorder(bank(), 1+rng.IntN(4), 1+rng.IntN(4))
			} else {
				next, _ = b.Swap(bank(), 1+rng.IntN(4), bank(), 1+rng.IntN(4))
			}
		}
		if after := snapshot(b); after != before {
			t.Fatalf("step %d changed its book", step)
		}
		for id := range b.entries.all() {
			if len(next.Revisions(id)) < len(b.Revisions(id)) {
				t.Fatalf("step %d lost a revision of %s", step, id)
			}
		}
		listed := 0
		for slot := range next.lists {
			for _, id := range next.lists[slot] {
				q, ok := next.Get(id)
				if s, _ := q.Bank.slot(); !ok || s != slot {
					t.Fatalf("step %d: %s is listed in the wrong bank", step, id)
				}
				listed++
			}
		}
		for slot := range slots {
			if bank := bankOf(slot); !slices.Equal(followed(next, bank), next.List(bank)) {
				t.Fatalf("step %d: the steps of %s give %v, it is %v", step, bank, followed(next, bank), next.List(bank))
			}
		}
		there := 0
		for id := range next.entries.all() {
			if _, ok := next.Get(id); ok {
				there++
			}
		}
		if listed != there {
			t.Fatalf("step %d: %d listed, %d there", step, listed, there)
		}
		b = next
	}
}

func snapshot(b Book) string { return fmt.Sprintf("%v", b) }

// Everything beside a text has its history too: labels and places (B34).
func TestB34_NothingBesideATextIsOverwritten(t *testing.T) {
	rook, shelf := Spot{Bank: Bank{chess.White, chess.Rook}}, Spot{Bank{chess.White, chess.Pawn}, true}
	text := Text{Question: "Who?", Answer: "Eve", Reference: "Genesis 3"}
	tag := func(words ...string) Labels { return Labels{Tags: words} }
	early, late := Hand{"questions-white", 1}, Hand{"host", 2}
	b, err := Book{}.By(early).AddAll([]New{{ID: "a", Spot: rook, Text: text, Earlier: []Text{{Question: "Who was it?", Answer: "Eve", Reference: "r"}},
		Labels: tag("two"), EarlierLabels: []Labels{{}, tag("one"), tag(" one ")}}})
	if err != nil {
		t.Fatal(err)
	}
	before := b
	must := func(next Book, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		b = next
	}
	b = b.By(late)
	must(b.Label("a", tag("two"))) // the same again
	must(b.Label("a", Labels{Tags: []string{"three"}, Notes: "n"}))
	must(b.Place("a", rook, "")) // where it is
	must(b.Place("a", shelf, ""))
	must(b.Revise("a", Text{Question: "Whom?", Answer: "Eve", Reference: "Genesis 3"}))
	must(b.Label("a", tag("one")))
	must(b.Remove("a"))
	want := []Aside{
		{2, 0, rook, Labels{}, early}, {2, 1, rook, tag("one"), early}, {2, 2, rook, tag("two"), early}, {2, 3, rook, Labels{Tags: []string{"three"}, Notes: "n"}, late},
		{2, 3, shelf, Labels{Tags: []string{"three"}, Notes: "n"}, late}, {3, 4, shelf, tag("one"), late},
	}
	var hands []Hand
	for _, r := range b.Revisions("a") {
		hands = append(hands, r.By)
	}
	if !slices.Equal(hands, []Hand{early, early, late}) {
		t.Errorf("the texts were written by %v", hands)
	}
	if got := b.Asides("a"); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := before.Asides("a"); !reflect.DeepEqual(got, want[:3]) {
		t.Errorf("an earlier book changed: %+v", got)
	}
	if b.Asides("b") != nil {
		t.Error("a question that never was has a history")
	}
	if _, err := (Book{}).AddAll([]New{{ID: "a", Spot: rook, Text: text, EarlierLabels: []Labels{tag(strings.Repeat("x", MaxTag+1))}}}); err == nil {
		t.Error("an earlier tag that is too long is taken")
	}
}

func TestBook_SameTellsWhetherAnythingWasChanged(t *testing.T) {
	var b Book
	bank := Bank{Side: chess.White, Kind: chess.Pawn}
	one, err := b.Add("q1", bank, Text{Question: "Who?", Answer: "Ruth", Reference: "Ruth 1:16"})
	if err != nil {
		t.Fatal(err)
	}
	copied := one
	if !one.Same(copied) || !(Book{}).Same(b) || one.Same(b) {
		t.Error("a copy is another book, or a changed book the same")
	}
	two, err := one.Approve("q1", 1, "judge-1")
	if err != nil {
		t.Fatal(err)
	}
	if two.Same(one) {
		t.Error("an approval is no change")
	}
}
