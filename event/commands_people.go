package event

import (
	"fmt"
	"slices"
	"strings"

	"biblechess/event/chess"
)

// MaxPeople is how many people a match can have on its list.
const MaxPeople = 200

// maxNote is how long a note about a person can be, in characters.
const maxNote = 200

// NewPerson is somebody who comes to play.
type NewPerson struct {
	Name, Note string
	Team       Colour // wished; NoColour: either
}

// numbered is the number or mark at the start of a line of a pasted list.
var numbered = pattern(`^\s*(?:\d{1,3}\s*[.):\t]|[-–•*]\s)\s*`)

// Unnumbered is a line of a pasted list without its number: "1. Anna" is "Anna".
func Unnumbered(line string) string { return strings.TrimSpace(numbered().ReplaceAllString(line, "")) }

// AddPeople puts people on the list of those who come to play; host only. Whoever
// is on it by the same name is passed over, so that sending a list twice does no
// harm.
type AddPeople struct{ People []NewPerson }

func (c AddPeople) decide(t truth, by Seat, e env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if t.match.phase == Closed {
		return decision{}, refused("", "The match is closed: set the next one up first.")
	}
	if len(c.People) == 0 {
		return decision{}, malformed("There is no name in this list: write one name a line.")
	}
	there := map[string]bool{}
	for _, g := range t.match.everybody() {
		there[strings.ToLower(e.name(g.person))] = true
	}
	f := peopleAdded{}
	names := map[string]string{}
	listed := map[string]bool{}
	for i, p := range c.People {
		name, err := needed(fmt.Sprintf("Name %d", i+1), Unnumbered(p.Name), maxName)
		if err != nil {
			return decision{}, err
		}
		low := strings.ToLower(name)
		if listed[low] {
			return decision{}, malformed("%s is twice in this list: add an initial, so that the hall can tell them apart.", name)
		}
		listed[low] = true
		if there[low] {
			continue
		}
		one, err := newPerson(t, len(f.People)+1, name, p, names)
		if err != nil {
			return decision{}, err
		}
		f.People = append(f.People, one)
	}
	if n := len(t.match.everybody()) + len(f.People); n > MaxPeople {
		return decision{}, refused("", "These would be %d people, and a match can have %d on its list.", n, MaxPeople)
	}
	if len(f.People) == 0 {
		return decision{}, nil
	}
	return decision{fact: &f, names: names}, nil
}

// newPerson gives somebody ids, and puts name and note under them.
func newPerson(t truth, n int, name string, p NewPerson, names map[string]string) (newGuest, error) {
	g := newGuest{Person: person(fmt.Sprintf("p%d-%d", t.seq+1, n)), Team: wish(p.Team)}
	names[string(g.Person)] = name
	note, err := line("The note about "+name, p.Note, maxNote)
	if err != nil {
		return g, err
	}
	if note != "" {
		g.Note = person(fmt.Sprintf("n%d-%d", t.seq+1, n))
		names[string(g.Note)] = note
	}
	return g, nil
}

func wish(c Colour) chess.Side {
	if c == NoColour {
		return neither
	}
	return sideOf(c)
}

// ChangePerson gives somebody another name, note or wish; host only.
type ChangePerson struct {
	Person, Name, Note string
	Team               Colour
}

func (c ChangePerson) decide(t truth, by Seat, e env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	g, err := t.known(c.Person)
	if err != nil {
		return decision{}, err
	}
	name, err := needed("The name", c.Name, maxName)
	if err != nil {
		return decision{}, err
	}
	note, err := line("The note", c.Note, maxNote)
	if err != nil {
		return decision{}, err
	}
	f := personChanged{Person: g.person, Now: g.person, Note: g.note, Team: wish(c.Team)}
	names := map[string]string{}
	if name != e.name(g.person) {
		f.Now = person(fmt.Sprintf("p%d", t.seq+1))
		names[string(f.Now)] = name
	}
	switch {
	case note == "":
		f.Note = ""
	case note != e.name(g.note):
		f.Note = person(fmt.Sprintf("n%d", t.seq+1))
		names[string(f.Note)] = note
	}
	if f.Now == g.person && f.Note == g.note && f.Team == g.team {
		return decision{}, nil
	}
	return decision{fact: &f, names: names}, nil
}

// known finds somebody of the list.
func (t truth) known(id string) (guest, error) {
	g, ok := t.match.guest(person(id))
	if !ok {
		return g, malformed("This person is no longer on the list: look at it again.")
	}
	return g, nil
}

// RemovePerson takes somebody off the list, before the start; host only.
type RemovePerson struct{ Person string }

func (c RemovePerson) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if err := t.inSetUp(); err != nil {
		return decision{}, err
	}
	g, err := t.known(c.Person)
	if err != nil {
		return decision{}, err
	}
	return decision{fact: &personRemoved{g.person}}, nil
}

// MarkAbsent says that somebody is not there (On), or is there after all. Their
// posts go to Instead, an alternate's id, or become markers (B2, B22); host only.
type MarkAbsent struct {
	Person, Instead string
	On              bool
}

func (c MarkAbsent) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if t.match.phase == Ended || t.match.phase == Closed {
		return decision{}, refused("B22", "The match is over, so nobody has to step in any more (B22).")
	}
	g, err := t.known(c.Person)
	if err != nil {
		return decision{}, err
	}
	f := personAbsent{Person: g.person, Absent: c.On}
	if c.On && c.Instead != "" {
		if !slices.ContainsFunc(t.match.spare(), func(s guest) bool { return string(s.person) == c.Instead && s.person != g.person }) {
			return decision{}, malformed("Choose an alternate who is here and has no post, or a marker.")
		}
		f.Instead = person(c.Instead)
	}
	if g.absent == c.On && f.Instead == "" {
		return decision{}, nil
	}
	return decision{fact: &f}, nil
}

// Arrange lines the people up, by one of the ways; host only, before the start.
type Arrange struct{ How string }

func (c Arrange) decide(t truth, by Seat, e env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if err := t.inSetUp(); err != nil {
		return decision{}, err
	}
	switch c.How {
	case ArrangeFill, ArrangeShuffle, ArrangeSuggest, ArrangeDouble, ArrangeClear:
	default:
		return decision{}, malformed("Choose how the people are to be lined up.")
	}
	if c.How != ArrangeClear && len(t.match.everybody()) == 0 {
		return decision{}, refused("", "Nobody is on the list yet: paste the names first.")
	}
	roster := t.match.arranged(c.How, e.lot)
	if roster == t.match.roster {
		return decision{}, nil
	}
	return decision{fact: &lineUpSet{roster}}, nil
}

// Swap exchanges two places, each a home square or the id of somebody without a
// post: they change posts, or one steps in and the other is an alternate. Host
// only, before the start.
type Swap struct{ A, B string }

func (c Swap) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if err := t.inSetUp(); err != nil {
		return decision{}, err
	}
	roster := t.match.roster
	h := homesIn(t.match.start().Position)
	var at [2]*person
	var spare [2]person
	for i, name := range []string{c.A, c.B} {
		if q, err := chess.ParseSquare(strings.ToLower(strings.TrimSpace(name))); err == nil {
			who := h.at(q)
			if who == 0 {
				return decision{}, malformed("No post starts on %s.", q)
			}
			at[i] = &roster[who.side()][who.index()]
			continue
		}
		g, err := t.known(name)
		if err != nil {
			return decision{}, err
		}
		if g.absent {
			return decision{}, refused("", "This person is marked absent: say first that they are here after all.")
		}
		if len(t.match.held(g.person)) > 0 {
			return decision{}, malformed("This person has a post meanwhile: look at the line-up again.")
		}
		spare[i] = g.person
	}
	switch {
	case at[0] != nil && at[1] != nil:
		*at[0], *at[1] = *at[1], *at[0]
	case at[0] != nil:
		*at[0] = spare[1]
	case at[1] != nil:
		*at[1] = spare[0]
	default:
		return decision{}, malformed("Choose at least one post.")
	}
	if roster == t.match.roster {
		return decision{}, nil
	}
	return decision{fact: &lineUpSet{roster}}, nil
}

// OpenCheckIn opens or shuts the check-in page; host only.
type OpenCheckIn struct{ On bool }

func (c OpenCheckIn) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if t.match.checkIn == c.On {
		return decision{}, nil
	}
	return decision{fact: &checkInSet{c.On}}, nil
}

// ComeIn is somebody's own word that they are here; from the check-in page.
// Whoever is expected by that name is known; anybody else comes onto the list.
type ComeIn struct{ NewPerson }

func (c ComeIn) decide(t truth, by Seat, e env) (decision, error) {
	if err := only(by, "checkin"); err != nil {
		return decision{}, err
	}
	if !t.match.checkIn {
		return decision{}, refused("", "Check-in is not open: tell the host that you have come.")
	}
	name, err := needed("Your name", c.Name, maxName)
	if err != nil {
		return decision{}, err
	}
	names := map[string]string{}
	one, err := newPerson(t, 1, name, c.NewPerson, names)
	if err != nil {
		return decision{}, err
	}
	for _, g := range t.match.everybody() {
		if !strings.EqualFold(e.name(g.person), name) {
			continue
		}
		if g.here {
			return decision{}, refused("", "Somebody called %s has checked in already: add an initial, so that the hall can tell you apart.", name)
		}
		delete(names, string(one.Person))
		return decision{&cameHere{g.person, one.Note}, names}, nil
	}
	if len(t.match.everybody()) >= MaxPeople {
		return decision{}, refused("", "The list is full: tell the host that you have come.")
	}
	return decision{&peopleAdded{People: []newGuest{one}, Phone: true}, names}, nil
}
