package web

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"biblechess/event"
	"biblechess/event/chess"
	"biblechess/views"
)

// stealthRoutes are the pages of Stealth Chess that are no seat's: the players'
// private ones, a side's cards, and the replay after the reveal.
func (s *Server) stealthRoutes(e *echo.Echo) {
	for _, base := range []string{"/p", "/P"} {
		e.GET(base+"/:code", s.playerAt(s.player))
		e.GET(base+"/:code/live", s.playerAt(s.playerLive))
	}
	e.GET("/board/replay", s.replay)
	for _, side := range chess.Sides {
		seat := event.GameMaster(side)
		e.GET(seat.Path()+"/cards", s.cards(seat, side))
		e.GET(seat.Path()+"/secret/:post", s.secretQR(seat, side))
	}
}

// noPlayer says that a private link is not good.
func (s *Server) noPlayer(c echo.Context) error {
	return s.problem(c, http.StatusNotFound, "This link is not good any more",
		"Another match is on, or somebody else has taken this post: ask your Game Master for your link.", "/", "To the start")
}

// playerAt gives a handler the seat of the private link that was asked for.
func (s *Server) playerAt(serve func(c echo.Context, seat event.Seat) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		who, ok := s.evening.PlayerOf(c.Param("code"))
		if !ok {
			return s.noPlayer(c)
		}
		return serve(c, who.Seat())
	}
}

// player serves a player's private page to whoever has its link. The device
// keeps a ticket for its stream, which is void once the link is.
func (s *Server) player(c echo.Context, seat event.Seat) error {
	c.SetCookie(&http.Cookie{
		Name: s.named(c), Value: s.evening.Ticket(seat), Path: "/p/" + strings.ToUpper(c.Param("code")),
		MaxAge: int(cookieLife.Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.IsTLS(),
	})
	if !wantsHTML(c) && c.Request().Header.Get(echo.HeaderAccept) == echo.MIMEApplicationJSON {
		screen, err := s.evening.Screen(seat)
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, screen)
	}
	d := s.pages.at(seat)
	if d.err != nil {
		return d.err
	}
	return render(c, http.StatusOK, views.Document(d.page, time.Now().UnixMilli()))
}

// playerLive streams a player's private page.
func (s *Server) playerLive(c echo.Context, seat event.Seat) error { return s.stream(seat)(c) }

// drawn answers with a page that is drawn for this request alone.
func (s *Server) drawn(c echo.Context, screen any) error {
	page, err := views.Of(screen)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, views.Document(page, time.Now().UnixMilli()))
}

// cards serves a side's cards to print, to its own Game Master.
func (s *Server) cards(seat event.Seat, side chess.Side) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !s.holds(c, seat) {
			return s.noSeat(c, seat)
		}
		screen, err := s.evening.Cards(side)
		if err != nil {
			return s.refuse(c, seat.Path(), err)
		}
		return s.drawn(c, screen)
	}
}

// secretQR draws the code of a player's private link, for the own Game Master.
func (s *Server) secretQR(seat event.Seat, side chess.Side) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !s.holds(c, seat) {
			return s.noSeat(c, seat)
		}
		index, err := strconv.Atoi(c.Param("post"))
		if err != nil {
			return echo.ErrNotFound
		}
		path, ok := s.evening.PlayerLink(side, index)
		if !ok {
			return echo.ErrNotFound
		}
		bits, err := bitmap(s.base() + path)
		if err != nil {
			return err
		}
		return c.Blob(http.StatusOK, "image/svg+xml", []byte(svg(bits)))
	}
}

// replay serves the match ply by ply with the true pieces, once they are
// revealed (S8).
func (s *Server) replay(c echo.Context) error {
	ply, _ := strconv.Atoi(c.QueryParam("ply"))
	screen, err := s.evening.Replay(ply)
	if err != nil {
		return s.refuse(c, event.Projector.Path(), err)
	}
	if !wantsHTML(c) && c.Request().Header.Get(echo.HeaderAccept) == echo.MIMEApplicationJSON {
		return c.JSON(http.StatusOK, screen)
	}
	return s.drawn(c, screen)
}

// stealthVerbs are a Game Master's commands in Stealth Chess.
var stealthVerbs = map[string]reader{
	"arrange": func(_ *Server, f form) (event.Command, error) {
		return event.ArrangePieces{How: f.text("how"), A: f.text("a"), B: f.text("b"), Plan: f.text("plan"), About: f.about()}, nil
	},
	"plan": func(_ *Server, f form) (event.Command, error) {
		return event.SavePlan{Name: f.text("name"), Forget: f.text("forget") == "1", About: f.about()}, nil
	},
	"confirm": func(_ *Server, f form) (event.Command, error) {
		on, err := f.flag("on")
		return event.ConfirmSetUp{On: on, About: f.about()}, err
	},
	"remove": func(_ *Server, f form) (event.Command, error) {
		return event.RemovePiece{Square: f.text("square"), About: f.about()}, f.needs("square")
	},
	"touch": func(_ *Server, f form) (event.Command, error) {
		return event.TouchPiece{Square: f.text("square"), About: f.about()}, nil
	},
	"exchange": func(_ *Server, f form) (event.Command, error) {
		a, b := event.CallPair(f.text("pair"))
		return event.ExchangePieces{A: a, B: b, About: f.about()}, nil
	},
	"pass": func(_ *Server, f form) (event.Command, error) { return event.PassTurn{About: f.about()}, nil },
	"answer": func(_ *Server, f form) (event.Command, error) {
		switch f.text("answer") {
		case "call":
			return event.AnswerMove{Call: true, About: f.about()}, nil
		case "stand", "surrender":
			return event.AnswerMove{About: f.about()}, nil
		}
		return nil, wrong("Say whether the bluff is called, or the move stands.")
	},
	"choose": func(_ *Server, f form) (event.Command, error) {
		return event.ChooseBlindly{Square: f.text("square"), About: f.about()}, f.needs("square")
	},
	"guess": func(_ *Server, f form) (event.Command, error) {
		return event.GuessPiece{Square: f.text("square"), Kind: f.text("kind"), About: f.about()}, nil
	},
}

func readReveal(_ *Server, f form) (event.Command, error) {
	return event.Reveal{Sure: f.sure(), About: f.about()}, nil
}
