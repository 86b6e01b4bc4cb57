package event

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// More plies than the ordinary run has are played by, say,
//
//	go test ./event -run TestCorrections_Random -plies 100000
var plies = flag.Int("plies", 0, "how many plies TestCorrections_Random plays at the least")

// usualPlies is what an ordinary run plays.
const usualPlies = 3000

// courts are the houses of the random matches and how many judges they have.
var courts = []struct {
	house  rules.House
	judges int
}{
	{rules.House{rules.KeyRevealHold: "2", rules.KeyBankSizes: "2,2,2,3,2", rules.KeyAppeals: "2", rules.KeyAppealSeconds: "10", rules.KeyMatchMinutes: "60"}, 3},
	{rules.House{rules.KeyRevealHold: "0", rules.KeyBankSizes: "1,1,1,2,1", rules.KeyPanel: rules.PanelUnanimous, rules.KeyMisread: rules.MisreadLoses, rules.KeyAppeals: "9", rules.KeyEnPassant: rules.On}, 4},
	{rules.House{rules.KeyRevealHold: "5", rules.KeyBankSizes: "3,3,6,12,6", rules.KeyPanel: rules.PanelAny, rules.KeyAppeals: "0", rules.KeyCallSeconds: "30", rules.KeyGameMasterOpen: rules.OpenAutomatic}, 5},
	{rules.House{rules.KeyRevealHold: "2", rules.KeyBankSizes: "2,1,3,3,0", rules.KeyPanel: rules.PanelHead, rules.KeyAnswerSeconds: rules.Off, rules.KeyGameMasterOpen: rules.OpenStrict, rules.KeyPromotion: rules.PromotionNone}, 2},
	{rules.House{rules.KeyRevealHold: "0", rules.KeyBankSizes: "2,2,2,2,3", rules.KeyBishopDuel: rules.DuelDefender, rules.KeyAppeals: "1", rules.KeyAppealSeconds: "0", rules.KeyGameMasterTakes: rules.TakesNone}, 1},
}

// TestCorrections_Random plays matches in which everything that can be put
// right is, at any moment, and compares each with a shadow that is kept beside
// it (R4, R6 to R9, B31 to B43, B46).
func TestCorrections_Random(t *testing.T) {
	goal := max(usualPlies, *plies)
	stores := make([]*memory, len(courts))
	for i, c := range courts {
		stores[i] = ready(t, setup{house: c.house, judges: c.judges, reserve: 2, markers: []string{"b2", "e7", "g7", "c8", "f1"}}).store
	}
	kinds := map[string]int{}
	played, matches := 0, 0
	for ; played < goal; matches++ {
		i := matches % len(courts)
		t.Run(fmt.Sprintf("house %d, match %d", i, matches), func(t *testing.T) {
			s := shadowOf(open(t, &memory{entries: slices.Clone(stores[i].entries), people: maps.Clone(stores[i].people)}), kinds)
			played += s.wild(rand.New(rand.NewPCG(uint64(matches), 46)), courts[i].judges)
		})
		if t.Failed() {
			return
		}
	}
	t.Logf("%d plies in %d matches: %v", played, matches, kinds)
	for _, kind := range []string{
		"called", "voted", "ruling-shown", "judge-gone", "judge-came", "taken-back", "rewound", "review-opened", "amended", "misread", "thrown-out",
		"question-read", "clock-stopped", "paused", "resumed", "substituted", "overridden", "fresh-typed", "juggled", "hint-given", "stand-in-named",
		"judge-added", "judge-removed", "head-named", "resigned", "time-called", "draw-offered", "reopened", "question-approved",
	} {
		if kinds[kind] < 5 {
			t.Errorf("%s happened only %d times in %d plies", kind, kinds[kind], played)
		}
	}
}

// try gives a command that may be refused, and then in words and with nothing
// changed.
func (s *shadow) try(by Seat, c Command) bool {
	s.Helper()
	if j, ok := c.(Juggle); ok {
		s.juggle = j
	}
	seq, kept := s.truth.seq, len(s.store.entries)
	_, err := s.Do(by, "", c)
	var p *Problem
	if err != nil {
		if !errors.As(err, &p) || p.Words == "" {
			s.Fatalf("%s: %T%+v: %v is no problem in words", by, c, c, err)
		}
		if seq != s.truth.seq || kept != len(s.store.entries) {
			s.Fatalf("%s: %T%+v was refused and changed something", by, c, c)
		}
	}
	s.follow()
	return err == nil
}

// pass lets time pass; the clockwork notes one thing at a tick.
func (s *shadow) pass(d time.Duration) {
	s.clock.forward(d)
	for range 3 {
		s.tick("")
		s.follow()
	}
}

// wild plays one match and gives the number of plies that were called.
func (s *shadow) wild(r *rand.Rand, judges int) int {
	s.lot = r.IntN
	for n := range judges {
		s.come(Judge(n + 1))
	}
	s.try(Host, Start{})
	before := s.kinds["called"] + s.kinds["overridden"]
	count := func() int { return s.kinds["called"] + s.kinds["overridden"] - before }
	last, idle := 0, 0
	for count() < 150 && s.truth.match.phase != Closed {
		if s.step(r); count() == last {
			if idle++; idle > 600 {
				s.Fatalf("after %d plies nothing goes on: %s", last, s.hall().Turn)
			}
		} else {
			last, idle = count(), 0
		}
		if r.IntN(120) == 0 {
			s.replay()
			for _, seat := range AllSeats() {
				s.json(seat)
			}
		}
	}
	s.replay()
	s.log()
	return count()
}

// step is one thing that somebody does or tries.
func (s *shadow) step(r *rand.Rand) {
	m := s.truth.match
	if r.IntN(4) == 0 {
		s.pass(time.Duration(r.IntN(5000)) * time.Millisecond)
	}
	switch {
	case m.paused != nil && r.IntN(3) > 0:
		s.try(Host, Resume{})
	case r.IntN(5) < 2:
		s.incident(r)
	case m.phase == Ended:
		s.ended(r)
	case m.play.review != nil, m.play.challenge != nil:
		s.judged(r)
	default:
		s.call(r)
	}
}

// call makes a call, rather one onto an enemy's square.
func (s *shadow) call(r *rand.Rand) {
	m := s.truth.match
	calls := m.format.Calls(m.house, m.play.rules)
	call := calls[r.IntN(len(calls))]
	for range 4 {
		p := m.play.rules.Position
		if p.At(call.To) == 0 && !p.IsCastling(call) && call.Promotion == chess.NoKind || p.At(call.To).Kind() == chess.King {
			call = calls[r.IntN(len(calls))]
		}
	}
	if !s.try(s.turn(), s.typed(call.String())) {
		s.pass(time.Duration(r.IntN(12)) * time.Second)
	}
}

// judged is what happens in a challenge or while a ruling is looked at again.
func (s *shadow) judged(r *rand.Rand) {
	p := s.truth.match.play
	panel, _ := p.openPanel()
	seat := Judge(1 + r.IntN(6))
	if n := len(panel.Members); n > 0 && r.IntN(8) > 0 {
		seat = Seat(panel.Members[r.IntN(n)].Seat)
	}
	if c := p.challenge; c != nil {
		switch asking := QuizMaster(c.row.Asking); {
		case !c.shown() && r.IntN(2) == 0:
			s.try(seat, DrawLot{s.about()})
			return
		case !c.shown():
			s.try(GameMaster(c.answers.side()), NameStandIn{postSquares(c.answers.side())[r.IntN(posts)].String(), s.about()})
			return
		case s.truth.match.needsFresh(*c):
			s.fresh(r, *c, seat)
			return
		case c.held != 0 && r.IntN(2) == 0:
			s.pass(6 * time.Second)
			return
		case c.clock == nil && r.IntN(4) == 0:
			s.try([]Seat{asking, seat}[r.IntN(2)], QuestionRead{s.about()})
			return
		case c.row.Recited && r.IntN(4) == 0:
			s.try(asking, GiveHint{"Ark", s.about()})
			return
		}
	}
	vote := []string{"right", "wrong", "wrong", "late"}[r.IntN(4)]
	s.try(seat, Vote{Vote: vote, Alone: r.IntN(8) == 0, Reason: "Heard.", About: s.about()})
}

// fresh finds a question where a Quiz Master's own have run out (B33).
func (s *shadow) fresh(r *rand.Rand, c challenge, seat Seat) {
	switch {
	case c.fresh != "" && r.IntN(5) == 0:
		s.try(seat, SendBack{string(c.fresh), 1, "Another."})
	case c.fresh != "":
		s.try(seat, Approve{string(c.fresh), 1})
	case r.IntN(2) == 0:
		s.pass(time.Minute)
		if list := s.truth.match.reserve.List(inReserve); len(list) > 0 {
			s.try(seat, TakeReserve{string(list[0]), s.about()})
		}
	default:
		s.try(QuizMaster(c.row.Asking), TypeFresh{plainText(c.row.Asking, chess.Queen, int(s.truth.seq)+100), s.about()})
	}
}

// after is what happens to a match that has ended.
func (s *shadow) ended(r *rand.Rand) {
	switch r.IntN(6) {
	case 0:
		if len(s.calls) > 60 {
			s.try(Host, Close{})
		}
	case 1:
		s.try(GameMaster(chess.Sides[r.IntN(2)]), Appeal{About: s.about()})
	case 2:
		s.try(s.truth.match.headJudge(), Amend{Vote: []string{"right", "wrong"}[r.IntN(2)], Alone: true, Reason: "Heard wrong.", About: s.about()})
	default:
		s.try(Judge(1+r.IntN(3)), Reopen{"By mistake.", s.about()})
	}
	if s.truth.match.play.review != nil {
		s.judged(r)
	}
}

// incident is a correction, or something that gets in between.
func (s *shadow) incident(r *rand.Rand) {
	m := s.truth.match
	p := m.play
	about, side, judge := s.about(), chess.Sides[r.IntN(2)], Judge(1+r.IntN(5))
	head := []Seat{m.headJudge(), m.headJudge(), Host, judge}[r.IntN(4)]
	switch r.IntN(25) {
	case 0:
		s.try([]Seat{Host, GameMaster(side), head}[r.IntN(3)], TakeBack{Reason: "Noise.", About: about})
	case 1:
		s.try(head, Rewind{Ply: p.ply + 1 - r.IntN(8), Reason: "Mistake.", About: about})
	case 2, 3:
		s.try(GameMaster(side), Appeal{[]string{"", "Listen again."}[r.IntN(2)], about})
	case 4:
		s.try(judge, Amend{Reason: "Heard wrong.", About: about})
	case 5, 6:
		s.try(head, Amend{Vote: []string{"right", "wrong", "late"}[r.IntN(3)], Alone: true, Reason: "Heard wrong.", About: about})
	case 7:
		s.try(head, Pause{"Somebody fell."})
	case 8:
		post := postSquares(side)[r.IntN(posts)].String()
		s.try(Host, Substitute{post, []string{"", "Lois", "Junia"}[r.IntN(3)]})
	case 9, 10:
		s.try(judge, Misread{Sure: true, About: about})
	case 11, 12:
		s.try(judge, ThrowOut{Reason: "Shouted.", Sure: true, About: about})
	case 13:
		s.shift(r, side)
	case 14, 20, 21, 22:
		s.people(r, judge)
	case 15:
		if len(s.passed) > 0 {
			s.late(r, judge)
		}
	case 16, 23, 24:
		s.try(judge, StopClock{On: p.challenge != nil && p.challenge.clock != nil && p.challenge.clock.until == 0, About: about})
	case 17:
		s.enters(r)
	case 18:
		switch r.IntN(8) {
		case 0:
			s.try(GameMaster(side), Resign{Sure: true, About: about})
		case 1:
			s.try(judge, CallTime{Winner: []Colour{NoColour, WhiteColour, BlackColour}[r.IntN(3)], Sure: true, About: about})
		case 2, 3, 4:
			s.try(GameMaster(side), OfferDraw{about})
		default:
			s.try(GameMaster(side), AnswerDraw{Mine: r.IntN(2) == 0, About: about})
		}
	case 19:
		s.try(Host, NameHead{judge})
	}
}

// late is a ballot for something that has passed: it lands on nothing.
func (s *shadow) late(r *rand.Rand, judge Seat) {
	about := s.passed[len(s.passed)-1-r.IntN(min(len(s.passed), 5))]
	if about == s.about() {
		return
	}
	if s.try(judge, Vote{Vote: "right", Alone: r.IntN(2) == 0, About: about}) {
		s.Fatalf("a ballot about entry %d was taken while %d was going on", about, s.about())
	}
}

// shift juggles a side's questions.
func (s *shadow) shift(r *rand.Rand, side chess.Side) {
	var movable []BankItem
	var mates [][]BankItem
	for _, b := range s.qm(side).Banks {
		var here []BankItem
		for _, item := range b.Items {
			if item.Movable {
				here = append(here, item)
			}
		}
		for _, item := range here {
			movable, mates = append(movable, item), append(mates, here)
		}
	}
	if len(movable) == 0 {
		return
	}
	i := r.IntN(len(movable))
	j := Juggle{Question: movable[i].ID}
	if n := len(movable[i].SwapTo); n > 0 && r.IntN(2) == 0 {
		j.With = movable[i].SwapTo[r.IntN(n)].Value
	} else if r.IntN(3) > 0 {
		if j.Before = mates[i][r.IntN(len(mates[i]))].ID; j.Before == j.Question {
			return
		}
	}
	s.try(QuizMaster(side), j)
}

// people come and go.
func (s *shadow) people(r *rand.Rand, judge Seat) {
	_, here := s.pages[judge]
	switch {
	case r.IntN(6) == 0 && len(s.truth.match.judges) > 1:
		s.try(Host, RemoveJudge{judge})
	case r.IntN(3) == 0:
		s.try(Host, AddJudge{"Silvanus"})
	case here:
		s.leave(judge)
		delete(s.pages, judge)
		s.pass(21 * time.Second)
	default:
		s.come(judge)
		s.pass(time.Second)
	}
	if len(s.pages) == 0 && len(s.truth.match.judges) > 0 {
		s.come(s.truth.match.judges[0].seat)
		s.pass(time.Second)
	}
}

// enters is the head judge's entry of any move of the side to move (R9).
func (s *shadow) enters(r *rand.Rand) {
	p := s.truth.match.play
	var own []chess.Square
	for q := range chess.NoSquare {
		if who := p.standing[q]; who != 0 && who.side() == p.caller() {
			own = append(own, q)
		}
	}
	from, to := own[r.IntN(len(own))], chess.Square(r.IntN(64))
	if p.rules.Position.At(to).Kind() == chess.King {
		return
	}
	promotion := ""
	if p.rules.Position.At(from).Kind() == chess.Pawn && (to.Rank() == 0 || to.Rank() == 7) && r.IntN(2) == 0 {
		promotion = "q"
	}
	s.try(s.truth.match.headJudge(), Override{from.String(), to.String(), promotion, "Played by paper.", s.about()})
}
