// Package questions keeps the questions of a match: their revisions and the
// judges' approvals (Book), and the order in which each bank is asked during
// play, with rotation and juggling (Orders).
//
// Both are values: a method that changes something returns a new value and
// leaves its receiver as it was, so that keeping a copy is taking a snapshot.
// The package is pure. It is given ids, seats and rulings, and never reads a
// clock or makes up an id. Refusals are *chess.Refusal, which carry the clause
// of the rules, and never quote a question's text.
package questions
