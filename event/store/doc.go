// Package store keeps the record in one SQLite file: an append-only table of
// entries, and beside it the one table of people's names, which can be wiped
// (R4). All of the program's own SQL is here.
package store
