package store

import (
	"errors"
	"os"
	"path/filepath"
)

// lockOf is what a program locks that has reserved a data file.
func lockOf(path string) string { return path + "-pair.lock" }

// Reserve keeps a data file, and what lies beside it, for this program before it is
// opened, as a second laptop does that still looks for the first: another program that
// reserves it is refused, as Open refuses one that is open. The reservation ends with
// release, or with the program. Where nothing can be written beside the file there is
// nothing to keep, and no refusal.
func Reserve(path string) (release func(), err error) {
	os.MkdirAll(filepath.Dir(path), 0o755) // as Open will
	lock, err := lockAlone(lockOf(path))
	switch {
	case errors.Is(err, errHeld):
		return nil, running(path)
	case err != nil:
		return func() {}, nil
	}
	return func() { lock.Close() }, nil
}
