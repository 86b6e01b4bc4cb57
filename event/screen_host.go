package event

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// sizes is how many questions each bank is due (B30).
func (m match) sizes() questions.Sizes {
	sizes := questions.Sizes(m.house.BankSizes())
	due := map[chess.Kind]bool{}
	for _, b := range rules.Banks(m.format, m.house) {
		due[b.Kind] = true
	}
	for kind, size := range map[chess.Kind]*int{
		chess.Rook: &sizes.Rook, chess.Bishop: &sizes.Bishop, chess.Knight: &sizes.Knight,
		chess.Pawn: &sizes.Pawn, chess.Queen: &sizes.QuizMaster,
	} {
		if !due[kind] {
			*size = 0
		}
	}
	return sizes
}

// sizeWords is a bank's due size: "3", or "at least 6" for the Quiz Master's own.
func (m match) sizeWords(k chess.Kind) string {
	n := strconv.Itoa(m.sizes().Of(k))
	if k == chess.Queen {
		return "at least " + n
	}
	return n
}

// questions is how many questions a side has brought.
func (m match) questions(s chess.Side) int {
	n := 0
	for _, k := range questions.Kinds {
		n += m.book.Len(questions.Bank{Side: s, Kind: k})
	}
	return n
}

// checklist is what a match needs before it can start (B2, B30, B34).
func (t truth) checklist() []CheckItem {
	m := t.match
	homes := homesIn(m.start().Position)
	var list []CheckItem
	for _, s := range chess.Sides {
		due, people := homes.postsOf(s), 0
		for _, p := range due {
			if m.who(p) != "" {
				people++
			}
		}
		words := fmt.Sprintf("%s: all %d posts have a person.", s, len(due))
		if people < len(due) {
			words = fmt.Sprintf("%s: %d posts have a person; the other %d are markers, a chair or a cone (B2).", s, people, len(due)-people)
			if people == len(due)-1 {
				words = fmt.Sprintf("%s: %d posts have a person; the other one is a marker, a chair or a cone (B2).", s, people)
			}
		}
		list = append(list, CheckItem{Done: true, Words: words, Where: "roster-" + string(ColourOf(s))})
	}
	judges := CheckItem{Done: len(m.judges) > 0, Words: "At least one judge is needed: add one (B2).", Where: "judges"}
	if judges.Done {
		judges.Words = fmt.Sprintf("Judges: %d.", len(m.judges))
	} else if m.veils() {
		// Nobody is asked anything: a judge is there for disputes.
		if judges.Done = !m.needsJudge(); judges.Done {
			judges.Words = "No judge: nobody is asked anything. Add one if somebody should call time, reopen a match that ended by mistake, or settle disputes."
		} else {
			judges.Words = "The head judge is to see everything, so add a judge (S17)."
		}
	}
	list = append(list, judges)
	for _, s := range chess.Sides {
		if !rules.Asks(m.format, m.house) {
			break
		}
		missing := questions.Missing(m.book, s, m.sizes(), m.state, m.approvalWords())
		if m.questions(s) == 0 && len(missing) > 0 {
			missing = []string{s.String() + " has no questions yet: load a file, or open the page of " + Editor(s).Name() + " and type them."}
		}
		item := CheckItem{Done: len(missing) == 0, Words: s.String() + ": every bank is complete and approved.", Where: "banks"}
		if !item.Done {
			item.Words = strings.Join(missing, " ")
		}
		list = append(list, item)
	}
	return list
}

// host is the organiser's page.
func (v view) host() HostScreen {
	m := v.m
	s := HostScreen{
		Frame: v.frame(Host, "Host"), MatchName: m.name, HostReads: m.reads, Turn: v.turn(),
		Challenge: v.challenge(), Result: v.ending(), TakeBack: v.takeBack(),
		Put: v.put(), Pause: v.pausing(), Rewinds: v.rewinds(lately),
		MayClose: m.phase == Ended, MayOpen: m.phase == Closed, Addresses: v.addresses, Laptop: v.laptop,
	}
	s.Hidden = v.hiddenView()
	lineups := v.lineups()
	for i, l := range lineups {
		form := TeamForm{Side: l.Side, Name: l.Team, Posts: make([]PostForm, 0, len(l.Posts))}
		for j, p := range l.Posts {
			post := PostForm{Square: p.Square, Role: p.Role}
			if !p.Marker {
				post.Name = v.fullName(postOf(chess.Sides[i], j))
			}
			form.Posts = append(form.Posts, post)
		}
		s.Teams[i] = form
	}
	s.People, s.Paper = v.peopleForm(lineups), v.paperForm()
	if m.phase == Playing {
		s.Substitute = &SubstituteForm{Posts: make([]Token, 0, len(lineups[0].Posts)+len(lineups[1].Posts))}
		for _, l := range lineups {
			for _, p := range l.Posts {
				s.Substitute.Posts = append(s.Substitute.Posts, p.Token)
			}
		}
	}
	for _, f := range rules.Formats() {
		s.Formats = append(s.Formats, Choice{Value: f.Key(), Label: f.Name(), Chosen: f.Key() == m.format.Key()})
	}
	s.Setting, s.Game = m.setting, v.game()
	s.Asks, s.Exports = rules.Asks(m.format, m.house), m.phase != SetUp
	asked := m.format.HouseRules()
	s.Rules = make([]RuleForm, 0, len(asked))
	for _, r := range asked {
		if r.Needs != "" && m.rule(r.Needs) != rules.On {
			continue
		}
		s.Rules = append(s.Rules, ruleForm(r, m.house))
	}
	for _, j := range m.judges {
		s.Judges = append(s.Judges, JudgeForm{Seat: j.seat, Name: v.people.names[string(j.person)], Head: j.seat == m.headJudge()})
	}
	s.Banks = v.counts()
	if m.reads {
		for _, q := range every(m.book) {
			s.Questions = append(s.Questions, v.line(q, v.quizBank(q)))
		}
	}
	if m.phase == SetUp {
		s.Start, s.Palette = m.start().Position.FEN(), v.palette()
		s.Checklist = v.t.checklist()
		s.MayStart = true
		for _, item := range s.Checklist {
			s.MayStart = s.MayStart && item.Done
		}
	}
	s.Seats, s.Hall, s.Second = v.seats(), v.hallForm(), v.secondLaptop()
	return s
}

// ruleForm is a house rule with the value in force.
func ruleForm(r rules.HouseRule, h rules.House) RuleForm {
	now := h.Of(r)
	f := RuleForm{Key: r.Key, Clause: r.Clause, Name: r.Name, Help: r.Help, Text: r.Number != nil || r.Sizes || r.Clock, Typed: now}
	for _, val := range r.Values {
		chosen := val.Key == now
		if chosen {
			f.Typed = ""
		}
		f.Values = append(f.Values, Choice{Value: val.Key, Label: val.Name, Help: val.Help, Chosen: chosen})
	}
	if r.Number != nil {
		f.Hint = fmt.Sprintf("%d to %d %s", r.Number.Min, r.Number.Max, r.Number.Unit)
	}
	if r.Clock {
		f.Hint = "minutes + seconds a call, like 15+10"
	}
	if r.Sizes {
		f.Hint = "Rook, Bishop, Knight, Pawn, Quiz Master: like 3,3,6,12,6"
	}
	return f
}

// counted is what the banks came to, and what that depends on.
type counted struct {
	book, reserve questions.Book
	judges        []judge
	head          Seat
	house         rules.House
	format        string
	list          []BankCount
}

// counts is every bank's state without any text: what a host may see (B34). A call
// changes none of it, so it is kept from page to page.
func (v view) counts() []BankCount {
	m := v.m
	v.people.shown.mu.Lock()
	defer v.people.shown.mu.Unlock()
	if c := v.people.shown.counted; c != nil && c.book.Same(m.book) && c.reserve.Same(m.reserve) && slices.Equal(c.judges, m.judges) &&
		c.head == m.headJudge() && maps.Equal(c.house, m.house) && c.format == m.format.Key() {
		return c.list
	}
	list := make([]BankCount, 0, 2*len(questions.Kinds)+1)
	for _, s := range chess.Sides {
		for _, k := range questions.Kinds {
			c := BankCount{Side: ColourOf(s), Name: m.kind(s, k), Size: m.sizeWords(k)}
			for _, id := range m.book.List(questions.Bank{Side: s, Kind: k}) {
				c.Count++
				if q, _ := m.book.Get(id); m.state(q) == questions.Approved {
					c.Approved++
				}
			}
			list = append(list, c)
		}
	}
	reserve := BankCount{Name: "Reserve", Size: "any number"}
	for _, q := range every(m.reserve) {
		reserve.Count++
		if m.state(q) == questions.Approved {
			reserve.Approved++
		}
	}
	list = append(list, reserve)
	v.people.shown.counted = &counted{m.book, m.reserve, m.judges, m.headJudge(), m.house, m.format.Key(), list}
	return list
}

// seats lists the seats of this match with their links and devices.
func (v view) seats() []SeatLine {
	base := ""
	for _, a := range v.addresses {
		if a.Chosen {
			base = a.URL
		}
	}
	all := AllSeats()
	list := make([]SeatLine, 0, len(all))
	for _, s := range all {
		if s == Host || s.Role() == "projector" {
			continue
		}
		name := s.Name()
		if s.Role() == "judge" {
			j, there := v.m.judgeAt(s)
			if !there {
				continue
			}
			if person := v.people.names[string(j.person)]; person != "" {
				name += " (" + person + ")"
			}
		}
		if !rules.Asks(v.m.format, v.m.house) && (s.Role() == "qm" || s.Role() == "questions") {
			continue
		}
		line := SeatLine{Seat: s, Name: name, Link: base + "/j/" + v.joinCode(s)}
		line.Short = strings.TrimPrefix(line.Link, "http://")
		if side, ok := s.Side(); ok {
			line.Side = ColourOf(side)
		}
		line.State, line.Devices = v.state(s)
		list = append(list, line)
	}
	return list
}

// editor is the page of a side's bank editors, or of the reserve's.
func (v view) editor(seat Seat) QuestionsScreen {
	m := v.m
	s := QuestionsScreen{Frame: v.frame(seat, "Questions")}
	s.Notice = v.readsNotice()
	l := v.library(seat)
	s.Locked, s.Version, s.Total, s.Tags = l.Locked, l.Version, len(l.Rows), l.tags()
	for _, r := range l.Rows {
		if r.Lost {
			s.Lost++
		}
	}
	if seat == ReserveEditor {
		s.Station = "Reserve questions"
		lines := v.lines(m.reserve, m.reserve.List(inReserve), "Reserve")
		s.Banks = []EditorBank{{Piece: pieceKeys[chess.Queen], Name: "Reserve", Count: len(lines), Size: "any number", Lines: lines}}
		return s
	}
	side, _ := seat.Side()
	if m.phase == SetUp {
		s.Missing = questions.Missing(m.book, side, m.sizes(), m.state, m.approvalWords())
		s.Starter = s.Total == 0
	}
	for _, k := range questions.Kinds {
		name := m.kind(side, k)
		lines := v.lines(m.book, m.book.List(questions.Bank{Side: side, Kind: k}), side.String()+"'s "+name)
		s.Banks = append(s.Banks, EditorBank{Piece: pieceKeys[k], Name: name, Count: len(lines), Size: m.sizeWords(k), Lines: lines})
	}
	lines := v.lines(m.book, m.book.Shelf(side), side.String()+"'s shelf")
	s.Banks = append(s.Banks, EditorBank{Shelf: true, Piece: shelfKey, Name: "Shelf", Count: len(lines), Size: "any number", Lines: lines})
	return s
}

// join is what a device sees that opened a seat's link.
func (v view) join(seat Seat) JoinScreen {
	s := JoinScreen{Frame: v.frame(seat, "Join"), Name: seat.Name()}
	s.Words = "This device is now " + seat.Name() + "."
	if j, ok := v.m.judgeAt(seat); ok {
		s.Person = v.people.names[string(j.person)]
	}
	if s.Team != "" && !strings.HasPrefix(s.Team, string(s.Side)) {
		s.Words = fmt.Sprintf("This device is now %s, of the team %s.", seat.Name(), s.Team)
	}
	return s
}
