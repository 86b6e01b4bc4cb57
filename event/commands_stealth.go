package event

import (
	"fmt"
	"strings"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// hiding passes for a Game Master while a match of hidden pieces is played, for
// a form about what goes on, and gives side and true state. What it refuses
// tells nothing of the true state.
func (t truth) hiding(by Seat, about int64) (chess.Side, rules.State, error) {
	if err := only(by, "gm"); err != nil {
		return 0, rules.State{}, err
	}
	if !t.match.veils() {
		return 0, rules.State{}, refused("S1", "This is for Stealth Chess alone (S1).")
	}
	if err := t.playing(); err != nil {
		return 0, rules.State{}, err
	}
	if err := t.about(about, "The board"); err != nil {
		return 0, rules.State{}, err
	}
	return t.side(by), *t.match.play.veil, nil
}

// dueSide passes for the Game Master whose turn it is.
func (t truth) dueSide(by Seat, about int64) (rules.State, error) {
	side, s, err := t.hiding(by, about)
	if err != nil {
		return s, err
	}
	if s.Veil.SetUp == nil && side != t.match.play.caller() {
		return s, refused("R2", "It is %s's turn, not %s's (R2).", t.match.play.caller(), side)
	}
	return s, nil
}

// callHidden is a call where pieces are hidden (S2, S5, S14, S15).
func (t truth) callHidden(by Seat, c Call, env env) (decision, error) {
	s, err := t.dueSide(by, c.About)
	if err != nil {
		return decision{}, err
	}
	move, err := readMove(c.From, c.To, c.Promotion)
	if err != nil {
		return decision{}, err
	}
	if _, err := rules.Stealth.Call(t.match.house, s, move); err != nil {
		return decision{}, err
	}
	promotion := []byte{byte(move.Promotion)}
	move.Promotion = chess.NoKind
	return decision{fact: &veiledCalled{Move: move.String(), Seal: t.seal(env, sealPromotion, promotion)}}, nil
}

// ArrangePieces changes a side's secret set-up (S1, S12, S13); by its Game
// Master. How is "swap" (of the squares A and B), "shuffle", "usual" or "plan"
// (the saved one of that name).
type ArrangePieces struct {
	How, A, B, Plan string
	About           int64
}

func (c ArrangePieces) decide(t truth, by Seat, env env) (decision, error) {
	side, s, err := t.hiding(by, c.About)
	if err != nil {
		return decision{}, err
	}
	up := s.Veil.SetUp
	if up == nil {
		return decision{}, refused("S1", "Play has begun: nothing is set up any more (S1).")
	}
	array := up.Arrays[side]
	switch c.How {
	case "swap":
		a, err := homeOf(side, c.A)
		if err != nil {
			return decision{}, err
		}
		b, err := homeOf(side, c.B)
		if err != nil {
			return decision{}, err
		}
		array = array.Swapped(a, b)
	case "shuffle":
		array = array.Shuffled(env.lot)
	case "usual":
		array = array.Ordered()
		if up.Stage != rules.Thinning { // before it everybody knows that the King alone is missing
			array = array.Filled()
		}
	case "plan":
		saved, ok := t.planOf(side, c.Plan)
		if !ok {
			return decision{}, malformed("No set-up is saved under this name: choose one of the list.")
		}
		if !saved.array.Same(array) {
			return decision{}, refused("S1", "That set-up was saved with other pieces than you have now, so it can't be used (S1).")
		}
		array = saved.array
	default:
		return decision{}, malformed("Say how the pieces are to be arranged: swap, shuffle, usual or plan.")
	}
	if _, err := rules.Stealth.Arrange(t.match.house, s, side, array); err != nil {
		return decision{}, err
	}
	return decision{fact: &veiledArranged{Side: side, Seal: t.seal(env, sealArray, arrayBytes(array))}}, nil
}

// homeOf reads one of a side's own sixteen squares as a place in its array.
func homeOf(side chess.Side, typed string) (int, error) {
	q, err := typedSquare(typed)
	if err != nil {
		return 0, err
	}
	i := rules.HomeIndex(side, q)
	if i < 0 {
		return 0, refused("S1", "%s is not on your first two ranks: you set up there alone (S1).", q)
	}
	return i, nil
}

// planOf finds a saved set-up.
func (t truth) planOf(side chess.Side, name string) (plan, bool) {
	for _, p := range t.plans[side] {
		if p.name == name {
			return p, true
		}
	}
	return plan{}, false
}

// A Game Master saves this many set-ups, each under a name of so many letters.
const maxPlans, maxPlanName = 9, 20

// SavePlan saves a side's present set-up under a name, or forgets one; by its
// Game Master. Plans are kept for the next matches of the evening.
type SavePlan struct {
	Name   string
	Forget bool
	About  int64
}

func (c SavePlan) decide(t truth, by Seat, env env) (decision, error) {
	side, s, err := t.hiding(by, c.About)
	if err != nil {
		return decision{}, err
	}
	name, err := needed("The plan's name", c.Name, maxPlanName)
	if err != nil {
		return decision{}, err
	}
	if len(name) > sealedSize-18 {
		return decision{}, malformed("The plan's name is too long: shorten it.")
	}
	_, there := t.planOf(side, name)
	var array rules.Array
	switch up := s.Veil.SetUp; {
	case c.Forget && !there:
		return decision{}, malformed("No set-up is saved under this name.")
	case c.Forget:
	case up == nil:
		return decision{}, refused("S1", "Play has begun: nothing is set up any more (S1).")
	case !there && len(t.plans[side]) >= maxPlans:
		return decision{}, refused("", "You have saved %d set-ups already: forget one first.", maxPlans)
	default:
		array = up.Arrays[side]
	}
	hidden := append(arrayBytes(array), name...)
	return decision{fact: &veiledPlanned{Side: side, Seal: t.seal(env, sealPlan, hidden)}}, nil
}

// ConfirmSetUp confirms a side's set-up, or takes that back while the other
// side has not (S1); by its Game Master.
type ConfirmSetUp struct {
	On    bool
	About int64
}

func (c ConfirmSetUp) decide(t truth, by Seat, _ env) (decision, error) {
	side, s, err := t.hiding(by, c.About)
	if err != nil {
		return decision{}, err
	}
	if _, err := rules.Stealth.Confirm(t.match.house, s, side, c.On); err != nil {
		return decision{}, err
	}
	return decision{fact: &veiledReady{Side: side, On: c.On}}, nil
}

// RemovePiece takes a piece of the enemy's blindly, as the handicap wants
// (S13); by the Game Master of the side that takes.
type RemovePiece struct {
	Square string
	About  int64
}

func (c RemovePiece) decide(t truth, by Seat, env env) (decision, error) {
	side, s, err := t.hiding(by, c.About)
	if err != nil {
		return decision{}, err
	}
	q, err := blindly(c.Square, rules.Stealth.Removable(s, side.Other()), env)
	if err != nil {
		return decision{}, err
	}
	if _, err := rules.Stealth.RemovePiece(t.match.house, s, side.Other(), q); err != nil {
		return decision{}, err
	}
	return decision{fact: &veiledRemoved{Side: side.Other(), Square: q.String(), Filled: true}}, nil
}

// blindly reads a square, or draws one of a set by lot when none is named.
func blindly(typed string, among chess.Squares, env env) (chess.Square, error) {
	if strings.TrimSpace(typed) != "" || among == 0 {
		q, err := typedSquare(typed)
		if err != nil && among != 0 {
			return q, err
		}
		return q, nil
	}
	n := env.lot(among.Count())
	for q := range among.All() {
		if n == 0 {
			return q, nil
		}
		n--
	}
	return chess.NoSquare, malformed("Choose a square.")
}

// TouchPiece binds a side to one of its pieces (S4); by its Game Master.
type TouchPiece struct {
	Square string
	About  int64
}

func (c TouchPiece) decide(t truth, by Seat, env env) (decision, error) {
	s, err := t.dueSide(by, c.About)
	if err != nil {
		return decision{}, err
	}
	if strings.TrimSpace(c.Square) == "" {
		return decision{}, malformed("Nobody is chosen: tap one of your players on the board, then touch it.")
	}
	q, err := typedSquare(c.Square)
	if err != nil {
		return decision{}, err
	}
	if _, err := rules.Stealth.Touch(t.match.house, s, q); err != nil {
		return decision{}, err
	}
	return decision{fact: &veiledTouched{Seal: t.seal(env, sealTouch, []byte{byte(q)})}}, nil
}

// ExchangePieces exchanges a side's King with one of its Rooks (S10); by its
// Game Master.
type ExchangePieces struct {
	A, B  string
	About int64
}

func (c ExchangePieces) decide(t truth, by Seat, _ env) (decision, error) {
	s, err := t.dueSide(by, c.About)
	if err != nil {
		return decision{}, err
	}
	var pair [2]chess.Square
	for i, typed := range []string{c.A, c.B} {
		if pair[i], err = typedSquare(typed); err != nil {
			return decision{}, err
		}
	}
	// In the order of the board, so that the record does not tell who is the King.
	a, b := min(pair[0], pair[1]), max(pair[0], pair[1])
	if _, err := rules.Stealth.Exchange(t.match.house, s, a, b); err != nil {
		return decision{}, err
	}
	return decision{fact: &veiledExchanged{A: a.String(), B: b.String()}}, nil
}

// PassTurn ends a turn in which a side has no legal move (S6); by its Game
// Master.
type PassTurn struct{ About int64 }

func (c PassTurn) decide(t truth, by Seat, _ env) (decision, error) {
	s, err := t.dueSide(by, c.About)
	if err != nil {
		return decision{}, err
	}
	if _, err := rules.Stealth.Pass(t.match.house, s); err != nil {
		return decision{}, err
	}
	return decision{fact: &veiledPassed{}}, nil
}

// AnswerMove answers the enemy's move (S14): with Call it is called a bluff,
// else it is let stand, which on a capture is to surrender; by the other side's
// Game Master.
type AnswerMove struct {
	Call  bool
	About int64
}

func (c AnswerMove) decide(t truth, by Seat, _ env) (decision, error) {
	side, s, err := t.hiding(by, c.About)
	if err != nil {
		return decision{}, err
	}
	if d := s.Veil.Doubt; d != nil && d.Side == side {
		return decision{}, refused("S14", "The other side answers your move (S14).")
	}
	if _, err := rules.Stealth.Answer(t.match.house, s, c.Call); err != nil {
		return decision{}, err
	}
	return decision{fact: &veiledAnswered{Call: c.Call}}, nil
}

// ChooseBlindly is the blind choice that is due (S14, S15): a square, or by lot
// when none is named; by the Game Master who is due.
type ChooseBlindly struct {
	Square string
	About  int64
}

func (c ChooseBlindly) decide(t truth, by Seat, env env) (decision, error) {
	side, s, err := t.hiding(by, c.About)
	if err != nil {
		return decision{}, err
	}
	if d := s.Veil.Due; d != nil && d.By != side {
		return decision{}, refused(d.Clause, "%s chooses, not %s (%s).", d.By, side, d.Clause)
	}
	q, err := blindly(c.Square, rules.Stealth.Choosable(t.match.house, s), env)
	if err != nil {
		return decision{}, err
	}
	if _, err := rules.Stealth.Choose(t.match.house, s, q); err != nil {
		return decision{}, err
	}
	return decision{fact: &veiledChosen{Square: q.String()}}, nil
}

// guessKinds are what a piece can be taken for, by the letter of a form.
var guessKinds = map[string]chess.Kind{"k": chess.King, "q": chess.Queen, "r": chess.Rook, "b": chess.Bishop, "n": chess.Knight, "p": chess.Pawn}

// GuessPiece unmasks an enemy's piece (S15): Kind is one of k q r b n p; by the
// Game Master whose turn it is.
type GuessPiece struct {
	Square, Kind string
	About        int64
}

func (c GuessPiece) decide(t truth, by Seat, env env) (decision, error) {
	s, err := t.dueSide(by, c.About)
	if err != nil {
		return decision{}, err
	}
	q, err := typedSquare(c.Square)
	if err != nil {
		return decision{}, err
	}
	kind := guessKinds[strings.ToLower(strings.TrimSpace(c.Kind))]
	if _, err := rules.Stealth.Guess(t.match.house, s, q, kind); err != nil {
		return decision{}, err
	}
	return decision{fact: &veiledGuessed{Square: q.String(), Seal: t.seal(env, sealGuess, []byte{byte(kind)})}}, nil
}

// Reveal lifts the veil after the end (S8); by the host or the head judge. Sure
// is the second confirmation.
type Reveal struct {
	Sure  bool
	About int64
}

func (c Reveal) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.presides(by, true, "S8", "reveal the pieces"); err != nil {
		return decision{}, err
	}
	switch {
	case !t.match.veils():
		return decision{}, refused("S8", "Nothing is hidden in this match (S8).")
	case t.match.revealed:
		return decision{}, refused("S8", "The pieces are revealed already (S8).")
	case t.match.phase != Ended:
		return decision{}, refused("S8", "The pieces are revealed once the match has ended (S8).")
	}
	if err := t.about(c.About, "The match"); err != nil {
		return decision{}, err
	}
	if !c.Sure {
		return decision{}, malformed("Revealing has to be confirmed a second time: afterwards the match can't go on (S8).")
	}
	return decision{fact: &revealed{}}, nil
}

// final passes as long as a match can still be put right: not once its hidden
// pieces have been revealed (S8).
func (t truth) final(what string) error {
	if t.match.revealed {
		return refused("S8", "The pieces have been revealed, so this match can't be %s any more (S8).", what)
	}
	return nil
}

// mayTakeBackHidden says whether a side's Game Master can take its own last
// call back where pieces are hidden (R6): only while nobody has learnt anything.
func (m match) mayTakeBackHidden(s chess.Side) error {
	p := m.play
	switch {
	case m.revealed || p.before == nil || p.ending != nil || p.last == nil:
		return refused("R6", "There is no call to take back (R6).")
	case p.before.caller() != s:
		return refused("R6", "The last call was the other side's, so it is theirs to take back (R6).")
	case m.rule(rules.KeySuperBluff) == rules.On:
		return refused("S14", "Your move stands until the other side answers it, so only the head judge or the host can take it back (S14).")
	case p.last.left != 0 || len(p.asides) > 0 || p.last.veiled != moved && p.last.veiled != exchanged && p.last.veiled != passed:
		return refused("R6", "Something has come of this call already, so only the head judge or the host can take it back (R6).")
	}
	return nil
}

// notHidden refuses what can't be done where pieces are hidden.
func (m match) notHidden(clause, why string) error {
	if !m.veils() {
		return nil
	}
	return refused(clause, "%s", fmt.Sprintf("%s (%s).", why, clause))
}
