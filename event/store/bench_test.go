package store

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
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

// stock is the anchor: one row into a database of this driver as anybody would
// open it, durable (WAL, synchronous=FULL), of the size of an ordinary entry. Its
// log grows, as it does in an evening of some hundred commands: before SQLite would
// begin to write over it, the database is made anew.
func stock(t testing.TB) (insert func()) {
	t.Helper()
	const anew = 800 // a commit takes a page of the log or two, and SQLite moves it at 1000
	var db *sql.DB
	var into *sql.Stmt
	seq := 0
	t.Cleanup(func() { db.Close() })
	begin := func() {
		var err error
		if db != nil {
			db.Close()
		}
		if db, err = sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "stock.db")+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)"); err != nil {
			t.Fatal(err)
		}
		db.SetMaxOpenConns(1)
		if _, err := db.Exec("CREATE TABLE entry (seq INTEGER PRIMARY KEY, at INTEGER, seat TEXT, kind TEXT, once TEXT, body TEXT)"); err != nil {
			t.Fatal(err)
		}
		if into, err = db.Prepare("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)"); err != nil {
			t.Fatal(err)
		}
	}
	begin()
	return func() {
		if seq++; seq%anew == 0 {
			begin()
		}
		if _, err := into.Exec(seq, 1_800_000_000_000, "host", "match-named", "0123456789abcdef01234567", `{"match":"Friday","teams":["Lions","Shepherds"]}`); err != nil {
			t.Fatal(err)
		}
	}
}

// command is a whole command through the one door; each is another tap.
func command(t testing.TB, e *event.Evening) func() {
	n := 0
	return func() {
		n++
		if _, err := e.Do(event.Host, fmt.Sprint(n), event.NameMatch{Match: fmt.Sprint("Friday ", n), White: "Lions", Black: "Shepherds"}); err != nil {
			t.Error(err)
		}
	}
}

// timed is how long something takes.
func timed(what func()) time.Duration {
	began := time.Now()
	what()
	return time.Since(began)
}

// percentile is a part of sorted times, in microseconds.
func percentile(times []time.Duration, part float64) float64 {
	slices.Sort(times)
	return float64(times[int(part*float64(len(times)-1))].Nanoseconds()) / 1000
}

// BenchmarkCommit takes turns between a stock insert and a whole command
// (decided, folded, durable, applied), so that a busy disk strikes both.
func BenchmarkCommit(b *testing.B) {
	insert, e := stock(b), evening(b, open(b, filepath.Join(b.TempDir(), "evening.db")))
	do := command(b, e)
	time.Sleep(2 * rest / 10) // the log is grown before the match
	var raw, ours []time.Duration
	for b.Loop() {
		raw, ours = append(raw, timed(insert)), append(ours, timed(do))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(percentile(raw, 0.5), "stock-p50-µs")
	b.ReportMetric(percentile(ours, 0.5), "do-p50-µs")
	b.ReportMetric(percentile(ours, 0.5)/percentile(raw, 0.5), "p50-ratio")
	b.ReportMetric(percentile(ours, 0.99)/percentile(raw, 0.99), "p99-ratio")
}

// BenchmarkCommit64 gives 64 commands at once and waits for all the answers.
func BenchmarkCommit64(b *testing.B) {
	insert, e := stock(b), evening(b, open(b, filepath.Join(b.TempDir(), "evening.db")))
	time.Sleep(2 * rest / 10)
	// The connections are there before the commands come.
	var all sync.WaitGroup
	starts := make([]chan int, 64)
	for i := range starts {
		starts[i] = make(chan int)
		go func() {
			for round := range starts[i] {
				c := event.NameMatch{Match: fmt.Sprint("Friday ", i), White: "Lions", Black: "Shepherds"}
				if _, err := e.Do(event.Host, fmt.Sprint(round, i), c); err != nil {
					b.Error(err)
				}
				all.Done()
			}
		}()
		defer close(starts[i])
	}
	round := 0
	var raw, ours []time.Duration
	for b.Loop() {
		round++
		raw = append(raw, timed(insert))
		ours = append(ours, timed(func() {
			all.Add(len(starts))
			for _, start := range starts {
				start <- round
			}
			all.Wait()
		}))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(percentile(raw, 0.5), "stock-p50-µs")
	b.ReportMetric(percentile(ours, 0.5), "64-p50-µs")
	b.ReportMetric(percentile(ours, 0.5)/percentile(raw, 0.5), "p50-ratio")
}
