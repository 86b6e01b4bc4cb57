package event

import (
	"fmt"
	"slices"
	"strings"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// NameMatch gives the match and its teams their names; host only.
type NameMatch struct{ Match, White, Black string }

func (c NameMatch) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	name, err := line("The match's name", c.Match, maxName)
	if err != nil {
		return decision{}, err
	}
	f := matchNamed{Match: name}
	for i, typed := range []string{c.White, c.Black} {
		side := chess.Sides[i].String()
		team, err := line(side+"'s team name", typed, maxName)
		if err != nil {
			return decision{}, err
		}
		if team == "" {
			team = side
		}
		f.Teams[i] = team
	}
	if strings.EqualFold(f.Teams[0], f.Teams[1]) {
		return decision{}, refused("", "Both teams are called “%s”: give them different names.", f.Teams[0])
	}
	return decision{fact: &f}, nil
}

// SetHouse chooses house rules by key; those not named keep their values. Host
// only, before the start.
type SetHouse struct{ House map[string]string }

func (c SetHouse) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if err := t.inSetUp(); err != nil {
		return decision{}, err
	}
	house := rules.House{}
	for k, v := range t.match.house {
		house[k] = v
	}
	for k, v := range c.House {
		house[k] = strings.TrimSpace(v)
	}
	if err := house.Check(t.match.format); err != nil {
		return decision{}, malformed("%s", err)
	}
	return decision{fact: &houseRuled{House: house}}, nil
}

// SetRoster says who stands at a side's posts, before the start; host only.
// Names go to the posts in their order: rank by rank from the side's own first,
// each from the a-file. Posts, where set, names every one by home square instead. An
// empty name is a marker (B2).
type SetRoster struct {
	Side  chess.Side
	Names []string
	Posts map[string]string
}

func (c SetRoster) decide(t truth, by Seat, e env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if err := t.inSetUp(); err != nil {
		return decision{}, err
	}
	due := homesIn(t.match.start().Position)[c.Side]
	if len(c.Names) > len(due) {
		return decision{}, malformed("%s has %d names and %d posts: take %d names out.", c.Side, len(c.Names), len(due), len(c.Names)-len(due))
	}
	typed := slices.Clone(c.Names)
	if c.Posts != nil {
		typed = nil
		for _, q := range due {
			name, sent := c.Posts[q.String()]
			if !sent {
				return decision{}, malformed("The field post-%s is missing, so nothing was changed: reload the page, or send every post of %s, empty for a marker.", q, c.Side)
			}
			typed = append(typed, name)
		}
	}
	f := rosterSet{Side: c.Side}
	names := map[string]string{}
	used := map[person]bool{}
	for _, who := range t.match.roster[c.Side.Other()] {
		used[who] = true
	}
	for i, one := range typed {
		name, err := line(fmt.Sprintf("Name %d of %s", i+1, c.Side), Unnumbered(one), maxName)
		if err != nil {
			return decision{}, err
		}
		if name == "" {
			continue
		}
		// Who is on the list keeps what is known of them.
		if g := t.match.called(name, e, used, t.match.roster[c.Side][i]); g != "" {
			f.People[i], used[g] = g, true
		} else {
			id := person(fmt.Sprintf("p%d-%d", t.seq+1, i+1))
			f.People[i] = id
			names[string(id)] = name
		}
	}
	return decision{fact: &f, names: names}, nil
}

// called is who of the list has a name, and is not used yet; the one who has the
// post already before anybody else. Empty when there is nobody.
func (m match) called(name string, e env, used map[person]bool, there person) person {
	if there != "" && e.name(there) == name {
		return there
	}
	for _, g := range m.guests {
		if !used[g.person] && strings.EqualFold(e.name(g.person), name) {
			return g.person
		}
	}
	return ""
}

// AddJudge gives the next free judge's seat to somebody; host only.
type AddJudge struct{ Name string }

func (c AddJudge) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	name, err := needed("The judge's name", c.Name, maxName)
	if err != nil {
		return decision{}, err
	}
	for n := 1; n <= MaxJudges; n++ {
		if _, taken := t.match.judgeAt(Judge(n)); !taken {
			id := person(fmt.Sprintf("p%d", t.seq+1))
			return decision{&judgeAdded{Judge(n), id}, map[string]string{string(id): name}}, nil
		}
	}
	return decision{}, refused("", "There are %d judges already, which is as many as a match can have.", MaxJudges)
}

// needsJudge tells whether the match can't be played without a judge (B2): with hidden
// pieces nobody is asked anything, and a judge is there only to see them (S17).
func (m match) needsJudge() bool { return !m.veils() || m.rule(rules.KeyArbiterSees) == rules.On }

// RemoveJudge takes a judge's seat away; host only. While a match is played the last
// one stays: a match has at least one judge (B2).
type RemoveJudge struct{ Judge Seat }

func (c RemoveJudge) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if _, there := t.match.judgeAt(c.Judge); !there {
		return decision{}, malformed("That judge's seat is empty already.")
	}
	if t.match.phase == Playing && len(t.match.judges) == 1 && t.match.needsJudge() {
		return decision{}, refused("B2", "A match that is being played needs at least one judge: add another one first, then take this seat away (B2).")
	}
	return decision{fact: &judgeRemoved{c.Judge}}, nil
}

// NameHead makes a judge the head judge (R10); host only.
type NameHead struct{ Judge Seat }

func (c NameHead) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if _, there := t.match.judgeAt(c.Judge); !there {
		return decision{}, malformed("Nobody holds that judge's seat: choose one of the judges.")
	}
	return decision{fact: &headNamed{c.Judge}}, nil
}

// LetHostRead lets the host read questions, which both sides are told (B34).
type LetHostRead struct{ On bool }

func (c LetHostRead) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	return decision{fact: &hostReads{c.On}}, nil
}

// RenewSeat voids a seat's link and every device that holds it; host only.
type RenewSeat struct{ Seat Seat }

func (c RenewSeat) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	seat, err := ParseSeat(string(c.Seat))
	if err != nil {
		return decision{}, malformed("%s", err)
	}
	if seat == Host {
		return decision{}, refused("", "The host's own seat can't be given away from its own page.")
	}
	if _, there := t.match.judgeAt(seat); seat.Role() == "judge" && !there {
		return decision{}, refused("", "Nobody is %s in this match: add the judge first, and the seat has a code of its own.", seat.Name())
	}
	return decision{fact: &seatRenewed{seat}}, nil
}

// NewQuestion is a question on its way into a bank.
type NewQuestion struct {
	Side Colour // NoColour: the reserve (B33)
	Kind chess.Kind
	Text questions.Text
}

// AddQuestions puts questions into banks, as BringQuestions does.
type AddQuestions struct{ Questions []NewQuestion }

func (c AddQuestions) decide(t truth, by Seat, e env) (decision, error) {
	var bring BringQuestions
	for _, q := range c.Questions {
		bring.Questions = append(bring.Questions, Brought{NewQuestion: q})
	}
	return bring.decide(t, by, e)
}

func sameness(s chess.Side, k chess.Kind, t questions.Text) string {
	return fmt.Sprint(uint8(s), k, "\x00", t.Question, "\x00", t.Answer)
}

func sideOf(c Colour) chess.Side {
	if c == BlackColour {
		return chess.Black
	}
	return chess.White
}

// editing is the colour whose questions an editor's seat may change.
func (s Seat) editing() Colour {
	if side, ok := s.Side(); ok {
		return ColourOf(side)
	}
	return NoColour
}

// mayEdit passes when a seat may change this revision of a question.
func (t truth) mayEdit(by Seat, id questions.ID, revision int) error {
	if err := only(by, "questions"); err != nil {
		return err
	}
	if err := t.inSetUp(); err != nil {
		return err
	}
	q, editor, ok := t.match.find(id)
	if !ok || editor != by {
		return malformed("This question is no longer there: look at the list again.")
	}
	if q.Number != revision {
		return stale("This question")
	}
	return nil
}

// find gives a question with the seat that edits it.
func (m match) find(id questions.ID) (questions.Question, Seat, bool) {
	if q, ok := m.reserve.Get(id); ok {
		return q, ReserveEditor, true
	}
	q, ok := m.book.Get(id)
	return q, Editor(q.Bank.Side), ok
}

// ReviseQuestion gives a question a new text, which judges must approve anew
// (B34); by its own side's editors.
type ReviseQuestion struct {
	ID       string
	Revision int
	Text     questions.Text
}

func (c ReviseQuestion) decide(t truth, by Seat, _ env) (decision, error) {
	id := questions.ID(c.ID)
	if err := t.mayEdit(by, id, c.Revision); err != nil {
		return decision{}, err
	}
	text := c.Text.Clean()
	if err := text.Check(); err != nil {
		return decision{}, malformed("%s", err)
	}
	if q, _, _ := t.match.find(id); q.Text.Equal(text) {
		return decision{}, nil
	}
	return decision{fact: &questionRevised{id, text}}, nil
}

// RemoveQuestion takes a question out of its bank; by its own side's editors.
type RemoveQuestion struct {
	ID       string
	Revision int
}

func (c RemoveQuestion) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.mayEdit(by, questions.ID(c.ID), c.Revision); err != nil {
		return decision{}, err
	}
	return decision{fact: &questionRemoved{questions.ID(c.ID)}}, nil
}

// Start begins play when nothing is missing (B2, B30, B34); host only.
type Start struct{}

func (Start) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if err := t.inSetUp(); err != nil {
		return decision{}, err
	}
	for _, item := range t.checklist() {
		if !item.Done {
			return decision{}, refused("", "The match can't start yet: %s", item.Words)
		}
	}
	return decision{fact: &started{}}, nil
}

// Close ends a match for good, so that the next can be opened; host only.
type Close struct{}

func (Close) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if t.match.phase != Ended {
		return decision{}, refused("R5", "Only a match that has ended can be closed.")
	}
	return decision{fact: &closed{}}, nil
}
