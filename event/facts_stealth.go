package event

import (
	"fmt"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// What seals are for: a seal of one purpose is no good for another.
const (
	sealArray     = "array"
	sealPlan      = "plan"
	sealPromotion = "promotion"
	sealTouch     = "touch"
	sealGuess     = "guess"
)

// behind passes while a match of hidden pieces is played, with the true state.
func (t truth) behind() (rules.State, error) {
	if m := t.match; m.phase == Playing && m.play.veil != nil && !m.revealed {
		return *m.play.veil, nil
	}
	return rules.State{}, errNotVeiled
}

// veiledArranged is a change of a side's set-up (S1, S12, S13).
type veiledArranged struct {
	Side chess.Side `json:"side"`
	Seal sealed     `json:"seal"`
}

func (f *veiledArranged) apply(t truth, _ Entry) (truth, error) {
	s, err := t.behind()
	if err != nil {
		return t, err
	}
	hidden, err := t.unseal(f.Seal, sealArray)
	if err != nil {
		return t, err
	}
	next, err := rules.Stealth.Arrange(t.match.house, s, f.Side, arrayOf(hidden))
	if err != nil {
		return t, err
	}
	t.match.play.veil = &next
	return t, nil
}

func arrayOf(b []byte) (a rules.Array) {
	for i := range min(len(a), len(b)) {
		a[i] = chess.Kind(b[i])
	}
	return a
}

func arrayBytes(a rules.Array) []byte {
	b := make([]byte, len(a))
	for i, k := range a {
		b[i] = byte(k)
	}
	return b
}

// veiledPlanned saves a side's set-up under a name, or forgets one.
type veiledPlanned struct {
	Side chess.Side `json:"side"`
	Seal sealed     `json:"seal"` // the array, then the name; the name alone to forget it
}

func (f *veiledPlanned) apply(t truth, _ Entry) (truth, error) {
	hidden, err := t.unseal(f.Seal, sealPlan)
	if err != nil {
		return t, err
	}
	if len(hidden) < 16 || f.Side > chess.Black {
		return t, errSeal
	}
	made := plan{name: string(hidden[16:]), array: arrayOf(hidden)}
	var list []plan
	for _, p := range t.plans[f.Side] {
		if p.name != made.name {
			list = append(list, p)
		}
	}
	if made.array != (rules.Array{}) {
		list = append(list, made)
	}
	t.plans[f.Side] = list
	return t, nil
}

// veiledReady confirms a side's set-up, or takes that back (S1).
type veiledReady struct {
	Side chess.Side `json:"side"`
	On   bool       `json:"on"`
}

func (f *veiledReady) apply(t truth, e Entry) (truth, error) {
	s, err := t.behind()
	if err != nil {
		return t, err
	}
	next, err := rules.Stealth.Confirm(t.match.house, s, f.Side, f.On)
	if err != nil {
		return t, err
	}
	return t.staged(e, s, next)
}

// staged goes on with the set-up; a new stage, and play, begins a turn.
func (t truth) staged(e Entry, was, next rules.State) (truth, error) {
	m := &t.match
	p := m.play
	p.veil = &next
	if next.Veil.SetUp == nil || next.Veil.SetUp.Stage != was.Veil.SetUp.Stage {
		p = m.begin(m.lined(p), e)
	}
	m.play = p
	return t.ended(), nil
}

// veiledRemoved takes a piece of a side blindly before play (S13).
type veiledRemoved struct {
	Side   chess.Side `json:"side"` // whose piece
	Square string     `json:"square"`
	Filled bool       `json:"filled,omitempty"` // the set-up that is proposed after the last one tells nothing of kinds
}

func (f *veiledRemoved) apply(t truth, e Entry) (truth, error) {
	s, err := t.behind()
	if err != nil {
		return t, err
	}
	q, err := chess.ParseSquare(f.Square)
	if err != nil {
		return t, err
	}
	next, err := rules.Stealth.RemovePiece(t.match.house, s, f.Side, q)
	if err != nil {
		return t, err
	}
	if f.Filled {
		next = rules.Stealth.Proposed(t.match.house, next)
	}
	return t.staged(e, s, next)
}

// veiledTouched binds the side to move to a piece (S4): its own tablet's alone.
type veiledTouched struct {
	Seal sealed `json:"seal"`
}

func (f *veiledTouched) apply(t truth, _ Entry) (truth, error) {
	s, err := t.behind()
	if err != nil {
		return t, err
	}
	hidden, err := t.unseal(f.Seal, sealTouch)
	if err != nil || len(hidden) != 1 {
		return t, errSeal
	}
	next, err := rules.Stealth.Touch(t.match.house, s, chess.Square(hidden[0]))
	if err != nil {
		return t, err
	}
	t.match.play.veil = &next
	return t, nil
}

// veiledCalled is a call of hidden pieces. The promotion is sealed, whether or
// not there is one (S5).
type veiledCalled struct {
	Move string `json:"move"`
	Seal sealed `json:"seal"`
}

func (f *veiledCalled) apply(t truth, e Entry) (truth, error) {
	s, err := t.behind()
	if err != nil {
		return t, err
	}
	move, err := chess.ParseMove(f.Move)
	if err != nil {
		return t, err
	}
	hidden, err := t.unseal(f.Seal, sealPromotion)
	if err != nil || len(hidden) != 1 {
		return t, errSeal
	}
	move.Promotion = chess.Kind(hidden[0])
	next, err := rules.Stealth.Call(t.match.house, s, move)
	if err != nil {
		return t, err
	}
	return t.called(e, next)
}

// called puts a call, an exchange or a pass into play: a ply of its own, unless
// it is answered first (S14).
func (t truth) called(e Entry, next rules.State) (truth, error) {
	m := &t.match
	before := m.play
	what, how, by := moved, "", post(0)
	switch last := next.Last; {
	case next.Veil.Doubt != nil && next.Veil.Doubt.Capture:
	case last.Clause == "S15":
		what, how = stumbled, "a call that a turned player could not make"
	case last.Clause == "S10":
		what = exchanged
	case last.Clause == "S6":
		what = passed
	default:
		by = before.standing[last.Move.From]
	}
	p := m.onward(next, by, how)
	p.before, p.offers, p.put, p.asides = &before, [2]bool{}, nil, nil
	if d := next.Veil.Doubt; d == nil || !d.Capture {
		p = m.plied(p, before, what)
	}
	m.play = m.begin(p, e)
	return t.ended(), nil
}

// veiledExchanged exchanges two of a side (S10).
type veiledExchanged struct {
	A string `json:"a"`
	B string `json:"b"`
}

func (f *veiledExchanged) apply(t truth, e Entry) (truth, error) {
	s, err := t.behind()
	if err != nil {
		return t, err
	}
	a, err := chess.ParseSquare(f.A)
	if err != nil {
		return t, err
	}
	b, err := chess.ParseSquare(f.B)
	if err != nil {
		return t, err
	}
	next, err := rules.Stealth.Exchange(t.match.house, s, a, b)
	if err != nil {
		return t, err
	}
	return t.called(e, next)
}

// veiledPassed is a turn without a move (S6).
type veiledPassed struct{}

func (f *veiledPassed) apply(t truth, e Entry) (truth, error) {
	s, err := t.behind()
	if err != nil {
		return t, err
	}
	next, err := rules.Stealth.Pass(t.match.house, s)
	if err != nil {
		return t, err
	}
	return t.called(e, next)
}

// veiledAnswered is the enemy's answer to a move (S14).
type veiledAnswered struct {
	Call bool `json:"call"`
}

func (f *veiledAnswered) apply(t truth, e Entry) (truth, error) {
	s, err := t.behind()
	if err != nil {
		return t, err
	}
	next, err := rules.Stealth.Answer(t.match.house, s, f.Call)
	if err != nil {
		return t, err
	}
	m := &t.match
	was, d := m.play, *s.Veil.Doubt
	mover, answerer := was.standing[d.Move.From], d.Side.Other()
	bluff := f.Call && d.Bluff
	by, how := mover, ""
	if bluff {
		by, how = 0, "a called bluff"
	}
	p := m.onward(next, by, how)
	switch {
	case d.Capture && bluff:
		p = m.plied(p, was, bluffed)
	case d.Capture:
		p = m.plied(p, was, moved)
	case bluff:
		// The ply is over already; now it is known for what it was.
		last := *was.last
		last.veiled, last.left, last.leftKind = bluffed, p.out[len(p.out)-1].who, p.out[len(p.out)-1].kind
		last.effect.Clause, last.effect.Outcome, last.effect.Leaves = clauseOf[bluffed], rules.Vanishes, d.Move.From
		last.effect.After, last.effect.Result = p.rules.Position, p.rules.Result
		p.last = &last
	}
	switch {
	case f.Call && !bluff:
		p = p.besides(aside{what: doubted, side: answerer, at: d.Move.To})
	case !f.Call && !d.Capture:
		p = p.besides(aside{what: stood, side: answerer, at: d.Move.To})
	}
	m.play = m.begin(p, e)
	return t.ended(), nil
}

// veiledChosen is a blind choice (S14, S15).
type veiledChosen struct {
	Square string `json:"square"`
}

func (f *veiledChosen) apply(t truth, e Entry) (truth, error) {
	s, err := t.behind()
	if err != nil {
		return t, err
	}
	q, err := chess.ParseSquare(f.Square)
	if err != nil {
		return t, err
	}
	next, err := rules.Stealth.Choose(t.match.house, s, q)
	if err != nil {
		return t, err
	}
	m := &t.match
	who := m.play.standing[q]
	p := m.onward(next, 0, "a blind choice").besides(aside{what: chosen, side: s.Veil.Due.By, who: who, at: q})
	m.play = m.begin(p, e)
	return t.ended(), nil
}

// veiledGuessed is a guess at an enemy's piece (S15). What was guessed is the
// guesser's alone.
type veiledGuessed struct {
	Square string `json:"square"`
	Seal   sealed `json:"seal"`
}

func (f *veiledGuessed) apply(t truth, e Entry) (truth, error) {
	s, err := t.behind()
	if err != nil {
		return t, err
	}
	q, err := chess.ParseSquare(f.Square)
	if err != nil {
		return t, err
	}
	hidden, err := t.unseal(f.Seal, sealGuess)
	if err != nil || len(hidden) != 1 {
		return t, errSeal
	}
	next, err := rules.Stealth.Guess(t.match.house, s, q, chess.Kind(hidden[0]))
	if err != nil {
		return t, err
	}
	m := &t.match
	did := aside{what: guessedWrong, side: m.play.caller(), who: m.play.standing[q], at: q}
	if next.Veil.Turned.Has(q) {
		did.what = guessedRight
	}
	m.play = m.begin(m.onward(next, 0, "").besides(did), e)
	return t, nil
}

// revealed lifts the veil after the end (S8).
type revealed struct{}

func (f *revealed) apply(t truth, _ Entry) (truth, error) {
	if t.match.phase != Ended || !t.match.veils() {
		return t, fmt.Errorf("there is nothing to reveal")
	}
	t.match = t.match.unveiled()
	return t, nil
}
