package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// errFull says that there is no room on the disk.
var errFull = errors.New("the disk is full: make room on it, then try again")

// commitRoom is more than a commit takes of a disk, in bytes.
const commitRoom = 64 << 10

// full tells whether there is no room for a commit beside a file. The database says of
// some operations only that the disk failed, so the disk is asked by writing to it: a
// limit of this user or of the folder makes it full, too.
func full(path string) bool {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+filling+"*") // swept after a crash
	if err == nil {
		_, err = file.Write(make([]byte, commitRoom))
		err = errors.Join(err, file.Close(), os.Remove(file.Name()))
	}
	return noSpace(err)
}

// noRoom says that a file can't be read, since that takes a copy of it in a temporary
// folder whose disk is full.
func noRoom(path, folder string) error {
	return fmt.Errorf("%s could not be read: the disk of %s, where a copy of it is read, is full: make room on it, then try again", path, folder)
}
