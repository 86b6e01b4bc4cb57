package views

import (
	"fmt"
	"math"
	"strings"

	"biblechess/event"
)

// point is a place on a drawn board as White sees it, in squares from the top
// left.
type point struct{ x, y float64 }

// centre is the middle of a square.
func centre(square string) point {
	return point{float64(square[0]-'a') + .5, 8 - float64(square[1]-'0') + .5}
}

// towards is the point that lies so far from one on the way to another.
func towards(from, to point, far float64) point {
	dx, dy := to.x-from.x, to.y-from.y
	long := math.Hypot(dx, dy)
	if long == 0 {
		return from
	}
	return point{from.x + dx/long*far, from.y + dy/long*far}
}

// A way begins beside the square's middle and ends before the player there, so
// that it covers no name.
const wayGap, tipLong, tipWide = .36, .3, .19

// ends are the points of a way; the last is the tip of its arrow.
func ends(squares []string) []point {
	var list []point
	for _, s := range squares {
		list = append(list, centre(s))
	}
	n := len(list)
	first, last := towards(list[0], list[1], wayGap), towards(list[n-1], list[n-2], wayGap)
	list[0], list[n-1] = first, last
	return list
}

// wayLine is the line of a way for an SVG path.
func wayLine(squares []string) string {
	list := ends(squares)
	n := len(list)
	list[n-1] = towards(list[n-1], list[n-2], tipLong*.8)
	var b strings.Builder
	for i, p := range list {
		fmt.Fprintf(&b, "%c%.2f %.2f", "ML"[min(i, 1)], p.x, p.y)
	}
	return b.String()
}

// wayTip is the arrow's head at the end of a way.
func wayTip(squares []string) string {
	list := ends(squares)
	tip, before := list[len(list)-1], list[len(list)-2]
	foot := towards(tip, before, tipLong)
	dx, dy := (tip.x-foot.x)/tipLong*tipWide, (tip.y-foot.y)/tipLong*tipWide
	return fmt.Sprintf("M%.2f %.2fL%.2f %.2fL%.2f %.2fz", tip.x, tip.y, foot.x-dy, foot.y+dx, foot.x+dy, foot.y-dx)
}

// answerClock is the clock of an open challenge (B44); nil where none runs.
func answerClock(list []event.Countdown) *event.Countdown {
	for i := range list {
		if list[i].Key == "answer" && list[i].Total > 0 {
			return &list[i]
		}
	}
	return nil
}

// share is how much of a standing clock is left, for a ring of the length 100.
func share(c event.Countdown) string {
	return fmt.Sprintf("%d 100", 100*min(max(c.Left, 0), c.Total)/c.Total)
}
