package event

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// A canary is a secret that is one unique word: zq, then what it is of. The
// question's parts are text, answer, also, reject, ref, hint and say.
var canary = regexp.MustCompile(`zq[a-z]+x[a-z]+x[0-9]+x[a-z]+`)

func canaryText(s chess.Side, k chess.Kind, n int) questions.Text {
	word := func(part string) string {
		return fmt.Sprintf("zq%sx%sx%dx%s", strings.ToLower(sideName(s)), strings.ReplaceAll(pieceKeys[k], "-", ""), n, part)
	}
	return questions.Text{
		Question: "What is " + word("text") + "?", Answer: word("answer"), Also: []string{word("also")},
		Reject: []string{word("reject")}, Reference: word("ref"), Hint: word("hint"), SayAs: word("say"),
	}
}

// watcher looks at every seat's screen after each entry.
type watcher struct {
	testing.TB
	revealed map[string]bool // words that a ruling has shown to everybody
	told     map[string]bool // how a question that a ruling has shown is said: for the announcer
	spoken   map[string]chess.Side
	seen     map[Seat]map[string]bool
	reads    bool // the host has turned reading on
}

func newWatcher(t testing.TB) *watcher {
	return &watcher{TB: t, revealed: map[string]bool{}, told: map[string]bool{}, spoken: map[string]chess.Side{}, seen: map[Seat]map[string]bool{}}
}

// entitled is who may see which word, and by which clause.
func (w *watcher) entitled(g *game, s Seat, word string) bool {
	side, serves := s.Side()
	own := func(colour string) bool { return serves && strings.EqualFold(sideName(side), colour) }
	if of, ok := w.spoken[word]; ok { // B20: the hint that was given
		return s.Role() == "judge" && held(g, s) || s == QuizMaster(of)
	}
	parts := strings.Split(strings.TrimPrefix(word, "zq"), "x")
	colour, bank, part := parts[0], parts[1], parts[3]
	if w.revealed[word] || s == Announcer && w.told[word] { // B45
		return true
	}
	switch s.Role() {
	case "judge": // B34
		return held(g, s)
	case "questions": // B34, B33; a question of the reserve that was taken is that side's own
		return own(colour) || s == ReserveEditor && colour == "reserve" || serves && colour == "reserve" && w.taken(g, side, word)
	case "qm": // B34; a Bishop's text is known by heart and not shown (B20)
		if colour == "reserve" {
			return w.taken(g, side, word)
		}
		return own(colour) && (bank != "bishop" || part == "hint" || w.fromConsole(g, side))
	case "host": // B34
		return w.reads && (colour != "reserve" || w.taken(g, chess.White, word) || w.taken(g, chess.Black, word))
	}
	return false
}

func held(g *game, s Seat) bool {
	_, ok := g.truth.match.judgeAt(s)
	return ok
}

// taken tells whether a word of the reserve is in a side's own bank by now.
func (w *watcher) taken(g *game, s chess.Side, word string) bool {
	for _, id := range g.truth.match.book.List(questions.Bank{Side: s, Kind: chess.Queen}) {
		q, _ := g.truth.match.book.Get(id)
		if strings.Contains(fmt.Sprint(q.Text), word) {
			return true
		}
	}
	return false
}

// fromConsole tells whether a side's console reads a Bishop's question now (B6).
func (w *watcher) fromConsole(g *game, s chess.Side) bool {
	c := g.truth.match.play.challenge
	return c != nil && c.row.Asking == s && g.truth.match.fromConsole(*c)
}

// look checks every screen, and that no secret of the program is on any.
func (w *watcher) look(g *game) {
	w.Helper()
	if r := g.truth.match.play.last; r != nil && r.ruled != nil && g.truth.match.rule(rules.KeyReveal) != rules.RevealNever && g.truth.match.play.challenge == nil {
		q, _ := g.truth.match.book.Get(r.ruled.question)
		for _, word := range []string{q.Text.Question, q.Text.Answer, q.Text.Reference} {
			w.revealed[canary.FindString(word)] = true
		}
		w.told[canary.FindString(q.Text.SayAs)] = true
	}
	secret := g.truth.secret
	hidden := []string{
		g.Pass(), strings.ReplaceAll(g.Pass(), "-", ""), g.JoinCode(Host),
		hex.EncodeToString(secret), base64.StdEncoding.EncodeToString(secret), base32.StdEncoding.EncodeToString(secret),
	}
	codes := []string{}
	for _, s := range AllSeats() {
		hidden = append(hidden, g.Ticket(s))
		if s != Host {
			codes = append(codes, g.JoinCode(s))
		}
	}
	for _, s := range AllSeats() {
		text := g.json(s)
		w.check(g, s, text)
		lines := hidden
		if s != Host { // the host hands the links out
			lines = append(codes, hidden...)
		}
		for _, h := range lines {
			if strings.Contains(text, h) {
				w.Fatalf("%s reads the secret %s", s, h)
			}
		}
	}
	if g.truth.seq%8 == 0 {
		w.check(g, Host, g.log())
		for _, s := range AllSeats() {
			if all, err := g.Calls(s); err == nil {
				w.check(g, s, fmt.Sprintf("%+v", all))
			}
		}
	}
}

// log is the officials' log as bytes.
func (g *game) log() string {
	g.Helper()
	screen, err := g.Evening.Log()
	if err != nil {
		g.Fatal(err)
	}
	body, err := json.Marshal(screen)
	if err != nil {
		g.Fatal(err)
	}
	return string(body)
}

func (w *watcher) check(g *game, s Seat, text string) {
	w.Helper()
	if w.seen[s] == nil {
		w.seen[s] = map[string]bool{}
	}
	for _, word := range canary.FindAllString(text, -1) {
		w.seen[s][word] = true
		if !w.entitled(g, s, word) {
			w.Fatalf("%s reads %s after entry %d (%s)", s, word, g.truth.seq, g.store.entries[len(g.store.entries)-1].Kind)
		}
	}
	for word, of := range w.spoken {
		if strings.Contains(text, word) {
			w.seen[s][word] = true
			if !w.entitled(g, s, word) {
				w.Fatalf("%s reads the hint that %s gave", s, QuizMaster(of))
			}
		}
	}
}

// eventful is a match with every kind of challenge, hints, markers, juggling,
// taking back, a fresh question and one of the reserve.
func eventful(t testing.TB, w *watcher, house rules.House) *game {
	house[rules.KeyBankSizes] = "2,2,2,3,1"
	g := ready(t, setup{house: house, judges: 3, text: canaryText, reserve: 2, markers: []string{"e7"}, after: w.look})
	g.must(Host, RenewSeat{QuizMaster(chess.White)})
	for n, job := range []Job{JobLineups, JobChallenge, JobBlank} {
		g.must(Host, SteerProjector{n + 2, job})
	}
	g.must(Host, ShowNames{Full: true})
	g.must(Host, SayName{"Abigail", "AB-i-gayl"})
	g.must(Host, Start{})
	white, black := QuizMaster(chess.White), QuizMaster(chess.Black)
	pawns := g.qm(chess.White).Banks[3].Items
	g.must(white, Juggle{Question: pawns[1].ID, Before: pawns[0].ID})
	g.play("e2e4", "d7d5", "e4d5:wrong", "d8d5:right", "f1b5", "a7a6", "b5a6")
	w.spoken["Zacchaeus"] = chess.White
	g.must(white, GiveHint{"Zacchaeus", g.about()})
	g.vote(1, "late")
	g.vote(2, "right")
	g.must(Host, TakeBack{Reason: "Noise.", About: g.about()})
	g.play("b5a6:late", "b7a6:right", "b1c3", "e7e6", "d5e6")
	g.must(Judge(2), DrawLot{g.about()})
	g.rule("right")
	// Black's own questions are used up: a fresh one, then one of the reserve.
	g.play("d8d2")
	g.must(black, TypeFresh{canaryText(chess.Black, chess.Queen, 9), g.about()})
	typed := g.judge(1).Fresh.Typed
	g.must(Judge(3), SendBack{typed.ID, 1, "zqblackxquizmasterx9xreason"})
	g.must(black, TypeFresh{canaryText(chess.Black, chess.Queen, 8), g.about()})
	g.must(Judge(1), Approve{g.judge(1).Fresh.Typed.ID, 1})
	g.rule("right")
	g.play("a2a3", "d8d2")
	g.wait(2 * time.Minute)
	g.must(Judge(2), TakeReserve{g.judge(2).Fresh.Reserve[0].ID, g.about()})
	g.rule("right")
	g.play("h2h3", "f8a3:wrong", "b2a3:wrong")
	g.must(Judge(1), CallTime{Winner: WhiteColour, Sure: true, About: g.about()})
	g.must(Judge(1), Reopen{"Five minutes are left.", g.about()})
	g.must(GameMaster(chess.Black), Resign{Sure: true, About: g.about()})
	w.reads = true
	g.must(Host, LetHostRead{On: true})
	return g
}

func TestB34_B20_B40_B45_NoSecretReachesWhoMayNotSeeIt(t *testing.T) {
	for reveal, panel := range map[string]string{rules.RevealNever: rules.PanelUnanimous, rules.RevealAfterRuling: rules.PanelMajority} {
		t.Run(reveal, func(t *testing.T) {
			w := newWatcher(t)
			eventful(t, w, rules.House{rules.KeyReveal: reveal, rules.KeyPanel: panel, rules.KeyBishopDuel: rules.DuelDefender})
			// A test that looked at empty screens would prove nothing.
			for s, words := range map[Seat][]string{
				QuizMaster(chess.White): {"zqwhitexpawnx2xtext", "zqwhitexpawnx2xalso", "zqwhitexpawnx2xsay", "zqwhitexbishopx1xhint", "Zacchaeus"},
				QuizMaster(chess.Black): {"zqblackxquizmasterx8xanswer", "zqreservexquizmasterx1xtext"},
				Judge(1):                {"zqwhitexpawnx2xtext", "zqwhitexpawnx2xreject", "zqwhitexpawnx2xsay", "zqwhitexbishopx1xsay", "zqblackxquizmasterx9xtext", "zqreservexquizmasterx2xref", "Zacchaeus"},
				Editor(chess.Black):     {"zqblackxrookx1xtext", "zqblackxbishopx2xanswer"},
				ReserveEditor:           {"zqreservexquizmasterx1xtext"},
				Host:                    {"zqwhitexknightx1xtext"},
			} {
				for _, word := range words {
					if !w.seen[s][word] {
						t.Errorf("%s never saw %s", s, word)
					}
				}
			}
			hall := len(w.seen[Projector])
			if reveal == rules.RevealNever && hall != 0 || reveal != rules.RevealNever && hall < 6 {
				t.Errorf("the hall saw %d words: %v", hall, w.seen[Projector])
			}
			for s, want := range map[Seat]int{Wall(1): hall, Wall(2): 0, Wall(3): hall, Wall(4): 0, Announcer: hall + len(w.told)} {
				if got := len(w.seen[s]); got != want {
					t.Errorf("%s saw %d words of questions, and %d were due: %v", s, got, want, w.seen[s])
				}
			}
		})
	}
}

// A ballot and a ruling that is held back are the judges' alone (B40, B46): the
// host's log tells of them when the ruling is seen.
func TestB46_TheLogHoldsBallotsBack(t *testing.T) {
	g := begin(t, setup{judges: 3, house: rules.House{rules.KeyRevealHold: "5"}})
	g.play("e2e4", "d7d5", "e4d5")
	g.vote(1, "wrong")
	g.vote(2, "wrong")
	if text := g.log(); strings.Contains(text, "Voted wrong") || !strings.Contains(text, "Voted.") {
		t.Errorf("the log tells a ballot before the ruling: %s", text)
	}
	g.settle()
	g.says(g.log(), "Voted wrong", "Ruled: WRONG")
}

// Refusals are for the caller alone, and they tell the caller nothing either.
func TestSecrets_ErrorsTellNothing(t *testing.T) {
	w := newWatcher(t)
	g := eventful(t, w, rules.House{rules.KeyReveal: rules.RevealNever})
	w.reads = false
	a := g.about()
	commands := []Command{
		NameMatch{}, SetHouse{}, SetRoster{}, AddJudge{}, RemoveJudge{}, NameHead{}, RenewSeat{Host}, RenewSeat{"x"}, Start{}, OpenMatch{},
		AddQuestions{g.bank(setup{text: canaryText})}, ReviseQuestion{ID: "q10-1", Revision: 1}, RemoveQuestion{ID: "q10-1"}, RemoveQuestion{ID: "q10-1", Revision: 1},
		Approve{"q10-1", 1}, SendBack{"q10-1", 7, "x"}, CallTime{Sure: true, About: a}, Reopen{About: a}, Call{From: "a1", To: "a8", About: a},
		TakeBack{About: a}, NameStandIn{"a1", a}, DrawLot{a}, GiveHint{"x", a}, Juggle{Question: "q10-1", Before: "q10-2"},
		TypeFresh{canaryText(chess.Black, chess.Queen, 1), a}, TakeReserve{"q10-1", a}, OfferDraw{a}, AnswerDraw{About: a}, AgreeDraw{a},
		Resign{About: a}, Vote{Vote: "x", About: a}, Vote{Vote: "late", About: a - 1},
	}
	g.after = nil
	for _, s := range AllSeats() {
		for _, c := range commands {
			if s == Host && fmt.Sprintf("%T", c) == "event.NameMatch" {
				continue
			}
			_, err := g.Do(s, "", c)
			if err == nil {
				t.Errorf("%s: %T was accepted", s, c)
				continue
			}
			var p *Problem
			if !errors.As(err, &p) {
				t.Errorf("%s: %T: %v is no problem in words", s, c, err)
			}
			if word := canary.FindString(err.Error()); word != "" {
				t.Errorf("%s: %T tells %s", s, c, word)
			}
		}
	}
}
