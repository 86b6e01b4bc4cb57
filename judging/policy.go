package judging

import "fmt"

// Policy is how a panel's ballots make a ruling: the house rule panel (B40).
type Policy uint8

// The policies; the first is the default.
const (
	// Majority: one effect has the ballots of more than half of the members.
	Majority Policy = iota
	// Unanimous: all members voted with one effect.
	Unanimous
	// Any: the first ballot rules.
	Any
	// Head: the head judge's ballot rules and the others advise.
	Head
)

var policyKeys = [...]string{"majority", "unanimous", "any", "head"}

// String is the key of the policy, as the house rule and the record have it.
func (p Policy) String() string { return keyOf(policyKeys[:], uint8(p)) }

// ParsePolicy reads a policy's key.
func ParsePolicy(key string) (Policy, error) {
	i, err := indexOf(policyKeys[:], key, "a way for the judges to decide")
	return Policy(i), err
}

// MarshalText writes the key.
func (p Policy) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the key.
func (p *Policy) UnmarshalText(text []byte) (err error) {
	*p, err = ParsePolicy(string(text))
	return err
}

// Vote is what one judge says about an answer, and what a panel ruled (B20).
type Vote uint8

// The votes: not right, right (for a Bishop's reading: right in time), and right
// after the Bishop had finished. The last counts as not answered right.
const (
	VoteWrong Vote = iota
	VoteRight
	VoteTooLate
)

var voteKeys = [...]string{"wrong", "right", "late"}

// Right is the effect of a vote: VoteWrong and VoteTooLate have the same (B40).
func (v Vote) Right() bool { return v == VoteRight }

// String is the key of the vote, as the record has it.
func (v Vote) String() string { return keyOf(voteKeys[:], uint8(v)) }

// ParseVote reads a vote's key.
func ParseVote(key string) (Vote, error) {
	i, err := indexOf(voteKeys[:], key, "a ruling")
	return Vote(i), err
}

// MarshalText writes the key.
func (v Vote) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads the key.
func (v *Vote) UnmarshalText(text []byte) (err error) {
	*v, err = ParseVote(string(text))
	return err
}

func keyOf(keys []string, i uint8) string {
	if int(i) < len(keys) {
		return keys[i]
	}
	return "?"
}

func indexOf(keys []string, key, what string) (int, error) {
	for i, k := range keys {
		if k == key {
			return i, nil
		}
	}
	if len(key) > 20 {
		key = key[:20] + "…"
	}
	return 0, fmt.Errorf("%q is not %s: it is one of %v", key, what, keys)
}
