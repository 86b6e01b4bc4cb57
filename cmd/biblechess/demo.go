package main

import (
	"bytes"
	_ "embed"
	"fmt"

	"biblechess/event"
	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions/exchange"
)

//go:embed demo/bible-white.csv
var whiteBank []byte

//go:embed demo/bible-black.csv
var blackBank []byte

// lineUps are the demo's people, in the order of the posts.
var lineUps = [2][]string{
	{
		"Judith", "Asher", "Miriam", "Gideon", "Josiah", "Lydia", "Ezra", "Naomi",
		"Keturah", "Jonah", "Priscilla", "Titus", "Samuel", "Enoch", "Dinah", "Boaz",
	},
	{
		"Tobias", "Abigail", "Barnabas", "Deborah", "Caleb", "Phoebe", "Silas", "Hannah",
		"Esther", "Micah", "Joel", "Salome", "Amos", "Rachel", "Leah", "Bartholomew",
	},
}

// demoCalls are the plies that the demo has behind it, with the judges' ruling
// where one is due.
var demoCalls = []struct{ from, to, vote string }{
	{"e2", "e4", ""}, {"d7", "d5", ""},
	{"e4", "d5", "wrong"}, {"d8", "d5", "wrong"},
	{"b1", "c3", ""}, {"d5", "d8", ""},
	{"f1", "c4", ""}, {"b8", "c6", ""},
	{"c4", "f7", "late"}, {"e8", "f7", ""},
	{"g1", "f3", ""}, {"c8", "g4", ""},
}

// demo plays a match into an empty evening, through the same door as everybody.
func demo(e *event.Evening) error {
	do := func(by event.Seat, c event.Command) error {
		if _, err := e.Do(by, "", c); err != nil {
			return fmt.Errorf("%s: %w", by, err)
		}
		return nil
	}
	setUp := []event.Command{
		event.NameMatch{Match: "Friday night", White: "Lions of Zion", Black: "Shepherds"},
		// Whoever tries the demo need not wait after a ruling (B42, B46).
		event.SetHouse{House: map[string]string{rules.KeyRevealHold: "0", rules.KeyAppealSeconds: "0"}},
		event.SetRoster{Side: chess.White, Names: lineUps[chess.White]},
		event.SetRoster{Side: chess.Black, Names: lineUps[chess.Black]},
		event.AddJudge{Name: "Ruth"}, event.AddJudge{Name: "Paul"}, event.AddJudge{Name: "Martha"},
	}
	for _, c := range setUp {
		if err := do(event.Host, c); err != nil {
			return err
		}
	}
	for side, csv := range map[event.Colour][]byte{event.WhiteColour: whiteBank, event.BlackColour: blackBank} {
		rows, problems, err := exchange.ReadBanks(bytes.NewReader(csv))
		if err != nil || len(problems) > 0 {
			return fmt.Errorf("the bank of %s: %v %v", side, problems, err)
		}
		var add event.AddQuestions
		for _, row := range rows {
			add.Questions = append(add.Questions, event.NewQuestion{Side: side, Kind: row.Piece, Text: row.Text})
		}
		if err := do(event.Host, add); err != nil {
			return err
		}
	}
	for n := 1; e.Has(event.Judge(n)); n++ {
		for {
			screen, err := e.Screen(event.Judge(n))
			if err != nil {
				return err
			}
			approval := screen.(event.JudgeScreen).Approval
			if approval.Waiting == 0 {
				break
			}
			if err := do(event.Judge(n), event.Approve{ID: approval.Question.ID, Revision: approval.Question.Revision}); err != nil {
				return err
			}
		}
	}
	if err := do(event.Host, event.Start{}); err != nil {
		return err
	}
	for i, c := range demoCalls {
		side := chess.Sides[i%2]
		if err := do(event.GameMaster(side), event.Call{From: c.from, To: c.to, About: about(e)}); err != nil {
			return fmt.Errorf("ply %d: %w", i+1, err)
		}
		if c.vote != "" {
			if err := do(event.Judge(1), event.Vote{Vote: c.vote, About: about(e)}); err != nil {
				return fmt.Errorf("ply %d: %w", i+1, err)
			}
		}
	}
	return nil
}

// about is what the board's next form is about.
func about(e *event.Evening) int64 {
	screen, _ := e.Screen(event.Projector)
	board, _ := screen.(event.BoardScreen)
	return board.About
}
