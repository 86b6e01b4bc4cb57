package event

import (
	"slices"

	"biblechess/questions"
)

// GatherMissed tags the questions that were missed in this match, so that the
// editors can fill a bank with them; host only, after the end.
type GatherMissed struct{ Tag string }

func (c GatherMissed) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if t.match.phase != Ended && t.match.phase != Closed {
		return decision{}, refused("", "The missed questions are gathered once the match is over.")
	}
	tag, err := needed("The tag", c.Tag, questions.MaxTag)
	if err != nil {
		return decision{}, err
	}
	f := missedGathered{Tag: tag}
	for _, r := range t.match.rulings() {
		if _, there := t.match.book.Get(r.question); r.missed() && there && !slices.Contains(f.Questions, r.question) {
			f.Questions = append(f.Questions, r.question)
		}
	}
	if len(f.Questions) == 0 {
		return decision{}, refused("", "No question was missed in this match.")
	}
	return decision{fact: &f}, nil
}

// missed tells whether an answer was not right; a question that its asker misread
// does not count as missed (B35).
func (r ruled) missed() bool { return !r.misread && !r.vote.Right() }

// rulings are those in force, the first ply's first.
func (m match) rulings() []*ruled {
	var list []*ruled
	for _, p := range m.course() {
		if p.last != nil && p.last.ruled != nil && (p.before == nil || p.before.last != p.last) {
			list = append(list, p.last.ruled)
		}
	}
	return list
}

// course is the match from its start: the play before the first ply, then the one
// after each ply that is in force.
func (m match) course() []*play {
	var list []*play
	for p := &m.play; p != nil; p = p.before {
		if p.challenge == nil && !p.claims() {
			list = append(list, p)
		}
	}
	slices.Reverse(list)
	return list
}
