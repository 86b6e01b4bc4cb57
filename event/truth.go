package event

import (
	"iter"
	"maps"
	"strconv"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/judging"
	"biblechess/questions"
)

// truth is everything that the record says. It is a value: nothing that it
// refers to is changed in place, so keeping a copy is keeping a snapshot.
// It never leaves this package; screens are built from it.
type truth struct {
	seq     int64
	secret  []byte       // join codes, tickets and the host's pass come from it
	renewed map[Seat]int // how often a seat was given anew
	swapped map[Seat]int // the same when the teams changed sides last; nil before they did
	gave    seats        // how many entries each seat gave
	given   int64        // the last entry that somebody gave, not the program
	match   match
	hall    hall
	tallies map[questions.ID]tally // of the matches before this one
	plans   [2][]plan              // saved set-ups of Stealth Chess, by side
	wiped   int64                  // the entry up to which names are wiped (R4)
}

// seats counts the entries that each seat gave: the officials of a match are
// few, so a copy is cheap and a snapshot. A count of the own entries tells nothing
// of how many others gave.
type seats map[Seat]int64

func (s seats) with(seat Seat) seats {
	next := maps.Clone(s)
	if next == nil {
		next = seats{}
	}
	next[seat]++
	return next
}

// match is one match from set-up to closing.
type match struct {
	number   int // 1 for the first of the record
	name     string
	teams    [2]string
	format   rules.Format
	setting  string    // the position it starts from as a FEN; empty for the format's own
	guide    *gameText // a famous game that the floor walks
	house    rules.House
	roster   [2][posts]person // by post
	guests   []guest          // who came to play; see everybody
	checkIn  bool             // the check-in page is open
	judges   []judge
	head     Seat // named by the host; empty means the first judge (R10)
	reads    bool // the host may read questions (B34)
	book     questions.Book
	reserve  questions.Book // belongs to neither side (B33), kept under inReserve
	phase    Phase
	paused   *pause // nil while play goes on (R8)
	stood    int64  // how long the match stood paused, milliseconds
	revealed bool   // the hidden pieces have been revealed (S8)
	turns    int64  // how often a turn, a challenge or a review has begun; corrections do not set it back
	play     play
	floor    *floorSeen // as the steward knows it; nil while nobody keeps it
	wiped    bool       // the names of its people are wiped (R4)
}

// pause is a break that the host or the head judge has called (R8).
type pause struct {
	at     int64 // since when, milliseconds
	reason string
}

// person is the opaque id of somebody whose name is kept beside the record
// (R4); empty for nobody.
type person string

// judge is a judge's seat and who holds it.
type judge struct {
	seat   Seat
	person person
}

// posts is how many posts a side has.
const posts = 16

// post is a place in a side's line-up and stays with its player for the whole
// match: White's are 1 to 16, Black's 17 to 32; 0 is nobody.
type post uint8

func postOf(s chess.Side, index int) post { return post(int(s)*posts + index + 1) }

func (p post) side() chess.Side { return chess.Side((p - 1) / posts) }
func (p post) index() int       { return int(p-1) % posts }

// id names a post on screens.
func (p post) id() string { return "p" + strconv.Itoa(int(p)) }

// start is the state in which the match begins.
func (m match) start() rules.State {
	if m.veils() {
		return rules.State{Position: rules.VeiledStart()}
	}
	if m.setting != "" {
		if p, err := chess.ParseFEN(m.setting); err == nil {
			if s, err := m.format.From(m.house, p); err == nil {
				return s
			}
		}
	}
	return m.format.Start(m.house)
}

// homes is where the posts of each side stand at the start: rank by rank from
// the side's own first, each from the a-file.
type homes [2][]chess.Square

func homesIn(p chess.Position) homes {
	var h homes
	for _, s := range chess.Sides {
		for i := range 64 {
			q := chess.Square(i)
			if s == chess.Black {
				q = chess.SquareAt(i%8, 7-i/8)
			}
			if piece := p.At(q); piece.Kind() != chess.NoKind && piece.Side() == s {
				h[s] = append(h[s], q)
			}
		}
	}
	return h
}

// of is a post's home; NoSquare for a post that the position has not.
func (h homes) of(p post) chess.Square {
	if list := h[p.side()]; p.index() < len(list) {
		return list[p.index()]
	}
	return chess.NoSquare
}

// at is the post that starts on a square; 0 where none does.
func (h homes) at(q chess.Square) post {
	for _, s := range chess.Sides {
		for i, home := range h[s] {
			if home == q {
				return postOf(s, i)
			}
		}
	}
	return 0
}

// standing is who stands where at the start.
func (h homes) standing() [64]post {
	var all [64]post
	for _, s := range chess.Sides {
		for _, p := range h.postsOf(s) {
			all[h.of(p)] = p
		}
	}
	return all
}

// postsOf lists the posts of a side.
func (h homes) postsOf(s chess.Side) []post {
	list := make([]post, len(h[s]))
	for i := range list {
		list[i] = postOf(s, i)
	}
	return list
}

// play is the part of a match that calls and rulings change. What is undone by
// taking back is here; what is not (roster, approvals, seats) is in match.
type play struct {
	ply       int   // the ply that is being played, from 1
	since     int64 // which turn or challenge is going on, by match.turns
	sinceAt   int64 // its time, milliseconds
	startedAt int64 // when the match started, milliseconds
	stood     int64 // how long the match had stood paused at sinceAt, milliseconds
	ruledAt   int64 // when the last ruling was made, milliseconds; 0 before the first
	rules     rules.State
	standing  [64]post
	out       []departure
	orders    questions.Orders
	challenge *challenge
	last      *turn
	offers    [2]bool       // who offers a draw (R5)
	won       [2]int        // rulings won
	clocks    [2]int64      // what each side has left when its turn begins, milliseconds (C4)
	appeals   [2]int        // appeals spent by each Game Master (B42)
	review    *review       // the last ruling is looked at again (B41, B42)
	put       *correction   // what was put right since the last call
	settled   *correction   // what put was when people ended the match: it goes with the end
	ending    *rules.Result // by resignation, agreement or the judges (R5)
	before    *play         // before the ply that was called last
	veil      *rules.State  // Stealth Chess: the true state; nil in other formats
	asides    []aside       // Stealth Chess: what happened beside the plies since the last one
}

// departure is somebody who left the field (B22).
type departure struct {
	who, by post
	how     string // where nobody took the square, as "a blind choice"
	kind    chess.Kind
	ply     int
	roster  *[2][posts]person // who held which post then
}

// challenge is an open challenge.
type challenge struct {
	opened  int64 // entry that opened it
	at      int64 // since when its question can be put, milliseconds
	row     rules.Challenge
	panel   judging.Panel
	asker   post // the Bishop who reads; 0 when the Quiz Master's person asks
	answers post
	marker  bool // the answerer is an empty post (B2)
	standIn post // who answers for a marker
	hint    string
	fresh   questions.ID   // typed on the console, waits for approval (B33)
	back    string         // why the last fresh one was sent back
	clock   *answerClock   // runs from "question read" (B44)
	held    int64          // when the decided ruling is shown (B46); 0 while undecided
	misread int            // how often the question was stopped as misread (B35)
	thrown  []questions.ID // questions that were thrown out (R7)
}

// answerClock is the time for an answer (B44), in milliseconds.
type answerClock struct {
	until int64 // when it runs out, while it runs
	left  int64 // what is left, while a judge has stopped it
}

// review is the judges' second look at the last ruling: a judge's wish to
// amend it (B41) or a Game Master's appeal against it (B42). They vote again.
type review struct {
	opened int64
	appeal bool
	side   chess.Side // who appeals
	by     Seat
	reason string
	panel  judging.Panel
}

// correction is what was put right, and who has to walk for it.
type correction struct {
	what   string // "taken back", "rewound", "amended", "upheld", "entered", "played", "position"
	ply    int
	to     int // the last of several plies
	reason string
	walks  []walk
}

// walk is a player who has to stand elsewhere; to is NoSquare for the edge.
type walk struct {
	who post
	to  chess.Square
}

// turn is a ply that has ended.
type turn struct {
	ply      int
	side     chess.Side
	mover    post
	kind     chess.Kind // what the mover was before the ply
	effect   rules.Effect
	roster   *[2][posts]person // who held which post then
	left     post              // who left; 0 when nobody did
	leftKind chess.Kind        // what it was
	ruled    *ruled            // nil when there was no challenge
	veiled   deed              // what a ply of Stealth Chess was; "" in other formats
	other    post              // who exchanged places with the mover (S10)
}

// defender is who was challenged in a ply that was ruled.
func (t turn) defender() post { return t.ruled.defender }

// ruled is a challenge that the judges have ruled on.
type ruled struct {
	challenge challenge
	vote      judging.Vote
	defender  post
	question  questions.ID
	revision  int
	misread   bool // ruled as if answered right, because the asker misread (B35)
	amended   bool // it was amended (B41)
}

// end ends the match by what people decided. What was put right before goes with it.
func (p *play) end(how rules.Result) { p.settled, p.ending = p.put, &how }

// result is how the match ended, by its format's goal or otherwise.
func (p play) result() rules.Result {
	if p.ending != nil {
		return *p.ending
	}
	return p.rules.Result
}

// about is what a form on the pages is about: the turn or challenge that is going on;
// once the match has ended another number, so that a form from before can't reopen it.
func (m match) about() int64 {
	if m.phase == Ended {
		return -m.play.since
	}
	return m.play.since
}

// turns are the plies in force, the latest first, each by its number. Where a position
// was entered from paper there is no turn. They are given without the play that they are
// in, which would be copied for it.
func (p *play) turns() iter.Seq2[int, *turn] {
	return func(yield func(int, *turn) bool) {
		for at := p; at.before != nil; at = at.before {
			if at.ply > at.before.ply && !yield(at.before.ply, at.last) { // else it is one within a ply
				return
			}
		}
	}
}

// caller is the side whose turn it is.
func (p play) caller() chess.Side { return p.rules.Position.Turn() }

// headJudge is the head judge's seat (R10), empty when there is no judge.
func (m match) headJudge() Seat {
	for _, j := range m.judges {
		if j.seat == m.head {
			return m.head
		}
	}
	if len(m.judges) > 0 {
		return m.judges[0].seat
	}
	return ""
}

// judgeAt finds a judge by seat.
func (m match) judgeAt(s Seat) (judge, bool) {
	for _, j := range m.judges {
		if j.seat == s {
			return j, true
		}
	}
	return judge{}, false
}

// who is the person at a post; empty for a marker (B2).
func (m match) who(p post) person { return m.roster[p.side()][p.index()] }

// rule is the value in force of a house rule.
func (m match) rule(key string) string {
	return m.house.Value(m.format, key)
}

// every lists the questions of a book, bank by bank.
func every(b questions.Book) []questions.Question {
	var all []questions.Question
	for _, s := range chess.Sides {
		for _, k := range questions.Kinds {
			for _, id := range b.List(questions.Bank{Side: s, Kind: k}) {
				q, _ := b.Get(id)
				all = append(all, q)
			}
		}
	}
	return all
}

// bank turns the rules' name of a bank into the questions' name.
func bank(b rules.Bank) questions.Bank { return questions.Bank{Side: b.Side, Kind: b.Kind} }

// textOf is the text that was asked, as it was approved (B34).
func (m match) textOf(r *ruled) (questions.Text, bool) {
	revisions := m.book.Revisions(r.question)
	if r.revision < 1 || r.revision > len(revisions) {
		return questions.Text{}, false
	}
	return revisions[r.revision-1].Text, true
}
