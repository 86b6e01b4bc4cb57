package event

import (
	"strings"
)

// verse is a place in a book with chapters and verses: "1 Samuel 17:49-51".
var verse = pattern(`^(?:([123])\s+|(I{1,3})\s+)?(\p{L}[\p{L}. ]*?)\s+(\d{1,3}):(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?$`)

// spokenReference is a reference as it is read aloud: "First Samuel, chapter
// 17, verses 49 to 51"; empty for what is read as it is written.
func spokenReference(ref string) string {
	m := verse().FindStringSubmatch(strings.TrimSpace(ref))
	if m == nil {
		return ""
	}
	book := m[3]
	switch m[1] + m[2] {
	case "1", "I":
		book = "First " + book
	case "2", "II":
		book = "Second " + book
	case "3", "III":
		book = "Third " + book
	}
	chapter := ", chapter " + m[4]
	if book == "Psalm" || book == "Psalms" {
		book, chapter = "Psalm "+m[4], ""
	}
	verses := ", verse " + m[5]
	if m[6] != "" {
		verses = ", verses " + m[5] + " to " + m[6]
	}
	return book + chapter + verses
}

// saysIn lists how the names in some words are spoken, each name once.
func saysIn(words string, names []string, says []SayLine) []SayLine {
	var list []SayLine
	seen := map[string]bool{}
	for _, name := range names {
		if say := spoken(name, says); say != "" && !seen[name] && strings.Contains(words, name) {
			seen[name] = true
			list = append(list, SayLine{name, say})
		}
	}
	return list
}
