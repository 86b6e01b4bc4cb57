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

const mixedEncoding = "UTF-8 and Windows-1252 mixed"

// decode makes text with line feeds of the bytes of a file, and names the
// encoding: UTF-8 or UTF-16 by the byte order mark or by where the zeros are,
// UTF-8 without one, else Windows-1252, which is what spreadsheets in the West
// write as plain CSV. Where some lines are UTF-8 and others are not, as in files
// that were pasted together, each line is decoded as what it is. It refuses what
// is not text.
func decode(data []byte) (text, name string, err error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return "", "", refuse("The file is empty.")
	}
	if what := binaryKind(data); what != "" {
		return "", "", refuse("%s", what)
	}
	var from encoding.Encoding
	name = "UTF-8"
	switch {
	case bytes.HasPrefix(data, []byte{0xEF, 0xBB, 0xBF}):
		data, name = data[3:], "UTF-8 with BOM"
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}):
		from, name = textunicode.UTF16(textunicode.LittleEndian, textunicode.ExpectBOM), "UTF-16LE with BOM"
	case bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		from, name = textunicode.UTF16(textunicode.BigEndian, textunicode.ExpectBOM), "UTF-16BE with BOM"
	default:
		switch zeros(data) {
		case 1:
			from, name = textunicode.UTF16(textunicode.LittleEndian, textunicode.IgnoreBOM), "UTF-16LE"
		case 0:
			from, name = textunicode.UTF16(textunicode.BigEndian, textunicode.IgnoreBOM), "UTF-16BE"
		}
	}
	switch {
	case from != nil:
		decoded, err := from.NewDecoder().Bytes(data)
		if err != nil {
			return "", "", notText()
		}
		data = decoded
	case !utf8.Valid(data):
		data, name = decodeLines(data)
	}
	if !looksLikeText(data) {
		return "", "", notText()
	}
	text = strings.ReplaceAll(string(data), "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	if strings.TrimSpace(text) == "" {
		return "", "", refuse("The file is empty.")
	}
	return text, name, nil
}

// zeros tells whether the zero bytes at the start of a file all stand at even
// (0) or at odd (1) places, as in UTF-16 text of a Western language; -1 if not.
func zeros(data []byte) int {
	var count [2]int
	head := data[:min(len(data), 512)]
	for i, b := range head {
		if b == 0 {
			count[i%2]++
		}
	}
	for odd, n := range count {
		if n*4 >= len(head) && n > 1 && count[1-odd] == 0 {
			return odd
		}
	}
	return -1
}

// decodeLines decodes bytes that are not UTF-8 throughout.
func decodeLines(data []byte) ([]byte, string) {
	utf, windows := false, false
	out := make([]byte, 0, len(data)+len(data)/8)
	for line := range bytes.Lines(data) {
		if utf8.Valid(line) {
			utf = utf || bytes.ContainsFunc(line, func(r rune) bool { return r >= utf8.RuneSelf })
			out = append(out, line...)
			continue
		}
		windows = true
		for _, b := range line {
			out = utf8.AppendRune(out, charmap.Windows1252.DecodeByte(b))
		}
	}
	if utf && windows {
		return out, mixedEncoding
	}
	return out, "Windows-1252"
}

// looksLikeText tells text from other bytes that happen to decode: no zero, and
// hardly a control character.
func looksLikeText(text []byte) bool {
	controls, runes := 0, 0
	for _, r := range string(text) {
		if r == 0 {
			return false
		}
		runes++
		if r != '\n' && r != '\r' && r != '\t' && unicode.IsControl(r) {
			controls++
		}
	}
	return controls*50 <= runes
}

func notText() error {
	return refuse("This is not a file of questions; it is not text at all. Save the questions as a spreadsheet, as \"CSV UTF-8\" or as plain text.")
}

const spreadsheet = "open it in the spreadsheet program and save it as XLSX or as \"CSV UTF-8\"."

// binaryKind refuses in a sentence a file that people take for a file of
// questions; it is empty when the first bytes are none of these.
func binaryKind(data []byte) string {
	const (
		picture = " picture, not a file of questions: the questions have to be typed."
		copied  = ", not a file of questions: copy the questions into a spreadsheet and save that."
	)
	head := func(s string) bool { return bytes.HasPrefix(data, []byte(s)) }
	switch {
	case head("\xFF\xD8\xFF"):
		return "This is a JPEG" + picture
	case head("\x89PNG"):
		return "This is a PNG" + picture
	case head("GIF8"):
		return "This is a GIF" + picture
	case head("RIFF") && len(data) > 12 && string(data[8:12]) == "WEBP":
		return "This is a WebP" + picture
	case len(data) > 12 && string(data[4:8]) == "ftyp":
		return "This is a picture or a film, not a file of questions: the questions have to be typed."
	case head("%PDF"):
		return "This is a PDF document" + copied
	case head("{\\rtf"):
		return "This is a text document (RTF)" + copied
	case head("MZ") && bytes.IndexByte(data[:min(len(data), 512)], 0) >= 0, head("\x7FELF"):
		return "This is a program, not a file of questions: choose another file."
	case head("SQLite format 3\x00"):
		return "This is a database, not a file of questions: export the questions as text from the program that it belongs to."
	case head("\xD0\xCF\x11\xE0"):
		return "This is an old Excel or Word file (XLS or DOC): " + spreadsheet
	case head("\x1F\x8B"), head("7z\xBC\xAF"), head("Rar!"), head("BZh9"), head("\x28\xB5\x2F\xFD"), head("\xFD7zXZ"):
		return "This is a packed archive: unpack it first."
	}
	return ""
}
