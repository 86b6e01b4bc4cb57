package views

import (
	"strings"

	"biblechess/event"
)

// placeName is a square in a walk; nobody's square is the edge.
func placeName(square string) string {
	if square == "" {
		return "edge"
	}
	return square
}

// shade is the class of a square.
func shade(dark bool) string {
	if dark {
		return "dark"
	}
	return "light"
}

// rollMark is the sign on a square of a roll-call.
func rollMark(state string) string {
	switch state {
	case "right":
		return "✓"
	case "move":
		return "→"
	}
	return ""
}

// rightWords is what the button says that ends all walks at once.
func rightWords(s event.FloorScreen) string {
	if !s.Kept {
		return "The floor is right: keep it from here"
	}
	return "Everybody stands right"
}

// standsAt is who stands at a post.
func standsAt(p event.PlaceLine) string {
	if p.Marker {
		return "a marker"
	}
	return p.Name
}

// personState is where somebody is, in a few words.
func personState(p event.PersonLine) string {
	var list []string
	switch {
	case p.Absent:
		list = append(list, "absent")
	case p.Posts != "":
		list = append(list, p.Posts)
	default:
		list = append(list, "alternate")
	}
	if p.Here {
		list = append(list, "checked in")
	}
	if p.Team != event.NoColour {
		list = append(list, "wishes "+sideName(p.Team))
	}
	return strings.Join(list, ", ")
}

// firstWalk says that so many people of the list above come before a roll-call.
func firstWalk(n int) string {
	if n == 1 {
		return "First the person above must walk."
	}
	return "First the " + num(n) + " people above must walk."
}
