package exchange

import (
	"context"
	"database/sql"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	_ "modernc.org/sqlite" // reads the collection of a package
)

// apkgTime is how long reading a collection may take.
const apkgTime = 20 * time.Second

// apkgModel is a note type of a collection.
type apkgModel struct {
	Name   string
	Type   int // 1 for cloze
	Fields []struct {
		Name string
	} `json:"flds"`
}

// apkg reads the notes of a package of Anki. Its collection is a database, which
// is opened in memory and only read. Nothing in it may be a program: a table whose
// columns are computed, or a view in place of a table, is refused.
func (p *parsing) apkg(z *packed) error {
	name := "collection.anki21"
	if z.files[name] == nil {
		name = "collection.anki2"
	}
	data, err := z.open(name)
	if err != nil {
		return err
	}
	damaged := refuse("The collection in this Anki package is damaged: export the deck again, or as \"Notes in Plain Text\".")
	if !strings.HasPrefix(string(data[:min(len(data), 16)]), "SQLite format 3\x00") {
		return damaged
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	ctx, cancel := context.WithTimeout(context.Background(), apkgTime)
	defer cancel()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	err = conn.Raw(func(driver any) error {
		return driver.(interface{ Deserialize([]byte) error }).Deserialize(data)
	})
	if err != nil || !plainTables(ctx, conn) {
		return damaged
	}
	var models, decks string
	if err := conn.QueryRowContext(ctx, "SELECT models, decks FROM col").Scan(&models, &decks); err != nil {
		return damaged
	}
	modelOf := map[string]apkgModel{}
	deckOf := map[string]struct{ Name string }{}
	if json.Unmarshal([]byte(models), &modelOf) != nil || json.Unmarshal([]byte(decks), &deckOf) != nil {
		return damaged
	}
	deckOfNote := map[int64]int64{}
	cards, err := conn.QueryContext(ctx, "SELECT nid, did FROM cards ORDER BY id LIMIT 200000")
	if err != nil {
		return damaged
	}
	defer cards.Close()
	for cards.Next() {
		var note, deck int64
		if cards.Scan(&note, &deck) != nil {
			return damaged
		}
		if _, known := deckOfNote[note]; !known {
			deckOfNote[note] = deck
		}
	}
	if cards.Err() != nil {
		return damaged
	}
	notes, err := conn.QueryContext(ctx, "SELECT id, mid, tags, flds FROM notes ORDER BY id LIMIT ?", MaxRows+1)
	if err != nil {
		return damaged
	}
	defer notes.Close()
	for number := 1; notes.Next(); number++ {
		var id, model int64
		var tags, fields string
		if notes.Scan(&id, &model, &tags, &fields) != nil {
			return damaged
		}
		m := modelOf[strconv.FormatInt(model, 10)]
		n := ankiNote{
			line: number, kind: m.Name, cloze: m.Type == 1, fields: strings.Split(fields, "\x1f"), tags: tags, html: true,
			deck: deckOf[strconv.FormatInt(deckOfNote[id], 10)].Name,
		}
		for _, f := range m.Fields {
			n.names = append(n.names, f.Name)
		}
		p.ankiNote(n)
		if err := p.full(); err != nil {
			return err
		}
	}
	if notes.Err() != nil {
		return damaged
	}
	return nil
}

// plainTables tells whether what is read of a collection are tables that hold
// what they say.
func plainTables(ctx context.Context, conn *sql.Conn) bool {
	if _, err := conn.ExecContext(ctx, "PRAGMA trusted_schema = OFF"); err != nil {
		return false
	}
	for _, table := range []string{"col", "notes", "cards"} {
		var kind, source string
		err := conn.QueryRowContext(ctx, "SELECT type, sql FROM sqlite_master WHERE name = ?", table).Scan(&kind, &source)
		source = strings.ToLower(strings.Join(strings.Fields(source), " "))
		if err != nil || kind != "table" || !strings.HasPrefix(source, "create table") ||
			strings.Contains(source, " as ") || strings.Contains(source, " as(") || strings.Contains(source, ")as") {
			return false
		}
	}
	return true
}
