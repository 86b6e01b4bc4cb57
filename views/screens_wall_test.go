package views

import (
	"testing"

	"biblechess/event"
	"biblechess/event/chess"
)

// wallScreens are the hall's screens by their jobs, and the announcer's page.
func wallScreens(board, lineups event.BoardScreen) map[string]any {
	all := map[string]any{}
	b := board
	b.Frame = sampleFrame(event.Wall(2), "Board")
	b.Number, b.Job = 2, event.JobBoard
	b.Call = &event.CallView{Ply: 23, Side: event.WhiteColour, Kind: chess.Knight, Role: "Knight", Name: "Samuel", From: "g1", To: "f3", Note: "Castles: Naomi walks from h1 to f1."}
	b.Board.Paths = [][]string{{"g1", "g3", "f3"}, {"h1", "f1"}}
	b.Floor = "The floor is still walking: 2 people."
	b.Check = "Game Master Caleb is open to a challenge."
	all["wall-call"] = b
	c := b
	c.Challenge = sampleChallenge()
	c.Clocks = append(c.Clocks, event.Countdown{Key: "answer", Label: "Answer", Total: 30_000, Stopped: true, Left: 12_000})
	all["wall-ring"] = c
	c = b
	c.Number, c.Job, c.Board, c.Call, c.LastCall = 3, event.JobChallenge, event.BoardView{}, nil, ""
	all["wall-challenges-only"] = c
	c.Ruling = sampleRuling(longQuestion)
	all["wall-challenges-ruling"] = c
	l := lineups
	l.Number, l.Job, l.Phase, l.Board, l.Join = 2, event.JobLineups, event.Playing, event.BoardView{}, ""
	all["wall-line-ups"] = l
	blank := event.BoardScreen{Frame: event.Frame{Seat: event.Wall(4), Path: "/projector/4", Station: "Board", Match: hostile}, Number: 4, Job: event.JobBlank}
	all["wall-blank"] = blank
	won := b
	won.Phase, won.Result = event.Ended, &event.ResultView{Winner: event.BlackColour, Headline: "The match goes to Shepherds of the Hill Country", Words: "White resigned (R5)."}
	won.Ceremony = &event.CeremonyView{
		Numbers:  []event.NumberLine{{Label: "calls", Value: "42"}, {Label: "challenges", Value: "19"}, {Label: "answered right", Value: "8"}, {Label: "minutes", Value: "71"}},
		Defended: []event.DefendedLine{{Side: event.BlackColour, Name: "Deborah", Times: 4}},
	}
	won.Ruling = sampleRuling(longQuestion)
	all["wall-won"] = won
	result := *won.Result
	result.Ruled = true
	won.Result = &result
	all["wall-won-by-ruling"] = won

	a := event.AnnouncerScreen{Frame: sampleFrame(event.Announcer, "Announcer"), What: "Ruling", Words: "The judges say wrong: Ezra leaves the floor, and Barnabas walks to f3.", Lesson: "The answer was: Esther; it stands in Esther 4:16.", Question: longQuestion,
		Says: []event.SayLine{{Name: "Bartholomew Featherstonehaugh-Nguyen", Say: "bar-THOL-o-mew FAN-shaw WIN"}, {Name: "Esther 4:16", Say: "Esther, chapter 4, verse 16"}},
		Turn: "White (Lions of Zion) calls.", LastCall: "Black: Bishop Barnabas, g4 to f3, challenged Knight Ezra. WRONG.", Check: "Check to King Josiah."}
	all["announcer"] = a
	return all
}

func TestWallsShowTheirJobs(t *testing.T) {
	all := screens()
	for name, c := range map[string]struct{ shown, gone []string }{
		"wall-call":              {[]string{"Projector 2", `data-here="/projector/2/here"`, `class="way"`, "called-way", "is open to a challenge", "Castles: Naomi", "The floor is still walking", `data-sound="call"`}, []string{"/qr"}},
		"wall-ring":              {[]string{`stroke-dasharray="40 100"`, `data-total="30000"`, "duel-stage full"}, nil},
		"wall-challenges-only":   {[]string{"quiet-stage"}, []string{"data-square"}},
		"wall-challenges-ruling": {[]string{"stamp", "Which queen"}, []string{"data-square"}},
		"wall-line-ups":          {[]string{"lineups full", "off the floor"}, []string{"data-square", "Which queen"}},
		"wall-blank":             {[]string{"blank-stage"}, []string{"data-square", "Lions", "&lt;b&gt;"}},
		"wall-won":               {[]string{"Stood most challenges", "Deborah × 4", "answered right", "Vanquished of"}, []string{"stamp"}},
		"wall-won-by-ruling":     {[]string{"Stood most challenges", "stamp"}, nil},
		"board-lineups":          {[]string{`src="/board/qr?of=http://192.168.1.20:8080"`, "192.168.1.20:8080</b>"}, []string{"data-here"}},
		"announcer":              {[]string{"The judges say wrong", "FAN-shaw WIN", "chapter 4, verse 16"}, []string{"<form"}},
	} {
		if all[name] == nil {
			t.Fatalf("no state %q", name)
		}
		_, html := document(t, all[name])
		has(t, name, html, c.shown...)
		lacks(t, name, html, c.gone...)
	}
}

// A way's arrow begins and ends beside the players, never over their names.
func TestWaysEndBeforeTheirSquares(t *testing.T) {
	if got := wayLine([]string{"e2", "e4"}); got != "M4.50 6.14L4.50 5.10" {
		t.Errorf("e2 to e4 is drawn as %s", got)
	}
	if got := wayLine([]string{"g1", "g3", "f3"}); got != "M6.50 7.14L6.50 5.50L6.10 5.50" {
		t.Errorf("g1 to f3 is drawn as %s", got)
	}
	if got := wayTip([]string{"a1", "d1"}); got != "M3.14 7.50L2.84 7.69L2.84 7.31z" {
		t.Errorf("the tip of a1 to d1 is %s", got)
	}
}
