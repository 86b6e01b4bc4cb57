package store

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"biblechess/event"
)

// Copy writes everything that is durable by now to a new file, while the record
// goes on: entries are only ever appended, so they are read a few at a time and
// nobody has to wait. The file appears whole, read back and on the disk, or not
// at all. The error is one plain sentence.
func (f *File) Copy(to string) error {
	const atOnce = 500
	was, _ := os.Stat(to)
	return fillAt(to, was, func(tx *sql.Tx) error {
		for seq, sum := int64(0), ""; ; {
			entries, next, err := f.some(seq, sum, atOnce)
			if err != nil {
				return err
			}
			if _, err := insert(tx, sum, entries); err != nil {
				return err
			}
			seq, sum = seq+int64(len(entries)), next
			if len(entries) < atOnce {
				break
			}
		}
		// Names come last: one that has no entry yet does no harm, an entry
		// without its names would.
		names, err := f.names()
		if err != nil {
			return err
		}
		return insertNames(tx, names)
	})
}

// Write makes a new data file of a record. It appears whole or not at all, and
// takes the place of a file that is there.
func Write(to string, entries []event.Entry, names map[string]string) error {
	was, _ := os.Stat(to)
	return writeOver(to, was, entries, names)
}

// writeOver is Write in the place of what was there, and of nothing else.
func writeOver(to string, was os.FileInfo, entries []event.Entry, names map[string]string) error {
	return fillAt(to, was, func(tx *sql.Tx) error {
		if _, err := insert(tx, "", entries); err != nil {
			return err
		}
		return insertNames(tx, names)
	})
}

// insert writes entries that follow the one with the given sum, and gives the
// sum of the last.
func insert(tx *sql.Tx, sum string, entries []event.Entry) (string, error) {
	for _, e := range entries {
		sum = chained(sum, e)
		if _, err := tx.Exec(insertEntry, e.Seq, e.At, string(e.Seat), e.Kind, e.Once, string(e.Body), sum); err != nil {
			return "", err
		}
	}
	return sum, nil
}

const insertName = "INSERT INTO person (id, name, sum) VALUES (?, ?, ?)"

func insertNames(tx *sql.Tx, names map[string]string) error {
	for id, name := range names {
		if _, err := tx.Exec(insertName, id, name, namedSum(id, name)); err != nil {
			return err
		}
	}
	return nil
}

// fillAt fills a data file beside its place, reads it back and puts it there.
func fillAt(to string, was os.FileInfo, fill func(*sql.Tx) error) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return fmt.Errorf("the folder %s can't be made: %w", filepath.Dir(to), noFolder(err))
	}
	if err := build(to, was, fill); err != nil {
		return (&File{path: to}).plain(err)
	}
	return nil
}

// Read reads a data file without changing a byte of it, whoever has written it
// and however it ended: it works on a copy in a temporary folder. When the file
// is damaged the error is a *Damage, and the entries are those before the fault.
func Read(path string) ([]event.Entry, map[string]string, error) {
	path, err := Place(path)
	if err != nil {
		return nil, nil, err
	}
	fresh, found, err := inspect(path)
	if err != nil {
		return nil, nil, err
	}
	if fresh {
		if err := lonely(path); err != nil {
			return nil, nil, err
		}
		return nil, nil, fmt.Errorf("%s is not there or empty: name a data file of Bible Chess", path)
	}
	folder, err := os.MkdirTemp("", "bible-chess-read-")
	if err != nil {
		return nil, nil, fmt.Errorf("there is no room to read a copy of %s: %w", path, err)
	}
	defer os.RemoveAll(folder)
	aside := filepath.Join(folder, "copy.db")
	for _, end := range []string{"", "-wal", "-journal"} {
		err := duplicate(path+end, aside+end)
		switch {
		case err == nil, end != "" && errors.Is(err, os.ErrNotExist):
		case noSpace(err):
			return nil, nil, noRoom(path, folder)
		default:
			return nil, nil, fmt.Errorf("%s can't be read: %w", path, err)
		}
	}
	alone := filepath.Join(folder, "alone.db")
	logged, err := os.Stat(aside + "-wal")
	if err == nil && logged.Size() > 0 {
		if err := duplicate(aside, alone); err != nil {
			return nil, nil, noRoom(path, folder)
		}
	}
	lost := soundLog(path, aside+"-wal") // before SQLite passes over it
	entries, names, err := readAside(path, aside, found)
	if err == nil {
		err = lost
	}
	if before, names, errAlone := readAside(path, alone, found); errAlone == nil {
		if n := len(before); n > len(entries) || SumOf(before) != SumOf(entries[:n]) {
			// A log of its own only ever adds to what the file holds.
			return before, names, &Damage{Path: path, Words: "the log beside it (" + path + "-wal) is another file's"}
		}
	}
	return entries, names, err
}

// readAside reads a copy of a file that nobody else uses.
func readAside(path, aside string, found int) ([]event.Entry, map[string]string, error) {
	if _, err := os.Stat(aside); err != nil {
		return nil, nil, err
	}
	db, err := sql.Open("sqlite", address(aside, pragmas[:2]))
	if err != nil {
		return nil, nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	f := &File{db: db, path: path, tables: found}
	var sound string
	fits := db.QueryRow("PRAGMA integrity_check(1)").Scan(&sound) == nil && sound == "ok"
	entries, names, err := f.Load()
	switch {
	case err == nil && fits:
		return entries, names, f.soundNames()
	case full(aside): // which is no fault of the file
		return nil, nil, noRoom(path, filepath.Dir(aside))
	case err == nil:
		return entries, names, &Damage{Path: path, Words: "its tables do not fit together", beside: true}
	}
	var fault *Damage
	if !errors.As(err, &fault) {
		fault = &Damage{Path: path, Words: "its record can't be read to the end"}
	}
	if !fits {
		fault = &Damage{Path: path, Words: "its tables do not fit together"}
	}
	entries, names = f.salvage()
	return entries, names, fault
}

// salvage reads what a damaged file still gives: the entries from the first on
// that are as they were written, and any names.
func (f *File) salvage() (kept []event.Entry, names map[string]string) {
	for sum := ""; ; {
		entries, next, err := f.some(int64(len(kept)), sum, 1)
		if err != nil || len(entries) == 0 {
			break
		}
		kept, sum = append(kept, entries...), next
	}
	names, _ = f.names()
	return kept, names
}

// Free tells whether no program is running on a file; the error says that one is. It
// changes nothing: a spoilt log stays as it is. A file that is not there is free, unless
// a log lies there that only belongs to one that was moved away.
func Free(path string) error {
	fresh, _, err := inspect(path)
	switch {
	case err != nil:
		return nil // whatever it is, no data file is open there
	case fresh:
		if err := lonely(path); err != errReplaced {
			return err
		}
		return nil // whoever opens it finds what is there now
	}
	db, err := sql.Open("sqlite", address(path, pragmas[:2])+"&mode=ro")
	if err != nil {
		return err
	}
	defer db.Close()
	// Whatever else can't be read here: who has the file open is asked for first.
	_, err = db.Exec("SELECT 1 FROM sqlite_schema")
	if err = (&File{path: path}).plain(err); errors.Is(err, errRunning) {
		return err
	}
	return nil
}

// Replace puts a record in the place of a data file that no program is running
// on. What was there, and its log, is kept under the name that it gives, or "" for
// nothing.
func Replace(path string, entries []event.Entry, names map[string]string, now time.Time) (kept string, err error) {
	if err := Free(path); err != nil {
		return "", err
	}
	was, err := os.Stat(path)
	if err == nil {
		kept = fmt.Sprintf("%s.before-%s", path, now.UTC().Format(stamp))
		for _, end := range []string{"", "-wal"} {
			if err := duplicate(path+end, kept+end); err != nil && !errors.Is(err, os.ErrNotExist) {
				return "", fmt.Errorf("%s could not be kept before it is replaced, so it was left: %w", path, err)
			}
		}
	}
	return kept, writeOver(path, was, entries, names)
}
