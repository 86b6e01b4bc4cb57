package event

import (
	"regexp"
	"sync"
)

// pattern is a regular expression that is compiled when it is first asked for:
// the first page need not wait for what is typed later.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
