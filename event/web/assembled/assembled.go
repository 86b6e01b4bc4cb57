package assembled

import (
	"fmt"
	"strings"
)

// Regions is the HTML of a page's regions by their ids.
type Regions map[string]string

// Of finds the regions of a page that was loaded.
func Of(page string) Regions {
	found := Regions{}
	for {
		at := strings.Index(page, `<section id="`)
		if at < 0 {
			return found
		}
		page = page[at:]
		end := elementEnd(page)
		if end < 0 {
			return found
		}
		head, _, _ := strings.Cut(page, ">")
		if id, _, _ := strings.Cut(head[len(`<section id="`):], `"`); strings.Contains(head, " data-region") {
			found[id] = strings.ReplaceAll(page[:end], "\r", "")
		}
		page = page[end:]
	}
}

// Apply takes the data of an event of regions: each of its elements is a whole
// region, or a part of one that is there. An element that is neither is an error,
// and what came before it counts.
func (r Regions) Apply(data string) error {
	for rest := strings.TrimSpace(data); rest != ""; rest = strings.TrimSpace(rest) {
		end := elementEnd(rest)
		if end < 0 {
			return fmt.Errorf("no whole element begins with %.60q", rest)
		}
		element := rest[:end]
		rest = rest[end:]
		head, _, _ := strings.Cut(element, ">")
		_, after, named := strings.Cut(head, ` id="`)
		id, _, closed := strings.Cut(after, `"`)
		if !named || !closed {
			return fmt.Errorf("an element has no id: %.60q", element)
		}
		if strings.HasPrefix(element, "<section") {
			r[id] = element
		} else if !r.replace(id, element) {
			return fmt.Errorf("the page has no part %q", id)
		}
	}
	return nil
}

// replace puts an element in the place of the part with its id.
func (r Regions) replace(id, element string) bool {
	for region, html := range r {
		at := strings.Index(html, ` id="`+id+`"`)
		if at < 0 {
			continue
		}
		start := strings.LastIndexByte(html[:at], '<')
		end := elementEnd(html[start:])
		if end < 0 {
			return false
		}
		r[region] = html[:start] + element + html[start+end:]
		return true
	}
	return false
}

// elementEnd is behind the end tag of the element that a text begins with, or -1.
// Text and attributes never hold a bare "<".
func elementEnd(html string) int {
	if !strings.HasPrefix(html, "<") {
		return -1
	}
	name := html[1:]
	if i := strings.IndexAny(name, " >\n\t"); i >= 0 {
		name = name[:i]
	}
	for depth, at := 0, 0; ; {
		next := strings.IndexByte(html[at:], '<')
		if next < 0 {
			return -1
		}
		at += next + 1
		tag, end := strings.CutPrefix(html[at:], "/")
		if !strings.HasPrefix(tag, name) || len(tag) == len(name) || !strings.ContainsRune(" >\n\t", rune(tag[len(name)])) {
			continue
		}
		if !end {
			depth++
			continue
		}
		if depth--; depth == 0 {
			close := strings.IndexByte(html[at:], '>')
			if close < 0 {
				return -1
			}
			return at + close + 1
		}
	}
}
