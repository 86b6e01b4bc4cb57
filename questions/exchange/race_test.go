//go:build race

package exchange

// slower divides the sizes of costly files: the race detector makes reading them some
// ten times slower. The full sizes are read without it.
const slower = 8
