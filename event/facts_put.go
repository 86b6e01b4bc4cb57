package event

import (
	"fmt"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/judging"
	"biblechess/questions"
)

// takenBack undoes the last call and what came of it (R6).
type takenBack struct {
	Reason string `json:"reason,omitempty"`
}

func (f *takenBack) apply(t truth, e Entry) (truth, error) {
	return t.undone(e, t.match.play.before, "taken back", f.Reason)
}

// rewound goes back to before a ply (B43).
type rewound struct {
	Ply    int    `json:"ply"`
	Reason string `json:"reason"`
}

func (f *rewound) apply(t truth, e Entry) (truth, error) {
	return t.undone(e, t.match.beforePly(f.Ply), "rewound", f.Reason)
}

// beforePly is the play before a ply was called; nil when no such ply was.
func (m match) beforePly(ply int) *play {
	for p := m.play.before; p != nil; p = p.before {
		if p.ply == ply {
			return p
		}
	}
	return nil
}

// undone goes back to an earlier play. A Quiz Master's own question that was
// shown, and one that was thrown out, is spent all the same (R7, B37, B43).
func (t truth) undone(e Entry, to *play, what, reason string) (truth, error) {
	m := &t.match
	if to == nil {
		return t, fmt.Errorf("there is no such call to take back")
	}
	p := *to
	for _, s := range chess.Sides {
		for _, id := range m.play.orders.Used(s) {
			p.orders = p.orders.SpendOwn(s, id)
		}
	}
	if side, id, ok := m.shownOwn(); ok {
		p.orders = p.orders.SpendOwn(side, id)
	}
	for _, id := range m.play.orders.Voided() {
		p.orders = p.orders.Void(id)
	}
	p.offers = [2]bool{}
	p.put = &correction{what: what, ply: p.ply, reason: reason, walks: walks(m.play.standing, p.standing)}
	p = m.begin(p, e)
	m.play = p
	m.phase = Playing
	return t.ended(), nil
}

// shownOwn is a Quiz Master's own question that the open challenge has put on
// a screen, if it has.
func (m match) shownOwn() (chess.Side, questions.ID, bool) {
	c := m.play.challenge
	if c == nil || c.row.Bank.Kind != chess.Queen {
		return chess.White, "", false
	}
	id, _, ok := m.due(*c)
	return c.row.Bank.Side, id, ok
}

// walks lists who has to stand elsewhere when the board changes from one
// standing to another.
func walks(from, to [64]post) []walk {
	var was [2*posts + 1]chess.Square
	for i := range was {
		was[i] = chess.NoSquare
	}
	for q, who := range from {
		if who != 0 {
			was[who] = chess.Square(q)
		}
	}
	now := was
	for who := range now {
		now[who] = chess.NoSquare
	}
	for q, who := range to {
		if who != 0 {
			now[who] = chess.Square(q)
		}
	}
	var list []walk
	for who := 1; who < len(was); who++ {
		if was[who] != now[who] {
			list = append(list, walk{post(who), now[who]})
		}
	}
	return list
}

// reviewOpened begins a second look at the last ruling: a judge's wish to amend
// it (B41), or a Game Master's appeal (B42), which counts as spent until it
// succeeds.
type reviewOpened struct {
	Appeal bool     `json:"appeal,omitempty"`
	Reason string   `json:"reason,omitempty"`
	Panel  []member `json:"panel,omitempty"`
}

func (f *reviewOpened) apply(t truth, e Entry) (truth, error) {
	m := &t.match
	if m.play.last == nil || m.play.last.ruled == nil || m.play.challenge != nil || m.play.review != nil {
		return t, fmt.Errorf("there is no ruling to look at again")
	}
	side, _ := e.Seat.Side()
	m.play.review = &review{opened: e.Seq, appeal: f.Appeal, side: side, by: e.Seat, reason: f.Reason, panel: m.panel(f.Panel)}
	if f.Appeal {
		m.play.appeals[side]++
	}
	m.play = m.begin(m.play, e)
	return t, nil
}

// amended is the head judge's own change of the last ruling (B41).
type amended struct {
	Vote   string `json:"vote"`
	Reason string `json:"reason"`
}

func (f *amended) apply(t truth, e Entry) (truth, error) {
	vote, err := judging.ParseVote(f.Vote)
	if err != nil {
		return t, err
	}
	return t.reruled(e, vote, f.Reason)
}

// reviewed ends a review once its panel has decided: the ruling is upheld, or
// amended and the board follows.
func (t truth) reviewed(e Entry, reason string) (truth, error) {
	vote, yes := t.match.play.review.panel.Decision()
	if !yes {
		return t, nil
	}
	if reason == "" {
		reason = t.match.play.review.reason
	}
	return t.reruled(e, vote, reason)
}

// reruled gives the last ply another ruling, or upholds the one that it has. A
// successful appeal is given back (B42). An end that people brought about (R5)
// stays; reopening is for that.
func (t truth) reruled(e Entry, vote judging.Vote, reason string) (truth, error) {
	m := &t.match
	p := m.play
	if p.last == nil || p.last.ruled == nil || p.before == nil {
		return t, fmt.Errorf("there is no ruling to amend")
	}
	r := *p.last.ruled
	was := *p.before
	asked := p.review
	p.review = nil
	if vote == r.vote && !r.misread {
		p.put = &correction{what: "upheld", ply: p.last.ply, reason: reason}
		m.play = m.begin(p, e)
		return t, nil
	}
	state, err := m.format.Call(m.house, was.rules, r.challenge.row.Move)
	if err == nil {
		state, err = m.format.Rule(m.house, state, answerOf(vote))
	}
	if err != nil {
		return t, err
	}
	if asked != nil && asked.appeal && vote.Right() != r.vote.Right() {
		p.appeals[asked.side]--
	}
	stood := p.standing
	r.vote, r.misread, r.amended = vote, false, true
	p.rules, p.standing, p.out, p.won = state, was.standing, was.out, was.won
	p.offers = [2]bool{}
	p.won[winner(r.challenge, vote)]++
	p = p.ended(*p.last.roster, was, &r)
	p.put = &correction{what: "amended", ply: p.last.ply, reason: reason, walks: walks(stood, p.standing)}
	m.play = m.begin(p, e)
	m.phase = Playing
	return t.ended(), nil
}

// misread stops a question that was put differently than approved (B35).
type misread struct{}

func (f *misread) apply(t truth, e Entry) (truth, error) {
	m := &t.match
	if m.play.challenge == nil {
		return t, errNoChallenge
	}
	if m.rule(rules.KeyMisread) == rules.MisreadLoses {
		return t.rule(e, judging.VoteRight, true)
	}
	m.play = m.begin(m.play.amend(func(c *challenge) {
		c.misread++
		c.panel, c.clock, c.held = c.panel.Cleared(), nil, 0
	}), e)
	return t, nil
}

// thrownOut voids the question that is due: it is spent, and the next one of
// the bank is served (R7).
type thrownOut struct {
	Reason string `json:"reason,omitempty"`
}

func (f *thrownOut) apply(t truth, e Entry) (truth, error) {
	m := &t.match
	if m.play.challenge == nil {
		return t, errNoChallenge
	}
	id, _, ok := m.due(*m.play.challenge)
	if !ok {
		return t, fmt.Errorf("no question has been put yet")
	}
	p := m.play
	p.orders = p.orders.Spend(bank(p.challenge.row.Bank))
	m.play = m.begin(p.amend(func(c *challenge) {
		c.thrown = append(c.thrown[:len(c.thrown):len(c.thrown)], id)
		c.panel, c.clock, c.held, c.hint = c.panel.Cleared(), nil, 0, ""
		c.at = e.At
	}), e)
	return t, nil
}

// questionRead starts the clock for the answer (B44).
type questionRead struct{}

func (f *questionRead) apply(t truth, e Entry) (truth, error) {
	m := &t.match
	if m.play.challenge == nil {
		return t, errNoChallenge
	}
	seconds, ok := m.house.Number(m.format, rules.KeyAnswerSeconds)
	if !ok {
		return t, fmt.Errorf("answers have no clock")
	}
	m.play = m.play.amend(func(c *challenge) { c.clock = &answerClock{until: e.At + int64(seconds)*1000} })
	return t, nil
}

// clockStopped stops the clock for the answer, or lets it go on (B44).
type clockStopped struct {
	On bool `json:"on"` // it runs again
}

func (f *clockStopped) apply(t truth, e Entry) (truth, error) {
	c := t.match.play.challenge
	if c == nil || c.clock == nil || f.On == (c.clock.until != 0) {
		return t, fmt.Errorf("the clock is not like that")
	}
	clock := answerClock{left: max(c.clock.until-e.At, 0)}
	if f.On {
		clock = answerClock{until: e.At + c.clock.left}
	}
	t.match.play = t.match.play.amend(func(c *challenge) { c.clock = &clock })
	return t, nil
}

// pausedPlay stops everything but corrections (R8).
type pausedPlay struct {
	Reason string `json:"reason"`
}

func (f *pausedPlay) apply(t truth, e Entry) (truth, error) {
	if t.match.paused != nil {
		return t, fmt.Errorf("the match is paused already")
	}
	t.match.paused = &pause{at: e.At, reason: f.Reason}
	return t, nil
}

// resumedPlay lets play go on; the clocks go on where they stood (R8).
type resumedPlay struct{}

func (f *resumedPlay) apply(t truth, e Entry) (truth, error) {
	m := &t.match
	if m.paused == nil {
		return t, fmt.Errorf("the match is not paused")
	}
	stood := e.At - m.paused.at
	m.paused = nil
	m.stood += stood
	m.play.ruledAt += stood
	if m.play.challenge != nil {
		m.play = m.play.amend(func(c *challenge) {
			c.at += stood
			if c.held != 0 {
				c.held += stood
			}
			if c.clock != nil && c.clock.until != 0 {
				c.clock = &answerClock{until: c.clock.until + stood}
			}
		})
	}
	return t.decided(e)
}

// substituted gives a post to somebody else from now on; to nobody, and it is
// a marker (B2, B22).
type substituted struct {
	Post   post   `json:"post"`
	Person person `json:"person,omitempty"`
}

func (f *substituted) apply(t truth, _ Entry) (truth, error) {
	if f.Post < 1 || f.Post > 2*posts {
		return t, fmt.Errorf("no such post")
	}
	m := &t.match
	m.roster[f.Post.side()][f.Post.index()] = f.Person
	if c := m.play.challenge; c != nil && c.answers == f.Post && !c.shown() {
		m.play = m.play.amend(func(c *challenge) { c.marker = f.Person == "" })
	}
	return t, nil
}

// overridden enters a move that the floor has already accepted, whatever the
// rules say (R9).
type overridden struct {
	Move   string `json:"move"`
	Reason string `json:"reason"`
}

func (f *overridden) apply(t truth, e Entry) (truth, error) {
	m := &t.match
	move, err := chess.ParseMove(f.Move)
	if err != nil {
		return t, err
	}
	state, err := m.accepted(move)
	if err != nil {
		return t, err
	}
	before := m.play
	p := m.begin(before, e)
	p.before, p.offers, p.rules = &before, [2]bool{}, state
	p = p.ended(m.roster, before, nil)
	p.put = &correction{what: "entered", ply: p.last.ply, reason: f.Reason}
	m.play = p
	m.phase = Playing
	return t.ended(), nil
}

// accepted is the state after a move of the side to move that need not be
// legal. Somebody of the other side who stands on its square leaves the field.
func (m match) accepted(move chess.Move) (rules.State, error) {
	position := m.play.rules.Position
	mover, target := position.At(move.From), position.At(move.To)
	switch {
	case mover.Kind() == chess.NoKind:
		return rules.State{}, fmt.Errorf("nobody stands on %s", move.From)
	case mover.Side() != m.play.caller():
		return rules.State{}, fmt.Errorf("it is %s's turn, and the player on %s is %s's", m.play.caller(), move.From, mover.Side())
	case move.From == move.To:
		return rules.State{}, fmt.Errorf("the player is on %s already", move.To)
	case target.Kind() != chess.NoKind && target.Side() == mover.Side():
		return rules.State{}, fmt.Errorf("a player of the same side stands on %s", move.To)
	}
	e := rules.Effect{Clause: "R9", Move: move, Outcome: rules.Moves, Leaves: chess.NoSquare, Becomes: move.Promotion, RookFrom: chess.NoSquare, RookTo: chess.NoSquare}
	if target.Kind() != chess.NoKind {
		e.Leaves = move.To
	}
	kind := mover.Kind()
	if move.Promotion != chess.NoKind {
		kind = move.Promotion
	}
	e.After = position.With(move.From, 0).With(move.To, chess.NewPiece(mover.Side(), kind)).WithTurn(mover.Side().Other())
	state, err := m.format.From(m.house, e.After)
	if err != nil {
		return rules.State{}, err
	}
	e.Result = state.Result
	state.Last = &e
	return state, nil
}
