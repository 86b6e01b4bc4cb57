package event

import (
	"fmt"
	"slices"

	"biblechess/event/chess"
)

// peopleAdded puts people on the list of those who come to play. Phone: they
// checked in themselves.
type peopleAdded struct {
	People []newGuest `json:"people"`
	Phone  bool       `json:"phone,omitempty"`
}

type newGuest struct {
	Person person     `json:"person"`
	Note   person     `json:"note,omitempty"`
	Team   chess.Side `json:"team"` // wished; 2: either
}

func (f *peopleAdded) apply(t truth, _ Entry) (truth, error) {
	m := &t.match
	list := slices.Clip(m.guests)
	for _, p := range f.People {
		if p.Person == "" || p.Team > neither {
			return t, fmt.Errorf("somebody has no id, or wishes a side that there is not")
		}
		list = append(list, guest{person: p.Person, note: p.Note, team: p.Team, here: f.Phone})
	}
	m.guests = list
	return t, nil
}

// cameHere is somebody of the list who checked in themselves, perhaps with a note.
type cameHere struct {
	Person person `json:"person"`
	Note   person `json:"note,omitempty"`
}

func (f *cameHere) apply(t truth, _ Entry) (truth, error) {
	t.match.guests = t.match.withGuest(f.Person, func(g *guest) {
		g.here, g.absent = true, false
		if f.Note != "" {
			g.note = f.Note
		}
	})
	return t, nil
}

// withGuest is the list with one of its people changed; whoever was written
// straight onto a post comes onto it.
func (m match) withGuest(id person, change func(*guest)) []guest {
	g, ok := m.guest(id)
	if !ok {
		return m.guests
	}
	change(&g)
	list := slices.Clone(m.guests)
	if i := slices.IndexFunc(list, func(x guest) bool { return x.person == id }); i >= 0 {
		list[i] = g
	} else {
		list = append(list, g)
	}
	return list
}

// personChanged gives somebody another name, note or wish. Another name is kept
// under another id.
type personChanged struct {
	Person person     `json:"person"`
	Now    person     `json:"now"`
	Note   person     `json:"note,omitempty"`
	Team   chess.Side `json:"team"`
}

func (f *personChanged) apply(t truth, _ Entry) (truth, error) {
	m := &t.match
	m.guests = m.withGuest(f.Person, func(g *guest) { g.person, g.note, g.team = f.Now, f.Note, f.Team })
	m.swapIn(f.Person, f.Now)
	return t, nil
}

// swapIn gives every post of one person to another.
func (m *match) swapIn(was, now person) {
	for s := range m.roster {
		for i := range m.roster[s] {
			if m.roster[s][i] == was {
				m.roster[s][i] = now
			}
		}
	}
}

// personRemoved takes somebody off the list and off their posts.
type personRemoved struct {
	Person person `json:"person"`
}

func (f *personRemoved) apply(t truth, _ Entry) (truth, error) {
	m := &t.match
	if m.phase != SetUp {
		return t, errStarted
	}
	m.guests = slices.DeleteFunc(slices.Clone(m.guests), func(g guest) bool { return g.person == f.Person })
	m.swapIn(f.Person, "")
	return t, nil
}

// personAbsent says that somebody is not there, or is there after all. Their
// posts go to Instead, or become markers (B2, B22).
type personAbsent struct {
	Person  person `json:"person"`
	Absent  bool   `json:"absent"`
	Instead person `json:"instead,omitempty"`
}

func (f *personAbsent) apply(t truth, e Entry) (truth, error) {
	m := &t.match
	held := m.held(f.Person)
	m.guests = m.withGuest(f.Person, func(g *guest) { g.absent, g.here = f.Absent, g.here && !f.Absent })
	if !f.Absent {
		return t, nil
	}
	if m.phase == SetUp {
		m.swapIn(f.Person, f.Instead)
		return t, nil
	}
	for _, p := range held {
		var err error
		if t, err = (&substituted{Post: p, Person: f.Instead}).apply(t, e); err != nil {
			return t, err
		}
	}
	return t, nil
}

// lineUpSet says who stands at each post of both sides (B1, B2).
type lineUpSet struct {
	Roster [2][posts]person `json:"roster"`
}

func (f *lineUpSet) apply(t truth, _ Entry) (truth, error) {
	if t.match.phase != SetUp {
		return t, errStarted
	}
	// Whoever loses a post stays on the list.
	t.match.guests = t.match.everybody()
	t.match.roster = f.Roster
	return t, nil
}

// checkInSet opens or shuts the check-in page.
type checkInSet struct {
	On bool `json:"on"`
}

func (f *checkInSet) apply(t truth, _ Entry) (truth, error) {
	t.match.checkIn = f.On
	return t, nil
}
