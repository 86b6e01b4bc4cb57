package event

import (
	"fmt"
	"strconv"
	"strings"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/judging"
)

// seated passes for a judge who holds a seat of this match.
func (t truth) seated(by Seat) error {
	if err := only(by, "judge"); err != nil {
		return err
	}
	if _, there := t.match.judgeAt(by); !there {
		return &Problem{Reason: Forbidden, Words: "Nobody holds this judge's seat in this match: ask the host."}
	}
	return nil
}

// presides passes for the head judge, or the host where host is true.
func (t truth) presides(by Seat, host bool, clause, what string) error {
	if by == t.match.headJudge() && by != "" || host && by == Host {
		return nil
	}
	who := "the head judge"
	if host {
		who = "the head judge or the host"
	}
	return &Problem{Reason: Forbidden, Clause: clause, Words: fmt.Sprintf("Only %s can %s (%s).", who, what, clause)}
}

// Rewind goes back to before a ply, with a reason (R4, B43); by the head judge
// or the host.
type Rewind struct {
	Ply    int
	Reason string
	About  int64
}

func (c Rewind) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.presides(by, true, "B43", "rewind"); err != nil {
		return decision{}, err
	}
	if t.match.phase != Playing && t.match.phase != Ended {
		return decision{}, refused("B43", "There is nothing to rewind (B43).")
	}
	if err := t.about(c.About, "The match"); err != nil {
		return decision{}, err
	}
	if err := t.final("rewound"); err != nil {
		return decision{}, err
	}
	if t.match.beforePly(c.Ply) == nil {
		return decision{}, refused("B43", "Ply %d has not been called, so there is no going back to before it (B43).", c.Ply)
	}
	reason, err := needed("The reason", c.Reason, maxReason)
	if err != nil {
		return decision{}, err
	}
	return decision{fact: &rewound{c.Ply, reason}}, nil
}

// amendable passes while the last ruling can still be looked at again: until
// the next call is made, and the last of a match until the host closes it (B41).
func (t truth) amendable() error {
	m := t.match
	switch {
	case m.phase != Playing && m.phase != Ended, m.veils():
		return refused("B41", "There is no ruling to amend (B41).")
	case m.play.challenge != nil, m.play.last != nil && m.play.last.ruled == nil:
		return refused("B41", "The next call has been made: a ruling before it is reached by rewinding alone (B41, B43).")
	case m.play.last == nil:
		return refused("B41", "There is no ruling to amend (B41).")
	}
	return nil
}

// Appeal is a Game Master's appeal against the last ruling, right or wrong
// (B42).
type Appeal struct {
	Reason string
	About  int64
}

func (c Appeal) decide(t truth, by Seat, env env) (decision, error) {
	if err := only(by, "gm"); err != nil {
		return decision{}, err
	}
	if err := t.amendable(); err != nil {
		return decision{}, err
	}
	if err := t.about(c.About, "The ruling"); err != nil {
		return decision{}, err
	}
	if t.match.play.review != nil {
		return decision{}, refused("B42", "The judges are looking at this ruling already (B42).")
	}
	if t.match.appealsLeft(t.side(by)) <= 0 {
		return decision{}, refused("B42", "%s has no appeal left (B42).", t.side(by))
	}
	reason, err := line("The reason", c.Reason, maxReason)
	if err != nil {
		return decision{}, err
	}
	return decision{fact: &reviewOpened{Appeal: true, Reason: reason, Panel: t.match.presentJudges(env)}}, nil
}

// appealsLeft is how often a side's Game Master can still appeal (B42).
func (m match) appealsLeft(s chess.Side) int {
	all, _ := m.house.Number(m.format, rules.KeyAppeals)
	return all - m.play.appeals[s]
}

// Amend is a judge's wish to look at the last ruling again (B41): the panel
// votes anew. The head judge can give another ruling alone, with a reason.
type Amend struct {
	Vote   string // the ruling, when the head judge amends alone
	Alone  bool
	Reason string
	About  int64
}

func (c Amend) decide(t truth, by Seat, env env) (decision, error) {
	if err := t.seated(by); err != nil {
		return decision{}, err
	}
	if err := t.amendable(); err != nil {
		return decision{}, err
	}
	if err := t.about(c.About, "The ruling"); err != nil {
		return decision{}, err
	}
	reason, err := needed("The reason", c.Reason, maxReason)
	if err != nil {
		return decision{}, err
	}
	if c.Alone {
		if err := t.presides(by, false, "B41", "amend alone"); err != nil {
			return decision{}, err
		}
		return decision{fact: &amended{c.Vote, reason}}, t.mayVote(c.Vote, t.match.play.last.ruled.challenge)
	}
	if t.match.play.review != nil {
		return decision{}, refused("B41", "The judges are looking at this ruling already: vote on it (B41).")
	}
	return decision{fact: &reviewOpened{Reason: reason, Panel: t.match.presentJudges(env)}}, nil
}

// mayVote passes for a ruling that a challenge can have (B20).
func (t truth) mayVote(key string, c challenge) error {
	vote, err := judging.ParseVote(key)
	if err != nil {
		return malformed("A ruling is one of right, wrong or late.")
	}
	if vote == judging.VoteTooLate && !c.row.Recited {
		return refused("B20", "Too late is a ruling for a question that a Bishop reads; this one is right or wrong (B20).")
	}
	return nil
}

// put passes while a question of the open challenge is on the screens.
func (t truth) put(about int64) (challenge, error) {
	c, err := t.open(about)
	if err != nil {
		return c, err
	}
	if _, _, ok := t.match.due(c); !ok {
		return c, refused("", "No question has been put yet.")
	}
	return c, nil
}

// Misread stops a question that was put differently than approved (B35); by a
// judge. Where the asker loses by it, Sure is the second confirmation.
type Misread struct {
	Sure  bool
	About int64
}

func (c Misread) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.seated(by); err != nil {
		return decision{}, err
	}
	if _, err := t.put(c.About); err != nil {
		return decision{}, err
	}
	if t.match.rule(rules.KeyMisread) == rules.MisreadLoses && !c.Sure {
		return decision{}, malformed("The asker loses the challenge by a misreading: confirm it a second time (B35).")
	}
	return decision{fact: &misread{}}, nil
}

// ThrowOut voids the question that is due (R7); by a judge.
type ThrowOut struct {
	Reason string
	Sure   bool
	About  int64
}

func (c ThrowOut) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.seated(by); err != nil {
		return decision{}, err
	}
	if _, err := t.put(c.About); err != nil {
		return decision{}, err
	}
	if !c.Sure {
		return decision{}, malformed("Throwing a question out has to be confirmed a second time (R7).")
	}
	reason, err := line("The reason", c.Reason, maxReason)
	if err != nil {
		return decision{}, err
	}
	return decision{fact: &thrownOut{reason}}, nil
}

// QuestionRead starts the clock for the answer (B44); by the asking side's Quiz
// Master or a judge.
type QuestionRead struct{ About int64 }

func (c QuestionRead) decide(t truth, by Seat, _ env) (decision, error) {
	if err := only(by, "qm", "judge"); err != nil {
		return decision{}, err
	}
	if by.Role() == "judge" {
		if err := t.seated(by); err != nil {
			return decision{}, err
		}
	}
	ch, err := t.put(c.About)
	if err != nil {
		return decision{}, err
	}
	_, clocked := t.match.house.Number(t.match.format, rules.KeyAnswerSeconds)
	switch {
	case by.Role() == "qm" && t.side(by) != ch.row.Asking:
		return decision{}, &Problem{Reason: Forbidden, Clause: "B44", Words: "The side that asks says when its question has been read (B44)."}
	case ch.row.Recited:
		return decision{}, refused("B44", "A Bishop's reading has no clock (B44).")
	case !clocked:
		return decision{}, refused("B44", "Answers have no clock in this match (B44).")
	case ch.clock != nil:
		return decision{}, refused("B44", "The clock for this answer runs already (B44).")
	}
	return decision{fact: &questionRead{}}, nil
}

// StopClock stops the clock for the answer, or lets it go on (B44); by a judge.
type StopClock struct {
	On    bool
	About int64
}

func (c StopClock) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.seated(by); err != nil {
		return decision{}, err
	}
	ch, err := t.open(c.About)
	if err != nil {
		return decision{}, err
	}
	if ch.clock == nil || c.On == (ch.clock.until != 0) {
		return decision{}, refused("B44", "The clock for the answer is not like that any more (B44).")
	}
	return decision{fact: &clockStopped{c.On}}, nil
}

// Pause stops everything but corrections, with a reason that the hall sees
// (R8); by the host or the head judge.
type Pause struct{ Reason string }

func (c Pause) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.presides(by, true, "R8", "pause the match"); err != nil {
		return decision{}, err
	}
	if t.match.phase != Playing {
		return decision{}, refused("R8", "Only a match that is being played can be paused (R8).")
	}
	if t.match.paused != nil {
		return decision{}, refused("R8", "The match is paused already (R8).")
	}
	reason, err := needed("The reason", c.Reason, maxReason)
	if err != nil {
		return decision{}, err
	}
	return decision{fact: &pausedPlay{reason}}, nil
}

// Resume lets play go on after a pause (R8); by the host or the head judge.
type Resume struct{}

func (Resume) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.presides(by, true, "R8", "resume the match"); err != nil {
		return decision{}, err
	}
	if t.match.paused == nil {
		return decision{}, refused("R8", "The match is not paused (R8).")
	}
	return decision{fact: &resumedPlay{}}, nil
}

// Substitute gives a post to somebody else from this ply on; an empty name
// makes it a marker (B2, B22). Post is the home square. Host only.
type Substitute struct{ Post, Name string }

func (c Substitute) decide(t truth, by Seat, e env) (decision, error) {
	if err := only(by, "host"); err != nil {
		return decision{}, err
	}
	if t.match.phase != Playing {
		return decision{}, refused("B22", "People are substituted while a match is played; before it, change the roster (B22).")
	}
	home, err := typedSquare(c.Post)
	if err != nil {
		return decision{}, err
	}
	who := homesIn(t.match.start().Position).at(home)
	if who == 0 {
		return decision{}, malformed("No post starts on %s: a post is named by the square where it started.", home)
	}
	name, err := line("The name", c.Name, maxName)
	if err != nil {
		return decision{}, err
	}
	if name == "" {
		return decision{fact: &substituted{Post: who}}, nil
	}
	// An alternate of the list keeps what is known of them.
	for _, g := range t.match.spare() {
		if strings.EqualFold(e.name(g.person), name) {
			return decision{fact: &substituted{who, g.person}}, nil
		}
	}
	id := person("p" + strconv.FormatInt(t.seq+1, 10))
	return decision{&substituted{who, id}, map[string]string{string(id): name}}, nil
}

// Override enters a move that the floor has already accepted, whatever the
// rules say (R9); by the head judge, with a reason.
type Override struct {
	From, To, Promotion, Reason string
	About                       int64
}

func (c Override) decide(t truth, by Seat, _ env) (decision, error) {
	if err := t.presides(by, false, "R9", "enter a move against the rules"); err != nil {
		return decision{}, err
	}
	if t.match.phase != Playing {
		return decision{}, refused("R9", "Only a match that is being played takes a move (R9).")
	}
	if err := t.match.notHidden("R9", "In Stealth Chess no move is entered, since nobody may say what the player is: take back or rewind instead"); err != nil {
		return decision{}, err
	}
	if err := t.about(c.About, "The board"); err != nil {
		return decision{}, err
	}
	if t.match.play.challenge != nil || t.match.play.review != nil {
		return decision{}, refused("R9", "A challenge is open: take its call back first (R9).")
	}
	move, err := readMove(c.From, c.To, c.Promotion)
	if err != nil {
		return decision{}, err
	}
	if _, err := t.match.accepted(move); err != nil {
		return decision{}, refused("R9", "This can't be entered: %s (R9).", err)
	}
	reason, err := needed("The reason", c.Reason, maxReason)
	if err != nil {
		return decision{}, err
	}
	return decision{fact: &overridden{move.String(), reason}}, nil
}

// readMove reads two typed squares and a promotion's letter.
func readMove(from, to, promotion string) (chess.Move, error) {
	var squares [2]string
	for i, typed := range []string{from, to} {
		q, err := typedSquare(typed)
		if err != nil {
			return chess.Move{}, err
		}
		squares[i] = q.String()
	}
	move, err := chess.ParseMove(squares[0] + squares[1] + strings.ToLower(strings.TrimSpace(promotion)))
	if err != nil {
		return chess.Move{}, malformed("A Pawn can't be promoted to “%.12s”: choose Queen, Rook, Bishop or Knight (q, r, b or n).", promotion)
	}
	return move, nil
}
