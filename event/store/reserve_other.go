//go:build !unix

package store

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// What Windows calls a file that goes when it is closed, and one that somebody else has
// open.
const (
	deleteOnClose                  = 0x04000000
	sharingViolation syscall.Errno = 32
)

// lockAlone makes a file and locks it until it is closed, which removes it; errHeld
// where another program has it.
func lockAlone(path string) (io.Closer, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL|deleteOnClose, 0)
	if errors.Is(err, sharingViolation) {
		return nil, errHeld
	}
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(h), path), nil
}
