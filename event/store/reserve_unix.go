//go:build unix

package store

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// lockAlone makes a file and locks it until it is closed, which removes it; errHeld
// where another program has it.
func lockAlone(path string) (io.Closer, error) {
	for {
		file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, err
		}
		if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			file.Close()
			if errors.Is(err, syscall.EWOULDBLOCK) {
				return nil, errHeld
			}
			return nil, err
		}
		here, err := file.Stat()
		if there, errThere := os.Stat(path); err == nil && errThere == nil && os.SameFile(here, there) {
			return aloneFile{file}, nil
		}
		file.Close() // who had it before has removed it since it was opened
	}
}

type aloneFile struct{ *os.File }

func (f aloneFile) Close() error {
	return errors.Join(os.Remove(f.Name()), f.File.Close())
}
