package exchange

import "strings"

// quizlet reads terms and definitions as Quizlet copies them: a line each, cells
// separated by tabs, quotation marks that mean themselves, and no names of
// columns. Every further cell is one more accepted answer.
func (p *parsing) quizlet(text string) error {
	p.Columns = []ColumnUse{{Holds: QuestionColumn}, {Holds: AnswerColumn}}
	c := cells{text: text, line: 1, sep: '\t', literal: true}
	for {
		row, ok := c.next()
		if !ok {
			return nil
		}
		if row.blank() {
			continue
		}
		if len(row.cells) == 1 {
			p.skip(Skipped{Line: row.line, Question: row.cell(0), Why: "There is no tab between a question and an answer."})
		} else {
			for len(p.Columns) < min(len(row.cells), 20) {
				p.Columns = append(p.Columns, ColumnUse{Holds: AlsoColumn})
			}
			r := Record{Line: row.line, Question: row.cell(0)}
			if row.cell(1) != "" {
				r.Answers = row.cells[1:]
			}
			if strings.Contains(r.Question, "<br") || strings.Contains(r.Question, "<div") {
				r.doubt("It holds marks of a web page: export it with its headers, or without HTML.")
			}
			p.add(r)
		}
		if err := p.full(); err != nil {
			return err
		}
	}
}
