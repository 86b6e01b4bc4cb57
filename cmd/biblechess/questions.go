package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"biblechess/questions"
	"biblechess/questions/exchange"
)

const questionsUsage = `biblechess questions check [-json] FILE…

Reads files of questions as an import would, and says what is in them, what is
doubtful, and what would not be taken. Nothing is changed.
`

// A file that was read, in JSON.
type checkedFile struct {
	Format   string          `json:"format,omitempty"`
	Encoding string          `json:"encoding,omitempty"`
	Imported int             `json:"imported"`
	Records  []checkedRecord `json:"records"`
	Skipped  []checkedSkip   `json:"skipped"`
	Warnings []string        `json:"warnings,omitempty"`
	Error    string          `json:"error,omitempty"` // why nothing was read
}

type checkedRecord struct {
	N           int      `json:"n"` // counted from 1
	Question    string   `json:"question"`
	Answers     []string `json:"answers"`
	Rejected    []string `json:"rejected,omitempty"`
	Options     []string `json:"options,omitempty"`
	Reference   string   `json:"reference,omitempty"`
	Category    string   `json:"category,omitempty"`
	Tags        []string `json:"tags,omitempty"`
	Piece       string   `json:"piece,omitempty"`
	Team        string   `json:"team,omitempty"`
	Number      int      `json:"number,omitempty"`
	Hint        string   `json:"hint,omitempty"`
	SayAs       string   `json:"say_as,omitempty"`
	Type        string   `json:"type,omitempty"`
	Explanation string   `json:"explanation,omitempty"`
	Warning     string   `json:"warning,omitempty"`
}

// A part that was not taken, and its place: one of title, line, row and index.
type checkedSkip struct {
	Title    string `json:"title,omitempty"`
	Line     int    `json:"line,omitempty"`
	Row      int    `json:"row,omitempty"`
	Index    int    `json:"index,omitempty"`
	Sheet    string `json:"sheet,omitempty"`
	Reason   string `json:"reason"`
	Question string `json:"question,omitempty"`
	Answer   string `json:"answer,omitempty"`
}

// questionsVerb does what the words after "questions" say: check reads files and
// prints what was found, in words or as JSON. It fails for words that it doesn't
// know, when some file could not be read, which is printed too, and when it can't
// print.
func questionsVerb(args []string, out io.Writer) error {
	if len(args) == 0 || args[0] != "check" {
		return errors.New("say what to do with questions: biblechess questions check [-json] FILE…")
	}
	flags := flag.NewFlagSet("biblechess questions check", flag.ContinueOnError)
	flags.Usage = func() { fmt.Fprint(flags.Output(), questionsUsage) }
	asJSON := flags.Bool("json", false, "print JSON")
	if err := parse(flags, args[1:], out); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return errors.New("name the files to check: biblechess questions check [-json] FILE…")
	}
	if err := noFlags(flags.Args()); err != nil {
		return err
	}
	failed := 0
	files := map[string]checkedFile{}
	for _, path := range flags.Args() {
		reading, err := readQuestions(path)
		if err != nil {
			failed++
		}
		if *asJSON {
			name := filepath.Base(path)
			if _, taken := files[name]; taken {
				name = path
			}
			files[name] = checked(reading, err)
			continue
		}
		if _, err := io.WriteString(out, inWords(path, reading, err)); err != nil {
			return err
		}
	}
	if *asJSON {
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", " ")
		if err := enc.Encode(map[string]any{"files": files}); err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d files could not be read", failed, flags.NArg())
	}
	return nil
}

func readQuestions(path string) (exchange.Reading, error) {
	file, err := os.Open(path)
	if err != nil {
		return exchange.Reading{}, err
	}
	defer file.Close()
	return exchange.ReadFrom(filepath.Base(path), file, exchange.Options{})
}

// checked is a reading in the shape of its JSON.
func checked(r exchange.Reading, err error) checkedFile {
	f := checkedFile{
		Format: r.Format.String(), Encoding: r.Encoding, Imported: len(r.Records), Warnings: r.Warnings,
		Records: []checkedRecord{}, Skipped: []checkedSkip{},
	}
	if err != nil {
		f.Error = err.Error()
		return f
	}
	for i, q := range r.Records {
		f.Records = append(f.Records, checkedRecord{
			N: i + 1, Question: q.Question, Answers: q.Answers, Rejected: q.Rejected, Options: q.Choices, Reference: q.Reference,
			Category: q.Category, Tags: q.Tags, Piece: strings.ReplaceAll(strings.ToLower(questions.KindName(q.Piece)), " ", ""),
			Team: q.Team, Number: q.Number, Hint: q.Hint, SayAs: q.SayAs, Type: string(q.Type), Explanation: q.Notes,
			Warning: strings.Join(q.Doubts, " "),
		})
	}
	for _, s := range r.Skipped {
		c := checkedSkip{Sheet: s.Sheet, Reason: s.Why, Question: s.Question, Answer: s.Answer}
		switch {
		case s.Title != "":
			c.Title = s.Title
		case r.Unit == "row":
			c.Row = s.Line
		case r.Unit == "question":
			c.Index = s.Line
		default:
			c.Line = s.Line
		}
		f.Skipped = append(f.Skipped, c)
	}
	return f
}

// inWords says what was found in a file, a line for each thing to look at.
func inWords(path string, r exchange.Reading, err error) string {
	var b strings.Builder
	if err != nil {
		fmt.Fprintf(&b, "%s: %s\n", path, err)
		return b.String()
	}
	fmt.Fprintf(&b, "%s: %s", path, r.Format)
	if r.Encoding != "" {
		fmt.Fprintf(&b, ", %s", r.Encoding)
	}
	fmt.Fprintf(&b, ". Questions: %d. Not taken: %d.\n", len(r.Records), len(r.Skipped))
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "  %s\n", w)
	}
	place := func(sheet string, line int) string {
		if sheet != "" {
			return fmt.Sprintf("%s %d of %q", r.Unit, line, sheet)
		}
		return fmt.Sprintf("%s %d", r.Unit, line)
	}
	for _, s := range r.Skipped {
		fmt.Fprintf(&b, "  %s: not taken: %s%s\n", place(s.Sheet, s.Line), s.Why, beginning(s.Title, s.Question, s.Answer))
	}
	for _, q := range r.Records {
		for _, d := range q.Doubts {
			fmt.Fprintf(&b, "  %s: %s%s\n", place(q.Sheet, q.Line), d, beginning(q.Question))
		}
	}
	return b.String()
}

// beginning is the beginning of the first text that is not empty, in brackets.
func beginning(texts ...string) string {
	for _, t := range texts {
		if t == "" {
			continue
		}
		letters := []rune(strings.ReplaceAll(t, "\n", " "))
		if len(letters) > 60 {
			return " (" + string(letters[:60]) + "…)"
		}
		return " (" + string(letters) + ")"
	}
	return ""
}
