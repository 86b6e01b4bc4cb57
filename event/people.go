package event

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"biblechess/event/chess"
)

// guest is somebody who came to play, or is expected, at a post or not. Name and
// note are kept beside the record under opaque ids (R4).
type guest struct {
	person person
	note   person     // of height or mobility, for the host alone; empty for none
	team   chess.Side // that they wish to play for, or neither
	here   bool       // they said so themselves, on the check-in page
	absent bool
}

// everybody is who came, and whoever was written straight onto a post.
func (m match) everybody() []guest {
	list := slices.Clip(m.guests)
	for _, side := range m.roster {
		for _, p := range side {
			if p != "" && !slices.ContainsFunc(list, func(g guest) bool { return g.person == p }) {
				list = append(list, guest{person: p, team: neither})
			}
		}
	}
	return list
}

// guest finds somebody by their id.
func (m match) guest(id person) (guest, bool) {
	list := m.everybody()
	i := slices.IndexFunc(list, func(g guest) bool { return g.person == id })
	if i < 0 || id == "" {
		return guest{}, false
	}
	return list[i], true
}

// held lists the posts that somebody has.
func (m match) held(id person) []post {
	var list []post
	for s, side := range m.roster {
		for i, p := range side {
			if p == id && p != "" {
				list = append(list, postOf(chess.Side(s), i))
			}
		}
	}
	return list
}

// spare lists who is here and has no post: the alternates.
func (m match) spare() []guest {
	return slices.DeleteFunc(slices.Clone(m.everybody()), func(g guest) bool { return g.absent || len(m.held(g.person)) > 0 })
}

// weight orders posts by how much they need a person: the Game Master and the
// Quiz Master speak all evening, Bishops recite, and the Pawns at the edge are
// called and challenged least.
func weight(start chess.Position, home chess.Square) int {
	switch start.At(home).Kind() {
	case chess.King, chess.Amazon, chess.Centaur:
		return 0
	case chess.Queen:
		return 1
	case chess.Bishop:
		return 2
	case chess.Knight:
		return 3
	case chess.Rook:
		return 4
	}
	return 5 + max(home.File()-4, 3-home.File()) // d and e first, a and h last
}

// byWeight lists a side's posts, those first that need a person most.
func (h homes) byWeight(start chess.Position, s chess.Side) []post {
	list := h.postsOf(s)
	slices.SortStableFunc(list, func(a, b post) int { return cmp.Compare(weight(start, h.of(a)), weight(start, h.of(b))) })
	return list
}

// Ways to arrange the people.
const (
	ArrangeFill    = "fill"    // who has no post gets one; nobody else moves
	ArrangeShuffle = "shuffle" // everybody by lot
	ArrangeSuggest = "suggest" // everybody anew, markers where a person is missed least
	ArrangeDouble  = "double"  // everybody anew, and no markers: one person for two posts
	ArrangeClear   = "clear"   // nobody has a post
)

// arranged is the line-up that a way of arranging gives. lot picks blindly.
func (m match) arranged(how string, lot func(int) int) [2][posts]person {
	start := m.start().Position
	h := homesIn(start)
	roster := m.roster
	if how != ArrangeFill {
		roster = [2][posts]person{}
	}
	if how == ArrangeClear {
		return roster
	}
	var waiting []guest
	for _, g := range m.everybody() {
		placed := slices.Contains(roster[0][:], g.person) || slices.Contains(roster[1][:], g.person)
		if !g.absent && !placed {
			waiting = append(waiting, g)
		}
	}
	if how == ArrangeShuffle {
		for i := len(waiting) - 1; i > 0; i-- {
			j := lot(i + 1)
			waiting[i], waiting[j] = waiting[j], waiting[i]
		}
	}
	free := [2][]post{}
	for _, s := range chess.Sides {
		for _, p := range h.byWeight(start, s) {
			if roster[s][p.index()] == "" {
				free[s] = append(free[s], p)
			}
		}
	}
	put := func(s chess.Side, who person) {
		p := free[s][0]
		free[s] = free[s][1:]
		roster[s][p.index()] = who
	}
	// Who wishes a side gets it as long as it has a post; the others go where a
	// person is needed most.
	needier := func() chess.Side {
		white, black := free[chess.White], free[chess.Black]
		switch {
		case len(white) == 0 || len(black) == 0:
			if len(white) == 0 {
				return chess.Black
			}
			return chess.White
		case cmp.Or(cmp.Compare(weight(start, h.of(black[0])), weight(start, h.of(white[0]))), cmp.Compare(len(white), len(black))) < 0:
			return chess.Black
		}
		return chess.White
	}
	for _, wished := range []bool{true, false} {
		for _, g := range waiting {
			if (g.team != neither) != wished {
				continue
			}
			s := g.team
			if !wished || len(free[s]) == 0 {
				s = needier()
			}
			if len(free[s]) > 0 {
				put(s, g.person)
			}
		}
	}
	if how == ArrangeDouble {
		for _, s := range chess.Sides {
			doubled(&roster[s], h, s, free[s])
		}
	}
	return roster
}

// doubled gives each free post to the person nearest to it who has one post only:
// mostly the one who stands behind it.
func doubled(side *[posts]person, h homes, s chess.Side, free []post) {
	has := map[person]int{}
	for _, p := range side {
		has[p]++
	}
	for _, at := range free {
		var best post
		for _, p := range h.postsOf(s) {
			who := side[p.index()]
			if who == "" || has[who] != 1 {
				continue
			}
			if best == 0 || far(h.of(p), h.of(at)) < far(h.of(best), h.of(at)) {
				best = p
			}
		}
		if best != 0 {
			who := side[best.index()]
			side[at.index()] = who
			has[who]++
		}
	}
}

// far is how far two squares are apart; another file counts more than another rank.
func far(a, b chess.Square) int { return 3*abs(a.File()-b.File()) + abs(a.Rank()-b.Rank()) }

// lineUpIdea says what a way of arranging gives, before it is taken.
func (v view) lineUpIdea(how, name string) LineUpIdea {
	m := v.m
	roster := m.arranged(how, func(int) int { return 0 })
	idea := LineUpIdea{How: how, Name: name}
	held := map[person][]post{}
	var markers [2][]string
	people := [2]int{}
	for _, s := range chess.Sides {
		for _, p := range v.homes.postsOf(s) {
			who := roster[s][p.index()]
			if who == "" {
				markers[s] = append(markers[s], v.homes.of(p).String())
				continue
			}
			if len(held[who]) == 0 {
				people[s]++
			}
			held[who] = append(held[who], p)
		}
	}
	idea.Words = fmt.Sprintf("White %d people, Black %d.", people[0], people[1])
	if n := len(markers[0]) + len(markers[1]); n > 0 {
		idea.Words += fmt.Sprintf(" %d markers: %s.", n, strings.Join(append(slices.Clone(markers[0]), markers[1]...), ", "))
		idea.Changes = append(idea.Changes, "A marker, a chair or a cone, stands, moves and is challenged like a player; somebody beside the floor carries it (B2).")
		idea.Changes = append(idea.Changes, "When a marker is asked, its Game Master names who answers before the question is shown; else the judges draw one by lot (B2).")
		for _, s := range chess.Sides {
			for _, p := range v.homes.postsOf(s) {
				if k := v.start.At(v.homes.of(p)).Kind(); k == chess.Bishop && roster[s][p.index()] == "" {
					idea.Changes = append(idea.Changes, fmt.Sprintf("The %s on %s is a marker: its question is read from the console at a steady pace (B6).", m.kind(s, k), v.homes.of(p)))
				}
			}
		}
	}
	var double []string
	for _, s := range chess.Sides {
		for _, p := range v.homes.postsOf(s) {
			if both := held[roster[s][p.index()]]; len(both) == 2 && both[0] == p {
				double = append(double, fmt.Sprintf("%s %s and %s", v.names[string(roster[s][p.index()])], v.homes.of(both[0]), v.homes.of(both[1])))
			}
		}
	}
	if len(double) > 0 {
		idea.Words += fmt.Sprintf(" %d have two posts: %s.", len(double), strings.Join(double, "; "))
		idea.Changes = append(idea.Changes,
			"Who has two posts stands on one; a chair with their name stands on the other. Either can be called; they carry the chair themselves (B2).",
			"They answer for both posts, so no stand-in is named (B2), and as a Bishop they recite for that post only (B20).",
			"When one of their posts is vanquished only that one leaves: they play on in the other, and leave the floor with the second (B22).")
	}
	if len(idea.Changes) == 0 {
		idea.Changes = append(idea.Changes, "Nothing changes in the rules: every post has its own person.")
	}
	return idea
}
