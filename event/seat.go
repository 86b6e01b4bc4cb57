package event

import (
	"fmt"
	"strconv"
	"strings"

	"biblechess/event/chess"
)

// Seat names a station that a device can hold: "host", "board", "gm-white",
// "qm-black", "judge-2", "questions-white", "questions-reserve", "projector-1".
type Seat string

// The seats that there is one of.
const (
	Host      Seat = "host"
	Projector Seat = "board"
	// Clockwork is nobody's seat: the program itself, noting who is gone (B40).
	Clockwork Seat = "clockwork"
	// ReserveEditor edits the questions that neither side sees (B33).
	ReserveEditor Seat = "questions-reserve"
	// Floor is a steward's phone, who puts people where they should stand.
	Floor Seat = "floor"
	// CheckIn is the page on which people say that they have come.
	CheckIn Seat = "checkin"
	// Announcer is whoever has the microphone.
	Announcer Seat = "announcer"
)

// Wall is the seat of a projector that the host steers, counted from 1.
func Wall(n int) Seat { return Seat("projector-" + strconv.Itoa(n)) }

// Public tells whether a seat's page is anybody's: the board, and projectors.
func (s Seat) Public() bool { return s.Role() == "board" || s.Role() == "projector" }

// MaxJudges is how many judges' seats a match can have.
const MaxJudges = 9

// GameMaster is the seat of a side's Game Master.
func GameMaster(s chess.Side) Seat { return Seat("gm-" + string(ColourOf(s))) }

// QuizMaster is the seat of a side's Quiz Master.
func QuizMaster(s chess.Side) Seat { return Seat("qm-" + string(ColourOf(s))) }

// Editor is the seat of a side's bank editors.
func Editor(s chess.Side) Seat { return Seat("questions-" + string(ColourOf(s))) }

// Judge is the seat of a judge, counted from 1.
func Judge(n int) Seat { return Seat("judge-" + strconv.Itoa(n)) }

// ColourOf is the side's colour on a screen.
func ColourOf(s chess.Side) Colour {
	if s == chess.White {
		return WhiteColour
	}
	return BlackColour
}

// Role is the seat's name without its side or number: "gm", "judge", "host".
func (s Seat) Role() string {
	role, _, _ := strings.Cut(string(s), "-")
	return role
}

// Side is the side that the seat serves.
func (s Seat) Side() (chess.Side, bool) {
	switch _, which, _ := strings.Cut(string(s), "-"); Colour(which) {
	case WhiteColour:
		return chess.White, true
	case BlackColour:
		return chess.Black, true
	}
	return chess.White, false
}

// Path is the address of the seat's page.
func (s Seat) Path() string { return "/" + strings.Replace(string(s), "-", "/", 1) }

// Name is what people call the seat, as "White's Game Master" or "Judge 2".
func (s Seat) Name() string {
	_, which, _ := strings.Cut(string(s), "-")
	side := ""
	if which != "" {
		side = strings.ToUpper(which[:1]) + which[1:]
	}
	switch s.Role() {
	case "gm":
		return side + "'s Game Master"
	case "qm":
		return side + "'s Quiz Master"
	case "judge":
		return "Judge " + which
	case "questions":
		if s == ReserveEditor {
			return "Reserve questions"
		}
		return side + "'s question editor"
	case "board":
		return "Board"
	case "projector":
		return "Projector " + which
	case "announcer":
		return "Announcer"
	case "player":
		return "a player's own page"
	case "host":
		return "Host"
	case "floor":
		return "Floor steward"
	case "checkin":
		return "Check-in"
	}
	return string(s)
}

// ParseSeat reads a seat's name; the error is for whoever typed it.
func ParseSeat(name string) (Seat, error) {
	s := Seat(name)
	for _, known := range AllSeats() {
		if s == known {
			return s, nil
		}
	}
	if len(name) > 24 {
		name = name[:24] + "…"
	}
	return "", fmt.Errorf("there is no seat called “%s”: open the link on your join card, or ask the host for one", name)
}

// AllSeats lists every seat that a device can hold, the host's first.
func AllSeats() []Seat {
	seats := []Seat{Host, GameMaster(chess.White), GameMaster(chess.Black), QuizMaster(chess.White), QuizMaster(chess.Black)}
	for n := 1; n <= MaxJudges; n++ {
		seats = append(seats, Judge(n))
	}
	seats = append(seats, Announcer, Projector)
	for n := 1; n <= MaxProjectors; n++ {
		seats = append(seats, Wall(n))
	}
	return append(seats, Editor(chess.White), Editor(chess.Black), ReserveEditor, Floor, CheckIn)
}
