package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"biblechess/event"
	"biblechess/event/store"
)

// verb runs a verb to its end.
func verb(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := run(context.Background(), args, nil, &out, io.Discard)
	return out.String(), err
}

// named posts a match's name as the host.
func (p *running) named(host *http.Client, name string) {
	p.Helper()
	got, err := host.PostForm(p.links.Address+"/host/match", url.Values{"match": {name}, "white": {"Lions"}, "black": {"Bears"}})
	if err != nil || got.StatusCode != http.StatusOK {
		p.Fatalf("naming the match: %v, %v", got, err)
	}
	got.Body.Close()
}

// evening is a running program on a data file, with the host's browser.
func evening(t *testing.T, data string) (*running, *http.Client) {
	t.Helper()
	p := start(t, "-addr", "127.0.0.1:0", "-data", data, "-json")
	host := browser(t)
	if status, _ := fetch(t, host, p.links.Host); status != http.StatusOK {
		t.Fatal("the host's link does not work")
	}
	return p, host
}

func TestBackup_WhileTheProgramRuns(t *testing.T) {
	data := filepath.Join(t.TempDir(), "evening.db")
	p, host := evening(t, data)
	p.named(host, "First evening")
	to := filepath.Join(t.TempDir(), "stick", "copy.db")
	out, err := verb(t, "backup", "-data", data, to)
	if err != nil || !strings.Contains(out, "“First evening”") {
		t.Errorf("backup says %q, %v", out, err)
	}
	if out, err := verb(t, "verify", data, to); err != nil || strings.Count(out, "is whole") != 2 {
		t.Errorf("verify says %q, %v", out, err)
	}
	if _, err := verb(t, "backup", "-data", data, to); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("a second copy over the first: %v", err)
	}
	if _, err := verb(t, "restore", "-data", data, to); err == nil || !strings.Contains(err.Error(), "another Bible Chess is running") {
		t.Errorf("restore under a running program: %v", err)
	}
	// Without a name it joins the safety copies.
	if _, err := verb(t, "backup", "-data", data); err != nil {
		t.Error(err)
	}
	if err := p.stop(); err != nil {
		t.Fatal(err)
	}
	list, err := store.Copies(store.CopiesOf(data))
	if err != nil || len(list) == 0 {
		t.Errorf("the safety copies are %v, %v", list, err)
	}
}

func TestVerify_SaysWhatIsGood(t *testing.T) {
	data := filepath.Join(t.TempDir(), "evening.db")
	p, host := evening(t, data)
	p.named(host, "Good evening")
	p.named(host, "Spoilt evening")
	p.named(host, "Late evening")
	p.stop()
	spoil(t, data, "Spoilt evening")
	out, err := verb(t, "verify", data)
	if err == nil || !strings.Contains(out, "entry 4 is not as it was written") || !strings.Contains(out, `What is good of it: 3 entries`) || !strings.Contains(out, "“Good evening”") {
		t.Errorf("verify says %q, %v", out, err)
	}
	out, _ = verb(t, "verify", "-json", data)
	var v verified
	if err := json.Unmarshal([]byte(out), &v); err != nil || v.Whole || v.Entries != 3 || v.Match != "Good evening" {
		t.Errorf("verify -json says %s, %v", out, err)
	}
	for _, line := range [][]string{{"verify"}, {"verify", data + ".none"}, {"verify", os.Args[0]}, {"backup", "-data", data}, {"backup", "-data", data, "a", "b"}, {"restore", "a", "b"}, {"restore", "-data", data, data + ".none"}} {
		if _, err := verb(t, line...); err == nil {
			t.Errorf("%v was done", line)
		}
	}
}

// Who is refused a file is told how another one is chosen: by the flag where the flag
// has named it.
func TestDataVerbs_SayHowAnotherFileIsChosen(t *testing.T) {
	folder := t.TempDir()
	photo, data, empty := filepath.Join(folder, "photo.jpg"), filepath.Join(folder, "evening.db"), filepath.Join(folder, "empty.db")
	if err := errors.Join(os.WriteFile(photo, bytes.Repeat([]byte("\xff\xd8"), 500), 0o644), os.WriteFile(empty, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	foreign := photo + " is not a data file of Bible Chess"
	if out, err := verb(t, "verify", photo); err == nil || out != foreign+"\n" {
		t.Errorf("verify says %q, %v", out, err)
	}
	for want, line := range map[string][]string{
		foreign + ": choose another file with -data":                                                            {"backup", "-data", photo},
		foreign + ": name another file to restore from":                                                         {"restore", "-data", data, photo},
		"neither " + empty + " nor a safety copy beside it holds a good record: choose another file with -data": {"restore", "-data", empty},
	} {
		if _, err := verb(t, line...); err == nil || err.Error() != want {
			t.Errorf("%v says %v", line, err)
		}
	}
}

// restore takes the place of no file that is none of this program's, whatever is named to
// restore from; one whose head was spoilt is known by its safety copies.
func TestRestore_LeavesWhatIsNoDataFile(t *testing.T) {
	folder := t.TempDir()
	data := filepath.Join(folder, "evening.db")
	p, host := evening(t, data)
	p.named(host, "Good evening")
	p.stop() // makes a safety copy
	whole, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	later, foreign := bytes.Clone(whole), bytes.Clone(whole)
	later[63], foreign[68] = 99, 0
	for name, c := range map[string]struct {
		text  []byte
		words string
	}{
		"notes.txt":  {[]byte("what I must not lose"), "is not a data file of Bible Chess: choose another file with -data"},
		"foreign.db": {foreign, "is not a data file of Bible Chess: choose another file with -data"},
		"later.db":   {later, "was written by a later version"},
	} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, c.text, 0o644); err != nil {
			t.Fatal(err)
		}
		was, _ := os.ReadDir(folder)
		for _, from := range [][]string{nil, {data}} {
			if _, err := verb(t, append([]string{"restore", "-data", path}, from...)...); err == nil || !strings.Contains(err.Error(), path+" "+c.words) {
				t.Errorf("%s from %v: %v", name, from, err)
			}
		}
		if now, _ := os.ReadFile(path); !bytes.Equal(now, c.text) {
			t.Errorf("%s was replaced", name)
		}
		if now, _ := os.ReadDir(folder); len(now) != len(was) {
			t.Errorf("%s: beside it are %v", name, now)
		}
	}
	copy(whole, "spoilt") // its head
	if err := os.WriteFile(data, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := verb(t, "restore", "-data", data); err != nil || !strings.Contains(out, "“Good evening”") {
		t.Errorf("one that was a data file: %q, %v", out, err)
	}
}

// A flag behind a file would be read as a file.
func TestDataVerbs_FlagsBehindFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, line := range []string{"festival a.db b.db -json", "festival a.db -addr :0", "verify a.db -json", "restore a.db -data b.db", "backup a.db -data b.db", "questions check a.csv -json"} {
		if _, err := verb(t, strings.Fields(line)...); err == nil || !strings.Contains(err.Error(), "is not a file: flags come before the files") {
			t.Errorf("%s: %v", line, err)
		}
	}
	if made, _ := os.ReadDir("."); len(made) > 0 {
		t.Errorf("they made %v", made)
	}
}

// spoil changes one letter of a text in a closed data file.
func spoil(t *testing.T, data, text string) {
	t.Helper()
	b, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(b, []byte(text))
	if at < 0 {
		t.Fatalf("%q is not in the file", text)
	}
	b[at] ^= 0x20
	if err := os.WriteFile(data, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// A damaged file is not gone on from by accident: the program says so and names
// the last good state, and restore takes it.
func TestRun_ADamagedFileOffersTheLastGoodState(t *testing.T) {
	data := filepath.Join(t.TempDir(), "evening.db")
	p, host := evening(t, data)
	p.named(host, "Spoilt evening")
	p.named(host, "Last evening")
	p.stop() // makes a safety copy
	spoil(t, data, "Spoilt evening")
	spoilt, _ := os.ReadFile(data)
	err := run(context.Background(), []string{"-addr", "127.0.0.1:0", "-data", data}, nil, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "is damaged") || !strings.Contains(err.Error(), "“Last evening”") || !strings.Contains(err.Error(), "biblechess restore -data") {
		t.Fatalf("the program says %v", err)
	}
	out, err := verb(t, "restore", "-data", data)
	if err != nil || !strings.Contains(out, "“Last evening”") || !strings.Contains(out, "is kept as") {
		t.Fatalf("restore says %q, %v", out, err)
	}
	kept := regexp.MustCompile(`kept as (.*)\.\n`).FindStringSubmatch(out)
	if b, err := os.ReadFile(kept[1]); err != nil || !bytes.Equal(b, spoilt) {
		t.Errorf("the damaged file was not kept as it was: %v", err)
	}
	again, host := evening(t, data)
	if _, body := fetch(t, host, again.links.Address+"/host"); !strings.Contains(body, "Last evening") {
		t.Error("the evening does not go on where it was")
	}
}

// Without safety copies what is good of the damaged file itself is gone on from.
func TestRestore_FromTheDamagedFileItself(t *testing.T) {
	data := filepath.Join(t.TempDir(), "evening.db")
	p, host := evening(t, data)
	p.named(host, "Good evening")
	p.named(host, "Spoilt evening")
	p.stop()
	spoil(t, data, "Spoilt evening")
	if err := os.RemoveAll(store.CopiesOf(data)); err != nil {
		t.Fatal(err)
	}
	out, err := verb(t, "restore", "-data", data)
	if err != nil || !strings.Contains(out, "“Good evening”") {
		t.Errorf("restore says %q, %v", out, err)
	}
	if out, err := verb(t, "verify", data); err != nil {
		t.Errorf("afterwards: %q, %v", out, err)
	}
}

// The host takes an earlier state back on the page: the same address answers,
// devices keep their seats, and the way back is kept.
func TestCopies_TheHostTakesAnEarlierStateBack(t *testing.T) {
	data := filepath.Join(t.TempDir(), "evening.db")
	p, host := evening(t, data)
	gm := browser(t)
	fetch(t, gm, p.links.Seats[event.Seat("gm-white")])
	p.named(host, "First evening")
	got, err := host.Get(p.links.Address + "/host/copies/file")
	if err != nil || got.StatusCode != http.StatusOK || !strings.Contains(got.Header.Get("Content-Disposition"), "attachment") {
		t.Fatal(err, got)
	}
	early, _ := io.ReadAll(got.Body)
	got.Body.Close()
	p.named(host, "Second evening")

	offer := func(b *http.Client, body []byte) (int, string) {
		t.Helper()
		var form bytes.Buffer
		w := multipart.NewWriter(&form)
		part, _ := w.CreateFormFile("file", "../../etc/evening.db")
		part.Write(body)
		w.Close()
		got, err := b.Post(p.links.Address+"/host/copies/offer", w.FormDataContentType(), &form)
		if err != nil {
			t.Fatal(err)
		}
		defer got.Body.Close()
		answer, _ := io.ReadAll(got.Body)
		return got.StatusCode, string(answer)
	}
	for name, body := range map[string][]byte{"nothing": nil, "a text": []byte("hello"), "half a file": early[:len(early)/2]} {
		if status, words := offer(host, body); status != http.StatusUnprocessableEntity || !strings.Contains(words, "not a whole data file") {
			t.Errorf("%s: %d %s", name, status, words)
		}
	}
	later := bytes.Clone(early)
	later[63] = 99 // the version of the tables in its head
	if status, words := offer(host, later); status != http.StatusUnprocessableEntity || !strings.Contains(words, "later version of Bible Chess") || strings.Contains(words, "not a whole data file") {
		t.Errorf("a later version's file: %d %s", status, words)
	}
	status, words := offer(host, early)
	if status != http.StatusOK || !strings.Contains(words, `First evening`) || !strings.Contains(words, `Second evening`) {
		t.Fatalf("the file that was brought: %d %s", status, words)
	}
	// Two tabs that each bring a file: what was looked at is what is taken, or nothing.
	name := regexp.MustCompile(`"Name":"(brought-[^"]+)"`)
	replaced := name.FindStringSubmatch(words)[1]
	_, words = offer(host, early)
	brought := name.FindStringSubmatch(words)[1]
	if _, body := fetch(t, host, p.links.Address+"/host"); !strings.Contains(body, "Second evening") {
		t.Error("looking at a copy changed the match")
	}
	// Only the host may, and only when sure.
	for name, try := range map[string]struct {
		b    *http.Client
		form url.Values
		want int
	}{
		"a Game Master": {gm, url.Values{"sure": {"1"}, "name": {brought}}, http.StatusForbidden},
		"not sure":      {host, url.Values{"name": {brought}}, http.StatusBadRequest},
		"no name":       {host, url.Values{"sure": {"1"}}, http.StatusBadRequest},
		"an empty name": {host, url.Values{"sure": {"1"}, "name": {""}}, http.StatusUnprocessableEntity},
		"another file":  {host, url.Values{"sure": {"1"}, "name": {replaced}}, http.StatusUnprocessableEntity},
		"no such copy":  {host, url.Values{"sure": {"1"}, "name": {"../evening.db"}}, http.StatusUnprocessableEntity},
	} {
		got, err := try.b.PostForm(p.links.Address+"/host/copies/take", try.form)
		if err != nil || got.StatusCode != try.want {
			t.Errorf("%s: %v, %v", name, got.StatusCode, err)
		}
		got.Body.Close()
	}
	if _, body := fetch(t, host, p.links.Address+"/host"); !strings.Contains(body, "Second evening") {
		t.Error("what was refused changed the match")
	}
	if status, _ := offer(gm, early); status != http.StatusForbidden {
		t.Errorf("a Game Master's file: %d", status)
	}
	r, _ := http.NewRequest(http.MethodPost, p.links.Address+"/host/copies/take", strings.NewReader("sure=1&name="+brought))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "text/html")
	got, err = host.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(got.Body)
	got.Body.Close()
	_, link, _ := strings.Cut(got.Header.Get("Refresh"), "url=")
	if got.StatusCode != http.StatusOK || !strings.Contains(string(body), link) {
		t.Fatalf("after taking it back: %d %s", got.StatusCode, body)
	}
	within(t, "the evening that was taken back", func() bool {
		got, err := host.Get(p.links.Address + link)
		if err != nil {
			return false
		}
		defer got.Body.Close()
		_, page := fetch(t, host, p.links.Address+"/host")
		return strings.Contains(page, "First evening")
	})
	if status, _ := fetch(t, gm, p.links.Address+"/gm/white"); status != http.StatusOK {
		t.Errorf("White's Game Master lost the seat: %d", status)
	}
	p.named(host, "Third evening")
	// The way back is among the safety copies.
	names := regexp.MustCompile(`copies\?name=([0-9.-]+\.db)`).FindAllStringSubmatch(second(fetch(t, host, p.links.Address+"/host/copies")), -1)
	found := false
	for _, n := range names {
		_, body := fetch(t, host, p.links.Address+"/host/copies?name="+n[1])
		found = found || strings.Contains(body, "Second evening") && strings.Contains(body, "Third evening")
	}
	if !found {
		t.Errorf("the state before is not among %d safety copies", len(names))
	}
	if err := p.stop(); err != nil {
		t.Error(err)
	}
}

// The host goes on from another evening's file: its pass and links are printed, and the
// browser that took it is the host's there, too.
func TestCopies_AnotherEveningsLinksArePrinted(t *testing.T) {
	other, _ := evening(t, filepath.Join(t.TempDir(), "other.db"))
	if err := other.stop(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(other.links.Data)
	if err != nil {
		t.Fatal(err)
	}
	p := runs(t, "-addr", freeAddr(t, "127.0.0.1"), "-data", filepath.Join(t.TempDir(), "evening.db"), "-json")
	p.next()
	host, was := enters(t, p.links), p.links
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, _ := w.CreateFormFile("file", "other.db")
	part.Write(file)
	w.Close()
	got, err := host.Post(was.Address+"/host/copies/offer", w.FormDataContentType(), &form)
	if err != nil {
		t.Fatal(err)
	}
	words, _ := io.ReadAll(got.Body)
	got.Body.Close()
	brought := regexp.MustCompile(`"Name":"(brought-[^"]+)"`).FindStringSubmatch(string(words))
	if got, err = host.PostForm(was.Address+"/host/copies/take", url.Values{"sure": {"1"}, "name": {brought[1]}}); err != nil {
		t.Fatal(err)
	}
	var taken struct{ Path string }
	json.NewDecoder(got.Body).Decode(&taken)
	got.Body.Close()
	if p.next(); p.links.Pass != other.links.Pass || p.links.Seats["gm-white"] == was.Seats["gm-white"] || p.links.Address != was.Address {
		t.Errorf("printed is %+v", p.links)
	}
	enters(t, p.links)
	if status, _ := fetch(t, host, p.links.Address+taken.Path); status != http.StatusOK {
		t.Errorf("the browser that took it: %d", status)
	}
	if status, _ := fetch(t, host, p.links.Address+"/host"); status != http.StatusOK {
		t.Errorf("the host's page: %d", status)
	}
}

func second(_ int, body string) string { return body }

// within waits for what comes true by itself.
func within(t testing.TB, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if is() {
			return
		}
	}
	t.Fatalf("%s did not come", what)
}
