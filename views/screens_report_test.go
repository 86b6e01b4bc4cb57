package views

import (
	"strings"
	"testing"

	"biblechess/event"
	"biblechess/event/chess"
)

// reportScreens are the report of a match that is over.
func reportScreens() map[string]any {
	f := sampleFrame(event.Host, "Report")
	f.Phase = event.Closed
	r := event.ReportScreen{
		Frame: f, Number: 2, Teams: [2]string{"Lions of Zion", "Shepherds of the Hill Country"}, Started: 1_800_000_000_000, Took: 3_723_000,
		Matches: []event.MatchLine{{Number: 1, Name: "First match"}, {Number: 2, Name: "Autumn evening, second match", Chosen: true}},
		Result:  &event.ResultView{Winner: event.WhiteColour, Headline: "The match goes to Lions of Zion", Words: "Black resigned (R5)."},
		Asked:   12, Missed: 5, Told: true, Latest: true, Tag: "Missed in Autumn evening", MayWipe: true,
		Kinds: []event.MissLine{{Name: "Knight", Asked: 4, Missed: 3}}, Tags: []event.MissLine{{Name: "Genesis", Asked: 5, Missed: 2}},
		Texts: []event.MissText{{Bank: "Knight", Question: longQuestion, Answer: "Esther", Reference: "Esther 4:16", Asked: 2, Missed: 1}},
	}
	var men []event.Token
	for _, c := range sampleBoard(false, nil).Cells {
		if c.Token != nil {
			men = append(men, *c.Token)
		}
	}
	r.Frames = []event.ReportFrame{
		{Words: "The start.", Men: men},
		{Ply: 1, Side: event.WhiteColour, From: "g5", To: "g6", Words: "White: Knight Asher, g5 to g6, challenged Pawn Silas. WRONG.", Walk: "Silas leaves the floor. Asher walks to g6.",
			Headline: "Asher (White Knight) challenges Silas (Black Pawn) on g6", Verdict: "wrong", Label: "WRONG", Asks: "Quiz Master Gideon asks Silas.",
			Question: "Who built the ark?", Answer: "Noah", Reference: "Genesis 6", Took: 61_000, Clocks: []int64{600_000, 540_000}, Men: men, Out: []string{"Silas"}},
	}
	r.Cards = []event.EveningCard{{Name: "Bartholomew Featherstonehaugh-Nguyen", Side: event.WhiteColour, Team: "Lions of Zion", Posts: []event.EveningPost{{Square: "b1", Role: "Knight", Kind: chess.Knight}}, Plies: 7,
		Lines: []string{"Ply 5: you challenged Silas. Silas leaves the floor."}, Learn: r.Texts, Ending: "On the floor to the end."}}
	secret := r
	secret.Told, secret.Texts, secret.Wiped, secret.Trouble, secret.Cards = false, nil, true, "The names in a copy could not be wiped, so delete that file.", nil
	return map[string]any{"report": r, "report-secret": secret}
}

// Pages for the printer keep to the policy, and hold what they are for.
func TestPrintedPagesKeepToThePolicy(t *testing.T) {
	h := hostScreens()["host-play"].(event.HostScreen)
	s := event.PrintScreen{Frame: h.Frame, Seats: h.Seats, Asks: true, Board: sampleBoard(false, nil), Turn: h.Turn, Ply: 13, ToMove: event.WhiteColour,
		Banks: []event.PaperBank{{Key: "white-rook", Name: "White's Rook", Words: "No. 1 of 3, pass 1"}, {Key: "black-rook", Name: "Black's Rook", Words: "No. 2 of 3, pass 2"}}, OnPaper: true}
	for i, t := range h.Teams {
		s.Teams[i] = event.Lineup{Side: t.Side, Team: hostile}
		for _, p := range t.Posts {
			token := event.Token{Side: t.Side, Kind: chess.Pawn, Role: p.Role, Name: hostile, Square: p.Square}
			s.Teams[i].Posts = append(s.Teams[i].Posts, event.LineupPost{Token: token})
			s.Cards = append(s.Cards, event.RoleCard{Token: token, Team: t.Name, Moves: []string{"One step."}})
		}
	}
	report := reportScreens()["report"].(event.ReportScreen)
	report.Cards[0].Name = hostile
	line := event.SheetLine{QuestionLine: sampleQuestion("k1", 1, hostile), Use: "next"}
	for name, html := range map[string]string{
		"now": render(t, NowSheet(s)), "join": render(t, JoinSheets(s)), "roles": render(t, RoleCards(s)), "teams": render(t, TeamLists(s)),
		"squares": render(t, SquareLabels(s)), "index": render(t, PrintIndex(s)), "cards": render(t, EveningCards(report)),
		"sheets": render(t, QuestionSheets(event.SheetsScreen{Frame: h.Frame, Banks: []event.SheetBank{{Side: event.WhiteColour, Name: "Knight", Lines: []event.SheetLine{line}}}})),
	} {
		if found := forbidden(html); found != "" {
			t.Errorf("%s has the forbidden markup %q", name, found)
		}
		if strings.Count(html, "<main") != 1 || !strings.Contains(html, "/paper.css") {
			t.Errorf("%s is no page for the printer", name)
		}
	}
	has(t, "now", render(t, NowSheet(s)), "White is to move.", "No. 2 of 3, pass 2", "data-print-now", "Rulings on paper", "Question no.", "is a challenge")
	s.Open = &event.PaperChallenge{Headline: "Anna challenges Ben on d5", From: "e4", To: "d5", Asks: "Mary asks Ben.", Question: "White's Pawn, no. 7 of 12, pass 1.", Number: 7}
	open := render(t, NowSheet(s))
	has(t, "now, in a challenge", open, "A challenge of White is open.", "Anna challenges Ben on d5, from e4.", "Mary asks Ben.", "no. 7 of 12", "tick its ruling there", "<td>e4</td>", "<td>d5</td>")
	if strings.Contains(open, "is to move") {
		t.Error("in a challenge the sheet says that somebody is to move")
	}
	s.Open = nil
	s.Asks = false
	sheet := render(t, NowSheet(s))
	has(t, "now", sheet, "Calls on paper", "takes it")
	if strings.Contains(sheet, "Question no.") || strings.Contains(sheet, "challenge") {
		t.Error("the sheet of a match without questions has questions")
	}
	s.Asks = true
	s.Phase, s.Ply = event.Ended, 2
	if html := render(t, NowSheet(s)); strings.Contains(html, "is to move") || !strings.Contains(html, "1 ply played") {
		t.Error("a match that is over has somebody to move on paper")
	}
	has(t, "index", render(t, PrintIndex(s)), "this page shows no question (B34)")
}
