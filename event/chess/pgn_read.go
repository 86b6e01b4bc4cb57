package chess

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// PGNError says why a game in a file could not be read.
type PGNError struct {
	Line  int    // where in the file, from 1
	Game  int    // which game of the file, from 1
	Words string // one plain sentence without its full stop
}

func (e *PGNError) Error() string {
	return fmt.Sprintf("line %d, game %d: %s", e.Line, e.Game, e.Words)
}

// maxPGNErrors is after how many games that can't be read a file is given up.
const maxPGNErrors = 10

// ParsePGN reads the games of a file in Portable Game Notation. Comments,
// variations and marks are passed over, and a game may begin from a position
// of its own (SetUp and FEN). Every move must be legal. A game that can't be
// read is left out, and reading goes on with the next: the games are those
// that could be read, and the error joins a *PGNError for each that could not,
// up to ten. An empty file has no games and no error.
func ParsePGN(text string) ([]Game, error) {
	r := pgnReader{rest: unified(text), line: 1}
	var games []Game
	var wrong []error
	for n := 1; len(wrong) < maxPGNErrors; n++ {
		err := r.pass()
		if err == nil && r.rest == "" {
			break
		}
		var g Game
		if err == nil {
			g, err = r.game()
		}
		if err != nil {
			wrong = append(wrong, &PGNError{Line: r.wrong, Game: n, Words: err.Error()})
			r.recover()
			continue
		}
		games = append(games, g)
	}
	return games, errors.Join(wrong...)
}

// unified is a file's text in UTF-8, with each line ended by a line feed. Old
// files are in Latin-1.
func unified(text string) string {
	if !utf8.ValidString(text) {
		runes := make([]rune, len(text))
		for i := range len(text) {
			runes[i] = rune(text[i])
		}
		text = string(runes)
	}
	text = strings.TrimPrefix(text, "\ufeff")
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
}

// pgnReader goes through a file once, from its beginning to its end.
type pgnReader struct {
	rest   string
	line   int    // of the beginning of rest
	wrong  int    // line of the last error
	inner  bool   // rest begins within a line
	inTags bool   // the headers of a game are being read
	said   string // the comments that were passed over since it was last emptied
}

// fail is an error on the line that is being read.
func (r *pgnReader) fail(words string, args ...any) error {
	r.wrong = r.line
	return fmt.Errorf(words, args...)
}

// skip passes over some bytes and counts their lines.
func (r *pgnReader) skip(n int) {
	if n == 0 {
		return
	}
	r.line += strings.Count(r.rest[:n], "\n")
	r.inner = r.rest[n-1] != '\n'
	r.rest = r.rest[n:]
}

// skipLine passes over the rest of a line.
func (r *pgnReader) skipLine() {
	if i := strings.IndexByte(r.rest, '\n'); i >= 0 {
		r.skip(i + 1)
	} else {
		r.skip(len(r.rest))
	}
}

// pass goes on to what is neither white space nor a comment nor a line that
// begins with a percent sign, which programs keep to themselves.
func (r *pgnReader) pass() error {
	for r.rest != "" {
		switch c := r.rest[0]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\v' || c == '\f':
			r.skip(1)
		case c == ';' || c == '%' && !r.inner:
			r.skipLine()
		case c == '{':
			end := strings.IndexByte(r.rest, '}')
			if end < 0 {
				return r.fail("the comment that begins here with { is never closed")
			}
			r.said += " " + r.rest[1:end]
			r.skip(end + 1)
		default:
			return nil
		}
	}
	return nil
}

// recover goes on to where the next game seems to begin: a line with a header
// that does not follow another header.
func (r *pgnReader) recover() {
	header := func() bool { return len(r.rest) > 1 && r.rest[0] == '[' && isTagLetter(r.rest[1]) }
	if r.inner {
		r.skipLine()
	}
	if r.inTags {
		for r.rest != "" && (r.rest[0] == '[' || r.rest[0] == '\n') {
			r.skipLine()
		}
	}
	for r.rest != "" && !header() {
		r.skipLine()
	}
}

// game reads the headers and the moves of one game. Of a game without moves
// the headers end where one of them comes again after an empty line.
func (r *pgnReader) game() (Game, error) {
	r.said = ""
	g := Game{Start: startPosition}
	r.inTags = true
	parted := false // an empty line lies before the next header
	for r.rest != "" && r.rest[0] == '[' {
		before := *r
		t, err := r.tag()
		if err == nil && parted && g.Tag(t.Name) != "" {
			*r = before // this is the next game's
			break
		}
		if err == nil {
			err = g.takeTag(t)
		}
		if err != nil {
			r.wrong = r.line
			return Game{}, err
		}
		rest := r.rest
		if err := r.pass(); err != nil {
			return Game{}, err
		}
		parted = parted || strings.Contains(rest[:len(rest)-len(r.rest)], "\n\n")
	}
	r.inTags = false
	if g.Tag("SetUp") == "1" && g.Tag("FEN") == "" {
		return Game{}, r.fail("the game begins from a position of its own (SetUp), and the header FEN that tells it is missing")
	}
	return g, r.moves(&g)
}

// tag reads one header.
func (r *pgnReader) tag() (Tag, error) {
	bad := func() (Tag, error) {
		line, _, _ := strings.Cut(r.rest, "\n")
		return Tag{}, r.fail("%s is not a header: a header is a name and a text, like [White \"Anna\"]", quote(line))
	}
	at := 1
	spaces := func() {
		for at < len(r.rest) && (r.rest[at] == ' ' || r.rest[at] == '\t') {
			at++
		}
	}
	spaces()
	start := at
	for at < len(r.rest) && isTagLetter(r.rest[at]) {
		at++
	}
	t := Tag{Name: r.rest[start:at]}
	spaces()
	if t.Name == "" || at >= len(r.rest) || r.rest[at] != '"' {
		return bad()
	}
	var value strings.Builder
	for at++; ; at++ {
		if at >= len(r.rest) || r.rest[at] == '\n' {
			return bad()
		}
		c := r.rest[at]
		if c == '"' {
			break
		}
		if c == '\\' && at+1 < len(r.rest) && (r.rest[at+1] == '"' || r.rest[at+1] == '\\') {
			at++
			c = r.rest[at]
		}
		value.WriteByte(c)
	}
	at++
	spaces()
	if at >= len(r.rest) || r.rest[at] != ']' {
		return bad()
	}
	r.skip(at + 1)
	t.Value = value.String()
	return t, nil
}

// takeTag keeps a header, and what it says about the game itself. Of two with
// the same name the first counts.
func (g *Game) takeTag(t Tag) error {
	if g.Tag(t.Name) != "" {
		return nil
	}
	g.Tags = append(g.Tags, t)
	switch t.Name {
	case "FEN":
		p, err := ParseFEN(t.Value)
		if err == nil {
			err = p.Possible()
		}
		if err != nil {
			return fmt.Errorf("the position of the header FEN: %w", err)
		}
		g.Start = p
	case "Variant":
		switch strings.ToLower(t.Value) {
		case "", "?", "chess", "standard", "normal", "from position":
		default:
			return fmt.Errorf("this is a game of %s, and only games of ordinary chess can be read", quote(t.Value))
		}
	}
	return nil
}

// moves reads the moves up to the result, to the next game or to the end.
func (r *pgnReader) moves(g *Game) error {
	p := g.Start
	for {
		if err := r.pass(); err != nil {
			return err
		}
		g.remark(r.said)
		r.said = ""
		if r.rest == "" || r.rest[0] == '[' {
			g.Result = resultOf(g.Tag("Result"))
			if g.Result == "" {
				g.Result = ResultOpen
			}
			return nil
		}
		if mark, err := r.mark(); err != nil {
			return err
		} else if mark {
			continue
		}
		n := strings.IndexAny(r.rest, " \t\n\v\f{}()[];$")
		if n < 0 {
			n = len(r.rest)
		}
		word := r.rest[:n]
		if g.Result = resultOf(word); g.Result != "" {
			r.skip(n)
			return nil
		}
		if word = withoutNumber(word); word != "" {
			move, err := p.ParseSAN(word, Ordinary)
			if err != nil {
				return r.fail("%s's move %d: %w", p.turn, p.Number(), err)
			}
			g.Moves = append(g.Moves, move)
			p = p.Apply(move, Ordinary)
		}
		r.skip(n)
	}
}

// remark adds a comment behind the moves that were read.
func (g *Game) remark(text string) {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return
	}
	for len(g.Remarks) <= len(g.Moves) {
		g.Remarks = append(g.Remarks, "")
	}
	if said := &g.Remarks[len(g.Moves)]; *said == "" {
		*said = text
	} else {
		*said += " " + text
	}
}

// mark passes over a variation or a number that stands for a remark, and tells
// whether there was one.
func (r *pgnReader) mark() (bool, error) {
	switch r.rest[0] {
	case '$':
		n := 1
		for n < len(r.rest) && r.rest[n] >= '0' && r.rest[n] <= '9' {
			n++
		}
		if n == 1 {
			return false, r.fail("the sign $ stands without a number")
		}
		r.skip(n)
		return true, nil
	case '(':
		return true, r.variation()
	case ')', '}', ']':
		return false, r.fail("the sign %c closes what was never opened", r.rest[0])
	}
	return false, nil
}

// variation passes over a variation with all that is in it.
func (r *pgnReader) variation() error {
	begun := r.line
	for depth := 0; ; {
		if err := r.pass(); err != nil {
			return err
		}
		if r.rest == "" {
			err := r.fail("the variation that begins here with ( is never closed")
			r.wrong = begun
			return err
		}
		switch r.rest[0] {
		case '(':
			depth++
		case ')':
			depth--
		}
		r.skip(1)
		if depth == 0 {
			r.said = "" // what is said within it is about moves that were not made
			return nil
		}
	}
}

// withoutNumber is a word of the moves without the number of the move before
// it, and empty when nothing is left but remarks.
func withoutNumber(word string) string {
	digits := 0
	for digits < len(word) && word[digits] >= '0' && word[digits] <= '9' {
		digits++
	}
	if rest := word[digits:]; rest == "" || rest[0] == '.' {
		word = strings.TrimLeft(rest, ".")
	}
	if strings.Trim(word, "!?") == "" || word == "e.p." {
		return ""
	}
	return word
}
