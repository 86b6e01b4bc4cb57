package rules_test

import (
	"math/rand/v2"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// settingUp starts the set-up of a match.
func settingUp(t *testing.T, h rules.House) *hidden {
	t.Helper()
	if err := h.Check(rules.Stealth); err != nil {
		t.Fatal(err)
	}
	return &hidden{t, h, rules.Stealth.Start(h)}
}

func (g *hidden) ok(s rules.State, err error) *hidden {
	g.Helper()
	if err != nil {
		g.Fatal(err)
	}
	g.s = s
	return g
}

func (g *hidden) refused(_ rules.State, err error) *hidden {
	g.Helper()
	if err == nil {
		g.Error("accepted")
	}
	return g
}

func (g *hidden) stage(want rules.Stage) *hidden {
	g.Helper()
	if up := g.s.Veil.SetUp; up == nil || up.Stage != want {
		g.Fatalf("the set-up is %+v, want stage %d", up, want)
	}
	return g
}

var both = chess.Sides

func (g *hidden) confirm(sides ...chess.Side) *hidden {
	g.Helper()
	for _, s := range sides {
		g.ok(rules.Stealth.Confirm(g.h, g.s, s, true))
	}
	return g
}

func TestS1_BothConfirmAndPlayBegins(t *testing.T) {
	f := rules.Stealth
	g := settingUp(t, nil).stage(rules.Placing)
	if got := squares(g.s.Floor()); got != "xxxxxxxx/xxxxxxxx/8/8/8/8/XXXXXXXX/XXXXXXXX" {
		t.Errorf("the floor is %s", got)
	}
	mine := rules.Traditional().Swapped(0, 12).Swapped(4, 8)
	g.ok(f.Arrange(g.h, g.s, chess.White, mine))
	g.refused(f.Arrange(g.h, g.s, chess.White, rules.Array{}))
	g.refused(f.Call(g.h, g.s, mustMove(t, "e2e4"))).refused(f.Pass(g.h, g.s)).refused(f.RemovePiece(g.h, g.s, chess.White, 0))
	g.confirm(chess.White).refused(f.Arrange(g.h, g.s, chess.White, mine)).refused(f.Confirm(g.h, g.s, chess.White, true))
	g.ok(f.Confirm(g.h, g.s, chess.White, false)).confirm(both[:]...)
	g.stands(`
		rnbqkbnr
		pppppppp
		........
		........
		........
		........
		KPPPRPPP
		PNBQPBNR`).comes("", chess.White)
	g.is("from a1", g.calls("a1"), "").is("a first-rank Pawn", g.calls("e1"), "")
	g.refused(f.Confirm(g.h, g.s, chess.White, false)).refused(f.Arrange(g.h, g.s, chess.Black, mine))
	odd := mine
	odd[0], odd[1] = chess.Queen, chess.Queen
	up := settingUp(t, nil)
	up.refused(f.Arrange(up.h, up.s, chess.Black, odd))
}

func TestS1_AShuffleKeepsThePieces(t *testing.T) {
	seed := generator(3)
	a := rules.Traditional().Shuffled(seed.IntN)
	if !a.Same(rules.Traditional()) || a == rules.Traditional() {
		t.Errorf("shuffled to %v", a)
	}
	for i := range 16 {
		for _, s := range both {
			if rules.HomeIndex(s, rules.HomeSquare(s, i)) != i {
				t.Errorf("place %d of %s", i, s)
			}
		}
	}
	if rules.HomeIndex(chess.White, 20) != -1 || rules.HomeIndex(chess.Black, 0) != -1 || rules.HomeIndex(chess.White, chess.NoSquare) != -1 {
		t.Error("a square that is no home has a place")
	}
}

func TestS12_EarthquakeGivesOneMoreRound(t *testing.T) {
	f := rules.Stealth
	g := settingUp(t, rules.House{rules.KeyEarthquake: rules.On}).stage(rules.Placing).confirm(both[:]...).stage(rules.Shaking)
	g.ok(f.Arrange(g.h, g.s, chess.Black, rules.Traditional().Swapped(3, 4))).confirm(chess.Black, chess.White).comes("", chess.White)
	g.is("it moved", squares(g.s.Position)[:8], "rnbkqbnr")
}

func TestS16_TraditionalBeginsAtOnce(t *testing.T) {
	g := settingUp(t, rules.House{rules.KeyTraditional: rules.On})
	if g.s.Veil.SetUp != nil || g.s.Position.FEN() != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1" {
		t.Errorf("it begins with %s", g.s.Position.FEN())
	}
	settingUp(t, rules.House{rules.KeyTraditional: rules.On, rules.KeyEarthquake: rules.On}).stage(rules.Shaking)
}

func TestS13_PiecesAreTakenBlindlyBeforeTheSetUp(t *testing.T) {
	f := rules.Stealth
	g := settingUp(t, rules.House{rules.KeyRemovePiecesWhite: "2", rules.KeyEarthquake: rules.On}).stage(rules.Thinning)
	g.refused(f.Arrange(g.h, g.s, chess.Black, rules.Traditional())).refused(f.Confirm(g.h, g.s, chess.Black, true))
	thin := g.s.Veil.SetUp.Arrays[chess.White]
	g.ok(f.Arrange(g.h, g.s, chess.White, thin.Swapped(0, 4))) // without its King, a1 stays empty
	g.confirm(chess.White).stage(rules.Removing)
	if got := f.Removable(g.s, chess.White); got.Count() != 15 || got.Has(square(t, "a1")) || f.Removable(g.s, chess.Black) != 0 {
		t.Errorf("removable are %v", got)
	}
	g.refused(f.RemovePiece(g.h, g.s, chess.White, square(t, "a1"))).refused(f.RemovePiece(g.h, g.s, chess.White, square(t, "e7")))
	g.ok(f.RemovePiece(g.h, g.s, chess.White, square(t, "d1"))).refused(f.RemovePiece(g.h, g.s, chess.White, square(t, "d1")))
	g.ok(f.RemovePiece(g.h, g.s, chess.White, square(t, "h2"))).stage(rules.Placing)
	afresh := g.s.Veil.SetUp.Arrays[chess.White]
	if afresh != (rules.Array{
		chess.Rook, chess.Knight, chess.Bishop, chess.NoKind, chess.King, chess.Bishop, chess.Knight, chess.Rook,
		chess.Pawn, chess.Pawn, chess.Pawn, chess.Pawn, chess.Pawn, chess.Pawn, chess.Pawn, chess.NoKind,
	}) {
		t.Errorf("it sets up afresh with %v", afresh)
	}
	g.ok(f.Arrange(g.h, g.s, chess.White, afresh.Swapped(3, 4))).confirm(both[:]...).stage(rules.Shaking)
	g.ok(f.Arrange(g.h, g.s, chess.White, g.s.Veil.SetUp.Arrays[0].Swapped(4, 15))).confirm(both[:]...).stands(`
		rnbqkbnr
		pppppppp
		........
		........
		........
		........
		PPPPPPP.
		RNBK.BNR`[1:])
}

// gone counts the empty squares of a set-up.
func gone(a rules.Array) (n int) {
	for _, k := range a {
		if k == chess.NoKind {
			n++
		}
	}
	return n
}

// What is proposed after pieces were removed says nothing of their kinds: the same
// squares are empty whichever went, and the pieces are those that are left (S3, S13).
func TestS3_S13_TheProposalHidesWhatWent(t *testing.T) {
	for n := 1; n <= 15; n++ {
		var gaps [16]bool
		for seed := range uint64(40) {
			r := rand.New(rand.NewPCG(seed, uint64(n)))
			a := rules.Traditional()
			for _, i := range r.Perm(16) {
				if a[i] != chess.King && gone(a) < n {
					a[i] = chess.NoKind
				}
			}
			p := a.Filled()
			if !p.Same(a) || p[4] != chess.King {
				t.Fatalf("of %v it proposes %v", a, p)
			}
			for i, k := range p {
				if empty := k == chess.NoKind; seed == 0 {
					gaps[i] = empty
				} else if empty != gaps[i] {
					t.Fatalf("%d gone: the gaps of %v tell what went", n, p)
				}
			}
		}
	}
	if rules.Traditional().Filled() != rules.Traditional() {
		t.Error("with all pieces it is not the usual set-up")
	}
}

func TestS13_S16_TraditionalWithFewer(t *testing.T) {
	f := rules.Stealth
	g := settingUp(t, rules.House{rules.KeyTraditional: rules.On, rules.KeyRemovePiecesBlack: "1"}).stage(rules.Removing)
	g.ok(f.RemovePiece(g.h, g.s, chess.Black, square(t, "d8"))).is("the board", squares(g.s.Position), "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	all := settingUp(t, rules.House{rules.KeyTraditional: rules.On, rules.KeyRemovePiecesBlack: "15", rules.KeyRemovePiecesWhite: "15"})
	for _, s := range both {
		for i := range 16 {
			if i != 4 {
				all.ok(f.RemovePiece(all.h, all.s, s, rules.HomeSquare(s, i)))
			}
		}
	}
	all.comes("drawn S6", 0)
}

func TestStealthHouseRules(t *testing.T) {
	want := map[string]string{
		rules.KeyCapturedKind: "S3 captor", rules.KeyTouchMove: "S4 on", rules.KeyKingTransporting: "S10 off", rules.KeySuperQueen: "S11 off",
		rules.KeyEarthquake: "S12 off", rules.KeyExposeKing: "S13 off", rules.KeyRemovePiecesWhite: "S13 off", rules.KeyRemovePiecesBlack: "S13 off",
		rules.KeyRevealCaptor: "S13 off", rules.KeySuperBluff: "S14 off", rules.KeyUnmask: "S15 off", rules.KeyTraditional: "S16 off",
		rules.KeyArbiterSees: "S17 off", rules.KeyMatchMinutes: "R5 off", rules.KeyCallSeconds: "R5 off",
	}
	for _, r := range rules.Stealth.HouseRules() {
		if got := r.Clause + " " + r.Default; got != want[r.Key] {
			t.Errorf("%s: %s, want %s", r.Key, got, want[r.Key])
		}
		delete(want, r.Key)
	}
	if len(want) > 0 {
		t.Errorf("missing are %v", want)
	}
	if rules.Asks(rules.Stealth, nil) || len(rules.Banks(rules.Stealth, nil)) > 0 {
		t.Error("questions are asked")
	}
}
