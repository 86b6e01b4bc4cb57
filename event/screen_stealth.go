package event

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// hiddenMaster is a Game Master's tablet in Stealth Chess.
func (v view) hiddenMaster(side chess.Side) HiddenMasterScreen {
	m := v.m
	s := HiddenMasterScreen{
		Frame: v.frame(GameMaster(side), "Game Master"), Teams: v.teams(), Turn: v.turn(), Result: v.ending(), Put: v.put(),
	}
	s.Notice = v.arbiterNotice()
	if m.phase == SetUp {
		return s
	}
	s.Board, s.Plies, s.LastCall, s.Walk, s.Asides = v.drawnFor(side), v.plies(lately), v.lastCall(), v.lastWalk(), v.asides()
	s.Cards = GameMaster(side).Path() + "/cards"
	if m.play.veil == nil {
		return s
	}
	h, state := m.house, *m.play.veil
	s.Taken, s.Shown = v.trophies(side), v.shown(side)
	s.MayTakeBack = (m.phase == Playing || m.phase == Ended) && m.mayTakeBackHidden(side) == nil
	if m.phase != Playing || m.paused != nil {
		return s
	}
	s.MayResign = true
	s.Draw = DrawState{
		MayOffer: !m.play.offers[side] && !m.play.offers[side.Other()],
		Mine:     m.play.offers[side], Theirs: m.play.offers[side.Other()],
	}
	if up := state.Veil.SetUp; up != nil {
		s.Arrange, s.Remove = v.arrangeForm(side, *up), v.removeForm(side)
		return s
	}
	if d := state.Veil.Due; d != nil {
		if d.By == side {
			s.Choose = &BlindForm{
				Words: fmt.Sprintf("Choose one of %s's players blindly: whoever it is leaves the floor (%s).", d.From, d.Clause), Left: 1,
				Squares: v.choices(rules.Stealth.Choosable(h, state)),
			}
		}
		return s
	}
	if d := state.Veil.Doubt; d != nil && d.Side != side {
		s.Answer = &AnswerForm{Capture: d.Capture, Words: fmt.Sprintf("%s went from %s to %s. Could the piece go so?", v.on(d.Move.To), d.Move.From, d.Move.To)}
		if d.Capture {
			s.Answer.Words = fmt.Sprintf("%s goes from %s onto the square of %s, %s. Could the piece go so?", v.on(d.Move.From), d.Move.From, v.on(d.Move.To), d.Move.To)
		}
	}
	if m.play.caller() != side || s.Answer != nil && s.Answer.Capture {
		return s
	}
	s.Calls = v.hiddenCalls(side)
	s.MayPass = rules.Stealth.MayPass(h, state)
	s.MayCall = len(s.Calls) > 0
	s.Promotions = v.promotions(side)
	s.MayTouch = m.rule(rules.KeyTouchMove) == rules.On && m.rule(rules.KeySuperBluff) != rules.On && state.Veil.Touched == chess.NoSquare
	if q := state.Veil.Touched; q != chess.NoSquare {
		s.Touched = q.String()
	}
	for _, pair := range rules.Stealth.MayExchange(h, state) {
		s.Exchanges = append(s.Exchanges, Choice{
			Value: pair[0].String() + " " + pair[1].String(),
			Label: fmt.Sprintf("%s (%s) and %s (%s)", v.seen(side, pair[0]), pair[0], v.seen(side, pair[1]), pair[1]),
		})
	}
	if rules.Stealth.MayGuess(h, state) {
		s.Guess = &GuessForm{Squares: v.choices(state.Position.Occupied(side.Other()) &^ rules.Stealth.Faces(h, state, side))}
		for _, k := range [...]chess.Kind{chess.King, chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn} {
			s.Guess.Kinds = append(s.Guess.Kinds, Choice{Value: string(rune(k.Letter())), Label: m.kind(side, k)})
		}
	}
	return s
}

// choices lists players by their squares.
func (v view) choices(set chess.Squares) []Choice {
	var list []Choice
	for q := range set.All() {
		list = append(list, Choice{Value: q.String(), Label: v.on(q)})
	}
	return list
}

// seen is a player of a side as that side's own tablet sees it: "Knight Anna",
// or "Anna" when the piece is turned away.
func (v view) seen(side chess.Side, q chess.Square) string {
	state := v.m.play.veil
	if !rules.Stealth.Sees(*state, side).Has(q) {
		return v.on(q)
	}
	return v.role(state.Position.At(q).Kind(), v.m.play.standing[q])
}

// drawnFor is the board as a side's tablet sees it: the floor, with the kinds
// that this side may know put onto it.
func (v view) drawnFor(side chess.Side) BoardView {
	b := v.drawn(side)
	p := v.m.play
	if p.veil == nil || v.m.revealed {
		return b
	}
	if up := p.settingUp(); up != nil {
		for i, k := range up.Arrays[side] {
			if t := b.token(rules.HomeSquare(side, i)); t != nil {
				v.show(t, side, k)
				if k == chess.NoKind {
					t.Kind, t.Role = chess.Hidden, "empty"
				}
			}
		}
		return b
	}
	sees, faces := rules.Stealth.Sees(*p.veil, side), rules.Stealth.Faces(v.m.house, *p.veil, side)
	facesEnemy := rules.Stealth.Faces(v.m.house, *p.veil, side.Other())
	for q := range (sees | faces).All() {
		if t := b.token(q); t != nil {
			v.show(t, p.veil.Position.At(q).Side(), p.veil.Position.At(q).Kind())
			if faces.Has(q) {
				t.Role, t.Faces = t.Role+", facing you", "us"
			} else if facesEnemy.Has(q) {
				t.Role, t.Faces = t.Role+", seen by the enemy", "seen"
			}
		}
	}
	for q := range (p.veil.Veil.Turned & p.veil.Position.Occupied(side)).All() {
		if t := b.token(q); t != nil {
			t.Role = "Player, turned away"
		}
	}
	return b
}

// show puts a kind onto a token of a side's own screen.
func (v view) show(t *Token, side chess.Side, k chess.Kind) {
	t.Kind, t.Role = k, v.m.kind(side, k)
}

// token finds the token of a square.
func (b BoardView) token(q chess.Square) *Token {
	for i := range b.Cells {
		if b.Cells[i].Square == q.String() {
			return b.Cells[i].Token
		}
	}
	return nil
}

// hiddenCalls lists what a side may call, for its own tablet.
func (v view) hiddenCalls(side chess.Side) []CallOption {
	state := *v.m.play.veil
	seen := rules.Stealth.Sees(state, side)
	var list []CallOption
	at := map[[2]chess.Square]int{}
	for _, m := range rules.Stealth.Calls(v.m.house, state) {
		if i, there := at[[2]chess.Square{m.From, m.To}]; there {
			list[i].Promotions = append(list[i].Promotions, string(rune(m.Promotion.Letter())))
			continue
		}
		o := CallOption{From: m.From.String(), To: m.To.String(), Kind: "move"}
		o.Sentence = fmt.Sprintf("%s, %s to %s", v.seen(side, m.From), m.From, m.To)
		if state.Position.At(m.To) != 0 {
			o.Kind = "take"
			o.Sentence += ", takes the square of " + v.on(m.To)
		}
		if m.Promotion != chess.NoKind {
			o.Promotions = []string{string(rune(m.Promotion.Letter()))}
			o.Sentence += ", and becomes what you choose"
		}
		switch {
		case !seen.Has(m.From) && v.m.rule(rules.KeySuperBluff) == rules.On:
			o.Sentence += ". You don't see this piece: if it can't go so, this is a bluff."
		case !seen.Has(m.From):
			o.Sentence += ". You don't see this piece: if it can't go so, it is lost."
		case rules.Stealth.Bluffs(v.m.house, state, m):
			o.Kind = strings.Replace(o.Kind, "move", "bluff", 1)
			o.Sentence += fmt.Sprintf(". This is a bluff: a %s does not go so.", v.m.kind(side, state.Position.At(m.From).Kind()))
		default:
			o.Sentence += "."
		}
		at[[2]chess.Square{m.From, m.To}] = len(list)
		list = append(list, o)
	}
	slices.SortStableFunc(list, func(a, b CallOption) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	return list
}

// arrangeForm is a side's secret set-up.
func (v view) arrangeForm(side chess.Side, up rules.SetUp) *ArrangeForm {
	f := &ArrangeForm{Ready: up.Ready[side]}
	handicapped := v.m.rule([]string{rules.KeyRemovePiecesWhite, rules.KeyRemovePiecesBlack}[side]) != rules.Off
	switch {
	case up.Stage == rules.Removing:
		f.Words = "Wait: the handicap is carried out."
	case up.Stage == rules.Thinning && !handicapped:
		f.Words = "Wait: the other side sets up without its King first, for its handicap."
	case f.Ready:
		f.Words, f.MayConfirm = "You have confirmed. Play begins when the other side has too.", true
	default:
		f.May, f.MayConfirm = true, true
		f.Words = "Set up in secret: tap one of your squares, then another, and the two pieces change places. Or drag."
		switch {
		case up.Stage == rules.Thinning:
			f.Words = "Set up without your King: some of these pieces will be taken away blindly. Then you set up afresh. " + f.Words
		case up.Stage == rules.Placing && handicapped:
			f.Words = "Set up afresh. The squares that are empty now are so whatever was taken, and tell nothing; you can leave others empty. " + f.Words
		case up.Stage == rules.Shaking:
			f.Words = "Earthquake: once more you may change your set-up. " + f.Words
		}
	}
	for i := range 16 {
		q := rules.HomeSquare(side, i)
		f.Squares = append(f.Squares, Choice{Value: q.String(), Label: v.on(q)})
	}
	for _, p := range v.t.plans[side] {
		f.Plans = append(f.Plans, Choice{Value: p.name, Label: p.name})
	}
	return f
}

// removeForm is the handicap that a side carries out on the other (S13).
func (v view) removeForm(side chess.Side) *BlindForm {
	state := *v.m.play.veil
	set := rules.Stealth.Removable(state, side.Other())
	if set == 0 {
		return nil
	}
	left := state.Veil.SetUp.Missing[side.Other()]
	return &BlindForm{
		Words: fmt.Sprintf("Take %d more of %s's pieces away, blindly: tap a square (S13).", left, side.Other()), Left: left, Squares: v.choices(set),
	}
}

// trophies is what a side has taken, as the house rule lets it know (S3).
func (v view) trophies(side chess.Side) []string {
	if v.m.rule(rules.KeyCapturedKind) == rules.CapturedNobody || v.m.revealed {
		return nil
	}
	var list []string
	for i, f := range v.m.play.veil.Veil.Fallen {
		if f.By == side && i < len(v.m.play.out) {
			then := v.people
			then.m.roster = *v.m.play.out[i].roster
			list = append(list, fmt.Sprintf("%s was a %s", then.of(v.m.play.out[i].who), v.m.kind(side.Other(), f.Piece.Kind())))
		}
	}
	slices.Reverse(list)
	return list
}

// shown is what captured last, where the enemy's handicap shows it (S13).
func (v view) shown(side chess.Side) string {
	s := v.m.play.veil.Veil.Shown
	if s == nil || v.m.play.veil.Position.At(s.At).Side() == side {
		return ""
	}
	return fmt.Sprintf("%s, who took %s, was a %s (S13).", v.on(s.At), s.At, v.m.kind(side.Other(), s.Kind))
}

// arbiterNotice tells both sides that the head judge sees their pieces (S17).
func (v view) arbiterNotice() string {
	if v.m.veils() && v.m.rule(rules.KeyArbiterSees) == rules.On && !v.m.revealed {
		return "The head judge sees both sides' pieces (S17)."
	}
	return ""
}

// arbiter is both sides' pieces, for the head judge where the rule says so.
func (v view) arbiter(head bool) *ArbiterView {
	p := v.m.play
	if !head || p.veil == nil || v.m.revealed || v.m.rule(rules.KeyArbiterSees) != rules.On || v.m.phase == SetUp {
		return nil
	}
	a := &ArbiterView{Board: v.drawn(chess.White)}
	for _, side := range chess.Sides {
		for q := range p.rules.Position.Occupied(side).All() {
			k := p.veil.True().At(q).Kind()
			if t := a.Board.token(q); t != nil && k != chess.NoKind {
				v.show(t, side, k)
			}
		}
	}
	if d := p.doubt(); d != nil {
		a.Words = "The last move is no bluff."
		if d.Bluff {
			a.Words = "The last move is a bluff."
		}
	}
	return a
}

// hiddenView is a match of hidden pieces as everybody may see it; nil in other
// formats.
func (v view) hiddenView() *HiddenView {
	m := v.m
	if !m.veils() || m.phase == SetUp {
		return nil
	}
	h := &HiddenView{
		Asides: v.asides(), SetUp: m.play.settingUp() != nil && !m.revealed,
		MayLift: m.phase == Ended && !m.revealed, Lifted: m.revealed,
	}
	d := m.play.doubt()
	h.Waits = m.phase == Playing && (d != nil && d.Capture || m.play.choice() != nil)
	if h.Waits {
		h.Question = v.waitsHidden()
	}
	if m.revealed {
		h.Replay = "/board/replay"
	}
	return h
}

// plays lists the plays of a match from its start, one for each ply.
func (m match) plays() []play {
	var list []play
	for p := &m.play; p != nil; p = p.before {
		if !p.claims() && (len(list) == 0 || p.last != list[len(list)-1].last) {
			list = append(list, *p)
		}
	}
	slices.Reverse(list)
	return list
}

// Replay is the match after so many plies, with the true pieces; an error in
// words before they are revealed (S8).
func (e *Evening) Replay(ply int) (ReplayScreen, error) {
	v := e.view().forAll()
	if !v.m.revealed {
		return ReplayScreen{}, refused("S8", "The match is replayed once its pieces are revealed (S8).")
	}
	plays := v.m.plays()
	last := len(plays) - 1
	if ply < 0 || ply > last {
		return ReplayScreen{}, malformed("This match has %d plies.", last)
	}
	s := ReplayScreen{Frame: v.frame(Projector, "Replay"), Ply: ply, Last: last}
	v.people.m.play = plays[ply]
	s.Board, s.Beside = v.drawn(chess.White), v.besideTrue(plays[ply])
	if ply > 0 {
		s.Words, s.Walk = v.lastCall(), v.lastWalk()
		s.First, s.Before = "/board/replay?ply=0", fmt.Sprintf("/board/replay?ply=%d", ply-1)
	}
	if ply < last {
		s.Next, s.End = fmt.Sprintf("/board/replay?ply=%d", ply+1), fmt.Sprintf("/board/replay?ply=%d", last)
	}
	return s, nil
}
