package main

import (
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// scriptHouse is the house rules of the scripted match that are not the default.
var scriptHouse = rules.House{rules.KeyEnPassant: rules.On}

// scripted is one ply of the match that the browsers play: the call, the row of
// the rules that it is there for ("" for a plain move), and how it is ruled.
type scripted struct {
	call string // UCI
	row  string
	vote string // right, wrong, late; "" where nothing is ruled
}

// script is a whole match. It visits every row of the table of challenges with
// every ruling, and castling, a promotion, en passant, and more questions of
// White's Rooks than their bank has, so that its second pass begins.
var script = []scripted{
	{"e2e4", "", ""},
	{"a7a6", "", ""},
	{"f1a6", "B12", "late"},
	{"b7a6", "B11", "wrong"},
	{"a6c8", "B13", "wrong"},
	{"a8a2", "B10", "wrong"},
	{"a1a2", "B10", "right"},
	{"d8c8", "B15", "right"},
	{"c8d7", "B12", "wrong"},
	{"b8d7", "B11", "late"},
	{"d7a4", "", ""},
	{"d8d2", "B15", "wrong"},
	{"b1d2", "B14", "wrong"},
	{"d2d1", "B16", "right"},
	{"c1d2", "B14", "right"},
	{"d2d1", "B16", "wrong"},
	{"e4e5", "", ""},
	{"f7f5", "", ""},
	{"e5f6", "B10", "wrong"}, // en passant
	{"g7f6", "B10", "right"},
	{"c1h6", "", ""},
	{"f8h6", "B13", "right"},
	{"f6f7", "", ""},
	{"g8h6", "B11", "right"},
	{"f7f8b", "B6", ""},
	{"d1d7", "", ""},
	{"f8h6", "B12", "right"}, // a promoted Bishop: the console reads
	{"e8g8", "B8", ""},
	{"g1h3", "", ""},
	{"d7d4", "", ""},
	{"e1g1", "B8", ""},
	{"f8f2", "B10", "wrong"},
	{"g1f2", "B17", ""},
	{"a2a1", "", ""},
	{"f1a1", "B10", "wrong"},
	{"d4a7", "", ""},
	{"a1e1", "", ""},
	{"g8g7", "", ""},
	{"e1e7", "B10", "wrong"},
	{"h6g4", "", ""},
	{"e7c7", "B10", "right"}, // the first question of White's Rooks again
	{"g4f2", "B18", ""},
}

// answerOf is a vote in the words of the rules.
var answerOf = map[string]rules.Answer{"right": rules.Right, "wrong": rules.Wrong, "late": rules.TooLate}

// TestScriptVisitsEveryRow plays the script by the rules alone.
func TestScriptVisitsEveryRow(t *testing.T) {
	visited := map[string]bool{}
	rooks := 0
	state := rules.Bible.Start(scriptHouse)
	for i, ply := range script {
		move, err := chess.ParseMove(ply.call)
		if err != nil {
			t.Fatal(err)
		}
		before := state
		if state, err = rules.Bible.Call(scriptHouse, before, move); err != nil {
			t.Fatalf("ply %d, %s: %v", i+1, ply.call, err)
		}
		row := ""
		if c := state.Challenge; c != nil {
			row = c.Clause
			if c.Target != move.To {
				visited["en passant"] = true
			}
			if c.Bank == (rules.Bank{Side: chess.White, Kind: chess.Rook}) {
				rooks++
			}
			if state, err = rules.Bible.Rule(scriptHouse, state, answerOf[ply.vote]); err != nil {
				t.Fatalf("ply %d, %s: %v", i+1, ply.call, err)
			}
		} else {
			switch last := state.Last.Clause; {
			case before.Position.IsCastling(move):
				row = "B8"
			case last == "B6", last == "B17", last == "B18":
				row = last
			}
			if ply.vote != "" {
				t.Errorf("ply %d, %s: there is nothing to rule", i+1, ply.call)
			}
		}
		if row != ply.row {
			t.Errorf("ply %d, %s: the row is %q, the script says %q", i+1, ply.call, row, ply.row)
		}
		visited[strings.TrimSpace(row+" "+ply.vote)] = true
		if state.Result.Over != (i == len(script)-1) {
			t.Errorf("ply %d, %s: over is %v", i+1, ply.call, state.Result.Over)
		}
	}
	want := []string{"B6", "B8", "B17", "B18", "B11 late", "B12 late", "en passant"}
	for _, row := range []string{"B10", "B11", "B12", "B13", "B14", "B15", "B16"} {
		want = append(want, row+" right", row+" wrong")
	}
	for _, w := range want {
		if !visited[w] {
			t.Errorf("the script never comes to %s", w)
		}
	}
	if rooks < 4 {
		t.Errorf("White's Rooks ask %d questions, and a second pass begins with the fourth", rooks)
	}
	if len(script) < 40 {
		t.Errorf("the script has %d plies, and a whole match takes 40", len(script))
	}
	if state.Result.Clause != "B18" {
		t.Errorf("the match ends by %s, and B18 was due", state.Result.Clause)
	}
}
