package rules

import "biblechess/event/chess"

// party is one of the two in a challenge.
type party uint8

const (
	challenger party = iota
	defender
)

// row is one row of the table of challenges, B10 to B16: for which pieces it
// holds, who asks whom from which bank, and where the challenger ends.
type row struct {
	clause     string
	challenger chess.Kinds
	defender   chess.Kinds
	asks       party      // whose side asks, and whose bank the question is from; the other party answers
	recited    bool       // the asking party is a Bishop that reads from memory (B20)
	bank       chess.Kind // for which piece the question is; NoKind: for the challenger's
	right      Outcome    // of the challenger, when the question was answered right
	wrong      Outcome    // and when it was not
}

// The groups of pieces that the table speaks of.
var (
	field       = chess.KindsOf(chess.Pawn, chess.Rook, chess.Knight)
	bishop      = chess.KindsOf(chess.Bishop)
	quizMaster  = chess.KindsOf(chess.Queen)
	fieldBishop = field | bishop
)

// challenges is the table. On Moves the defender leaves, on Vanishes the
// challenger does, on Stays nobody.
var challenges = []row{
	{"B10", field, field, challenger, false, chess.NoKind, Vanishes, Moves},
	{"B11", field, bishop, defender, true, chess.Bishop, Moves, Vanishes},
	{"B12", bishop, field, challenger, true, chess.Bishop, Vanishes, Moves},
	{"B13", bishop, bishop, challenger, true, chess.Bishop, Vanishes, Moves},
	{"B14", fieldBishop, quizMaster, defender, false, chess.Queen, Stays, Vanishes},
	{"B15", quizMaster, fieldBishop, challenger, false, chess.Queen, Stays, Moves},
	{"B16", quizMaster, quizMaster, challenger, false, chess.Queen, Stays, Moves},
}

// defendersDuel takes the place of B13 under bishop-duel = defender.
var defendersDuel = row{"B13", bishop, bishop, defender, true, chess.Bishop, Moves, Vanishes}

// rowOf finds the row for two pieces; false when a Game Master is one of them.
// DefenderAsks is the house rule of B13.
func rowOf(defenderAsks bool, attacker, attacked chess.Kind) (row, bool) {
	if defenderAsks && attacker == chess.Bishop && attacked == chess.Bishop {
		return defendersDuel, true
	}
	for _, r := range challenges {
		if r.challenger.Has(attacker) && r.defender.Has(attacked) {
			return r, true
		}
	}
	return row{}, false
}

// open opens the challenge of a move onto an enemy's square, with what either
// ruling will do: effect gives what an outcome of the row leads to.
func (r row) open(p chess.Position, m chess.Move, target chess.Square, effect func(Outcome) Effect) *Challenge {
	c := &Challenge{
		Clause:     r.clause,
		Move:       m,
		Challenger: p.At(m.From),
		Defender:   p.At(target),
		Target:     target,
		Asking:     p.Turn(),
		Recited:    r.recited,
		Asker:      chess.NoSquare,
		Answerer:   target,
		Right:      effect(r.right),
		Wrong:      effect(r.wrong),
	}
	asker := m.From
	if r.asks == defender {
		c.Asking = p.Turn().Other()
		c.Answerer, asker = m.From, target
	}
	if r.recited {
		c.Asker = asker
	}
	c.Bank = Bank{Side: c.Asking, Kind: r.bank}
	if r.bank == chess.NoKind {
		c.Bank.Kind = c.Challenger.Kind()
	}
	return c
}

// effectOf is what ends a ply, but for its result: where the mover ends, who
// leaves, and the board.
func effectOf(p chess.Position, m chess.Move, target chess.Square, clause string, o Outcome, manners chess.Manners) Effect {
	e := Effect{
		Clause: clause, Move: m, Outcome: o,
		Leaves: chess.NoSquare, RookFrom: chess.NoSquare, RookTo: chess.NoSquare,
		After: boardAfter(p, m, o, manners),
	}
	switch o {
	case Moves:
		e.Leaves = target
		e.Becomes = m.Promotion
		e.RookFrom, e.RookTo = p.RookWalk(m)
	case Vanishes:
		e.Leaves = m.From
	}
	return e
}

// boardAfter is the board after a ply with the mover ending as the outcome
// says. Whoever went to challenge has moved, even when it came back (B8).
func boardAfter(p chess.Position, m chess.Move, o Outcome, manners chess.Manners) chess.Position {
	switch o {
	case Vanishes:
		return p.With(m.From, 0).Next(true)
	case Stays:
		return p.Moved(m.From).Next(false)
	}
	return p.Apply(m, manners)
}

// effect is what ends a ply of Bible Chess, with the match after it.
func (g *bibleSettings) effect(p chess.Position, m chess.Move, target chess.Square, clause string, o Outcome) Effect {
	e := effectOf(p, m, target, clause, o, g.manners)
	e.Result = g.turn(e.After, true)
	return e
}

// board is boardAfter by the house rules.
func (g *bibleSettings) board(p chess.Position, m chess.Move, o Outcome) chess.Position {
	return boardAfter(p, m, o, g.manners)
}
