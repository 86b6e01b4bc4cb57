package views

import (
	"strings"
	"unicode"
)

// How many letters a word has at least that may go on in another line: a name that stands
// alone, and a word of a sentence, where one goes to the next line whole if it can.
const softWord, softInSentence = 9, 18

// softly puts soft hyphens into long words of Latin script, roughly between their
// syllables, so that a name which is wider than its line is broken with a hyphen.
// No part is shorter than three letters.
func softly(s string) string { return softened(s, softWord) }

// softlyIn is softly for a sentence with names in it.
func softlyIn(sentence string) string { return softened(sentence, softInSentence) }

func softened(s string, least int) string {
	var b strings.Builder
	word := []rune{}
	flush := func() {
		b.WriteString(softWordOf(word, least))
		word = word[:0]
	}
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) {
			word = append(word, r)
			continue
		}
		flush()
		b.WriteRune(r)
	}
	flush()
	return b.String()
}

// softWordOf is one word with its soft hyphens, if it has so many letters.
func softWordOf(word []rune, least int) string {
	if len(word) < least || !unicode.Is(unicode.Latin, word[0]) {
		return string(word)
	}
	vowel := func(r rune) bool {
		return strings.ContainsRune("aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüýÿăąēęěīōőūů", unicode.ToLower(r))
	}
	var b strings.Builder
	last := 0
	for i, r := range word {
		// Before the consonant that begins a syllable; th, ch, sh, ph and the like stay together.
		pair := i > 0 && i+1 < len(word) && strings.ContainsRune("ctpsgwkr", unicode.ToLower(word[i-1])) && unicode.ToLower(r) == 'h'
		start := i
		if pair {
			start = i - 1
		}
		next := i+1 < len(word) && vowel(word[i+1])
		if !vowel(r) && !unicode.Is(unicode.Mn, r) && next && start-last >= 3 && len(word)-start >= 3 && !(i+1 < len(word) && unicode.ToLower(word[i+1]) == 'h') {
			parts := string(word[last:start])
			b.WriteString(parts + "\u00ad")
			last = start
		}
	}
	b.WriteString(string(word[last:]))
	return b.String()
}
