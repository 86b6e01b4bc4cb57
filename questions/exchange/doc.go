// Package exchange reads and writes questions as files of other programs: it
// turns bytes that somebody uploads into records and plain words about what is
// doubtful or could not be read, and records into bytes that other programs open.
//
// Read recognises a file by its content: tables (CSV with any separator, XLSX,
// the template of Kahoot), Moodle's GIFT and XML, Aiken, Anki's text export and
// packages, Quizlet, Open Trivia JSON, numbered questions in plain text, and the
// program's own JSON. WriteCSV, WriteXLSX, WriteJSON and WriteGIFT write what
// Read gives back the same. ReadBanks is the same reading for files of whole banks
// (B30).
//
// It is pure and knows no match: which team is which side, and which questions
// are in the match already, is up to the caller. Nothing in a file is run or
// fetched: formulas, tags and entities are text, and what a file may cost in
// memory is bounded before it is unpacked.
package exchange
