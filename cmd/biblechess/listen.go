package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"strconv"
	"syscall"
)

// What Windows says where others have errors of their own.
const (
	winNotAllowed = syscall.Errno(10013)
	winNoAddress  = syscall.Errno(10049)
)

// listen takes the address that a flag names, or says why it can't be had and what to
// type instead. The system need not ask whether quiet phones are still there: pages do,
// and so often that it never would.
func listen(flag, addr string) (net.Listener, error) {
	usual := ":8080"
	if flag == "-tls-addr" {
		usual = ":8443"
	}
	without := net.ListenConfig{KeepAlive: -1}
	var on net.Listener
	err := errors.New("it is empty") // which the system takes for any free port
	if addr != "" {
		on, err = without.Listen(context.Background(), "tcp", addr)
	}
	if err == nil {
		return on, nil
	}
	host, text, splitErr := net.SplitHostPort(addr)
	port, numberErr := strconv.Atoi(text)
	if splitErr != nil || numberErr != nil || port < 0 || port > 65535 {
		return nil, fmt.Errorf("%s: %q is not an address to serve on: it looks like %s", flag, addr, usual)
	}
	switch {
	case errors.As(err, new(*net.DNSError)):
		return nil, fmt.Errorf("there is no address by the name %s: start with %s :%d, which serves on all that this laptop has", host, flag, port)
	case errors.Is(err, syscall.EADDRNOTAVAIL), errors.Is(err, winNoAddress):
		return nil, fmt.Errorf("this laptop does not have the address %s just now: start with %s :%d, which serves on all that it has", host, flag, port)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, winNotAllowed):
		return nil, fmt.Errorf("this user may not serve on port %d: start with %s %s, or another port from 1024 on", port, flag, net.JoinHostPort(host, usual[1:]))
	}
	for next := port + 1; next <= min(port+100, 65535); next++ {
		free := net.JoinHostPort(host, strconv.Itoa(next))
		if try, err := net.Listen("tcp", free); err == nil {
			try.Close()
			return nil, fmt.Errorf("%s is taken by another program: stop that one, or start with %s %s, which is free", addr, flag, free)
		}
	}
	return nil, fmt.Errorf("the address %s can't be served on: start with another one, like %s %s (%w)", addr, flag, usual, err)
}

// samePort tells whether an address names the port that this program serves on already.
func samePort(addr string, on *net.TCPAddr) bool {
	_, port, err := net.SplitHostPort(addr)
	return err == nil && port == strconv.Itoa(on.Port)
}
