// Package rules holds the formats that the floor can play and their house
// rules. A format is a pure state machine over package chess: it knows which
// calls are legal, what a call opens, and what a ruling does. It knows nothing
// of people, question texts, judges, time or screens.
package rules
