package exchange

import (
	"encoding/xml"
	"io"
	"strings"
)

// The elements of Moodle's XML that are read.
type moodleText struct {
	Format string `xml:"format,attr"`
	Text   string `xml:"text"`
	Files  []struct {
		Name string `xml:"name,attr"`
	} `xml:"file"`
}

type moodleAnswer struct {
	moodleText
	Fraction  float64 `xml:"fraction,attr"`
	Tolerance string  `xml:"tolerance"`
}

type moodleQuestion struct {
	Type     string         `xml:"type,attr"`
	Category moodleText     `xml:"category"`
	Name     moodleText     `xml:"name"`
	Text     moodleText     `xml:"questiontext"`
	Feedback moodleText     `xml:"generalfeedback"`
	Single   string         `xml:"single"`
	Answers  []moodleAnswer `xml:"answer"`
	Tags     []string       `xml:"tags>tag>text"`
}

// moodle reads Moodle's XML. A file that declares entities of its own is refused:
// nothing that a file declares is expanded, and nothing outside it is fetched.
func (p *parsing) moodle(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	// The text has been decoded already, whatever its first line says.
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	category, found := "", false
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return p.damagedXML(d)
		}
		switch t := token.(type) {
		case xml.Directive:
			if strings.Contains(strings.ToUpper(string(t)), "ENTITY") {
				return refuse("This XML file declares entities of its own, which no export of questions does: export it again from Moodle.")
			}
		case xml.StartElement:
			if t.Name.Local == "quiz" {
				found = true
			}
			if t.Name.Local != "question" {
				continue
			}
			found = true
			line, _ := d.InputPos()
			var q moodleQuestion
			if err := d.DecodeElement(&q, &t); err != nil {
				return p.damagedXML(d)
			}
			if q.Type == "category" {
				category = categoryPath(q.Category.Text)
				continue
			}
			p.moodleQuestion(q, line, category)
			if err := p.full(); err != nil {
				return err
			}
		}
	}
	if !found {
		return refuse("This is an XML file of another program, not Moodle's: export the questions as Moodle XML, GIFT or CSV.")
	}
	return nil
}

func (p *parsing) damagedXML(d *xml.Decoder) error {
	line, _ := d.InputPos()
	return refuse("This Moodle XML file is damaged at line %d: export it again.", line)
}

// moodleKinds are the types of question that are read, by Moodle's names.
var moodleKinds = map[string]Type{
	"shortanswer": Short, "multichoice": Choice, "truefalse": TrueFalse, "numerical": Numeric,
	"calculated": "", "essay": "", "description": "", "matching": "", "cloze": "", "multianswer": "",
}

func (p *parsing) moodleQuestion(q moodleQuestion, line int, category string) {
	r := Record{Line: line, Category: category, Tags: q.Tags, Title: strings.TrimSpace(q.Name.Text), Type: moodleKinds[q.Type]}
	r.Question = r.moodleText(q.Text, true)
	r.Notes = r.moodleText(q.Feedback, true)
	why := ""
	switch q.Type {
	case "shortanswer", "multichoice":
		why = r.moodleAnswers(q)
	case "truefalse":
		why = "No right answer is marked."
		r.Choices = []string{"True", "False"}
		for _, a := range q.Answers {
			if a.Fraction < 100 {
				continue
			}
			r.Answers, why = []string{"False"}, ""
			if strings.EqualFold(strings.TrimSpace(a.Text), "true") {
				r.Answers[0] = "True"
			}
		}
	case "numerical":
		for _, a := range q.Answers {
			if text := strings.TrimSpace(a.Text); a.Fraction >= 100 && text != "" && text != "*" {
				r.Answers = append(r.Answers, text)
				r.noteTolerance(text, a.Tolerance)
			}
		}
	case "essay":
		why = "It is an essay: it has no answer text."
	case "description":
		why = "It is a description, not a question."
	case "matching":
		why = "It is a matching exercise, not a question with an answer."
	default:
		why = "Questions of the kind " + quoted(q.Type) + " have no answer that can be asked for."
	}
	if why != "" {
		p.skip(Skipped{Line: line, Title: r.Title, Question: r.Question, Why: why})
		return
	}
	p.add(r)
}

// moodleAnswers takes the answers of a short or multiple-choice question.
func (r *Record) moodleAnswers(q moodleQuestion) (why string) {
	var parts []string
	single := strings.TrimSpace(q.Single)
	for _, a := range q.Answers {
		text := r.moodleText(a.moodleText, r.Type == Choice)
		if r.Type == Choice {
			r.Choices = append(r.Choices, text)
		}
		switch {
		case text == "":
		case r.Type == Choice && (single == "false" || single == "0"):
			if a.Fraction > 0 {
				parts = append(parts, text)
			}
		case a.Fraction >= 100 && text != "*":
			r.Answers = append(r.Answers, text)
		case a.Fraction > 0 && text != "*":
			r.doubt("%s is worth %g percent only and is not accepted.", quoted(text), a.Fraction)
		}
	}
	if len(parts) > 0 {
		r.severalRight(parts)
	}
	if len(r.Answers) == 0 {
		return "No right answer is marked."
	}
	return ""
}

// moodleText is the plain text of an element; html tells what it is in when the
// element doesn't say.
func (r *Record) moodleText(t moodleText, html bool) string {
	switch t.Format {
	case "html":
		html = true
	case "plain_text", "markdown":
		html = false
	}
	if !html {
		return strings.TrimSpace(t.Text)
	}
	text, pictures := htmlText(t.Text, false)
	for _, f := range t.Files {
		// A picture is named by its tag, and other files are left out as well.
		if f.Name != "" && !strings.Contains(strings.Join(pictures, "\n"), f.Name) {
			pictures = append(pictures, f.Name)
		}
	}
	r.doubtPictures(pictures)
	return text
}
