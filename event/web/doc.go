// Package web serves an evening over HTTP: seats and joining, commands in,
// live streams out. A handler turns a cookie into a seat and a form into a
// command, and nothing else.
//
// # The plain HTTP face
//
// A program with nothing but HTTP can hold a seat and play a match. Names of
// routes and fields are stable.
//
// Joining. GET /j/CODE (any case) seats the device: the answer sets a cookie
// named seat for the path of the seat's page (over TLS it is called otherwise, and
// where one program serves several matches each has names of its own). POST /j/leave
// with seat=NAME
// gives it up. The host's page is entered by GET /host/enter?key=KEY once, or by
// POST /host/enter with pass=PASS; both are printed at the start. Several seats
// live side by side in one cookie jar, since each cookie has its own path.
//
// Pages. GET /help is the rules and how each page works, for anybody. GET of a seat's path gives its page: /host, /board (open to all),
// /projector/1
// to /projector/4 (open to all; /projector leads to the first that nobody has
// open), /announcer, /gm/white, /gm/black, /qm/white, /qm/black, /judge/1 to /judge/9,
// /questions/white, /questions/black, /questions/reserve, /floor, /checkin, and with the host's
// cookie /host/log, /host/report (also /host/report/cards, /host/match.json, .csv
// and .txt, each with match=NUMBER for an earlier match), /host/print (and /now, /join, /roles, /squares, /teams, /sheets under it),
// /host/copies, /host/match.pgn and /host/match.fen. With the header
// Accept: application/json the same screen comes as JSON; its fields
// About and Once are what forms need. Without the seat's cookie the answer
// is 403, for the host's page a form that asks for the pass.
//
// Streams. GET of a seat's path + "/live" is an event stream. Its events:
// hello (the number of this stream), regions (HTML of the parts of the page
// that changed, each with its id: a section is a region, any other element has
// its place inside one; at the start all regions), current (the page
// is up to date), beat (the server's clock in milliseconds, every 4 s), gone
// (the seat was taken from this device: why, in words), reload (the program is
// another build), bye (the program stops). A page may POST its path + "/here"
// with stream=NUMBER to say that it is still there; once it has, 20 s of
// silence count as gone. A stream that never does counts as there while open.
//
// Commands. POST of a seat's path + "/" + verb as an ordinary form
// (application/x-www-form-urlencoded, or multipart where a file is sent). Any
// command takes once, an id of this tap: the same id with the same content
// again is the same tap. It also takes tapped, when the tap was made by the
// server's clock in milliseconds: one that arrives more than 20 s later is refused
// with 409. about says what the form was about: the screen's
// About. A JSON body is no form: it has no fields.
//
// A field that is missing is not a field that is sent empty. Where a form could
// blank or reset something, one that lacks a field is refused with 400 and the
// field's name, and nothing changes; what is to be blank is sent empty. A roster
// without paste has every post of its side. A number or a square that is missing, or is
// none, is refused with 400 and a sentence that asks for it. Fields in square brackets may be
// missing: they are then not given, as is said of each. The verbs and their fields:
//
//	/host        match      match, white, black (the names)
//	             format     format (bible, chess, jedi, stealth)
//	             setting    fen, or pgn, or file: where the match starts, or a game to be walked; fen or pgn empty: the format's own
//	             rules      a field a house rule; KEY=typed with KEY-typed=VALUE for a typed value; rules without a field stay
//	             roster     side=white|black; paste (a name a line, in the order of the posts) or every post: post-a1 … (empty: a marker)
//	             judge-add  name
//	             judge-remove  seat, sure=1
//	             head       seat
//	             questions  file (CSV), or csv as text
//	             reads      on=1|0
//	             start
//	             renew      seat, sure=1
//	             take-back  reason, about
//	             rewind     ply (go back to before it), reason, sure=1, about
//	             pause      reason
//	             resume
//	             substitute post (home square), name (empty: a marker), sure=1
//	             reveal     sure=1, about (Stealth Chess, after the end; the head judge too)
//	             close      sure=1
//	             open       [people=1] (the same people, judges, teams and house rules), [swap=1] (the teams change sides),
//	                        [banks=fresh|missed|(empty)], sure=1
//	             gather     tag (of the questions that were missed)
//	             wipe       sure=1 (blanks all names)
//	             address    url
//	             copies/offer  file (a data file): the answer says what is in it
//	             copies/take   name (of a safety copy, or of the file that was offered, as the page's Chosen gives it), sure=1
//	             people     paste (a name a line; after commas team and note), or file (CSV with name, team, note)
//	             person     person (its id), name, team=white|black|(empty: either), note
//	             person-remove person, sure=1
//	             absent     person, on=1|0, [instead] (an alternate's id; none: a marker)
//	             arrange    how=suggest|double|fill|shuffle|clear
//	             swap       a, b (each a post's home square, or the id of an alternate)
//	             check-in   on=1|0
//	             floor-stop
//	             names      full=1|0 (whether public pages show full names)
//	             say        name, say (how a name is spoken; empty: no more)
//	             project    projector (1 to 4), job=board|line-ups|challenge|blank
//	             paper-plies    plies (a line each: two squares, and behind a challenge right, wrong or late), reason, sure=1, about
//	             paper-position [stand-e2 …] (by home square: where that player stands; empty: off the field; none: as before),
//	                        [kind-a2 …] (q r b n p, of promoted Pawns), [next-white-rook …] (number of the bank's next
//	                        question), turn=white|black, plies (how many were played), reason, sure=1, about
//	/gm/SIDE     call       from, to, [promotion] (q r b n), about; or call ("c3 f6") instead of from and to
//	             take-back  about
//	             stand-in   post (home square), about
//	             draw       answer=offer|withdraw|agree|decline, about
//	             resign     sure=1, about
//	             appeal     reason, about
//	             claim      claim (its number on the screen), about
//	             in Stealth Chess, where these and call are a Game Master's (a call's promotion is kept secret):
//	             arrange    how=swap (a, b: two own squares)|shuffle|usual|plan (plan: its name), about
//	             plan       name, [forget=1] (saves the set-up under a name, or forgets it), about
//	             confirm    on=1|0, about
//	             remove     square (of the enemy's, or empty: by lot), about
//	             touch      square, about
//	             exchange   pair ("e1 h1": King and Rook), about
//	             pass       about
//	             answer     answer=call|stand|surrender, about
//	             choose     square (of the enemy's, or empty: by lot), about
//	             guess      square, kind=k|q|r|b|n|p, about
//	/qm/SIDE     hint       word, about
//	             read       about (the question was read: the answer clock starts)
//	             juggle     question, before (a question's id, or empty: last) or with
//	             fresh      text, answer, [also, reject], reference, [say], about
//	/judge/N     vote       vote=right|wrong|late, [alone=1] (head judge), [reason] (in a review), about
//	             amend      reason, about: the panel votes again; with alone=1 and vote the head judge amends at once
//	             misread    about, sure=1 where the asker loses by it
//	             throw-out  reason, sure=1, about
//	             read       about
//	             clock      on=0|1, about (stops the answer clock, lets it go on)
//	             rewind     ply, reason, sure=1, about (head judge)
//	             pause      reason (head judge)
//	             resume     (head judge)
//	             flag       sure=1, about
//	             override   from, to, [promotion], reason, sure=1, about (head judge)
//	             approve    question, revision
//	             send-back  question, revision, reason
//	             draw-lot   about
//	             reserve    question, about
//	             take-back  reason, about (head judge)
//	             time       winner=white|black|draw, sure=1, about
//	             reopen     reason, about
//	/floor       tick       post (home square), square (where they stand; empty: off the field)
//	             right      about (everybody stands where they belong)
//	             roll       (calls the roll)
//	             stop
//	/checkin     come       name, [team=white|black] (none: either), [note]
//	/questions/… add        piece (or shelf), text, answer, [also and reject] (| between them), reference, [hint, say]
//	             revise     question, revision, text, answer, also, reject, reference, hint, say
//	             remove     question, revision, sure=1
//	             import     file (CSV), or csv as text
//	             edit       edits: a JSON list of changes, all or none of which are made:
//	                        {"op":"add","place":P,"piece":K,"before":ID,"text":T,"labels":L,
//	                         "earlier":[T …],"earlierLabels":[L …]},
//	                        {"op":"revise","question":ID,"revision":N,"text":T},
//	                        {"op":"label","question":ID,"labelled":N,"labels":L},
//	                        {"op":"place","question":ID,"place":P,"piece":K,"before":ID},
//	                        {"op":"remove","question":ID,"revision":N},
//	                        {"op":"restore","question":ID,"place":P,"piece":K,"before":ID}.
//	                        P is a bank's piece or shelf; K is for the shelf alone, the bank that
//	                        the question is meant for; T and L are as /rows gives them; a list's
//	                        questions are called qSEQ-1, qSEQ-2 … after the seq of the answer
//	             place      question, place, piece (on the shelf: the bank that it is meant for, or empty: any),
//	                        [before] (a question's id; none: last)
//	             restore    the fields of place
//	             label      question, labelled, tags (| between them), notes
//	             fill       piece, [tag], [order=never|missed], [count]
//	             starter    topic=bible|history|maths-spelling
//
// Calls. With a Game Master's, the host's or the head judge's cookie, GET of the seat's
// path + "/calls" is every call of the match, the latest first; their live pages have the
// latest forty.
//
// Paper. With the host's cookie, GET of /host/paper is where everybody stands and which
// question each bank asks next, as paper-position takes it.
//
// Sheets. With a judge's or a Quiz Master's cookie, GET of the seat's path + "/sheets" is
// the questions that they may read, in the order in which they are asked, for paper.
//
// Questions. With an editor's cookie, GET of the seat's path + "/rows" is the whole
// library of that side as JSON, "/history?question=ID" every revision, and every place and labels, of one
// question, with who made the change and when, and what happened to the bank that it is in (a judge's
// seat has this too, of the questions in banks), "/questions.csv" (.xlsx, .json, .gift) the library as a file, "/sheets"
// and "/cards" pages to print, "/plain" the page as forms alone. The page's region
// q-state carries data-version: when it differs from the version in /rows, the rows
// differ. POST of "/preview" with file (several), or text; header=yes|no, columns
// (names with commas between), choices=1 answers what was understood of them as
// JSON, row by row, and changes nothing: what is to be taken goes to edit.
//
// A second laptop. With the host's cookie, GET /host/record?after=N&sum=S&evening=E&address=URL
// is the record as JSON lines (application/x-ndjson) without end: {"names":{ID:NAME}} with
// all names, at the start and whenever they change; {"entry":{seq,at,seat,kind,once,body,sum}}
// for every entry after N, once it is durable; {"beat":{"last":N,"now":MILLISECONDS}} every 2 s.
// sum is the follower's own sum of entry N and evening that of its first one, both empty for
// none; address is where its pages are. 409 with reason evening, history (its entries are not
// in this record, of which last is the last one) or taken (another laptop stands by). POST of it with address and have=N says
// how far it has come. alone=0 in both says that the second laptop takes the match over by
// somebody's word alone, alone=1 or nothing that it does by itself when this one dies. POST /pair is how the two laptops ask each other which of them leads:
// a JSON claim with a proof by the record's secret; 404 to everybody else. On a laptop that
// stands by, GET /standby is its state (JSON with that Accept), POST /standby/take and
// /standby/anew with pass and sure=1 are the host's decisions, and every other path answers
// 503 with the link to the same page where the match is: {"error":…,"at":LINK}. On the laptop
// that leads these three say so, with the host's path: State is "leads", and a post gets 409
// with reason leads. Where a second
// laptop stands by, each screen's Elsewhere is the seat's link there.
//
// Stealth Chess. GET /p/CODE is a player's private page, /p/CODE/live its stream;
// the codes stand with the Game Master's cookie on /gm/SIDE/cards, a page to
// print, and as QR at /gm/SIDE/secret/N (N from 0, a post). /board/replay?ply=N is
// the match after N plies with the true pieces, once they are revealed.
//
// The answer to a browser (Accept with text/html) is 303 back to the page, or
// the error as a page. To anybody else it is JSON: {"ok":true,"seq":N} (N is 0
// for every seat from the start of a match of Stealth Chess on, since secret entries
// could be counted by it; the lines of /host/log have 0 then, too), or
// {"error":SENTENCE,"reason":…,"clause":…,"square":…} (for edit also row, the
// number of the change that is meant, and with 409 current, the questions as they
// stand now: question, revision, labelled, text, labels) with 400 for a form that
// can't be understood, 403 for the wrong seat, 409 for one about what has
// passed, 413 for one too large, 422 for what the rules refuse, and 503 when it
// could not be saved or the match is moving to another laptop (reason moved). None of these changes anything.
package web
