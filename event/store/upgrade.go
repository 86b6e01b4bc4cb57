package store

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// upgrade turns a data file of an earlier version into one of this version. The
// earlier file stays beside it, with its log, under a name with its version; a crash at
// any moment leaves the one or the other in its place, each whole.
func upgrade(path string, was os.FileInfo, from int) error {
	if err := Free(path); err != nil {
		return err
	}
	entries, names, err := Read(path)
	if err != nil {
		return err
	}
	kept := fmt.Sprintf("%s.version-%d", path, from)
	for n := 2; ; n++ {
		there, err := os.Stat(kept)
		if err != nil || os.SameFile(there, was) {
			break
		}
		kept = fmt.Sprintf("%s.version-%d-%d", path, from, n) // one of before stays
	}
	err = duplicate(path+"-wal", kept+"-wal")
	if err == nil || errors.Is(err, os.ErrNotExist) {
		err = keepAs(path, kept)
	}
	if err != nil {
		return fmt.Errorf("%s is of an earlier version and could not be kept as %s before its upgrade: %w", path, kept, err)
	}
	return writeOver(path, was, entries, names)
}

// keepAs gives a file a second name, or copies it where the disk knows no such
// thing.
func keepAs(path, kept string) error {
	if err := os.Link(path, kept); err == nil || errors.Is(err, os.ErrExist) {
		return nil
	}
	return duplicate(path, kept)
}

func duplicate(from, to string) error {
	return look(from, func(in io.Reader) error {
		out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600) // nobody else's, as what it is a copy of
		if err != nil {
			return err
		}
		_, err = io.Copy(out, in)
		if err == nil {
			err = out.Sync()
		}
		return errors.Join(err, out.Close())
	})
}
