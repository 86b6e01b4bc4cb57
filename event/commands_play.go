package event

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fmt"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// Call is a Game Master's call of a move (R3). From, To and Promotion are as
// typed: "c3", "f6", and a letter q, r, b or n where a promotion is due.
type Call struct {
	From, To, Promotion string
	About               int64
}

func (c Call) decide(t truth, by Seat, env env) (decision, error) {
	if err := only(by, "gm"); err != nil {
		return decision{}, err
	}
	if err := t.playing(); err != nil {
		return decision{}, err
	}
	if err := t.about(c.About, "The board"); err != nil {
		return decision{}, err
	}
	p := t.match.play
	if p.challenge == nil && t.side(by) != p.caller() {
		return decision{}, refused("R2", "It is %s's turn to call, not %s's (R2).", p.caller(), t.side(by))
	}
	if p.review != nil {
		return decision{}, refused("B42", "The judges are looking at the last ruling again: wait for them (B42).")
	}
	if wait := t.match.appealWait(env.now); wait > 0 {
		return decision{}, refused("B42", "The ruling can still be appealed against: call in %d seconds (B42).", (wait+999)/1000)
	}
	move, err := readMove(c.From, c.To, c.Promotion)
	if err != nil {
		return decision{}, err
	}
	if _, err := t.match.format.Call(t.match.house, p.rules, move); err != nil {
		return decision{}, err
	}
	return decision{fact: &called{Move: move.String(), Panel: t.match.presentJudges(env)}}, nil
}

// appealWait is how long no call is taken after a ruling, in milliseconds (B42).
// Where no appeal is left on either side, nobody waits.
func (m match) appealWait(now int64) int64 {
	seconds, _ := m.house.Number(m.format, rules.KeyAppealSeconds)
	if m.play.ruledAt == 0 || m.play.last == nil || m.play.last.ruled == nil || m.appealsLeft(chess.White)+m.appealsLeft(chess.Black) <= 0 {
		return 0
	}
	return m.play.ruledAt + int64(seconds)*1000 - now
}

// presentJudges lists the judges with a live page, the earliest seat first (B40).
func (m match) presentJudges(env env) []member {
	var list []member
	for i, j := range m.judges {
		if env.present(j.seat) {
			list = append(list, member{j.seat, int64(i + 1)})
		}
	}
	return list
}

// CallPair splits a typed call like "c3 f6", "c3-f6" or "c3f6" in two squares.
func CallPair(typed string) (from, to string) {
	parts := strings.FieldsFunc(typed, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(parts) > 2 && strings.EqualFold(parts[1], "to") {
		return parts[0], parts[2]
	}
	if len(parts) == 2 {
		return parts[0], parts[1]
	}
	if len(parts) == 1 && len(parts[0]) == 4 {
		return parts[0][:2], parts[0][2:]
	}
	return typed, ""
}

// TakeBack undoes the last call (R6): by its caller as long as no question of
// it is on any screen; by the head judge or the host with a reason.
type TakeBack struct {
	Reason string
	About  int64
}

func (c TakeBack) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "gm", "judge", "host"); err != nil {
		return decision{}, err
	}
	if t.match.phase != Playing && t.match.phase != Ended {
		return decision{}, refused("R6", "There is no call to take back (R6).")
	}
	if err := t.about(c.About, "The board"); err != nil {
		return decision{}, err
	}
	reason, err := line("The reason", c.Reason, maxReason)
	if err != nil {
		return decision{}, err
	}
	if by.Role() == "gm" {
		if err := t.match.mayTakeBack(t.side(by)); err != nil {
			return decision{}, err
		}
		return decision{fact: &takenBack{Reason: reason}}, nil
	}
	if by != Host && by != t.match.headJudge() {
		return decision{}, &Problem{Reason: Forbidden, Clause: "R6", Words: "Only the head judge or the host can take a call back (R6)."}
	}
	if t.match.play.before == nil || t.match.play.ending != nil {
		return decision{}, refused("R6", "There is no call to take back (R6).")
	}
	if reason == "" {
		return decision{}, malformed("Say why the call is taken back, in a few words (R6).")
	}
	return decision{fact: &takenBack{Reason: reason}}, nil
}

// mayTakeBack says whether a side's Game Master can take the last call back (R6).
func (m match) mayTakeBack(s chess.Side) error {
	p := m.play
	switch {
	case p.before == nil || p.ending != nil:
		return refused("R6", "There is no call to take back (R6).")
	case p.before.caller() != s:
		return refused("R6", "The last call was the other side's, so it is theirs to take back (R6).")
	case p.challenge == nil && p.last.effect.Clause == "R9":
		return refused("R6", "The head judge entered this move, so only the head judge or the host can take it back (R6).")
	case p.challenge != nil && m.onScreen(*p.challenge), p.challenge == nil && p.last.ruled != nil:
		return refused("R6", "The question of this call has been shown, so only the head judge or the host can take it back (R6).")
	}
	return nil
}

// onScreen tells whether a question of the open challenge is, or was, on any
// screen: not while a stand-in is to be named (B2), nor while a first fresh
// question is still to be written (B33).
func (m match) onScreen(c challenge) bool {
	return c.shown() && (!m.needsFresh(c) || c.fresh != "" || len(c.thrown) > 0)
}

// NameStandIn says who answers for a marker (B2); by the Game Master of its
// side. Post is the home square of the player who answers.
type NameStandIn struct {
	Post  string
	About int64
}

func (c NameStandIn) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "gm"); err != nil {
		return decision{}, err
	}
	ch, err := t.open(c.About)
	if err != nil {
		return decision{}, err
	}
	if ch.shown() {
		return decision{}, refused("B2", "Nobody has to be named: the question is on the screens already (B2).")
	}
	if t.side(by) != ch.answers.side() {
		return decision{}, &Problem{Reason: Forbidden, Clause: "B2", Words: "The Game Master of the side that answers names who answers for a marker (B2)."}
	}
	home, err := chess.ParseSquare(c.Post)
	if err != nil {
		return decision{}, malformed("%s.", err)
	}
	homes := homesIn(t.match.start().Position)
	for _, p := range t.match.standIns(ch) {
		if homes.of(p) == home {
			return decision{fact: &standInNamed{Post: p}}, nil
		}
	}
	return decision{}, refused("B2", "Nobody of your side started on %s who could answer: choose one of the names (B2).", home)
}

// standIns lists who can answer for the marker that is asked: the people of
// its side, whether they are on the floor or have left it; a side without
// people is answered for by its marker's post, whoever the judges ask.
func (m match) standIns(c challenge) []post {
	var list []post
	for i := range posts {
		if p := postOf(c.answers.side(), i); m.who(p) != "" {
			list = append(list, p)
		}
	}
	if len(list) == 0 {
		list = append(list, c.answers)
	}
	return list
}

// DrawLot lets chance name who answers for a marker (B2); by a judge.
type DrawLot struct{ About int64 }

func (c DrawLot) decide(t truth, by Seat, env env) (decision, error) {
	if err := only(by, "judge"); err != nil {
		return decision{}, err
	}
	ch, err := t.open(c.About)
	if err != nil {
		return decision{}, err
	}
	if ch.shown() {
		return decision{}, refused("B2", "Nobody has to be drawn: the question is on the screens already (B2).")
	}
	list := t.match.standIns(ch)
	return decision{fact: &standInNamed{Post: list[env.lot(len(list))], Drawn: true}}, nil
}

// GiveHint is the one word that a Quiz Master gives a Bishop (B20).
type GiveHint struct {
	Word  string
	About int64
}

func (c GiveHint) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "qm"); err != nil {
		return decision{}, err
	}
	ch, err := t.open(c.About)
	if err != nil {
		return decision{}, err
	}
	if !ch.row.Recited || ch.row.Asking != t.side(by) || !ch.shown() || t.match.fromConsole(ch) {
		return decision{}, refused("B20", "A hint is for your own Bishop who reads from memory, and none reads now (B20).")
	}
	if ch.hint != "" {
		return decision{}, refused("B20", "The hint was given: it is one word, once (B20).")
	}
	word, err := line("The hint", c.Word, 200)
	if err != nil {
		return decision{}, err
	}
	if n := utf8.RuneCountInString(word); n == 0 || n > 30 || strings.ContainsRune(word, ' ') {
		return decision{}, refused("B20", "A hint is one word of 1 to 30 characters (B20).")
	}
	return decision{fact: &hintGiven{word}}, nil
}

// Juggle changes the order of a side's questions (B32): Question goes before
// another of its bank (to the end when Before is empty), or changes places
// with one of another bank.
type Juggle struct {
	Question, Before, With string
	About                  int64
}

func (c Juggle) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "qm"); err != nil {
		return decision{}, err
	}
	if err := t.playing(); err != nil {
		return decision{}, err
	}
	if t.match.rule(rules.KeyJuggling) == rules.Off {
		return decision{}, refused("B32", "Juggling is off in this match (B32).")
	}
	side := t.side(by)
	b, from, ok := t.match.placeOf(side, c.Question)
	if !ok {
		return decision{}, malformed("That question is not in your banks: look at the list again.")
	}
	f := juggled{Side: side, Bank: b.Kind, From: from}
	switch {
	case c.With != "":
		other, to, ok := t.match.placeOf(side, c.With)
		if !ok {
			return decision{}, malformed("The question to change places with is not in your banks: look at the list again.")
		}
		f.WithBank, f.To = other.Kind, to
	case c.Before != "":
		other, to, ok := t.match.placeOf(side, c.Before)
		if !ok || other != b {
			return decision{}, malformed("A question can be put before one of its own bank: look at the list again.")
		}
		if f.To = to; to > from {
			f.To--
		}
	default:
		f.To = len(t.match.play.orders.Standing(b).Places)
	}
	if f.WithBank == chess.NoKind && f.To == f.From {
		return decision{}, nil
	}
	return decision{fact: &f}, nil
}

// placeOf finds a question in a side's banks as they are asked.
func (m match) placeOf(s chess.Side, id string) (questions.Bank, int, bool) {
	for _, standing := range m.play.orders.Standings(s) {
		for i, place := range standing.Places {
			if string(place.ID) == id {
				return standing.Bank, i + 1, true
			}
		}
	}
	return questions.Bank{}, 0, false
}

// TypeFresh gives a Quiz Master whose own questions have run out a fresh one,
// to be approved by one judge (B33).
type TypeFresh struct {
	Text  questions.Text
	About int64
}

func (c TypeFresh) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "qm"); err != nil {
		return decision{}, err
	}
	ch, err := t.open(c.About)
	if err != nil {
		return decision{}, err
	}
	if !t.match.needsFresh(ch) || ch.row.Asking != t.side(by) {
		return decision{}, refused("B33", "No fresh question is needed now (B33).")
	}
	if ch.fresh != "" {
		return decision{}, refused("B33", "A fresh question waits for a judge already (B33).")
	}
	text := c.Text.Clean()
	if err := text.Check(); err != nil {
		return decision{}, malformed("%s", err)
	}
	b := bank(ch.row.Bank)
	for _, q := range every(t.match.book) {
		// One that was typed and never approved has been on no screen of a player's.
		if _, _, banked := t.match.placeOf(b.Side, string(q.ID)); !banked && len(q.ApprovedBy) == 0 {
			continue
		}
		if q.Bank.Side == b.Side && strings.EqualFold(q.Text.Question, text.Question) {
			return decision{}, refused("B33", "This question is in your banks already; a fresh one is due (B33).")
		}
	}
	id := questions.ID(fmt.Sprintf("q%d-1", t.seq+1))
	return decision{fact: &freshTyped{written{id, b.Side, b.Kind, text}}}, nil
}

// needsFresh tells whether the open challenge waits for a fresh question (B33).
func (m match) needsFresh(c challenge) bool {
	_, _, ok := m.due(c)
	return !ok && c.shown() && c.row.Bank.Kind == chess.Queen
}

// freshWait is how long a Quiz Master has to type a fresh question before the
// judges may take one from the reserve, in milliseconds (B33).
const freshWait = 120_000

// TakeReserve lets a judge take a question that neither side has seen, when a
// Quiz Master has given no fresh one for 120 s (B33).
type TakeReserve struct {
	ID    string
	About int64
}

func (c TakeReserve) decide(t truth, by Seat, env env) (decision, error) {
	if err := only(by, "judge"); err != nil {
		return decision{}, err
	}
	ch, err := t.open(c.About)
	if err != nil {
		return decision{}, err
	}
	if !t.match.needsFresh(ch) {
		return decision{}, refused("B33", "No question of the reserve is needed now (B33).")
	}
	if env.now < ch.at+freshWait {
		return decision{}, refused("B33", "The Quiz Master has 120 seconds to give a fresh question first (B33).")
	}
	id := questions.ID(c.ID)
	if q, ok := t.match.reserve.Get(id); !ok || t.match.state(q) != questions.Approved {
		return decision{}, malformed("That question is not in the reserve: look at the list again.")
	}
	return decision{fact: &reserveTaken{id}}, nil
}

// OfferDraw offers a draw to the other side; when both offer, it is agreed (R5).
type OfferDraw struct{ About int64 }

func (c OfferDraw) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.gameMasters(by, c.About); err != nil {
		return decision{}, err
	}
	if t.match.play.offers[t.side(by)] {
		return decision{}, refused("R5", "Your offer of a draw stands already (R5).")
	}
	return decision{fact: &drawOffered{t.side(by)}}, nil
}

func (t truth) gameMasters(by Seat, about int64) error {
	if err := only(by, "gm"); err != nil {
		return err
	}
	if err := t.playing(); err != nil {
		return err
	}
	return t.about(about, "The board")
}

// AnswerDraw withdraws the own offer of a draw (Mine), or declines the other
// side's (R5).
type AnswerDraw struct {
	Mine  bool
	About int64
}

func (c AnswerDraw) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.gameMasters(by, c.About); err != nil {
		return decision{}, err
	}
	offer := t.side(by)
	if !c.Mine {
		offer = offer.Other()
	}
	if !t.match.play.offers[offer] {
		return decision{}, refused("R5", "No offer of a draw stands (R5).")
	}
	return decision{fact: &drawAnswered{offer}}, nil
}

// AgreeDraw takes the other side's offer of a draw (R5).
type AgreeDraw struct{ About int64 }

func (c AgreeDraw) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.gameMasters(by, c.About); err != nil {
		return decision{}, err
	}
	if !t.match.play.offers[t.side(by).Other()] {
		return decision{}, refused("R5", "No offer of a draw stands (R5).")
	}
	return decision{fact: &drawOffered{t.side(by)}}, nil
}

// Resign gives the match to the other side (R5). Sure is the second confirmation.
type Resign struct {
	Sure  bool
	About int64
}

func (c Resign) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.gameMasters(by, c.About); err != nil {
		return decision{}, err
	}
	if !c.Sure {
		return decision{}, malformed("Resigning has to be confirmed a second time (R5).")
	}
	return decision{fact: &resigned{t.side(by)}}, nil
}

// Vote is a judge's ballot on the open challenge, or on the last ruling that is
// looked at again: right, wrong or late (B20, B40 to B42). Alone is the head
// judge's ruling without the others.
type Vote struct {
	Vote   string
	Alone  bool
	Reason string // for a ruling that is amended
	About  int64
}

func (c Vote) decide(t truth, by Seat, env env) (decision, error) {
	if err := t.seated(by); err != nil {
		return decision{}, err
	}
	reason, err := line("The reason", c.Reason, maxReason)
	if err != nil {
		return decision{}, err
	}
	f := voted{Vote: c.Vote, Alone: c.Alone, Reason: reason}
	panel, _ := t.match.play.openPanel()
	if t.match.play.review != nil {
		if err := t.about(c.About, "The ruling"); err != nil {
			return decision{}, err
		}
		if err := t.mayVote(c.Vote, t.match.play.last.ruled.challenge); err != nil {
			return decision{}, err
		}
	} else {
		ch, err := t.open(c.About)
		if err != nil {
			return decision{}, err
		}
		if err := t.mayVote(c.Vote, ch); err != nil {
			return decision{}, err
		}
		if _, _, ok := t.match.due(ch); !ok {
			return decision{}, refused("", "No question has been put yet, so there is nothing to rule on.")
		}
	}
	switch {
	case c.Alone && by != t.match.headJudge():
		return decision{}, &Problem{Reason: Forbidden, Clause: "B40", Words: "Only the head judge can rule alone (B40)."}
	case c.Alone && reason == "" && t.match.play.review != nil && t.match.play.review.reason == "":
		return decision{}, malformed("Say the reason why you rule alone on what is looked at again, in a few words (B41).")
	case !c.Alone && len(panel.Members) == 0:
		f.Joined = env.now
	}
	return decision{fact: &f}, nil
}
