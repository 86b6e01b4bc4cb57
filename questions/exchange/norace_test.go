//go:build !race

package exchange

// slower divides the sizes of costly files: see the one for the race detector.
const slower = 1
