package questions

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Likeness tells how a question is like an earlier one.
type Likeness int

// The ways in which two questions are alike.
const (
	SameQuestion Likeness = iota // the same words, and an answer in common
	CloseWording                 // nearly the same words, and an answer in common
	OtherAnswer                  // the same words, and no answer in common
)

// Twin is a question that is like an earlier one of a list. Both are given by
// their places, counted from 0.
type Twin struct {
	Index, Of int
	Likeness  Likeness
}

// closeWords is how many of the different words of two questions must be in both
// for them to be close: the size of what is common over the size of all.
const closeWords = 0.6

// Limits of comparing, so that a list of many questions with the same few words
// and answers costs no more: how many earlier questions are kept for an answer and
// a word, and looked at for one question; and the rarest words of a question that
// count.
const (
	maxKept   = 200
	maxLooked = 2000
	maxRare   = 40
)

// Twins finds questions that are likely the same, each with the first earlier one
// that it is most like: SameQuestion before CloseWording before OtherAnswer. Case,
// accents, punctuation and quotation marks make no difference. What it takes grows
// about as the list does.
func Twins(texts []Text) []Twin {
	folded := foldAll(texts)
	first := map[string]int{}           // the first question of a wording
	same := map[wording]int{}           // … with an answer
	index := map[[2]int32][]int32{}     // questions by an answer and one of their rarest words
	compared := make([]int, len(texts)) // the last question that each was compared with, from 1
	var twins []Twin
	for i, f := range folded {
		of, kind, known := sameWording(f, first, same)
		if known && kind == SameQuestion {
			twins = append(twins, Twin{i, of, kind})
			continue
		}
		// Two lists of words that have so much in common share one of their rarest.
		rare := f.words[:min(maxRare, len(f.words)-needed(len(f.words))+min(1, len(f.words)))]
		if near := closest(i, f, rare, folded, index, compared); near >= 0 {
			twins = append(twins, Twin{i, near, CloseWording})
		} else if known {
			twins = append(twins, Twin{i, of, kind})
		}
		if !known {
			first[f.question] = i
		}
		for _, answer := range f.answers {
			if _, seen := same[wording{f.question, answer}]; !seen {
				same[wording{f.question, answer}] = i
			}
			for _, w := range rare {
				key := [2]int32{answer, w}
				if len(index[key]) < maxKept {
					index[key] = append(index[key], int32(i))
				}
			}
		}
	}
	return twins
}

// wording is a question as folded with one of its answers.
type wording struct {
	question string
	answer   int32
}

// closest finds the first earlier question of close wording; -1 if there is none.
func closest(i int, f foldedText, rare []int32, folded []foldedText, index map[[2]int32][]int32, compared []int) int {
	of, looked := -1, 0
	for _, answer := range f.answers {
		for _, w := range rare {
			for _, at := range index[[2]int32{answer, w}] {
				j := int(at)
				if looked++; looked > maxLooked {
					return of
				}
				if compared[j] == i+1 || of >= 0 && j >= of {
					continue
				}
				compared[j] = i + 1
				if closeTo(f.words, folded[j].words) {
					of = j
				}
			}
		}
	}
	return of
}

// sameWording looks a question up by its words and answers.
func sameWording(f foldedText, first map[string]int, same map[wording]int) (of int, kind Likeness, ok bool) {
	of, ok = first[f.question]
	if !ok {
		return 0, 0, false
	}
	best := -1
	for _, answer := range f.answers {
		if j, seen := same[wording{f.question, answer}]; seen && (best < 0 || j < best) {
			best = j
		}
	}
	if best >= 0 {
		return best, SameQuestion, true
	}
	return of, OtherAnswer, true
}

// needed is how many words of n must be in another question for it to be close.
func needed(n int) int {
	k := int(closeWords * float64(n))
	if float64(k) < closeWords*float64(n) {
		k++
	}
	return k
}

// closeTo compares two lists of words.
func closeTo(a, b []int32) bool {
	if len(a) == 0 || len(b) == 0 || float64(min(len(a), len(b))) < closeWords*float64(max(len(a), len(b))) {
		return false
	}
	both := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			both, i, j = both+1, i+1, j+1
		}
	}
	return float64(both) >= closeWords*float64(len(a)+len(b)-both)
}

// foldedText is a text as it is compared.
type foldedText struct {
	question string
	words    []int32 // different ones by number, in order: the rarer, the lower
	answers  []int32 // different ones by number
}

// foldAll folds a list of texts, and numbers its words and answers.
func foldAll(texts []Text) []foldedText {
	folded := make([]foldedText, len(texts))
	words, answers := map[string]int32{}, map[string]int32{}
	var often []int // by the number of a word
	for i, t := range texts {
		f := &folded[i]
		f.question = Fold(t.Question)
		for field := range strings.FieldsSeq(f.question) {
			for _, w := range pieces(field) {
				f.words = append(f.words, number(words, w))
			}
		}
		f.words = different(f.words)
		often = append(often, make([]int, len(words)-len(often))...)
		for _, w := range f.words {
			often[w]++
		}
		f.answers = append(f.answers, number(answers, foldAnswer(t.Answer)))
		for _, a := range t.Also[:min(len(t.Also), MaxAlso)] {
			f.answers = append(f.answers, number(answers, foldAnswer(a)))
		}
		f.answers = different(f.answers)
	}
	byRarity := make([]int32, len(often))
	for w := range byRarity {
		byRarity[w] = int32(w)
	}
	slices.SortStableFunc(byRarity, func(a, b int32) int { return often[a] - often[b] })
	rank := make([]int32, len(often))
	for r, w := range byRarity {
		rank[w] = int32(r)
	}
	for _, f := range folded {
		for i, w := range f.words {
			f.words[i] = rank[w]
		}
		slices.Sort(f.words)
	}
	return folded
}

// number gives each text a number of its own.
func number(of map[string]int32, text string) int32 {
	n, known := of[text]
	if !known {
		n = int32(len(of))
		of[text] = n
	}
	return n
}

func different(list []int32) []int32 {
	slices.Sort(list)
	return slices.Compact(list)
}

// foldAnswer folds an answer; one of nothing but signs is itself.
func foldAnswer(a string) string {
	if f := Fold(a); f != "" {
		return f
	}
	return strings.TrimSpace(a)
}

// pieces splits a word of a script that is written without spaces into pairs of
// characters; any other word is its own piece.
func pieces(word string) []string {
	r := []rune(word)
	if len(r) < 3 || !unicode.In(r[0], unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
		return []string{word}
	}
	var pairs []string
	for i := range len(r) - 1 {
		pairs = append(pairs, string(r[i:i+2]))
	}
	return pairs
}

// Fold writes a text so that texts which differ only in case, accents, vowel
// points, punctuation, quotation marks or spaces are the same. Signs of arithmetic
// and letters of every script stay.
func Fold(s string) string {
	var b strings.Builder
	space := false
	letters := []rune(s)
	for i, r := range letters {
		r = unicode.ToLower(r)
		minus := r == '-' && (i == 0 || unicode.IsSpace(letters[i-1])) && i+1 < len(letters) && unicode.IsDigit(letters[i+1])
		switch {
		case minus:
			r = '−'
		case unicode.Is(unicode.Mn, r) || r == '\u00AD' || r == '\u200D' || r == '\u200C' || r == '\u2060' || r == '\uFEFF':
			continue
		case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsSymbol(r) && r != '`' && r != '´' && r != '^' && r != '¨' || unicode.Is(unicode.Mc, r) || r == '%':
		case r == '\'' || r == '’' || r == '‘' || r == 'ʼ':
			continue
		default:
			space = true
			continue
		}
		if space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		space = false
		if plain, ok := unaccented()[r]; ok {
			b.WriteString(plain)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unaccented are the small letters of Latin script with accents, and their plain
// ones.
var unaccented = sync.OnceValue(func() map[rune]string {
	letters := map[string]string{
		"a": "àáâãäåāăąǎạảấầẩẫậắằẳẵặ", "c": "çćĉċč", "d": "ďđð", "e": "èéêëēĕėęěẹẻẽếềểễệ", "g": "ĝğġģ", "h": "ĥħ",
		"i": "ìíîïĩīĭįıǐỉị", "j": "ĵ", "k": "ķ", "l": "ĺļľŀł", "n": "ñńņňŉ", "o": "òóôõöøōŏőơǒọỏốồổỗộớờởỡợ", "r": "ŕŗř",
		"s": "śŝşšș", "t": "ţťŧț", "u": "ùúûüũūŭůűųưǔụủứừửữự", "w": "ŵ", "y": "ýÿŷỳỵỷỹ", "z": "źżž",
		"ss": "ß", "ae": "æ", "oe": "œ", "th": "þ",
	}
	m := map[rune]string{}
	for plain, list := range letters {
		for _, r := range list {
			m[r] = plain
		}
	}
	return m
})
