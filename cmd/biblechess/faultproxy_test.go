package main

import (
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"
)

// faultProxy stands between a browser and the program as a bad network does. It
// passes TCP on, and can be told to be slow, to stall, to cut connections, to
// lose answers, or to fall silent.
type faultProxy struct {
	t      *testing.T
	listen net.Listener
	to     string

	mu     sync.Mutex
	faults faults
	links  map[*link]bool
	passed int64 // bytes to the program
}

// faults are what is wrong with the network just now.
type faults struct {
	latency   time.Duration // added each way
	stalls    float64       // how likely a packet is lost, and comes only after a retransmission
	silent    bool          // nothing passes, and nobody is told
	oldSilent bool          // the same for connections that are open already
	mute      bool          // the program hears everything, and its answers are lost
}

// link is one connection through the proxy.
type link struct {
	browser, program net.Conn
	dead             bool // it was open when the network fell silent for good
}

func newFaultProxy(t *testing.T, to string) *faultProxy {
	t.Helper()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &faultProxy{t: t, listen: on, to: to, links: map[*link]bool{}}
	go p.accept()
	t.Cleanup(func() {
		on.Close()
		p.cut()
	})
	return p
}

// url is the program's address through the proxy.
func (p *faultProxy) url() string { return "http://" + p.listen.Addr().String() }

// set changes what is wrong with the network.
func (p *faultProxy) set(f faults) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if f.oldSilent && !p.faults.oldSilent {
		for l := range p.links {
			l.dead = true
		}
	}
	p.faults = f
}

// cut ends all connections, as an access point does that is switched off and on.
func (p *faultProxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for l := range p.links {
		l.browser.Close()
		l.program.Close()
	}
}

func (p *faultProxy) now(l *link) (f faults, dead bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.faults, l.dead
}

func (p *faultProxy) accept() {
	for {
		browser, err := p.listen.Accept()
		if err != nil {
			return
		}
		go func() {
			program, err := net.Dial("tcp", p.to)
			if err != nil {
				browser.Close()
				return
			}
			l := &link{browser: browser, program: program}
			p.mu.Lock()
			p.links[l] = true
			p.mu.Unlock()
			var both sync.WaitGroup
			both.Go(func() { p.pass(l, program, browser, true) })
			both.Go(func() { p.pass(l, browser, program, false) })
			both.Wait()
			p.mu.Lock()
			delete(p.links, l)
			p.mu.Unlock()
		}()
	}
}

// packet is bytes on their way, with when they are due.
type packet struct {
	bytes []byte
	due   time.Time
}

// pass carries bytes one way, in their order, each as late as the network is slow.
func (p *faultProxy) pass(l *link, to, from net.Conn, up bool) {
	way := make(chan packet, 1<<12)
	go func() {
		defer close(way)
		var last time.Time
		for {
			b := make([]byte, 1400)
			n, err := from.Read(b)
			if err != nil {
				return
			}
			f, _ := p.now(l)
			due := time.Now().Add(f.latency)
			for f.stalls > 0 && rand.Float64() < f.stalls {
				due = due.Add(time.Duration(200+rand.IntN(400)) * time.Millisecond) // as TCP sends it again
			}
			if due.Before(last) {
				due = last
			}
			last = due
			way <- packet{b[:n], due}
		}
	}()
	for pk := range way {
		time.Sleep(time.Until(pk.due))
		for {
			f, dead := p.now(l)
			if dead || f.mute && !up {
				pk.bytes = nil // lost for good
			}
			if !f.silent || dead {
				break
			}
			time.Sleep(glance)
		}
		if pk.bytes == nil {
			continue
		}
		if up {
			p.mu.Lock()
			p.passed += int64(len(pk.bytes))
			p.mu.Unlock()
		}
		if _, err := to.Write(pk.bytes); err != nil {
			break
		}
	}
	to.Close()
	from.Close()
	for range way {
	}
}
