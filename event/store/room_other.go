//go:build !unix

package store

import (
	"errors"
	"syscall"
)

// What Windows says of a disk that is full, and of a quota of it.
const (
	handleDiskFull   syscall.Errno = 39
	diskFull         syscall.Errno = 112
	diskQuotaReached syscall.Errno = 1295
)

// noSpace tells whether an error says that a disk is full, or a quota of it.
func noSpace(err error) bool {
	return errors.Is(err, handleDiskFull) || errors.Is(err, diskFull) || errors.Is(err, diskQuotaReached)
}
