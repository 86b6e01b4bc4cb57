package exchange

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"biblechess/questions"

	"golang.org/x/text/unicode/norm"
)

// settle cleans the drafts, sets aside those that are no question, and says what
// is doubtful about the others.
func (p *parsing) settle(opts Options) Reading {
	for _, d := range p.drafts {
		r := d.Record
		dropped := r.clean()
		switch {
		case !visible(r.Question):
			answer := ""
			if len(r.Answers) > 0 {
				answer = r.Answers[0]
			}
			p.skip(Skipped{Line: r.Line, Sheet: r.Sheet, Title: r.Title, Answer: answer, Why: "The question is missing.", Draft: &r})
			continue
		case len(r.Answers) == 0:
			p.skip(Skipped{Line: r.Line, Sheet: r.Sheet, Title: r.Title, Question: r.Question, Why: "The answer is missing.", Draft: &r})
			continue
		}
		if opts.KeepChoices {
			r.choicesIntoQuestion()
		}
		r.Doubts = append(r.Doubts, d.faults...)
		if dropped {
			r.doubt("It held control characters, which cannot be shown; they were left out.")
		}
		r.doubtText()
		p.Records = append(p.Records, r)
	}
	p.drafts = nil
	p.doubtTwins()
	slices.SortStableFunc(p.Skipped, func(a, b Skipped) int {
		return cmp.Or(cmp.Compare(a.Sheet, b.Sheet), cmp.Compare(a.Line, b.Line))
	})
	return p.Reading
}

func (r *Record) doubt(words string, args ...any) {
	r.Doubts = append(r.Doubts, fmt.Sprintf(words, args...))
}

// clean trims every text and puts it in NFC, and drops answers that are empty or
// exact repeats. It tells whether it had to drop control characters.
func (r *Record) clean() (dropped bool) {
	for _, field := range []*string{&r.Sheet, &r.Title, &r.Question, &r.Reference, &r.Hint, &r.SayAs, &r.Team, &r.Category, &r.Notes} {
		*field = cleanText(*field, &dropped)
	}
	for _, list := range []*[]string{&r.Answers, &r.Rejected, &r.Choices, &r.Tags} {
		var kept []string
		seen := map[string]bool{}
		for _, s := range *list {
			if s = cleanText(s, &dropped); visible(s) && !seen[s] {
				kept, seen[s] = append(kept, s), true
			}
		}
		*list = kept
	}
	return dropped
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// cleanText trims a text and puts it in NFC with line feeds as line ends. It
// drops what no page can show and no spreadsheet can hold.
func cleanText(s string, dropped *bool) string {
	if strings.ContainsAny(s, "\r\v\f\u0085\u2028\u2029") {
		s = lineEnds.Replace(s)
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	if strings.ContainsFunc(s, unshown) {
		*dropped = true
		s = strings.Map(func(r rune) rune {
			if unshown(r) {
				return -1
			}
			return r
		}, s)
	}
	return strings.TrimSpace(norm.NFC.String(strings.TrimSpace(s)))
}

func unshown(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || r == '\uFFFE' || r == '\uFFFF'
}

// visible tells whether anything of a text can be seen.
func visible(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) })
}

// choicesIntoQuestion writes the choices under the question, with letters.
func (r *Record) choicesIntoQuestion() {
	var b strings.Builder
	b.WriteString(r.Question)
	for i, c := range r.Choices {
		fmt.Fprintf(&b, "\n%c) %s", 'A'+rune(i%26), c)
	}
	r.Question, r.Choices = b.String(), nil
}

// doubtText says what a match would refuse about the text, a missing reference
// apart, and what looks like several answers written as one.
func (r *Record) doubtText() {
	text := r.Text()
	if text.Reference == "" {
		text.Reference = "-"
	}
	if err := text.Check(); err != nil {
		r.doubt("%s", err)
	}
	if strings.ContainsRune(r.Question, utf8.RuneError) || strings.ContainsRune(r.Answers[0], utf8.RuneError) {
		r.doubt("It holds characters that could not be read (\uFFFD).")
	}
	if r.Type == "" && len(r.Answers) == 1 && utf8.RuneCountInString(r.Answers[0]) <= 60 {
		for _, joint := range []string{"; ", " / ", " | ", "|"} {
			if strings.Contains(r.Answers[0], joint) {
				r.doubt("The answer looks like two joined by %s: put each into a place of its own.", strings.TrimSpace(joint))
				break
			}
		}
	}
}

// doubtTwins says which questions of the file look like earlier ones.
func (p *parsing) doubtTwins() {
	texts := make([]questions.Text, len(p.Records))
	for i, r := range p.Records {
		texts[i] = r.Text()
	}
	for _, t := range questions.Twins(texts) {
		r, of := &p.Records[t.Index], p.Records[t.Of]
		where := fmt.Sprintf("%s %d", p.Unit, of.Line)
		if of.Sheet != "" && of.Sheet != r.Sheet {
			where += " of the sheet " + quoted(of.Sheet)
		}
		switch t.Likeness {
		case questions.SameQuestion:
			r.doubt("It is the same question as in %s.", where)
		case questions.CloseWording:
			r.doubt("It is much like the question in %s, with the same answer.", where)
		case questions.OtherAnswer:
			r.doubt("It is the same question as in %s, with another answer.", where)
		}
	}
}

// endings are those that files of a format have.
var endings = map[Format][]string{
	CSV: {".csv", ".tsv", ".tab", ".txt"}, XLSX: {".xlsx", ".xlsm"}, Kahoot: {".xlsx", ".xlsm", ".csv", ".tsv", ".txt"},
	GIFT: {".gift", ".txt"}, Aiken: {".aiken", ".txt"}, MoodleXML: {".xml"}, AnkiText: {".txt", ".tsv", ".csv"},
	AnkiPackage: {".apkg", ".colpkg"}, Quizlet: {".tsv", ".tab", ".txt"}, OpenTrivia: {".json"}, OwnJSON: {".json"},
	PlainText: {".txt", ".text", ".md"},
}

// checkName warns of a file name that promises another kind of file.
func (p *parsing) checkName(name string) {
	ending := strings.ToLower(path.Ext(strings.ReplaceAll(name, `\`, "/")))
	if ending == "" || slices.Contains(endings[p.Format], ending) {
		return
	}
	for _, known := range endings {
		if slices.Contains(known, ending) {
			p.warn("The name ends in %s, but what is in the file is %s: it was read as that.", ending, p.Format)
			return
		}
	}
}

// note adds a sentence to the notes.
func (r *Record) note(words string, args ...any) {
	if r.Notes != "" {
		r.Notes += "\n"
	}
	r.Notes += fmt.Sprintf(words, args...)
}

// noteTolerance says between what a number counts as right.
func (r *Record) noteTolerance(number, tolerance string) {
	n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil {
		return
	}
	t, err := strconv.ParseFloat(strings.TrimSpace(tolerance), 64)
	if err != nil || t <= 0 {
		return
	}
	r.note("Any number from %s to %s.", shortNumber(n-t), shortNumber(n+t))
}

// shortNumber writes a number in the fifteen digits that a spreadsheet has, and
// no more of them than needed.
func shortNumber(n float64) string {
	s := strconv.FormatFloat(n, 'g', 15, 64)
	if back, err := strconv.ParseFloat(s, 64); err == nil {
		n = back
	}
	if a := math.Abs(n); a != 0 && (a >= 1e21 || a < 1e-9) {
		return strconv.FormatFloat(n, 'g', -1, 64)
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}
