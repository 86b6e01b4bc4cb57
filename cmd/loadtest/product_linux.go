package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a server under test: the program or the bare loop.
type process struct {
	cmd  *exec.Cmd
	addr netip.AddrPort
}

// cpu is the processor time that it has had.
func (p *process) cpu() time.Duration {
	var sum int64
	tasks, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", p.cmd.Process.Pid))
	for _, t := range tasks {
		body, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/schedstat", p.cmd.Process.Pid, t.Name()))
		first, _, _ := strings.Cut(string(body), " ")
		n, _ := strconv.ParseInt(first, 10, 64)
		sum += n
	}
	return time.Duration(sum)
}

// memory is what it has in memory, in KiB.
func (p *process) memory() float64 {
	body, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	for line := range strings.SplitSeq(string(body), "\n") {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return n
		}
	}
	return 0
}

// kill ends it as a crash would.
func (p *process) kill() {
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

// stop asks it to end.
func (p *process) stop() {
	p.cmd.Process.Signal(syscall.SIGTERM)
	p.cmd.Wait()
}

// links are what the program prints of itself.
type links struct {
	Address, Secure, Host, Pass, Data string
	Seats                             map[string]string
}

// program starts the program on a data file, with further flags; port 0 takes any.
func program(binary, data string, port uint16, further ...string) (*process, links, error) {
	addr := netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), port)
	p, all, err := started(binary, 1, append([]string{"-addr", addr.String(), "-data", data, "-json"}, further...)...)
	if err != nil {
		return nil, links{}, err
	}
	p.addr, err = all[0].at()
	return p, all[0], err
}

// started starts the program, which tells the links of so many matches.
func started(binary string, matches int, args ...string) (*process, []links, error) {
	cmd := exec.Command(binary, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	p, in, all := &process{cmd: cmd}, bufio.NewReader(out), make([]links, matches)
	for i := range all {
		line, err := in.ReadBytes('\n')
		if err == nil {
			err = json.Unmarshal(line, &all[i])
		}
		if err != nil {
			p.kill()
			return nil, nil, fmt.Errorf("the program told no links: %w", err)
		}
	}
	return p, all, nil
}

// at is where a match is.
func (l links) at() (netip.AddrPort, error) {
	u, err := url.Parse(l.Address)
	if err != nil {
		return netip.AddrPort{}, err
	}
	return netip.ParseAddrPort(u.Host)
}

// device holds a seat over one connection that stays open.
type device struct {
	conn   net.Conn
	in     *bufio.Reader
	host   string
	path   string
	cookie string // its name and value
}

func dial(addr netip.AddrPort) (*device, error) {
	conn, err := net.Dial("tcp", addr.String())
	if err != nil {
		return nil, err
	}
	return &device{conn: conn, in: bufio.NewReader(conn), host: addr.String()}, nil
}

// take seats the device by a join link.
func take(addr netip.AddrPort, seat, link string) (*device, error) {
	d, err := dial(addr)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(link)
	if err != nil {
		return nil, err
	}
	_, err = d.ask("GET", u.Path, "")
	d.path = "/" + strings.Replace(seat, "-", "/", 1)
	return d, err
}

// ask sends a request and reads the answer. A connection that was idle may have
// been closed: then it goes over a new one, as a browser does.
func (d *device) ask(method, path, form string) ([]byte, error) {
	body, err := d.tell(method, path, form)
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, syscall.ECONNRESET) {
		return body, err
	}
	d.conn.Close()
	if d.conn, err = net.Dial("tcp", d.host); err != nil {
		return nil, err
	}
	d.in.Reset(d.conn)
	return d.tell(method, path, form)
}

func (d *device) tell(method, path, form string) ([]byte, error) {
	fmt.Fprintf(d.conn, "%s %s HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\nAccept: application/json\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s",
		method, path, d.host, d.cookie, len(form), form)
	r, err := http.ReadResponse(d.in, nil)
	if err != nil {
		return nil, err
	}
	defer r.Body.Close()
	for _, c := range r.Cookies() {
		if strings.HasPrefix(c.Name, "seat") {
			d.cookie = c.Name + "=" + c.Value
		}
	}
	body, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %d %.300s", method, path, r.StatusCode, body)
	}
	return body, err
}

// post gives a command of names and values in turn.
func (d *device) post(verb string, pairs ...string) error {
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	_, err := d.ask("POST", d.path+"/"+verb, form.Encode())
	return err
}

// screen reads the own page as JSON.
func (d *device) screen(into any) error {
	body, err := d.ask("GET", d.path, "")
	if err != nil {
		return err
	}
	return json.Unmarshal(body, into)
}

// prepare makes a data file with a match that has begun.
func prepare(binary, data string) error {
	p, l, err := program(binary, data, 0)
	if err != nil {
		return err
	}
	defer p.stop()
	host, err := hostOf(p, l)
	if err != nil {
		return err
	}
	steps := [][]string{
		{"match", "match", "Friday night", "white", "Lions", "black", "Shepherds"},
		{"rules", "reveal-hold", "typed", "reveal-hold-typed", "0", "appeal-seconds", "typed", "appeal-seconds-typed", "0", "bank-sizes", "5,5,5,5,16"},
		{"judge-add", "name", "Ruth"}, {"judge-add", "name", "Paul"}, {"judge-add", "name", "Martha"},
		{"questions", "csv", questions()},
	}
	for _, side := range []string{"white", "black"} {
		var names []string
		for n := range 16 {
			names = append(names, fmt.Sprintf("Player %s %02d", side, n+1))
		}
		steps = append(steps, []string{"roster", "side", side, "paste", strings.Join(names, "\n")})
	}
	for _, s := range steps {
		if err := host.post(s[0], s[1:]...); err != nil {
			return err
		}
	}
	// The judges' links are there now.
	p.stop()
	if p, l, err = program(binary, data, 0); err != nil {
		return err
	}
	defer p.stop()
	for n := 1; n <= 3; n++ {
		seat := fmt.Sprint("judge-", n)
		judge, err := take(p.addr, seat, l.Seats[seat])
		if err != nil {
			return err
		}
		for {
			var s struct {
				Approval struct {
					Waiting  int
					Question struct {
						ID       string
						Revision int
					}
				}
			}
			if err := judge.screen(&s); err != nil {
				return err
			}
			if s.Approval.Waiting == 0 {
				break
			}
			if err := judge.post("approve", "question", s.Approval.Question.ID, "revision", fmt.Sprint(s.Approval.Question.Revision)); err != nil {
				return err
			}
		}
	}
	if host, err = hostOf(p, l); err != nil {
		return err
	}
	return host.post("start")
}

func hostOf(p *process, l links) (*device, error) {
	d, err := dial(p.addr)
	if err != nil {
		return nil, err
	}
	_, err = d.ask("POST", "/host/enter", url.Values{"pass": {l.Pass}}.Encode())
	d.path = "/host"
	return d, err
}

// questions is a full bank for both sides as CSV.
func questions() string {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"team", "piece", "number", "question", "answer", "also_accept", "reference", "hint"})
	for _, side := range []string{"White", "Black"} {
		for piece, size := range map[string]int{"Rook": 5, "Bishop": 5, "Knight": 5, "Pawn": 5, "Quiz Master": 16} {
			for n := 1; n <= size; n++ {
				hint := ""
				if piece == "Bishop" {
					hint = fmt.Sprint("hint", n)
				}
				text := fmt.Sprintf("%s's question %d for the %s: who built the house, and how long did it take?", side, n, piece)
				w.Write([]string{side, piece, fmt.Sprint(n), text, fmt.Sprint("Answer ", n), "", "1 Kings 6:38", hint})
			}
		}
	}
	w.Flush()
	return b.String()
}

// calls are a dance of Knights that goes on for ever: no capture, no challenge.
var calls = [][2]string{{"b1", "c3"}, {"b8", "c6"}, {"c3", "b1"}, {"c6", "b8"}}

// match is a program with the two who call.
type match struct {
	*process
	links   links
	gm      [2]*device
	cookies map[string]string
	ply     int
	about   int64
}

// seats are whose pages the staff of a match look at.
var staffSeats = []string{"host", "gm/white", "gm/black", "qm/white", "qm/black", "judge/1", "judge/2", "judge/3"}

// play starts the program on a data file and seats its staff.
func play(binary, data string, port uint16, further ...string) (*match, error) {
	p, l, err := program(binary, data, port, further...)
	if err != nil {
		return nil, err
	}
	return seated(p, l)
}

// seated seats the staff of a match that a program serves.
func seated(p *process, l links) (*match, error) {
	m := &match{process: p, links: l, cookies: map[string]string{}}
	host, err := hostOf(p, l)
	if err != nil {
		return nil, err
	}
	m.cookies["host"] = host.cookie
	host.conn.Close()
	for _, path := range staffSeats[1:] {
		seat := strings.Replace(path, "/", "-", 1)
		d, err := take(p.addr, seat, l.Seats[seat])
		if err != nil {
			return nil, err
		}
		m.cookies[path] = d.cookie
		switch path {
		case "gm/white":
			m.gm[0] = d
		case "gm/black":
			m.gm[1] = d
		default:
			d.conn.Close()
		}
	}
	var s struct{ About int64 }
	if err := m.gm[0].screen(&s); err != nil {
		return nil, err
	}
	m.about = s.About
	return m, nil
}

// tap calls the next move, and waits for the answer.
func (m *match) tap() error {
	c := calls[m.ply%len(calls)]
	if err := m.gm[m.ply%2].post("call", "from", c[0], "to", c[1], "about", fmt.Sprint(m.about)); err != nil {
		return err
	}
	m.ply++
	m.about++ // every turn has the next number
	return nil
}
