// Package judging decides what the judges of a challenge ruled: who is on the
// panel, which ballots count, and from when on there is a decision.
//
// It is pure. A Panel is a value: a method that changes something returns a new
// Panel and leaves its receiver as it was. Who is present, and since when, is
// told to it. Refusals are *chess.Refusal, which carry the clause of the rules.
package judging
