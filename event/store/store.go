package store

import (
	"context"
	"database/sql"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"

	"biblechess/event"
)

// What the head of a data file says of itself.
const (
	applicationID = 0x42436873 // "BChs"
	version       = 1          // of the tables; files of a later version are refused
)

//go:embed schema.sql
var schema string

type pragma struct{ name, set, want string }

// File is an open data file. One process holds it at a time.
type File struct {
	db     *sql.DB
	path   string
	append *sql.Stmt
}

// pragmas are set on the connection and read back: a misspelt one would be
// passed over in silence. The file is locked for this process, so that a
// second program on it is noticed at once.
var pragmas = []pragma{
	{"busy_timeout", "1000", "1000"},
	{"locking_mode", "EXCLUSIVE", "exclusive"},
	{"journal_mode", "WAL", "wal"},
	{"synchronous", "FULL", "2"},
	{"foreign_keys", "1", "1"},
}

// Open opens a data file, or creates it with its folder. The error is one plain
// sentence for whoever started the program: another program holds the file, it
// was written by a later version (then it is left untouched), it is not a data
// file of this program, or the disk refuses.
func Open(path string) (*File, error) {
	fresh, err := inspect(path)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("the folder for the data file can't be made: %w", err)
	}
	f := &File{path: path}
	if fresh {
		if err := create(path); err != nil {
			return nil, f.plain(err)
		}
	}
	db, err := sql.Open("sqlite", address(path, pragmas))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	db.SetConnMaxIdleTime(0)
	f.db = db
	if err := f.prepare(); err != nil {
		db.Close()
		return nil, f.plain(err)
	}
	return f, nil
}

// inspect reads the head of a file without opening it as a database. fresh is
// true for a file that is not there or empty.
func inspect(path string) (fresh bool, err error) {
	what, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return true, nil
	}
	if err == nil && !what.Mode().IsRegular() {
		return false, fmt.Errorf("%s is not a file: choose a file with -data", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return false, fmt.Errorf("the data file %s can't be opened: %w", path, err)
	}
	defer file.Close()
	var head [100]byte
	switch _, err := io.ReadFull(file, head[:]); {
	case errors.Is(err, io.EOF):
		return true, nil
	case err != nil, string(head[:16]) != "SQLite format 3\x00", binary.BigEndian.Uint32(head[68:]) != applicationID:
		return false, fmt.Errorf("%s is not a data file of Bible Chess: choose another file with -data", path)
	}
	if found := binary.BigEndian.Uint32(head[60:]); found > version {
		return false, fmt.Errorf("%s was written by a later version of Bible Chess (its tables are of version %d, this program knows %d): start that version; the file was left as it is", path, found, version)
	}
	return false, nil
}

// address is the file's name as the driver takes it; a path may hold any
// character.
func address(path string, list []pragma) string {
	full, err := filepath.Abs(path)
	if err != nil {
		full = path
	}
	full = filepath.ToSlash(full)
	if !strings.HasPrefix(full, "/") {
		full = "/" + full
	}
	q := url.Values{"_txlock": {"immediate"}}
	for _, p := range list {
		q.Add("_pragma", p.name+"("+p.set+")")
	}
	return (&url.URL{Scheme: "file", Path: full, RawQuery: q.Encode()}).String()
}

// create makes a new data file whole or not at all: it is filled beside its
// place, without a log of its own, and then put there. After a crash at any
// moment the head of the file says whose it is.
func create(path string) error {
	beside := path + ".new"
	os.Remove(beside)
	os.Remove(beside + "-journal")
	db, err := sql.Open("sqlite", address(beside, nil))
	if err != nil {
		return err
	}
	marks := fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d;", applicationID, version)
	_, err = db.Exec("BEGIN IMMEDIATE; " + schema + marks + " COMMIT;")
	if err = errors.Join(err, db.Close()); err == nil {
		err = os.Rename(beside, path)
	}
	if err != nil {
		os.Remove(beside)
	}
	return err
}

func (f *File) prepare() error {
	for _, p := range pragmas {
		var got string
		if err := f.db.QueryRow("PRAGMA " + p.name).Scan(&got); err != nil {
			return err
		}
		if got != p.want {
			return fmt.Errorf("the database set %s to %q instead of %q", p.name, got, p.want)
		}
	}
	// The first write takes the lock that keeps a second program out.
	if _, err := f.db.Exec("BEGIN IMMEDIATE; COMMIT;"); err != nil {
		return err
	}
	var err error
	f.append, err = f.db.Prepare("INSERT INTO entry (seq, at, seat, kind, once, body) VALUES (?, ?, ?, ?, ?, ?)")
	return err
}

// plain says a database's error in words that a volunteer can act on.
func (f *File) plain(err error) error {
	const busy, readOnly, ioError, corrupt, full, cantOpen, notADatabase = 5, 8, 10, 11, 13, 14, 26
	var s *sqlite.Error
	if !errors.As(err, &s) {
		return err
	}
	switch s.Code() & 0xff {
	case busy, 6:
		return fmt.Errorf("another Bible Chess is running on %s: stop it first, or choose another file with -data", f.path)
	case full:
		return errors.New("the disk is full: make room on it, then try again")
	case readOnly, cantOpen:
		return fmt.Errorf("%s can't be written: check the folder's rights and that the disk is not write-protected", f.path)
	case ioError:
		return fmt.Errorf("the disk could not write %s: check that it is still there and not full", f.path)
	case corrupt, notADatabase:
		return fmt.Errorf("%s is damaged and can't be read", f.path)
	}
	return err
}

// Close lets go of the file.
func (f *File) Close() error { return f.db.Close() }

// Load gives every entry in order and the names by their ids.
func (f *File) Load() ([]event.Entry, map[string]string, error) {
	rows, err := f.db.Query("SELECT seq, at, seat, kind, once, body FROM entry ORDER BY seq")
	if err != nil {
		return nil, nil, f.plain(err)
	}
	defer rows.Close()
	var entries []event.Entry
	for rows.Next() {
		var e event.Entry
		if err := rows.Scan(&e.Seq, &e.At, &e.Seat, &e.Kind, &e.Once, (*[]byte)(&e.Body)); err != nil {
			return nil, nil, f.plain(err)
		}
		entries = append(entries, e)
	}
	if err := rows.Err(); err != nil {
		return nil, nil, f.plain(err)
	}
	people, err := f.db.Query("SELECT id, name FROM person")
	if err != nil {
		return nil, nil, f.plain(err)
	}
	defer people.Close()
	names := map[string]string{}
	for people.Next() {
		var id, name string
		if err := people.Scan(&id, &name); err != nil {
			return nil, nil, f.plain(err)
		}
		names[id] = name
	}
	return entries, names, f.plain(people.Err())
}

// Append makes one entry durable, and the names that came with it in the same
// transaction. An error means that nothing was kept.
func (f *File) Append(e event.Entry, names map[string]string) error {
	if len(names) == 0 {
		_, err := f.append.Exec(e.Seq, e.At, string(e.Seat), e.Kind, e.Once, string(e.Body))
		return f.plain(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	tx, err := f.db.BeginTx(ctx, nil)
	if err != nil {
		return f.plain(err)
	}
	defer tx.Rollback()
	for id, name := range names {
		if _, err := tx.Exec("INSERT INTO person (id, name) VALUES (?, ?)", id, name); err != nil {
			return f.plain(err)
		}
	}
	if _, err := tx.Stmt(f.append).Exec(e.Seq, e.At, string(e.Seat), e.Kind, e.Once, string(e.Body)); err != nil {
		return f.plain(err)
	}
	return f.plain(tx.Commit())
}
