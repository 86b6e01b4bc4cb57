package event

import (
	"fmt"
	"strconv"
	"strings"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// playerCode is the code of a player's private link. It comes from who holds
// the post, so that it is void as soon as somebody else does (B22).
func (t truth) playerCode(who post) string { return t.keyed("player", Player(who).Seat(), 12) }

// PlayerOf finds the post of a private link, for a match of hidden pieces.
func (e *Evening) PlayerOf(code string) (Player, bool) {
	e.mu.Lock()
	t := e.truth
	e.mu.Unlock()
	code = strings.ToUpper(strings.TrimSpace(code))
	if !t.match.veils() || len(code) != 12 {
		return 0, false
	}
	found := post(0)
	for who := post(1); who <= 2*posts; who++ {
		if same(code, t.playerCode(who)) {
			found = who
		}
	}
	return Player(found), found != 0
}

// Player is a player's post as the rooms above name it: White's are 1 to 16,
// Black's 17 to 32.
type Player uint8

// Seat is the player's private page as a seat of its own. It is in no list of
// seats: nobody hands it out but the own Game Master, and nobody misses it.
func (p Player) Seat() Seat { return Seat(fmt.Sprintf("player-%d", p)) }

// PlayerSeats lists the seats of all players.
func PlayerSeats() []Seat {
	var list []Seat
	for who := post(1); who <= 2*posts; who++ {
		list = append(list, Player(who).Seat())
	}
	return list
}

// player is the post of a player's seat; 0 for any other seat.
func (s Seat) player() post {
	n, err := strconv.Atoi(strings.TrimPrefix(string(s), "player-"))
	if s.Role() != "player" || err != nil || n < 1 || n > 2*posts {
		return 0
	}
	return post(n)
}

// pathOf is the address of a player's private page.
func (t truth) pathOf(who post) string { return "/p/" + t.playerCode(who) }

// playerScreen is a player's own phone.
func (v view) playerScreen(who post) PlayerScreen {
	m := v.m
	s := PlayerScreen{Frame: v.frame(Player(who).Seat(), "Player"), Name: v.of(who), Turn: v.turn()}
	s.Path = v.t.pathOf(who)
	s.Side, s.Team = ColourOf(who.side()), m.teams[who.side()]
	s.Notice = v.arbiterNotice()
	at := chess.NoSquare
	for q, stands := range m.play.standing {
		if stands == who && m.phase != SetUp {
			at = chess.Square(q)
		}
	}
	if m.phase == SetUp {
		s.Square, s.Words = v.homes.of(who).String(), "Your Game Master has not set up yet. Stay on this page."
		return s
	}
	s.Walk = v.lastWalk()
	if at == chess.NoSquare {
		s.Out, s.Words = true, "You are off the floor: nobody needs to hide anything from you, and you hide what you know."
		return s
	}
	s.Square = at.String()
	if kind, ok := v.secretOf(at, who.side()); ok {
		s.Secret, s.Moves = m.kind(who.side(), kind), v.movesOf(kind)
	} else {
		s.Words = "Your Game Master is still setting up. Stay on this page."
		if m.play.settingUp() == nil {
			s.Words = "You are turned away: you face the enemy now, and your own side no longer sees what you are."
		}
	}
	return s
}

// secretOf is what a player of a side is, as that player may know it: once its
// Game Master has confirmed, and not while it is turned.
func (v view) secretOf(at chess.Square, side chess.Side) (chess.Kind, bool) {
	p := v.m.play
	if p.veil == nil {
		return 0, false
	}
	if up := p.settingUp(); up != nil {
		i := rules.HomeIndex(side, at)
		if up.Stage < rules.Placing || !up.Ready[side] || i < 0 || up.Arrays[side][i] == chess.NoKind {
			return 0, false
		}
		return up.Arrays[side][i], true
	}
	if !v.m.revealed && p.veil.Veil.Turned.Has(at) {
		return 0, false
	}
	return p.veil.Position.At(at).Kind(), true
}

// movesOf says how a kind moves, in one sentence.
func (v view) movesOf(k chess.Kind) string {
	switch k {
	case chess.Pawn:
		return "One square forward, on your first move one or two. You take one square diagonally forward."
	case chess.Knight:
		return "Two squares straight and one to the side, over whoever stands between."
	case chess.Bishop:
		return "Diagonally, as far as the way is free."
	case chess.Rook:
		return "Straight, as far as the way is free."
	case chess.Queen:
		if v.m.rule(rules.KeySuperQueen) == rules.On {
			return "Straight or diagonally, as far as the way is free, or as a Knight jumps."
		}
		return "Straight or diagonally, as far as the way is free."
	case chess.King:
		return "One square in any direction. If you are taken, your side has lost."
	}
	return ""
}

// Cards is a side's cards to print, for its own Game Master alone.
func (e *Evening) Cards(side chess.Side) (CardsScreen, error) {
	v := e.view()
	if !v.m.veils() {
		return CardsScreen{}, refused("S1", "Only Stealth Chess has secret cards (S1).")
	}
	s := CardsScreen{Frame: v.frame(GameMaster(side), "Secret cards")}
	base := ""
	for _, a := range v.addresses {
		if a.Chosen {
			base = a.URL
		}
	}
	standing := v.m.play.standing
	if v.m.phase == SetUp {
		standing = v.homes.standing()
	}
	for q, who := range standing {
		if who == 0 || who.side() != side {
			continue
		}
		card := SecretCard{
			Name: v.of(who), Square: chess.Square(q).String(),
			Link: base + v.t.pathOf(who), QR: fmt.Sprintf("%s/secret/%d", GameMaster(side).Path(), who.index()),
		}
		if kind, ok := v.secretOf(chess.Square(q), side); ok && v.m.phase != SetUp {
			card.Secret, card.Moves = v.m.kind(side, kind), v.movesOf(kind)
		}
		s.Cards = append(s.Cards, card)
	}
	return s, nil
}

// PlayerLink is the private link of a side's post, without the address before
// it, for its own Game Master alone.
func (e *Evening) PlayerLink(side chess.Side, index int) (string, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if index < 0 || index >= posts || !e.truth.match.veils() {
		return "", false
	}
	return e.truth.pathOf(postOf(side, index)), true
}
