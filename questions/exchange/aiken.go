package exchange

import (
	"fmt"
	"strings"
)

// aikenQuestion is a question of Aiken as far as it has been read.
type aikenQuestion struct {
	line    int
	text    []string
	letters []byte
	choices [][]string // their lines
}

// aiken reads questions of Aiken: a text, lettered choices, and a line that names
// the letter of the right one.
func (p *parsing) aiken(text string) error {
	var q aikenQuestion
	end := func(why string, args ...any) {
		if len(q.text) > 0 || len(q.choices) > 0 {
			p.skip(Skipped{Line: q.line, Question: strings.Join(q.text, "\n"), Why: fmt.Sprintf(why, args...)})
		}
		q = aikenQuestion{}
	}
	const unanswered = "There is no line ANSWER: with the letter of the right choice."
	blank := false
	line := 0
	for l := range strings.Lines(text) {
		line++
		l = strings.TrimSpace(l)
		if l == "" {
			blank = true
			continue
		}
		answer := aikenAnswer().FindStringSubmatch(l)
		option := aikenOption().FindStringSubmatch(l)
		// A choice begins with the next letter; another line after choices goes on
		// with the last one, unless a blank line or a first choice shows that a new
		// question began without an answer to this.
		switch {
		case answer != nil:
			letter := strings.ToUpper(answer[1])[0]
			at := strings.IndexByte(string(q.letters), letter)
			if at < 0 {
				end("ANSWER: %c names a choice that is not there.", letter)
				break
			}
			r := Record{Line: q.line, Question: strings.Join(q.text, "\n"), Type: Choice}
			for _, c := range q.choices {
				r.Choices = append(r.Choices, strings.Join(c, "\n"))
			}
			r.Answers = []string{r.Choices[at]}
			p.add(r)
			q = aikenQuestion{}
		case option != nil && len(q.text) > 0 && (len(q.letters) > 0 || option[1] == "A") && strings.IndexByte(string(q.letters), option[1][0]) < 0:
			q.letters = append(q.letters, option[1][0])
			q.choices = append(q.choices, []string{option[2]})
		case len(q.choices) > 0 && !blank:
			q.choices[len(q.choices)-1] = append(q.choices[len(q.choices)-1], l)
		default:
			if blank {
				if len(q.choices) > 0 {
					end(unanswered)
				} else {
					end("There are no choices below it.")
				}
			}
			if len(q.text) == 0 {
				q.line = line
			}
			q.text = append(q.text, l)
		}
		blank = false
		if err := p.full(); err != nil {
			return err
		}
	}
	end(unanswered)
	return nil
}
