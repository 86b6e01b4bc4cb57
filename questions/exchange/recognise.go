package exchange

import (
	"encoding/json"
	"path"
	"strings"
)

// The lines by which formats of plain text are known.
var (
	aikenAnswer = pattern(`^(?i:ANSWER)\s*:\s*([A-Za-z])\s*$`)
	aikenOption = pattern(`^\s*([A-Z])[.)]\s*(\S.*)$`)
	giftAnswers = pattern(`(^|[^\\])\{\s*(=|~|#|(?i:T|TRUE|F|FALSE)\s*(#[^}]*)?\}|\})`)
	giftTitle   = pattern(`^::.+::`)
	ankiHeader  = pattern(`^#(separator|html|tags|columns|notetype|deck|guid|if matches|tags column|notetype column|deck column|guid column):`)
)

// headBytes is how much of a text is looked at to find out what it is.
const headBytes = 64 << 10

// recognise finds the format of a text by what is in it.
func recognise(name, text string, opts Options) (Format, error) {
	start := strings.TrimSpace(text[:min(len(text), headBytes)])
	starts := func(s string) bool { return len(start) >= len(s) && strings.EqualFold(start[:len(s)], s) }
	switch {
	case starts("<!doctype html"), starts("<html"), starts("<head"), starts("<body"):
		return "", refuse("This is a web page, not a file of questions: copy the questions into a spreadsheet and save that.")
	case starts(giftFirst):
		return GIFT, nil
	case starts("<"):
		if strings.Contains(start, "<quiz") || strings.Contains(start, "<question ") || strings.Contains(start, "<!DOCTYPE quiz") {
			return MoodleXML, nil
		}
		if starts("<?xml") {
			return "", refuse("This is an XML file of another program, not Moodle's: export the questions as Moodle XML, GIFT or CSV.")
		}
	case starts("{"), starts("["):
		if format, err := recogniseJSON(text); format != "" || err != nil {
			return format, err
		}
	}
	head := text
	if len(head) > headBytes {
		head = head[:headBytes]
		head = head[:strings.LastIndexByte(head, '\n')+1]
		if head == "" {
			head = text[:headBytes]
		}
	}
	if ankiHeader().MatchString(start) {
		return AnkiText, nil
	}
	table, h, even := openCSV(head, opts)
	if h.columns != nil || opts.Columns != nil || opts.Header == HeaderYes {
		return CSV, nil
	}
	lines := countLines(head)
	switch {
	case lines.aikenAnswers > 0 && lines.options >= 2*lines.aikenAnswers:
		return Aiken, nil
	case lines.gift > 0:
		return GIFT, nil
	case lines.questions > 0 && lines.answers > 0 || lines.numbered > 0 && lines.answers > 0:
		return PlainText, nil
	case lines.tabs*2 > lines.all:
		table.sep = '\t'
		if quotedTable(table) {
			return CSV, nil
		}
		return Quizlet, nil
	case even:
		return CSV, nil
	case strings.EqualFold(path.Ext(name), ".gift"):
		return GIFT, nil
	case strings.EqualFold(path.Ext(name), ".csv"):
		return CSV, nil
	}
	return "", refuse("No questions were found in this text: write Q: and A: before each question and answer, or use a spreadsheet with a column for each.")
}

// recogniseJSON tells whose JSON a text is; no format for a text that only
// begins like JSON.
func recogniseJSON(text string) (Format, error) {
	if !json.Valid([]byte(text)) {
		rest := strings.TrimSpace(strings.TrimSpace(text)[1:])
		if rest != "" && strings.ContainsAny(rest[:1], `"{[`) {
			return "", refuse("This JSON file is damaged: export it again.")
		}
		return "", nil
	}
	var top struct {
		Format    string
		Results   json.RawMessage
		Questions json.RawMessage
	}
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		return OpenTrivia, nil
	}
	if err := json.Unmarshal([]byte(text), &top); err == nil {
		switch {
		case top.Format == ownName:
			return OwnJSON, nil
		case top.Results != nil:
			return OpenTrivia, nil
		}
	}
	return "", refuse("This JSON file is of another program: only Open Trivia's and Bible Chess's own can be read.")
}

// lineCounts says how many lines of a text look like parts of a format.
type lineCounts struct {
	all, aikenAnswers, options, gift, questions, answers, numbered, tabs int
}

func countLines(text string) lineCounts {
	var n lineCounts
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n ")
		if strings.TrimSpace(line) == "" {
			continue
		}
		n.all++
		if strings.Contains(line, "\t") {
			n.tabs++
		}
		switch {
		case aikenAnswer().MatchString(line):
			n.aikenAnswers++
		case aikenOption().MatchString(line):
			n.options++
		}
		if giftAnswers().MatchString(line) || giftTitle().MatchString(line) || strings.HasPrefix(line, "$CATEGORY:") ||
			strings.HasSuffix(line, "{") && !strings.HasSuffix(line, `\{`) {
			n.gift++
		}
		switch m := markerOf(line); {
		case m.answer:
			n.answers++
		case m.question:
			n.questions++
		case m.number:
			n.numbered++
		}
	}
	return n
}

// quotedTable tells whether the cells of a table without names are written as
// spreadsheets do, where quotation marks enclose, rather than as they are.
func quotedTable(c cells) bool {
	for _, row := range c.firstRows(200) {
		for _, cell := range row.cells {
			if strings.Contains(cell, "\n") {
				return true
			}
		}
	}
	for line := range strings.Lines(c.text) {
		for cell := range strings.SplitSeq(strings.TrimRight(line, "\n"), "\t") {
			cell = strings.TrimSpace(cell)
			if len(cell) > 4 && cell[0] == '"' && cell[len(cell)-1] == '"' && strings.Contains(cell[1:len(cell)-1], `""`) {
				return true
			}
		}
	}
	return false
}
