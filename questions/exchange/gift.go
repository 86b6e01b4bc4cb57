package exchange

import (
	"encoding/json"
	"strconv"
	"strings"
)

// ownComment begins a comment line of GIFT in which WriteGIFT keeps, as JSON,
// what GIFT has no place for.
const ownComment = "// bible-chess: "

// giftGap stands for the gap of a missing-word question.
const giftGap = "_____"

// gift reads Moodle's GIFT: blocks of lines between blank lines. A line break in
// a block is a space; \n is a real one.
func (p *parsing) gift(text string) error {
	var block strings.Builder
	start, own := 0, ""
	category := ""
	end := func() {
		if strings.TrimSpace(block.String()) != "" {
			p.giftBlock(block.String(), start, category, own)
			own = ""
		}
		block.Reset()
	}
	line := 0
	for l := range strings.Lines(text) {
		line++
		l = strings.TrimSpace(l)
		switch {
		case l == "":
			end()
		case strings.HasPrefix(l, ownComment):
			own = l[len(ownComment):]
		case strings.HasPrefix(l, "//"):
		case strings.HasPrefix(l, "$CATEGORY:"):
			end()
			category = categoryPath(l[len("$CATEGORY:"):])
		default:
			if block.Len() == 0 {
				start = line
			} else {
				block.WriteByte(' ')
			}
			block.WriteString(l)
		}
		if err := p.full(); err != nil {
			return err
		}
	}
	end()
	return nil
}

// categoryPath is a topic of Moodle without the course and the top.
func categoryPath(s string) string {
	s = strings.TrimSpace(s)
	for _, lead := range []string{"$course$", "$cat1$", "$system$"} {
		s = strings.TrimPrefix(s, lead)
	}
	s = strings.Trim(s, "/")
	if s == "top" {
		return ""
	}
	return strings.TrimSpace(strings.TrimPrefix(s, "top/"))
}

// giftBlock reads one question.
func (p *parsing) giftBlock(block string, line int, category, own string) {
	r := Record{Line: line, Category: category}
	rest := block
	if strings.HasPrefix(rest, "::") {
		if i := giftIndex(rest[2:], "::"); i >= 0 {
			r.Title = giftText(rest[2 : 2+i])
			rest = rest[i+4:]
		}
	}
	skip := func(why string) {
		question, _, _ := strings.Cut(rest, "{")
		p.skip(Skipped{Line: line, Title: r.Title, Question: giftText(question), Why: why})
	}
	format, rest := giftFormat(rest)
	open := giftIndex(rest, "{")
	if open < 0 {
		skip("It is a text without answers, not a question.")
		return
	}
	length := giftIndex(rest[open+1:], "}")
	if length < 0 {
		skip("The brace before its answers is never closed.")
		return
	}
	answers := rest[open+1 : open+1+length]
	head, tail := rest[:open], rest[open+length+2:]
	if strings.TrimSpace(tail) != "" {
		head += giftGap + tail
	}
	r.Question = r.giftFormatted(format, head)
	if i := giftIndex(answers, "####"); i >= 0 {
		r.Notes = r.giftFormatted(format, answers[i+4:])
		answers = answers[:i]
	}
	if why := r.giftAnswers(strings.TrimSpace(answers), format); why != "" {
		skip(why)
		return
	}
	if own != "" {
		if err := r.overlay(own); err != nil {
			r.doubt("The comment above it could not be read: its reference, piece and hint may be missing.")
		}
	}
	p.add(r)
}

// giftFormat takes the mark of a text's format, as [html], off its beginning.
func giftFormat(s string) (format, rest string) {
	s = strings.TrimSpace(s)
	for _, f := range []string{"html", "plain", "markdown", "moodle"} {
		if rest, ok := strings.CutPrefix(s, "["+f+"]"); ok {
			return f, rest
		}
	}
	return "", s
}

// giftFormatted turns a text of the file into the text of a record.
func (r *Record) giftFormatted(format, s string) string {
	s = giftText(s)
	if format != "html" {
		return s
	}
	text, pictures := htmlText(s, true)
	r.doubtPictures(pictures)
	return text
}

// giftAnswers reads what stands between the braces; it says why when these are
// not answers.
func (r *Record) giftAnswers(s, format string) (why string) {
	if s == "" {
		return "It is an essay: it has no answer text."
	}
	if rest, ok := strings.CutPrefix(s, "#"); ok {
		return r.giftNumbers(rest)
	}
	word := s
	if i := giftIndex(s, "#"); i >= 0 {
		word = s[:i]
	}
	switch strings.ToUpper(strings.TrimSpace(word)) {
	case "T", "TRUE":
		r.Type, r.Answers, r.Choices = TrueFalse, []string{"True"}, []string{"True", "False"}
		return ""
	case "F", "FALSE":
		r.Type, r.Answers, r.Choices = TrueFalse, []string{"False"}, []string{"True", "False"}
		return ""
	}
	entries := giftEntries(s)
	wrong, pairs := false, 0
	for _, e := range entries {
		wrong = wrong || !e.right
		if giftIndex(e.text, "->") >= 0 {
			pairs++
		}
	}
	if pairs > 1 && pairs == len(entries) {
		return "It is a matching exercise, not a question with an answer."
	}
	var parts []string // of an answer that needs several choices
	for _, e := range entries {
		own, text := giftFormat(e.text)
		if own == "" {
			own = format
		}
		text = r.giftFormatted(own, text)
		if text == "" {
			continue
		}
		switch {
		case e.right && e.weight == 100:
			r.Answers = append(r.Answers, text)
		case !e.right && e.weight > 0:
			parts = append(parts, text)
		case e.right && e.weight > 0:
			r.doubt("%s is worth %g percent only and is not accepted.", quoted(text), e.weight)
		}
		if wrong {
			r.Choices = append(r.Choices, text)
		}
	}
	r.Type = Short
	if wrong {
		r.Type = Choice
	}
	if len(r.Answers) == 0 && len(parts) > 0 {
		r.severalRight(parts)
	}
	if len(r.Answers) == 0 {
		return "No right answer is marked."
	}
	return ""
}

// severalRight makes one answer of all the choices that are right together.
func (r *Record) severalRight(parts []string) {
	r.Answers = []string{strings.Join(parts, ", ")}
	if len(parts) > 1 {
		r.Type = ChoiceSeveral
		r.doubt("The answer needs all %d right choices.", len(parts))
	}
}

// giftNumbers reads answers that are numbers, with their tolerances.
func (r *Record) giftNumbers(s string) (why string) {
	entries := []giftEntry{{right: true, weight: 100, text: s}}
	if t := strings.TrimSpace(s); strings.HasPrefix(t, "=") || strings.HasPrefix(t, "~") {
		entries = giftEntries(t)
	} else if i := giftIndex(s, "#"); i >= 0 {
		entries[0].text = s[:i]
	}
	r.Type = Numeric
	for _, e := range entries {
		text := giftText(e.text)
		if e.weight != 100 || text == "" {
			continue
		}
		if low, high, ok := strings.Cut(text, ".."); ok {
			r.Answers = append(r.Answers, strings.TrimSpace(low)+" to "+strings.TrimSpace(high))
			r.note("Any number from %s to %s.", strings.TrimSpace(low), strings.TrimSpace(high))
			continue
		}
		number, tolerance, _ := strings.Cut(text, ":")
		r.Answers = append(r.Answers, strings.TrimSpace(number))
		r.noteTolerance(number, tolerance)
	}
	if len(r.Answers) == 0 {
		return "No right answer is marked."
	}
	return ""
}

// giftEntry is one answer between the braces.
type giftEntry struct {
	right  bool    // after = and not after ~
	weight float64 // percent
	text   string  // as in the file
}

// giftEntries splits answers at = and ~, and takes off their weights and what is
// said about them after #.
func giftEntries(s string) []giftEntry {
	var entries []giftEntry
	for {
		i := giftIndexAny(s, "=~")
		if i < 0 {
			return entries
		}
		e := giftEntry{right: s[i] == '='}
		s = s[i+1:]
		e.text = s
		if j := giftIndexAny(s, "=~"); j >= 0 {
			e.text = s[:j]
		}
		s = s[len(e.text):]
		if j := giftIndex(e.text, "#"); j >= 0 {
			e.text = e.text[:j]
		}
		if e.right {
			e.weight = 100
		}
		e.text = strings.TrimSpace(e.text)
		if rest, ok := strings.CutPrefix(e.text, "%"); ok {
			if number, text, ok := strings.Cut(rest, "%"); ok {
				if w, err := strconv.ParseFloat(number, 64); err == nil {
					e.weight, e.text = w, text
				}
			}
		}
		entries = append(entries, e)
	}
}

// giftIndex finds a mark that no backslash stands before; -1 if there is none.
func giftIndex(s, mark string) int {
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			i++
		} else if strings.HasPrefix(s[i:], mark) {
			return i
		}
	}
	return -1
}

// giftIndexAny finds any of some marks that no backslash stands before.
func giftIndexAny(s, marks string) int {
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			i++
		} else if strings.IndexByte(marks, s[i]) >= 0 {
			return i
		}
	}
	return -1
}

// giftSpecial are the characters that mean something, and are written with a
// backslash where they mean themselves.
const giftSpecial = `\~=#{}:`

// giftText undoes the backslashes of a text. One before another character stays:
// formulas have them.
func giftText(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch {
		case s[i] == 'n':
			b.WriteByte('\n')
		case strings.IndexByte(giftSpecial, s[i]) >= 0:
			b.WriteByte(s[i])
		default:
			b.WriteByte('\\')
			b.WriteByte(s[i])
		}
	}
	return strings.TrimSpace(b.String())
}

// overlay puts fields of the program's own form over those of a record; a null
// takes a field away.
func (r *Record) overlay(fields string) error {
	over := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(fields), &over); err != nil {
		return err
	}
	own, err := fieldsOf(*r)
	if err != nil {
		return err
	}
	for key, value := range over {
		own[key] = value
	}
	whole, err := json.Marshal(own)
	if err != nil {
		return err
	}
	var q ownQuestion
	if err := json.Unmarshal(whole, &q); err != nil {
		return err
	}
	line, doubts := r.Line, r.Doubts
	*r = q.record()
	r.Line, r.Doubts = line, doubts
	return nil
}
