package web

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/skip2/go-qrcode"

	"biblechess/event"
)

// bitmap is the code of a link with its quiet zone. In capitals a link takes a
// smaller code; scheme, host and join code are the same in any case.
func bitmap(link string) ([][]bool, error) {
	code, err := qrcode.New(strings.ToUpper(link), qrcode.Medium)
	if err != nil {
		return nil, err
	}
	return code.Bitmap(), nil
}

// svg draws a code as one path, black on white on any page.
func svg(bits [][]bool) string {
	var path strings.Builder
	for y, row := range bits {
		for x, dark := range row {
			if dark {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x, y)
			}
		}
	}
	n := len(bits)
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path d="%s"/></svg>`, n, n, n, n, path.String())
}

// TerminalQR draws a link's code with half blocks, two rows a line.
func TerminalQR(link string) string {
	bits, err := bitmap(link)
	if err != nil {
		return ""
	}
	at := func(y, x int) bool { return y < len(bits) && bits[y][x] }
	var b strings.Builder
	for y := 0; y < len(bits); y += 2 {
		for x := range bits[y] {
			switch {
			case at(y, x) && at(y+1, x):
				b.WriteRune(' ')
			case at(y, x):
				b.WriteRune('▄')
			case at(y+1, x):
				b.WriteRune('▀')
			default:
				b.WriteRune('█')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// qr draws the code of a seat's link, for the host alone.
func (s *Server) qr(c echo.Context) error {
	if !s.holds(c, event.Host) {
		return s.noSeat(c, event.Host)
	}
	seat, err := event.ParseSeat(c.Param("seat"))
	if err != nil || seat == event.Host {
		return echo.ErrNotFound
	}
	bits, err := bitmap(s.base() + "/j/" + s.evening.JoinCode(seat))
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "image/svg+xml", []byte(svg(bits)))
}

// joinQR draws the code of the address at which phones begin, for everybody.
func (s *Server) joinQR(c echo.Context) error {
	base := s.base()
	if base == "" {
		return echo.ErrNotFound
	}
	bits, err := bitmap(base + "/")
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "image/svg+xml", []byte(svg(bits)))
}

// base is the address that links carry.
func (s *Server) base() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.advertised {
		if a.Chosen {
			return a.URL
		}
	}
	return ""
}
