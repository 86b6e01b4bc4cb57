// Package event is the evening and its matches: commands in, the record, the
// fold that gives the truth, and one screen type a station.
//
// There is one door in: everything that changes a match is a Command given to
// Evening.Do by somebody who holds a Seat. There is one wall out: nobody sees
// the truth; each station has a screen, built up from nothing for that viewer.
// Truth is a fold over the entries of the record.
package event
