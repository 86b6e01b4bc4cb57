// Package store keeps the record in one SQLite file: an append-only table of
// entries, and beside it the one table of people's names, which can be wiped
// (R4). All of the program's own SQL is here.
//
// A commit is on the disk before anybody hears of it. When the disk refuses, at
// whatever step, the caller gets one plain sentence, the file and the program
// stay as they were, and the next commit works once the disk does. What was
// refused stays refused: until the next commit is written over it, or the log was
// emptied, a crash could bring back a commit whose last sync alone had failed,
// so the log is emptied at once, or as soon as the disk lets it.
package store
