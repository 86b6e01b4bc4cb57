package exchange

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"biblechess/questions"
)

// WriteBanks writes questions as a CSV file that ReadBanks reads back the same,
// save for Line: UTF-8 with a byte order mark (so that Excel takes it for
// UTF-8), commas, line feeds. It holds whenever the rows of a bank are together
// and in order, as ReadBanks gives them, and their texts are clean and pass
// questions.Text.Check. It fails for a piece that has no bank, before anything
// is written, and with what w fails with.
//
// Two things are written so that they can be undone. A cell that a spreadsheet
// would take for a formula (it starts with = + - or @, perhaps after
// apostrophes) gets an apostrophe in front. In the cell of further answers,
// where | separates, a | inside an answer is written \| and backslashes that
// stand before a | are doubled.
func WriteBanks(w io.Writer, rows []Row) error {
	width := colSayAs
	for _, r := range rows {
		if questions.KindName(r.Piece) == "" {
			return refuse("Only Rooks, Bishops, Knights, Pawns and Quiz Masters have a bank of questions.")
		}
		if r.Text.SayAs != "" {
			width = columns
		}
	}
	if _, err := io.WriteString(w, "\uFEFF"); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	if err := out.Write(columnNames[:width]); err != nil {
		return err
	}
	for _, r := range rows {
		text := r.Text.Clean()
		number := ""
		if r.Number > 0 {
			number = strconv.Itoa(r.Number)
		}
		cells := [columns]string{
			colTeam:      strings.TrimSpace(r.Team),
			colPiece:     questions.KindName(r.Piece),
			colNumber:    number,
			colQuestion:  text.Question,
			colAnswer:    text.Answer,
			colAlso:      joinAlso(text.Also),
			colReference: text.Reference,
			colHint:      text.Hint,
			colSayAs:     text.SayAs,
		}
		for i, c := range cells {
			cells[i] = guard(c)
		}
		if err := out.Write(cells[:width]); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// guard keeps a spreadsheet from running a cell as a formula.
func guard(cell string) string {
	if formula(cell) {
		return "'" + cell
	}
	return cell
}

// unguard undoes guard.
func unguard(cell string) string {
	if strings.HasPrefix(cell, "'") && formula(cell) {
		return cell[1:]
	}
	return cell
}

func formula(cell string) bool {
	cell = strings.TrimLeft(cell, "'")
	return cell != "" && strings.IndexByte("=+-@", cell[0]) >= 0
}

// joinAlso writes further answers into one cell.
func joinAlso(answers []string) string {
	var b strings.Builder
	for i, a := range answers {
		if i > 0 {
			b.WriteByte('|')
		}
		slashes := 0
		for j := range len(a) {
			switch a[j] {
			case '\\':
				slashes++
			case '|':
				b.WriteString(strings.Repeat(`\`, slashes+1))
				slashes = 0
			default:
				slashes = 0
			}
			b.WriteByte(a[j])
		}
		if i < len(answers)-1 {
			b.WriteString(strings.Repeat(`\`, slashes))
		}
	}
	return b.String()
}

// splitAlso undoes joinAlso.
func splitAlso(cell string) []string {
	var answers []string
	var b []byte
	slashes := 0
	for i := range len(cell) {
		if cell[i] != '|' {
			if cell[i] == '\\' {
				slashes++
			} else {
				slashes = 0
			}
			b = append(b, cell[i])
			continue
		}
		b = b[:len(b)-(slashes+1)/2]
		if slashes%2 == 1 {
			b = append(b, '|')
		} else {
			answers = append(answers, string(b))
			b = b[:0]
		}
		slashes = 0
	}
	return append(answers, string(b))
}
