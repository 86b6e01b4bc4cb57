package event

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"biblechess/event/chess"
)

// lineUp is what names depend on: who holds which post, who has left the field
// (a bit a post), and whether the page is for everybody's eyes.
type lineUp struct {
	roster [2][posts]person
	left   uint64
	public bool
}

// shown is what everybody of a match is called, and what its plies are in words,
// as far as it was worked out. Pages share it for as long as the names are the same:
// a call changes neither what most people are called nor the calls before it.
type shown struct {
	start chess.Position // where the match begins, by which homes are told

	mu     sync.Mutex
	lines  []lineUp
	called []*callNames
	plies  map[plyShown]string

	codes   map[seatGiven]string // join codes
	counted *counted             // the banks, for the host
}

// As many are kept as a long match has, with some changes on the floor.
const (
	linesKept = 32
	pliesKept = 4096
)

// plyShown is what the words of a ply depend on, beside the names.
type plyShown struct {
	turn             *turn // never changed
	left             uint64
	public, revealed bool
}

// callNames is what everybody of a line-up is called. The one that was asked for
// last is most often asked for again.
func (p *people) callNames(line *lineUp) *callNames {
	s := p.shown
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := len(s.lines) - 1; i >= 0; i-- {
		if s.lines[i] == *line {
			return s.called[i]
		}
	}
	if len(s.lines) == linesKept {
		s.lines, s.called = nil, nil
	}
	called := p.nameAll(line)
	s.lines, s.called = append(s.lines, *line), append(s.called, called)
	return called
}

// ply is a ply in words.
func (p *people) ply(t *turn) string {
	s, as := p.shown, plyShown{turn: t, left: p.left(), public: p.public && !p.full, revealed: p.m.revealed}
	s.mu.Lock()
	words, there := s.plies[as]
	s.mu.Unlock()
	if there {
		return words
	}
	words = p.called(*t)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.plies == nil || len(s.plies) == pliesKept {
		s.plies = map[plyShown]string{}
	}
	s.plies[as] = words
	return words
}

// left is who has left the field, a bit a post.
func (p *people) left() (bits uint64) {
	for _, d := range p.m.play.out {
		bits |= 1 << d.who
	}
	return bits
}

// callNames are what the posts are called; the index is the post.
type callNames [2*posts + 1]string

// of is what whoever holds a post is called: by the full name, or on a public
// page by first name or nickname unless the host shows full names there. No two
// people of a match are called the same. A marker is called by its role and home
// square (B2).
func (p *people) of(who post) string {
	if who == 0 {
		return "nobody"
	}
	line := lineUp{roster: p.m.roster, left: p.left(), public: p.public && !p.full}
	if name := p.callNames(&line)[who]; name != "" {
		return name
	}
	home := p.homes.of(who)
	return p.m.piece(p.start.At(home)) + " " + home.String()
}

// fullName is the name of whoever holds a post as the host typed it; empty for
// a marker.
func (p *people) fullName(who post) string { return p.names[string(p.m.who(who))] }

// nameAll works out what everybody of a line-up is called. The initial of the
// family name tells apart who would be called the same, else the home square.
// Somebody who has left may be back for somebody else under the same name (B22),
// and one person may hold two posts.
func (p *people) nameAll(line *lineUp) *callNames {
	var full, called callNames
	for _, s := range chess.Sides {
		for i := range posts {
			who := postOf(s, i)
			full[who] = p.names[string(line.roster[s][i])]
			called[who] = full[who]
			if line.public {
				called[who] = givenName(full[who])
			}
		}
	}
	for who, others := range called.alike(func(a, b int) bool { return !strings.EqualFold(full[a], full[b]) }) {
		if initial := initialOf(full[who]); others && initial != "" {
			called[who] += " " + dotted(initial)
		}
	}
	here := func(a int) bool { return line.left>>a&1 == 0 }
	holds := func(a int) person { return line.roster[post(a).side()][post(a).index()] }
	for who, others := range called.alike(func(a, b int) bool { return here(a) && here(b) && holds(a) != holds(b) }) {
		if others {
			called[who] += " " + p.homes.of(post(who)).String()
		}
	}
	return &called
}

// alike tells of each post whether another one is called the same and differs
// from it in what counts, which is so in both directions.
func (c callNames) alike(differ func(a, b int) bool) (others [2*posts + 1]bool) {
	for a := range c {
		for b := range a {
			if c[a] != "" && strings.EqualFold(c[a], c[b]) && differ(a, b) {
				others[a], others[b] = true, true
			}
		}
	}
	return others
}

// quotes are the marks around a nickname in a full name.
var quotes = map[rune]rune{'"': '"', '“': '”', '„': '“', '«': '»', '(': ')'}

// givenName is what somebody is called where family names are not shown: the
// nickname that stands in quotation marks or brackets, else the first name:
// what follows a comma, or the first word.
func givenName(full string) string {
	for i, r := range full {
		end, opens := quotes[r]
		if !opens || i > 0 && full[i-1] != ' ' {
			continue
		}
		nick, _, closed := strings.Cut(full[i+utf8.RuneLen(r):], string(end))
		if nick = strings.TrimSpace(nick); closed && strings.ContainsFunc(nick, unicode.IsLetter) {
			return nick
		}
	}
	full = withoutGeneration(full)
	if _, after, found := strings.Cut(full, ","); found && strings.TrimSpace(after) != "" {
		full = after
	}
	if words := strings.Fields(full); len(words) > 0 {
		return strings.Trim(words[0], ",;")
	}
	return full
}

// withoutGeneration leaves out what stands at the end of a full name to say only
// which of the family it is: "Jr.", "III".
func withoutGeneration(full string) string {
	words := strings.Fields(full)
	if last := len(words) - 1; last > 1 {
		switch strings.ToLower(strings.TrimSuffix(words[last], ".")) {
		case "jr", "sr", "ii", "iii", "iv":
			return strings.TrimSuffix(strings.Join(words[:last], " "), ",")
		}
	}
	return full
}

// initialOf is the first letter of a full name's family name; empty where there
// is none.
func initialOf(full string) string {
	full = withoutGeneration(full)
	family := ""
	if before, _, found := strings.Cut(full, ","); found {
		family = before
	} else if words := strings.Fields(full); len(words) > 1 {
		family = words[len(words)-1]
	}
	family = strings.TrimLeftFunc(family, func(r rune) bool { return !unicode.IsLetter(r) })
	r, size := utf8.DecodeRuneInString(family)
	if size == 0 || r == utf8.RuneError {
		return ""
	}
	return string(unicode.ToUpper(r))
}

// dotted is an initial as it is written. In scripts that run from right to left it has no
// dot, which would stand at its other end in a sentence that runs from left to right.
func dotted(initial string) string {
	r, _ := utf8.DecodeRuneInString(initial)
	if unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko) {
		return initial
	}
	return initial + "."
}

// forAll is the view of what everybody may read: on the hall's screens, and
// aloud.
func (v view) forAll() view {
	v.people.public = true
	return v
}
