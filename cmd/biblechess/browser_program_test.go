package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestMain ends the browser and removes the built program, which all tests share.
func TestMain(m *testing.M) {
	code := m.Run()
	stopChromium()
	if built.folder != "" {
		os.RemoveAll(built.folder)
	}
	os.Exit(code)
}

// built is the program as people start it, built once for all tests.
var built struct {
	once         sync.Once
	folder, path string
	err          error
}

// binary builds the program with the race detector, so that a race in the
// server shows while the pages use it.
func binary(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		if built.folder, built.err = os.MkdirTemp("", "bible-chess-built-"); built.err != nil {
			return
		}
		built.path = filepath.Join(built.folder, "biblechess")
		out, err := exec.Command("go", "build", "-race", "-o", built.path, ".").CombinedOutput()
		if err != nil {
			built.err = fmt.Errorf("%w\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Fatalf("the program can't be built: %v", built.err)
	}
	return built.path
}

// program is the running program.
type program struct {
	t     *testing.T
	args  []string
	links Links
	cmd   *exec.Cmd
	log   *quietLog
}

// quietLog keeps what the program says on its error output.
type quietLog struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *quietLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *quietLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// startProgram starts the program on a free port; verb is "" or "demo", more are
// further flags.
func startProgram(t *testing.T, verb string, more ...string) *program {
	t.Helper()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := on.Addr().String()
	on.Close()
	p := &program{t: t, log: &quietLog{}}
	if verb != "" {
		p.args = []string{verb}
	} else {
		p.args = []string{"-data", filepath.Join(t.TempDir(), "evening.db")}
	}
	p.args = append(append(p.args, "-addr", addr, "-json"), more...)
	p.start()
	t.Cleanup(func() {
		p.stop(syscall.SIGTERM)
		if said := p.log.String(); strings.Contains(said, "DATA RACE") || strings.Contains(said, "panic") || strings.Contains(said, "level=ERROR") {
			t.Errorf("the program says on its error output:\n%s", said)
		}
	})
	return p
}

// start starts the program, the same as before if it ran already.
func (p *program) start() {
	p.t.Helper()
	p.cmd = exec.Command(binary(p.t), p.args...)
	p.cmd.Stderr = p.log
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	line := make(chan []byte, 1)
	go func() {
		text, _ := bufio.NewReader(out).ReadBytes('\n')
		line <- text
	}()
	select {
	case text := <-line:
		if err := json.Unmarshal(text, &p.links); err != nil {
			p.stop(syscall.SIGKILL)
			p.t.Fatalf("the program printed %q and not its links: %v\n%s", text, err, p.log)
		}
	case <-time.After(patience):
		p.stop(syscall.SIGKILL)
		p.t.Fatalf("the program did not print its links\n%s", p.log)
	}
}

// stop ends the program and waits until it is gone.
func (p *program) stop(how syscall.Signal) {
	if p.cmd == nil {
		return
	}
	p.cmd.Process.Signal(how)
	p.cmd.Wait()
	p.cmd = nil
}

// kill ends the program as a pulled plug does.
func (p *program) kill() { p.stop(syscall.SIGKILL) }
