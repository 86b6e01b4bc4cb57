package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"regexp"
	"strings"
	"time"

	"github.com/pion/mdns/v2"
	"golang.org/x/net/ipv4"
)

// goodName is a name that this laptop can be called by on its own network.
const goodName = `^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`

// localName reads what was given as -name; the error is for whoever gave it.
func localName(typed string) (string, error) {
	name := strings.TrimSuffix(strings.ToLower(typed), ".local")
	if !regexp.MustCompile(goodName).MatchString(name) {
		return "", fmt.Errorf("%.60q is not a name for this laptop: letters, digits and hyphens, like chess", typed)
	}
	return name + ".local", nil
}

// announce answers who asks the network for a name (mDNS), until ctx is done. It is
// an extra: where it can't be, the log says so and the addresses stay. Networks
// that come later are looked for.
func announce(ctx context.Context, name string, log *slog.Logger) {
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	told := false
	for {
		networks := interfaces()
		answering, err := answerTo(name, false)
		if err != nil && !told {
			log.Warn("the name can't be announced on this network", "name", name, "error", err.Error())
			told = true
		}
		for waiting := true; waiting; {
			select {
			case <-ctx.Done():
			case <-tick.C:
				if interfaces() == networks {
					continue
				}
			}
			waiting = false
		}
		if answering != nil {
			answering.Close()
		}
		if ctx.Err() != nil {
			return
		}
	}
}

// interfaces is what tells one set of networks from another.
func interfaces() string {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return ""
	}
	return fmt.Sprint(addrs)
}

// answerTo answers for a name on every network of this laptop.
func answerTo(name string, loopback bool) (*mdns.Conn, error) {
	on, err := net.ResolveUDPAddr("udp4", mdns.DefaultAddressIPv4)
	if err != nil {
		return nil, err
	}
	socket, err := net.ListenUDP("udp4", on)
	if err != nil {
		return nil, err
	}
	conn, err := mdns.NewServer(ipv4.NewPacketConn(socket), nil, mdns.WithLocalNames(name), mdns.WithIncludeLoopback(loopback))
	if err != nil {
		socket.Close()
		return nil, err
	}
	return conn, nil
}
