package judging

import (
	"encoding/json"
	"testing"
)

func TestB20_VoteKeys(t *testing.T) {
	for key, want := range map[string]Vote{"wrong": VoteWrong, "right": VoteRight, "late": VoteTooLate} {
		got, err := ParseVote(key)
		if err != nil || got != want || got.String() != key {
			t.Errorf("%s: %v, %v", key, got, err)
		}
		if got.Right() != (key == "right") {
			t.Errorf("B20: %s counts as right: %v", key, got.Right())
		}
	}
	if _, err := ParseVote("maybe"); err == nil || err.Error() != `"maybe" is not a ruling: it is one of [wrong right late]` {
		t.Errorf("maybe: %v", err)
	}
	if got := Vote(9).String(); got != "?" {
		t.Errorf("a vote that does not exist is %q", got)
	}
}

func TestB40_PolicyKeys(t *testing.T) {
	for key, want := range map[string]Policy{"majority": Majority, "unanimous": Unanimous, "any": Any, "head": Head} {
		if got, err := ParsePolicy(key); err != nil || got != want || got.String() != key {
			t.Errorf("%s: %v, %v", key, got, err)
		}
	}
	for _, key := range []string{"", "Majority", "a-very-long-key-that-nobody-asked-for"} {
		if _, err := ParsePolicy(key); err == nil {
			t.Errorf("%q is read as a policy", key)
		}
	}
}

func TestKeysInJSON(t *testing.T) {
	type entry struct {
		P Policy
		V Vote
	}
	b, err := json.Marshal(entry{Head, VoteTooLate})
	if err != nil || string(b) != `{"P":"head","V":"late"}` {
		t.Fatalf("%s, %v", b, err)
	}
	var back entry
	if err := json.Unmarshal(b, &back); err != nil || back != (entry{Head, VoteTooLate}) {
		t.Fatalf("%v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`{"V":"perhaps"}`), &back); err == nil {
		t.Error("perhaps is read as a vote")
	}
}
