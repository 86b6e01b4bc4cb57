package web

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"biblechess/event"
	"biblechess/event/chess"
	"biblechess/questions"
	"biblechess/questions/exchange"
	"biblechess/views"
)

// libraryRoutes are the pages and files of an editor's seat beside its own page.
func (s *Server) libraryRoutes(e *echo.Echo, seat event.Seat) {
	path := seat.Path()
	e.GET(path+"/rows", s.held(seat, s.rows))
	e.GET(path+"/history", s.held(seat, s.history))
	e.GET(path+"/plain", s.held(seat, s.plainQuestions))
	e.POST(path+"/preview", s.held(seat, s.preview))
	for name := range exports {
		e.GET(path+"/"+name, s.held(seat, s.exportQuestions))
	}
	for _, kind := range []string{"sheets", "cards"} {
		e.GET(path+"/"+kind, s.held(seat, s.printQuestions))
	}
}

// held lets only devices that hold a seat pass.
func (s *Server) held(seat event.Seat, serve func(echo.Context, event.Seat) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !s.holds(c, seat) {
			return s.noSeat(c, seat)
		}
		return serve(c, seat)
	}
}

// rows serves what the editors' table is filled from.
func (s *Server) rows(c echo.Context, seat event.Seat) error {
	l, err := s.evening.Library(seat)
	if err != nil {
		return s.refuse(c, seat.Path(), err)
	}
	return c.JSON(http.StatusOK, l)
}

// history serves every change of a question, to its editors and to judges.
func (s *Server) history(c echo.Context, seat event.Seat) error {
	h, err := s.evening.History(seat, c.QueryParam("question"))
	if err != nil {
		return s.refuse(c, seat.Path(), err)
	}
	return toRead(c, h)
}

// jsonEdit is one change of a question, as a script sends it.
type jsonEdit struct {
	Op       string            `json:"op"`
	Question string            `json:"question"`
	Revision int               `json:"revision"`
	Labelled int               `json:"labelled"`
	Place    string            `json:"place"` // a bank's piece, or "shelf"
	Piece    string            `json:"piece"` // on the shelf: the bank that it is meant for, or ""
	Before   string            `json:"before"`
	Text     questions.Text    `json:"text"`
	Labels   *questions.Labels `json:"labels"`
	Earlier  []questions.Text  `json:"earlier"`

	EarlierLabels []questions.Labels `json:"earlierLabels"`
}

// spot reads where a question goes.
func spot(place, piece string) (kind chess.Kind, shelf bool, err error) {
	if shelf = place == "shelf"; shelf && piece == "" {
		return chess.NoKind, true, nil
	}
	if !shelf {
		piece = place
	}
	kind, ok := event.PieceOf(piece)
	if !ok {
		return kind, shelf, wrong("Choose the bank that the question is for.")
	}
	return kind, shelf, nil
}

// readEdits takes a list of changes, all or none of which are made.
func readEdits(_ *Server, f form) (event.Command, error) {
	var list []jsonEdit
	if err := json.Unmarshal([]byte(f.text("edits")), &list); err != nil {
		return nil, wrong("The changes can't be read: load the page anew and try again.")
	}
	var c event.EditQuestions
	for _, j := range list {
		e := event.Edit{
			Op: j.Op, ID: j.Question, Revision: j.Revision, Labelled: j.Labelled, Before: j.Before,
			Text: j.Text, Earlier: j.Earlier, EarlierLabels: j.EarlierLabels,
		}
		switch {
		case j.Labels != nil:
			e.Labels = *j.Labels
		case j.Op == event.EditLabel:
			return nil, missing("labels")
		}
		if j.Op == event.EditAdd || j.Op == event.EditPlace || j.Op == event.EditRestore {
			var err error
			if e.Kind, e.Shelf, err = spot(j.Place, j.Piece); err != nil {
				return nil, err
			}
		}
		c.Edits = append(c.Edits, e)
	}
	return c, nil
}

// readPlace moves a question into a bank or onto the shelf, where it is meant for a
// bank or, with piece empty, for any.
func readPlace(_ *Server, f form) (event.Command, error) {
	if f.text("place") == "shelf" && !f.has("piece") {
		return nil, missing("piece")
	}
	kind, shelf, err := spot(f.text("place"), f.text("piece"))
	if err != nil {
		return nil, err
	}
	return event.EditQuestions{Edits: []event.Edit{{
		Op: event.EditPlace, ID: f.text("question"), Kind: kind, Shelf: shelf, Before: f.text("before"),
	}}}, nil
}

// readRestore brings a removed question back.
func readRestore(s *Server, f form) (event.Command, error) {
	c, err := readPlace(s, f)
	if edit, ok := c.(event.EditQuestions); ok {
		edit.Edits[0].Op = event.EditRestore
	}
	return c, err
}

// readLabel gives a question other tags and notes.
func readLabel(_ *Server, f form) (event.Command, error) {
	n, err := f.numbered("labelled")
	return event.EditQuestions{Edits: []event.Edit{{
		Op: event.EditLabel, ID: f.text("question"), Labelled: n,
		Labels: questions.Labels{Tags: strings.Split(f.text("tags"), "|"), Notes: f.text("notes")},
	}}}, cmp.Or(err, f.needs("tags", "notes"))
}

const fillCount = "Say how many questions the bank should get: a number like 3, or nothing for as many as it lacks."

// readFill fills a bank from the shelf.
func readFill(_ *Server, f form) (event.Command, error) {
	kind, ok := event.PieceOf(f.text("piece"))
	if !ok {
		return nil, wrong("Choose the bank that is to be filled.")
	}
	c := event.FillBank{Kind: kind, Tag: strings.TrimSpace(f.text("tag")), Order: f.text("order")}
	if strings.TrimSpace(f.text("count")) == "" {
		return c, nil
	}
	var err error
	if c.Count, err = f.number("count", fillCount); err == nil && c.Count < 1 {
		err = wrong("%s", fillCount)
	}
	return c, err
}

// readStarter takes a starter bank for the seat's side.
func readStarter(_ *Server, f form) (event.Command, error) {
	rows, ok := exchange.Starter(f.text("topic"), string(f.colour()))
	if !ok {
		return nil, wrong("There is no such starter bank: choose one of the list.")
	}
	var c event.TakeStarter
	for _, row := range rows {
		c.Questions = append(c.Questions, event.NewQuestion{Side: f.colour(), Kind: row.Piece, Text: row.Text})
	}
	return c, nil
}

// exports are the files that an editor's seat can take away, with the format and
// the content type of each.
var exports = map[string]struct {
	format exchange.Format
	kind   string
}{
	"questions.csv":  {exchange.CSV, "text/csv; charset=utf-8"},
	"questions.xlsx": {exchange.XLSX, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
	"questions.json": {exchange.OwnJSON, "application/json"},
	"questions.gift": {exchange.GIFT, "text/plain; charset=utf-8"},
}

// exportQuestions serves all questions of the seat as a file.
func (s *Server) exportQuestions(c echo.Context, seat event.Seat) error {
	stored, err := s.evening.Stored(seat)
	if err != nil {
		return s.refuse(c, seat.Path(), err)
	}
	name := c.Path()[strings.LastIndexByte(c.Path(), '/')+1:]
	side := strings.TrimPrefix(string(seat), "questions-")
	h := c.Response().Header()
	h.Set("Content-Disposition", "attachment; filename="+strings.Replace(name, "questions", "questions-"+side, 1))
	h.Set(echo.HeaderContentType, exports[name].kind)
	c.Response().WriteHeader(http.StatusOK)
	return exchange.Write(c.Response(), exports[name].format, records(stored, side))
}

// records are questions as they are written into files. Of one on the shelf the team
// says so, so that bringing the file back puts it there again.
func records(stored []event.StoredQuestion, side string) []exchange.Record {
	var list []exchange.Record
	for _, q := range stored {
		r := q.Row
		record := exchange.Record{
			Question: r.Text.Question, Answers: append([]string{r.Text.Answer}, r.Text.Also...), Rejected: r.Text.Reject,
			Reference: r.Text.Reference, Hint: r.Text.Hint, SayAs: r.Text.SayAs, Tags: r.Labels.Tags, Notes: r.Labels.Notes,
			Revisions: q.Revisions, EarlierLabels: q.EarlierLabels, Number: q.Number,
		}
		record.Piece, _ = event.PieceOf(r.Piece)
		if record.Team = side; r.Place == "shelf" {
			record.Team = side + " shelf"
		}
		if q.Number > exchange.MaxNumber {
			record.Number = 0
		}
		list = append(list, record)
	}
	return list
}

// plainQuestions serves the editor's page as forms alone.
func (s *Server) plainQuestions(c echo.Context, seat event.Seat) error {
	screen, err := s.evening.Screen(seat)
	if err != nil {
		return err
	}
	questions, ok := screen.(event.QuestionsScreen)
	if !ok {
		return echo.ErrNotFound
	}
	return render(c, http.StatusOK, views.Document(views.PlainQuestions(questions, plainFrom(c)), time.Now().UnixMilli()))
}

// printQuestions serves the seat's questions for paper: /sheets or /cards.
func (s *Server) printQuestions(c echo.Context, seat event.Seat) error {
	screen, err := s.evening.Screen(seat)
	if err != nil {
		return err
	}
	questions, ok := screen.(event.QuestionsScreen)
	if !ok {
		return echo.ErrNotFound
	}
	if strings.HasSuffix(c.Path(), "/cards") {
		return render(c, http.StatusOK, views.BishopCards(questions))
	}
	return render(c, http.StatusOK, views.JudgeSheets(questions))
}

// plainFrom is the number of the first line that a plain page shows, from 1.
func plainFrom(c echo.Context) int {
	n, err := strconv.Atoi(c.QueryParam("from"))
	if err != nil || n < 1 {
		return 1
	}
	return n
}
