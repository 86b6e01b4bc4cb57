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

// due is what a bank asks next, as "r1 1/3 pass 1", or "nothing".
func due(o Orders, bank Bank) string {
	id, number, of, pass, ok := o.Due(bank)
	if !ok {
		return "nothing"
	}
	return fmt.Sprintf("%s %d/%d pass %d", id, number, of, pass)
}

// shown is a bank as a console lists it: -asked, >next, xspent, and the pass and
// the number left.
func shown(o Orders, bank Bank) string {
	s := o.Standing(bank)
	var b strings.Builder
	for _, p := range s.Places {
		b.WriteString([]string{"", ">", "-", "x"}[p.Use] + string(p.ID) + " ")
	}
	return fmt.Sprintf("%spass %d left %d", b.String(), s.Pass, s.Left)
}

// run applies steps to a bank: a for asked, s for spent.
func run(o Orders, bank Bank, steps string) Orders {
	for _, s := range steps {
		if s == 'a' {
			o = o.Asked(bank)
		} else {
			o = o.Spend(bank)
		}
	}
	return o
}

func expect(t *testing.T, name, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %s, want %s", name, got, want)
	}
}

func TestB31_RotationForEver(t *testing.T) {
	o := NewOrders(bookOf(Sizes{Rook: 3, Pawn: 1}))
	for i := range 30 {
		expect(t, "B31", due(o, whiteRook), fmt.Sprintf("r%d %d/3 pass %d", i%3+1, i%3+1, i/3+1))
		expect(t, "B31 a bank of one", due(o, whitePawn), fmt.Sprintf("p1 1/1 pass %d", i+1))
		o = o.Asked(whiteRook).Asked(whitePawn)
	}
	expect(t, "B31 the other side rotates by itself", due(o, blackRook), "R1 1/3 pass 1")
	expect(t, "B31 an empty bank", due(o, whiteKnight), "nothing")
	expect(t, "B30 no bank", due(o, noBank), "nothing")
	if !reflect.DeepEqual(o.Asked(whiteKnight), o) || !reflect.DeepEqual(o.Asked(noBank), o) {
		t.Error("asking from an empty bank changes something")
	}
}

func TestB31_OrderIsTheBooks(t *testing.T) {
	b := must(bookOf(Sizes{Rook: 3}).Reorder(whiteRook, 3, 1))
	o := NewOrders(b)
	expect(t, "B31", shown(run(o, whiteRook, "aaaa"), whiteRook), "-r3 >r1 r2 pass 2 left 2")
}

func TestB33_QuizMastersOwnNeverRepeat(t *testing.T) {
	o := NewOrders(bookOf(Sizes{QuizMaster: 2}))
	expect(t, "B33", due(o, whiteQueen), "q1 1/2 pass 1")
	o = o.Asked(whiteQueen)
	expect(t, "B33", due(o, whiteQueen), "q2 2/2 pass 1")
	o = o.Asked(whiteQueen)
	expect(t, "B33 run out", due(o, whiteQueen), "nothing")
	expect(t, "B33 run out", shown(o, whiteQueen), "-q1 -q2 pass 1 left 0")
	if again := o.Asked(whiteQueen).Spend(whiteQueen); !reflect.DeepEqual(again, o) {
		t.Error("B33: asking when they have run out changes something")
	}
	o = must(o.AddFresh(whiteQueen, "new"))
	expect(t, "B33 a fresh one", due(o, whiteQueen), "new 3/3 pass 1")
	expect(t, "B33 and no more", due(o.Asked(whiteQueen), whiteQueen), "nothing")
	expect(t, "B33 the other side", due(o, Bank{chess.Black, chess.Queen}), "Q1 1/2 pass 1")

	for _, bank := range []Bank{whiteRook, noBank} {
		_, err := o.AddFresh(bank, "other")
		wants(t, "B33", err, "Only the Quiz Master's own questions can be added to during the match (B33).")
	}
	_, err := o.AddFresh(whiteQueen, "Q1")
	wants(t, "B33", err, "This question is in a bank already (B33).")
}

func TestR7_ThrowOut(t *testing.T) {
	three := NewOrders(bookOf(Sizes{Rook: 3, QuizMaster: 3}))
	cases := []struct {
		name, steps string
		bank        Bank
		want        string
	}{
		{"R7 the next one is served", "s", whiteRook, "xr1 >r2 r3 pass 1 left 2"},
		{"R7 the last one: the next pass", "aas", whiteRook, ">r1 r2 xr3 pass 2 left 2"},
		{"R7 not again in the next pass", "asaa", whiteRook, "-r1 xr2 >r3 pass 2 left 1"},
		{"R7 nor in any other", "asaaaa", whiteRook, "-r1 xr2 >r3 pass 3 left 1"},
		{"R7 the first of them", "saa", whiteRook, "xr1 >r2 r3 pass 2 left 2"},
		{"R7 one is left: it comes every pass", "ssaaa", whiteRook, "xr1 xr2 >r3 pass 4 left 1"},
		{"R7 all spent: they all come again", "sss", whiteRook, ">r1 r2 r3 pass 2 left 3"},
		{"R7 all spent: in order", "sssa", whiteRook, "-r1 >r2 r3 pass 2 left 2"},
		{"R7 all spent: for ever", "ssssss", whiteRook, ">r1 r2 r3 pass 3 left 3"},
		{"R7 the Quiz Master's own", "as", whiteQueen, "-q1 xq2 >q3 pass 1 left 1"},
		{"R7 all of the Quiz Master's own", "sss", whiteQueen, "xq1 xq2 xq3 pass 1 left 0"},
	}
	for _, c := range cases {
		expect(t, c.name, shown(run(three, c.bank, c.steps), c.bank), c.want)
	}
}

func TestB37_AskedWhenRuledGivenBackWhenNot(t *testing.T) {
	o := NewOrders(bookOf(Sizes{Rook: 3, QuizMaster: 3}))
	// Nothing counts while a challenge is open, so taking it back gives it back.
	expect(t, "B37 taken back", due(o, whiteRook), "r1 1/3 pass 1")
	expect(t, "B37 ruled", due(o.Asked(whiteRook), whiteRook), "r2 2/3 pass 1")
	expect(t, "B37 shown, a Quiz Master's own", shown(o.Spend(whiteQueen), whiteQueen), "xq1 >q2 q3 pass 1 left 2")
}

func TestB43_ShownStaysSpent(t *testing.T) {
	start := NewOrders(bookOf(Sizes{Rook: 3, QuizMaster: 4}))
	expect(t, "B43 the due one", shown(start.SpendOwn(chess.White, "q1"), whiteQueen), "xq1 >q2 q3 q4 pass 1 left 3")
	later := start.SpendOwn(chess.White, "q3")
	expect(t, "B43 a later one", shown(later, whiteQueen), "xq3 >q1 q2 q4 pass 1 left 3")
	expect(t, "B43 twice", shown(later.SpendOwn(chess.White, "q3"), whiteQueen), "xq3 >q1 q2 q4 pass 1 left 3")
	for _, id := range []ID{"Q1", "r1", "never"} {
		if got := start.SpendOwn(chess.White, id); !reflect.DeepEqual(got, start) {
			t.Errorf("B43: %s is not White's Quiz Master's own", id)
		}
	}
	asked := start.Asked(whiteQueen)
	if got := asked.SpendOwn(chess.White, "q1"); !reflect.DeepEqual(got, asked) {
		t.Error("B43: one that was asked is spent again")
	}
	expect(t, "B43 the old value", shown(start, whiteQueen), ">q1 q2 q3 q4 pass 1 left 4")
}

func TestB32_Reorder(t *testing.T) {
	o := run(NewOrders(bookOf(Sizes{Rook: 4, QuizMaster: 3})), whiteRook, "a")
	for _, c := range []struct {
		name     string
		from, to int
		want     string
	}{
		{"B32 down", 2, 4, "-r1 >r3 r4 r2 pass 1 left 3"},
		{"B32 up", 4, 2, "-r1 >r4 r2 r3 pass 1 left 3"},
		{"B32 by one", 3, 4, "-r1 >r2 r4 r3 pass 1 left 3"},
		{"B32 nowhere", 3, 3, "-r1 >r2 r3 r4 pass 1 left 3"},
	} {
		expect(t, c.name, shown(must(o.Reorder(whiteRook, c.from, c.to, nil)), whiteRook), c.want)
	}
	expect(t, "B32 the old value", shown(o, whiteRook), "-r1 >r2 r3 r4 pass 1 left 3")
	expect(t, "B32 the Quiz Master's own", shown(must(o.Reorder(whiteQueen, 3, 1, nil)), whiteQueen), ">q3 q1 q2 pass 1 left 3")
	expect(t, "B32 behind the due one of the open challenge", shown(must(o.Reorder(whiteRook, 4, 3, &whiteRook)), whiteRook), "-r1 >r2 r4 r3 pass 1 left 3")
	expect(t, "B32 another bank is asked from", shown(must(o.Reorder(whiteRook, 2, 3, &blackRook)), whiteRook), "-r1 >r3 r2 r4 pass 1 left 3")

	juggled := must(o.Reorder(whiteRook, 2, 4, nil))
	expect(t, "B32 the second pass is as asked", shown(run(juggled, whiteRook, "aaaaa"), whiteRook), "-r1 -r3 >r4 r2 pass 2 left 2")
}

func TestB32_Swap(t *testing.T) {
	o := run(NewOrders(bookOf(Sizes{Rook: 2, Bishop: 2, Knight: 2, Pawn: 2, QuizMaster: 2})), whiteRook, "a")
	s := must(o.Swap(whiteRook, 2, whitePawn, 1, nil))
	expect(t, "B32", shown(s, whiteRook)+", "+shown(s, whitePawn), "-r1 >p1 pass 1 left 1, >r2 p2 pass 1 left 2")
	expect(t, "B32 the old value", shown(o, whiteRook)+", "+shown(o, whitePawn), "-r1 >r2 pass 1 left 1, >p1 p2 pass 1 left 2")
	s = must(s.Swap(whitePawn, 1, whiteKnight, 2, nil))
	expect(t, "B32 on to the Knights", shown(s, whiteKnight)+", "+shown(s, whitePawn), ">k1 r2 pass 1 left 2, >k2 p2 pass 1 left 2")
	s = must(o.Swap(whitePawn, 1, whitePawn, 2, nil))
	expect(t, "B32 within a bank", shown(s, whitePawn), ">p2 p1 pass 1 left 2")
	s = must(o.Swap(whiteQueen, 1, whiteQueen, 2, nil))
	expect(t, "B32 within the Quiz Master's own", shown(s, whiteQueen), ">q2 q1 pass 1 left 2")
}

func TestB32_Refusals(t *testing.T) {
	o := NewOrders(bookOf(Sizes{Rook: 3, Bishop: 2, Knight: 1, Pawn: 2, QuizMaster: 2}))
	one := run(o, whiteRook, "a")
	thrown := run(o, whiteRook, "s")
	over := run(o, whiteRook, "aaa")
	reorder := func(o Orders, bank Bank, from, to int, locked *Bank) error {
		_, err := o.Reorder(bank, from, to, locked)
		return err
	}
	swap := func(o Orders, a Bank, i int, b Bank, j int, locked *Bank) error {
		_, err := o.Swap(a, i, b, j, locked)
		return err
	}
	const (
		used   = "Question 1 of White's Rook bank has been used already: only questions still to come can be moved (B32)."
		locked = "Question 2 of White's Rook bank is due in the open challenge and stays where it is (B32)."
		fixed  = "White's Rook bank has been asked through once: its order is fixed now (B32)."
		bishop = "The Bishop's order is fixed once the match has started: it is known by heart (B32)."
		kinds  = "Questions can be swapped only between the Rook, Knight and Pawn banks (B32)."
		noKind = "Only Rooks, Bishops, Knights, Pawns and Quiz Masters have a bank of questions (B30)."
	)
	cases := []struct {
		name string
		err  error
		want string
	}{
		{"B32 moving an asked one", reorder(one, whiteRook, 1, 3, nil), used},
		{"B32 moving before an asked one", reorder(one, whiteRook, 3, 1, nil), used},
		{"B32 moving one thrown out", reorder(thrown, whiteRook, 1, 2, nil), used},
		{"B32 swapping an asked one", swap(one, whiteRook, 1, whitePawn, 1, nil), used},
		{"B32 swapping with an asked one", swap(one, whitePawn, 1, whiteRook, 1, nil), used},
		{"B32 moving the due one", reorder(one, whiteRook, 2, 3, &whiteRook), locked},
		{"B32 moving before the due one", reorder(one, whiteRook, 3, 2, &whiteRook), locked},
		{"B32 swapping the due one", swap(one, whiteRook, 2, whiteKnight, 1, &whiteRook), locked},
		{"B32 swapping with the due one", swap(one, whiteKnight, 1, whiteRook, 2, &whiteRook), locked},
		{"B32 after the first pass", reorder(over, whiteRook, 2, 3, nil), fixed},
		{"B32 swapping after the first pass", swap(over, whitePawn, 2, whiteRook, 3, nil), fixed},
		{"B32 a Bishop's", reorder(o, whiteBishop, 1, 2, nil), bishop},
		{"B32 within a Bishop's", swap(o, whiteBishop, 1, whiteBishop, 2, nil), bishop},
		{"B32 swapping with a Bishop's", swap(o, whiteRook, 1, whiteBishop, 2, nil), kinds},
		{"B32 swapping with the Quiz Master's own", swap(o, whiteQueen, 1, whiteRook, 2, nil), kinds},
		{"B32 swapping with the other side", swap(o, whiteRook, 1, blackRook, 1, nil), "Questions can be swapped only between banks of the same side (B32)."},
		{"B32 a number too low", reorder(o, whiteRook, 0, 1, nil), "White's Rook bank has no question number 0: it has 3 questions."},
		{"B32 a number too high", reorder(o, whiteRook, 1, 4, nil), "White's Rook bank has no question number 4: it has 3 questions."},
		{"B32 a number too high in the other bank", swap(o, whiteRook, 1, whiteKnight, 2, nil), "White's Knight bank has no question number 2: it has 1 question."},
		{"B30 no such bank", reorder(o, noBank, 1, 1, nil), noKind},
		{"B30 swapping in no such bank", swap(o, noBank, 1, noBank, 1, nil), noKind},
	}
	for _, c := range cases {
		wants(t, c.name, c.err, c.want)
	}
	own := run(o, whiteQueen, "aa")
	wants(t, "B32 the Quiz Master's own, run out", reorder(own, whiteQueen, 1, 2, nil),
		"Question 1 of White's Quiz Master bank has been used already: only questions still to come can be moved (B32).")
}

func TestB36_Standings(t *testing.T) {
	o := run(NewOrders(bookOf(Sizes{Rook: 2, Bishop: 1, QuizMaster: 1})), whiteRook, "aa")
	all := o.Standings(chess.White)
	if len(all) != len(Kinds) {
		t.Fatalf("%d banks", len(all))
	}
	for i, s := range all {
		if s.Bank != (Bank{chess.White, Kinds[i]}) {
			t.Errorf("bank %d is %s", i, s.Bank)
		}
		// The Rooks' first pass is over and the Bishop's is known by heart.
		if want := i < 2; s.Fixed != want {
			t.Errorf("B32: %s fixed: %v", s.Bank, s.Fixed)
		}
		for j, p := range s.Places {
			if p.Number != j+1 {
				t.Errorf("B36: place %d has the number %d", j, p.Number)
			}
		}
	}
	expect(t, "B36", shown(o, whiteRook), ">r1 r2 pass 2 left 2")
	expect(t, "B36 an empty bank", shown(o, whitePawn), "pass 1 left 0")
	expect(t, "B30 no bank", shown(o, noBank), "pass 1 left 0")
}

// A long random match: no method changes the Orders that it was called on; each
// question stays in one bank of its side, Bishops' and Quiz Masters' in their
// own; what was used stays where it is; the listing agrees with Due; and the
// Quiz Master's own are never due twice.
func TestB31_B32_B33_RandomMatches(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 1))
	book := bookOf(Sizes{Rook: 3, Bishop: 2, Knight: 4, Pawn: 5, QuizMaster: 4})
	var banks []Bank
	for _, side := range chess.Sides {
		for _, kind := range Kinds {
			banks = append(banks, Bank{side, kind})
		}
	}
	for match := range 60 {
		o := NewOrders(book)
		usedOwn := map[ID]bool{}
		fresh := 0
		for range 60 {
			bank, other := banks[rng.IntN(len(banks))], banks[rng.IntN(len(banks))]
			var locked *Bank
			if rng.IntN(2) == 0 {
				locked = &banks[rng.IntN(len(banks))]
			}
			before := fmt.Sprint(o)
			next := o
			switch rng.IntN(6) {
			case 0, 1:
				id, _, _, _, ok := o.Due(bank)
				if ok && bank.Kind == chess.Queen {
					if usedOwn[id] {
						t.Fatalf("match %d: %s is due again", match, id)
					}
					usedOwn[id] = true
				}
				if rng.IntN(4) == 0 {
					next = o.Spend(bank)
				} else {
					next = o.Asked(bank)
				}
			case 2, 3:
				next, _ = o.Reorder(bank, rng.IntN(7), rng.IntN(7), locked)
			case 4:
				next, _ = o.Swap(bank, rng.IntN(7), other, rng.IntN(7), locked)
			default:
				if rng.IntN(8) == 0 {
					fresh++
					next, _ = o.AddFresh(bank, ID(fmt.Sprint("fresh", fresh)))
				}
			}
			if fmt.Sprint(o) != before {
				t.Fatalf("match %d: a step changed its Orders", match)
			}
			checkStep(t, o, next, banks, locked)
			o = next
		}
	}
}

func checkStep(t *testing.T, o, next Orders, banks []Bank, locked *Bank) {
	t.Helper()
	bySide := map[chess.Side][]string{}
	for slot, bank := range banks {
		was, is := o.lines[slot], next.lines[slot]
		if was.wrapped == 0 {
			for i := range was.next {
				if is.items[i].id != was.items[i].id {
					t.Fatalf("B32: what was used moved in %s", bank)
				}
			}
		} else if !reflect.DeepEqual(idsOf(was), idsOf(is)) {
			t.Fatalf("B32: the order of %s changed after the first pass", bank)
		}
		if bank.Kind == chess.Bishop && !reflect.DeepEqual(idsOf(was), idsOf(is)) {
			t.Fatalf("B32: the order of %s changed", bank)
		}
		if locked != nil && *locked == bank && is.next == was.next && is.wrapped == was.wrapped && was.next < len(was.items) &&
			is.items[is.next].id != was.items[was.next].id {
			t.Fatalf("B32: the due question of %s moved", bank)
		}
		s := next.Standing(bank)
		id, number, of, pass, ok := next.Due(bank)
		nexts := 0
		for _, p := range s.Places {
			if p.Use == Next {
				nexts++
				if p.ID != id || p.Number != number {
					t.Fatalf("B36: %s lists %v as next, due is %s %d", bank, p, id, number)
				}
			}
			bySide[bank.Side] = append(bySide[bank.Side], string(p.ID))
		}
		if s.Pass != pass || len(s.Places) != of || (nexts == 1) != ok || nexts > 1 || ok != (s.Left > 0) {
			t.Fatalf("B36: %s lists %+v, due is %s %d/%d pass %d %v", bank, s, id, number, of, pass, ok)
		}
		if !ok && bank.Kind != chess.Queen {
			t.Fatalf("B31: %s has nothing to ask", bank)
		}
	}
	for side, all := range bySide {
		slices.Sort(all)
		if len(slices.Compact(all)) != len(all) {
			t.Fatalf("B32: a question of %s is in two banks", side)
		}
	}
}

func idsOf(l line) []ID {
	out := make([]ID, len(l.items))
	for i, x := range l.items {
		out[i] = x.id
	}
	return out
}
