package web

import (
	"errors"
	"io"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"biblechess/event"
	"biblechess/views"
)

// maxDataFile is the largest data file that is taken back: years of evenings.
const maxDataFile = "256M"

// Keeper looks after the copies of the data file. Its errors are plain
// sentences for the host.
type Keeper interface {
	// Copies gives the safety copies, newest first, and why the last try failed.
	Copies() ([]event.CopyLine, error)
	// Fresh makes a copy of this moment for download and names it.
	Fresh() (io.ReadSeekCloser, string, error)
	// Open gives a safety copy for download.
	Open(name string) (io.ReadSeekCloser, error)
	// Offer takes a file that the host brings, names it and says what is in it.
	Offer(io.Reader) (string, event.Standing, error)
	// Look says what is in a safety copy.
	Look(name string) (event.Standing, error)
	// GoOnFrom opens the evening anew from a safety copy, or from the file that was
	// offered last, by its name, and gives the key of the host's one-time link after
	// that.
	GoOnFrom(name string) (string, error)
}

// Keep gives the host's page of safety copies its keeper.
func (s *Server) Keep(k Keeper) { s.keeper = k }

// OpenDoor sets the key of the one-time link that lets the host in.
func (s *Server) OpenDoor(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.door = key
}

// copiesRoutes are the host's page of safety copies and its verbs. A page is
// never the answer to a form, so that going back sends nothing again.
func (s *Server) copiesRoutes(e *echo.Echo) {
	page := event.Host.Path() + "/copies"
	e.GET(page, s.hosts(s.copies))
	e.GET(page+"/file", s.hosts(s.copyFile))
	e.POST(page+"/offer", s.hosts(s.copyOffer))
	e.POST(page+"/take", s.hosts(s.copyTake))
}

// hosts lets a handler answer the host alone.
func (s *Server) hosts(handle echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !s.holds(c, event.Host) {
			return s.noSeat(c, event.Host)
		}
		if s.keeper == nil {
			return echo.ErrNotFound
		}
		return handle(c)
	}
}

// copies shows the page; ?name=NAME chooses a copy to look at.
func (s *Server) copies(c echo.Context) error {
	if name := c.QueryParam("name"); name != "" {
		standing, err := s.keeper.Look(name)
		if err != nil {
			return s.copiesPage(c, http.StatusNotFound, err.Error(), nil)
		}
		return s.copiesPage(c, http.StatusOK, "", &event.ChosenCopy{Name: name, Words: standing.Words()})
	}
	return s.copiesPage(c, http.StatusOK, "", nil)
}

func (s *Server) copiesPage(c echo.Context, status int, wrong string, chosen *event.ChosenCopy) error {
	screen, present := s.evening.Copies()
	list, err := s.keeper.Copies()
	if err != nil {
		screen.Trouble = sentence(err)
	}
	screen.Copies, screen.Chosen = list, chosen
	if chosen != nil {
		chosen.Present = present.Words()
	}
	if wrong != "" {
		screen.Error = sentence(errors.New(wrong))
	}
	if !wantsHTML(c) {
		return c.JSON(status, screen)
	}
	p, err := views.Of(screen)
	if err != nil {
		return err
	}
	return render(c, status, views.Document(p, time.Now().UnixMilli()))
}

// copyFile gives a data file for download: ?name=NAME, or a copy of this moment.
func (s *Server) copyFile(c echo.Context) error {
	name := c.QueryParam("name")
	var file io.ReadSeekCloser
	var err error
	if name == "" {
		file, name, err = s.keeper.Fresh()
	} else {
		file, err = s.keeper.Open(name)
	}
	if err != nil {
		return s.copiesPage(c, http.StatusNotFound, err.Error(), nil)
	}
	defer file.Close()
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, "application/vnd.sqlite3")
	h.Set("Content-Disposition", `attachment; filename="bible-chess-`+path.Base(name)+`"`)
	http.ServeContent(c.Response(), c.Request(), "", time.Time{}, file)
	return nil
}

// copyOffer looks at a file that the host brings, and changes nothing.
func (s *Server) copyOffer(c echo.Context) error {
	file, err := c.FormFile("file")
	if err != nil {
		return s.copiesPage(c, http.StatusBadRequest, "choose a data file first", nil)
	}
	in, err := file.Open()
	if err != nil {
		return s.copiesPage(c, http.StatusBadRequest, "the file did not arrive whole: send it again", nil)
	}
	defer in.Close()
	name, standing, err := s.keeper.Offer(in)
	if err != nil {
		return s.copiesPage(c, http.StatusUnprocessableEntity, err.Error(), nil)
	}
	return s.copiesPage(c, http.StatusOK, "", &event.ChosenCopy{Name: name, Words: standing.Words()})
}

// copyTake goes on from a copy.
func (s *Server) copyTake(c echo.Context) error {
	if err := (form{Context: c, seat: event.Host}).needs("name"); err != nil {
		return s.copiesPage(c, http.StatusBadRequest, err.Error(), nil)
	}
	if c.FormValue("sure") != "1" {
		return s.copiesPage(c, http.StatusBadRequest, "say that you are sure: the match goes on from the state that you take", nil)
	}
	key, err := s.keeper.GoOnFrom(c.FormValue("name"))
	if err != nil {
		return s.copiesPage(c, http.StatusUnprocessableEntity, err.Error(), nil)
	}
	s.log.Info("the host takes an earlier state back")
	link := "/host/enter?key=" + key
	c.Response().Header().Set("Connection", "close")
	if wantsHTML(c) {
		// The evening is closed and opened anew: the page asks again by itself.
		c.Response().Header().Set("Refresh", "2; url="+link)
		return render(c, http.StatusOK, views.GoingOn(link))
	}
	return c.JSON(http.StatusOK, map[string]any{"ok": true, "path": link})
}

// sentence starts with a capital and ends with a full stop.
func sentence(err error) string {
	words := strings.TrimRight(err.Error(), ".")
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:] + "."
}
