package event

import (
	"fmt"
	"strings"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/judging"
)

// people puts names to posts and squares in the sentences of a match.
type people struct {
	m        match
	names    map[string]string
	start    chess.Position // where the match begins
	homes    homes
	choosing bool // a promotion is still to be chosen
	public   bool // the words are for everybody
	full     bool // everybody may read full names
	shown    *shown
	said     []person // how names are spoken
}

func (t truth) names(names map[string]string) people {
	p := people{m: t.match, names: names, full: t.hall.fullNames, said: t.hall.said}
	if t.match.format != nil {
		p.start = t.match.start().Position
		p.homes = homesIn(p.start)
	}
	p.shown = &shown{start: p.start}
	return p
}

// piece is the shown name of a piece in this match's format.
func (m match) piece(x chess.Piece) string { return rules.PieceNameOf(m.format, x) }

// kind is the shown name of a kind of a side's.
func (m match) kind(s chess.Side, k chess.Kind) string { return m.piece(chess.NewPiece(s, k)) }

// on is the name of whoever stands on a square now.
func (p *people) on(q chess.Square) string { return p.of(p.m.play.standing[q]) }

// role is "Bishop Anna".
func (p *people) role(k chess.Kind, who post) string {
	name := p.of(who)
	if role := p.m.kind(who.side(), k); !strings.HasPrefix(name, role+" ") {
		return role + " " + name
	}
	return name
}

// side is "White", or "White (Lions of Zion)" where the team has a name of its own.
func (p people) side(s chess.Side) string {
	if team := p.m.teams[s]; team != s.String() {
		return s.String() + " (" + team + ")"
	}
	return s.String()
}

// quizMaster is who puts a side's questions: the person of the Quiz Master's
// first post, on the floor or from its edge (B23).
func (p people) quizMaster(s chess.Side) string {
	for _, who := range p.homes.postsOf(s) {
		if p.start.At(p.homes.of(who)).Kind() == chess.Queen && p.m.who(who) != "" {
			return p.role(chess.Queen, who)
		}
	}
	return s.String() + "'s Quiz Master"
}

// token is the player on a square as everybody may see one.
func (p *people) token(q chess.Square) *Token {
	piece := p.m.play.rules.Position.At(q)
	if piece.Kind() == chess.NoKind {
		return nil
	}
	who := p.m.play.standing[q]
	faces := ""
	if veil := p.m.play.veil; veil != nil && !p.m.revealed && veil.Veil.Turned.Has(q) {
		faces = "turned"
	}
	return &Token{
		Faces: faces,
		ID:    who.id(), Side: ColourOf(piece.Side()), Kind: piece.Kind(), Role: p.m.piece(piece),
		Name: p.of(who), Marker: who == 0 || p.m.who(who) == "", Square: q.String(),
	}
}

// fromConsole tells whether a Bishop's question is read from the console: a
// promoted one has learnt none by heart, and a marker can't read (B6).
func (m match) fromConsole(c challenge) bool {
	if !c.row.Recited {
		return false
	}
	start := m.start().Position
	return m.who(c.asker) == "" || start.At(homesIn(start).of(c.asker)).Kind() != chess.Bishop
}

// answers is who answers a challenge: for a marker the stand-in, once named (B2).
func (p people) answers(c challenge) string {
	if !c.marker {
		return p.of(c.answers)
	}
	if c.standIn != 0 {
		return p.of(c.standIn) + " (for " + p.of(c.answers) + ")"
	}
	return "a stand-in for " + p.of(c.answers)
}

// asks says who asks whom.
func (p people) asks(c challenge) string {
	answers := p.answers(c)
	switch {
	case !c.row.Recited:
		return fmt.Sprintf("%s asks %s.", p.quizMaster(c.row.Asking), answers)
	case p.m.fromConsole(c):
		return fmt.Sprintf("%s reads the Bishop's question at a steady pace. %s must break in with the right answer before the reading ends.", p.quizMaster(c.row.Asking), first(answers))
	}
	asker := p.of(c.asker)
	return fmt.Sprintf("%s reads from memory. %s must break in with the right answer before %s has finished.", asker, first(answers), asker)
}

func first(s string) string {
	if strings.HasPrefix(s, "a ") {
		return "A " + s[2:]
	}
	return s
}

// effect says what a ruling does to real people; before are the people as they
// stood when the challenge opened.
func (p people) effect(e rules.Effect) string {
	mover := p.on(e.Move.From)
	var says []string
	switch e.Outcome {
	case rules.Moves:
		if e.Leaves != chess.NoSquare {
			says = append(says, p.on(e.Leaves)+" leaves the floor.")
		}
		takes := mover + " takes " + e.Move.To.String()
		if e.Becomes != chess.NoKind {
			takes += " and becomes " + p.becomes(e.After.Turn().Other(), e.Becomes)
		}
		says = append(says, takes+".")
	case rules.Stays:
		says = append(says, fmt.Sprintf("%s goes back to %s. Nobody leaves.", mover, e.Move.From))
		if e.Leaves != chess.NoSquare {
			says[0] = fmt.Sprintf("%s leaves the floor. %s goes back to %s.", p.on(e.Leaves), mover, e.Move.From)
		}
	case rules.Vanishes:
		says = append(says, mover+" leaves the floor.")
		if d := e.Move.To; p.m.play.standing[d] != 0 {
			says = append(says, fmt.Sprintf("%s stays on %s.", p.on(d), d))
		}
	}
	if e.Result.Over {
		says = append(says, p.result(e.Result).Headline+".")
	}
	return strings.Join(says, " ")
}

// becomes names a promotion.
func (p people) becomes(s chess.Side, k chess.Kind) string {
	if p.choosing {
		return "what you choose"
	}
	return "a " + p.m.kind(s, k)
}

// calling is the sentence of a legal call before it is made, its kind, and
// whether it needs a promotion.
func (p people) calling(m chess.Move) (kind, sentence string) {
	state, err := p.m.format.Call(p.m.house, p.m.play.rules, m)
	if err != nil {
		return "", ""
	}
	position := p.m.play.rules.Position
	mover := p.role(position.At(m.From).Kind(), p.m.play.standing[m.From])
	walk := fmt.Sprintf("%s, %s to %s", mover, m.From, m.To)
	if row := state.Challenge; row != nil {
		c := p.m.opening(*row)
		right := "If the answer is right: "
		if row.Recited {
			right = "If it is right in time: "
		}
		return "challenge", fmt.Sprintf("%s, challenges %s. %s %s%s If not: %s", walk,
			p.role(row.Defender.Kind(), p.m.play.standing[row.Target]), p.asks(c), right, p.effect(row.Right), p.effect(row.Wrong))
	}
	e := *state.Last
	switch {
	case e.Result.Over && e.Leaves != chess.NoSquare && position.At(e.Leaves).Kind() == chess.King:
		return "wins", fmt.Sprintf("%s, challenges the Game Master %s: %s.", walk, p.on(e.Leaves), p.result(e.Result).Headline)
	case e.RookFrom != chess.NoSquare:
		return "castle", fmt.Sprintf("%s castles, %s to %s; %s walks from %s to %s.", mover, m.From, m.To, p.on(e.RookFrom), e.RookFrom, e.RookTo)
	case e.Leaves != chess.NoSquare:
		kind, sentence = "take", fmt.Sprintf("%s, takes the square: %s leaves the floor, and no question is asked.", walk, p.on(e.Leaves))
	default:
		kind, sentence = "move", walk+"."
	}
	if e.Becomes != chess.NoKind {
		sentence = strings.TrimSuffix(sentence, ".") + ", and becomes " + p.becomes(e.After.Turn().Other(), e.Becomes) + "."
	}
	if e.Result.Over {
		if !e.Result.Drawn {
			kind = "wins"
		}
		return kind, sentence + " " + p.result(e.Result).Headline + "."
	}
	if checker, ok := p.m.format.(rules.Checker); ok && checker.Checked(p.m.house, state, e.After.Turn()) {
		sentence += " Check."
	}
	return kind, sentence
}

// opening is the challenge that a row would open now.
func (m match) opening(row rules.Challenge) challenge {
	c := challenge{row: row, answers: m.play.standing[row.Answerer]}
	if row.Asker != chess.NoSquare {
		c.asker = m.play.standing[row.Asker]
	}
	c.marker = m.who(c.answers) == ""
	return c
}

// headline is "Anna (White Bishop) challenges Ben (Black Pawn) on f6".
func (p people) headline(row rules.Challenge, mover, defender post) string {
	title := func(piece chess.Piece, who post) string {
		return fmt.Sprintf("%s (%s %s)", p.of(who), piece.Side(), p.m.piece(piece))
	}
	return fmt.Sprintf("%s challenges %s on %s", title(row.Challenger, mover), title(row.Defender, defender), row.Target)
}

// called is a ply in words, by the names of then: "White: Pawn Ben, e2 to e4."
func (p people) called(t turn) string {
	if t.veiled != "" {
		return p.calledHidden(t)
	}
	e := t.effect
	p.m.roster = *t.roster
	s := fmt.Sprintf("%s: %s, %s to %s", t.side, p.role(t.kind, t.mover), e.Move.From, e.Move.To)
	switch {
	case t.ruled != nil:
		row := t.ruled.challenge.row
		s += fmt.Sprintf(", challenged %s. %s", p.role(row.Defender.Kind(), t.defender()), ruledLabel(t.ruled))
		if t.ruled.amended {
			s += " (amended)"
		}
	case e.RookFrom != chess.NoSquare:
		s += ", castled"
	case e.Clause == "R9":
		s += ", entered by the head judge"
		if t.left != 0 {
			s += "; " + p.role(t.leftKind, t.left) + " left"
		}
	case t.left != 0:
		s += ", took the square of " + p.role(t.leftKind, t.left)
	}
	if e.Becomes != chess.NoKind && e.Outcome == rules.Moves {
		s += ", became a " + p.m.kind(t.side, e.Becomes)
	}
	return s + "."
}

// walk says who walks where after a ply.
func (p people) walk(t turn) string {
	if t.veiled != "" {
		return p.walkHidden(t)
	}
	e := t.effect
	var says []string
	if t.left != 0 {
		says = append(says, p.of(t.left)+" leaves the floor.")
	}
	switch e.Outcome {
	case rules.Moves:
		says = append(says, fmt.Sprintf("%s walks to %s.", p.of(t.mover), e.Move.To))
	case rules.Stays:
		says = append(says, fmt.Sprintf("%s goes back to %s.", p.of(t.mover), e.Move.From))
	case rules.Vanishes:
		if t.left != t.mover {
			says = append(says, p.of(t.mover)+" leaves the floor.")
		}
	}
	if e.RookFrom != chess.NoSquare {
		says = append(says, fmt.Sprintf("%s walks from %s to %s.", p.onAfter(e.RookTo), e.RookFrom, e.RookTo))
	}
	return strings.Join(says, " ")
}

// onAfter is who stands on a square after the last ply.
func (p people) onAfter(q chess.Square) string { return p.of(p.m.play.standing[q]) }

// label is a ruling as a stamp.
func label(v judging.Vote, recited bool) string {
	switch {
	case v == judging.VoteRight && recited:
		return "IN TIME"
	case v == judging.VoteRight:
		return "RIGHT"
	case v == judging.VoteTooLate:
		return "TOO LATE"
	}
	return "WRONG"
}

// result is how a match ended.
func (p people) result(r rules.Result) ResultView {
	v := ResultView{Words: r.Words, Headline: "A draw"}
	if r.Clause != "" {
		v.Words = strings.TrimSuffix(r.Words, ".") + " (" + r.Clause + ")."
	}
	if !r.Drawn {
		v.Winner = ColourOf(r.Winner)
		v.Headline = "The match goes to " + p.m.teams[r.Winner]
	}
	return v
}
