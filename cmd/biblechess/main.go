package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"
)

const usage = `Bible Chess: a live chess match in which people are the pieces.

  biblechess          serve the evening; opens or creates the data file
  biblechess demo     the same on a throw-away file with a match some plies in
  biblechess standby  follow the match on another laptop, and take it over when
                      that one dies
  biblechess festival FILE FILE…
                      serve several matches at once, one a data file
  biblechess moves    read positions as JSON lines, write their legal calls
  biblechess questions check [-json] FILE…
                      say how files of questions are read, and what is wrong in them
  biblechess doctor [-json]
                      say whether this laptop and its network are fit for a match
  biblechess backup   copy the data file, also while the program runs on it
  biblechess verify   say whether data files are whole
  biblechess restore  put a copy, or the last good state, in the data file's place
  biblechess help     say this; each verb has its own help, like biblechess standby -help

Flags of the first two:
`

func main() {
	room(len(os.Args))
	// A collection of garbage takes the processor from the call that it meets. The
	// program is small, so it may use twice the memory and collect half as often; but
	// not while everybody comes back after a start, when new memory costs more.
	if os.Getenv("GOGC") == "" {
		time.AfterFunc(1500*time.Millisecond, func() { debug.SetGCPercent(200) })
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP) // the last for a terminal that is closed
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "biblechess:", err)
		}
		os.Exit(1)
	}
}

// room has the stack of whoever calls it grow at once, to what opening the
// record takes. Growing by doubling walks and copies a deep stack several times,
// at a start by code that is not in memory yet.
//
//go:noinline
func room(at int) byte {
	var space [24 << 10]byte
	return space[at]
}

// run does what the command line says, until it is done or ctx is.
func run(ctx context.Context, args []string, in io.Reader, out, log io.Writer) error {
	verb := ""
	if len(args) > 0 && args[0] != "" && args[0][0] != '-' {
		verb, args = args[0], args[1:]
	}
	switch verb {
	case "standby":
		return standbyVerb(ctx, args, in, out, log)
	case "festival":
		return festival(ctx, args, out, log)
	case "moves":
		return moves(in, out)
	case "questions":
		return questionsVerb(args, out)
	case "doctor":
		return doctor(args, out, log)
	case "backup":
		return backup(args, out, log)
	case "verify":
		return verify(args, out, log)
	case "restore":
		return restore(args, out, log)
	case "help":
		return run(ctx, append(slices.Clone(args[:min(1, len(args))]), "-help"), in, out, log)
	case "", "demo":
	default:
		return fmt.Errorf("there is no verb %q: see biblechess -help", verb)
	}
	o := Options{Out: out, Log: log, Demo: verb == "demo"}
	flags := runFlags("biblechess", &o, usage)
	if !o.Demo {
		flags.BoolVar(&o.Anyway, "anyway", false, "lead the match from this data file even where a second laptop has taken it over")
		flags.StringVar(&o.Data, "data", "", "data file (default: bible-chess.db in your data folder)")
	}
	if err := parse(flags, args, log); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("%q is one word too many: see biblechess -help", flags.Arg(0))
	}
	return Run(ctx, o)
}

// runFlags are the flags of everything that serves.
func runFlags(name string, o *Options, usage string) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), usage)
		flags.PrintDefaults()
	}
	flags.StringVar(&o.Addr, "addr", ":8080", "address to serve on")
	flags.StringVar(&o.Advertise, "advertise", "", "address that phones should use, like http://192.168.1.20:8080 (default: the likeliest of this laptop)")
	flags.StringVar(&o.Name, "name", "", "name that phones may find this laptop by, like chess for http://chess.local:8080 (not every phone does)")
	flags.StringVar(&o.TLSAddr, "tls-addr", "", "second address to serve on over TLS, like :8443, for tablets that trust this laptop's certificate")
	flags.BoolVar(&o.JSON, "json", false, "print one line of JSON with the links instead of text")
	return flags
}

// parse reads a verb's flags. Of a wrong one it says in one line what is wrong, and where
// the help is; -help prints that to out.
func parse(flags *flag.FlagSet, args []string, out io.Writer) error {
	help := flags.Usage
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	err := flags.Parse(args)
	flags.SetOutput(out)
	switch {
	case errors.Is(err, flag.ErrHelp) && help != nil:
		help()
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(out, "%s [flags]\n\n", flags.Name())
		flags.PrintDefaults()
	case err != nil:
		words := err.Error()
		if name, unknown := strings.CutPrefix(words, "flag provided but not defined: "); unknown {
			words = "there is no flag " + name
		} else if name, bare := strings.CutPrefix(words, "flag needs an argument: "); bare {
			words = "the flag " + name + " needs a value behind it"
		}
		return fmt.Errorf("%s: see %s -help", words, flags.Name())
	}
	return err
}
