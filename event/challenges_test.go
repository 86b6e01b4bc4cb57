package event

import (
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// The rows of the table of challenges, each with people: who asks, from which
// bank, and who walks or leaves by either ruling.
var challengeCases = map[string]struct {
	before, call string
	house        rules.House
	asks         string // as the hall reads it
	sequence     string // as the judges read it
	right, wrong string // what is said of the walk
	left         [2]string
}{
	"B10 Pawn on Pawn": {
		before: "e2e4 d7d5", call: "e4d5", asks: "Quiz Master Judith asks Salome.", sequence: "White Pawn, 1 of 12, pass 1",
		right: "Samuel leaves the floor.", wrong: "Salome leaves the floor. Samuel walks to d5.", left: [2]string{"Samuel", "Salome"},
	},
	"B10 Knight on Pawn": {
		before: "b1c3 d7d5", call: "c3d5", asks: "Quiz Master Judith asks Salome.", sequence: "White Knight, 1 of 6, pass 1",
		right: "Miriam leaves the floor.", wrong: "Salome leaves the floor. Miriam walks to d5.", left: [2]string{"Miriam", "Salome"},
	},
	"B10 Rook on Pawn, by Black": {
		before: "b2b4 a7a5 h2h3 a5b4:wrong h3h4", call: "a8a2", asks: "Quiz Master Deborah asks Keturah.", sequence: "Black Rook, 1 of 3, pass 1",
		right: "Tobias leaves the floor.", wrong: "Keturah leaves the floor. Tobias walks to a2.", left: [2]string{"Tobias", "Keturah"},
	},
	"B11 Pawn on Bishop": {
		before: "a2a3 e7e6 h2h3 f8b4", call: "a3b4", sequence: "Black Bishop, 1 of 3, pass 1",
		asks:  "Phoebe reads from memory. Keturah must break in with the right answer before Phoebe has finished.",
		right: "Phoebe leaves the floor. Keturah walks to b4.", wrong: "Keturah leaves the floor.", left: [2]string{"Phoebe", "Keturah"},
	},
	"B12 Bishop on Pawn": {
		before: "e2e4 a7a6", call: "f1a6", sequence: "White Bishop, 1 of 3, pass 1",
		asks:  "Lydia reads from memory. Esther must break in with the right answer before Lydia has finished.",
		right: "Lydia leaves the floor.", wrong: "Esther leaves the floor. Lydia walks to a6.", left: [2]string{"Lydia", "Esther"},
	},
	"B13 the challenging Bishop asks": {
		before: "e2e4 b7b6 h2h3 c8a6", call: "f1a6", sequence: "White Bishop, 1 of 3, pass 1",
		asks:  "Lydia reads from memory. Barnabas must break in with the right answer before Lydia has finished.",
		right: "Lydia leaves the floor.", wrong: "Barnabas leaves the floor. Lydia walks to a6.", left: [2]string{"Lydia", "Barnabas"},
	},
	"B13 the defending Bishop asks": {
		before: "e2e4 b7b6 h2h3 c8a6", call: "f1a6", sequence: "Black Bishop, 1 of 3, pass 1",
		house: rules.House{rules.KeyBishopDuel: rules.DuelDefender},
		asks:  "Barnabas reads from memory. Lydia must break in with the right answer before Barnabas has finished.",
		right: "Barnabas leaves the floor. Lydia walks to a6.", wrong: "Lydia leaves the floor.", left: [2]string{"Barnabas", "Lydia"},
	},
	"B14 Knight on Quiz Master": {
		before: "e2e4 d7d5 e4d5:wrong d8d5:wrong b1c3 a7a6", call: "c3d5", asks: "Quiz Master Deborah asks Miriam.", sequence: "Black Quiz Master, 2 of 6, pass 1",
		right: "Miriam goes back to c3.", wrong: "Miriam leaves the floor.", left: [2]string{"", "Miriam"},
	},
	"B15 Quiz Master on Pawn": {
		before: "e2e4 d7d5 e4d5:wrong", call: "d8d5", asks: "Quiz Master Deborah asks Samuel.", sequence: "Black Quiz Master, 1 of 6, pass 1",
		right: "Deborah goes back to d8.", wrong: "Samuel leaves the floor. Deborah walks to d5.", left: [2]string{"", "Samuel"},
	},
	"B16 Quiz Master on Quiz Master": {
		before: "e2e4 d7d5 e4d5:wrong d8d5:wrong d1f3 a7a6", call: "f3d5", asks: "Quiz Master Judith asks Deborah.", sequence: "White Quiz Master, 1 of 6, pass 1",
		right: "Judith goes back to f3.", wrong: "Deborah leaves the floor. Judith walks to d5.", left: [2]string{"", "Deborah"},
	},
	"B10 en passant (B5)": {
		before: "e2e4 a7a6 e4e5 d7d5", call: "e5d6", house: rules.House{rules.KeyEnPassant: rules.On}, asks: "Quiz Master Judith asks Salome.", sequence: "White Pawn, 1 of 12, pass 1",
		right: "Samuel leaves the floor.", wrong: "Salome leaves the floor. Samuel walks to d6.", left: [2]string{"Samuel", "Salome"},
	},
}

func TestB10toB16_Rows(t *testing.T) {
	for name, c := range challengeCases {
		clause := strings.Fields(name)[0]
		t.Run(name, func(t *testing.T) {
			g := begin(t, setup{house: c.house})
			g.play(strings.Fields(c.before)...)
			g.play(c.call)
			before, caller := g.truth.match.play, g.turn()
			s := g.hall()
			if s.Challenge == nil || s.Challenge.Clause != clause || s.Challenge.Asks != c.asks {
				t.Fatalf("the challenge is %+v", s.Challenge)
			}
			// The board does not change until the ruling.
			if before.standing != before.before.standing {
				t.Error("somebody walked before the ruling")
			}
			g.refuse(caller, g.typed("a2a3"), Refused, "(B21)")
			if got := g.judge(1).Question.Sequence; got != c.sequence {
				t.Errorf("the question is %s, want %s", got, c.sequence)
			}
			votes := map[string]string{"right": c.right, "wrong": c.wrong}
			if s.Challenge.Recited {
				votes["late"] = c.wrong
			} else {
				g.refuse(Judge(1), Vote{Vote: "late", About: g.about()}, Refused, "(B20)")
			}
			for vote, words := range votes {
				out := len(before.out)
				g.rule(vote)
				s := g.hall()
				if !strings.HasPrefix(s.Walk, words) {
					t.Errorf("%s: %q, want %q", vote, s.Walk, words)
				}
				left := c.left[1]
				if vote == "right" {
					left = c.left[0]
				}
				g.left(out, left)
				// B21: whatever the outcome, the ply is over.
				if g.turn() == caller || g.truth.match.play.ply != before.ply+1 {
					t.Errorf("%s: the ply is not over", vote)
				}
				g.must(Host, TakeBack{Reason: "The other ruling.", About: g.about()})
				g.play(c.call)
			}
		})
	}
}

// left tells whether, since there were out departures, this one person left
// (B22); nobody for "".
func (g *game) left(out int, name string) {
	g.Helper()
	p := g.truth.match.play
	if name == "" {
		if len(p.out) != out {
			g.Errorf("%d people left", len(p.out)-out)
		}
		return
	}
	if len(p.out) != out+1 {
		g.Fatalf("%d people left, want %s", len(p.out)-out, name)
	}
	last := p.out[out]
	line := g.hall().Teams[last.who.side()].Out[0]
	if line.Name != name || line.By == "" || line.By == name || line.Ply != p.ply-1 {
		g.Errorf("the record of who left is %+v, want %s", line, name)
	}
}

func TestB3_Sliding(t *testing.T) {
	before := []string{"e2e4", "a7a6", "d1h5", "b7b6"}
	g := begin(t, setup{house: rules.House{rules.KeySliding: rules.SlidingBlocked}})
	g.play(before...)
	g.refuse(GameMaster(chess.White), g.typed("h5e8"), Refused, "can't pass f7, where Rachel stands (B3)")
	g = begin(t, setup{house: rules.House{rules.KeySliding: rules.SlidingThroughOpponents}})
	g.play(before...)
	g.refuse(GameMaster(chess.White), g.typed("h1h3"), Refused, "can't pass h2, where Boaz stands (B3)")
	g.play("h5e8")
	g.says(g.hall().Result.Words, "(B18)")
}

func TestB4_TheKnightJumps(t *testing.T) {
	g := begin(t, setup{})
	g.play("b1c3")
	if g.stands("c3") != "Miriam" || g.stands("b2") != "Jonah" {
		t.Error("the Knight did not jump, or somebody below did not stay")
	}
}

func TestB5_EnPassantIsOff(t *testing.T) {
	g := begin(t, setup{house: rules.House{rules.KeyEnPassant: rules.Off}})
	g.play("e2e4", "a7a6", "e4e5", "d7d5")
	g.refuse(GameMaster(chess.White), g.typed("e5d6"), Refused, "d6 is empty (B5)")
}

// promoting brings White's Pawn Keturah to b8 as a challenge on Abigail.
var promoting = []string{"a2a4", "b7b5", "a4b5:wrong", "h7h6", "b5b6", "h6h5", "b6a7:wrong", "h5h4"}

func TestB6_Promotion(t *testing.T) {
	g := begin(t, setup{house: rules.House{rules.KeyPromotion: rules.PromotionAny}})
	g.play(promoting...)
	g.refuse(GameMaster(chess.White), g.typed("a7b8"), Refused, "must say whether it becomes", "(B6)")
	for _, o := range g.gm(chess.White).Calls {
		if o.From == "a7" && strings.Join(o.Promotions, "") != "qrbn" {
			t.Errorf("the promotions offered are %v", o.Promotions)
		}
	}
	g.play("a7b8b")
	g.says(g.hall().Challenge.Effects[1].Words, "Keturah takes b8 and becomes a Bishop.")
	// It lapses when the Pawn does not win the square.
	g.rule("right")
	g.says(g.hall().Walk, "Keturah leaves the floor.")
	g.must(Host, TakeBack{Reason: "again", About: g.about()})
	g.play("a7b8b:wrong", "h4h3")
	g.says(g.gm(chess.White).Plies[1].Words, "became a Bishop")

	// A promoted Bishop has learnt nothing by heart: its question is read from the console.
	g.play("b8c7")
	s := g.qm(chess.White).Ask
	g.says(s.Instruction, "steady pace")
	if s.Question == "" || s.MayHint {
		t.Errorf("the console has %+v", s)
	}
	g.says(g.hall().Challenge.Asks, "Quiz Master Judith reads the Bishop's question at a steady pace. Joel must break in")
	g.refuse(QuizMaster(chess.White), GiveHint{Word: "Ark", About: g.about()}, Refused, "(B20)")
	g.rule("late")
	g.says(g.hall().Ruling.Label, "TOO LATE")
}

func TestB6_NoPromotion(t *testing.T) {
	g := begin(t, setup{house: rules.House{rules.KeyPromotion: rules.PromotionNone}})
	g.play(promoting...)
	g.refuse(GameMaster(chess.White), g.typed("a7b8q"), Refused, "no promotion in this match", "(B6)")
	g.play("a7b8:wrong", "h4h3")
	g.refuse(GameMaster(chess.White), g.typed("b8b7"), Refused, "has no further step (B6)")
	for _, c := range g.hall().Board.Cells {
		if c.Square == "b8" && c.Token.Role != "Pawn" {
			t.Errorf("a %s stands on b8", c.Token.Role)
		}
	}
}

func TestB8_Castling(t *testing.T) {
	g := begin(t, setup{})
	g.play("e2e4", "a7a6", "f1e2", "a6a5", "g1f3", "a5a4", "e1g1")
	if g.stands("g1") != "Josiah" || g.stands("f1") != "Naomi" {
		t.Error("castling did not walk both")
	}
	g.says(g.hall().LastCall, "castled")
	g.says(g.hall().Walk, "Josiah walks to g1. Naomi walks from h1 to f1.")
}

func TestB17_TheGameMasterTakes(t *testing.T) {
	onQuizMaster := []string{"e2e4", "a7a6", "d1h5", "b7b6", "h5f7:wrong"}
	onBishop := []string{"e2e4", "a7a6", "f1c4", "b7b6", "c4f7:wrong"}
	for takes, allowed := range map[string][2]bool{
		rules.TakesAny: {true, true}, rules.TakesNotQuizMaster: {true, false}, rules.TakesNone: {false, false},
	} {
		for i, before := range [][]string{onBishop, onQuizMaster} {
			g := begin(t, setup{house: rules.House{rules.KeyGameMasterTakes: takes}})
			g.play(before...)
			if !allowed[i] {
				g.refuse(GameMaster(chess.Black), g.typed("e8f7"), Refused, "In this match a Game Master takes no", "(B17)")
				continue
			}
			g.play("e8f7")
			if g.hall().Challenge != nil || g.stands("f7") != "Caleb" || g.hall().Teams[0].OnFloor != 15 {
				t.Errorf("%s: the square was not taken outright", takes)
			}
			g.says(g.hall().LastCall, "took the square of")
		}
	}
}

func TestB23_AQuizMasterAsksFromTheEdge(t *testing.T) {
	g := begin(t, setup{})
	g.play("e2e4", "a7a6", "d1h5", "b7b6", "h5f7:wrong", "e8f7", "e4e5", "d7d6", "e5d6")
	if g.stands("d1") == "Judith" || g.hall().Teams[0].Out[0].Name != "Judith" {
		t.Fatal("the Quiz Master is still on the floor")
	}
	g.says(g.hall().Challenge.Asks, "Quiz Master Judith asks Salome.")
	if g.qm(chess.White).Ask.Question == "" {
		t.Error("the console has no question for whoever asks from the edge")
	}
}
