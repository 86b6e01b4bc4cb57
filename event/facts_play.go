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
	p := before
	p.before = &before
	p.since, p.sinceAt = e.Seq, e.At
	p.offers = [2]bool{}
	p.rules = state
	if row := state.Challenge; row != nil {
		c := m.opening(*row)
		c.opened, c.at = e.Seq, e.At
		var members []judging.Member
		for _, j := range f.Panel {
			members = append(members, j.judging())
		}
		c.panel = judging.NewPanel(policyOf(m.rule(rules.KeyPanel)), members, string(m.headJudge()))
		p.challenge = &c
		m.play = p
		return t, nil
	}
	m.play = p.ended(before, nil)
	return t.ended(), nil
}

func policyOf(key string) judging.Policy {
	policy, err := judging.ParsePolicy(key)
	if err != nil {
		return judging.Majority
	}
	return policy
}

// ended finishes a ply whose rules are applied: the players walk (B22), the
// next turn begins. was is the play before the call.
func (p play) ended(was play, r *ruled) play {
	effect := *p.rules.Last
	side := was.caller()
	last := turn{
		ply: was.ply, side: side, effect: effect, ruled: r,
		mover: was.standing[effect.Move.From],
		kind:  was.rules.Position.At(effect.Move.From).Kind(),
	}
	if q := effect.Leaves; q != chess.NoSquare {
		last.left, last.leftKind = was.standing[q], was.rules.Position.At(q).Kind()
		by := last.mover
		if last.left == last.mover && r != nil {
			by = was.standing[r.challenge.row.Target]
		}
		p.out = append(p.out[:len(p.out):len(p.out)], departure{who: last.left, by: by, kind: last.leftKind, ply: was.ply})
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

// decided applies the panel's ruling once there is one (B40).
func (t truth) decided(e Entry) (truth, error) {
	m := &t.match
	if m.phase != Playing || m.play.challenge == nil {
		return t, nil
	}
	vote, yes := m.play.challenge.panel.Decision()
	if !yes {
		return t, nil
	}
	c := *m.play.challenge
	id, _, ok := m.due(c)
	if !ok {
		return t, fmt.Errorf("no question has been put yet")
	}
	answer := map[judging.Vote]rules.Answer{judging.VoteRight: rules.Right, judging.VoteWrong: rules.Wrong, judging.VoteTooLate: rules.TooLate}[vote]
	state, err := m.format.Rule(m.house, m.play.rules, answer)
	if err != nil {
		return t, err
	}
	p := m.play
	was := *p.before
	p.rules = state
	p.orders = p.orders.Asked(bank(c.row.Bank))
	q, _ := m.book.Get(id)
	// A ruling is won by the side that stays better for it: the asker's when
	// the answer was not right, the answerer's when it was (R5's guide).
	winner := c.row.Asking
	if vote == judging.VoteRight {
		winner = winner.Other()
	}
	p.won[winner]++
	p = p.ended(was, &ruled{challenge: c, vote: vote, defender: was.standing[c.row.Target], question: id, revision: q.Number})
	p.since, p.sinceAt = e.Seq, e.At
	m.play = p
	return t.ended(), nil
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

func (f *standInNamed) apply(t truth, _ Entry) (truth, error) {
	if t.match.play.challenge == nil {
		return t, errNoChallenge
	}
	t.match.play = t.match.play.amend(func(c *challenge) { c.standIn = f.Post })
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

// voted is a judge's ballot on the open challenge (B40).
type voted struct {
	Vote   string `json:"vote"`
	Alone  bool   `json:"alone,omitempty"`
	Joined int64  `json:"joined,omitempty"` // set when this judge is the first to come to an empty panel
}

func (f *voted) apply(t truth, e Entry) (truth, error) {
	if t.match.play.challenge == nil {
		return t, errNoChallenge
	}
	panel := t.match.play.challenge.panel
	var err error
	if f.Joined != 0 {
		if panel, err = panel.Join(judging.Member{Seat: string(e.Seat), Joined: f.Joined}); err != nil {
			return t, err
		}
	}
	vote, err := judging.ParseVote(f.Vote)
	if err != nil {
		return t, err
	}
	if f.Alone {
		panel, err = panel.RuleAlone(string(e.Seat), vote)
	} else {
		panel, err = panel.Cast(string(e.Seat), vote)
	}
	if err != nil {
		return t, err
	}
	t.match.play = t.match.play.amend(func(c *challenge) { c.panel = panel })
	return t.decided(e)
}

// judgeGone says that a member of the panel has been gone for 20 s (B40).
type judgeGone struct {
	Judge Seat `json:"judge"`
}

func (f *judgeGone) apply(t truth, e Entry) (truth, error) {
	if t.match.play.challenge == nil {
		return t, errNoChallenge
	}
	t.match.play = t.match.play.amend(func(c *challenge) { c.panel = c.panel.Leave(string(f.Judge)) })
	return t.decided(e)
}

// judgeCame says that the first judge has come to an empty panel (B40).
type judgeCame struct {
	Judge member `json:"judge"`
}

func (f *judgeCame) apply(t truth, _ Entry) (truth, error) {
	if t.match.play.challenge == nil {
		return t, errNoChallenge
	}
	panel, err := t.match.play.challenge.panel.Join(f.Judge.judging())
	if err != nil {
		return t, err
	}
	t.match.play = t.match.play.amend(func(c *challenge) { c.panel = panel })
	return t, nil
}

// takenBack undoes the last call and what came of it (R6).
type takenBack struct {
	Reason string `json:"reason,omitempty"`
}

func (f *takenBack) apply(t truth, e Entry) (truth, error) {
	return t.undone(e)
}

// undone goes back to before the last call. A Quiz Master's own question that
// was shown is spent all the same (B37).
func (t truth) undone(e Entry) (truth, error) {
	m := &t.match
	if m.play.before == nil {
		return t, fmt.Errorf("there is no call to take back")
	}
	p := *m.play.before
	if side, id, ok := m.shownOwn(); ok {
		p.orders = p.orders.SpendOwn(side, id)
	}
	p.since, p.sinceAt = e.Seq, e.At
	m.play = p
	m.phase = Playing
	return t.ended(), nil
}

// shownOwn is the Quiz Master's own question that the last call has put on a
// screen, if it has.
func (m match) shownOwn() (chess.Side, questions.ID, bool) {
	if c := m.play.challenge; c != nil {
		id, _, ok := m.due(*c)
		return c.row.Bank.Side, id, ok && c.row.Bank.Kind == chess.Queen
	}
	if last := m.play.last; last != nil && last.ruled != nil {
		b := last.ruled.challenge.row.Bank
		return b.Side, last.ruled.question, b.Kind == chess.Queen
	}
	return chess.White, "", false
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
	t.match.book = book
	t.match.play, err = t.match.play.freshly(f.ID)
	return t, err
}
