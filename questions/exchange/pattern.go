package exchange

import (
	"regexp"
	"sync"
)

// pattern is a regular expression that is compiled when it is first asked for:
// most starts of the program read no file, and need not wait for it.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
