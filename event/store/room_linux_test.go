package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	sqlite3 "modernc.org/sqlite/lib"
)

// small is a disk of its own with so many MiB; false where none may be mounted.
func small(t *testing.T, size int) (folder string, mounted bool) {
	t.Helper()
	folder = t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%dm", size)); err != nil {
		t.Logf("no disk can be mounted here: %v", err)
		return "", false
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return folder, true
}

// fill leaves so many bytes of a disk, as far as it has them, and gives what makes
// room again.
func fill(t *testing.T, folder string, leave int64) (empty func()) {
	t.Helper()
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, "ballast")
	n := int64(s.Bavail)*s.Bsize - leave
	if err := os.WriteFile(name, make([]byte, max(n, 0)), 0o600); err != nil {
		t.Fatal(err)
	}
	return func() { os.Remove(name) }
}

// A restart on a full disk opens the record, after a crash too; what can't be written
// then is refused with the truth, and goes through once there is room. A file that can't
// be read for want of room is not called damaged.
func TestFullDisk_ARestart(t *testing.T) {
	folder, mounted := small(t, 2)
	if !mounted {
		return
	}
	crashed, closed := filepath.Join(folder, "crashed.db"), filepath.Join(folder, "closed.db")
	for _, path := range []string{crashed, closed} {
		f := open(t, path)
		if err := f.Append(additions(1, 20)); err != nil {
			t.Fatal(err)
		}
		if path == crashed { // its log is put back
			defer os.Remove(path + ".log")
			if err := duplicate(path+"-wal", path+".log"); err != nil {
				t.Fatal(err)
			}
			if err := duplicate(path, path+".was"); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Rename(crashed+".was", crashed), os.Rename(crashed+".log", crashed+"-wal")); err != nil {
		t.Fatal(err)
	}
	temporary := filepath.Join(folder, "temporary")
	if err := os.Mkdir(temporary, 0o700); err != nil {
		t.Fatal(err)
	}
	said := func(what string, leave int64, err error, words ...string) {
		t.Helper()
		for _, w := range words {
			if err == nil || err.Error() == w {
				return
			}
		}
		t.Errorf("%s with %d bytes left: %v", what, leave, err)
	}
	const isFull = "the disk is full: make room on it, then try again"
	for leave := int64(0); leave <= 72<<10; leave += 8 << 10 {
		empty := fill(t, folder, leave)
		t.Setenv("TMPDIR", temporary)
		for _, path := range []string{crashed, closed} {
			if _, _, err := Read(path); err != nil && !(strings.HasPrefix(err.Error(), path+" could not be read: the disk of "+temporary) && strings.HasSuffix(err.Error(), " is full: make room on it, then try again")) {
				t.Errorf("%s read with %d bytes left: %v", path, leave, err)
			}
		}
		fresh, err := Open(filepath.Join(folder, "fresh.db"))
		if said("a new file", leave, err, isFull); err == nil {
			fresh.Close()
		}
		os.Remove(filepath.Join(folder, "fresh.db"))
		f, err := Open(closed)
		if err != nil {
			t.Fatalf("opened with %d bytes left: %v", leave, err)
		}
		last, err := f.last()
		if err != nil {
			t.Fatal(err)
		}
		for err == nil && last < 1000 { // until the disk is full
			if err = f.Append(additions(last+1, 40)); err == nil {
				last += 40
			}
		}
		said("a commit", leave, err, isFull)
		said("a copy", leave, f.Copy(filepath.Join(folder, "copy.db")), isFull)
		os.Remove(filepath.Join(folder, "copy.db"))
		empty()
		if err := f.Append(additions(last+1, 1)); err != nil {
			t.Errorf("once there is room again: %v", err)
		}
		holds(t, f, last+1)
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	defer fill(t, folder, 0)()
	f, err := Open(crashed)
	if err != nil {
		t.Fatalf("after a crash: %v", err)
	}
	holds(t, f, 20)
	f.Close()
}

// What the database says of a full disk only as a failed operation is told as what it is.
func TestFullDisk_SaidAsAnotherFault(t *testing.T) {
	roomy := filepath.Join(t.TempDir(), "evening.db")
	d := faulty(t)
	refusal := func(path string) string {
		f := open(t, path)
		defer f.Close()
		defer fill(t, filepath.Dir(path), 4<<10)()
		d.fails(fault{on: writes, code: sqlite3.SQLITE_IOERR_WRITE})
		defer d.well()
		err := f.Append(additions(1, 1))
		if err == nil {
			t.Fatal("it was written")
		}
		return err.Error()
	}
	if folder, mounted := small(t, 1); mounted {
		if said := refusal(filepath.Join(folder, "evening.db")); said != errFull.Error() {
			t.Errorf("on a full disk: %s", said)
		}
	}
	f := open(t, roomy)
	d.fails(fault{on: writes, code: sqlite3.SQLITE_IOERR_WRITE})
	if err := f.Append(additions(1, 1)); err == nil || err.Error() != "the disk could not write "+roomy+": check that it is still there and not full" {
		t.Errorf("on a disk with room: %v", err)
	}
	d.well()
	if files, _ := os.ReadDir(filepath.Dir(roomy)); len(files) > 2 {
		t.Errorf("asking the disk left %v", files)
	}
	null, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if _, err := null.WriteString("x"); !noSpace(err) || f.plain(err) != errFull {
		t.Errorf("a full device says %v", err)
	}
}
