package event

import (
	"errors"
	"fmt"

	"biblechess/event/chess"
	"biblechess/questions"
)

// Command is something that the holder of a seat asks for. It is decided
// against the truth and becomes one entry, or is refused and changes nothing.
type Command interface {
	decide(t truth, by Seat, env env) (decision, error)
}

// decision is the entry that a command becomes, with the names of people that
// are kept beside the record (R4). A decision without a fact changes nothing.
type decision struct {
	fact  fact
	names map[string]string
}

// env is what is not pure; whatever a command takes from it, it writes into
// its entry.
type env struct {
	now     int64 // milliseconds
	present func(Seat) bool
	settled bool            // pages have had time to come back since the program started
	lot     func(n int) int // a blind pick from 0 to n-1
	names   map[string]string
}

// name is what is kept beside the record under an id (R4); empty once it is wiped.
func (e env) name(id person) string { return e.names[string(id)] }

// Reason is why a command changed nothing.
type Reason string

// The reasons.
const (
	Stale     Reason = "stale"     // it was about something that has passed
	Refused   Reason = "refused"   // the rules do not allow it
	Forbidden Reason = "forbidden" // this seat may not do it
	Malformed Reason = "malformed" // it can't be understood
	Unsaved   Reason = "unsaved"   // it could not be made durable
	Moved     Reason = "moved"     // the match goes on at another laptop
)

// Problem is a command that changed nothing, said in one plain sentence to
// whoever gave it.
type Problem struct {
	Reason Reason
	Clause string // of the rules, where one is the reason
	Square string // that stands in the way, or ""
	Words  string

	Row     int           // of a command about many questions, counted from 1; 0: none
	Current []CurrentText // of questions that somebody else has changed meanwhile
}

// CurrentText is a question as it stands now, for an editor who saw it otherwise.
type CurrentText struct {
	ID       string           `json:"question"`
	Revision int              `json:"revision"`
	Labelled int              `json:"labelled"`
	Text     questions.Text   `json:"text"`
	Labels   questions.Labels `json:"labels"`
}

// Error is the sentence.
func (p *Problem) Error() string { return p.Words }

func malformed(format string, args ...any) error {
	return &Problem{Reason: Malformed, Words: fmt.Sprintf(format, args...)}
}

func refused(clause, format string, args ...any) error {
	return &Problem{Reason: Refused, Clause: clause, Words: fmt.Sprintf(format, args...)}
}

func stale(what string) error {
	return &Problem{Reason: Stale, Words: what + " has changed meanwhile: look again, then decide."}
}

// only lets nobody but the holders of the given roles pass.
func only(by Seat, roles ...string) error {
	for _, r := range roles {
		if by.Role() == r {
			return nil
		}
	}
	return &Problem{Reason: Forbidden, Words: fmt.Sprintf("%s can't do this: open the page of the right seat.", by.Name())}
}

// inSetUp passes while the match is being set up.
func (t truth) inSetUp() error {
	if t.match.phase != SetUp {
		return refused("", "The match has started, so this can't be changed any more.")
	}
	return nil
}

// playing passes while the match is being played.
func (t truth) playing() error {
	switch t.match.phase {
	case SetUp:
		return refused("", "The match has not started yet: the host starts it.")
	case Ended, Closed:
		return refused("R5", "The match has ended, so nothing more can be called.")
	}
	if p := t.match.paused; p != nil {
		return refused("R8", "The match is paused (%s): wait until it goes on (R8).", p.reason)
	}
	return nil
}

// about passes when a form was about the turn or challenge that is going on, or about
// the end of the match: a late tap can't act on the next one.
func (t truth) about(about int64, what string) error {
	if about == 0 {
		return malformed("The form does not say what it is about: reload the page and try again.")
	}
	if about != t.match.about() {
		return stale(what)
	}
	return nil
}

// open passes while a challenge is open and the form was about it.
func (t truth) open(about int64) (challenge, error) {
	if err := t.playing(); err != nil {
		return challenge{}, err
	}
	c := t.match.play.challenge
	if c == nil {
		if about != 0 && about != t.match.about() {
			return challenge{}, stale("The challenge")
		}
		return challenge{}, refused("", "No challenge is open, so there is nothing to rule on.")
	}
	return *c, t.about(about, "The challenge")
}

// side is the side that a seat serves; only call it for seats that have one.
func (t truth) side(by Seat) chess.Side {
	s, _ := by.Side()
	return s
}

// said turns what the rules refuse into a problem, with the players' names.
func (t truth) said(err error, names map[string]string) error {
	var r *chess.Refusal
	if !errors.As(err, &r) {
		return err
	}
	called := t.names(names)
	p := &Problem{Reason: Refused, Clause: r.Clause, Words: r.Say(called.on)}
	if r.Square != chess.NoSquare {
		p.Square = r.Square.String()
	}
	return p
}
