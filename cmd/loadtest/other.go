//go:build !linux

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "loadtest: it measures on Linux alone")
	os.Exit(1)
}
