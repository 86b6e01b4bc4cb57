package views

import (
	"fmt"

	"github.com/a-h/templ"

	"biblechess/event"
)

// Region is a part of a page that a stream can replace by itself. Its
// component renders the whole element, which carries the same id.
type Region struct {
	ID        string
	Component templ.Component
}

// Page is a screen made ready to be drawn.
type Page struct {
	Title   string
	Class   string // the kind of page: board, gm, qm, judge, questions, host, log, join
	Path    string
	Side    event.Colour
	Live    bool // the page has a stream
	Wall    bool // a projector that the host steers
	Regions []Region
}

// Here tells whether the page says from time to time that somebody still looks
// at it. The spectators' board is anybody's, so nobody misses it.
func (p Page) Here() bool { return p.Live && (p.Class != "board" || p.Wall) && p.Class != "player" }

// Of is the page of a screen.
func Of(screen any) (Page, error) {
	switch s := screen.(type) {
	case event.BoardScreen:
		return boardPage(s), nil
	case event.AnnouncerScreen:
		return announcerPage(s), nil
	case event.GameMasterScreen:
		return gameMasterPage(s), nil
	case event.HiddenMasterScreen:
		return hiddenMasterPage(s), nil
	case event.PlayerScreen:
		return playerPage(s), nil
	case event.CardsScreen:
		return cardsPage(s), nil
	case event.ReplayScreen:
		return replayPage(s), nil
	case event.QuizMasterScreen:
		return quizMasterPage(s), nil
	case event.JudgeScreen:
		return judgePage(s), nil
	case event.QuestionsScreen:
		return questionsPage(s), nil
	case event.HostScreen:
		return hostPage(s), nil
	case event.PreflightScreen:
		return preflightPage(s), nil
	case event.HelpScreen:
		return helpPage(s), nil
	case event.LogScreen:
		return logPage(s), nil
	case event.CopiesScreen:
		return copiesPage(s), nil
	case event.HistoryScreen:
		return historyPage(s), nil
	case event.JoinScreen:
		return joinPage(s), nil
	case event.FloorScreen:
		return floorPage(s), nil
	case event.ReportScreen:
		return ReportPage(s, len(s.Frames)-1), nil
	case event.CheckInScreen:
		return checkInPage(s), nil
	}
	return Page{}, fmt.Errorf("views: no page for a %T", screen)
}

// page starts a live page from what every screen holds.
func page(f event.Frame, class string, regions ...Region) Page {
	title := f.Station
	if f.Side != event.NoColour {
		title = sideName(f.Side) + " " + title
	}
	return Page{
		Title: title + " · Bible Chess", Class: class, Path: f.Path, Side: f.Side,
		Live: true, Regions: append(regions, Region{"elsewhere", elsewhere(f)}),
	}
}

func boardPage(s event.BoardScreen) Page {
	p := page(s.Frame, "board",
		Region{"board-teams", boardTeams(s)},
		Region{"board-stage", boardStage(s)},
		Region{"board-floor", boardFloor(s)},
		Region{"board-foot", boardFoot(s)},
	)
	if p.Wall = s.Number > 0; p.Wall {
		p.Title = s.Seat.Name() + " · Bible Chess"
	}
	return p
}

func announcerPage(s event.AnnouncerScreen) Page {
	return page(s.Frame, "announcer",
		Region{"head", head(s.Frame)},
		Region{"announcer-now", announcerNow(s)},
		Region{"announcer-next", announcerNext(s)},
	)
}

func gameMasterPage(s event.GameMasterScreen) Page {
	return page(s.Frame, "gm",
		Region{"head", head(s.Frame)},
		Region{"gm-turn", gmTurn(s)},
		Region{"gm-floor", gmFloor(s)},
		Region{"gm-call", gmCall(s)},
		Region{"gm-more", gmMore(s)},
	)
}

func quizMasterPage(s event.QuizMasterScreen) Page {
	return page(s.Frame, "qm",
		Region{"head", head(s.Frame)},
		Region{"qm-ask", qmAsk(s)},
		Region{"qm-turn", qmTurn(s)},
		Region{"qm-banks", qmBanks(s)},
	)
}

func judgePage(s event.JudgeScreen) Page {
	return page(s.Frame, "judge",
		Region{"head", judgeHead(s)},
		Region{"judge-matter", judgeMatter(s)},
		Region{"judge-approve", judgeApprove(s)},
		Region{"judge-tools", judgeTools(s)},
		Region{"judge-ballot", judgeBallot(s)},
	)
}

func questionsPage(s event.QuestionsScreen) Page {
	return page(s.Frame, "questions",
		Region{"head", head(s.Frame)},
		Region{"q-state", questionsState(s)},
		Region{"q-starter", questionsStarter(s)},
		Region{"q-table", questionsTable(s)},
		Region{"q-fill", questionsFill(s)},
		Region{"q-files", questionsFiles(s)},
	)
}

// PlainQuestions is the editor's page as forms alone, for a browser without
// scripts. It shows the lines from a number on, counted from 1 in each bank.
func PlainQuestions(s event.QuestionsScreen, from int) Page {
	regions := []Region{
		{"head", head(s.Frame)},
		{"q-plain", questionsPlain(s, from)},
	}
	for _, b := range s.Banks {
		regions = append(regions, Region{"q-" + b.Piece, editorBank(s, window(b, from))})
	}
	p := page(s.Frame, "questions", append(regions, Region{"q-import", questionsImport(s)})...)
	p.Live = false
	return p
}

func hostPage(s event.HostScreen) Page {
	return page(s.Frame, "host",
		Region{"head", head(s.Frame)},
		Region{"laptop", hostLaptop(s)},
		Region{"now", hostNow(s)},
		Region{"checklist", hostChecklist(s)},
		Region{"match", hostMatch(s)},
		Region{"people", hostPeople(s)},
		Region{"paper", hostPaper(s)},
		Region{"setting", hostSetting(s)},
		Region{"roster-white", hostRoster(s, s.Teams[0])},
		Region{"roster-black", hostRoster(s, s.Teams[1])},
		Region{"judges", hostJudges(s)},
		Region{"banks", hostBanks(s)},
		Region{"rules", hostRules(s)},
		Region{"address", hostAddress(s)},
		Region{"second", hostSecond(s)},
		Region{"seats", hostSeats(s)},
		Region{"projectors", hostProjectors(s)},
		Region{"names", hostNames(s)},
		Region{"reading", hostReading(s)},
	)
}

// historyPage is a page to read, which does not renew itself.
func historyPage(s event.HistoryScreen) Page {
	p := page(s.Frame, "history", Region{"head", head(s.Frame)}, Region{"history", questionHistory(s)})
	p.Live = false
	return p
}

func floorPage(s event.FloorScreen) Page {
	return page(s.Frame, "floor",
		Region{"head", head(s.Frame)},
		Region{"floor-now", floorNow(s)},
		Region{"floor-roll", floorRoll(s)},
		Region{"floor-tools", floorTools(s)},
	)
}

func checkInPage(s event.CheckInScreen) Page {
	return page(s.Frame, "checkin", Region{"head", head(s.Frame)}, Region{"check-in", checkInForm(s)})
}

// ReportPage is a match that is over, with the board after the ply at a number.
func ReportPage(s event.ReportScreen, at int) Page {
	p := page(s.Frame, "report",
		Region{"head", head(s.Frame)},
		Region{"report-head", reportHead(s)},
		Region{"replay", reportReplay(s, at)},
		Region{"missed", reportMissed(s)},
		Region{"plies", reportPlies(s)},
		Region{"wipe", reportWipe(s)},
	)
	p.Live = false
	return p
}

// helpPage is a text to read.
func helpPage(s event.HelpScreen) Page {
	p := page(s.Frame, "help", Region{"head", head(s.Frame)}, Region{"help-first", helpPages(s)}, Region{"help-rules", helpRules(s)})
	p.Live = false
	return p
}

// logPage is a list to read, not a page that stays current.
func logPage(s event.LogScreen) Page {
	p := page(s.Frame, "log", Region{"head", head(s.Frame)}, Region{"log", logLines(s)})
	p.Live = false
	return p
}

// copiesPage is a list to choose from; it is looked at anew by loading it.
func copiesPage(s event.CopiesScreen) Page {
	p := page(s.Frame, "copies", Region{"head", head(s.Frame)}, Region{"copies-chosen", copiesChosen(s)}, Region{"copies-list", copiesList(s)})
	p.Live = false
	return p
}

func joinPage(s event.JoinScreen) Page {
	p := page(s.Frame, "join", Region{"join", joinCard(s)})
	p.Title, p.Live = s.Name+" · Bible Chess", false
	return p
}
