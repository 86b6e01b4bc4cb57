package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"biblechess/event"
	"biblechess/event/store"
	"biblechess/event/web"
)

// Options say how the program runs.
type Options struct {
	Addr      string // to serve on; port 0 takes any free one
	Name      string // to be found by on the network, or ""
	TLSAddr   string // to serve on over TLS beside it, or ""
	Advertise string // address for phones, or "" for the likeliest
	Data      string // data file, or "" for the one in the user's data folder
	Demo      bool   // a throw-away file with a match some plies in
	JSON      bool   // print links as one line of JSON
	Among     bool   // one of several matches that this program serves
	Anyway    bool   // lead the match even where the second laptop has taken it over
	Out, Log  io.Writer

	// Of a second laptop:
	Of    string        // address of the first; empty on the first
	Pass  string        // the host's, or "" to ask for it
	After time.Duration // silence after which it takes over by itself; 0 for never
	In    io.Reader     // where the pass is asked for

	match  string     // which of several matches that this program serves: its port; else empty
	secure *secureWay // nil without TLS
}

// Links are what the program prints of itself.
type Links struct {
	Address string                `json:"address"` // for phones
	Host    string                `json:"host"`    // lets one browser in, once
	Pass    string                `json:"pass"`    // of the host's page
	Board   string                `json:"board"`
	Secure  string                `json:"secure,omitempty"` // over TLS, for tablets that trust this laptop
	Name    string                `json:"name,omitempty"`   // by name, for phones that find it
	Data    string                `json:"data"`
	Seats   map[event.Seat]string `json:"seats"`        // a join link a seat
	Of      string                `json:"of,omitempty"` // where the match is, while this laptop stands by
}

// Run serves an evening until ctx is done, or follows one on another laptop.
// When the host takes an earlier state back, or the match moves from one laptop
// to the other, the evening is opened anew on the same address.
func Run(ctx context.Context, o Options) error {
	if o.Advertise != "" {
		address, err := web.ParseAddress(o.Advertise)
		if err != nil {
			return fmt.Errorf("-advertise: %w", err)
		}
		o.Advertise = address
	}
	if o.Name != "" {
		name, err := localName(o.Name)
		if err != nil {
			return fmt.Errorf("-name: %w", err)
		}
		o.Name = name
	}
	if o.Demo {
		folder, err := os.MkdirTemp("", "bible-chess-demo-")
		if err != nil {
			return fmt.Errorf("no folder for the demo's throw-away file: %w", err)
		}
		defer os.RemoveAll(folder)
		o.Data = filepath.Join(folder, "demo.db")
	}
	if o.Data == "" {
		data, err := defaultData()
		if err != nil {
			return err
		}
		o.Data = data
	}
	data, err := store.Place(o.Data)
	if err != nil {
		return orAnother(err, o.another())
	}
	o.Data = data
	// Nothing is written beside a file that another program has.
	if _, none := os.Stat(pairFile(o.Data)); o.Of != "" || o.TLSAddr != "" || none == nil {
		if err := store.Free(o.Data); err != nil {
			return orAnother(err, o.another())
		}
	}
	// What is known of the other laptop is one program's alone, also while it still looks
	// for that one and has not opened the file.
	if _, none := os.Stat(pairFile(o.Data)); o.Of != "" || none == nil {
		release, err := store.Reserve(o.Data)
		if err != nil {
			return orAnother(err, o.another())
		}
		defer release()
	}
	listener, err := listen("-addr", o.Addr)
	if err != nil {
		if busy := store.Free(o.Data); busy != nil {
			return orAnother(busy, o.another()) // it has the address too
		}
		return err
	}
	defer listener.Close()
	if o.TLSAddr != "" {
		authority, err := web.OpenAuthority(o.Data+"-ca.pem", time.Now())
		if err != nil {
			return fmt.Errorf("-tls-addr: %w", err)
		}
		on, err := listen("-tls-addr", o.TLSAddr)
		if err != nil && samePort(o.TLSAddr, listener.Addr().(*net.TCPAddr)) {
			err = fmt.Errorf("-addr and -tls-addr name the same port, %s: TLS has one of its own, like -tls-addr :8443", o.TLSAddr)
		}
		if err != nil {
			return err
		}
		defer on.Close()
		o.secure = &secureWay{on.(*net.TCPListener), authority}
	}
	log := slog.New(slog.NewTextHandler(o.Log, &slog.HandlerOptions{Level: slog.LevelInfo}))
	if o.Among {
		o.match = strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
		log = log.With("match", o.match)
	}
	k, p := &keeper{path: o.Data}, newPair(o.Data, log)
	now, err := o.firstDuty(ctx, p, listener.Addr().(*net.TCPAddr), log)
	if err != nil {
		return err
	}
	for before := stops; now != stops; {
		lent := &lent{listener.(*net.TCPListener)}
		if err := lent.SetDeadline(time.Time{}); err != nil {
			return err
		}
		does := o.serve
		if now == follows {
			does = o.standBy
		}
		next, err := does(ctx, lent, k, p, log, before)
		if err != nil {
			return err
		}
		before, now = now, next
	}
	return nil
}

// serve opens the data file and serves it until ctx is done, until the host
// takes an earlier state back, or until the match goes on at the other laptop.
func (o Options) serve(ctx context.Context, listener *lent, k *keeper, p *pair, log *slog.Logger, before duty) (next duty, err error) {
	prepared := make(chan *web.Server, 1)
	go func() { prepared <- web.Prepare(log) }()
	file, err := store.Open(o.Data)
	if err != nil {
		return stops, o.unopened(err)
	}
	closed := false
	defer func() {
		if !closed {
			file.Close()
		}
	}()
	evening, err := event.Open(file, time.Now)
	if err != nil {
		closed = true
		file.Close()
		return stops, o.unopened(err)
	}
	if o.Demo && before == stops {
		if err := demo(evening); err != nil {
			return stops, fmt.Errorf("the demo's match could not be set up: %w", err)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	on := listener.Addr().(*net.TCPAddr)
	k.begin(file, cancel)
	p.begin(leads, o.own(on), evening, file, evening.Halt, cancel)
	server := (<-prepared).Of(evening)
	server.Keep(k)
	server.PairWith(p, p.remembered().Other)
	server.Fit(web.Laptop{On: on, Advertise: o.Advertise, Data: o.Data})
	if o.Name != "" {
		server.AnswerTo(o.Name)
	}
	if o.match != "" {
		server.NameCookies(o.match)
	}
	server.FindAddresses(on, o.Advertise)
	ways := []net.Listener{listener}
	if o.secure != nil {
		if err := o.secure.on.SetDeadline(time.Time{}); err != nil {
			return stops, err
		}
		ways = append(ways, server.Secure(&lent{o.secure.on}, o.secure.authority))
	}
	if before == leads {
		server.OpenDoor(k.door)
	}
	if pass := evening.Pass(); before != leads || pass != k.pass { // another evening's links were told to nobody
		k.pass = pass
		o.print(server, evening, ways)
	}
	var background sync.WaitGroup
	background.Go(func() { evening.Run(ctx) })
	background.Go(func() { server.KeepAddresses(ctx, on, o.Advertise) })
	background.Go(func() { k.rotation.Run(ctx) })
	background.Go(func() { server.WatchSecond(ctx) })
	background.Go(func() { p.watch(ctx, func() string { return o.own(on) }) })
	background.Go(func() { k.watchFile(ctx, evening, log) })
	if before == stops {
		background.Go(func() { k.compareCopies(ctx, evening, log) })
	}
	if o.Name != "" {
		background.Go(func() { announce(ctx, o.Name, log) })
	}
	err = server.Serve(ctx, ways...)
	cancel()
	background.Wait()
	closed = true
	if err := errors.Join(err, file.Close()); err != nil {
		return stops, err
	}
	if next := p.after(); next != stops {
		return next, nil
	}
	again, err := k.replace()
	if err != nil || !again {
		return stops, err
	}
	return leads, nil
}

// own is where this laptop is for the other one of a pair. They talk over plain
// http, so an address that was told for TLS is none for it.
func (o Options) own(on *net.TCPAddr) string {
	if strings.HasPrefix(o.Advertise, "https:") {
		return web.Addresses(on, "")[0].URL
	}
	return web.Addresses(on, o.Advertise)[0].URL
}

// advertised is the name in the address for phones, or "".
func (o Options) advertised() string {
	u, err := url.Parse(o.Advertise)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// secureWay is where TLS is spoken beside plain http, by the laptop that leads.
type secureWay struct {
	on        *net.TCPListener
	authority *web.Authority
}

// lent is the listener as a server may use it: closing it ends the server's
// waiting, but whoever connects meanwhile waits for the next server.
type lent struct{ *net.TCPListener }

func (l *lent) Accept() (net.Conn, error) {
	c, err := l.TCPListener.Accept()
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return nil, net.ErrClosed
	}
	return c, err
}

func (l *lent) Close() error { return l.SetDeadline(time.Unix(1, 0)) }

// chooseByFlag is how another data file is chosen where a flag names it.
const chooseByFlag = "choose another file with -data"

// another is how a data file other than this one is chosen; empty for no way.
func (o Options) another() string {
	switch {
	case o.Demo:
		return ""
	case o.Among:
		return "choose another file" // they stand behind the verb
	}
	return chooseByFlag
}

// orAnother adds to the refusal of a data file how another one is chosen.
func orAnother(err error, how string) error {
	if u, is := err.(*store.Unsuited); is {
		return u.Or(how)
	}
	return err
}

// unopened says that the data file can't be opened, with the last good state of one
// that is damaged, or with how another file is chosen.
func (o Options) unopened(err error) error {
	err = orAnother(err, o.another())
	if errors.As(err, new(*store.Damage)) || errors.As(err, new(*event.RecordFault)) {
		return offer(o.Data, err, o.another())
	}
	if wasOne(o.Data, err) {
		return offer(o.Data, err, o.another())
	}
	return err
}

// defaultData is the data file when none is named.
func defaultData() (string, error) { return dataFile("bible-chess.db") }

// dataFile is a file in this user's data folder.
func dataFile(name string) (string, error) {
	folder, err := dataFolder()
	if err != nil {
		return "", err
	}
	return filepath.Join(folder, name), nil
}

// dataFolder is where this user's data are kept on this system.
func dataFolder() (string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return "", errors.New("this user has no home folder: choose a data file with -data FILE")
	}
	switch runtime.GOOS {
	case "windows":
		if local := os.Getenv("LocalAppData"); local != "" {
			return filepath.Join(local, "Bible Chess"), nil
		}
		return filepath.Join(home, "AppData", "Local", "Bible Chess"), nil
	case "darwin":
		return filepath.Join(home, "Library", "Application Support", "Bible Chess"), nil
	}
	if data := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, "bible-chess"), nil
	}
	return filepath.Join(home, ".local", "share", "bible-chess"), nil
}

// print tells whoever started the program where everybody goes.
func (o Options) print(server *web.Server, evening *event.Evening, ways []net.Listener) {
	on := ways[0].Addr().(*net.TCPAddr)
	local := "127.0.0.1"
	if !on.IP.IsUnspecified() {
		local = on.IP.String()
	}
	own := "http://" + net.JoinHostPort(local, strconv.Itoa(on.Port))
	address := web.Addresses(on, o.Advertise)[0].URL
	links := Links{
		Address: address, Host: own + "/host/enter?key=" + server.DoorKey(), Pass: evening.Pass(),
		Board: address + event.Projector.Path(), Data: o.Data, Seats: map[event.Seat]string{},
	}
	for _, s := range event.AllSeats() {
		if s != event.Host && s.Role() != "projector" && evening.Has(s) {
			links.Seats[s] = address + "/j/" + evening.JoinCode(s)
		}
	}
	further := ""
	if o.Name != "" {
		links.Name = "http://" + net.JoinHostPort(o.Name, strconv.Itoa(on.Port))
		further += "  By name, where it is found:  " + links.Name + "\n"
	}
	if len(ways) > 1 {
		if u, err := url.Parse(address); err == nil {
			_, port, _ := net.SplitHostPort(ways[1].Addr().String())
			links.Secure = "https://" + net.JoinHostPort(u.Hostname(), port)
			further += "  Over TLS, see Preflight:     " + links.Secure + "\n"
		}
	}
	if o.JSON {
		json.NewEncoder(o.Out).Encode(links)
		return
	}
	what := "Bible Chess is running."
	if o.Among {
		what = fmt.Sprintf("%s is running.", filepath.Base(o.Data))
	}
	fmt.Fprintf(o.Out, "%s\n\n"+
		"  Host's page on this laptop:  %s  (works once)\n"+
		"  Host's pass elsewhere:       %s\n"+
		"  For phones and the hall:     %s\n"+
		"%s  Data file:                   %s\n\n%s\n"+
		"  The host's page has a code for every seat. Stop with Ctrl-C; closing this window stops it, too.\n",
		what, links.Host, links.Pass, links.Address, further, links.Data, web.TerminalQR(links.Address))
}
