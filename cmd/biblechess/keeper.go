package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"biblechess/event"
	"biblechess/event/store"
)

// keeper looks after the copies of the data file, and puts an earlier state in
// its place when the host asks for it.
type keeper struct {
	path string
	pass string // the host's, as it was printed last

	mu       sync.Mutex
	rotation *store.Rotation
	end      context.CancelFunc
	offered  *candidate // a file that the host has brought,
	offer    string     // and what it is called until another one is
	wanted   *candidate // what the evening goes on from once it was closed
	door     string     // the host's one-time key after that
}

// begin is told of each opening of the data file; end closes it.
func (k *keeper) begin(file *store.File, end context.CancelFunc) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.rotation, k.end = store.Rotate(file, time.Now), end
}

// Copies gives the safety copies, newest first, and why the last could not be
// made.
func (k *keeper) Copies() (list []event.CopyLine, trouble error) {
	copies, err := k.rotation.List()
	for _, c := range copies {
		list = append(list, event.CopyLine{Name: c.Name, At: c.At.UnixMilli(), Size: c.Size})
	}
	if err == nil {
		err = k.rotation.Trouble()
	}
	return list, err
}

// Fresh makes a copy of this moment's record for download.
func (k *keeper) Fresh() (io.ReadSeekCloser, string, error) {
	if err := k.rotation.Make(); err != nil {
		return nil, "", err
	}
	list, err := k.rotation.List()
	if err != nil || len(list) == 0 {
		return nil, "", errors.Join(errors.New("the new copy can't be found"), err)
	}
	f, err := k.Open(list[0].Name)
	return f, list[0].Name, err
}

// Open gives a safety copy for download.
func (k *keeper) Open(name string) (io.ReadSeekCloser, error) {
	path, ok := k.rotation.Path(name)
	if !ok {
		return nil, fmt.Errorf("there is no copy %q", name)
	}
	return os.Open(path)
}

// Offer takes a file that the host brings, names it and says what is in it. The error
// is one plain sentence about what is wrong with it.
func (k *keeper) Offer(in io.Reader) (name string, standing event.Standing, err error) {
	folder, err := os.MkdirTemp("", "bible-chess-offer-")
	if err != nil {
		return "", standing, errors.New("there is no room on the disk to look at the file")
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "file")
	out, err := os.Create(path)
	if err != nil {
		return "", standing, err
	}
	_, err = io.Copy(out, in)
	if err := errors.Join(err, out.Close()); err != nil {
		return "", standing, errors.New("the file did not arrive whole: send it again")
	}
	c, err := readCandidate(path)
	if errors.Is(err, store.ErrLater) {
		return "", standing, errors.New("the file was written by a later version of Bible Chess than this program: go on from it with that version, or bring another copy")
	}
	if err != nil {
		return "", standing, errors.New("the file is not a whole data file of Bible Chess: bring another copy")
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.offered, k.offer = &c, "brought-"+rand.Text()
	return k.offer, c.standing, nil
}

// Look says what is in a safety copy.
func (k *keeper) Look(name string) (event.Standing, error) {
	path, ok := k.rotation.Path(name)
	if !ok {
		return event.Standing{}, errors.New("there is no such copy any more: look at the list again")
	}
	c, err := readCandidate(path)
	return c.standing, err
}

// GoOnFrom closes the evening and opens it anew from a safety copy, or from the
// file that was offered, by its name. It gives the key of the host's
// one-time link afterwards. A copy of the present record is made first; when
// that fails nothing happens.
func (k *keeper) GoOnFrom(name string) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.wanted != nil {
		return "", errors.New("the match is being opened from another state already: look at the host's page in a moment")
	}
	c := k.offered
	if c == nil || name != k.offer {
		if strings.HasPrefix(name, "brought-") {
			return "", errors.New("another file was brought since, or the program was started again: bring yours again and look at it")
		}
		path, ok := k.rotation.Path(name)
		if !ok {
			return "", errors.New("there is no such copy any more: look at the list again")
		}
		read, err := readCandidate(path)
		if err != nil {
			return "", err
		}
		c = &read
	}
	if err := k.rotation.Make(); err != nil {
		return "", err
	}
	k.wanted, k.door = c, rand.Text()
	k.end()
	return k.door, nil
}

// Forget removes the copies of what was wiped (R4).
func (k *keeper) Forget() error { return k.rotation.Forget() }

// replace puts the wanted record in the closed data file's place; again is false
// when none is wanted.
func (k *keeper) replace() (again bool, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	c := k.wanted
	if k.wanted, k.offered = nil, nil; c == nil {
		return false, nil
	}
	_, err = store.Replace(k.path, c.entries, c.names, time.Now())
	return true, err
}
