package event

import (
	"fmt"
	"slices"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

// PaperForm lets the host set the app to what was played on paper (R9).
type PaperForm struct {
	May  bool
	Open bool // a challenge is open: its call is taken back, and its ruling is written down
}

// PaperScreen lets the host say where everybody stands after a match went on by paper
// (R9). It does not renew itself under the hands of whoever types.
type PaperScreen struct {
	Frame
	Sides [2]PaperSide
	Banks []PaperBank
	Turn  Colour
}

// PaperSide is the posts of a side.
type PaperSide struct {
	Side  Colour
	Royal string // the piece with which the match is lost, as the format calls it
	Posts []PaperPost
}

// PaperPost is one post and where it stands now.
type PaperPost struct {
	Home   string // form value
	Role   string // as it began
	Name   string
	Royal  bool     // without it the match is lost
	Square string   // where it stands now; empty off the field
	Kinds  []Choice // what a Pawn can have become; empty for others
}

// PaperBank is the number of the question that a bank asks next.
type PaperBank struct {
	Key, Name string // form value, "White's Rook"
	Next, Of  int
	Pass      int
	Words     string // "No. 4 of 6, pass 1"
}

// paperForm is the host's form.
func (v view) paperForm() PaperForm {
	may := v.m.phase == Playing && v.m.onPaperToo()
	return PaperForm{May: may, Open: may && v.m.play.challenge != nil}
}

// Paper is where everybody stands, for the host to change. The error says that nothing
// is being played that could have gone on by paper.
func (e *Evening) Paper() (PaperScreen, error) {
	v := e.view()
	if !v.paperForm().May {
		return PaperScreen{}, refused("R9", "No match that can go on by paper is being played now, so there is no board to set (R9).")
	}
	return v.paper(), nil
}

func (v view) paper() PaperScreen {
	m := v.m
	s := PaperScreen{Frame: v.frame(Host, "Where everybody stands"), Turn: ColourOf(m.play.caller()), Banks: v.paperBanks(m.play.afterShown(m))}
	for i, l := range v.lineups() {
		promotions := v.promotions(chess.Sides[i])
		s.Sides[i] = PaperSide{Side: l.Side, Royal: m.kind(chess.Sides[i], v.start.At(v.start.Royal(chess.Sides[i])).Kind()), Posts: make([]PaperPost, 0, len(l.Posts))}
		for j, t := range l.Posts {
			who := postOf(chess.Sides[i], j)
			now := m.spotNow(who, m.play.standing, m.play.rules)
			p := PaperPost{Home: v.homes.of(who).String(), Royal: v.homes.of(who) == v.start.Royal(chess.Sides[i]), Role: t.Role, Name: v.of(who), Square: squareName(now.square)}
			if v.start.At(v.homes.of(who)).Kind() == chess.Pawn {
				p.Kinds = slices.Concat([]Choice{{Value: "p", Label: t.Role}}, promotions)
				for k := range p.Kinds {
					letter := string(rune(now.kind.Letter()))
					p.Kinds[k].Chosen = p.Kinds[k].Value == letter || now.square == chess.NoSquare && k == 0
				}
			}
			s.Sides[i].Posts = append(s.Sides[i].Posts, p)
		}
	}
	return s
}

// afterShown is the order of the banks once the question that the open challenge has
// put on a screen is used: on paper it was ruled on, or it does not come again.
func (p play) afterShown(m match) questions.Orders {
	if p.challenge == nil {
		return p.orders
	}
	if _, _, ok := m.due(*p.challenge); !ok {
		return p.orders
	}
	return p.orders.Asked(bank(p.challenge.row.Bank))
}

// paperBanks says which question each bank asks next, by its number alone: what
// the host may know (B34).
func (v view) paperBanks(orders questions.Orders) []PaperBank {
	if !rules.Asks(v.m.format, v.m.house) {
		return nil
	}
	var list []PaperBank
	for _, s := range chess.Sides {
		for _, k := range questions.Kinds {
			_, next, of, pass, ok := orders.Due(questions.Bank{Side: s, Kind: k})
			if of == 0 {
				continue
			}
			b := PaperBank{Key: bankKey(s, k), Name: s.String() + "'s " + v.m.kind(s, k), Next: next, Of: of, Pass: pass}
			b.Words = fmt.Sprintf("No. %d of %d, pass %d", next, of, pass)
			if !ok {
				b.Next, b.Words = of+1, fmt.Sprintf("all %d are used", of)
			}
			list = append(list, b)
		}
	}
	return list
}
