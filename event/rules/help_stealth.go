package rules

// What Stealth Chess leaves open, and what its further rules do when they
// meet, is decided in the field Ours of each clause.

var stealthHelp = []Clause{
	{ID: "S1", Title: "Setting up in secret", Words: "Each Game Master places the sixteen pieces on the own first two ranks as wished, without seeing the other side. When both have confirmed, play begins.",
		Ours: "The players stand on their squares already; the Game Master says what each of them is. Where nothing is changed it is the ordinary set-up. A confirmation can be taken back until the other side has confirmed too."},
	{ID: "S2", Title: "Moves", Words: "As in chess, without castling, en passant, check, checkmate or stalemate. A Pawn's first move, from the first or the second rank, may be one or two squares; once it has moved, one.",
		Ours: "A Pawn that is moved by a bluff has moved."},
	{ID: "S3", Title: "Capturing", Words: "Whoever goes onto an enemy's square takes it. Capturing the King wins at once. What captured is not told; what was captured is told by house rule to the side that took it, to nobody, or to everybody.",
		Ours: "The house rule is about every player who leaves in play, also by a bluff, a guess or a turned piece. What a handicap takes away before play is told after the match."},
	{ID: "S4", Title: "Touch and move", Words: "By house rule a side that touches a piece with a legal move must move that piece. Touch this piece is a tap of its own: looking binds nobody.",
		Ours: "A touch is the own tablet's alone. A piece without a legal move does not bind, nor does a turned one. A side may still guess after touching; it may not exchange King and Rook. If the touched piece is lost by a wrong guess, nothing binds any more."},
	{ID: "S5", Title: "Promotion", Words: "A Pawn on the last rank must become a Queen, Rook, Bishop or Knight, in secret."},
	{ID: "S6", Title: "Nobody wins", Words: "When both sides have only their King and neither can capture the other at once, nobody wins, at once. A side without a legal move passes; when both pass in turn, nobody wins.",
		Ours: "Passing is a tap, offered when none of the pieces that the Game Master sees has a true move; a turned piece may be called instead. When a move that leaves two bare Kings could be a bluff, it is answered first."},
	{ID: "S7", Title: "Refusals", Words: "A call that is not legal is refused to the caller alone, in words. Others see nothing of it."},
	{ID: "S8", Title: "The reveal", Words: "After the match everything is revealed, and the whole game can be replayed with the true pieces.",
		Ours: "The host or the head judge taps Reveal once the match has ended, or the host closes it. Until then an end by mistake can be taken back as always; afterwards nothing is taken back, rewound or reopened. A Game Master takes the own last call back only while it took nobody and nothing has come of it. After a rewind everybody still knows what they have seen. The head judge enters no move (R9), since nobody could say what it may be. The position as FEN tells sides, squares and the number of the move until the reveal, and counts no plies since a capture or a Pawn's move, which would tell who is a Pawn. The record keeps what is hidden in sealed form until the reveal, so that nobody reads it by accident in the data file, a backup or a log; the key is in the same file, and whoever owns the laptop and wants to can open it."},
}

var stealthOptionsHelp = []Clause{
	{ID: "S10", Title: "King transporting", Words: "Once a match, in place of a move, a side exchanges its King with one of its Rooks anywhere. Others see two players exchange.",
		Ours: "What faces the enemy still faces it on its new square: an exposed King is seen there too. A turned piece can be named: if it is not the King or Rook that it would have to be, it is lost and the ply is over. Exchanging is no bluff and can't be called one, and it is no legal move that keeps a side from passing."},
	{ID: "S11", Title: "Super Queen", Words: "Queens also move as Knights, promoted ones too."},
	{ID: "S12", Title: "Earthquake", Words: "After both have set up, each may rearrange within its two ranks once more without seeing the other's.",
		Ours: "Both confirm again, also without a change. It comes after the traditional set-up too, and after a handicap, whose empty squares may be moved."},
	{ID: "S13", Title: "Handicaps", Words: "For either side. Its King is shown to the enemy. Or it sets up without its King, the enemy blindly removes some of its pieces, then it puts the King back and sets up afresh. Or it must show which piece captured.",
		Ours: "An exposed King is seen by the enemy's Game Master from the first ply on, wherever it goes, and by nobody else. The set-up that is proposed after pieces were removed, and the usual one, leave the same squares empty whatever went (the last of the second rank, then of the first, never the King's), so that who only confirms tells no kind; the Game Master may change it. Whoever stands on a square that is left empty sits the match out. The captor is shown to the enemy's Game Master, as what it was when it captured and once the capture stands, until the next ply is over; with a bluff that is after the answer."},
	{ID: "S14", Title: "Super bluff", Words: "A piece may be moved as any piece could. Before its own move the other side may call the bluff, or let it stand; on a capture it answers surrender or call before the piece leaves. A called bluff costs the mover that piece and one more that the enemy chooses blindly, after the board went back; a wrong call costs the caller one piece that the mover chooses blindly, and the move stands. In both cases the caller moves next. A King lost so loses the match. A move that the true kind could make is no bluff. Only a true Pawn is promoted. Touch and move is off.",
		Ours: "Any piece means Queen or Knight, which make every other piece's moves too. A Pawn that bluffs its way to the last rank is promoted; when the bluff is called, it is lost as a Pawn. A King that bluffs and is called loses at once, and no second piece is chosen. Making a move, passing or exchanging lets the last move stand; guessing does not: the move is answered first. A blind choice is among the pieces that the chooser does not see; only when there are none, among all."},
	{ID: "S15", Title: "Unmasking", Words: "Once in its turn, before moving, a side may guess a piece. Right: it is turned to face the guesser and away from its owner. The owner's tablet hides it too, offers all squares for it and asks for a promotion at every arrival on the last rank; a call that it cannot make removes it and ends the ply, or with the super bluff is a bluff instead. Wrong: the enemy blindly takes one of the guesser's pieces. A King so lost loses the match.",
		Ours: "What was guessed is the guesser's alone; all see at whom, and whether it was right. The player's own phone hides the piece too. A piece that faces a side can't be guessed again, so an exposed King is never turned. All squares are those without a player of the own side; with the super bluff those that some piece could go to. A turned Pawn that is promoted stays turned."},
	{ID: "S16", Title: "Traditional set-up", Words: "The ordinary set-up, still hidden.",
		Ours: "Nobody has to confirm it; with the earthquake both rearrange it afterwards. Pieces that a handicap takes away are missing from their squares."},
	{ID: "S17", Title: "The arbiter", Words: "By house rule the head judge sees both sides' pieces, for disputes; both sides are told."},
}
