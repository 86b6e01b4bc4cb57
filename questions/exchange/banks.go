package exchange

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"biblechess/event/chess"
	"biblechess/questions"
)

// Limits of a file of banks: its size in bytes, its rows below the column names,
// the number of a question, and the characters of a team's name.
const (
	MaxBytes  = 5 << 20
	MaxRows   = 20_000
	MaxNumber = 9_999
	MaxTeam   = 100
)

// Row is one question of a file of banks. Its text is clean and passes
// questions.Text.Check.
type Row struct {
	Line   int        // where the row starts in the file, counted from 1
	Team   string     // as written: White, Black, Reserve, a team's name, or empty
	Piece  chess.Kind // one of questions.Kinds
	Number int        // place in the bank, counted from 1; 0 when the file gives none
	Text   questions.Text
}

// Problem says in plain words why the row that starts at a line is not among
// the rows that were read.
type Problem struct {
	Line  int
	Words string
}

// The columns of a file of banks, in the order in which they are written.
const (
	colTeam = iota
	colPiece
	colNumber
	colQuestion
	colAnswer
	colAlso
	colReference
	colHint
	colSayAs // written only when some question needs it
	columns
)

var columnNames = [columns]string{"team", "piece", "number", "question", "answer", "also_accept", "reference", "hint", "say_as"}

// otherNames are further names of columns, as columnKey makes them.
var otherNames = map[string]int{
	"side": colTeam, "bank": colPiece, "kind": colPiece, "no": colNumber, "nr": colNumber, "#": colNumber,
	"alsoaccepted": colAlso, "also": colAlso, "ref": colReference,
}

var required = [...]int{colPiece, colQuestion, colAnswer, colReference}

// ReadBanks reads questions for the banks of a match (B30) from a CSV file with
// the columns team, piece, number, question, answer, also_accept, reference,
// hint and say_as, in any order and case; other columns are passed over. Cells
// are separated by commas, semicolons or tabs; the text is UTF-8, UTF-16 with a
// byte order mark, or else Windows-1252. Further accepted answers are separated
// by |, and a cell's guard against formulas is undone, as WriteBanks writes them.
//
// The rows of a bank come together, where its first row stands, ordered by
// number; those without a number come last, and ties are in file order. A row
// that cannot be used is a Problem instead of a Row. An error means that nothing
// was read: for what is wrong with the file it is a *chess.Refusal in plain
// words, otherwise what r failed with.
func ReadBanks(r io.Reader) ([]Row, []Problem, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, nil, fmt.Errorf("read the file: %w", err)
	}
	if len(data) > MaxBytes {
		return nil, nil, refuse("The file is larger than %d MB: split it into smaller ones.", MaxBytes>>20)
	}
	text, err := decode(data)
	if err != nil {
		return nil, nil, err
	}
	t, err := openTable(text)
	if err != nil {
		return nil, nil, err
	}
	var rows []Row
	var problems []Problem
	for n := 0; ; n++ {
		cells, line, err := t.read()
		if err == io.EOF {
			break
		}
		if n >= MaxRows {
			return nil, nil, refuse("The file has more than %d rows: split it into smaller ones.", MaxRows)
		}
		if err == nil {
			var row Row
			if row, err = t.row(cells); err == nil {
				row.Line = line
				rows = append(rows, row)
				continue
			}
		}
		problems = append(problems, Problem{line, err.Error()})
	}
	sortByBank(rows)
	return rows, problems, nil
}

// table is a CSV file whose column names have been read.
type table struct {
	csv    *csv.Reader
	skip   int          // lines before those that csv sees
	column [columns]int // index of the cell; -1 for a column that is not there
	width  int          // cells of the first row
	named  int          // cells of the first row up to the last that has a name
}

// openTable finds the separator and reads the column names.
func openTable(text string) (*table, error) {
	skip := 0
	separators := []rune{',', ';', '\t'}
	// Excel's own line that names the separator, as "sep=;".
	if first, rest, found := strings.Cut(text, "\n"); found && len(first) >= 5 && strings.EqualFold(first[:4], "sep=") {
		if sep, size := utf8.DecodeRuneInString(first[4:]); slices.Contains(separators, sep) && strings.TrimRight(first[4+size:], " ,;\t") == "" {
			separators, text, skip = []rune{sep}, rest, 1
		}
	}
	var best *table
	most := 0
	var twice error
	for _, sep := range separators {
		t := &table{csv: csv.NewReader(strings.NewReader(text)), skip: skip}
		t.csv.Comma = sep
		t.csv.FieldsPerRecord = -1
		names, _, err := t.read()
		if err != nil {
			continue
		}
		known, err := t.name(names)
		if known > most {
			best, most, twice = t, known, err
		}
	}
	if best == nil {
		return nil, refuse("This is not a file of questions: its first row must name the columns team, piece, number, question, answer, also_accept, reference and hint.")
	}
	if twice != nil {
		return nil, twice
	}
	for _, c := range required {
		if best.column[c] < 0 {
			return nil, refuse("The first row must name the columns; the column %s is not there.", columnNames[c])
		}
	}
	return best, nil
}

// name finds the columns by their names and tells how many it knows.
func (t *table) name(names []string) (known int, err error) {
	for i := range t.column {
		t.column[i] = -1
	}
	t.width = len(names)
	for i, name := range names {
		key := columnKey(name)
		if key == "" {
			continue
		}
		t.named = i + 1
		c := slices.IndexFunc(columnNames[:], func(n string) bool { return columnKey(n) == key })
		if c < 0 {
			other, ok := otherNames[key]
			if !ok {
				continue
			}
			c = other
		}
		if t.column[c] >= 0 {
			err = refuse("The first row names the column %s twice.", columnNames[c])
			continue
		}
		t.column[c] = i
		known++
	}
	return known, err
}

// columnKey is a column's name without what people write differently.
func columnKey(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '_' || r == '-' || r == '.' {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// read gives the next row that is not blank and the line where it starts. An
// error other than io.EOF is about that row, in plain words.
func (t *table) read() ([]string, int, error) {
	for {
		cells, err := t.csv.Read()
		if bad := (*csv.ParseError)(nil); errors.As(err, &bad) {
			first, last := bad.StartLine+t.skip, bad.Line+t.skip
			what := "This row could not be read"
			if last > first {
				what = fmt.Sprintf("Lines %d to %d could not be read", first, last)
			}
			return nil, first, refuse("%s: a quotation mark is not closed, or stands inside a cell. Put such a cell in quotation marks and write each one inside twice.", what)
		}
		if err != nil {
			return nil, 0, err
		}
		for i, c := range cells {
			cells[i] = unguard(strings.TrimSpace(c))
		}
		if slices.ContainsFunc(cells, func(c string) bool { return c != "" }) {
			line, _ := t.csv.FieldPos(0)
			return cells, line + t.skip, nil
		}
	}
}

// row makes a question of a row's cells.
func (t *table) row(cells []string) (Row, error) {
	// A separator in a cell without quotation marks would shift the others by one.
	for i := t.named; i < len(cells); i++ {
		if cells[i] != "" || i >= t.width {
			return Row{}, refuse("This row has more cells than there are columns: put a cell that holds the separator in quotation marks.")
		}
	}
	cell := func(c int) string {
		if i := t.column[c]; i >= 0 && i < len(cells) {
			return cells[i]
		}
		return ""
	}
	const pieces = "Rook, Bishop, Knight, Pawn or Quiz Master"
	row := Row{Team: cell(colTeam)}
	if utf8.RuneCountInString(row.Team) > MaxTeam || strings.ContainsFunc(row.Team, unicode.IsControl) {
		return Row{}, refuse("The team must be a name of at most %d characters on one line.", MaxTeam)
	}
	name := cell(colPiece)
	if name == "" {
		return Row{}, refuse("The piece is missing: write %s.", pieces)
	}
	kind, ok := questions.ParseKind(name)
	if !ok {
		return Row{}, refuse("%s is not a piece that has questions: write %s.", quoted(name), pieces)
	}
	row.Piece = kind
	if number := cell(colNumber); number != "" {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > MaxNumber {
			return Row{}, refuse("%s is not a number from 1 to %d.", quoted(number), MaxNumber)
		}
		row.Number = n
	}
	row.Text = questions.Text{
		Question:  cell(colQuestion),
		Answer:    cell(colAnswer),
		Also:      splitAlso(cell(colAlso)),
		Reference: cell(colReference),
		Hint:      cell(colHint),
		SayAs:     cell(colSayAs),
	}.Clean()
	return row, row.Text.Check()
}

// quoted is the beginning of a cell in quotation marks, for a sentence about it.
func quoted(s string) string {
	if r := []rune(s); len(r) > 30 {
		s = string(r[:30]) + "…"
	}
	// A brace would name a square to a Refusal.
	s = strings.NewReplacer("{", "(", "}", ")").Replace(s)
	return strconv.Quote(s)
}

// sortByBank brings the rows of a bank together and in order.
func sortByBank(rows []Row) {
	type bank struct {
		team  string
		piece chess.Kind
	}
	key := func(r Row) bank { return bank{strings.ToLower(r.Team), r.Piece} }
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

// refuse makes a refusal that stands on no clause and no square.
func refuse(words string, args ...any) *chess.Refusal {
	return &chess.Refusal{Square: chess.NoSquare, Words: fmt.Sprintf(words, args...)}
}
