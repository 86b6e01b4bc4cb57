package exchange

import (
	"html"
	"path"
	"strings"
)

// htmlText turns the HTML of one field into text: line breaks and the ends of
// blocks become line feeds, entities are decoded, a no-break space becomes a
// space, what is raised gets a ^ before it, and other tags go. White space is one
// space, except that line feeds stay when breaks is set. Pictures that are left
// out are named.
func htmlText(s string, breaks bool) (text string, pictures []string) {
	w := htmlWriter{breaks: breaks}
	for s != "" {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			i = len(s)
		}
		w.text(s[:i])
		if s = s[i:]; s == "" {
			break
		}
		if after, ok := strings.CutPrefix(s, "<!--"); ok {
			if _, s, ok = strings.Cut(after, "-->"); !ok {
				s = ""
			}
			continue
		}
		if !isTag(s) {
			w.text("<")
			s = s[1:]
			continue
		}
		end := strings.IndexByte(s, '>')
		if end < 0 {
			w.text(s)
			break
		}
		tag := s[1:end]
		s = s[end+1:]
		name := tagName(tag)
		switch name {
		case "script", "style":
			// Without its end, all that follows belongs to it.
			i := indexFold(s, "</"+name)
			if i < 0 {
				i = len(s)
			}
			s = s[i:]
		case "img":
			pictures = append(pictures, pictureName(tag))
		default:
			w.tag(name)
		}
	}
	return w.done(), pictures
}

// isTag tells a tag from a mere sign: a name follows it at once.
func isTag(s string) bool {
	s = strings.TrimPrefix(s[1:], "/")
	return s != "" && (s[0] >= 'a' && s[0] <= 'z' || s[0] >= 'A' && s[0] <= 'Z' || s[0] == '!' || s[0] == '?')
}

// tagName is a tag's name in small letters, with the slash of an end tag.
func tagName(tag string) string {
	end := strings.IndexFunc(tag[min(1, len(tag)):], func(r rune) bool { return r == ' ' || r == '/' || r == '\n' || r == '\t' })
	if end >= 0 {
		tag = tag[:end+1]
	}
	return strings.ToLower(tag)
}

// indexFold finds an ASCII word in any case.
func indexFold(s, word string) int {
	for i := 0; i+len(word) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(word)], word) {
			return i
		}
	}
	return -1
}

// pictureName is the file name of an img tag.
func pictureName(tag string) string {
	i := indexFold(tag, "src=")
	if i < 0 {
		return ""
	}
	src := tag[i+len("src="):]
	if src != "" && (src[0] == '"' || src[0] == '\'') {
		src, _, _ = strings.Cut(src[1:], src[:1])
	} else if fields := strings.Fields(src); len(fields) > 0 {
		src = fields[0]
	}
	if src == "" || len(src) > 200 || strings.HasPrefix(strings.ToLower(src), "data:") {
		return ""
	}
	return html.UnescapeString(path.Base(src))
}

// doubtPictures says that pictures were left out.
func (r *Record) doubtPictures(names []string) {
	for _, name := range names {
		if name == "" {
			r.doubt("A picture was left out.")
		} else {
			r.doubt("A picture was left out (%s).", name)
		}
	}
}

type htmlWriter struct {
	b      strings.Builder
	last   byte // of what is written
	space  bool // white space is owed
	breaks bool
	line   bool // a line feed is owed before more text
}

func (w *htmlWriter) tag(name string) {
	switch name {
	case "br":
		w.newline()
	case "sup":
		w.write("^")
	case "p", "div", "li", "tr", "ul", "ol", "table", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "section",
		"/p", "/div", "/li", "/tr", "/ul", "/ol", "/table", "/h1", "/h2", "/h3", "/h4", "/h5", "/h6", "/blockquote", "/pre", "/section":
		w.line = w.last != 0
	case "/td", "/th":
		w.space = true
	}
}

func (w *htmlWriter) text(s string) {
	for s != "" {
		i := strings.IndexAny(s, " \t\n\r")
		if i < 0 {
			i = len(s)
		}
		if i > 0 {
			w.write(strings.ReplaceAll(html.UnescapeString(s[:i]), "\u00a0", " "))
			s = s[i:]
			continue
		}
		if s[0] == '\n' && w.breaks && !w.line {
			w.newline()
		} else {
			w.space = true
		}
		s = s[1:]
	}
}

func (w *htmlWriter) newline() {
	w.space, w.line = false, false
	if w.last != 0 {
		w.b.WriteByte('\n')
		w.last = '\n'
	}
}

func (w *htmlWriter) write(s string) {
	if s == "" {
		return
	}
	if w.line && w.last != '\n' {
		w.newline()
	}
	w.line = false
	if w.space && w.last != 0 && w.last != '\n' && w.last != ' ' {
		w.b.WriteByte(' ')
	}
	w.space = false
	w.b.WriteString(s)
	w.last = s[len(s)-1]
}

func (w *htmlWriter) done() string {
	lines := strings.Split(w.b.String(), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
