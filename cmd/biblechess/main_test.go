package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"strings"
	"testing"
	"time"
)

func TestMain_WrongCommandLines(t *testing.T) {
	for line, words := range map[string]string{
		"dance":                           `there is no verb "dance"`,
		"-colour red":                     "-colour",
		"-addr":                           "-addr",
		"-data x.db more":                 `"more" is one word too many`,
		"demo -data x.db":                 "-data",
		"festival x.db":                   "two data files or more",
		"festival x.db ./x.db":            "is named twice",
		"festival -addr x a.db b.db":      "for the first of several",
		"festival -addr :65535 a.db b.db": "for the first of several",
		"-addr= -data x.db":               "is not an address to serve on",
		"-addr nonsense -data x.db":       "is not an address to serve on",
		"-addr :99999 -data x.db":         "is not an address to serve on",

		"-advertise 192.168.1.20:8080 -data x.db":           "is not an address for phones",
		"-advertise ftp://192.168.1.20 -data x.db":          "is not an address for phones",
		"-advertise http://a/b -data x.db":                  "is not an address for phones",
		"-advertise http://192.168.1.20:99999 -data x.db":   "is not an address for phones",
		"-advertise http://x:8080/\"><script> -data x.db":   "is not an address for phones",
		"-advertise http://host@192.168.1.20:80 -data x.db": "is not an address for phones",
		"-name a_b -data x.db":                              "is not a name for this laptop",
		"-name chess.example -data x.db":                    "is not a name for this laptop",
		"-advertise http://0.0.0.0:8080 -data x.db":         "it looks like http://192.168.1.20:8080",

		"standby -colour red":                              "there is no flag -colour: see biblechess standby -help",
		"verify -data":                                     "there is no flag -data: see biblechess verify -help",
		"restore -data":                                    "the flag -data needs a value behind it: see biblechess restore -help",
		"standby -of x -after soon":                        "it is a length of time, like 45s or 2m, or 0 for never: see biblechess standby -help",
		"standby -of x -after -5s":                         "it is a length of time, like 45s or 2m, or 0 for never",
		"standby -of x -after -5":                          "it is a length of time, like 45s or 2m, or 0 for never",
		"standby -of http://192.168.1.20:8080/host":        "is the address of a page, not of a laptop: type -of http://192.168.1.20:8080",
		"standby -of 192.168.1.20:8080/host/enter?key=abc": "is the address of a page, not of a laptop: type -of http://192.168.1.20:8080",
		"standby -of ftp://192.168.1.20/host":              "is not an address of a laptop",

		"-addr 192.0.2.1:8080 -data x.db":       "this laptop does not have the address 192.0.2.1 just now: start with -addr :8080,",
		"-addr nowhere.invalid:8080 -data x.db": "there is no address by the name nowhere.invalid: start with -addr :8080,",
	} {
		var log bytes.Buffer
		err := run(context.Background(), strings.Fields(line), nil, io.Discard, &log)
		if err == nil || !strings.Contains(err.Error(), words) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", line, err)
		}
		if log.Len() > 0 {
			t.Errorf("%s: beside that it says %s", line, &log)
		}
	}
}

func TestMain_Help(t *testing.T) {
	var log bytes.Buffer
	for _, line := range []string{"help standby", "-help", "help"} {
		log.Reset()
		if err := run(context.Background(), strings.Fields(line), nil, io.Discard, &log); !errors.Is(err, flag.ErrHelp) {
			t.Errorf("%s: %v", line, err)
		}
	}
	for verb, words := range map[string]string{"standby": "-after", "festival": "FILE FILE", "doctor": "-advertise", "restore": "longest good record"} {
		var log bytes.Buffer
		if err := run(context.Background(), []string{verb, "-help"}, nil, io.Discard, &log); !errors.Is(err, flag.ErrHelp) || !strings.Contains(log.String(), words) {
			t.Errorf("%s: %v, %s", verb, err, &log)
		}
	}
	for _, words := range []string{"demo", "festival", "moves", "-addr", "doctor", "-tls-addr", "-advertise", "-data", "-json"} {
		if !strings.Contains(log.String(), words) {
			t.Errorf("help does not tell of %s", words)
		}
	}
}

// A number alone is a length of time in seconds.
func TestSilence(t *testing.T) {
	for typed, want := range map[string]time.Duration{"5": 5 * time.Second, "2.5": 2500 * time.Millisecond, "45s": 45 * time.Second, "2m": 2 * time.Minute, "0": 0} {
		var s silence
		if err := s.Set(typed); err != nil || time.Duration(s) != want {
			t.Errorf("%s is %s, %v", typed, &s, err)
		}
	}
}

// A person reads the links from a terminal, with a code to be scanned.
func TestRun_PrintsForPeople(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	in, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"-addr", "127.0.0.1:0", "-data", t.TempDir() + "/x.db"}, nil, out, io.Discard)
		out.Close()
	}()
	text := make([]byte, 1<<16)
	n, err := in.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"Bible Chess is running", "/host/enter?key=", "works once", "pass", "█", "Ctrl-C"} {
		if !strings.Contains(string(text[:n]), words) {
			t.Errorf("it prints\n%s\nwithout %q", text[:n], words)
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
