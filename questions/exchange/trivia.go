package exchange

import (
	"encoding/json"
	"html"
	"strings"
)

// triviaText is a text of Open Trivia, or a number where one was meant.
type triviaText string

func (t *triviaText) UnmarshalJSON(data []byte) error {
	var s string
	switch {
	case len(data) > 0 && data[0] == '"':
		if err := json.Unmarshal(data, &s); err != nil {
			return err
		}
	case len(data) > 0 && data[0] == '{':
		// A later form keeps the text of a question in an object.
		var o struct{ Text string }
		if err := json.Unmarshal(data, &o); err != nil {
			return err
		}
		s = o.Text
	case string(data) != "null":
		s = string(data)
	}
	*t = triviaText(html.UnescapeString(s))
	return nil
}

type triviaQuestion struct {
	Type     string
	Category triviaText
	Question triviaText
	Right    triviaText   `json:"correct_answer"`
	Wrong    []triviaText `json:"incorrect_answers"`
	// The names of the later form.
	Right2 triviaText   `json:"correctAnswer"`
	Wrong2 []triviaText `json:"incorrectAnswers"`
}

// trivia reads the JSON of Open Trivia. Its entities are decoded and nothing is
// taken for a tag; the right answer comes first among the choices.
func (p *parsing) trivia(text string) error {
	p.Unit = "question"
	var list []json.RawMessage
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		if err := json.Unmarshal([]byte(text), &list); err != nil {
			return refuse("This JSON file is damaged: export it again.")
		}
	} else {
		var file struct{ Results []json.RawMessage }
		if err := json.Unmarshal([]byte(text), &file); err != nil {
			return refuse("This JSON file is not Open Trivia's: it has no list of results.")
		}
		list = file.Results
	}
	known := false
	for i, raw := range list {
		if i >= MaxRows {
			return refuse("The file has more than %d questions: split it into smaller ones.", MaxRows)
		}
		var q triviaQuestion
		if err := json.Unmarshal(raw, &q); err != nil {
			p.skip(Skipped{Line: i + 1, Why: "It is not written like the others of Open Trivia."})
			continue
		}
		right, wrong := q.Right, q.Wrong
		if right == "" && len(wrong) == 0 {
			right, wrong = q.Right2, q.Wrong2
		}
		known = known || q.Question != "" && (right != "" || len(wrong) > 0)
		r := Record{Line: i + 1, Question: string(q.Question), Answers: []string{string(right)}, Category: string(q.Category), Type: Choice}
		switch {
		case q.Type == "boolean" && (right == "True" || right == "False"):
			r.Type, r.Choices = TrueFalse, []string{"True", "False"}
		default:
			r.Choices = []string{string(right)}
			for _, w := range wrong {
				r.Choices = append(r.Choices, string(w))
			}
		}
		p.add(r)
	}
	if !known && len(list) > 0 {
		return refuse("This JSON file is of another program: only Open Trivia's and Bible Chess's own can be read.")
	}
	return nil
}
