package views

import (
	"regexp"
	"strings"
	"testing"

	"biblechess/event"
	"biblechess/event/chess"
)

// veiledBoard is the sample board as one side sees it; NoColour for the hall.
func veiledBoard(own event.Colour) event.BoardView {
	b := sampleBoard(false, map[string]string{"e4": "challenger", "e5": "target"})
	for i := range b.Cells {
		if b.Cells[i].Token == nil {
			continue
		}
		t := *b.Cells[i].Token
		switch {
		case t.Side != own:
			t.Kind, t.Role = chess.Hidden, "Player"
		case t.Kind == chess.Queen:
			t.Role = "Queen"
		case t.Kind == chess.King:
			t.Role, t.Faces = "King, seen by the enemy", "seen"
		}
		b.Cells[i].Token = &t
	}
	return b
}

// stealthScreens are the states of Stealth Chess.
func stealthScreens(board event.BoardScreen, judge event.JudgeScreen) map[string]any {
	all := map[string]any{}
	squares := []event.Choice{{Value: "a8", Label: hostile}, {Value: "b8", Label: blackNames[1]}}
	gm := event.HiddenMasterScreen{
		Frame: sampleFrame(event.GameMaster(chess.White), "Game Master"), Teams: sampleTeams(), Board: veiledBoard(event.WhiteColour),
		Turn: "White (Lions of Zion) calls.", LastCall: "Black: Abigail, b8 to c6.", Walk: "Abigail walks to c6.", Cards: "/gm/white/cards",
		Asides: []string{"Black let the move stand.", hostile + " leaves the floor."},
		Draw:   event.DrawState{MayOffer: true}, MayResign: true, Taken: []string{hostile + " was a Knight"},
	}
	set := gm
	set.Arrange = &event.ArrangeForm{Words: "Set up in secret.", May: true, MayConfirm: true, Squares: squares, Plans: []event.Choice{{Value: hostile, Label: hostile}}}
	all["stealth-arrange"] = set
	ready := set
	ready.Arrange = &event.ArrangeForm{Words: "You have confirmed.", Ready: true, MayConfirm: true}
	all["stealth-ready"] = ready
	call := gm
	call.MayCall, call.MayTouch, call.MayPass, call.MayTakeBack = true, true, true, true
	call.Calls = []event.CallOption{
		{From: "f3", To: "e5", Kind: "take", Sentence: "Knight " + hostile + ", f3 to e5."},
		{From: "f3", To: "f7", Kind: "bluff", Sentence: "This is a bluff."},
		{From: "a2", To: "a8", Kind: "move", Promotions: []string{"q", "n"}, Sentence: "Becomes."},
	}
	call.Promotions = samplePromotions()
	call.Exchanges = []event.Choice{{Value: "e1 h1", Label: "King " + hostile + " (e1) and Rook Naomi (h1)"}}
	call.Guess = &event.GuessForm{Squares: squares, Kinds: []event.Choice{{Value: "k", Label: "King"}, {Value: "q", Label: "Queen"}, {Value: "r", Label: "Rook"}, {Value: "b", Label: "Bishop"}, {Value: "n", Label: "Knight"}, {Value: "p", Label: "Pawn"}}}
	call.Shown = "Abigail, who took c6, was a Knight (S13)."
	all["stealth-call"] = call
	touched := call
	touched.Touched, touched.MayTouch = "f3", false
	all["stealth-touched"] = touched
	answer := gm
	answer.Answer = &event.AnswerForm{Words: hostile + " goes from c3 onto the square of Micah, c7.", Capture: true}
	answer.Draw = event.DrawState{Theirs: true}
	all["stealth-answer"] = answer
	choose := gm
	choose.Choose = &event.BlindForm{Words: "Choose one of Black's players blindly.", Left: 1, Squares: squares}
	choose.Remove = &event.BlindForm{Words: "Take 2 more away.", Left: 2, Squares: squares}
	choose.Draw = event.DrawState{Mine: true}
	all["stealth-choose"] = choose
	over := gm
	over.Result = sampleResult()
	all["stealth-gm-over"] = over

	b := board
	b.Board = veiledBoard(event.NoColour)
	b.Hidden = &event.HiddenView{SetUp: true}
	b.Turn = "White (Lions of Zion) and Black set up in secret."
	all["stealth-board-set-up"] = b
	b.Hidden = &event.HiddenView{Waits: true, Question: "…", Asides: gm.Asides}
	b.Turn = hostile + " goes from c3 onto Micah's square c7. Black answers: surrender, or call the bluff."
	all["stealth-board-claim"] = b
	b.Hidden = &event.HiddenView{Asides: gm.Asides}
	all["stealth-board"] = b
	b.Result, b.Hidden = sampleResult(), &event.HiddenView{Lifted: true, Replay: "/board/replay"}
	all["stealth-board-over"] = b

	j := judge
	j.Head, j.Hidden = true, &event.HiddenView{MayLift: true, Asides: gm.Asides}
	j.Sees = &event.ArbiterView{Board: sampleBoard(false, nil), Words: "The last move is a bluff."}
	all["stealth-judge"] = j

	player := event.PlayerScreen{Frame: sampleFrame("player-3", "Player"), Name: hostile, Square: "b1", Secret: "Knight", Moves: "Two squares straight and one to the side.", Turn: gm.Turn, Walk: gm.Walk}
	player.Path, player.Side, player.Team = "/p/ABCDEFGHJKLM", event.WhiteColour, "Lions of Zion"
	all["stealth-player"] = player
	player.Secret, player.Words = "", "You are turned away."
	all["stealth-player-turned"] = player
	all["stealth-cards"] = event.CardsScreen{Frame: gm.Frame, Cards: []event.SecretCard{
		{Name: hostile, Square: "a1", Secret: "Rook", Moves: "Straight.", Link: "http://192.168.1.20:8080/p/ABCDEFGHJKLM", QR: "/gm/white/secret/0"},
		{Name: "Asher", Square: "b1", Link: "http://192.168.1.20:8080/p/BBCDEFGHJKLM", QR: "/gm/white/secret/1"},
	}}
	all["stealth-replay"] = event.ReplayScreen{Frame: sampleFrame(event.Projector, "Replay"), Ply: 1, Last: 2, Words: "White: Knight " + hostile + ", g1 to f3.", Board: sampleBoard(false, nil), First: "/board/replay?ply=0", Before: "/board/replay?ply=0", Next: "/board/replay?ply=2", End: "/board/replay?ply=2"}
	all["stealth-replay-start"] = event.ReplayScreen{Frame: sampleFrame(event.Projector, "Replay"), Last: 1, Board: sampleBoard(false, nil), Next: "/board/replay?ply=1", End: "/board/replay?ply=1"}
	return all
}

func sampleResult() *event.ResultView {
	return &event.ResultView{Winner: event.WhiteColour, Headline: "The match goes to Lions of Zion", Words: "Black's King on e8 was captured: White wins (S3)."}
}

func TestStealthStatesShowWhatTheyAreFor(t *testing.T) {
	all := screens()
	for _, c := range []struct {
		name        string
		shown, gone []string
	}{
		{"stealth-arrange", []string{"data-arrange", `value="shuffle"`, "Confirm the set-up", "Saved set-ups (1)", "/stealth.js", "#e-tower"}, []string{"data-call-it"}},
		{"stealth-ready", []string{"Not yet: change it"}, []string{`data-arrange="`}},
		{"stealth-call", []string{"Touch this piece", "No legal move: pass", "Exchange King and Rook", "Unmask somebody", `data-kind="bluff"`, "What you have taken"}, nil},
		{"stealth-touched", []string{"You touched f3"}, []string{"Touch this piece"}},
		{"stealth-answer", []string{"Surrender the piece", "Call the bluff"}, []string{"Let it stand"}},
		{"stealth-choose", []string{"Let the lot choose", `id="blind-choose"`, `id="blind-remove"`}, nil},
		{"stealth-board-set-up", []string{"set up in secret", "#e-shield"}, []string{`<use href="#e-tower"`}},
		{"stealth-board-claim", []string{"surrender, or call the bluff"}, nil},
		{"stealth-board-over", []string{"/board/replay"}, nil},
		{"stealth-judge", []string{`action="/judge/1/reveal"`, "The last move is a bluff."}, nil},
		{"stealth-player", []string{"data-hold", "Knight", `data-live="/p/ABCDEFGHJKLM/live"`}, []string{"data-here"}},
		{"stealth-player-turned", []string{"You are turned away."}, []string{"data-hold"}},
		{"stealth-cards", []string{"/gm/white/secret/1", "Set up and confirm first"}, []string{"data-live"}},
		{"stealth-replay", []string{`data-replay="next"`, "ply 1 of 2"}, []string{"data-live"}},
	} {
		_, html := document(t, all[c.name])
		has(t, c.name, html, c.shown...)
		lacks(t, c.name, html, c.gone...)
	}
}

// On pages of others every hidden piece has the same drawing and as many
// elements as any other whose name takes as many lines (S7).
func TestStealthHiddenPiecesLookAllTheSame(t *testing.T) {
	drawing := regexp.MustCompile(`<use href="([^"]*)"`)
	_, html := document(t, screens()["stealth-board"])
	pieces := strings.Split(html, `<span class="piece"`)[1:]
	for _, piece := range pieces {
		token, _, _ := strings.Cut(piece, `<span class="name`)
		if drawn := drawing.FindAllStringSubmatch(token, -1); len(drawn) != 1 || drawn[0][1] != "#e-shield" || strings.Count(token, "<") != strings.Count(pieces[0][:strings.Index(pieces[0], `<span class="name`)], "<") {
			t.Errorf("a hidden piece is drawn as %s", token)
		}
	}
	if len(pieces) != 32 {
		t.Errorf("%d pieces", len(pieces))
	}
}
