package event

import (
	"fmt"
	"slices"
	"strconv"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/judging"
)

// board is every spectator's page.
func (v view) board() BoardScreen { return v.forAll().wall(Projector, 0, JobBoard) }

// projector is the page of a projector, by the job that the host gave it.
func (v view) projector(n int) BoardScreen {
	return v.forAll().wall(Wall(n), n, v.t.hall.job(n))
}

// wall is one of the hall's screens, by its job.
func (v view) wall(seat Seat, number int, job Job) BoardScreen {
	s := BoardScreen{Frame: v.frame(seat, "Board"), Number: number, Job: job}
	if job == JobBlank {
		s.Frame = Frame{Seat: seat, Path: s.Path, Station: s.Station, Phase: s.Phase}
		return s
	}
	s.Teams, s.Turn, s.Hidden, s.Notice = v.teams(), v.turn(), v.hiddenView(), v.arbiterNotice()
	if job == JobLineups {
		s.Lineups = v.lineups()
		return s
	}
	s.Challenge, s.Ruling, s.Review, s.Result, s.Check = v.challenge(), v.ruling(), v.review(), v.ending(), v.check()
	if s.Check == "" {
		s.Check = v.forAllOpen()
	}
	if s.Result != nil {
		s.Ceremony = v.ceremony()
	}
	if job == JobChallenge {
		return s
	}
	s.LastCall, s.Walk, s.Put, s.Game, s.Call = v.lastCall(), v.lastWalk(), v.put(), v.game(), v.lastCallView()
	if v.m.phase == SetUp {
		s.Lineups, s.Join = v.lineups(), v.base()
		s.Board, s.Floor = v.lined().drawn(chess.White), v.lined().floorBehind()
		return s
	}
	s.Board, s.Floor = v.drawn(chess.White), v.floorBehind()
	s.Board.Paths = v.paths()
	return s
}

// base is the address at which phones begin; empty while there is no network.
func (v view) base() string {
	for _, a := range v.addresses {
		if a.Chosen {
			return a.URL
		}
	}
	return ""
}

// lined is the view with everybody at home, as they line up before the match.
func (v view) lined() view {
	v.people.m.play.rules = v.m.start()
	v.people.m.play.standing = v.homes.standing()
	return v
}

// lineups is who holds which post: the first rank from the a-file, then the
// second.
func (v view) lineups() []Lineup {
	out := map[post]bool{}
	for _, d := range v.m.play.out {
		out[d.who] = true
	}
	list := make([]Lineup, 0, 2)
	for _, s := range chess.Sides {
		l := Lineup{Side: ColourOf(s), Team: v.m.teams[s], Posts: make([]LineupPost, 0, posts)}
		for _, who := range v.homes.postsOf(s) {
			home := v.homes.of(who)
			piece := v.start.At(home)
			p := LineupPost{Left: out[who], Token: Token{
				ID: who.id(), Side: l.Side, Kind: piece.Kind(), Role: v.m.piece(piece), Name: v.of(who),
				Marker: v.m.who(who) == "", Square: home.String(),
			}}
			if !p.Marker {
				l.Named++
			}
			l.Posts = append(l.Posts, p)
		}
		list = append(list, l)
	}
	return list
}

// forAllOpen tells the hall that a Game Master is open, where the tablet of the
// side to move is told so too (B24).
func (v view) forAllOpen() string {
	if v.openHint() == "" {
		return ""
	}
	other := v.m.play.caller().Other()
	royal := v.m.play.rules.Position.Royal(other)
	return v.role(v.m.play.rules.Position.At(royal).Kind(), v.m.play.standing[royal]) + " is open to a challenge."
}

// lastCallView is the last ply as the hall sees it called; nil before the first.
func (v view) lastCallView() *CallView {
	t := v.m.play.last
	if t == nil || t.veiled == passed {
		return nil
	}
	then := v.people
	then.m.roster = *t.roster
	e := t.effect
	c := &CallView{
		Ply: t.ply, Side: ColourOf(t.side), Kind: t.kind, Role: v.m.kind(t.side, t.kind), Name: then.of(t.mover),
		From: e.Move.From.String(), To: e.Move.To.String(),
	}
	if t.ruled != nil {
		return c
	}
	if note, hidden := v.hiddenNote(*t); hidden {
		c.Note = note
		return c
	}
	switch {
	case e.RookFrom != chess.NoSquare:
		c.Note = fmt.Sprintf("Castles: %s walks from %s to %s.", v.onAfter(e.RookTo), e.RookFrom, e.RookTo)
	case t.left != 0:
		c.Note = then.of(t.left) + " leaves the floor."
	}
	if e.Becomes != chess.NoKind && e.Outcome == rules.Moves {
		c.Note = sentence(c.Note, "Becomes a "+v.m.kind(t.side, e.Becomes)+".")
	}
	if e.Clause == "R9" {
		c.Note = sentence(c.Note, "Entered by the head judge.")
	}
	return c
}

// sentence puts two sentences one after the other.
func sentence(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}

// paths are the ways that the open challenge, or the last call, goes.
func (v view) paths() [][]string {
	p := v.m.play
	if c := p.challenge; c != nil && v.m.phase == Playing {
		return [][]string{path(c.row.Move.From, c.row.Target)}
	}
	if d := p.doubt(); d != nil && d.Capture && v.m.phase == Playing {
		return [][]string{path(d.Move.From, d.Move.To)}
	}
	if p.last == nil {
		return nil
	}
	e := p.last.effect
	if e.Outcome == rules.Stays {
		return nil
	}
	list := [][]string{path(e.Move.From, e.Move.To)}
	if e.RookFrom != chess.NoSquare {
		list = append(list, path(e.RookFrom, e.RookTo))
	}
	return list
}

// path is the squares at which a walk begins, turns and ends: two straight on
// and one aside for a Knight's.
func path(from, to chess.Square) []string {
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	if max(files, -files)+max(ranks, -ranks) != 3 || files == 0 || ranks == 0 {
		return []string{from.String(), to.String()}
	}
	corner := chess.SquareAt(from.File(), to.Rank())
	if files*files == 4 {
		corner = chess.SquareAt(to.File(), from.Rank())
	}
	return []string{from.String(), corner.String(), to.String()}
}

// ceremony is what a match leaves behind.
func (v view) ceremony() *CeremonyView {
	stood := map[person]int{}
	who := map[person]DefendedLine{}
	plies, asked, right := 0, 0, 0
	for _, t := range v.m.play.turns() {
		if t == nil {
			continue
		}
		plies++
		if t.ruled == nil {
			continue
		}
		asked++
		if t.ruled.vote == judging.VoteRight {
			right++
		}
		d := t.ruled.defender
		id := t.roster[d.side()][d.index()]
		if t.left == d || id == "" {
			continue
		}
		stood[id]++
		if _, known := who[id]; !known {
			then := v.people
			then.m.roster = *t.roster
			who[id] = DefendedLine{Side: ColourOf(d.side()), Name: then.of(d)}
		}
	}
	c := &CeremonyView{Numbers: []NumberLine{counting(plies, "call", "calls")}}
	if asked > 0 {
		c.Numbers = append(c.Numbers, counting(asked, "challenge", "challenges"), counting(right, "answered right", "answered right"))
	}
	if p := v.m.play; p.startedAt > 0 {
		c.Numbers = append(c.Numbers, counting(int(max(p.sinceAt-p.startedAt-p.stood, 0)/60_000), "minute", "minutes"))
	}
	most := 0
	for _, n := range stood {
		most = max(most, n)
	}
	for id, n := range stood {
		if n == most {
			line := who[id]
			line.Times = n
			c.Defended = append(c.Defended, line)
		}
	}
	slices.SortFunc(c.Defended, func(a, b DefendedLine) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return c
}

// counting is a figure with its word, for one and for many.
func counting(n int, one, many string) NumberLine {
	if n == 1 {
		return NumberLine{one, "1"}
	}
	return NumberLine{many, strconv.Itoa(n)}
}

// hallForm is what the host sets for the hall.
func (v view) hallForm() HallForm {
	f := HallForm{FullNames: v.t.hall.fullNames, Says: v.says(), Names: v.everybody()}
	for n := 1; n <= MaxProjectors; n++ {
		p := ProjectorLine{Number: n}
		p.State, p.Devices = v.state(Wall(n))
		for _, j := range Jobs {
			p.Jobs = append(p.Jobs, Choice{Value: string(j), Label: j.Words(), Chosen: j == v.t.hall.job(n)})
		}
		f.Projectors = append(f.Projectors, p)
	}
	return f
}
