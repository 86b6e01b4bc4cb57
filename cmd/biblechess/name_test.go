package main

import (
	"context"
	"testing"
	"time"
)

func TestLocalName(t *testing.T) {
	for typed, want := range map[string]string{
		"chess": "chess.local", "Chess.local": "chess.local", "bible-chess-2": "bible-chess-2.local",
		"": "", "-x": "", "x-": "", "a b": "", "chess.example": "", ".local": "", "<b>": "", "ünï": "",
	} {
		if got, err := localName(typed); got != want || (err != nil) != (want == "") {
			t.Errorf("%q is %q, %v", typed, got, err)
		}
	}
}

// Another device asks the network for the name and gets an address.
func TestName_AnswersTheNetwork(t *testing.T) {
	answering, err := answerTo("chess-under-test.local", true)
	if err != nil {
		t.Fatal(err)
	}
	defer answering.Close()
	asking, err := answerTo("other-under-test.local", true)
	if err != nil {
		t.Fatal(err)
	}
	defer asking.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if _, addr, err := asking.QueryAddr(ctx, "chess-under-test.local"); err != nil || !addr.IsValid() {
		t.Errorf("the name is at %v: %v", addr, err)
	}
}
