package event

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// Report is a match after its end: the one of a number, counted from 1, or with 0
// the latest that is over. The error is one plain sentence where there is none.
func (e *Evening) Report(number int) (ReportScreen, error) {
	entries, _, err := e.store.Load()
	if err != nil {
		return ReportScreen{}, err
	}
	v := e.view()
	var over []match
	var t truth
	for _, entry := range entries {
		next, err := t.after(entry)
		if err != nil {
			return ReportScreen{}, err
		}
		if next.match.number != t.match.number && t.match.number > 0 {
			over = append(over, t.match)
		}
		t = next
	}
	if t.match.phase == Ended || t.match.phase == Closed {
		over = append(over, t.match)
	}
	if len(over) == 0 {
		return ReportScreen{}, &Problem{Reason: Refused, Words: "No match is over yet, so there is no report."}
	}
	chosen := over[len(over)-1]
	for _, m := range over {
		if m.number == number {
			chosen = m
		}
	}
	present := v.m.number
	v.t.match = chosen
	v.people = v.t.names(v.names)
	s := v.report()
	s.Latest = chosen.number == present
	for _, m := range over {
		name := m.name
		if name == "" {
			name = m.format.Name()
		}
		s.Matches = append(s.Matches, MatchLine{m.number, name, m.number == chosen.number})
	}
	s.MayWipe = t.match.phase != Playing
	e.mu.Lock()
	s.Trouble = e.wiping.trouble
	e.mu.Unlock()
	if s.Latest {
		log, err := e.Log()
		if err != nil {
			return s, err
		}
		s.Log = log.Lines
	}
	return s, nil
}

// report is the report of the view's match.
func (v view) report() ReportScreen {
	m := v.m
	s := ReportScreen{
		Frame: v.frame(Host, "Report"), Number: m.number, Teams: m.teams, Result: v.ending(), Started: m.play.startedAt,
		Told: m.rule(rules.KeyReveal) != rules.RevealNever || m.reads, Wiped: m.wiped,
	}
	s.Tag = "Missed in " + s.Match
	course := m.course()
	for i, p := range course {
		f := v.reportFrame(course, i)
		s.Frames = append(s.Frames, f)
		if i > 0 {
			if side := course[i-1].caller(); p.last != nil {
				s.Thought[side] += f.Took
			}
			s.Took = f.At - s.Started
		}
	}
	v.missed(&s)
	s.Cards = v.cards(s.Told)
	return s
}

// reportFrame is the board after the i-th ply in force.
func (v view) reportFrame(course []*play, i int) ReportFrame {
	p := course[i]
	then := v
	then.people.m.play = *p
	f := ReportFrame{At: p.sinceAt, Beside: then.besideTrue(*p)}
	for q := range chess.NoSquare {
		if t := then.token(q); t != nil {
			f.Men = append(f.Men, *t)
		}
	}
	for _, d := range p.out {
		names := v.people
		names.m.roster = *d.roster
		f.Out = append(f.Out, names.of(d.who))
	}
	if _, ok := v.m.house.Clock(v.m.format); ok {
		f.Clocks = []int64{max(p.clocks[0], 0), max(p.clocks[1], 0)}
	}
	if i == 0 {
		f.Words = "The start."
		return f
	}
	was := course[i-1]
	f.Took = max(p.sinceAt-was.sinceAt-(p.stood-was.stood), 0)
	if p.last == nil || p.last == was.last {
		f.Ply, f.Words = was.ply, "The board was set to what was played on paper."
		return f
	}
	last := *p.last
	names := then.people
	names.m.roster = *last.roster
	f.Ply, f.Side, f.From, f.To = last.ply, ColourOf(last.side), last.effect.Move.From.String(), last.effect.Move.To.String()
	f.Words, f.Walk = names.called(last), names.walk(last)
	if r := last.ruled; r != nil {
		f.Headline, f.Verdict, f.Label = names.headline(r.challenge.row, last.mover, r.defender), r.vote.String(), ruledLabel(r)
		before := names
		before.m.play = *was
		f.Asks = before.asks(r.challenge)
		if text, ok := v.m.textOf(r); ok && (v.m.rule(rules.KeyReveal) != rules.RevealNever || v.m.reads) {
			f.Question, f.Answer, f.Reference = text.Question, text.Answer, text.Reference
		}
	}
	return f
}

// missed counts what was asked and missed, by category, tag and question. It names
// no player.
func (v view) missed(s *ReportScreen) {
	kinds, tags, texts := map[string]*MissLine{}, map[string]*MissLine{}, map[string]*MissText{}
	var kindOrder, tagOrder, textOrder []string
	count := func(in map[string]*MissLine, order *[]string, name string, missed bool) {
		if in[name] == nil {
			in[name] = &MissLine{Name: name}
			*order = append(*order, name)
		}
		in[name].Asked++
		if missed {
			in[name].Missed++
		}
	}
	for _, r := range v.m.rulings() {
		missed := r.missed()
		s.Asked++
		if missed {
			s.Missed++
		}
		b := r.challenge.row.Bank
		category := v.m.kind(b.Side, b.Kind)
		count(kinds, &kindOrder, category, missed)
		text, ok := v.m.textOf(r)
		if !ok || !s.Told {
			continue
		}
		q, _ := v.m.book.Get(r.question)
		for _, tag := range q.Labels.Tags {
			count(tags, &tagOrder, tag, missed)
		}
		id := string(r.question)
		if texts[id] == nil {
			texts[id] = &MissText{Bank: category, Question: text.Question, Answer: text.Answer, Reference: text.Reference, Tags: q.Labels.Tags}
			textOrder = append(textOrder, id)
		}
		texts[id].Asked++
		if missed {
			texts[id].Missed++
		}
	}
	for _, name := range kindOrder {
		s.Kinds = append(s.Kinds, *kinds[name])
	}
	for _, name := range tagOrder {
		s.Tags = append(s.Tags, *tags[name])
	}
	for _, id := range textOrder {
		if texts[id].Missed > 0 {
			s.Texts = append(s.Texts, *texts[id])
		}
	}
	byMissed := func(a, b MissLine) int {
		return cmp.Or(cmp.Compare(b.Missed, a.Missed), cmp.Compare(b.Asked, a.Asked), cmp.Compare(a.Name, b.Name))
	}
	slices.SortStableFunc(s.Kinds, byMissed)
	slices.SortStableFunc(s.Tags, byMissed)
}

// cards are each player's own evening.
func (v view) cards(told bool) []EveningCard {
	all := map[person]*EveningCard{}
	var order []person
	of := func(roster [2][posts]person, who post) *EveningCard {
		if who == 0 {
			return nil
		}
		id := roster[who.side()][who.index()]
		if id == "" || v.names[string(id)] == "" {
			return nil
		}
		if all[id] == nil {
			all[id] = &EveningCard{Name: v.names[string(id)], Side: ColourOf(who.side()), Team: v.m.teams[who.side()], Ending: "On the floor to the end."}
			order = append(order, id)
		}
		c := all[id]
		home := v.homes.of(who)
		p := EveningPost{Square: home.String(), Role: v.m.piece(v.start.At(home)), Kind: v.start.At(home).Kind()}
		if !slices.Contains(c.Posts, p) {
			c.Posts = append(c.Posts, p)
		}
		return c
	}
	course := v.m.course()
	rosters := [][2][posts]person{v.m.roster}
	if len(course) > 1 && course[1].last != nil {
		rosters = [][2][posts]person{*course[1].last.roster, v.m.roster}
	}
	for _, roster := range rosters {
		for _, s := range chess.Sides {
			for _, p := range v.homes.postsOf(s) {
				of(roster, p)
			}
		}
	}
	for i, p := range course {
		if p.last == nil || i > 0 && course[i-1].last == p.last {
			continue
		}
		last := *p.last
		names := v.people
		names.m.roster = *last.roster
		if c := of(*last.roster, last.mover); c != nil {
			c.Plies++
			if last.ruled != nil {
				c.Lines = append(c.Lines, fmt.Sprintf("Ply %d: you challenged %s. %s", last.ply, names.of(last.ruled.defender), names.walk(last)))
			}
		}
		if last.ruled != nil {
			if c := of(*last.roster, last.ruled.defender); c != nil {
				c.Lines = append(c.Lines, fmt.Sprintf("Ply %d: %s challenged you. %s", last.ply, names.of(last.mover), names.walk(last)))
			}
			answers := last.ruled.challenge.answers
			if s := last.ruled.challenge.standIn; s != 0 {
				answers = s
			}
			if c := of(*last.roster, answers); c != nil {
				line := fmt.Sprintf("Ply %d: you were asked: %s.", last.ply, strings.ToLower(ruledLabel(last.ruled)))
				if text, ok := v.m.textOf(last.ruled); ok && told {
					c.Learn = append(c.Learn, MissText{Question: text.Question, Answer: text.Answer, Reference: text.Reference})
				}
				c.Lines = append(c.Lines, line)
			}
		}
	}
	for _, d := range v.m.play.out {
		if c := of(*d.roster, d.who); c != nil {
			names := v.people
			names.m.roster = *d.roster
			c.Ending = fmt.Sprintf("You left the floor at ply %d.", d.ply)
			if d.by != 0 && d.by != d.who {
				c.Ending = fmt.Sprintf("You left the floor at ply %d, vanquished by %s.", d.ply, names.of(d.by))
			}
		}
	}
	var list []EveningCard
	for _, id := range order {
		list = append(list, *all[id])
	}
	return list
}

// JSON is the report, complete.
func (s ReportScreen) JSON() string {
	body, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return ""
	}
	return string(body) + "\n"
}

// CSV is the report as a table, a row a ply.
func (s ReportScreen) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write([]string{"ply", "side", "from", "to", "call", "ruling", "walk", "question", "answer", "reference", "seconds", "beside"})
	for i, f := range s.Frames {
		if i == 0 && len(f.Beside) == 0 {
			continue
		}
		row := []string{fmt.Sprint(f.Ply), string(f.Side), f.From, f.To, f.Words, f.Label, f.Walk, f.Question, f.Answer, f.Reference, fmt.Sprint(f.Took / 1000), strings.Join(f.Beside, " ")}
		for i, cell := range row {
			// A spreadsheet must not take a cell for a formula.
			if cell != "" && strings.ContainsRune("=+-@\t", rune(cell[0])) {
				row[i] = "'" + cell
			}
		}
		w.Write(row)
	}
	w.Flush()
	return b.String()
}

// Text is the report to read.
func (s ReportScreen) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s against %s, %s\n\n", s.Match, s.Teams[0], s.Teams[1], time.UnixMilli(s.Started).UTC().Format("2006-01-02"))
	for _, words := range s.Frames[0].Beside {
		fmt.Fprintf(&b, "%s\n", words)
	}
	for _, f := range s.Frames[1:] {
		fmt.Fprintf(&b, "%d. %s\n", f.Ply, f.Words)
		if f.Walk != "" {
			fmt.Fprintf(&b, "   %s\n", f.Walk)
		}
		for _, words := range f.Beside {
			fmt.Fprintf(&b, "   %s\n", words)
		}
		if f.Question != "" {
			fmt.Fprintf(&b, "   %s\n   → %s (%s)\n", f.Question, f.Answer, f.Reference)
		}
	}
	if s.Result != nil {
		fmt.Fprintf(&b, "\n%s. %s\n", s.Result.Headline, s.Result.Words)
	}
	fmt.Fprintf(&b, "\nAsked: %d. Missed: %d.\n", s.Asked, s.Missed)
	for _, l := range s.Kinds {
		fmt.Fprintf(&b, "%s: %d asked, %d missed\n", l.Name, l.Asked, l.Missed)
	}
	return b.String()
}
