package store

import (
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"biblechess/event"
)

func evening(t testing.TB, f *File) *event.Evening {
	t.Helper()
	e, err := event.Open(f, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// BenchmarkDurable compares a command through the one door with the bare
// insert of a row of the same size into a database of the same settings.
func BenchmarkDurable(b *testing.B) {
	b.Run("bare", func(b *testing.B) {
		db, err := sql.Open("sqlite", address(filepath.Join(b.TempDir(), "bare.db"), pragmas))
		if err != nil {
			b.Fatal(err)
		}
		defer db.Close()
		db.SetMaxOpenConns(1)
		if _, err := db.Exec("CREATE TABLE entry (seq INTEGER PRIMARY KEY, at INTEGER, seat TEXT, kind TEXT, once TEXT, body TEXT) STRICT"); err != nil {
			b.Fatal(err)
		}
		insert, err := db.Prepare("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)")
		if err != nil {
			b.Fatal(err)
		}
		seq := 0
		for b.Loop() {
			seq++
			if _, err := insert.Exec(seq, 1_800_000_000_000, "host", "match-named", "0123456789abcdef01234567", `{"match":"Friday","teams":["Lions","Shepherds"]}`); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Do", func(b *testing.B) {
		e := evening(b, open(b, filepath.Join(b.TempDir(), "evening.db")))
		for b.Loop() {
			if _, err := e.Do(event.Host, "", event.NameMatch{Match: "Friday", White: "Lions", Black: "Shepherds"}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
