package web

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"biblechess/event"
)

// virtual are the beginnings of the names of adapters that no phone is behind.
var virtual = []string{
	"docker", "br-", "veth", "vethernet", "vmware", "vmnet", "virtualbox", "vboxnet", "tun", "tap", "wg", "utun",
	"tailscale", "zt", "virbr", "lxc", "cni", "flannel", "awdl", "llw",
}

// carrierNAT is the range that providers and private networks of software use.
var carrierNAT = netip.MustParsePrefix("100.64.0.0/10")

// candidate is an address of this machine with how likely phones reach it.
type candidate struct {
	addr netip.Addr
	name string
	rank int // the smaller the better
}

// rank says how likely phones in the hall reach an address; ok is false when
// they can't.
func rank(name string, flags net.Flags, addr netip.Addr) (int, bool) {
	lower := strings.ToLower(name)
	switch {
	case flags&net.FlagUp == 0, flags&net.FlagLoopback != 0, flags&net.FlagPointToPoint != 0,
		!addr.Is4(), addr.IsLoopback(), addr.IsLinkLocalUnicast(), carrierNAT.Contains(addr),
		slices.ContainsFunc(virtual, func(v string) bool { return strings.HasPrefix(lower, v) }):
		return 0, false
	case strings.HasPrefix(addr.String(), "192.168."):
		return 0, true
	case addr.IsPrivate():
		return 1, true
	}
	return 2, true
}

// eachAddress goes through the addresses of this machine's interfaces.
func eachAddress(visit func(net.Interface, netip.Addr)) {
	interfaces, err := net.Interfaces()
	if err != nil {
		return
	}
	for _, i := range interfaces {
		addrs, err := i.Addrs()
		if err != nil {
			continue
		}
		for _, a := range addrs {
			if prefix, err := netip.ParsePrefix(a.String()); err == nil {
				visit(i, prefix.Addr())
			}
		}
	}
}

// candidates lists the addresses of this machine, the likeliest first.
func candidates() []candidate {
	var list []candidate
	eachAddress(func(i net.Interface, addr netip.Addr) {
		if r, ok := rank(i.Name, i.Flags, addr); ok {
			list = append(list, candidate{addr, i.Name, r})
		}
	})
	slices.SortStableFunc(list, func(a, b candidate) int { return a.rank - b.rank })
	return list
}

// Addresses lists the addresses under which phones may reach a listener, the
// likeliest chosen. Without any network it is the laptop's own alone.
func Addresses(on *net.TCPAddr, advertise string) []event.Address {
	var list []event.Address
	url := func(host string) string { return "http://" + net.JoinHostPort(host, strconv.Itoa(on.Port)) }
	if advertise != "" {
		list = append(list, event.Address{URL: strings.TrimSuffix(advertise, "/"), Interface: "as told with -advertise"})
	}
	if !on.IP.IsUnspecified() {
		list = append(list, event.Address{URL: url(on.IP.String()), Interface: "as told with -addr"})
	} else {
		for _, c := range candidates() {
			list = append(list, event.Address{URL: url(c.addr.String()), Interface: c.name})
		}
	}
	if len(list) == 0 {
		list = append(list, event.Address{URL: url("127.0.0.1"), Interface: "this laptop alone: no network that phones could reach"})
	}
	list[0].Chosen = true
	return list
}

// FindAddresses looks which addresses there are. Once before anybody is served,
// so that the first page has whole links.
func (s *Server) FindAddresses(on *net.TCPAddr, advertise string) {
	s.advertise(Addresses(on, advertise))
}

// KeepAddresses looks again every few seconds, so that the links on the host's
// page follow when the laptop changes its network.
func (s *Server) KeepAddresses(ctx context.Context, on *net.TCPAddr, advertise string) {
	tick := time.NewTicker(3 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.FindAddresses(on, advertise)
		}
	}
}

// advertise publishes the addresses. What the host chose stays chosen, and is
// listed with a word of warning when this laptop does not have it.
func (s *Server) advertise(list []event.Address) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.called != "" && s.preflight.laptop.On != nil {
		named := event.Address{URL: "http://" + net.JoinHostPort(s.called, strconv.Itoa(s.preflight.laptop.On.Port)), Interface: "by name; not every phone finds it"}
		if !slices.ContainsFunc(list, func(a event.Address) bool { return a.URL == named.URL }) {
			list = append(list, named)
		}
	}
	if s.chosen != "" {
		at := slices.IndexFunc(list, func(a event.Address) bool { return a.URL == s.chosen })
		if at < 0 {
			at = len(list)
			list = append(list, event.Address{URL: s.chosen, Interface: "the host's choice, which this laptop does not have itself"})
		}
		for i := range list {
			list[i].Chosen = i == at
		}
	}
	if !slices.Equal(list, s.advertised) {
		s.advertised = list
		s.evening.Advertise(slices.Clone(list))
	}
}

// choose makes an address the one that the links carry.
func (s *Server) choose(address string) {
	s.mu.Lock()
	s.chosen = address
	list := slices.Clone(s.advertised)
	s.mu.Unlock()
	s.advertise(list)
}
