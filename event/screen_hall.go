package event

import (
	"cmp"
	"fmt"
	"slices"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/judging"
)

// view is what a screen is built with beside the truth: names, and what is not
// pure.
type view struct {
	people
	t         truth
	now       int64
	state     func(Seat) (string, int)
	present   func(Seat) bool
	addresses []Address
	second    SecondLaptop
	laptop    []string // what was noticed of the laptop itself
}

// frame is what every page shows around its own matter.
func (v view) frame(s Seat, station string) Frame {
	m := v.m
	f := Frame{
		Seat: s, Path: s.Path(), Station: station, Match: m.name, Format: m.format.Name(), Phase: m.phase,
		About: m.about(),
		// It depends on what this seat gave alone: not on how many votes, hints and
		// juggles of others there were, and so that a call leaves the forms that it
		// does not concern as they are, and they need not be sent again.
		Once: fmt.Sprintf("s%d", v.t.gave[s]),
	}
	if side, ok := s.Side(); ok {
		f.Side, f.Team = ColourOf(side), m.teams[side]
	}
	if f.Match == "" {
		f.Match = m.format.Name()
	}
	f.Clocks, f.Paused, f.Elsewhere = v.clocks(), v.pause(), v.elsewhere(s)
	return f
}

// turn says what is waited for.
func (v view) turn() string {
	m := v.m
	switch m.phase {
	case SetUp:
		return "The match has not started yet."
	case Ended, Closed:
		return "The match is over."
	}
	c := m.play.challenge
	switch {
	case m.paused != nil:
		return "Paused: " + m.paused.reason
	case m.veils():
		return v.waitsHidden()
	case m.play.review != nil:
		return "The judges look at the last ruling again."
	case c == nil:
		return v.side(m.play.caller()) + " calls."
	}
	switch {
	case !c.shown():
		return fmt.Sprintf("%s's Game Master names who answers for %s.", c.answers.side(), v.of(c.answers))
	case m.needsFresh(*c):
		return fmt.Sprintf("%s's Quiz Master has no question left: a fresh one is being written.", c.row.Asking)
	case len(c.panel.Members) == 0:
		return "No judge is here: the match waits for one."
	}
	return "The judges rule."
}

// teams is both teams at a glance.
func (v view) teams() [2]TeamLine {
	m := v.m
	var lines [2]TeamLine
	for i, s := range chess.Sides {
		line := TeamLine{Side: ColourOf(s), Name: m.teams[s]}
		if m.phase != SetUp {
			line.OnFloor = m.play.rules.Position.Occupied(s).Count()
			line.ToMove = m.phase == Playing && m.play.due(s)
		} else {
			line.OnFloor = len(v.homes[s])
		}
		for _, d := range slices.Backward(m.play.out) {
			if d.who.side() == s {
				then := v.people
				then.m.roster = *d.roster
				line.Out = append(line.Out, OutLine{Name: then.of(d.who), Role: m.kind(s, d.kind), By: cmp.Or(d.how, then.of(d.by)), Ply: d.ply})
			}
		}
		lines[i] = line
	}
	return lines
}

// drawn is the board with a side at the bottom.
func (v view) drawn(bottom chess.Side) BoardView {
	b := BoardView{Cells: make([]Cell, 0, 64), Files: make([]string, 0, 8), Ranks: make([]string, 0, 8)}
	for i := range 8 {
		file, rank := i, 7-i
		if bottom == chess.Black {
			file, rank = 7-i, i
		}
		b.Files = append(b.Files, string(rune('a'+file)))
		b.Ranks = append(b.Ranks, string(rune('1'+rank)))
	}
	marks := v.marks()
	for i := range 64 {
		q := chess.SquareAt(i%8, 7-i/8)
		if bottom == chess.Black {
			q = chess.SquareAt(7-i%8, i/8)
		}
		b.Cells = append(b.Cells, Cell{Square: q.String(), Dark: q.Dark(), Token: v.token(q), Mark: marks[q]})
	}
	return b
}

// marks says which squares stand out: those of the open challenge, else those
// of the last call.
func (v view) marks() map[chess.Square]string {
	p := v.m.play
	if c := p.challenge; c != nil && v.m.phase == Playing {
		return map[chess.Square]string{c.row.Move.From: "challenger", c.row.Target: "target"}
	}
	if d := p.doubt(); d != nil && d.Capture && v.m.phase == Playing {
		return map[chess.Square]string{d.Move.From: "challenger", d.Move.To: "target"}
	}
	if p.last != nil {
		return map[chess.Square]string{p.last.effect.Move.From: "from", p.last.effect.Move.To: "to"}
	}
	return nil
}

// challenge is the open challenge as the whole hall may see it.
func (v view) challenge() *ChallengeView {
	c := v.m.play.challenge
	if c == nil || v.m.phase != Playing {
		return nil
	}
	row := c.row
	return &ChallengeView{
		Ply: v.m.play.ply, Clause: row.Clause, Recited: row.Recited,
		Challenger: *v.token(row.Move.From), Defender: *v.token(row.Target),
		Headline: v.headline(row, v.m.play.standing[row.Move.From], v.m.play.standing[row.Target]),
		Asks:     v.asks(*c), Effects: v.effects(row), Waiting: v.turn(),
	}
}

// effects are the rulings that a challenge can have and what each does.
func (v view) effects(row rules.Challenge) []Effect {
	right, wrong := v.effect(row.Right), v.effect(row.Wrong)
	if row.Recited {
		return []Effect{
			{judging.VoteRight.String(), "In time", right},
			{judging.VoteWrong.String(), "Wrong", wrong},
			{judging.VoteTooLate.String(), "Too late", wrong},
		}
	}
	return []Effect{{judging.VoteRight.String(), "Right", right}, {judging.VoteWrong.String(), "Wrong", wrong}}
}

// ruling is the last ply's ruling, with what there is to learn from it (B45).
func (v view) ruling() *RulingView {
	last := v.m.play.last
	if last == nil || last.ruled == nil || v.m.play.challenge != nil || v.m.phase == SetUp {
		return nil
	}
	r := last.ruled
	out := &RulingView{
		Ply: last.ply, Verdict: r.vote.String(), Label: ruledLabel(r),
		Words: v.walk(*last), Headline: v.headline(r.challenge.row, last.mover, r.defender),
	}
	if v.m.rule(rules.KeyReveal) != rules.RevealNever {
		if text, ok := v.m.textOf(r); ok {
			out.Question, out.Answer, out.Reference = text.Question, text.Answer, text.Reference
		}
	}
	return out
}

// ending is how the match ended; nil while it has not.
func (v view) ending() *ResultView {
	if v.m.phase != Ended && v.m.phase != Closed {
		return nil
	}
	r := v.result(v.m.play.result())
	r.Ruled = v.m.play.ending == nil && v.ruling() != nil
	return &r
}

// lastCall is the last call in words: the one that opened the challenge while one is
// open.
func (v view) lastCall() string {
	if c := v.m.play.challenge; c != nil && v.m.phase == Playing {
		return v.openCall(*c) + "."
	}
	if v.m.play.last == nil {
		return ""
	}
	return v.called(*v.m.play.last)
}

func (v view) lastWalk() string {
	if v.m.play.last == nil || v.m.play.challenge != nil {
		return ""
	}
	return v.walk(*v.m.play.last)
}

// gameMaster is a Game Master's tablet.
func (v view) gameMaster(side chess.Side) GameMasterScreen {
	m := v.m
	s := GameMasterScreen{
		Frame: v.frame(GameMaster(side), "Game Master"), Teams: v.teams(), Turn: v.turn(),
		Challenge: v.challenge(), Ruling: v.ruling(), Result: v.ending(), LastCall: v.lastCall(), Walk: v.lastWalk(),
		Review: v.review(), Put: v.put(),
	}
	if m.phase == SetUp {
		return s
	}
	s.Appeal = AppealForm{
		May:  v.t.amendable() == nil && m.play.review == nil && m.appealsLeft(side) > 0,
		Left: m.appealsLeft(side),
	}
	s.Board, s.Plies, s.Check = v.drawn(side), v.plies(lately), v.check()
	s.MayTakeBack = (m.phase == Playing || m.phase == Ended) && m.mayTakeBack(side) == nil
	if m.phase != Playing {
		return s
	}
	if m.paused != nil {
		return s
	}
	s.MayCall = m.play.challenge == nil && m.play.review == nil && m.play.caller() == side
	if wait := m.appealWait(v.now); s.MayCall && wait > 0 {
		s.MayCall = false
		s.Wait = &Countdown{Key: "appeal", Label: "You can call in", Until: v.now + wait}
	}
	s.Draw = DrawState{
		MayOffer: !m.play.offers[side] && !m.play.offers[side.Other()],
		Mine:     m.play.offers[side], Theirs: m.play.offers[side.Other()],
	}
	s.MayResign = true
	if s.MayCall {
		s.Calls = v.calls()
		s.OpenHint = v.openHint()
		s.Claims, s.Game = v.claimLines(), v.game()
		s.Promotions = v.promotions(side)
	}
	if c := m.play.challenge; c != nil && !c.shown() && c.answers.side() == side {
		s.StandIn = &StandInForm{Words: fmt.Sprintf("%s is a marker. Who answers for it? (B2)", v.of(c.answers))}
		for _, p := range m.standIns(*c) {
			s.StandIn.Choices = append(s.StandIn.Choices, Choice{Value: v.homes.of(p).String(), Label: v.of(p), Help: v.whereabouts(p)})
		}
	}
	return s
}

// whereabouts is what somebody is and where they stand or, off the floor, where they
// began: it tells two people of one name apart.
func (v view) whereabouts(p post) string {
	now := v.m.spotNow(p, v.m.play.standing, v.m.play.rules)
	if now.square != chess.NoSquare {
		return fmt.Sprintf("%s on %s", v.m.kind(p.side(), now.kind), now.square)
	}
	home := v.homes.of(p)
	return fmt.Sprintf("%s of %s, off", v.m.kind(p.side(), v.start.At(home).Kind()), home)
}

// calls lists every legal call; those that differ in the promotion alone are one.
func (v view) calls() []CallOption {
	var list []CallOption
	at := map[[2]chess.Square]int{}
	for _, m := range v.m.format.Calls(v.m.house, v.m.play.rules) {
		if i, there := at[[2]chess.Square{m.From, m.To}]; there {
			list[i].Promotions = append(list[i].Promotions, string(rune(m.Promotion.Letter())))
			continue
		}
		o := CallOption{From: m.From.String(), To: m.To.String()}
		choosing := v.people
		choosing.choosing = true
		o.Kind, o.Sentence = choosing.calling(m)
		if m.Promotion != chess.NoKind {
			o.Promotions = []string{string(rune(m.Promotion.Letter()))}
		}
		at[[2]chess.Square{m.From, m.To}] = len(list)
		list = append(list, o)
	}
	slices.SortStableFunc(list, func(a, b CallOption) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	return list
}

// openHint tells the side to move that the enemy Game Master can be challenged (B24).
func (v view) openHint() string {
	m := v.m
	caller := m.play.caller()
	if m.phase != Playing || m.play.challenge != nil || m.rule(rules.KeyOpenHint) != rules.On ||
		!m.format.Open(m.house, m.play.rules, caller.Other()) {
		return ""
	}
	return fmt.Sprintf("%s's %s is open to a challenge: %s wins by calling it (B24).",
		caller.Other(), m.kind(caller.Other(), chess.King), v.side(caller))
}
