package main

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"biblechess/event/store"
)

// saysSoon waits until the host's page says something, or no longer does.
func (p *running) saysSoon(host *http.Client, words string, want bool) {
	p.Helper()
	body := ""
	for end := time.Now().Add(15 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if _, body = fetch(p.TB, host, p.links.Address+"/host"); strings.Contains(body, words) == want {
			return
		}
	}
	p.Fatalf("the host's page says %q: %v is wanted\n%s", words, want, p.log)
}

// Whoever moves the data file away while the program runs is told, and the host.
func TestWitness_AMovedFileIsTold(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "evening.db")
	p, host := evening(t, data)
	if err := os.Rename(data, data+".moved"); err != nil {
		t.Fatal(err)
	}
	p.saysSoon(host, "The data file is no longer at "+data, true)
	if !strings.Contains(p.log.String(), "the data file was moved, renamed or deleted") {
		t.Errorf("the program says %s", p.log)
	}
	if err := os.Rename(data+".moved", data); err != nil {
		t.Fatal(err)
	}
	p.saysSoon(host, "The data file is no longer at", false)
}

// Why no safety copy can be made stands on the host's page and among the copies, in one
// sentence, until one can.
func TestWitness_AFileInTheCopiesPlaceIsTold(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "evening.db")
	copies := store.CopiesOf(data)
	if err := os.WriteFile(copies, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	p, host := evening(t, data)
	p.saysSoon(host, "No safety copy could be made: the folder "+copies+" can&#39;t be made: a file of that name is in its place, so move that away.", true)
	if _, body := fetch(t, host, p.links.Address+"/host/copies"); strings.Count(body, copies) != 1 || !strings.Contains(body, "can&#39;t be listed: a file of that name is in its place, so move that away.") {
		t.Errorf("among the copies it says %s", body)
	}
	if err := os.Remove(copies); err != nil {
		t.Fatal(err)
	}
	if got, err := host.Get(p.links.Address + "/host/copies/file"); err != nil || got.StatusCode != 200 { // makes one
		t.Error(got, err)
	}
	p.saysSoon(host, "No safety copy could be made", false)
}

// A data file that can't even be recognised any more is gone on from by its copy.
func TestDamaged_AFileWithoutItsHead(t *testing.T) {
	data := filepath.Join(t.TempDir(), "evening.db")
	p, host := evening(t, data)
	p.named(host, "First evening")
	p.stop() // makes a copy
	if what, err := os.Stat(data); err != nil || runtime.GOOS != "windows" && what.Mode().Perm() != 0o600 {
		t.Errorf("the data file has the rights %v, %v", what.Mode(), err)
	}
	body, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	clear(body[:512])
	if err := os.WriteFile(data, body, 0o600); err != nil {
		t.Fatal(err)
	}
	err = run(t.Context(), []string{"-addr", "127.0.0.1:0", "-data", data}, nil, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "is not a data file of Bible Chess: choose another file with -data\n  The last good state") || !strings.Contains(err.Error(), "biblechess restore -data") {
		t.Fatalf("it starts, or says %v", err)
	}
	if out, err := verb(t, "restore", "-data", data); err != nil || !strings.Contains(out, "First evening") {
		t.Errorf("restore says %q, %v", out, err)
	}
	if out, err := verb(t, "verify", data); err != nil || !strings.Contains(out, "is whole") {
		t.Errorf("verify says %q, %v", out, err)
	}
}

// Damage that leaves the record readable, as among the names, is told all the same.
func TestWitness_DamageBesideTheRecordIsTold(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "evening.db")
	p, host := evening(t, data)
	got, err := host.PostForm(p.links.Address+"/host/roster", url.Values{"side": {"white"}, "paste": {"Ruth\nBoaz\nNaomi\nObed\nOrpah\nElimelech\nMahlon\nChilion"}})
	if err != nil || got.StatusCode != http.StatusOK {
		t.Fatalf("the roster: %v, %v", got, err)
	}
	got.Body.Close()
	p.stop()
	_, names, err := store.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	first := slices.Min(slices.Collect(maps.Keys(names)))
	body, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(body, []byte(first+names[first]))
	if at < 0 {
		t.Fatalf("the name of %s is not in the file", first)
	}
	body[at] = '~' // no longer in its order
	if err := os.WriteFile(data, body, 0o600); err != nil {
		t.Fatal(err)
	}
	p, host = evening(t, data)
	p.saysSoon(host, "The data file is damaged on the disk", true)
}

// A record that ends before its safety copy does is not gone on with in silence; one
// that was taken back to an earlier state and went on otherwise is.
func TestWitness_ALongerCopyIsTold(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "evening.db")
	p, host := evening(t, data)
	p.named(host, "First evening")
	p.stop()
	short, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	p, host = evening(t, data)
	p.named(host, "Second evening")
	p.named(host, "Third evening")
	p.stop() // makes a copy
	if err := os.WriteFile(data, short, 0o600); err != nil {
		t.Fatal(err)
	}
	p, host = evening(t, data)
	p.saysSoon(host, "goes on for 2 entries where this record ends", true)
	p.named(host, "Another evening")
	p.stop()
	p, host = evening(t, data)
	time.Sleep(compareAfter + time.Second)
	p.saysSoon(host, "where this record ends", false)
}
