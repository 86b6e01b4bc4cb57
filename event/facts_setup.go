package event

import (
	"fmt"
	"maps"
	"slices"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// neither stands in a written question for the reserve, which belongs to no
// side (B33).
const neither chess.Side = 2

// inReserve is the bank under which the reserve's own book keeps its questions.
var inReserve = questions.Bank{Side: chess.White, Kind: chess.Queen}

// eveningOpened is the first entry of a record.
type eveningOpened struct {
	Secret []byte `json:"secret"`
}

func (f *eveningOpened) apply(t truth, _ Entry) (truth, error) {
	if t.seq != 0 {
		return t, fmt.Errorf("the evening is open already")
	}
	t.secret = f.Secret
	return t, nil
}

// matchOpened starts a new match with nothing set up. Seats stay. With Keep all
// questions go on to it, on the shelves, and the reserve as it is.
type matchOpened struct {
	Format string           `json:"format"`
	Keep   bool             `json:"keep,omitempty"`
	People bool             `json:"people,omitempty"` // the same people, judges, teams and house rules
	Swap   bool             `json:"swap,omitempty"`   // the teams change sides, and take their questions along
	Draw   []placedQuestion `json:"draw,omitempty"`   // from the shelves into the banks
}

func (f *matchOpened) apply(t truth, _ Entry) (truth, error) {
	format, ok := rules.ByKey(f.Format)
	if !ok {
		return t, fmt.Errorf("there is no format %q", f.Format)
	}
	if t.match.number > 0 && t.match.phase != Closed {
		return t, fmt.Errorf("match %d is not closed", t.match.number)
	}
	before := t.match
	if f.Keep {
		t.tallies = t.allTallies()
	}
	t.match = match{
		number: t.match.number + 1,
		turns:  t.match.turns,
		teams:  [2]string{chess.White.String(), chess.Black.String()},
		format: format,
		phase:  SetUp,
	}
	if f.Keep {
		t.match.book = before.book.Shelve(before.state)
		t.match.reserve = before.passed(before.reserve)
	}
	if f.People {
		t = t.again(before, f.Swap)
	}
	if f.Swap {
		t.match.book = t.match.book.SwapSides()
		for _, s := range chess.Sides {
			for _, seat := range []Seat{GameMaster(s), QuizMaster(s), Editor(s)} {
				t.renewed = renew(t.renewed, seat)
			}
		}
		t.swapped = t.renewed
	}
	for _, p := range f.Draw {
		side, _ := t.match.book.Side(p.ID)
		var err error
		if t.match.book, err = t.match.book.Place(p.ID, questions.Spot{Bank: questions.Bank{Side: side, Kind: p.Kind}}, ""); err != nil {
			return t, err
		}
	}
	return t, nil
}

// passed marks what the match's panel has approved in a book that stays as it is.
func (m match) passed(book questions.Book) questions.Book {
	kept, err := book.Together(func(b questions.Book) (questions.Book, error) {
		var err error
		for _, q := range every(book) {
			if m.state(q) == questions.Approved {
				if b, err = b.Pass(q.ID); err != nil {
					return b, err
				}
			}
		}
		return b, nil
	})
	if err != nil {
		return book
	}
	return kept
}

// matchNamed gives the match and its teams their names.
type matchNamed struct {
	Match string    `json:"match"`
	Teams [2]string `json:"teams"`
}

func (f *matchNamed) apply(t truth, _ Entry) (truth, error) {
	t.match.name, t.match.teams = f.Match, f.Teams
	return t, nil
}

// houseRuled chooses the house rules.
type houseRuled struct {
	House rules.House `json:"house"`
}

func (f *houseRuled) apply(t truth, _ Entry) (truth, error) {
	if t.match.phase != SetUp {
		return t, errStarted
	}
	t.match.house = f.House
	return t, nil
}

var errStarted = fmt.Errorf("the match has started")

// rosterSet says who stands at each post of a side (B1, B2).
type rosterSet struct {
	Side   chess.Side    `json:"side"`
	People [posts]person `json:"people"`
}

func (f *rosterSet) apply(t truth, _ Entry) (truth, error) {
	if t.match.phase != SetUp {
		return t, errStarted
	}
	if f.Side > chess.Black {
		return t, fmt.Errorf("no such side")
	}
	t.match.roster[f.Side] = f.People
	return t, nil
}

// judgeAdded seats a judge.
type judgeAdded struct {
	Judge  Seat   `json:"judge"`
	Person person `json:"person"`
}

func (f *judgeAdded) apply(t truth, _ Entry) (truth, error) {
	if _, there := t.match.judgeAt(f.Judge); there {
		return t, fmt.Errorf("%s is there already", f.Judge)
	}
	t.match.judges = append(slices.Clone(t.match.judges), judge{f.Judge, f.Person})
	slices.SortStableFunc(t.match.judges, func(a, b judge) int {
		if a.seat < b.seat {
			return -1
		}
		return 1
	})
	return t, nil
}

// judgeRemoved takes a judge's seat away; the code of that seat is void.
type judgeRemoved struct {
	Judge Seat `json:"judge"`
}

func (f *judgeRemoved) apply(t truth, e Entry) (truth, error) {
	t.match.judges = slices.DeleteFunc(slices.Clone(t.match.judges), func(j judge) bool { return j.seat == f.Judge })
	t.renewed = renew(t.renewed, f.Judge)
	t, err := t.left(f.Judge, e)
	if err != nil {
		return t, err
	}
	return t.headed(e)
}

// headNamed makes somebody the head judge (R10).
type headNamed struct {
	Judge Seat `json:"judge"`
}

func (f *headNamed) apply(t truth, e Entry) (truth, error) {
	t.match.head = f.Judge
	return t.headed(e)
}

// headed tells the panel that is voting who the head judge is now (R10): that
// one can rule alone (B40), and under the policy head may have voted.
func (t truth) headed(e Entry) (truth, error) {
	panel, open := t.match.play.openPanel()
	if !open {
		return t, nil
	}
	panel.Head = string(t.match.headJudge())
	t.match.play = t.match.play.withPanel(panel)
	return t.voteCounted(e, "")
}

// hostReads lets the host read questions, or no longer (B34).
type hostReads struct {
	On bool `json:"on"`
}

func (f *hostReads) apply(t truth, _ Entry) (truth, error) {
	t.match.reads = f.On
	return t, nil
}

// seatRenewed voids a seat's link and every device that holds it.
type seatRenewed struct {
	Seat Seat `json:"seat"`
}

func (f *seatRenewed) apply(t truth, _ Entry) (truth, error) {
	t.renewed = renew(t.renewed, f.Seat)
	return t, nil
}

func renew(times map[Seat]int, s Seat) map[Seat]int {
	next := maps.Clone(times)
	if next == nil {
		next = map[Seat]int{}
	}
	next[s]++
	return next
}

// written is a question with the bank that it is meant for.
type written struct {
	ID   questions.ID   `json:"id"`
	Side chess.Side     `json:"side"`
	Kind chess.Kind     `json:"kind"`
	Text questions.Text `json:"text"`

	Shelf         bool               `json:"shelf,omitempty"` // on its side's shelf, meant for Kind
	Labels        *questions.Labels  `json:"labels,omitempty"`
	Earlier       []questions.Text   `json:"earlier,omitempty"`
	EarlierLabels []questions.Labels `json:"earlierLabels,omitempty"`
}

// questionsAdded puts questions into banks, in order (B30).
type questionsAdded struct {
	Questions []written        `json:"questions"`
	Shelved   []placedQuestion `json:"shelved,omitempty"` // brought from their side's shelf
}

// placedQuestion is a question that goes to the end of a bank of its side.
type placedQuestion struct {
	ID   questions.ID `json:"id"`
	Kind chess.Kind   `json:"kind"`
}

func (f *questionsAdded) apply(t truth, _ Entry) (truth, error) {
	if t.match.phase != SetUp {
		return t, errStarted
	}
	books := [2][]questions.New{make([]questions.New, 0, len(f.Questions))}
	for _, q := range f.Questions {
		n := questions.New{
			ID: q.ID, Spot: questions.Spot{Bank: questions.Bank{Side: q.Side, Kind: q.Kind}, Shelved: q.Shelf}, Text: q.Text,
			Earlier: q.Earlier, EarlierLabels: q.EarlierLabels,
		}
		if q.Labels != nil {
			n.Labels = *q.Labels
		}
		if q.Side == neither {
			n.Spot.Bank = inReserve
			books[1] = append(books[1], n)
		} else {
			books[0] = append(books[0], n)
		}
	}
	var err error
	if t.match.book, err = t.match.book.AddAll(books[0]); err != nil {
		return t, err
	}
	if t.match.reserve, err = t.match.reserve.AddAll(books[1]); err != nil {
		return t, err
	}
	for _, p := range f.Shelved {
		side, _ := t.match.book.Side(p.ID)
		if t.match.book, err = t.match.book.Place(p.ID, questions.Spot{Bank: questions.Bank{Side: side, Kind: p.Kind}}, ""); err != nil {
			return t, err
		}
	}
	return t, nil
}

// questionRevised gives a question a new revision, not yet approved (B34).
type questionRevised struct {
	ID   questions.ID   `json:"id"`
	Text questions.Text `json:"text"`
}

func (f *questionRevised) apply(t truth, _ Entry) (truth, error) {
	if t.match.phase != SetUp {
		return t, errStarted
	}
	return t.inBook(f.ID, func(b questions.Book) (questions.Book, error) { return b.Revise(f.ID, f.Text) })
}

// questionRemoved takes a question out of its bank.
type questionRemoved struct {
	ID questions.ID `json:"id"`
}

func (f *questionRemoved) apply(t truth, _ Entry) (truth, error) {
	if t.match.phase != SetUp {
		return t, errStarted
	}
	return t.inBook(f.ID, func(b questions.Book) (questions.Book, error) { return b.Remove(f.ID) })
}

// inBook changes the book that holds a question: the match's, or the reserve's.
func (t truth) inBook(id questions.ID, change func(questions.Book) (questions.Book, error)) (truth, error) {
	var err error
	if _, ok := t.match.reserve.Get(id); ok {
		t.match.reserve, err = change(t.match.reserve)
	} else {
		t.match.book, err = change(t.match.book)
	}
	return t, err
}

// questionApproved is a judge's yes to one revision (B34).
type questionApproved struct {
	ID       questions.ID `json:"id"`
	Revision int          `json:"revision"`
}

func (f *questionApproved) apply(t truth, e Entry) (truth, error) {
	t, err := t.inBook(f.ID, func(b questions.Book) (questions.Book, error) {
		return b.Approve(f.ID, f.Revision, string(e.Seat))
	})
	if err != nil {
		return t, err
	}
	// A fresh question of a Quiz Master is asked as soon as one judge approves it (B33).
	if c := t.match.play.challenge; c != nil && c.fresh == f.ID {
		t.match.play, err = t.match.play.freshly(f.ID)
	}
	return t, err
}

// questionSentBack is a judge's no to one revision, with a reason (B34).
type questionSentBack struct {
	ID       questions.ID `json:"id"`
	Revision int          `json:"revision"`
	Reason   string       `json:"reason"`
}

func (f *questionSentBack) apply(t truth, e Entry) (truth, error) {
	t, err := t.inBook(f.ID, func(b questions.Book) (questions.Book, error) {
		return b.SendBack(f.ID, f.Revision, string(e.Seat), f.Reason)
	})
	if err != nil {
		return t, err
	}
	if c := t.match.play.challenge; c != nil && c.fresh == f.ID {
		again := *c
		again.fresh, again.back = "", f.Reason
		t.match.play.challenge = &again
	}
	return t, nil
}

// started ends the set-up: line-ups, banks and house rules are what they are.
type started struct{}

func (f *started) apply(t truth, e Entry) (truth, error) {
	m := &t.match
	if m.phase != SetUp {
		return t, errStarted
	}
	m.phase = Playing
	m.play = play{
		ply: 1, startedAt: e.At,
		rules:  m.start(),
		orders: questions.NewOrders(m.book),
	}
	m.play = m.begin(m.play, e)
	if c, ok := m.house.Clock(m.format); ok {
		m.play.clocks = [2]int64{int64(c.Minutes) * 60_000, int64(c.Minutes) * 60_000}
	}
	m.play.standing = homesIn(m.play.rules.Position).standing()
	if m.veils() {
		m.play = m.veiledStart(m.play)
	}
	return t.ended(), nil
}

// closed ends a match for good (R5).
type closed struct{}

func (f *closed) apply(t truth, _ Entry) (truth, error) {
	t.match.phase = Closed
	if t.match.veils() {
		t.match = t.match.unveiled()
	}
	t.match.play.review = nil // what is not decided by now stays as it was ruled (B41)
	return t, nil
}
