package event

import "biblechess/event/rules"

// HelpScreen is the in-app help: the rules by clause with the house rules of
// the present match, and what each page is for. It tells no secret.
type HelpScreen struct {
	Frame
	Chapters []HelpChapter
	House    []RuleForm // the house rules in force
	Pages    []HelpPage
}

// HelpChapter is a part of the rules.
type HelpChapter struct {
	Key, Title string
	Clauses    []HelpClause
}

// HelpClause is one rule; Ours is what this program does where the rules leave
// something open.
type HelpClause struct{ ID, Title, Words, Ours string }

// HelpPage says what a page is for.
type HelpPage struct{ Name, Words string }

// Help is the in-app help.
func (e *Evening) Help() HelpScreen {
	v := e.view()
	s := HelpScreen{Frame: v.frame("", "Rules and help"), Pages: helpPages}
	s.Path = "/help"
	for _, c := range rules.Help() {
		chapter := HelpChapter{Key: c.Key, Title: c.Title}
		for _, clause := range c.Clauses {
			chapter.Clauses = append(chapter.Clauses, HelpClause(clause))
		}
		s.Chapters = append(s.Chapters, chapter)
	}
	for _, r := range v.m.format.HouseRules() {
		if r.Needs == "" || v.m.rule(r.Needs) == rules.On {
			s.House = append(s.House, ruleForm(r, v.m.house))
		}
	}
	return s
}

var helpPages = []HelpPage{
	{"Host", "The organiser's laptop. Before the match: names, format, house rules, who stands where, judges, questions, and a code for every seat. During it: who is there, pauses, substitutions, taking back and rewinding. The pass that the program prints at its start opens it on another device."},
	{"Joining", "Open your seat's link or scan its code, and say whether it is you. The device keeps the seat over a reload, a restart and a night. Two devices may hold one seat; a judge's seat has one vote all the same. The host can give a seat anew: then its link and all its devices are void."},
	{"Game Master", "Tap one of your players, then a marked square, read the sentence that says what will happen, and tap Call it. Or type the two squares. Draw, resignation and appeal are below."},
	{"Quiz Master", "When your side asks, the approved words stand here: read them as they are. For a Bishop who reads from memory you can give one word, once: the bank's own hint stands beside it, which before that only you and the judges can read. Between challenges: your banks, what is next, and juggling."},
	{"Judge", "Before the match: approve the questions. In a challenge: the question, the accepted answers, and buttons that say what each ruling does. You can change your vote until the panel has ruled. The head judge can rule alone, take back, rewind, pause and enter a move."},
	{"Projectors", "Open /projector on each screen's computer: it gets the first free number, which its address keeps over a reload and a restart, and the host's page gives each its job: the board, the line-ups, challenges only, or nothing. Keys: F full screen, M sound (projector 1 begins with it; a browser makes none before somebody has tapped or pressed a key), B black, R turns the board to be seen from White, from the h-file, from Black or from the a-file, + and − type size."},
	{"People", "On the host's page: paste names (a number in front is dropped), load a CSV file, or open the check-in for people's phones. Take a suggested line-up, shuffle, or swap two by dragging, tapping or with Tab and Enter. Notes of height or mobility are the host's alone. Who is absent is relieved by an alternate or a marker, during the match too."},
	{"Floor", "A steward's phone, optional: who walks from where to where, past whom, who becomes what, and over which edge somebody leaves. Tick each walk when it is done; calls never wait for it, but the hall sees a mark while floor and board may differ. After a pause, a rewind or a substitution it calls the roll, those first who must move."},
	{"Paper", "The host prints join sheets, role cards, square labels and team lists; judges, Quiz Masters and editors print the questions that they may read. The sheet of the match as it stands prints within two taps and lets the match go on by paper; afterwards the host types its lines, or where everybody stands, and the app stands where the floor does. Either is confirmed by a second tap. If the match has moved on meanwhile, load that page anew: what you typed stays."},
	{"Report", "After the end, on the host's page: the match on the board by slider and keys, every ruling, how long each ply took, what was missed by category, tag and question (no player is named), a card of each player's evening, and files to take away. It tells only the questions that the hall has seen. The next match can take along people, judges and house rules, let the teams change sides with their questions, and draw never asked questions first. The judges keep their seats and links, the head judge stays the head judge, projectors keep their jobs and names their spelling in public; a team that changes sides gets new links for its Game Master, Quiz Master and editors. Names can't be wiped while a match is played, since everybody on the floor would lose theirs: end or close it first."},
	{"Board", "For any spectator's phone, and for a projector that nobody steers, without a seat. It shows what a projector shows, with the same keys, and makes no sound before M is pressed."},
	{"Announcer", "What to say now, in one or two sentences, how its names and references are said, and after a ruling the answer. It knows no more than the hall does. How names are said is the host's list, under Names in public: a whole name, or one word of names wherever it stands; a later line on the same name replaces the earlier, an empty one takes it away, and a wipe of names forgets the list. How a question's names and references are said is written beside the question: whoever reads it aloud from the console sees it there, and the judges do."},
	{"Names in public", "Screens, spectators' phones and the announcer use first names and nicknames, until the host chooses full names. A nickname stands in quotation marks or brackets within the name; else it is the first word, or what follows a comma. Two of one name get the initial of their family name, and if that does not help the square where they began. Officials' pages have full names."},
	{"Questions", "Each side's editors see their own questions only, in one table: type, Tab, Enter; paste rows from a spreadsheet; Alt with an arrow moves a row, Ctrl+Z takes anything back. Import shows what it understood before anything changes. What no bank needs lies on the shelf, from which banks are filled, and all questions stay for the next match. Changing a text, an answer or a reference takes the judges' approval away; tags and notes don't. Every text, every state of tags and notes, every bank that a question was in and every order of a bank stays in the history, with who and when; judges open it on their phones. What a Quiz Master juggles during a match is in the officials' log instead. The reserve's are for the judges when a Quiz Master's own run out."},
	{"Keeping screens awake", "Set the Auto-Lock of house tablets to Never. A phone that slept is right again a moment after it wakes. Started with -tls-addr, the program keeps the screens of tablets awake that trust its certificate; the steps are on the Preflight page."},
	{"When the Wi-Fi is bad", "A page says that it is live only while it hears the laptop: after seven seconds without a sign it says that it reconnects, after twelve it locks itself, and it is right again by itself. A tap made meanwhile is not sent late: you are asked, or told that it was dropped since the page has changed. A tap that got no answer may have arrived; sent again it still counts once. The same tapped twice within a second is one tap; something else that is chosen while a tap waits for its answer has its turn after it. What the network brings more than 20 seconds after the tap is not taken. If a page stays locked, the laptop may have another address: scan the code again."},
	{"Preflight", "On the host's page: whether the disk, the clock and the network are fit, which address the codes carry, and a code with which each phone looks how well it reaches the laptop. The same in a terminal: biblechess doctor. When the laptop sleeps or its clock jumps, the host's page says so for an hour."},
	{"Who gets in", "A seat is held by a link that nobody can guess. After 60 wrong codes from one network no code of it is taken but one a second; after five wrong passes of the host's page, one every twelve seconds. Spectators of one network may have 6,000 pages open, one seat 100 devices. The program answers to its addresses, its own name and localhost; another name has to be given with -advertise or -name."},
	{"Stealth Chess", "The Game Masters set up on their tablets: tap two squares, drag, or use the arrow keys and Enter. Each player's own secret stands behind a private link, shown while it is held, or on a card to be folded and sealed: a Game Master gives them to the own players from the page of secret links and cards. The hall, the host, the judges and the other side see players and squares alone, until the host or the head judge reveals the pieces after the end."},
	{"Several matches", "One laptop serves several at once, each from a data file of its own at a port of its own: biblechess festival hall-1.db hall-2.db. Each has its own host, pass, codes and record; copies of one evening are refused, because a seat in the one would be that seat in the other. A device keeps its seats by the port of their match, so one browser can hold seats in several. Where a match moves to another port, or is later served alone, devices open their links again, or scan their codes."},
	{"A second laptop", "On another laptop in the same network start biblechess standby -of ADDRESS, with the address of the first; it asks for the host's pass once. It follows the match entry by entry, checks each, and shows on its own page how far it has come; the host's page shows it too. When the first laptop dies, it takes over by itself after 30 seconds of silence (-after changes that, 0 is never), or at once when the host says so on its page, by the pass. Then the same match goes on at its address: same seats, same codes, same pass. A page that has lost the first laptop shows where the match may go on, as a link to be tapped; nothing that was typed is sent there. A second laptop that has not been up to date once since it was started never takes over by itself. What the first had taken in the last moment and not yet passed on comes back with it, if nobody has used the second meanwhile. When the first has lost entries or was set back to an earlier copy, the two records differ: nothing is taken over by itself then, both pages say how many entries each laptop holds, and on the second's page the host lets it take over, or follow the first as it is; what only the second held is set aside in a file."},
	{"When the first laptop comes back", "It sees that the match has moved, sends everybody on, and follows; started with -anyway it leads the match from its own file again, and the other one stands down. If both laptops ran without reaching each other, one stands down when they do: if people have used the first alone, the second goes back to following; otherwise the second goes on, and the first keeps what only it has in its file and says how many entries that is. By the host's word the match is handed over without any loss, and back again from the page of the laptop that follows."},
	{"The data file", "Everything is kept on the laptop, each accepted tap before anybody sees it: in the data file, whose newest part stands in a second file beside it, named like it with -wal at the end, while the program runs and after a crash. The two belong together: never copy, move or rename the data file alone then. To take a copy along, download one from the host's page (Safety copies) or run biblechess backup: that is one file with everything in it. Start the program again with the same file and the match goes on. Each entry carries a sum over all before it, so a damaged file is noticed; the program then names the last good state, and biblechess restore goes on from it; the damaged file stays beside it, its -wal too, under names that belong together. A -wal that is left of another file is refused before it spoils the one that it lies beside. Each name has a sum of its own, which is wiped with it: a changed letter is told to the host, the match goes on, and restore takes the name from a safety copy. One program has a data file at a time, by whatever name it is called. What is hidden in Stealth Chess stands in it sealed, so that nobody reads it by accident; the key is in the file too, so whoever owns the laptop and wants to can open it."},
	{"Safety copies", "While something happens a checked copy of the data file is made every two minutes, in the folder beside it; the newest twenty stay, and the last of each of thirty days. The host's page lists them, gives one of this moment to take away, and goes on from an earlier one; what was there before becomes a copy too. A copy holds everything, names and questions too."},
}
