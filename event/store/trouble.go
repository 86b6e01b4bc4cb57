package store

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"modernc.org/sqlite"
)

// Unsuited is why a path can't be the data file while another one can. How another one
// is chosen is known to whoever has named this one, and said with Or.
type Unsuited struct {
	words   string // what is wrong
	remedy  string // what makes the path suited all the same, or ""
	another string // what else can be done, or ""
	is      error  // of what kind that is, or nil
}

// Error is one plain sentence.
func (u *Unsuited) Error() string {
	switch {
	case u.remedy == "" && u.another == "":
		return u.words
	case u.remedy == "" || u.another == "":
		return u.words + ": " + u.remedy + u.another
	}
	return u.words + ": " + u.remedy + ", or " + u.another
}

// Or is the same with how another file is chosen, like "choose another file"; empty
// for no such way.
func (u *Unsuited) Or(another string) *Unsuited {
	v := *u
	v.another = another
	return &v
}

// Unwrap gives ErrForeign for a file that is none of this program's.
func (u *Unsuited) Unwrap() error { return u.is }

// ErrForeign says that a file is none of this program's.
var ErrForeign = errors.New("is not a data file of Bible Chess")

// ErrLater says that a file is of a version that this program does not know yet.
var ErrLater = errors.New("was written by a later version of Bible Chess")

// errRunning says that a program has a file open.
var errRunning = errors.New("another program has it open")

// running refuses a file that a program has open.
func running(path string) error {
	return &Unsuited{words: "another Bible Chess is running on " + path, remedy: "stop it first", is: errRunning}
}

// Damage says that a data file can't be read, or not to its end.
type Damage struct {
	Path  string
	Words string // what is wrong with it

	beside bool // the record itself is whole
}

func (d *Damage) Error() string { return d.Path + " is damaged: " + d.Words }

// plain says a database's error in words that a volunteer can act on.
func (f *File) plain(err error) error {
	if errors.Is(err, errHeld) {
		return running(f.path)
	}
	if noSpace(err) {
		return errFull
	}
	const busy, locked, readOnly, ioError, corrupt, outOfSpace, cantOpen, notADatabase = 5, 6, 8, 10, 11, 13, 14, 26
	var s *sqlite.Error
	if !errors.As(err, &s) {
		return err
	}
	switch s.Code() & 0xff {
	case busy, locked:
		return running(f.path)
	case outOfSpace:
		return errFull
	case readOnly, cantOpen:
		return fmt.Errorf("%s can't be written: check the folder's rights and that the disk is not write-protected", f.path)
	case ioError:
		if kind := s.Code() >> 8; kind == 1 || kind == 2 {
			return fmt.Errorf("the disk could not read %s: check that it is still there", f.path)
		}
		if full(f.path) {
			return errFull
		}
		return fmt.Errorf("the disk could not write %s: check that it is still there and not full", f.path)
	case corrupt, notADatabase:
		return &Damage{Path: f.path, Words: "its tables can't be read"}
	}
	return err
}

// noFolder says why a folder can't be used, in words where they are known.
func noFolder(err error) error {
	switch {
	case noSpace(err):
		return errFull
	case errors.Is(err, fs.ErrPermission):
		return errors.New("this user has no right to it")
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrExist):
		return errors.New("a file of that name is in its place, so move that away")
	}
	return err
}

// unread says in words that a row could not be read: what stands in it can't have been
// written by this program.
func (f *File) unread(err error) error {
	if plain := f.plain(err); plain != err {
		return plain
	}
	return &Damage{Path: f.path, Words: "its tables hold what was not written there"}
}
