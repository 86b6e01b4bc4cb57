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
	return summed(make(summing, 0, 256).text(before).
		number(e.Seq).number(e.At).text(string(e.Seat)).text(e.Kind).text(e.Once).text(string(e.Body)))
}

// namedSum is the sum that is kept with a name. Names lie outside the record's sums, so
// that they can be wiped (R4); so each has one of its own, which is wiped with it.
func namedSum(id, name string) string {
	return summed(summing(nil).text(id).text(name))
}

// summing is numbers and texts to be summed up, each apart from the next.
type summing []byte

func (s summing) number(n int64) summing { return binary.BigEndian.AppendUint64(s, uint64(n)) }

func (s summing) text(t string) summing { return append(s.number(int64(len(t))), t...) }

func summed(s summing) string {
	sum := sha256.Sum256(s)
	return hex.EncodeToString(sum[:16])
}
