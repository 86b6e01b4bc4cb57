package web

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"biblechess/event"
	"biblechess/static"
)

// maxBody is the largest form that is read: a bank file, with room to spare.
const maxBody = "6M"

// Server answers every request of an evening.
type Server struct {
	evening   *event.Evening
	log       *slog.Logger
	echo      *echo.Echo
	epoch     string // names this run in the ids of stream events
	pages     pageCache
	fan       *fanout
	keeper    Keeper
	pair      Pair
	second    second
	preflight preflight
	passes    tries         // wrong passes of the host's page
	codes     tries         // wrong join codes
	streams   openStreams   // bounds the streams that are open at once
	conns     *connections  // and the connections
	slow      time.Duration // how long an answer may take to be taken
	drawing   chan struct{} // one for each page that is drawn for somebody without a seat

	match    string        // which of several on this laptop, as the end of its cookies' names; else empty
	patience time.Duration // how long a page may take no byte
	portable bool          // every stream by net/http alone, as where a connection can't be taken over

	mu         sync.Mutex
	names      []string // by which this laptop may be called
	called     string   // the name that it was given with -name, or ""
	door       string   // the one-time link's key, empty once used
	chosen     string   // the host's choice among the addresses, or ""
	advertised []event.Address
}

// Prepare makes a server whose evening is told later: reading a record takes as
// long as this does, so both are done at the same time. Nothing may be asked of
// it before. The logger never gets a secret: no query, no body, no join code.
func Prepare(log *slog.Logger) *Server {
	s := guarded(log)
	s.epoch, s.door = randomWord(6), randomWord(16)
	s.codes = tries{most: 60, each: time.Second}
	s.pages.server = s
	s.fan = newFanout(s)
	s.echo.HTTPErrorHandler = s.fail
	s.echo.Use(headers, s.knownHost, s.bodies, sameOrigin, s.deadlines, s.visited)
	s.routes(s.echo)
	static.Version() // works out the addresses of what pages load
	return s
}

// Of tells the server its evening.
func (s *Server) Of(evening *event.Evening) *Server {
	s.evening = evening
	evening.Ahead = s.fan.prepare
	return s
}

// guarded is what every server of this program has, of the laptop that leads and
// of one that stands by: its bounds, and no page yet.
func guarded(log *slog.Logger) *Server {
	s := &Server{
		log: log, echo: echo.New(), names: hostNames(), passes: tries{most: 5, each: 12 * time.Second},
		conns: newConnections(maxConns, maxConnsFrom), slow: answerTime, patience: defaultPatience,
		drawing: make(chan struct{}, max(2, runtime.GOMAXPROCS(0))),
	}
	e := s.echo
	e.HideBanner, e.HidePort = true, true
	e.IPExtractor = echo.ExtractIPDirect()
	// A crash in one answer must not stop the evening, and its text may hold a
	// secret: only the place is logged.
	e.Use(middleware.RecoverWithConfig(middleware.RecoverConfig{
		DisableStackAll: true,
		LogErrorFunc: func(c echo.Context, err error, stack []byte) error {
			s.log.Error("a page crashed", "route", c.Path(), "stack", string(stack))
			return errors.New("crash")
		},
	}))
	return s
}

// headers sets what every answer carries.
func headers(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		carry(c.Response().Header())
		return next(c)
	}
}

// carry sets what every answer carries.
func carry(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "+
		"media-src 'self'; connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

func (s *Server) routes(e *echo.Echo) {
	door := middleware.BodyLimit(maxDoorForm)
	e.GET("/", s.home, s.crowd)
	e.GET("/help", s.help, s.crowd)
	e.GET("/static/:hash/:name", s.asset)
	e.GET("/favicon.ico", s.icon)
	e.GET("/health", func(c echo.Context) error { return c.String(http.StatusOK, "ok") })
	for _, base := range []string{"/j", "/J"} {
		e.GET(base, s.joinTyped, s.crowd)
		e.GET(base+"/:code", s.join, s.crowd)
	}
	e.POST("/j/leave", s.leave, door)
	e.GET("/host/enter", s.enterByLink)
	e.POST("/host/enter", s.enterByPass, door)
	e.GET("/host/qr/:seat", s.qr)
	e.GET("/host/log", s.officialsLog)
	e.GET("/host/paper", s.held(event.Host, s.paper))
	s.copiesRoutes(e)
	s.pairRoutes(e)
	s.preflightRoutes(e)
	e.GET("/host/match.pgn", s.export("application/x-chess-pgn", (*event.Evening).PGN))
	e.GET("/host/match.fen", s.export("text/plain", (*event.Evening).FEN))
	e.GET("/projector", s.openProjector, s.crowd)
	e.GET("/board/qr", s.joinQR, s.crowd)
	s.stealthRoutes(e)
	s.printRoutes(e)
	s.reportRoutes(e)
	for _, seat := range event.AllSeats() {
		path := seat.Path()
		if seat.Public() {
			e.GET(path, s.page(seat), s.crowd)
		} else {
			e.GET(path, s.page(seat))
		}
		e.GET(path+"/live", s.stream(seat))
		e.POST(path+"/here", s.here(seat))
		if seat.Role() == "questions" {
			s.libraryRoutes(e, seat)
		}
		switch seat.Role() {
		case "host", "gm", "judge":
			e.GET(path+"/calls", s.held(seat, s.calls))
		}
		if len(verbs[seat.Role()]) > 0 {
			e.POST(path+"/:verb", s.command(seat))
		}
	}
}

// DoorKey is the key of the one-time link that lets the laptop's own browser
// in: /host/enter?key=…
func (s *Server) DoorKey() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.door
}

// listener is the server of one listener, with what bounds those who are slow or
// many. Its streams end when their context does.
func (s *Server) listener(streams context.Context) *http.Server {
	return &http.Server{
		Handler:           headAsGet(s.echo),
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       requestTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		ConnState:         s.conns.state,
		BaseContext:       func(net.Listener) context.Context { return streams },
		ConnContext:       keepConnection,
		TLSNextProto:      map[string]func(*http.Server, *tls.Conn, http.Handler){}, // no HTTP/2: its connections can't be taken over
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
}

// Serve answers on listeners until ctx is done, then lets go within a second
// even with live streams open.
func (s *Server) Serve(ctx context.Context, on ...net.Listener) error {
	defer s.fan.use()()
	return s.answer(ctx, on...)
}

func (s *Server) answer(ctx context.Context, on ...net.Listener) error {
	streams, end := context.WithCancel(context.Background())
	defer end()
	server := s.listener(streams)
	server.RegisterOnShutdown(end)
	failed := make(chan error, len(on))
	for _, one := range on {
		go func() { failed <- server.Serve(lending{one}) }()
	}
	select {
	case err := <-failed:
		server.Close()
		return err
	case <-ctx.Done():
	}
	patience, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := server.Shutdown(patience); err != nil {
		server.Close()
	}
	return nil
}
