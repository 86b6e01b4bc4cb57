package exchange

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Column is what a column of a table holds.
type Column string

// The columns that are understood. A table may have several of Also, ChoiceColumn
// and Ignored, and one of each of the others.
const (
	Ignored        Column = ""
	TeamColumn     Column = "team"
	PieceColumn    Column = "piece"
	NumberColumn   Column = "number"
	QuestionColumn Column = "question"
	AnswerColumn   Column = "answer" // never split; with choices, their letter or number will do
	AlsoColumn     Column = "also_accept"
	RefColumn      Column = "reference"
	HintColumn     Column = "hint"
	SayAsColumn    Column = "say_as"
	RejectColumn   Column = "do_not_accept"
	ChoicesColumn  Column = "choices" // all choices, separated by |
	ChoiceColumn   Column = "choice"  // one choice
	RightColumn    Column = "right"   // Kahoot: the numbers of the right choices
	CategoryColumn Column = "category"
	TagsColumn     Column = "tags"
	NotesColumn    Column = "notes"
	TypeColumn     Column = "type"
	TitleColumn    Column = "title"
)

// AllColumns lists what a column can hold, in the order in which people are asked.
func AllColumns() []Column {
	return []Column{
		QuestionColumn, AnswerColumn, AlsoColumn, RejectColumn, RefColumn, HintColumn, SayAsColumn, PieceColumn, TeamColumn, NumberColumn,
		ChoicesColumn, ChoiceColumn, RightColumn, CategoryColumn, TagsColumn, NotesColumn, TypeColumn, TitleColumn,
	}
}

// columnWords are the names of columns as people write them, as columnKey makes
// them: English, German, French, Spanish, Portuguese, Italian, Dutch, Korean,
// Chinese and Russian.
var columnWords = sync.OnceValue(func() map[string]Column {
	words := map[Column]string{
		TeamColumn:     "team side mannschaft équipe equipo equipe squadra ploeg 팀",
		PieceColumn:    "piece bank kind figur spielfigur pièce pieza peça pezzo stuk 말 기물",
		NumberColumn:   "number no nr # num nummer numéro número numero 번호",
		QuestionColumn: "question questions prompt term front frage fragen pregunta pergunta domanda vraag 질문 문제 问题 вопрос",
		AnswerColumn: "answer answers correct correctanswer rightanswer definition back antwort lösung réponse respuesta resposta " +
			"risposta antwoord 답 정답 答案 ответ",
		AlsoColumn: "alsoaccept alsoaccepted also alternatives alternative alternativeanswers otheranswers furtheranswers synonyms " +
			"weitereantworten auchrichtig autresréponses otrasrespuestas outrasrespostas altrerisposte andereantwoorden 다른답 다른정답",
		RefColumn: "reference references ref source verse scripture passage bibleverse biblereference bibelstelle stelle quelle beleg " +
			"référence referencia referência riferimento bron 성경구절 출처 참조",
		HintColumn:     "hint clue hinweis tipp indice pista dica suggerimento 힌트",
		SayAsColumn:    "sayas pronunciation pronounce aussprache prononciation pronunciación 발음",
		RejectColumn:   "donotaccept dontaccept reject rejected notaccepted nichtannehmen",
		ChoicesColumn:  "choices options auswahl choix opciones",
		CategoryColumn: "category topic subject deck kategorie thema catégorie thème categoría tema categoria categorie onderwerp 주제 분류",
		TagsColumn:     "tags tag labels schlagwörter étiquettes etiquetas 태그",
		NotesColumn:    "notes note comment comments remarks explanation feedback notizen anmerkung bemerkung erklärung remarque notas 메모 비고",
		TypeColumn:     "type questiontype",
		TitleColumn:    "title name titel titre título",
	}
	byWord := map[string]Column{}
	for column, list := range words {
		for word := range strings.FieldsSeq(list) {
			byWord[norm.NFC.String(word)] = column
		}
	}
	for _, stem := range []string{"option", "choice", "wronganswer", "incorrectanswer", "distractor", "antwort", "answer"} {
		for _, n := range []string{"a", "b", "c", "d", "e", "f", "1", "2", "3", "4", "5", "6"} {
			byWord[stem+n] = ChoiceColumn
		}
	}
	for _, word := range []string{"option", "choice", "wronganswer", "incorrectanswer", "distractor", "a", "b", "c", "d", "e", "f"} {
		byWord[word] = ChoiceColumn
	}
	return byWord
})

// columnKey is a column's name without what people write differently.
func columnKey(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("_-.:'’/", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFC.String(name))
}

// heading is a row that names columns.
type heading struct {
	columns []Column
	names   []string
	named   int    // cells up to the last that has a name
	twice   Column // a column that is named twice and can't be
	kahoot  bool
}

// nameColumns reads a row as the names of columns; false when it doesn't look
// like one: neither questions nor answers are named, or nothing else is.
func nameColumns(row gridRow) (heading, bool) {
	row.cells = row.cells[:min(len(row.cells), maxColumns)]
	if h, ok := kahootHeading(row); ok {
		return h, true
	}
	h := heading{names: row.cells, columns: make([]Column, len(row.cells))}
	known := 0
	for i, name := range row.cells {
		key := columnKey(name)
		if key == "" {
			continue
		}
		h.named = i + 1
		column, ok := columnWords()[key]
		if !ok {
			continue
		}
		if slices.Contains(h.columns, column) && column != AlsoColumn && column != ChoiceColumn {
			if column == AnswerColumn {
				column = AlsoColumn
			} else {
				h.twice = column
				continue
			}
		}
		h.columns[i] = column
		known++
	}
	return h, known > 1 && (h.has(QuestionColumn) || h.has(AnswerColumn))
}

func (h heading) has(c Column) bool { return slices.Contains(h.columns, c) }

// known counts the columns that are understood.
func (h heading) known() int {
	n := 0
	for _, c := range h.columns {
		if c != Ignored {
			n++
		}
	}
	return n
}

// check refuses a table that lacks a column or names one twice.
func (h heading) check(required ...Column) error {
	if h.twice != Ignored {
		return refuse("The first row names the column %s twice.", h.twice)
	}
	for _, c := range required {
		if !h.has(c) && !h.kahoot {
			return refuse("The first row must name the columns; the column %s is not there.", c)
		}
	}
	return nil
}

// kahootHeading knows the heading of Kahoot's template: a column of questions,
// then those of numbered answers, and one of the numbers of the right ones.
func kahootHeading(row gridRow) (heading, bool) {
	h := heading{names: row.cells, columns: make([]Column, len(row.cells)), kahoot: true}
	choices := 0
	for i, name := range row.cells {
		key := columnKey(name)
		if key != "" {
			h.named = i + 1
		}
		switch {
		case strings.HasPrefix(key, "question"):
			if h.has(QuestionColumn) {
				continue
			}
			h.columns[i] = QuestionColumn
		case strings.HasPrefix(key, "correctanswer"):
			if h.has(RightColumn) {
				continue
			}
			h.columns[i] = RightColumn
		case strings.HasPrefix(key, "answer") && len(key) > 6 && key[6] >= '1' && key[6] <= '9' && strings.Contains(key, "max"):
			h.columns[i] = ChoiceColumn
			choices++
		}
	}
	return h, choices > 1 && h.has(QuestionColumn) && h.has(RightColumn)
}
