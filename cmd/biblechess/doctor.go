package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"biblechess/event"
	"biblechess/event/store"
	"biblechess/event/web"
)

// examination is what doctor prints as JSON.
type examination struct {
	Fit       bool             `json:"fit"`     // nothing is bad
	Running   bool             `json:"running"` // the program answers on the port
	Data      string           `json:"data"`
	Addresses []event.Address  `json:"addresses"`
	Checks    []event.FitCheck `json:"checks"`
}

// doctor says whether this laptop is fit for a match, before or while the program
// runs. It fails when something is bad.
func doctor(args []string, out, log io.Writer) error {
	var addr, advertise, data string
	var asJSON bool
	flags := flag.NewFlagSet("biblechess doctor", flag.ContinueOnError)
	flags.StringVar(&addr, "addr", ":8080", "address that the program serves on, or will")
	flags.StringVar(&advertise, "advertise", "", "address that phones should use (default: the likeliest)")
	flags.StringVar(&data, "data", "", "data file (default: bible-chess.db in your data folder)")
	flags.BoolVar(&asJSON, "json", false, "print JSON instead of text")
	if err := parse(flags, args, log); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("%q is one word too many: see biblechess doctor -help", flags.Arg(0))
	}
	if advertise != "" {
		var err error
		if advertise, err = web.ParseAddress(advertise); err != nil {
			return fmt.Errorf("-advertise: %w", err)
		}
	}
	if data == "" {
		var err error
		if data, err = defaultData(); err != nil {
			return err
		}
	}
	data, err := store.Place(data)
	if err != nil {
		return orAnother(err, chooseByFlag)
	}
	on, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil || on.Port == 0 {
		return fmt.Errorf("%q is not an address to serve on: it looks like :8080", addr)
	}
	if on.IP == nil {
		on.IP = net.IPv4zero
	}
	if data, err = filepath.Abs(data); err != nil {
		return err
	}
	x := examination{Fit: true, Data: data, Addresses: web.Addresses(on, advertise), Running: answers(on)}
	x.Checks = append(web.Examine(web.Laptop{On: on, Advertise: advertise, Data: data}), checkServing(addr, on, x.Running), checkData(data, x.Running))
	for _, c := range x.Checks {
		x.Fit = x.Fit && c.State != event.FitBad
	}
	if asJSON {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		if err := e.Encode(x); err != nil {
			return err
		}
	} else {
		x.print(out)
	}
	if !x.Fit {
		return errors.New("this laptop is not fit yet: mend what is marked with ✗")
	}
	return nil
}

// checkServing tells whether the port can be served on.
func checkServing(addr string, on *net.TCPAddr, running bool) event.FitCheck {
	c := event.FitCheck{Key: "serving", Title: "Program", State: event.FitGood}
	if running {
		c.Words = fmt.Sprintf("Bible Chess is running on port %d.", on.Port)
		return c
	}
	free, err := listen("-addr", addr)
	if err != nil {
		c.State, c.Words = event.FitBad, err.Error()+"."
		return c
	}
	free.Close()
	c.Words = fmt.Sprintf("Bible Chess is not running, and port %d is free for it.", on.Port)
	return c
}

// checkData tells whether the program would start on the data file.
func checkData(data string, running bool) event.FitCheck {
	c := event.FitCheck{Key: "data", Title: "Data file", State: event.FitGood}
	err := store.Suits(data)
	if err == nil && !running {
		err = store.Free(data)
	}
	if what, none := os.Stat(data); err == nil && (none != nil || what.Size() == 0) {
		c.Words = "There is none yet: the program makes one when it is started."
		return c
	}
	var standing event.Standing
	if err == nil {
		standing, err = weigh(data)
	}
	if err != nil {
		c.State, c.Words = event.FitBad, sentences(orAnother(err, chooseByFlag).Error())
		if errors.As(err, new(*store.Damage)) || wasOne(data, err) {
			c.Do = fmt.Sprintf("Go on from the last good state with: biblechess restore -data %q", data)
		}
		return c
	}
	c.Words = "It is whole: " + standing.Words()
	return c
}

// answers tells whether Bible Chess answers on a port of this laptop.
func answers(on *net.TCPAddr) bool {
	host := on.IP
	if host.IsUnspecified() {
		host = net.IPv4(127, 0, 0, 1)
	}
	client := http.Client{Timeout: 2 * time.Second}
	got, err := client.Get("http://" + net.JoinHostPort(host.String(), strconv.Itoa(on.Port)) + "/health")
	if err != nil {
		return false
	}
	defer got.Body.Close()
	body, err := io.ReadAll(io.LimitReader(got.Body, 16))
	return err == nil && got.StatusCode == http.StatusOK && string(body) == "ok"
}

// print says it in lines for people.
func (x examination) print(out io.Writer) {
	marks := map[event.FitState]string{event.FitGood: "✓", event.FitDoubt: "?", event.FitBad: "✗"}
	for _, c := range x.Checks {
		fmt.Fprintf(out, "%s %s: %s\n", marks[c.State], c.Title, c.Words)
		if c.Do != "" {
			fmt.Fprintf(out, "    %s\n", c.Do)
		}
	}
	fmt.Fprintln(out, "\nAddresses for phones:")
	for _, a := range x.Addresses {
		mark := " "
		if a.Chosen {
			mark = "*"
		}
		fmt.Fprintf(out, "  %s %s  (%s)\n", mark, a.URL, a.Interface)
	}
	fmt.Fprintln(out, "The one with the star stands in the codes; choose another with -advertise or on the host's page.")
	fmt.Fprintln(out, "Whether phones get through shows on the host's page under Preflight: scan its code with one.")
}
