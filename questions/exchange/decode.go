package exchange

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	textunicode "golang.org/x/text/encoding/unicode"
)

// decode makes text with line feeds of the bytes of a file: UTF-8 or UTF-16 by
// its byte order mark, UTF-8 without one, else Windows-1252, which is what
// spreadsheets in the West write as plain CSV. It refuses what is not text.
func decode(data []byte) (string, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return "", refuse("The file is empty.")
	}
	if what := binaryKind(data); what != "" {
		return "", notCSV(what)
	}
	var from encoding.Encoding
	switch {
	case bytes.HasPrefix(data, []byte{0xEF, 0xBB, 0xBF}):
		data = data[3:]
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}):
		from = textunicode.UTF16(textunicode.LittleEndian, textunicode.ExpectBOM)
	case bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		from = textunicode.UTF16(textunicode.BigEndian, textunicode.ExpectBOM)
	}
	if from == nil && !utf8.Valid(data) {
		from = charmap.Windows1252
	}
	if from != nil {
		decoded, err := from.NewDecoder().Bytes(data)
		if err != nil {
			return "", notCSV("")
		}
		data = decoded
	}
	if !looksLikeText(data) {
		return "", notCSV("")
	}
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	return strings.ReplaceAll(text, "\r", "\n"), nil
}

// looksLikeText tells text from other bytes that happen to decode: no zero, and
// hardly a control character.
func looksLikeText(text []byte) bool {
	controls := 0
	for _, r := range string(text) {
		if r == 0 {
			return false
		}
		if unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' {
			controls++
		}
	}
	return controls*50 <= utf8.RuneCount(text)
}

func notCSV(what string) error {
	if what == "" {
		what = "It is not text at all."
	}
	return refuse("This is not a CSV file of questions. %s", what)
}

const spreadsheet = "Open it in the spreadsheet program and save it as \"CSV UTF-8\"."

// binaryKind says what a file is that people take for a CSV file, and what to do
// about it; empty when its first bytes are none of these.
func binaryKind(data []byte) string {
	const picture = " picture: the questions have to be typed."
	head := func(s string) bool { return bytes.HasPrefix(data, []byte(s)) }
	switch {
	case head("\xFF\xD8\xFF"):
		return "It is a JPEG" + picture
	case head("\x89PNG"):
		return "It is a PNG" + picture
	case head("GIF8"):
		return "It is a GIF" + picture
	case head("RIFF") && len(data) > 12 && string(data[8:12]) == "WEBP":
		return "It is a WebP" + picture
	case len(data) > 12 && string(data[4:8]) == "ftyp":
		return "It is a picture or a film: the questions have to be typed."
	case head("%PDF"):
		return "It is a PDF document: copy the questions into a spreadsheet and save that as \"CSV UTF-8\"."
	case head("PK\x03\x04") && bytes.Contains(data, []byte("xl/")):
		return "It is an Excel workbook (XLSX). " + spreadsheet
	case head("PK\x03\x04") && bytes.Contains(data, []byte("opendocument.spreadsheet")):
		return "It is a LibreOffice spreadsheet (ODS). " + spreadsheet
	case head("PK\x03\x04") && bytes.Contains(data, []byte("word/")):
		return "It is a Word document (DOCX): copy the questions into a spreadsheet and save that as \"CSV UTF-8\"."
	case head("PK\x03\x04"), head("PK\x05\x06"):
		return "It is a ZIP archive: unpack it first."
	case head("\xD0\xCF\x11\xE0"):
		return "It is an old Excel or Word file (XLS or DOC). " + spreadsheet
	case head("\x1F\x8B"), head("7z\xBC\xAF"), head("Rar!"):
		return "It is a packed archive: unpack it first."
	}
	return ""
}
