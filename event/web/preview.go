package web

import (
	"cmp"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"biblechess/event"
	"biblechess/event/chess"
	"biblechess/questions"
	"biblechess/questions/exchange"
)

// maxFiles is how many files are read together.
const maxFiles = 20

// previewFile is what was understood of one file. Nothing of it is kept.
type previewFile struct {
	Name     string          `json:"name"`
	Error    string          `json:"error,omitempty"` // why nothing of it was read
	Format   string          `json:"format"`
	Encoding string          `json:"encoding,omitempty"`
	Unit     string          `json:"unit"`
	Columns  []previewColumn `json:"columns,omitempty"`
	Warnings []string        `json:"warnings,omitempty"`
	Rows     []previewRow    `json:"rows"`
}

type previewColumn struct {
	Heading string `json:"heading"`
	Holds   string `json:"holds"`
}

// previewRow is one row of a file: a question, or what there is of one.
type previewRow struct {
	Line    int              `json:"line"`
	Sheet   string           `json:"sheet,omitempty"`
	Team    string           `json:"team,omitempty"`
	Place   string           `json:"place"` // where it would go: a bank's piece, or "shelf"
	Piece   string           `json:"piece,omitempty"`
	Text    questions.Text   `json:"text"`
	Labels  questions.Labels `json:"labels"`
	Choices []string         `json:"choices,omitempty"`
	Earlier []questions.Text `json:"earlier,omitempty"`

	EarlierLabels []questions.Labels `json:"earlierLabels,omitempty"`

	Problem string   `json:"problem,omitempty"` // why it can't be taken as it is
	Doubts  []string `json:"doubts,omitempty"`
	Twin    string   `json:"twin,omitempty"`  // of a question that is there already: "same", "close", "answer"
	Other   bool     `json:"other,omitempty"` // it is marked as another side's
}

// preview reads files, or pasted text, and says what was understood. It changes
// nothing.
func (s *Server) preview(c echo.Context, seat event.Seat) error {
	if err := c.Request().ParseMultipartForm(1 << 20); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		var tooLarge *http.MaxBytesError
		var h *echo.HTTPError
		if errors.As(err, &tooLarge) || errors.As(err, &h) {
			return echo.ErrStatusRequestEntityTooLarge
		}
		return s.refuse(c, seat.Path(), wrong("The files did not arrive whole: send them again."))
	}
	opts, err := previewOptions(c)
	if err != nil {
		return s.refuse(c, seat.Path(), err)
	}
	var files []previewFile
	if pasted := c.FormValue("text"); strings.TrimSpace(pasted) != "" {
		files = append(files, read("", strings.NewReader(pasted), opts, seat))
	}
	if c.Request().MultipartForm != nil {
		sent := c.Request().MultipartForm.File["file"]
		if len(sent) > maxFiles {
			return s.refuse(c, seat.Path(), wrong("These are more than %d files: choose fewer at a time.", maxFiles))
		}
		for _, file := range sent {
			files = append(files, readUpload(file, opts, seat))
		}
	}
	if len(files) == 0 {
		return s.refuse(c, seat.Path(), wrong("Choose a file, or paste some questions first."))
	}
	library, err := s.evening.Library(seat)
	if err != nil {
		return s.refuse(c, seat.Path(), err)
	}
	markTwins(library, files)
	return c.JSON(http.StatusOK, map[string]any{"files": files})
}

// previewOptions are what the editor knows better than the file.
func previewOptions(c echo.Context) (exchange.Options, error) {
	opts := exchange.Options{KeepChoices: c.FormValue("choices") == "1"}
	switch c.FormValue("header") {
	case "yes":
		opts.Header = exchange.HeaderYes
	case "no":
		opts.Header = exchange.HeaderNo
	}
	if columns := c.FormValue("columns"); columns != "" {
		known := map[string]bool{}
		for _, col := range exchange.AllColumns() {
			known[string(col)] = true
		}
		for _, name := range strings.Split(columns, ",") {
			if name != "" && !known[name] {
				return opts, wrong("There is no such use of a column: “%.30s”.", name)
			}
			opts.Columns = append(opts.Columns, exchange.Column(name))
		}
	}
	return opts, nil
}

func readUpload(file *multipart.FileHeader, opts exchange.Options, seat event.Seat) previewFile {
	opened, err := file.Open()
	if err != nil {
		return previewFile{Name: file.Filename, Error: "The file did not arrive whole: send it again."}
	}
	defer opened.Close()
	return read(file.Filename, opened, opts, seat)
}

// read reads one file as questions for a seat.
func read(name string, in io.Reader, opts exchange.Options, seat event.Seat) previewFile {
	f := previewFile{Name: name, Rows: []previewRow{}}
	reading, err := exchange.ReadFrom(name, in, opts)
	if err != nil {
		var r *chess.Refusal
		if f.Error = "The file did not arrive whole: send it again."; errors.As(err, &r) {
			f.Error = r.Words
		}
		return f
	}
	f.Format, f.Encoding, f.Unit, f.Warnings = reading.Format.String(), reading.Encoding, reading.Unit, reading.Warnings
	for _, col := range reading.Columns {
		f.Columns = append(f.Columns, previewColumn{col.Heading, string(col.Holds)})
	}
	for _, skipped := range reading.Skipped {
		if skipped.Draft != nil {
			row := rowOf(*skipped.Draft, seat)
			row.Problem = skipped.Why
			f.Rows = append(f.Rows, row)
			continue
		}
		f.Rows = append(f.Rows, previewRow{
			Line: skipped.Line, Sheet: skipped.Sheet, Place: "shelf", Problem: skipped.Why,
			Text: questions.Text{Question: skipped.Question, Answer: skipped.Answer},
		})
	}
	for _, r := range reading.Records {
		f.Rows = append(f.Rows, rowOf(r, seat))
	}
	sortRows(f.Rows)
	return f
}

// rowOf is a record as a row of the preview.
func rowOf(r exchange.Record, seat event.Seat) previewRow {
	row := previewRow{
		Line: r.Line, Sheet: r.Sheet, Team: r.Team, Place: "shelf", Text: r.Text(), Choices: r.Choices, Doubts: r.Doubts,
		Labels: r.Labels(),
	}
	row.Earlier, row.EarlierLabels = r.Earlier()
	row.Piece = event.PieceKey(r.Piece)
	team, shelf := exchange.Home(r.Team)
	side, has := seat.Side()
	switch {
	case !has:
		row.Place, row.Piece = "quiz-master", "quiz-master"
		row.Other = shelf || team == "white" || team == "black"
	default:
		if !shelf && row.Piece != "" {
			row.Place = row.Piece
		}
		row.Other = team == "reserve" || (team == "white" || team == "black") && team != string(event.ColourOf(side))
	}
	if err := row.Text.Check(); err != nil {
		row.Problem = err.Error()
	}
	return row
}

// sortRows puts rows in the order of their file.
func sortRows(rows []previewRow) {
	sheets := map[string]int{}
	for _, r := range rows {
		if _, seen := sheets[r.Sheet]; !seen {
			sheets[r.Sheet] = len(sheets)
		}
	}
	slices.SortStableFunc(rows, func(a, b previewRow) int {
		return cmp.Or(cmp.Compare(sheets[a.Sheet], sheets[b.Sheet]), cmp.Compare(a.Line, b.Line))
	})
}

// markTwins says which rows are like questions that are there already.
func markTwins(library event.LibraryScreen, files []previewFile) {
	var texts []questions.Text
	for _, r := range library.Rows {
		texts = append(texts, r.Text)
	}
	var rows []*previewRow
	for i := range files {
		for j := range files[i].Rows {
			rows = append(rows, &files[i].Rows[j])
			texts = append(texts, files[i].Rows[j].Text)
		}
	}
	how := map[questions.Likeness]string{questions.SameQuestion: "same", questions.CloseWording: "close", questions.OtherAnswer: "answer"}
	for _, twin := range questions.Twins(texts) {
		if at := twin.Index - len(library.Rows); at >= 0 && rows[at].Text.Question != "" {
			rows[at].Twin = how[twin.Likeness]
		}
	}
}
