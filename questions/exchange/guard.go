package exchange

import "strings"

// guard keeps a spreadsheet from running a cell as a formula: an apostrophe goes
// in front. It goes in front of apostrophes before such a sign too, so that unguard
// can always undo it.
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
	return cell != "" && strings.IndexByte("=+-@\t\r", cell[0]) >= 0
}

// joinAlso writes several texts into one cell, separated by |. A | inside a text
// is written \| and backslashes that stand before a | are doubled.
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
