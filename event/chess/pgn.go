package chess

import (
	"fmt"
	"strings"
	"unicode"
)

// Game is one game of ordinary chess as it is kept in Portable Game Notation:
// who played, from where, which moves, and how it ended.
type Game struct {
	Tags  []Tag    // the headers, in their order; SetUp, FEN and Result are written from the fields below
	Start Position // where the game begins
	Moves []Move
	// Remarks are the comments, by how many moves they stand behind: the first
	// stands before all of them. White space in them is folded. It is nil when
	// nothing is said.
	Remarks []string
	Result  string // ResultWhite, ResultBlack, ResultDraw or ResultOpen
}

// Tag is one header of a game, as Event or White.
type Tag struct{ Name, Value string }

// How a game ended, as it is written in PGN.
const (
	ResultWhite = "1-0"
	ResultBlack = "0-1"
	ResultDraw  = "1/2-1/2"
	ResultOpen  = "*" // not ended, or not known
)

// Tag is the value of the first header of a name; "" without one.
func (g Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// roster is the seven headers that every game has, in their order.
var roster = [...]struct{ name, unknown string }{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"}, {"Result", ""},
}

// derived are the headers that the fields of a Game are written to.
var derived = []string{"Result", "SetUp", "FEN"}

// lineWidth is the most letters of a line of moves.
const lineWidth = 79

// PGN writes the game in Portable Game Notation: the seven headers that every
// game has, the others, and the moves in lines of at most 79 letters. A header
// whose name is not made of letters, digits and underscores is left out, and
// one that comes twice is written once. The moves must be legal one after
// another.
func (g Game) PGN() string {
	var b strings.Builder
	written := map[string]bool{}
	for _, name := range derived {
		written[name] = true
	}
	tag := func(name, value string) { fmt.Fprintf(&b, "[%s \"%s\"]\n", name, escaped(value)) }
	result := g.Result
	if resultOf(result) == "" {
		result = ResultOpen
	}
	for _, r := range roster {
		value := g.Tag(r.name)
		if value == "" {
			value = r.unknown
		}
		if r.name == "Result" {
			value = result
		}
		tag(r.name, value)
		written[r.name] = true
	}
	if g.Start != startPosition {
		tag("SetUp", "1")
		tag("FEN", g.Start.FEN())
	}
	for _, t := range g.Tags {
		if !written[t.Name] && isTagName(t.Name) {
			tag(t.Name, t.Value)
			written[t.Name] = true
		}
	}
	b.WriteByte('\n')
	width := 0
	word := func(text string) {
		switch {
		case width == 0:
		case width+1+len(text) > lineWidth:
			b.WriteByte('\n')
			width = 0
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(text)
		width += len(text)
	}
	remark := func(after int) bool {
		if after >= len(g.Remarks) || g.Remarks[after] == "" {
			return false
		}
		for _, w := range strings.Fields("{" + strings.NewReplacer("{", "(", "}", ")").Replace(g.Remarks[after]) + "}") {
			word(w)
		}
		return true
	}
	p := g.Start
	broken := remark(0)
	for i, move := range g.Moves {
		if p.turn == White {
			word(fmt.Sprintf("%d.", p.Number()))
		} else if i == 0 || broken {
			word(fmt.Sprintf("%d...", p.Number()))
		}
		word(p.SAN(move, Ordinary))
		p = p.Apply(move, Ordinary)
		broken = remark(i + 1)
	}
	word(result)
	b.WriteByte('\n')
	return b.String()
}

// escaped is a header's value as it stands between quotation marks, on one line.
func escaped(value string) string {
	var b strings.Builder
	for _, c := range strings.ToValidUTF8(value, "?") {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
		case unicode.IsControl(c):
			c = ' '
		}
		b.WriteRune(c)
	}
	return b.String()
}

// isTagName tells whether a text can name a header.
func isTagName(name string) bool {
	for i := range len(name) {
		if !isTagLetter(name[i]) {
			return false
		}
	}
	return name != ""
}

func isTagLetter(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_'
}

// resultOf is the result that a word is; "" when it is none.
func resultOf(word string) string {
	switch word {
	case ResultWhite, ResultBlack, ResultDraw, ResultOpen:
		return word
	case "½-½", "1/2":
		return ResultDraw
	}
	return ""
}
