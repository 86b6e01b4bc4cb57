package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// One browser hosts two matches of one program, and holds a seat in each: neither
// puts it out of the other.
func TestFestival_OneBrowserInTwoMatches(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	in, out := io.Pipe()
	log := &safeBuffer{}
	ended := make(chan error, 1)
	folder := t.TempDir()
	files := []string{filepath.Join(folder, "hall 1.db"), filepath.Join(folder, "hall 2.db")}
	go func() {
		err := run(ctx, append([]string{"festival", "-addr", "127.0.0.1:0", "-json"}, files...), nil, out, log)
		out.CloseWithError(io.EOF)
		ended <- err
	}()
	stop := func() {
		t.Helper()
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("it ends with %v", err)
		}
	}
	told, matches := bufio.NewReader(in), map[string]Links{}
	for _, file := range files {
		line, err := told.ReadBytes('\n')
		if err != nil {
			t.Fatalf("it told no links: %v, %v\n%s", err, <-ended, log)
		}
		var l Links
		if err := json.Unmarshal(line, &l); err != nil {
			t.Fatal(err)
		}
		if matches[l.Data] = l; l.Data != file {
			t.Errorf("%s is told in the place of %s", l.Data, file)
		}
	}
	go io.Copy(io.Discard, in)
	defer stop()

	b := browser(t)
	for n, file := range files {
		l := matches[file]
		if status, _ := fetch(t, b, l.Host); status != http.StatusOK {
			t.Errorf("the host of match %d: %d", n+1, status)
		}
		if status, _ := fetch(t, b, l.Seats["gm-white"]); status != http.StatusOK {
			t.Errorf("a seat of match %d: %d", n+1, status)
		}
	}
	for n, file := range files {
		l := matches[file]
		for _, path := range []string{"/host", "/gm/white"} {
			if status, body := fetch(t, b, l.Address+path); status != http.StatusOK || !strings.Contains(body, `data-live="`+path+`/live"`) {
				t.Errorf("%s of match %d after the other was entered: %d", path, n+1, status)
			}
		}
	}
	// A seat of one match is none of the other's.
	code := strings.TrimPrefix(matches[files[0]].Seats["gm-white"], matches[files[0]].Address)
	if status, _ := fetch(t, browser(t), matches[files[1]].Address+code); status != http.StatusNotFound {
		t.Errorf("the code of one match in the other: %d", status)
	}
}

// That a seat's device is known by the port of its match is told where several matches are.
func TestFestival_TheHelpTellsOfPorts(t *testing.T) {
	p := start(t, "-addr", "127.0.0.1:0", "-data", filepath.Join(t.TempDir(), "x.db"), "-json")
	if _, body := fetch(t, browser(t), p.links.Address+"/help"); !strings.Contains(body, "Several matches") || !strings.Contains(body, "devices open their links again") {
		t.Error("the help does not tell of it")
	}
}

// When one match can't be served, none is: it would not be noticed.
func TestFestival_AllOrNone(t *testing.T) {
	folder := t.TempDir()
	p := start(t, "-addr", "127.0.0.1:0", "-data", filepath.Join(folder, "held.db"), "-json")
	var told bytes.Buffer
	err := run(t.Context(), []string{"festival", "-addr", "127.0.0.1:0", filepath.Join(folder, "free.db"), p.links.Data}, nil, &told, io.Discard)
	if told.Len() > 0 {
		t.Errorf("links are told that nobody can open: %s", &told)
	}
	if err == nil || !strings.HasSuffix(err.Error(), "another Bible Chess is running on "+p.links.Data+": stop it first, or choose another file") {
		t.Errorf("it ends with %v", err)
	}
}

// Each match has a file, and a secret, of its own.
func TestFestival_OneEveningOnce(t *testing.T) {
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	p, host := evening(t, in("hall.db"))
	p.named(host, "Good evening")
	p.stop()
	if _, err := verb(t, "backup", "-data", in("hall.db"), in("copy.db")); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Symlink(in("hall.db"), in("link.db")), os.Link(in("hall.db"), in("hard.db")), os.Symlink(folder, in("folder"))); err != nil {
		t.Fatal(err)
	}
	was, _ := os.ReadDir(folder)
	for name, words := range map[string]string{
		"copy.db": "are copies of one evening, with the same links and the same pass: each match has a data file of its own",
		"link.db": "link.db is named twice",
		"hard.db": "hard.db is named twice",
	} {
		if _, err := verb(t, "festival", "-addr", "127.0.0.1:0", in("new.db"), in("hall.db"), in(name)); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := verb(t, "festival", "-addr", "127.0.0.1:0", in("new.db"), in("folder/new.db")); err == nil || !strings.Contains(err.Error(), "new.db is named twice") {
		t.Errorf("one that is to be made, by two names: %v", err)
	}
	if now, _ := os.ReadDir(folder); len(now) != len(was) {
		t.Errorf("there are %v", now)
	}
}

func TestPortAfter(t *testing.T) {
	for _, c := range []struct {
		addr string
		n    int
		want string
	}{{":8080", 0, ":8080"}, {":8080", 3, ":8083"}, {"127.0.0.1:0", 3, "127.0.0.1:0"}, {"[::1]:80", 1, "[::1]:81"}, {":65535", 0, ":65535"}, {":65535", 1, ""}, {"nonsense", 0, ""}, {":-1", 0, ""}, {":http", 0, ""}} {
		if got, err := portAfter(c.addr, c.n); got != c.want || (err == nil) == (c.want == "") {
			t.Errorf("%s and %d ports on: %q, %v", c.addr, c.n, got, err)
		}
	}
}
