package exchange

import (
	"encoding/csv"
	"io"
	"strconv"
	"unicode/utf8"

	"biblechess/questions"
)

// maxWritten is the longest cell that is written, in characters: what every
// spreadsheet holds.
const maxWritten = 32_000

// Write writes questions in one of the formats CSV, XLSX, GIFT and OwnJSON.
func Write(w io.Writer, format Format, records []Record) error {
	switch format {
	case CSV:
		return WriteCSV(w, records)
	case XLSX:
		return WriteXLSX(w, records)
	case GIFT:
		return WriteGIFT(w, records)
	case OwnJSON:
		return WriteJSON(w, records)
	}
	return refuse("Questions can be written as CSV, XLSX, GIFT and JSON.")
}

// WriteCSV writes questions as a table that Read reads back the same, save for
// Line, Sheet, Doubts, Revisions and EarlierLabels: UTF-8 with a byte order mark (so that Excel
// takes it for UTF-8), commas, line feeds. Columns that no question needs are left
// out, beyond the eight of a bank. It fails for a text that no cell can hold, and
// with what w fails with.
//
// Two things are written so that they can be undone. A cell that a spreadsheet
// would take for a formula (it starts with = + - @, a tab or a carriage return,
// perhaps after apostrophes) gets an apostrophe in front. In cells of several
// texts, where | separates, a | inside a text is written \| and backslashes that
// stand before a | are doubled.
func WriteCSV(w io.Writer, records []Record) error {
	if _, err := io.WriteString(w, "\uFEFF"); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	err := writeTable(records, func(cells []string) error { return out.Write(cells) })
	if err != nil {
		return err
	}
	out.Flush()
	return out.Error()
}

// tableColumns are the columns of a table in the order in which they are written,
// and how a record fills them. Those after needed are written only when some
// record fills them.
var tableColumns = [...]struct {
	name   Column
	needed bool
	cell   func(Record) string
}{
	{TeamColumn, true, func(r Record) string { return r.Team }},
	{PieceColumn, true, func(r Record) string { return questions.KindName(r.Piece) }},
	{NumberColumn, true, func(r Record) string {
		if r.Number <= 0 {
			return ""
		}
		return strconv.Itoa(r.Number)
	}},
	{QuestionColumn, true, func(r Record) string { return r.Question }},
	{AnswerColumn, true, func(r Record) string {
		if len(r.Answers) == 0 {
			return ""
		}
		return r.Answers[0]
	}},
	{AlsoColumn, true, func(r Record) string {
		if len(r.Answers) == 0 {
			return ""
		}
		return joinAlso(r.Answers[1:])
	}},
	{RefColumn, true, func(r Record) string { return r.Reference }},
	{HintColumn, true, func(r Record) string { return r.Hint }},
	{SayAsColumn, false, func(r Record) string { return r.SayAs }},
	{RejectColumn, false, func(r Record) string { return joinAlso(r.Rejected) }},
	{ChoicesColumn, false, func(r Record) string { return joinAlso(r.Choices) }},
	{CategoryColumn, false, func(r Record) string { return r.Category }},
	{TagsColumn, false, func(r Record) string { return joinAlso(r.Tags) }},
	{NotesColumn, false, func(r Record) string { return r.Notes }},
	{TypeColumn, false, func(r Record) string { return string(r.Type) }},
	{TitleColumn, false, func(r Record) string { return r.Title }},
}

// writeTable writes the names of the columns and a row for each record.
func writeTable(records []Record, write func(cells []string) error) error {
	clean := make([]Record, len(records))
	var needed [len(tableColumns)]bool
	for i, r := range records {
		r.clean()
		clean[i] = r
		for c, column := range tableColumns {
			needed[c] = needed[c] || column.needed || column.cell(r) != ""
		}
	}
	var names []string
	for c, column := range tableColumns {
		if needed[c] || column.needed {
			names = append(names, string(column.name))
		}
	}
	if err := write(names); err != nil {
		return err
	}
	for i, r := range clean {
		cells := make([]string, 0, len(names))
		for c, column := range tableColumns {
			if !needed[c] {
				continue
			}
			cell := guard(column.cell(r))
			if len(cell) > maxWritten && utf8.RuneCountInString(cell) > maxWritten {
				return refuse("Question %d has a %s of more than %d characters: that does not fit into a cell.", i+1, column.name, maxWritten)
			}
			cells = append(cells, cell)
		}
		if err := write(cells); err != nil {
			return err
		}
	}
	return nil
}
