package event

import (
	"fmt"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// RoleCard is what one player should know, on one card.
type RoleCard struct {
	Token
	Team      string
	Moves     []string // how I move
	Challenge []string // what happens when I go to somebody's square
	Answer    []string // what happens when somebody comes to mine
}

// roleCard is the card of a post.
func (v view) roleCard(who post) RoleCard {
	home := v.homes.of(who)
	piece := v.start.At(home)
	side := who.side()
	c := RoleCard{
		Token: Token{
			Side: ColourOf(side), Kind: piece.Kind(), Role: v.m.piece(piece), Name: v.of(who),
			Marker: v.m.who(who) == "", Square: home.String(),
		},
		Team: v.m.teams[side],
	}
	if !v.m.onPaperToo() {
		c.Kind, c.Role = chess.NoKind, "A secret piece"
		c.Moves = []string{"What you are is your team's secret: your Game Master tells you. Walk only when you are called, and show nothing."}
		return c
	}
	c.Moves = v.cardMoves(piece)
	if !rules.Asks(v.m.format, v.m.house) {
		c.Challenge = []string{"You go to an opponent's square when you are called there: that player leaves the floor at once."}
		c.Answer = []string{"An opponent comes to your square: you leave the floor at once, to the edge."}
		return c
	}
	c.Challenge, c.Answer = v.cardChallenges(piece)
	return c
}

// cardMoves says how a piece moves, by the house rules of the match.
func (v view) cardMoves(x chess.Piece) []string {
	past := "You can't pass anybody."
	if v.m.rule(rules.KeySliding) == rules.SlidingThroughOpponents {
		past = "You may pass opponents, never your own players (B3)."
	}
	switch x.Kind() {
	case chess.Pawn:
		list := []string{
			"One square straight ahead onto an empty square; two from your own second rank, when both are empty.",
			"You go to an opponent's square only one square slantwise ahead.",
		}
		if v.m.rule(rules.KeyPromotion) == rules.PromotionNone {
			return append(list, "On the last rank you stay a "+v.m.piece(x)+".")
		}
		return append(list, "On the last rank you become another piece, as your Game Master calls it.")
	case chess.Rook:
		return []string{"Straight along a file or a rank, as far as you are called. " + past}
	case chess.Bishop:
		return []string{"Slantwise, as far as you are called, always on squares of one colour. " + past}
	case chess.Knight:
		return []string{"Two squares along and one across: you jump over whoever stands there."}
	case chess.Queen:
		return []string{"Straight or slantwise, as far as you are called. " + past}
	case chess.Amazon:
		return []string{"Straight or slantwise as far as you are called, or with a Knight's jump. " + past}
	case chess.Centaur:
		return []string{"One square in any direction, or with a Knight's jump."}
	}
	return []string{"One square in any direction.", "Once you may castle: two squares towards a Rook that steps over you."}
}

// cardChallenges says what a challenge means for a piece (B10 to B18): as the one who
// comes, and as the one who is come to.
func (v view) cardChallenges(x chess.Piece) (comes, isCome []string) {
	side := x.Side()
	name := func(k chess.Kind) string { return v.m.kind(side, k) }
	few := listed([]string{name(chess.Pawn), name(chess.Rook), name(chess.Knight)})
	duel := fmt.Sprintf("Against a %s the challenging one reads (B13).", name(chess.Bishop))
	if v.m.rule(rules.KeyBishopDuel) == rules.DuelDefender {
		duel = fmt.Sprintf("Against a %s the one who is challenged reads (B13).", name(chess.Bishop))
	}
	lord := fmt.Sprintf("By a %s: you leave at once, no question (B17).", name(chess.King))
	switch {
	case x.Kind() == chess.Queen && v.m.rule(rules.KeyGameMasterTakes) == rules.TakesNotQuizMaster, v.m.rule(rules.KeyGameMasterTakes) == rules.TakesNone:
		lord = ""
	}
	switch x.Kind() {
	case chess.King, chess.Amazon, chess.Centaur:
		comes = []string{"You neither ask nor answer. Whoever stands on the square that you are called to leaves at once (B17)."}
		switch v.m.rule(rules.KeyGameMasterTakes) {
		case rules.TakesNotQuizMaster:
			comes = append(comes, fmt.Sprintf("You can't go to a %s's square.", name(chess.Queen)))
		case rules.TakesNone:
			comes = []string{"You only step onto empty squares (B17)."}
		}
		return comes, []string{"Whoever challenges you has won the match for their side (B18)."}
	case chess.Queen:
		comes = []string{
			"You ask the other player one of your own questions (B15).",
			"Right: you go back, nobody leaves. Not right: they leave and you take the square.",
		}
		isCome = []string{
			"You ask the challenger one of your own questions (B14).",
			"Right: they go back, nobody leaves. Not right: they leave, you stay.",
			fmt.Sprintf("By the other %s: they ask you; not right, and you leave (B16).", name(chess.Queen)),
			"Off the field you go on asking your side's questions from the edge (B23).",
		}
	case chess.Bishop:
		comes = []string{
			"You read your question from memory, not too fast. The other player must break in with the right answer before you have finished (B12).",
			"Right in time: you leave. Else: they leave and you take the square.", duel,
		}
		isCome = []string{
			"You read your question from memory; the challenger must break in in time (B11).",
			"Right in time: you leave and they take the square. Else: they leave, you stay.",
			fmt.Sprintf("By a %s: they ask you. Right: they go back. Not right: you leave (B15).", name(chess.Queen)),
		}
	default:
		comes = []string{
			fmt.Sprintf("Against %s: your %s asks them. Right: you leave. Not right: they leave and you take the square (B10).", few, name(chess.Queen)),
			fmt.Sprintf("Against a %s: break in with the right answer before they have read to the end. In time: they leave. Else: you leave (B11).", name(chess.Bishop)),
			fmt.Sprintf("Against a %s: they ask you. Right: you go back, nobody leaves. Not right: you leave (B14).", name(chess.Queen)),
		}
		isCome = []string{
			fmt.Sprintf("By %s: their %s asks you. Right: they leave, you stay. Not right: you leave (B10).", few, name(chess.Queen)),
			fmt.Sprintf("By a %s: break in before they have read to the end. In time: they leave. Else: you leave (B12).", name(chess.Bishop)),
			fmt.Sprintf("By a %s: they ask you. Right: they go back. Not right: you leave (B15).", name(chess.Queen)),
		}
	}
	if lord != "" {
		isCome = append(isCome, lord)
	}
	return comes, isCome
}
