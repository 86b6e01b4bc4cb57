package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
)

// askedFields are the fields of a vector that say what the position is.
var askedFields = []string{"id", "format", "options", "fen", "unmoved"}

// filledFields are the fields that the verb fills in or gives back.
var filledFields = []string{"id", "format", "options", "fen", "turn", "moves", "check", "attacked", "result", "wins"}

func TestMovesOfAllVectors(t *testing.T) {
	var vectors []byte
	for _, format := range []string{"bible", "chess", "jedi", "stealth"} {
		text, err := os.ReadFile("../../event/rules/testdata/" + format + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		vectors = append(append(vectors, bytes.TrimSpace(text)...), '\n')
	}
	var in, out bytes.Buffer
	var want []map[string]any
	for _, line := range bytes.Split(bytes.TrimSpace(vectors), []byte("\n")) {
		var v map[string]any
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		position, filled := map[string]any{}, map[string]any{}
		for _, f := range askedFields {
			if x, ok := v[f]; ok {
				position[f] = x
			}
		}
		for _, f := range filledFields {
			filled[f] = v[f]
		}
		if list, ok := v["unmoved"].([]any); ok && len(list) > 0 {
			filled["unmoved"] = list
		}
		if err := json.NewEncoder(&in).Encode(position); err != nil {
			t.Fatal(err)
		}
		want = append(want, filled)
	}
	if err := moves(&in, &out); err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))
	if len(lines) != len(want) || len(want) < 1750 {
		t.Fatalf("%d lines for %d positions", len(lines), len(want))
	}
	for i, line := range lines {
		var got map[string]any
		if err := json.Unmarshal(line, &got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want[i]) {
			t.Errorf("got  %v\nwant %v", got, want[i])
		}
	}
}

func TestMovesOfOneLine(t *testing.T) {
	const start = `"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"`
	for _, c := range []struct{ name, in, want string }{
		{"ended: Black's Game Master is gone", `{"id":"a","format":"bible","fen":"8/8/8/8/8/8/8/K7 b - - 0 1"}`,
			`{"id":"a","format":"bible","options":[],"fen":"8/8/8/8/8/8/8/K7 b - - 0 1","turn":"b","moves":[],"check":false,"attacked":false,"result":"white-wins","wins":[]}`},
		{"ended: White's Game Master is gone", `{"id":"a","format":"bible","fen":"8/8/8/8/8/8/8/k7 b - - 0 1"}`,
			`{"id":"a","format":"bible","options":[],"fen":"8/8/8/8/8/8/8/k7 b - - 0 1","turn":"b","moves":[],"check":false,"attacked":false,"result":"black-wins","wins":[]}`},
		{"drawn: no call (B25)", `{"id":7,"format":"bible","options":null,"fen":"7k/8/8/1p6/pPp5/PRP5/PPP5/KB6 w - - 0 1"}`,
			`{"id":7,"format":"bible","options":[],"fen":"7k/8/8/1p6/pPp5/PRP5/PPP5/KB6 w - - 0 1","turn":"w","moves":[],"check":false,"attacked":false,"result":"draw-stalemate","wins":[]}`},
		{"both gone", `{"id":"a","format":"bible","fen":"8/8/8/8/8/8/8/8 b - - 0 1"}`, `neither side has its Game Master`},
		{"no JSON", `{"id":"a",`, `not JSON`},
		{"JSON and more", `{"id":"a"} {"id":"b"}`, `not JSON`},
		{"a list", `[1,2]`, `JSON object on one line`},
		{"a wrong field", `{"fen":5,"id":"known","format":"bible"}`, `{"id":"known","error":"the field \"fen\" can't be a JSON number"}`},
		{"a wrong id", `{"id":{"a":1},"format":"bible",` + start + `}`, `{"error":"the id must be a text or a number"}`},
		{"no format", `{"id":"a",` + start + `}`, `{"id":"a","error":"the format \"\" is not known, only bible, chess, jedi, stealth"}`},
		{"an unknown format", `{"id":"a","format":"go",` + start + `}`, `only bible, chess, jedi, stealth`},
		{"an unknown option", `{"id":"a","format":"bible","options":["pass-through","fly"],` + start + `}`, `the option \"fly\" is not known for Bible Chess`},
		{"no FEN", `{"id":"a","format":"bible"}`, `six parts`},
		{"a bad FEN", `{"id":"a","format":"bible","fen":"8/8/8/8/8/8/8/9 w - - 0 1"}`, `'9' is not a piece`},
		{"a Pawn on the last rank", `{"id":"a","format":"bible","fen":"P3k3/8/8/8/8/8/8/4K3 w - - 0 1"}`, `would have been promoted`},
		{"dead (C3)", `{"id":"a","format":"chess","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1"}`,
			`"moves":[],"check":false,"attacked":false,"result":"draw","wins":[]}`},
		{"attacked and not bound to answer (J6)", `{"id":"a","format":"jedi","options":["rebel","no-checkmate"],"fen":"4c3/8/8/8/8/8/8/K3R3 b - - 0 1"}`, `"check":false,"attacked":true,"result":""`},
		{"bound to answer (J3)", `{"id":"a","format":"jedi","options":["rebel"],"fen":"4c3/8/8/8/8/8/8/K3R3 b - - 0 1"}`, `"check":true,"attacked":true,"result":""`},
		{"an impossible position", `{"id":"a","format":"chess","fen":"4k3/8/8/8/8/8/8/K3R3 w - - 0 1"}`, `{"id":"a","error":"White is to move, and Black's King on e8 is in check already`},
		{"another format's option", `{"id":"a","format":"chess","options":["rebel"],` + start + `}`, `the option \"rebel\" is not known for Ordinary chess`},
		{"a Pawn that has moved (S2)", `{"id":"a","format":"stealth","fen":"4k3/8/8/8/8/8/P7/4K3 w - - 0 1","unmoved":[]}`, `"moves":["a2a3","e1d1"`},
		{"Pawns at home that have not (S2)", `{"id":"a","format":"stealth","fen":"4k3/8/8/8/8/8/8/P3K3 w - - 0 1"}`, `"moves":["a1a2","a1a3","e1d1"`},
		{"no such Pawn", `{"id":"a","format":"stealth","fen":"4k3/8/8/8/P7/8/8/4K3 w - - 0 1","unmoved":["a4"]}`, `no Pawn that has not moved can stand on a4`},
		{"no such square", `{"id":"a","format":"stealth","fen":"4k3/8/8/8/P7/8/8/4K3 w - - 0 1","unmoved":["z9"]}`, `is not a square`},
		{"unmoved elsewhere", `{"id":"a","format":"chess","unmoved":["a2"],` + start + `}`, `told for Stealth Chess alone`},
		{"bytes that are no text", "\xff\xfe{}", `not JSON`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			if err := moves(strings.NewReader(c.in), &out); err != nil {
				t.Fatal(err)
			}
			if got := out.String(); !strings.HasSuffix(got, "\n") || strings.Count(got, "\n") != 1 || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q in it", got, c.want)
			}
		})
	}
}

func TestMovesGoesOn(t *testing.T) {
	long := `{"id":"long","format":"bible","fen":"` + strings.Repeat("8/", 1<<20) + `"}`
	good := `{"id":"good","format":"bible","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1"}`
	var out bytes.Buffer
	if err := moves(strings.NewReader("\n  \r\nrubbish\n"+long+"\r\n\n"+good), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 || !strings.Contains(lines[0], "not JSON") ||
		!strings.HasPrefix(lines[1], `{"id":"long","error":"`) || len(lines[1]) > 300 || !strings.Contains(lines[2], `"moves":["e1d1"`) {
		t.Errorf("got %d lines: %.400s", len(lines), out.String())
	}
}

// TestMovesAnswersAtOnce talks with the verb: each answer comes before the
// next question is put.
func TestMovesAnswersAtOnce(t *testing.T) {
	questions, ask := io.Pipe()
	answer, answers := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := moves(questions, answers)
		answers.Close()
		done <- err
	}()
	lines := bufio.NewScanner(answer)
	for range 3 {
		if _, err := io.WriteString(ask, `{"format":"bible","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1"}`+"\n"); err != nil {
			t.Fatal(err)
		}
		if !lines.Scan() || !strings.Contains(lines.Text(), `"result":""`) {
			t.Fatalf("got %q", lines.Text())
		}
	}
	ask.Close()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error)  { return 0, errors.New("broken") }
func (broken) Write([]byte) (int, error) { return 0, errors.New("broken") }

func TestMovesTellsOfBrokenPipes(t *testing.T) {
	if err := moves(broken{}, io.Discard); err == nil {
		t.Error("a broken input is not told")
	}
	if err := moves(strings.NewReader("{}\n"), broken{}); err == nil {
		t.Error("a broken output is not told")
	}
}
