package exchange

import (
	"bytes"
	"io"
	"slices"
	"strings"
)

// Line is a row of a table.
type Line struct {
	Number int // of the line where it starts, from 1
	Cells  []string
}

// Rows reads a table of text that holds no questions, as a list of people: CSV with
// any usual separator and in any usual encoding. Cells are trimmed, blank rows are
// left out. A nickname at the beginning may stand in quotation marks, but one that
// nothing closes is refused. The error is one plain sentence.
func Rows(in io.Reader) ([]Line, error) {
	data, err := readAll(in)
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, refuse("The list is empty: type the names, or choose a file with them.")
	}
	text, _, err := decode(data)
	if err != nil { // its words are about questions
		return nil, refuse("This is not a list of names: save it in the spreadsheet program as \"CSV UTF-8\", or type the names.")
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	c := cells{text: text, line: 1, sep: separatorOf(text)}
	var rows []Line
	for {
		row, more := c.next()
		if !more {
			return rows, nil
		}
		if row.broken && slices.ContainsFunc(row.cells, func(cell string) bool { return strings.Count(cell, `"`)%2 != 0 }) {
			return nil, refuse("Line %d: a quotation mark is not closed. Close it or take it away, then bring the list again.", row.line)
		}
		if !row.blank() {
			rows = append(rows, Line{row.line, row.cells})
		}
	}
}

// separatorOf is the one that stands on most lines; a comma where none does.
func separatorOf(text string) byte {
	best, most := byte(','), 0
	for _, sep := range []byte{',', ';', '\t'} {
		n := 0
		for line := range strings.SplitSeq(text, "\n") {
			if strings.IndexByte(line, sep) >= 0 {
				n++
			}
		}
		if n > most {
			best, most = sep, n
		}
	}
	return best
}
