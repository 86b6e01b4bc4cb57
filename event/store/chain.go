package store

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"biblechess/event"
)

// chained is the sum that is kept with an entry: over the entry and the sum of
// the one before it, so that one changed byte anywhere, a missing entry or a
// foreign one shows. It guards against faults of disks and of copies, not
// against somebody who means to forge.
func chained(before string, e event.Entry) string {
	h := sha256.New()
	var number [8]byte
	put := func(n int64) {
		binary.BigEndian.PutUint64(number[:], uint64(n))
		h.Write(number[:])
	}
	text := func(s string) {
		put(int64(len(s)))
		h.Write([]byte(s))
	}
	text(before)
	put(e.Seq)
	put(e.At)
	text(string(e.Seat))
	text(e.Kind)
	text(e.Once)
	text(string(e.Body))
	return hex.EncodeToString(h.Sum(nil)[:16])
}
