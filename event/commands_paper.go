package event

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// maxPaperPlies is how many plies one entry takes from paper.
const maxPaperPlies = 400

// PaperPliesWords asks for the number of plies that were played on paper.
var PaperPliesWords = fmt.Sprintf("Say how many plies were played on paper: 1 to %d.", maxPaperPlies)

// EnterPlies sets the app to what was played on paper, ply by ply as it stands on
// the sheet (R9): a ply a line, like "e2 e4" or "c4 f7 late". By the host or the
// head judge, with a reason.
type EnterPlies struct {
	Plies, Reason string
	About         int64
}

func (c EnterPlies) decide(t truth, by Seat, e env) (decision, error) {
	if err := t.mayEnterPaper(by, c.About); err != nil {
		return decision{}, err
	}
	reason, err := needed("The reason", c.Reason, maxReason)
	if err != nil {
		return decision{}, err
	}
	f := paperPlayed{Reason: reason}
	at := t
	number := 0
	for i, row := range strings.Split(strings.ReplaceAll(c.Plies, "\r", "\n"), "\n") {
		if row = strings.TrimSpace(row); row == "" {
			continue
		}
		if number++; number > maxPaperPlies {
			return decision{}, malformed("These are more than %d plies: enter them in parts.", maxPaperPlies)
		}
		ply, err := paperLine(row)
		if err != nil {
			return decision{}, malformed("Line %d: %s.", i+1, err)
		}
		if number == 1 {
			f.Spent = t.match.spentOnPaper(ply.Move)
			at = t.laidAside(Entry{At: e.now}, f.Spent)
		}
		next, err := at.onPaper(Entry{At: e.now}, ply)
		if err != nil {
			var r *chess.Refusal
			if errors.As(err, &r) {
				called := at.names(e.names)
				return decision{}, refused("R9", "Line %d (%s): %s", i+1, row, r.Say(called.on))
			}
			return decision{}, refused("R9", "Line %d (%s): %s.", i+1, row, strings.TrimSuffix(err.Error(), "."))
		}
		at = next
		f.Plies = append(f.Plies, ply)
	}
	if len(f.Plies) == 0 {
		return decision{}, malformed("There is no ply in this: write a ply a line, like e2 e4 or c4 f7 late.")
	}
	return decision{fact: &f}, nil
}

// mayEnterPaper passes for who may set the app to what happened on paper.
func (t truth) mayEnterPaper(by Seat, about int64) error {
	if err := t.presides(by, true, "R9", "enter what was played on paper"); err != nil {
		return err
	}
	switch {
	case t.match.phase != Playing:
		return refused("R9", "Only a match that is being played goes on by paper (R9).")
	case !t.match.onPaperToo():
		return refused("R9", "In %s the pieces are secret, so what was played on paper can't be entered (R9).", t.match.format.Name())
	}
	return t.about(about, "The match")
}

// spentOnPaper tells whether what is played on paper spends the question that the
// open challenge has put on a screen: it is a Quiz Master's own (B37), and the first
// ply of the sheet is another call. Where the sheet repeats the call, its ruling is of
// that question and counts it as asked.
func (m match) spentOnPaper(first string) bool {
	_, _, own := m.shownOwn()
	return own && m.play.challenge.row.Move.String() != first
}

// onPaperToo tells whether the format can go on by paper: not where what stands
// on a square is secret.
func (m match) onPaperToo() bool { return m.format != rules.Format(rules.Stealth) }

var (
	sheetNumber = pattern(`^\d{1,3}\s*[.):]+\s*`)
	sheetPly    = pattern(`^([a-h][1-8])\s*(?:-|–|to|x|:|>)?\s*([a-h][1-8])\s*=?\s*([qrbn])?\b[\s,:]*(.*)$`)
)

// sheetVotes are the rulings as people write them.
var sheetVotes = map[string]string{
	"": "", "right": "right", "in time": "right", "✓": "right", "+": "right", "r": "right",
	"wrong": "wrong", "✗": "wrong", "x": "wrong", "-": "wrong", "w": "wrong",
	"late": "late", "too late": "late", "⧖": "late", "l": "late",
}

// paperLine reads one line of the sheet.
func paperLine(row string) (paperPly, error) {
	low := sheetNumber().ReplaceAllString(strings.ToLower(row), "")
	m := sheetPly().FindStringSubmatch(low)
	if m == nil {
		return paperPly{}, fmt.Errorf("%.40q is no ply: write two squares, like e2 e4, and behind a challenge right, wrong or late", row)
	}
	vote, known := sheetVotes[strings.Trim(m[4], " .")]
	if !known {
		return paperPly{}, fmt.Errorf("%.40q is no ruling: write right, wrong or late", m[4])
	}
	return paperPly{Move: m[1] + m[2] + m[3], Vote: vote}, nil
}

// EnterPosition sets the app to where everybody stands after a match went on by
// paper (R9). Stand names by home square where each post stands, empty for off the
// field; who is not named stays. Kinds are the letters of those who were promoted,
// by home square. Next is the number of the question that a bank asks next, by
// "white-rook" and the like; Plies is how many were played on paper. By the host or
// the head judge, with a reason.
type EnterPosition struct {
	Stand, Kinds map[string]string
	Next         map[string]int
	Turn         Colour
	Plies        int
	Reason       string
	About        int64
}

func (c EnterPosition) decide(t truth, by Seat, e env) (decision, error) {
	if err := t.mayEnterPaper(by, c.About); err != nil {
		return decision{}, err
	}
	reason, err := needed("The reason", c.Reason, maxReason)
	if err != nil {
		return decision{}, err
	}
	if c.Plies < 1 || c.Plies > maxPaperPlies {
		return decision{}, malformed("%s", PaperPliesWords)
	}
	if c.Turn != WhiteColour && c.Turn != BlackColour {
		return decision{}, malformed("Say whose turn it is: White's or Black's.")
	}
	spent := t.match.spentOnPaper("")
	t = t.laidAside(Entry{At: e.now}, spent)
	f := positionEntered{Reason: reason, Spent: spent, Ply: t.match.play.ply + c.Plies, Stand: map[post]string{}}
	position, err := c.position(t.match, &f)
	if err != nil {
		return decision{}, err
	}
	if _, err := t.match.format.From(t.match.house, position); err != nil {
		return decision{}, refused("R9", "The match can't go on from this: %s (R9).", strings.TrimSuffix(err.Error(), "."))
	}
	f.FEN = position.FEN()
	if f.Next, err = c.next(t.match); err != nil {
		return decision{}, err
	}
	return decision{fact: &f}, nil
}

// position puts everybody where the form says.
func (c EnterPosition) position(m match, f *positionEntered) (chess.Position, error) {
	h := homesIn(m.start().Position)
	position := m.play.rules.Position
	var pieces [64]chess.Piece
	for _, s := range chess.Sides {
		for _, who := range h.postsOf(s) {
			home := h.of(who)
			now := m.spotNow(who, m.play.standing, m.play.rules)
			kind := now.kind
			if kind == chess.NoKind {
				kind = m.start().Position.At(home).Kind()
			}
			if letter := strings.ToLower(strings.TrimSpace(c.Kinds[home.String()])); letter != "" {
				kinds := map[string]chess.Kind{"q": chess.Queen, "r": chess.Rook, "b": chess.Bishop, "n": chess.Knight, "p": chess.Pawn}
				k, known := kinds[letter]
				if !known || m.start().Position.At(home).Kind() != chess.Pawn {
					return position, malformed("The player of %s can't be that: only a Pawn is promoted.", home)
				}
				kind = k
			}
			typed, named := c.Stand[home.String()]
			typed = strings.ToLower(strings.TrimSpace(typed))
			if !named {
				typed = squareName(now.square)
			}
			if typed == "" || typed == "-" {
				continue
			}
			q, err := chess.ParseSquare(typed)
			if err != nil {
				return position, malformed("The player of %s: %s.", home, err)
			}
			if pieces[q] != 0 {
				return position, malformed("Two players are entered on %s: correct one of them.", q)
			}
			pieces[q] = chess.NewPiece(s, kind)
			f.Stand[who] = q.String()
		}
	}
	for q, x := range pieces {
		if position.At(chess.Square(q)) != x {
			position = position.With(chess.Square(q), x)
		}
	}
	// The number of the move goes up with every ply of Black's.
	pairs := c.Plies
	if position.Turn() == chess.Black {
		pairs++
	}
	return position.WithTurn(sideOf(c.Turn)).WithNumber(position.Number() + pairs/2), nil
}

// next is what changes of the banks' next questions.
func (c EnterPosition) next(m match) ([]nextQuestion, error) {
	var list []nextQuestion
	orders := m.play.orders
	for _, s := range chess.Sides {
		for _, kind := range questions.Kinds {
			n, named := c.Next[bankKey(s, kind)]
			b := questions.Bank{Side: s, Kind: kind}
			if _, due, of, _, ok := orders.Due(b); !named || of == 0 || ok && n == due || !ok && n == of+1 {
				continue
			}
			if _, err := orders.Continue(b, n); err != nil {
				return nil, err
			}
			list = append(list, nextQuestion{s, kind, n})
		}
	}
	return list, nil
}

// bankKey is a bank's name in a form, as "white-rook".
func bankKey(s chess.Side, k chess.Kind) string { return string(ColourOf(s)) + "-" + pieceKeys[k] }

// sheetWords is what a sheet's plies were, for the log.
func sheetWords(plies []paperPly) string {
	var list []string
	for _, p := range plies {
		w := squares(p.Move)
		if p.Vote != "" {
			w += " (" + p.Vote + ")"
		}
		list = append(list, w)
	}
	return strconv.Itoa(len(list)) + " plies: " + strings.Join(list, "; ")
}
