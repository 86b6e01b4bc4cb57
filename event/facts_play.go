package event

import (
	"fmt"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/judging"
	"biblechess/questions"
)

// called is a Game Master's call (R3). Panel holds the judges who were present
// when it was made, in case it opens a challenge (B40).
type called struct {
	Move  string   `json:"move"`
	Panel []member `json:"panel,omitempty"`
}

// member is a judge of a panel with the order in which they joined.
type member struct {
	Seat   Seat  `json:"seat"`
	Joined int64 `json:"joined"`
}

func (m member) judging() judging.Member {
	return judging.Member{Seat: string(m.Seat), Joined: m.Joined}
}

func (f *called) apply(t truth, e Entry) (truth, error) {
	m := &t.match
	if m.phase != Playing {
		return t, fmt.Errorf("no match is being played")
	}
	move, err := chess.ParseMove(f.Move)
	if err != nil {
		return t, err
	}
	state, err := m.format.Call(m.house, m.play.rules, move)
	if err != nil {
		return t, err
	}
	before := m.play
	p := before.timed(*m, e)
	p.before = &before
	p = m.begin(p, e)
	p.offers, p.put = [2]bool{}, nil
	p.rules = state
	if row := state.Challenge; row != nil {
		c := m.opening(*row)
		c.opened, c.at = e.Seq, e.At
		c.panel = m.panel(f.Panel)
		p.challenge = &c
		m.play = p
		return t, nil
	}
	m.play = p.ended(m.roster, before, nil)
	return t.ended(), nil
}

// begin marks what is going on from this entry on: forms about anything earlier
// are stale. Turns are counted apart from entries, whose number would tell the
// hall how many ballots were cast.
func (m *match) begin(p play, e Entry) play {
	m.turns++
	p.since, p.sinceAt, p.stood = m.turns, e.At, m.stood
	if m.paused != nil {
		p.stood += e.At - m.paused.at // of the pause that is on, only the rest is to come
	}
	return p
}

// panel is the judges who rule together, by the house rule (B40).
func (m match) panel(present []member) judging.Panel {
	var members []judging.Member
	for _, j := range present {
		members = append(members, j.judging())
	}
	return judging.NewPanel(m.policy(), members, string(m.headJudge()))
}

// ended finishes a ply whose rules are applied: the players walk (B22), the
// next turn begins. was is the play before the call.
func (p play) ended(roster [2][posts]person, was play, r *ruled) play {
	effect := *p.rules.Last
	side := was.caller()
	last := turn{
		ply: was.ply, side: side, effect: effect, ruled: r, roster: &roster,
		mover: was.standing[effect.Move.From],
		kind:  was.rules.Position.At(effect.Move.From).Kind(),
	}
	if q := effect.Leaves; q != chess.NoSquare {
		last.left, last.leftKind = was.standing[q], was.rules.Position.At(q).Kind()
		by := last.mover
		if last.left == last.mover && r != nil {
			by = was.standing[r.challenge.row.Target]
		}
		p.out = append(p.out[:len(p.out):len(p.out)], departure{who: last.left, by: by, kind: last.leftKind, ply: was.ply, roster: &roster})
		p.standing[q] = 0
	}
	if effect.Outcome == rules.Moves {
		p.standing[effect.Move.From] = 0
		p.standing[effect.Move.To] = last.mover
	}
	if effect.RookFrom != chess.NoSquare {
		p.standing[effect.RookTo] = p.standing[effect.RookFrom]
		p.standing[effect.RookFrom] = 0
	}
	p.last = &last
	p.challenge = nil
	p.ply = was.ply + 1
	return p
}

// ended closes the playing phase when the match has a result.
func (t truth) ended() truth {
	if t.match.phase == Playing && t.match.play.result().Over {
		t.match.phase = Ended
	}
	return t
}

// decided looks whether the panel has a ruling (B40). It is held back a moment
// (B46); without a hold it takes effect at once.
func (t truth) decided(e Entry) (truth, error) {
	m := &t.match
	if m.phase != Playing || m.paused != nil || m.play.challenge == nil {
		return t, nil // what came about meanwhile counts when play goes on (R5, R8)
	}
	vote, yes := m.play.challenge.panel.Decision()
	hold, _ := m.house.Number(m.format, rules.KeyRevealHold)
	switch {
	case !yes:
		m.play = m.play.amend(func(c *challenge) { c.held = 0 })
		return t, nil
	case m.play.challenge.held != 0:
		return t, nil
	case hold > 0:
		m.play = m.play.amend(func(c *challenge) { c.held = e.At + int64(hold)*1000 })
		return t, nil
	}
	return t.rule(e, vote, false)
}

// answerOf is what a vote means to the rules.
func answerOf(v judging.Vote) rules.Answer {
	switch v {
	case judging.VoteRight:
		return rules.Right
	case judging.VoteTooLate:
		return rules.TooLate
	}
	return rules.Wrong
}

// rule applies a ruling to the open challenge; the ply is over (B21, B37).
func (t truth) rule(e Entry, vote judging.Vote, misread bool) (truth, error) {
	m := &t.match
	if m.play.challenge == nil {
		return t, errNoChallenge
	}
	c := *m.play.challenge
	id, _, ok := m.due(c)
	if !ok {
		return t, fmt.Errorf("no question has been put yet")
	}
	state, err := m.format.Rule(m.house, m.play.rules, answerOf(vote))
	if err != nil {
		return t, err
	}
	p := m.play
	was := *p.before
	p.rules = state
	p.orders = p.orders.Asked(bank(c.row.Bank))
	p.won[winner(c, vote)]++
	q, _ := m.book.Get(id)
	c.held, c.clock = 0, nil
	p = p.ended(m.roster, was, &ruled{
		challenge: c, vote: vote, defender: was.standing[c.row.Target], question: id, revision: q.Number, misread: misread,
	})
	p = m.begin(p, e)
	p.ruledAt = e.At
	m.play = p
	return t.ended(), nil
}

// winner is the side that a ruling favours: the asker's when the answer was
// not right, the answerer's when it was (R5's guide).
func winner(c challenge, v judging.Vote) chess.Side {
	if v == judging.VoteRight {
		return c.row.Asking.Other()
	}
	return c.row.Asking
}

// rulingShown ends the hold of a decided ruling (B46).
type rulingShown struct{}

func (f *rulingShown) apply(t truth, e Entry) (truth, error) {
	c := t.match.play.challenge
	if c == nil {
		return t, errNoChallenge
	}
	vote, yes := c.panel.Decision()
	if !yes {
		return t, fmt.Errorf("the panel has not decided")
	}
	return t.rule(e, vote, false)
}

// shown tells whether the question of the open challenge is on any screen: it
// is not while a marker's stand-in is still to be named (B2).
func (c challenge) shown() bool { return !c.marker || c.standIn != 0 }

// due is the question of the open challenge and its place in the sequence
// (B36); ok is false while there is none to put (B2, B33).
func (m match) due(c challenge) (id questions.ID, place sequence, ok bool) {
	if !c.shown() {
		return "", sequence{}, false
	}
	id, number, of, pass, ok := m.play.orders.Due(bank(c.row.Bank))
	return id, sequence{number, of, pass}, ok
}

// sequence is where a question stands: 4 of 6, pass 1.
type sequence struct{ number, of, pass int }

// amend gives the play with its open challenge changed.
func (p play) amend(change func(*challenge)) play {
	c := *p.challenge
	change(&c)
	p.challenge = &c
	return p
}

// freshly puts an approved fresh question where a Quiz Master's own bank had
// run out (B33).
func (p play) freshly(id questions.ID) (play, error) {
	if p.challenge == nil {
		return p, errNoChallenge
	}
	var err error
	p.orders, err = p.orders.AddFresh(bank(p.challenge.row.Bank), id)
	return p.amend(func(c *challenge) { c.fresh = "" }), err
}

// standInNamed says who answers for a marker (B2): named by its Game Master,
// or drawn by lot by the judges.
type standInNamed struct {
	Post  post `json:"post"`
	Drawn bool `json:"drawn,omitempty"`
}

func (f *standInNamed) apply(t truth, e Entry) (truth, error) {
	if t.match.play.challenge == nil {
		return t, errNoChallenge
	}
	t.match.play = t.match.play.amend(func(c *challenge) { c.standIn, c.at = f.Post, e.At })
	return t, nil
}

var errNoChallenge = fmt.Errorf("no challenge is open")

// hintGiven is a Quiz Master's one word to a Bishop (B20).
type hintGiven struct {
	Word string `json:"word"`
}

func (f *hintGiven) apply(t truth, _ Entry) (truth, error) {
	if t.match.play.challenge == nil {
		return t, errNoChallenge
	}
	t.match.play = t.match.play.amend(func(c *challenge) { c.hint = f.Word })
	return t, nil
}

// juggled is a change of order by a Quiz Master (B32): a question moves to a
// place of its bank, or changes places with one of another bank.
type juggled struct {
	Side     chess.Side `json:"side"`
	Bank     chess.Kind `json:"bank"`
	From     int        `json:"from"`
	To       int        `json:"to"`
	WithBank chess.Kind `json:"with,omitempty"`
}

func (f *juggled) apply(t truth, _ Entry) (truth, error) {
	p := &t.match.play
	from := questions.Bank{Side: f.Side, Kind: f.Bank}
	var err error
	if f.WithBank == chess.NoKind {
		p.orders, err = p.orders.Reorder(from, f.From, f.To, p.locked())
	} else {
		p.orders, err = p.orders.Swap(from, f.From, questions.Bank{Side: f.Side, Kind: f.WithBank}, f.To, p.locked())
	}
	return t, err
}

// locked is the bank whose due question can't be moved, from the call until
// the ruling (B32).
func (p play) locked() *questions.Bank {
	if p.challenge == nil {
		return nil
	}
	b := bank(p.challenge.row.Bank)
	return &b
}

// voted is a judge's ballot: on the open challenge (B40), or on the last ruling
// that is looked at again (B41, B42).
type voted struct {
	Vote   string `json:"vote"`
	Alone  bool   `json:"alone,omitempty"`
	Joined int64  `json:"joined,omitempty"` // set when this judge is the first to come to an empty panel
	Reason string `json:"reason,omitempty"` // for a ruling that is amended
}

func (f *voted) apply(t truth, e Entry) (truth, error) {
	p := t.match.play
	held := p.challenge != nil && p.challenge.held != 0
	panel, open := p.openPanel()
	if !open {
		return t, errNoChallenge
	}
	vote, err := judging.ParseVote(f.Vote)
	if err != nil {
		return t, err
	}
	if f.Joined != 0 {
		if panel, err = panel.Join(judging.Member{Seat: string(e.Seat), Joined: f.Joined}); err != nil {
			return t, err
		}
	}
	switch {
	case held && !f.Alone:
		panel, err = panel.Recast(string(e.Seat), vote)
	case held:
		panel, err = panel.Cleared().RuleAlone(string(e.Seat), vote)
	case f.Alone:
		panel, err = panel.RuleAlone(string(e.Seat), vote)
	default:
		panel, err = panel.Cast(string(e.Seat), vote)
	}
	if err != nil {
		return t, err
	}
	t.match.play = p.withPanel(panel)
	if held {
		// A change of mind is held as long as a first ruling.
		t.match.play = t.match.play.amend(func(c *challenge) { c.held = 0 })
	}
	return t.voteCounted(e, f.Reason)
}

// voteCounted looks whether the panel that is voting has decided.
func (t truth) voteCounted(e Entry, reason string) (truth, error) {
	if t.match.play.review != nil {
		return t.reviewed(e, reason)
	}
	return t.decided(e)
}

// openPanel is the panel that is voting now: of a review, else of a challenge.
func (p play) openPanel() (judging.Panel, bool) {
	switch {
	case p.review != nil:
		return p.review.panel, true
	case p.challenge != nil:
		return p.challenge.panel, true
	}
	return judging.Panel{}, false
}

// withPanel gives the play with its voting panel changed.
func (p play) withPanel(panel judging.Panel) play {
	if p.review != nil {
		r := *p.review
		r.panel = panel
		p.review = &r
		return p
	}
	return p.amend(func(c *challenge) { c.panel = panel })
}

// judgeGone says that a member of the panel has been gone for 20 s (B40).
type judgeGone struct {
	Judge Seat `json:"judge"`
}

func (f *judgeGone) apply(t truth, e Entry) (truth, error) {
	return t.left(f.Judge, e)
}

// left takes a judge off the panel that is voting, which may leave the others
// with a decision.
func (t truth) left(judge Seat, e Entry) (truth, error) {
	panel, open := t.match.play.openPanel()
	if !open {
		return t, nil
	}
	t.match.play = t.match.play.withPanel(panel.Leave(string(judge)))
	return t.voteCounted(e, "")
}

// judgeCame says that the first judge has come to an empty panel (B40).
type judgeCame struct {
	Judge member `json:"judge"`
}

func (f *judgeCame) apply(t truth, _ Entry) (truth, error) {
	panel, open := t.match.play.openPanel()
	if !open {
		return t, errNoChallenge
	}
	panel, err := panel.Join(f.Judge.judging())
	if err != nil {
		return t, err
	}
	t.match.play = t.match.play.withPanel(panel)
	return t, nil
}

// freshTyped is a fresh question of a Quiz Master whose own have run out (B33).
type freshTyped struct {
	Question written `json:"question"`
}

func (f *freshTyped) apply(t truth, _ Entry) (truth, error) {
	if t.match.play.challenge == nil {
		return t, errNoChallenge
	}
	q := f.Question
	book, err := t.match.book.Add(q.ID, questions.Bank{Side: q.Side, Kind: q.Kind}, q.Text)
	if err != nil {
		return t, err
	}
	t.match.book = book
	t.match.play = t.match.play.amend(func(c *challenge) { c.fresh = q.ID })
	return t, nil
}

// reserveTaken puts a question that neither side has seen where a Quiz
// Master's own have run out (B33).
type reserveTaken struct {
	ID questions.ID `json:"id"`
}

func (f *reserveTaken) apply(t truth, _ Entry) (truth, error) {
	if t.match.play.challenge == nil {
		return t, errNoChallenge
	}
	q, ok := t.match.reserve.Get(f.ID)
	if !ok {
		return t, fmt.Errorf("question %s is not in the reserve", f.ID)
	}
	var err error
	if t.match.reserve, err = t.match.reserve.Remove(f.ID); err != nil {
		return t, err
	}
	book, err := t.match.book.Add(f.ID, bank(t.match.play.challenge.row.Bank), q.Text)
	if err != nil {
		return t, err
	}
	for _, judge := range q.ApprovedBy {
		if book, err = book.Approve(f.ID, 1, judge); err != nil {
			return t, err
		}
	}
	if q.Passed {
		if book, err = book.Pass(f.ID); err != nil {
			return t, err
		}
	}
	t.match.book = book
	t.match.play, err = t.match.play.freshly(f.ID)
	return t, err
}
