package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"biblechess/event"
	"biblechess/views"
)

// Timing of the record's feed to a second laptop.
const (
	feedBeat   = 2 * time.Second
	feedAtOnce = 256             // entries that are read at a time
	feedSilent = 7 * time.Second // without a word: the second laptop is silent
)

// Pair is what the program keeps of the two laptops of an evening.
type Pair interface {
	// Since gives durable entries after one, at most as many as the limit.
	Since(after int64, limit int) ([]event.Sealed, error)
	// SumAt is the sum of an entry; empty where there is none.
	SumAt(seq int64) (string, error)
	// Names gives the people's names by their ids.
	Names() (map[string]string, error)
	// Remember keeps where the second laptop is.
	Remember(address string)
	// Exchange answers what the other laptop says, when it proves that it holds
	// the same record.
	Exchange(said []byte) (answer []byte, err error)
}

// second is the laptop that stands by, as it was heard.
type second struct {
	mu    sync.Mutex
	now   event.SecondLaptop
	heard time.Time
}

// PairWith gives the program its second laptop. remembered is where one stood
// by before; empty for nowhere.
func (s *Server) PairWith(p Pair, remembered string) {
	s.pair = p
	s.second.now = event.SecondLaptop{Address: remembered, Silent: true}
	s.evening.StandBy(s.second.now)
}

// WatchSecond notices that the second laptop has become silent, until ctx is done.
func (s *Server) WatchSecond(ctx context.Context) {
	tick := time.NewTicker(feedBeat)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			s.second.mu.Lock()
			if l := &s.second.now; l.Address != "" && !l.Silent && now.Sub(s.second.heard) > feedSilent {
				l.Silent, l.Since = true, s.second.heard
				s.evening.StandBy(*l)
			}
			s.second.mu.Unlock()
		}
	}
}

// hear notes that a second laptop stands by at an address, how far it has come, and
// whether it takes over by somebody's word alone. It is false while another one does.
func (s *Server) hear(address string, have int64, bidden bool) bool {
	s.second.mu.Lock()
	defer s.second.mu.Unlock()
	now := time.Now()
	if s.second.isAnother(address, now) {
		return false
	}
	last, _ := s.evening.Reached()
	if s.second.now.Address != address {
		s.pair.Remember(address)
	}
	s.second.now, s.second.heard = event.SecondLaptop{Address: address, Behind: max(0, last-have), Bidden: bidden}, now
	s.evening.StandBy(s.second.now)
	return true
}

// isAnother tells whether a laptop stands by that is not at this address. One
// whose record differs keeps the place from nobody. l.mu is held.
func (l *second) isAnother(address string, now time.Time) bool {
	was := l.now
	return was.Address != "" && was.Address != address && !was.Silent && !was.Differs && now.Sub(l.heard) < feedSilent
}

// strays notes that a laptop would stand by whose record differs from this one,
// and how many entries it holds. It takes no other one's place: not even the one
// that is remembered, which may have taken the match over while it is not heard.
func (s *Server) strays(address string, holds int64) {
	s.second.mu.Lock()
	defer s.second.mu.Unlock()
	now := time.Now()
	if s.second.isAnother(address, now) {
		return
	}
	if s.second.now.Address == "" {
		s.pair.Remember(address)
	}
	s.second.now, s.second.heard = event.SecondLaptop{Address: address, Differs: true, Holds: holds}, now
	s.evening.StandBy(s.second.now)
}

// secondAddress reads where the second laptop that asks has its pages.
func secondAddress(c echo.Context) (string, bool) {
	address, err := ParseAddress(c.FormValue("address"))
	return address, err == nil
}

// bidden tells whether the second laptop that asks takes over by somebody's word alone.
// One that does not say takes over by itself.
func bidden(c echo.Context) bool { return c.FormValue("alone") == "0" }

// pairRoutes are how a second laptop follows this one.
func (s *Server) pairRoutes(e *echo.Echo) {
	record := event.Host.Path() + "/record"
	e.GET(record, s.paired(s.feed))
	e.POST(record, s.paired(s.has))
	e.POST("/pair", func(c echo.Context) error {
		if s.pair == nil {
			return echo.ErrNotFound
		}
		return talk(c, s.pair.Exchange)
	})
	// Whoever has let this laptop take over may still have its page of before open.
	door := middleware.BodyLimit(maxDoorForm)
	e.GET("/standby", s.leads, s.crowd)
	for _, verb := range []string{"take", "anew"} {
		e.GET("/standby/"+verb, s.leads, s.crowd)
		e.POST("/standby/"+verb, s.leads, door)
	}
}

// leads says that the match is on this laptop, where one that stands by has its
// own page. It changes nothing.
func (s *Server) leads(c echo.Context) error {
	const words = "This laptop leads the match already: there is nothing to take over and nothing to follow. All goes on from the host's page."
	status := http.StatusOK
	if c.Request().Method == http.MethodPost {
		status = http.StatusConflict
	}
	switch {
	case wantsHTML(c):
		return render(c, status, views.Problem("The match is on this laptop", words, event.Host.Path(), "To the host's page"))
	case status == http.StatusConflict:
		return c.JSON(status, map[string]string{"reason": "leads", "error": words, "path": event.Host.Path()})
	}
	return c.JSON(status, struct {
		event.StandbyScreen
		Path string
	}{event.StandbyScreen{State: "leads", Words: words}, event.Host.Path()})
}

// talk lets the two laptops of an evening talk. They prove to each other
// that they hold the same record; to anybody else there is nothing here.
func talk(c echo.Context, answer func([]byte) ([]byte, error)) error {
	said, err := io.ReadAll(io.LimitReader(c.Request().Body, 4<<10))
	if err != nil {
		return echo.ErrNotFound
	}
	body, err := answer(said)
	if err != nil {
		return echo.ErrNotFound
	}
	return c.JSONBlob(http.StatusOK, body)
}

// paired lets a handler answer whoever has entered as the host.
func (s *Server) paired(handle echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !s.holds(c, event.Host) {
			return s.noSeat(c, event.Host)
		}
		if s.pair == nil {
			return echo.ErrNotFound
		}
		return handle(c)
	}
}

// has notes how far the second laptop has come.
func (s *Server) has(c echo.Context) error {
	have, err := strconv.ParseInt(c.FormValue("have"), 10, 64)
	address, ok := secondAddress(c)
	if err != nil || !ok {
		return c.JSON(http.StatusBadRequest, map[string]string{"error": "Say in address where the second laptop's pages are, and in have the last entry that it holds."})
	}
	if !s.hear(address, have, bidden(c)) {
		return s.taken(c)
	}
	return c.NoContent(http.StatusNoContent)
}

func (s *Server) taken(c echo.Context) error {
	return c.JSON(http.StatusConflict, map[string]string{"reason": "taken", "error": "Another laptop stands by already: stop that one first."})
}

// feed streams the record to the second laptop: what it does not have yet, then
// each entry once it is durable, all names whenever they change, and a beat.
func (s *Server) feed(c echo.Context) error {
	after, _ := strconv.ParseInt(c.QueryParam("after"), 10, 64)
	address, ok := secondAddress(c)
	if !ok || after < 0 {
		return c.JSON(http.StatusBadRequest, map[string]string{"error": "Say in address where the second laptop's pages are."})
	}
	own, err := s.pair.SumAt(1)
	if err != nil {
		return err
	}
	if evening := c.QueryParam("evening"); evening != "" && evening != own {
		return c.JSON(http.StatusConflict, map[string]string{"reason": "evening", "error": "The second laptop holds the record of another evening."})
	}
	at, err := s.pair.SumAt(after)
	if err != nil {
		return err
	}
	if at != c.QueryParam("sum") || after > 0 && at == "" {
		s.strays(address, after)
		last, _ := s.evening.Reached()
		return c.JSON(http.StatusConflict, map[string]any{"reason": "history", "error": "The second laptop holds entries that are not in this record.", "last": last})
	}
	if !s.hear(address, after, bidden(c)) {
		return s.taken(c)
	}
	c.Response().Header().Set(echo.HeaderContentType, "application/x-ndjson")
	c.Response().WriteHeader(http.StatusOK)
	control := http.NewResponseController(c.Response())
	control.SetReadDeadline(time.Time{}) // the request has no end to wait for
	return s.feeding(c, control, after)
}

func (s *Server) feeding(c echo.Context, control *http.ResponseController, after int64) error {
	out := json.NewEncoder(c.Response())
	beats := time.NewTicker(feedBeat)
	defer beats.Stop()
	var sent map[string]string
	for {
		_, changed := s.evening.Watch()
		list, err := s.pair.Since(after, feedAtOnce)
		if err != nil {
			return err
		}
		// Names come first: an entry must not be there without its names.
		names, err := s.pair.Names()
		if err != nil {
			return err
		}
		if err := control.SetWriteDeadline(time.Now().Add(feedSilent)); err != nil {
			return err
		}
		if sent == nil || !maps.Equal(sent, names) {
			sent = names
			if err := out.Encode(event.FeedLine{Names: &names}); err != nil {
				return nil // the second laptop went away
			}
		}
		for i := range list {
			if err := out.Encode(event.FeedLine{Entry: &list[i]}); err != nil {
				return nil
			}
			after = list[i].Seq
		}
		beat := func() error {
			last, _ := s.evening.Reached()
			if err := out.Encode(event.FeedLine{Beat: &event.FeedBeat{Last: last, Now: time.Now().UnixMilli()}}); err != nil {
				return err
			}
			return control.Flush()
		}
		if len(list) == feedAtOnce {
			continue
		}
		if err := beat(); err != nil {
			return nil
		}
		for waiting := true; waiting; {
			select {
			case <-c.Request().Context().Done():
				return nil
			case <-beats.C:
				if err := control.SetWriteDeadline(time.Now().Add(feedSilent)); err != nil {
					return err
				}
				if err := beat(); err != nil {
					return nil
				}
			case <-changed:
				waiting = false
			}
		}
	}
}

// words of a laptop on which the match is not.
func goesOnAt(address string) string {
	return fmt.Sprintf("The match is at %s.", address)
}
