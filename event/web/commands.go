package web

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"biblechess/event"
	"biblechess/event/chess"
	"biblechess/questions"
)

// reader turns a form into a command.
type reader func(s *Server, f form) (event.Command, error)

// form is a command's form as it was sent, by a device that holds seat.
type form struct {
	echo.Context
	seat event.Seat
}

func (f form) text(name string) string { return f.FormValue(name) }

// about is what the form was about; 0 when it does not say.
func (f form) about() int64 {
	n, _ := strconv.ParseInt(f.FormValue("about"), 10, 64)
	return n
}

func (f form) sure() bool { return f.FormValue("sure") == "1" }

// number is a whole number of a form. ask is the sentence that asks for it where the
// field is missing or is no number.
func (f form) number(name, ask string) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(f.FormValue(name)))
	if err != nil {
		return 0, wrong("%s", ask)
	}
	return n, nil
}

// numbered is a number that the page itself puts into a form, beside what the form is
// about: a person never types it.
func (f form) numbered(name string) (int, error) {
	return f.number(name, "The form does not say what it is about: reload the page and try again.")
}

// has tells whether a field came with the form, be it empty.
func (f form) has(name string) bool {
	f.text(name) // which reads the form, where nothing has yet
	return f.Request().Form.Has(name)
}

// needs passes when all of these fields came with the form. One that is missing is not
// one that is sent empty: only the latter blanks what is there.
func (f form) needs(names ...string) error {
	for _, name := range names {
		if !f.has(name) {
			return missing(name)
		}
	}
	return nil
}

// missing refuses a form that came without a field.
func missing(field string) error {
	return wrong("The field %s is missing, so nothing was changed: reload the page, or send the field too, empty if it is to be blank.", field)
}

// flag is a field that says yes (1) or no (0).
func (f form) flag(name string) (bool, error) {
	switch v := f.text(name); {
	case !f.has(name):
		return false, wrong("The field %s is missing, so nothing was changed: reload the page, or send it as 1 for yes or 0 for no.", name)
	case v == "0" || v == "1":
		return v == "1", nil
	default:
		return false, wrong("The field %s can't be “%.20s”: send 1 for yes or 0 for no.", name, v)
	}
}

// question is the content of a question's form.
func (f form) question() questions.Text {
	return questions.Text{
		Question: f.text("text"), Answer: f.text("answer"), Also: strings.Split(f.text("also"), "|"),
		Reject:    strings.Split(f.text("reject"), "|"),
		Reference: f.text("reference"), Hint: f.text("hint"), SayAs: f.text("say"),
	}
}

// verbs are the commands of each role's page.
var verbs = map[string]map[string]reader{
	"host": {
		"match": func(_ *Server, f form) (event.Command, error) {
			return event.NameMatch{Match: f.text("match"), White: f.text("white"), Black: f.text("black")}, f.needs("match", "white", "black")
		},
		"format": func(_ *Server, f form) (event.Command, error) {
			return event.ChooseFormat{Format: f.text("format")}, nil
		},
		"setting": readSetting,
		"rules":   readRules,
		"roster":  readRoster,
		"judge-add": func(_ *Server, f form) (event.Command, error) {
			return event.AddJudge{Name: f.text("name")}, nil
		},
		"judge-remove": func(_ *Server, f form) (event.Command, error) {
			return event.RemoveJudge{Judge: event.Seat(f.text("seat"))}, f.confirmed("Taking a judge's seat away")
		},
		"head": func(_ *Server, f form) (event.Command, error) {
			return event.NameHead{Judge: event.Seat(f.text("seat"))}, nil
		},
		"questions": readFile,
		"reads": func(_ *Server, f form) (event.Command, error) {
			on, err := f.flag("on")
			return event.LetHostRead{On: on}, err
		},
		"start": func(*Server, form) (event.Command, error) { return event.Start{}, nil },
		"renew": func(_ *Server, f form) (event.Command, error) {
			return event.RenewSeat{Seat: event.Seat(f.text("seat"))}, f.confirmed("Giving a seat anew")
		},
		"reveal":    readReveal,
		"take-back": readTakeBack,
		"rewind":    readRewind,
		"pause":     readPause,
		"resume":    func(*Server, form) (event.Command, error) { return event.Resume{}, nil },
		"substitute": func(_ *Server, f form) (event.Command, error) {
			return event.Substitute{Post: f.text("post"), Name: f.text("name")}, cmp.Or(f.needs("post", "name"), f.confirmed("A substitution"))
		},
		"close": func(_ *Server, f form) (event.Command, error) {
			return event.Close{}, f.confirmed("Closing the match")
		},
		"open": func(_ *Server, f form) (event.Command, error) {
			c := event.OpenMatch{People: f.text("people") == "1", Swap: f.text("swap") == "1", Banks: f.text("banks")}
			return c, f.confirmed("Opening the next match")
		},
		"address": readAddress,
		"people":  readPeople,
		"person":  readPerson,
		"person-remove": func(_ *Server, f form) (event.Command, error) {
			return event.RemovePerson{Person: f.text("person")}, f.confirmed("Taking somebody off the list")
		},
		"absent": readAbsent,
		"arrange": func(_ *Server, f form) (event.Command, error) {
			return event.Arrange{How: f.text("how")}, nil
		},
		"swap": func(_ *Server, f form) (event.Command, error) {
			return event.Swap{A: f.text("a"), B: f.text("b")}, nil
		},
		"check-in": func(_ *Server, f form) (event.Command, error) {
			on, err := f.flag("on")
			return event.OpenCheckIn{On: on}, err
		},
		"floor-stop": readFloorStop,
		"names": func(_ *Server, f form) (event.Command, error) {
			full, err := f.flag("full")
			return event.ShowNames{Full: full}, err
		},
		"say": func(_ *Server, f form) (event.Command, error) {
			return event.SayName{Name: f.text("name"), Say: f.text("say")}, f.needs("name", "say")
		},
		"project": func(_ *Server, f form) (event.Command, error) {
			n, err := f.number("projector", fmt.Sprintf("There are projectors 1 to %d: choose one of them.", event.MaxProjectors))
			return event.SteerProjector{Projector: n, Job: event.Job(f.text("job"))}, err
		},
		"wipe": func(_ *Server, f form) (event.Command, error) {
			return event.WipeNames{}, f.confirmed("Wiping all names")
		},
		"gather": func(_ *Server, f form) (event.Command, error) {
			return event.GatherMissed{Tag: f.text("tag")}, nil
		},
		"paper-plies":    readPlies,
		"paper-position": readPosition,
	},
	"checkin": {"come": readComeIn},
	"floor": {
		"tick": func(_ *Server, f form) (event.Command, error) {
			return event.TickFloor{Post: f.text("post"), Square: f.text("square")}, f.needs("post", "square")
		},
		"right": func(_ *Server, f form) (event.Command, error) {
			return event.KeepFloor{On: true, About: f.about()}, nil
		},
		"roll": func(*Server, form) (event.Command, error) { return event.KeepFloor{On: true, Roll: true}, nil },
		"stop": readFloorStop,
	},
	"gm": {
		"call": func(_ *Server, f form) (event.Command, error) {
			c := event.Call{From: f.text("from"), To: f.text("to"), Promotion: f.text("promotion"), About: f.about()}
			if typed := f.text("call"); typed != "" && c.From == "" && c.To == "" {
				c.From, c.To = event.CallPair(typed)
			}
			return c, nil
		},
		"take-back": readTakeBack,
		"stand-in": func(_ *Server, f form) (event.Command, error) {
			return event.NameStandIn{Post: f.text("post"), About: f.about()}, nil
		},
		"draw": readDraw,
		"claim": func(_ *Server, f form) (event.Command, error) {
			n, err := f.number("claim", "Say which draw is claimed: choose one of the list.")
			return event.ClaimDraw{Claim: n, About: f.about()}, err
		},
		"appeal": func(_ *Server, f form) (event.Command, error) {
			return event.Appeal{Reason: f.text("reason"), About: f.about()}, nil
		},
		"resign": func(_ *Server, f form) (event.Command, error) {
			return event.Resign{Sure: f.sure(), About: f.about()}, nil
		},
	},
	"qm": {
		"hint": func(_ *Server, f form) (event.Command, error) {
			return event.GiveHint{Word: f.text("word"), About: f.about()}, nil
		},
		"read": readRead,
		"juggle": func(_ *Server, f form) (event.Command, error) {
			c := event.Juggle{Question: f.text("question"), Before: f.text("before"), With: f.text("with")}
			if c.With == "" {
				return c, f.needs("before")
			}
			return c, nil
		},
		"fresh": func(_ *Server, f form) (event.Command, error) {
			return event.TypeFresh{Text: f.question(), About: f.about()}, nil
		},
	},
	"judge": {
		"vote": func(_ *Server, f form) (event.Command, error) {
			return event.Vote{Vote: f.text("vote"), Alone: f.text("alone") == "1", Reason: f.text("reason"), About: f.about()}, nil
		},
		"amend": func(_ *Server, f form) (event.Command, error) {
			return event.Amend{Vote: f.text("vote"), Alone: f.text("alone") == "1", Reason: f.text("reason"), About: f.about()}, nil
		},
		"misread": func(_ *Server, f form) (event.Command, error) {
			return event.Misread{Sure: f.sure(), About: f.about()}, nil
		},
		"throw-out": func(_ *Server, f form) (event.Command, error) {
			return event.ThrowOut{Reason: f.text("reason"), Sure: f.sure(), About: f.about()}, nil
		},
		"read": readRead,
		"clock": func(_ *Server, f form) (event.Command, error) {
			on, err := f.flag("on")
			return event.StopClock{On: on, About: f.about()}, err
		},
		"reveal": readReveal,
		"rewind": readRewind,
		"pause":  readPause,
		"resume": func(*Server, form) (event.Command, error) { return event.Resume{}, nil },
		"flag": func(_ *Server, f form) (event.Command, error) {
			return event.CallFlag{About: f.about()}, f.confirmed("Calling a flag")
		},
		"override": func(_ *Server, f form) (event.Command, error) {
			c := event.Override{From: f.text("from"), To: f.text("to"), Promotion: f.text("promotion"), Reason: f.text("reason"), About: f.about()}
			return c, f.confirmed("Entering a move against the rules")
		},
		"approve": func(_ *Server, f form) (event.Command, error) {
			n, err := f.numbered("revision")
			return event.Approve{ID: f.text("question"), Revision: n}, err
		},
		"send-back": func(_ *Server, f form) (event.Command, error) {
			n, err := f.numbered("revision")
			return event.SendBack{ID: f.text("question"), Revision: n, Reason: f.text("reason")}, err
		},
		"draw-lot": func(_ *Server, f form) (event.Command, error) { return event.DrawLot{About: f.about()}, nil },
		"reserve": func(_ *Server, f form) (event.Command, error) {
			return event.TakeReserve{ID: f.text("question"), About: f.about()}, nil
		},
		"take-back": readTakeBack,
		"time":      readTime,
		"reopen": func(_ *Server, f form) (event.Command, error) {
			return event.Reopen{Reason: f.text("reason"), About: f.about()}, nil
		},
	},
	"questions": {
		"add": func(_ *Server, f form) (event.Command, error) {
			if f.text("piece") == "shelf" {
				return event.EditQuestions{Edits: []event.Edit{{Op: event.EditAdd, Shelf: true, Text: f.question()}}}, nil
			}
			kind, ok := event.PieceOf(f.text("piece"))
			if !ok {
				return nil, wrong("Choose the bank that the question is for.")
			}
			return event.AddQuestions{Questions: []event.NewQuestion{{Side: f.colour(), Kind: kind, Text: f.question()}}}, nil
		},
		"revise": func(_ *Server, f form) (event.Command, error) {
			n, err := f.numbered("revision")
			c := event.ReviseQuestion{ID: f.text("question"), Revision: n, Text: f.question()}
			return c, cmp.Or(err, f.needs("text", "answer", "also", "reject", "reference", "hint", "say"))
		},
		"remove": func(_ *Server, f form) (event.Command, error) {
			n, err := f.numbered("revision")
			return event.RemoveQuestion{ID: f.text("question"), Revision: n}, cmp.Or(err, f.confirmed("Removing a question"))
		},
		"import":  readFile,
		"edit":    readEdits,
		"place":   readPlace,
		"restore": readRestore,
		"label":   readLabel,
		"fill":    readFill,
		"starter": readStarter,
	},
}

// verb finds the command of a seat's page by its name.
func verb(seat event.Seat, name string) (read reader, ok bool) {
	if read, ok = verbs[seat.Role()][name]; !ok && seat.Role() == "gm" {
		read, ok = stealthVerbs[name]
	}
	return read, ok
}

// command takes a form of a seat's page. A seat has one route for all its verbs:
// a route each would be hundreds, and the program starts when all are made.
func (s *Server) command(seat event.Seat) echo.HandlerFunc {
	return func(c echo.Context) error {
		read, ok := verb(seat, c.Param("verb"))
		if !ok {
			return echo.ErrNotFound
		}
		if !s.holds(c, seat) {
			return s.noSeat(c, seat)
		}
		// ParseForm first: ParseMultipartForm alone passes its error over.
		err := c.Request().ParseForm()
		if err == nil {
			err = c.Request().ParseMultipartForm(1 << 20)
		}
		if err != nil && !errors.Is(err, http.ErrNotMultipart) {
			var tooLarge *http.MaxBytesError
			var h *echo.HTTPError
			if errors.As(err, &tooLarge) || errors.As(err, &h) {
				return echo.ErrStatusRequestEntityTooLarge
			}
			return s.refuse(c, seat.Path(), wrong("The form can't be read: reload the page and try again."))
		}
		if err := late(form{c, seat}, time.Now()); err != nil {
			return s.refuse(c, seat.Path(), err)
		}
		command, err := read(s, form{c, seat})
		if err != nil {
			return s.refuse(c, seat.Path(), err)
		}
		if command == nil {
			return s.done(c, seat.Path(), 0)
		}
		once := c.FormValue("once")
		if len(once) > 200 {
			return s.refuse(c, seat.Path(), wrong("The form's id is too long: reload the page and try again."))
		}
		seq, err := s.evening.Do(seat, once, command)
		if err != nil {
			return s.refuse(c, seat.Path(), err)
		}
		if s.evening.Hides() {
			seq = 0 // entries are numbered, and the secret ones too
		}
		return s.done(c, seat.Path(), seq)
	}
}

func wrong(words string, args ...any) error {
	return &event.Problem{Reason: event.Malformed, Words: fmt.Sprintf(words, args...)}
}

// confirmed passes when the second confirmation came with the form.
func (f form) confirmed(what string) error {
	if f.sure() {
		return nil
	}
	return wrong("%s has to be confirmed a second time.", what)
}

// colour is the side whose questions the seat edits; none for the reserve.
func (f form) colour() event.Colour {
	if side, ok := f.seat.Side(); ok {
		return event.ColourOf(side)
	}
	return event.NoColour
}

func readFloorStop(*Server, form) (event.Command, error) { return event.KeepFloor{}, nil }

func readTakeBack(_ *Server, f form) (event.Command, error) {
	return event.TakeBack{Reason: f.text("reason"), About: f.about()}, nil
}

// readSetting takes a position (FEN) or a game (PGN, typed or as a file). One of them
// sent empty is the format's own start.
func readSetting(_ *Server, f form) (event.Command, error) {
	c := event.ChooseSetting{FEN: f.text("fen"), PGN: f.text("pgn")}
	file, err := f.FormFile("file")
	switch {
	case err == nil && file.Size > 0:
		opened, err := file.Open()
		if err != nil {
			return nil, wrong("The file did not arrive whole: send it again.")
		}
		defer opened.Close()
		text, err := io.ReadAll(opened)
		if err != nil {
			return nil, wrong("The file did not arrive whole: send it again.")
		}
		c.PGN = string(text)
	case f.has("fen") || f.has("pgn"):
	case err == nil || f.has("file"): // a browser's field of a file that was not chosen
		return nil, wrong("The file is empty: choose the one with the game.")
	default:
		return nil, f.needs("fen")
	}
	return c, nil
}

func readRewind(_ *Server, f form) (event.Command, error) {
	ply, err := f.number("ply", "Say before which ply the match goes on: choose a call of the list.")
	return event.Rewind{Ply: ply, Reason: f.text("reason"), About: f.about()}, cmp.Or(err, f.confirmed("Rewinding"))
}

func readPause(_ *Server, f form) (event.Command, error) {
	return event.Pause{Reason: f.text("reason")}, nil
}

func readRead(_ *Server, f form) (event.Command, error) {
	return event.QuestionRead{About: f.about()}, nil
}

func readDraw(_ *Server, f form) (event.Command, error) {
	switch f.text("answer") {
	case "offer":
		return event.OfferDraw{About: f.about()}, nil
	case "withdraw":
		return event.AnswerDraw{Mine: true, About: f.about()}, nil
	case "decline":
		return event.AnswerDraw{About: f.about()}, nil
	case "agree":
		return event.AgreeDraw{About: f.about()}, nil
	}
	return nil, wrong("Say whether the draw is offered, withdrawn, agreed to or declined.")
}

func readTime(_ *Server, f form) (event.Command, error) {
	c := event.CallTime{Sure: f.sure(), About: f.about()}
	switch w := f.text("winner"); w {
	case "white", "black":
		c.Winner = event.Colour(w)
	case "draw":
	default:
		return nil, wrong("Say who wins: White, Black, or nobody (a draw).")
	}
	return c, nil
}

// readRules takes the values of house rules; a typed one comes in a field
// beside the choice "typed".
func readRules(_ *Server, f form) (event.Command, error) {
	values, err := f.FormParams()
	if err != nil {
		return nil, wrong("The form can't be read: reload the page and try again.")
	}
	house := map[string]string{}
	for key := range values {
		if key == "once" || key == "about" || key == "tapped" || strings.HasSuffix(key, "-typed") {
			continue
		}
		if house[key] = values.Get(key); house[key] == "typed" {
			if err := f.needs(key + "-typed"); err != nil {
				return nil, err
			}
			house[key] = values.Get(key + "-typed")
		}
	}
	if len(house) == 0 {
		return nil, nil // rules that are not named stay
	}
	return event.SetHouse{House: house}, nil
}

// readRoster takes names pasted one a line, or a field for every post.
func readRoster(_ *Server, f form) (event.Command, error) {
	c := event.SetRoster{}
	switch f.text("side") {
	case "white":
	case "black":
		c.Side = chess.Black
	default:
		return nil, wrong("Say whose names these are: White's or Black's.")
	}
	if pasted := strings.TrimSpace(f.text("paste")); pasted != "" {
		for _, line := range strings.Split(strings.ReplaceAll(pasted, "\r", "\n"), "\n") {
			if line = strings.TrimSpace(line); line != "" {
				c.Names = append(c.Names, line)
			}
		}
		return c, nil
	}
	values, err := f.FormParams()
	if err != nil {
		return nil, wrong("The form can't be read: reload the page and try again.")
	}
	c.Posts = map[string]string{}
	for field := range values {
		if square, ok := strings.CutPrefix(field, "post-"); ok {
			c.Posts[square] = values.Get(field)
		}
	}
	if len(c.Posts) == 0 && f.has("paste") {
		return nil, wrong("There is no name in this list: write one name a line.")
	}
	return c, nil
}

// readAddress chooses the address that the seats' links carry.
func readAddress(s *Server, f form) (event.Command, error) {
	if f.seat != event.Host {
		return nil, wrong("Only the host chooses the address.")
	}
	address, err := ParseAddress(f.text("url"))
	if err != nil {
		return nil, wrong("%s.", err)
	}
	s.choose(address)
	return nil, nil
}
