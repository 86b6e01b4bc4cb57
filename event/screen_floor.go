package event

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"biblechess/event/chess"
)

// FloorScreen is a steward's page: who walks where, and the roll-call.
type FloorScreen struct {
	Frame
	Turn      string
	LastCall  string
	Kept      bool // a steward keeps the floor: the hall sees when it is behind
	Tasks     []FloorTask
	Roll      *RollCall
	Challenge *ChallengeView // nobody walks before the ruling
	Result    *ResultView
	MayKeep   bool
}

// FloorTask is one person who has to stand elsewhere.
type FloorTask struct {
	Post    string // form value: the home square
	Token   Token  // as they are now; Square is where they belong, empty off the field
	From    string // where they were seen; empty beside the field
	To      string // form value; empty off the field
	Words   string // "Anna walks from c3 to f6."
	Way     string // "Over d4 and e5."
	Past    string // "Past Ben on d4."
	Becomes string // "Anna is a Rook from now on."
}

// RollCall is the 64 squares with who should stand there.
type RollCall struct {
	Left  int // to be seen again
	Cells []RollCell
}

// RollCell is one square of a roll-call.
type RollCell struct {
	Square string
	Dark   bool
	Post   string // form value; empty for an empty square
	Token  *Token
	State  string // "move": must walk first, "check": to be seen, "right", or "" for an empty square
}

// floorScreen is a steward's page.
func (v view) floorScreen() FloorScreen {
	m := v.m
	s := FloorScreen{
		Frame: v.frame(Floor, "Floor"), Turn: v.turn(), LastCall: v.lastCall(), Kept: m.floor != nil,
		Challenge: v.challenge(), Result: v.ending(), MayKeep: m.phase != Closed,
	}
	if m.phase == SetUp {
		v = v.lined()
	}
	s.Tasks, s.Roll = v.floorTasks(), v.rollCall()
	return s
}

// kept is the floor as the steward knows it; without one, as it was before the
// last ply.
func (v view) kept() *floorSeen {
	if v.m.floor != nil {
		return v.m.floor
	}
	return v.m.before()
}

// floorTasks lists who has to stand elsewhere: those first who leave, then those
// who walk to a square that is free.
func (v view) floorTasks() []FloorTask {
	m, seen := v.m, v.kept()
	var list []FloorTask
	order := map[string]int{}
	for who := post(1); who <= 2*posts; who++ {
		if v.homes.of(who) == chess.NoSquare {
			continue
		}
		was, now := seen.spots[who], m.spotNow(who, m.play.standing, m.play.rules)
		if !m.onPaperToo() {
			was.kind, now.kind = chess.NoKind, chess.NoKind // what anybody is, is secret
		}
		if was.square == now.square && (now.square == chess.NoSquare || was.person == now.person && was.kind == now.kind) {
			continue
		}
		task := v.floorTask(who, was, now)
		switch {
		case now.square == chess.NoSquare:
			order[task.Post] = 0
		case v.taken(seen, who, now.square):
			order[task.Post] = 2
		default:
			order[task.Post] = 1
		}
		list = append(list, task)
	}
	slices.SortStableFunc(list, func(a, b FloorTask) int { return cmp.Compare(order[a.Post], order[b.Post]) })
	return list
}

// taken tells whether somebody else was seen on a square.
func (v view) taken(f *floorSeen, who post, q chess.Square) bool {
	for other, s := range f.spots {
		if post(other) != who && s.square == q {
			return true
		}
	}
	return false
}

// floorTask says what one person has to do.
func (v view) floorTask(who post, was, now spot) FloorTask {
	task := FloorTask{
		Post: v.homes.of(who).String(), From: squareName(was.square), To: squareName(now.square),
		Token: Token{ID: who.id(), Side: ColourOf(who.side()), Name: v.of(who), Marker: v.m.who(who) == "", Square: squareName(now.square)},
	}
	if t := v.token(now.square); now.square != chess.NoSquare && t != nil {
		task.Token = *t
	} else if was.kind != chess.NoKind {
		task.Token.Kind, task.Token.Role = was.kind, v.m.kind(who.side(), was.kind)
	}
	name := v.of(who)
	if now.square == chess.NoSquare {
		edge, past := v.walkOff(was.square)
		task.Words = fmt.Sprintf("%s leaves %s over %s.", name, was.square, edge)
		task.Past = v.pastWords(past)
		return task
	}
	newly := was.square != chess.NoSquare && was.person != now.person
	switch {
	case newly:
		task.Words = v.relieved(name, was, now)
	case was.square == chess.NoSquare:
		task.Words = fmt.Sprintf("%s comes to %s.", name, now.square)
	case was.square != now.square:
		task.Words = fmt.Sprintf("%s walks from %s to %s.", name, was.square, now.square)
		way := v.way(was.square, now.square)
		task.Way, task.Past = wayWords(way), v.pastWords(way)
	}
	if was.square != chess.NoSquare && was.kind != now.kind && was.kind != chess.NoKind {
		task.Becomes = fmt.Sprintf("%s is a %s from now on: give the new sign.", name, task.Token.Role)
		if task.Words == "" {
			task.Words = task.Becomes
			task.Becomes = ""
		}
	}
	return task
}

// relieved says who takes whose place.
func (v view) relieved(name string, was, now spot) string {
	gone := "the marker"
	if was.person != "" {
		if gone = v.names[string(was.person)]; gone == "" {
			gone = "who stood there"
		}
	}
	if now.person == "" {
		return fmt.Sprintf("Put a marker on %s: %s steps off the field.", now.square, gone)
	}
	if was.square != now.square {
		return fmt.Sprintf("%s comes to %s, for %s on %s.", name, now.square, gone, was.square)
	}
	return fmt.Sprintf("%s comes to %s in place of %s.", name, now.square, gone)
}

// way is the squares between two squares, as a person walks: straight or slanting
// where that leads there, else along one line and then the other, on the emptier
// way.
func (v view) way(from, to chess.Square) []chess.Square {
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	if files == 0 || ranks == 0 || abs(files) == abs(ranks) {
		return leg(from, to)
	}
	var best []chess.Square
	for i, corner := range []chess.Square{chess.SquareAt(to.File(), from.Rank()), chess.SquareAt(from.File(), to.Rank())} {
		way := append(append(leg(from, corner), corner), leg(corner, to)...)
		if i == 0 || v.crowd(way) < v.crowd(best) {
			best = way
		}
	}
	return best
}

// leg is the squares strictly between two squares on one line.
func leg(from, to chess.Square) []chess.Square {
	var list []chess.Square
	file, rank := from.File(), from.Rank()
	for {
		file, rank = file+sign(to.File()-file), rank+sign(to.Rank()-rank)
		if q := chess.SquareAt(file, rank); q == to {
			return list
		} else {
			list = append(list, q)
		}
	}
}

func sign(n int) int { return cmp.Compare(n, 0) }

func abs(n int) int { return max(n, -n) }

// crowd counts who stands on the squares of a way.
func (v view) crowd(way []chess.Square) int {
	n := 0
	for _, q := range way {
		if v.inTheWay(q) {
			n++
		}
	}
	return n
}

// inTheWay tells whether somebody stands on a square and stays there.
func (v view) inTheWay(q chess.Square) bool {
	who := v.m.play.standing[q]
	return who != 0 && v.kept().spots[who].square == q
}

// walkOff is the edge to which somebody leaves a square, along the rank, where
// fewest stand in the way, and the squares passed.
func (v view) walkOff(from chess.Square) (edge string, past []chess.Square) {
	left, right := []chess.Square{}, []chess.Square{}
	for file := from.File() - 1; file >= 0; file-- {
		left = append(left, chess.SquareAt(file, from.Rank()))
	}
	for file := from.File() + 1; file < 8; file++ {
		right = append(right, chess.SquareAt(file, from.Rank()))
	}
	toRight := cmp.Or(cmp.Compare(v.crowd(right), v.crowd(left)), cmp.Compare(len(right), len(left))) < 0
	if toRight {
		return "the edge at the h-file", right
	}
	return "the edge at the a-file", left
}

// wayWords names the squares of a way.
func wayWords(way []chess.Square) string {
	if len(way) == 0 {
		return ""
	}
	var names []string
	for _, q := range way {
		names = append(names, q.String())
	}
	return "Over " + listed(names) + "."
}

// pastWords names who stands on the squares of a way.
func (v view) pastWords(way []chess.Square) string {
	var names []string
	for _, q := range way {
		if v.inTheWay(q) {
			names = append(names, fmt.Sprintf("%s on %s", v.on(q), q))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "Past " + listed(names) + "."
}

// listed is "a, b and c".
func listed(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// rollCall is the 64 squares; nil while nobody has to be seen again.
func (v view) rollCall() *RollCall {
	f := v.m.floor
	if f == nil || f.check == [2*posts + 1]bool{} {
		return nil
	}
	moving := map[string]bool{}
	for _, task := range v.floorTasks() {
		moving[task.Post] = true
	}
	r := &RollCall{}
	for i := range 64 {
		q := chess.SquareAt(i%8, 7-i/8)
		cell := RollCell{Square: q.String(), Dark: q.Dark(), Token: v.token(q)}
		if who := v.m.play.standing[q]; who != 0 {
			cell.Post = v.homes.of(who).String()
			switch {
			case moving[cell.Post]:
				cell.State = "move"
			case f.check[who]:
				cell.State = "check"
				r.Left++
			default:
				cell.State = "right"
			}
		}
		r.Cells = append(r.Cells, cell)
	}
	return r
}

// floorBehind is the mark by which the hall sees that floor and board may differ;
// empty where no steward keeps the floor, while it is right, and once the match is
// over: then people may go where they like.
func (v view) floorBehind() string {
	if v.m.floor == nil || v.m.phase == Ended || v.m.phase == Closed {
		return ""
	}
	switch n := len(v.floorTasks()); {
	case n == 1:
		return "The floor is still walking: 1 person."
	case n > 1:
		return fmt.Sprintf("The floor is still walking: %d people.", n)
	case v.rollCall() != nil:
		return "The floor is being counted."
	}
	return ""
}
