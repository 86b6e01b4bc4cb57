package rules

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

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
	Clock   bool    // set when a clock is also allowed, see ParseClock
	Default string  // the value in force when the host chooses none
	Needs   string  // key of the rule that must be on for this one to matter; "" when it always does
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

// Rule finds a house rule of a format by its key.
func Rule(f Format, key string) (HouseRule, bool) {
	list := f.houseRules()
	for i := range list {
		if list[i].Key == key {
			return list[i], true
		}
	}
	return HouseRule{}, false
}

// Of is the value in force of a rule.
func (h House) Of(r HouseRule) string {
	if v, ok := h[r.Key]; ok {
		return v
	}
	return r.Default
}

// Value is the value in force of a format's rule by key; "" when the format
// has no such rule.
func (h House) Value(f Format, key string) string {
	r, ok := Rule(f, key)
	if !ok {
		return ""
	}
	return h.Of(r)
}

// Number is the whole number in force of a format's rule by key; false when
// the rule has none, as with "off".
func (h House) Number(f Format, key string) (int, bool) {
	n, err := strconv.Atoi(h.Value(f, key))
	return n, err == nil
}

// Check tests every choice against a format: the keys that it has, and their
// values. The error has one plain sentence a line, in the order of the rules.
func (h House) Check(f Format) error {
	var wrong []error
	for _, r := range f.HouseRules() {
		if v, ok := h[r.Key]; ok {
			wrong = append(wrong, r.Check(v))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(h)) {
		if _, ok := Rule(f, key); !ok {
			wrong = append(wrong, fmt.Errorf("%s has no house rule %s", f.Name(), quote(key)))
		}
	}
	return errors.Join(wrong...)
}

// Check tests a value that a host typed; the error says what is allowed.
func (r HouseRule) Check(value string) error {
	if r.Sizes {
		if _, err := ParseBankSizes(value); err != nil {
			return fmt.Errorf("%s: %w", r.Name, err)
		}
		return nil
	}
	for _, v := range r.Values {
		if v.Key == value {
			return nil
		}
	}
	if _, err := ParseClock(value); r.Clock && err == nil {
		return nil
	}
	if n, err := strconv.Atoi(value); r.Number != nil && err == nil && strconv.Itoa(n) == value &&
		n >= r.Number.Min && n <= r.Number.Max {
		return nil
	}
	return fmt.Errorf("%s: %s is not possible, only %s", r.Name, quote(value), r.allowed())
}

// allowed lists the values, as "off or a whole number from 10 to 240 (minutes)".
func (r HouseRule) allowed() string {
	var all []string
	for _, v := range r.Values {
		all = append(all, v.Key)
	}
	if r.Number != nil {
		all = append(all, fmt.Sprintf("a whole number from %d to %d (%s)", r.Number.Min, r.Number.Max, r.Number.Unit))
	}
	if r.Clock {
		all = append(all, clockWords())
	}
	if n := len(all); n > 1 {
		return strings.Join(all[:n-1], ", ") + " or " + all[n-1]
	}
	return strings.Join(all, "")
}

// quote shows somebody's input in an error, shortened.
func quote(text string) string {
	if runes := []rune(text[:min(len(text), 100)]); len(runes) > 24 {
		text = string(runes[:24]) + "…"
	}
	return strconv.Quote(text)
}
