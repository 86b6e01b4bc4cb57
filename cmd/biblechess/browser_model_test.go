package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"maps"
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// teamNames and people are the two teams of the scripted match. Some names need
// another script, some are long, some have what HTML must escape.
var (
	teamNames = [2]string{"Lions of Zion", "Sons & Daughters"}
	people    = [2][]string{
		{
			"Judith", "Asher", "Miriam", "Gideon", "Josiah", "Lydia", "Ezra", "Naomi",
			"Keturah", "Jonah O'Neill", "Zoë", "Titus", "Samuel", "Nguyễn Anh", "Dinah <3", "Boaz",
		},
		{
			"Tobias", "Abigail", "Barnabas", "Deborah", "Caleb", "Phoebe", "Silas", "Hannah",
			"Esther", "Micah", "Joel", "שרה", "Amos", "Rachel Featherstonehaugh", "Leah", "Bartholomew",
		},
	}
	judgeNames = [3]string{"Ruth", "Paul", "Martha"}
)

// bankQuestion is a question as its file has it.
type bankQuestion struct {
	text, answer, hint string
}

// model is what the match must be by the rules alone.
type model struct {
	state    rules.State
	standing [64]string // who stands where
	ply      int        // the ply that is being played, from 1
	banks    map[rules.Bank][]bankQuestion
	used     map[rules.Bank]int
	promoted map[string]bool // who became another piece
}

func newModel(t *testing.T) *model {
	t.Helper()
	m := &model{
		state: rules.Bible.Start(scriptHouse), ply: 1, promoted: map[string]bool{},
		banks: map[rules.Bank][]bankQuestion{}, used: map[rules.Bank]int{},
	}
	for side, names := range people {
		for i, name := range names {
			rank := i / 8
			if chess.Side(side) == chess.Black {
				rank = 7 - rank
			}
			m.standing[chess.SquareAt(i%8, rank)] = name
		}
	}
	kinds := map[string]chess.Kind{}
	for _, k := range []chess.Kind{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen} {
		kinds[rules.Bible.PieceName(k)] = k
	}
	for side, file := range [][]byte{whiteBank, blackBank} {
		rows, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows[1:] {
			bank := rules.Bank{Side: chess.Side(side), Kind: kinds[row[1]]}
			m.banks[bank] = append(m.banks[bank], bankQuestion{text: row[3], answer: row[4], hint: row[7]})
		}
	}
	return m
}

// call makes a call of the script.
func (m *model) call(t *testing.T, uci string) *rules.Challenge {
	t.Helper()
	move, err := chess.ParseMove(uci)
	if err != nil {
		t.Fatal(err)
	}
	if m.state, err = rules.Bible.Call(scriptHouse, m.state, move); err != nil {
		t.Fatal(err)
	}
	if m.state.Challenge == nil {
		m.walk()
	}
	return m.state.Challenge
}

// rule rules on the open challenge and gives what was asked.
func (m *model) rule(t *testing.T, vote string) bankQuestion {
	t.Helper()
	c := m.state.Challenge
	q, _ := m.due(c)
	m.used[c.Bank]++
	var err error
	if m.state, err = rules.Bible.Rule(scriptHouse, m.state, answerOf[vote]); err != nil {
		t.Fatal(err)
	}
	m.walk()
	return q
}

// walk moves the people as the last ply did.
func (m *model) walk() {
	last := m.state.Last
	mover := m.standing[last.Move.From]
	if last.Leaves != chess.NoSquare {
		m.standing[last.Leaves] = ""
	}
	if last.Outcome == rules.Moves {
		m.standing[last.Move.From] = ""
		m.standing[last.Move.To] = mover
	}
	if last.RookFrom != chess.NoSquare {
		m.standing[last.RookTo], m.standing[last.RookFrom] = m.standing[last.RookFrom], ""
	}
	if last.Becomes != chess.NoKind {
		m.promoted[mover] = true
	}
	m.ply++
}

// board is who stands where, as pages say it: square to "White Knight Anna".
func (m *model) board() map[string]string {
	board := map[string]string{}
	for q, name := range m.standing {
		if p := m.state.Position.At(chess.Square(q)); p != 0 {
			board[chess.Square(q).String()] = fmt.Sprintf("%s %s %s", p.Side(), rules.Bible.PieceName(p.Kind()), name)
		}
	}
	return board
}

// caller is the side to call.
func (m *model) caller() chess.Side { return m.state.Position.Turn() }

// turn is whose turn it is, as pages say it.
func (m *model) turn() string {
	switch {
	case m.state.Result.Over:
		return "The match is over."
	case m.state.Challenge != nil:
		return "The judges rule."
	}
	return fmt.Sprintf("%s (%s) calls.", m.caller(), teamNames[m.caller()])
}

// due is the question of a challenge and its place in the sequence (B36).
func (m *model) due(c *rules.Challenge) (bankQuestion, string) {
	bank, n := m.banks[c.Bank], m.used[c.Bank]
	return bank[n%len(bank)], fmt.Sprintf("%s %s, %d of %d, pass %d",
		c.Bank.Side, rules.Bible.PieceName(c.Bank.Kind), n%len(bank)+1, len(bank), n/len(bank)+1)
}

// fromMemory tells whether the asker of a challenge is a Bishop who learnt the
// question by heart (B20).
func (m *model) fromMemory(c *rules.Challenge) bool {
	return c.Recited && !m.promoted[m.standing[c.Asker]]
}

// secrets are passages of all questions that were not ruled on yet, by side:
// the longest part of each that HTML writes as it is.
func (m *model) secrets() [2][]string {
	var list [2][]string
	for bank, all := range m.banks {
		for i, q := range all {
			if i < m.used[bank] {
				continue
			}
			longest := ""
			for _, part := range strings.FieldsFunc(q.text, func(r rune) bool { return strings.ContainsRune(`&<>"'`, r) || r > 126 }) {
				if part = strings.TrimSpace(part); len(part) > len(longest) {
					longest = part
				}
			}
			list[bank.Side] = append(list[bank.Side], longest)
		}
	}
	return list
}

// differences says where two boards differ.
func differences(got, want map[string]string) string {
	var says []string
	for q := range maps.Keys(merged(got, want)) {
		if got[q] != want[q] {
			says = append(says, fmt.Sprintf("%s: %q, want %q", q, got[q], want[q]))
		}
	}
	return strings.Join(says, "; ")
}

func merged(a, b map[string]string) map[string]string {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, b)
	return all
}
