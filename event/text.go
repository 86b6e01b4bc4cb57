package event

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"biblechess/event/chess"
)

// Limits of what people type, in characters.
const (
	maxName   = 80
	maxReason = 300
)

// line cleans one line that a person typed: white space is folded, and what
// can't be seen but turns neighbouring text around is taken out. what names
// the field for the error.
func line(what, typed string, most int) (string, error) {
	if !utf8.ValidString(typed) {
		return "", malformed("%s is not readable text: type it again.", what)
	}
	clean := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case turnsText(r) || unicode.IsControl(r) || r == '\u200b' || r == '\u2060' || r == '\ufeff' || r == '\u00ad':
			return -1
		}
		return r
	}, typed)
	clean = strings.Join(strings.Fields(clean), " ")
	if !strings.ContainsFunc(clean, func(r rune) bool { return unicode.IsGraphic(r) && r != ' ' }) {
		clean = "" // joiners and the like alone show nothing
	}
	if n := utf8.RuneCountInString(clean); n > most {
		return "", malformed("%s has %d characters and may have %d: shorten it.", what, n, most)
	}
	return clean, nil
}

// turnsText tells the marks that override the direction of the text around
// them. Right-to-left letters need none of them.
func turnsText(r rune) bool {
	return r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' || r == '\u200e' || r == '\u200f'
}

// needed is a line that may not be empty.
func needed(what, typed string, most int) (string, error) {
	clean, err := line(what, typed, most)
	if err == nil && clean == "" {
		return "", malformed("%s is missing: type it.", what)
	}
	return clean, err
}

// typedSquare reads a square as a form gives it.
func typedSquare(text string) (chess.Square, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return chess.NoSquare, malformed("A square is missing: choose one, or write it as a letter and a number, like c3.")
	}
	q, err := chess.ParseSquare(text)
	if err != nil {
		return chess.NoSquare, malformed("%s.", err)
	}
	return q, nil
}
