package store

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biblechess/event"
)

func TestOpen_AgainGivesTheSame(t *testing.T) {
	f := filled(t, 5)
	holds(t, f, 5)
	path := f.path
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, path)
	holds(t, again, 5)
	if err := again.keep(entry(6), map[string]string{"p6": "Name 6"}); err != nil {
		t.Fatal(err)
	}
	holds(t, again, 6)
}

func TestPragmas(t *testing.T) {
	f := filled(t, 1)
	for name, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "locking_mode": "exclusive", "busy_timeout": "20",
		"application_id": fmt.Sprint(applicationID), "user_version": fmt.Sprint(version), "integrity_check": "ok",
	} {
		var got string
		if err := f.db.QueryRow("PRAGMA " + name).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %q, %v; want %q", name, got, err, want)
		}
	}
}

func TestR4_TheRecordIsAppendedToOnly(t *testing.T) {
	f := filled(t, 3)
	for _, sql := range []string{
		"UPDATE entry SET body = '{}' WHERE seq = 2",
		"UPDATE entry SET seq = 9 WHERE seq = 3",
		"DELETE FROM entry WHERE seq = 3",
		"DELETE FROM entry",
		"INSERT OR REPLACE INTO entry (seq, at, seat, kind, once, body, sum) VALUES (2, 0, 'host', 'closed', '', '{}', '')",
		"REPLACE INTO entry (seq, at, seat, kind, once, body, sum) VALUES (3, 0, 'host', 'closed', '', '{}', '')",
		"INSERT INTO entry (seq, at, seat, kind, once, body, sum) VALUES (3, 0, 'host', 'closed', '', '{}', '') ON CONFLICT DO UPDATE SET body = '{}'",
		"INSERT INTO entry (seq, at, seat, kind, once, body, sum) VALUES (NULL, 0, 'host', 'closed', '', '{}', '')",
		"INSERT INTO entry (seq, at, seat, kind, once, body, sum) VALUES (5, 0, 'host', 'closed', '', '{}', '')",
		"INSERT INTO entry (seq, at, seat, kind, once, body, sum) VALUES (-1, 0, 'host', 'closed', '', '{}', '')",
		"INSERT INTO entry (seq, at, seat, kind, once, body, sum) VALUES (4, 0, 'host', 'closed', '', 'x', ''), (4, 0, 'host', 'closed', '', 'x', '')",
	} {
		if _, err := f.db.Exec(sql); err == nil {
			t.Errorf("the file took %s", sql)
		}
		holds(t, f, 3)
	}
	for _, seq := range []int64{0, 2, 3, 5} {
		if err := f.keep(entry(seq), map[string]string{"p9": "Nobody"}); err == nil {
			t.Errorf("entry %d was taken after entry 3", seq)
		}
		holds(t, f, 3)
	}
	// A name that is there fails the entry that comes with it.
	if err := f.keep(entry(4), map[string]string{"p4": "Name 4", "p1": "Another"}); err == nil {
		t.Error("a name was changed by an entry")
	}
	holds(t, f, 3)
}

func TestOpen_AnyPath(t *testing.T) {
	for _, name := range []string{"with space.db", "a#b.db", "who?.db", "100%.db", "%41.db", "Bibel Schach – Jürgen 圣经.db", "deep/er/down.db", "quote'.db", "a&b=c;d.db"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name)
			f := open(t, path)
			if err := f.keep(entry(1), map[string]string{"p1": "Name 1"}); err != nil {
				t.Fatal(err)
			}
			f.Close()
			if _, err := os.Stat(path); err != nil {
				t.Fatal(err)
			}
			files, err := os.ReadDir(filepath.Dir(path))
			if err != nil || len(files) != 1 {
				t.Errorf("beside the file are %v, %v", files, err)
			}
			holds(t, open(t, path), 1)
		})
	}
}

// refused opens a file that can't be, and checks that it is left as it was.
func refused(t *testing.T, path string, words ...string) {
	t.Helper()
	before, _ := os.ReadFile(path)
	f, err := Open(path)
	if err == nil {
		f.Close()
		t.Fatal("the file was opened")
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q does not say %q", err, w)
		}
	}
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		t.Error("the file was changed")
	}
}

// changed is a closed file with some of its bytes changed.
func changed(t *testing.T, change func([]byte) []byte) string {
	t.Helper()
	f := filled(t, 200)
	f.Close()
	body, err := os.ReadFile(f.path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.path, change(body), 0o644); err != nil {
		t.Fatal(err)
	}
	return f.path
}

func TestOpen_AFileOfALaterVersionIsLeftAsItIs(t *testing.T) {
	path := changed(t, func(b []byte) []byte { b[63] = version + 1; return b })
	refused(t, path, "later version", "left as it is", fmt.Sprint(version+1))
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("beside the file are %v", files)
	}
}

func TestOpen_NotADataFile(t *testing.T) {
	folder := t.TempDir()
	for name, body := range map[string]string{
		"holiday.jpg":  "\xff\xd8\xff\xe0" + strings.Repeat("JFIF", 100),
		"short.txt":    "hello",
		"exactly.txt":  strings.Repeat("x", 100),
		"other.sqlite": "SQLite format 3\x00" + strings.Repeat("\x00", 200),
	} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
		refused(t, path, path+" is not a data file of Bible Chess")
	}
	refused(t, folder)
	// A path below a file can't be made, whoever asks.
	refused(t, filepath.Join(folder, "short.txt", "evening.db"))
}

func TestOpen_AnEmptyFileIsANewOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	f := open(t, path)
	if err := f.keep(entry(1), map[string]string{"p1": "Name 1"}); err != nil {
		t.Fatal(err)
	}
	holds(t, f, 1)
}

// A damaged file is refused when it is opened or when it is read, in words, and
// never gives a record that is shorter than it was.
func TestOpen_Damaged(t *testing.T) {
	for name, change := range map[string]func([]byte) []byte{
		"cut in the middle":  func(b []byte) []byte { return b[:len(b)/2] },
		"cut to a page":      func(b []byte) []byte { return b[:4096] },
		"zeros in the table": func(b []byte) []byte { clear(b[4096:]); return b },
		"noise":              func(b []byte) []byte { copy(b[5000:9000], bytes.Repeat([]byte{0xa5}, 4000)); return b },
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Open(changed(t, change))
			if err == nil {
				defer f.Close()
				_, _, err = f.Load()
			}
			if err == nil {
				t.Fatal("a damaged file was read")
			}
			if !strings.Contains(err.Error(), "damaged") {
				t.Errorf("it says %q", err)
			}
		})
	}
}

func TestOpen_OneProgramAtATime(t *testing.T) {
	f := filled(t, 2)
	out, err := other(t, "opener", f.path).Output()
	if err == nil || !strings.Contains(string(out), "another Bible Chess is running") {
		t.Errorf("a second program is told %q, %v", out, err)
	}
	// The first goes on undisturbed.
	if err := f.keep(entry(3), map[string]string{"p3": "Name 3"}); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if out, err := other(t, "opener", f.path).Output(); err != nil {
		t.Errorf("after the first has stopped: %q, %v", out, err)
	}
	holds(t, open(t, f.path), 3)
}

// Within one program too.
func TestOpen_OnceInAProgram(t *testing.T) {
	f := filled(t, 2)
	if again, err := Open(f.path); err == nil {
		again.Close()
		t.Error("the file was opened twice")
	} else if !strings.Contains(err.Error(), "another Bible Chess is running on "+f.path) {
		t.Errorf("the second opener is told %q", err)
	}
	holds(t, f, 2)
}

// A crash at any moment of creating leaves a file that is none or whole.
func TestOpen_ACrashWhileCreating(t *testing.T) {
	path := filepath.Join(t.TempDir(), "evening.db")
	for name, rest := range map[string]string{path + ".filling-1": "SQLite format 3\x00 half a file", path + ".filling-1-journal": "half a journal"} {
		if err := os.WriteFile(name, []byte(rest), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f := open(t, path)
	if err := f.keep(entry(1), map[string]string{"p1": "Name 1"}); err != nil {
		t.Fatal(err)
	}
	// The head of the file says whose it is, though nothing of the log was moved into it yet.
	if fresh, _, err := inspect(path); fresh || err != nil {
		t.Errorf("beside an open file: %v, %v", fresh, err)
	}
	holds(t, f, 1)
}

func TestAppend_DiskFull(t *testing.T) {
	f := filled(t, 3)
	var pages int
	if err := f.db.QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	limit := func(n int) {
		t.Helper()
		if _, err := f.db.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", n)); err != nil {
			t.Fatal(err)
		}
	}
	limit(pages)
	big := entry(4)
	big.Body = []byte(`{"match":"` + strings.Repeat("x", 100_000) + `"}`)
	for _, names := range []map[string]string{nil, {"p4": "Name 4"}} {
		if err := f.keep(big, names); err == nil || !strings.Contains(err.Error(), "the disk is full") {
			t.Errorf("a full disk: %v", err)
		}
		holds(t, f, 3)
	}
	limit(pages + 1000)
	if err := f.keep(entry(4), map[string]string{"p4": "Name 4"}); err != nil {
		t.Errorf("after room was made: %v", err)
	}
	holds(t, f, 4)
}

// Whatever was acknowledged is there after the program was killed.
func TestAppend_KilledInTheMiddle(t *testing.T) {
	path := filepath.Join(t.TempDir(), "evening.db")
	for round := range 3 {
		if round > 0 {
			path = filepath.Join(t.TempDir(), "evening.db")
		}
		c := other(t, "writer", path)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		last := until(t, lines, int64(20+10*round))
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		// What it said before it died counts too.
		for lines.Scan() {
			fmt.Sscan(lines.Text(), &last)
		}
		c.Wait()
		entries, names, err := open(t, path).Load()
		if err != nil {
			t.Fatal(err)
		}
		if int64(len(entries)) < last {
			t.Fatalf("%d entries were acknowledged and %d are there", last, len(entries))
		}
		for i, e := range entries {
			seq := int64(i + 1)
			if e.Seq != seq || string(e.Body) != string(entry(seq).Body) {
				t.Errorf("entry %d is %+v", seq, e)
			}
			if name := names[fmt.Sprintf("p%d", seq)]; (seq%3 == 0) != (name == fmt.Sprintf("Name %d", seq)) {
				t.Errorf("with entry %d came the name %q", seq, name)
			}
		}
	}
}

func TestEvening_SurvivesARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "evening.db")
	f := open(t, path)
	e := evening(t, f)
	if _, err := e.Do(event.Host, "tap", event.AddJudge{Name: "Ruth"}); err != nil {
		t.Fatal(err)
	}
	pass, ticket := e.Pass(), e.Ticket(event.Judge(1))
	f.Close()
	again := evening(t, open(t, path))
	if again.Pass() != pass || !again.Holds(event.Judge(1), ticket) {
		t.Error("codes are others after a restart")
	}
	screen, err := again.Screen(event.Judge(1))
	if err != nil || screen.(event.JudgeScreen).Person != "Ruth" {
		t.Errorf("the judge is %+v, %v", screen, err)
	}
}
