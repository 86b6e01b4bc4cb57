//go:build unix

package store

import "os"

// syncFolder makes a new name in a folder outlast a power cut.
func syncFolder(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
