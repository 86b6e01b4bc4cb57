//go:build !linux

package web

import (
	"net"

	"github.com/labstack/echo/v4"
)

// direct is for Linux alone; elsewhere every stream is portable.
type direct struct{ portable }

func newDirect(*net.TCPConn, *Server) *direct { return nil }

func (*direct) takeOver(echo.Context, []byte) error { return nil }

// limitUnsent is left to the system's own limits.
func limitUnsent(net.Conn) {}
