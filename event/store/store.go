package store

import (
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

	"modernc.org/sqlite"

	"biblechess/event"
)

// What the head of a data file says of itself.
const (
	applicationID = 0x42436873 // "BChs"
	version       = 2          // of the tables; files of a later version are refused
)

//go:embed schema.sql
var schema string

type pragma struct{ name, set, want string }

// File is an open data file. One process holds it at a time.
type File struct {
	db      *sql.DB
	path    string
	inserts inserts
	log     log
	sum     string   // of the last entry; log.mu is held
	traces  []string // ids of names that are to be wiped and may still be in some file; log.mu is held
}

// pragmas are set on the connection and read back: a misspelt one would be
// passed over in silence. The file is locked for this process, so that a
// second program on it is noticed at once.
var pragmas = []pragma{
	{"busy_timeout", "1000", "1000"},
	{"locking_mode", "EXCLUSIVE", "exclusive"},
	{"journal_mode", "WAL", "wal"},
	{"synchronous", "FULL", "2"},
	{"wal_autocheckpoint", "0", "0"}, // the file rests when nobody waits for it
	{"foreign_keys", "1", "1"},
	{"secure_delete", "1", "1"}, // a name that was wiped (R4) leaves its page at once
}

// Open opens a data file, or creates it with its folder. The error is one plain
// sentence for whoever started the program: another program holds the file, it
// was written by a later version (then it is left untouched), it is not a data
// file of this program, or the disk refuses.
func Open(path string) (*File, error) {
	fresh, found, err := inspect(path)
	if err != nil {
		return nil, err
	}
	if err := soundLog(path, path+"-wal"); err != nil {
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
	} else if found < version {
		if err := upgrade(path, found); err != nil {
			return nil, err
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
	f.log.start(f)
	return f, nil
}

// ErrForeign says that a file is none of this program's.
var ErrForeign = errors.New("is not a data file of Bible Chess")

// inspect reads the head of a file without opening it as a database. fresh is
// true for a file that is not there or empty; found is the version of its
// tables.
func inspect(path string) (fresh bool, found int, err error) {
	what, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return true, 0, nil
	}
	if err == nil && !what.Mode().IsRegular() {
		return false, 0, fmt.Errorf("%s is not a file: choose a file with -data", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return false, 0, fmt.Errorf("the data file %s can't be opened: %w", path, err)
	}
	defer file.Close()
	var head [100]byte
	switch _, err := io.ReadFull(file, head[:]); {
	case errors.Is(err, io.EOF):
		return true, 0, nil
	case err != nil, string(head[:16]) != "SQLite format 3\x00", binary.BigEndian.Uint32(head[68:]) != applicationID:
		return false, 0, fmt.Errorf("%s %w: choose another file with -data", path, ErrForeign)
	}
	if found = int(binary.BigEndian.Uint32(head[60:])); found > version {
		return false, 0, fmt.Errorf("%s was written by a later version of Bible Chess (its tables are of version %d, this program knows %d): start that version; the file was left as it is", path, found, version)
	}
	return false, found, nil
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

// create makes a new data file.
func create(path string) error { return build(path, func(*sql.Tx) error { return nil }) }

// build makes a data file whole or not at all: it is filled beside its place,
// without a log of its own, read back, and then put there. After a crash at any
// moment the head of the file says whose it is.
func build(path string, fill func(*sql.Tx) error) error {
	beside := path + ".new"
	os.Remove(beside)
	os.Remove(beside + "-journal")
	err := fillFile(beside, fill)
	if err == nil {
		// A log beside the place belongs to the file that was there.
		if err = os.Remove(path + "-wal"); err == nil || errors.Is(err, os.ErrNotExist) {
			err = os.Rename(beside, path)
		}
	}
	if err != nil {
		os.Remove(beside)
		return err
	}
	return syncFolder(filepath.Dir(path))
}

func fillFile(path string, fill func(*sql.Tx) error) (err error) {
	// The record's secret is nobody else's on this computer; the log has the same rights.
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", address(path, nil))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec(schema + fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d;", applicationID, version)); err != nil {
		return err
	}
	if err := fill(tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	var sound string
	if err := db.QueryRow("PRAGMA integrity_check(1)").Scan(&sound); err != nil {
		return err
	}
	if sound != "ok" {
		return fmt.Errorf("%s did not reach the disk as it was written", path)
	}
	return nil
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
	err := f.db.QueryRow("SELECT sum FROM entry ORDER BY seq DESC LIMIT 1").Scan(&f.sum)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return f.unread(err)
	}
	return f.inserts.prepare(f.db)
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
		if kind := s.Code() >> 8; kind == 1 || kind == 2 {
			return fmt.Errorf("the disk could not read %s: check that it is still there", f.path)
		}
		return fmt.Errorf("the disk could not write %s: check that it is still there and not full", f.path)
	case corrupt, notADatabase:
		return &Damage{f.path, "its tables can't be read"}
	}
	return err
}

// unread says in words that a row could not be read: what stands in it can't have been
// written by this program.
func (f *File) unread(err error) error {
	if plain := f.plain(err); plain != err {
		return plain
	}
	return &Damage{f.path, "its tables hold what was not written there"}
}

// Close lets go of the file.
func (f *File) Close() error {
	f.log.stop()
	return f.db.Close()
}

// Load gives every entry in order and the names by their ids. Each entry is
// checked against its sum; a fault is a *Damage.
func (f *File) Load() ([]event.Entry, map[string]string, error) {
	entries, _, err := f.some(0, "", -1)
	if err != nil {
		return nil, nil, err
	}
	names, err := f.names()
	return entries, names, err
}

// some gives the entries after one number, in order, at most as many as the
// limit, and the sum of the last; a negative limit is none. before is the sum of
// the entry that they follow.
func (f *File) some(after int64, before string, limit int) ([]event.Entry, string, error) {
	entries, sums, err := f.rows("SELECT seq, at, seat, kind, once, body, sum FROM entry WHERE seq > ? ORDER BY seq LIMIT ?", after, limit)
	if err != nil {
		return nil, before, err
	}
	for i, e := range entries {
		before = chained(before, e)
		if e.Seq != after+int64(i)+1 || before != sums[i] {
			return nil, before, &Damage{f.path, fmt.Sprintf("entry %d is not as it was written", after+int64(i)+1)}
		}
	}
	return entries, before, nil
}

// rows reads entries and their sums.
func (f *File) rows(query string, args ...any) (entries []event.Entry, sums []string, err error) {
	rows, err := f.db.Query(query, args...)
	if err != nil {
		return nil, nil, f.plain(err)
	}
	defer rows.Close()
	for rows.Next() {
		var e event.Entry
		var sum string
		if err := rows.Scan(&e.Seq, &e.At, &e.Seat, &e.Kind, &e.Once, (*[]byte)(&e.Body), &sum); err != nil {
			return nil, nil, f.unread(err)
		}
		entries, sums = append(entries, e), append(sums, sum)
	}
	return entries, sums, f.plain(rows.Err())
}

// last is the number of the last durable entry.
func (f *File) last() (seq int64, err error) {
	err = f.db.QueryRow("SELECT coalesce(max(seq), 0) FROM entry").Scan(&seq)
	return seq, f.plain(err)
}

func (f *File) names() (map[string]string, error) {
	rows, err := f.db.Query("SELECT id, name FROM person")
	if err != nil {
		return nil, f.plain(err)
	}
	defer rows.Close()
	names := map[string]string{}
	for rows.Next() {
		var id, name string
		if err := rows.Scan(&id, &name); err != nil {
			return nil, f.unread(err)
		}
		names[id] = name
	}
	return names, f.plain(rows.Err())
}
