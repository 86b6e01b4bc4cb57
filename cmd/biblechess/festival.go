package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"biblechess/event/store"
)

const festivalUsage = `biblechess festival [flags] FILE FILE…

Serves several matches at once from one laptop, one a data file, at addresses that
follow each other. Each has its own host, seats, codes and record, and knows nothing of
the others. A device keeps its seats by the port of their match: where that moves to
another port, or is served alone, open the links again.

`

// festival serves several matches until ctx is done. When one can't go on, all stop:
// whoever started them has to see it.
func festival(ctx context.Context, args []string, out, log io.Writer) error {
	flags := flag.NewFlagSet("biblechess festival", flag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), festivalUsage)
		flags.PrintDefaults()
	}
	addr := flags.String("addr", ":8080", "address of the first match; the others take the ports after it")
	links := flags.Bool("json", false, "print a line of JSON with the links for each match instead of text")
	if err := parse(flags, args, log); err != nil {
		return err
	}
	files := flags.Args()
	if err := noFlags(files); err != nil {
		return err
	}
	if len(files) < 2 {
		return errors.New("a festival takes two data files or more, one a match: biblechess festival hall-1.db hall-2.db")
	}
	on := make([]string, len(files))
	for i, file := range files {
		full, err := filepath.Abs(file)
		if err == nil {
			full, err = store.Place(full)
		}
		if err != nil {
			return orAnother(err, Options{Among: true}.another())
		}
		for _, before := range files[:i] {
			if before == full || oneFile(before, full) {
				return fmt.Errorf("%s is named twice: each match has a data file of its own", file)
			}
		}
		files[i] = full
		if on[i], err = portAfter(*addr, i); err != nil {
			return err
		}
	}
	if err := apart(files); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	shared := &together{w: out, first: make([][]byte, len(files))}
	ended := make(chan error, len(files))
	for i, file := range files {
		o := Options{Addr: on[i], Data: file, JSON: *links, Among: true, Out: shared.of(i), Log: log}
		go func() {
			err := Run(ctx, o)
			cancel()
			ended <- err
		}()
	}
	var all error
	for range files {
		all = errors.Join(all, <-ended)
	}
	return all
}

// oneFile tells whether two names are one file's, as those of a hard link are.
func oneFile(a, b string) bool {
	one, err := os.Stat(a)
	other, errOther := os.Stat(b)
	return errors.Join(err, errOther) == nil && os.SameFile(one, other)
}

// apart refuses files of which one can't be served, and copies of one evening: they have
// one secret, so a seat in the one would be that seat in the other.
func apart(files []string) error {
	evenings := map[string]string{} // a file by the sum of its first entry
	for _, file := range files {
		if err := store.Free(file); err != nil {
			return orAnother(err, Options{Among: true}.another())
		}
		r, _ := readRecord(file) // what is wrong with it is said when it is opened
		if len(r.entries) == 0 {
			continue
		}
		evening := store.SumOf(r.entries[:1])
		if other, there := evenings[evening]; there {
			return fmt.Errorf("%s and %s are copies of one evening, with the same links and the same pass: each match has a data file of its own", other, file)
		}
		evenings[evening] = file
	}
	return nil
}

// portAfter is the address so many ports after one; any free port stays any.
func portAfter(addr string, n int) (string, error) {
	host, text, err := net.SplitHostPort(addr)
	port, numberErr := strconv.Atoi(text)
	if err != nil || numberErr != nil || port < 0 || port > 0 && port+n > 65535 {
		return "", fmt.Errorf("%q is not an address for the first of several matches: it looks like :8080", addr)
	}
	if port > 0 {
		port += n
	}
	return net.JoinHostPort(host, strconv.Itoa(port)), nil
}

// together lets several write whole texts to one place. What each writes first is held
// until all have written: then it is told in their order, or never, where one fails.
type together struct {
	mu    sync.Mutex
	w     io.Writer
	first [][]byte
	told  bool
}

// of is where one of them writes.
func (t *together) of(i int) io.Writer { return oneOf{t, i} }

type oneOf struct {
	*together
	i int
}

func (o oneOf) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.told {
		return o.w.Write(p)
	}
	o.first[o.i] = append(o.first[o.i], p...)
	for _, text := range o.first {
		if text == nil {
			return len(p), nil
		}
	}
	o.told = true
	for _, text := range o.first {
		if _, err := o.w.Write(text); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}
