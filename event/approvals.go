package event

import (
	"fmt"
	"slices"

	"biblechess/event/rules"
	"biblechess/judging"
	"biblechess/questions"
)

// policy is how the judges of the match decide (B40). It is asked for every
// question of a library, so it is looked up in the host's choices alone: what was
// not chosen is judging's first policy, as in every format.
func (m match) policy() judging.Policy {
	key, chosen := m.house[rules.KeyPanel]
	if !chosen {
		return judging.Majority
	}
	policy, err := judging.ParsePolicy(key)
	if err != nil {
		return judging.Majority
	}
	return policy
}

// state is how far the judges are with a question, by the panel's own rule (B34,
// B40): under majority more than half of the match's judges approve it, under
// unanimous all of them, under any one of them and nobody objects, under head the
// head judge. It is back with the editors once no further judge can change that.
// What an earlier match's panel approved stays approved until somebody objects.
func (m *match) state(q questions.Question) questions.State {
	policy, head := m.policy(), m.headJudge()
	yes, no := 0, 0
	for _, j := range m.judges {
		if policy == judging.Head && j.seat != head {
			continue
		}
		if slices.Contains(q.ApprovedBy, string(j.seat)) {
			yes++
		}
		if objects(q, j.seat) {
			no++
		}
	}
	all := len(m.judges)
	var due int
	switch policy {
	case judging.Unanimous:
		due = all
	case judging.Any, judging.Head:
		due, all = 1, 1
	default:
		due = all/2 + 1
	}
	switch {
	case q.Passed && no == 0:
		return questions.Approved
	case policy == judging.Any && no > 0:
		return questions.Back
	case yes >= max(due, 1):
		return questions.Approved
	case no > all-due && no > 0:
		return questions.Back
	}
	return questions.Waiting
}

func objects(q questions.Question, judge Seat) bool {
	return slices.ContainsFunc(q.SentBack, func(s questions.SentBack) bool { return s.Judge == string(judge) })
}

// waitsFor tells whether a question waits for one judge: it is undecided, and
// that judge has said nothing about this revision yet.
func (m match) waitsFor(q questions.Question, judge Seat) bool {
	return m.state(q) == questions.Waiting && !slices.Contains(q.ApprovedBy, string(judge)) && !objects(q, judge)
}

// approvalWords is whose approval a question needs, as "a judge's approval".
func (m match) approvalWords() string {
	n := len(m.judges)
	switch p := m.policy(); {
	case p == judging.Head:
		return "the head judge's approval"
	case p == judging.Any || n < 2:
		return "a judge's approval"
	case n == 2:
		return "both judges' approval"
	case p == judging.Unanimous:
		return fmt.Sprintf("the approval of all %d judges", n)
	}
	return fmt.Sprintf("the approval of %d of %d judges", n/2+1, n)
}

// lost tells whether a question was approved before its last change, which took
// the approval away (B34).
func (m match) lost(book questions.Book, q questions.Question) bool {
	if q.Number == 1 || m.state(q) == questions.Approved {
		return false
	}
	for _, r := range book.Revisions(q.ID)[:q.Number-1] {
		if r.Passed || len(r.ApprovedBy) > 0 {
			return true
		}
	}
	return false
}

// tally is how often a question was asked, and how often the answer was not right.
type tally struct{ asked, missed int }

// tallies counts the rulings in force of the present match on top of the earlier
// ones. A question that its asker misread counts as asked and not as missed (B35).
func (t truth) allTallies() map[questions.ID]tally {
	all := make(map[questions.ID]tally, len(t.tallies))
	for id, n := range t.tallies {
		all[id] = n
	}
	for p := &t.match.play; p != nil; p = p.before {
		if p.last == nil || p.last.ruled == nil || p.before != nil && p.before.last == p.last {
			continue
		}
		n := all[p.last.ruled.question]
		n.asked++
		if !p.last.ruled.misread && !p.last.ruled.vote.Right() {
			n.missed++
		}
		all[p.last.ruled.question] = n
	}
	return all
}
