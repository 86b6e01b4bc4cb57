package store

import (
	"database/sql"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver

	"biblechess/event"
)

// What the head of a data file says of itself.
const (
	applicationID = 0x42436873 // "BChs"
	version       = 3          // of the tables; files of a later version are refused

	entrySums = 2 // from this version on each entry has a sum,
	nameSums  = 3 // and each name
)

//go:embed schema.sql
var schema string

type pragma struct{ name, set, want string }

// File is an open data file. One process holds it at a time.
type File struct {
	db      *sql.DB
	path    string
	tables  int      // their version; no other than this program's is written to
	bytes   *os.File // keeps the process's locks, see held
	inserts inserts
	log     log
	sum     string   // of the last entry; log.mu is held
	traces  []string // ids of names that are to be wiped and may still be in some file; log.mu is held
}

// pragmas are set on the connection and read back: a misspelt one would be
// passed over in silence. The file is locked for this process, so that a
// second program on it is noticed at once.
var pragmas = []pragma{
	{"busy_timeout", "20", "20"}, // see patience
	{"locking_mode", "EXCLUSIVE", "exclusive"},
	{"journal_mode", "WAL", "wal"},
	{"synchronous", "FULL", "2"},
	{"wal_autocheckpoint", "0", "0"}, // the file rests when nobody waits for it
	{"foreign_keys", "1", "1"},
	{"secure_delete", "1", "1"}, // a name that was wiped (R4) leaves its page at once
}

// patience is how long a file is asked for that another program has. Two that ask by
// the same pauses could keep each other out for ever, so the pauses are drawn by lot.
const patience = time.Second

// Open opens a data file, or creates it with its folder. The error is one plain
// sentence for whoever started the program: another program holds the file, it
// was written by a later version (then it is left untouched), it is not a data
// file of this program, or the disk refuses.
func Open(path string) (*File, error) {
	path, err := Place(path)
	if err != nil {
		return nil, err
	}
	if err := tooLong(path, longest); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("the folder for the data file can't be made: %w", err)
	}
	f := &File{path: path, tables: version}
	for end := time.Now().Add(patience); ; time.Sleep(rand.N(50 * time.Millisecond)) {
		err := f.ready()
		if err == nil {
			err = f.plain(f.open())
		}
		switch {
		case err == nil:
			f.log.start(f)
			return f, nil
		case errors.Is(err, errReplaced): // by a program that starts just now
		case !errors.Is(err, errRunning) || time.Now().After(end):
			return nil, err
		}
	}
}

// ready makes the file that is to be opened, or brings it to this version.
func (f *File) ready() error {
	was, _ := os.Stat(f.path)
	fresh, found, err := inspect(f.path)
	if err != nil {
		return err
	}
	if fresh {
		err = lonely(f.path)
	}
	if err == nil {
		err = soundLog(f.path, f.path+"-wal")
	}
	if err != nil {
		return err
	}
	switch {
	case fresh:
		return f.plain(build(f.path, was, func(*sql.Tx) error { return nil }))
	case found < version:
		return upgrade(f.path, was, found)
	}
	if log, err := os.Stat(f.path + "-wal"); err != nil || log.Size() == 0 {
		return nil
	}
	// After a crash: SQLite would put the log into the file, and a log that is another
	// file's would spoil it, as when somebody has put a copy in its place by hand.
	if err := Free(f.path); err != nil {
		return err
	}
	var damage *Damage
	if _, _, err := Read(f.path); errors.As(err, &damage) && !damage.beside {
		return err
	}
	return nil
}

// open opens the database and takes its lock.
func (f *File) open() (err error) {
	if f.bytes, err = hold(f.path); err != nil {
		return err
	}
	if f.db, err = sql.Open("sqlite", address(f.path, pragmas)); err == nil {
		f.db.SetMaxOpenConns(1)
		f.db.SetConnMaxIdleTime(0)
		if err = f.prepare(); err == nil && !f.inPlace() {
			err = errHeld // another program has put its own there, and opens it now
		}
	}
	if err != nil {
		f.shut()
	}
	return err
}

// inPlace tells whether the file is where it was opened.
func (f *File) inPlace() bool {
	there, err := os.Stat(f.path)
	here, errHere := f.bytes.Stat()
	return errors.Join(err, errHere) == nil && os.SameFile(here, there)
}

// shut closes the database, and then what keeps its lock.
func (f *File) shut() (err error) {
	if f.db != nil {
		err = f.db.Close()
	}
	return errors.Join(err, release(f.bytes))
}

// Suits tells whether a data file can be at a path: there is one of this program's, of a
// version that it knows, or nothing. Whether that one is whole is another question. The
// error is one plain sentence.
func Suits(path string) error {
	fresh, _, err := inspect(path)
	if err == nil && fresh {
		err = lonely(path)
	}
	return err
}

// inspect reads the head of a file without opening it as a database. fresh is
// true for a file that is not there or empty; found is the version of its
// tables.
func inspect(path string) (fresh bool, found int, err error) {
	what, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return true, 0, nil
	}
	if err == nil && !what.Mode().IsRegular() {
		return false, 0, &Unsuited{words: path + " is not a file"}
	}
	var head [100]byte
	err = look(path, func(in io.Reader) error {
		_, err := io.ReadFull(in, head[:])
		return err
	})
	switch short := errors.Is(err, io.ErrUnexpectedEOF); {
	case errors.Is(err, io.EOF):
		return true, 0, nil
	case err != nil && !short:
		return false, 0, fmt.Errorf("the data file %s can't be opened: %w", path, err)
	case short, string(head[:16]) != "SQLite format 3\x00", binary.BigEndian.Uint32(head[68:]) != applicationID:
		return false, 0, &Unsuited{words: fmt.Sprintf("%s %s", path, ErrForeign), is: ErrForeign}
	}
	if found = int(binary.BigEndian.Uint32(head[60:])); found > version {
		return false, 0, fmt.Errorf("%s %w (its tables are of version %d, this program knows %d): start that version; the file was left as it is", path, ErrLater, found, version)
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
		if p.name == "journal_mode" { // set behind the others, which the driver sorts
			q.Set("_journal_mode", p.set)
			continue
		}
		q.Add("_pragma", p.name+"("+p.set+")")
	}
	return (&url.URL{Scheme: "file", Path: full, RawQuery: q.Encode()}).String()
}

// errReplaced says that something was put in a file's place meanwhile.
var errReplaced = errors.New("another file was put in its place meanwhile")

// build makes a data file whole or not at all: it is filled beside its place,
// without a log of its own, read back, and then put there, in place of what was there
// (nil for nothing) and of nothing else. After a crash at any moment the head of the
// file says whose it is.
func build(path string, was os.FileInfo, fill func(*sql.Tx) error) error {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+filling+"*") // the record's secret is nobody else's on this computer
	if err != nil {
		var why *os.PathError
		errors.As(err, &why)
		return fmt.Errorf("%s can't be written: %w", path, why.Err)
	}
	beside := file.Name()
	if err = file.Close(); err == nil {
		err = fillFile(beside, fill)
	}
	if now, _ := os.Stat(path); (now == nil) != (was == nil) || now != nil && !os.SameFile(now, was) {
		err = errReplaced
	}
	if err == nil && (was == nil || was.Size() == 0) {
		err = lonely(path)
	}
	if err == nil {
		// A log beside the place belongs to the file that was there.
		if err = os.Remove(path + "-wal"); err == nil || errors.Is(err, os.ErrNotExist) {
			err = os.Rename(beside, path)
		}
	}
	if err != nil {
		os.Remove(beside)
		os.Remove(beside + "-journal")
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// filling is in the names of files that are being filled.
const filling = ".filling-"

// sweep removes what was left half filled beside a file and among its copies, when a
// program that filled it was killed.
func sweep(path string) {
	half := func(folder, prefix string) {
		files, _ := os.ReadDir(folder)
		for _, file := range files {
			if name := file.Name(); strings.HasPrefix(name, prefix) && strings.Contains(name, filling) {
				os.Remove(filepath.Join(folder, name))
			}
		}
	}
	half(filepath.Dir(path), filepath.Base(path)+filling)
	half(CopiesOf(path), "")
}

func fillFile(path string, fill func(*sql.Tx) error) (err error) {
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

// Close lets go of the file.
func (f *File) Close() error {
	f.log.stop()
	return f.shut()
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
	sum := "sum"
	if f.tables < entrySums {
		sum = "''"
	}
	entries, sums, err := f.rows("SELECT seq, at, seat, kind, once, body, "+sum+" FROM entry WHERE seq > ? ORDER BY seq LIMIT ?", after, limit)
	if err != nil {
		return nil, before, err
	}
	for i, e := range entries {
		before = chained(before, e)
		if e.Seq != after+int64(i)+1 || before != sums[i] && f.tables >= entrySums {
			return nil, before, &Damage{Path: f.path, Words: fmt.Sprintf("entry %d is not as it was written", after+int64(i)+1)}
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
	names := map[string]string{}
	err := f.eachName("SELECT id, name, '' FROM person", func(id, name, _ string) { names[id] = name })
	return names, err
}

// soundNames is a *Damage where a name is not as it was written. The match goes on with
// it all the same, so it is told by whoever reads the file for faults.
func (f *File) soundNames() (damage error) {
	if f.tables < nameSums {
		return nil
	}
	err := f.eachName("SELECT id, name, sum FROM person", func(id, name, sum string) {
		if sum != namedSum(id, name) {
			damage = &Damage{Path: f.path, Words: "somebody's name is not as it was written", beside: true}
		}
	})
	return errors.Join(err, damage)
}

func (f *File) eachName(query string, each func(id, name, sum string)) error {
	rows, err := f.db.Query(query)
	if err != nil {
		return f.plain(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, name, sum string
		if err := rows.Scan(&id, &name, &sum); err != nil {
			return f.unread(err)
		}
		each(id, name, sum)
	}
	return f.plain(rows.Err())
}
