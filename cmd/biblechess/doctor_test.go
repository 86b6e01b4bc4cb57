package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biblechess/event"
)

// freePort is a port that nobody serves on just now.
func freePort(t *testing.T) int {
	t.Helper()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer on.Close()
	return on.Addr().(*net.TCPAddr).Port
}

func examined(t *testing.T, args ...string) (examination, error) {
	t.Helper()
	var out, log bytes.Buffer
	err := run(context.Background(), append([]string{"doctor", "-json"}, args...), nil, &out, &log)
	var x examination
	if jsonErr := json.Unmarshal(out.Bytes(), &x); jsonErr != nil && out.Len() > 0 {
		t.Fatalf("%v: %s", jsonErr, out.String())
	}
	return x, err
}

func TestDoctor(t *testing.T) {
	data := filepath.Join(t.TempDir(), "evening.db")
	addr := fmt.Sprintf("127.0.0.1:%d", freePort(t))
	x, err := examined(t, "-addr", addr, "-data", data, "-advertise", "http://192.168.1.20:8080")
	if err != nil || !x.Fit || x.Running || x.Data != data || len(x.Checks) != 7 {
		t.Errorf("before the start: %+v %v", x, err)
	}
	if _, err := os.Stat(data); !os.IsNotExist(err) {
		t.Error("doctor makes a data file")
	}
	// Without an address for phones it is not fit, and says so by its end, too.
	if x, err := examined(t, "-addr", addr, "-data", data); err == nil || x.Fit || !strings.Contains(err.Error(), "not fit yet") {
		t.Errorf("for this laptop alone: %+v %v", x, err)
	}
	start(t, "-addr", addr, "-data", data, "-json")
	if x, err := examined(t, "-addr", addr, "-data", data, "-advertise", "http://192.168.1.20:8080"); err != nil || !x.Running {
		t.Errorf("while it runs: %+v %v", x, err)
	}
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	go func() {
		for {
			c, err := other.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	x, err = examined(t, "-addr", other.Addr().String(), "-data", data, "-advertise", "http://192.168.1.20:8080")
	if err == nil || x.Running || x.Checks[5].State != event.FitBad || !strings.Contains(x.Checks[5].Words, "taken by another program") {
		t.Errorf("a port that is taken: %+v %v", x, err)
	}
	var text bytes.Buffer
	if err := run(context.Background(), []string{"doctor", "-addr", addr, "-data", data, "-advertise", "http://192.168.1.20:8080"}, nil, &text, &text); err != nil {
		t.Error(err)
	}
	for _, words := range []string{"✓ Speed of the disk", "Room on the disk", "Port and firewall", "is running on port", "* http://192.168.1.20:8080"} {
		if !strings.Contains(text.String(), words) {
			t.Errorf("it says\n%s\nwithout %q", text.String(), words)
		}
	}
	for _, args := range [][]string{{"-addr", "nonsense"}, {"-addr", ":0"}, {"more"}, {"-advertise", "x"}} {
		if _, err := examined(t, args...); err == nil {
			t.Errorf("%v is taken", args)
		}
	}
}

// Over TLS the program answers beside plain http, and keeps its certificate.
func TestRun_OverTLSBesidePlainHTTP(t *testing.T) {
	data := filepath.Join(t.TempDir(), "evening.db")
	secure := fmt.Sprintf("127.0.0.1:%d", freePort(t))
	p := start(t, "-addr", "127.0.0.1:0", "-tls-addr", secure, "-name", "chess-under-test", "-data", data, "-json")
	status, kept := fetch(t, browser(t), p.links.Address+"/ca.crt")
	if status != 200 {
		t.Fatalf("the certificate: %d", status)
	}
	if p.links.Secure != "https://"+secure || p.links.Name != "http://chess-under-test.local:"+p.links.Address[strings.LastIndex(p.links.Address, ":")+1:] {
		t.Errorf("the links are %+v", p.links)
	}
	if c, err := net.Dial("tcp", secure); err != nil {
		t.Error(err)
	} else {
		c.Close()
	}
	if err := p.stop(); err != nil {
		t.Fatal(err)
	}
	p = start(t, "-addr", "127.0.0.1:0", "-tls-addr", secure, "-data", data, "-json")
	if _, again := fetch(t, browser(t), p.links.Address+"/ca.crt"); again != kept {
		t.Error("after a restart the certificate is another")
	}
	if err := run(context.Background(), []string{"-addr", "127.0.0.1:0", "-tls-addr", "nonsense", "-data", filepath.Join(t.TempDir(), "x.db")}, nil, &bytes.Buffer{}, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "-tls-addr") {
		t.Errorf("a wrong address: %v", err)
	}
}

// doctor says of a file that the program would refuse what the program would say.
func TestDoctor_ADataFileThatIsRefused(t *testing.T) {
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	p, host := evening(t, in("good.db"))
	p.named(host, "Spoilt evening")
	p.named(host, "Good evening")
	p.stop()
	whole, err := os.ReadFile(in("good.db"))
	if err != nil {
		t.Fatal(err)
	}
	later := bytes.Clone(whole)
	later[63] = 99
	at := bytes.Index(whole, []byte("Spoilt evening"))
	spoilt := bytes.Clone(whole)
	spoilt[at] ^= 0x20
	for name, text := range map[string]string{"later.db": string(later), "spoilt.db": string(spoilt), "text": "hello"} {
		if err := os.WriteFile(in(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]struct {
		state event.FitState
		words string
	}{
		"good.db":   {event.FitGood, "It is whole: "},
		"new.db":    {event.FitGood, "There is none yet"},
		"later.db":  {event.FitBad, "later version"},
		"spoilt.db": {event.FitBad, "is damaged"},
		"text":      {event.FitBad, "is not a data file of Bible Chess: choose another file with -data."},
	} {
		x, err := examined(t, "-addr", fmt.Sprintf(":%d", freePort(t)), "-data", in(name))
		found := false
		for _, c := range x.Checks {
			if c.Key == "data" {
				found = c.State == want.state && strings.Contains(c.Words, want.words)
			}
		}
		if !found || want.state == event.FitBad && (x.Fit || err == nil) {
			t.Errorf("%s: %+v, %v", name, x.Checks, err)
		}
	}
}
