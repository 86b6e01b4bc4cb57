package questions

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestTwins(t *testing.T) {
	long := "Who led the people of Israel into the land after Moses had died?"
	cases := []struct {
		name string
		a, b Text
		want []Likeness
	}{
		{"the same", Text{Question: long, Answer: "Joshua"}, Text{Question: long, Answer: "Joshua"}, []Likeness{SameQuestion}},
		{"case, accents, quotation marks", Text{Question: "Wie heißt „Noël“?", Answer: "Weihnachten"}, Text{Question: "wie heisst \"NOEL\"", Answer: "weihnachten!"}, []Likeness{SameQuestion}},
		{"vowel points", Text{Question: "שָׁלוֹם", Answer: "peace"}, Text{Question: "שלום", Answer: "Peace"}, []Likeness{SameQuestion}},
		{"an answer in common", Text{Question: long, Answer: "Joshua", Also: []string{"Hoshea"}}, Text{Question: long, Answer: "Oshea", Also: []string{"hoshea"}}, []Likeness{SameQuestion}},
		{"another answer", Text{Question: long, Answer: "Joshua"}, Text{Question: long, Answer: "Caleb"}, []Likeness{OtherAnswer}},
		{"close wording", Text{Question: long, Answer: "Joshua"}, Text{Question: "Who led the people of Israel into the promised land after Moses?", Answer: "joshua"}, []Likeness{CloseWording}},
		{"close wording, another answer", Text{Question: long, Answer: "Joshua"}, Text{Question: "Who led the people of Israel into the promised land after Moses?", Answer: "Caleb"}, nil},
		{"close wording without spaces", Text{Question: "谁在摩西死后带领以色列人进入那地", Answer: "约书亚"}, Text{Question: "谁在摩西之后带领以色列人进入那地", Answer: "约书亚"}, []Likeness{CloseWording}},
		{"another question, the same answer", Text{Question: long, Answer: "7"}, Text{Question: "How many days are in a week?", Answer: "7"}, nil},
		{"a minus", Text{Question: "What is colder?", Answer: "-5"}, Text{Question: "What is colder?", Answer: "5"}, []Likeness{OtherAnswer}},
		{"a sum", Text{Question: "2 + 3 = ?", Answer: "5"}, Text{Question: "2 × 3 = ?", Answer: "6"}, nil},
		{"nothing but signs", Text{Question: "?", Answer: "<"}, Text{Question: "?", Answer: ">"}, []Likeness{OtherAnswer}},
	}
	for _, c := range cases {
		var got []Likeness
		for _, twin := range Twins([]Text{c.a, {Question: "Something else?", Answer: "else"}, c.b}) {
			if twin.Index != 2 || twin.Of != 0 {
				t.Errorf("%s: %+v", c.name, twin)
			}
			got = append(got, twin.Likeness)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if got := Twins(nil); got != nil {
		t.Errorf("%v", got)
	}
	three := Twins([]Text{{Question: "q x", Answer: "a"}, {Question: "q x", Answer: "b"}, {Question: "q x", Answer: "b"}})
	if want := []Twin{{1, 0, OtherAnswer}, {2, 1, SameQuestion}}; !reflect.DeepEqual(three, want) {
		t.Errorf("%v", three)
	}
}

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"  The LORD’s  prayer! ": "the lords prayer", "Æneas & Straße": "aeneas strasse", "x² = 9": "x² = 9", "¿Qué?": "que",
		"3–4": "3 4", "-5 °C": "−5 °c", "Cafe\u0301": "cafe", "사자 굴": "사자 굴", "": "",
	} {
		if got := Fold(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if again := Fold(Fold(text)); again != Fold(text) {
			t.Errorf("%q: folded twice %q", text, again)
		}
	}
}

// Lists that are meant to cost much: it must grow about as the list does.
func BenchmarkTwins(b *testing.B) {
	kinds := map[string]func(i int) Text{
		"mixed": func(i int) Text {
			return Text{Question: fmt.Sprintf("Who was king number %d of land %d in the year %d?", i, i%97, i*7), Answer: fmt.Sprint("name ", i%500)}
		},
		"one-answer": func(i int) Text {
			return Text{Question: fmt.Sprintf("Is statement %d about the place %d true?", i, i%91), Answer: "True"}
		},
		"few-words": func(i int) Text {
			return Text{Question: strings.Repeat("a ", i%7) + fmt.Sprintf("b%d c%d d%d", i%11, i%13, i%17), Answer: "True"}
		},
	}
	for name, kind := range kinds {
		for _, n := range []int{5_000, 10_000, 20_000} {
			texts := make([]Text, n)
			for i := range texts {
				texts[i] = kind(i)
			}
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					Twins(texts)
				}
			})
		}
	}
}
