package store

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biblechess/event"
)

func TestTake_OnlyWhatFollows(t *testing.T) {
	from, err := Open(filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	for seq := int64(1); seq <= 20; seq++ {
		e := event.Entry{Seq: seq, At: seq * 1000, Seat: event.Host, Kind: "x", Once: "o", Body: json.RawMessage(`{"t":"<é\u2028>"}`)}
		if err := from.Append([]event.Addition{{Entry: e}}); err != nil {
			t.Fatal(err)
		}
	}
	list, err := from.Since(0, 100)
	if err != nil || len(list) != 20 {
		t.Fatal(len(list), err)
	}
	// They travel as JSON.
	body, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	list = nil
	if err := json.Unmarshal(body, &list); err != nil {
		t.Fatal(err)
	}
	to, err := Open(filepath.Join(t.TempDir(), "b.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	if err := to.Take(list[:10]); err != nil {
		t.Fatal(err)
	}
	changed := append([]event.Sealed(nil), list[10:]...)
	changed[5].Body = `{"t":"other"}`
	for name, wrong := range map[string][]event.Sealed{"one was left out": list[11:], "again": list[9:], "one was changed": changed} {
		if err := to.Take(wrong); err == nil || !strings.Contains(err.Error(), "did not arrive as it was written") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := to.Take(list[10:]); err != nil {
		t.Error(err)
	}
	for _, seq := range []int64{1, 10, 20, 21} {
		a, _ := from.SumAt(seq)
		b, err := to.SumAt(seq)
		if err != nil || a != b || (a == "") != (seq == 21) {
			t.Errorf("entry %d: %q and %q, %v", seq, a, b, err)
		}
	}
	entries, _, err := to.Load()
	if sum, _ := to.SumAt(20); err != nil || SumOf(entries) != sum {
		t.Errorf("the sum of %d entries is another one, %v", len(entries), err)
	}
}

func TestR4_SetNamesLeavesNothingOfAWipedName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.SetNames(map[string]string{"1": "Zerubbabel", "2": "Ruth"}); err != nil {
		t.Fatal(err)
	}
	found := func(name string) bool {
		for _, end := range []string{"", "-wal"} {
			if b, err := os.ReadFile(path + end); err == nil && strings.Contains(string(b), name) {
				return true
			}
		}
		return false
	}
	if !found("Zerubbabel") || !found("Ruth") {
		t.Fatal("the names are not in the file")
	}
	if err := f.SetNames(map[string]string{"1": "", "2": "Ruth", "3": "Joel"}); err != nil {
		t.Fatal(err)
	}
	names, err := f.Names()
	if err != nil || len(names) != 3 || names["1"] != "" || names["3"] != "Joel" {
		t.Errorf("the names are %v, %v", names, err)
	}
	if found("Zerubbabel") || !found("Joel") {
		t.Error("the wiped name is still in the file")
	}
}
