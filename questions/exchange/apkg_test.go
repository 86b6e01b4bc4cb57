package exchange

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// collection makes the database of an Anki package by these statements.
func collection(t testing.TB, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "collection")
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

const (
	ankiCol   = `CREATE TABLE col (id integer primary key, models text not null, decks text not null)`
	ankiCards = `CREATE TABLE cards (id integer primary key, nid integer not null, did integer not null)`
	ankiNotes = `CREATE TABLE notes (id integer primary key, mid integer not null, tags text not null, flds text not null)`
	ankiData  = `INSERT INTO col VALUES (1, '{"10":{"name":"Basic","type":0,"flds":[{"name":"Front"},{"name":"Back"},{"name":"Reference"}]},
		"11":{"name":"Cloze","type":1,"flds":[{"name":"Text"},{"name":"Back Extra"}]}}', '{"1":{"name":"Default"},"2":{"name":"Bible::Gospels"}}')`
	ankiRows = `INSERT INTO notes VALUES (100, 10, ' luke easy ', 'In which town was <b>Jesus</b> born?' || char(31) || 'Bethlehem' || char(31) || 'Luke 2:4'),
		(101, 11, '', 'The LORD is my {{c1::shepherd}}.' || char(31) || 'Psalm 23:1'),
		(102, 10, '', 'No answer' || char(31) || '' || char(31) || '')`
	ankiDecks = `INSERT INTO cards VALUES (1, 100, 2), (2, 101, 1), (3, 102, 1)`
)

func TestRead_AnkiPackage(t *testing.T) {
	for _, name := range []string{"collection.anki2", "collection.anki21"} {
		files := map[string]string{name: collection(t, ankiCol, ankiCards, ankiNotes, ankiData, ankiRows, ankiDecks), "media": "{}"}
		got, err := Read("deck.apkg", packedFile(t, files), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Format != AnkiPackage || len(got.Records) != 2 || len(got.Skipped) != 1 || got.Skipped[0].Line != 3 || got.Warnings != nil {
			t.Fatalf("%+v", got)
		}
		first, second := got.Records[0], got.Records[1]
		if first.Question != "In which town was Jesus born?" || !slices.Equal(first.Answers, []string{"Bethlehem"}) || first.Reference != "Luke 2:4" ||
			first.Category != "Bible::Gospels" || !slices.Equal(first.Tags, []string{"luke", "easy"}) {
			t.Errorf("%+v", first)
		}
		if second.Question != "The LORD is my _____." || second.Type != Cloze || second.Answers[0] != "shepherd" || second.Notes != "Psalm 23:1" {
			t.Errorf("%+v", second)
		}
	}
}

// A collection is data: what would make the reading of it a program is refused.
func TestRead_AnkiPackageThatRuns(t *testing.T) {
	const endless = `SELECT id, id AS mid, '' AS tags, 'x' AS flds FROM (WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id FROM n)`
	cases := map[string][]string{
		"a view that never ends": {ankiCol, ankiCards, ankiData, `CREATE VIEW notes AS ` + endless},
		"a computed column": {ankiCol, ankiCards, ankiData, `CREATE TABLE notes (id integer primary key, mid integer, tags text,
			flds text GENERATED ALWAYS AS (printf('%.*c', 100000000, 'x')))`, `INSERT INTO notes (id, mid, tags) VALUES (1, 10, '')`},
		"a virtual table":   {ankiCol, ankiCards, ankiData, `CREATE VIRTUAL TABLE notes USING fts5(id, mid, tags, flds)`},
		"no notes":          {ankiCol, ankiCards, ankiData},
		"no note types":     {ankiCol, ankiCards, ankiNotes},
		"broken note types": {ankiCol, ankiCards, ankiNotes, `INSERT INTO col VALUES (1, '{', '{}')`},
		"numbers for texts": {ankiCol, ankiCards, `CREATE TABLE notes (id, mid, tags, flds)`, ankiData, `INSERT INTO notes VALUES ('x', 'y', NULL, 7)`},
	}
	for name, statements := range cases {
		t.Run(name, func(t *testing.T) {
			within(t, func() {
				_, err := Read("", packedFile(t, map[string]string{"collection.anki2": collection(t, statements...)}), Options{})
				if err == nil || err.Error() != "The collection in this Anki package is damaged: export the deck again, or as \"Notes in Plain Text\"." {
					t.Errorf("%v", err)
				}
			})
		})
	}
}
