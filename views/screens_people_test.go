package views

import (
	"testing"

	"biblechess/event"
	"biblechess/event/chess"
)

// peopleScreens are the steward's page, check-in, and the host's list of people.
func peopleScreens() map[string]any {
	all := map[string]any{}
	f := event.FloorScreen{Frame: sampleFrame(event.Floor, "Floor"), Turn: "Black (Shepherds of the Hill Country) calls.", LastCall: "White: Knight Samuel, g1 to f3.", Kept: true, MayKeep: true}
	all["floor-right"] = f
	f.Tasks = []event.FloorTask{
		{Post: "g7", Token: *sampleToken(event.BlackColour, chess.Pawn, "Bartholomew Featherstonehaugh-Nguyen", ""), From: "f3", Words: "Bartholomew Featherstonehaugh-Nguyen leaves f3 over the edge at the h-file.", Past: "Past Naomi on h3."},
		{Post: "g1", Token: *sampleToken(event.WhiteColour, chess.Knight, "Samuel", "f3"), From: "g1", To: "f3", Words: "Samuel walks from g1 to f3.", Way: "Over g2 and g3.", Past: "Past שרה כהן on g2."},
		{Post: "a2", Token: *sampleToken(event.WhiteColour, chess.Queen, "Keturah", "a8"), From: "a7", To: "a8", Words: "Keturah walks from a7 to a8.", Becomes: "Keturah is a Quiz Master from now on: give the new sign."},
	}
	all["floor-walks"] = f
	g := f
	g.Tasks = f.Tasks[:1]
	g.Roll = &event.RollCall{Left: 29}
	for i, c := range sampleBoard(false, nil).Cells {
		cell := event.RollCell{Square: c.Square, Dark: c.Dark, Token: c.Token}
		if c.Token != nil {
			cell.Post, cell.State = c.Square, []string{"check", "check", "right", "move"}[i%4]
		}
		g.Roll.Cells = append(g.Roll.Cells, cell)
	}
	all["floor-roll"] = g
	g = f
	g.Kept, g.Tasks, g.Challenge = false, nil, sampleChallenge()
	all["floor-challenge"] = g

	c := event.CheckInScreen{Frame: sampleFrame(event.CheckIn, "Check-in"), Teams: [2]string{"Lions of Zion", "Shepherds of the Hill Country"}}
	all["check-in-shut"] = c
	c.Open = true
	all["check-in"] = c
	return all
}

// samplePeople is a list of people with notes and alternates.
func samplePeople(h event.HostScreen) event.PeopleForm {
	p := event.PeopleForm{CheckIn: true, Words: "23 people for 32 posts; 23 have a post, 0 are alternates.", MayArrange: true, MayAbsent: true}
	p.People = []event.PersonLine{
		{ID: "p3-1", Name: "Bartholomew Featherstonehaugh-Nguyen", Note: "Walks with a stick: a Rook, please", Posts: "a1 Rook and a2 Pawn", Here: true},
		{ID: "p3-2", Name: "שרה כהן", Team: event.BlackColour, Posts: "e8 Game Master"},
		{ID: "p3-3", Name: "Tirzah", Absent: true},
		{ID: "p3-4", Name: "Joel"},
	}
	p.Alternates = []event.Choice{{Value: "p3-4", Label: "Joel"}}
	p.Ideas = []event.LineUpIdea{
		{How: "suggest", Name: "Line up with markers", Words: "White 12 people, Black 11. 9 markers: a2, h2, b2, g2, a7, h7, b7, g7, c7.", Changes: []string{"A marker, a chair or a cone, stands, moves and is challenged like a player (B2)."}},
		{How: "double", Name: "One person for two posts", Words: "White 12 people, Black 11. 9 have two posts.", Changes: []string{"Who has two posts stands on one; a chair stands on the other (B2)."}},
	}
	for i, t := range h.Teams {
		for _, post := range t.Posts {
			kind := chess.Pawn
			for k, name := range roleNames {
				if name == post.Role {
					kind = k
				}
			}
			place := event.PlaceLine{Token: event.Token{Side: t.Side, Kind: kind, Role: post.Role, Name: post.Name, Marker: post.Name == "", Square: post.Square}}
			if post.Square == "a1" {
				place.Note = "Walks with a stick"
			}
			p.Places[i] = append(p.Places[i], place)
		}
	}
	return p
}

func TestARollCallSaysWhoWalksFirst(t *testing.T) {
	for n, want := range map[int]string{1: "First the person above must walk.", 2: "First the 2 people above must walk."} {
		if got := firstWalk(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}
