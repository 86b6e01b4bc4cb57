// Package exchange reads and writes questions as files of other programs: it
// turns bytes that somebody uploads into rows and plain words about what could
// not be read, and rows into bytes that spreadsheets open.
//
// It is pure and knows no match: which team is which side, and which questions
// are in the match already, is up to the caller.
package exchange
