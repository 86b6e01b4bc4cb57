package event

import (
	"fmt"

	"biblechess/event/chess"
	"biblechess/questions"
)

// Brought is a question of a file, with everything that the file knows of it.
type Brought struct {
	NewQuestion
	Shelf         bool // on its side's shelf, meant for Kind, which may be none
	Labels        questions.Labels
	Earlier       []questions.Text   // texts that it had before, the oldest first
	EarlierLabels []questions.Labels // labels that it had before, the oldest first
}

// BringQuestions puts questions into banks and onto shelves, all or none; by a
// side's editors for their own side, by the host for all. A question that its bank
// or its shelf has already, word for word, is passed over, so that sending a file
// twice does no harm. What a bank is to have and lies word for word on the side's
// shelf is brought from there.
type BringQuestions struct{ Questions []Brought }

func (c BringQuestions) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host", "questions"); err != nil {
		return decision{}, err
	}
	if err := t.inSetUp(); err != nil {
		return decision{}, err
	}
	if len(c.Questions) == 0 {
		return decision{}, malformed("There is no question to add: type one, or choose a file that has some.")
	}
	var f questionsAdded
	// What is there and what a file has are matched one to one, so that a library
	// with the same question twice comes back as it was.
	has := map[string]int{}
	for _, q := range every(t.match.book) {
		has[sameness(q.Bank.Side, q.Bank.Kind, q.Text)]++
	}
	shelf := map[string][]questions.ID{}
	for _, side := range chess.Sides {
		for _, id := range t.match.book.Shelf(side) {
			q, _ := t.match.book.Get(id)
			lies := sameness(side, chess.NoKind, q.Text)
			shelf[lies] = append(shelf[lies], id)
		}
	}
	for _, q := range every(t.match.reserve) {
		has[sameness(neither, chess.Queen, q.Text)]++
	}
	for _, q := range c.Questions {
		w, err := q.written(by)
		if err != nil {
			return decision{}, err
		}
		if key := sameness(w.Side, w.Kind, w.Text); !w.Shelf && has[key] > 0 {
			has[key]--
			continue
		}
		lies := sameness(w.Side, chess.NoKind, w.Text)
		if ids := shelf[lies]; len(ids) > 0 {
			shelf[lies] = ids[1:]
			if !w.Shelf {
				f.Shelved = append(f.Shelved, placedQuestion{ids[0], w.Kind})
			}
			continue
		}
		w.ID = questions.ID(fmt.Sprintf("q%d-%d", t.seq+1, len(f.Questions)+1))
		f.Questions = append(f.Questions, w)
	}
	if len(f.Questions)+len(f.Shelved) == 0 {
		return decision{}, nil
	}
	// What the lists themselves refuse is said before anything is written.
	if _, err := f.apply(t, Entry{}); err != nil {
		return decision{}, malformed("%s", err)
	}
	return decision{fact: &f}, nil
}

// written is the question as it goes into the record, without its id.
func (q Brought) written(by Seat) (written, error) {
	if by != Host && by.editing() != q.Side {
		return written{}, &Problem{Reason: Forbidden, Words: "These questions are for another side: each side's editors add to their own banks only."}
	}
	w := written{Side: neither, Kind: chess.Queen, Text: q.Text.Clean(), Earlier: q.Earlier, EarlierLabels: q.EarlierLabels}
	if q.Side != NoColour {
		w.Side, w.Kind, w.Shelf = sideOf(q.Side), q.Kind, q.Shelf
		if !w.Shelf || w.Kind != chess.NoKind {
			if err := (questions.Bank{Side: w.Side, Kind: w.Kind}).Check(); err != nil {
				return written{}, err
			}
		}
	}
	if err := w.Text.Check(); err != nil {
		return written{}, malformed("%s", err)
	}
	if labels := q.Labels.Clean(); !labels.Equal(questions.Labels{}) {
		if err := labels.Check(); err != nil {
			return written{}, malformed("%s", err)
		}
		w.Labels = &labels
	}
	return w, nil
}
