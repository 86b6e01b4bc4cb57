package store

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"biblechess/event"
)

// Reading a file that is open keeps its lock, by whatever name it is read: a second
// program stays out.
func TestOpen_ReadingKeepsASecondProgramOut(t *testing.T) {
	t.Parallel()
	f := filled(t, 3)
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(f.path, link); err != nil {
		t.Fatal(err)
	}
	for what, read := range map[string]func() error{
		"reading":          func() error { _, _, err := Read(f.path); return err },
		"reading the link": func() error { _, _, err := Read(link); return err },
		"a copy":           func() error { return f.Copy(filepath.Join(t.TempDir(), "copy.db")) },
		"a second opening": func() error { Open(link); return nil },
		"asking":           func() error { Free(f.path); return nil },
	} {
		if err := read(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	if out, err := other(t, "opener", f.path).Output(); err == nil || !strings.Contains(string(out), "another Bible Chess is running") {
		t.Errorf("after them a second program is told %q, %v", out, err)
	}
	holds(t, f, 3)
}

// Programs that start at the same moment on the same file, new or not and by
// whatever name: one has it, the others say so.
func TestOpen_SeveralAtTheSameMoment(t *testing.T) {
	same := func(path string) string { return path }
	for name, c := range map[string]struct {
		make   func(path string) error
		second func(path string) string // another name of it
	}{
		"a new file":       {func(string) error { return nil }, same},
		"an empty file":    {func(path string) error { return os.WriteFile(path, nil, 0o600) }, same},
		"of a version ago": {earlierAt, same},
		"a relative path": {earlierAt, func(path string) string {
			here, _ := os.Getwd()
			short, err := filepath.Rel(here, path)
			if err != nil {
				t.Error(err)
			}
			return short
		}},
		"a symbolic link": {earlierAt, func(path string) string {
			if err := os.Symlink(filepath.Base(path), path+".link"); err != nil {
				t.Error(err)
			}
			return path + ".link"
		}},
		"a linked folder": {func(string) error { return nil }, func(path string) string {
			if err := os.Symlink(filepath.Dir(path), filepath.Dir(path)+"-too"); err != nil {
				t.Error(err)
			}
			return filepath.Join(filepath.Dir(path)+"-too", filepath.Base(path))
		}},
		"a hard link": {func(path string) error {
			f, err := Open(path)
			return errors.Join(err, f.Close())
		}, func(path string) string {
			if err := os.Link(path, path+".link"); err != nil {
				t.Error(err)
			}
			return path + ".link"
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for range 2 {
				path := filepath.Join(t.TempDir(), "evening.db")
				if err := c.make(path); err != nil {
					t.Fatal(err)
				}
				names := []string{path, c.second(path), path}
				var started []*startedOther
				for _, n := range names {
					started = append(started, startOther(t, n))
				}
				open := 0
				for _, s := range started {
					switch said := s.says(); {
					case said == "open":
						open++
					case !strings.Contains(said, "another Bible Chess is running on"):
						t.Errorf("one says %q", said)
					}
				}
				if open != 1 {
					t.Errorf("%d programs have the file open", open)
				}
				for _, s := range started {
					s.end()
				}
				if files, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*"+filling+"*")); len(files) > 0 {
					t.Errorf("half filled: %v", files)
				}
			}
		})
	}
}

// earlierAt puts a file of version 1 somewhere.
func earlierAt(path string) error {
	b, err := os.ReadFile(filepath.Join("testdata", "version-1.db"))
	log, errLog := os.ReadFile(filepath.Join("testdata", "version-1.db-wal"))
	return errors.Join(err, errLog, os.WriteFile(path, b, 0o600), os.WriteFile(path+"-wal", log, 0o600))
}

// startedOther is another program that holds a file, or can't.
type startedOther struct {
	*exec.Cmd
	t   *testing.T
	in  io.WriteCloser
	out io.ReadCloser
}

func startOther(t *testing.T, path string) *startedOther {
	t.Helper()
	s := &startedOther{Cmd: other(t, "holder", path), t: t}
	var err, errOut error
	s.in, err = s.StdinPipe()
	s.out, errOut = s.StdoutPipe()
	if err := errors.Join(err, errOut, s.Start()); err != nil {
		t.Fatal(err)
	}
	return s
}

// says is the first line that it prints.
func (s *startedOther) says() string {
	line := make([]byte, 1000)
	n, _ := s.out.Read(line)
	return strings.TrimSpace(string(line[:n]))
}

func (s *startedOther) end() {
	s.in.Close()
	s.Wait()
}

// spoiltLog is a closed file whose log a disk has spoilt in the middle, with the bytes
// of both.
func spoiltLog(t *testing.T) (path string, data, log []byte) {
	t.Helper()
	f := filled(t, 12)
	data, err := os.ReadFile(f.path)
	log, errLog := os.ReadFile(f.path + "-wal")
	if err := errors.Join(err, errLog); err != nil {
		t.Fatal(err)
	}
	log[walHead+5*(frameHead+pageSize)+100] ^= 1
	path = filepath.Join(t.TempDir(), "evening.db")
	if err := errors.Join(os.WriteFile(path, data, 0o600), os.WriteFile(path+"-wal", log, 0o600)); err != nil {
		t.Fatal(err)
	}
	return path, data, log
}

// is checks a file's bytes.
func is(t *testing.T, path string, want []byte) {
	t.Helper()
	if b, err := os.ReadFile(path); err != nil || !bytes.Equal(b, want) {
		t.Errorf("%s is not as it was: %d bytes, %v", filepath.Base(path), len(b), err)
	}
}

// Nothing of a spoilt log is lost: neither by looking nor by putting another record in
// the file's place.
func TestReplace_KeepsASpoiltLog(t *testing.T) {
	path, data, log := spoiltLog(t)
	for range 2 {
		if err := Free(path); err != nil {
			t.Error(err)
		}
	}
	entries, names, err := Read(path)
	if !errors.As(err, new(*Damage)) || len(entries) == 0 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	is(t, path, data)
	is(t, path+"-wal", log)
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 2 {
		t.Errorf("beside the file are %v", files)
	}
	kept, err := Replace(path, entries, names, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	is(t, kept, data)
	is(t, kept+"-wal", log)
	for _, file := range []string{kept, kept + "-wal"} {
		if what, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && what.Mode().Perm() != 0o600 {
			t.Errorf("others on this computer may read %s: %v, %v", file, what, err)
		}
	}
	holds(t, open(t, path), int64(len(entries)))
	if again, _, err := Read(kept); !errors.As(err, new(*Damage)) || len(again) != len(entries) {
		t.Errorf("what was kept gives %d entries, %v", len(again), err)
	}
}

// Free notices a program on a file and changes nothing under it.
func TestFree_UnderAnotherProgram(t *testing.T) {
	f := filled(t, 2)
	path := f.path
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	s := startOther(t, path)
	if said := s.says(); said != "open" {
		t.Fatal(said)
	}
	if err := Free(path); err == nil || !strings.Contains(err.Error(), "another Bible Chess is running on "+path) {
		t.Errorf("it is told %v", err)
	}
	if kept, err := Replace(path, nil, nil, time.Now()); err == nil || kept != "" {
		t.Errorf("it was replaced: %q, %v", kept, err)
	}
	s.end()
	if err := Free(path); err != nil {
		t.Error(err)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("beside the file are %v", files)
	}
	holds(t, open(t, path), 2)
}

// A link that leads nowhere begins no other evening in its place.
func TestOpen_ALinkThatLeadsNowhere(t *testing.T) {
	folder := t.TempDir()
	link := filepath.Join(folder, "evening.db")
	if err := os.Symlink(filepath.Join(folder, "stick", "evening.db"), link); err != nil {
		t.Fatal(err)
	}
	_, err := Open(link)
	_, _, errRead := Read(link)
	for _, err := range []error{err, errRead} {
		if err == nil || !strings.Contains(err.Error(), "is a link to a file that is not there") {
			t.Errorf("it is told %v", err)
		}
	}
	if to, err := os.Readlink(link); err != nil || to != filepath.Join(folder, "stick", "evening.db") {
		t.Errorf("the link is %q, %v", to, err)
	}
	if files, _ := os.ReadDir(folder); len(files) != 1 {
		t.Errorf("beside the link are %v", files)
	}
}

// What lies beside a file is found through a link too: its log and its copies.
func TestRead_TheLogBesideALinkedFile(t *testing.T) {
	path, _, _ := spoiltLog(t)
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Read(link); !errors.As(err, new(*Damage)) {
		t.Errorf("reading says %v", err)
	}
	if _, err := Open(link); !errors.As(err, new(*Damage)) {
		t.Errorf("opening says %v", err)
	}
}

// A log that is left of another file spoils none that is put in its place by hand: that
// is said, nothing is changed, and the file is what is gone on from.
func TestOpen_ALogOfAnotherFile(t *testing.T) {
	f := filled(t, 30)
	log, err := os.ReadFile(f.path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	for what, put := range map[string]func(path string) error{
		"another evening": earlierAt,
		"a later state of another branch": func(path string) error {
			o := open(t, path)
			for seq := int64(1); seq <= 300; seq++ {
				e := entry(seq)
				e.At++
				if err := o.keep(e, map[string]string{"p" + e.Once: "Name"}); err != nil {
					return err
				}
			}
			return o.Close()
		},
	} {
		path := filepath.Join(t.TempDir(), "evening.db")
		if err := put(path); err != nil {
			t.Fatal(err)
		}
		if what == "another evening" {
			if err := open(t, path).Close(); err != nil { // brings it to this version
				t.Fatal(err)
			}
		}
		whole, _, err := Read(path)
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err := errors.Join(err, os.WriteFile(path+"-wal", log, 0o600)); err != nil {
			t.Fatal(err)
		}
		if o, err := Open(path); err == nil {
			o.Close()
			t.Errorf("%s: it was opened", what)
		} else if !errors.As(err, new(*Damage)) || !strings.Contains(err.Error(), "is another file's") {
			t.Errorf("%s: it is told %v", what, err)
		}
		is(t, path, data)
		is(t, path+"-wal", log)
		entries, names, err := Read(path)
		if !errors.As(err, new(*Damage)) || len(entries) != len(whole) {
			t.Errorf("%s: %d of %d entries are read, %v", what, len(entries), len(whole), err)
		}
		if _, err := Replace(path, entries, names, time.Now()); err != nil {
			t.Error(err)
		}
		if again, _, err := open(t, path).Load(); err != nil || len(again) != len(whole) {
			t.Errorf("%s: %d entries afterwards, %v", what, len(again), err)
		}
	}
	// A copy of the same evening is brought up to date by the log.
	path := filepath.Join(t.TempDir(), "evening.db")
	if err := errors.Join(f.Copy(path), os.WriteFile(path+"-wal", log, 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Read(path); err != nil {
		t.Errorf("with its own log: %v", err)
	}
}

// A log whose file was moved away after a crash is not done away with: whatever would
// put a file in that place refuses, and changes nothing.
func TestOpen_ALogWithoutItsFile(t *testing.T) {
	log, err := os.ReadFile(filled(t, 12).path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	for what, data := range map[string][]byte{"no file": nil, "an empty file": {}} {
		folder := t.TempDir()
		path := filepath.Join(folder, "evening.db")
		err := os.WriteFile(path+"-wal", log, 0o600)
		if data != nil {
			err = errors.Join(err, os.WriteFile(path, data, 0o600))
		}
		if err != nil {
			t.Fatal(err)
		}
		was, _ := os.ReadDir(folder)
		for how, try := range map[string]func() error{
			"open":    func() error { f, err := Open(path); return errors.Join(err, closed(f)) },
			"replace": func() error { _, err := Replace(path, []event.Entry{entry(1)}, nil, time.Now()); return err },
			"write":   func() error { return Write(path, []event.Entry{entry(1)}, nil) },
			"read":    func() error { _, _, err := Read(path); return err },
			"free":    func() error { return Free(path) },
		} {
			err := try()
			if want := "a log of another file lies there (" + path + "-wal): bring that file back under this name"; err == nil || err.Error() != want {
				t.Errorf("%s, %s: it says %v", what, how, err)
			}
			is(t, path+"-wal", log)
			if now, _ := os.ReadDir(folder); len(now) != len(was) {
				t.Errorf("%s, %s: there are %v", what, how, now)
			}
		}
	}
	for what, log := range map[string][]byte{"empty": {}, "of zeros": make([]byte, 1<<16), "torn in its first frame": log[:walHead+frameHead+100]} {
		path := filepath.Join(t.TempDir(), "evening.db")
		if err := os.WriteFile(path+"-wal", log, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path)
		if err := errors.Join(err, closed(f)); err != nil {
			t.Errorf("a log that is %s: %v", what, err)
		}
	}
}

// closed closes a file that was opened.
func closed(f *File) error {
	if f == nil {
		return nil
	}
	return f.Close()
}
