// Command biblechess runs a live match on one laptop: it serves the pages for
// the phones, tablets and the projector in the hall, and keeps the record in
// one file.
//
// # Several matches
//
// One laptop can serve several matches at once: a program for each, with a data file
// and an address of its own, or one program for all. Either way they share nothing but
// the laptop; one program takes a fraction of the memory and processor of fifty.
//
// # Two laptops
//
// Two laptops can share an evening. One of them leads: the match is there. The other
// one stands by, or has stood down. They talk by POST /pair, each proving with
// the record's secret that it holds the same record, and each answering a word
// that the other has made up just then, so that nothing old counts.
//
// When both lead, since a network was cut or a dead laptop came back, one stands
// down: the one that was taken over from, unless somebody has used it since and
// nobody has used the other. So what people did is lost only where they did
// something on both, and then it stays in the file of the one that stood down.
//
// The second laptop follows the record itself, entry by entry over the host's
// own seat, and folds each one as the first did. Weighed instead: litestream as
// a library (works, but only a cold copy that lags, adds tables of its own to
// the file and takes the log's checkpoints over, +3.9 MB), SQLite's session
// extension and sqlite3_rsync (they copy pages or changesets, which says nothing
// of whether the record folds; rsync is a C program, session is not in the pure
// Go driver's interface), and NATS JetStream (+11.7 MB, and a replicated stream
// needs three nodes to agree). The record is append-only, has a sum over all
// before it with each entry, and is what restarts, undo and reports are made of
// anyway: a stream of it is less code than any of these would need as glue, and
// what arrives is proved good before it is kept.
package main
