package event

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

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
	home, err := typedSquare(c.Post)
	if err != nil {
		return decision{}, err
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
	return decision{fact: &freshTyped{written{ID: id, Side: b.Side, Kind: b.Kind, Text: text}}}, nil
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
