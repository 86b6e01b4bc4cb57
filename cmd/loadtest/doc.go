// Command loadtest measures the built program under load, on this computer
// alone (loopback), and knows it by HTTP alone.
//
//	go run ./cmd/loadtest          the load table: five runs of each scenario, some ten minutes
//	go run ./cmd/loadtest -smoke   one short run of each, for a test
//
// Beside the program runs the bare limit, in the same minute and with as many
// streams open: one loop that writes the same bytes to as many open sockets,
// after one raw insert of a row by SQLite (WAL, synchronous=FULL). The two take
// turns, move by move, so that whatever else the computer does strikes both. A
// figure of the table is the median of the runs; a goal is a ratio of the two.
//
// After each run the page that each stream's regions make up must be byte for
// byte what a new join gets; else it fails. It needs Linux and 12,000 open files.
package main
