//go:build !unix

package web

// openFiles is how many files and connections this process may have open. Windows
// sets no such limit.
func openFiles() int { return 1 << 20 }
