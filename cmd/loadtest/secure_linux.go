package main

import (
	"crypto/tls"
	"fmt"
	"io"
	"net/url"
)

// secured measures the portable path, which streams take over TLS and on other
// systems: what a stream costs in memory where it has goroutines of its own.
func secured(p plan, tell func(...row)) error {
	n := p.sizes[len(p.sizes)/2]
	r := row{what: fmt.Sprintf("memory a stream over TLS (the portable path), %d streams", n), unit: "KiB", goal: -30}
	for range p.runs {
		kib, err := p.overTLS(n)
		if err != nil {
			return err
		}
		r.add(kib, 1)
	}
	tell(r)
	return nil
}

// overTLS is the memory of each of so many streams over TLS, after some moves.
func (p plan) overTLS(streams int) (kib float64, err error) {
	data, err := p.copyFile()
	if err != nil {
		return 0, err
	}
	m, err := play(p.binary, data, 0, "-tls-addr", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer m.kill()
	secure, err := url.Parse(m.links.Secure)
	if err != nil {
		return 0, err
	}
	before := m.memory()
	for range streams {
		// Nobody here knows this laptop's own certificate, and nothing secret is sent.
		conn, err := tls.Dial("tcp", secure.Host, &tls.Config{InsecureSkipVerify: true})
		if err != nil {
			return 0, err
		}
		defer conn.Close()
		fmt.Fprintf(conn, "GET /board/live HTTP/1.1\r\nHost: %s\r\n\r\n", secure.Host)
		if err := until(conn, "event: current"); err != nil {
			return 0, err
		}
		go io.Copy(io.Discard, conn)
	}
	settle()
	for range p.moves {
		if err := m.tap(); err != nil {
			return 0, err
		}
	}
	settle()
	return (m.memory() - before) / float64(streams), nil
}
