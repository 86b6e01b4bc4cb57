package store

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"

	"biblechess/event"
)

// Since gives durable entries after one, in order, each with its sum, at most
// as many as the limit.
func (f *File) Since(after int64, limit int) ([]event.Sealed, error) {
	entries, sums, err := f.rows("SELECT seq, at, seat, kind, once, body, sum FROM entry WHERE seq > ? ORDER BY seq LIMIT ?", after, limit)
	list := make([]event.Sealed, len(entries))
	for i, e := range entries {
		list[i] = event.Seal(e, sums[i])
	}
	return list, err
}

// SumAt is the sum that is kept with an entry; empty where there is no such
// entry. That of the first entry, which holds the evening's secret, tells one
// evening from another.
func (f *File) SumAt(seq int64) (sum string, err error) {
	err = f.db.QueryRow("SELECT sum FROM entry WHERE seq = ?", seq).Scan(&sum)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return sum, f.plain(err)
}

// SumOf is what SumAt gives for the last of a whole record; empty for none.
func SumOf(entries []event.Entry) (sum string) {
	for _, e := range entries {
		sum = chained(sum, e)
	}
	return sum
}

// Names gives the names by their ids.
func (f *File) Names() (map[string]string, error) { return f.names() }

// Take makes entries durable that another program has written, in one commit.
// Each must be the next, with the sum that it has after the ones that are here;
// otherwise the error says which is not and none is kept.
func (f *File) Take(list []event.Sealed) (err error) {
	f.log.mu.Lock()
	defer f.log.mu.Unlock()
	defer func() { f.wrote(len(list), err) }()
	tx, err := f.db.Begin()
	if err != nil {
		return f.plain(err)
	}
	defer tx.Rollback()
	sum, one := f.sum, tx.Stmt(f.inserts.one)
	for _, s := range list {
		e := s.Entry()
		if chained(sum, e) != s.Sum {
			return fmt.Errorf("entry %d did not arrive as it was written", e.Seq)
		}
		if sum, err = add(one, sum, []event.Addition{{Entry: e}}); err != nil {
			return f.plain(err)
		}
	}
	if err := tx.Commit(); err != nil {
		return f.plain(err)
	}
	f.sum = sum
	return nil
}

// SetNames makes the names be these and no others. Where one was taken away or
// became another (R4), nothing of it stays in the file, in its safety copies and
// in files that were replaced.
func (f *File) SetNames(names map[string]string) error {
	was, err := f.names()
	if err != nil {
		return err
	}
	f.log.mu.Lock()
	defer f.log.mu.Unlock()
	if maps.Equal(was, names) && len(f.traces) == 0 {
		return nil
	}
	var gone []string
	for id, name := range was {
		if names[id] != name {
			gone = append(gone, id)
		}
	}
	set := func() error { return setNames(f.db, was, names) }
	if len(gone) == 0 && len(f.traces) == 0 {
		return f.plain(set())
	}
	return f.wipe(gone, set)
}

func setNames(db *sql.DB, was, names map[string]string) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for id, name := range was {
		if now, stays := names[id]; !stays || now != name {
			if _, err := tx.Exec("DELETE FROM person WHERE id = ?", id); err != nil {
				return err
			}
		}
	}
	for id, name := range names {
		if before, there := was[id]; !there || before != name {
			if _, err := tx.Exec(insertName, id, name, namedSum(id, name)); err != nil {
				return err
			}
		}
	}
	return tx.Commit()
}
