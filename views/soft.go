package views

import (
	"strings"
	"unicode"
)

// softWord is how many letters a word has at least that may go on in another line.
const softWord = 9

// softly puts soft hyphens into long words of Latin script, roughly between their
// syllables, so that a name which is wider than its line is broken with a hyphen.
// No part is shorter than three letters.
func softly(s string) string {
	var b strings.Builder
	word := []rune{}
	flush := func() {
		b.WriteString(softWordOf(word))
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

// softWordOf is one word with its soft hyphens.
func softWordOf(word []rune) string {
	if len(word) < softWord || !unicode.Is(unicode.Latin, word[0]) {
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
