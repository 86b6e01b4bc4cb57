package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Rotation keeps copies of a data file in a folder beside it: the newest, and
// the last of each day.
type Rotation struct {
	file   *File
	folder string
	now    func() time.Time

	mu      sync.Mutex
	copied  int64 // number of the last entry in the newest copy
	trouble error // why the last try failed
}

const (
	keepNewest = 20              // copies of any age
	keepDays   = 30              // days of which the last copy is kept
	firstCopy  = 2 * time.Second // after the start, when nobody waits for a page any more
	copyEvery  = 2 * time.Minute // while the record grows
	stamp      = "20060102-150405.000"
)

// SafetyCopy is one of a rotation's files.
type SafetyCopy struct {
	Name string    // of the file, without its folder
	At   time.Time // when it was made
	Size int64     // bytes
}

// Rotate keeps copies of a file in FILE-copies.
func Rotate(f *File, now func() time.Time) *Rotation {
	return &Rotation{file: f, folder: CopiesOf(f.path), now: now}
}

// CopiesOf is the folder of a data file's copies.
func CopiesOf(path string) string { return path + "-copies" }

// CopyName is the name of a copy that is made at a time.
func CopyName(at time.Time) string { return at.UTC().Format(stamp) + ".db" }

// Run makes a copy soon, then whenever the record has grown for a while, and
// when ctx is done.
func (r *Rotation) Run(ctx context.Context) {
	next := time.NewTimer(firstCopy)
	defer next.Stop()
	for {
		select {
		case <-ctx.Done():
			r.Make()
			return
		case <-next.C:
			r.Make()
			next.Reset(copyEvery)
		}
	}
}

// Make copies the record if it has grown since the last copy, and lets old
// copies go. The error is one plain sentence; it stays until a copy succeeds.
func (r *Rotation) Make() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.trouble = r.make()
	return r.trouble
}

// Trouble is why the last copy could not be made; nil when it could.
func (r *Rotation) Trouble() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.trouble
}

func (r *Rotation) make() error {
	last, err := r.file.last()
	if err != nil {
		return err
	}
	if last == r.copied {
		return r.prune() // what was wrong with the folder may still be
	}
	if r.copied == 0 {
		sweep(r.file.path)
	}
	if err := r.file.Copy(filepath.Join(r.folder, CopyName(r.now()))); err != nil {
		return fmt.Errorf("no safety copy could be made: %w", err)
	}
	r.copied = last
	return r.prune()
}

// prune removes the copies that neither are new nor end a day.
func (r *Rotation) prune() error {
	copies, err := Copies(r.folder)
	if err != nil {
		return err
	}
	days := map[string]bool{}
	for i, c := range copies {
		day := c.At.Format("20060102")
		ends := !days[day] && len(days) < keepDays
		days[day] = true
		if i >= keepNewest && !ends {
			err = errors.Join(err, os.Remove(filepath.Join(r.folder, c.Name)))
		}
	}
	return err
}

// Forget removes every copy: what was wiped from the record (R4) must not live
// on beside it. A new copy is made at once.
func (r *Rotation) Forget() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	copies, err := Copies(r.folder)
	for _, c := range copies {
		err = errors.Join(err, os.Remove(filepath.Join(r.folder, c.Name)))
	}
	r.copied = 0
	return errors.Join(err, r.make())
}

// Path is where a copy of this name lies; false when there is none.
func (r *Rotation) Path(name string) (string, bool) {
	copies, _ := Copies(r.folder)
	for _, c := range copies {
		if c.Name == name {
			return filepath.Join(r.folder, name), true
		}
	}
	return "", false
}

// List gives the copies, newest first.
func (r *Rotation) List() ([]SafetyCopy, error) { return Copies(r.folder) }

// Copies gives the copies in a folder, newest first; none when it is not there.
func Copies(folder string) ([]SafetyCopy, error) {
	files, err := os.ReadDir(folder)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the safety copies in %s can't be listed: %w", folder, noFolder(err))
	}
	var list []SafetyCopy
	for _, f := range files {
		at, err := time.ParseInLocation(stamp, strings.TrimSuffix(f.Name(), ".db"), time.UTC)
		if err != nil || !strings.HasSuffix(f.Name(), ".db") {
			continue
		}
		what, err := f.Info()
		if err != nil {
			continue // it went while it was listed
		}
		list = append(list, SafetyCopy{f.Name(), at, what.Size()})
	}
	slices.SortFunc(list, func(a, b SafetyCopy) int { return cmp.Compare(b.Name, a.Name) })
	return list, nil
}
