package exchange

import (
	"encoding/json"
	"io"
	"strings"

	"biblechess/event/chess"
	"biblechess/questions"
)

// ownName and ownVersion stand in the program's own files.
const (
	ownName    = "bible-chess-questions"
	ownVersion = 1
)

// ownFile is the program's own form: everything that a Record holds.
type ownFile struct {
	Format    string        `json:"format"`
	Version   int           `json:"version"`
	Questions []ownQuestion `json:"questions"`
}

type ownQuestion struct {
	Title     string        `json:"title,omitempty"`
	Question  string        `json:"question"`
	Answers   []string      `json:"answers"`
	Rejected  []string      `json:"do_not_accept,omitempty"`
	Choices   []string      `json:"choices,omitempty"`
	Type      Type          `json:"type,omitempty"`
	Reference string        `json:"reference,omitempty"`
	Hint      string        `json:"hint,omitempty"`
	SayAs     string        `json:"say_as,omitempty"`
	Piece     string        `json:"piece,omitempty"`
	Team      string        `json:"team,omitempty"`
	Number    int           `json:"number,omitempty"`
	Category  string        `json:"category,omitempty"`
	Tags      []string      `json:"tags,omitempty"`
	Notes     string        `json:"notes,omitempty"`
	Revisions []ownRevision `json:"revisions,omitempty"`

	EarlierLabels []questions.Labels `json:"earlier_labels,omitempty"`
}

// ownRevision is a revision of a question with what judges said about it (B34).
type ownRevision struct {
	Number     int            `json:"number"`
	Text       questions.Text `json:"text"`
	ApprovedBy []string       `json:"approved_by,omitempty"`
	SentBack   []ownSentBack  `json:"sent_back,omitempty"`
}

type ownSentBack struct {
	Judge  string `json:"judge"`
	Reason string `json:"reason"`
}

func ownOf(r Record) ownQuestion {
	q := ownQuestion{
		Title: r.Title, Question: r.Question, Answers: r.Answers, Rejected: r.Rejected, Choices: r.Choices, Type: r.Type,
		Reference: r.Reference, Hint: r.Hint, SayAs: r.SayAs, Piece: pieceWord(r.Piece), Team: r.Team, Number: r.Number,
		Category: r.Category, Tags: r.Tags, Notes: r.Notes, EarlierLabels: r.EarlierLabels,
	}
	for _, rev := range r.Revisions {
		own := ownRevision{Number: rev.Number, Text: rev.Text, ApprovedBy: rev.ApprovedBy}
		for _, back := range rev.SentBack {
			own.SentBack = append(own.SentBack, ownSentBack(back))
		}
		q.Revisions = append(q.Revisions, own)
	}
	return q
}

// pieceWord is a kind in one small word, as "quizmaster"; empty for none.
func pieceWord(k chess.Kind) string {
	return strings.ReplaceAll(strings.ToLower(questions.KindName(k)), " ", "")
}

func (q ownQuestion) record() Record {
	r := Record{
		Title: q.Title, Question: q.Question, Answers: q.Answers, Rejected: q.Rejected, Choices: q.Choices, Type: q.Type,
		Reference: q.Reference, Hint: q.Hint, SayAs: q.SayAs, Team: q.Team, Number: q.Number,
		Category: q.Category, Tags: q.Tags, Notes: q.Notes, EarlierLabels: q.EarlierLabels,
	}
	if q.Piece != "" {
		kind, ok := questions.ParseKind(q.Piece)
		if !ok {
			r.doubt("%s is not a piece that has questions: write %s.", quoted(q.Piece), pieceNames)
		}
		r.Piece = kind
	}
	if q.Number < 0 || q.Number > MaxNumber {
		r.Number = 0
		r.doubt("%d is not a number from 1 to %d.", q.Number, MaxNumber)
	}
	if q.Type != "" && !q.Type.known() {
		r.Type = ""
		r.doubt("%s is not a type of question that is known.", quoted(string(q.Type)))
	}
	for _, own := range q.Revisions {
		rev := questions.Revision{Number: own.Number, Text: own.Text, ApprovedBy: own.ApprovedBy}
		for _, back := range own.SentBack {
			rev.SentBack = append(rev.SentBack, questions.SentBack(back))
		}
		r.Revisions = append(r.Revisions, rev)
	}
	return r
}

// fieldsOf are the fields of the program's own form that a record has.
func fieldsOf(r Record) (map[string]json.RawMessage, error) {
	data, err := json.Marshal(ownOf(r))
	if err != nil {
		return nil, err
	}
	fields := map[string]json.RawMessage{}
	return fields, json.Unmarshal(data, &fields)
}

// own reads the program's own files.
func (p *parsing) own(text string) error {
	p.Unit = "question"
	var head struct{ Version int }
	if err := json.Unmarshal([]byte(text), &head); err == nil && head.Version > ownVersion {
		return refuse("This file was written by a newer version of the program: bring the program up to date first.")
	}
	var file ownFile
	if err := json.Unmarshal([]byte(text), &file); err != nil {
		return refuse("This file of Bible Chess is damaged: export it again.")
	}
	if len(file.Questions) > MaxRows {
		return refuse("The file has more than %d questions: split it into smaller ones.", MaxRows)
	}
	for i, q := range file.Questions {
		r := q.record()
		r.Line = i + 1
		p.add(r)
	}
	return nil
}

// WriteJSON writes questions completely, with their revisions, approvals and
// earlier labels, as a file that Read reads back the same, save for Line, Sheet and Doubts. It fails
// with what w fails with.
func WriteJSON(w io.Writer, records []Record) error {
	file := ownFile{Format: ownName, Version: ownVersion, Questions: make([]ownQuestion, len(records))}
	for i, r := range records {
		r.clean()
		file.Questions[i] = ownOf(r)
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", " ")
	return out.Encode(file)
}
