package event

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

func TestB41_WhoAmendsAndHow(t *testing.T) {
	g := begin(t, setup{judges: 3})
	g.refuse(Judge(1), Amend{Vote: "wrong", Alone: true, Reason: "x", About: g.about()}, Refused, "no ruling to amend (B41)")
	g.play("e2e4", "d7d5", "e4d5")
	g.refuse(Judge(1), Amend{Reason: "x", About: g.about()}, Refused, "(B41")
	g.rule("right")
	for _, s := range []Seat{Host, whiteGM, QuizMaster(chess.White), Projector} {
		g.refuse(s, Amend{Vote: "wrong", Alone: true, Reason: "x", About: g.about()}, Forbidden)
	}
	g.refuse(Judge(4), Amend{Reason: "x", About: g.about()}, Forbidden, "Nobody holds")
	g.refuse(Judge(2), Amend{Vote: "wrong", Alone: true, Reason: "x", About: g.about()}, Forbidden, "Only the head judge", "(B41)")
	g.refuse(Judge(1), Amend{Vote: "wrong", Alone: true, About: g.about()}, Malformed, "reason is missing")
	g.refuse(Judge(2), Amend{About: g.about()}, Malformed, "reason is missing")
	g.refuse(Judge(1), Amend{Vote: "late", Alone: true, Reason: "x", About: g.about()}, Refused, "(B20)")
	g.refuse(Judge(1), Amend{Vote: "perhaps", Alone: true, Reason: "x", About: g.about()}, Malformed, "right, wrong or late")
	g.refuse(Judge(1), Amend{Vote: "wrong", Alone: true, Reason: "x", About: g.about() - 1}, Stale)
	tools := g.judge(1).Tools
	if !tools.Amend || len(tools.AmendAlone) != 1 || tools.AmendAlone[0].Vote != "wrong" || tools.AmendAlone[0].Words != "Salome leaves the floor. Samuel takes d5." {
		t.Errorf("B41: the head judge is offered %+v", tools.AmendAlone)
	}
	if tools = g.judge(2).Tools; !tools.Amend || tools.AmendAlone != nil {
		t.Errorf("B41: judge 2 is offered %+v", tools.AmendAlone)
	}
	// The panel's own rule: a judge's wish, and they vote anew.
	g.must(Judge(2), Amend{Reason: "I heard Moses.", About: g.about()})
	g.says(g.hall().Review.Headline, "look at the last ruling again")
	g.secondLook("wrong", 3)
	if g.fallen() != fallen["right"] {
		t.Error("B41: one ballot of three amended the ruling")
	}
	g.secondLook("wrong", 2)
	if g.fallen() != fallen["wrong"] {
		t.Errorf("B41: the panel amended and the floor is %q", g.fallen())
	}
	// And the head judge alone, back again; given the same ruling it is upheld.
	g.must(Judge(1), Amend{Vote: "right", Alone: true, Reason: "No: Aaron.", About: g.about()})
	if g.fallen() != fallen["right"] || g.turn() != blackGM {
		t.Errorf("B41: %q", g.fallen())
	}
	g.says(g.hall().Put.Reason, "No: Aaron.")
	g.must(Judge(1), Amend{Vote: "right", Alone: true, Reason: "I am sure.", About: g.about()})
	g.says(g.hall().Put.Headline, "upheld")
	if len(g.hall().Put.Walks) != 0 || g.fallen() != fallen["right"] {
		t.Errorf("B41: upheld, and %v", g.hall().Put.Walks)
	}
}

func TestB41_WalksByName(t *testing.T) {
	g := ruledMatch(t, "right", 1, nil)
	g.must(Judge(1), Amend{Vote: "wrong", Alone: true, Reason: "x", About: g.about()})
	if got := strings.Join(g.hall().Put.Walks, " "); got != "Samuel walks back to d5. Salome leaves the floor." {
		t.Errorf("B41: %q", got)
	}
	g.must(Judge(1), Amend{Vote: "right", Alone: true, Reason: "x", About: g.about()})
	if got := strings.Join(g.hall().Put.Walks, " "); got != "Samuel leaves the floor. Salome walks back to d5." {
		t.Errorf("B41: %q", got)
	}
}

func TestB41_TheGuideFollows(t *testing.T) {
	g := ruledMatch(t, "right", 1, nil)
	g.says(g.judge(1).Guide, "White 15, Black 16. Rulings won: White 0, Black 1.")
	g.must(Judge(1), Amend{Vote: "wrong", Alone: true, Reason: "x", About: g.about()})
	g.says(g.judge(1).Guide, "White 16, Black 15. Rulings won: White 1, Black 0.")
}

// Every row in which a ruling moves somebody is amended from either ruling to
// the other; the board is the one that the other ruling gives at once.
func TestB41_EveryRowBothWays(t *testing.T) {
	for name, c := range map[string]struct {
		fen, call string
		late      bool
	}{
		"B10 Pawn to Rook":                                      {"r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q", false},
		"B10 Knight to Pawn":                                    {"4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", false},
		"B11 Rook to Bishop":                                    {"4k3/8/8/b7/8/8/8/R3K3 w - - 0 1", "a1a5", true},
		"B12 Bishop to Knight":                                  {"4k3/8/8/3n4/8/1B6/8/4K3 w - - 0 1", "b3d5", true},
		"B13 Bishop to Bishop":                                  {"4k3/8/8/3b4/8/1B6/8/4K3 w - - 0 1", "b3d5", true},
		"B14 Rook to Quiz Master":                               {"4k3/8/8/q7/8/8/8/R3K3 w - - 0 1", "a1a5", false},
		"B15 Quiz Master to Rook":                               {"4k3/8/8/r7/8/8/8/Q3K3 w - - 0 1", "a1a5", false},
		"B16 Quiz Master to Quiz Master":                        {"4k3/8/8/q7/8/8/8/Q3K3 w - - 0 1", "a1a5", false},
		"B6 a Pawn onto the last rank, and a Quiz Master there": {"q3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8n", false},
	} {
		t.Run(name, func(t *testing.T) {
			votes := []string{"right", "wrong"}
			if c.late {
				votes = append(votes, "late")
			}
			floors := map[string]string{}
			at := func(vote string) *game {
				g := begin(t, setup{})
				g.enter(c.fen)
				g.play(c.call + ":" + vote)
				return g
			}
			for _, vote := range votes {
				floors[vote] = at(vote).floor()
			}
			if floors["right"] == floors["wrong"] {
				t.Fatal("the rulings make no difference")
			}
			for _, first := range votes {
				for _, then := range votes {
					g := at(first)
					g.must(Judge(1), Amend{Vote: then, Alone: true, Reason: "x", About: g.about()})
					if got := g.floor(); got != floors[then] {
						t.Errorf("%s amended to %s: %s, want %s", first, then, got, floors[then])
					}
					want := "amended"
					if first == then {
						want = "upheld"
					}
					g.says(g.hall().Put.Headline, want)
					g.must(Judge(1), Amend{Vote: first, Alone: true, Reason: "x", About: g.about()})
					if got := g.floor(); got != floors[first] {
						t.Errorf("%s amended to %s and back: %s, want %s", first, then, got, floors[first])
					}
				}
			}
		})
	}
}

// floor is who stands where as what, who has left, and whose turn it is.
func (g *game) floor() string {
	var b strings.Builder
	for _, c := range g.hall().Board.Cells {
		if c.Token != nil {
			fmt.Fprintf(&b, "%s %s %s, ", c.Square, c.Token.Role, c.Token.Name)
		}
	}
	for _, team := range g.hall().Teams {
		for _, o := range team.Out {
			fmt.Fprintf(&b, "%s %s left by %s at %d, ", o.Role, o.Name, o.By, o.Ply)
		}
	}
	fmt.Fprintf(&b, "%s calls ply %d, %s, %s", g.truth.match.play.caller(), g.truth.match.play.ply, g.truth.match.phase, g.judge(1).Guide)
	return b.String()
}

// The last ruling of a match can be amended until the host closes it.
func TestB41_TheLastRulingOfAnEndedMatch(t *testing.T) {
	for name, again := range map[string]func(*game){
		"the head judge alone": func(g *game) {
			g.must(Judge(1), Amend{Vote: "right", Alone: true, Reason: "Heard wrong.", About: g.about()})
		},
		"the panel": func(g *game) {
			g.must(Judge(2), Amend{Reason: "Heard wrong.", About: g.about()})
			g.secondLook("right", 1, 2)
		},
		"an appeal": func(g *game) {
			g.must(whiteGM, Appeal{About: g.about()})
			g.secondLook("right", 1, 2)
		},
	} {
		t.Run(name, func(t *testing.T) {
			g := begin(t, setup{judges: 2, house: rules.House{rules.KeyGameMasterOpen: rules.OpenStrict}})
			g.enter("4r1k1/8/8/8/8/8/4Q2p/4K3 w - - 0 1")
			g.play("e2h2:wrong")
			if r := g.hall().Result; r == nil || r.Winner != BlackColour {
				t.Fatalf("B24: %+v", r)
			}
			if !g.judge(1).Tools.Amend || !g.gm(chess.White).Appeal.May {
				t.Error("B41: the last ruling is not offered to be amended")
			}
			g.wait(time.Hour)
			again(g)
			if g.hall().Phase != Playing || g.hall().Result != nil || g.stands("e2") == "" {
				t.Errorf("B24: the amended ruling did not reopen the match: %+v", g.hall().Result)
			}
			g.play("g8g7")
		})
	}
	g := begin(t, setup{judges: 2, house: rules.House{rules.KeyGameMasterOpen: rules.OpenStrict}})
	g.enter("4r1k1/8/8/8/8/8/4Q2p/4K3 w - - 0 1")
	g.play("e2h2:right", "g8g7")
	g.must(Host, Rewind{Ply: 2, Reason: "x", About: g.about()})
	// Amended, a match that was going on is lost; upheld, it stays lost.
	g.must(Judge(1), Amend{Vote: "wrong", Alone: true, Reason: "x", About: g.about()})
	if r := g.hall().Result; r == nil || r.Winner != BlackColour {
		t.Errorf("B24: %+v", r)
	}
	g.must(whiteGM, Appeal{About: g.about()})
	g.secondLook("wrong", 1, 2)
	if g.hall().Phase != Ended || g.gm(chess.White).Appeal.Left != 1 {
		t.Error("B42: upheld, and the match goes on")
	}
	// A review that is open when the host closes the match decides nothing more.
	g.must(Judge(2), Amend{Reason: "Once more.", About: g.about()})
	g.must(Host, Close{})
	for _, c := range []Command{
		Vote{Vote: "right", About: g.about()}, Amend{Vote: "right", Alone: true, Reason: "x", About: g.about()},
		Amend{Reason: "x", About: g.about()},
	} {
		g.refuse(Judge(1), c, Refused)
	}
	g.refuse(whiteGM, Appeal{About: g.about()}, Refused)
	if g.gm(chess.White).Appeal.May || g.judge(1).Tools.Amend || g.judge(1).Ballot != nil {
		t.Error("B41: a closed match is offered to be amended")
	}
}

// A misreading that cost the asker the challenge can be amended too (B35, B41).
func TestB35_B41_AMisreadRulingIsAmended(t *testing.T) {
	g := begin(t, setup{judges: 2, house: rules.House{rules.KeyMisread: rules.MisreadLoses}})
	g.play("e2e4", "d7d5", "e4d5")
	g.refuse(Judge(2), Misread{About: g.about()}, Malformed, "second time (B35)")
	g.must(Judge(2), Misread{Sure: true, About: g.about()})
	if r := g.hall().Ruling; r == nil || r.Label != "MISREAD" || g.fallen() != fallen["right"] {
		t.Errorf("B35: %+v, %s", r, g.fallen())
	}
	g.says(g.gm(chess.White).Plies[0].Words, "MISREAD")
	g.must(whiteGM, Appeal{"It was word for word.", g.about()})
	g.secondLook("wrong", 1, 2)
	if r := g.hall().Ruling; r.Label != "WRONG" || g.fallen() != fallen["wrong"] || g.gm(chess.White).Appeal.Left != 2 {
		t.Errorf("B41: %+v, %s", r, g.fallen())
	}
}
