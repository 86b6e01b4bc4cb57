package event

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// hiddenGames is how many random matches of Stealth Chess are looked at. More by
//
//	go test ./event -run TestS_ -hidden-games 500
var hiddenGames = flag.Int("hidden-games", 4, "random matches of Stealth Chess to look at")

// kindWords name a kind on a screen; the King may be told of by its end.
var kindWords = regexp.MustCompile(`\b(Knight|Bishop|Rook|Queen|Pawn)\b|"Kind":[1-8]\b`)

// tap is one command of a staged match.
type tap struct {
	by Seat
	c  func(about int64) Command
}

// staged is a random match of Stealth Chess that can be played again with other
// pieces behind the same taps.
type staged struct {
	house  rules.House
	arrays [2]rules.Array
	keeps  bool // the set-up that is proposed after a handicap is confirmed as it is (S13)
	taps   []tap
}

// randomHouse is any mixture of the optional rules.
func randomHouse(r *rand.Rand) rules.House {
	h := rules.House{}
	for _, rule := range rules.Stealth.HouseRules() {
		switch {
		case rule.Clause == "R5" || rule.Key == rules.KeyTraditional:
		case rule.Number != nil && r.IntN(4) == 0:
			h[rule.Key] = fmt.Sprint(1 + r.IntN(5))
		case rule.Number == nil:
			h[rule.Key] = rule.Values[r.IntN(len(rule.Values))].Key
		}
	}
	return h
}

// stageOf plays a random match and keeps its taps.
func stageOf(t *testing.T, seed uint64) staged {
	r := rand.New(rand.NewPCG(seed, 77))
	st := staged{house: randomHouse(r), keeps: seed%2 == 1}
	for i := range st.arrays {
		st.arrays[i] = rules.Traditional().Shuffled(r.IntN)
	}
	g := hide(t, st.house)
	give := func(by Seat, c func(int64) Command) bool {
		if _, err := g.Do(by, "", c(g.about())); err != nil {
			return false
		}
		st.taps = append(st.taps, tap{by, c})
		return true
	}
	for n := 0; g.truth.match.play.settingUp() != nil && n < 100; n++ {
		up := *g.truth.match.play.settingUp()
		for _, side := range chess.Sides {
			if g.truth.match.play.settingUp() == nil {
				break
			}
			if set := rules.Stealth.Removable(*g.truth.match.play.veil, side.Other()); set != 0 {
				q := pick(r, set).String()
				give(GameMaster(side), func(a int64) Command { return RemovePiece{q, a} })
				continue
			}
			if up.Stage == rules.Removing || up.Ready[side] {
				continue
			}
			// An array is put there as it is: no tap of the match, and none needed.
			st.placeIn(g, side, up)
			give(GameMaster(side), func(a int64) Command { return ConfirmSetUp{On: true, About: a} })
		}
	}
	for n := 0; n < 60 && g.truth.match.phase == Playing; n++ {
		st.play(g, r, give)
	}
	return st
}

// placeIn sets a side up by its array, with what a handicap has left of it.
func (st staged) placeIn(g *game, side chess.Side, up rules.SetUp) {
	handicap := [2]string{rules.KeyRemovePiecesWhite, rules.KeyRemovePiecesBlack}[side]
	if st.keeps && up.Stage == rules.Placing && st.house[handicap] != "" {
		return
	}
	want, have := st.arrays[side], up.Arrays[side]
	counts := map[chess.Kind]int{}
	for _, k := range have {
		counts[k]++
	}
	var array rules.Array
	var spare []int
	for i, k := range want {
		if counts[k] > 0 {
			array[i] = k
			counts[k]--
		} else {
			spare = append(spare, i)
		}
	}
	if len(spare) != counts[chess.NoKind] {
		g.Fatal("the pieces do not fit")
	}
	g.must(GameMaster(side), arrangedAs{side, array})
}

// arrangedAs puts a whole set-up there in one entry, so that two stagings have as
// many entries whatever they hold.
type arrangedAs struct {
	side  chess.Side
	array rules.Array
}

func (c arrangedAs) decide(t truth, _ Seat, env env) (decision, error) {
	return decision{fact: &veiledArranged{Side: c.side, Seal: t.seal(env, sealArray, arrayBytes(c.array))}}, nil
}

func pick(r *rand.Rand, set chess.Squares) chess.Square {
	n := r.IntN(set.Count())
	for q := range set.All() {
		if n == 0 {
			return q
		}
		n--
	}
	return chess.NoSquare
}

// play gives one random tap of whoever is due.
func (st staged) play(g *game, r *rand.Rand, give func(Seat, func(int64) Command) bool) {
	m := g.truth.match
	s := *m.play.veil
	turn := GameMaster(m.play.caller())
	switch v := s.Veil; {
	case v.Due != nil:
		q := pick(r, rules.Stealth.Choosable(m.house, s)).String()
		give(GameMaster(v.Due.By), func(a int64) Command { return ChooseBlindly{q, a} })
		return
	case v.Doubt != nil && (v.Doubt.Capture || r.IntN(2) == 0):
		call := r.IntN(4) == 0
		give(GameMaster(v.Doubt.Side.Other()), func(a int64) Command { return AnswerMove{call, a} })
		return
	case rules.Stealth.MayGuess(m.house, s) && r.IntN(6) == 0:
		q := pick(r, s.Position.Occupied(m.play.caller().Other()))
		k := s.Position.At(q).Kind()
		if r.IntN(3) == 0 {
			k = chess.Pawn
		}
		letter := string(rune(k.Letter()))
		give(turn, func(a int64) Command { return GuessPiece{q.String(), letter, a} })
		return
	case r.IntN(12) == 0:
		q := pick(r, s.Position.Occupied(m.play.caller())).String()
		give(turn, func(a int64) Command { return TouchPiece{q, a} })
	case r.IntN(20) == 0:
		give(turn, func(a int64) Command { return TakeBack{About: a} })
		return
	}
	if pairs := rules.Stealth.MayExchange(m.house, s); len(pairs) > 0 && r.IntN(6) == 0 {
		p := pairs[r.IntN(len(pairs))]
		give(turn, func(a int64) Command { return ExchangePieces{p[0].String(), p[1].String(), a} })
		return
	}
	calls := rules.Stealth.Calls(m.house, s)
	if len(calls) == 0 {
		give(turn, func(a int64) Command { return PassTurn{a} })
		return
	}
	c := calls[r.IntN(len(calls))]
	for range 3 { // matches get somewhere by captures
		if s.Position.At(c.To) != 0 {
			break
		}
		c = calls[r.IntN(len(calls))]
	}
	promotion := ""
	if c.Promotion != chess.NoKind {
		promotion = string(rune(c.Promotion.Letter()))
	}
	give(turn, func(a int64) Command { return Call{c.From.String(), c.To.String(), promotion, a} })
}

// seenBy is what each viewer saw after each tap, and what everybody may know of it.
type seenBy struct {
	screens map[Seat][]string
	players map[int][]string
	public  []string
	log     string
	faced   [2]bool // a side has seen some of the enemy's, by a right of its own
}

// again plays the taps with some arrays and looks at every screen. It stops
// without a word at a tap that is refused.
func (st staged) again(t *testing.T, arrays [2]rules.Array) seenBy {
	other := st
	other.arrays = arrays
	g := hide(t, st.house)
	out := seenBy{screens: map[Seat][]string{}, players: map[int][]string{}}
	placed := map[string]bool{}
	for _, tp := range st.taps {
		if up := g.truth.match.play.settingUp(); up != nil {
			if _, confirms := tp.c(1).(ConfirmSetUp); confirms {
				side, _ := tp.by.Side()
				if key := fmt.Sprint(side, up.Stage); !placed[key] {
					placed[key] = true
					other.placeIn(g, side, *up)
				}
			}
		}
		_, err := g.Do(tp.by, "", tp.c(g.about()))
		if err != nil {
			out.public = append(out.public, "refused")
			return out
		}
		m := g.truth.match
		out.public = append(out.public, fmt.Sprint(m.play.standing, m.play.caller(), m.play.rules.Result, m.phase, m.play.asides, m.play.choice(), m.play.doubt() != nil, m.play.last == nil || m.play.last.veiled == ""))
		if last := m.play.last; last != nil {
			out.public[len(out.public)-1] += string(last.veiled)
		}
		for _, s := range AllSeats() {
			out.screens[s] = append(out.screens[s], g.json(s))
		}
		out.screens["pgn"] = append(out.screens["pgn"], g.PGN()+g.FEN())
		for i := 1; i <= 32; i++ {
			out.players[i] = append(out.players[i], g.json(Player(i).Seat()))
		}
		for _, side := range chess.Sides {
			hm := g.hm(side)
			out.faced[side] = out.faced[side] || len(hm.Taken) > 0 || hm.Shown != "" ||
				m.play.veil.Veil.SetUp == nil && rules.Stealth.Faces(m.house, *m.play.veil, side) != 0
		}
	}
	out.log = g.log()
	return out
}

// Over random matches with every mixture of the optional rules: nobody reads a
// kind who may not, and when pieces behind the same taps are exchanged so that
// everything that all may know stays the same, everybody else's bytes stay the
// same too (S3, S5, S7, S13 to S15, S17).
func TestS_NobodyLearnsWhatIsHidden(t *testing.T) {
	compared, kinds := 0, map[deed]int{}
	for seed := range uint64(*hiddenGames) {
		st := stageOf(t, seed)
		one := st.again(t, st.arrays)
		if slices.Contains(one.public, "refused") {
			t.Fatalf("match %d does not replay", seed)
		}
		for _, p := range one.public {
			for _, d := range []deed{moved, exchanged, passed, bluffed, stumbled, guessedRight, guessedWrong, doubted, stood, chosen} {
				if strings.Contains(p, string(d)) {
					kinds[d]++
				}
			}
		}
		// The pages of host, editors and consoles name house rules and banks after
		// pieces: for them it is the comparison that counts.
		for s, bodies := range one.screens {
			side, serves := s.Side()
			if s == Host || s.Role() == "qm" || s.Role() == "questions" || serves && s == GameMaster(side) || s == Judge(1) {
				continue
			}
			for _, body := range bodies {
				if word := kindWords.FindString(body); word != "" && st.house[rules.KeyCapturedKind] != rules.CapturedEverybody {
					t.Fatalf("match %d: %s reads %s: %s", seed, s, word, body)
				}
			}
		}
		if word := kindWords.FindString(one.log); word != "" && st.house[rules.KeyCapturedKind] != rules.CapturedEverybody {
			t.Fatalf("match %d: the log tells %s", seed, word)
		}
		r := rand.New(rand.NewPCG(seed, 5))
		for range 6 {
			side, i, j := chess.Side(r.IntN(2)), r.IntN(16), r.IntN(16)
			arrays := st.arrays
			arrays[side] = arrays[side].Swapped(i, j)
			if arrays == st.arrays {
				continue
			}
			other := st.again(t, arrays)
			if !slices.Equal(one.public, other.public) {
				continue // all may see the difference: another match
			}
			compared++
			st.compare(t, seed, side, one, other)
		}
	}
	if compared < *hiddenGames {
		t.Errorf("only %d pairs were compared", compared)
	}
	for _, d := range []deed{moved, exchanged, bluffed, stumbled, guessedRight, guessedWrong, doubted, chosen} {
		if kinds[d] == 0 {
			t.Errorf("nothing was ever %s", d)
		}
	}
	t.Logf("%d pairs compared; %v", compared, kinds)
}

// compare finds a difference in what somebody sees who may not know the pieces
// of a side.
func (st staged) compare(t *testing.T, seed uint64, side chess.Side, one, other seenBy) {
	t.Helper()
	sees := st.house[rules.KeyArbiterSees] == rules.On
	for s := range one.screens {
		enemy := GameMaster(side.Other())
		if s == GameMaster(side) || s == Judge(1) && sees || s == enemy && one.faced[side.Other()] || st.house[rules.KeyCapturedKind] == rules.CapturedEverybody && len(one.screens) > 0 && s != GameMaster(side) && differsByOut(one, other) {
			continue
		}
		for i := range one.screens[s] {
			if one.screens[s][i] != other.screens[s][i] {
				t.Fatalf("match %d: %s sees a difference after tap %d:\n%s\n%s", seed, s, i, one.screens[s][i], other.screens[s][i])
			}
		}
	}
	if slices.Equal(one.screens[GameMaster(side)], other.screens[GameMaster(side)]) {
		t.Errorf("match %d: the own tablet sees no difference: the test compares nothing", seed)
	}
	for i := 1; i <= 32; i++ {
		if post(i).side() != side && !slices.Equal(one.players[i], other.players[i]) && st.house[rules.KeyCapturedKind] != rules.CapturedEverybody {
			t.Errorf("match %d: player %d sees a difference in the other side's pieces", seed, i)
		}
	}
	if one.log != other.log && st.house[rules.KeyCapturedKind] != rules.CapturedEverybody {
		t.Errorf("match %d: the log differs", seed)
	}
}

// differsByOut tells whether what everybody may know of the captured differs,
// where the house rule tells it to all.
func differsByOut(one, other seenBy) bool {
	return !slices.Equal(one.screens["pgn"], other.screens["pgn"]) || !slices.Equal(one.screens[Projector], other.screens[Projector])
}

// A handicapped Game Master who only confirms what is proposed, or takes the usual
// set-up, tells nobody which kinds went: everybody else's bytes are the same (S3, S13).
func TestS3_S13_ConfirmingTellsNoKind(t *testing.T) {
	for _, how := range []string{"", "usual"} {
		var seen []map[Seat]string
		for _, letters := range []string{"rnbq-bnrpppppppp", "pnbq-bnrrppppppp", "qnbr-bnrpppppppp"} { // a8 goes: a Rook, a Pawn, the Queen
			g := hide(t, rules.House{rules.KeyRemovePiecesBlack: "2"})
			white, black := GameMaster(chess.White), GameMaster(chess.Black)
			g.must(black, arrangedAs{chess.Black, arrayIn(letters)})
			g.must(black, ConfirmSetUp{On: true, About: g.about()})
			g.must(white, RemovePiece{"a8", g.about()})
			g.must(white, RemovePiece{"b8", g.about()})
			if how != "" {
				g.must(black, ArrangePieces{How: how, About: g.about()})
			}
			g.must(black, ConfirmSetUp{On: true, About: g.about()})
			g.must(white, ConfirmSetUp{On: true, About: g.about()})
			screens := map[Seat]string{}
			for _, s := range AllSeats() {
				if s != black {
					screens[s] = g.json(s)
				}
			}
			if seen = append(seen, screens); g.stands("h7") != "" || g.stands("g7") != "" || g.stands("a8") == "" {
				t.Error("other squares are empty than those at the end")
			}
		}
		for s, body := range seen[0] {
			if body != seen[1][s] || body != seen[2][s] {
				t.Errorf("%q: %s sees which kind went", how, s)
			}
		}
	}
}

// A turned piece is hidden from its own tablet too: whatever it is, the owner's
// bytes are the same while nothing that it does tells (S15).
func TestS15_TheOwnerCantTellWhatIsTurned(t *testing.T) {
	for _, bluff := range []string{rules.Off, rules.On} {
		var one []string
		for i, letters := range []string{"rnbqkbnrpppppppp", "nrbqkbnrpppppppp", "bnrqkbnrpppppppp"} {
			g := setUp(t, rules.House{rules.KeyUnmask: rules.On, rules.KeySuperBluff: bluff}, usual, letters)
			g.must(GameMaster(chess.White), GuessPiece{"a8", letters[:1], g.about()})
			if i > 0 { // the piece that was exchanged with it is turned as well, so that its own tablet sees neither
				second := map[string]string{"n": "b8", "b": "c8"}[letters[:1]]
				_ = second
			}
			s := g.hm(chess.Black)
			body := ""
			for _, c := range s.Board.Cells {
				if c.Square == "a8" {
					body = fmt.Sprintf("%+v", *c.Token)
				}
			}
			g.play("a2a3")
			for _, o := range g.hm(chess.Black).Calls {
				if o.From == "a8" {
					body += fmt.Sprintf("%+v", o)
				}
			}
			one = append(one, body)
		}
		if one[0] != one[1] || one[0] != one[2] || len(one[0]) < 1000 && bluff == rules.Off {
			t.Errorf("bluff %s: the owner's tablet tells what is turned:\n%s", bluff, strings.Join(one, "\n"))
		}
	}
}

// arrayIn reads a set-up: the letters of a side's first rank, then of its second.
func arrayIn(letters string) (a rules.Array) {
	for i, c := range letters {
		for k := chess.Pawn; k <= chess.King; k++ {
			if k.Letter() == byte(c) {
				a[i] = k
			}
		}
	}
	return a
}
