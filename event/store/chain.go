package store

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"

	"biblechess/event"
)

// chained is the sum that is kept with an entry: over the entry and the sum of
// the one before it, so that one changed byte anywhere, a missing entry or a
// foreign one shows. It guards against faults of disks and of copies, not
// against somebody who means to forge.
func chained(before string, e event.Entry) string {
	h := summing{sha256.New()}
	h.text(before)
	h.number(e.Seq)
	h.number(e.At)
	h.text(string(e.Seat))
	h.text(e.Kind)
	h.text(e.Once)
	h.text(string(e.Body))
	return h.sum()
}

// namedSum is the sum that is kept with a name. Names lie outside the record's sums, so
// that they can be wiped (R4); so each has one of its own, which is wiped with it.
func namedSum(id, name string) string {
	h := summing{sha256.New()}
	h.text(id)
	h.text(name)
	return h.sum()
}

// summing sums up numbers and texts, each apart from the next.
type summing struct{ hash.Hash }

func (h summing) number(n int64) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(n))
	h.Write(b[:])
}

func (h summing) text(s string) {
	h.number(int64(len(s)))
	h.Write([]byte(s))
}

func (h summing) sum() string { return hex.EncodeToString(h.Sum(nil)[:16]) }
