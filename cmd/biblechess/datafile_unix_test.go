//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"biblechess/event/store"
)

// as runs the built program to its end, as a user who may read little.
func as(t *testing.T, user uint32, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, binary(t), args...)
	if user != 0 && os.Getuid() == 0 {
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
	}
	c.Env = append(os.Environ(), "XDG_DATA_HOME="+t.TempDir())
	out, err := c.CombinedOutput()
	return string(out), errors.Join(err, ctx.Err())
}

// refusedStart is why the program does not start on a file; nil where it does.
func refusedStart(t *testing.T, data string) error {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	return run(ctx, []string{"-data", data, "-addr", "127.0.0.1:0"}, nil, &bytes.Buffer{}, &bytes.Buffer{})
}

// lying is what lies in a folder: each file's bytes, and where links lead.
func lying(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		path := filepath.Join(folder, f.Name())
		to, _ := os.Readlink(path)
		all[f.Name()] = f.Type().String() + to
		if f.Type().IsRegular() {
			b, _ := os.ReadFile(path)
			all[f.Name()] += string(b)
		}
	}
	return all
}

// unchanged checks that a folder is as it was.
func unchanged(t *testing.T, folder string, was map[string]string, after string) {
	t.Helper()
	now := lying(t, folder)
	for name := range now {
		if _, there := was[name]; !there {
			t.Errorf("%s: %s was made", after, name)
		}
	}
	for name := range was {
		if now[name] != was[name] {
			t.Errorf("%s: %s was changed", after, name)
		}
	}
}

// While a program has a data file, and has looked at it for damage, any other one that is
// pointed at it says so in a sentence and changes nothing, also beside the file and by
// another of its names.
func TestRun_OneProgramAFile(t *testing.T) {
	p := startProgram(t, "")
	data := p.links.Data
	link := filepath.Join(t.TempDir(), "link.db")
	hard := data + ".too"
	if err := errors.Join(os.Symlink(data, link), os.Link(data, hard)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(compareAfter + time.Second)
	// It stands still from here on, with all that it holds, and writes nothing itself.
	if err := p.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	defer p.cmd.Process.Signal(syscall.SIGCONT)
	was := lying(t, filepath.Dir(data))
	for name, args := range map[string][]string{
		"once more":           {"-data", data, "-addr", "127.0.0.1:0"},
		"by a link":           {"-data", link, "-addr", "127.0.0.1:0"},
		"by a hard link":      {"-data", hard, "-addr", "127.0.0.1:0"},
		"with TLS":            {"-data", data, "-addr", "127.0.0.1:0", "-tls-addr", "127.0.0.1:0"},
		"on the same address": {"-data", data, "-addr", strings.TrimPrefix(p.links.Address, "http://")},
		"standing by for it":  {"standby", "-of", p.links.Address, "-pass", p.links.Pass, "-data", data, "-addr", "127.0.0.1:0"},
		"standing by":         {"standby", "-of", "http://127.0.0.1:9", "-pass", "x", "-data", link, "-addr", "127.0.0.1:0"},
		"at a festival":       {"festival", "-addr", "127.0.0.1:0", data, filepath.Join(t.TempDir(), "other.db")},
		"restoring":           {"restore", "-data", data},
	} {
		flag := " with -data"
		if args[0] == "festival" {
			flag = "" // its files stand behind the verb
		}
		said, err := as(t, 0, args...)
		if err == nil || !strings.Contains(said, ": stop it first, or choose another file"+flag+"\n") || !strings.Contains(said, "another Bible Chess is running on ") {
			t.Errorf("%s: it says %q, %v", name, said, err)
		}
		unchanged(t, filepath.Dir(data), was, name)
	}
}

// What can't be a data file is refused in one sentence, and nothing is made or changed.
func TestRun_NoDataFile(t *testing.T) {
	folder := t.TempDir()
	for dir := folder; dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil { // another user comes as far as here
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Dir(binary(t)), 0o755); err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(folder, name) }
	file, err := store.Open(in("shut.db"))
	if err := errors.Join(err, file.Close(), os.Chmod(in("shut.db"), 0), os.Mkdir(in("folder"), 0o755), os.WriteFile(in("text"), []byte("hello"), 0o644),
		os.Symlink(in("stick/evening.db"), in("gone.db")), os.Symlink(in("round.db"), in("round.db")), syscall.Mkfifo(in("pipe"), 0o644)); err != nil {
		t.Fatal(err)
	}
	const nobody = 65534
	for _, c := range []struct {
		data, words string
		user        uint32
	}{
		{in("gone.db"), "is a link to a file that is not there: plug in its disk, or choose another file with -data\n", 0},
		{in("round.db"), "can't be opened", 0},
		{in("folder"), "is not a file: choose another file with -data\n", 0},
		{in("pipe"), "is not a file", 0},
		{"/dev/null", "is not a file", 0},
		{in("text"), "is not a data file of Bible Chess: choose another file with -data\n", 0},
		{in("text/evening.db"), "not a directory", 0},
		{in("shut.db"), "can't be opened: open " + in("shut.db") + ": permission denied", nobody},
		{in("new.db"), "can't be written", nobody},
		{folder + "/away/", "is the name of a folder, not of a file: choose another file with -data\n", 0},
		{folder + "/away/.", "is the name of a folder, not of a file: choose another file with -data\n", 0},
		{in(strings.Repeat("x", 253)), "is too long: the names of its log and of what is kept beside it are longer still: choose another file with -data\n", 0},
		{in("away/new.db"), "the folder for the data file can't be made", nobody},
	} {
		if c.user != 0 && os.Getuid() != 0 && !strings.Contains(c.data, "shut") {
			continue // the folder is this user's own
		}
		was := lying(t, folder)
		for _, verb := range [][]string{nil, {"standby", "-of", "http://127.0.0.1:9", "-pass", "ABCD-2345"}} {
			if verb != nil && strings.HasSuffix(c.data, "new.db") {
				continue // it writes nothing before it has found the match
			}
			said, err := as(t, c.user, append(verb, "-data", c.data, "-addr", "127.0.0.1:0")...)
			if err == nil || !strings.Contains(said, c.words) || strings.Count(said, "\n") != 1 {
				t.Errorf("%v -data %s: it says %q, %v", verb, c.data, said, err)
			}
			unchanged(t, folder, was, c.data)
		}
	}
}

// A spoilt log is kept with its file: whoever starts the program is told what is still
// good, and after going on from it both files lie aside as they were.
func TestRestore_KeepsASpoiltLog(t *testing.T) {
	p := startProgram(t, "")
	data := p.links.Data
	host := browser(t)
	fetch(t, host, p.links.Host)
	as := &running{TB: t, links: p.links}
	for _, name := range []string{"First evening", "Second evening", "Third evening"} {
		as.named(host, name)
	}
	p.kill()
	log, err := os.ReadFile(data + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	log[bytes.Index(log, []byte("Second evening"))] ^= 1 // where that commit wrote it, before the third
	if err := errors.Join(os.RemoveAll(store.CopiesOf(data)), os.WriteFile(data+"-wal", log, 0o600)); err != nil {
		t.Fatal(err)
	}
	was := lying(t, filepath.Dir(data))
	if err := refusedStart(t, data); err == nil || !strings.Contains(err.Error(), "biblechess restore -data") {
		t.Fatalf("the program says %v", err)
	}
	unchanged(t, filepath.Dir(data), was, "starting")
	out, err := verb(t, "restore", "-data", data)
	kept := regexp.MustCompile(`kept as (.*), with its log, (.*)-wal: the two belong together\.\n`).FindStringSubmatch(out)
	if err != nil || kept == nil || kept[1] != kept[2] {
		t.Fatalf("restore says %q, %v", out, err)
	}
	now := lying(t, filepath.Dir(data))
	for _, end := range []string{"", "-wal"} {
		if now[filepath.Base(kept[1])+end] != was[filepath.Base(data)+end] {
			t.Errorf("what is kept%s is not as it was", end)
		}
	}
	if out, err := verb(t, "verify", kept[1]); err == nil || !strings.Contains(out, "was spoilt on the disk") || !strings.Contains(out, "What is good of it") {
		t.Errorf("what is kept: %q, %v", out, err)
	}
	if out, err := verb(t, "verify", data); err != nil {
		t.Errorf("afterwards: %q, %v", out, err)
	}
	p.start()
}

// A file that this user may not read is not said to be damaged, nor one with a name that
// is too long.
func TestVerify_WhatCanNotBeRead(t *testing.T) {
	folder := t.TempDir()
	for dir := folder; dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Dir(binary(t)), 0o755); err != nil {
		t.Fatal(err)
	}
	shut, text := filepath.Join(folder, "shut.db"), filepath.Join(folder, "text")
	file, err := store.Open(shut)
	if err := errors.Join(err, file.Close(), os.Chmod(shut, 0), os.WriteFile(text, []byte("hello"), 0o644)); err != nil {
		t.Fatal(err)
	}
	const nobody = 65534
	if said, err := as(t, nobody, "verify", shut); err == nil || !strings.Contains(said, "1 of 1 files this user may not read: whether they are whole is not known") {
		t.Errorf("it says %q", said)
	}
	if said, err := as(t, nobody, "verify", text, shut); err == nil || !strings.Contains(said, "1 of 2 files are not whole, and 1 this user may not read") {
		t.Errorf("beside one that is none it says %q", said)
	}
	if said, err := as(t, nobody, "verify", "-json", shut); err == nil || !strings.Contains(said, `"unread":true`) {
		t.Errorf("in JSON it says %q", said)
	}
	if said, err := verb(t, "verify", filepath.Join(folder, strings.Repeat("x", 253))); err == nil || !strings.Contains(said, "is too long") || strings.Contains(said, "damaged") {
		t.Errorf("of a name that is too long it says %q", said)
	}
}

// A port that is not this user's to serve on is said in a sentence.
func TestRun_APortThatIsNotThisUsers(t *testing.T) {
	if b, err := os.ReadFile("/proc/sys/net/ipv4/ip_unprivileged_port_start"); err != nil || strings.TrimSpace(string(b)) != "1024" || os.Getuid() != 0 {
		t.Log("every user may serve on every port here, or this one can't be another one")
		return
	}
	folder := t.TempDir()
	for dir := folder; dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Dir(binary(t)), 0o755); err != nil {
		t.Fatal(err)
	}
	if said, err := as(t, 65534, "-addr", "127.0.0.1:81", "-data", filepath.Join(folder, "x.db")); err == nil ||
		said != "biblechess: this user may not serve on port 81: start with -addr 127.0.0.1:8080, or another port from 1024 on\n" {
		t.Errorf("it says %q, %v", said, err)
	}
}

// A changed letter in a name is noticed, and mended from a safety copy.
func TestRestore_MendsAName(t *testing.T) {
	data := filepath.Join(t.TempDir(), "evening.db")
	p, host := evening(t, data)
	got, err := host.PostForm(p.links.Address+"/host/judge-add", map[string][]string{"name": {"Hadassah"}})
	if err != nil || got.StatusCode != 200 {
		t.Fatal(got, err)
	}
	got.Body.Close()
	p.stop() // makes a safety copy
	spoil(t, data, "Hadassah")
	if out, err := verb(t, "verify", data); err == nil || !strings.Contains(out, "somebody's name is not as it was written") {
		t.Errorf("verify says %q, %v", out, err)
	}
	again, host := evening(t, data)
	again.saysSoon(host, "somebody&#39;s name is not as it was written", true) // and the match goes on
	again.stop()
	if out, err := verb(t, "restore", "-data", data); err != nil {
		t.Errorf("restore says %q, %v", out, err)
	}
	_, names, err := store.Read(data)
	found := false
	for _, name := range names {
		found = found || name == "Hadassah"
	}
	if err != nil || !found {
		t.Errorf("the names are %v, %v", names, err)
	}
}

// After a crash the file may be moved away without its log, which holds what was written
// last. Nothing that is pointed at the old name does away with that log.
func TestRun_ALogWithoutItsFile(t *testing.T) {
	p := startProgram(t, "")
	data := p.links.Data
	host := browser(t)
	fetch(t, host, p.links.Host)
	(&running{TB: t, links: p.links}).named(host, "Moved evening")
	p.kill()
	gone := filepath.Join(filepath.Dir(data), "gone.db")
	if err := os.Rename(data, gone); err != nil {
		t.Fatal(err)
	}
	was := lying(t, filepath.Dir(data))
	for want, args := range map[string][]string{
		": bring that file back under this name, or choose another file with -data": {"-data", data, "-addr", "127.0.0.1:0"},
		"under this name, or choose another file with -data":                        {"standby", "-of", "http://127.0.0.1:9", "-pass", "ABCD-2345", "-data", data, "-addr", "127.0.0.1:0"},
		"back under this name, or choose another file with -data":                   {"restore", "-data", data, gone},
		"file back under this name, or choose another file with -data":              {"backup", "-data", data},
		"back under this name, or choose another file":                              {"festival", "-addr", "127.0.0.1:0", filepath.Join(t.TempDir(), "other.db"), data},
		"that file back under this name, or name a new file for the copy":           {"backup", "-data", gone, data},
	} {
		said, err := as(t, 0, args...)
		if err == nil || !strings.HasSuffix(said, want+"\n") || !strings.Contains(said, "a log of another file lies there ("+data+"-wal)") {
			t.Errorf("%v says %q, %v", args, said, err)
		}
		unchanged(t, filepath.Dir(data), was, args[0])
	}
	if err := os.Rename(gone, data); err != nil {
		t.Fatal(err)
	}
	if out, err := verb(t, "verify", data); err != nil || !strings.Contains(out, "Moved evening") {
		t.Errorf("brought back it is %q, %v", out, err)
	}
}
