package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"biblechess/event"
	"biblechess/event/store"
)

const dataUsage = `biblechess backup [-data FILE] [TO]
    Makes a copy of the data file, also while the program runs on it, and checks
    it. Without TO it goes to the safety copies beside the file.
biblechess verify [-json] FILE…
    Says whether data files are whole and what is in them. Changes nothing.
biblechess restore [-data FILE] [FROM]
    Puts a copy in the data file's place; without FROM, the longest good record
    among the file and its safety copies. What was there is kept beside it.
`

// verbFlags parses the flags of a verb on data files. -data is the file that
// the program would open.
func verbFlags(verb string, args []string, log io.Writer, more func(*flag.FlagSet)) (data string, rest []string, err error) {
	flags := flag.NewFlagSet("biblechess "+verb, flag.ContinueOnError)
	flags.Usage = func() { fmt.Fprint(flags.Output(), dataUsage) }
	if more != nil {
		more(flags)
	} else {
		flags.StringVar(&data, "data", "", "data file")
	}
	if err := parse(flags, args, log); err != nil {
		return "", nil, err
	}
	if err := noFlags(flags.Args()); err != nil {
		return "", nil, err
	}
	if more == nil && data == "" {
		if data, err = defaultData(); err != nil {
			return "", nil, err
		}
	}
	if more == nil {
		if data, err = store.Place(data); err != nil {
			return "", nil, orAnother(err, chooseByFlag)
		}
	}
	return data, flags.Args(), nil
}

// noFlags refuses a flag among names of files: behind the first of them it is read as
// another one.
func noFlags(files []string) error {
	for _, name := range files {
		if _, err := os.Lstat(name); err != nil && strings.HasPrefix(name, "-") {
			return fmt.Errorf("%s is not a file: flags come before the files", name)
		}
	}
	return nil
}

// wasOne tells whether what is refused for no data file was one: then there are safety
// copies of it.
func wasOne(data string, err error) bool {
	copies, _ := store.Copies(store.CopiesOf(data))
	return errors.Is(err, store.ErrForeign) && len(copies) > 0
}

// readLive reads a data file that a program may be running on. The file and its log are
// read while they are written to, so what does not fit together is read again.
func readLive(data string) (entries []event.Entry, names map[string]string, err error) {
	for range 5 {
		if entries, names, err = store.Read(data); !errors.As(err, new(*store.Damage)) {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	return entries, names, err
}

// backup copies a data file that a program may be running on.
func backup(args []string, out, log io.Writer) error {
	data, rest, err := verbFlags("backup", args, log, nil)
	if err != nil {
		return err
	}
	to := filepath.Join(store.CopiesOf(data), store.CopyName(time.Now()))
	switch len(rest) {
	case 0:
	case 1:
		if to, err = store.Place(rest[0]); err != nil {
			return err
		}
		if _, err := os.Stat(to); err == nil {
			return fmt.Errorf("%s is there already: name a new file for the copy", to)
		}
	default:
		return fmt.Errorf("%q is one word too many: name one file for the copy", rest[1])
	}
	entries, names, err := readLive(data)
	if err != nil {
		return orAnother(err, chooseByFlag)
	}
	standing := event.Check(entries)
	if standing.Fault != nil {
		return fmt.Errorf("%s is damaged (%w): see biblechess verify", data, standing.Fault)
	}
	if err := store.Write(to, entries, names); err != nil {
		return orAnother(err, "name a new file for the copy")
	}
	fmt.Fprintf(out, "%s: %s\n", to, standing.Words())
	return nil
}

// verified is what verify says of a file, in JSON.
type verified struct {
	File    string    `json:"file"`
	Whole   bool      `json:"whole"`
	Unread  bool      `json:"unread,omitempty"` // this user may not read it, so whether it is whole is not known
	Fault   string    `json:"fault,omitempty"`
	Entries int       `json:"entries"` // that are good, from the first on
	Last    time.Time `json:"last"`    // when the last good one was accepted
	Match   string    `json:"match,omitempty"`
	Ply     int       `json:"ply"` // being played; 0 before the start
}

// verify says of each file whether it is whole. It fails when one is not.
func verify(args []string, out, log io.Writer) error {
	var asJSON bool
	_, files, err := verbFlags("verify", args, log, func(f *flag.FlagSet) {
		f.BoolVar(&asJSON, "json", false, "print a line of JSON a file")
	})
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New("name a data file to verify: biblechess verify FILE")
	}
	bad, unread := 0, 0
	for _, path := range files {
		standing, err := weigh(path)
		v := verified{File: path, Whole: err == nil, Entries: standing.Entries, Last: standing.Last, Match: standing.Match, Ply: standing.Ply}
		if err != nil {
			v.Fault = err.Error()
		}
		switch {
		case errors.Is(err, fs.ErrPermission):
			v.Unread = true
			unread++
		case err != nil:
			bad++
		}
		switch {
		case asJSON:
			json.NewEncoder(out).Encode(v)
		case err == nil:
			fmt.Fprintf(out, "%s is whole: %s\n", path, standing.Words())
		case standing.Entries > 0:
			fmt.Fprintf(out, "%s\n  What is good of it: %s\n", err, standing.Words())
		default:
			fmt.Fprintln(out, err)
		}
	}
	switch {
	case bad > 0 && unread > 0:
		return fmt.Errorf("%d of %d files are not whole, and %d this user may not read", bad, len(files), unread)
	case bad > 0:
		return fmt.Errorf("%d of %d files are not whole", bad, len(files))
	case unread > 0:
		return fmt.Errorf("%d of %d files this user may not read: whether they are whole is not known", unread, len(files))
	}
	return nil
}

// weigh reads a data file and says how far it is good. The error is one plain
// sentence about what is wrong with it.
func weigh(path string) (event.Standing, error) {
	entries, _, err := readLive(path)
	standing := event.Check(entries)
	if err == nil && standing.Fault != nil {
		err = &store.Damage{Path: path, Words: standing.Fault.Error()}
	}
	return standing, err
}

// restore puts a good record in a data file's place.
func restore(args []string, out, log io.Writer) error {
	data, rest, err := verbFlags("restore", args, log, nil)
	if err != nil {
		return err
	}
	if len(rest) > 1 {
		return fmt.Errorf("%q is one word too many: name one file to restore from", rest[1])
	}
	if err := store.Free(data); err != nil {
		return orAnother(err, chooseByFlag)
	}
	if err := store.Suits(data); err != nil && !wasOne(data, err) {
		return orAnother(err, chooseByFlag)
	}
	best := candidate{path: data}
	if len(rest) == 1 {
		if best, err = readCandidate(rest[0]); err != nil {
			return orAnother(err, "name another file to restore from")
		}
	} else if best, err = lastGood(data, chooseByFlag); err != nil {
		return err
	}
	kept, err := store.Replace(data, best.entries, best.names, time.Now())
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s goes on from %s: %s\n", data, best.path, best.standing.Words())
	if _, err := os.Stat(kept + "-wal"); kept != "" && err == nil {
		fmt.Fprintf(out, "What was there is kept as %s, with its log, %s-wal: the two belong together.\n", kept, kept)
	} else if kept != "" {
		fmt.Fprintf(out, "What was there is kept as %s.\n", kept)
	}
	return nil
}

// candidate is a record that could be gone on from.
type candidate struct {
	path     string
	entries  []event.Entry
	names    map[string]string
	standing event.Standing
}

// readCandidate reads a whole file to restore from.
func readCandidate(path string) (candidate, error) {
	entries, names, err := store.Read(path)
	if err != nil {
		return candidate{}, err
	}
	c := candidate{path, entries, names, event.Check(entries)}
	switch {
	case c.standing.Fault != nil:
		return c, fmt.Errorf("%s is damaged (%w) and is not put in the data file's place: see biblechess verify", path, c.standing.Fault)
	case c.standing.Entries == 0:
		return c, fmt.Errorf("%s is empty: name another file to restore from", path)
	}
	return c, nil
}

// lastGood finds the longest good record among what a damaged file still gives
// and its safety copies; of equally long ones the file's own.
// another is how another data file is chosen.
func lastGood(data, another string) (candidate, error) {
	best := candidate{path: data}
	entries, names, damage := store.Read(data)
	best.standing = event.Check(entries)
	best.entries, best.names = entries[:best.standing.Entries], names
	if names == nil {
		best.names = map[string]string{}
	}
	folder := store.CopiesOf(data)
	copies, err := store.Copies(folder)
	if err != nil {
		return best, err
	}
	var good []candidate // newest first
	for _, c := range copies {
		other, err := readCandidate(filepath.Join(folder, c.Name))
		if err != nil {
			continue
		}
		good = append(good, other)
		if other.standing.Last.After(best.standing.Last) {
			best = other
		}
	}
	if damage != nil {
		mendNames(best, good)
	}
	if best.standing.Entries == 0 {
		return best, fmt.Errorf("neither %s nor a safety copy beside it holds a good record: %s", data, another)
	}
	return best, nil
}

// mendNames takes the names of a record from copies of it, given from the newest to the
// oldest, which was likeliest made before the damage. An id has one name for ever, unless
// that is wiped (R4); but only in a record that begins as the copy's does.
func mendNames(of candidate, copies []candidate) {
	for _, c := range copies {
		n := len(c.entries)
		if n > len(of.entries) || store.SumOf(c.entries) != store.SumOf(of.entries[:n]) {
			continue
		}
		for id, name := range c.names {
			if now, there := of.names[id]; !there || now != "" {
				of.names[id] = name
			}
		}
	}
}

// offer adds to the news that a file is damaged how to go on from the last good
// state, or how another file is chosen where there is none.
func offer(data string, err error, another string) error {
	best, none := lastGood(data, another)
	if none != nil {
		return fmt.Errorf("%w; %w", err, none)
	}
	return fmt.Errorf("%w\n  The last good state: %s\n  Go on from it with: biblechess restore -data %q", err, best.standing.Words(), data)
}
