package event

import (
	"strings"
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

// shown are the line-ups of which it was worked out what everybody is called.
type shown struct {
	lines  []lineUp
	called []*callNames
}

// of is what everybody of a line-up is called. A page tells of few line-ups, and
// most often of the one that was asked for last.
func (s *shown) of(line *lineUp, work func(lineUp) *callNames) *callNames {
	for i := len(s.lines) - 1; i >= 0; i-- {
		if s.lines[i] == *line {
			return s.called[i]
		}
	}
	called := work(*line)
	s.lines, s.called = append(s.lines, *line), append(s.called, called)
	return called
}

// callNames are what the posts are called; the index is the post.
type callNames [2*posts + 1]string

// of is what whoever holds a post is called: by the full name, or on a public
// page by first name or nickname unless the host shows full names there. No two
// people of a match are called the same. A marker is called by its role and home
// square (B2).
func (p people) of(who post) string {
	if who == 0 {
		return "nobody"
	}
	line := lineUp{roster: p.m.roster, public: p.public && !p.full}
	for _, d := range p.m.play.out {
		line.left |= 1 << d.who
	}
	if name := p.shown.of(&line, p.callNames)[who]; name != "" {
		return name
	}
	home := p.homes.of(who)
	return p.m.piece(p.start.At(home)) + " " + home.String()
}

// fullName is the name of whoever holds a post as the host typed it; empty for
// a marker.
func (p people) fullName(who post) string { return p.names[string(p.m.who(who))] }

// callNames works out what everybody of a line-up is called. The initial of the
// family name tells apart who would be called the same, else the home square.
// Somebody who has left may be back for somebody else under the same name (B22),
// and one person may hold two posts.
func (p people) callNames(line lineUp) *callNames {
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
			called[who] += " " + initial + "."
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
	if _, after, found := strings.Cut(full, ","); found && strings.TrimSpace(after) != "" {
		full = after
	}
	if words := strings.Fields(full); len(words) > 0 {
		return strings.Trim(words[0], ",;")
	}
	return full
}

// initialOf is the first letter of a full name's family name; empty where there
// is none.
func initialOf(full string) string {
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

// forAll is the view of what everybody may read: on the hall's screens, and
// aloud.
func (v view) forAll() view {
	v.people.public = true
	return v
}
