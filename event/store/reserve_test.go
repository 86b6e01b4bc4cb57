package store

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// Of many that reserve a file in the same moment one has it, and the others are refused
// as by a program that has it open. Nothing stays beside the file.
func TestReserve_OneOfMany(t *testing.T) {
	path := filepath.Join(t.TempDir(), "away", "evening.db")
	for range 20 {
		var all sync.WaitGroup
		var mu sync.Mutex
		var has []func()
		for range 8 {
			all.Go(func() {
				release, err := Reserve(path)
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					has = append(has, release)
				} else if err.Error() != "another Bible Chess is running on "+path+": stop it first" {
					t.Errorf("refused: %v", err)
				}
			})
		}
		all.Wait()
		if len(has) != 1 {
			t.Fatalf("%d have it", len(has))
		}
		has[0]()
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 0 {
		t.Errorf("beside the file are %v, %v", left, err)
	}
}

// Taking turns, never two at a time: a lock that its holder has just removed is none.
func TestReserve_InTurns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "evening.db")
	var all sync.WaitGroup
	var mu sync.Mutex
	for range 4 {
		all.Go(func() {
			for turns := 0; turns < 50; {
				release, err := Reserve(path)
				if err != nil {
					continue
				}
				if !mu.TryLock() {
					t.Error("two have it")
					return
				}
				turns++
				time.Sleep(20 * time.Microsecond)
				mu.Unlock()
				release()
			}
		})
	}
	all.Wait()
}

// A program that was killed holds nothing.
func TestReserve_EndsWithTheProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "evening.db")
	held := other(t, "reserver", path)
	out, err := held.StdoutPipe()
	in, errIn := held.StdinPipe()
	if err := errors.Join(err, errIn, held.Start()); err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if _, err := Reserve(path); !errors.Is(err, errRunning) {
		t.Errorf("while it is reserved: %v", err)
	}
	held.Process.Kill()
	held.Wait()
	release, err := Reserve(path)
	if err != nil {
		t.Fatalf("after the program was killed: %v", err)
	}
	release()
}
