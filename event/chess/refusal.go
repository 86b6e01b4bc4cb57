package chess

import "strings"

// Refusal says why a call is not legal (R3): the clause of the rules, the
// square that stands in the way (NoSquare if none does), and one plain
// sentence. In Words a square in braces, as in "where {b1} stands", stands for
// whoever is on that square; Say fills it in.
type Refusal struct {
	Clause string
	Square Square
	Words  string
}

// Error is the sentence with squares in place of names, and the clause.
func (r *Refusal) Error() string {
	return r.Say(func(q Square) string { return "the piece on " + q.String() })
}

// Say gives the sentence with each occupant named by who, followed by the
// clause in brackets.
func (r *Refusal) Say(who func(Square) string) string {
	var b strings.Builder
	rest := r.Words
	for {
		before, after, found := strings.Cut(rest, "{")
		b.WriteString(before)
		if !found {
			break
		}
		name, tail, closed := strings.Cut(after, "}")
		if q, err := ParseSquare(name); closed && err == nil {
			b.WriteString(who(q))
		}
		rest = tail
	}
	if r.Clause == "" {
		return b.String()
	}
	return strings.TrimSuffix(b.String(), ".") + " (" + r.Clause + ")."
}
