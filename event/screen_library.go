package event

import (
	"encoding/json"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"biblechess/event/chess"
	"biblechess/questions"
)

// LibraryScreen is all questions of one side, or of the reserve, for its editors:
// what the table is filled from.
type LibraryScreen struct {
	Version string         `json:"version"` // another one when anything but Twins differs
	Locked  string         `json:"locked"`  // why nothing can be changed now, or ""
	Side    Colour         `json:"side"`
	Team    string         `json:"team"`
	Places  []LibraryPlace `json:"places"`
	Rows    []LibraryRow   `json:"rows"`
}

// LibraryPlace is a bank, or the shelf.
type LibraryPlace struct {
	Key  string `json:"key"` // form value: a bank's piece, or "shelf"
	Name string `json:"name"`
	Size int    `json:"size"` // how many are due; for the Quiz Master's own at least so many; 0: any number
}

// LibraryRow is a question with everything that its editors know of it.
type LibraryRow struct {
	ID       string           `json:"id"`
	Revision int              `json:"revision"`
	Labelled int              `json:"labelled"`
	Place    string           `json:"place"`           // where it is
	Piece    string           `json:"piece,omitempty"` // the bank that it is meant for, or ""
	Text     questions.Text   `json:"text"`
	Labels   questions.Labels `json:"labels"`
	State    string           `json:"state"`
	Reason   string           `json:"reason,omitempty"` // why a judge sent it back
	Lost     bool             `json:"lost,omitempty"`   // a change took its approval away
	Asked    int              `json:"asked,omitempty"`
	Missed   int              `json:"missed,omitempty"`
	Twin     *LibraryTwin     `json:"twin,omitempty"`
}

// LibraryTwin is an earlier question that is likely the same.
type LibraryTwin struct {
	Of  string `json:"of"`
	How string `json:"how"` // "same", "close" or "answer": the same words with another answer
}

// shelfKey is the shelf's name in forms.
const shelfKey = "shelf"

// Library is all questions of an editor's seat.
func (e *Evening) Library(s Seat) (LibraryScreen, error) {
	if s.Role() != "questions" {
		return LibraryScreen{}, malformed("%s has no questions to edit.", s.Name())
	}
	l := e.view().library(s)
	texts := make([]questions.Text, len(l.Rows))
	for i, r := range l.Rows {
		texts[i] = r.Text
	}
	for _, twin := range questions.Twins(texts) {
		how := map[questions.Likeness]string{questions.SameQuestion: "same", questions.CloseWording: "close", questions.OtherAnswer: "answer"}
		l.Rows[twin.Index].Twin = &LibraryTwin{Of: l.Rows[twin.Of].ID, How: how[twin.Likeness]}
	}
	return l, nil
}

// library is the rows without a look for twins.
func (v view) library(seat Seat) LibraryScreen {
	m := v.m
	l := LibraryScreen{Team: "Reserve"}
	if m.phase != SetUp {
		l.Locked = "The match has started, so its questions can't be changed here any more."
	}
	tallies := v.t.tallies
	// While play goes on the table would tell what is being juggled and ruled.
	if m.phase == Ended || m.phase == Closed {
		tallies = v.t.allTallies()
	}
	add := func(book questions.Book, ids []questions.ID, place string) {
		for _, id := range ids {
			q, _ := book.Get(id)
			n := tallies[id]
			r := LibraryRow{
				ID: string(id), Revision: q.Number, Labelled: q.Labelled, Place: place, Piece: pieceKeys[q.Bank.Kind],
				Text: q.Text, Labels: q.Labels, State: v.stateWord(q), Lost: m.lost(book, q), Asked: n.asked, Missed: n.missed,
			}
			if len(q.SentBack) > 0 {
				r.Reason = q.SentBack[len(q.SentBack)-1].Reason
			}
			l.Rows = append(l.Rows, r)
		}
	}
	if seat == ReserveEditor {
		l.Places = []LibraryPlace{{Key: pieceKeys[chess.Queen], Name: "Reserve"}}
		add(m.reserve, m.reserve.List(inReserve), pieceKeys[chess.Queen])
	} else {
		side, _ := seat.Side()
		l.Side, l.Team = ColourOf(side), m.teams[side]
		for _, k := range questions.Kinds {
			l.Places = append(l.Places, LibraryPlace{Key: pieceKeys[k], Name: m.kind(side, k), Size: m.sizes().Of(k)})
			add(m.book, m.book.List(questions.Bank{Side: side, Kind: k}), pieceKeys[k])
		}
		l.Places = append(l.Places, LibraryPlace{Key: shelfKey, Name: "Shelf"})
		add(m.book, m.book.Shelf(side), shelfKey)
	}
	sum := fnv.New64a()
	json.NewEncoder(sum).Encode(l)
	l.Version = strconv.FormatUint(sum.Sum64(), 36)
	return l
}

// stateWord is the state of a question in a word.
func (v view) stateWord(q questions.Question) string {
	switch v.m.state(q) {
	case questions.Back:
		return "sent back"
	case questions.Approved:
		return "approved"
	}
	return "waiting"
}

// StoredQuestion is a question with all its revisions, for a complete export.
type StoredQuestion struct {
	Row       LibraryRow
	Number    int // its place in its list, counted from 1
	Revisions []questions.Revision

	EarlierLabels []questions.Labels // the oldest first
}

// Stored is everything that an editor's seat may take away.
func (e *Evening) Stored(s Seat) ([]StoredQuestion, error) {
	if err := only(s, "questions"); err != nil {
		return nil, err
	}
	v := e.view()
	book := v.t.library(s)
	var list []StoredQuestion
	place, number := "", 0
	for _, r := range v.library(s).Rows {
		if r.Place != place {
			place, number = r.Place, 0
		}
		number++
		one := StoredQuestion{Row: r, Number: number, Revisions: book.Revisions(questions.ID(r.ID))}
		for _, a := range book.Asides(questions.ID(r.ID)) {
			if a.Labelled == len(one.EarlierLabels) && a.Labelled < r.Labelled {
				one.EarlierLabels = append(one.EarlierLabels, a.Labels)
			}
		}
		list = append(list, one)
	}
	return list, nil
}

// tags lists the tags of a side's questions, each once, in order.
func (l LibraryScreen) tags() []string {
	seen := map[string]bool{}
	var all []string
	for _, r := range l.Rows {
		for _, tag := range r.Labels.Tags {
			if low := strings.ToLower(tag); !seen[low] {
				seen[low] = true
				all = append(all, tag)
			}
		}
	}
	slices.SortFunc(all, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return all
}
