package event

import (
	"fmt"
	"slices"
	"strings"
)

// hall is what holds for the whole evening, whichever match is played.
type hall struct {
	fullNames bool     // public pages show full names
	said      []person // how names are spoken, each a name and its sound beside the record (R4)
	jobs      [MaxProjectors]Job
}

// namesShown chooses whether public pages show full names, or first names and
// nicknames.
type namesShown struct {
	Full bool `json:"full"`
}

func (f *namesShown) apply(t truth, _ Entry) (truth, error) {
	t.hall.fullNames = f.Full
	return t, nil
}

// nameSaid says how a name is spoken. Both are personal, so they stand beside
// the record under one opaque id (R4).
type nameSaid struct {
	Said person `json:"said"`
}

func (f *nameSaid) apply(t truth, _ Entry) (truth, error) {
	t.hall.said = append(slices.Clone(t.hall.said), f.Said)
	return t, nil
}

// spokenAs joins a name and how it is spoken; neither holds a tab.
func spokenAs(name, say string) string { return name + "\t" + say }

// says are the names with how each is spoken, in the order in which they were
// first given; a later word on a name replaces an earlier one, and an empty one
// takes it away.
func (p people) says() []SayLine {
	var list []SayLine
	for _, id := range p.said {
		name, say, ok := strings.Cut(p.names[string(id)], "\t")
		if !ok {
			continue // wiped
		}
		at := slices.IndexFunc(list, func(l SayLine) bool { return strings.EqualFold(l.Name, name) })
		switch {
		case at < 0 && say != "":
			list = append(list, SayLine{name, say})
		case at >= 0 && say != "":
			list[at].Say = say
		case at >= 0:
			list = slices.Delete(list, at, at+1)
		}
	}
	return list
}

// projectorSteered gives a projector its job.
type projectorSteered struct {
	Projector int `json:"projector"`
	Job       Job `json:"job"`
}

func (f *projectorSteered) apply(t truth, _ Entry) (truth, error) {
	if f.Projector < 1 || f.Projector > MaxProjectors {
		return t, fmt.Errorf("there is no projector %d", f.Projector)
	}
	t.hall.jobs[f.Projector-1] = f.Job
	return t, nil
}
