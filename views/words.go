package views

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"biblechess/event"
	"biblechess/event/chess"
)

func num(n int) string { return strconv.Itoa(n) }

func num64(n int64) string { return strconv.FormatInt(n, 10) }

// sideName is the side in words; empty for none.
func sideName(c event.Colour) string {
	switch c {
	case event.WhiteColour:
		return "White"
	case event.BlackColour:
		return "Black"
	}
	return ""
}

// emblemOf names the drawing of a kind; see emblems. The Quiz Master and the
// Game Master of Bible Chess have other ones than a queen and a king.
func emblemOf(k chess.Kind, role string) string {
	switch k {
	case chess.Hidden:
		return "#e-shield"
	case chess.Pawn:
		return "#e-person"
	case chess.Knight:
		return "#e-horse"
	case chess.Amazon:
		return "#e-hood"
	case chess.Centaur:
		return "#e-shoe"
	case chess.Bishop:
		return "#e-scroll"
	case chess.Rook:
		return "#e-tower"
	case chess.NoKind:
		return "#e-hidden"
	case chess.Queen:
		if role != "Quiz Master" {
			return "#e-queen"
		}
		return "#e-book"
	}
	if role != "Game Master" {
		return "#e-king"
	}
	return "#e-crown"
}

// roleWords is a token's side, what it is where that may be known, and where it
// stands.
func roleWords(t *event.Token) string {
	words := strings.Join(strings.Fields(sideName(t.Side)+" "+t.Role+" · "+t.Square), " ")
	return strings.ReplaceAll(words, " · ", "\u00a0·\u00a0") // no line begins with the dot
}

// pieceEmblem is the drawing of a bank's piece, given by its form value.
func pieceEmblem(piece string) string {
	switch piece {
	case "rook":
		return "#e-tower"
	case "knight":
		return "#e-horse"
	case "bishop":
		return "#e-scroll"
	case "pawn":
		return "#e-person"
	}
	return "#e-book"
}

// verdictMark is the sign beside a verdict's word: colour is never the only signal.
func verdictMark(verdict string) string {
	switch verdict {
	case "right":
		return "✓"
	case "wrong":
		return "✗"
	case "late":
		return "⧖"
	}
	return "–"
}

// tokenWords describes a token to those who hear the page.
func tokenWords(t *event.Token) string {
	side := sideName(t.Side)
	if t.Role != "" {
		side += " " + t.Role
	}
	if t.Marker {
		return side + ", a marker"
	}
	return side + " " + t.Name
}

// square is all that a square of a board is drawn from.
type square struct {
	name, mark string
	dark       bool
	tappable   bool
	live       bool // a stream can replace it
	stands     bool
	token      event.Token
	short      string // the name of who stands there, in a few letters
}

func squareOf(c event.Cell, short map[string]string, tappable, live bool) square {
	s := square{name: c.Square, mark: c.Mark, dark: c.Dark, tappable: tappable, live: live, stands: c.Token != nil}
	if s.stands {
		s.token, s.short = *c.Token, short[c.Token.ID]
	}
	return s
}

// label describes a square to those who hear the page.
func (s *square) label() string {
	if !s.stands {
		return s.name + ", empty"
	}
	return s.name + ", " + tokenWords(&s.token)
}

// whoStands says who stands on a square, for those who tap it.
func (s *square) whoStands() string {
	if !s.stands {
		return ""
	}
	return s.name + ": " + tokenWords(&s.token)
}

// A line under a token holds about this many letters at the smallest size that
// the back row can read.
const lineWidth = 11

// nameLines fits a name under a token: one line, else two. What two lines can't
// hold is shortened as people do it, with initials and a point.
func nameLines(name string) []string {
	words := strings.Fields(name)
	whole := strings.Join(words, " ")
	if width(whole) <= lineWidth {
		return []string{whole}
	}
	for cut := len(words) - 1; cut > 0; cut-- {
		first, rest := strings.Join(words[:cut], " "), strings.Join(words[cut:], " ")
		if width(first) <= lineWidth && width(rest) <= lineWidth {
			return []string{first, rest}
		}
	}
	if before, after, found := strings.Cut(whole, "-"); found && width(before)+1 <= lineWidth && width(after) <= lineWidth {
		return []string{before + "-", after}
	}
	tail := endInitials(words[1:], lineWidth)
	if width(words[0]) <= lineWidth {
		return []string{words[0], tail}
	}
	if lines := hyphenLines(words); lines != nil {
		return lines
	}
	if lines := firstPart(words); lines != nil {
		return lines
	}
	room := lineWidth
	if tail = endInitials(words[1:], lineWidth/2); tail != "" {
		tail = " " + tail
		room -= width(tail)
	}
	long := words[0]
	first, rest := cutAt(long, min(lineWidth-1, max((width(long)+1)/2, width(long)-room)))
	if width(rest) > room {
		rest, _ = cutAt(rest, max(room-1, 0))
		rest += "."
	}
	return []string{first + "-", rest + tail}
}

// hyphenLines breaks a name at a hyphen of its first word, the last that fits; nil
// where there is none.
func hyphenLines(words []string) []string {
	long := words[0]
	for at := strings.LastIndex(long, "-"); at > 0; at = strings.LastIndex(long[:at], "-") {
		before, after := long[:at+1], long[at+1:]
		if after == "" || width(before) > lineWidth {
			continue
		}
		rest := append([]string{after}, words[1:]...)
		for _, second := range []string{strings.Join(rest, " "), strings.TrimSpace(after + " " + initials(words[1:])), initials(rest)} {
			if second != "" && width(second) <= lineWidth {
				return []string{before, second}
			}
		}
	}
	return nil
}

// firstPart breaks a name behind the first part of its hyphenated first word, and
// gives initials for the rest: where a syllable of that word beside them would be
// left with a letter or two; nil where there is no such part.
func firstPart(words []string) []string {
	part, rest, found := strings.Cut(words[0], "-")
	if !found || part == "" || width(part) > lineWidth {
		return nil
	}
	if second := endInitials(append([]string{rest}, words[1:]...), lineWidth); second != "" {
		return []string{part, second}
	}
	return nil
}

// endInitials are the initials of a name's further words; where there is no room for
// all of them the last one's, which is the family's.
func endInitials(words []string, room int) string {
	short := initials(words)
	if width(short) > room {
		short = initials(words[len(words)-1:])
	}
	if width(short) > room {
		short, _, _ = strings.Cut(short, "-")
	}
	return short
}

// cutAt cuts a word after so many letters, never between a letter and its marks.
func cutAt(word string, letters int) (first, rest string) {
	at := 0
	for i, r := range word {
		end := i + utf8.RuneLen(r)
		if width(word[:end]) > letters {
			break
		}
		at = end
	}
	return word[:at], word[at:]
}

// shortWidth is how many letters a square of a phone's board takes.
const shortWidth = 7

// shortNames are the names on a phone's board, where only a few letters can be
// read, by the ids of the tokens. No two people on it have the same.
func shortNames(b event.BoardView) map[string]string {
	short, times := make(map[string]string, 32), make(map[string]int, 32)
	for _, c := range b.Cells {
		if c.Token != nil {
			short[c.Token.ID] = shortName(c.Token)
			times[short[c.Token.ID]]++
		}
	}
	again := map[string]int{}
	for _, c := range b.Cells {
		if c.Token != nil && times[short[c.Token.ID]] > 1 {
			short[c.Token.ID] = closeName(c.Token.Name)
			again[short[c.Token.ID]]++
		}
	}
	for _, c := range b.Cells {
		if c.Token != nil && again[short[c.Token.ID]] > 1 {
			short[c.Token.ID] = c.Token.Square
		}
	}
	return short
}

// closeName is a short name that keeps the end of the last word, by which
// people of one name are told apart: "Phoe.B" for Phoebe Brown.
func closeName(name string) string {
	words := strings.Fields(name)
	if len(words) < 2 {
		first, _ := cutAt(name, shortWidth-3)
		_, last := cutAt(name, width(name)-2)
		return first + "." + last
	}
	end := words[len(words)-1]
	if !strings.ContainsAny(end, "12345678") {
		end, _ = cutAt(end, 1)
	}
	first, _ := cutAt(words[0], shortWidth-1-width(end))
	return first + "." + end
}

// shortName is a name in a few letters.
func shortName(t *event.Token) string {
	words := strings.Fields(t.Name)
	whole := strings.Join(words, " ")
	switch {
	case t.Marker:
		return t.Square
	case width(whole) <= shortWidth || len(words) == 0:
		return whole
	case width(words[0]) <= shortWidth:
		return words[0]
	}
	if short := initials(words); len(words) > 1 && width(short) <= shortWidth {
		return short
	}
	first, _ := cutAt(words[0], shortWidth-1)
	return first + "."
}

// initials shortens names as people do: "Featherstonehaugh-Nguyen" is "F.-N.", and
// "III" stays. Of more than three the last one, the family's, is among them.
func initials(words []string) string {
	var short []string
	for _, w := range words {
		// The home square by which a marker is known says more than a letter.
		if strings.ContainsAny(w, "12345678") || len(w) > 1 && strings.Trim(w, "IVX") == "" {
			short = append(short, w)
			continue
		}
		var parts []string
		for _, part := range strings.Split(w, "-") {
			if r, _ := utf8.DecodeRuneInString(part); unicode.IsLetter(r) {
				parts = append(parts, string(r)+".")
			}
		}
		if len(parts) > 0 {
			short = append(short, strings.Join(parts, "-"))
		}
	}
	if last := len(short) - 1; last > 2 {
		short = []string{short[0], short[1], short[last]}
	}
	return strings.Join(short, " ")
}

// nameSize picks the type size of a name under a token.
func nameSize(lines []string) string {
	widest := 0
	for _, l := range lines {
		widest = max(widest, width(l))
	}
	switch {
	case widest <= 7:
		return "n-s"
	case widest <= 9:
		return "n-m"
	}
	return "n-l"
}

// width estimates how much room a text takes, in letters. Marks take none, wide
// scripts and pictures two.
func width(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case r < 0x300 && r != '\u00AD': // most, for which no table need be asked
			n++
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r):
		case r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana), r >= 0x1F000:
			n += 2
		default:
			n++
		}
	}
	return n
}

// textSize picks a type size so that short texts are large and long ones fit.
func textSize(s string) string {
	switch n := width(s); {
	case n <= 24:
		return "t-xs"
	case n <= 70:
		return "t-s"
	case n <= 160:
		return "t-m"
	case n <= 320:
		return "t-l"
	}
	return "t-xl"
}

// also joins further accepted answers as the editor's form takes them.
func also(answers []string) string { return strings.Join(answers, " | ") }

// plural puts a number and a noun together.
func kilobytes(bytes int64) string { return strconv.FormatInt((bytes+1023)/1024, 10) + " kB" }

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// turnWords is what goes on, on a page whose head tells why the match is paused
// (R8): nobody reads two hundred letters twice.
func turnWords(f event.Frame, turn string) string {
	if f.Paused != nil {
		return "The match is paused."
	}
	return turn
}

// deviceMark is the shape beside the state of a seat's device.
func deviceMark(state string) string {
	switch state {
	case "live":
		return "●"
	case "asleep":
		return "◐"
	case "gone":
		return "✗"
	}
	return "○"
}

// deviceWords says what the state of a seat's device means.
func deviceWords(s event.SeatLine) string {
	switch s.State {
	case "live":
		if s.Devices > 1 {
			return plural(s.Devices, "device", "devices") + " live"
		}
		return "Live"
	case "asleep":
		return "Asleep: wake the device"
	case "gone":
		return "Gone: look after it"
	}
	return "Nobody yet"
}

// wallWords says whether a projector is there.
func wallWords(p event.ProjectorLine) string {
	switch p.State {
	case "live":
		if p.Devices > 1 {
			return plural(p.Devices, "screen", "screens") + " live"
		}
		return "Live"
	case "asleep", "gone":
		return "Gone: look after it"
	}
	return "Not opened yet"
}

// bare is an address as people type it.
func bare(address string) string { return strings.TrimPrefix(address, "http://") }

// pressed is a button's state for those who hear the page.
func pressed(on bool) string { return strconv.FormatBool(on) }

// callKey names a turn to act, so that a new one is heard and an old one is not.
func callKey(what string, f event.Frame) string { return what + "-" + num64(f.About) }

// orderAbove is the question before which the i-th one goes to move one up, and
// whether it can.
func orderAbove(items []event.BankItem, i int) (string, bool) {
	if !items[i].Movable || i == 0 || !items[i-1].Movable {
		return "", false
	}
	return items[i-1].ID, true
}

// orderBelow is the question before which the i-th one goes to move one down
// (empty: the last place), and whether it can.
func orderBelow(items []event.BankItem, i int) (string, bool) {
	if !items[i].Movable || i+1 >= len(items) || !items[i+1].Movable {
		return "", false
	}
	if i+2 < len(items) {
		return items[i+2].ID, true
	}
	return "", true
}

// chosenLabel is the label of the choice in force.
func chosenLabel(choices []event.Choice) string {
	for _, c := range choices {
		if c.Chosen {
			return c.Label
		}
	}
	return ""
}

// anyChosen tells whether one of the choices is in force.
func anyChosen(choices []event.Choice) bool { return chosenLabel(choices) != "" }

// done counts the lines of the checklist that are ticked off.
func done(items []event.CheckItem) string {
	n := 0
	for _, c := range items {
		if c.Done {
			n++
		}
	}
	return fmt.Sprintf("%d of %d done", n, len(items))
}

// filled counts the posts of a team that have a name.
func filled(posts []event.PostForm) string {
	n := 0
	for _, p := range posts {
		if strings.TrimSpace(p.Name) != "" {
			n++
		}
	}
	return fmt.Sprintf("%d of %d posts named", n, len(posts))
}

// pliesOfPart is how many plies a part of a list of calls has: a call changes the
// latest part alone.
const pliesOfPart = 16

// plyParts takes a list of calls apart, by their numbers.
func plyParts(list []event.PlyLine) (parts [][]event.PlyLine) {
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].Ply/pliesOfPart == list[0].Ply/pliesOfPart {
			n++
		}
		parts, list = append(parts, list[:n]), list[n:]
	}
	return parts
}
