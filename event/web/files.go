package web

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"biblechess/event"
	"biblechess/questions/exchange"
)

// readFile takes a bank file (B30). Rows that can't be used are named, and
// then nothing is taken: half a bank is worse than none.
func readFile(_ *Server, f form) (event.Command, error) {
	var in io.Reader = strings.NewReader(f.text("csv"))
	if file, err := f.FormFile("file"); err == nil {
		opened, err := file.Open()
		if err != nil {
			return nil, wrong("The file did not arrive whole: send it again.")
		}
		defer opened.Close()
		in = opened
	} else if f.text("csv") == "" {
		return nil, wrong("Choose a file of questions first.")
	}
	rows, problems, err := exchange.ReadBanks(in)
	if err != nil {
		return nil, wrong("%s", err)
	}
	var c event.BringQuestions
	for _, row := range rows {
		q := event.Brought{
			NewQuestion: event.NewQuestion{Kind: row.Piece, Text: row.Text},
			Labels:      row.Labels, Earlier: row.Earlier, EarlierLabels: row.EarlierLabels,
		}
		var side string
		side, q.Shelf = exchange.Home(row.Team)
		switch {
		case side == "white":
			q.Side = event.WhiteColour
		case side == "black":
			q.Side = event.BlackColour
		case side == "reserve" && !q.Shelf:
		case side == "":
			q.Side = f.colour()
			if f.seat != event.Host {
				break
			}
			words := "The team is missing: White, Black or Reserve."
			if q.Shelf {
				words = "It does not say whose shelf: write White shelf or Black shelf."
			}
			problems = append(problems, exchange.Problem{Line: row.Line, Words: words})
		default:
			problems = append(problems, exchange.Problem{Line: row.Line, Words: fmt.Sprintf("The team “%.40s” is not White, Black or Reserve.", row.Team)})
		}
		if f.seat != event.Host && (q.Side != f.colour() || q.Shelf && q.Side == event.NoColour) {
			problems = append(problems, exchange.Problem{Line: row.Line, Words: "This row is for another side than this page's."})
		}
		c.Questions = append(c.Questions, q)
	}
	if len(problems) > 0 {
		slices.SortStableFunc(problems, func(a, b exchange.Problem) int { return cmp.Compare(a.Line, b.Line) })
		return nil, wrong("%s", problemsInWords(problems))
	}
	if len(c.Questions) == 0 {
		return nil, wrong("The file has no questions: its first row names the columns team, piece, number, question, answer, also_accept, reference, hint, and each further row is a question.")
	}
	return c, nil
}

// problemsInWords names the first rows that can't be used.
func problemsInWords(problems []exchange.Problem) string {
	var b strings.Builder
	b.WriteString("Nothing was taken from the file.")
	for i, p := range problems {
		if i == 5 {
			if more := len(problems) - i; more == 1 {
				b.WriteString(" And 1 more row.")
			} else {
				fmt.Fprintf(&b, " And %d more rows.", more)
			}
			break
		}
		fmt.Fprintf(&b, " Row %d: %s", p.Line, p.Words)
	}
	return b.String()
}
