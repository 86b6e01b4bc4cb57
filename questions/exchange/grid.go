package exchange

import "strings"

// gridRow is a row of a table.
type gridRow struct {
	line   int // where it starts, counted from 1
	cells  []string
	broken bool     // a quotation mark opens a cell and nothing closes it
	doubts []string // about what its cells were written as
}

func (r gridRow) cell(i int) string {
	if i < 0 || i >= len(r.cells) {
		return ""
	}
	return r.cells[i]
}

func (r gridRow) blank() bool {
	for _, c := range r.cells {
		if c != "" {
			return false
		}
	}
	return true
}

// cells reads the rows of a table of text. Cells are trimmed.
//
// A quotation mark that opens a cell must be closed right before a separator or
// the end of a row. Where it is not, it is taken for a part of the text, so that
// one forgotten mark costs one row and not the rest of the file.
type cells struct {
	text    string
	pos     int
	line    int // of pos
	sep     byte
	literal bool // quotation marks mean nothing
}

// maxCell is the longest cell in quotation marks, in bytes: the distance that is
// searched for the closing mark.
const maxCell = 64 << 10

// next reads a row; false at the end of the text.
func (c *cells) next() (gridRow, bool) {
	if c.pos >= len(c.text) {
		return gridRow{}, false
	}
	row := gridRow{line: c.line}
	for {
		cell, ok := c.quoted()
		if !ok {
			end := c.pos
			for end < len(c.text) && c.text[end] != c.sep && c.text[end] != '\n' {
				end++
			}
			cell = strings.TrimSpace(c.text[c.pos:end])
			row.broken = row.broken || !c.literal && strings.HasPrefix(cell, `"`)
			c.pos = end
		}
		row.cells = append(row.cells, strings.TrimSpace(cell))
		if c.pos >= len(c.text) {
			return row, true
		}
		end := c.text[c.pos] == '\n'
		c.pos++
		if end {
			c.line++
			return row, true
		}
	}
}

// quoted reads a cell in quotation marks, up to the separator or line feed after
// it; false when there is none at pos.
func (c *cells) quoted() (string, bool) {
	if c.literal {
		return "", false
	}
	i := c.skipSpaces(c.pos)
	if i >= len(c.text) || c.text[i] != '"' {
		return "", false
	}
	start := i + 1
	limit := min(len(c.text), start+maxCell)
	for i = start; i < limit; i++ {
		if c.text[i] != '"' {
			continue
		}
		if i+1 < len(c.text) && c.text[i+1] == '"' {
			i++
			continue
		}
		after := c.skipSpaces(i + 1)
		if after < len(c.text) && c.text[after] != c.sep && c.text[after] != '\n' {
			return "", false
		}
		cell := c.text[start:i]
		c.line += strings.Count(cell, "\n")
		c.pos = after
		return strings.ReplaceAll(cell, `""`, `"`), true
	}
	return "", false
}

func (c *cells) skipSpaces(i int) int {
	for i < len(c.text) && c.text[i] == ' ' {
		i++
	}
	return i
}

// firstRows gives up to n rows that are not blank.
func (c cells) firstRows(n int) []gridRow {
	var rows []gridRow
	for len(rows) < n {
		row, ok := c.next()
		if !ok {
			break
		}
		if !row.blank() {
			rows = append(rows, row)
		}
	}
	return rows
}
