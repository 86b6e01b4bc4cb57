package exchange

import (
	"fmt"
	"io"
	"strings"

	"biblechess/event/chess"
	"biblechess/questions"

	"golang.org/x/text/unicode/norm"
)

// Limits of a file: its size in bytes, for text and for what is packed (XLSX,
// .apkg); its questions; the number of a question; and the characters of a
// team's name.
const (
	MaxBytes       = 5 << 20
	MaxPackedBytes = 20 << 20
	MaxRows        = 20_000
	MaxNumber      = 9_999
	MaxTeam        = 100
)

// Format names a kind of file.
type Format string

// The formats that Read recognises.
const (
	CSV         Format = "csv" // with any separator
	XLSX        Format = "xlsx"
	Kahoot      Format = "kahoot" // its template, as XLSX or CSV
	GIFT        Format = "gift"
	Aiken       Format = "aiken"
	MoodleXML   Format = "moodle-xml"
	AnkiText    Format = "anki-text"
	AnkiPackage Format = "apkg"
	Quizlet     Format = "quizlet"
	OpenTrivia  Format = "open-trivia"
	OwnJSON     Format = "json"
	PlainText   Format = "text"
)

var formatNames = map[Format]string{
	CSV: "CSV", XLSX: "Excel workbook (XLSX)", Kahoot: "Kahoot template", GIFT: "Moodle GIFT", Aiken: "Aiken",
	MoodleXML: "Moodle XML", AnkiText: "Anki text export", AnkiPackage: "Anki package (.apkg)", Quizlet: "Quizlet export",
	OpenTrivia: "Open Trivia JSON", OwnJSON: "Bible Chess JSON", PlainText: "plain text with Q: and A:",
}

// String is the format's name for people.
func (f Format) String() string { return formatNames[f] }

// Type is the kind of a question in formats that know kinds; empty in others.
type Type string

// The types of questions.
const (
	Short         Type = "short"          // an answer in a few words
	Choice        Type = "choice"         // one of the choices; any one of several right ones
	ChoiceSeveral Type = "choice-several" // all right choices together are the one answer
	TrueFalse     Type = "truefalse"      // True or False
	Numeric       Type = "numeric"        // a number
	Cloze         Type = "cloze"          // a gap in a sentence
)

func (t Type) known() bool {
	switch t {
	case Short, Choice, ChoiceSeveral, TrueFalse, Numeric, Cloze:
		return true
	}
	return false
}

// Record is one question of a file. Its text is in Unicode NFC, trimmed, with
// line feeds as line ends; it has a question and at least one answer.
type Record struct {
	Line      int    // where it starts, counted from 1: see Reading.Unit
	Sheet     string // the sheet of a workbook
	Title     string // the name that the file gives to the question
	Question  string
	Answers   []string // every accepted answer, the one to show first; no exact repeats
	Rejected  []string // answers that must not be accepted
	Choices   []string // of a multiple choice, in the order of the file
	Type      Type
	Reference string
	Hint      string
	SayAs     string
	Piece     chess.Kind // one of questions.Kinds, or NoKind
	Team      string     // as written
	Number    int        // place in the bank, counted from 1; 0 when the file gives none
	Category  string     // the topic
	Tags      []string
	Notes     string
	Doubts    []string             // what somebody should look at, in sentences
	Revisions []questions.Revision // every revision, the oldest first; in the program's own files only

	EarlierLabels []questions.Labels // tags and notes that it had before, the oldest first; as Revisions
}

// Text is the record as a question of a match. It is clean, but it may fail
// questions.Text.Check: most files know no references.
func (r Record) Text() questions.Text {
	t := questions.Text{Question: r.Question, Reference: r.Reference, Hint: r.Hint, SayAs: r.SayAs, Reject: r.Rejected}
	if len(r.Answers) > 0 {
		t.Answer, t.Also = r.Answers[0], r.Answers[1:]
	}
	return t.Clean()
}

// Labels are the record's tags, the category in front as one more, and its notes,
// clean and in NFC.
func (r Record) Labels() questions.Labels {
	l := composedLabels(questions.Labels{Tags: r.Tags, Notes: r.Notes})
	if category := composedLabels(questions.Labels{Tags: []string{r.Category}}); len(category.Tags) > 0 && !l.Has(category.Tags[0]) {
		l.Tags = append(category.Tags, l.Tags...)
	}
	return l
}

func composedLabels(l questions.Labels) questions.Labels {
	tags := make([]string, len(l.Tags))
	for i, tag := range l.Tags {
		tags[i] = norm.NFC.String(tag)
	}
	return questions.Labels{Tags: tags, Notes: norm.NFC.String(l.Notes)}.Clean()
}

// Earlier gives the texts and the labels that the question had before, the oldest
// first, clean and in NFC.
func (r Record) Earlier() (texts []questions.Text, labels []questions.Labels) {
	if n := len(r.Revisions); n > 1 {
		for _, rev := range r.Revisions[:n-1] {
			texts = append(texts, composed(rev.Text))
		}
	}
	for _, l := range r.EarlierLabels {
		labels = append(labels, composedLabels(l))
	}
	return texts, labels
}

// Skipped says why something in the file is not among the records.
type Skipped struct {
	Line     int // as in Record
	Sheet    string
	Title    string
	Question string // what there was of it
	Answer   string
	Why      string  // a sentence
	Draft    *Record // all that there was of it; nil where nothing more is known
}

// ColumnUse is what a column of a table was read as.
type ColumnUse struct {
	Heading string // as in the file; empty without a header row
	Holds   Column
}

// Reading is what was found in a file.
type Reading struct {
	Format   Format
	Encoding string      // of the text, as "UTF-8"; empty for packed files
	Unit     string      // what Line counts: "line", "row" of a sheet, or "question" of the file
	Columns  []ColumnUse // of a table, from the left
	Records  []Record
	Skipped  []Skipped
	Warnings []string // about the file as a whole, in sentences
}

// Header tells whether a table's first row names the columns.
type Header int

// Whether a table has column names.
const (
	HeaderAuto Header = iota // if it looks like it
	HeaderYes                // it must
	HeaderNo                 // its first row is a question
)

// Options are what a caller knows better than the file.
type Options struct {
	Format      Format   // empty: recognised by content
	Columns     []Column // what the columns of a table hold, from the left; nil: by their names
	Header      Header
	Separator   rune // of a table: , ; tab or |; zero: found by content
	KeepChoices bool // write the choices into the question instead of beside it
}

// Read reads the questions of a file. The format is recognised by content; the
// name decides only what content leaves open, and one that doesn't fit is a
// warning. A question without a text or without an answer is among Skipped, with
// the reason. An error means that nothing was read: a *chess.Refusal that says in
// plain words what the file is and what to do.
func Read(name string, data []byte, opts Options) (Reading, error) {
	p, err := parse(name, data, opts)
	if err != nil {
		return Reading{}, err
	}
	return p.settle(opts), nil
}

// ReadFrom reads like Read from r, never more of it than a file may have. An
// error that is not a *chess.Refusal is what r failed with.
func ReadFrom(name string, r io.Reader, opts Options) (Reading, error) {
	data, err := readAll(r)
	if err != nil {
		return Reading{}, err
	}
	return Read(name, data, opts)
}

func readAll(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxPackedBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read the file: %w", err)
	}
	return data, nil
}

// parsing is a reading whose questions have not been settled yet.
type parsing struct {
	Reading
	drafts []draft
}

// draft is a question as it stands in the file.
type draft struct {
	Record
	faults []string // what is wrong with it in a file that must be right throughout
}

func (p *parsing) add(r Record) { p.drafts = append(p.drafts, draft{Record: r}) }

func (p *parsing) skip(s Skipped) { p.Skipped = append(p.Skipped, s) }

func (p *parsing) warn(words string, args ...any) {
	p.Warnings = append(p.Warnings, fmt.Sprintf(words, args...))
}

// full refuses a file once it has more questions than are taken.
func (p *parsing) full() error {
	if len(p.drafts)+len(p.Skipped) > MaxRows {
		return refuse("The file has more than %d rows: split it into smaller ones.", MaxRows)
	}
	return nil
}

// parse finds the format and reads the questions as they stand.
func parse(name string, data []byte, opts Options) (*parsing, error) {
	p := &parsing{}
	if isZip(data) {
		if err := p.archive(data, opts); err != nil {
			return nil, err
		}
		p.checkName(name)
		return p, nil
	}
	if len(data) > MaxBytes {
		return nil, refuse("The file is larger than %d MB: split it into smaller ones.", MaxBytes>>20)
	}
	text, encoding, err := decode(data)
	if err != nil {
		return nil, err
	}
	p.Encoding = encoding
	p.Unit = "line"
	p.Format = opts.Format
	if p.Format == "" {
		if p.Format, err = recognise(name, text, opts); err != nil {
			return nil, err
		}
	}
	if encoding == mixedEncoding {
		p.warn("The file mixes two encodings, UTF-8 and Windows-1252: each line was read as what it is. Look at the accents.")
	}
	switch p.Format {
	case CSV, Kahoot:
		err = p.csv(text, opts)
	case Quizlet:
		err = p.quizlet(text)
	case GIFT:
		err = p.gift(text)
	case Aiken:
		err = p.aiken(text)
	case MoodleXML:
		err = p.moodle(text)
	case AnkiText:
		err = p.anki(text)
	case OpenTrivia:
		err = p.trivia(text)
	case OwnJSON:
		err = p.own(text)
	case PlainText:
		err = p.plain(text)
	default:
		err = refuse("This is not a file of the kind %s: choose another kind.", quoted(string(p.Format)))
	}
	if err == nil {
		err = p.full()
	}
	if err != nil {
		return nil, err
	}
	p.checkName(name)
	return p, nil
}

// refuse makes a refusal that stands on no clause and no square.
func refuse(words string, args ...any) *chess.Refusal {
	return &chess.Refusal{Square: chess.NoSquare, Words: fmt.Sprintf(words, args...)}
}

// quoted is the beginning of a text in quotation marks, for a sentence about it.
func quoted(s string) string {
	if r := []rune(s); len(r) > 30 {
		s = string(r[:30]) + "…"
	}
	// A brace would name a square to a Refusal.
	s = strings.NewReplacer("{", "(", "}", ")", "\n", " ").Replace(s)
	return `"` + s + `"`
}
