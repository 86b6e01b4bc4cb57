package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"

	"biblechess/event"
	"biblechess/event/store"
)

// duty is what a laptop does with its evening.
type duty string

const (
	stops     duty = ""
	leads     duty = "leads"
	follows   duty = "follows"
	stoodDown duty = "stood down" // follows, and does not take over by itself
)

// Timing of two laptops.
const (
	askPatience   = 2 * time.Second // for an answer of the other laptop
	askEvery      = 3 * time.Second
	handPatience  = 10 * time.Second // for a match to be handed over
	handResume    = 15 * time.Second // after which one that nobody took goes on
	movingOnWords = "The match is moving to the second laptop: open it there in a moment."
)

// kept is what a laptop remembers of the other over a restart, in a small file
// beside the data file.
type kept struct {
	Evening string `json:"evening"`         // the sum of the first entry
	Duty    duty   `json:"duty"`            //
	Other   string `json:"other"`           // the other laptop's address
	Term    int    `json:"term"`            // how often the match was taken over, as far as is known
	Split   int64  `json:"split"`           // the last entry when this laptop took over
	Firm    bool   `json:"firm,omitempty"`  // somebody has decided that this laptop's record holds
	Common  int64  `json:"common,omitzero"` // entries that both have, where this one has stood down
}

// claim is what one laptop says to the other.
type claim struct {
	From  string `json:"from"`
	Leads bool   `json:"leads"`
	Term  int    `json:"term"`
	Split int64  `json:"split"`
	Firm  bool   `json:"firm"`
	Last  int64  `json:"last"`
	Given int64  `json:"given"` // the last entry that somebody gave, not the program
	Epoch string `json:"epoch"` // made up at this laptop's start
	Echo  string `json:"echo"`  // the other's epoch, as far as known: then this is no old claim
	Nonce string `json:"nonce"` // to be answered
	Yield bool   `json:"yield"` // hand the match over
	Proof string `json:"proof"`
}

func (c claim) text(way string) string {
	c.Proof = ""
	b, _ := json.Marshal(c)
	return way + "|" + string(b)
}

// yieldsTo tells whether a laptop that leads stands down on hearing that the
// other leads too.
func (c claim) yieldsTo(o claim) bool {
	newer, older := c, o
	if o.Term > c.Term || o.Term == c.Term && (o.Given > c.Given || o.Given == c.Given && o.From > c.From) {
		newer, older = o, c
	}
	loser := older
	if !newer.Firm && older.Given > newer.Split && newer.Given <= newer.Split {
		loser = newer
	}
	return loser == c
}

// self is the record as this laptop holds it now.
type self interface {
	Prove(text string) string
	Reached() (last, given int64)
}

// pair is the other laptop, as this one knows it. It is also the record that
// a second laptop follows.
type pair struct {
	path   string
	log    *slog.Logger
	epoch  string
	client *http.Client

	mu      sync.Mutex
	kept    kept
	own     string // address
	self    self
	file    *store.File
	halt    func(words string)
	end     context.CancelFunc
	next    duty      // what comes after the present duty
	anew    bool      // the record is to be set aside and followed from its beginning
	lone    bool      // it follows nobody just now, so another address may be taken
	echo    string    // the other's epoch
	led     time.Time // when the other last said that it leads
	resumes *time.Timer
}

// pairFile is where that is kept.
func pairFile(data string) string { return data + "-pair.json" }

func newPair(data string, log *slog.Logger) *pair {
	p := &pair{path: pairFile(data), log: log, epoch: rand.Text(), client: &http.Client{Timeout: askPatience}}
	if b, err := os.ReadFile(p.path); err == nil {
		json.Unmarshal(b, &p.kept)
	}
	return p
}

// begin is told of each duty; end ends it.
func (p *pair) begin(d duty, own string, who self, file *store.File, halt func(string), end context.CancelFunc) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.own, p.self, p.file, p.halt, p.end, p.next = own, who, file, halt, end, stops
	if p.resumes != nil {
		p.resumes.Stop()
		p.resumes = nil
	}
	if p.kept.Duty != d && !(d == follows && p.kept.Duty == stoodDown) {
		p.kept.Duty = d
		if p.kept.Other != "" {
			p.save()
		}
	}
}

// turn ends the present duty for another one; p.mu is held.
func (p *pair) turn(to duty) {
	p.next = to
	p.end()
}

// after is what comes after the duty that has ended.
func (p *pair) after() duty {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.next
}

func (p *pair) remembered() kept {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.kept
}

// change changes what is remembered.
func (p *pair) change(by func(*kept)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	by(&p.kept)
	p.save()
}

// save writes what is remembered; p.mu is held.
func (p *pair) save() {
	b, err := json.Marshal(p.kept)
	if err == nil {
		err = os.WriteFile(p.path+".new", b, 0o600)
	}
	if err == nil {
		err = os.Rename(p.path+".new", p.path)
	}
	if err != nil {
		p.log.Error("what is known of the other laptop could not be kept", "error", err)
	}
}

// remembers gives what puts back the file in which a laptop remembers the other one.
func (p *pair) remembers() (asWas func()) {
	was, err := os.ReadFile(p.path)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch {
		case err == nil:
			err = os.WriteFile(p.path, was, 0o600)
		case errors.Is(err, os.ErrNotExist):
			err = os.Remove(p.path)
		}
		if err != nil {
			p.log.Error("what was known of the other laptop could not be put back", "error", err)
		}
	}
}

// Since, SumAt and Names give the record to the second laptop.
func (p *pair) Since(after int64, limit int) ([]event.Sealed, error) {
	return p.file.Since(after, limit)
}

func (p *pair) SumAt(seq int64) (string, error) { return p.file.SumAt(seq) }

func (p *pair) Names() (map[string]string, error) { return p.file.Names() }

// Remember keeps where the second laptop is.
func (p *pair) Remember(address string) {
	evening, err := p.file.SumAt(1)
	if err != nil {
		return
	}
	p.change(func(k *kept) { k.Evening, k.Other, k.Duty = evening, address, leads })
}

// claimNow is what this laptop says of itself; p.mu is held. Once it has decided
// to follow it leads no more, though its pages are still closing: otherwise the
// other one might stand down in its turn, and nobody would lead.
func (p *pair) claimNow() claim {
	c := claim{From: p.own, Leads: p.halt != nil && p.resumes == nil && p.next != follows, Term: p.kept.Term, Split: p.kept.Split, Firm: p.kept.Firm, Epoch: p.epoch, Echo: p.echo}
	c.Last, c.Given = p.self.Reached()
	return c
}

// Exchange answers the other laptop. The error means that it proved nothing.
func (p *pair) Exchange(said []byte) ([]byte, error) {
	var theirs claim
	if err := json.Unmarshal(said, &theirs); err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !proves(p.self, theirs, "ask") || theirs.Epoch == p.epoch {
		return nil, errors.New("nothing is proved")
	}
	if theirs.Echo == p.epoch {
		p.consider(theirs)
		if theirs.Yield && p.halt != nil {
			p.handOver(theirs)
		}
	}
	mine := p.claimNow()
	mine.Nonce = theirs.Nonce
	mine.Proof = p.self.Prove(mine.text("answer"))
	return json.Marshal(mine)
}

func proves(who self, c claim, way string) bool {
	proof := who.Prove(c.text(way))
	return proof != "" && hmac.Equal([]byte(c.Proof), []byte(proof))
}

// ask asks the other laptop how it stands, and acts on what it hears.
func (p *pair) ask(ctx context.Context, address string, yield bool) (claim, error) {
	p.mu.Lock()
	mine, who := p.claimNow(), p.self
	p.mu.Unlock()
	mine.Nonce, mine.Yield = rand.Text(), yield
	mine.Proof = who.Prove(mine.text("ask"))
	body, err := json.Marshal(mine)
	if err != nil {
		return claim{}, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address+"/pair", bytes.NewReader(body))
	if err != nil {
		return claim{}, err
	}
	r.Header.Set("Content-Type", "application/json")
	got, err := p.client.Do(r)
	if err != nil {
		return claim{}, err
	}
	defer got.Body.Close()
	var theirs claim
	err = json.NewDecoder(io.LimitReader(got.Body, 4<<10)).Decode(&theirs)
	if err != nil || got.StatusCode != http.StatusOK || theirs.Nonce != mine.Nonce || !proves(who, theirs, "answer") {
		return claim{}, fmt.Errorf("%s did not prove that it holds this evening's record", address)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.echo = theirs.Epoch
	if who == p.self {
		p.consider(theirs)
	}
	return theirs, nil
}

// consider acts on what the other laptop says of itself; p.mu is held.
func (p *pair) consider(theirs claim) {
	p.echo = theirs.Epoch
	if !theirs.Leads {
		return
	}
	if p.halt == nil {
		p.led = time.Now()
		if p.lone && theirs.From != "" && theirs.From != p.kept.Other {
			p.kept.Other = theirs.From // its address has changed
			p.save()
		}
		return
	}
	if mine := p.claimNow(); p.next == stops && mine.yieldsTo(theirs) {
		p.log.Info("the match goes on at the other laptop", "address", theirs.From)
		p.standDown(theirs, min(mine.Last, max(theirs.Split, mine.Split)))
	}
}

// standDown leaves the match to the other laptop; p.mu is held.
func (p *pair) standDown(theirs claim, common int64) {
	p.kept.Duty, p.kept.Other, p.kept.Common = stoodDown, theirs.From, common
	p.kept.Term, p.kept.Firm = max(p.kept.Term, theirs.Term), false
	p.save()
	if p.end != nil {
		p.turn(follows)
	}
}

// handOver lets no further command in, and stands down once the other laptop has
// all that there is; p.mu is held.
func (p *pair) handOver(theirs claim) {
	if p.resumes == nil {
		p.halt(movingOnWords)
		halt := p.halt
		p.resumes = time.AfterFunc(handResume, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			if p.resumes != nil && p.next == stops {
				p.resumes = nil
				halt("") // nobody came for it: the match goes on here
			}
		})
	}
	if last, _ := p.self.Reached(); theirs.Last >= last && p.next == stops {
		p.resumes.Stop()
		p.resumes = nil
		p.standDown(theirs, last)
	}
}

// takeOver makes this laptop lead from what it holds. Whoever follows must have
// stopped.
func (p *pair) takeOver(evening string, firm bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	last, _ := p.self.Reached()
	p.kept.Evening, p.kept.Duty, p.kept.Term, p.kept.Split, p.kept.Firm, p.kept.Common = evening, leads, p.kept.Term+1, last, firm, 0
	p.save()
	if p.end != nil {
		p.turn(leads)
	}
}

// silent is how long the other laptop has not said that it leads.
func (p *pair) silent() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Since(p.led)
}

// watch asks the other laptop from time to time, until ctx is done: so one that
// was cut off hears of it, and one that follows hears where this one is now.
func (p *pair) watch(ctx context.Context, own func() string) {
	tick := time.NewTicker(askEvery)
	defer tick.Stop()
	for {
		if other := p.remembered().Other; other != "" {
			address := own()
			p.mu.Lock()
			p.own = address
			p.mu.Unlock()
			p.ask(ctx, other, false)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
