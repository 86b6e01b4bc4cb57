package event

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"biblechess/event/chess"
)

// Log is the officials' log: every entry of the present match in words, with
// who gave it and what was going on. It tells no question: it is for the host,
// who may not read them (B34).
func (e *Evening) Log() (LogScreen, error) {
	entries, names, err := e.store.Load()
	if err != nil {
		return LogScreen{}, err
	}
	v := e.view()
	v.people.names = names
	lines, err := logLines(entries, names)
	if err != nil {
		return LogScreen{}, err
	}
	if v.m.counted() {
		for i := range lines {
			lines[i].Seq = 0
		}
	}
	slices.Reverse(lines)
	return LogScreen{Frame: v.frame(Host, "Officials' log"), Lines: lines}, nil
}

// logLines folds a record once more and says what each entry did.
func logLines(entries []Entry, names map[string]string) ([]LogLine, error) {
	var t truth
	var lines []LogLine
	calls := map[int]int{} // by ply: the line of its call, among those in force
	var ballots []int      // lines of votes on what is open now
	var ends []int         // lines of what ended the match, or may: it can be reopened (R5)
	for _, e := range entries {
		next, err := t.after(e)
		if err != nil {
			return nil, err
		}
		f := kinds[e.Kind]()
		if err := json.Unmarshal(e.Body, f); err != nil {
			return nil, err
		}
		if _, ok := f.(*matchOpened); ok {
			lines, calls, ballots, ends = nil, map[int]int{}, nil, nil
		}
		switch f.(type) {
		case *paperPlayed, *positionEntered:
			// The call of a challenge that was open is on the sheet instead.
			if from, ok := calls[t.match.play.ply]; ok && t.match.play.challenge != nil {
				strikeFrom(lines, from)
			}
		}
		line := LogLine{Seq: e.Seq, At: e.At, By: byWhom(next.names(names), e.Seat), Words: says(f, e, t, next, names)}
		if t.match.phase == Playing || t.match.phase == Ended {
			line.Ply = t.match.play.ply
		}
		switch f.(type) {
		case *substituted, *pausedPlay, *resumedPlay, *judgeAdded, *judgeRemoved, *headNamed, *seatRenewed, *matchNamed, *hostReads, *questionApproved, *floorKept, *namesShown, *nameSaid, *projectorSteered,
			*peopleAdded, *cameHere, *personChanged, *personAbsent, *veiledPlanned:
			line.stays = true
		case *takenBack, *rewound, *reopened:
			line.stays = true
		case *thrownOut:
			line.stays = true // its question is spent all the same (R7)
		}
		switch f.(type) {
		case *called, *overridden, *veiledCalled, *veiledExchanged, *veiledPassed, *positionEntered:
			calls[t.match.play.ply] = len(lines)
			ends = nil
		case *paperPlayed:
			// Rewinding to one of its plies but the first strikes what came after it.
			for ply := next.match.play.put.ply; ply < next.match.play.ply; ply++ {
				calls[ply] = len(lines) + 1
			}
			calls[next.match.play.put.ply] = len(lines)
			ends = nil
		case *drawAnswered:
			ends = nil
		case *drawOffered, *resigned, *timeCalled, *claimed, *flagged:
			ends = append(ends, len(lines))
		case *voted:
			ballots = append(ballots, len(lines))
		case *takenBack, *rewound:
			strike(lines, calls, t.match.play, next.match.play)
		case *reopened:
			if t.match.play.ending == nil {
				strike(lines, calls, t.match.play, next.match.play)
			}
		}
		if t.match.play.ending != nil && next.match.play.ending == nil {
			for _, i := range ends {
				lines[i].Struck = true
			}
			ends = nil
		}
		t = next
		if line.Words != "" {
			lines = append(lines, line)
		}
		if _, open := t.match.play.openPanel(); !open {
			ballots = nil
		}
	}
	// Until there is a ruling that all see, a ballot is its judge's own (B40, B46).
	for _, i := range ballots {
		lines[i].Words = "Voted."
	}
	return lines, nil
}

// strike marks what a correction undid: all that play itself brought since the
// first call that is no longer in force (R4, B43).
func strike(lines []LogLine, calls map[int]int, was, now play) {
	if now.ply > was.ply || now.ply == was.ply && was.challenge == nil && (was.doubt() == nil || !was.doubt().Capture) {
		return
	}
	from, ok := calls[now.ply]
	if !ok {
		return
	}
	strikeFrom(lines, from)
	for ply := range calls {
		if ply >= now.ply {
			delete(calls, ply)
		}
	}
}

// strikeFrom marks the lines from one on that a correction undoes.
func strikeFrom(lines []LogLine, from int) {
	for i := from; i < len(lines); i++ {
		if !lines[i].stays {
			lines[i].Struck = true
		}
	}
}

// byWhom is "Ruth (Judge 1)", "White's Game Master" or "The program".
func byWhom(p people, s Seat) string {
	if s == Clockwork {
		return "The program"
	}
	if j, ok := p.m.judgeAt(s); ok && p.names[string(j.person)] != "" {
		return p.names[string(j.person)] + " (" + s.Name() + ")"
	}
	return s.Name()
}

// says is what an entry did, in words; "" for what is no decision.
func says(f fact, e Entry, was, now truth, names map[string]string) string {
	p, then := now.names(names), was.names(names)
	because := func(s, reason string) string {
		if reason == "" {
			return s + "."
		}
		return s + ": " + reason
	}
	ruling := func(s string) string {
		if last := now.match.play.last; last != was.match.play.last && last != nil && last.ruled != nil {
			return s + " Ruled: " + ruledLabel(last.ruled) + ". " + p.walk(*last)
		}
		return s
	}
	switch f := f.(type) {
	case *matchOpened:
		return "Opened the match."
	case *matchNamed:
		return fmt.Sprintf("Named the match “%s”, White “%s”, Black “%s”.", f.Match, f.Teams[0], f.Teams[1])
	case *houseRuled:
		return "Chose the house rules."
	case *rosterSet:
		return "Set the line-up of " + f.Side.String() + "."
	case *judgeAdded:
		return "Added " + p.names[string(f.Person)] + " as " + f.Judge.Name() + "."
	case *judgeRemoved:
		return "Took the seat of " + f.Judge.Name() + " away."
	case *headNamed:
		return "Made " + f.Judge.Name() + " the head judge."
	case *hostReads:
		if f.On {
			return "The host may read the questions from now on."
		}
		return "The host may no longer read the questions."
	case *questionsAdded:
		return fmt.Sprintf("Added %d questions.", len(f.Questions)+len(f.Shelved))
	case *questionsEdited:
		return editedWords(f)
	case *questionRevised:
		return "Changed a question; it needs approval anew."
	case *questionRemoved:
		return "Removed a question."
	case *questionApproved:
		return "Approved a question."
	case *questionSentBack:
		return "Sent a question back."
	case *seatRenewed:
		return "Gave the seat of " + f.Seat.Name() + " anew."
	case *started:
		return "Started the match."
	case *called:
		if c := now.match.play.challenge; c != nil {
			return "Called " + squares(f.Move) + ": " + p.headline(c.row, p.m.play.standing[c.row.Move.From], p.m.play.standing[c.row.Target]) + "."
		}
		return "Called " + squares(f.Move) + ". " + p.walk(*now.match.play.last)
	case *standInNamed:
		if f.Drawn {
			return "Drew " + p.of(f.Post) + " by lot to answer."
		}
		return "Named " + p.of(f.Post) + " to answer."
	case *hintGiven:
		return "Gave a hint."
	case *juggled:
		return "Juggled the order of the questions."
	case *voted:
		s := "Voted " + f.Vote
		if f.Alone {
			s = "Ruled alone " + f.Vote
		}
		return ruling(because(s, f.Reason))
	case *rulingShown:
		return ruling("The hold ended.")
	case *judgeGone:
		return ruling(f.Judge.Name() + " has been gone for 20 s and left the panel.")
	case *judgeCame:
		return f.Judge.Seat.Name() + " came and is the panel."
	case *takenBack:
		return because(fmt.Sprintf("Took back ply %d", now.match.play.ply), f.Reason)
	case *rewound:
		return because(fmt.Sprintf("Rewound to before ply %d", f.Ply), f.Reason)
	case *reviewOpened:
		if f.Appeal {
			return because("Appealed against the ruling", f.Reason)
		}
		return because("Asked the panel to look at the ruling again", f.Reason)
	case *amended:
		return because("Amended the ruling alone to "+f.Vote, f.Reason)
	case *misread:
		return ruling("Stopped the question as misread.")
	case *thrownOut:
		return because("Threw the question out", f.Reason)
	case *questionRead:
		return "The question was read."
	case *clockStopped:
		if f.On {
			return "Let the answer clock go on."
		}
		return "Stopped the answer clock."
	case *pausedPlay:
		return because("Paused the match", f.Reason)
	case *resumedPlay:
		return "Resumed the match."
	case *substituted:
		return fmt.Sprintf("Put %s in for %s.", orMarker(p, f.Post), orMarker(then, f.Post))
	case *overridden:
		return because("Entered "+squares(f.Move)+" against the rules", f.Reason)
	case *freshTyped:
		return "Wrote a fresh question."
	case *reserveTaken:
		return "Took a question from the reserve."
	case *drawOffered:
		return "Offered a draw."
	case *drawAnswered:
		return "The offer of a draw no longer stands."
	case *formatChosen:
		return "Chose the format " + p.m.format.Name() + "."
	case *settingChosen:
		if f.Game != nil {
			return "Chose a game to be walked: " + headlineOf(*f.Game) + "."
		}
		return "Chose the position that the match starts from."
	case *claimed, *flagged:
		return now.match.play.result().Words
	case *resigned:
		return "Resigned."
	case *timeCalled:
		return now.match.play.result().Words
	case *reopened:
		return because("Reopened the match", f.Reason)
	case *closed:
		return "Closed the match."
	case *namesWiped:
		return "Wiped the names of all people."
	case *missedGathered:
		return fmt.Sprintf("Tagged %d missed questions “%s”.", len(f.Questions), f.Tag)
	case *paperPlayed:
		return because("Entered what was played on paper, "+sheetWords(f.Plies), f.Reason)
	case *positionEntered:
		return because("Set the board to what was played on paper", f.Reason)
	case *peopleAdded:
		if f.Phone {
			return fmt.Sprintf("%s checked in.", p.names[string(f.People[0].Person)])
		}
		return fmt.Sprintf("Put %d people on the list.", len(f.People))
	case *cameHere:
		return fmt.Sprintf("%s checked in.", p.names[string(f.Person)])
	case *personChanged:
		return fmt.Sprintf("Changed what the list says of %s.", p.names[string(f.Now)])
	case *personRemoved:
		return fmt.Sprintf("Took %s off the list.", p.names[string(f.Person)])
	case *personAbsent:
		return absentWords(p, f)
	case *lineUpSet:
		return "Lined the people up."
	case *checkInSet:
		if f.On {
			return "Opened the check-in page."
		}
		return "Shut the check-in page."
	case *floorKept:
		switch {
		case !f.On:
			return "The floor is no longer kept."
		case f.Roll:
			return "Called the roll on the floor."
		}
		return "Everybody stands right."
	case *namesShown:
		if f.Full {
			return "Public pages show full names from now on."
		}
		return "Public pages show first names and nicknames only from now on."
	case *nameSaid:
		return "Noted how a name is spoken."
	case *projectorSteered:
		return fmt.Sprintf("Projector %d shows: %s.", f.Projector, strings.ToLower(f.Job.Words()))
	}
	return saysHidden(f, was, now, p)
}

// absentWords says who is not there, and who steps in.
func absentWords(p people, f *personAbsent) string {
	name := p.names[string(f.Person)]
	switch {
	case !f.Absent:
		return name + " is here after all."
	case f.Instead != "":
		return fmt.Sprintf("%s is absent; %s steps in.", name, p.names[string(f.Instead)])
	}
	return name + " is absent."
}

// editedWords counts what an edit of many questions changed.
func editedWords(f *questionsEdited) string {
	count := map[string]int{}
	for _, e := range f.Edits {
		count[e.Op]++
	}
	var parts []string
	for _, op := range []struct{ op, word string }{
		{EditAdd, "added"}, {EditRevise, "changed"}, {EditLabel, "labelled"}, {EditPlace, "moved"}, {EditRemove, "removed"}, {EditRestore, "brought back"},
	} {
		if n := count[op.op]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, op.word))
		}
	}
	return "Edited questions: " + strings.Join(parts, ", ") + "."
}

// squares is a move as it is called: "e2 to e4".
func squares(move string) string {
	m, err := chess.ParseMove(move)
	if err != nil {
		return move
	}
	s := m.From.String() + " to " + m.To.String()
	if m.Promotion != chess.NoKind {
		s += ", promoted"
	}
	return s
}

// orMarker is who holds a post, or that nobody does.
func orMarker(p people, who post) string {
	if p.m.who(who) == "" {
		return "a marker (" + strings.ToLower(p.of(who)) + ")"
	}
	return p.of(who)
}
