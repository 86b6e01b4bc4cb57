package event

import (
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

func TestR2_WhiteFirstThenInTurn(t *testing.T) {
	g := begin(t, setup{})
	black := Call{From: "e7", To: "e5", About: g.about()}
	g.refuse(GameMaster(chess.Black), black, Refused, "White's turn to call, not Black's (R2)")
	g.says(g.hall().Turn, "White (Lions) calls")
	g.play("e2e4")
	g.refuse(GameMaster(chess.White), g.typed("d2d4"), Refused, "Black's turn to call")
	g.refuse(GameMaster(chess.Black), g.typed("d2d4"), Refused, "(R2)", "White's")
	g.play("e7e5")
	g.says(g.hall().LastCall, "Black: Pawn Amos, e7 to e5.")
	if plies := g.gm(chess.White).Plies; len(plies) != 2 || plies[0].Ply != 2 || plies[1].Side != WhiteColour {
		t.Errorf("the list of calls is %+v", plies)
	}
}

// A live page lists the latest calls alone, so that it costs the same in a long match;
// whoever reads them there can read all of them, and rewind to any (B43).
func TestB43_EveryCallOfALongMatch(t *testing.T) {
	g := begin(t, setup{judges: 2})
	for range 30 {
		g.play("b1c3", "b8c6", "c3b1", "c6b8")
	}
	latest, options := g.gm(chess.Black).Plies, g.host().Rewinds
	if len(latest) != lately || len(options) != lately || len(g.judge(1).Rewinds) != lately || latest[0].Ply != 120 || options[lately-1].Ply != 121-lately {
		t.Errorf("the live pages list %d calls and %d to rewind to", len(latest), len(options))
	}
	for _, s := range []Seat{whiteGM, Host, Judge(1)} {
		all := g.every(s)
		if len(all.Plies) != 120 || all.Plies[119].Ply != 1 {
			t.Errorf("%s reads %d calls", s, len(all.Plies))
		}
		if rewinds := len(all.Rewinds); rewinds != 120 && s != whiteGM || rewinds != 0 && s == whiteGM {
			t.Errorf("B43: %s is offered %d to rewind to", s, rewinds)
		}
	}
	for _, s := range []Seat{Judge(2), QuizMaster(chess.White), Projector, ""} {
		if all, err := g.Calls(s); err == nil || len(all.Plies) > 0 {
			t.Errorf("%s reads every call", s)
		}
	}
	g.must(Host, Rewind{Ply: 3, Reason: "It was never right.", About: g.about()})
	if all := g.every(Host); len(all.Plies) != 2 || g.truth.match.play.ply != 3 {
		t.Errorf("B43: after rewinding there are %d calls", len(all.Plies))
	}
}

func TestR3_ARefusalNamesClauseSquareAndPerson(t *testing.T) {
	g := begin(t, setup{markers: []string{"a2"}})
	for _, c := range []struct{ call, words, clause, square string }{
		{"a1c1", "The Rook on a1 can't pass b1, where Miriam stands (B3).", "B3", "b1"},
		{"a1a3", "The Rook on a1 can't pass a2, where Pawn a2 stands (B3).", "B3", "a2"},
		{"c1e3", "The Bishop on c1 can't pass d2, where Titus stands (B3).", "B3", "d2"},
		{"b1d2", "where Titus of its own side stands (B4).", "B4", "d2"},
		{"b1b3", "(B4).", "B4", ""},
		{"e2e5", "(B5).", "B5", ""},
		{"e2d3", "d3 is empty (B5).", "B5", "d3"},
		{"e1e3", "(B7).", "B7", ""},
		{"e1g1", "f1 lies between them, where Lydia stands (B8).", "B8", "f1"},
		{"e4e5", "Nobody stands on e4 (R3).", "R3", "e4"},
		{"e7e5", "(R2).", "R2", "e7"},
		{"e2e2", "two different squares", "R3", ""},
		{"e2e4q", "(B6).", "B6", "e4"},
	} {
		p := g.refuse(GameMaster(chess.White), g.typed(c.call), Refused, c.words)
		if p.Clause != c.clause || c.square != "" && p.Square != c.square {
			t.Errorf("%s: clause %s, square %s; want %s, %s", c.call, p.Clause, p.Square, c.clause, c.square)
		}
	}
	for _, c := range []Call{{}, {From: "e2"}, {From: "z9", To: "e4"}, {From: "e2", To: "e4", Promotion: "king"}, {From: "e2e4", To: "e5"}} {
		c.About = g.about()
		g.refuse(GameMaster(chess.White), c, Malformed)
	}
	g.refuse(GameMaster(chess.White), Call{From: "e2", To: "e4"}, Malformed, "does not say what it is about")
	for _, s := range AllSeats() {
		if s.Role() != "gm" {
			g.refuse(s, g.typed("e2e4"), Forbidden, s.Name()+" can't do this")
		}
	}
	g.must(GameMaster(chess.White), Call{From: " E2 ", To: "E4", About: g.about()})
}

func TestR3_ACallCanBeTypedInOneLine(t *testing.T) {
	for typed, want := range map[string][2]string{
		"c3 f6": {"c3", "f6"}, "c3-f6": {"c3", "f6"}, "c3f6": {"c3", "f6"}, "c3 to f6": {"c3", "f6"}, " C3,F6 ": {"C3", "F6"},
		"": {"", ""}, "c3": {"c3", ""},
	} {
		if from, to := CallPair(typed); from != want[0] || to != want[1] {
			t.Errorf("%q is read as %q, %q", typed, from, to)
		}
	}
}

// The tablet offers what the rules allow, no more and no less, in words.
func TestR3_TheTabletOffersTheFormatsCalls(t *testing.T) {
	g := begin(t, setup{})
	s := g.gm(chess.White)
	if !s.MayCall || len(s.Calls) != 20 || g.gm(chess.Black).MayCall || g.gm(chess.Black).Calls != nil {
		t.Errorf("White may make %d calls, Black %d", len(s.Calls), len(g.gm(chess.Black).Calls))
	}
	g.play("e2e4", "d7d5")
	for _, c := range g.gm(chess.White).Calls {
		if c.From == "e4" && c.To == "d5" {
			if c.Kind != "challenge" {
				t.Errorf("the call is a %s", c.Kind)
			}
			g.says(c.Sentence, "Pawn Samuel, e4 to d5, challenges Pawn Salome.", "Quiz Master Judith asks Salome",
				"If the answer is right: Samuel leaves the floor. Salome stays on d5.", "If not: Salome leaves the floor. Samuel takes d5.")
		}
	}
}

func TestR6_TheCallerTakesBack(t *testing.T) {
	white, black := GameMaster(chess.White), GameMaster(chess.Black)
	g := begin(t, setup{markers: []string{"d7"}})
	g.refuse(white, TakeBack{About: g.about()}, Refused, "no call to take back (R6)")
	g.play("e2e4")
	if !g.gm(chess.White).MayTakeBack || g.gm(chess.Black).MayTakeBack {
		t.Error("a quiet call is its caller's to take back")
	}
	g.refuse(black, TakeBack{About: g.about()}, Refused, "theirs to take back")
	before := g.about()
	g.must(white, TakeBack{About: g.about()})
	if g.stands("e2") != "Samuel" || g.stands("e4") != "" || g.turn() != white || g.about() <= before {
		t.Error("the call was not taken back")
	}
	g.play("e2e4", "d7d5", "e4d5")
	// A marker's stand-in is not named, so no question is on any screen yet (B2).
	g.must(white, TakeBack{About: g.about()})
	g.play("e4d5")
	g.must(Judge(1), DrawLot{About: g.about()})
	if g.gm(chess.White).MayTakeBack {
		t.Error("the question is shown and the caller is offered to take back")
	}
	g.refuse(white, TakeBack{About: g.about()}, Refused, "has been shown, so only the head judge or the host")
	g.rule("right")
	g.refuse(white, TakeBack{About: g.about()}, Refused, "has been shown")
	for _, s := range []Seat{QuizMaster(chess.White), Projector, Editor(chess.White)} {
		g.refuse(s, TakeBack{Reason: "why not", About: g.about()}, Forbidden)
	}
}

func TestR6_TheHeadJudgeAndTheHostTakeBack(t *testing.T) {
	g := begin(t, setup{judges: 2})
	g.play("e2e4", "d7d5", "e4d5")
	g.refuse(Judge(2), TakeBack{Reason: "mistake", About: g.about()}, Forbidden, "Only the head judge or the host")
	for _, s := range []Seat{Judge(1), Host} {
		g.refuse(s, TakeBack{About: g.about()}, Malformed, "Say why")
	}
	g.says(g.judge(1).TakeBack, "White: Pawn Samuel, e4 to d5")
	g.says(g.host().TakeBack, "e4 to d5")
	if g.judge(2).TakeBack != "" {
		t.Error("judge 2 is offered to take back")
	}
	g.must(Judge(1), TakeBack{Reason: "The wrong square was heard.", About: g.about()})
	g.play("e4d5:wrong")
	g.must(Host, TakeBack{Reason: "Wrong question.", About: g.about()})
	if g.stands("d5") != "Salome" || len(g.hall().Teams[1].Out) != 0 {
		t.Error("a ruled challenge was not taken back")
	}
	g.must(Host, TakeBack{Reason: "Further.", About: g.about()})
	g.must(Host, TakeBack{Reason: "To the start.", About: g.about()})
	g.refuse(Host, TakeBack{Reason: "Further.", About: g.about()}, Refused, "no call to take back")
	if g.turn() != GameMaster(chess.White) || g.stands("e2") != "Samuel" {
		t.Error("the match is not at its start")
	}
}

func TestR6_AfterTheEnd(t *testing.T) {
	g := begin(t, setup{})
	g.play("e2e4", "a7a6", "d1h5", "b7b6", "h5f7:wrong", "h7h6", "f7e8")
	if g.hall().Phase != Ended || !g.gm(chess.White).MayTakeBack {
		t.Error("the match's last call is its caller's to take back")
	}
	g.must(GameMaster(chess.White), TakeBack{About: g.about()})
	if g.hall().Phase != Playing || g.stands("e8") != "Caleb" || g.hall().Result != nil {
		t.Error("the last call was not taken back")
	}
	g.must(GameMaster(chess.White), Resign{Sure: true, About: g.about()})
	g.refuse(Host, TakeBack{Reason: "why", About: g.about()}, Refused, "no call")
	g.refuse(GameMaster(chess.Black), TakeBack{About: g.about()}, Refused)
	g.must(Host, Close{})
	g.refuse(Host, TakeBack{Reason: "why", About: g.about()}, Refused)
}

func TestStale_AFormIsAboutATurnOrAChallenge(t *testing.T) {
	g := begin(t, setup{judges: 3})
	first := g.about()
	g.play("e2e4", "d7d5")
	late := g.typed("d2d4")
	late.About = first
	g.refuse(GameMaster(chess.White), late, Stale, "The board has changed")
	g.refuse(GameMaster(chess.White), Resign{Sure: true, About: first}, Stale)
	g.refuse(GameMaster(chess.White), OfferDraw{About: first}, Stale)
	g.refuse(Host, TakeBack{Reason: "x", About: first}, Stale)
	g.refuse(Judge(1), CallTime{Sure: true, About: first}, Stale)

	g.play("e4d5")
	challenge := g.about()
	// Three judges tap at once: each about the same challenge, none stale.
	g.must(Judge(1), Vote{Vote: "right", About: challenge})
	g.must(Judge(2), Vote{Vote: "wrong", About: challenge})
	g.must(Judge(3), Vote{Vote: "wrong", About: challenge})
	g.refuse(Judge(1), Vote{Vote: "wrong", About: challenge}, Stale)
	g.play("d8d5")
	g.refuse(Judge(1), Vote{Vote: "wrong", About: challenge}, Stale, "The challenge has changed")
	g.refuse(Judge(1), DrawLot{About: challenge}, Stale)
	g.refuse(QuizMaster(chess.Black), GiveHint{Word: "x", About: challenge}, Stale)

	// The same call made anew is another challenge.
	again := g.about()
	g.must(Judge(1), Vote{Vote: "wrong", About: again})
	g.must(Host, TakeBack{Reason: "Noise.", About: again})
	g.play("d8d5")
	g.refuse(Judge(2), Vote{Vote: "wrong", About: again}, Stale)
	if ballots := g.truth.match.play.challenge.panel.Ballots; len(ballots) != 0 {
		t.Errorf("a ballot for the challenge that was taken back counts: %v", ballots)
	}
	g.must(Judge(2), Vote{Vote: "wrong", About: g.about()})
}

func TestOnce_ATapIsOneTap(t *testing.T) {
	g := begin(t, setup{judges: 2})
	white := GameMaster(chess.White)
	call := g.typed("e2e4")
	seq, err := g.Do(white, "tap-1", call)
	if err != nil {
		t.Fatal(err)
	}
	same := func(e *Evening) {
		t.Helper()
		kept := len(g.store.entries)
		for range 2 {
			if again, err := e.Do(white, "tap-1", call); err != nil || again != seq {
				t.Errorf("the same tap again: entry %d, %v; want %d", again, err, seq)
			}
		}
		other := call
		other.To = "e3"
		if _, err := e.Do(white, "tap-1", other); err == nil {
			t.Error("the same id with another call counts as the same tap")
		}
		if _, err := e.Do(GameMaster(chess.Black), "tap-1", call); err == nil {
			t.Error("the same id from another seat counts as the same tap")
		}
		if len(g.store.entries) != kept {
			t.Error("a repeated tap was kept")
		}
	}
	same(g.Evening)
	restarted, err := Open(g.store, g.clock.now)
	if err != nil {
		t.Fatal(err)
	}
	same(restarted)
	// A refused tap was none: the same id may come again when it is legal.
	if _, err := g.Do(white, "tap-2", Call{From: "d2", To: "d4", About: g.about()}); err == nil {
		t.Error("White called out of turn")
	}
	g.play("e7e5")
	if _, err := g.Do(white, "tap-2", g.typed("d2d4")); err != nil {
		t.Error(err)
	}
}

func TestR5_Clocks(t *testing.T) {
	keys := func(g *game) (all []string) {
		for _, c := range g.hall().Clocks {
			all = append(all, c.Key)
		}
		return all
	}
	off := begin(t, setup{})
	if got := keys(off); got != nil {
		t.Errorf("clocks that are off are shown: %v", got)
	}
	g := begin(t, setup{house: rules.House{rules.KeyMatchMinutes: "10", rules.KeyCallSeconds: "30"}})
	start := g.clock.at.UnixMilli()
	g.clock.forward(4 * time.Second)
	g.play("e2e4")
	want := []Countdown{{Key: "match", Label: "Match", Until: start + 600_000}, {Key: "call", Label: "Call", Until: start + 34_000}}
	if got := g.hall().Clocks; len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("the clocks are %+v, want %+v", got, want)
	}
	// A clock that has run out rules nothing.
	g.wait(time.Hour)
	g.play("d7d5", "e4d5")
	if got := keys(g); len(got) != 1 || got[0] != "match" {
		t.Errorf("during a challenge the clocks are %v", got)
	}
}

// While a challenge is open the last call is the one that opened it, on every page that
// tells it; after the ruling it is that ply with its ruling (R3).
func TestR3_TheLastCallIsTheOpenOne(t *testing.T) {
	g := begin(t, setup{})
	g.play("e2e4", "d7d5", "e4d5")
	told := func() map[string]string {
		return map[string]string{
			"White": g.gm(chess.White).LastCall, "Black": g.gm(chess.Black).LastCall, "the floor": g.steward().LastCall,
			"the announcer": screenOf[AnnouncerScreen](g, Announcer).LastCall, "the hall": g.hall().LastCall, "a judge": g.judge(1).LastCall, "the sheet": g.Print().LastCall,
		}
	}
	for who, call := range told() {
		if call != "White: Pawn Samuel, e4 to d5, challenge open." {
			t.Errorf("%s reads as the last call %q", who, call)
		}
	}
	g.rule("wrong")
	for who, call := range told() {
		if !strings.Contains(call, "e4 to d5") || strings.Contains(call, "open") {
			t.Errorf("%s reads as the last call %q after the ruling", who, call)
		}
	}
}
