package main

import (
	"bytes"
	"compress/zlib"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
)

// printout is what a browser has printed: the words of each page. It reads the
// files that Chromium writes, and no others.
type printout struct{ pages []string }

var (
	pdfObject  = regexp.MustCompile(`(?s)(?:^|\s)(\d+) 0 obj\s*(.*?)\s*endobj`)
	pdfPage    = regexp.MustCompile(`/Type\s*/Page[\s/>]`)
	pdfRef     = regexp.MustCompile(`/Contents\s+(\d+) 0 R`)
	pdfFont    = regexp.MustCompile(`/(F\d+)\s+(\d+) 0 R`)
	pdfUnicode = regexp.MustCompile(`/ToUnicode\s+(\d+) 0 R`)
	pdfChars   = regexp.MustCompile(`<([0-9A-Fa-f]{4})>\s+<([0-9A-Fa-f]+)>`)
	pdfRange   = regexp.MustCompile(`<([0-9A-Fa-f]{4})>\s+<([0-9A-Fa-f]{4})>\s+<([0-9A-Fa-f]+)>`)
	pdfTables  = regexp.MustCompile(`(?s)beginbf(char|range)(.*?)endbf`)
	pdfShow    = regexp.MustCompile(`/(F\d+)\s+[-\d.]+\s+Tf|<([0-9A-Fa-f]+)>|(T[dmD*]|ET)\b`)
)

// readPDF finds the pages of a printed file and their words.
func readPDF(body []byte) printout {
	objects := map[string][]byte{}
	for _, m := range pdfObject.FindAllSubmatch(body, -1) {
		objects[string(m[1])] = m[2]
	}
	var d printout
	for _, m := range pdfObject.FindAllSubmatch(body, -1) {
		if !pdfPage.Match(m[2]) {
			continue
		}
		fonts := map[string]map[uint16]string{}
		for _, f := range pdfFont.FindAllSubmatch(m[2], -1) {
			if u := pdfUnicode.FindSubmatch(objects[string(f[2])]); u != nil {
				fonts[string(f[1])] = charsOf(inflated(objects[string(u[1])]))
			}
		}
		words := ""
		if c := pdfRef.FindSubmatch(m[2]); c != nil {
			words = wordsOf(inflated(objects[string(c[1])]), fonts)
		}
		d.pages = append(d.pages, words)
	}
	return d
}

// inflated is the content of a stream.
func inflated(object []byte) []byte {
	_, data, found := bytes.Cut(object, []byte("stream"))
	if !found {
		return nil
	}
	data = bytes.TrimLeft(data, "\r\n")
	r, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return data
	}
	out, _ := io.ReadAll(r)
	return out
}

// charsOf reads a font's table of glyphs.
func charsOf(table []byte) map[uint16]string {
	chars := map[uint16]string{}
	for _, part := range pdfTables.FindAllSubmatch(table, -1) {
		if string(part[1]) == "char" {
			for _, m := range pdfChars.FindAllSubmatch(part[2], -1) {
				glyph, _ := strconv.ParseUint(string(m[1]), 16, 16)
				chars[uint16(glyph)] = utf16Of(string(m[2]))
			}
			continue
		}
		for _, m := range pdfRange.FindAllSubmatch(part[2], -1) {
			from, _ := strconv.ParseUint(string(m[1]), 16, 16)
			to, _ := strconv.ParseUint(string(m[2]), 16, 16)
			first, _ := strconv.ParseUint(string(m[3]), 16, 32)
			for glyph := from; glyph <= to; glyph++ {
				chars[uint16(glyph)] = string(rune(first + glyph - from))
			}
		}
	}
	return chars
}

func utf16Of(hex string) string {
	var units []uint16
	for i := 0; i+4 <= len(hex); i += 4 {
		n, _ := strconv.ParseUint(hex[i:i+4], 16, 16)
		units = append(units, uint16(n))
	}
	return string(utf16.Decode(units))
}

// wordsOf is the text that a page's content shows, in its order.
func wordsOf(content []byte, fonts map[string]map[uint16]string) string {
	var out strings.Builder
	font := ""
	for _, m := range pdfShow.FindAllSubmatch(content, -1) {
		switch {
		case len(m[1]) > 0:
			font = string(m[1])
		case len(m[2]) > 0:
			for i := 0; i+4 <= len(m[2]); i += 4 {
				n, _ := strconv.ParseUint(string(m[2][i:i+4]), 16, 16)
				out.WriteString(fonts[font][uint16(n)])
			}
		case string(m[3]) == "ET":
			out.WriteString(" ")
		}
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// text is all words together, without spaces: lines break where the printer likes.
func (d printout) text() string {
	return strings.ReplaceAll(strings.Join(d.pages, ""), " ", "")
}
