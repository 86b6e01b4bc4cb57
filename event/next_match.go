package event

import (
	"cmp"
	"slices"

	"biblechess/event/chess"
	"biblechess/questions"
)

// How the banks of the next match are filled.
const (
	BanksEmpty  = ""       // all questions lie on the shelves
	BanksFresh  = "fresh"  // never asked ones first, then the least asked
	BanksMissed = "missed" // most missed ones first
)

// OpenMatch begins the set-up of the next match, with all questions in the library;
// host only, after closing. People takes the same people, judges, team names and
// house rules along; Swap lets the teams change sides, with their questions: then
// the tablets and editors of both sides join anew, so that nobody reads the other
// side's. Banks says how the banks are filled.
type OpenMatch struct {
	People, Swap bool
	Banks        string
}

func (c OpenMatch) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if t.match.phase != Closed {
		return decision{}, refused("", "Close the match that is there first.")
	}
	if c.People && t.match.wiped {
		return decision{}, refused("R4", "The names of this match are wiped, so its people can't be taken along (R4).")
	}
	if c.Banks != BanksEmpty && c.Banks != BanksFresh && c.Banks != BanksMissed {
		return decision{}, malformed("Choose fresh banks, the most missed questions first, or empty banks.")
	}
	f := matchOpened{Format: t.match.format.Key(), Keep: true, People: c.People, Swap: c.Swap}
	if c.Banks != BanksEmpty {
		next, err := f.apply(t, Entry{})
		if err != nil {
			return decision{}, err
		}
		f.Draw = next.drawn(c.Banks)
	}
	return decision{fact: &f}, nil
}

// drawn picks questions from the shelves for every bank until it has its size.
func (t truth) drawn(order string) []placedQuestion {
	m := t.match
	var list []placedQuestion
	for _, side := range chess.Sides {
		shelf := m.book.Shelf(side)
		taken := map[questions.ID]bool{}
		// Who is meant for a bank comes before who is meant for any.
		for _, kind := range questions.Kinds {
			var fit []questions.Question
			for _, id := range shelf {
				if q, _ := m.book.Get(id); !taken[id] && (q.Bank.Kind == kind || q.Bank.Kind == chess.NoKind) {
					fit = append(fit, q)
				}
			}
			slices.SortStableFunc(fit, func(a, b questions.Question) int {
				x, y := t.tallies[a.ID], t.tallies[b.ID]
				never := cmp.Or(cmp.Compare(x.asked, y.asked), cmp.Compare(asks(a, m), asks(b, m)))
				if order == BanksMissed {
					return cmp.Or(cmp.Compare(y.missed, x.missed), never)
				}
				return never
			})
			for _, q := range fit[:min(m.sizes().Of(kind), len(fit))] {
				taken[q.ID] = true
				list = append(list, placedQuestion{q.ID, kind})
			}
		}
	}
	return list
}

// asks orders questions that are approved before those that are not, and those meant
// for one bank before those meant for any.
func asks(q questions.Question, m match) int {
	n := 0
	if m.state(q) != questions.Approved {
		n += 2
	}
	if q.Bank.Kind == chess.NoKind {
		n++
	}
	return n
}

// again takes the people of the match before along, on the other sides where the
// teams swap.
func (t truth) again(before match, swap bool) truth {
	m := &t.match
	m.teams, m.house, m.judges, m.head = before.teams, before.house, before.judges, before.head
	m.roster, m.guests = before.roster, slices.Clone(before.everybody())
	if !swap {
		return t
	}
	for i, side := range chess.Sides {
		// A team without a name of its own is called by its side.
		if m.teams[i] = before.teams[1-i]; m.teams[i] == side.Other().String() {
			m.teams[i] = side.String()
		}
	}
	m.roster[0], m.roster[1] = before.roster[1], before.roster[0]
	for i, g := range m.guests {
		if g.team != neither {
			m.guests[i].team = g.team.Other()
		}
	}
	return t
}
