package web

import (
	"net"
	"net/netip"
	"slices"
	"testing"

	"biblechess/event"
)

func TestRank_WhichAddressesPhonesReach(t *testing.T) {
	const up = net.FlagUp | net.FlagBroadcast
	for _, c := range []struct {
		name  string
		flags net.Flags
		addr  string
		rank  int
		ok    bool
	}{
		{"wlan0", up, "192.168.1.20", 0, true},
		{"en0", up, "10.0.0.7", 1, true},
		{"eth0", up, "172.16.5.4", 1, true},
		{"Ethernet", up, "172.31.255.1", 1, true},
		{"eth0", up, "203.0.113.9", 2, true},
		{"WLAN", up, "192.168.178.3", 0, true},
		{"wlan0", net.FlagBroadcast, "192.168.1.20", 0, false}, // down
		{"lo", up | net.FlagLoopback, "127.0.0.1", 0, false},
		{"eth0", up, "127.0.0.2", 0, false},
		{"eth0", up, "169.254.3.4", 0, false}, // link-local
		{"wlan0", up, "fe80::1", 0, false},
		{"wlan0", up, "2001:db8::1", 0, false},
		{"docker0", up, "172.17.0.1", 0, false},
		{"br-a1b2c3", up, "172.18.0.1", 0, false},
		{"vEthernet (WSL)", up, "172.20.0.1", 0, false},
		{"VMware Network Adapter VMnet8", up, "192.168.80.1", 0, false},
		{"VirtualBox Host-Only", up, "192.168.56.1", 0, false},
		{"tun0", up | net.FlagPointToPoint, "10.8.0.2", 0, false},
		{"tap0", up, "10.8.0.2", 0, false},
		{"utun3", up, "10.9.0.2", 0, false},
		{"tailscale0", up, "100.101.102.103", 0, false},
		{"eth7", up, "100.64.0.1", 0, false},
		{"eth7", up, "100.128.0.1", 2, true}, // outside of 100.64/10
	} {
		if got, ok := rank(c.name, c.flags, netip.MustParseAddr(c.addr)); got != c.rank || ok != c.ok {
			t.Errorf("%s on %s is %d, %v; want %d, %v", c.addr, c.name, got, ok, c.rank, c.ok)
		}
	}
}

func TestAddresses_OneIsAlwaysChosen(t *testing.T) {
	for _, advertise := range []string{"", "http://chess.local/"} {
		list := Addresses(&net.TCPAddr{IP: net.IPv4zero, Port: 8080}, advertise)
		if len(list) == 0 || !list[0].Chosen || slices.ContainsFunc(list[1:], func(a event.Address) bool { return a.Chosen }) {
			t.Fatalf("%q: %+v", advertise, list)
		}
		if advertise != "" && list[0].URL != "http://chess.local" {
			t.Errorf("as told: %+v", list[0])
		}
		if len(candidates()) == 0 && advertise == "" && (list[0].URL != "http://127.0.0.1:8080" || list[0].Interface == "") {
			t.Errorf("without a network: %+v", list[0])
		}
	}
}

// Whoever serves on one address alone has that one.
func TestAddresses_OfOneAddress(t *testing.T) {
	list := Addresses(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 9}, "")
	if len(list) != 1 || list[0].URL != "http://127.0.0.1:9" || !list[0].Chosen {
		t.Errorf("the addresses are %+v", list)
	}
}

// The host's choice stays while it is there, also one that was typed.
func TestAddresses_TheHostsChoiceStays(t *testing.T) {
	h := serve(t)
	host := h.seated(event.Host)
	link := func() string { return screen[event.HostScreen](host).Seats[0].Link }
	found := []event.Address{{URL: "http://192.168.1.20:8080", Interface: "wlan0", Chosen: true}, {URL: "http://10.0.0.7:8080", Interface: "eth0"}}
	h.server.advertise(slices.Clone(found))
	if got := link(); got != "http://192.168.1.20:8080/j/"+h.JoinCode(event.AllSeats()[1]) {
		t.Errorf("the link is %s", got)
	}
	host.must("address", "url", "http://10.0.0.7:8080")
	h.server.advertise(slices.Clone(found))
	if got := link(); got != "http://10.0.0.7:8080/j/"+h.JoinCode(event.AllSeats()[1]) {
		t.Errorf("after the next look the link is %s", got)
	}
	for _, wrong := range []string{"", "javascript:alert(1)", "http://", "ftp://x", "192.168.1.20:8080", "http://x/y", "http://x:8080/\"><script>"} {
		if a := host.post("/host/address", "url", wrong); a.status != 400 {
			t.Errorf("%q: %d %s", wrong, a.status, a.body)
		}
	}
	host.must("address", "url", "https://chess.example:8443")
	h.server.advertise(slices.Clone(found))
	if got := link(); got != "https://chess.example:8443/j/"+h.JoinCode(event.AllSeats()[1]) {
		t.Errorf("a typed address: the link is %s", got)
	}
}
