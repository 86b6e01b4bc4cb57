package questions

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"biblechess/event/chess"
)

// Limits of a Text, in characters (Unicode code points); MaxAlso and MaxReject
// count answers.
const (
	MaxQuestion  = 2000
	MaxAnswer    = 300
	MaxAlso      = 40
	MaxReject    = 40
	MaxReference = 300
	MaxHint      = 30
	MaxSayAs     = 300
)

// Text is the content of one revision of a question: what judges approve (B34).
type Text struct {
	Question  string   `json:"question"`
	Answer    string   `json:"answer"`           // the accepted answer that is shown first
	Also      []string `json:"also,omitempty"`   // further accepted answers
	Reject    []string `json:"reject,omitempty"` // answers that are not to be accepted, for the judges
	Reference string   `json:"ref"`              // where the answer can be looked up
	Hint      string   `json:"hint,omitempty"`   // one word that tells a Bishop which question is due (B20), or empty
	SayAs     string   `json:"say,omitempty"`    // how hard words are pronounced, for whoever reads aloud
}

// Equal tells whether two texts say the same in every field.
func (t Text) Equal(u Text) bool {
	return t.Question == u.Question && t.Answer == u.Answer && t.Reference == u.Reference &&
		t.Hint == u.Hint && t.SayAs == u.SayAs && slices.Equal(t.Also, u.Also) && slices.Equal(t.Reject, u.Reject)
}

// Clean trims every field, writes every line end as one line feed, and drops
// further answers that are empty or exact repeats. It keeps everything else, in
// any script (B38): cleaning a clean text changes nothing.
func (t Text) Clean() Text {
	c := Text{
		Question:  cleanField(t.Question),
		Answer:    cleanField(t.Answer),
		Reference: cleanField(t.Reference),
		Hint:      cleanField(t.Hint),
		SayAs:     cleanField(t.SayAs),
	}
	for _, a := range t.Also {
		if a = cleanField(a); a != "" && a != c.Answer && !slices.Contains(c.Also, a) {
			c.Also = append(c.Also, a)
		}
	}
	for _, a := range t.Reject {
		if a = cleanField(a); a != "" && !slices.Contains(c.Reject, a) {
			c.Reject = append(c.Reject, a)
		}
	}
	return c
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

func cleanField(s string) string { return strings.TrimSpace(lineEnds.Replace(s)) }

// Check tests a clean text: a question, an answer and a reference are there,
// nothing is over its limit, the hint is one word (B20), and there are no
// control characters but line feeds and tabs. The error names the first thing
// that is wrong, in plain words and without quoting the text.
func (t Text) Check() error {
	fields := []struct {
		name, value string
		limit       int
		missing     string // what is said when it is empty; empty for a field that may be
	}{
		{"question", t.Question, MaxQuestion, "The question is missing."},
		{"answer", t.Answer, MaxAnswer, "The answer is missing: write what the judges accept."},
		{"reference", t.Reference, MaxReference, "The reference is missing: write where the answer can be looked up."},
		{"hint", t.Hint, MaxHint, ""},
		{"note on how to say it", t.SayAs, MaxSayAs, ""},
	}
	for _, f := range fields {
		if f.missing != "" && !visible(f.value) {
			return refuse("B34", "%s", f.missing)
		}
		if err := checkField(f.name, f.value, f.limit); err != nil {
			return err
		}
	}
	if t.Hint != "" && (strings.ContainsFunc(t.Hint, unicode.IsSpace) || !visible(t.Hint)) {
		return refuse("B20", "The hint must be one word without spaces.")
	}
	if len(t.Reject) > MaxReject {
		return refuse("B34", "There are %d answers not to accept; at most %d are possible.", len(t.Reject), MaxReject)
	}
	for _, a := range t.Reject {
		if err := checkField("answer not to accept", a, MaxAnswer); err != nil {
			return err
		}
		if a == t.Answer || slices.Contains(t.Also, a) {
			return refuse("B34", "One answer is both accepted and not accepted: take it out of one of the two.")
		}
	}
	if len(t.Also) > MaxAlso {
		return refuse("B34", "There are %d further answers; at most %d are possible.", len(t.Also), MaxAlso)
	}
	for _, a := range t.Also {
		if !visible(a) {
			return refuse("B34", "One of the further answers is empty.")
		}
		if err := checkField("further answer", a, MaxAnswer); err != nil {
			return err
		}
	}
	return nil
}

func checkField(name, value string, limit int) error {
	if n := utf8.RuneCountInString(value); n > limit {
		return refuse("B34", "The %s has %d characters; at most %d are possible.", name, n, limit)
	}
	if !utf8.ValidString(value) {
		return refuse("B34", "The %s holds bytes that are not text.", name)
	}
	control := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }
	if i := strings.IndexFunc(value, control); i >= 0 {
		r, _ := utf8.DecodeRuneInString(value[i:])
		return refuse("B34", "The %s holds a control character (U+%04X) that cannot be shown: type that part again.", name, r)
	}
	return nil
}

// visible tells whether anything of a string can be seen: a text of spaces and
// zero-width marks alone is as good as missing.
func visible(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) })
}

// refuse makes a Refusal that no square stands in the way of.
func refuse(clause, words string, args ...any) *chess.Refusal {
	return &chess.Refusal{Clause: clause, Square: chess.NoSquare, Words: fmt.Sprintf(words, args...)}
}

// WordsAMinute is the steady pace at which a question is read aloud.
const WordsAMinute = 150

// ReadingSeconds estimates how long a text takes to be read aloud at
// WordsAMinute, in seconds. Words are what white space separates; in scripts
// that are written without spaces (Han, Hiragana, Katakana) two characters
// count as a word.
func ReadingSeconds(text string) float64 {
	words := 0.0
	for _, field := range strings.Fields(text) {
		unspaced, other := 0, false
		for _, r := range field {
			if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
				unspaced++
			} else if unicode.IsLetter(r) || unicode.IsNumber(r) {
				other = true
			}
		}
		if other || unspaced == 0 {
			words++
		}
		words += float64(unspaced) / 2
	}
	return words * 60 / WordsAMinute
}
