package exchange

import (
	"cmp"
	"io"
	"math"
	"slices"
	"strings"

	"biblechess/event/chess"
	"biblechess/questions"

	"golang.org/x/text/unicode/norm"
)

// Row is one question of a file of banks. Its text is clean, in Unicode NFC, and
// passes questions.Text.Check.
type Row struct {
	Line   int        // where the row starts in the file: see Reading.Unit
	Team   string     // as written: White, Black, Reserve, a shelf as Home knows it, a team's name, or empty
	Piece  chess.Kind // one of questions.Kinds; on a shelf the one that it is meant for, or NoKind
	Number int        // place in the bank or on the shelf, counted from 1; 0 when the file gives none
	Text   questions.Text
	Labels questions.Labels

	Earlier       []questions.Text   // texts that it had before, the oldest first; from the program's own files
	EarlierLabels []questions.Labels // labels that it had before, as Earlier
}

// Home tells what a file's team names: a side or the reserve, in small letters, and
// whether its shelf is meant, as in "White shelf". The side is empty for "Shelf"
// alone, which is the shelf of whoever reads the file.
func Home(team string) (side string, shelf bool) {
	side = strings.ToLower(strings.TrimSpace(team))
	if side != "shelf" && !strings.HasSuffix(side, " shelf") {
		return side, false
	}
	side = strings.TrimSpace(strings.TrimSuffix(side, "shelf"))
	return strings.TrimSuffix(strings.TrimSuffix(side, "'s"), "’s"), true
}

// Problem says in plain words why the row that starts at a line is not among
// the rows that were read.
type Problem struct {
	Line  int
	Words string
}

// ReadBanks reads questions for the banks of a match (B30) from any file that Read
// reads; of a table, the columns piece, question, answer and reference must be
// there and have names.
//
// The rows of a bank, or of a shelf, come together, where its first row stands, ordered by
// number; those without a number come last, and ties are in file order. A row
// that cannot be used is a Problem instead of a Row. An error means that nothing
// was read: for what is wrong with the file it is a *chess.Refusal in plain words,
// otherwise what r failed with.
func ReadBanks(r io.Reader) ([]Row, []Problem, error) {
	data, err := readAll(r)
	if err != nil {
		return nil, nil, err
	}
	p, err := parse("", data, Options{Header: HeaderYes})
	if err != nil {
		return nil, nil, err
	}
	if p.Columns != nil && (p.Format == CSV || p.Format == XLSX) {
		h := heading{}
		for _, c := range p.Columns {
			h.columns = append(h.columns, c.Holds)
		}
		if err := h.check(PieceColumn, QuestionColumn, AnswerColumn, RefColumn); err != nil {
			return nil, nil, err
		}
	}
	var rows []Row
	var problems []Problem
	for _, s := range p.Skipped {
		problems = append(problems, Problem{s.Line, s.Why})
	}
	for _, d := range p.drafts {
		row := Row{Line: d.Line, Team: norm.NFC.String(d.Team), Piece: d.Piece, Number: d.Number, Text: composed(d.Text()), Labels: d.Labels()}
		row.Earlier, row.EarlierLabels = d.Earlier()
		words := ""
		if err := cmp.Or(row.Text.Check(), row.Labels.Check()); err != nil {
			words = err.Error()
		}
		_, shelf := Home(d.Team)
		switch {
		case len(d.faults) > 0:
			words = d.faults[0]
		case d.Piece == chess.NoKind && !shelf:
			words = "The piece is missing: write " + pieceNames + "."
		}
		if words != "" {
			problems = append(problems, Problem{d.Line, words})
			continue
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	sortByBank(rows)
	return rows, problems, nil
}

// composed puts a clean text in NFC.
func composed(t questions.Text) questions.Text {
	for _, field := range []*string{&t.Question, &t.Answer, &t.Reference, &t.Hint, &t.SayAs} {
		*field = norm.NFC.String(*field)
	}
	for _, list := range []*[]string{&t.Also, &t.Reject} {
		*list = slices.Clone(*list)
		for i, a := range *list {
			(*list)[i] = norm.NFC.String(a)
		}
	}
	return t.Clean()
}

// sortByBank brings the rows of a bank together and in order.
func sortByBank(rows []Row) {
	type bank struct {
		team  string
		piece chess.Kind
	}
	key := func(r Row) bank {
		if side, shelf := Home(r.Team); shelf {
			return bank{side + " shelf", chess.NoKind}
		}
		return bank{strings.ToLower(r.Team), r.Piece}
	}
	first := map[bank]int{}
	for i, r := range rows {
		if _, seen := first[key(r)]; !seen {
			first[key(r)] = i
		}
	}
	number := func(r Row) int {
		if r.Number == 0 {
			return math.MaxInt
		}
		return r.Number
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(first[key(a)], first[key(b)]), cmp.Compare(number(a), number(b)))
	})
}
