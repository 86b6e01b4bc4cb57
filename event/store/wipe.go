package store

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Wipe blanks what is kept under the ids beside the record (R4), here, in the safety
// copies and in files that were replaced, and leaves no trace of it in their free
// pages. The record stays. The error is one plain sentence a file; what could be
// wiped is, and the rest is when it is tried again.
func (f *File) Wipe(ids []string) error {
	f.log.mu.Lock()
	defer f.log.mu.Unlock()
	return f.wipe(ids, func() error { return blank(f.db, ids, f.tables) })
}

// wipe leaves no trace of names that clear takes out of the file. Other files
// come first: where a crash comes between, the names are still here, and it is
// known that they are to be wiped. f.log.mu is held.
func (f *File) wipe(ids []string, clear func() error) error {
	f.traces = append(f.traces, ids...)
	slices.Sort(f.traces)
	f.traces = slices.Compact(f.traces)
	var trouble error
	sweep(f.path)
	for _, path := range f.others() {
		if err := wipeOther(path, f.traces); err != nil {
			trouble = errors.Join(trouble, fmt.Errorf("the names in %s could not be wiped, so delete that file: %w", path, err))
		}
	}
	err := clear()
	if err == nil {
		err = scrub(f.db)
	}
	if err != nil {
		return errors.Join(f.plain(err), trouble)
	}
	f.log.behind, f.log.doubt = 0, false
	if trouble == nil {
		f.traces = nil
	}
	return trouble
}

// scrub writes a file anew, so that no page keeps what was deleted, and cuts off
// the log, which still holds the pages of before.
func scrub(db *sql.DB) error {
	_, err := db.Exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")
	return err
}

// others are the copies of the file, and what was replaced by it.
func (f *File) others() []string {
	var list []string
	within := func(folder, prefix, suffix string) {
		files, _ := os.ReadDir(folder)
		for _, file := range files {
			name := file.Name()
			if strings.HasPrefix(name, prefix) && strings.HasSuffix(name, suffix) && !strings.HasSuffix(name, "-wal") && !strings.HasSuffix(name, "-shm") {
				list = append(list, filepath.Join(folder, name))
			}
		}
	}
	within(CopiesOf(f.path), "", ".db")
	within(filepath.Dir(f.path), filepath.Base(f.path)+".before-", "")
	within(filepath.Dir(f.path), filepath.Base(f.path)+".version-", "")
	return list
}

// wipeOther wipes a file that no program has open.
func wipeOther(path string, ids []string) error {
	fresh, found, err := inspect(path)
	if err != nil || fresh {
		return nil // whatever it is, it is no data file
	}
	db, err := sql.Open("sqlite", address(path, pragmas[:1]))
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if err := blank(db, ids, found); err != nil {
		return err
	}
	if err := scrub(db); err != nil {
		return err
	}
	if err := os.Remove(path + "-wal"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// blank empties the names in tables of a version.
func blank(db *sql.DB, ids []string, tables int) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, id := range ids {
		if tables < nameSums {
			_, err = tx.Exec("UPDATE person SET name = '' WHERE id = ?", id)
		} else {
			_, err = tx.Exec("UPDATE person SET name = '', sum = ? WHERE id = ?", namedSum(id, ""), id)
		}
		if err != nil {
			return err
		}
	}
	return tx.Commit()
}
