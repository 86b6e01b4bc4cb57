package main

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"time"
)

// pair is the program and the bare loop with as many streams open.
type pair struct {
	match *match
	bare  *bare
	crowd *crowd
	halls [2]*hall // the program's, the bare loop's
	count int
}

// pairOf starts both.
func (p plan) pairOf(streams int) (*pair, error) {
	data, err := p.copyFile()
	if err != nil {
		return nil, err
	}
	m, err := play(p.binary, data, 0)
	if err != nil {
		return nil, err
	}
	return beside(m, filepath.Dir(data), streams)
}

// beside starts the bare loop of a match, with its files in a folder.
func beside(m *match, folder string, streams int) (*pair, error) {
	q := &pair{match: m, count: streams}
	err := record(m, folder)
	if err != nil {
		return nil, fmt.Errorf("the script of the bare loop: %w", err)
	}
	if q.bare, err = startBare(folder, "0"); err != nil {
		return nil, err
	}
	if q.crowd, err = newCrowd(); err != nil {
		return nil, err
	}
	q.halls = [2]*hall{{addr: q.match.addr, pages: newPages()}, {addr: q.bare.addr, pages: newPages()}}
	return q, nil
}

func (q *pair) close() {
	q.crowd.close()
	q.match.kill()
	q.bare.kill()
}

// staff is how many of a hall's streams are at the staff's pages.
const staff = 20

// join opens all streams of a hall, the staff's anywhere among them, and tells
// how long it took until each had its page.
func (q *pair) join(h *hall) (time.Duration, error) {
	order := rand.New(rand.NewPCG(1, uint64(q.count))).Perm(q.count)
	began := time.Now()
	for _, n := range order {
		v := &viewer{seat: "board"}
		if n < min(staff, q.count/2) {
			v.seat, v.staff = staffSeats[n%len(staffSeats)], true
		}
		if err := q.crowd.join(h, v, q.match.cookies[v.seat]); err != nil {
			return 0, err
		}
	}
	err := q.crowd.allReady(h, q.count)
	return time.Since(began), err
}

// sample is what so many moves of each came to.
type sample struct {
	all, staff, last [2][]time.Duration
	cpu              [2]time.Duration // of a move
}

// moves takes turns between the two.
func (q *pair) moves(n int) (s sample, err error) {
	taps := [2]func() error{q.match.tap, q.bare.tap}
	before := [2]time.Duration{q.match.cpu(), q.bare.cpu()}
	for range n {
		for i, h := range q.halls {
			q.crowd.tap(h)
			if err := taps[i](); err != nil {
				return s, err
			}
			all, staff, err := q.crowd.times(h)
			if err != nil {
				return s, fmt.Errorf("streams of %s: %w", [2]string{"the program", "the bare loop"}[i], err)
			}
			s.all[i], s.staff[i] = append(s.all[i], all...), append(s.staff[i], staff...)
			s.last[i] = append(s.last[i], slices.Max(all))
			time.Sleep(10 * time.Millisecond)
		}
	}
	s.cpu = [2]time.Duration{(q.match.cpu() - before[0]) / time.Duration(n), (q.bare.cpu() - before[1]) / time.Duration(n)}
	return s, nil
}

// streams measures a move's way to all screens, what a stream costs, the staff
// beside the crowd, and all joining anew after a crash.
func streams(p plan, tell func(...row)) error {
	cpu, room := map[int][2][]float64{}, map[int][2][]float64{} // by streams: µs of a move, KiB of all
	for _, n := range p.sizes {
		p99 := row{what: fmt.Sprintf("tap to screen, p99, %d streams", n), unit: "ms", goal: 1.3}
		p50 := row{what: fmt.Sprintf("tap to screen, p50, %d streams", n), unit: "ms"}
		last := row{what: fmt.Sprintf("tap to the last screen, median move, %d streams", n), unit: "ms"}
		most := row{what: fmt.Sprintf("tap to the last screen, slowest move, %d streams", n), unit: "ms"}
		staffs := row{what: fmt.Sprintf("the same for %d staff among %d, p99", min(staff, n/2), n), unit: "ms"}
		storm := row{what: fmt.Sprintf("%d join anew after kill -9 and restart", n), unit: "s"}
		if n == slices.Max(p.sizes) {
			staffs.goal, storm.goal = 1.5, 1.5
		}
		for range p.runs {
			q, err := p.pairOf(n)
			if err != nil {
				return err
			}
			s, kib, err := q.onePass(p)
			if err != nil {
				q.close()
				return err
			}
			p99.add(part(s.all[0], 0.99), part(s.all[1], 0.99))
			p50.add(part(s.all[0], 0.5), part(s.all[1], 0.5))
			last.add(part(s.last[0], 0.5), part(s.last[1], 0.5))
			most.add(part(s.last[0], 1), part(s.last[1], 1))
			staffs.add(part(s.staff[0], 0.99), part(s.staff[1], 0.99))
			c, k := cpu[n], room[n]
			for i := range c {
				c[i], k[i] = append(c[i], float64(s.cpu[i].Microseconds())), append(k[i], kib[i])
			}
			cpu[n], room[n] = c, k
			again, err := q.storm(p)
			q.close()
			if err != nil {
				return fmt.Errorf("after a restart: %w", err)
			}
			storm.add(again[0].Seconds(), again[1].Seconds())
		}
		tell(p50, p99, last, most, staffs, storm)
	}
	if least, most := slices.Min(p.sizes), slices.Max(p.sizes); least < most {
		each := row{what: fmt.Sprintf("CPU of an extra spectator and move, %d to %d", least, most), unit: "µs", goal: 1.5}
		// What a program has in memory before anybody comes is no stream's, and
		// partly garbage: so this too is told of an extra one.
		memory := row{what: fmt.Sprintf("memory of an extra stream, %d to %d", least, most), unit: "KiB", goal: -12}
		for i := range p.runs {
			slope := func(of map[int][2][]float64, side int) float64 {
				return (of[most][side][i] - of[least][side][i]) / float64(most-least)
			}
			each.add(slope(cpu, 0), slope(cpu, 1))
			memory.add(slope(room, 0), slope(room, 1))
		}
		tell(each, memory)
	}
	return nil
}

// onePass opens the streams of both and makes the moves.
func (q *pair) onePass(p plan) (s sample, kib [2]float64, err error) {
	before := [2]float64{q.match.memory(), q.bare.memory()}
	for _, h := range q.halls {
		if _, err = q.join(h); err != nil {
			return
		}
	}
	settle()
	if s, err = q.moves(p.moves); err != nil {
		return
	}
	kib = [2]float64{q.match.memory() - before[0], q.bare.memory() - before[1]}
	err = q.crowd.same(q.halls[0], q.match.cookies)
	return
}

// storm kills both, starts them again at the same address, and has all streams
// join anew at once.
func (q *pair) storm(p plan) (took [2]time.Duration, err error) {
	for i, h := range q.halls {
		q.crowd.leave(h)
		if i == 0 {
			q.match.kill()
			again, err := play(p.binary, q.match.links.Data, h.addr.Port())
			if err != nil {
				return took, err
			}
			again.ply = q.match.ply
			q.match = again
		} else {
			q.bare.kill()
			if q.bare, err = startBare(q.bare.folder, fmt.Sprint(h.addr.Port())); err != nil {
				return took, err
			}
		}
		h.pages = newPages()
		if took[i], err = q.join(h); err != nil {
			return took, err
		}
	}
	settle()
	if _, err := q.moves(2); err != nil {
		return took, err
	}
	return took, q.crowd.same(q.halls[0], q.match.cookies)
}

// stalled measures the others beside a tenth more who never read. Both figures
// are against the bare loop in the same moment.
func stalled(p plan, tell func(...row)) error {
	n := p.sizes[len(p.sizes)/2]
	r := row{what: fmt.Sprintf("p99 of %d beside %d who never read ÷ without (each ÷ bare)", n, n/10), unit: "", goal: 1.1}
	for range p.runs {
		q, err := p.pairOf(n)
		if err != nil {
			return err
		}
		with, without, err := q.withDeaf(p)
		q.close()
		if err != nil {
			return err
		}
		r.add(with, without)
	}
	tell(r)
	return nil
}

func (q *pair) withDeaf(p plan) (with, without float64, err error) {
	for _, h := range q.halls {
		if _, err = q.join(h); err != nil {
			return
		}
	}
	settle()
	s, err := q.moves(p.moves)
	if err != nil {
		return
	}
	without = part(s.all[0], 0.99) / part(s.all[1], 0.99)
	for range q.count / 10 {
		if err = q.crowd.join(q.halls[0], &viewer{seat: "board", deaf: true}, ""); err != nil {
			return
		}
	}
	settle()
	if s, err = q.moves(p.moves); err != nil {
		return
	}
	with = part(s.all[0], 0.99) / part(s.all[1], 0.99)
	return with, without, q.crowd.same(q.halls[0], q.match.cookies)
}

// festival runs many matches at once in one program, each beside a bare loop.
func festival(p plan, tell func(...row)) error {
	const each, atStaff = 40, 8
	var pairs []*pair
	defer func() {
		for _, q := range pairs {
			q.close()
		}
	}()
	shared, err := newCrowd()
	if err != nil {
		return err
	}
	args := []string{"festival", "-addr", "127.0.0.1:0", "-json"}
	for range p.halls { // each is an evening of its own
		folder, err := os.MkdirTemp(p.folder, "hall-")
		if err != nil {
			return err
		}
		data := filepath.Join(folder, "match.db")
		if err := prepare(p.binary, data); err != nil {
			return fmt.Errorf("the match can't be set up: %w", err)
		}
		args = append(args, data)
	}
	program, all, err := started(p.binary, p.halls, args...)
	if err != nil {
		return err
	}
	defer program.kill()
	for _, l := range all {
		at, err := l.at()
		if err != nil {
			return err
		}
		m, err := seated(&process{cmd: program.cmd, addr: at}, l)
		if err != nil {
			return err
		}
		q, err := beside(m, filepath.Dir(l.Data), each)
		if err != nil {
			return err
		}
		pairs = append(pairs, q)
		for _, h := range q.halls {
			for n := range each {
				v := &viewer{seat: "board"}
				if n < atStaff {
					v.seat, v.staff = staffSeats[n], true
				}
				if err := shared.join(h, v, q.match.cookies[v.seat]); err != nil {
					return err
				}
			}
			if err := shared.allReady(h, each); err != nil {
				return err
			}
		}
	}
	settle()
	r := row{what: fmt.Sprintf("tap to screen, p99, %d matches × %d streams at %d moves/s", p.halls, each, p.hallMoves), unit: "ms", goal: 1.3}
	c := row{what: "CPU of all its matches", unit: "cores"}
	for range p.runs {
		var p99, cpu [2]float64
		for side := range 2 {
			busy := program.cpu
			if side == 1 {
				busy = func() (sum time.Duration) {
					for _, q := range pairs {
						sum += q.bare.cpu()
					}
					return sum
				}
			}
			before := busy()
			times, err := perform(p, shared, pairs, side)
			if err != nil {
				return err
			}
			p99[side], cpu[side] = part(times, 0.99), (busy()-before).Seconds()/p.phase.Seconds()
			for _, q := range pairs {
				if err := shared.forget(q.halls[side]); err != nil {
					return err
				}
			}
		}
		r.add(p99[0], p99[1])
		c.add(cpu[0], cpu[1])
	}
	for _, q := range pairs {
		if err := shared.same(q.halls[0], q.match.cookies); err != nil {
			return err
		}
	}
	tell(r, c)
	return nil
}

// perform makes the moves of one phase, at a steady pace whatever they take. Whoever
// measures collects no garbage meanwhile.
func perform(p plan, c *crowd, pairs []*pair, side int) (times []time.Duration, err error) {
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	type part struct {
		times []time.Duration
		err   error
	}
	parts := make(chan part)
	every := time.Duration(len(pairs)) * time.Second / time.Duration(p.hallMoves)
	for n, q := range pairs {
		go func() {
			var mine part
			time.Sleep(every * time.Duration(n) / time.Duration(len(pairs)))
			for began, due := time.Now(), time.Now(); time.Since(began) < p.phase && mine.err == nil; due = due.Add(every) {
				time.Sleep(time.Until(due))
				h, tap := q.halls[side], [2]func() error{q.match.tap, q.bare.tap}[side]
				c.tap(h)
				if mine.err = tap(); mine.err == nil {
					var all []time.Duration
					all, _, mine.err = c.times(h)
					mine.times = append(mine.times, all...)
				}
			}
			parts <- mine
		}()
	}
	for range pairs {
		one := <-parts
		times = append(times, one.times...)
		if one.err != nil {
			err = one.err
		}
	}
	return times, err
}

// ballots measures 64 commands at once over 64 connections, each durable before
// its answer, in raw commits.
func ballots(p plan, tell func(...row)) error {
	const many = 64
	r := row{what: "64 commands at once by HTTP, all answered, ÷ one raw insert", unit: "ms", goal: 2}
	one := row{what: "one command by HTTP, p50, ÷ one raw insert", unit: "ms"}
	for range p.runs {
		data, err := p.copyFile()
		if err != nil {
			return err
		}
		m, err := play(p.binary, data, 0)
		if err != nil {
			return err
		}
		insert, err := stock(filepath.Join(filepath.Dir(data), "raw.db"))
		if err != nil {
			return err
		}
		hosts, err := m.hosts(many)
		if err != nil {
			return err
		}
		settle()
		var raw, all, single []time.Duration
		for round := range p.moves {
			raw = append(raw, timed(func() { err = insert() }))
			single = append(single, timed(func() { err = hosts[0].name(fmt.Sprint("single ", round)) }))
			all = append(all, timed(func() { err = together(hosts, fmt.Sprint("Evening ", round)) }))
			if err != nil {
				return err
			}
		}
		m.kill()
		r.add(part(all, 0.5), part(raw, 0.5))
		one.add(part(single, 0.5), part(raw, 0.5))
	}
	tell(one, r)
	return nil
}

// hosts are devices that hold the host's seat.
func (m *match) hosts(n int) (list []*device, err error) {
	for range n {
		d, err := dial(m.addr)
		if err != nil {
			return nil, err
		}
		d.path, d.cookie = "/host", m.cookies["host"]
		list = append(list, d)
	}
	return list, nil
}

func (d *device) name(name string) error {
	return d.post("match", "match", name, "white", "Lions", "black", "Shepherds")
}

// together gives a command of each device at once.
func together(devices []*device, name string) (err error) {
	answers := make(chan error)
	for i, d := range devices {
		go func() { answers <- d.name(fmt.Sprint(name, " ", i)) }()
	}
	for range devices {
		if e := <-answers; e != nil {
			err = e
		}
	}
	return err
}

func timed(what func()) time.Duration {
	began := time.Now()
	what()
	return time.Since(began)
}

// growth measures a command, a call, a page and a join on a long record of a long
// match against a short one.
func growth(p plan, tell func(...row)) error {
	var matches [2]*match
	var hosts [2]*device
	for i, entries := range p.entries {
		data, err := p.copyFile()
		if err != nil {
			return err
		}
		if matches[1-i], err = play(p.binary, data, 0); err != nil {
			return err
		}
		m := matches[1-i]
		defer m.kill()
		many, err := m.hosts(64)
		if err != nil {
			return err
		}
		for n := 0; n < entries; n += len(many) {
			if err := together(many, fmt.Sprint("Evening ", n)); err != nil {
				return err
			}
		}
		if err := together(many, "The evening"); err != nil { // so that both pages are as long
			return err
		}
		for range p.plies[i] {
			if err := m.tap(); err != nil {
				return err
			}
		}
		hosts[1-i] = many[0]
	}
	settle()
	settle()
	rows := []row{{what: "a command"}, {what: "a call"}, {what: "the host's page"}, {what: "joining a stream"}}
	for i := range rows {
		rows[i].unit, rows[i].goal = "ms", 1.15
		rows[i].what += fmt.Sprintf(", p50, at %d entries and %d plies ÷ at %d and %d", p.entries[1], p.plies[1], p.entries[0], p.plies[0])
	}
	for range p.runs {
		var times [4][2][]time.Duration
		for n := range p.moves * 5 {
			for i, m := range matches {
				for what, do := range []func() error{
					func() error { return hosts[i].name(fmt.Sprint("Evening ", n%10)) },
					m.tap,
					func() error { _, err := hosts[i].ask("GET", "/host", ""); return err },
					m.look,
				} {
					var err error
					times[what][i] = append(times[what][i], timed(func() { err = do() }))
					if err != nil {
						return err
					}
				}
			}
		}
		for i := range rows {
			rows[i].add(part(times[i][0], 0.5), part(times[i][1], 0.5))
		}
	}
	tell(rows...)
	return nil
}

// look joins the board's stream until its page is there.
func (m *match) look() error {
	conn, err := net.Dial("tcp", m.addr.String())
	if err != nil {
		return err
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET /board/live HTTP/1.1\r\nHost: %s\r\n\r\n", m.addr)
	return until(conn, "event: current")
}

// starts measures from exec to the first page, beside a trivial server.
func starts(p plan, tell func(...row)) error {
	r := row{what: "exec to first page ÷ a trivial echo + SQLite + templ server", unit: "ms", goal: 1.2}
	data, err := p.copyFile()
	if err != nil {
		return err
	}
	other := filepath.Join(filepath.Dir(data), "trivial.db")
	for range p.runs {
		var ours, theirs []time.Duration
		for range max(1, p.moves/4) {
			took, err := first(p.binary, "/board", "-addr", "127.0.0.1:0", "-data", data, "-json")
			if err != nil {
				return err
			}
			ours = append(ours, took)
			if took, err = first(p.trivial, "/", other); err != nil {
				return err
			}
			theirs = append(theirs, took)
		}
		r.add(part(ours, 0.5), part(theirs, 0.5))
	}
	tell(r)
	return nil
}
