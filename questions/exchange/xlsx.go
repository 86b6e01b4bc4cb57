package exchange

import (
	"bytes"
	"encoding/xml"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"biblechess/event/chess"
	"biblechess/questions"
)

// maxSheetText is how many bytes all cells of a workbook may have together: it can
// name one long text a million times.
const maxSheetText = 4 * MaxBytes

// workbook is an XLSX file. It is read here cell by cell and not by the library
// that writes it: that one keeps every row as wide as its last cell, and so a small
// file that names a cell far to the right takes all memory.
type workbook struct {
	z      *packed
	shared []string
	styles []cellStyle
	mac    bool // days are counted from 1904
	text   int  // bytes of the cells so far
}

type workbookSheet struct {
	Name  string `xml:"name,attr"`
	State string `xml:"state,attr"`
	ID    string `xml:"id,attr"`
}

// xlsx reads every sheet whose columns have names, or else the first sheet.
func (p *parsing) xlsx(z *packed, opts Options) error {
	var book struct {
		Properties struct {
			Date1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []workbookSheet `xml:"sheets>sheet"`
	}
	if err := z.xml("xl/workbook.xml", &book); err != nil {
		return err
	}
	var links struct {
		All []struct {
			ID     string `xml:"Id,attr"`
			Type   string `xml:"Type,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	if err := z.xml("xl/_rels/workbook.xml.rels", &links); err != nil {
		return err
	}
	b := &workbook{z: z, mac: book.Properties.Date1904 == "1" || book.Properties.Date1904 == "true"}
	parts := map[string]string{} // by id
	for _, l := range links.All {
		part := path.Join("xl", l.Target)
		if strings.HasPrefix(l.Target, "/") {
			part = strings.TrimPrefix(path.Clean(l.Target), "/")
		}
		parts[l.ID] = part
		var err error
		switch {
		case strings.HasSuffix(l.Type, "/sharedStrings") && z.files[part] != nil:
			err = b.readShared(part)
		case strings.HasSuffix(l.Type, "/styles") && z.files[part] != nil:
			err = b.readStyles(part)
		}
		if err != nil {
			return err
		}
	}
	return p.sheets(b, book.Sheets, parts, opts)
}

// sheets reads the sheets of a workbook.
func (p *parsing) sheets(b *workbook, sheets []workbookSheet, parts map[string]string, opts Options) error {
	var first []gridRow
	firstName := ""
	read := false
	var unread []string
	for _, s := range sheets {
		if s.State != "" && s.State != "visible" {
			unread = append(unread, s.Name)
			continue
		}
		rows, err := b.rows(parts[s.ID])
		if err != nil {
			return err
		}
		at := -1
		var h heading
		if opts.Header != HeaderNo && opts.Columns == nil {
			for i, row := range rows[:min(len(rows), headRows)] {
				if named, ok := nameColumns(row); ok {
					h, at = named, i
					break
				}
			}
		}
		switch {
		case at >= 0:
			if err := p.sheet(s.Name, rows[at+1:], h, opts); err != nil {
				return err
			}
			read = true
		case first == nil && len(rows) > 0:
			if firstName != "" {
				unread = append(unread, firstName)
			}
			first, firstName = rows, s.Name
		case len(rows) > 0:
			unread = append(unread, s.Name)
		}
	}
	switch {
	case !read && first != nil && opts.Header != HeaderYes:
		if err := p.sheet(firstName, first, heading{}, opts); err != nil {
			return err
		}
	case !read:
		return refuse("No sheet of this workbook has a row that names the columns, as question, answer and reference.")
	case first != nil:
		unread = slices.Insert(unread, 0, firstName)
	}
	for _, name := range unread {
		p.warn("The sheet %s was not read.", quoted(name))
	}
	return nil
}

// sheet reads the rows below a heading. A sheet that is named like a piece is for
// that piece.
func (p *parsing) sheet(name string, rows []gridRow, h heading, opts Options) error {
	drafts, skipped := len(p.drafts), len(p.Skipped)
	if err := p.grid(rows, h, opts); err != nil {
		return err
	}
	kind, ok := questions.ParseKind(strings.TrimSuffix(strings.TrimSpace(name), "s"))
	for i := drafts; i < len(p.drafts); i++ {
		d := &p.drafts[i]
		d.Sheet = name
		if ok && d.Piece == chess.NoKind && len(strings.TrimSpace(name)) > 1 {
			d.Piece = kind
		}
	}
	for i := skipped; i < len(p.Skipped); i++ {
		p.Skipped[i].Sheet = name
	}
	return nil
}

// xml decodes a part of a workbook.
func (z *packed) xml(name string, into any) error {
	data, err := z.open(name)
	if err != nil {
		return err
	}
	if err := newXML(data).Decode(into); err != nil {
		return damagedWorkbook()
	}
	return nil
}

func newXML(data []byte) *xml.Decoder {
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	return d
}

func damagedWorkbook() error {
	return refuse("This Excel workbook is damaged: open it in the spreadsheet program and save it again.")
}

// readShared reads the texts that cells name by number.
func (b *workbook) readShared(part string) error {
	data, err := b.z.open(part)
	if err != nil {
		return err
	}
	d := newXML(data)
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return damagedWorkbook()
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "si" {
			text, err := richText(d)
			if err != nil {
				return damagedWorkbook()
			}
			b.shared = append(b.shared, text)
		}
	}
}

// richText is the text up to the end of the element that has just begun, without
// its looks and without the pronunciation that is set above characters.
func richText(d *xml.Decoder) (string, error) {
	var text strings.Builder
	inText := false
	for depth := 1; depth > 0; {
		token, err := d.Token()
		if err != nil {
			return "", err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Local == "rPh" {
				if err := d.Skip(); err != nil {
					return "", err
				}
				continue
			}
			depth++
			inText = t.Name.Local == "t"
		case xml.EndElement:
			depth--
			inText = false
		case xml.CharData:
			if inText {
				text.Write(t)
			}
		}
	}
	return unescapeCell(text.String()), nil
}

// rows reads the rows of a sheet that are not blank.
func (b *workbook) rows(part string) ([]gridRow, error) {
	data, err := b.z.open(part)
	if err != nil {
		return nil, err
	}
	var rows []gridRow
	row := gridRow{}
	d := newXML(data)
	for {
		token, err := d.Token()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, damagedWorkbook()
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "row":
				row = gridRow{line: row.line + 1}
				if n, err := strconv.Atoi(attribute(t, "r")); err == nil && n > 0 {
					row.line = n
				}
			case "c":
				if err := b.cell(d, t, &row); err != nil {
					return nil, err
				}
			}
		case xml.EndElement:
			if t.Name.Local != "row" || row.blank() {
				continue
			}
			if len(rows) >= MaxRows+headRows {
				return nil, refuse("The file has more than %d rows: split it into smaller ones.", MaxRows)
			}
			rows = append(rows, row)
		}
	}
}

// cell reads a cell into its row.
func (b *workbook) cell(d *xml.Decoder, start xml.StartElement, row *gridRow) error {
	column := columnOf(attribute(start, "r"))
	if column < 0 {
		column = len(row.cells)
	}
	c := rawCell{kind: attribute(start, "t")}
	if s, err := strconv.Atoi(attribute(start, "s")); err == nil && s >= 0 && s < len(b.styles) {
		c.style = b.styles[s]
	}
	for {
		token, err := d.Token()
		if err != nil {
			return damagedWorkbook()
		}
		switch t := token.(type) {
		case xml.StartElement:
			text, err := "", error(nil)
			switch t.Name.Local {
			case "is":
				c.inline, err = richText(d)
			case "v", "f":
				text, err = elementText(d)
				if t.Name.Local == "v" {
					c.value = text
				} else {
					c.formula = text
				}
			default:
				err = d.Skip()
			}
			if err != nil {
				return damagedWorkbook()
			}
		case xml.EndElement:
			text, doubt := b.value(c)
			text = strings.TrimSpace(text)
			if text == "" || column >= maxColumns {
				return nil
			}
			if b.text += len(text); b.text > maxSheetText {
				return refuse("The workbook holds more than %d MB of text: split it into smaller ones.", maxSheetText>>20)
			}
			for len(row.cells) <= column {
				row.cells = append(row.cells, "")
			}
			row.cells[column] = text
			if doubt != "" {
				row.doubts = append(row.doubts, doubt)
			}
			return nil
		}
	}
}

// elementText is the text up to the end of the element that has just begun.
func elementText(d *xml.Decoder) (string, error) {
	var text strings.Builder
	for {
		token, err := d.Token()
		if err != nil {
			return "", err
		}
		switch t := token.(type) {
		case xml.CharData:
			text.Write(t)
		case xml.StartElement:
			if err := d.Skip(); err != nil {
				return "", err
			}
		case xml.EndElement:
			return text.String(), nil
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// columnOf is the column of a cell's name, counted from 0: 27 of AB7; -1 if it
// has none.
func columnOf(ref string) int {
	n := 0
	for i := 0; i < len(ref) && i < 4 && ref[i] >= 'A' && ref[i] <= 'Z'; i++ {
		n = n*26 + int(ref[i]-'A') + 1
	}
	return n - 1
}
