package event

import (
	"encoding/json"
	"errors"
	"testing"

	"biblechess/event/chess"
)

// slow is a store at which something happens while it writes.
type slow struct {
	Store
	during func() error
}

func (s *slow) Append(list []Addition) error {
	if err := s.during(); err != nil {
		return err
	}
	return s.Store.Append(list)
}

// A state that is being saved can be drawn, and nobody sees it before it is saved.
func TestComing_IsTheNextStateAndNotTheCurrentOne(t *testing.T) {
	g := ready(t, setup{judges: 1})
	g.must(Host, Start{})
	board := func(screen any, err error) string {
		t.Helper()
		text, wrong := json.Marshal(screen)
		if err != nil || wrong != nil {
			t.Fatal(err, wrong)
		}
		return string(text)
	}
	var coming *Coming
	g.Ahead = func(c *Coming) { coming = c }
	now, drawn := board(g.Screen(Projector)), ""
	during := func() error {
		if !coming.Waits() {
			t.Error("the state that is being saved does not wait")
		}
		if drawn = board(coming.Screen(Projector)); drawn == now {
			t.Error("the state that is being saved is the one before")
		}
		if board(g.Screen(Projector)) != now {
			t.Error("a screen shows what is not saved")
		}
		if version, _ := g.Watch(); version == coming.Version {
			t.Error("what is not saved is the current state")
		}
		return nil
	}
	store := &slow{g.Evening.store, during}
	g.Evening.store = store
	g.must(GameMaster(chess.White), Call{From: "e2", To: "e4", About: g.about()})
	if version, _ := g.Watch(); version != coming.Version || coming.Waits() {
		t.Error("what was saved is not the current state")
	}
	if board(g.Screen(Projector)) != drawn {
		t.Error("the page that was drawn ahead is another")
	}
	if coming.Ticket(Judge(1)) != g.Ticket(Judge(1)) {
		t.Error("the tickets differ")
	}

	// What can't be saved never becomes current.
	now = drawn
	store.during = func() error { return errors.Join(during(), errors.New("the disk is full")) }
	if _, err := g.Do(GameMaster(chess.Black), "", Call{From: "e7", To: "e5", About: g.about()}); err == nil {
		t.Error("it was saved")
	}
	lost := coming
	store.during = func() error { return nil }
	for range 3 {
		g.tick("")
		if version, _ := g.Watch(); version == lost.Version {
			t.Error("what could not be saved became the current state")
		}
	}
	if board(g.Screen(Projector)) != now {
		t.Error("a screen shows what could not be saved")
	}

	// What happens to the pages while it is saved is not in what was drawn ahead.
	g.must(GameMaster(chess.Black), Call{From: "e7", To: "e5", About: g.about()})
	store.during = func() error { g.Advertise([]Address{{URL: "http://192.168.1.20:8080", Chosen: true}}); return nil }
	g.must(GameMaster(chess.White), Call{From: "g1", To: "f3", About: g.about()})
	if version, _ := g.Watch(); version == coming.Version {
		t.Error("pages that were drawn before the address was known are current")
	}

	// New names come with the commit, so their pages are not drawn ahead.
	coming, store.during = nil, func() error { return nil }
	g.must(Host, Substitute{Post: "a1", Name: "Tabitha"})
	if coming != nil {
		t.Error("pages are drawn ahead without the new name")
	}
}
