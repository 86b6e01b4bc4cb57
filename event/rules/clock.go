package rules

import (
	"fmt"
	"strconv"
	"strings"
)

// Clock is the time of a side for all its calls, and what it is given for each
// of them (C4). It is kept by the rooms above; the judges call a flag.
type Clock struct {
	Minutes   int
	Increment int // seconds for each call
}

// The largest clock.
const (
	maxMinutes   = 180
	maxIncrement = 120
)

// ParseClock reads minutes and seconds with a plus between them, as "15+10".
func ParseClock(text string) (Clock, error) {
	minutes, increment, found := strings.Cut(text, "+")
	m, err1 := strconv.Atoi(minutes)
	i, err2 := strconv.Atoi(increment)
	c := Clock{Minutes: m, Increment: i}
	if !found || err1 != nil || err2 != nil || m < 1 || m > maxMinutes || i < 0 || i > maxIncrement || c.String() != text {
		return Clock{}, fmt.Errorf("%s is not possible, only %s", quote(text), clockWords())
	}
	return c, nil
}

// clockWords says what a clock is.
func clockWords() string {
	return fmt.Sprintf("minutes for a side and seconds for each call, like 15+10 (1 to %d minutes, 0 to %d seconds)", maxMinutes, maxIncrement)
}

// String is the form that ParseClock reads.
func (c Clock) String() string { return fmt.Sprintf("%d+%d", c.Minutes, c.Increment) }

// Clock is the clock in force of a format; false when there is none.
func (h House) Clock(f Format) (Clock, bool) {
	c, err := ParseClock(h.Value(f, KeyClock))
	return c, err == nil
}
