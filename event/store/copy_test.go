package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"biblechess/event"
)

// sameRecord checks what Read gives of a file.
func sameRecord(t *testing.T, path string, entries int64) {
	t.Helper()
	list, names, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(list)) != entries || int64(len(names)) != entries {
		t.Fatalf("%s has %d entries and %d names, want %d", filepath.Base(path), len(list), len(names), entries)
	}
	for i, e := range list {
		if want := entry(int64(i + 1)); e.Seq != want.Seq || string(e.Body) != string(want.Body) {
			t.Fatalf("entry %d is %+v", i+1, e)
		}
	}
}

func TestCopy_IsTheSameRecord(t *testing.T) {
	f := filled(t, 1201)
	to := filepath.Join(t.TempDir(), "new folder", "copy.db")
	if err := f.Copy(to); err != nil {
		t.Fatal(err)
	}
	sameRecord(t, to, 1201)
	// It is a data file like any other, and the first goes on.
	holds(t, open(t, to), 1201)
	if err := f.keep(entry(1202), nil); err != nil {
		t.Error(err)
	}
}

// Whatever was acknowledged before a copy began is in it, while others go on
// writing.
func TestCopy_WhileTheRecordGrows(t *testing.T) {
	f := filled(t, 100)
	folder := t.TempDir()
	stop, done := make(chan struct{}), sync.WaitGroup{}
	done.Go(func() {
		for seq := int64(101); ; seq++ {
			select {
			case <-stop:
				return
			default:
			}
			if err := f.keep(entry(seq), map[string]string{fmt.Sprintf("p%d", seq): "Name"}); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for i := range 5 {
		before, err := f.last()
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(folder, fmt.Sprint(i))
		if err := f.Copy(to); err != nil {
			t.Fatal(err)
		}
		list, names, err := Read(to)
		if err != nil || int64(len(list)) < before || len(names) < len(list) {
			t.Errorf("copy %d has %d entries and %d names of at least %d, %v", i, len(list), len(names), before, err)
		}
	}
	close(stop)
	done.Wait()
}

func TestCopy_NowhereToGo(t *testing.T) {
	f := filled(t, 3)
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := f.Copy(filepath.Join(blocked, "copy.db")); err == nil {
		t.Error("a copy was made below a file")
	}
	holds(t, f, 3)
}

// One changed letter in an entry's text leaves the tables sound; the sum shows
// it, and what came before it is still to be had.
func TestRead_OneChangedLetter(t *testing.T) {
	path := changed(t, func(b []byte) []byte {
		at := bytes.Index(b, []byte("Evening 150 "))
		if at < 0 {
			t.Fatal("the entry's text is not in the file")
		}
		b[at] = 'e'
		return b
	})
	var fault *Damage
	entries, names, err := Read(path)
	if !errors.As(err, &fault) || !strings.Contains(err.Error(), "entry 150 is not as it was written") {
		t.Errorf("the reader is told %v", err)
	}
	if len(entries) != 149 || len(names) != 200 {
		t.Errorf("%d entries and %d names are kept, want 149 and 200", len(entries), len(names))
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, _, err := f.Load(); !errors.As(err, &fault) {
		t.Errorf("the program is told %v", err)
	}
}

// An entry that is missing in the middle, or stands in another's place.
func TestRead_AMissingEntry(t *testing.T) {
	for name, sql := range map[string]string{
		"missing":   "DROP TRIGGER entry_stays; DELETE FROM entry WHERE seq = 3",
		"cut short": "", // the end of a record alone can't show that it is not the end
		"exchanged": "DROP TRIGGER entry_stays_as_it_is; UPDATE entry SET body = (SELECT body FROM entry WHERE seq = 4) WHERE seq = 3",
	} {
		f := filled(t, 5)
		f.log.mu.Lock() // the log's growing keeps off while somebody writes
		_, err := f.db.Exec(sql)
		f.log.mu.Unlock()
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		entries, _, err := Read(f.path)
		if sql == "" {
			if err != nil || len(entries) != 5 {
				t.Errorf("%s: %d entries, %v", name, len(entries), err)
			}
			continue
		}
		if err == nil || len(entries) != 2 {
			t.Errorf("%s: %d entries, %v", name, len(entries), err)
		}
	}
}

// Reading changes nothing, also beside a program that was killed.
func TestRead_ChangesNothing(t *testing.T) {
	f := filled(t, 40)
	folder := filepath.Join(t.TempDir(), "killed")
	if err := os.CopyFS(folder, os.DirFS(filepath.Dir(f.path))); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, filepath.Base(f.path))
	before := map[string]string{}
	for _, end := range []string{"", "-wal"} {
		b, err := os.ReadFile(path + end)
		if err != nil {
			t.Fatal(err)
		}
		before[path+end] = string(b)
	}
	sameRecord(t, path, 40)
	for name, was := range before {
		if b, err := os.ReadFile(name); err != nil || string(b) != was {
			t.Errorf("%s was changed, %v", filepath.Base(name), err)
		}
	}
	if files, _ := os.ReadDir(folder); len(files) != 2 {
		t.Errorf("beside the file are %v", files)
	}
	for _, bad := range []string{filepath.Join(folder, "none.db"), folder} {
		if _, _, err := Read(bad); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

func TestRotation(t *testing.T) {
	f := filled(t, 2)
	now := time.Date(2026, 11, 1, 20, 0, 0, 0, time.UTC)
	r := Rotate(f, func() time.Time { return now })
	make := func() {
		t.Helper()
		if err := r.Make(); err != nil || r.Trouble() != nil {
			t.Fatal(err, r.Trouble())
		}
	}
	make()
	now = now.Add(time.Hour)
	make()
	if list, err := r.List(); err != nil || len(list) != 1 {
		t.Fatalf("a record that has not grown was copied again: %v, %v", list, err)
	}
	// Three copies a day for forty days.
	seq := int64(3)
	for range 40 {
		for range 3 {
			now = now.Add(10 * time.Minute)
			if err := f.keep(entry(seq), map[string]string{fmt.Sprintf("p%d", seq): "Name"}); err != nil {
				t.Fatal(err)
			}
			seq++
			make()
		}
		now = now.Add(24 * time.Hour)
	}
	list, err := r.List()
	if err != nil {
		t.Fatal(err)
	}
	days := map[string]int{}
	for _, c := range list {
		days[c.At.Format("0102")]++
	}
	if len(days) != keepDays || len(list) < keepNewest || len(list) > keepNewest+keepDays {
		t.Errorf("%d copies of %d days are kept", len(list), len(days))
	}
	newest, ok := r.Path(list[0].Name)
	if !ok {
		t.Fatal("the newest copy is not where it is said to be")
	}
	if entries, _, err := Read(newest); err != nil || int64(len(entries)) != seq-1 {
		t.Errorf("the newest copy has %d entries of %d, %v", len(entries), seq-1, err)
	}
	for _, name := range []string{"", "..", "../evening.db", "/etc/passwd", "20261101-200000.000.db/..", "x.db"} {
		if path, ok := r.Path(name); ok {
			t.Errorf("%q names %s", name, path)
		}
	}
	// R4: what was wiped does not live on in copies.
	if err := r.Forget(); err != nil {
		t.Fatal(err)
	}
	if list, _ := r.List(); len(list) != 1 {
		t.Errorf("after the wipe there are %d copies", len(list))
	}
}

func TestRotation_ADiskThatRefuses(t *testing.T) {
	f := filled(t, 2)
	folder := CopiesOf(f.path)
	if err := os.WriteFile(folder, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	r := Rotate(f, time.Now)
	if err := r.Make(); err == nil || r.Trouble() == nil || !strings.Contains(err.Error(), "no safety copy could be made") {
		t.Errorf("the host is told %v", err)
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	if err := r.Make(); err != nil || r.Trouble() != nil {
		t.Errorf("after the disk came back: %v", err)
	}
}

// A file of an earlier version, as a program left it that was killed, opens as it is
// and is kept with its log beside its successor.
func TestOpen_AFileOfAnEarlierVersion(t *testing.T) {
	check := func(entries []event.Entry, names map[string]string, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		s := event.Check(entries)
		if s.Entries != 5 || s.Fault != nil || s.Match != "Old evening" || names["p4-2"] != "Ben" || len(names) != 4 {
			t.Errorf("the record is %+v with %v", s, names)
		}
	}
	for from := 1; from < version; from++ {
		file := fmt.Sprintf("version-%d.db", from)
		earlier := func() string {
			folder := t.TempDir()
			if err := os.CopyFS(folder, os.DirFS("testdata")); err != nil {
				t.Fatal(err)
			}
			return filepath.Join(folder, file)
		}
		path := earlier()
		check(Read(path))
		f := open(t, path)
		check(f.Load())
		if err := f.keep(event.Entry{Seq: 6, Seat: event.Host, Kind: "match-named", Body: []byte(`{}`)}, map[string]string{"p6": "Eve"}); err != nil {
			t.Error(err)
		}
		kept := fmt.Sprintf("%s.version-%d", path, from)
		for _, end := range []string{"", "-wal"} {
			if was, err := os.ReadFile("testdata/" + file + end); err == nil {
				is(t, kept+end, was)
			}
		}
		check(Read(kept))
		// A crash after the earlier file was kept, before its successor took its place; and
		// one that was kept of another evening stays.
		path = earlier()
		if err := errors.Join(keepAs(path, fmt.Sprintf("%s.version-%d-2", path, from)), os.WriteFile(fmt.Sprintf("%s.version-%d", path, from), []byte("another"), 0o600),
			os.WriteFile(path+filling+"1", []byte("half a file"), 0o600)); err != nil {
			t.Fatal(err)
		}
		again := open(t, path)
		check(again.Load())
		is(t, fmt.Sprintf("%s.version-%d", path, from), []byte("another"))
		check(Read(fmt.Sprintf("%s.version-%d-2", path, from)))
		// A name of the earlier version can be wiped, and none of it stays (R4).
		if err := again.Wipe([]string{"p4-2"}); err != nil {
			t.Error(err)
		}
		if _, names, err := Read(fmt.Sprintf("%s.version-%d-2", path, from)); err != nil || names["p4-2"] != "" || len(names) != 4 {
			t.Errorf("the earlier file has %v, %v", names, err)
		}
		if half, _ := filepath.Glob(path + filling + "*"); len(half) > 0 {
			t.Errorf("half filled: %v", half)
		}
	}
}

// One changed letter in a name, or in whose it is, is noticed; and a wiped name is whole.
func TestRead_OneChangedLetterOfAName(t *testing.T) {
	for text, words := range map[string]string{"p77Name 77": "is damaged", "Name 77": "is not as it was written"} {
		path := changed(t, func(b []byte) []byte {
			at := bytes.Index(b, []byte(text))
			if at < 0 {
				t.Fatal("the name is not in the file")
			}
			b[at+1] ^= 8
			return b
		})
		entries, names, err := Read(path)
		if !errors.As(err, new(*Damage)) || !strings.Contains(err.Error(), words) || len(entries) != 200 || len(names) != 200 {
			t.Errorf("%d entries and %d names are read, %v", len(entries), len(names), err)
		}
	}
	f := filled(t, 3)
	if err := f.Wipe([]string{"p2"}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, names, err := Read(f.path); err != nil || names["p2"] != "" || names["p3"] != "Name 3" {
			t.Errorf("after a wipe: %v, %v", names, err)
		}
		if err := f.SetNames(map[string]string{"p1": "Name 1", "p2": "", "p3": "Name 3"}); err != nil {
			t.Error(err)
		}
	}
}
