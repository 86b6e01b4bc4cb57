package exchange

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"
	"time"
)

// rawCell is a cell as a sheet has it.
type rawCell struct {
	kind    string // as the file names it: s, str, inlineStr, b, e, d, n or empty
	style   cellStyle
	value   string
	inline  string
	formula string
}

// value is the text of a cell, and what is doubtful about it. A formula counts as
// the result that is stored with it, and is never worked out; without a result it
// is its own text.
func (b *workbook) value(c rawCell) (text, doubt string) {
	if c.value == "" && c.inline == "" && c.formula != "" {
		return "=" + c.formula, "A formula has no result stored with it, and stands there as text."
	}
	switch c.kind {
	case "s":
		n, err := strconv.Atoi(strings.TrimSpace(c.value))
		if err != nil || n < 0 || n >= len(b.shared) {
			return "", ""
		}
		return b.shared[n], ""
	case "inlineStr":
		return c.inline, ""
	case "str":
		return unescapeCell(c.value), ""
	case "b":
		if strings.TrimSpace(c.value) == "1" {
			return "True", ""
		}
		return "False", ""
	case "e":
		return c.value, "A formula ended in the error " + quoted(c.value) + "."
	case "d":
		return c.value, ""
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(c.value), 64)
	if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
		return c.value, ""
	}
	return c.style.number(n, b.mac)
}

// cellStyle is what a number is shown as.
type cellStyle struct {
	date    bool
	percent bool
	digits  int // leading zeros up to so many
}

// number writes a number as the sheet shows it, but with all its digits.
func (s cellStyle) number(n float64, mac bool) (text, doubt string) {
	switch {
	case s.date && n >= 0 && n < 3e6:
		day := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
		if mac {
			day = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
		}
		whole := math.Floor(n)
		at := day.AddDate(0, 0, int(whole)).Add(time.Duration((n-whole)*86400+0.5) * time.Second)
		layout := "2006-01-02"
		switch {
		case whole == 0 && n > 0:
			layout = "15:04"
		case n > whole:
			layout = "2006-01-02 15:04"
		}
		text = at.Format(layout)
		return text, "The spreadsheet holds a date, which was read as " + text + ": write it as text if it should read otherwise."
	case s.percent:
		return shortNumber(n*100) + "%", ""
	}
	text = shortNumber(n)
	if s.digits > len(text) && !strings.ContainsAny(text, ".-e") {
		text = strings.Repeat("0", s.digits-len(text)) + text
	}
	return text, ""
}

// readStyles reads how numbers are shown.
func (b *workbook) readStyles(part string) error {
	var sheet struct {
		Formats []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Cells []struct {
			Format int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	data, err := b.z.open(part)
	if err != nil {
		return err
	}
	if err := newXML(data).Decode(&sheet); err != nil {
		// Without its styles a workbook still has its texts.
		if _, syntax := err.(*xml.SyntaxError); syntax {
			return damagedWorkbook()
		}
		return nil
	}
	codes := map[int]string{}
	for _, f := range sheet.Formats {
		codes[f.ID] = f.Code
	}
	for _, c := range sheet.Cells {
		b.styles = append(b.styles, styleOf(c.Format, codes[c.Format]))
	}
	return nil
}

var (
	formatText = pattern(`"[^"]*"|\\.|_.|\*.|\[[^\]]*\]`)
	onlyZeros  = pattern(`^0{2,20}$`)
)

// styleOf reads a format of numbers: one of Excel's own by its number, or a code.
func styleOf(id int, code string) cellStyle {
	if onlyZeros().MatchString(code) {
		return cellStyle{digits: len(code)}
	}
	code = strings.ToLower(formatText().ReplaceAllString(code, ""))
	switch {
	case strings.Contains(code, "%"), id == 9, id == 10:
		return cellStyle{percent: true}
	case id >= 14 && id <= 22, id >= 27 && id <= 36, id >= 45 && id <= 47, id >= 50 && id <= 58:
		return cellStyle{date: true}
	case strings.ContainsAny(code, "ymdh") && !strings.Contains(code, "general"):
		return cellStyle{date: true}
	}
	return cellStyle{}
}

var cellEscape = pattern(`_x[0-9A-Fa-f]{4}_`)

// unescapeCell undoes the way in which workbooks write characters that XML can't
// hold: _x000D_ for a carriage return, _x005F_ for an underscore.
func unescapeCell(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	return cellEscape().ReplaceAllStringFunc(s, func(e string) string {
		n, err := strconv.ParseUint(e[2:6], 16, 16)
		if err != nil {
			return e
		}
		return string(rune(n))
	})
}
