package judging

import (
	"fmt"
	"slices"

	"biblechess/event/chess"
)

// Member is a judge on a panel.
type Member struct {
	Seat   string
	Joined int64 // orders the judges of a match by when they joined: the smaller came earlier
}

// Ballot is the vote of one seat.
type Ballot struct {
	Seat string
	Vote Vote
}

// Panel is the judges of one challenge and what they said so far (B40). Its
// fields are to be read; they are changed by its methods alone, and never in
// place, so a copy is a snapshot.
type Panel struct {
	Policy  Policy
	Members []Member // those present when the challenge opened and not gone since
	Head    string   // seat of the head judge, on the panel or not; empty when there is none
	Ballots []Ballot // of members only, in the order cast; a changed ballot is cast anew
	Alone   *Ballot  // set when the head judge ruled alone
	Gone    []string // seats that left the panel
}

// NewPanel is the panel of the judges present when a challenge opens. It may be
// empty: then the first judge to come joins it.
func NewPanel(policy Policy, members []Member, head string) Panel {
	return Panel{Policy: policy, Members: slices.Clone(members), Head: head}
}

// ErrDecided refuses a ballot for what is already decided; a ruling is changed
// by amending it (B41).
var ErrDecided error = refuse("B41", "This is already decided: a ruling can be amended until the next call.")

// Cast puts in a member's ballot, or changes it as long as there is no decision.
// It fails with ErrDecided afterwards, and refuses who is not on the panel.
func (p Panel) Cast(seat string, vote Vote) (Panel, error) {
	if err := p.open(vote); err != nil {
		return p, err
	}
	if !p.has(seat) {
		return p, p.notOn(seat)
	}
	p.Ballots = append(p.ballotsWithout(seat), Ballot{seat, vote})
	return p, nil
}

// RuleAlone lets the head judge decide at once, on the panel or not, whatever
// the policy and the ballots (B40). It fails with ErrDecided when there is a
// decision, and refuses everybody else.
func (p Panel) RuleAlone(seat string, vote Vote) (Panel, error) {
	if err := p.open(vote); err != nil {
		return p, err
	}
	if seat == "" || seat != p.Head {
		return p, refuse("B40", "Only the head judge can rule alone.")
	}
	p.Alone = &Ballot{seat, vote}
	return p, nil
}

// Leave takes a member who is gone off the panel, with the ballot, which may
// leave the others with a decision (B40). A decision that was made stays, and so
// does the panel that made it.
func (p Panel) Leave(seat string) Panel {
	if _, decided := p.Decision(); decided || !p.has(seat) {
		return p
	}
	p.Members = slices.DeleteFunc(slices.Clone(p.Members), func(m Member) bool { return m.Seat == seat })
	p.Ballots = p.ballotsWithout(seat)
	p.Gone = append(slices.Clip(p.Gone), seat)
	return p
}

// Join makes the first judge to come the panel of a challenge that nobody
// judges (B40). It is refused while the panel has members.
func (p Panel) Join(m Member) (Panel, error) {
	if _, decided := p.Decision(); decided {
		return p, ErrDecided
	}
	if m.Seat == "" {
		return p, refuse("B40", "A judge needs a seat to be on the panel.")
	}
	if len(p.Members) > 0 {
		if p.has(m.Seat) {
			return p, nil
		}
		return p, p.notOn(m.Seat)
	}
	p.Members = []Member{m}
	p.Gone = slices.DeleteFunc(slices.Clone(p.Gone), func(s string) bool { return s == m.Seat })
	return p, nil
}

// Decision is what the panel ruled, and whether it has (B40). It depends on the
// fields of the panel alone. Ballots are counted by effect; where the effect is
// not answered right, the more frequent of wrong and too late is shown, else
// wrong. Where the policy gives no decision although everybody voted, the head
// judge's ballot decides, or that of the member who joined earliest when the
// head judge is not on the panel; the same member stands in for an absent head
// judge under the policy Head. A panel without members decides nothing, unless
// the head judge rules alone.
func (p Panel) Decision() (Vote, bool) {
	if p.Alone != nil {
		return p.Alone.Vote, true
	}
	right := 0
	for _, b := range p.Ballots {
		if b.Vote.Right() {
			right++
		}
	}
	wrong, all := len(p.Ballots)-right, len(p.Members)
	voted := all > 0 && len(p.Ballots) == all
	switch p.Policy {
	case Any:
		if len(p.Ballots) > 0 {
			return p.Ballots[0].Vote, true
		}
		return VoteWrong, false
	case Head:
		return p.BallotOf(p.Presiding())
	case Unanimous:
		if voted && (right == all || wrong == all) {
			return p.shown(right == all), true
		}
	default:
		if 2*right > all || 2*wrong > all {
			return p.shown(2*right > all), true
		}
	}
	if voted {
		vote, _ := p.BallotOf(p.Presiding())
		return p.shown(vote.Right()), true
	}
	return VoteWrong, false
}

// Waiting lists the seats whose ballot is still awaited, in the order of
// Members: under the policy Head that of the presiding judge alone. It is empty
// once there is a decision.
func (p Panel) Waiting() []string {
	if _, decided := p.Decision(); decided {
		return nil
	}
	var out []string
	for _, m := range p.Members {
		if _, voted := p.BallotOf(m.Seat); !voted && (p.Policy != Head || m.Seat == p.Presiding()) {
			out = append(out, m.Seat)
		}
	}
	return out
}

// BallotOf is what a seat on the panel voted, and whether it has.
func (p Panel) BallotOf(seat string) (Vote, bool) {
	for _, b := range p.Ballots {
		if b.Seat == seat {
			return b.Vote, true
		}
	}
	return VoteWrong, false
}

// Presiding is the seat whose ballot decides where the policy does not: the head
// judge if on the panel, else the member who joined earliest; empty for an empty
// panel.
func (p Panel) Presiding() string {
	if len(p.Members) == 0 {
		return ""
	}
	if p.has(p.Head) {
		return p.Head
	}
	return slices.MinFunc(p.Members, func(a, b Member) int {
		switch {
		case a.Joined < b.Joined:
			return -1
		case a.Joined > b.Joined:
			return 1
		}
		return 0
	}).Seat
}

// shown is the vote that stands for an effect.
func (p Panel) shown(right bool) Vote {
	if right {
		return VoteRight
	}
	late := 0
	for _, b := range p.Ballots {
		switch b.Vote {
		case VoteTooLate:
			late++
		case VoteWrong:
			late--
		}
	}
	if late > 0 {
		return VoteTooLate
	}
	return VoteWrong
}

// open refuses a vote that does not exist, and any once there is a decision.
func (p Panel) open(vote Vote) error {
	if vote > VoteTooLate {
		return refuse("B20", "Judges rule one of right in time, wrong and too late.")
	}
	if _, decided := p.Decision(); decided {
		return ErrDecided
	}
	return nil
}

// notOn says why a judge has no ballot.
func (p Panel) notOn(seat string) error {
	head := ""
	if seat == p.Head && seat != "" {
		head = " As head judge you can rule alone."
	}
	n := len(p.Members)
	switch {
	case n == 0:
		return refuse("B40", "Nobody is on this panel yet: the first judge to come is the panel.%s", head)
	case slices.Contains(p.Gone, seat):
		return refuse("B40", "You were gone too long: the panel of %d rules without you.%s", n, head)
	}
	return refuse("B40", "You joined after this challenge opened; the panel of %d that saw it from the start rules.%s", n, head)
}

func (p Panel) has(seat string) bool {
	return slices.ContainsFunc(p.Members, func(m Member) bool { return m.Seat == seat })
}

func (p Panel) ballotsWithout(seat string) []Ballot {
	return slices.DeleteFunc(slices.Clone(p.Ballots), func(b Ballot) bool { return b.Seat == seat })
}

func refuse(clause, words string, args ...any) *chess.Refusal {
	return &chess.Refusal{Clause: clause, Square: chess.NoSquare, Words: fmt.Sprintf(words, args...)}
}

// Recast changes the ballot of somebody who has voted, or of the head judge who
// ruled alone, after a decision that nobody else has seen yet (B46). It may
// leave the panel without a decision. It is refused for who is not on the panel,
// and once the head judge has ruled alone for everybody else.
func (p Panel) Recast(seat string, vote Vote) (Panel, error) {
	if vote > VoteTooLate {
		return p, p.open(vote)
	}
	if p.Alone != nil {
		if seat != p.Alone.Seat {
			return p, refuse("B40", "The head judge has ruled alone.")
		}
		p.Alone = &Ballot{seat, vote}
		return p, nil
	}
	if !p.has(seat) {
		return p, p.notOn(seat)
	}
	p.Ballots = slices.Clone(p.Ballots)
	if i := slices.IndexFunc(p.Ballots, func(b Ballot) bool { return b.Seat == seat }); i >= 0 {
		p.Ballots[i].Vote = vote // in its place, so that under Any the first stays the first
	} else {
		p.Ballots = append(p.Ballots, Ballot{seat, vote})
	}
	return p, nil
}

// Cleared is the panel with no ballots cast, as when a question is put anew.
func (p Panel) Cleared() Panel {
	p.Ballots, p.Alone = nil, nil
	return p
}
