package event

import (
	"slices"

	"biblechess/questions"
)

// missedGathered tags the questions that a match's players missed, so that the
// library can make a bank of them.
type missedGathered struct {
	Tag       string         `json:"tag"`
	Questions []questions.ID `json:"questions"`
}

func (f *missedGathered) apply(t truth, _ Entry) (truth, error) {
	m := &t.match
	book, err := m.book.Together(func(b questions.Book) (questions.Book, error) {
		for _, id := range f.Questions {
			q, there := b.Get(id)
			if !there {
				continue
			}
			labels := questions.Labels{Tags: append(slices.Clone(q.Labels.Tags), f.Tag), Notes: q.Labels.Notes}.Clean()
			if labels.Check() != nil {
				continue // it has as many tags as a question can have
			}
			var err error
			if b, err = b.Label(id, labels); err != nil {
				return b, err
			}
		}
		return b, nil
	})
	m.book = book
	return t, err
}
