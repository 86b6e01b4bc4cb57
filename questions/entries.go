package questions

import (
	"hash/maphash"
	"iter"
	"maps"
)

// parts is into how many maps a book's entries are divided, so that a change of
// one copies few of the others. An evening writes an entry of the record for
// each judge's word on each question: copying all of them each time would make
// reading the record back cost the square of the library's size.
const parts = 64

var seed = maphash.MakeSeed()

// entries are a book's questions by their ids, shared between books: a change
// makes another, and an entry is never changed in place. The zero entries are
// empty.
type entries struct{ part *[parts]map[ID]*entry }

func partOf(id ID) uint64 { return maphash.String(seed, string(id)) % parts }

func (s entries) get(id ID) (entry, bool) {
	if s.part == nil {
		return entry{}, false
	}
	if e := s.part[partOf(id)][id]; e != nil {
		return *e, true
	}
	return entry{}, false
}

// with is the entries with one put in.
func (s entries) with(id ID, e entry) entries {
	var next [parts]map[ID]*entry
	if s.part != nil {
		next = *s.part
	}
	at := partOf(id)
	m := make(map[ID]*entry, len(next[at])+1)
	maps.Copy(m, next[at])
	m[id] = &e
	next[at] = m
	return entries{&next}
}

// own is a copy that no other book shares, so that it may be put into.
func (s entries) own() entries {
	var next [parts]map[ID]*entry
	if s.part != nil {
		for i, m := range s.part {
			next[i] = maps.Clone(m)
		}
	}
	return entries{&next}
}

// put changes entries that no other book shares.
func (s entries) put(id ID, e entry) {
	m := &s.part[partOf(id)]
	if *m == nil {
		*m = map[ID]*entry{}
	}
	(*m)[id] = &e
}

// all gives every entry, in no order.
func (s entries) all() iter.Seq2[ID, entry] {
	return func(yield func(ID, entry) bool) {
		if s.part == nil {
			return
		}
		for _, m := range s.part {
			for id, e := range m {
				if !yield(id, *e) {
					return
				}
			}
		}
	}
}
