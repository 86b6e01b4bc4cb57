package views

import (
	"context"
	"fmt"
	"io"

	"github.com/a-h/templ"

	"biblechess/event"
)

// Region is a part of a page that a stream can replace by itself. Its
// component renders the whole element, which carries the same id.
type Region struct {
	ID        string
	Component templ.Component
	From      any // all that the component draws from, where that is told; nil otherwise
}

// from is a region that is drawn from what it is given and from nothing else, so
// that it need not be drawn again while that is the same. A call leaves most of a
// long page as it is.
func from[T any](id string, what T, draw func(T) templ.Component) Region {
	all := any(what) // which is large, and mostly not drawn
	later := templ.ComponentFunc(func(ctx context.Context, w io.Writer) error { return draw(all.(T)).Render(ctx, w) })
	return Region{ID: id, Component: later, From: all}
}

// still is of a frame what a call leaves as it is: all that a form needs which is
// not about the turn or the challenge.
func still(f event.Frame) event.Frame {
	return event.Frame{Seat: f.Seat, Path: f.Path, Phase: f.Phase, Once: f.Once}
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
	case event.CallsScreen:
		return callsPage(s), nil
	case event.PaperScreen:
		return paperPage(s), nil
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
		Live: true, Regions: append(regions, Region{ID: "elsewhere", Component: elsewhere(f)}),
	}
}

func boardPage(s event.BoardScreen) Page {
	p := page(s.Frame, "board",
		Region{ID: "board-teams", Component: boardTeams(s)},
		Region{ID: "board-stage", Component: boardStage(s)},
		Region{ID: "board-floor", Component: boardFloor(s)},
		Region{ID: "board-foot", Component: boardFoot(s)},
	)
	if p.Wall = s.Number > 0; p.Wall {
		p.Title = s.Seat.Name() + " · Bible Chess"
	}
	return p
}

func announcerPage(s event.AnnouncerScreen) Page {
	return page(s.Frame, "announcer",
		Region{ID: "head", Component: head(s.Frame)},
		Region{ID: "announcer-now", Component: announcerNow(s)},
		Region{ID: "announcer-next", Component: announcerNext(s)},
	)
}

func gameMasterPage(s event.GameMasterScreen) Page {
	return page(s.Frame, "gm",
		Region{ID: "head", Component: head(s.Frame)},
		Region{ID: "gm-turn", Component: gmTurn(s)},
		Region{ID: "gm-floor", Component: gmFloor(s)},
		Region{ID: "gm-beside", Component: gmBeside()},
		Region{ID: "gm-call", Component: gmCall(s)},
		Region{ID: "gm-more", Component: gmMore(s)},
	)
}

func quizMasterPage(s event.QuizMasterScreen) Page {
	f := still(s.Frame)
	return page(s.Frame, "qm",
		Region{ID: "head", Component: head(s.Frame)},
		Region{ID: "qm-ask", Component: qmAsk(s)},
		Region{ID: "qm-turn", Component: qmTurn(s)},
		from("qm-banks", event.QuizMasterScreen{Frame: f, Banks: s.Banks, MayJuggle: s.MayJuggle, JuggleWhy: s.JuggleWhy}, qmBanks),
	)
}

func judgePage(s event.JudgeScreen) Page {
	return page(s.Frame, "judge",
		Region{ID: "head", Component: judgeHead(s)},
		Region{ID: "judge-matter", Component: judgeMatter(s)},
		Region{ID: "judge-approve", Component: judgeApprove(s)},
		Region{ID: "judge-tools", Component: judgeTools(s)},
		Region{ID: "judge-ballot", Component: judgeBallot(s)},
	)
}

func questionsPage(s event.QuestionsScreen) Page {
	return page(s.Frame, "questions",
		Region{ID: "head", Component: head(s.Frame)},
		Region{ID: "q-state", Component: questionsState(s)},
		Region{ID: "q-starter", Component: questionsStarter(s)},
		Region{ID: "q-table", Component: questionsTable(s)},
		Region{ID: "q-fill", Component: questionsFill(s)},
		Region{ID: "q-files", Component: questionsFiles(s)},
	)
}

// PlainQuestions is the editor's page as forms alone, for a browser without
// scripts. It shows the lines from a number on, counted from 1 in each bank.
func PlainQuestions(s event.QuestionsScreen, first int) Page {
	regions := []Region{
		{ID: "head", Component: head(s.Frame)},
		{ID: "q-plain", Component: questionsPlain(s, first)},
	}
	for _, b := range s.Banks {
		regions = append(regions, Region{ID: "q-" + b.Piece, Component: editorBank(s, window(b, first))})
	}
	p := page(s.Frame, "questions", append(regions, Region{ID: "q-import", Component: questionsImport(s)})...)
	p.Live = false
	return p
}

func hostPage(s event.HostScreen) Page {
	f := still(s.Frame)
	return page(s.Frame, "host",
		Region{ID: "head", Component: head(s.Frame)},
		Region{ID: "laptop", Component: hostLaptop(s)},
		Region{ID: "now", Component: hostNow(s)},
		Region{ID: "checklist", Component: hostChecklist(s)},
		Region{ID: "match", Component: hostMatch(s)},
		from("people", event.HostScreen{Frame: f, People: s.People, Teams: s.Teams}, hostPeople),
		from("paper", event.HostScreen{Frame: s.Frame, Paper: s.Paper}, hostPaper),
		Region{ID: "setting", Component: hostSetting(s)},
		Region{ID: "roster-white", Component: hostRoster(s, s.Teams[0])},
		Region{ID: "roster-black", Component: hostRoster(s, s.Teams[1])},
		from("judges", event.HostScreen{Frame: f, Judges: s.Judges}, hostJudges),
		from("banks", event.HostScreen{Frame: f, Asks: s.Asks, Banks: s.Banks}, hostBanks),
		from("rules", event.HostScreen{Frame: f, Rules: s.Rules}, hostRules),
		Region{ID: "address", Component: hostAddress(s)},
		Region{ID: "second", Component: hostSecond(s)},
		from("seats", event.HostScreen{Frame: f, Seats: s.Seats}, hostSeats),
		from("projectors", event.HostScreen{Frame: f, Hall: s.Hall}, hostProjectors),
		from("names", event.HostScreen{Frame: f, Hall: s.Hall}, hostNames),
		from("reading", event.HostScreen{Frame: f, Asks: s.Asks, HostReads: s.HostReads, Questions: s.Questions}, hostReading),
	)
}

// historyPage is a page to read, which does not renew itself.
func historyPage(s event.HistoryScreen) Page {
	p := page(s.Frame, "history", Region{ID: "head", Component: head(s.Frame)}, Region{ID: "history", Component: questionHistory(s)})
	p.Live = false
	return p
}

func floorPage(s event.FloorScreen) Page {
	return page(s.Frame, "floor",
		Region{ID: "head", Component: head(s.Frame)},
		Region{ID: "floor-now", Component: floorNow(s)},
		Region{ID: "floor-roll", Component: floorRoll(s)},
		Region{ID: "floor-tools", Component: floorTools(s)},
	)
}

func checkInPage(s event.CheckInScreen) Page {
	return page(s.Frame, "checkin", Region{ID: "head", Component: head(s.Frame)}, Region{ID: "check-in", Component: checkInForm(s)})
}

// ReportPage is a match that is over, with the board after the ply at a number.
func ReportPage(s event.ReportScreen, at int) Page {
	p := page(s.Frame, "report",
		Region{ID: "head", Component: head(s.Frame)},
		Region{ID: "report-head", Component: reportHead(s)},
		Region{ID: "replay", Component: reportReplay(s, at)},
		Region{ID: "missed", Component: reportMissed(s)},
		Region{ID: "plies", Component: reportPlies(s)},
		Region{ID: "wipe", Component: reportWipe(s)},
	)
	p.Live = false
	return p
}

// helpPage is a text to read.
func helpPage(s event.HelpScreen) Page {
	p := page(s.Frame, "help", Region{ID: "head", Component: head(s.Frame)}, Region{ID: "help-first", Component: helpPages(s)}, Region{ID: "help-rules", Component: helpRules(s)})
	p.Live = false
	return p
}

// logPage is a list to read, not a page that stays current.
func logPage(s event.LogScreen) Page {
	p := page(s.Frame, "log", Region{ID: "head", Component: head(s.Frame)}, Region{ID: "log", Component: logLines(s)})
	p.Live = false
	return p
}

// callsPage is a list to read, and to choose from.
func callsPage(s event.CallsScreen) Page {
	p := page(s.Frame, "calls", Region{ID: "head", Component: head(s.Frame)}, Region{ID: "calls", Component: everyCall(s)})
	p.Live = false
	return p
}

// paperPage is a form that nobody changes under the hands of whoever fills it in.
func paperPage(s event.PaperScreen) Page {
	p := page(s.Frame, "paper", Region{ID: "head", Component: head(s.Frame)}, Region{ID: "position", Component: paperPosition(s)})
	p.Live = false
	return p
}

// copiesPage is a list to choose from; it is looked at anew by loading it.
func copiesPage(s event.CopiesScreen) Page {
	p := page(s.Frame, "copies", Region{ID: "head", Component: head(s.Frame)}, Region{ID: "copies-chosen", Component: copiesChosen(s)}, Region{ID: "copies-list", Component: copiesList(s)})
	p.Live = false
	return p
}

func joinPage(s event.JoinScreen) Page {
	p := page(s.Frame, "join", Region{ID: "join", Component: joinCard(s)})
	p.Title, p.Live = s.Name+" · Bible Chess", false
	return p
}
