package exchange

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// kahootRow makes a question of a row of Kahoot's template. Any one of several
// right answers is enough there. Rows that hold no more than a running number are
// blank, and time limits mean nothing here.
func (p *parsing) kahootRow(row gridRow, h heading) {
	r := Record{Line: row.line, Doubts: row.doubts, Type: Choice}
	var choices []string // with the empty ones: they are numbered
	right := ""
	for i, column := range h.columns {
		switch column {
		case QuestionColumn:
			r.Question = row.cell(i)
		case ChoiceColumn:
			choices = append(choices, row.cell(i))
		case RightColumn:
			right = row.cell(i)
		}
	}
	for _, c := range choices {
		if c != "" {
			r.Choices = append(r.Choices, c)
		}
	}
	if r.Question == "" && len(r.Choices) == 0 {
		return
	}
	skip := func(why string, args ...any) {
		p.skip(Skipped{Line: row.line, Question: r.Question, Why: fmt.Sprintf(why, args...)})
	}
	numbers := strings.FieldsFunc(right, func(r rune) bool { return strings.ContainsRune(",;/ \u00a0\n", r) })
	if len(numbers) == 0 {
		skip("No right answer is marked.")
		return
	}
	if slices.Contains(r.Choices, right) && len(right) > 1 {
		r.Answers = []string{right}
		numbers = nil
	}
	for _, number := range numbers {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(choices) {
			skip("%s does not say which answers are right: write their numbers, as 1,3.", quoted(right))
			return
		}
		if choices[n-1] == "" {
			skip("The right answer is number %d, which is empty.", n)
			return
		}
		r.Answers = append(r.Answers, choices[n-1])
	}
	p.add(r)
}
