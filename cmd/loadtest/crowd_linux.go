package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"syscall"
	"time"
)

// viewer is one open stream.
type viewer struct {
	fd    int
	hall  *hall
	seat  string
	staff bool
	carry []byte  // of an event that has not come to its end
	state int32   // of its page, before what it was sent since
	since []int32 // events that were noted
	at    time.Time
	fresh bool // it has been sent something since the tap
	ready bool // its first page is there
	deaf  bool // it never reads
}

// hall is one program, or one bare loop, with its viewers.
type hall struct {
	addr   netip.AddrPort
	pages  *pages
	all    []*viewer
	tapped time.Time
	left   int // viewers that have not been sent the move
	done   chan struct{}
	joined int
}

// crowd reads all streams of all halls, in one loop of one thread, so that it
// takes as little as can be of what it measures.
type crowd struct {
	mu      sync.Mutex
	epoll   int
	viewers map[int32]*viewer
	err     error
	stop    chan struct{}
	ended   sync.WaitGroup
}

func newCrowd() (*crowd, error) {
	epoll, err := syscall.EpollCreate1(0)
	if err != nil {
		return nil, err
	}
	c := &crowd{epoll: epoll, viewers: map[int32]*viewer{}, stop: make(chan struct{})}
	c.ended.Go(c.read)
	return c, nil
}

func (c *crowd) close() {
	close(c.stop)
	c.ended.Wait()
	for fd := range c.viewers {
		syscall.Close(int(fd))
	}
	syscall.Close(c.epoll)
}

// join opens a stream of a seat.
func (c *crowd) join(h *hall, v *viewer, cookie string) error {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	if v.deaf {
		syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4096)
	}
	if err := syscall.Connect(fd, &syscall.SockaddrInet4{Port: int(h.addr.Port()), Addr: h.addr.Addr().As4()}); err != nil {
		syscall.Close(fd)
		return err
	}
	ask := fmt.Sprintf("GET /%s/live HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\nAccept: text/event-stream\r\n\r\n", v.seat, h.addr, cookie)
	if _, err := syscall.Write(fd, []byte(ask)); err != nil {
		syscall.Close(fd)
		return err
	}
	v.fd, v.hall = fd, h
	c.mu.Lock()
	defer c.mu.Unlock()
	c.viewers[int32(fd)] = v
	if v.deaf {
		return nil
	}
	h.all = append(h.all, v)
	syscall.SetNonblock(fd, true)
	return syscall.EpollCtl(c.epoll, syscall.EPOLL_CTL_ADD, fd, &syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(fd)})
}

// leave closes every stream of a hall.
func (c *crowd) leave(h *hall) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for fd, v := range c.viewers {
		if v.hall == h {
			syscall.Close(int(fd))
			delete(c.viewers, fd)
		}
	}
	h.all, h.joined = nil, 0
}

// read reads whatever comes until the crowd is closed.
func (c *crowd) read() {
	events, buffer := make([]syscall.EpollEvent, 512), make([]byte, 256<<10)
	for {
		select {
		case <-c.stop:
			return
		default:
		}
		n, err := syscall.EpollWait(c.epoll, events, 50)
		if err != nil && err != syscall.EINTR {
			c.fail(err)
			return
		}
		c.mu.Lock()
		for i := range max(n, 0) {
			v := c.viewers[events[i].Fd]
			if v == nil {
				continue
			}
			got, err := syscall.Read(v.fd, buffer)
			switch {
			case got > 0:
				v.take(buffer[:got])
			case err == syscall.EAGAIN || err == syscall.EINTR:
			default:
				syscall.Close(v.fd)
				delete(c.viewers, int32(v.fd))
			}
		}
		c.mu.Unlock()
	}
}

func (c *crowd) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = errors.Join(c.err, err)
}

// take takes what came on a stream.
func (v *viewer) take(p []byte) {
	if len(v.carry) > 0 {
		p = append(v.carry, p...)
		v.carry = p[:0]
	}
	for {
		event, rest, whole := bytes.Cut(p, []byte("\n\n"))
		if !whole {
			v.carry = append(v.carry[:0], p...)
			return
		}
		p = rest
		if !v.ready && bytes.Contains(event, []byte("event: current")) {
			v.ready = true
			v.hall.joined++
		}
		if !bytes.HasPrefix(event, []byte("id: ")) {
			continue
		}
		now := time.Now()
		// The id is not part of the page.
		_, body, _ := bytes.Cut(event, []byte("\n"))
		v.since = append(v.since, v.hall.pages.note(body))
		if h := v.hall; !v.fresh && v.ready && h.left > 0 {
			v.fresh, v.at = true, now
			if h.left--; h.left == 0 {
				close(h.done)
			}
		}
	}
}

// catchUp works out what the page is by now.
func (v *viewer) catchUp() (err error) {
	for _, e := range v.since {
		if v.state, err = v.hall.pages.after(v.state, e); err != nil {
			return err
		}
	}
	v.since = nil
	return nil
}

// forget works out what the pages of a hall are by now, and forgets how they came to
// be so: what a match has sent by then would be garbage to look through while the next
// is measured.
func (c *crowd) forget(h *hall) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	used := map[int32]int32{}
	for _, v := range h.all {
		if err := v.catchUp(); err != nil {
			return err
		}
		used[v.state] = 0
	}
	h.pages = h.pages.only(used)
	for _, v := range h.all {
		v.state = used[v.state]
	}
	return nil
}

// tap begins a move: from now on the streams are timed.
func (c *crowd) tap(h *hall) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, v := range h.all {
		v.fresh = false
	}
	h.left, h.done, h.tapped = len(h.all), make(chan struct{}), time.Now()
}

// times is how long each stream took to be sent the move, the staff's apart.
func (c *crowd) times(h *hall) (all, staff []time.Duration, err error) {
	select {
	case <-h.done:
	case <-time.After(20 * time.Second):
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if h.left > 0 || c.err != nil {
		missing := map[string]int{}
		for _, v := range h.all {
			if !v.fresh {
				missing[v.seat]++
			}
		}
		return nil, nil, fmt.Errorf("%d streams were not sent the move: %v, %w", h.left, missing, c.err)
	}
	for _, v := range h.all {
		took := v.at.Sub(h.tapped)
		all = append(all, took)
		if v.staff {
			staff = append(staff, took)
		}
	}
	return all, staff, nil
}

// allReady waits until every stream has its first page.
func (c *crowd) allReady(h *hall, n int) error {
	for end := time.Now().Add(60 * time.Second); ; time.Sleep(200 * time.Microsecond) {
		c.mu.Lock()
		joined, err := h.joined, c.err
		c.mu.Unlock()
		if err != nil || joined >= n {
			return err
		}
		if time.Now().After(end) {
			return fmt.Errorf("%d of %d streams have their page", joined, n)
		}
	}
}

// same checks that every stream's page is what a new join gets.
func (c *crowd) same(h *hall, cookies map[string]string) error {
	seats := map[string]bool{}
	for _, v := range h.all {
		seats[v.seat] = true
	}
	for seat := range seats {
		fresh, before := &viewer{seat: seat}, h.joined
		if err := c.join(h, fresh, cookies[seat]); err != nil {
			return err
		}
		if err := c.allReady(h, before+1); err != nil {
			return err
		}
	}
	// The host's page shows how many devices there are, so it may still change.
	var differ error
	for range 40 {
		time.Sleep(100 * time.Millisecond)
		c.mu.Lock()
		differ = nil
		want := map[string]int32{}
		for i := len(h.all) - 1; i >= 0; i-- {
			v := h.all[i]
			if err := v.catchUp(); err != nil {
				c.mu.Unlock()
				return err
			}
			if first, ok := want[v.seat]; !ok {
				want[v.seat] = v.state
			} else if v.state != first {
				differ = fmt.Errorf("a page of %s is not what a new join gets", v.seat)
			}
		}
		c.mu.Unlock()
		if differ == nil {
			return nil
		}
	}
	return differ
}
