package store

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biblechess/event"

	sqlite3 "modernc.org/sqlite/lib"
)

// faultKinds are the ways in which a disk fails.
var faultKinds = map[string]fault{
	"full":             {on: writes, code: sqlite3.SQLITE_FULL, half: true},
	"full for a while": {on: writes, code: sqlite3.SQLITE_FULL, lasts: true},
	"a write fails":    {on: writes, code: sqlite3.SQLITE_IOERR_WRITE, half: true},
	"a sync fails":     {on: syncs},
	"a read fails":     {on: reads, code: sqlite3.SQLITE_IOERR_READ},
	"read-only":        {on: writes | truncates | opens | deletes, code: sqlite3.SQLITE_IOERR_WRITE, lasts: true},
	"gone":             {on: everything, code: sqlite3.SQLITE_IOERR, lasts: true},
}

// step is something that the store makes durable: all of its entries or none.
type step struct {
	adds int64 // entries
	bare bool  // they come without their names
	do   func(*File, []event.Addition) error
}

var steps = map[string]step{
	"one entry":         {1, true, (*File).Append},
	"one with its name": {1, false, (*File).Append},
	"several at once":   {together + 2, false, (*File).Append},
	"from another laptop": {3, true, func(f *File, list []event.Addition) error {
		var sealed []event.Sealed
		for sum := f.sum; len(list) > 0; list = list[1:] {
			sum = chained(sum, list[0].Entry)
			sealed = append(sealed, event.Seal(list[0].Entry, sum))
		}
		return f.Take(sealed)
	}},
	"the log's rest": {0, false, func(f *File, _ []event.Addition) error {
		f.log.mu.Lock()
		defer f.log.mu.Unlock()
		f.log.behind = worth
		f.rest()
		return nil
	}},
}

// anew lets the next commit write the log from its beginning.
func (f *File) anew() error {
	f.log.mu.Lock()
	defer f.log.mu.Unlock()
	_, err := f.db.Exec("PRAGMA wal_checkpoint(PASSIVE)")
	return err
}

// Whatever operation on a file fails, and however: what was acknowledged is
// there and what was refused is not. The refusal is one plain sentence, and the
// program goes on as soon as the disk is well, fault after fault.
func TestAppend_EachFileOperationFails(t *testing.T) {
	d := faulty(t)
	for kind, how := range faultKinds {
		struck, refused := 0, 0
		path := filepath.Join(t.TempDir(), "evening.db")
		f := open(t, path)
		if err := f.Append(additions(1, 40)); err != nil {
			t.Fatal(err)
		}
		bare := map[int64]bool{}
		for name, s := range steps {
			for _, anew := range []bool{true, false} {
				for how.after = 0; ; how.after++ {
					if anew {
						f.anew()
					}
					c := struckStep{t, d, f, bare, fmt.Sprintf("%s, operation %d: %s", name, how.after+1, kind)}
					hit, failed := c.run(s, how)
					if !hit {
						break
					}
					struck++
					if failed {
						refused++
					}
				}
			}
		}
		c := struckStep{t, d, f, bare, kind}
		last := c.last()
		if err := f.Close(); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		c.f = open(t, path)
		c.holds(c.f, 0, last)
		t.Logf("%s: %d file operations failed, %d steps were refused", kind, struck, refused)
		if kind != "a read fails" && refused < 8 {
			t.Errorf("%s: only %d of %d faults reached a step", kind, refused, struck)
		}
	}
}

// struckStep is a step in which an operation on a file fails.
type struckStep struct {
	t    *testing.T
	d    *faultyDisk
	f    *File
	bare map[int64]bool // entries without a name
	what string
}

// run tells whether there was such an operation, and whether the step was
// refused for it.
func (c struckStep) run(s step, how fault) (hit, failed bool) {
	c.t.Helper()
	before := c.last()
	list := additions(before+1, s.adds)
	for i := range list {
		if c.bare[list[i].Seq] = s.bare; s.bare {
			list[i].Names = nil
		}
	}
	c.d.fails(how)
	err := s.do(c.f, list)
	hit, failed = c.d.well(), err != nil
	if failed {
		c.plain(err)
		c.holds(c.f, before-1, before)
		c.f.settled()
		c.afterCrash(before)
		if err := s.do(c.f, list); err != nil {
			c.t.Fatalf("%s: once the disk is well: %v", c.what, err)
		}
	}
	if err := c.f.Append(additions(before+s.adds+1, 1)); err != nil {
		c.t.Fatalf("%s: the record does not go on: %v", c.what, err)
	}
	c.holds(c.f, before, before+s.adds+1)
	return hit, failed
}

// settled does what the next rest does about a commit that was refused.
func (f *File) settled() {
	f.log.mu.Lock()
	defer f.log.mu.Unlock()
	if f.log.doubt {
		f.empty()
	}
}

func (c struckStep) last() int64 {
	c.t.Helper()
	last, err := c.f.last()
	if err != nil {
		c.t.Fatalf("%s: %v", c.what, err)
	}
	return last
}

// plain checks that an error is for people.
func (c struckStep) plain(err error) {
	for _, wrong := range []string{"sqlite", "SQL", "(", "\n"} {
		if strings.Contains(err.Error(), wrong) {
			c.t.Errorf("%s: it says %q", c.what, err)
		}
	}
}

// holds checks that the entries after one, each with its name, go up to another.
func (c struckStep) holds(f *File, after, last int64) {
	c.t.Helper()
	entries, _, err := f.some(after, f.must(after), -1)
	if err != nil || int64(len(entries)) != last-after {
		c.t.Fatalf("%s: after entry %d are %d, want %d: %v", c.what, after, len(entries), last-after, err)
	}
	names, err := f.names()
	if err != nil {
		c.t.Fatalf("%s: the names: %v", c.what, err)
	}
	for _, e := range entries {
		name, named := names[fmt.Sprintf("p%d", e.Seq)]
		if string(e.Body) != string(entry(e.Seq).Body) || named == c.bare[e.Seq] || named && name != fmt.Sprintf("Name %d", e.Seq) {
			c.t.Fatalf("%s: entry %d is %s with the name %q", c.what, e.Seq, e.Body, name)
		}
	}
}

// must is the sum of an entry.
func (f *File) must(seq int64) string {
	sum, err := f.SumAt(seq)
	if err != nil {
		panic(err)
	}
	return sum
}

// afterCrash reads what lies on the disk now, up to the entry that must be its last.
func (c struckStep) afterCrash(want int64) {
	c.t.Helper()
	folder, err := os.MkdirTemp(c.t.TempDir(), "")
	if err != nil {
		c.t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "crashed.db")
	for _, end := range []string{"", "-wal"} {
		if err := alike(c.f.path+end, path+end); err != nil && !errors.Is(err, os.ErrNotExist) {
			c.t.Fatal(err)
		}
	}
	db, err := sql.Open("sqlite", address(path, nil))
	if err != nil {
		c.t.Fatal(err)
	}
	defer db.Close()
	f := &File{db: db, path: path}
	last, err := f.last()
	if err != nil || last != want {
		c.t.Fatalf("%s: after a crash there are %d entries, want %d: %v", c.what, last, want, err)
	}
	c.holds(f, max(0, last-20), last)
}

// alike copies a file.
func alike(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// What is done beside commits fails as plainly, harms no entry, and works once
// the disk is well: opening, reading, copying, and wiping names (R4).
func TestFile_OtherWorkFailsAtEachFileOperation(t *testing.T) {
	d := faulty(t)
	const last = 6
	f := filled(t, last)
	_, all, err := f.Load()
	if err != nil {
		t.Fatal(err)
	}
	wiped := maps.Clone(all)
	wiped["p5"], wiped["p6"] = "", ""
	closed := filepath.Join(t.TempDir(), "closed.db")
	work := map[string]func() error{
		"opening": func() error {
			again, err := Open(closed)
			if err == nil {
				_, _, err = again.Load()
				again.Close()
			}
			return err
		},
		"reading": func() error { _, _, err := f.Load(); return err },
		"copying": func() error {
			os.Remove(closed)
			err := f.Copy(closed)
			if _, there := os.Stat(closed); (there == nil) != (err == nil) {
				t.Errorf("a copy that failed with %v is there: %v", err, there)
			}
			return err
		},
		"wiping":                    func() error { return f.Wipe([]string{"p5", "p6"}) },
		"names of the first laptop": func() error { return f.SetNames(wiped) },
	}
	if err := work["copying"](); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"full", "a sync fails", "a read fails", "gone"} {
		how, struck := faultKinds[kind], 0
		for name, do := range work {
			for how.after = 0; ; how.after++ {
				what := fmt.Sprintf("%s, operation %d: %s", name, how.after+1, kind)
				if err := f.SetNames(all); err != nil {
					t.Fatalf("%s: before: %v", what, err)
				}
				d.fails(how)
				err := do()
				hit := d.well()
				if err != nil {
					struckStep{t, d, f, nil, what}.plain(err)
				}
				if err := do(); err != nil {
					t.Fatalf("%s: once the disk is well: %v", what, err)
				}
				want := all
				if name == "wiping" || name == "names of the first laptop" {
					want = wiped
					for _, end := range []string{"", "-wal"} {
						if body, _ := os.ReadFile(f.path + end); bytes.Contains(body, []byte("Name 6")) {
							t.Errorf("%s: the name is still in %q", what, end)
						}
					}
				}
				entries, names, err := f.Load()
				if err != nil || len(entries) != last || !maps.Equal(names, want) {
					t.Fatalf("%s: %d entries and the names %v are left: %v", what, len(entries), names, err)
				}
				if !hit {
					break
				}
				struck++
			}
		}
		t.Logf("%s: %d file operations failed", kind, struck)
		if struck < 10 {
			t.Errorf("%s: only %d operations failed", kind, struck)
		}
	}
}
