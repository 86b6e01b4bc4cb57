package rules

// Clause is one rule as the in-app help tells it. Its id is the one that
// refusals, the host's form and the tests name.
type Clause struct {
	ID    string
	Title string
	Words string // plain sentences
	Ours  string // where the rules leave something open: what this program does
}

// Chapter is a part of the help.
type Chapter struct {
	Key, Title string
	Clauses    []Clause
}

// Help is the rules of every format by clause, as the app tells them.
func Help() []Chapter {
	return []Chapter{
		{"common", "Every format", commonHelp},
		{"bible", "Bible Chess: moving", bibleMovingHelp},
		{"challenge", "Bible Chess: challenges", challengeHelp},
		{"end", "Bible Chess: the end", bibleEndHelp},
		{"questions", "Questions and banks", questionHelp},
		{"judging", "Judging", judgingHelp},
		{"chess", "Ordinary chess", chessHelp},
		{"jedi", "Jedi Chess", jediHelp},
		{"stealth", "Stealth Chess", stealthHelp},
		{"stealth-options", "Stealth Chess: further rules", stealthOptionsHelp},
	}
}

var commonHelp = []Clause{
	{ID: "R1", Title: "The floor", Words: "Eight files, a to h from White's left, and eight ranks, 1 to 8 from White's side. a1 is dark: each side has a dark square at its left hand."},
	{ID: "R2", Title: "Turns", Words: "White calls first, then the sides take turns. One player moves a ply; castling moves two."},
	{ID: "R3", Title: "A call", Words: "A call is two squares, where from and where to, and the promotion where one is due. A call that the rules do not allow is refused with the reason, to the caller alone, and changes nothing."},
	{ID: "R4", Title: "Nothing is erased", Words: "What happened stays in the record. A correction is a new entry, and what it undid is shown struck through in the officials' log.",
		Ours: "Names and notes are kept beside the record. A wipe on the report's page blanks all that were given so far, in the data file, its safety copies and replaced files; calls, rulings and what was asked and missed stay."},
	{ID: "R5", Title: "How a match ends", Words: "By its format's goal, by resignation (tapped twice), by a draw that both Game Masters agree to, or by the judges who call time and name the winner or a draw. The judges can reopen a match that was ended by mistake until the host closes it.",
		Ours: "What was put right last is no longer shown once people have ended the match. Reopening after a resignation, an agreed draw or time called goes on where the match stood. Reopening after the format's goal takes the call that led to it back."},
	{ID: "R6", Title: "Taking a call back", Words: "The caller can, as long as no question of that call has been on a screen and the other side has not called. Afterwards the head judge or the host can, with a reason.",
		Ours: "A call that ended the match can be taken back in the same way until the host closes it."},
	{ID: "R7", Title: "Throwing a question out", Words: "A judge voids a question that was shouted, faulty or given away, with a second tap. It is spent and the next one of the bank is served.",
		Ours: "A question that was thrown out does not come again in a later pass nor after a rewind, unless all questions of its bank were thrown out. Ballots, hint and clock of the voided question are void too."},
	{ID: "R8", Title: "A pause", Words: "The host or the head judge stops the match, with a reason that the hall sees. Clocks stand, and nothing but corrections is taken until it is resumed.",
		Ours: "A vote on an appeal or an amendment is a correction; a vote on an open challenge is not."},
	{ID: "R9", Title: "Entering a move", Words: "The head judge enters a move that the floor has already accepted against the rules, with a reason.",
		Ours: "The host, too, sets the app to what was played on paper, as one entry: by the plies of the sheet, which become plies like any others, or by where everybody stands, whose turn it is and which question each bank asks next. An open challenge's call is taken back by it, and nobody waits for an appeal. A Quiz Master's own question that it had put on a screen is spent (B37), unless the sheet begins with that call and its ruling, which then is of that question; the form offers each bank's next question after the one that was shown. Not in Stealth Chess, whose pieces are secret. The player must be of the side to move; whoever of the other side stands on the square leaves without a question. A player who was entered has moved, so castling is lost with it."},
	{ID: "R10", Title: "The head judge", Words: "The host names the head judge; without that it is the first judge's seat."},
}

var bibleMovingHelp = []Clause{
	{ID: "B1", Title: "Set-up", Words: "From White's left: Rook, Knight, Bishop, Quiz Master (d1), Game Master (e1), Bishop, Knight, Rook, with eight Pawns before them. Black mirrors it."},
	{ID: "B2", Title: "People and markers", Words: "Thirty-two players and at least one judge. An empty post is a marker, a chair or a cone, that stands, moves and is challenged like a player. When it is asked, its side's Game Master names who answers before the question is shown; else the judges draw one by lot.",
		Ours: "While a match is played the host can't take the last judge's seat away. With fewer people than posts the host can give one person two posts of one side: a chair stands on the one, they answer for both, and leave the floor with the second. Without that, markers stand first on the Pawns at the edge. Anybody of that side can be named, on the floor or off it. A side without any people answers through whom the judges ask. Without a person at the first Quiz Master's post, whoever holds the console puts the questions."},
	{ID: "B3", Title: "Rook, Bishop and Quiz Master", Words: "They slide straight, diagonally, or both, and do not pass over other players. By house rule only their own side's players are in the way."},
	{ID: "B4", Title: "Knight", Words: "Two squares straight and one to the side, over whoever stands between."},
	{ID: "B5", Title: "Pawn", Words: "One step forward onto an empty square, two from its own second rank, and it challenges one square diagonally forward. By house rule it can challenge a Pawn that has just passed it, as if that one had taken a single step."},
	{ID: "B6", Title: "Promotion", Words: "A Pawn that reaches the last rank becomes a Quiz Master, Rook, Bishop or Knight, named with the call. If it challenges there, it is promoted only when it wins the square. A promoted Bishop's question, and a marker's, is read from the console.",
		Ours: "By the house rule without promotion a Pawn on the last rank stays there as a Pawn."},
	{ID: "B7", Title: "Game Master", Words: "One square in any direction."},
	{ID: "B8", Title: "Castling", Words: "The Game Master steps two squares towards a Rook, which steps over it: neither has moved, the squares between are empty, and the Game Master is not open to a challenge, on its way or at its end. A player who went to challenge and came back has moved; a Rook that was challenged and stayed has not."},
}

var challengeHelp = []Clause{
	{ID: "B10", Title: "Pawn, Rook, Knight against one of them", Words: "The challenger's Quiz Master asks the defender from the challenger's bank. Right: the challenger leaves. Not right: the defender leaves and the challenger takes the square."},
	{ID: "B11", Title: "Pawn, Rook, Knight against a Bishop", Words: "The defending Bishop reads from memory to the challenger. Right in time: the Bishop leaves and the challenger takes the square. Else: the challenger leaves."},
	{ID: "B12", Title: "A Bishop against Pawn, Rook, Knight", Words: "The challenging Bishop reads from memory to the defender. Right in time: the Bishop leaves. Else: the defender leaves and the Bishop takes the square."},
	{ID: "B13", Title: "Bishop against Bishop", Words: "By house rule the challenger or the defender reads. Right in time: the reader leaves. Else: the other one leaves. If the defender left, the challenger takes the square."},
	{ID: "B14", Title: "Somebody against a Quiz Master", Words: "The defending Quiz Master asks the challenger. Right: the challenger goes back and nobody leaves. Not right: the challenger leaves."},
	{ID: "B15", Title: "A Quiz Master against somebody", Words: "The challenging Quiz Master asks the defender. Right: the Quiz Master goes back and nobody leaves. Not right: the defender leaves and the Quiz Master takes the square."},
	{ID: "B16", Title: "Quiz Master against Quiz Master", Words: "The challenger asks. Right: the challenger goes back. Not right: the defender leaves and the challenger takes the square."},
	{ID: "B17", Title: "A Game Master takes", Words: "A Game Master neither asks nor is asked: by house rule it takes anybody's square outright, anybody's but a Quiz Master's, or nobody's."},
	{ID: "B18", Title: "Against a Game Master", Words: "No question: the match is over and the challenger's side has won."},
	{ID: "B20", Title: "A Bishop's reading", Words: "The Bishop reads from memory; the Quiz Master's console shows which question is due, not its text, and can give one word as a hint. The answer counts only before the reading ends: the judges rule right in time, wrong, or too late."},
	{ID: "B21", Title: "After a challenge", Words: "The ply is over, whatever the ruling."},
	{ID: "B22", Title: "Who has left", Words: "Keeps a place in the record, and comes back only as a substitute by the host's hand.",
		Ours: "The host puts somebody else into a post from the present ply on; earlier plies keep the names of then."},
	{ID: "B23", Title: "A Quiz Master off the field", Words: "Goes on asking that side's questions from the edge."},
}

var bibleEndHelp = []Clause{
	{ID: "B24", Title: "An open Game Master", Words: "House rule. Called: a side wins when it calls the challenge of the other Game Master; a hint tells it that it can. Automatic: a side whose turn begins wins at once if it could. Strict: as in chess, a call must be able to leave the own Game Master safe, and a ruling that leaves it open loses.",
		Ours: "In strict play a position that was entered with the waiting side's Game Master open goes on, and is won by calling it."},
	{ID: "B25", Title: "No possible call", Words: "A draw, even if the Game Master is open, except in strict play. There is no draw by repetition or by counting moves: the judges call time."},
}

var questionHelp = []Clause{
	{ID: "B30", Title: "Banks", Words: "Each side brings questions for its Rooks, Bishops, Knights and Pawns, and its Quiz Master's own. A match starts when each bank has its size and every question is approved."},
	{ID: "B31", Title: "Rotation", Words: "A bank is asked in its order and then again in the same order."},
	{ID: "B32", Title: "Juggling", Words: "During the match a Quiz Master may reorder what has not been asked in the first pass, and swap such questions between the Rook, Knight and Pawn banks. The question that is due in an open challenge stays; a Bishop's order is fixed."},
	{ID: "B33", Title: "The Quiz Master's own", Words: "Are asked once only. When they run out, a fresh one is typed on the console and approved by one judge; after 120 seconds the judges may take one from the reserve, which neither side has seen.",
		Ours: "Reserve questions are typed or loaded on the page of the seat Reserve questions, and approved like the others. They can be reordered by juggling, not swapped with other banks."},
	{ID: "B34", Title: "Approval", Words: "Judges approve text, answers and reference of every question, as they rule: by majority, all of them, any one or the head judge. A change takes the approval away. A side's questions are seen by its own editors and Quiz Master and by the judges. The host sees counts, unless both sides are told otherwise.",
		Ours: "A file is taken as a whole or not at all, and a question that its bank or its shelf has already is passed over. The button to approve comes after the whole question. Who has approved or sent a question back can think again while the others have yet to decide."},
	{ID: "B35", Title: "Misread", Words: "A judge stops a question that was put differently than approved. By house rule it is read again, or the asker loses the challenge.",
		Ours: "Ballots that were cast on the misread question are void. Where the asker loses, the judge taps twice."},
	{ID: "B36", Title: "Sequence", Words: "The judges' phones show bank, number and pass."},
	{ID: "B37", Title: "When a question counts as asked", Words: "When its challenge is ruled. A challenge that is taken back gives its question back, unless it was shown and is a Quiz Master's own."},
	{ID: "B38", Title: "Subject", Words: "Any: Bible, history, spelling, maths, memory verses, in any language and script."},
}

var judgingHelp = []Clause{
	{ID: "B40", Title: "The panel", Words: "The judges present when a challenge opens. By house rule the majority, all of them, the first ballot, or the head judge decides; where that gives nothing, the head judge does, or the judge of the panel who joined earliest. A judge who is gone for 20 seconds no longer counts. Without any judge the match waits, and the first to come is the panel. The head judge can rule alone, with a second tap.",
		Ours: "A page that is open counts as there; once it has said so itself, 20 seconds of silence count as gone. Under the head judge's rule an absent head judge is stood in for by the earliest judge of the panel."},
	{ID: "B41", Title: "Amending", Words: "Until the next call, the panel can change its ruling by voting again, or the head judge alone with a reason; the last ruling of a match until the host closes it. The board follows."},
	{ID: "B42", Title: "Appeals", Words: "A Game Master can appeal against a ruling, right or wrong, a limited number of times; a successful appeal is given back. No call is taken for some seconds after a ruling, nor while an appeal is open.",
		Ours: "The judges who are present vote again, with the question as it was approved and its place in the sequence before them; the ruling is upheld or amended. When neither side has an appeal left, nobody waits."},
	{ID: "B43", Title: "Rewinding", Words: "The head judge or the host goes back to before any ply, with a reason. Calls, rulings, appeals, hints and juggling after it are undone and stay in the record; seats, substitutions, pauses, approvals and names are not undone, and a Quiz Master's own question once shown stays spent.", Ours: "The pages offer the latest forty calls; their link leads to every call, and any of them can be rewound to."},
	{ID: "B44", Title: "The answer clock", Words: "Starts when the asker or a judge taps that the question was read, and is not used for a Bishop's reading. It rules nothing: at zero everybody sees it.",
		Ours: "A judge can stop it and let it go on."},
	{ID: "B45", Title: "Learning", Words: "After a ruling the hall sees the question, the accepted answer and the reference, unless the house rule keeps them."},
	{ID: "B46", Title: "The hold", Words: "A decided ruling is kept to the judges for a moment, so that a change of mind is not seen by the hall.",
		Ours: "A changed ballot starts the moment anew, or opens the question again when it leaves no decision."},
}

var chessHelp = []Clause{
	{ID: "C1", Title: "Moves", Words: "The complete rules of chess: castling, en passant, and promotion. A capture is immediate; the captured player leaves the floor."},
	{ID: "C2", Title: "Check and mate", Words: "Check is said with the call and shown to the hall. Checkmate wins; no legal call without check is a draw."},
	{ID: "C3", Title: "Draws", Words: "On a claim by the Game Master to move: the same position for the third time, or fifty moves of each side without a capture or a Pawn's move; the tablet offers it when it is true. By itself: the fifth time, seventy-five moves, or a position in which nobody can mate.",
		Ours: "A claim for the position that a call would bring about is offered too."},
	{ID: "C4", Title: "Clock", Words: "By house rule each side has minutes for all its calls and seconds for each of them. Nothing happens by itself: a judge calls the flag.",
		Ours: "A called flag wins for the other side; where that seems unjust, the judges call time and name a draw. With questions on, the clocks stand while a challenge is open."},
	{ID: "C5", Title: "Questions on any format", Words: "By house rule captures become challenges by the table of Bible Chess, and check and mate follow its strict form.",
		Ours: "In ordinary chess the Queen is its side's Quiz Master and the King takes outright. In Jedi Chess the Jedi Master and the Sith Apprentice are the Quiz Masters, only their own questions are needed, the royal pieces take and are taken outright, and the Sith ask each other nothing."},
}

var jediHelp = []Clause{
	{ID: "J1", Title: "The armies", Words: "White is the Jedi, an ordinary army: Clone Troopers, Padawans (rooks), Jedi Knights, Jedi Adepts (bishops), a Jedi Master (queen) and the Jedi Grand Master (king). Black is the Sith: the Sith Master on e8, who moves as queen and knight and is royal, and the Sith Apprentice (queen) on d8."},
	{ID: "J2", Title: "The Jedi", Words: "Move first and keep all rules of ordinary chess, and its draws."},
	{ID: "J3", Title: "Winning", Words: "The Sith win by checkmate of the Grand Master, the Jedi by checkmate of the Sith Master. Stalemate is a draw."},
	{ID: "J4", Title: "A Sith against its fellow", Words: "The Master may take the Apprentice, and be out of check by it. The Apprentice may take the Master only where both must be captured, and becomes the Master by it. The Jedi never take their own."},
	{ID: "J5", Title: "The Sith Master's move", Words: "By house rule as queen and knight, or as king and knight."},
	{ID: "J6", Title: "The goal", Words: "By house rule checkmate, or capture of both: then the Sith are not bound by check, and when the Master is captured the Apprentice becomes the Master at once."},
}
