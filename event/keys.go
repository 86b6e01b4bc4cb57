package event

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"slices"
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

// Lost says why a device that had a seat has it no more, and what to do. It is empty
// when nobody took it away: the ticket is not one of this record's.
func (e *Evening) Lost(s Seat) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.truth.lost(s)
}

func (t truth) lost(s Seat) string {
	isJudge := func(j judge) bool { return j.seat == s }
	ofSide := s.Role() == "gm" || s.Role() == "qm" || s.Role() == "questions" && s != ReserveEditor
	switch {
	case s.player() != 0:
		return "This page was one player's in one match. If this post is yours now, ask your Game Master for its link."
	case s.Role() == "judge" && t.renewed[s] > 0 && !slices.ContainsFunc(t.match.judges, isJudge):
		return "The host took this judge's seat away. If that is a mistake, ask the host."
	case ofSide && t.swapped[s] > 0 && t.swapped[s] == t.renewed[s]:
		return "The teams changed sides for the next match, so this seat has a new link: ask the host for it."
	case t.renewed[s] > 0:
		return "This seat was given to another device. If that is a mistake, ask the host."
	}
	return ""
}

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
