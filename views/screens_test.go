package views

import (
	"fmt"

	"biblechess/event"
	"biblechess/event/chess"
)

// screens is every page in every state that it draws differently.
func screens() map[string]any {
	all := map[string]any{}
	marks := map[string]string{"c4": "challenger", "f6": "target"}

	board := event.BoardScreen{Frame: sampleFrame(event.Projector, "Board"), Teams: sampleTeams(), Board: sampleBoard(false, map[string]string{"g1": "from", "f3": "to"}),
		LastCall: "Knight Samuel, g1 to f3.", Walk: "Samuel walks from g1 to f3.", Turn: "White (Lions of Zion) calls"}
	all["board-turn"] = board
	b := board
	b.LastCall, b.Walk = "", ""
	all["board-first"] = b
	b = board
	b.Board, b.Challenge = sampleBoard(false, marks), sampleChallenge()
	all["board-challenge"] = b
	short := sampleChallenge()
	short.Defender = *sampleToken(event.BlackColour, chess.Pawn, "Silas", "g6")
	short.Asks = "Asher's Quiz Master reads. Silas answers."
	short.Effects = []event.Effect{{Vote: "right", Label: "Right", Words: "Miriam leaves the floor. Silas stays on g6."}, {Vote: "wrong", Label: "Wrong", Words: "Silas leaves the floor. Miriam takes g6."}}
	b.Challenge = short
	all["board-challenge-short"] = b
	b = board
	b.Ruling = sampleRuling("Which queen risked her life by going in to the king unbidden, saying: \"If I perish, I perish\"?")
	all["board-ruling"] = b
	b.Ruling = sampleRuling(longQuestion)
	all["board-ruling-long"] = b
	b.Phase = event.Ended
	b.Result = &event.ResultView{Winner: event.BlackColour, Headline: "Shepherds of the Hill Country win", Words: "Naomi Ruth challenged the Game Master Josiah on e1."}
	all["board-won"] = b
	b = board
	b.Result = &event.ResultView{Headline: "A draw", Words: "Both Game Masters agreed to a draw."}
	all["board-draw"] = b
	b = board
	b.Board = sampleBoard(false, nil)
	b.Phase, b.Join, b.Turn, b.LastCall, b.Walk = event.SetUp, "http://192.168.1.20:8080", "Find your square and stand on it.", "", ""
	for i, side := range []event.Colour{event.WhiteColour, event.BlackColour} {
		line := event.Lineup{Side: side, Team: sampleTeams()[i].Name}
		for p := range 16 {
			kind, rank := chess.Pawn, [2]string{"2", "7"}[i]
			if p < 8 {
				kind, rank = backRank[p], [2]string{"1", "8"}[i]
			}
			square := string(rune('a'+p%8)) + rank
			line.Posts = append(line.Posts, event.LineupPost{Token: *sampleToken(side, kind, [2][]string{whiteNames, blackNames}[i][p], square), Left: p == 3})
		}
		b.Lineups = append(b.Lineups, line)
	}
	all["board-lineups"] = b

	for name, s := range wallScreens(board, b) {
		all[name] = s
	}

	gm := event.GameMasterScreen{Frame: sampleFrame(event.GameMaster(chess.White), "Game Master"), Board: sampleBoard(false, map[string]string{"h8": "from", "f6": "to"}), Teams: sampleTeams(),
		Turn: "You call now", MayCall: true, LastCall: "Rook Hannah, h8 to f6.", MayResign: true, Draw: event.DrawState{MayOffer: true},
		Promotions: samplePromotions(),
		OpenHint:   "Their Game Master is open: you can challenge it now.",
		Plies:      []event.PlyLine{{Ply: 4, Side: event.BlackColour, Words: "Rook Hannah, h8 to f6."}, {Ply: 3, Side: event.WhiteColour, Words: "Knight Samuel, g1 to f3."}},
		Calls: []event.CallOption{
			{From: "c4", To: "d5", Kind: "move", Sentence: "Bishop Ezra walks from c4 to d5."},
			{From: "c4", To: "f7", Kind: "challenge", Sentence: "Bishop Ezra, c4 to f7, challenges Pawn Salome. Ezra reads. If Salome breaks in right, Ezra leaves."},
			{From: "e1", To: "g1", Kind: "castle", Sentence: "Game Master Josiah castles: e1 to g1, and Rook Naomi walks from h1 to f1."},
			{From: "e1", To: "f1", Kind: "move", Sentence: "Game Master Josiah walks from e1 to f1."},
			{From: "f3", To: "e5", Kind: "challenge", Promotions: []string{"q", "r", "b", "n"}, Sentence: "Knight Samuel, f3 to e5, challenges Pawn Joel."},
			{From: "f3", To: "d4", Kind: "move", Sentence: "Knight Samuel walks from f3 to d4."},
			{From: "f3", To: "g5", Kind: "wins", Sentence: "Knight Samuel challenges the Game Master: Lions of Zion win."},
			{From: "f3", To: "h4", Kind: "take", Sentence: "Taken outright."},
		}}
	all["gm-call"] = gm
	g := gm
	g.MayCall, g.Calls, g.Challenge, g.StandIn = false, nil, sampleChallenge(), &event.StandInForm{Words: "Your marker on a2 is asked. Who answers for it?", Choices: []event.Choice{{Value: "b2", Label: "Jonah", Help: "Pawn"}, {Value: "c2", Label: "Bartholomew Featherstonehaugh-Nguyen"}}}
	all["gm-stand-in"] = g
	g = gm
	g.Frame, g.Board, g.MayCall, g.Calls = sampleFrame(event.GameMaster(chess.Black), "Game Master"), sampleBoard(true, nil), false, nil
	g.Turn, g.MayTakeBack, g.Ruling, g.OpenHint = "White (Lions of Zion) calls", true, sampleRuling(""), ""
	g.Draw = event.DrawState{Theirs: true}
	all["gm-wait"] = g
	g.Result, g.MayTakeBack, g.MayResign, g.Draw = &event.ResultView{Winner: event.WhiteColour, Headline: "Lions of Zion win", Words: "Time was called."}, false, false, event.DrawState{Mine: true}
	all["gm-over"] = g

	qm := event.QuizMasterScreen{Frame: sampleFrame(event.QuizMaster(chess.Black), "Quiz Master"), Turn: "White (Lions of Zion) calls", MayJuggle: true}
	for _, p := range []struct{ piece, name string }{{"rook", "Rook"}, {"knight", "Knight"}, {"bishop", "Bishop"}, {"pawn", "Pawn"}, {"quiz-master", "Quiz Master"}} {
		bank := event.BankView{Piece: p.piece, Name: p.name, Pass: 1, Left: 4, Words: "2 of 6 asked, pass 1"}
		for n := 1; n <= 6; n++ {
			item := event.BankItem{ID: fmt.Sprintf("%s%d", p.piece, n), Number: n, Text: "Who was swallowed by a great fish?", Answer: "Jonah", State: "left", Movable: n > 3}
			if n < 3 {
				item.State = "asked"
			} else if n == 3 {
				item.State = "next"
			} else {
				item.SwapTo = []event.Choice{{Value: "pawn4", Label: "Pawn 4"}}
			}
			if p.piece == "bishop" {
				item.Text, item.Answer = "", ""
			}
			bank.Items = append(bank.Items, item)
		}
		qm.Banks = append(qm.Banks, bank)
	}
	all["qm-idle"] = qm
	q := qm
	q.Challenge, q.MayJuggle, q.JuggleWhy = sampleChallenge(), false, "The order can be changed again once the judges have ruled."
	q.Ask = &event.AskView{Instruction: "Read this to Silas, word for word.", Sequence: "Black Knight, 4 of 6, pass 1", Question: "Which queen risked her life by going in to the king unbidden?", Answer: "Esther", Also: []string{"Hadassah"}, Reference: "Esther 4:16"}
	all["qm-ask"] = q
	q.Ask = &event.AskView{Instruction: "Read this to Silas, word for word.", Sequence: "Black Knight, 4 of 6, pass 1", Question: longQuestion, Answer: "Esther"}
	all["qm-ask-long"] = q
	q.Ask = &event.AskView{Instruction: "Lydia reads her question 2 from memory.", Sequence: "Black Bishop, 2 of 3, pass 1", BankHint: "mountain", MayHint: true}
	all["qm-hint"] = q
	q.Ask = &event.AskView{Instruction: "Lydia reads her question 2 from memory.", Sequence: "Black Bishop, 2 of 3, pass 1", BankHint: "mountain", Hint: "tall"}
	all["qm-hinted"] = q
	q.Ask, q.Fresh = &event.AskView{Waiting: "The question is shown once a stand-in is named."}, &event.FreshForm{Words: "The Quiz Master's questions are all asked. Type a fresh one.", MayType: true}
	all["qm-fresh"] = q
	line := sampleQuestion("x1", 1, "Who built the ark?")
	q.Ask, q.Fresh = nil, &event.FreshForm{Words: "A judge reads your question.", Typed: &line}
	all["qm-fresh-typed"] = q

	judge := event.JudgeScreen{Frame: sampleFrame(event.Judge(1), "Judge"), Head: true, Present: 2, Judges: 3, Turn: "White (Lions of Zion) calls", Teams: sampleTeams(), LastCall: "Knight Samuel, g1 to f3.", MayCallTime: true, Guide: "Lions of Zion: 15 on the floor, 4 rulings won. Shepherds: 14 and 3.", TakeBack: "Ply 23: Knight Samuel, g1 to f3."}
	judge.Person = "Ruth Featherstonehaugh"
	all["judge-idle"] = judge
	j := judge
	j.Challenge = sampleChallenge()
	j.Question = &event.JudgeQuestion{Sequence: "White Bishop, 2 of 3, pass 1", Text: "Which queen risked her life by going in to the king unbidden, saying: \"If I perish, I perish\"?", Answer: "Esther", Also: []string{"Queen Esther", "Hadassah"}, Reference: "Esther 4:16", Hint: "Persia"}
	j.Ballot = &event.BallotForm{About: 42, OnPanel: true, Choices: sampleChallenge().Effects, Waiting: "Waiting for 3 of 3"}
	all["judge-vote"] = j
	j.Ballot = &event.BallotForm{About: 42, OnPanel: true, Choices: sampleChallenge().Effects, Mine: "wrong", Waiting: "Waiting for 2 of 3", Missing: []string{"Peter", "שרה"}, Alone: true}
	all["judge-voted"] = j
	jq := *j.Question
	jq.Text, jq.Hint = longQuestion, ""
	j.Question, j.Challenge = &jq, sampleChallenge()
	j.Ballot = &event.BallotForm{About: 42, OnPanel: true, Choices: sampleChallenge().Effects[:2], Waiting: "Waiting for 3 of 3"}
	all["judge-long"] = j
	j.Ballot = &event.BallotForm{About: 42, Why: "You came after this challenge was opened, so you are not on its panel.", Waiting: "Waiting for 1 of 2"}
	all["judge-off"] = j
	j = judge
	j.Phase, j.Approval, j.Turn = event.SetUp, &event.ApprovalForm{Done: 17, Total: 60, Question: sampleQuestion("k4", 4, "Which queen risked her life by going in to the king unbidden?"), Waiting: 43}, "The match has not started."
	j.TakeBack, j.MayCallTime = "", false
	all["judge-approve"] = j
	j = judge
	j.StandIn = &event.StandInForm{Words: "Nobody was named for the marker on a2."}
	j.Fresh = &event.FreshApproval{Words: "White's Quiz Master types a fresh question.", Typed: &line, Until: 1_800_000_000_000}
	all["judge-fresh"] = j
	j.StandIn, j.Fresh = nil, &event.FreshApproval{Words: "Nothing came in time. Take one from the reserve.", Reserve: []event.QuestionLine{sampleQuestion("r1", 1, "Who built the ark?")}}
	j.MayReopen, j.Result = true, &event.ResultView{Headline: "A draw"}
	all["judge-reserve"] = j

	editor := event.QuestionsScreen{Frame: sampleFrame(event.Editor(chess.White), "Questions"), Missing: []string{"Rook: 1 question", "Pawn: 9 questions"}}
	sent := sampleQuestion("k9", 2, longQuestion)
	sent.State, sent.Reason = "sent back", "Two answers are possible."
	approved := sampleQuestion("k8", 3, "מי בנה את התיבה?")
	approved.State, approved.Answer, approved.Also = "approved", "נח", nil
	for _, p := range []struct{ piece, name, size string }{{"rook", "Rook", "3"}, {"knight", "Knight", "6"}, {"bishop", "Bishop", "3"}, {"pawn", "Pawn", "12"}, {"quiz-master", "Quiz Master", "at least 6"}} {
		bank := event.EditorBank{Piece: p.piece, Name: p.name, Size: p.size}
		if p.piece == "knight" || p.piece == "bishop" {
			for i, l := range []event.QuestionLine{sampleQuestion("", 1, "Which queen risked her life?"), sent, approved} {
				l.ID, l.Piece = fmt.Sprintf("%s-%d", p.piece, i), p.piece
				l.Seconds = 4 + 4*i
				bank.Lines = append(bank.Lines, l)
			}
			bank.Count = 3
		}
		editor.Banks = append(editor.Banks, bank)
	}
	all["questions"] = editor
	e := editor
	e.Locked, e.Missing = "The match runs: the questions are fixed.", nil
	all["questions-locked"] = e

	for name, s := range stealthScreens(board, judge) {
		all[name] = s
	}
	for name, s := range formatScreens(board, gm, judge) {
		all[name] = s
	}
	for name, s := range putScreens(board, gm, qm, judge) {
		all[name] = s
	}
	for name, s := range hostScreens() {
		all[name] = s
	}
	for name, s := range peopleScreens() {
		all[name] = s
	}
	for name, s := range reportScreens() {
		all[name] = s
	}
	all["join"] = event.JoinScreen{Frame: sampleFrame(event.GameMaster(chess.Black), "Game Master"), Name: "Black's Game Master", Words: "You call the moves of the Shepherds of the Hill Country."}
	all["join-judge"] = event.JoinScreen{Frame: sampleFrame(event.Judge(2), "Judge"), Name: "Judge 2"}
	return all
}

func hostScreens() map[string]any {
	f := sampleFrame(event.Host, "Host")
	f.Phase, f.Clocks = event.SetUp, nil
	h := event.HostScreen{Frame: f, MatchName: "Autumn evening, first match", Formats: []event.Choice{{Value: "bible", Label: "Bible Chess", Chosen: true}, {Value: "chess", Label: "Chess"}, {Value: "jedi", Label: "Jedi Chess"}}, Asks: true, Start: chess.StartPosition().FEN()}
	for _, side := range []event.Colour{event.WhiteColour, event.BlackColour} {
		for k := chess.Pawn; k <= chess.King; k++ {
			letter := string(rune(chess.NewPiece(map[event.Colour]chess.Side{event.BlackColour: chess.Black}[side], k).Letter()))
			h.Palette = append(h.Palette, event.Token{Side: side, Kind: k, Role: roleNames[k], Name: letter})
		}
	}
	for i, side := range []event.Colour{event.WhiteColour, event.BlackColour} {
		team := event.TeamForm{Side: side, Name: sampleTeams()[i].Name}
		for p := range 16 {
			role, rank := "Pawn", [2]string{"2", "7"}[i]
			if p < 8 {
				role, rank = roleNames[backRank[p]], [2]string{"1", "8"}[i]
			}
			post := event.PostForm{Square: string(rune('a'+p%8)) + rank, Role: role}
			if p%5 != 4 {
				post.Name = [2][]string{whiteNames, blackNames}[i][p]
			}
			team.Posts = append(team.Posts, post)
		}
		h.Teams[i] = team
		for _, b := range []string{"Rook", "Knight", "Bishop", "Pawn", "Quiz Master"} {
			h.Banks = append(h.Banks, event.BankCount{Side: side, Name: sideName(side) + "'s " + b, Count: 6, Size: "6", Approved: 6 - 2*i})
		}
	}
	h.People = samplePeople(h)
	h.Rules = []event.RuleForm{
		{Key: "sliding", Clause: "B3", Name: "Sliding pieces", Help: "What stands in the way of a Rook, a Bishop and a Quiz Master.", Values: []event.Choice{{Value: "blocked", Label: "Any player blocks", Chosen: true}, {Value: "through-opponents", Label: "Only own players block", Help: "the source's odd words"}}},
		{Key: "match-minutes", Clause: "R5", Name: "Length of the match", Help: "Shown to all; the judges call time.", Values: []event.Choice{{Value: "off", Label: "No clock"}}, Text: true, Typed: "90", Hint: "10 to 240 minutes"},
		{Key: "panel", Clause: "B40", Name: "How judges decide", Help: "Who has to agree for a ruling.", Values: []event.Choice{{Value: "majority", Label: "Majority", Chosen: true}, {Value: "unanimous", Label: "All agree"}, {Value: "any", Label: "First ballot"}, {Value: "head", Label: "Head judge"}}},
	}
	h.Judges = []event.JudgeForm{{Seat: event.Judge(1), Name: "Ruth Featherstonehaugh", Head: true}, {Seat: event.Judge(2), Name: "مريم"}}
	h.Checklist = []event.CheckItem{{Done: true, Words: "The match has a name", Where: "match"}, {Words: "White: 3 posts are markers", Where: "roster-white"}, {Words: "8 questions wait for approval", Where: "banks"}, {Done: true, Words: "At least one judge", Where: "judges"}}
	for i, seat := range event.AllSeats() {
		line := event.SeatLine{Seat: seat, Name: seat.Name(), Link: "http://192.168.1.20:8080/j/K7QM2X", Short: "192.168.1.20:8080/j/K7QM2X", State: []string{"live", "asleep", "gone", "empty"}[i%4], Devices: 1 + i%2, Since: "8 s ago"}
		if side, ok := seat.Side(); ok {
			line.Side = event.ColourOf(side)
		}
		h.Seats = append(h.Seats, line)
	}
	h.Addresses = []event.Address{{URL: "http://192.168.1.20:8080", Interface: "Wi-Fi", Chosen: true}, {URL: "http://10.0.0.4:8080", Interface: "Ethernet"}}
	all := map[string]any{"host-set-up": h}
	ready := h
	ready.MayStart, ready.HostReads, ready.Questions = true, true, []event.QuestionLine{sampleQuestion("k1", 1, "Who built the ark?")}
	ready.Checklist = []event.CheckItem{{Done: true, Words: "Everything is ready"}}
	all["host-ready"] = ready
	empty := event.HostScreen{Frame: f, Teams: [2]event.TeamForm{{Side: event.WhiteColour}, {Side: event.BlackColour}}}
	all["host-empty"] = empty
	play := h
	play.Exports = true
	play.People.MayArrange, play.People.Ideas, play.People.Places = false, nil, [2][]event.PlaceLine{}
	play.Phase, play.Turn, play.Challenge, play.TakeBack = event.Playing, "White (Lions of Zion) calls", sampleChallenge(), "Ply 23: Knight Samuel, g1 to f3."
	play.Notice = "Judge 2 is gone."
	play.Put, play.Pause, play.Rewinds = samplePut(), event.PauseForm{MayPause: true}, sampleRewinds()
	play.Substitute = &event.SubstituteForm{Posts: []event.Token{*sampleToken(event.WhiteColour, chess.Pawn, "Dinah", "g2")}}
	all["host-play"] = play
	plain := h
	plain.Asks, plain.Banks, plain.Setting = false, nil, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
	plain.Formats = []event.Choice{{Value: "bible", Label: "Bible Chess"}, {Value: "chess", Label: "Chess", Chosen: true}}
	plain.Rules = append(plain.Rules[:1:1], event.RuleForm{Key: "clock", Clause: "C4", Name: "Clock", Help: "Each side's time.", Values: []event.Choice{{Value: "off", Label: "No clock"}}, Text: true, Typed: "15+10", Hint: "minutes + seconds a call, like 15+10"})
	all["host-chess"] = plain
	plain.Setting, plain.Game = "", &event.GameView{Headline: "Morphy – Duke Karl, Paris 1858", Left: 33}
	all["host-game"] = plain
	over := h
	over.Phase, over.Result, over.MayClose, over.MayOpen = event.Ended, &event.ResultView{Winner: event.WhiteColour, Headline: "Lions of Zion win", Words: "Time was called."}, true, true
	over.Exports = true
	all["host-over"] = over
	return all
}
