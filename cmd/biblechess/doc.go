// Command biblechess runs a live match on one laptop: it serves the pages for
// the phones, tablets and the projector in the hall, and keeps the record in
// one file.
package main
