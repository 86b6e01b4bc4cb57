package views

import (
	"strings"

	"biblechess/event"
	"biblechess/event/chess"
)

// hostile is what somebody may type anywhere: markup, quotes, two directions.
const hostile = `<b>"O'Neil" & 'שרה' مريم</b> 🦁<script>alert(1)</script>`

// longQuestion has more than 600 characters.
var longQuestion = strings.TrimSpace(strings.Repeat("Which queen risked her life by going in to the king unbidden, and what did she say to her cousin before she went? ", 6))

var whiteNames = []string{
	"Judith", "Asher", "Miriam", "Gideon", "Josiah", "Ezra", "Samuel", "Naomi",
	"Keturah", "Jonah", "Bartholomew Featherstonehaugh-Nguyen", "Titus", "Phoebe Adeyemi", "שרה כהן", "Dinah", "Boaz",
}

var blackNames = []string{
	"Josiah B.", "Abigail", "Maximilian", "Naomi Ruth", "Caleb", "Lydia", "سلمى الحداد", "Hannah",
	"Tobias", "Esther", "Micah", "Wolfeschlegelsteinhausen", "Joel", "Salome 🦁", "Silas", "Tirzah",
}

var backRank = []chess.Kind{chess.Rook, chess.Knight, chess.Bishop, chess.Queen, chess.King, chess.Bishop, chess.Knight, chess.Rook}

var roleNames = map[chess.Kind]string{
	chess.Pawn: "Pawn", chess.Rook: "Rook", chess.Knight: "Knight", chess.Bishop: "Bishop",
	chess.Queen: "Quiz Master", chess.King: "Game Master",
}

func sampleToken(side event.Colour, kind chess.Kind, name, square string) *event.Token {
	return &event.Token{ID: sideName(side) + square, Side: side, Kind: kind, Role: roleNames[kind], Name: name, Square: square, Marker: name == "Pawn a2"}
}

// sampleBoard is an early position: e4 is played, and e5, and a Bishop stands on f6.
func sampleBoard(flip bool, marks map[string]string) event.BoardView {
	at := map[string]*event.Token{}
	for i, kind := range backRank {
		file := string(rune('a' + i))
		at[file+"1"] = sampleToken(event.WhiteColour, kind, whiteNames[i], file+"1")
		at[file+"2"] = sampleToken(event.WhiteColour, chess.Pawn, whiteNames[8+i], file+"2")
		at[file+"8"] = sampleToken(event.BlackColour, kind, blackNames[i], file+"8")
		at[file+"7"] = sampleToken(event.BlackColour, chess.Pawn, blackNames[8+i], file+"7")
	}
	walk := func(from, to string) {
		at[to] = at[from]
		delete(at, from)
		at[to].Square = to
	}
	walk("e2", "e4")
	walk("e7", "e5")
	walk("g1", "f3")
	walk("h8", "f6")
	walk("f1", "c4")
	at["a2"] = sampleToken(event.WhiteColour, chess.Pawn, "Pawn a2", "a2")
	var b event.BoardView
	for row := range 8 {
		for col := range 8 {
			file, rank := col, 7-row
			if flip {
				file, rank = 7-col, row
			}
			q := chess.SquareAt(file, rank)
			b.Cells = append(b.Cells, event.Cell{Square: q.String(), Dark: q.Dark(), Token: at[q.String()], Mark: marks[q.String()]})
		}
	}
	return b
}

func sampleFrame(seat event.Seat, station string) event.Frame {
	f := event.Frame{
		Seat: seat, Path: seat.Path(), Station: station, Match: "Autumn evening, first match", Format: "Bible Chess",
		Phase: event.Playing, About: 41, Once: "once-1",
		Clocks: []event.Countdown{{Key: "match", Label: "Match", Until: 1_800_000_000_000}},
	}
	if side, ok := seat.Side(); ok {
		f.Side = event.ColourOf(side)
		f.Team = [2]string{"Lions of Zion", "Shepherds of the Hill Country"}[side]
	}
	return f
}

func sampleTeams() [2]event.TeamLine {
	return [2]event.TeamLine{
		{Side: event.WhiteColour, Name: "Lions of Zion", ToMove: true, OnFloor: 15, Out: []event.OutLine{{Name: "Anna", Role: "Pawn", By: "Ben", Ply: 12}}},
		{Side: event.BlackColour, Name: "Shepherds of the Hill Country", OnFloor: 14, Out: []event.OutLine{{Name: "Tamar", Role: "Pawn", By: "Miriam", Ply: 9}, {Name: "Bartholomew Featherstonehaugh-Nguyen", Role: "Knight", By: "Asher", Ply: 5}}},
	}
}

func sampleChallenge() *event.ChallengeView {
	return &event.ChallengeView{
		Ply: 23, Clause: "B12",
		Challenger: *sampleToken(event.WhiteColour, chess.Bishop, "Miriam", "c3"),
		Defender:   *sampleToken(event.BlackColour, chess.Rook, "Bartholomew Featherstonehaugh-Nguyen", "f6"),
		Headline:   "Miriam (White Bishop) challenges Bartholomew Featherstonehaugh-Nguyen (Black Rook) on f6",
		Asks:       "Miriam reads from memory. Bartholomew Featherstonehaugh-Nguyen must break in with the right answer before Miriam has finished.",
		Effects: []event.Effect{
			{Vote: "right", Label: "In time", Words: "Miriam leaves the floor. Bartholomew Featherstonehaugh-Nguyen stays on f6."},
			{Vote: "wrong", Label: "Wrong", Words: "Bartholomew Featherstonehaugh-Nguyen leaves the floor. Miriam takes f6."},
			{Vote: "late", Label: "Too late", Words: "Bartholomew Featherstonehaugh-Nguyen leaves the floor. Miriam takes f6."},
		},
		Waiting: "The judges rule.", Recited: true,
	}
}

func sampleRuling(question string) *event.RulingView {
	return &event.RulingView{
		Ply: 23, Verdict: "wrong", Label: "WRONG", Words: "Silas leaves the floor. Asher takes g6.",
		Headline: "Asher (White Knight) challenged Silas (Black Pawn) on g6",
		Question: question, Answer: "Esther", Reference: "Esther 4:16",
	}
}

func sampleQuestion(id string, number int, text string) event.QuestionLine {
	return event.QuestionLine{
		ID: id, Revision: 2, Side: event.WhiteColour, Bank: "White's Knight", Piece: "knight", Number: number, Text: text,
		Answer: "Esther", Also: []string{"Queen Esther", "Hadassah"}, Reference: "Esther 4:16", State: "waiting", Seconds: 9,
	}
}
