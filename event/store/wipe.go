package store

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Wipe blanks what is kept under the ids beside the record (R4), here, in the safety
// copies and in files that were replaced, and leaves no trace of it in their free
// pages. The record stays. The error is one plain sentence; what could be wiped is.
func (f *File) Wipe(ids []string) error {
	f.log.mu.Lock()
	defer f.log.mu.Unlock()
	if err := blank(f.db, ids); err != nil {
		return f.plain(err)
	}
	// The log still holds the pages of before.
	if _, err := f.db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		return f.plain(err)
	}
	f.log.behind = 0
	var trouble error
	for _, path := range f.others() {
		if err := wipeOther(path, ids); err != nil {
			trouble = errors.Join(trouble, fmt.Errorf("the names in %s could not be wiped, so delete that file: %w", path, err))
		}
	}
	return trouble
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
	return list
}

// wipeOther wipes a file that no program has open.
func wipeOther(path string, ids []string) error {
	if fresh, _, err := inspect(path); err != nil || fresh {
		return nil // whatever it is, it is no data file
	}
	db, err := sql.Open("sqlite", address(path, pragmas[:1]))
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if err := blank(db, ids); err != nil {
		return err
	}
	if _, err := db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		return err
	}
	if err := os.Remove(path + "-wal"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// blank empties the names and writes the file anew, so that no page keeps them.
func blank(db *sql.DB, ids []string) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, id := range ids {
		if _, err := tx.Exec("UPDATE person SET name = '' WHERE id = ?", id); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err = db.Exec("VACUUM")
	return err
}
