package exchange

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// What a workbook of one sheet consists of beside its sheet.
var workbookParts = [...]struct{ name, body string }{
	{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` +
		`<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`},
	{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
	{"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` +
		`<sheets><sheet name="Questions" sheetId="1" r:id="rId1"/></sheets></workbook>`},
	{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
}

// WriteXLSX writes questions as a workbook of one sheet, with the cells of
// WriteCSV, each as text. It fails as WriteCSV does.
//
// The workbook is written here, not by a library for spreadsheets: it holds
// nothing but text, and such a library costs each start of the program a good part of
// its time. The tests have one read it.
func WriteXLSX(w io.Writer, records []Record) error {
	book := zip.NewWriter(w)
	for _, part := range workbookParts {
		if err := writePart(book, part.name, func(to *bufio.Writer) error {
			_, err := to.WriteString(part.body)
			return err
		}); err != nil {
			return err
		}
	}
	if err := writePart(book, "xl/worksheets/sheet1.xml", func(to *bufio.Writer) error { return writeSheet(to, records) }); err != nil {
		return err
	}
	return book.Close()
}

func writePart(book *zip.Writer, name string, write func(*bufio.Writer) error) error {
	part, err := book.Create(name)
	if err != nil {
		return err
	}
	to := bufio.NewWriter(part)
	to.WriteString(xml.Header)
	if err := write(to); err != nil {
		return err
	}
	return to.Flush()
}

func writeSheet(to *bufio.Writer, records []Record) error {
	to.WriteString(`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`)
	line := 0
	err := writeTable(records, func(cells []string) error {
		line++
		fmt.Fprintf(to, `<row r="%d">`, line)
		for i, cell := range cells {
			if cell == "" {
				continue
			}
			fmt.Fprintf(to, `<c r="%c%d" t="inlineStr"><is><t xml:space="preserve">`, 'A'+i, line) // a table has fewer than 26 columns
			if err := xml.EscapeText(to, []byte(escapeCell(cell))); err != nil {
				return err
			}
			to.WriteString(`</t></is></c>`)
		}
		_, err := to.WriteString("</row>")
		return err
	})
	if err != nil {
		return err
	}
	_, err = to.WriteString("</sheetData></worksheet>")
	return err
}

// escapeCell writes what XML can't hold, or would not bring back, as workbooks do
// (see unescapeCell), and what would be taken for that.
func escapeCell(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '_' && cellEscape().MatchString(s[i:min(i+7, len(s))]), r == '\r', r < ' ' && r != '\t' && r != '\n', r == '\uFFFE', r == '\uFFFF':
			fmt.Fprintf(&b, "_x%04X_", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
