package questions

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"biblechess/event/chess"
)

// text makes a text that can be added.
func text(question string) Text {
	return Text{Question: question, Answer: "answer", Reference: "reference"}
}

// wants fails the test unless err is a refusal in these words.
func wants(t *testing.T, name string, err error, words string) {
	t.Helper()
	if err == nil || err.Error() != words {
		t.Errorf("%s: got %v\nwant %s", name, err, words)
	} else if r := (*chess.Refusal)(nil); !errors.As(err, &r) || r.Square != chess.NoSquare {
		t.Errorf("%s: %#v is not a refusal without a square", name, err)
	}
}

func TestB34_TextCheck(t *testing.T) {
	long := func(n int) string { return strings.Repeat("é", n) }
	full := Text{long(MaxQuestion), long(MaxAnswer), make([]string, MaxAlso), nil, long(MaxReference), long(MaxHint), long(MaxSayAs)}
	for i := range full.Also {
		full.Also[i] = long(MaxAnswer)
	}
	for name, good := range map[string]Text{
		"the least":             text("q"),
		"the most":              full,
		"B38 emoji":             {Question: "🙂 + 🙂?", Answer: "👨‍👩‍👧", Reference: "🏫"},
		"B38 right to left":     {Question: "מה שמו?", Answer: "دانيال", Also: []string{"\u200fדניאל"}, Reference: "ספר", Hint: "אריות"},
		"B38 quotes and braces": {Question: `"x" 'y' {a1} \ <b> $5 | ; ,`, Answer: "=2+3", Reference: "-"},
		"lines and tabs":        {Question: "a\n\tb", Answer: "a\nb", Reference: "r"},
		"B20 a hint":            {Question: "q", Answer: "a", Reference: "r", Hint: "lion's-den"},
	} {
		if err := good.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	cases := []struct {
		name   string
		change func(*Text)
		want   string
	}{
		{"B34 no question", func(x *Text) { x.Question = "" }, "The question is missing (B34)."},
		{"B34 spaces for a question", func(x *Text) { x.Question = " \n" }, "The question is missing (B34)."},
		{"B34 nothing that can be seen", func(x *Text) { x.Question = "\u200b\u200f" }, "The question is missing (B34)."},
		{"B34 no answer", func(x *Text) { x.Answer = "" }, "The answer is missing: write what the judges accept (B34)."},
		{"B34 no reference", func(x *Text) { x.Reference = "" }, "The reference is missing: write where the answer can be looked up (B34)."},
		{"B34 a long question", func(x *Text) { x.Question = long(2001) }, "The question has 2001 characters; at most 2000 are possible (B34)."},
		{"B34 a long answer", func(x *Text) { x.Answer = long(301) }, "The answer has 301 characters; at most 300 are possible (B34)."},
		{"B34 a long reference", func(x *Text) { x.Reference = long(301) }, "The reference has 301 characters; at most 300 are possible (B34)."},
		{"B34 a long further answer", func(x *Text) { x.Also = []string{"a", long(301)} }, "The further answer has 301 characters; at most 300 are possible (B34)."},
		{"B34 an empty further answer", func(x *Text) { x.Also = []string{"a", " "} }, "One of the further answers is empty (B34)."},
		{"B34 many further answers", func(x *Text) { x.Also = make([]string, 41) }, "There are 41 further answers; at most 40 are possible (B34)."},
		{"B20 a long hint", func(x *Text) { x.Hint = long(31) }, "The hint has 31 characters; at most 30 are possible (B34)."},
		{"B20 two words", func(x *Text) { x.Hint = "two words" }, "The hint must be one word without spaces (B20)."},
		{"B20 a no-break space", func(x *Text) { x.Hint = "two\u00a0words" }, "The hint must be one word without spaces (B20)."},
		{"B20 nothing that can be seen", func(x *Text) { x.Hint = "\u200b" }, "The hint must be one word without spaces (B20)."},
		{"B34 a zero", func(x *Text) { x.Question = "a\x00b" }, "The question holds a control character (U+0000) that cannot be shown: type that part again (B34)."},
		{"B34 an escape", func(x *Text) { x.SayAs = "\x1b[31m" }, "The note on how to say it holds a control character (U+001B) that cannot be shown: type that part again (B34)."},
		{"B34 a carriage return", func(x *Text) { x.Answer = "a\rb" }, "The answer holds a control character (U+000D) that cannot be shown: type that part again (B34)."},
		{"B34 broken bytes", func(x *Text) { x.Reference = "a\xff" }, "The reference holds bytes that are not text (B34)."},
	}
	for _, c := range cases {
		bad := text("q")
		c.change(&bad)
		wants(t, c.name, bad.Check(), c.want)
	}
}

func TestB38_TextClean(t *testing.T) {
	got := Text{
		Question:  " \r\nWho\u2028said\r\n\"I  am\"?\rThen\u0085what? 🙂\u200f \n",
		Answer:    "\ta ",
		Also:      []string{" a", "", "A", " \n", "A ", "b"},
		Reject:    []string{" c", "", "c"},
		Reference: "\u00a0r\u00a0",
		Hint:      " h ",
		SayAs:     " s",
	}.Clean()
	want := Text{"Who\nsaid\n\"I  am\"?\nThen\nwhat? 🙂\u200f", "a", []string{"A", "b"}, []string{"c"}, "r", "h", "s"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
	if again := got.Clean(); !reflect.DeepEqual(again, got) || !again.Equal(got) {
		t.Errorf("cleaning twice: %q", again)
	}
}

func TestTextEqual(t *testing.T) {
	full := Text{"q", "a", []string{"b"}, []string{"c"}, "r", "h", "s"}
	for i, other := range []Text{
		{"x", "a", []string{"b"}, []string{"c"}, "r", "h", "s"}, {"q", "x", []string{"b"}, []string{"c"}, "r", "h", "s"}, {"q", "a", nil, []string{"c"}, "r", "h", "s"},
		{"q", "a", []string{"b"}, []string{"c"}, "x", "h", "s"}, {"q", "a", []string{"b"}, []string{"c"}, "r", "x", "s"}, {"q", "a", []string{"b"}, []string{"c"}, "r", "h", "x"},
		{"q", "a", []string{"b"}, nil, "r", "h", "s"},
	} {
		if full.Equal(other) || !other.Equal(other) {
			t.Errorf("field %d is not compared", i)
		}
	}
	b, err := json.Marshal(full)
	if want := `{"question":"q","answer":"a","also":["b"],"reject":["c"],"ref":"r","hint":"h","say":"s"}`; err != nil || string(b) != want {
		t.Errorf("%s, %v", b, err)
	}
	var back Text
	if err := json.Unmarshal(b, &back); err != nil || !back.Equal(full) {
		t.Errorf("%v, %v", back, err)
	}
}

func TestReadingSeconds(t *testing.T) {
	for s, want := range map[string]float64{
		"": 0, " \n": 0, "one": 0.4, "one two\nthree": 1.2, strings.Repeat("word ", 150): 60,
		"מה שמו?": 0.8, "耶穌是誰": 0.8, "誰 is 耶穌?": 1.0, "5 + 5 = ?": 2,
	} {
		if got := ReadingSeconds(s); math.Abs(got-want) > 1e-9 {
			t.Errorf("%q takes %v s, want %v", s, got, want)
		}
	}
}

func TestB30_Kinds(t *testing.T) {
	for _, k := range Kinds {
		if got, ok := ParseKind(strings.ToUpper(KindName(k))); !ok || got != k {
			t.Errorf("%s is read as %d", KindName(k), got)
		}
		if err := (Bank{chess.Black, k}).Check(); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"", "King", "Game Master", "Rooks", "Q M!"} {
		if k, ok := ParseKind(name); ok {
			t.Errorf("%q is read as %d", name, k)
		}
	}
	if got := (Bank{chess.Black, chess.Queen}).String(); got != "Black's Quiz Master bank" {
		t.Error(got)
	}
	for _, b := range []Bank{{chess.White, chess.King}, {chess.White, chess.NoKind}, {2, chess.Rook}} {
		wants(t, "B30", b.Check(), "Only Rooks, Bishops, Knights, Pawns and Quiz Masters have a bank of questions (B30).")
	}
}
