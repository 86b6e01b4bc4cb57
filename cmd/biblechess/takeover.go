package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"biblechess/event"
	"biblechess/event/store"
	"biblechess/event/web"
)

const standbyUsage = `biblechess standby -of ADDRESS [flags]
    Follows the match on another laptop, as http://192.168.1.20:8080, and takes
    it over on the host's word or when that laptop is gone: same seats, same
    links, same pass, at this laptop's address.

    It needs the host's pass once. It can be stopped and started again. What it
    shows on its own address says where the match is and how far it follows.
    When the first laptop has been silent for -after, it takes over by itself;
    the first, when it comes back, sees that and sends everybody on. When both
    were used while they could not reach each other, the one that took over
    wins; the other one's file keeps what only it has, and its page says how
    much that is. When only the first was used, the first goes on.
`

// standbyVerb reads the flags of the verb and runs it.
func standbyVerb(ctx context.Context, args []string, in io.Reader, out, log io.Writer) error {
	o := Options{In: in, Out: out, Log: log}
	flags := runFlags("biblechess standby", &o, standbyUsage)
	flags.StringVar(&o.Of, "of", "", "address of the first laptop")
	flags.StringVar(&o.Pass, "pass", "", "the host's pass (default: asked for)")
	o.After = 30 * time.Second
	flags.Var((*silence)(&o.After), "after", "silence of the first laptop after which this one takes over by itself, like 45s or 2m, without a unit seconds; 0 for never")
	flags.StringVar(&o.Data, "data", "", "data file (default: standby.db in your data folder)")
	if err := parse(flags, args, log); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("%q is one word too many: see biblechess standby -help", flags.Arg(0))
	}
	of, err := firstAddress(o.Of)
	if err != nil {
		return err
	}
	if o.Of = of; o.Data == "" {
		if o.Data, err = dataFile("standby.db"); err != nil {
			return err
		}
	}
	return Run(ctx, o)
}

// silence is a flag: a length of time that is not negative.
type silence time.Duration

func (s *silence) String() string { return time.Duration(*s).String() }

// Set reads it; a number alone is seconds.
func (s *silence) Set(typed string) error {
	d, err := time.ParseDuration(typed)
	if err != nil {
		d, err = time.ParseDuration(typed + "s")
	}
	if err != nil || d < 0 {
		return errors.New("it is a length of time, like 45s or 2m, or 0 for never")
	}
	*s = silence(d)
	return nil
}

// firstAddress reads where the first laptop is.
func firstAddress(typed string) (string, error) {
	if typed == "" {
		return "", errors.New("say which laptop to follow: biblechess standby -of http://192.168.1.20:8080")
	}
	if !strings.Contains(typed, "://") {
		typed = "http://" + typed
	}
	address, err := web.ParseAddress(typed)
	if err != nil {
		if u, not := url.Parse(typed); not == nil && u.Host != "" {
			bare := "http://" + u.Host
			if _, not := web.ParseAddress(bare); not == nil && u.Scheme == "http" {
				return "", fmt.Errorf("%q is the address of a page, not of a laptop: type -of %s", typed, bare)
			}
		}
		return "", fmt.Errorf("%q is not an address of a laptop: it looks like http://192.168.1.20:8080", typed)
	}
	if strings.HasPrefix(address, "https:") {
		return "", errors.New("the two laptops talk over plain http: give the first laptop's address that begins with http://, which it has beside the one for tablets that trust it")
	}
	return address, nil
}

// firstDuty is what the program starts with: what it did when it was stopped,
// unless the other laptop has taken the match over meanwhile.
func (o Options) firstDuty(ctx context.Context, p *pair, on *net.TCPAddr, log *slog.Logger) (duty, error) {
	p.mu.Lock()
	k := p.kept
	p.mu.Unlock()
	begins := leads
	if o.Of != "" {
		begins = follows
	}
	if k.Other == "" {
		p.kept = kept{Other: o.Of}
		return begins, nil
	}
	r, err := readRecord(o.Data)
	if err != nil {
		return stops, o.unopened(err)
	}
	record, err := event.OpenFollower(r)
	if err != nil {
		return stops, o.unopened(err)
	}
	if len(r.entries) == 0 || store.SumOf(r.entries[:1]) != k.Evening {
		// It is of another evening that was in this place.
		p.kept = kept{Other: o.Of}
		return begins, nil
	}
	if k.Duty == leads || o.Of == "" {
		o.Of = k.Other
	}
	p.begin(k.Duty, o.own(on), record, nil, nil, nil)
	p.mu.Lock()
	p.kept.Other = o.Of
	p.mu.Unlock()
	theirs, err := p.ask(ctx, o.Of, false)
	there := err == nil && theirs.Leads
	switch {
	case o.Anyway:
		p.mu.Lock()
		p.kept.Term = max(p.kept.Term, theirs.Term)
		p.mu.Unlock()
		p.takeOver(k.Evening, true)
		return leads, nil
	case k.Duty == leads:
		p.mu.Lock()
		defer p.mu.Unlock()
		mine := p.claimNow()
		if there && mine.yieldsTo(theirs) {
			p.standDown(theirs, min(mine.Last, max(theirs.Split, mine.Split)))
			return follows, nil
		}
		return leads, nil
	case k.Duty == follows && begins == leads && !there:
		// Whoever starts the copy as the match itself means it.
		p.takeOver(k.Evening, false)
		return leads, nil
	}
	return follows, nil
}

// askPass asks for the host's pass on the terminal, where it was not given.
func (o Options) askPass() func() (string, error) {
	return func() (string, error) {
		if o.Pass != "" {
			return o.Pass, nil
		}
		if o.In == nil {
			return "", errors.New("the host's pass is needed: give it with -pass")
		}
		fmt.Fprint(o.Log, "The host's pass of the match to follow, like ABCD-2345: ")
		line, err := bufio.NewReader(o.In).ReadString('\n')
		if line = strings.TrimSpace(line); line == "" {
			return "", errors.Join(errors.New("the host's pass is needed: give it with -pass"), err)
		}
		return line, nil
	}
}

// watch takes the match over when the other laptop has been silent for long
// enough, unless this one was never level with it: then what it holds may be of
// last week. One that says that it leads is not silent, though this one finds no
// way to it.
func (s *standby) watch(ctx context.Context) {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		s.mu.Lock()
		due := s.alone() && s.level && s.state == "searching" && time.Since(s.heard) > s.o.After
		s.mu.Unlock()
		if due && s.p.silent() > s.o.After && !s.cutOff() {
			s.log.Info("the first laptop is silent: taking the match over")
			if err := s.lead(false); err == nil {
				return
			}
		}
	}
}

// alone tells whether this laptop takes over by itself at all.
func (s *standby) alone() bool { return s.o.After > 0 && s.p.remembered().Duty != stoodDown }

// aloneWord says that to the other laptop.
func (s *standby) aloneWord() string {
	if s.alone() {
		return "1"
	}
	return "0"
}

// cutOff tells whether it is this laptop that has lost the network.
func (s *standby) cutOff() bool {
	u, err := url.Parse(s.of())
	if err != nil || !s.on.IP.IsUnspecified() {
		return false
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil && a.IsLoopback() {
		return false
	}
	own, err := url.Parse(web.Addresses(s.on, "")[0].URL)
	return err == nil && own.Hostname() == "127.0.0.1"
}

// TakeOver makes the match go on here, by the host's word. The other laptop
// hands it over where it can be reached.
func (s *standby) TakeOver() error {
	s.mu.Lock()
	firm := s.state == "differs"
	s.mu.Unlock()
	if !firm {
		s.handedOver()
	}
	return s.lead(firm)
}

// handedOver waits until the other laptop has handed over all that it has, or
// can't be reached.
func (s *standby) handedOver() {
	ctx, cancel := context.WithTimeout(context.Background(), handPatience)
	defer cancel()
	for ctx.Err() == nil {
		// The first asking makes the two known to each other.
		theirs, err := s.p.ask(ctx, s.of(), true)
		if last, _ := s.follower().Reached(); err != nil || !theirs.Leads && last >= theirs.Last {
			if err == nil {
				s.p.ask(ctx, s.of(), true) // and has heard that all is here
			}
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// lead stops following and makes this laptop lead.
func (s *standby) lead(firm bool) error {
	s.deciding.Lock()
	defer s.deciding.Unlock()
	s.mu.Lock()
	evening := s.evening
	s.mu.Unlock()
	if evening == "" {
		return errors.New("this laptop holds nothing of the match yet")
	}
	s.stop()
	<-s.stopped
	if s.p.after() == stops {
		s.p.takeOver(evening, firm)
	}
	return nil
}

// FollowAnew sets the record aside and follows the other laptop's.
func (s *standby) FollowAnew() error {
	s.p.mu.Lock()
	defer s.p.mu.Unlock()
	s.p.anew = true
	s.p.kept.Common = 0
	s.p.save()
	s.p.turn(follows)
	return nil
}

// Status is how this laptop follows.
func (s *standby) Status() event.StandbyScreen {
	k := s.p.remembered()
	s.mu.Lock()
	defer s.mu.Unlock()
	standing := s.record.Standing()
	c := event.StandbyScreen{
		At: k.Other, Own: s.own(), Has: standing.Public(), State: s.state,
		StoodDown: k.Duty == stoodDown, Trouble: sentences(s.trouble, s.traces),
	}
	last, behind := int64(standing.Entries), s.seen-int64(standing.Entries)
	if !standing.Hidden {
		c.Last = last
	}
	switch s.state {
	case "starting":
		c.Words = "It looks for the match."
	case "following":
		c.Words = "It follows the match and is up to date."
		if behind > 0 && standing.Hidden {
			c.Words = "It follows the match and is not yet up to date."
		} else if behind > 0 {
			c.Words = fmt.Sprintf("It follows the match and is %s behind.", event.Entries(behind))
		}
	case "searching":
		if s.beside != "" {
			c.Words = fmt.Sprintf("The laptop at %s stands by itself, for the match at %s. To follow that one, stop this program and start it with: biblechess standby -of %s", k.Other, s.beside, s.beside)
			break
		}
		c.Words = fmt.Sprintf("The other laptop is silent since %s. It is looked for all the time.", s.heard.Local().Format("15:04:05"))
	case "differs":
		counts := ""
		if s.there > 0 && !standing.Hidden {
			c.There = s.there
			counts = fmt.Sprintf(" This laptop holds %s, that one %s.", event.Entries(last), event.Entries(s.there))
		}
		c.Words = "The record there is another one than the record here, so nothing of it is taken." + counts + " Follow it as it is there, or take the match over to go on from what this laptop holds."
		if s.lost > 0 {
			of := "entries that were accepted on this laptop are"
			if s.lost == 1 {
				of = "entry that was accepted on this laptop is"
			}
			c.Words = fmt.Sprintf("The match goes on at the other laptop. %d %s not in it.%s", s.lost, of, counts)
			c.Kept = s.o.Data
		}
	}
	switch {
	case !s.alone(), s.state == "differs":
		c.By = "It does not take over: somebody has to say so."
	case !s.level:
		c.By = "It does not take over before it has been up to date once since it was started."
	default:
		c.By = fmt.Sprintf("It takes over when the other laptop has been silent for %s.", lengthWords(s.o.After))
	}
	if s.skew > 2*time.Second || s.skew < -2*time.Second {
		c.Trouble = sentences(c.Trouble, fmt.Sprintf("The clocks of the two laptops differ by %s: a clock that runs would jump by that when this laptop takes over", lengthWords(s.skew.Abs())))
	}
	return c
}

// sentences puts what is wrong together, each part a sentence.
func sentences(parts ...string) string {
	var all []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p == "" {
			continue
		}
		if !strings.HasPrefix(p, "http") { // an address keeps its letters
			r, size := utf8.DecodeRuneInString(p)
			p = string(unicode.ToUpper(r)) + p[size:]
		}
		if !strings.HasSuffix(p, ".") {
			p += "."
		}
		all = append(all, p)
	}
	return strings.Join(all, " ")
}

// lengthWords says a length of time in words.
func lengthWords(d time.Duration) string {
	of := func(n float64, unit string) string {
		if n == 1 {
			return "1 " + unit
		}
		return fmt.Sprintf("%g %ss", n, unit)
	}
	switch {
	case d < 2*time.Minute:
		return of(d.Seconds(), "second")
	case d < 2*time.Hour:
		return of(math.Round(d.Minutes()), "minute")
	}
	return of(math.Round(d.Hours()), "hour")
}

// IsPass, Ticket, Holds, JoinCode and Exchange answer for the evening.
func (s *standby) IsPass(typed string) bool { return s.follower().IsPass(typed) }

// Ticket is what a device keeps to hold a seat.
func (s *standby) Ticket(seat event.Seat) string { return s.follower().Ticket(seat) }

// Holds tells whether a ticket is good for a seat.
func (s *standby) Holds(seat event.Seat, ticket string) bool {
	return s.follower().Holds(seat, ticket)
}

// JoinCode is the code of a seat's link.
func (s *standby) JoinCode(seat event.Seat) string { return s.follower().JoinCode(seat) }

// Exchange answers the other laptop.
func (s *standby) Exchange(said []byte) ([]byte, error) { return s.p.Exchange(said) }

func (s *standby) follower() *event.Follower {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.record
}
