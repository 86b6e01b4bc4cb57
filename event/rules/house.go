package rules

import "fmt"

// House is the choice of house rules of one match by key. A key that is absent
// has its default, so the zero House is the game as written.
type House map[string]string

// HouseRule describes one thing that a host may change before the match
// starts. The form, the check and the printed rule sheet all come from it.
type HouseRule struct {
	Key     string
	Clause  string  // clause of the rules, as "B3"
	Name    string  // what the host reads, as "Sliding past opponents"
	Help    string  // one or two plain sentences
	Values  []Value // the named values, the default first; for a number, named values beside it (as "off")
	Number  *Number // set when a whole number is also allowed
	Sizes   bool    // set for bank-sizes: five whole numbers, see BankSizes
	Default string  // the value in force when the host chooses none
}

// Value is one named value of a house rule.
type Value struct {
	Key, Name, Help string
}

// Number is the range of a house rule's whole number, ends included.
type Number struct {
	Min, Max int
	Unit     string // as "minutes"
}

// Of is the value in force of a rule.
func (h House) Of(r HouseRule) string {
	if v, ok := h[r.Key]; ok {
		return v
	}
	return r.Default
}

// Check tests a value that a host typed; the error says what is allowed.
func (r HouseRule) Check(value string) error {
	return fmt.Errorf("%s: %q is not possible", r.Name, value)
}
