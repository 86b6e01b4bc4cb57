package event

import (
	"fmt"
	"sync"
	"time"
)

// How far apart the laptop's two clocks must run, or how long it must stand
// still, before its people are told; and for how long they are.
const (
	jumpSeen  = 2 * time.Second
	standSeen = 5 * time.Second
	jumpTold  = time.Hour
)

// clockWatch notices when a laptop sleeps or its clock jumps: the clock on its
// wall goes on then, or is set, and the one that only counts does not follow.
type clockWatch struct {
	mu      sync.Mutex
	wall    time.Time
	counted time.Duration
	notes   []clockNote
}

// clockNote is a moment at which something was noticed of the laptop.
type clockNote struct {
	at    time.Time
	words string
}

// look compares the two clocks with how they stood at the last look, and tells
// whether something was noticed.
func (c *clockWatch) look(wall time.Time, counted time.Duration) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	wall = wall.Round(0) // without the count that a time may carry
	lastWall, last := c.wall, c.counted
	c.wall, c.counted = wall, counted
	if lastWall.IsZero() {
		return false
	}
	ran := counted - last
	words := ""
	switch jump := wall.Sub(lastWall) - ran; {
	case jump >= jumpSeen:
		words = fmt.Sprintf("This laptop slept for %s, or its clock was set forward by that: keep it awake and plugged in until the end of the match.", spell(jump))
	case jump <= -jumpSeen:
		words = fmt.Sprintf("This laptop's clock was set back by %s: running clocks show that much more.", spell(-jump))
	case ran >= standSeen:
		words = fmt.Sprintf("The program stood still for %s: this laptop slept, or had too much else to do.", spell(ran))
	default:
		return false
	}
	c.notes = append(c.notes, clockNote{wall, words})
	if len(c.notes) > 5 {
		c.notes = c.notes[1:]
	}
	return true
}

// recent is what was noticed within the last hour, the latest first.
func (c *clockWatch) recent(now time.Time) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []string
	for i := len(c.notes) - 1; i >= 0; i-- {
		if n := c.notes[i]; now.Sub(n.at) < jumpTold {
			list = append(list, n.at.Format("15:04")+" "+n.words)
		}
	}
	return list
}

// told is what the host's page says of a disk that takes nothing, if it does so.
func (n clockNote) told() []string {
	if n.words == "" {
		return nil
	}
	return []string{n.at.Format("15:04") + " Nothing that is tapped can be saved: " + n.words + "."}
}

// spell says a length of time in words.
func spell(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f seconds", d.Seconds())
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f minutes", d.Minutes())
	}
	return fmt.Sprintf("%.0f hours", d.Hours())
}

// watchClock looks at the laptop's clocks and tells the host's page of what it
// notices.
func (e *Evening) watchClock(began time.Time) {
	if e.laptop.look(time.Now(), time.Since(began)) {
		e.mu.Lock()
		e.wake()
		e.mu.Unlock()
	}
}
