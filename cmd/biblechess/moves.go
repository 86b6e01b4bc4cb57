package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// A position to judge, one line of JSON. Other fields of the line are ignored.
type asked struct {
	ID      json.RawMessage `json:"id"`
	Format  string          `json:"format"`
	Options []string        `json:"options"`
	FEN     string          `json:"fen"`
	Unmoved []string        `json:"unmoved"` // Stealth Chess: squares of the Pawns that have not moved; absent: those on their own two ranks
}

// A judged position, one line of JSON.
type answered struct {
	ID       json.RawMessage `json:"id,omitempty"`
	Format   string          `json:"format"`
	Options  []string        `json:"options"`
	FEN      string          `json:"fen"`
	Unmoved  []string        `json:"unmoved,omitempty"`
	Turn     string          `json:"turn"`     // w or b
	Moves    []string        `json:"moves"`    // every legal call in UCI, in byte order
	Check    bool            `json:"check"`    // a royal piece is attacked and that must be answered by rule
	Attacked bool            `json:"attacked"` // the royal piece of the side to move could be captured
	Result   string          `json:"result"`   // "", white-wins, black-wins, draw-stalemate or draw-bare-kings
	Wins     []string        `json:"wins"`     // those of the moves that win at once
}

// A line that could not be judged.
type failed struct {
	ID    json.RawMessage `json:"id,omitempty"`
	Error string          `json:"error"`
}

// moves reads positions, one JSON object a line, and writes each back on a line
// of its own with what the rules allow in it, in order and at once, so that it
// can be talked with. A line that can't be judged is answered with its id, if
// it has one, and an error; empty lines are passed over. A line may be as long
// as memory allows. The error is one of reading or writing.
func moves(in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	for {
		line, readError := lines.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if err := writeLine(out, judge(line)); err != nil {
				return fmt.Errorf("writing moves: %w", err)
			}
		}
		switch {
		case readError == io.EOF:
			return nil
		case readError != nil:
			return fmt.Errorf("reading positions: %w", readError)
		}
	}
}

// writeLine writes a value as one line of JSON in one piece.
func writeLine(out io.Writer, value any) error {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return err
	}
	_, err := out.Write(line.Bytes())
	return err
}

// judge answers one line.
func judge(line []byte) any {
	var a asked
	err := json.Unmarshal(line, &a)
	if err != nil {
		err = plain(err)
	}
	if !isName(a.ID) {
		if len(a.ID) > 0 && err == nil && !bytes.Equal(a.ID, []byte("null")) {
			err = errors.New("the id must be a text or a number")
		}
		a.ID = nil
	}
	if err != nil {
		return failed{a.ID, err.Error()}
	}
	b, err := legal(a)
	if err != nil {
		return failed{a.ID, err.Error()}
	}
	return b
}

// isName tells whether an id is a text or a number, which is given back as it came.
func isName(id json.RawMessage) bool {
	return len(id) > 0 && (id[0] == '"' || id[0] == '-' || id[0] >= '0' && id[0] <= '9')
}

// plain says in plain words why a line can't be read.
func plain(err error) error {
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong) && wrong.Field == "":
		return fmt.Errorf("a position is a JSON object on one line, and this is a JSON %s", wrong.Value)
	case errors.As(err, &wrong):
		return fmt.Errorf("the field %q can't be a JSON %s", wrong.Field, wrong.Value)
	}
	return fmt.Errorf("this line is not JSON: %w", err)
}

// legal judges a position.
func legal(a asked) (answered, error) {
	format, house, err := rulesOf(a.Format, a.Options)
	if err != nil {
		return answered{}, err
	}
	p, err := chess.ParseFEN(a.FEN)
	if err != nil {
		return answered{}, err
	}
	state, err := stateOf(format, house, p, a.Unmoved)
	if err != nil {
		return answered{}, err
	}
	b := answered{
		ID: a.ID, Format: a.Format, Options: a.Options, FEN: a.FEN, Unmoved: a.Unmoved, Turn: "w",
		Moves: []string{}, Wins: []string{},
		Attacked: format.Open(house, state, p.Turn()),
		Result:   resultWord(state.Result),
	}
	if b.Options == nil {
		b.Options = []string{}
	}
	if p.Turn() == chess.Black {
		b.Turn = "b"
	}
	if c, ok := format.(rules.Checker); ok {
		b.Check = c.Checked(house, state, p.Turn())
	}
	for _, o := range rules.Options(format, house, state) {
		b.Moves = append(b.Moves, o.Move.String())
		if o.Kind == rules.CallWins {
			b.Wins = append(b.Wins, o.Move.String())
		}
	}
	slices.Sort(b.Moves)
	slices.Sort(b.Wins)
	return b, nil
}

// stateOf enters a position, with the Pawns that have not moved if they are told.
func stateOf(format rules.Format, house rules.House, p chess.Position, unmoved []string) (rules.State, error) {
	if unmoved == nil {
		return format.From(house, p)
	}
	if format != rules.Stealth {
		return rules.State{}, fmt.Errorf("which Pawns have not moved is told for %s alone", rules.Stealth.Name())
	}
	var set chess.Squares
	for _, name := range unmoved {
		q, err := chess.ParseSquare(name)
		if err != nil {
			return rules.State{}, err
		}
		set = set.With(q)
	}
	return rules.Stealth.FromUnmoved(house, p, set)
}

func resultWord(r rules.Result) string {
	switch {
	case !r.Over:
		return ""
	case r.Drawn && r.Clause == "C3":
		return "draw" // by material or by the count of moves
	case r.Drawn && r.Clause == "S6":
		return "draw-bare-kings"
	case r.Drawn:
		return "draw-stalemate"
	}
	return strings.ToLower(r.Winner.String()) + "-wins"
}

// optionRules gives the house rule that each option of a position stands for.
var optionRules = map[string]map[string][2]string{
	"bible": {"pass-through": {rules.KeySliding, rules.SlidingThroughOpponents}},
	"jedi": {
		"rebel":        {rules.KeySithMaster, rules.MasterRebel},
		"no-checkmate": {rules.KeySithGoal, rules.GoalCaptureBoth},
	},
	"stealth": {"super-queen": {rules.KeySuperQueen, rules.On}},
}

// rulesOf finds the format and the house rules of a position.
func rulesOf(key string, options []string) (rules.Format, rules.House, error) {
	format, ok := rules.ByKey(key)
	if !ok {
		var known []string
		for _, f := range rules.Formats() {
			known = append(known, f.Key())
		}
		return nil, nil, fmt.Errorf("the format %q is not known, only %s", key, strings.Join(known, ", "))
	}
	house := rules.House{}
	for _, o := range options {
		rule, ok := optionRules[key][o]
		if !ok {
			return nil, nil, fmt.Errorf("the option %q is not known for %s", o, format.Name())
		}
		house[rule[0]] = rule[1]
	}
	return format, house, nil
}
