package event

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"strings"
)

// alphabet is for codes that people type: no letter that looks like another.
var alphabet = base32.NewEncoding("ABCDEFGHJKLMNPQRSTUVWXYZ23456789").WithPadding(base32.NoPadding)

// keyed derives a code from the record's secret; what is derived is not stored.
func (t truth) keyed(purpose string, s Seat, letters int) string {
	mac := hmac.New(sha256.New, t.secret)
	fmt.Fprintf(mac, "%s|%s|%d", purpose, s, t.renewed[s])
	if who := s.player(); who != 0 {
		fmt.Fprintf(mac, "|%d|%s", t.match.number, t.match.who(who))
	}
	return alphabet.EncodeToString(mac.Sum(nil))[:letters]
}

// joinCode is the code of a seat's link; it changes when the seat is given anew.
func (t truth) joinCode(s Seat) string { return t.keyed("join", s, 8) }

// seatGiven is a seat as it was given out for the nth time.
type seatGiven struct {
	seat    Seat
	renewed int
}

// joinCode is the code of a seat's link, worked out once for many pages. A player's
// depends on more.
func (v view) joinCode(s Seat) string {
	kept := v.people.shown
	kept.mu.Lock()
	defer kept.mu.Unlock()
	given := seatGiven{s, v.t.renewed[s]}
	code, there := kept.codes[given]
	if !there {
		code = v.t.joinCode(s)
		if kept.codes == nil {
			kept.codes = map[seatGiven]string{}
		}
		kept.codes[given] = code
	}
	return code
}

// SeatOf finds the seat of a join code, typed in any case.
func (e *Evening) SeatOf(code string) (Seat, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	code = strings.ToUpper(strings.TrimSpace(code))
	for _, s := range AllSeats() {
		if s != Host && same(code, e.truth.joinCode(s)) {
			return s, true
		}
	}
	return "", false
}

// Ticket is what a device keeps in its cookie to hold a seat.
func (e *Evening) Ticket(s Seat) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.truth.keyed("ticket", s, 26)
}

// Holds tells whether a ticket is good for a seat; not after the seat was given
// anew.
func (e *Evening) Holds(s Seat, ticket string) bool { return same(ticket, e.Ticket(s)) }

// JoinCode is the code of a seat's link.
func (e *Evening) JoinCode(s Seat) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.truth.joinCode(s)
}

// Pass opens the host's page on any device; it is printed at the start.
func (e *Evening) Pass() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.truth.pass()
}

func (t truth) pass() string {
	code := t.keyed("pass", Host, 8)
	return code[:4] + "-" + code[4:]
}

// IsPass tells whether what somebody typed is the host's pass.
func (e *Evening) IsPass(typed string) bool { return samePass(typed, e.Pass()) }

func samePass(typed, pass string) bool {
	plain := strings.NewReplacer("-", "", " ", "")
	return same(strings.ToUpper(plain.Replace(typed)), plain.Replace(pass))
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
