package views

import (
	"strings"
	"testing"

	"biblechess/event"
	"biblechess/event/chess"
)

func samplePut() *event.CorrectionView {
	return &event.CorrectionView{Headline: "Rewound to before ply 12.", Reason: "The wrong piece had walked.", Walks: []string{"Ben walks back to f6.", "Anna leaves the floor."}}
}

func sampleReview() *event.ReviewView {
	return &event.ReviewView{Headline: "White appeals against the ruling.", Reason: "\"Hadassah\" is right too.", Ruling: "Asher (White Knight) challenges Silas (Black Pawn) on g6: WRONG"}
}

func sampleRewinds() []event.RewindOption {
	return []event.RewindOption{{Ply: 12, Call: "Knight Samuel, g1 to f3."}, {Ply: 11, Call: "Rook Hannah, h8 to f6."}}
}

// putScreens are the states in which something is put right, or stands still.
func putScreens(board event.BoardScreen, gm event.GameMasterScreen, qm event.QuizMasterScreen, judge event.JudgeScreen) map[string]any {
	all := map[string]any{}
	b := board
	b.Put = samplePut()
	all["board-put"] = b
	b.Ruling = sampleRuling("Who built the ark?")
	all["board-amended"] = b
	b.Review = sampleReview()
	all["board-review"] = b
	b = board
	b.Paused = &event.PauseView{Reason: "Ten minutes for tea in the hall next door."}
	b.Clocks = []event.Countdown{{Key: "match", Label: "Match", Stopped: true, Left: 61_500}}
	all["board-paused"] = b

	g := gm
	g.MayCall, g.Calls, g.Ruling, g.Put = false, nil, sampleRuling("Who built the ark?"), samplePut()
	g.Appeal = event.AppealForm{May: true, Left: 2}
	g.Wait = &event.Countdown{Key: "wait", Label: "A call is taken in", Until: 1_800_000_000_000}
	all["gm-appeal"] = g
	g.Review, g.Paused = sampleReview(), b.Paused
	all["gm-review"] = g

	q := qm
	q.Ask = &event.AskView{Instruction: "Read this to Silas, word for word.", Sequence: "Black Knight, 4 of 6, pass 1", Question: "Who built the ark?", Answer: "Noah", SayAs: "No as in know", MayRead: true}
	q.Put = samplePut()
	all["qm-read"] = q
	q.Ask, q.Review = nil, sampleReview()
	all["qm-review"] = q

	j := judge
	j.Challenge, j.Held = sampleChallenge(), &event.HeldView{Label: "RIGHT", Until: 1_800_000_000_000}
	j.Question = &event.JudgeQuestion{Sequence: "White Knight, 4 of 6, pass 1", Text: "Who built the ark?", Answer: "Noah", Reject: []string{"Jonah"}, SayAs: "No as in know"}
	j.Ballot = &event.BallotForm{About: 42, OnPanel: true, Choices: sampleChallenge().Effects[:2], Mine: "right", Waiting: "Waiting for 0 of 3."}
	j.Tools = event.JudgeTools{Misread: "The same question is read again; nothing is used up.", ThrowOut: true, Read: true, StopClock: true, GoOn: true}
	j.Pause, j.Rewinds = event.PauseForm{MayPause: true}, sampleRewinds()
	all["judge-tools"] = j
	j = judge
	j.Ruling, j.Put, j.Tools = sampleRuling("Who built the ark?"), samplePut(), event.JudgeTools{Amend: true, AmendAlone: sampleChallenge().Effects[:1], Override: true}
	j.Pause, j.Paused = event.PauseForm{MayResume: true}, b.Paused
	all["judge-amend"] = j
	j = judge
	j.Review = &event.JudgeReview{ReviewView: *sampleReview(), Question: event.JudgeQuestion{Sequence: "White Knight, 4 of 6, pass 1", Text: "Who built the ark?", Answer: "Noah", Reject: []string{"Jonah"}, SayAs: "No as in know", Hint: "wood"}, Ballots: []string{"Ruth (Judge 1): right", "שרה (Judge 2): wrong"}, Label: "WRONG"}
	j.Ballot = &event.BallotForm{About: 43, OnPanel: true, Choices: sampleChallenge().Effects[:2], Reason: true, Alone: true, Waiting: "Waiting for 3 of 3."}
	all["judge-review"] = j

	log := event.LogScreen{Frame: sampleFrame(event.Host, "Officials' log"), Lines: []event.LogLine{
		{Seq: 3, At: 1_800_000_000_000, By: "Ruth (Judge 1)", Ply: 12, Words: "Ruled: wrong."},
		{Seq: 2, At: 1_799_999_000_000, By: "White's Game Master", Ply: 12, Words: "Called c3 to f6.", Struck: true},
	}}
	all["log"] = log
	all["log-empty"] = event.LogScreen{Frame: log.Frame}
	all["calls"] = event.CallsScreen{
		Frame:   sampleFrame(event.Host, "Every call"),
		Plies:   []event.PlyLine{{Ply: 12, Side: event.BlackColour, Words: "Knight Samuel, g1 to f3."}, {Ply: 11, Side: event.WhiteColour, Words: "Rook Hannah, h8 to f6."}},
		Rewinds: sampleRewinds(),
	}
	paper := event.PaperScreen{Frame: sampleFrame(event.Host, "Where everybody stands"), Turn: event.BlackColour,
		Banks: []event.PaperBank{{Key: "white-rook", Name: "White's Rook", Next: 2, Of: 6}}}
	for i, side := range []event.Colour{event.WhiteColour, event.BlackColour} {
		paper.Sides[i] = event.PaperSide{Side: side, Posts: []event.PaperPost{
			{Home: "a1", Role: "Rook", Name: "Bartholomew Featherstonehaugh-Nguyen", Square: "a1"},
			{Home: "a2", Role: "Pawn", Name: "שרה", Kinds: []event.Choice{{Value: "p", Label: "Pawn"}, {Value: "q", Label: "Quiz Master", Chosen: true}}},
		}}
	}
	all["paper"] = paper
	all["calls-empty"] = event.CallsScreen{Frame: sampleFrame(event.GameMaster(chess.White), "Every call")}
	marker := sampleToken(event.BlackColour, chess.Queen, "Quiz Master d8", "d8")
	marker.Marker = true
	c := sampleChallenge()
	c.Defender = *marker
	b = board
	b.Challenge = c
	all["board-marker"] = b
	return all
}

// The approved question is there whole in a challenge and in a second look (B34, B42).
func TestB34_B42_PagesShowTheWholeQuestion(t *testing.T) {
	for name, words := range map[string][]string{
		"qm-read":      {"Who built the ark?", "No as in know"},
		"judge-tools":  {"pass 1", "Who built the ark?", "No as in know", "Noah", "✗ Jonah"},
		"judge-review": {"pass 1", "Who built the ark?", "No as in know", "Noah", "✗ Jonah", "wood"},
	} {
		_, html := document(t, screens()[name])
		for _, w := range words {
			if !strings.Contains(html, w) {
				t.Errorf("%s: the page lacks %q", name, w)
			}
		}
	}
}
