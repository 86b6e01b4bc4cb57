package store

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// sector is what a disk writes at once when the power goes.
const sector = 512

// A power cut while a commit is being written leaves any of its sectors new and
// the others old. Each such state opens with every entry that was acknowledged,
// and the one that was under way is whole or not there. That holds for a log that is
// begun anew, too, whose head is durable before its first frame.
func TestAppend_TornByAPowerCut(t *testing.T) {
	const entries, cuts = 12, 12
	chance := rand.New(rand.NewPCG(6, 4))
	f := open(t, filepath.Join(t.TempDir(), "evening.db"))
	// state is the file and its log as they lie on the disk.
	state := func() map[string][]byte {
		s := map[string][]byte{}
		for _, end := range []string{"", "-wal"} {
			b, err := os.ReadFile(f.path + end)
			if err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			s[end] = b
		}
		return s
	}
	for seq := int64(1); seq <= entries; seq++ {
		f.log.quiet()         // the log is moved when the test says so,
		if seq == entries/2 { // and made longer
			f.log.mu.Lock()
			f.rest()
			f.log.mu.Unlock()
			f.log.quiet()
		}
		if seq%4 == 0 {
			if err := f.anew(); err != nil {
				t.Fatal(err)
			}
		}
		before := state()
		if err := f.keep(entry(seq), map[string]string{fmt.Sprintf("p%d", seq): fmt.Sprintf("Name %d", seq)}); err != nil {
			t.Fatal(err)
		}
		f.log.quiet()
		after := state()
		if old, now := before["-wal"], after["-wal"]; len(old) >= walHead && !bytes.Equal(old[:walHead], make([]byte, walHead)) {
			if anew := !bytes.Equal(old[:walHead], now[:walHead]); anew != (seq%4 == 0) {
				t.Fatalf("entry %d: the log was begun anew: %v", seq, anew)
			}
			copy(old, now[:walHead])
		}
		for cut := range cuts {
			folder := t.TempDir()
			path := filepath.Join(folder, "evening.db")
			for end := range after {
				if err := os.WriteFile(path+end, torn(before[end], after[end], func() bool {
					return cut > 0 && chance.IntN(cuts) < cut
				}), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			survives(t, path, seq-1, seq)
		}
	}
}

// quiet keeps the log from being moved until something is written.
func (l *log) quiet() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.timer.Stop()
}

// torn is what lies on the disk when only some sectors of a write arrived.
func torn(before, after []byte, arrived func() bool) []byte {
	size, seen := len(before), append([]byte(nil), before...)
	for at := 0; at < len(after); at += sector {
		end := min(at+sector, len(after))
		if !arrived() {
			continue
		}
		if end > size {
			seen = append(seen, make([]byte, end-size)...)
			size = end
		}
		copy(seen[at:end], after[at:end])
	}
	return seen
}

// survives opens a file and checks that it has all entries up to one of two.
func survives(t *testing.T, path string, least, most int64) {
	t.Helper()
	f, err := Open(path)
	if err != nil {
		t.Fatalf("after %d acknowledged entries: %v", least, err)
	}
	defer f.Close()
	last, err := f.last()
	if err != nil || last < least || last > most {
		t.Fatalf("%d entries are there, want %d or %d, %v", last, least, most, err)
	}
	holds(t, f, last)
	if err := f.keep(entry(last+1), nil); err != nil {
		t.Fatalf("the record does not go on: %v", err)
	}
}
