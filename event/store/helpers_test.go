package store

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"biblechess/event"
)

// The test binary starts itself again as another program on a data file.
const (
	asOther = "STORE_TEST_AS" // "opener", "holder" or "writer"
	onFile  = "STORE_TEST_FILE"
)

func TestMain(m *testing.M) {
	switch os.Getenv(asOther) {
	case "opener":
		f, err := Open(os.Getenv(onFile))
		if err != nil {
			fmt.Println(err)
			os.Exit(3)
		}
		f.Close()
		os.Exit(0)
	case "holder":
		f, err := Open(os.Getenv(onFile))
		if err != nil {
			fmt.Println(err)
			os.Exit(3)
		}
		fmt.Println("open")
		os.Stdin.Read(make([]byte, 1)) // until it is closed
		f.Close()
		os.Exit(0)
	case "reserver":
		if _, err := Reserve(os.Getenv(onFile)); err != nil {
			fmt.Println(err)
			os.Exit(3)
		}
		fmt.Println("reserved")
		os.Stdin.Read(make([]byte, 1)) // until it is closed
		os.Exit(0)
	case "writer":
		write(os.Getenv(onFile))
	}
	os.Exit(m.Run())
}

// write appends entries for as long as it lives and tells each that is durable.
func write(path string) {
	f, err := Open(path)
	if err != nil {
		fmt.Println(err)
		os.Exit(3)
	}
	for seq := int64(1); ; seq++ {
		names := map[string]string{}
		if seq%3 == 0 {
			names["p"+strconv.FormatInt(seq, 10)] = "Name " + strconv.FormatInt(seq, 10)
		}
		if err := f.keep(entry(seq), names); err != nil {
			fmt.Println(err)
			os.Exit(4)
		}
		fmt.Println(seq)
	}
}

// other starts the test binary as another program on a file.
func other(t *testing.T, as, path string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self)
	c.Env = append(os.Environ(), asOther+"="+as, onFile+"="+path)
	c.Stderr = os.Stderr
	return c
}

// until reads a program's lines until it told the number of an entry.
func until(t *testing.T, lines *bufio.Scanner, seq int64) int64 {
	t.Helper()
	for lines.Scan() {
		n, err := strconv.ParseInt(lines.Text(), 10, 64)
		if err != nil {
			t.Fatal(lines.Text())
		}
		if n >= seq {
			return n
		}
	}
	t.Fatal("the program ended")
	return 0
}

// keep appends one entry.
func (f *File) keep(e event.Entry, names map[string]string) error {
	return f.Append([]event.Addition{{Entry: e, Names: names}})
}

func entry(seq int64) event.Entry {
	return event.Entry{
		Seq: seq, At: 1_800_000_000_000 + seq, Seat: event.Host, Kind: "match-named", Once: fmt.Sprintf("tap-%d", seq),
		Body: json.RawMessage(fmt.Sprintf(`{"match":"Evening %d – \"quotes\", 'more', {}"}`, seq)),
	}
}

func open(t testing.TB, path string) *File {
	t.Helper()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// filled is a file with some entries and names.
func filled(t testing.TB, entries int64) *File {
	t.Helper()
	f := open(t, filepath.Join(t.TempDir(), "evening.db"))
	for seq := int64(1); seq <= entries; seq++ {
		if err := f.keep(entry(seq), map[string]string{fmt.Sprintf("p%d", seq): fmt.Sprintf("Name %d", seq)}); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// holds checks that a file has the first entries, each with its name.
func holds(t *testing.T, f *File, entries int64) {
	t.Helper()
	list, names, err := f.Load()
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(list)) != entries || int64(len(names)) != entries {
		t.Fatalf("the file has %d entries and %d names, want %d", len(list), len(names), entries)
	}
	for i, e := range list {
		want := entry(int64(i + 1))
		if e.Seq != want.Seq || e.At != want.At || e.Seat != want.Seat || e.Kind != want.Kind || e.Once != want.Once || string(e.Body) != string(want.Body) {
			t.Fatalf("entry %d is %+v", i+1, e)
		}
		if n := names[fmt.Sprintf("p%d", i+1)]; n != fmt.Sprintf("Name %d", i+1) {
			t.Fatalf("name %d is %q", i+1, n)
		}
	}
}
