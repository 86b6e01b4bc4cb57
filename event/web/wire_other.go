//go:build !linux

package web

import "net"

// newDirect is for Linux alone: elsewhere every stream is portable.
func newDirect(net.Conn, func()) wire { return nil }

// limitUnsent is left to the system's own limits.
func limitUnsent(net.Conn) {}

// watch is for Linux alone: elsewhere a goroutine waits for a page's end.
func watch(net.Conn) (left func() bool) { return nil }
