package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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
