package questions

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits of Labels: characters of a tag and of the notes, and tags of a question.
const (
	MaxTags  = 40
	MaxTag   = 100
	MaxNotes = 4000
)

// Labels stand beside a question's text: judges do not approve them, and changing
// them takes no approval away.
type Labels struct {
	Tags  []string `json:"tags,omitempty"` // topic, lesson, language, translation …
	Notes string   `json:"notes,omitempty"`
}

// Equal tells whether two labels say the same.
func (l Labels) Equal(m Labels) bool { return l.Notes == m.Notes && slices.Equal(l.Tags, m.Tags) }

// Clean trims the labels and drops tags that are empty or repeats in another case.
func (l Labels) Clean() Labels {
	c := Labels{Notes: cleanField(l.Notes)}
	for _, tag := range l.Tags {
		tag = strings.Join(strings.Fields(tag), " ")
		if tag != "" && !c.Has(tag) {
			c.Tags = append(c.Tags, tag)
		}
	}
	return c
}

// Has tells whether a tag is among the labels, in any case.
func (l Labels) Has(tag string) bool {
	return slices.ContainsFunc(l.Tags, func(t string) bool { return strings.EqualFold(t, tag) })
}

// Check tests clean labels against their limits.
func (l Labels) Check() error {
	if len(l.Tags) > MaxTags {
		return refuse("", "There are %d tags; at most %d are possible.", len(l.Tags), MaxTags)
	}
	for _, tag := range l.Tags {
		if err := checkField("tag", tag, MaxTag); err != nil {
			return err
		}
	}
	if n := utf8.RuneCountInString(l.Notes); n > MaxNotes {
		return refuse("", "The notes have %d characters; at most %d are possible.", n, MaxNotes)
	}
	return checkField("notes", l.Notes, MaxNotes)
}

// Label gives a question other labels.
func (b Book) Label(id ID, labels Labels) (Book, error) {
	e, err := b.entry(id)
	if err != nil {
		return b, err
	}
	labels = labels.Clean()
	if err := labels.Check(); err != nil {
		return b, err
	}
	if e.labels.Equal(labels) {
		return b, nil
	}
	e.labels = labels
	e.labelled++
	return b.with(id, e.noted(b.hand)), nil
}

// Aside is what stood beside a question's text at some time: where it was kept, and
// its labels. Judges do not approve it.
type Aside struct {
	Revision int // of the text at that time
	Labelled int // how often the labels had been changed
	Spot     Spot
	Labels   Labels
	By       Hand // who put it there, or labelled it so
}

// Asides gives everything that ever stood beside a question's text, the oldest
// first, also of one that was removed; nil for an id that was never used. Another
// place within the same list is in Steps.
func (b Book) Asides(id ID) []Aside {
	e, _ := b.entries.get(id)
	return slices.Clone(e.asides)
}

// noted is the entry with what now stands beside its text in its history.
func (e entry) noted(by Hand) entry {
	now := Aside{len(e.revisions), e.labelled, e.spot(), e.labels, by}
	if n := len(e.asides); n > 0 {
		if last := e.asides[n-1]; last.Spot == now.Spot && last.Labels.Equal(now.Labels) {
			return e
		}
	}
	e.asides = append(slices.Clip(e.asides), now)
	return e
}

// labelledAs is a new entry with labels, after those that it had before.
func (e entry) labelledAs(by Hand, earlier []Labels, labels Labels) (entry, error) {
	for i, l := range append(slices.Clip(earlier), labels) {
		l = l.Clean()
		if err := l.Check(); err != nil {
			return e, err
		}
		if i > 0 && !l.Equal(e.labels) {
			e.labelled++
		}
		e.labels = l
		e = e.noted(by)
	}
	return e, nil
}
