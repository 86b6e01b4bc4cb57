package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	if folder := os.Getenv(asBare); folder != "" {
		fmt.Fprintln(os.Stderr, "loadtest, bare loop:", bareLoop(folder, os.Getenv(asBare+"_PORT")))
		os.Exit(1)
	}
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "loadtest:", err)
		os.Exit(1)
	}
}

// plan is how much is measured.
type plan struct {
	binary    string
	trivial   string
	folder    string
	runs      int
	sizes     []int // streams
	moves     int   // a run, of each
	halls     int   // of the festival
	hallMoves int   // moves a second, of all its halls together
	phase     time.Duration
	entries   [2]int // of the short and the long record
	plies     [2]int // of their matches
	out       io.Writer
	only      string
}

func run(args []string, out io.Writer) error {
	p := plan{out: out, runs: 5, sizes: []int{500, 2000, 5000}, moves: 60, halls: 50, phase: 5 * time.Second, entries: [2]int{1000, 100_000}, plies: [2]int{60, 2000}}
	flags := flag.NewFlagSet("loadtest", flag.ContinueOnError)
	smoke := flags.Bool("smoke", false, "one short run of each scenario, for a test")
	flags.StringVar(&p.binary, "program", "", "the program (default: built from ./cmd/biblechess)")
	flags.StringVar(&p.only, "only", "", "measure only these, with commas between: streams, stalled, secure, ballots, growth, start, festival")
	flags.IntVar(&p.moves, "moves", p.moves, "moves a run")
	flags.Func("streams", "how many streams, with commas between (default 500,2000,5000)", func(text string) error {
		p.sizes = nil
		for number := range strings.SplitSeq(text, ",") {
			n, err := strconv.Atoi(number)
			if err != nil || n < 20 || n > 5000 {
				return errors.New("each is a number from 20 to 5000")
			}
			p.sizes = append(p.sizes, n)
		}
		return nil
	})
	flags.IntVar(&p.halls, "halls", p.halls, "matches of the festival, of four moves a second each")
	flags.IntVar(&p.runs, "runs", p.runs, "runs of each scenario; a figure is their median")
	if err := flags.Parse(args); err != nil {
		return err
	}
	p.hallMoves = 4 * p.halls
	if *smoke {
		p.runs, p.sizes, p.moves, p.halls, p.hallMoves, p.phase, p.entries, p.plies = 1, []int{40, 80}, 8, 2, 20, time.Second, [2]int{100, 400}, [2]int{60, 100}
	}
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err == nil && files.Cur < uint64(2*slices.Max(p.sizes)+2000) {
		return fmt.Errorf("%d files may be open and %d are needed: ulimit -n", files.Cur, 2*slices.Max(p.sizes)+2000)
	}
	var err error
	if p.folder, err = os.MkdirTemp("", "bible-chess-load-"); err != nil {
		return err
	}
	defer os.RemoveAll(p.folder)
	for _, b := range []struct {
		to   *string
		from string
	}{{&p.binary, "./cmd/biblechess"}, {&p.trivial, "./cmd/loadtest/trivial"}} {
		if *b.to == "" {
			*b.to = filepath.Join(p.folder, filepath.Base(b.from))
			if said, err := exec.Command("go", "build", "-o", *b.to, b.from).CombinedOutput(); err != nil {
				return fmt.Errorf("%s can't be built here: %w\n%s", b.from, err, said)
			}
		}
	}
	if err := prepare(p.binary, filepath.Join(p.folder, "match.db")); err != nil {
		return fmt.Errorf("the match can't be set up: %w", err)
	}
	fmt.Fprintf(out, "%s, %d cores, %d runs each, medians (in brackets each run's ratio)\n\n| what | the program | bare | ratio | goal |\n| --- | --- | --- | --- | --- |\n",
		time.Now().Format("2006-01-02"), runtime.NumCPU(), p.runs)
	for _, s := range []struct {
		name    string
		measure func(plan, func(...row)) error
	}{{"streams", streams}, {"stalled", stalled}, {"secure", secured}, {"ballots", ballots}, {"growth", growth}, {"start", starts}, {"festival", festival}} {
		if p.only != "" && !slices.Contains(strings.Split(p.only, ","), s.name) {
			continue
		}
		tell := func(rows ...row) {
			for _, r := range rows {
				fmt.Fprintln(out, r)
			}
		}
		if err := s.measure(p, tell); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

// row is a figure of the table: pairs of the program's and the limit's, one a
// run.
type row struct {
	what       string
	unit       string
	goal       float64 // most that the ratio may be; 0 for none, negative for an absolute goal
	ours, bare []float64
}

func (r *row) add(ours, bare float64) {
	r.ours, r.bare = append(r.ours, ours), append(r.bare, bare)
}

func (r row) String() string {
	var ratios []float64
	var each []string
	for i := range r.ours {
		ratios = append(ratios, r.ours[i]/r.bare[i])
		each = append(each, fmt.Sprintf("%.2f", ratios[i]))
	}
	ratio, goal := fmt.Sprintf("%.2f (%s)", median(ratios), strings.Join(each, " ")), fmt.Sprintf("≤ %.2f", r.goal)
	met := median(ratios) <= r.goal
	bare := fmt.Sprintf("%.3g %s", median(r.bare), r.unit)
	if r.goal < 0 {
		ratio, goal, met, bare = "", fmt.Sprintf("≤ %.3g %s", -r.goal, r.unit), median(r.ours) <= -r.goal, "–"
	}
	if met {
		goal += " ✓"
	} else {
		goal += " missed"
	}
	if r.goal == 0 {
		goal = ""
	}
	return fmt.Sprintf("| %s | %.3g %s | %s | %s | %s |", r.what, median(r.ours), r.unit, bare, ratio, goal)
}

func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	if len(sorted) == 0 {
		return math.NaN()
	}
	return sorted[len(sorted)/2]
}

// part is a percentile in milliseconds.
func part(times []time.Duration, p float64) float64 {
	sorted := slices.Sorted(slices.Values(times))
	if len(sorted) == 0 {
		return math.NaN()
	}
	return float64(sorted[int(p*float64(len(sorted)-1))].Microseconds()) / 1000
}

var never time.Time

func soon() time.Time { return time.Now().Add(300 * time.Millisecond) }

// settle waits until those who came have been counted.
func settle() { time.Sleep(700 * time.Millisecond) }

// copyFile makes a data file of its own for a run.
func (p plan) copyFile() (string, error) {
	folder, err := os.MkdirTemp(p.folder, "run-")
	if err != nil {
		return "", err
	}
	body, err := os.ReadFile(filepath.Join(p.folder, "match.db"))
	if err != nil {
		return "", err
	}
	return filepath.Join(folder, "match.db"), os.WriteFile(filepath.Join(folder, "match.db"), body, 0o600)
}
