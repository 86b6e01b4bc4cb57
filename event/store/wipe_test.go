package store

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// After a wipe no byte of a name is left in the file, its log, its copies or a file
// that was replaced; the record reads as before (R4).
func TestR4_WipeLeavesNoTrace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "evening.db")
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const secret = "Bartholomew Featherstonehaugh"
	for seq := int64(1); seq <= 40; seq++ {
		names := map[string]string{}
		if seq%4 == 0 {
			names["p"+string(rune('0'+seq/4%10))+"x"] = secret
		}
		if err := f.keep(entry(seq), names); err != nil {
			t.Fatal(err)
		}
	}
	copied := filepath.Join(CopiesOf(path), CopyName(time.Now()))
	if err := os.MkdirAll(CopiesOf(path), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{copied, path + ".before-20260101-000000.000"} {
		if err := f.Copy(to); err != nil {
			t.Fatal(err)
		}
	}
	_, names, err := f.Load()
	if err != nil || len(names) != 10 {
		t.Fatalf("%d names, %v", len(names), err)
	}
	var ids []string
	for id := range names {
		ids = append(ids, id)
	}
	if found(t, path) == 0 || found(t, copied) == 0 {
		t.Fatal("the names are in no file: the test looks at nothing")
	}
	if err := f.Wipe(ids); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{path, copied, path + ".before-20260101-000000.000"} {
		if n := found(t, file); n > 0 {
			t.Errorf("%s holds the name %d times", file, n)
		}
	}
	entries, names, err := f.Load()
	if err != nil || len(entries) != 40 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	for id, name := range names {
		if name != "" {
			t.Errorf("%s is still %q", id, name)
		}
	}
	if err := f.keep(entry(41), map[string]string{"p41": "Anna"}); err != nil {
		t.Errorf("the record does not go on: %v", err)
	}
	if _, _, err := Read(copied); err != nil {
		t.Errorf("the copy can't be read: %v", err)
	}
}

// found counts a name in a file and its log.
func found(t *testing.T, path string) int {
	t.Helper()
	n := 0
	for _, end := range []string{"", "-wal", "-journal"} {
		body, err := os.ReadFile(path + end)
		if err == nil {
			n += bytes.Count(body, []byte("Featherstonehaugh"))
		}
	}
	return n
}
