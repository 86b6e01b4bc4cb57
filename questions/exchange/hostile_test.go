package exchange

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"biblechess/event/chess"
)

// packedFile makes an archive of files.
func packedFile(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, content := range files {
		if content == noughts {
			packNoughts(t, w, name)
			continue
		}
		method := zip.Deflate
		if len(content) < 100 {
			method = zip.Store
		}
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// noughts are more than any packed file may hold.
var noughts = strings.Repeat("\x00", 60<<20)

// packNoughts packs noughts: the packed form of their first part, again and again,
// which takes no time to make.
func packNoughts(t testing.TB, w *zip.Writer, name string) {
	t.Helper()
	const part = 1 << 20
	var packed bytes.Buffer
	pack, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(pack, noughts[:part])
	pack.Flush()
	again := packed.String()
	packed.Reset()
	pack.Reset(&packed)
	pack.Close()
	body := strings.Repeat(again, len(noughts)/part) + packed.String()
	f, err := w.CreateRaw(&zip.FileHeader{
		Name: name, Method: zip.Deflate, CRC32: crc32.ChecksumIEEE([]byte(noughts)),
		CompressedSize64: uint64(len(body)), UncompressedSize64: uint64(len(noughts)),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, body); err != nil {
		t.Fatal(err)
	}
}

// sheetFile makes a workbook of one sheet with these rows, shared texts and styles.
func sheetFile(t testing.TB, rows, shared, styles string) []byte {
	t.Helper()
	return packedFile(t, map[string]string{
		"xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>` +
			`<Relationship Id="rId2" Type="x/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="x/styles" Target="/xl/styles.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml": "<worksheet><sheetData>" + rows + "</sheetData></worksheet>",
		"xl/sharedStrings.xml":     "<sst>" + shared + "</sst>",
		"xl/styles.xml":            "<styleSheet>" + styles + "</styleSheet>",
	})
}

const sheetHead = `<row r="1"><c r="A1" t="inlineStr"><is><t>question</t></is></c><c r="B1" t="inlineStr"><is><t>answer</t></is></c></row>`

// within runs something that must not take long or much memory.
func within(t *testing.T, do func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	start := time.Now()
	do()
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	// What was handed out in all, not what was held at once, which is less.
	if used := (after.TotalAlloc - before.TotalAlloc) >> 20; took > time.Minute || used > 1500 {
		t.Errorf("it took %s and %d MB", took, used)
	}
}

func TestRead_HostileFilesAreRefusedInWords(t *testing.T) {
	const damaged = "This file is damaged or did not arrive whole: send it again."
	const large = "This file is small but unpacks to more than 32 MB: save only the questions in a file of their own."
	laughs := "<!DOCTYPE quiz [<!ENTITY a \"ha\">" + strings.Repeat("<!ENTITY b \"&a;&a;&a;&a;\">", 10) + "]><quiz><question type=\"shortanswer\"><name><text>&b;</text></name></question></quiz>"
	const entities = "This XML file declares entities of its own, which no export of questions does: export it again from Moodle."
	many := map[string]string{}
	for i := range maxPackedFiles + 1 {
		many[fmt.Sprint(i)] = ""
	}
	inner := packedFile(t, map[string]string{"questions.csv": "question,answer\n"})
	liar := sheetFile(t, sheetHead, strings.Repeat("<si><t>x</t></si>", 1000), "")
	// The sizes that the archive tells are not true.
	for i := 0; ; {
		j := bytes.Index(liar[i:], []byte("PK\x01\x02"))
		if j < 0 {
			break
		}
		i += j + 4
		copy(liar[i+20:i+24], []byte{9, 0, 0, 0})
	}
	const copied = ", not a file of questions: copy the questions into a spreadsheet and save that."
	cases := []struct{ name, file, want string }{
		{"a zip bomb", string(packedFile(t, map[string]string{"xl/workbook.xml": noughts})), large},
		{"a bomb of texts", string(sheetFile(t, sheetHead, noughts, "")), large},
		{"an Anki bomb", string(packedFile(t, map[string]string{"collection.anki2": noughts})), large},
		{"sizes that lie", string(liar), damaged},
		{"too many files", string(packedFile(t, many)), "This is an archive of more than 5000 files, not a file of questions: unpack it first."},
		{"an archive in an archive", string(packedFile(t, map[string]string{"a.zip": string(inner)})), "This is a ZIP archive with another archive in it: unpack it first, and send the file of questions by itself."},
		{"an archive", string(inner), "This is a ZIP archive: unpack it first, and send the file of questions by itself."},
		{"an empty archive", string(packedFile(t, nil)), "This is a ZIP archive: unpack it first, and send the file of questions by itself."},
		{"half an archive", string(inner[:len(inner)/2]), damaged},
		{"DOCX", string(packedFile(t, map[string]string{"word/document.xml": "<x/>"})), "This is a Word document (DOCX)" + copied},
		{"PPTX", string(packedFile(t, map[string]string{"ppt/presentation.xml": "<x/>"})), "This is a presentation (PPTX)" + copied},
		{"ODS", string(packedFile(t, map[string]string{"mimetype": "x", "content.xml": "<x/>"})), "This is a document of LibreOffice (ODS or ODT): open it in the spreadsheet program and save it as XLSX or as \"CSV UTF-8\"."},
		{"XLSB", string(packedFile(t, map[string]string{"xl/workbook.bin": "x"})), "This is a binary Excel workbook (XLSB): open it in the spreadsheet program and save it as XLSX or as \"CSV UTF-8\"."},
		{"the newest Anki", string(packedFile(t, map[string]string{"collection.anki21b": "x", "collection.anki2": "x"})),
			"This Anki package is of the newest kind, which cannot be read: export the deck from Anki as \"Notes in Plain Text\" instead, or with support for older versions."},
		{"no database", string(packedFile(t, map[string]string{"collection.anki2": "x"})), "The collection in this Anki package is damaged: export the deck again, or as \"Notes in Plain Text\"."},
		{"a broken database", string(packedFile(t, map[string]string{"collection.anki2": "SQLite format 3\x00" + strings.Repeat("\xff", 4096)})),
			"The collection in this Anki package is damaged: export the deck again, or as \"Notes in Plain Text\"."},
		{"a workbook without its sheet", string(packedFile(t, map[string]string{"xl/workbook.xml": "<workbook/>"})), "This file lacks a part of itself: save it again."},
		{"a workbook that breaks off", string(sheetFile(t, sheetHead+"<row><c><v>1</v>", "", "")), "This Excel workbook is damaged: open it in the spreadsheet program and save it again."},
		{"an entity in a workbook", string(sheetFile(t, `<row><c t="str"><v>&x;</v></c></row>`, "", "")), "This Excel workbook is damaged: open it in the spreadsheet program and save it again."},
		{"one long text named everywhere", string(sheetFile(t, sheetHead+strings.Repeat(`<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>`, 15_000), "<si><t>"+strings.Repeat("x", 10_000)+"</t></si>", "")),
			"The workbook holds more than 20 MB of text: split it into smaller ones."},
		{"more rows than are taken", string(sheetFile(t, sheetHead+strings.Repeat(`<row><c t="str"><v>q</v></c><c t="str"><v>a</v></c></row>`, MaxRows+50), "", "")),
			"The file has more than 20000 rows: split it into smaller ones."},
		{"a workbook without questions", string(sheetFile(t, "", "", "")), "No sheet of this workbook has a row that names the columns, as question, answer and reference."},
		{"a billion laughs", laughs, entities},
		{"an entity outside", `<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz/>`, entities},
		{"an entity that is not declared", `<quiz><question type="shortanswer"><questiontext><text>&x;</text></questiontext></question></quiz>`, "This Moodle XML file is damaged at line 1: export it again."},
		{"XML that breaks off", "<quiz>\n<question type=\"shortanswer\">", "This Moodle XML file is damaged at line 2: export it again."},
		{"other XML", "<?xml version=\"1.0\"?>\n<svg/>", "This is an XML file of another program, not Moodle's: export the questions as Moodle XML, GIFT or CSV."},
		{"deep XML", "<quiz>" + strings.Repeat("<question>", 400_000/slower), "This Moodle XML file is damaged at line 1: export it again."},
		{"other JSON", `{"a": 1}`, "This JSON file is of another program: only Open Trivia's and Bible Chess's own can be read."},
		{"a list of something else", `[1, "x", {"a": 1}]`, "This JSON file is of another program: only Open Trivia's and Bible Chess's own can be read."},
		{"broken JSON", `{"results": [`, "This JSON file is damaged: export it again."},
		{"deep JSON", strings.Repeat("[", 2_000_000), "This JSON file is damaged: export it again."},
		{"JSON of a later version", `{"format": "bible-chess-questions", "version": 99}`, "This file was written by a newer version of the program: bring the program up to date first."},
		{"JSON of its own that is wrong", `{"format": "bible-chess-questions", "version": 1, "questions": [{"question": 5}]}`, "This file of Bible Chess is damaged: export it again."},
		{"prose", "In the beginning God created the heaven and the earth.\nAnd the earth was without form.\n",
			"No questions were found in this text: write Q: and A: before each question and answer, or use a spreadsheet with a column for each."},
		{"too much text", strings.Repeat("a,b\n", MaxBytes/4) + "x", "The file is larger than 5 MB: split it into smaller ones."},
		{"too much that is packed", "PK\x03\x04" + noughts[:MaxPackedBytes], "The file is larger than 20 MB: split it into smaller ones."},
		{"too many lines", strings.Repeat("a\tb\n", MaxRows+1), "The file has more than 20000 rows: split it into smaller ones."},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			within(t, func() {
				reading, err := Read("questions", []byte(c.file), Options{})
				if err == nil || err.Error() != c.want {
					t.Errorf("got  %v\nwant %s", err, c.want)
				}
				if reading.Records != nil || reading.Skipped != nil {
					t.Error("an error and records")
				}
				if r := (*chess.Refusal)(nil); !errors.As(err, &r) {
					t.Errorf("%T is no refusal", err)
				}
			})
		})
	}
	for begin, want := range map[string]string{"": "The file is larger than 5 MB: split it into smaller ones.", "PK\x03\x04": "The file is larger than 20 MB: split it into smaller ones."} {
		within(t, func() {
			rest := strings.NewReader(noughts[:50<<20])
			_, err := ReadFrom("", io.MultiReader(strings.NewReader(begin), rest), Options{})
			if err == nil || err.Error() != want {
				t.Errorf("50 MB: got %v, want %s", err, want)
			}
			if read := rest.Size() - int64(rest.Len()); read > MaxPackedBytes+1 {
				t.Errorf("%d MB of a file of 50 MB were read", read>>20)
			}
		})
	}
	if _, err := ReadFrom("", iotest.ErrReader(io.ErrUnexpectedEOF), Options{}); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a reader that fails: %v", err)
	}
}

// Texts that are meant to cost much are read in little time, whatever comes of it.
func TestRead_CostlyTexts(t *testing.T) {
	n := (2 << 20) / slower
	fill := func(s string) string { return strings.Repeat(s, n/len(s)) }
	cases := map[string]string{
		"marks that don't close":      "question,answer\n" + fill("\"a,"),
		"doubled marks":               "question,answer\n" + fill(`"""x,`),
		"a mark in each line":         "question,answer\n" + fill("\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"),
		"one row of cells":            fill("a,"),
		"one cell of answers":         "question,answer,also\nq,a," + fill("b|c"),
		"one line of tabs":            fill("a\t"),
		"backslashes and bars":        "question,answer,also\nq,a," + fill(`\\|`),
		"GIFT braces":                 "::a::" + fill("{"),
		"GIFT answers":                "::a::q {" + fill("=a ") + "}",
		"GIFT weights":                "::a::q {" + fill("=%5%a ") + "}",
		"GIFT backslashes":            "::a::q {=" + fill(`\`) + "}",
		"signs that are no tags":      "#separator:tab\n#html:true\nq\t" + fill("< ") + ">",
		"tags that don't close":       "#separator:tab\n#html:true\nq\t" + fill("<a "),
		"scripts that don't end":      "#separator:tab\n#html:true\nq\t" + fill("<script>"),
		"pictures":                    "#separator:tab\n#html:true\nq\t" + fill("<img>"),
		"entities":                    "#separator:tab\n#html:true\nq\t" + fill("&amp;"),
		"gaps":                        "#separator:tab\n" + fill("{{c1::"),
		"gaps that close":             "#separator:tab\n" + fill("{{c1::a}}"),
		"Aiken choices":               "Q?\n" + fill("A. x\n") + "ANSWER: A",
		"Aiken, a long choice":        "Q?\nA. x\nB. y\n" + fill("more\n") + "ANSWER: A",
		"a question of many lines":    "Q: who?\n" + fill("more\n") + "A: me",
		"an answer of many lines":     "Q: who?\nA: me\n" + fill("more\n"),
		"brackets":                    "Q: who?\nA: " + fill("("),
		"combining marks":             "question,answer\nq,a" + fill("\u0301"),
		"the same question":           "question,answer\n" + strings.Repeat("Who was it?,me\n", MaxRows),
		"nearly the same question":    "question,answer\n" + manyLines(func(i int) string { return fmt.Sprintf("Who was the king number %d?,True\n", i) }),
		"a long line of Windows-1252": fill("a\xe4"),
	}
	for name, text := range cases {
		t.Run(name, func(t *testing.T) {
			within(t, func() { _, _ = Read("", []byte(text), Options{}) })
		})
	}
}

func manyLines(line func(i int) string) string {
	var b strings.Builder
	for i := range MaxRows {
		b.WriteString(line(i))
	}
	return b.String()
}

// A cell far to the right or far down costs noughts.
func TestRead_WideSheets(t *testing.T) {
	within(t, func() {
		file := sheetFile(t, sheetHead+`<row r="2"><c r="A2" t="str"><v>q</v></c><c r="B2"><v>7</v></c></row>`+
			strings.Repeat(`<row><c r="XFD3" t="str"><v>x</v></c></row>`, 100_000)+`<row r="1048576"><c r="A1048576" t="str"><v>last</v></c><c r="B9" t="str"><v>b</v></c></row>`, "", "")
		got, err := Read("", file, Options{})
		if err != nil || len(got.Records) != 2 || got.Records[1].Line != 1048576 || got.Records[0].Answers[0] != "7" {
			t.Errorf("%v %+v", err, got)
		}
	})
}
