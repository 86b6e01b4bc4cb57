package event

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"biblechess/event/chess"
	"biblechess/event/rules"
	"biblechess/questions"
)

func TestOpen_AnEmptyRecordBeginsWithAnEveningAndAMatch(t *testing.T) {
	store := &memory{people: map[string]string{}}
	g := open(t, store)
	if len(store.entries) != 2 || store.entries[0].Kind != "evening-opened" || store.entries[1].Kind != "match-opened" {
		t.Errorf("an empty record began with %v", store.entries)
	}
	if other := open(t, &memory{}); other.Pass() == g.Pass() {
		t.Error("two evenings have the same pass")
	}
	if _, err := Open(&memory{entries: []Entry{{Seq: 1, Kind: "no-such"}}}, g.clock.now); err == nil || !strings.Contains(err.Error(), "entry 1") {
		t.Errorf("an unknown entry: %v", err)
	}
}

func TestR10_HeadJudge(t *testing.T) {
	g := ready(t, setup{judges: 3})
	if !g.judge(1).Head || g.judge(2).Head {
		t.Error("until the host names one, the first seat is the head judge's")
	}
	g.must(Host, NameHead{Judge(2)})
	if g.judge(1).Head || !g.judge(2).Head {
		t.Error("the host named judge 2")
	}
	g.must(Host, RemoveJudge{Judge(2)})
	if !g.judge(1).Head {
		t.Error("the head judge's seat was taken away, so the first is the head judge again")
	}
	g.refuse(Host, NameHead{Judge(2)}, Malformed, "Nobody holds")
	g.refuse(Judge(1), NameHead{Judge(1)}, Forbidden, "Judge 1 can't do this")
}

func TestR10_AHeadNamedInMidChallengeRulesAlone(t *testing.T) {
	g := begin(t, setup{judges: 3})
	g.play("e2e4", "d7d5", "e4d5")
	g.must(Host, NameHead{Judge(3)})
	g.refuse(Judge(1), Vote{Vote: "right", Alone: true, About: g.about()}, Forbidden, "Only the head judge")
	if !g.judge(3).Ballot.Alone {
		t.Error("the new head judge is not offered to rule alone")
	}
	g.must(Judge(3), Vote{Vote: "right", Alone: true, About: g.about()})
	g.play("a7a6", "d2d4", "a6a5", "c1g5", "h7h6", "g5h6")
	g.must(Host, RemoveJudge{Judge(3)})
	g.must(Judge(1), Vote{Vote: "late", Alone: true, About: g.about()})
}

func TestB1_SetUp(t *testing.T) {
	g := ready(t, setup{})
	for i, want := range [2][]string{
		{"a1 Rook", "b1 Knight", "c1 Bishop", "d1 Quiz Master", "e1 Game Master", "f1 Bishop", "g1 Knight", "h1 Rook", "a2 Pawn"},
		{"a8 Rook", "b8 Knight", "c8 Bishop", "d8 Quiz Master", "e8 Game Master", "f8 Bishop", "g8 Knight", "h8 Rook", "a7 Pawn"},
	} {
		l := g.hall().Lineups[i]
		for n, post := range want {
			if got := l.Posts[n].Square + " " + l.Posts[n].Role; got != post || l.Posts[n].Name != lineUps[i][n] {
				t.Errorf("post %d is %s of %s, want %s of %s", n, got, l.Posts[n].Name, post, lineUps[i][n])
			}
		}
	}
	g.must(Host, Start{})
	for square, name := range map[string]string{"a1": "Asher", "d1": "Judith", "e8": "Caleb", "h7": "Bartholomew"} {
		if g.stands(square) != name {
			t.Errorf("%s stands on %s, want %s", g.stands(square), square, name)
		}
	}
}

func TestR1_ABoardIsDrawnFromItsSidesSeat(t *testing.T) {
	g := begin(t, setup{})
	for side, corners := range [2][2]string{{"a8", "h1"}, {"h1", "a8"}} {
		cells := g.gm(chess.Side(side)).Board.Cells
		if len(cells) != 64 || cells[0].Square != corners[0] || cells[63].Square != corners[1] {
			t.Errorf("%s sees the board from %s to %s", chess.Side(side), cells[0].Square, cells[63].Square)
		}
		// The lower left square, at each side's left hand, is dark.
		if !cells[56].Dark {
			t.Errorf("%s has a light square at the left hand", chess.Side(side))
		}
	}
}

func TestB2_B30_Checklist(t *testing.T) {
	g := open(t, begun())
	g.refuse(Host, Start{}, Refused, "can't start yet", "judge")
	g.must(Host, AddJudge{Name: "Ruth"})
	g.refuse(Host, Start{}, Refused, "White has no questions yet")
	s := setup{text: plainText}
	all := g.bank(s)
	g.must(Host, AddQuestions{all[:len(all)-1]})
	g.refuse(Host, Start{}, Refused, "White's questions wait for a judge's approval")
	approveAll(g)
	g.refuse(Host, Start{}, Refused, "Black's Quiz Master bank has 5 questions and needs at least 6")
	g.must(Host, AddQuestions{all[len(all)-1:]})
	g.must(Host, AddQuestions{[]NewQuestion{{BlackColour, chess.Rook, plainText(chess.Black, chess.Rook, 4)}}})
	approveAll(g)
	g.refuse(Host, Start{}, Refused, "Black's Rook bank has 4 questions and must have exactly 3")
	for _, l := range g.editor(Editor(chess.Black)).Banks[0].Lines {
		if l.Number == 4 {
			g.must(Editor(chess.Black), RemoveQuestion{l.ID, l.Revision})
		}
	}
	// More of the Quiz Master's own is no fault, and neither is a missing person.
	g.must(Host, AddQuestions{[]NewQuestion{{WhiteColour, chess.Queen, plainText(chess.White, chess.Queen, 7)}}})
	approveAll(g)
	if !g.host().MayStart {
		t.Errorf("what is missing? %+v", g.host().Checklist)
	}
	g.says(fmt.Sprint(g.host().Checklist), "the other 16 are markers")
	g.must(Host, Start{})
	g.refuse(Host, Start{}, Refused, "has started")
	for _, c := range []Command{SetHouse{}, SetRoster{}, AddQuestions{all[:1]}} {
		g.refuse(Host, c, Refused, "has started")
	}
}

func approveAll(g *game) {
	g.Helper()
	for a := g.judge(1).Approval; a.Waiting > 0; a = g.judge(1).Approval {
		g.must(Judge(1), Approve{a.Question.ID, a.Question.Revision})
	}
}

func TestB34_Approval(t *testing.T) {
	g := ready(t, setup{judges: 2})
	editor := Editor(chess.White)
	knight := func() QuestionLine { return g.editor(editor).Banks[2].Lines[0] }
	changes := map[string]func(*questions.Text){
		"the question":   func(x *questions.Text) { x.Question += "!" },
		"the answer":     func(x *questions.Text) { x.Answer += "!" },
		"further answer": func(x *questions.Text) { x.Also = append(x.Also, "another") },
		"the reference":  func(x *questions.Text) { x.Reference += "!" },
	}
	for what, change := range changes {
		l := knight()
		text := questions.Text{Question: l.Text, Answer: l.Answer, Also: l.Also, Reference: l.Reference, Hint: l.Hint}
		change(&text)
		g.must(editor, ReviseQuestion{l.ID, l.Revision, text})
		if knight().State != "waiting" || g.host().MayStart {
			t.Errorf("%s was changed and the question is %s", what, knight().State)
		}
		g.refuse(Judge(2), Approve{l.ID, l.Revision}, Stale, "changed meanwhile")
		g.refuse(Judge(2), SendBack{l.ID, l.Revision, "late"}, Stale)
		g.refuse(editor, ReviseQuestion{l.ID, l.Revision, text}, Stale)
		g.must(Judge(2), Approve{l.ID, knight().Revision})
	}
	l := knight()
	g.must(Judge(2), SendBack{l.ID, l.Revision, "Two answers are possible."})
	if got := knight(); got.State != "sent back" || got.Reason != "Two answers are possible." || g.host().MayStart {
		t.Errorf("sent back: %+v", got)
	}
	g.refuse(Judge(1), SendBack{l.ID, l.Revision, "  "}, Malformed, "reason is missing")
	g.refuse(Judge(3), Approve{l.ID, l.Revision}, Forbidden, "Nobody holds")
	g.refuse(Editor(chess.Black), RemoveQuestion{l.ID, l.Revision}, Malformed, "no longer there")
	g.refuse(Editor(chess.Black), AddQuestions{[]NewQuestion{{WhiteColour, chess.Pawn, plainText(chess.White, chess.Pawn, 13)}}}, Forbidden, "another side")
	g.refuse(Host, ReviseQuestion{ID: l.ID, Revision: l.Revision}, Forbidden)
}

func TestB34_WhoIsTold(t *testing.T) {
	g := ready(t, setup{})
	if len(g.host().Questions) != 0 {
		t.Error("the host reads questions without having turned it on")
	}
	g.must(Host, LetHostRead{On: true})
	if len(g.host().Questions) != 60 {
		t.Errorf("the host may read and sees %d questions", len(g.host().Questions))
	}
	told := func() (all []string) {
		for _, s := range chess.Sides {
			all = append(all, g.qm(s).Notice, g.editor(Editor(s)).Notice)
		}
		return all
	}
	for _, notice := range told() {
		g.says(notice, "host may read")
	}
	g.must(Host, LetHostRead{On: false})
	if got := strings.Join(told(), ""); got != "" || len(g.host().Questions) != 0 {
		t.Errorf("the host reads no longer, and %q", got)
	}
	g.refuse(QuizMaster(chess.White), LetHostRead{On: true}, Forbidden)
}

func TestAddQuestions_TheSameAgainIsPassedOver(t *testing.T) {
	g := ready(t, setup{})
	before := g.truth
	if seq := g.must(Host, AddQuestions{g.bank(setup{text: plainText})}); seq != before.seq || !reflect.DeepEqual(before, g.truth) {
		t.Error("the same questions again changed something")
	}
	g.refuse(Host, AddQuestions{}, Malformed, "no question")
	g.refuse(Host, AddQuestions{[]NewQuestion{{WhiteColour, chess.King, plainText(chess.White, chess.Pawn, 1)}}}, Refused, "B30")
	g.refuse(Host, AddQuestions{[]NewQuestion{{WhiteColour, chess.Pawn, questions.Text{Question: "?"}}}}, Malformed)
}

// hostile are texts that people paste by accident or on purpose; kept is what
// a name becomes, "" when it is refused.
var hostile = map[string]struct{ typed, kept string }{
	"a megabyte":       {strings.Repeat("x", 1<<20), ""},
	"markup":           {`<script>alert(1)</script>`, `<script>alert(1)</script>`},
	"quotes":           {`"O'Neil" & {a1}`, `"O'Neil" & {a1}`},
	"emoji":            {"👨‍👩‍👧 Family", "👨‍👩‍👧 Family"},
	"right to left":    {"\u202eevil\u202c Ruth", "evil Ruth"},
	"isolates":         {"\u2066Ruth\u2069", "Ruth"},
	"hebrew":           {"רות", "רות"},
	"a NUL":            {"Ru\x00th", "Ruth"},
	"line ends":        {" Ruth\r\n\tof Moab ", "Ruth of Moab"},
	"bytes, not text":  {"Ru\xff\xfeth", ""},
	"81 characters":    {strings.Repeat("é", 81), ""},
	"80 characters":    {strings.Repeat("é", 80), strings.Repeat("é", 80)},
	"percent and path": {"%s%d%n ../../etc", "%s%d%n ../../etc"},
}

func TestNames_Hostile(t *testing.T) {
	g := ready(t, setup{})
	g.must(Host, ShowNames{Full: true})
	for what, c := range hostile {
		names := append([]string{c.typed}, lineUps[chess.White][1:]...)
		commands := []Command{NameMatch{Match: c.typed, White: "Lions", Black: "Shepherds"}, SetRoster{Side: chess.White, Names: names}, AddJudge{c.typed}}
		for _, command := range commands {
			if c.kept == "" {
				if p := g.refuse(Host, command, Malformed); len(p.Words) > 400 || !utf8.ValidString(p.Words) {
					t.Errorf("%s: the problem has %d bytes", what, len(p.Words))
				}
				continue
			}
			g.must(Host, command)
		}
		if c.kept == "" {
			continue
		}
		h := g.host()
		judge := h.Judges[len(h.Judges)-1]
		if h.MatchName != c.kept || judge.Name != c.kept || g.hall().Lineups[0].Posts[0].Name != c.kept {
			t.Errorf("%s: %q became %q, %q, %q, want %q", what, c.typed, h.MatchName, judge.Name, g.hall().Lineups[0].Posts[0].Name, c.kept)
		}
		g.must(Host, RemoveJudge{judge.Seat})
	}
	g.refuse(Host, NameMatch{White: "Lions", Black: "lions"}, Refused, "different names")
	g.refuse(Host, SetRoster{Side: chess.White, Names: make([]string, 17)}, Malformed, "17 names")
	g.refuse(Host, AddJudge{" \u202e\t"}, Malformed, "missing")
	if g.host(); len(g.host().Judges) != 1 {
		t.Fatal("a judge too many")
	}
	for n := 2; n <= MaxJudges; n++ {
		g.must(Host, AddJudge{bench[n-1]})
	}
	g.refuse(Host, AddJudge{"Ten"}, Refused, "9 judges already")
}

func TestHouse_IsCheckedAndFixedAtTheStart(t *testing.T) {
	g := ready(t, setup{})
	g.refuse(Host, SetHouse{rules.House{rules.KeyPanel: "dice"}}, Malformed, "dice", "majority")
	g.refuse(Host, SetHouse{rules.House{strings.Repeat("k", 1<<20): "on"}}, Malformed)
	g.refuse(Judge(1), SetHouse{rules.House{rules.KeyPanel: rules.PanelHead}}, Forbidden)
	g.must(Host, SetHouse{rules.House{rules.KeyMatchMinutes: " 90 "}})
	for _, r := range g.host().Rules {
		if r.Key == rules.KeyMatchMinutes && r.Typed != "90" {
			t.Errorf("the typed length is %q", r.Typed)
		}
	}
}

// One marker is told as one (B2).
func TestB2_OneMarkerIsOne(t *testing.T) {
	g := ready(t, setup{markers: []string{"a2", "a7", "b7"}})
	g.says(g.json(Host), "White: 15 posts have a person; the other one is a marker, a chair or a cone (B2).", "Black: 14 posts have a person; the other 2 are markers")
}
