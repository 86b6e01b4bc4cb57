package event

import (
	"fmt"

	"biblechess/event/chess"
)

// PeopleForm is the host's list of who came, and the line-ups that it allows.
type PeopleForm struct {
	CheckIn    bool // the check-in page is open
	Words      string
	People     []PersonLine
	Alternates []Choice // who can step in; Value is their id
	Ideas      []LineUpIdea
	Places     [2][]PlaceLine
	MayArrange bool // before the start
	MayAbsent  bool
}

// PersonLine is somebody who came, or is expected. Note is for the host alone.
type PersonLine struct {
	ID, Name, Note string
	Team           Colour // wished
	Posts          string // "a1 Rook", or ""
	Here, Absent   bool
}

// LineUpIdea is a line-up that the host can take, with what changes in the rules.
type LineUpIdea struct {
	How, Name, Words string
	Changes          []string
}

// PlaceLine is a post in the line-up, to be swapped.
type PlaceLine struct {
	Token
	Note string // of who stands there, for the host alone
}

// CheckInScreen is the page on which people say that they have come. It shows
// nobody's name.
type CheckInScreen struct {
	Frame
	Open  bool
	Teams [2]string
}

func (v view) checkIn() CheckInScreen {
	return CheckInScreen{Frame: v.frame(CheckIn, "Check-in"), Open: v.m.checkIn && v.m.phase != Closed, Teams: v.m.teams}
}

// peopleForm is the host's list.
func (v view) peopleForm(lineups []Lineup) PeopleForm {
	m := v.m
	f := PeopleForm{CheckIn: m.checkIn, MayArrange: m.phase == SetUp, MayAbsent: m.phase == SetUp || m.phase == Playing}
	placed, here := 0, 0
	all := m.everybody()
	f.People = make([]PersonLine, 0, len(all))
	for _, g := range all {
		p := PersonLine{ID: string(g.person), Name: v.names[string(g.person)], Note: v.names[string(g.note)], Here: g.here, Absent: g.absent}
		if g.team != neither {
			p.Team = ColourOf(g.team)
		}
		var list []string
		held := m.held(g.person)
		for _, at := range held {
			if home := v.homes.of(at); home != chess.NoSquare {
				list = append(list, home.String()+" "+m.piece(v.start.At(home)))
			}
		}
		if p.Posts = listed(list); p.Posts != "" {
			placed++
		}
		f.People = append(f.People, p)
		if !g.absent {
			here++
			if len(held) == 0 {
				f.Alternates = append(f.Alternates, Choice{Value: p.ID, Label: p.Name, Help: p.Note})
			}
		}
	}
	due := len(v.homes[chess.White]) + len(v.homes[chess.Black])
	f.Words = fmt.Sprintf("%d people for %d posts; %d have a post, %d are alternates.", here, due, placed, len(f.Alternates))
	if m.phase != SetUp {
		return f
	}
	if here > 0 {
		f.Ideas = append(f.Ideas, v.lineUpIdea(ArrangeSuggest, "Line everybody up"))
	}
	if here < due && 2*here >= due {
		f.Ideas[0].Name = "Line up with markers"
		f.Ideas = append(f.Ideas, v.lineUpIdea(ArrangeDouble, "One person for two posts"))
	}
	for i, l := range lineups {
		for j, t := range l.Posts {
			g, _ := m.guest(m.who(postOf(chess.Sides[i], j)))
			f.Places[i] = append(f.Places[i], PlaceLine{Token: t.Token, Note: v.names[string(g.note)]})
		}
	}
	return f
}
