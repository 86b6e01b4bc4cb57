package event

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"biblechess/event/chess"
	"biblechess/judging"
	"biblechess/questions"
)

// shelf is a bank kept beside the match: its questions in their order and, for
// one that rotates, the index from which the next is looked for.
type shelf struct {
	ids  []questions.ID // replaced, never changed in place
	next int
	pass int
}

// moment is what was there before a call.
type moment struct {
	standing [64]post
	out      []departure
	won      [2]int
	appeals  [2]int
	position chess.Position
	shelves  map[questions.Bank]shelf
	entries  int // how many entries in force led to it
	spent    int // how many questions were spent
}

// shadow follows a match from its entries alone, without the order of questions,
// the chain of plays and the panels that the match keeps: a snapshot before each
// call, each bank as a plain list, and who voted what.
type shadow struct {
	*game
	folded  truth
	was     truth // after the entry before
	seen    int   // entries looked at
	calls   []moment
	force   []Entry // the entries in force
	shelves map[questions.Bank]shelf
	spent   map[questions.ID]bool // thrown out, or a Quiz Master's own once used or shown
	ballots map[string]judging.Vote
	juggle  Juggle   // the last one that was given
	offers  [2]Entry // of a draw, by side
	passed  []int64  // what forms were about that is over
	kinds   map[string]int
	clean   bool // no question was lost by a correction
}

func shadowOf(g *game, kinds map[string]int) *shadow {
	s := &shadow{game: g, kinds: kinds, spent: map[questions.ID]bool{}, shelves: map[questions.Bank]shelf{}, clean: true}
	var err error
	if s.folded, err = fold(g.store.entries); err != nil {
		g.Fatal(err)
	}
	s.seen, s.was = len(g.store.entries), g.truth
	s.force = slices.Clone(g.store.entries)
	for _, side := range chess.Sides {
		for _, k := range questions.Kinds {
			b := questions.Bank{Side: side, Kind: k}
			s.shelves[b] = shelf{ids: g.truth.match.book.List(b), pass: 1}
		}
	}
	return s
}

// follow looks at each new entry. The clockwork adds one at a tick at most, so
// there is never more than one at once.
func (s *shadow) follow() {
	s.Helper()
	for ; s.seen < len(s.store.entries); s.seen++ {
		if s.seen != len(s.store.entries)-1 {
			s.Fatalf("two entries at once")
		}
		e := s.store.entries[s.seen]
		s.kinds[e.Kind]++
		var err error
		if s.folded, err = s.folded.after(e); err != nil {
			s.Fatal(err)
		}
		s.sameTruth(e)
		s.force = append(s.force, e)
		s.track(e)
		s.check(e)
		s.was = s.truth
	}
}

// sameTruth compares the live truth with the fold. What came before the last
// call was compared when it was made.
func (s *shadow) sameTruth(e Entry) {
	s.Helper()
	live, folded := s.truth, s.folded
	live.match.play.before, folded.match.play.before = nil, nil
	if e.Kind != "fresh-typed" && e.Kind != "reserve-taken" && e.Kind != "question-approved" && e.Kind != "question-sent-back" {
		live.match.book, folded.match.book = questions.Book{}, questions.Book{}
		live.match.reserve, folded.match.reserve = questions.Book{}, questions.Book{}
	}
	if !reflect.DeepEqual(live, folded) {
		s.Fatalf("after entry %d (%s) the record folds to another truth", e.Seq, e.Kind)
	}
}

// remains lists what no correction undoes (B43).
var remains = []string{"substituted", "paused", "resumed", "judge-added", "judge-removed", "head-named", "seat-renewed", "host-reads"}

func (s *shadow) track(e Entry) {
	s.Helper()
	was, now := s.was.match.play, s.truth.match.play
	switch e.Kind {
	case "called", "overridden":
		if was.ply != len(s.calls)+1 {
			s.Fatalf("ply %d is called after %d calls", was.ply, len(s.calls))
		}
		s.calls = append(s.calls, moment{was.standing, was.out, was.won, was.appeals, was.rules.Position, maps.Clone(s.shelves), len(s.force) - 1, len(s.spent)})
		s.reading()
	case "taken-back":
		s.undo(len(s.calls))
	case "rewound":
		var f rewound
		s.read(e, &f)
		s.undo(f.Ply)
	case "reopened":
		if was.ending == nil {
			s.undo(len(s.calls))
		} else {
			s.passed = append(s.passed, was.since)
		}
	case "draw-offered":
		// Any correction withdraws an offer, so it counts once it is agreed to.
		side, _ := e.Seat.Side()
		s.force, s.offers[side] = s.force[:len(s.force)-1], e
		if now.ending != nil {
			s.force = append(s.force, s.offers[side.Other()], e)
		}
	case "draw-answered":
		s.force = s.force[:len(s.force)-1]
	case "thrown-out":
		id, _, _ := s.next(bank(was.challenge.row.Bank))
		s.spent[id] = true
		s.reading()
	case "misread", "review-opened":
		s.reading()
	case "juggled":
		s.juggled()
	case "question-approved", "reserve-taken":
		var f reserveTaken
		s.read(e, &f)
		b := bank(was.challenge.row.Bank)
		own := s.shelves[b]
		own.ids = append(own.ids[:len(own.ids):len(own.ids)], f.ID)
		s.shelves[b] = own
	case "voted":
		var f voted
		s.read(e, &f)
		vote, _ := judging.ParseVote(f.Vote)
		if panel, _ := was.openPanel(); panel.Alone != nil {
			break // a change of mind of the head judge, who has ruled alone
		}
		if !f.Alone {
			s.ballots[string(e.Seat)] = vote
		} else if was.review == nil && was.challenge.held != 0 {
			s.ballots = map[string]judging.Vote{}
		}
	}
	if was.challenge != nil && now.ply == was.ply+1 && now.last.ruled != nil {
		s.asked(bank(was.challenge.row.Bank), now.last.ruled.question)
	}
}

func (s *shadow) read(e Entry, into any) {
	s.Helper()
	if err := json.Unmarshal(e.Body, into); err != nil {
		s.Fatal(err)
	}
}

// reading begins: ballots for anything before it are too late.
func (s *shadow) reading() {
	s.ballots = map[string]judging.Vote{}
	s.passed = append(s.passed, s.was.match.play.since)
}

// undo goes back to before a ply.
func (s *shadow) undo(ply int) {
	s.Helper()
	if c := s.was.match.play.challenge; c != nil && c.row.Bank.Kind == chess.Queen && c.shown() {
		if id, _, ok := s.next(bank(c.row.Bank)); ok {
			s.spent[id] = true
		}
	}
	then, now := s.calls[ply-1], s.truth.match.play
	if now.standing != then.standing || !reflect.DeepEqual(now.out, then.out) || now.won != then.won || now.appeals != then.appeals ||
		now.rules.Position != then.position || now.ply != ply || now.challenge != nil || now.review != nil || now.ending != nil || now.offers != [2]bool{} {
		s.Fatalf("B43: before ply %d it is not as it was before ply %d", now.ply, ply)
	}
	var later []Entry
	for _, e := range s.force[then.entries : len(s.force)-1] {
		if slices.Contains(remains, e.Kind) {
			later = append(later, e)
		}
	}
	s.force = append(s.force[:then.entries:then.entries], later...)
	s.clean = s.clean && len(s.spent) == then.spent
	s.shelves, s.calls = then.shelves, s.calls[:ply-1]
	s.reading()
	s.walkers(s.was.match.play.standing)
}

// walkers checks that exactly those are told to walk who stand elsewhere.
func (s *shadow) walkers(was [64]post) {
	s.Helper()
	now := s.truth.match.play
	told := map[post]chess.Square{}
	for _, w := range now.put.walks {
		told[w.who] = w.to
	}
	for who := post(1); who <= 2*posts; who++ {
		from, to := chess.Square(slices.Index(was[:], who)), chess.Square(slices.Index(now.standing[:], who))
		if slices.Index(now.standing[:], who) < 0 {
			to = chess.NoSquare
		}
		if slices.Index(was[:], who) < 0 {
			from = chess.NoSquare
		}
		if at, walks := told[who]; walks != (from != to) || walks && at != to {
			s.Fatalf("post %d stood on %s, stands on %s and is told %v", who, from, to, told)
		}
	}
}

// next is the question that a shelf asks next, its place and pass.
func (s *shadow) next(b questions.Bank) (id questions.ID, place [2]int, ok bool) {
	shelf := s.shelves[b]
	n := len(shelf.ids)
	if b.Kind == chess.Queen {
		used := 0
		for _, id := range shelf.ids {
			if s.spent[id] {
				used++
			}
		}
		for _, id := range shelf.ids {
			if !s.spent[id] {
				return id, [2]int{used + 1, 1}, true
			}
		}
		return "", place, false
	}
	for i := range n {
		at := shelf.next + i
		if id := shelf.ids[at%n]; !s.spent[id] {
			return id, [2]int{at%n + 1, shelf.pass + at/n}, true
		}
	}
	return "", place, false
}

// asked uses a question up.
func (s *shadow) asked(b questions.Bank, id questions.ID) {
	s.Helper()
	want, place, ok := s.next(b)
	if ok && id != want {
		s.Fatalf("B31: %s asked %s, and %s was due", b, id, want)
	}
	if b.Kind == chess.Queen {
		s.spent[id] = true
		return
	}
	shelf := s.shelves[b]
	shelf.next, shelf.pass = place[0], place[1]
	s.shelves[b] = shelf
}

// juggled does on the shelves what the console asked for (B32).
func (s *shadow) juggled() {
	find := func(id string) (questions.Bank, int) {
		for b, shelf := range s.shelves {
			if i := slices.Index(shelf.ids, questions.ID(id)); i >= 0 {
				return b, i
			}
		}
		s.Fatalf("%s is on no shelf", id)
		return questions.Bank{}, 0
	}
	set := func(b questions.Bank, ids []questions.ID) {
		shelf := s.shelves[b]
		shelf.ids = ids
		s.shelves[b] = shelf
	}
	id := questions.ID(s.juggle.Question)
	b, i := find(s.juggle.Question)
	ids := slices.Clone(s.shelves[b].ids)
	if s.juggle.With != "" {
		other, j := find(s.juggle.With)
		theirs := slices.Clone(s.shelves[other].ids)
		ids[i], theirs[j] = theirs[j], ids[i]
		set(b, ids)
		set(other, theirs)
		return
	}
	ids = slices.Delete(ids, i, i+1)
	at := len(ids)
	if s.juggle.Before != "" {
		at = slices.Index(ids, questions.ID(s.juggle.Before))
	}
	set(b, slices.Insert(ids, at, id))
}

// check is what holds after every entry.
func (s *shadow) check(e Entry) {
	s.Helper()
	m := s.truth.match
	p := m.play
	floor := 0
	var seen [2*posts + 1]bool
	for q := range chess.NoSquare {
		who, piece := p.standing[q], p.rules.Position.At(q)
		if (who == 0) != (piece == 0) || who != 0 && (seen[who] || who.side() != piece.Side()) {
			s.Fatalf("after %s post %d stands on %s, where the board has %q", e.Kind, who, q, piece.Letter())
		}
		if who != 0 {
			floor++
			seen[who] = true
		}
	}
	for _, d := range p.out {
		if seen[d.who] {
			s.Fatalf("after %s post %d has left twice or stands on the floor", e.Kind, d.who)
		}
		seen[d.who] = true
	}
	if floor+len(p.out) != 2*posts {
		s.Fatalf("after %s %d are on the floor and %d out", e.Kind, floor, len(p.out))
	}
	if m.phase == Playing && p.result().Over || m.phase == Ended && !p.result().Over {
		s.Fatalf("after %s the phase is %s and the result %+v", e.Kind, m.phase, p.result())
	}
	for b := range s.shelves {
		id, number, _, pass, ok := p.orders.Due(b)
		want, place, some := s.next(b)
		if !some && b.Kind != chess.Queen {
			continue // all are spent, and come again from where the bank stood
		}
		if ok != some || id != want || ok && [2]int{number, pass} != place {
			s.Fatalf("after %s %s has %s (%d, pass %d) due, want %s %v", e.Kind, b, id, number, pass, want, place)
		}
	}
	if panel, open := p.openPanel(); open {
		for _, x := range panel.Ballots {
			if vote, cast := s.ballots[x.Seat]; !cast || vote != x.Vote {
				s.Fatalf("after %s %s is said to have voted %v; cast since this began: %v", e.Kind, x.Seat, x.Vote, s.ballots)
			}
		}
		if _, decided := panel.Decision(); decided && m.phase == Playing && m.paused == nil && p.review == nil && p.challenge.held == 0 {
			s.Fatalf("after %s the panel has decided and nothing comes of it", e.Kind)
		}
	}
}

// replay folds the entries in force alone: a match played without the detours
// comes to the same board, and to the same questions unless some were lost.
func (s *shadow) replay() {
	s.Helper()
	var entries []Entry
	for _, e := range s.force {
		if e.Kind == "juggled" && !s.clean {
			continue
		}
		e.Seq = int64(len(entries) + 1)
		entries = append(entries, e)
	}
	straight, err := fold(entries)
	if err != nil {
		s.Fatalf("the entries in force do not fold: %v", err)
	}
	a, b := straight.match, s.truth.match
	p, q := a.play, b.play
	if p.standing != q.standing || p.rules.Position != q.rules.Position || !reflect.DeepEqual(p.out, q.out) || p.won != q.won ||
		p.appeals != q.appeals || p.ply != q.ply || a.phase != b.phase || a.stood != b.stood || a.roster != b.roster ||
		!reflect.DeepEqual(a.judges, b.judges) || a.head != b.head || (p.challenge == nil) != (q.challenge == nil) ||
		!reflect.DeepEqual(p.result(), q.result()) {
		s.Fatalf("a match played straight on comes to another end: ply %d and %d, phase %s and %s", p.ply, q.ply, a.phase, b.phase)
	}
	if !s.clean {
		return
	}
	for bank := range s.shelves {
		one, _, _, _, _ := p.orders.Due(bank)
		two, _, _, _, _ := q.orders.Due(bank)
		if one != two {
			s.Fatalf("B43: %s has %s due, and %s in a match played straight on", bank, two, one)
		}
	}
}
