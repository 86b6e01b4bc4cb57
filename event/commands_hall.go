package event

import (
	"fmt"
	"strings"

	"biblechess/event/chess"
)

// ShowNames chooses whether public pages show full names (true), or first names
// and nicknames; host only, at any time.
type ShowNames struct{ Full bool }

func (c ShowNames) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if t.hall.fullNames == c.Full {
		return decision{}, nil
	}
	return decision{fact: &namesShown{c.Full}}, nil
}

// SayName says how a name is spoken, for whoever announces; host only, at any
// time. Name is a whole name or one word of names. An empty Say takes it away.
type SayName struct{ Name, Say string }

func (c SayName) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	name, err := needed("The name", c.Name, maxName)
	if err != nil {
		return decision{}, err
	}
	say, err := line("How it is said", c.Say, maxName)
	if err != nil {
		return decision{}, err
	}
	id := person(fmt.Sprintf("s%d", t.seq+1))
	return decision{&nameSaid{id}, map[string]string{string(id): spokenAs(name, say)}}, nil
}

// SteerProjector gives a projector its job; host only, at any time.
type SteerProjector struct {
	Projector int
	Job       Job
}

func (c SteerProjector) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if c.Projector < 1 || c.Projector > MaxProjectors {
		return decision{}, malformed("There are projectors 1 to %d: choose one of them.", MaxProjectors)
	}
	if _, known := jobWords[c.Job]; !known {
		return decision{}, malformed("A projector shows the board, the line-ups, challenges only, or nothing: choose one.")
	}
	if t.hall.job(c.Projector) == c.Job {
		return decision{}, nil
	}
	return decision{fact: &projectorSteered{c.Projector, c.Job}}, nil
}

// MaxProjectors is how many projectors can be steered one by one.
const MaxProjectors = 4

// Job is what a projector shows.
type Job string

// The jobs of projectors. One that was given none shows the board.
const (
	JobBoard     Job = "board"
	JobLineups   Job = "line-ups"
	JobChallenge Job = "challenge"
	JobBlank     Job = "blank"
)

// Jobs lists the jobs in the order in which a host is offered them.
var Jobs = []Job{JobBoard, JobLineups, JobChallenge, JobBlank}

// jobWords are the jobs as a host reads them.
var jobWords = map[Job]string{
	JobBoard: "The board", JobLineups: "The line-ups", JobChallenge: "Challenges only", JobBlank: "Nothing",
}

// Words is the job as a host reads it.
func (j Job) Words() string { return jobWords[j] }

// job is what a projector shows, counted from 1.
func (h hall) job(n int) Job {
	if j := h.jobs[n-1]; j != "" {
		return j
	}
	return JobBoard
}

// spoken is a name as it is spoken: as a whole, else word by word; empty when
// it is spoken as it is written.
func spoken(name string, says []SayLine) string {
	words := strings.Fields(name)
	found := false
	for _, l := range says {
		if strings.EqualFold(l.Name, name) {
			return l.Say
		}
		for i, w := range words {
			if strings.EqualFold(l.Name, w) {
				words[i], found = l.Say, true
			}
		}
	}
	if !found {
		return ""
	}
	return strings.Join(words, " ")
}

// everybody lists who is called what in the match, and the teams, for the
// list of how names are spoken.
func (v view) everybody() []string {
	var all []string
	v = v.forAll()
	for _, s := range chess.Sides {
		for _, who := range v.homes.postsOf(s) {
			if v.m.who(who) != "" {
				all = append(all, v.of(who))
			}
		}
		if team := v.m.teams[s]; team != s.String() {
			all = append(all, team)
		}
	}
	return all
}
