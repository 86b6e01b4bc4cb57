package store

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"biblechess/event"
)

// additions are entries from a number on, each with its name.
func additions(from, count int64) []event.Addition {
	var list []event.Addition
	for seq := from; seq < from+count; seq++ {
		list = append(list, event.Addition{Entry: entry(seq), Names: map[string]string{fmt.Sprintf("p%d", seq): fmt.Sprintf("Name %d", seq)}})
	}
	return list
}

func TestAppend_ManyInOneCommitAllOrNone(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "evening.db"))
	have := int64(0)
	for _, count := range []int64{1, 2, 7, 8, 9, 16, 64, 100} {
		// One bad entry anywhere keeps all of them out.
		for _, bad := range []int64{0, count / 2, count - 1} {
			list := additions(have+1, count)
			list[bad].Seq += 1000
			if err := f.Append(list); err == nil {
				t.Errorf("%d entries were taken with a bad one at %d", count, bad)
			}
			holds(t, f, have)
		}
		if err := f.Append(additions(have+1, count)); err != nil {
			t.Fatal(err)
		}
		have += count
		holds(t, f, have)
	}
}

// sizeOf is the length of the write-ahead log.
func sizeOf(t *testing.T, f *File) int64 {
	t.Helper()
	info, err := os.Stat(f.path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// now has the file rest at once.
func (f *File) now() {
	f.log.mu.Lock()
	defer f.log.mu.Unlock()
	f.rest()
}

// The log is grown before the match, and however many entries come, it is
// written over instead of made longer. A copy as a crash would leave it, at any
// moment, has everything.
func TestLog_IsGrownOnceAndWrittenOver(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "evening.db"))
	for end := time.Now().Add(5 * time.Second); sizeOf(t, f) < grown; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the log was not grown")
		}
	}
	have := int64(0)
	for round := range 6 {
		for range worth {
			if err := f.Append(additions(have+1, 1)); err != nil {
				t.Fatal(err)
			}
			have++
		}
		if round > 2 {
			f.now()
		}
		if size := sizeOf(t, f); size != grown {
			t.Fatalf("after %d entries the log has %d bytes", have, size)
		}
		crashed := filepath.Join(t.TempDir(), "evening.db")
		for _, part := range []string{"", "-wal"} {
			body, err := os.ReadFile(f.path + part)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(crashed+part, body, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		again := open(t, crashed)
		holds(t, again, have)
		again.Close()
	}
}

// A power cut while the log is being written over leaves any of its sectors new
// and the others as they were before the rest: what was moved into the database
// is read from there, and old frames are never taken for new ones.
func TestLog_TornWhileItIsWrittenOver(t *testing.T) {
	chance := rand.New(rand.NewPCG(6, 5))
	f := open(t, filepath.Join(t.TempDir(), "evening.db"))
	read := func(end string) []byte {
		body, err := os.ReadFile(f.path + end)
		if err != nil {
			t.Fatal(err)
		}
		return body
	}
	if err := f.Append(additions(1, worth)); err != nil {
		t.Fatal(err)
	}
	f.now()
	for have := int64(worth); have < worth+6; have++ {
		before := read("-wal")
		if err := f.Append(additions(have+1, 1)); err != nil {
			t.Fatal(err)
		}
		after := read("-wal")
		if len(after) != grown {
			t.Fatalf("the log has %d bytes", len(after))
		}
		for cut := range 8 {
			path := filepath.Join(t.TempDir(), "evening.db")
			body := torn(before, after, func() bool { return chance.IntN(8) < cut })
			for end, content := range map[string][]byte{"": read(""), "-wal": body} {
				if err := os.WriteFile(path+end, content, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			survives(t, path, have, have+1)
		}
	}
}

// Without a rest for a long time the log is moved between two commits.
func TestLog_DoesNotGrowWithTheRecord(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "evening.db"))
	for have := int64(0); have < 3000; have += 10 {
		if err := f.Append(additions(have+1, 10)); err != nil {
			t.Fatal(err)
		}
	}
	holds(t, f, 3000)
	if size := sizeOf(t, f); size > 2*grown {
		t.Errorf("after 3000 entries the log has %d bytes", size)
	}
}

func TestGrow_LeavesWhatItCanNotGrow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	if err := grow(path, 100); err == nil {
		t.Error("a file that is not there was grown")
	}
	if err := os.WriteFile(path, []byte("frames"), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := grow(path, 100); err != nil {
			t.Fatal(err)
		}
		if body, _ := os.ReadFile(path); len(body) != 100 || string(body[:6]) != "frames" || body[99] != 0 {
			t.Errorf("the file is %q", body)
		}
	}
}

// Whoever copies the file alone, or throws its log away after a crash, loses only what was
// written in the last moments: in a lull the log is moved into the file.
func TestLog_IsMovedInALull(t *testing.T) {
	t.Parallel()
	f := open(t, filepath.Join(t.TempDir(), "evening.db"))
	if err := f.Append(additions(1, 3)); err != nil {
		t.Fatal(err)
	}
	alone := filepath.Join(t.TempDir(), "alone.db")
	for end := time.Now().Add(2 * lull); ; time.Sleep(rest / 2) {
		body, err := os.ReadFile(f.path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(alone, body, 0o600); err != nil {
			t.Fatal(err)
		}
		entries, names, err := Read(alone)
		if err != nil && time.Now().After(end) {
			t.Fatal(err)
		}
		if len(entries) == 3 && len(names) == 3 {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the file alone has %d entries and %d names", len(entries), len(names))
		}
	}
}
