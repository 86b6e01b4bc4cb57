package store

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
)

// Place is where a data file really lies, whatever links lead to it: its log, its
// copies and what is kept beside it are there. A link that leads nowhere is refused:
// its disk may not be plugged in, and a new file in the link's place would begin another
// evening.
//
// A name that can't be a file's is refused: a folder's, and one that leaves no room for
// what is added to it.
func Place(path string) (string, error) {
	if err := tooLong(path, "-wal"); err != nil {
		return "", err
	}
	end, err := filepath.EvalSymlinks(path)
	if err == nil {
		return end, nil
	}
	if link, _ := os.Lstat(path); link != nil && link.Mode()&os.ModeSymlink != 0 && errors.Is(err, os.ErrNotExist) {
		return "", &Unsuited{words: path + " is a link to a file that is not there", remedy: "plug in its disk"}
	}
	if base := filepath.Base(path); base == "." || base == ".." || path != "" && os.IsPathSeparator(path[len(path)-1]) {
		return "", &Unsuited{words: path + " is the name of a folder, not of a file"}
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(folder, filepath.Base(path)), nil
	}
	return path, nil
}

// longest is the longest that is added to the name of a data file.
const longest = ".before-" + stamp + "-wal"

// tooLong refuses a name to which nothing like this can be added on its disk.
func tooLong(path, added string) error {
	if _, err := os.Lstat(path + added); errors.Is(err, syscall.ENAMETOOLONG) {
		return &Unsuited{words: fmt.Sprintf("the name %.40s… is too long: the names of its log and of what is kept beside it are longer still", filepath.Base(path))}
	}
	return nil
}

// held are the handles of the data files that this process has open. On POSIX systems
// a process loses all its locks on a file as soon as it closes any handle of it, also
// those by which SQLite keeps a second program out. So who reads the bytes of a file
// that is open here does so by the handle that stays open as long.
var held struct {
	mu    sync.Mutex
	files []*os.File
}

// errHeld says that this process has the file open already.
var errHeld = errors.New("the file is open in this process")

// heldAs finds the handle of a file that this process has open; held.mu is held.
func heldAs(path string) *os.File {
	what, err := os.Stat(path)
	if err != nil {
		return nil
	}
	for _, h := range held.files {
		if same, err := h.Stat(); err == nil && os.SameFile(what, same) {
			return h
		}
	}
	return nil
}

// hold keeps a handle of a file that is to be opened as a record.
func hold(path string) (*os.File, error) {
	held.mu.Lock()
	defer held.mu.Unlock()
	if heldAs(path) != nil {
		return nil, errHeld
	}
	h, err := os.Open(path)
	if err == nil {
		held.files = append(held.files, h)
	}
	return h, err
}

// release gives a handle back once SQLite has closed the file.
func release(h *os.File) error {
	held.mu.Lock()
	defer held.mu.Unlock()
	held.files = slices.DeleteFunc(held.files, func(o *os.File) bool { return o == h })
	return h.Close()
}

// look gives the bytes of a file to a reader.
func look(path string, read func(io.Reader) error) error {
	held.mu.Lock()
	defer held.mu.Unlock() // so nobody opens it meanwhile
	h := heldAs(path)
	if h == nil {
		var err error
		if h, err = os.Open(path); err != nil {
			return err
		}
		defer h.Close()
	}
	return read(io.NewSectionReader(h, 0, math.MaxInt64))
}
