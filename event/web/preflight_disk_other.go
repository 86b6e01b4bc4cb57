//go:build !linux && !darwin && !freebsd && !windows

package web

import "errors"

// freeSpace is not known on this system.
func freeSpace(string) (uint64, error) { return 0, errors.ErrUnsupported }
