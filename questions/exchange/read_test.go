package exchange

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// inShort writes a reading in a few words: each question with what it has, then
// what was skipped.
func inShort(r Reading) string {
	var b strings.Builder
	for _, q := range r.Records {
		fmt.Fprintf(&b, "%d %q %q", q.Line, q.Question, q.Answers)
		for _, field := range []struct {
			name, value string
		}{
			{"piece", pieceWord(q.Piece)}, {"team", q.Team}, {"ref", q.Reference}, {"hint", q.Hint}, {"say", q.SayAs},
			{"topic", q.Category}, {"notes", q.Notes}, {"type", string(q.Type)}, {"title", q.Title}, {"sheet", q.Sheet},
		} {
			if field.value != "" {
				fmt.Fprintf(&b, " %s=%q", field.name, field.value)
			}
		}
		if q.Number != 0 {
			fmt.Fprintf(&b, " number=%d", q.Number)
		}
		for name, list := range map[string][]string{"choices": q.Choices} {
			if list != nil {
				fmt.Fprintf(&b, " %s=%q", name, list)
			}
		}
		if q.Rejected != nil {
			fmt.Fprintf(&b, " not=%q", q.Rejected)
		}
		b.WriteByte('\n')
	}
	for _, s := range r.Skipped {
		fmt.Fprintf(&b, "skipped %d: %s\n", s.Line, s.Why)
	}
	return b.String()
}

func TestRead_Texts(t *testing.T) {
	cases := []struct {
		name, text string
		format     Format
		want       string
	}{
		{"a title above the names of columns", "Bible quiz;;\n;;\nFrage;Antwort;Nr.\nWer?;Ich;3\n", CSV, "4 \"Wer?\" [\"Ich\"] number=3\n"},
		{"bars between cells", "question|answer|reference\nWho?|Me|Here\n", CSV, "2 \"Who?\" [\"Me\"] ref=\"Here\"\n"},
		{"French names", "Réponse\tQuestion\tRéférence\nMoi\tQui ?\tIci\n", CSV, "2 \"Qui ?\" [\"Moi\"] ref=\"Ici\"\n"},
		{"Spanish names in decomposed letters", "Pregunta,Respuesta,Categori\u0301a\n¿Quién?,Yo,Gente\n", CSV, "2 \"¿Quién?\" [\"Yo\"] topic=\"Gente\"\n"},
		{"no names", "Who?,Me\nWhere?,\"Here, there\"\n", CSV, "1 \"Who?\" [\"Me\"]\n2 \"Where?\" [\"Here, there\"]\n"},
		{"no names, but pieces and teams", "White;Pawn;Who?;Me;I|myself;Here\nBlack;Turm;Where?;There;;Map\n", CSV,
			"1 \"Who?\" [\"Me\" \"I\" \"myself\"] piece=\"pawn\" team=\"White\" ref=\"Here\"\n2 \"Where?\" [\"There\"] piece=\"rook\" team=\"Black\" ref=\"Map\"\n"},
		{"tabs, no names, but cells in quotation marks", "Who?\t\"He said \"\"me\"\"\"\nWhere?\tHere\n", CSV, "1 \"Who?\" [\"He said \\\"me\\\"\"]\n2 \"Where?\" [\"Here\"]\n"},
		{"a mark that is forgotten", "question,answer\n\"Who?,Me\nWhere?,\"Here\"\n", CSV, "2 \"\\\"Who?\" [\"Me\"]\n3 \"Where?\" [\"Here\"]\n"},
		{"spaces before a mark", "question,answer\nWho?, \"Me, you\" \n", CSV, "2 \"Who?\" [\"Me, you\"]\n"},
		{"choices in columns, the answer by letter", "question,a,b,c,correct answer\nWho?,x,y,z,B\nWhere?,1,2,3,3\nWhen?,p,q,,now\n", CSV,
			"2 \"Who?\" [\"y\"] choices=[\"x\" \"y\" \"z\"]\n3 \"Where?\" [\"3\"] choices=[\"1\" \"2\" \"3\"]\n4 \"When?\" [\"now\"] choices=[\"now\" \"p\" \"q\"]\n"},
		{"what must not be accepted", "question,answer,do not accept,say as\nWho?,Me,you|him,WHO\n", CSV, "2 \"Who?\" [\"Me\"] say=\"WHO\" not=[\"you\" \"him\"]\n"},
		{"Kahoot as CSV", "x,Question - max 120 characters,Answer 1 - max 75 characters,Answer 2 - max 75 characters,Time limit,Correct answer(s)\n1,Who?,me,you,20,\"1,2\"\n2,Where?,here,,20,there\n3,,,,20,\n4,When?,now,then,20,\n", Kahoot,
			"2 \"Who?\" [\"me\" \"you\"] type=\"choice\" choices=[\"me\" \"you\"]\nskipped 3: \"there\" does not say which answers are right: write their numbers, as 1,3.\nskipped 5: No right answer is marked.\n"},
		{"GIFT, a range and several numbers", "::a::When?{#1..5}\n\nHow many?{#=3:0.5 =%50%7}\n", GIFT,
			"1 \"When?\" [\"1 to 5\"] notes=\"Any number from 1 to 5.\" type=\"numeric\" title=\"a\"\n3 \"How many?\" [\"3\"] notes=\"Any number from 2.5 to 3.5.\" type=\"numeric\"\n"},
		{"GIFT that is not closed", "::a::Who? {=me\n\n::b::Where? {=here####because}\n\nRead this: \\{no\\}.", GIFT,
			"3 \"Where?\" [\"here\"] notes=\"because\" type=\"short\" title=\"b\"\nskipped 1: The brace before its answers is never closed.\nskipped 5: It is a text without answers, not a question.\n"},
		{"GIFT with a damaged comment", "// bible-chess: {\"piece\":\n::a::Who? {=me}\n", GIFT, "2 \"Who?\" [\"me\"] type=\"short\" title=\"a\"\n"},
		{"GIFT, all choices wrong", "Who? {~a ~b}\n", GIFT, "skipped 1: No right answer is marked.\n"},
		{"Aiken without blank lines", "Who?\nA. me\nB. you\nANSWER: B\nWhere\nis it?\nA) here\nB) there\nand there\nanswer: a\n", Aiken,
			"1 \"Who?\" [\"you\"] type=\"choice\" choices=[\"me\" \"you\"]\n5 \"Where\\nis it?\" [\"here\"] type=\"choice\" choices=[\"here\" \"there\\nand there\"]\n"},
		{"Aiken, a heading and an end", "My quiz\n\nWho?\nA. me\nB. you\nANSWER: A\n\nWhere?\nA. here", Aiken,
			"3 \"Who?\" [\"me\"] type=\"choice\" choices=[\"me\" \"you\"]\nskipped 1: There are no choices below it.\nskipped 8: There is no line ANSWER: with the letter of the right choice.\n"},
		{"Anki with named columns", "#separator:Semicolon\n#html:false\n#columns:Front;Back;Reference\n#deck:Kings\n#tags:old new\n\"#1; who?\";Me;1 Kings\n# a comment\n", AnkiText,
			"6 \"#1; who?\" [\"Me\"] ref=\"1 Kings\" topic=\"Kings\"\n"},
		{"Anki, the same gap twice", "#separator:tab\nThe {{c1::a}} and {{c1::b::hint}} of {{c2::c}}.\t\n", AnkiText,
			"2 \"The _____ and _____ (hint) of c.\" [\"a, b\"] type=\"cloze\"\n2 \"The a and b of _____.\" [\"c\"] type=\"cloze\"\n"},
		{"plain text with fields", "Topic: kings\n\nQ: Who?\nA:\nMe, myself\nHint: Me\nRef: Here 1\nAlso: I / we\nPiece: Rook\n\n[History]\nFrage 2: Wann?\nAntwort: Heute [Kalender]\n3. Wo?\nA: Hier (dort)\n", PlainText,
			"3 \"Who?\" [\"Me, myself\" \"I\" \"we\"] piece=\"rook\" ref=\"Here 1\" hint=\"Me\"\n12 \"Wann?\" [\"Heute\"] ref=\"Kalender\" topic=\"History\"\n14 \"Wo?\" [\"Hier (dort)\"] topic=\"History\"\nskipped 1: It is neither a question nor an answer.\n"},
		{"plain text, the answer after a blank line", "Q: Who?\n\nA: Me\n\nQ: Where?\n", PlainText, "1 \"Who?\" [\"Me\"]\nskipped 5: The answer is missing.\n"},
		{"Open Trivia's later form", `[{"question": {"text": "Who?"}, "correctAnswer": "Me", "incorrectAnswers": ["You"], "category": null}, 5]`, OpenTrivia,
			"1 \"Who?\" [\"Me\"] type=\"choice\" choices=[\"Me\" \"You\"]\nskipped 2: It is not written like the others of Open Trivia.\n"},
		{"Moodle XML in another encoding's name", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><quiz><question type=\"shortanswer\"><questiontext format=\"moodle_auto_format\"><text>Qui\xe9n?</text></questiontext><answer fraction=\"100\"><text>&lt;b&gt;</text></answer></question><question type=\"matching\"><name><text>m</text></name></question><question type=\"random\"></question></quiz>", MoodleXML,
			"1 \"Quién?\" [\"<b>\"] type=\"short\"\nskipped 1: It is a matching exercise, not a question with an answer.\nskipped 1: Questions of the kind \"random\" have no answer that can be asked for.\n"},
		{"its own JSON with wrong values", `{"format": "bible-chess-questions", "version": 1, "questions": [{"question": "Who?", "answers": ["Me"], "piece": "castle", "number": -1, "type": "odd"}]}`, OwnJSON, "1 \"Who?\" [\"Me\"]\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := Read("", []byte(c.text), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got.Format != c.format || inShort(got) != c.want {
				t.Errorf("%s\ngot\n%s\nwant\n%s", got.Format, inShort(got), c.want)
			}
		})
	}
}

func TestRead_Encodings(t *testing.T) {
	const text = "question,answer\nWer heißt so?,Müller\nQuién?,José\n"
	windows := strings.NewReplacer("ß", "\xDF", "ü", "\xFC", "é", "\xE9").Replace(text)
	lines := strings.SplitAfter(text, "\n")
	cases := map[string]string{
		"UTF-8": text, "UTF-8 with BOM": "\uFEFF" + text, "Windows-1252": windows,
		mixedEncoding: lines[0] + lines[1] + strings.SplitAfter(windows, "\n")[2],
		"UTF-16LE":    strings.Join(strings.Split(windows, ""), "\x00") + "\x00",
		"UTF-16BE":    "\x00" + strings.Join(strings.Split(windows, ""), "\x00"),
	}
	for name, file := range cases {
		got, err := Read("", []byte(file), Options{})
		if err != nil || len(got.Records) != 2 || got.Encoding != name {
			t.Errorf("%s: %v %+v", name, err, got)
			continue
		}
		if got.Records[0].Question != "Wer heißt so?" || got.Records[0].Answers[0] != "Müller" || got.Records[1].Answers[0] != "José" {
			t.Errorf("%s: %+v", name, got.Records)
		}
		if (got.Warnings != nil) != (name == mixedEncoding) {
			t.Errorf("%s: %q", name, got.Warnings)
		}
	}
}

func TestRead_Options(t *testing.T) {
	const text = "Me,Who?,Gen 1,x\nHere,Where?,Map,y\n"
	columns := []Column{AnswerColumn, QuestionColumn, RefColumn, Ignored}
	got, err := Read("", []byte(text), Options{Columns: columns})
	if err != nil || inShort(got) != "1 \"Who?\" [\"Me\"] ref=\"Gen 1\"\n2 \"Where?\" [\"Here\"] ref=\"Map\"\n" {
		t.Errorf("columns of the caller: %v\n%s", err, inShort(got))
	}
	got, err = Read("", []byte(text), Options{Columns: columns, Header: HeaderYes})
	if err != nil || inShort(got) != "2 \"Where?\" [\"Here\"] ref=\"Map\"\n" ||
		!reflect.DeepEqual(got.Columns[1], ColumnUse{Heading: "Who?", Holds: QuestionColumn}) {
		t.Errorf("with names above: %v\n%s%+v", err, inShort(got), got.Columns)
	}
	if _, err = Read("", []byte(text), Options{Columns: columns[:1]}); err == nil || err.Error() != "The first row must name the columns; the column question is not there." {
		t.Errorf("no question: %v", err)
	}
	got, err = Read("", []byte("a;b,c\nd;e,f\n"), Options{Separator: ';'})
	if err != nil || inShort(got) != "1 \"a\" [\"b,c\"]\n2 \"d\" [\"e,f\"]\n" {
		t.Errorf("the separator of the caller: %v\n%s", err, inShort(got))
	}
	if _, err := Read("", []byte(text), Options{Format: CSV, Separator: '€'}); err == nil {
		t.Error("a separator that is none")
	}
	if _, err := Read("", []byte(text), Options{Format: "odd"}); err == nil || err.Error() != `This is not a file of the kind "odd": choose another kind.` {
		t.Errorf("%v", err)
	}
	got, err = Read("", []byte("question,answer\nquestion,answer\n"), Options{Header: HeaderNo})
	if err != nil || len(got.Records) != 2 {
		t.Errorf("no names: %v\n%s", err, inShort(got))
	}
	got, err = Read("", []byte("Who?\nA. me\nB. you\nANSWER: B\n"), Options{KeepChoices: true})
	if err != nil || inShort(got) != "1 \"Who?\\nA) me\\nB) you\" [\"you\"] type=\"choice\"\n" {
		t.Errorf("choices in the question: %v\n%s", err, inShort(got))
	}
}

func TestRead_Doubts(t *testing.T) {
	cases := []struct{ name, row, want string }{
		{"a piece", "q,a,Castle,", `"Castle" is not a piece that has questions: write Rook, Bishop, Knight, Pawn or Quiz Master.`},
		{"a number", "q,a,,first", `"first" is not a number from 1 to 9999.`},
		{"too many cells", "q,a,,1,x", "This row has more cells than there are columns: put a cell that holds the separator in quotation marks."},
		{"control characters", "q\x07,a,,", "It held control characters, which cannot be shown; they were left out."},
		{"a long question", strings.Repeat("x", 2001) + ",a,,", "The question has 2001 characters; at most 2000 are possible (B34)."},
		{"two answers in one", "q,a / b,,", "The answer looks like two joined by /: put each into a place of its own."},
		{"the same again", "Who was the first man?,adam,,", "It is the same question as in line 2."},
		{"with another answer", "Who was the first man?,Eve,,", "It is the same question as in line 2, with another answer."},
		{"nearly the same", "Who was the very first man?,Adam,,", "It is much like the question in line 2, with the same answer."},
		{"nothing", "q,a,Rook,1", ""},
	}
	for _, c := range cases {
		got, err := Read("", []byte("question,answer,piece,number\nWho was the first man?,Adam,,\n"+c.row+"\n"), Options{})
		if err != nil || len(got.Records) != 2 {
			t.Fatalf("%s: %v %+v", c.name, err, got)
		}
		if words := strings.Join(got.Records[1].Doubts, " "); words != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, words, c.want)
		}
	}
}

func TestRead_NamesThatDoNotFit(t *testing.T) {
	const csv = "question,answer\nWho?,Me\n"
	for name, want := range map[string]string{
		"q.csv": "", "q.tsv": "", "q.txt": "", "q": "", "q.unknown": "", `C:\x.y\q`: "", "q.CSV": "",
		"q.xlsx": "The name ends in .xlsx, but what is in the file is CSV: it was read as that.",
		"q.JSON": "The name ends in .json, but what is in the file is CSV: it was read as that.",
	} {
		got, err := Read(name, []byte(csv), Options{})
		if words := strings.Join(got.Warnings, " "); err != nil || words != want {
			t.Errorf("%s: %v %q", name, err, words)
		}
	}
}

func TestRead_Workbooks(t *testing.T) {
	styles := `<numFmts><numFmt numFmtId="170" formatCode="yyyy\-mm\-dd"/><numFmt numFmtId="171" formatCode="000"/><numFmt numFmtId="172" formatCode="0.0 &quot;days&quot;"/></numFmts>` +
		`<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="9"/><xf numFmtId="172"/><xf numFmtId="20"/></cellXfs>`
	cell := func(attributes, content string) string {
		return `<row><c t="str"><v>q</v></c><c ` + attributes + `>` + content + `</c></row>`
	}
	cases := []struct{ name, row, answer, doubt string }{
		{"a number with all its digits", cell("", "<v>1.1000000000000001</v>"), "1.1", ""},
		{"a sum", cell("", "<v>0.30000000000000004</v>"), "0.3", ""},
		{"a large number", cell("", "<v>1.2345678901E10</v>"), "12345678901", ""},
		{"a date", cell(`s="1"`, "<v>45000</v>"), "2023-03-15", "The spreadsheet holds a date, which was read as 2023-03-15: write it as text if it should read otherwise."},
		{"a time", cell(`s="5"`, "<v>0.5</v>"), "12:00", "The spreadsheet holds a date, which was read as 12:00: write it as text if it should read otherwise."},
		{"leading zeros", cell(`s="2"`, "<v>7</v>"), "007", ""},
		{"percent", cell(`s="3"`, "<v>0.07</v>"), "7%", ""},
		{"words in a format", cell(`s="4"`, "<v>2.5</v>"), "2.5", ""},
		{"true", cell(`t="b"`, "<v>1</v>"), "True", ""},
		{"an error", cell(`t="e"`, "<v>#N/A</v>"), "#N/A", `A formula ended in the error "#N/A".`},
		{"a formula with its result", cell(`t="str"`, "<f>1+1</f><v>two</v>"), "two", ""},
		{"a formula without a result", cell("", "<f>1+1</f><v></v>"), "=1+1", "A formula has no result stored with it, and stands there as text."},
		{"rich text with readings", cell(`t="s"`, "<v>0</v>"), "心 heart", ""},
		{"an escaped line end", cell(`t="inlineStr"`, "<is><t>a_x000D_\nb_x005F_x000D_</t></is>"), "a\nb_x000D_", ""},
		{"a guarded formula", cell(`t="str"`, "<v>'=2+3</v>"), "=2+3", ""},
	}
	shared := "<si><r><t>心</t></r><r><rPr/><t xml:space=\"preserve\"> heart</t></r><rPh sb=\"0\" eb=\"1\"><t>shin</t></rPh></si>"
	for _, c := range cases {
		got, err := Read("", sheetFile(t, sheetHead+c.row, shared, styles), Options{})
		if err != nil || len(got.Records) != 1 {
			t.Errorf("%s: %v %+v", c.name, err, got)
			continue
		}
		r := got.Records[0]
		if r.Answers[0] != c.answer || strings.Join(r.Doubts, " ") != c.doubt || r.Line != 2 || r.Sheet != "One" {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}

func TestRead_SheetsOfPieces(t *testing.T) {
	row := func(a, b string) string {
		return `<row><c t="str"><v>` + a + `</v></c><c t="str"><v>` + b + `</v></c></row>`
	}
	sheet := func(rows string) string { return "<worksheet><sheetData>" + rows + "</sheetData></worksheet>" }
	file := packedFile(t, map[string]string{
		"xl/workbook.xml":            `<workbook xmlns:r="r"><sheets><sheet name="Read me" r:id="a"/><sheet name="Rooks" r:id="b"/><sheet name="Pawn" r:id="c"/><sheet name="Old" state="hidden" r:id="c"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="a" Target="a.xml"/><Relationship Id="b" Target="b.xml"/><Relationship Id="c" Target="c.xml"/></Relationships>`,
		"xl/a.xml":                   sheet(row("How to", "fill this in")), "xl/b.xml": sheet(row("question", "answer") + row("q1", "a1")), "xl/c.xml": sheet(row("question", "answer") + row("q2", "a2")),
	})
	got, err := Read("q.xlsx", file, Options{})
	want := "2 \"q1\" [\"a1\"] piece=\"rook\" sheet=\"Rooks\"\n2 \"q2\" [\"a2\"] piece=\"pawn\" sheet=\"Pawn\"\n"
	if err != nil || inShort(got) != want || !reflect.DeepEqual(got.Warnings, []string{`The sheet "Read me" was not read.`, `The sheet "Old" was not read.`}) {
		t.Errorf("%v\n%s%q", err, inShort(got), got.Warnings)
	}
}
