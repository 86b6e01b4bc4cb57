package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"

	"biblechess/event"
)

// upgrade turns a data file of an earlier version into one of this version. The
// earlier file stays beside it under a name with its version; a crash at any
// moment leaves the one or the other in its place, each whole.
func upgrade(path string, from int) error {
	entries, names, err := earlier(path)
	if err != nil {
		return err
	}
	kept := fmt.Sprintf("%s.version-%d", path, from)
	if err := keepAs(path, kept); err != nil {
		return fmt.Errorf("%s is of an earlier version and could not be kept as %s before its upgrade: %w", path, kept, err)
	}
	return Write(path, entries, names)
}

// earlier reads a file of version 1, which had no sums, and moves its log into
// it.
func earlier(path string) ([]event.Entry, map[string]string, error) {
	db, err := sql.Open("sqlite", address(path, pragmas))
	if err != nil {
		return nil, nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	f := &File{db: db, path: path}
	if _, err := db.Exec("BEGIN IMMEDIATE; COMMIT;"); err != nil {
		return nil, nil, f.plain(err)
	}
	entries, _, err := f.rows("SELECT seq, at, seat, kind, once, body, '' FROM entry ORDER BY seq")
	if err != nil {
		return nil, nil, err
	}
	names, err := f.names()
	return entries, names, err
}

// keepAs gives a file a second name, or copies it where the disk knows no such
// thing. A file kept before stays.
func keepAs(path, kept string) error {
	if err := os.Link(path, kept); err == nil || errors.Is(err, os.ErrExist) {
		return nil
	}
	return duplicate(path, kept)
}

func duplicate(from, to string) error {
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
	if err == nil {
		err = out.Sync()
	}
	return errors.Join(err, out.Close())
}
