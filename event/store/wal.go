package store

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
)

// The write-ahead log is read by SQLite up to its first frame that is not as it was
// written, and what lies behind that is passed over in silence. That is right for a
// commit that was cut short, which nobody was told of. It is wrong where a disk has
// spoilt a frame of a commit that was followed by another: then commands that were
// acknowledged would be gone without a word. So the log is looked at before SQLite
// opens it.

// Sizes of the log's format, https://sqlite.org/fileformat2.html#walformat.
const (
	walHead   = 32
	frameHead = 24
	pageSize  = 4096 // SQLite's own choice, which this program leaves as it is
)

// walSum is the log's running checksum.
type walSum [2]uint32

// over adds bytes, whole pairs of words, to the sum.
func (s walSum) over(order binary.ByteOrder, b []byte) walSum {
	for ; len(b) >= 8; b = b[8:] {
		s[0] += order.Uint32(b) + s[1]
		s[1] += order.Uint32(b[4:]) + s[0]
	}
	return s
}

// sumAt reads a sum as it was written.
func sumAt(b []byte) walSum {
	return walSum{binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:])}
}

// walFrame is a frame of the log: a page, and whether a commit ends with it.
type walFrame struct {
	bytes []byte
	salts [8]byte
	ends  bool   // a commit
	sum   walSum // as it was written
}

// follows tells whether the frame was written after the one with a sum.
func (f walFrame) follows(order binary.ByteOrder, before walSum) bool {
	return len(f.bytes) > 0 && f.under(order, before) == f.sum
}

// under is the sum that the frame has after the one with a sum.
func (f walFrame) under(order binary.ByteOrder, before walSum) walSum {
	return before.over(order, f.bytes[:8]).over(order, f.bytes[frameHead:])
}

// frameOf reads the frame of a log at a place; the error is io.EOF behind the last whole one. Of a
// place where nothing was written yet only the head is read.
func frameOf(log *os.File, n int64) (f walFrame, err error) {
	var head [frameHead]byte
	at := walHead + n*(frameHead+pageSize)
	if _, err := log.ReadAt(head[:], at); err != nil || head == [frameHead]byte{} {
		return f, err
	}
	f.bytes = make([]byte, frameHead+pageSize)
	if _, err := log.ReadAt(f.bytes, at); err != nil {
		return f, err
	}
	f.ends, f.sum = binary.BigEndian.Uint32(f.bytes[4:]) != 0, sumAt(f.bytes[16:])
	copy(f.salts[:], f.bytes[8:16])
	return f, nil
}

// spoilt tells whether a log holds a commit that SQLite would pass over although
// another one followed it: what was acknowledged would be lost. A log that is not there
// is not spoilt.
func spoilt(path string) (bool, error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer file.Close()
	head := make([]byte, walHead)
	if _, err := file.ReadAt(head, 0); err != nil {
		return false, onlyEnd(err) // too short to hold anything
	}
	magic, page := binary.BigEndian.Uint32(head), binary.BigEndian.Uint32(head[8:])
	var order binary.ByteOrder = binary.LittleEndian
	if magic&1 != 0 {
		order = binary.BigEndian
	}
	computed := walSum{}.over(order, head[:24])
	if magic&^1 != 0x377f0682 || computed != sumAt(head[24:]) || page != pageSize {
		return headless(file)
	}
	var salts [8]byte
	copy(salts[:], head[16:24])

	// The good frames.
	n, sum := int64(0), computed
	var f walFrame
	for {
		if f, err = frameOf(file, n); err != nil {
			return false, onlyEnd(err) // all are good, up to the end
		}
		if f.salts != salts || !f.follows(order, sum) {
			break
		}
		n, sum = n+1, f.sum
	}
	// Behind the first that is not: a frame that was written after one that ends a
	// commit shows that the commit had been made durable. Frames of an earlier round of
	// the log have other salts.
	also := f.sum // the sum that it should have, where only that was spoilt, or the salts
	if len(f.bytes) > 0 {
		also = f.under(order, sum)
	}
	for {
		next, err := frameOf(file, n+1)
		if err != nil {
			return false, onlyEnd(err)
		}
		if next.salts == salts && f.ends && (next.follows(order, f.sum) || next.follows(order, also)) {
			return true, nil
		}
		n, f, also = n+1, next, next.sum
	}
}

// headless tells whether a log without a good head holds a commit that another one
// followed. The head is written, and is durable, before the first frame.
func headless(file *os.File) (bool, error) {
	last, err := frameOf(file, 0)
	for n := int64(1); err == nil; n++ {
		var next walFrame
		if next, err = frameOf(file, n); err != nil {
			break
		}
		if last.ends && next.salts == last.salts && (next.follows(binary.LittleEndian, last.sum) || next.follows(binary.BigEndian, last.sum)) {
			return true, nil
		}
		last = next
	}
	return false, onlyEnd(err)
}

// onlyEnd is nil where a file has come to its end.
func onlyEnd(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// soundLog is a *Damage where the log beside a data file is spoilt.
func soundLog(path, log string) error {
	bad, err := spoilt(log)
	if err != nil {
		return &Damage{Path: path, Words: "the log beside it can't be read: " + err.Error()}
	}
	if bad {
		return &Damage{Path: path, Words: "the log beside it (" + path + "-wal) was spoilt on the disk, and what was written last can't be read"}
	}
	return nil
}

// lonely refuses the place of a file that is not there, or empty, where a log with
// anything in it lies beside it. Its file was moved away after a crash, and holds what was
// written last only together with the log, which a new file would do away with.
func lonely(path string) error {
	log, err := os.Open(path + "-wal")
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err == nil {
		defer log.Close()
		f, err := frameOf(log, 0)
		if onlyEnd(err) == nil && (err != nil || len(f.bytes) == 0) {
			return nil // nothing whole was ever written to it
		}
	}
	if now, err := os.Stat(path); err == nil && now.Size() > 0 {
		return errReplaced // by a program that starts just now, and the log is its own
	}
	return &Unsuited{words: "a log of another file lies there (" + path + "-wal)", remedy: "bring that file back under this name"}
}
