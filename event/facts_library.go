package event

import (
	"fmt"

	"biblechess/event/chess"
	"biblechess/questions"
)

// The ways in which an edit changes questions.
const (
	EditAdd     = "add"
	EditRevise  = "revise"
	EditLabel   = "label"
	EditPlace   = "place"
	EditRemove  = "remove"
	EditRestore = "restore"
)

// edit is one change of one question. Kind, Shelf and Before say where it goes.
type edit struct {
	Op      string            `json:"op"`
	ID      questions.ID      `json:"id"`
	Kind    chess.Kind        `json:"kind,omitempty"`
	Shelf   bool              `json:"shelf,omitempty"`
	Before  questions.ID      `json:"before,omitempty"`
	Text    *questions.Text   `json:"text,omitempty"`
	Labels  *questions.Labels `json:"labels,omitempty"`
	Earlier []questions.Text  `json:"earlier,omitempty"`

	EarlierLabels []questions.Labels `json:"earlierLabels,omitempty"`
}

// questionsEdited changes questions of one side, or of the reserve, all together
// (B34): what an editor pastes, imports, moves or takes back is one entry.
type questionsEdited struct {
	Side  chess.Side `json:"side"`
	Edits []edit     `json:"edits"`
}

func (f *questionsEdited) apply(t truth, _ Entry) (truth, error) {
	if t.match.phase != SetUp {
		return t, errStarted
	}
	book := &t.match.book
	if f.Side == neither {
		book = &t.match.reserve
	}
	changed, err := book.Together(f.change)
	if err != nil {
		return t, err
	}
	*book = changed
	return t, nil
}

// spot is where an edit puts a question.
func (f *questionsEdited) spot(e edit) questions.Spot {
	if f.Side == neither {
		return questions.Spot{Bank: inReserve}
	}
	return questions.Spot{Bank: questions.Bank{Side: f.Side, Kind: e.Kind}, Shelved: e.Shelf}
}

func (f *questionsEdited) change(b questions.Book) (questions.Book, error) {
	// New questions that go to the end of their lists are added together.
	var added []questions.New
	flush := func() (err error) {
		if len(added) > 0 {
			b, err = b.AddAll(added)
			added = nil
		}
		return err
	}
	for _, e := range f.Edits {
		if e.Op == EditAdd {
			n := questions.New{ID: e.ID, Spot: f.spot(e), Earlier: e.Earlier, EarlierLabels: e.EarlierLabels}
			if e.Text != nil {
				n.Text = *e.Text
			}
			if e.Labels != nil {
				n.Labels = *e.Labels
			}
			added = append(added, n)
			if e.Before == "" {
				continue
			}
		}
		if err := flush(); err != nil {
			return b, err
		}
		var err error
		if b, err = f.one(b, e); err != nil {
			return b, err
		}
	}
	return b, flush()
}

// one makes one edit. The question must be of the side that is edited.
func (f *questionsEdited) one(b questions.Book, e edit) (questions.Book, error) {
	if side, known := b.Side(e.ID); f.Side != neither && known && side != f.Side {
		return b, fmt.Errorf("question %s is not of the side that is edited", e.ID)
	}
	switch {
	case e.Op == EditAdd || e.Op == EditPlace:
		return b.Place(e.ID, f.spot(e), e.Before)
	case e.Op == EditRestore:
		return b.Restore(e.ID, f.spot(e), e.Before)
	case e.Op == EditRemove:
		return b.Remove(e.ID)
	case e.Op == EditRevise && e.Text != nil:
		return b.Revise(e.ID, *e.Text)
	case e.Op == EditLabel && e.Labels != nil:
		return b.Label(e.ID, *e.Labels)
	}
	return b, fmt.Errorf("an edit %q can't be made", e.Op)
}
