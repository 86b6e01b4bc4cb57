package event

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// sound checks what holds after every entry.
func (g *game) sound() {
	g.Helper()
	m := g.truth.match
	p := m.play
	position := p.rules.Position
	floor := 0
	seen := map[post]bool{}
	for q := range chess.NoSquare {
		who, piece := p.standing[q], position.At(q)
		if (who == 0) != (piece == 0) {
			g.Fatalf("on %s stands post %d, and the board has %q there", q, who, piece.Letter())
		}
		if who == 0 {
			continue
		}
		if floor++; who.side() != piece.Side() || seen[who] {
			g.Fatalf("post %d stands on %s twice, or for the other side", who, q)
		}
		seen[who] = true
	}
	for _, d := range p.out {
		if seen[d.who] {
			g.Fatalf("post %d has left and stands on the floor", d.who)
		}
		seen[d.who] = true
	}
	if floor+len(p.out) != 2*posts {
		g.Fatalf("%d on the floor and %d out", floor, len(p.out))
	}
	hall := g.hall()
	for i, s := range chess.Sides {
		if t := hall.Teams[i]; t.OnFloor != position.Occupied(s).Count() || t.OnFloor+len(t.Out) != posts {
			g.Fatalf("%s: the hall sees %d on the floor and %d out", s, t.OnFloor, len(t.Out))
		}
	}
	if open := p.challenge != nil; open != (p.rules.Challenge != nil) {
		g.Fatal("the rules and the match disagree on whether a challenge is open")
	}
	if m.phase == Playing && p.result().Over || m.phase == Ended && !p.result().Over {
		g.Fatalf("the phase is %s and the result %+v", m.phase, p.result())
	}
	g.offered()
	g.cursors()
}

// offered checks that each tablet offers the format's calls and no others.
func (g *game) offered() {
	g.Helper()
	m := g.truth.match
	due := map[string]bool{}
	open := m.phase == Playing && m.play.challenge == nil && m.play.review == nil && m.paused == nil && m.appealWait(g.clock.now().UnixMilli()) <= 0
	if open {
		for _, c := range m.format.Calls(m.house, m.play.rules) {
			due[c.From.String()+c.To.String()] = true
		}
	}
	for _, s := range chess.Sides {
		screen := g.gm(s)
		if screen.MayCall != (open && s == m.play.caller()) {
			g.Fatalf("%s may call: %v, with %d calls", s, screen.MayCall, len(due))
		}
		if !screen.MayCall {
			continue
		}
		for _, o := range screen.Calls {
			if !due[o.From+o.To] || o.Sentence == "" {
				g.Fatalf("%s is offered %+v", s, o)
			}
			delete(due, o.From+o.To)
		}
		if len(due) > 0 {
			g.Fatalf("%s is not offered %v", s, due)
		}
	}
}

// cursors checks each bank: one question at most is next, nothing is lost or
// doubled, and what was asked comes before what is left.
func (g *game) cursors() {
	g.Helper()
	for _, s := range chess.Sides {
		ids := map[questions.ID]bool{}
		for _, st := range g.truth.match.play.orders.Standings(s) {
			state := questions.Asked
			for _, place := range st.Places {
				if ids[place.ID] {
					g.Fatalf("question %s is there twice", place.ID)
				}
				ids[place.ID] = true
				switch {
				case place.Use == questions.Next && state == questions.Asked:
					state = questions.Left
				case place.Use == questions.Next, place.Use == questions.Asked && state == questions.Left,
					place.Use == questions.Left && state == questions.Asked:
					g.Fatalf("%s is out of order: %+v", st.Bank, st.Places)
				}
			}
		}
	}
}

// choice is a house with one value of every rule, so that n choices of n
// different starts cover each value.
func everyHouse() []rules.House {
	var houses []rules.House
	for i := range 3 {
		house := rules.House{}
		for _, r := range rules.Bible.HouseRules() {
			var values []string
			for _, v := range r.Values {
				values = append(values, v.Key)
			}
			if r.Number != nil {
				values = append(values, fmt.Sprint(r.Number.Min), fmt.Sprint(r.Number.Max))
			}
			if r.Sizes {
				values = []string{r.Default, "1,2,1,2,1", "2,2,3,4,0"}
			}
			house[r.Key] = values[i%len(values)]
			if len(values) > 3 && i == 2 {
				house[r.Key] = values[3]
			}
		}
		houses = append(houses, house)
	}
	// The policies and endings that are the fourth of their rule's values.
	last := rules.House{rules.KeyPanel: rules.PanelAny, rules.KeyBankSizes: "1,1,1,1,2"}
	return append(houses, last)
}

func TestHouse_EveryValueIsPlayed(t *testing.T) {
	played := map[string]bool{}
	for _, h := range everyHouse() {
		for k, v := range h {
			played[k+"="+v] = true
		}
	}
	for _, r := range rules.Bible.HouseRules() {
		for _, v := range r.Values {
			if !played[r.Key+"="+v.Key] && v.Key != r.Default {
				t.Errorf("no random match is played with %s = %s", r.Key, v.Key)
			}
		}
	}
}

// TestInvariants plays random matches and checks after each entry what always
// holds, and that the record folds to the same truth at every prefix.
func TestInvariants_RandomMatches(t *testing.T) {
	plies := 0
	for seed, house := range everyHouse() {
		for again := range 2 {
			t.Run(fmt.Sprintf("house %d, match %d", seed, again), func(t *testing.T) {
				plies += randomMatch(t, rand.New(rand.NewPCG(uint64(seed), uint64(again))), house)
			})
		}
	}
	if plies < 300 {
		t.Errorf("only %d plies were played", plies)
	}
}

func randomMatch(t *testing.T, r *rand.Rand, house rules.House) int {
	g := ready(t, setup{house: house, judges: 3, reserve: 3, markers: []string{"a2", "c7", "f8"}})
	g.lot = r.IntN
	folded, err := fold(g.store.entries)
	if err != nil {
		t.Fatal(err)
	}
	done := len(g.store.entries)
	var live, prefixes []truth
	g.after = func(g *game) {
		for ; done < len(g.store.entries); done++ {
			if folded, err = folded.after(g.store.entries[done]); err != nil {
				t.Fatal(err)
			}
			live, prefixes = append(live, g.truth), append(prefixes, folded)
		}
		g.sound()
	}
	g.must(Host, Start{})
	for range 160 {
		if g.truth.match.phase != Playing && !g.again(r) {
			break
		}
		g.randomStep(r)
	}
	// Snapshots are never changed in place: what was true then is compared now.
	for i := range live {
		a, b := live[i], prefixes[i]
		if i%16 != 0 && i != len(live)-1 {
			a.match.play.before, b.match.play.before = nil, nil
		}
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("after entry %d (%s) the record folds to another truth", a.seq, g.store.entries[a.seq-1].Kind)
		}
	}
	return g.truth.match.play.ply
}

// again goes on with an ended match by a correction; false when the match is
// left as it is.
func (g *game) again(r *rand.Rand) bool {
	if r.IntN(4) == 0 || g.truth.match.play.before == nil {
		return false
	}
	g.must(Judge(1), Reopen{"Go on.", g.about()})
	return g.truth.match.phase == Playing
}

// randomStep is one thing that somebody does.
func (g *game) randomStep(r *rand.Rand) {
	g.Helper()
	m := g.truth.match
	c := m.play.challenge
	switch {
	case m.paused != nil:
		g.must(Host, Resume{})
		return
	case m.play.review != nil:
		g.review([]string{"right", "wrong"}[r.IntN(2)])
		return
	case r.IntN(8) == 0:
		g.extra(r)
		return
	}
	if c == nil {
		calls := m.format.Calls(m.house, m.play.rules)
		call := calls[r.IntN(len(calls))]
		for range 3 { // rather a challenge than a quiet call
			if m.play.rules.Position.At(call.To) == 0 {
				call = calls[r.IntN(len(calls))]
			}
		}
		if g.settle(); g.truth.match.phase == Playing {
			g.must(g.turn(), g.typed(call.String()))
		}
		return
	}
	switch {
	case !c.shown() && r.IntN(2) == 0:
		g.must(Judge(2), DrawLot{g.about()})
	case !c.shown():
		gm := GameMaster(c.answers.side())
		side, _ := gm.Side()
		choices := g.gm(side).StandIn.Choices
		g.must(gm, NameStandIn{choices[r.IntN(len(choices))].Value, g.about()})
	case m.needsFresh(*c):
		g.randomFresh(r, *c)
	case c.row.Recited && c.hint == "" && !m.fromConsole(*c) && r.IntN(2) == 0:
		g.must(QuizMaster(c.row.Asking), GiveHint{"Ark", g.about()})
	default:
		vote := []string{"right", "wrong", "wrong"}[r.IntN(3)]
		g.rule(vote)
	}
}

// review has the panel vote on the last ruling again.
func (g *game) review(vote string) {
	g.Helper()
	for _, m := range g.truth.match.play.review.panel.Members {
		if g.truth.match.play.review != nil {
			g.must(Seat(m.Seat), Vote{Vote: vote, Reason: "Heard again.", About: g.about()})
		}
	}
	if g.truth.match.play.review != nil {
		g.Fatal("the whole panel voted and the review goes on")
	}
}

func (g *game) randomFresh(r *rand.Rand, c challenge) {
	g.Helper()
	f := g.judge(1).Fresh
	switch {
	case f.Typed != nil && r.IntN(3) == 0:
		g.must(Judge(3), SendBack{f.Typed.ID, f.Typed.Revision, "Another."})
	case f.Typed != nil:
		g.must(Judge(2), Approve{f.Typed.ID, f.Typed.Revision})
	case len(g.truth.match.reserve.List(inReserve)) > 0 && r.IntN(2) == 0:
		g.wait(2 * time.Minute)
		if list := g.judge(1).Fresh; list != nil && len(list.Reserve) > 0 {
			g.must(Judge(1), TakeReserve{list.Reserve[0].ID, g.about()})
		}
	default:
		g.must(QuizMaster(c.row.Asking), TypeFresh{plainText(c.row.Asking, chess.Queen, int(g.truth.seq)+100), g.about()})
	}
}

// extra is what interrupts play.
func (g *game) extra(r *rand.Rand) {
	g.Helper()
	m := g.truth.match
	head := m.headJudge()
	switch r.IntN(12) {
	case 6:
		if m.play.before != nil {
			g.must(head, Rewind{Ply: max(m.play.ply-1-r.IntN(4), 1), Reason: "Mistake.", About: g.about()})
		}
	case 7:
		g.must(Host, Pause{"Somebody fell."})
		g.wait(time.Minute)
	case 8:
		if c := m.play.challenge; c != nil && c.shown() && !m.needsFresh(*c) {
			if r.IntN(2) == 0 {
				g.must(Judge(2), ThrowOut{Reason: "Shouted.", Sure: true, About: g.about()})
			} else {
				g.must(Judge(3), Misread{Sure: true, About: g.about()})
			}
		}
	case 9:
		if g.truth.amendable() == nil {
			if side := chess.Sides[r.IntN(2)]; m.appealsLeft(side) > 0 {
				g.must(GameMaster(side), Appeal{"Listen again.", g.about()})
			} else {
				g.must(head, Amend{Vote: "wrong", Alone: true, Reason: "Heard wrong.", About: g.about()})
			}
		}
	case 10:
		g.must(Host, Substitute{postSquares(chess.Sides[r.IntN(2)])[r.IntN(posts)].String(), []string{"", "Lois"}[r.IntN(2)]})
	case 11:
		if calls := m.format.Calls(m.house, m.play.rules); len(calls) > 0 && m.play.challenge == nil {
			c := calls[r.IntN(len(calls))]
			if m.play.rules.Position.At(c.To).Kind() != chess.King && !m.play.rules.Position.IsCastling(c) {
				g.must(head, Override{From: c.From.String(), To: c.To.String(), Promotion: c.String()[4:], Reason: "Played by paper.", About: g.about()})
			}
		}
	case 0:
		if m.play.before != nil {
			g.must(Host, TakeBack{Reason: "Noise.", About: g.about()})
		}
	case 1:
		side := chess.Sides[r.IntN(2)]
		var movable []BankItem
		for _, b := range g.qm(side).Banks {
			for _, item := range b.Items {
				if item.Movable && len(item.SwapTo) > 0 {
					movable = append(movable, item)
				}
			}
		}
		if len(movable) > 0 {
			item := movable[r.IntN(len(movable))]
			g.must(QuizMaster(side), Juggle{Question: item.ID, With: item.SwapTo[r.IntN(len(item.SwapTo))].Value})
		}
	case 2:
		if side := chess.Sides[r.IntN(2)]; !m.play.offers[side] && !m.play.offers[side.Other()] {
			g.must(GameMaster(side), OfferDraw{g.about()})
			g.must(GameMaster(side.Other()), AnswerDraw{About: g.about()})
		}
	case 3:
		g.must(Judge(1), CallTime{Winner: BlackColour, Sure: true, About: g.about()})
	case 4:
		g.must(Host, NameHead{Judge(1 + r.IntN(3))})
	case 5:
		if s := Judge(1 + r.IntN(3)); r.IntN(2) == 0 {
			g.leave(s)
			g.wait(21 * time.Second)
			g.come(s)
			g.wait(time.Second)
		}
	}
}
