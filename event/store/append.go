package store

import (
	"database/sql"
	"strings"

	"biblechess/event"
)

const (
	insertInto  = "INSERT INTO entry (seq, at, seat, kind, once, body, sum) VALUES "
	entryRow    = "(?, ?, ?, ?, ?, ?, ?)"
	insertEntry = insertInto + entryRow

	// together is how many entries go into the database by one statement where
	// so many come at once: what a statement costs beside its rows is as much as
	// a row.
	together = 8
)

// inserts are the statements that add one entry, and several.
type inserts struct{ one, many *sql.Stmt }

func (i *inserts) prepare(db *sql.DB) (err error) {
	if i.one, err = db.Prepare(insertEntry); err != nil {
		return err
	}
	i.many, err = db.Prepare(insertEntry + strings.Repeat(", "+entryRow, together-1))
	return err
}

// Append makes entries durable in one commit, with the names that came with
// them. An error means that nothing was kept.
func (f *File) Append(list []event.Addition) (err error) {
	f.log.mu.Lock()
	defer f.log.mu.Unlock()
	entries := len(list)
	defer func() { f.wrote(entries, err) }()
	if len(list) == 1 && len(list[0].Names) == 0 {
		// A statement alone is a transaction.
		sum, err := add(f.inserts.one, f.sum, list)
		if err == nil {
			f.sum = sum
		}
		return f.plain(err)
	}
	tx, err := f.db.Begin()
	if err != nil {
		return f.plain(err)
	}
	defer tx.Rollback()
	for _, a := range list {
		if err := insertNames(tx, a.Names); err != nil {
			return f.plain(err)
		}
	}
	sum, one, many := f.sum, tx.Stmt(f.inserts.one), tx.Stmt(f.inserts.many)
	for ; len(list) >= together && err == nil; list = list[together:] {
		sum, err = add(many, sum, list[:together])
	}
	for ; len(list) > 0 && err == nil; list = list[1:] {
		sum, err = add(one, sum, list[:1])
	}
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		return f.plain(err)
	}
	f.sum = sum
	return nil
}

// add adds entries by a statement for so many, after the one with the given
// sum, and gives the sum of the last.
func add(by *sql.Stmt, sum string, list []event.Addition) (string, error) {
	values := make([]any, 0, 7*len(list))
	for _, e := range list {
		sum = chained(sum, e.Entry)
		values = append(values, e.Seq, e.At, string(e.Seat), e.Kind, e.Once, string(e.Body), sum)
	}
	_, err := by.Exec(values...)
	return sum, err
}
