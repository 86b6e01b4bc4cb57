package rules

// questionRules are the house rules about questions and how they are judged,
// for every format that asks any.
func questionRules() []HouseRule {
	return []HouseRule{
		{Key: KeyBankSizes, Clause: "B30", Name: "Questions in each bank",
			Help:  "How many questions a side brings for its Rooks, Bishops, Knights and Pawns, and how many the Quiz Master has at the least. A bank that is used up begins again; the Quiz Master's own questions are used once.",
			Sizes: true, Default: defaultBankSizes},
		choice(KeyJuggling, "B32", "Juggling questions",
			"Whether a Quiz Master may change the order of the questions that have not been asked yet while the match runs.",
			Value{On, "Yes", "Questions may be reordered and swapped, but never the one that is due in an open challenge."},
			Value{Off, "No", "The order is fixed when the match starts."}),
		choice(KeyPanel, "B40", "How the judges decide",
			"What it takes for the judges' votes on an answer to become a ruling. The head judge decides where the votes do not.",
			Value{PanelMajority, "The majority", "More than half of the judges present."},
			Value{PanelUnanimous, "All together", "Every judge present must vote the same."},
			Value{PanelAny, "Any judge", "The first vote decides."},
			Value{PanelHead, "The head judge", "The head judge decides alone; the others advise."}),
		choice(KeyMisread, "B35", "A misread question",
			"What happens when a judge stops a question that was put differently than it was approved.",
			Value{MisreadAgain, "It is read again", "The same question is read again as approved; nothing is used up."},
			Value{MisreadLoses, "The asker loses", "The challenge is ruled as if the answer had been right."}),
		count(KeyAppeals, "B42", "Appeals",
			"How many rulings each Game Master can appeal against in a match. A successful appeal is given back.",
			"2", Number{0, 9, "appeals a side"}),
		count(KeyAppealSeconds, "B42", "Time to appeal",
			"How long after a ruling no call is taken, so that a Game Master can appeal first.",
			"10", Number{0, 60, "seconds"}),
		count(KeyAnswerSeconds, "B44", "Time for an answer",
			"How long a player has for an answer once the question has been read. At zero everybody sees it; the judges rule. A Bishop's reading has no clock.",
			"30", Number{5, 300, "seconds"}, Value{Off, "No clock", "The judges alone decide when an answer comes too late."}),
		count(KeyRevealHold, "B46", "Holding a ruling back",
			"How long a decided ruling is kept to the judges, so that a change of mind is not seen by the hall.",
			"2", Number{0, 5, "seconds"}),
		choice(KeyReveal, "B45", "Learning from the question",
			"Whether the projector shows the question, the accepted answer and the reference once the judges have ruled.",
			Value{RevealAfterRuling, "After the ruling", "Everybody sees the question and its answer. In a later pass of the bank it is asked again."},
			Value{RevealNever, "Never", "Questions and answers stay with the Quiz Masters and the judges."}),
	}
}

// timeRules are the house rules about time that every format has.
func timeRules() []HouseRule {
	return []HouseRule{
		number(KeyMatchMinutes, "R5", "Length of the match",
			"How long the match is meant to last, shown to everybody. The judges call time and then name the winner or a draw.",
			Value{Off, "No limit", "The match lasts until it is decided."}, Number{10, 240, "minutes"}),
		number(KeyCallSeconds, "R5", "Time for a call",
			"How long a Game Master should take for a call, shown to everybody. Nothing happens by itself when it has run out.",
			Value{Off, "No limit", "No clock is shown."}, Number{10, 300, "seconds"}),
	}
}

// bishopDuel is the house rule of formats in which Bishops read.
func bishopDuel() HouseRule {
	return choice(KeyBishopDuel, "B13", "Bishop against Bishop",
		"Which of two Bishops reads the question when one challenges the other.",
		Value{DuelChallenger, "The challenger asks", "The Bishop that was called to move reads its question from memory."},
		Value{DuelDefender, "The defender asks", "The Bishop that is challenged reads its question from memory."})
}

// choice is a house rule with named values, the default first.
func choice(key, clause, name, help string, values ...Value) HouseRule {
	return HouseRule{Key: key, Clause: clause, Name: name, Help: help, Values: values, Default: values[0].Key}
}

// number is a house rule with one named value, the default, or a whole number.
func number(key, clause, name, help string, value Value, n Number) HouseRule {
	return HouseRule{Key: key, Clause: clause, Name: name, Help: help, Values: []Value{value}, Number: &n, Default: value.Key}
}

// count is a house rule with a whole number as its default, and perhaps named
// values beside it.
func count(key, clause, name, help, def string, n Number, values ...Value) HouseRule {
	return HouseRule{Key: key, Clause: clause, Name: name, Help: help, Values: values, Number: &n, Default: def}
}
