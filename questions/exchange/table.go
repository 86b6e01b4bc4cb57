package exchange

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"biblechess/questions"
)

// Limits of a table: how far down it is searched for the row that names columns,
// and the columns that are looked at.
const (
	headRows   = 20
	maxColumns = 100
)

// separators of a table of text, the likelier first.
var separators = []byte{',', ';', '\t', '|'}

// openCSV finds the separator of a table of text and, unless it has none, the
// row that names its columns. Rows start at what it returns; found tells whether
// it looks like a table of questions at all.
func openCSV(text string, opts Options) (c cells, h heading, found bool) {
	c = cells{text: text, line: 1, sep: ','}
	candidates := separators
	if opts.Separator != 0 {
		candidates = []byte{byte(opts.Separator)}
	}
	// Excel's own line that names the separator, as "sep=;".
	if first, _, more := strings.Cut(text, "\n"); more && len(first) >= 5 && strings.EqualFold(first[:4], "sep=") &&
		slices.Contains(separators, first[4]) && strings.TrimRight(first[5:], " ,;\t|") == "" {
		candidates = []byte{first[4]}
		c.pos, c.line = len(first)+1, 2
	}
	best, bestEven := c, 0
	most := 0
	var bestHeading heading
	var bestStart cells
	for _, sep := range candidates {
		try := c
		try.sep = sep
		if even := evenRows(try); even > bestEven {
			best, bestEven = try, even
		}
		if opts.Header == HeaderNo || opts.Columns != nil {
			continue
		}
		for range headRows {
			row, ok := try.next()
			if !ok {
				break
			}
			if named, ok := nameColumns(row); ok && named.known() > most {
				most, bestHeading, bestStart = named.known(), named, try
			}
		}
	}
	if most > 0 {
		return bestStart, bestHeading, true
	}
	return best, heading{}, bestEven > 0
}

// evenRows counts the first rows that have as many cells as the most common
// width above one; 0 when these are not the greater part.
func evenRows(c cells) int {
	rows := c.firstRows(50)
	widths := map[int]int{}
	for _, r := range rows {
		if len(r.cells) > 1 && !r.broken {
			widths[len(r.cells)]++
		}
	}
	even := 0
	for _, n := range widths {
		even = max(even, n)
	}
	if even*3 < len(rows)*2 {
		return 0
	}
	return even
}

// csv reads a table of text.
func (p *parsing) csv(text string, opts Options) error {
	if opts.Separator != 0 && !strings.ContainsRune(",;\t|", opts.Separator) {
		return refuse("Cells can be separated by commas, semicolons, tabs or |.")
	}
	c, h, found := openCSV(text, opts)
	if h.columns == nil && opts.Columns == nil && (opts.Header == HeaderYes || !found) {
		return refuse("This is not a file of questions: its first row must name the columns team, piece, number, question, answer, also_accept, reference and hint.")
	}
	var rows []gridRow
	for {
		row, ok := c.next()
		if !ok {
			break
		}
		if row.blank() {
			continue
		}
		if len(rows) >= MaxRows {
			return refuse("The file has more than %d rows: split it into smaller ones.", MaxRows)
		}
		rows = append(rows, row)
	}
	return p.grid(rows, h, opts)
}

// grid reads the rows of a table below its heading.
func (p *parsing) grid(rows []gridRow, h heading, opts Options) error {
	switch {
	case opts.Columns != nil:
		h = heading{columns: opts.Columns, names: make([]string, len(opts.Columns)), named: len(opts.Columns)}
		if opts.Header == HeaderYes && len(rows) > 0 {
			h.names, rows = rows[0].cells, rows[1:]
		}
	case h.columns == nil:
		h = guessColumns(rows)
		p.warn("No row names the columns: they were read as %s, from the left.", h.inWords())
	}
	if err := h.check(QuestionColumn, AnswerColumn); err != nil {
		return err
	}
	if h.kahoot {
		p.Format = Kahoot
	}
	if p.Columns == nil {
		for i, c := range h.columns {
			use := ColumnUse{Holds: c}
			if i < len(h.names) {
				use.Heading = h.names[i]
			}
			p.Columns = append(p.Columns, use)
		}
	}
	for _, row := range rows {
		for i, cell := range row.cells {
			row.cells[i] = unguard(cell)
		}
		if h.kahoot {
			p.kahootRow(row, h)
		} else {
			p.row(row, h)
		}
	}
	return p.full()
}

// guessColumns says what the columns of a table without names hold: pieces and
// teams by their words, numbers, and then the texts in their usual order.
func guessColumns(rows []gridRow) heading {
	width := 0
	sample := rows[:min(len(rows), 50)]
	for _, r := range sample {
		width = max(width, min(len(r.cells), maxColumns))
	}
	h := heading{columns: make([]Column, width), named: width}
	all := func(i int, is func(string) bool) bool {
		seen := false
		for _, r := range sample {
			if c := r.cell(i); c != "" {
				if !is(c) {
					return false
				}
				seen = true
			}
		}
		return seen
	}
	rest := []Column{QuestionColumn, AnswerColumn, AlsoColumn, RefColumn, HintColumn}
	spare := width - 2 // columns that may be something else than question and answer
	for i := range h.columns {
		switch {
		case spare > 0 && !h.has(PieceColumn) && all(i, func(c string) bool { _, ok := questions.ParseKind(c); return ok }):
			h.columns[i], spare = PieceColumn, spare-1
		case spare > 0 && !h.has(TeamColumn) && all(i, isTeam):
			h.columns[i], spare = TeamColumn, spare-1
		case spare > 0 && !h.has(NumberColumn) && !h.has(QuestionColumn) && all(i, func(c string) bool { _, err := strconv.Atoi(c); return err == nil }):
			h.columns[i], spare = NumberColumn, spare-1
		case len(rest) > 0:
			h.columns[i], rest = rest[0], rest[1:]
		}
	}
	return h
}

func isTeam(c string) bool {
	switch strings.ToLower(c) {
	case "white", "black", "reserve":
		return true
	}
	return false
}

func (h heading) inWords() string {
	var words []string
	for _, c := range h.columns {
		if c != Ignored {
			words = append(words, string(c))
		}
	}
	return strings.Join(words, ", ")
}

const pieceNames = "Rook, Bishop, Knight, Pawn or Quiz Master"

// row makes a question of a row's cells.
func (p *parsing) row(row gridRow, h heading) {
	d := draft{Record: Record{Line: row.line, Doubts: row.doubts}}
	fault := func(words string, args ...any) { d.faults = append(d.faults, fmt.Sprintf(words, args...)) }
	if row.broken {
		fault("A quotation mark in this row is not closed. Put such a cell in quotation marks and write each one inside twice.")
	}
	// A separator in a cell without quotation marks would shift the others by one.
	width := max(len(h.columns), len(h.names))
	for i := h.named; i < len(row.cells); i++ {
		if row.cells[i] != "" || i >= width {
			fault("This row has more cells than there are columns: put a cell that holds the separator in quotation marks.")
			break
		}
	}
	for i, column := range h.columns {
		cell := row.cell(i)
		if cell == "" {
			continue
		}
		switch column {
		case TeamColumn:
			d.Team = cell
			if utf8.RuneCountInString(cell) > MaxTeam || strings.ContainsFunc(cell, unicode.IsControl) {
				fault("The team must be a name of at most %d characters on one line.", MaxTeam)
			}
		case PieceColumn:
			kind, ok := questions.ParseKind(cell)
			if !ok {
				fault("%s is not a piece that has questions: write %s.", quoted(cell), pieceNames)
			}
			d.Piece = kind
		case NumberColumn:
			n, err := strconv.Atoi(cell)
			if err != nil || n < 1 || n > MaxNumber {
				fault("%s is not a number from 1 to %d.", quoted(cell), MaxNumber)
				n = 0
			}
			d.Number = n
		case TypeColumn:
			if t := Type(strings.ToLower(cell)); t.known() {
				d.Type = t
			}
		case QuestionColumn:
			d.Question = cell
		case AnswerColumn:
			d.Answers = slices.Insert(d.Answers, 0, cell)
		case AlsoColumn:
			d.Answers = append(d.Answers, splitAlso(cell)...)
		case RejectColumn:
			d.Rejected = splitAlso(cell)
		case ChoicesColumn:
			d.Choices = append(d.Choices, splitAlso(cell)...)
		case ChoiceColumn:
			d.Choices = append(d.Choices, cell)
		case TagsColumn:
			d.Tags = splitAlso(cell)
		case RefColumn:
			d.Reference = cell
		case HintColumn:
			d.Hint = cell
		case SayAsColumn:
			d.SayAs = cell
		case CategoryColumn:
			d.Category = cell
		case NotesColumn:
			d.Notes = cell
		case TitleColumn:
			d.Title = cell
		}
	}
	// Answers beside an empty answer cell are not one that can be shown.
	if i := slices.Index(h.columns, AnswerColumn); row.cell(i) == "" {
		d.Answers = nil
	}
	if h.has(ChoiceColumn) {
		chooseAnswer(&d.Record)
	}
	p.drafts = append(p.drafts, d)
}

// chooseAnswer puts the answer among the choices that are in columns of their
// own: it may be given by its letter or number.
func chooseAnswer(r *Record) {
	if len(r.Choices) == 0 || len(r.Answers) == 0 || slices.Contains(r.Choices, r.Answers[0]) {
		return
	}
	key := strings.ToUpper(strings.Trim(r.Answers[0], ".) "))
	at := -1
	if len(key) == 1 && key[0] >= 'A' && key[0] <= 'Z' {
		at = int(key[0] - 'A')
	} else if n, err := strconv.Atoi(key); err == nil && n >= 1 {
		at = n - 1
	}
	if at >= 0 && at < len(r.Choices) {
		r.Answers[0] = r.Choices[at]
		return
	}
	r.Choices = slices.Insert(r.Choices, 0, r.Answers[0])
}
