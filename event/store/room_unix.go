//go:build unix

package store

import (
	"errors"
	"syscall"
)

// noSpace tells whether an error says that a disk is full, or a quota of it.
func noSpace(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}
