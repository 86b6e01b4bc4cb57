package web

import (
	"strings"

	"biblechess/event"
	"biblechess/questions/exchange"
)

// readPeople takes a list of people: pasted, a name a line, or a file with the
// columns name, team and note.
func readPeople(_ *Server, f form) (event.Command, error) {
	var rows []exchange.Line
	if file, err := f.FormFile("file"); err == nil {
		opened, err := file.Open()
		if err != nil {
			return nil, wrong("The file did not arrive whole: send it again.")
		}
		defer opened.Close()
		if rows, err = exchange.Rows(opened); err != nil {
			return nil, wrong("%s", err)
		}
	} else {
		var err error
		if rows, err = exchange.Rows(strings.NewReader(f.text("paste"))); err != nil {
			return nil, wrong("%s", err)
		}
	}
	c := event.AddPeople{}
	name, team, note, headed := 0, 1, 2, false
	if len(rows) > 0 {
		if n, t, o, ok := peopleColumns(rows[0].Cells); ok {
			name, team, note, headed = n, t, o, true
			rows = rows[1:]
		}
	}
	cell := func(row exchange.Line, at int) string {
		if at < 0 || at >= len(row.Cells) {
			return ""
		}
		return strings.TrimSpace(row.Cells[at])
	}
	for _, row := range rows {
		p := event.NewPerson{Name: cell(row, name), Note: cell(row, note)}
		if p.Name == "" {
			continue
		}
		if strings.Contains(p.Name, "\n") {
			return nil, wrong("Line %d: this name goes on in the next line, so a quotation mark is not closed where the name ends. Close it or take it away, then bring the list again.", row.Number)
		}
		switch t := strings.ToLower(cell(row, team)); t {
		case "white", "black":
			p.Team = event.Colour(t)
		case "", "either", "any", "-":
		default:
			// "Adeyemi, Phoebe" is one name.
			if !headed && len(row.Cells) == 2 {
				p.Name += ", " + cell(row, team)
				break
			}
			return nil, wrong("Line %d: the team “%.40s” is not White or Black. Write the name, then a comma and the team, or leave the team out.", row.Number, cell(row, team))
		}
		c.People = append(c.People, p)
	}
	return c, nil
}

// peopleColumns finds the columns by a first row that names them; -1 for one that
// is not there.
func peopleColumns(row []string) (name, team, note int, ok bool) {
	name, team, note = -1, -1, -1
	for i, head := range row {
		switch strings.ToLower(strings.TrimSpace(head)) {
		case "name", "names", "player", "person":
			name = i
		case "team", "side":
			team = i
		case "note", "notes", "height", "mobility":
			note = i
		}
	}
	return name, team, note, name >= 0
}

// readComeIn takes somebody's own word that they have come.
func readComeIn(_ *Server, f form) (event.Command, error) {
	p := event.NewPerson{Name: f.text("name"), Note: f.text("note")}
	switch t := f.text("team"); t {
	case "white", "black":
		p.Team = event.Colour(t)
	case "":
	default:
		return nil, wrong("Choose White, Black or either.")
	}
	return event.ComeIn{NewPerson: p}, nil
}

func readPerson(_ *Server, f form) (event.Command, error) {
	c := event.ChangePerson{Person: f.text("person"), Name: f.text("name"), Note: f.text("note")}
	switch t := f.text("team"); t {
	case "white", "black":
		c.Team = event.Colour(t)
	case "":
	default:
		return nil, wrong("Choose White, Black or either.")
	}
	return c, f.needs("person", "name", "team", "note")
}

func readAbsent(_ *Server, f form) (event.Command, error) {
	on, err := f.flag("on")
	return event.MarkAbsent{Person: f.text("person"), On: on, Instead: f.text("instead")}, err
}
