package main

import (
	"bytes"
	"hash/maphash"
	"maps"
	"slices"
	"strings"

	"biblechess/event/web/assembled"
)

// pages keeps every state that a page has been in, once, and how events lead
// from one to the next: thousands of streams take the same way.
type pages struct {
	seed   maphash.Seed
	events map[uint64]int32 // by the hash of their bytes
	texts  [][]byte
	states []assembled.Regions
	byKey  map[string]int32
	next   map[[2]int32]int32 // state and event
}

func newPages() *pages {
	return &pages{seed: maphash.MakeSeed(), events: map[uint64]int32{}, states: []assembled.Regions{{}}, byKey: map[string]int32{"": 0}, next: map[[2]int32]int32{}}
}

// note keeps an event of regions, and no more: what it leads to is worked out
// when nothing is measured, since every move of a match brings other events, and
// the bare loop the same ones again.
func (p *pages) note(event []byte) int32 {
	hash := maphash.Bytes(p.seed, event)
	e, known := p.events[hash]
	if !known {
		e = int32(len(p.texts))
		p.texts = append(p.texts, bytes.Clone(event))
		p.events[hash] = e
	}
	return e
}

// only keeps the states that are asked for, forgets all else, and gives their new
// numbers.
func (p *pages) only(states map[int32]int32) *pages {
	kept := newPages()
	for state := range states {
		key := keyOf(p.states[state])
		states[state] = int32(len(kept.states))
		kept.states, kept.byKey[key] = append(kept.states, p.states[state]), states[state]
	}
	return kept
}

// after is the state that a noted event leads to.
func (p *pages) after(state, e int32) (int32, error) {
	step := [2]int32{state, e}
	if next, known := p.next[step]; known {
		return next, nil
	}
	page := maps.Clone(p.states[state])
	if err := page.Apply(dataOf(p.texts[e])); err != nil {
		return 0, err
	}
	key := keyOf(page)
	next, known := p.byKey[key]
	if !known {
		next = int32(len(p.states))
		p.states = append(p.states, page)
		p.byKey[key] = next
	}
	p.next[step] = next
	return next, nil
}

// keyOf is the whole page as one text.
func keyOf(page assembled.Regions) string {
	var b strings.Builder
	for _, id := range slices.Sorted(maps.Keys(page)) {
		b.WriteString(id + "\x00" + page[id] + "\x00")
	}
	return b.String()
}

// dataOf is the data of an event.
func dataOf(event []byte) string {
	var data strings.Builder
	for line := range strings.SplitSeq(string(event), "\n") {
		if field, ok := strings.CutPrefix(line, "data: "); ok {
			data.WriteString(field + "\n")
		}
	}
	return data.String()
}
