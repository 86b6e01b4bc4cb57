package exchange

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
)

// giftFirst is the first line of a file that WriteGIFT writes.
const giftFirst = "// Questions of Bible Chess"

// WriteGIFT writes questions as Moodle's GIFT, so that Read reads them back the
// same, save for Line, Sheet, Doubts, Revisions and EarlierLabels. What GIFT has no place for, as
// the reference, stands in a comment above the question, which other programs pass
// over. It fails with what w fails with.
func WriteGIFT(w io.Writer, records []Record) error {
	var out bytes.Buffer
	out.WriteString(giftFirst + "\n\n")
	category := ""
	for _, r := range records {
		r.clean()
		if line := "$course$/" + r.Category; r.Category != category && !strings.Contains(line, "\n") && categoryPath(line) == r.Category {
			category = r.Category
			out.WriteString("$CATEGORY: " + line + "\n\n")
		}
		block, native, ok := giftNative(r, category, false)
		if !ok {
			block, native, _ = giftNative(r, category, true)
		}
		lost, err := difference(native, r)
		if err != nil {
			return err
		}
		if lost != "" {
			out.WriteString(ownComment + lost + "\n")
		}
		out.WriteString(block + "\n\n")
	}
	_, err := w.Write(out.Bytes())
	return err
}

// giftNative writes a record as a block and reads it as another program would;
// false when that is not one question. With plainly set it has a single answer.
func giftNative(r Record, category string, plainly bool) (block string, native Record, ok bool) {
	if r.Title != "" {
		block = "::" + giftEscape(r.Title) + "::"
	}
	block += "[plain]" + giftEscape(r.Question) + " {" + giftBraces(r, plainly) + "}"
	p := &parsing{}
	p.giftBlock(block, 1, category, "")
	if len(p.drafts) != 1 {
		return block, Record{}, false
	}
	native = p.drafts[0].Record
	native.clean()
	return block, native, true
}

// giftBraces writes what stands between the braces.
func giftBraces(r Record, plainly bool) string {
	if len(r.Answers) == 0 {
		return ""
	}
	first := giftEscape(r.Answers[0])
	switch {
	case plainly:
		return giftEntryOf("=", r.Answers[0])
	case r.Type == TrueFalse && len(r.Answers) == 1 && (first == "True" || first == "False"):
		return strings.ToUpper(first)
	case r.Type == Numeric && len(r.Answers) == 1:
		if _, err := strconv.ParseFloat(first, 64); err == nil {
			return "#" + first
		}
	case len(r.Choices) > 0:
		return giftChoices(r)
	}
	var b strings.Builder
	for i, a := range r.Answers {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(giftEntryOf("=", a))
	}
	return b.String()
}

// giftEntryOf writes an answer after its mark. One that begins like a weight gets
// the weight that it has, and one that begins like a format gets its own.
func giftEntryOf(mark, text string) string {
	if strings.HasPrefix(text, "%") {
		switch mark {
		case "=":
			mark = "=%100%"
		case "~":
			mark = "~%0%"
		}
	}
	if strings.HasPrefix(text, "[") {
		mark += "[plain]"
	}
	return mark + giftEscape(text)
}

// giftChoices writes choices with their weights.
func giftChoices(r Record) string {
	right := func(c string) bool { return slices.Contains(r.Answers, c) }
	mark := "="
	if r.Type == ChoiceSeveral {
		parts := strings.Split(r.Answers[0], ", ")
		right = func(c string) bool { return slices.Contains(parts, c) }
		mark = "~%" + strconv.FormatFloat(100/float64(len(parts)), 'g', 7, 64) + "%"
	}
	var b strings.Builder
	if !slices.ContainsFunc(r.Choices, right) {
		b.WriteString(giftEntryOf("=", r.Answers[0]) + " ")
	}
	for _, c := range r.Choices {
		entry := "~"
		switch {
		case right(c):
			entry = mark
		case r.Type == ChoiceSeveral:
			entry = "~%-100%"
		}
		b.WriteString(giftEntryOf(entry, c) + " ")
	}
	return strings.TrimSpace(b.String())
}

// giftEscape writes a text so that giftText gives it back.
func giftEscape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\n':
			b.WriteString(`\n`)
			continue
		case strings.IndexByte(giftSpecial, s[i]) >= 0:
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// difference gives the fields of a record that another one lacks or has
// otherwise, as overlay takes them; empty when there are none.
func difference(native, r Record) (string, error) {
	has, err := fieldsOf(native)
	if err != nil {
		return "", err
	}
	wants, err := fieldsOf(r)
	if err != nil {
		return "", err
	}
	delete(wants, "revisions")
	delete(wants, "earlier_labels")
	for key, value := range wants {
		if bytes.Equal(has[key], value) {
			delete(wants, key)
		}
		delete(has, key)
	}
	for key := range has {
		wants[key] = json.RawMessage("null")
	}
	if len(wants) == 0 {
		return "", nil
	}
	line, err := json.Marshal(wants)
	return string(line), err
}
