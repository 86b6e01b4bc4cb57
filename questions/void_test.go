package questions

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"biblechess/event/chess"
)

func TestR7_B43_Void(t *testing.T) {
	start := NewOrders(bookOf(Sizes{Rook: 3, Bishop: 1, QuizMaster: 3}))
	cases := []struct {
		name, steps string // steps before it, as in run
		ids         []ID
		bank        Bank
		want        string
	}{
		{"R7 the due one: the next is served", "", []ID{"r1"}, whiteRook, "xr1 >r2 r3 pass 1 left 2"},
		{"R7 one to come: it is passed over", "", []ID{"r2"}, whiteRook, ">r1 xr2 r3 pass 1 left 2"},
		{"R7 and the asking goes on after it", "", []ID{"r2", "r1"}, whiteRook, "xr1 xr2 >r3 pass 1 left 1"},
		{"R7 one that was asked: not again", "a", []ID{"r1"}, whiteRook, "xr1 >r2 r3 pass 1 left 2"},
		{"R7 the last one due: the next pass", "aa", []ID{"r3"}, whiteRook, ">r1 r2 xr3 pass 2 left 2"},
		{"R7 in a later pass", "aaaa", []ID{"r2"}, whiteRook, "-r1 xr2 >r3 pass 2 left 1"},
		{"R7 the Quiz Master's own", "", []ID{"q2"}, whiteQueen, "xq2 >q1 q3 pass 1 left 2"},
		{"R7 the Quiz Master's own that is due", "", []ID{"q1"}, whiteQueen, "xq1 >q2 q3 pass 1 left 2"},
		{"R7 the other side's", "", []ID{"R1"}, whiteRook, ">r1 r2 r3 pass 1 left 3"},
		{"R7 in no bank", "", []ID{"never", ""}, whiteRook, ">r1 r2 r3 pass 1 left 3"},
		{"R7 twice is once", "", []ID{"r1", "r1"}, whiteRook, "xr1 >r2 r3 pass 1 left 2"},
		{"R7 a bank of one comes again", "", []ID{"b1"}, whiteBishop, ">b1 pass 2 left 1"},
		{"R7 a bank of one, twice is once", "", []ID{"b1", "b1"}, whiteBishop, ">b1 pass 2 left 1"},
		{"R7 all of them, in order", "", []ID{"r1", "r2", "r3", "r1", "r2", "r3"}, whiteRook, ">r1 r2 r3 pass 2 left 3"},
		{"R7 all are spent: one more changes nothing", "sssa", []ID{"r2"}, whiteRook, "-r1 >r2 r3 pass 2 left 2"},
	}
	for _, c := range cases {
		o := run(start, c.bank, c.steps)
		for _, id := range c.ids {
			o = o.Void(id)
		}
		expect(t, c.name, shown(o, c.bank), c.want)
		for _, bank := range []Bank{whiteRook, whiteBishop, whiteQueen} {
			if bank != c.bank && shown(o, bank) != shown(start, bank) {
				t.Errorf("%s: %s changed", c.name, bank)
			}
		}
	}
	expect(t, "the old value", shown(start, whiteRook), ">r1 r2 r3 pass 1 left 3")
}

func TestB33_UsedAndVoided(t *testing.T) {
	o := NewOrders(bookOf(Sizes{Rook: 2, Pawn: 2, QuizMaster: 4}))
	expect(t, "nothing used", ids(o.Used(chess.White))+"|"+ids(o.Voided()), "|")
	o = run(run(o, whiteQueen, "as"), whiteRook, "asa").SpendOwn(chess.White, "q4").Void("P2")
	expect(t, "B33 used, in the order of their use", ids(o.Used(chess.White)), "q1 q2 q4")
	expect(t, "B33 the other side's", ids(o.Used(chess.Black)), "")
	expect(t, "R7 voided, of both sides and without the Quiz Masters' own", ids(o.Voided()), "r2 P2")
	// What was thrown out is known in whichever bank it stands by now (B32).
	o, err := NewOrders(bookOf(Sizes{Rook: 2, Pawn: 2})).Swap(whiteRook, 1, whitePawn, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "R7 after a swap", shown(o.Void("r1"), whitePawn), "xr1 >p2 pass 1 left 1")
}

// A correction carries what is spent over into the order as it was before
// (R7, B43). Doing so once more, as the next correction does, changes nothing.
func TestR7_B43_CarryingOverIsDoneOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 43))
	banks := []Bank{whiteRook, whitePawn, whiteQueen}
	for range 2000 {
		o := NewOrders(bookOf(Sizes{Rook: 1 + rng.IntN(4), Pawn: 2, QuizMaster: 3}))
		before := o
		for range rng.IntN(12) {
			o = run(o, banks[rng.IntN(3)], []string{"a", "a", "s"}[rng.IntN(3)])
			if rng.IntN(6) == 0 {
				before = o
			}
		}
		carry := func(to Orders) Orders {
			for _, id := range o.Used(chess.White) {
				to = to.SpendOwn(chess.White, id)
			}
			for _, id := range o.Voided() {
				to = to.Void(id)
			}
			return to
		}
		once := carry(before)
		for _, bank := range banks {
			expect(t, "B43 carried over twice", shown(carry(once), bank), shown(once, bank))
		}
		if !reflect.DeepEqual(carry(o), o) {
			t.Errorf("B43: an order changes by what is spent in it already: %s", shown(o, whiteRook))
		}
		// Nothing that was thrown out is due, unless all of its bank is.
		for _, bank := range banks[:2] {
			id, _, _, _, ok := once.Due(bank)
			all := len(once.Standing(bank).Places)
			spent := 0
			for _, p := range once.Standing(bank).Places {
				if slices.Contains(once.Voided(), p.ID) {
					spent++
				}
			}
			if !ok || slices.Contains(once.Voided(), id) && spent < all {
				t.Errorf("R7: %s is due in %s", id, shown(once, bank))
			}
		}
		if got, want := fmt.Sprint(once.Used(chess.White)), o.Used(chess.White); len(want) != len(once.Used(chess.White)) {
			t.Errorf("B43: used are %s, want %v", got, want)
		}
	}
}

// Juggling does not bring a question back that was thrown out (R7, B32).
func TestR7_B32_JugglingAroundAThrownOutQuestion(t *testing.T) {
	start := NewOrders(bookOf(Sizes{Rook: 3, Pawn: 3, Knight: 1}))
	o := start.Void("r2").Void("p1")
	_, err := o.Reorder(whiteRook, 2, 3, nil)
	wants(t, "R7", err, "Question 2 of White's Rook bank was thrown out: it stays where it is (R7).")
	for _, swap := range [][2]int{{2, 2}, {2, 3}} {
		_, err = o.Swap(whiteRook, swap[0], whitePawn, swap[1], nil)
		wants(t, "R7", err, "Question 2 of White's Rook bank was thrown out: it stays where it is (R7).")
		_, err = o.Swap(whitePawn, swap[1], whiteRook, swap[0], nil)
		wants(t, "R7", err, "Question 2 of White's Rook bank was thrown out: it stays where it is (R7).")
	}
	// The due one is moved away, and the thrown-out one takes its place: the
	// next one is due.
	moved, err := o.Reorder(whiteRook, 1, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "R7 the due one is moved away", shown(moved, whiteRook), "xr2 >r3 r1 pass 1 left 2")
	expect(t, "R7 and so it goes on", shown(run(moved, whiteRook, "aa"), whiteRook), "xr2 >r3 r1 pass 2 left 2")
	moved, err = o.Reorder(whiteRook, 3, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "R7 one is put before it", shown(moved, whiteRook), ">r1 r3 xr2 pass 1 left 2")
	// All are thrown out: they come again as they are.
	all := start.Void("r3").Void("r2").Void("r1")
	if !all.Standing(whiteRook).Fixed {
		t.Error("R7: a bank that was thrown out as a whole can be juggled")
	}
	_, err = all.Swap(whiteRook, 3, whitePawn, 2, nil)
	wants(t, "R7", err, "All of White's Rook bank has been thrown out and comes again as it is: its order is fixed now (B32).")
}
