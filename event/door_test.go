package event

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"biblechess/event/chess"
)

// gate is a store whose commits wait until the test lets them through.
type gate struct {
	*memory
	come chan int   // tells how many entries want in
	let  chan error // lets them, or fails them
}

func (g gate) Append(list []Addition) error {
	g.come <- len(list)
	if err := <-g.let; err != nil {
		return err
	}
	return g.memory.Append(list)
}

// gated is a match whose commits wait for the test.
func gated(t *testing.T) (*game, gate) {
	g := begin(t, setup{judges: 3})
	held := gate{g.store, make(chan int), make(chan error)}
	g.Evening.store = held
	return g, held
}

// waits until so many commands wait for the writer.
func (g *game) waits(n int) {
	g.Helper()
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		g.door.mu.Lock()
		waiting := len(g.door.waiting)
		g.door.mu.Unlock()
		if waiting == n {
			return
		}
	}
	g.Fatalf("in vain was waited for %d commands", n)
}

// answer is what came of a command.
type answer struct {
	seq int64
	err error
}

// give gives a command without waiting for its answer, and waits until it is
// the n-th that the writer has not taken.
func (g *game) give(n int, by Seat, once string, c Command) chan answer {
	g.Helper()
	done := make(chan answer, 1)
	go func() {
		seq, err := g.Do(by, once, c)
		done <- answer{seq, err}
	}()
	if n > 0 {
		g.waits(n)
	}
	return done
}

func reasonOf(err error) Reason {
	var p *Problem
	if errors.As(err, &p) {
		return p.Reason
	}
	return ""
}

// 64 commands at once are two commits: the first alone, and all that came
// while the disk was busy. None is answered or seen before it is durable.
func TestDo_64AtOnceAreTwoCommits(t *testing.T) {
	g, disk := gated(t)
	first := g.give(0, Host, "", NameMatch{"Evening 0", "Lions", "Shepherds"})
	if n := <-disk.come; n != 1 {
		t.Fatalf("the first commit is of %d entries", n)
	}
	var others []chan answer
	for n := 1; n < 64; n++ {
		others = append(others, g.give(n, Host, "", NameMatch{fmt.Sprint("Evening ", n), "Lions", "Shepherds"}))
	}
	before, changed := g.Watch()
	disk.let <- nil
	if a := <-first; a.err != nil {
		t.Fatal(a.err)
	}
	<-changed
	if n := <-disk.come; n != 63 {
		t.Fatalf("the second commit is of %d entries", n)
	}
	if now, _ := g.Watch(); now != before+1 || g.hall().Match != "Evening 0" {
		t.Errorf("while the disk is busy the hall sees %q", g.hall().Match)
	}
	for _, o := range others {
		select {
		case a := <-o:
			t.Fatalf("a command is answered before it is durable: %v", a)
		default:
		}
	}
	disk.let <- nil
	last := int64(0)
	for i, o := range others {
		a := <-o
		if a.err != nil || last != 0 && a.seq != last+1 {
			t.Errorf("command %d: entry %d after %d, %v", i+1, a.seq, last, a.err)
		}
		last = a.seq
	}
	if now, _ := g.Watch(); now != before+2 || g.hall().Match != "Evening 63" {
		t.Errorf("the hall sees %q", g.hall().Match)
	}
}

// during is a command in whose deciding something else happens.
type during struct {
	NameMatch
	happens func()
}

func (d during) decide(t truth, by Seat, env env) (decision, error) {
	d.happens()
	return d.NameMatch.decide(t, by, env)
}

// Who comes while a batch is being decided shares its commit.
func TestDo_TakesAlongWhoComesMeanwhile(t *testing.T) {
	g, disk := gated(t)
	var second chan answer
	first := g.give(0, Host, "", during{NameMatch{"Evening 0", "Lions", "Shepherds"}, func() {
		second = g.give(1, Host, "", NameMatch{"Evening 1", "Lions", "Shepherds"})
	}})
	if n := <-disk.come; n != 2 {
		t.Errorf("the commit is of %d entries", n)
	}
	disk.let <- nil
	if one, two := <-first, <-second; one.err != nil || two.err != nil || two.seq != one.seq+1 || g.hall().Match != "Evening 1" {
		t.Errorf("they are %v and %v, and the hall sees %q", one, two, g.hall().Match)
	}
}

// A commit that fails takes its whole batch with it, refusals too: they were
// decided on what did not happen.
func TestDo_AFailedCommitIsToldToAll(t *testing.T) {
	g, disk := gated(t)
	white := GameMaster(chess.White)
	first := g.give(0, Host, "", NameMatch{"Evening", "Lions", "Shepherds"})
	<-disk.come
	about := g.about()
	call := g.give(1, white, "tap", Call{From: "e2", To: "e4", About: about})
	again := g.give(2, white, "tap", Call{From: "e2", To: "e4", About: about})
	late := g.give(3, white, "other", Call{From: "d2", To: "d4", About: about})
	disk.let <- nil
	<-first
	truth, version := g.truth, g.version
	if n := <-disk.come; n != 1 {
		t.Fatalf("the second commit is of %d entries", n)
	}
	disk.let <- errors.New("the disk is full: make room on it, then try again")
	for name, done := range map[string]chan answer{"the call": call, "the same tap": again, "a late one": late} {
		if a := <-done; a.seq != 0 || reasonOf(a.err) != Unsaved || !strings.Contains(a.err.Error(), "the disk is full") {
			t.Errorf("%s: %d, %v", name, a.seq, a.err)
		}
	}
	if g.truth.seq != truth.seq || g.version != version {
		t.Error("what could not be saved has changed something")
	}
	// The same tap is not taken for one that was accepted.
	call = g.give(0, white, "tap", Call{From: "e2", To: "e4", About: about})
	<-disk.come
	disk.let <- nil
	if a := <-call; a.err != nil || g.stands("e4") == "" {
		t.Errorf("once more: %v", a.err)
	}
}

// Each command is decided on what those before it in its batch come to.
func TestDo_ABatchIsDecidedInItsOrder(t *testing.T) {
	g, disk := gated(t)
	white := GameMaster(chess.White)
	first := g.give(0, Host, "", NameMatch{"Evening", "Lions", "Shepherds"})
	<-disk.come
	about := g.about()
	call := g.give(1, white, "tap", Call{From: "e2", To: "e4", About: about})
	again := g.give(2, white, "tap", Call{From: "e2", To: "e4", About: about})
	late := g.give(3, white, "other", Call{From: "d2", To: "d4", About: about})
	crash := g.give(4, Host, "", crashes{})
	reply := g.give(5, GameMaster(chess.Black), "", Call{From: "e7", To: "e5", About: about + 1})
	disk.let <- nil
	<-first
	if n := <-disk.come; n != 2 {
		t.Errorf("the second commit is of %d entries", n)
	}
	disk.let <- nil
	called, same := <-call, <-again
	if called.err != nil || same != called {
		t.Errorf("a tap is answered %v, the same tap %v", called, same)
	}
	if a := <-late; reasonOf(a.err) != Stale {
		t.Errorf("a second call of the same turn: %v", a.err)
	}
	if a := <-crash; a.err == nil || strings.Contains(a.err.Error(), "a secret") {
		t.Errorf("a command that crashes: %v", a.err)
	}
	if a := <-reply; a.err != nil || a.seq != called.seq+1 {
		t.Errorf("the reply: %v", a)
	}
}

// crashes is a command with a fault.
type crashes struct{}

func (crashes) decide(truth, Seat, env) (decision, error) { panic("a secret") }

// Commands that come all the time never lose one and never wait for ever.
func TestDo_ManyForAWhile(t *testing.T) {
	g := begin(t, setup{})
	before := g.truth.seq
	var all sync.WaitGroup
	for n := range 16 {
		all.Go(func() {
			for i := range 50 {
				if _, err := g.Do(Host, fmt.Sprint(n, i), NameMatch{fmt.Sprint("Evening ", n, i), "Lions", "Shepherds"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if g.truth.seq != before+16*50 {
		t.Errorf("%d of %d commands became entries", g.truth.seq-before, 16*50)
	}
}
