package questions

import (
	"fmt"
	"slices"
	"testing"

	"biblechess/event/chess"
)

// A list's history tells what came, went and changed its order, by whom and when
// (B32, B34).
func TestB32_AListTellsItsChanges(t *testing.T) {
	rook, pawn := Spot{Bank: Bank{chess.White, chess.Rook}}, Spot{Bank: Bank{chess.White, chess.Pawn}}
	shelf := Spot{Bank{chess.White, chess.NoKind}, true}
	b := Book{}
	at := func(ms int64, change func(Book) (Book, error)) {
		t.Helper()
		next, err := change(b.By(Hand{"questions-white", ms}))
		if err != nil {
			t.Fatal(err)
		}
		b = next
	}
	news := func(spot Spot, ids ...ID) (list []New) {
		for _, id := range ids {
			list = append(list, New{ID: id, Spot: spot, Text: Text{Question: string(id), Answer: "a", Reference: "r"}})
		}
		return list
	}
	at(1, func(b Book) (Book, error) { return b.AddAll(news(rook, "a", "b", "c")) })
	at(2, func(b Book) (Book, error) { return b.Reorder(rook.Bank, 3, 1) })
	before := b
	at(3, func(b Book) (Book, error) { return b.Place("a", rook, "c") })
	at(4, func(b Book) (Book, error) { return b.Place("a", rook, "c") }) // where it is
	at(5, func(b Book) (Book, error) { return b.Place("b", pawn, "") })
	at(6, func(b Book) (Book, error) { return b.Remove("c") })
	at(7, func(b Book) (Book, error) { return b.Restore("c", rook, "a") })
	at(8, func(b Book) (Book, error) { return b.Swap(rook.Bank, 1, rook.Bank, 2) })
	at(9, func(b Book) (Book, error) { return b.Swap(rook.Bank, 1, pawn.Bank, 1) })
	// Added and put in front in one go is one step.
	at(10, func(b Book) (Book, error) {
		return b.Together(func(b Book) (Book, error) {
			b, err := b.AddAll(news(rook, "d"))
			if err != nil {
				return b, err
			}
			return b.Place("d", rook, "b")
		})
	})
	at(11, func(b Book) (Book, error) { return b.Shelve(func(Question) State { return Waiting }), nil })
	want := map[Spot]string{
		rook:  "1:a0>1 1:b0>2 1:c0>3 2:c3>1 3:a2>1 5:b3>0 6:c2>0 7:c0>1 8:c1>2 8:a2>1 9:a1>0 9:b0>1 10:d0>1 11:d1>0 11:b1>0 11:c1>0 ",
		pawn:  "5:b0>1 9:b1>0 9:a0>1 11:a1>0 ",
		shelf: "11:d0>1 11:b0>2 11:c0>3 11:a0>4 ",
	}
	for spot, want := range want {
		if got := steps(b, spot); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", spot, got, want)
		}
	}
	if got := steps(before, rook); got != "1:a0>1 1:b0>2 1:c0>3 2:c3>1 " {
		t.Errorf("an earlier book changed: %s", got)
	}
	black := b.SwapSides()
	if steps(black, Spot{Bank: Bank{chess.Black, chess.Rook}}) != want[rook] || steps(black, rook) != "" {
		t.Error("a list that changes sides leaves its history behind")
	}
	if b.Steps(Spot{Bank: Bank{chess.White, chess.King}}) != nil {
		t.Error("a bank that no match has tells a history")
	}
}

// followed is the list that the steps of a bank give.
func followed(b Book, bank Bank) (list []ID) {
	for _, s := range b.Steps(Spot{Bank: bank}) {
		if s.From > 0 {
			list = slices.DeleteFunc(list, func(id ID) bool { return id == s.ID })
		}
		if s.To > 0 {
			list = slices.Insert(list, min(s.To-1, len(list)), s.ID)
		}
	}
	return list
}

func steps(b Book, spot Spot) (s string) {
	for _, x := range b.Steps(spot) {
		s += fmt.Sprintf("%d:%s%d>%d ", x.By.At, x.ID, x.From, x.To)
	}
	return s
}
