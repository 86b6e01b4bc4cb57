package exchange

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ankiNote is a note of Anki, from its text export or from a package.
type ankiNote struct {
	line   int
	kind   string   // the name of its note type
	cloze  bool     // its first field has gaps
	names  []string // of the fields, if the file gives them
	fields []string
	deck   string
	tags   string
	html   bool
}

// anki reads the text export of Anki: lines of headers that begin with #, then a
// table. Which columns are no fields the headers tell.
func (p *parsing) anki(text string) error {
	c := cells{text: text, line: 1, sep: '\t'}
	note := ankiNote{}
	special := map[string]int{} // columns that are no fields, counted from 1
	for c.pos < len(text) {
		line, _, more := strings.Cut(text[c.pos:], "\n")
		key, value, ok := strings.Cut(line, ":")
		if !ankiHeader().MatchString(line) || !ok {
			break
		}
		key = strings.TrimPrefix(key, "#")
		switch {
		case key == "separator":
			if sep, ok := ankiSeparator(value); ok {
				c.sep = sep
			}
		case key == "html":
			note.html = strings.EqualFold(strings.TrimSpace(value), "true")
		case key == "columns":
			note.names = strings.Split(value, string(c.sep))
		case strings.HasSuffix(key, " column"):
			if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil {
				special[strings.TrimSuffix(key, " column")] = n
			}
		case key == "deck":
			note.deck = strings.TrimSpace(value)
		case key == "notetype":
			note.kind = strings.TrimSpace(value)
		case key == "tags":
			note.tags = value
		}
		c.pos, c.line = c.pos+len(line), c.line+1
		if more {
			c.pos++
		}
	}
	for {
		comment := strings.HasPrefix(text[c.pos:], "#") // in quotation marks it is text
		row, ok := c.next()
		if !ok {
			return nil
		}
		if row.blank() || comment {
			continue
		}
		n := note
		n.line, n.names = row.line, nil
		for i, cell := range row.cells {
			switch i + 1 {
			case special["notetype"]:
				n.kind = cell
			case special["deck"]:
				n.deck = cell
			case special["tags"]:
				n.tags += " " + cell
			case special["guid"]:
			default:
				n.fields = append(n.fields, cell)
				if i < len(note.names) {
					n.names = append(n.names, note.names[i])
				}
			}
		}
		p.ankiNote(n)
		if err := p.full(); err != nil {
			return err
		}
	}
}

// ankiSeparator reads a separator by its name or as itself.
func ankiSeparator(value string) (byte, bool) {
	names := map[string]byte{"tab": '\t', "comma": ',', "semicolon": ';', "pipe": '|', "space": ' ', "colon": ':'}
	if sep, ok := names[strings.ToLower(strings.TrimSpace(value))]; ok {
		return sep, true
	}
	if value = strings.Trim(value, " \r"); len(value) == 1 && value[0] != '"' {
		return value[0], true
	}
	return '\t', value == "" || value == "\t"
}

var (
	ankiMedia = pattern(`\[(sound|anki):[^\]]*\]`)
	ankiGap   = pattern(`(?s)\{\{c(\d{1,3})::(.*?)\}\}`)
)

// ankiNote makes questions of a note: one of an ordinary note, the first field
// asking for the second; one for each gap of a cloze.
func (p *parsing) ankiNote(n ankiNote) {
	r := Record{Line: n.line, Category: strings.TrimSpace(n.deck), Tags: strings.Fields(n.tags)}
	texts := make([]string, max(len(n.fields), 2))
	for i, f := range n.fields {
		texts[i] = strings.TrimSpace(ankiMedia().ReplaceAllString(f, ""))
		if !n.html {
			continue
		}
		var pictures []string
		texts[i], pictures = htmlText(texts[i], true)
		r.doubtPictures(pictures)
	}
	if strings.TrimSpace(strings.Join(texts, "")) == "" {
		p.skip(Skipped{Line: n.line, Question: strings.TrimSpace(strings.Join(n.fields, " ")), Why: "It holds only sounds or pictures."})
		return
	}
	if n.cloze || ankiGap().MatchString(texts[0]) {
		p.ankiCloze(r, texts)
		return
	}
	r.Question = texts[0]
	if texts[1] != "" {
		r.Answers = []string{texts[1]}
	}
	for i, text := range texts[2:] {
		if text == "" {
			continue
		}
		name := ""
		if i+2 < len(n.names) {
			name = n.names[i+2]
		}
		switch columnWords()[columnKey(name)] {
		case RefColumn:
			r.Reference = text
		case HintColumn:
			r.Hint = text
		case AlsoColumn:
			r.Answers = append(r.Answers, splitAlso(text)...)
		default:
			r.note("%s", text)
		}
	}
	if strings.Contains(strings.ToLower(n.kind), "revers") {
		r.doubt("It is a reversed card: %s / %s was not made into a second question.", quoted(texts[1]), quoted(texts[0]))
	}
	p.add(r)
}

// maxGaps is how many gaps of one note become questions.
const maxGaps = 50

// ankiCloze makes a question for each numbered gap; the other gaps are filled.
func (p *parsing) ankiCloze(r Record, texts []string) {
	if len(texts[0]) > maxCell {
		p.skip(Skipped{Line: r.Line, Question: texts[0][:100], Why: "It is too long for a question."})
		return
	}
	gaps := ankiGap().FindAllStringSubmatch(texts[0], -1)
	var numbers []string
	for _, g := range gaps {
		if !slices.Contains(numbers, g[1]) && len(numbers) < maxGaps {
			numbers = append(numbers, g[1])
		}
	}
	if len(numbers) == 0 {
		p.skip(Skipped{Line: r.Line, Question: texts[0], Why: "It is a sentence without a gap."})
		return
	}
	slices.SortFunc(numbers, func(a, b string) int {
		x, _ := strconv.Atoi(a)
		y, _ := strconv.Atoi(b)
		return x - y
	})
	for _, text := range texts[1:] {
		if text != "" {
			r.note("%s", text)
		}
	}
	for _, number := range numbers {
		q := r
		q.Doubts = slices.Clone(r.Doubts)
		q.Type = Cloze
		var answers []string
		q.Question = ankiGap().ReplaceAllStringFunc(texts[0], func(gap string) string {
			m := ankiGap().FindStringSubmatch(gap)
			text, hint, hinted := strings.Cut(m[2], "::")
			if m[1] != number {
				return text
			}
			answers = append(answers, text)
			if hinted {
				return fmt.Sprintf("%s (%s)", giftGap, hint)
			}
			return giftGap
		})
		if strings.Contains(q.Question, "{{c") {
			q.doubt("A gap stands inside another gap.")
		}
		q.Answers = []string{strings.Join(answers, ", ")}
		p.add(q)
	}
}
