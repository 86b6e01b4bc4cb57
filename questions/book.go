package questions

import "slices"

// Book holds all questions with every revision they ever had, in banks and on
// the shelf of their side. Its order within a bank is the order in which the bank
// is asked when play starts. The zero Book is empty. A Book is never changed in
// place.
type Book struct {
	entries entries
	lists   [slots + shelves][]ID   // the banks, then a shelf a side
	steps   [slots + shelves][]Step // what ever happened to each list, the oldest first
	hand    Hand                    // whose changes follow
	open    bool                    // inside Together: entries, lists and steps are this book's own
}

// Same tells whether nothing was changed between two states of a book. What was
// changed and changed back counts as a change.
func (b Book) Same(c Book) bool {
	if b.entries != c.entries {
		return false
	}
	for i := range b.lists {
		x, y := b.lists[i], c.lists[i]
		if len(x) != len(y) || len(x) > 0 && &x[0] != &y[0] {
			return false
		}
	}
	return true
}

type entry struct {
	bank      Bank
	shelved   bool
	revisions []Revision
	labels    Labels
	labelled  int
	asides    []Aside
	removed   bool
}

// Revision is one state of a question's text, and what judges said about it.
type Revision struct {
	Number     int // 1 for the text that the question was added with
	Text       Text
	By         Hand     // who wrote it
	ApprovedBy []string // seats of judges, in the order of their approval
	SentBack   []SentBack
	Passed     bool // the panel of an earlier match approved it
}

// SentBack is a judge's wish that a revision be changed.
type SentBack struct {
	Judge  string // seat
	Reason string
}

// Question is a question as it stands: its current revision.
type Question struct {
	ID      ID
	Bank    Bank // the one that it is in, or on the shelf the one that it is meant for, whose kind may be none
	Shelved bool
	Revision
	Labels   Labels
	Labelled int // how often the labels were changed
}

// ErrChanged refuses what a judge says about a revision that is no longer the
// current one (B34): the judge has not seen the current text.
var ErrChanged error = refuse("B34", "This question was changed meanwhile: look at it again.")

var errUnknown error = refuse("", "There is no such question, or it was removed meanwhile.")

// Add puts a new question at the end of a bank, as revision 1. It is refused
// for a text that fails Text.Check, for a bank that no match has, and for an id
// that was ever used in this book.
func (b Book) Add(id ID, bank Bank, text Text) (Book, error) {
	return b.AddAll([]New{{ID: id, Spot: Spot{Bank: bank}, Text: text}})
}

// Revise gives a question a new text. Approvals stay with the revision that
// they were given to, so the new one has none (B34), whichever field changed. A
// text that says the same as the current one changes nothing.
func (b Book) Revise(id ID, text Text) (Book, error) {
	e, err := b.entry(id)
	if err != nil {
		return b, err
	}
	text = text.Clean()
	if err := text.Check(); err != nil {
		return b, err
	}
	if e.current().Text.Equal(text) {
		return b, nil
	}
	e.revisions = append(slices.Clip(e.revisions), Revision{Number: len(e.revisions) + 1, Text: text, By: b.hand})
	return b.with(id, e), nil
}

// Move puts a question at the end of another bank of its side. Its approvals
// stay, since they are for its text (B34). It cannot go to the other side,
// whose people must not know it.
func (b Book) Move(id ID, bank Bank) (Book, error) {
	e, err := b.entry(id)
	if err != nil {
		return b, err
	}
	if !e.shelved && bank == e.bank {
		return b, nil
	}
	return b.Place(id, Spot{Bank: bank}, "")
}

// Remove takes a question out of its bank or off the shelf. Its revisions can
// still be read with Revisions, and its id stays used: Restore brings it back.
func (b Book) Remove(id ID) (Book, error) {
	e, err := b.entry(id)
	if err != nil {
		return b, err
	}
	b, from := b.unlist(id, e)
	at, _ := e.spot().list()
	b = b.stepped(at, id, from, 0)
	e.removed = true
	return b.with(id, e), nil
}

// Reorder moves the question at position from of a bank to position to, before
// the match (B32). Positions count from 1. During play the order is kept in
// Orders.
func (b Book) Reorder(bank Bank, from, to int) (Book, error) {
	slot, ok := bank.slot()
	if !ok {
		return b, bank.Check()
	}
	for _, n := range []int{from, to} {
		if err := inBank(bank, n, len(b.lists[slot])); err != nil {
			return b, err
		}
	}
	b.lists[slot] = moved(b.lists[slot], from-1, to-1)
	return b.stepped(slot, b.lists[slot][to-1], from, to), nil
}

// Swap exchanges the question at position i of a bank with the one at position
// j of another bank of the same side, or of the same bank, before the match
// (B32). Positions count from 1.
func (b Book) Swap(bank Bank, i int, other Bank, j int) (Book, error) {
	s, ok := bank.slot()
	if !ok {
		return b, bank.Check()
	}
	t, ok := other.slot()
	if !ok {
		return b, other.Check()
	}
	if bank.Side != other.Side {
		return b, refuse("B34", "A question cannot be moved to the other side.")
	}
	if err := inBank(bank, i, len(b.lists[s])); err != nil {
		return b, err
	}
	if err := inBank(other, j, len(b.lists[t])); err != nil {
		return b, err
	}
	x, y := b.lists[s][i-1], b.lists[t][j-1]
	ex, _ := b.entries.get(x)
	ey, _ := b.entries.get(y)
	ex.bank, ey.bank = other, bank
	b = b.with(x, ex.noted(b.hand)).with(y, ey.noted(b.hand))
	b.lists[s] = slices.Clone(b.lists[s])
	b.lists[t] = slices.Clone(b.lists[t])
	b.lists[s][i-1], b.lists[t][j-1] = y, x
	if s == t {
		return b.stepped(s, x, i, j).stepped(s, y, j, i), nil
	}
	return b.stepped(s, x, i, 0).stepped(s, y, 0, i).stepped(t, y, j, 0).stepped(t, x, 0, j), nil
}

// Approve notes that a judge approves a revision (B34). A judge's approval
// takes back what the same judge sent it back for. It fails with ErrChanged
// when the revision is not the current one.
func (b Book) Approve(id ID, revision int, judge string) (Book, error) {
	return b.judged(id, revision, func(r *Revision) {
		r.SentBack = without(r.SentBack, judge)
		if !slices.Contains(r.ApprovedBy, judge) {
			r.ApprovedBy = append(slices.Clip(r.ApprovedBy), judge)
		}
	})
}

// SendBack notes that a judge wants a revision changed, and takes back that
// judge's approval of it. It fails with ErrChanged when the revision is not the
// current one.
func (b Book) SendBack(id ID, revision int, judge, reason string) (Book, error) {
	return b.judged(id, revision, func(r *Revision) {
		r.Passed = false
		r.ApprovedBy = slices.DeleteFunc(slices.Clone(r.ApprovedBy), func(s string) bool { return s == judge })
		r.SentBack = append(without(r.SentBack, judge), SentBack{Judge: judge, Reason: cleanField(reason)})
	})
}

func (b Book) judged(id ID, revision int, change func(*Revision)) (Book, error) {
	e, err := b.entry(id)
	if err != nil {
		return b, err
	}
	if revision != len(e.revisions) {
		return b, ErrChanged
	}
	e.revisions = slices.Clone(e.revisions)
	change(&e.revisions[revision-1])
	return b.with(id, e), nil
}

// Get gives a question as it stands; not one that was removed. What it holds
// belongs to the book and is only to be read.
func (b Book) Get(id ID) (Question, bool) {
	e, err := b.entry(id)
	if err != nil {
		return Question{}, false
	}
	return Question{ID: id, Bank: e.bank, Shelved: e.shelved, Revision: e.current(), Labels: e.labels, Labelled: e.labelled}, true
}

// Revisions gives every revision that a question ever had, the oldest first,
// also of one that was removed; nil for an id that was never used.
func (b Book) Revisions(id ID) []Revision {
	e, _ := b.entries.get(id)
	return slices.Clone(e.revisions)
}

// Approved tells whether at least need judges approved the current revision of
// a question, and none wants it changed (B34). A need below one counts as one.
func (b Book) Approved(id ID, need int) bool {
	q, ok := b.Get(id)
	return ok && len(q.SentBack) == 0 && len(q.ApprovedBy) >= max(need, 1)
}

// List gives a bank's questions in their order.
func (b Book) List(bank Bank) []ID {
	slot, ok := bank.slot()
	if !ok {
		return nil
	}
	return slices.Clone(b.lists[slot])
}

// Len is the number of questions in a bank.
func (b Book) Len(bank Bank) int {
	slot, ok := bank.slot()
	if !ok {
		return 0
	}
	return len(b.lists[slot])
}

func (e entry) current() Revision { return e.revisions[len(e.revisions)-1] }

func (b Book) entry(id ID) (entry, error) {
	e, ok := b.entries.get(id)
	if !ok || e.removed {
		return entry{}, errUnknown
	}
	return e, nil
}

// with is the book with one entry replaced.
func (b Book) with(id ID, e entry) Book {
	if b.open {
		b.entries.put(id, e)
	} else {
		b.entries = b.entries.with(id, e)
	}
	return b
}

// unlist is the book with a question taken out of its list, and where it stood in
// it, counted from 1; 0 for one that was in none.
func (b Book) unlist(id ID, e entry) (Book, int) {
	at, _ := e.spot().list()
	i := slices.Index(b.lists[at], id)
	if i < 0 {
		return b, 0
	}
	if !b.open {
		b.lists[at] = slices.Clone(b.lists[at])
	}
	b.lists[at] = slices.Delete(b.lists[at], i, i+1)
	return b, i + 1
}

func without(all []SentBack, judge string) []SentBack {
	return slices.DeleteFunc(slices.Clone(all), func(s SentBack) bool { return s.Judge == judge })
}

// inBank refuses a position that a bank does not have.
func inBank(bank Bank, position, size int) error {
	if position < 1 || position > size {
		return refuse("", "%s has no question number %d: it has %s.", bank, position, count(size))
	}
	return nil
}

// moved is a copy of a list in which the element at index from stands at index to.
func moved[T any](list []T, from, to int) []T {
	list = slices.Clone(list)
	x := list[from]
	return slices.Insert(slices.Delete(list, from, from+1), to, x)
}
