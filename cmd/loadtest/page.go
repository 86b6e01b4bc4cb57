package main

import (
	"bytes"
	"errors"
	"hash/maphash"
	"maps"
	"slices"
	"strings"
)

// shown is a page as a stream's regions have made it up: HTML by region.
type shown map[string]string

// pages keeps every state that a page has been in, once, and how events lead
// from one to the next: thousands of streams take the same way.
type pages struct {
	seed   maphash.Seed
	events map[uint64]int32 // by the hash of their bytes
	texts  [][]byte
	states []shown
	byKey  map[string]int32
	next   map[[2]int32]int32 // state and event
}

func newPages() *pages {
	return &pages{seed: maphash.MakeSeed(), events: map[uint64]int32{}, states: []shown{{}}, byKey: map[string]int32{"": 0}, next: map[[2]int32]int32{}}
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

// after is the state that a noted event leads to.
func (p *pages) after(state, e int32) (int32, error) {
	step := [2]int32{state, e}
	if next, known := p.next[step]; known {
		return next, nil
	}
	regions, err := regionsOf(p.texts[e])
	if err != nil {
		return 0, err
	}
	page := maps.Clone(p.states[state])
	maps.Copy(page, regions)
	key := page.key()
	next, known := p.byKey[key]
	if !known {
		next = int32(len(p.states))
		p.states = append(p.states, page)
		p.byKey[key] = next
	}
	p.next[step] = next
	return next, nil
}

// key is the whole page as one text.
func (s shown) key() string {
	var b strings.Builder
	for _, id := range slices.Sorted(maps.Keys(s)) {
		b.WriteString(id + "\x00" + s[id] + "\x00")
	}
	return b.String()
}

// regionsOf takes an event of regions apart: every region is a section with an
// id, and text in it never holds a bare "<".
func regionsOf(event []byte) (shown, error) {
	var html strings.Builder
	for line := range strings.SplitSeq(string(event), "\n") {
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			html.WriteString(data + "\n")
		}
	}
	regions := shown{}
	for rest := strings.TrimSpace(html.String()); rest != ""; rest = strings.TrimSpace(rest) {
		_, after, ok := strings.Cut(rest, `<section id="`)
		id, _, closed := strings.Cut(after, `"`)
		end := endOfSection(rest)
		if !ok || !closed || !strings.HasPrefix(rest, "<section") || end < 0 {
			return nil, errors.New("an event is not made of regions")
		}
		regions[id], rest = rest[:end], rest[end:]
	}
	return regions, nil
}

// endOfSection is behind the end tag of the section that a text begins with.
func endOfSection(html string) int {
	const begin, end = "<section", "</section>"
	for depth, at := 0, 0; ; {
		b, e := strings.Index(html[at:], begin), strings.Index(html[at:], end)
		switch {
		case e < 0:
			return -1
		case b >= 0 && b < e:
			depth, at = depth+1, at+b+len(begin)
		default:
			depth, at = depth-1, at+e+len(end)
			if depth == 0 {
				return at
			}
		}
	}
}
