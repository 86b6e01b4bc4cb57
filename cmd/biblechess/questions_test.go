package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

const samples = "../../questions/exchange/testdata/samples/"

// The keys of expected.json that bind, in the form that the verb prints.
type boundRecord struct {
	N                                          int
	Question, Reference, Category, Piece, Hint string
	Type                                       string
	Answers, Options                           []string
}

type boundFiles struct {
	Files map[string]struct {
		Imported int
		Records  []boundRecord
		Skipped  []struct {
			Title            string
			Line, Row, Index int
			Optional         bool
		}
		Error string
	}
}

func TestQuestionsCheck_SamplesInTheExpectedShape(t *testing.T) {
	data, err := os.ReadFile(samples + "expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var want, got boundFiles
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	args := []string{"check", "-json"}
	for name := range want.Files {
		args = append(args, samples+name)
	}
	var out bytes.Buffer
	if err := questionsVerb(args, &out); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(want.Files) != 11 || len(got.Files) != len(want.Files) {
		t.Fatalf("%d of %d files", len(got.Files), len(want.Files))
	}
	for name, w := range want.Files {
		g := got.Files[name]
		if g.Imported != w.Imported || !reflect.DeepEqual(g.Records, w.Records) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", name, g.Records, w.Records)
		}
		for _, s := range w.Skipped {
			optional := s.Optional
			s.Optional = false
			if !optional && !slices.Contains(g.Skipped, s) {
				t.Errorf("%s: %+v is not among %+v", name, s, g.Skipped)
			}
		}
	}
}

func TestQuestionsCheck_InWords(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "questions.csv")
	if err := os.WriteFile(picture, []byte("\xFF\xD8\xFF\xE0 picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err := questionsVerb([]string{"check", samples + "quizlet.tsv", picture, "missing.csv"}, &out)
	if err == nil || err.Error() != "2 of 3 files could not be read" {
		t.Errorf("%v", err)
	}
	for _, want := range []string{
		"quizlet.tsv: Quizlet export, UTF-8. Questions: 11. Not taken: 3.\n",
		"  line 8: not taken: The question is missing. (An answer with no term)\n",
		"  line 12: It is the same question as in line 4, with another answer. (Which planet is nearest the Sun?)\n",
		"questions.csv: This is a JPEG picture, not a file of questions: the questions have to be typed.\n",
		"missing.csv: open missing.csv: ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

func TestQuestionsVerb_OtherWords(t *testing.T) {
	for _, args := range [][]string{nil, {"eat"}, {"check"}, {"check", "-json"}, {"check", "-xml", "a"}} {
		if err := questionsVerb(args, &bytes.Buffer{}); err == nil {
			t.Errorf("%q is no error", args)
		}
	}
	if err := questionsVerb([]string{"check", samples + "qa.txt"}, full{}); !errors.Is(err, errFull) {
		t.Errorf("a full disk: %v", err)
	}
}

var errFull = errors.New("the disk is full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
