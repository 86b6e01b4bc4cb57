package main

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	_ "modernc.org/sqlite"
)

// script is what the bare loop sends: the same bytes as the program did.
type script struct {
	First map[string][]byte   // by seat: the first page
	Moves map[string][][]byte // by seat: the event of each move of the dance
}

// bareLoop serves a script: one raw insert, then one loop over the open
// sockets, the staff's first.
func bareLoop(folder string, port string) error {
	body, err := os.ReadFile(filepath.Join(folder, "script.json"))
	if err != nil {
		return err
	}
	var s script
	if err := json.Unmarshal(body, &s); err != nil {
		return err
	}
	insert, err := stock(filepath.Join(folder, "bare.db"))
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	type socket struct {
		fd   int
		seat string
		conn net.Conn
	}
	var mu sync.Mutex
	var staff, crowd []socket
	for {
		conn, err := listener.Accept()
		if err != nil {
			return err
		}
		go func() {
			in := bufio.NewReaderSize(conn, 512)
			line, err := in.ReadString('\n')
			if err != nil {
				return
			}
			for head := line; err == nil && strings.TrimSpace(head) != ""; {
				head, err = in.ReadString('\n')
			}
			if strings.HasPrefix(line, "POST") {
				for move := 0; ; move++ {
					mu.Lock()
					insert()
					for _, list := range [][]socket{staff, crowd} {
						for _, to := range list {
							m := s.Moves[to.seat]
							syscall.Write(to.fd, m[move%len(m)])
						}
					}
					mu.Unlock()
					fmt.Fprint(conn, "ok\n")
					if _, err := in.ReadString('\n'); err != nil {
						return
					}
				}
			}
			seat := strings.TrimSuffix(strings.TrimPrefix(strings.Fields(line)[1], "/"), "/live")
			raw, err := conn.(*net.TCPConn).SyscallConn()
			if err != nil {
				return
			}
			conn.Write(s.First[seat])
			raw.Control(func(fd uintptr) {
				mu.Lock()
				defer mu.Unlock()
				if to := (socket{int(fd), seat, conn}); seat == "board" {
					crowd = append(crowd, to)
				} else {
					staff = append(staff, to)
				}
			})
		}()
	}
}

// stock is an insert of one row, durable, into a database as anybody would open
// it.
func stock(path string) (insert func() error, err error) {
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("CREATE TABLE IF NOT EXISTS entry (seq INTEGER PRIMARY KEY, at INTEGER, seat TEXT, kind TEXT, once TEXT, body TEXT)"); err != nil {
		return nil, err
	}
	into, err := db.Prepare("INSERT INTO entry (at, seat, kind, once, body) VALUES (?, ?, ?, ?, ?)")
	return func() error {
		_, err := into.Exec(1_800_000_000_000, "gm-white", "called", "0123456789abcdef01234567", `{"from":"b1","to":"c3","promotion":"","turn":123}`)
		return err
	}, err
}

// bare is a running bare loop.
type bare struct {
	*process
	folder string
	conn   net.Conn
	in     *bufio.Reader
}

// startBare starts this program again as a bare loop.
func startBare(folder, port string) (*bare, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), asBare+"="+folder, asBare+"_PORT="+port)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("the bare loop told nothing: %w", err)
	}
	b := &bare{process: &process{cmd: cmd}, folder: folder}
	b.addr, err = netip.ParseAddrPort(strings.TrimSpace(line))
	return b, err
}

// tap has it write the next move to everybody.
func (b *bare) tap() error {
	ask := "\n"
	if b.conn == nil {
		conn, err := net.Dial("tcp", b.addr.String())
		if err != nil {
			return err
		}
		b.conn, b.in = conn, bufio.NewReader(conn)
		ask = "POST /\r\n\r\n"
	}
	if _, err := fmt.Fprint(b.conn, ask); err != nil {
		return err
	}
	_, err := b.in.ReadString('\n')
	return err
}

// asBare is how this program is told to be a bare loop.
const asBare = "LOADTEST_BARE"

// record notes what a match's streams are sent in one round of the dance.
func record(m *match, folder string) error {
	seats := append(slices.Clone(staffSeats), "board")
	s := script{map[string][]byte{}, map[string][][]byte{}}
	type ear struct {
		d *device
	}
	ears := map[string]*ear{}
	for _, seat := range seats {
		d, err := dial(m.addr)
		if err != nil {
			return err
		}
		defer d.conn.Close()
		fmt.Fprintf(d.conn, "GET /%s/live HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\n\r\n", seat, m.addr, m.cookies[seat])
		ears[seat] = &ear{d: d}
	}
	events := func(seat, until string) ([]byte, error) {
		var all []byte
		for {
			event := ""
			for !strings.HasSuffix(event, "\n\n") {
				line, err := ears[seat].d.in.ReadString('\n')
				if err != nil {
					return nil, fmt.Errorf("%s: %w", seat, err)
				}
				event += line
			}
			if all = append(all, event...); strings.Contains(event, until) {
				if until == "event: regions" {
					return []byte(event), nil
				}
				return all, nil
			}
		}
	}
	var err error
	for _, seat := range seats {
		head, e := http11(ears[seat].d.in)
		if e != nil {
			return e
		}
		if s.First[seat], err = events(seat, "event: current"); err != nil {
			return err
		}
		s.First[seat] = append(head, s.First[seat]...)
	}
	settle()
	for seat := range ears { // what coming in has changed on the host's page
		for ears[seat].d.in.Buffered() > 0 || seat == "host" {
			ears[seat].d.conn.SetReadDeadline(soon())
			if _, err := ears[seat].d.in.ReadString('\n'); err != nil {
				break
			}
		}
		ears[seat].d.conn.SetReadDeadline(never)
	}
	for range calls {
		if err := m.tap(); err != nil {
			return err
		}
		for _, seat := range seats {
			event, err := events(seat, "event: regions")
			if err != nil {
				return err
			}
			s.Moves[seat] = append(s.Moves[seat], event)
		}
	}
	body, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "script.json"), body, 0o600)
}

// http11 reads the head of an answer as it came.
func http11(in *bufio.Reader) ([]byte, error) {
	var head []byte
	for !strings.HasSuffix(string(head), "\r\n\r\n") {
		line, err := in.ReadString('\n')
		if err != nil {
			return nil, err
		}
		head = append(head, line...)
	}
	return head, nil
}
