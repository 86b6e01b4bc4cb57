package exchange

import (
	"strings"
	"unicode"

	"biblechess/event/chess"
	"biblechess/questions"

	"golang.org/x/text/unicode/norm"
)

// The marks of a question and of an answer at the start of a line, in several
// languages, and the number before a question.
var (
	plainNumber   = pattern(`^(\d{1,4})\s*[.)]\s*`)
	plainQuestion = pattern(`^(?i:Q|Question|Frage|F|Pregunta|P|Pergunta|Domanda|Vraag|질문|문제|问题)\s*\d{0,4}\s*[.:)]\s*`)
	plainAnswer   = pattern(`^(?i:A|Answer|Antwort|Réponse|R|Respuesta|Resposta|Risposta|Antwoord|답|정답|答案)\s*[.:)]\s*`)
	plainField    = pattern(`^([\p{L}][\p{L} ]{1,20}):\s*(\S.*)$`)
	plainSection  = pattern(`^\[([^\[\]]+)\]$`)
)

// marker says what the start of a line marks.
type marker struct {
	number, question, answer bool
	rest                     string // the line without its marks
}

func markerOf(line string) marker {
	m := marker{rest: strings.TrimSpace(line)}
	// Every mark ends in one of these, near the start of its line.
	if !strings.ContainsAny(m.rest[:min(len(m.rest), 64)], ".:)") {
		return m
	}
	if n := plainNumber().FindString(m.rest); n != "" {
		m.number, m.rest = true, m.rest[len(n):]
	}
	if mark := plainQuestion().FindString(m.rest); mark != "" {
		m.question, m.rest = true, m.rest[len(mark):]
	} else if mark := plainAnswer().FindString(m.rest); mark != "" && !m.number {
		m.answer, m.rest = true, m.rest[len(mark):]
	}
	return m
}

// plainReader reads questions of plain text.
type plainReader struct {
	p        *parsing
	r        Record
	open     bool     // a question has begun
	question []string // its lines
	answered bool     // its answer has begun
	answer   []string // its lines
	blank    bool     // a blank line stands before
	piece    chess.Kind
	category string
}

// plain reads questions and answers of plain text. A line in brackets names the
// piece, or else the topic, of what follows. What stands in brackets at the end of
// an answer is its reference. Answers are separated by a slash between spaces, by
// a semicolon or by |.
func (p *parsing) plain(text string) error {
	w := plainReader{p: p}
	line := 0
	for l := range strings.Lines(text) {
		line++
		w.line(strings.TrimSpace(l), line)
		if err := p.full(); err != nil {
			return err
		}
	}
	w.end()
	return nil
}

func (w *plainReader) line(l string, line int) {
	if l == "" {
		w.blank = true
		return
	}
	m := markerOf(l)
	// Most lines are plain words: only what can match is matched.
	var field []string
	if w.answered && strings.ContainsAny(l, ":：") {
		field = plainField().FindStringSubmatch(l)
	}
	switch {
	case m.answer && w.open && !w.answered:
		w.answered, w.answer = true, []string{m.rest}
	case m.question || m.number && (!w.open || w.answered || w.blank):
		w.end()
		w.open, w.question = true, []string{m.rest}
		w.r = Record{Line: line, Piece: w.piece, Category: w.category}
	case strings.HasPrefix(l, "[") && plainSection().MatchString(l) && (!w.open || w.answered && (w.blank || isPieceSection(l))):
		w.end()
		name := plainSection().FindStringSubmatch(l)[1]
		if kind, ok := questions.ParseKind(name); ok {
			w.piece = kind
		} else {
			w.piece, w.category = chess.NoKind, name
		}
	case w.answered && field != nil && w.field(field[1], field[2]):
	case w.answered && !w.blank:
		w.answer = append(w.answer, l)
	case w.open && !w.answered:
		w.question = append(w.question, l)
	default:
		w.end()
		w.p.skip(Skipped{Line: line, Question: l, Why: "It is neither a question nor an answer."})
	}
	w.blank = false
}

// isPieceSection tells a line that names a piece from a reference on a line of
// its own.
func isPieceSection(l string) bool {
	_, ok := questions.ParseKind(strings.Trim(l, "[]"))
	return ok
}

// field takes a line that names what it holds, as "Hint: Flood".
func (w *plainReader) field(name, value string) bool {
	switch columnWords()[columnKey(name)] {
	case RefColumn:
		w.r.Reference = value
	case HintColumn:
		w.r.Hint = value
	case SayAsColumn:
		w.r.SayAs = value
	case NotesColumn:
		w.r.Notes = value
	case CategoryColumn:
		w.r.Category = value
	case TeamColumn:
		w.r.Team = value
	case AlsoColumn:
		w.r.Answers = append(w.r.Answers, splitPlain(value)...)
	case RejectColumn:
		w.r.Rejected = append(w.r.Rejected, splitPlain(value)...)
	case PieceColumn:
		kind, ok := questions.ParseKind(value)
		if !ok {
			return false
		}
		w.r.Piece = kind
	default:
		return false
	}
	return true
}

// end takes the question that was being read.
func (w *plainReader) end() {
	if w.open {
		w.r.Question = strings.Join(w.question, "\n")
		answer := strings.TrimSpace(strings.Join(w.answer, "\n"))
		if w.r.Reference == "" {
			answer, w.r.Reference = w.reference(answer)
		}
		w.r.Answers = append(splitPlain(answer), w.r.Answers...)
		if strings.TrimSpace(answer) == "" {
			w.r.Answers = nil
		}
		w.p.add(w.r)
	}
	w.open, w.answered, w.question, w.answer = false, false, nil, nil
}

// reference takes what stands in brackets off the end of an answer, if it looks
// like a place to look up: it has a digit or begins with a capital letter.
func (w *plainReader) reference(answer string) (rest, reference string) {
	for _, pair := range []string{"()", "[]"} {
		if !strings.HasSuffix(answer, pair[1:]) {
			continue
		}
		i := strings.LastIndexByte(answer, pair[0])
		if i < 1 {
			continue
		}
		inside := strings.TrimSpace(answer[i+1 : len(answer)-1])
		if strings.ContainsFunc(inside, unicode.IsDigit) {
			return strings.TrimSpace(answer[:i]), inside
		}
		if first := []rune(inside); len(first) > 0 && unicode.IsUpper(first[0]) {
			w.r.doubt("%s was taken for the reference.", quoted(inside))
			return strings.TrimSpace(answer[:i]), inside
		}
	}
	return answer, ""
}

// splitPlain splits the answers of a line. A comma never does.
func splitPlain(s string) []string {
	s = strings.ReplaceAll(norm.NFC.String(s), " / ", "|")
	return strings.FieldsFunc(s, func(r rune) bool { return r == '|' || r == ';' })
}
