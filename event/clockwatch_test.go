package event

import (
	"strings"
	"testing"
	"time"
)

func TestClockWatch_NoticesSleepAndJumps(t *testing.T) {
	at := time.UnixMilli(1_800_000_000_000)
	for name, c := range map[string]struct {
		wall, counted time.Duration
		words         string
	}{
		"a tick":                 {200 * time.Millisecond, 200 * time.Millisecond, ""},
		"a busy second":          {3 * time.Second, 3 * time.Second, ""},
		"a clock that drifts":    {1200 * time.Millisecond, 200 * time.Millisecond, ""},
		"a sleep":                {10 * time.Minute, 200 * time.Millisecond, "slept for 10 minutes, or its clock was set forward"},
		"a sleep that counts":    {10 * time.Minute, 10 * time.Minute, "stood still for 10 minutes"},
		"a clock set back":       {-time.Hour, 200 * time.Millisecond, "set back by 60 minutes"},
		"a clock set back a bit": {-3 * time.Second, 200 * time.Millisecond, "set back by 3 seconds"},
		"a clock years ahead":    {5 * 365 * 24 * time.Hour, time.Second, "43800 hours"},
	} {
		w := clockWatch{}
		w.look(at, time.Hour)
		noticed := w.look(at.Add(c.wall), time.Hour+c.counted)
		list := w.recent(at.Add(c.wall))
		if noticed != (c.words != "") || noticed && (len(list) != 1 || !strings.Contains(list[0], c.words)) || !noticed && len(list) > 0 {
			t.Errorf("%s: %v", name, list)
		}
		if later := w.recent(at.Add(c.wall + 61*time.Minute)); len(later) > 0 {
			t.Errorf("%s is still told an hour later", name)
		}
		if w.look(at.Add(c.wall+200*time.Millisecond), time.Hour+c.counted+200*time.Millisecond) {
			t.Errorf("%s is noticed twice", name)
		}
	}
}

// The host's page says it, and nobody else's.
func TestClockWatch_TheHostIsTold(t *testing.T) {
	g := open(t, &memory{})
	began := time.Now().Add(-time.Hour)
	g.watchClock(began)
	_, changed := g.Watch()
	g.laptop.wall = g.laptop.wall.Add(-20 * time.Minute)
	g.watchClock(began)
	select {
	case <-changed:
	default:
		t.Error("the pages are not woken")
	}
	g.laptop.notes[0].at = g.Evening.now()
	screen, err := g.Screen(Host)
	if err != nil {
		t.Fatal(err)
	}
	if laptop := screen.(HostScreen).Laptop; len(laptop) != 1 || !strings.Contains(laptop[0], "slept for 20 minutes") {
		t.Errorf("the host is told %q", laptop)
	}
}
