package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// keyCodes are the keys that the tests press, with their virtual codes.
var keyCodes = map[string]int64{
	"Tab": 9, "Enter": 13, "Escape": 27, "ArrowUp": 38, "ArrowDown": 40, "ArrowLeft": 37, "ArrowRight": 39, "F2": 113, " ": 32, "Delete": 46, "z": 90, "y": 89,
}

// Modifiers of keys.
const (
	alt  = 1
	ctrl = 2
)

// press presses a key as a keyboard does.
func (p *page) press(key string, modifiers int64) {
	p.t.Helper()
	p.do("press "+key, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		for _, typ := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeKeyUp} {
			if _, err := cdp.Call(ctx, target, input.DispatchKeyEvent, input.DispatchKeyEventParams{
				Type: typ, Key: key, Code: key, WindowsVirtualKeyCode: keyCodes[key], Modifiers: modifiers}); err != nil {
				return err
			}
		}
		return nil
	}))
}

// types types a text where the focus is.
func (p *page) types(text string) {
	p.t.Helper()
	p.do("type "+text, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.InsertText, input.InsertTextParams{Text: text})
		return err
	}))
}

// paste pastes a text where the focus is.
func (p *page) paste(text string) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`(() => {
		const data = new DataTransfer();
		data.setData("text/plain", %s);
		document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
	})()`, quoted(text)), nil)
}

// newRow chooses the line for a new question of a bank.
func (p *page) newRow(bank string) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`(() => {
		const ed = biblechess.editor;
		ed.go(ed.items.findIndex((x) => x.t === "new" && x.place.key === %s), 0);
		ed.focus();
	})()`, quoted(bank)), nil)
}

// places lists how many questions are where, as the server has them.
func (p *page) counts(want string) {
	p.t.Helper()
	p.until("the banks hold "+want, fmt.Sprintf(`biblechess.library.places.map((p) => biblechess.library.of(p.key).length).join() === %s
		&& biblechess.library.rows.every((r) => !r.id.startsWith("new"))
		&& biblechess.library.version === document.getElementById("q-state").dataset.version`, quoted(want)))
}

// openEditor opens the page of a side's editors.
func openEditor(host *page, seat string) *page {
	editor := newContext(host.t, seat, laptop)
	editor.join(host, seat)
	editor.until("the table is there", `biblechess.library.ready && document.querySelector(".ed-row")`)
	return editor
}

// sheet is rows as a spreadsheet copies them.
func sheet(side, bank string, from, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s %s question %d, with enough words that reading it aloud takes a Bishop longer than eight seconds, which is what he needs?\t%s answer %d\tRef %d\tor %d | or else %d\thint%d\n",
			side, bank, from+i, side, from+i, from+i, from+i, from+i, from+i)
	}
	return b.String()
}

// TestQuestionsAreBuiltImportedAndApproved builds 30 questions a side by keyboard
// and by paste, brings a file with three bad rows and mends them in place, and has
// a judge approve on a phone and send one back.
func TestQuestionsAreBuiltImportedAndApproved(t *testing.T) {
	t.Parallel()
	program := startProgram(t, "")
	host := openHost(t, program)
	host.fill(one(`form[action$="/judge-add"] input[name=name]`, ""), "Ruth")
	host.tap(one(`form[action$="/judge-add"] button`, ""))
	host.untilText("#judges", "Ruth")
	for _, side := range []string{"white", "black"} {
		editor := openEditor(host, "questions-"+side)
		if side == "white" {
			editor.shoot("questions-empty")
			// By keyboard: three for the Rooks, and a fourth that is wrong at first.
			editor.newRow("rook")
			for n := range 3 {
				editor.types(fmt.Sprintf("Rook question %d?", n+1))
				editor.press("Tab", 0)
				editor.types(fmt.Sprintf("Rook answer %d", n+1))
				editor.press("Tab", 0)
				if n == 1 {
					// Enter says what is still needed, and goes there.
					editor.press("Enter", 0)
					editor.untilText("[data-say]", "Still needed: reference.")
				}
				editor.types("Joshua 1")
				editor.press("Enter", 0)
			}
		} else {
			editor.newRow("rook")
			editor.paste(sheet(side, "Rook", 1, 3))
		}
		for _, b := range []struct {
			bank string
			n    int
		}{{"bishop", 3}, {"knight", 6}, {"pawn", 12}, {"quiz-master", 6}} {
			editor.newRow(b.bank)
			editor.paste(sheet(side, b.bank, 1, b.n))
		}
		editor.counts("3,3,6,12,6,0")
		var warned int
		if editor.eval(`biblechess.library.of("bishop").filter((r) => biblechess.library.warnings(r).length).length`, &warned); warned != 0 {
			t.Errorf("%d of the Bishops' questions are warned of", warned)
		}
		if side == "black" {
			editor.clean()
			continue
		}
		editMoveUndo(t, editor)
		importBadRows(t, editor)
		editor.shoot("questions-built")
		editor.clean()
	}

	judge := newContext(t, "judge", phone)
	judge.join(host, "judge-1")
	judge.untilText("#judge-approve", "0 of 60 approved")
	judge.shoot("approve")
	judge.tap(one("#judge-approve summary", "Send it back"))
	judge.fill(one("#judge-approve textarea", ""), "Which Joshua?")
	judge.tap(one("#judge-approve button", "Send it back to the editor"))
	judge.untilText("#judge-approve", "59 for you to read")
	// Only Black's Knights, then everything.
	choose := func(what, value string) {
		judge.eval(fmt.Sprintf(`(() => { const s = document.querySelector("[data-approve=%s]"); s.value = %s; s.dispatchEvent(new Event("change", {bubbles: true})); })()`, what, quoted(value)), nil)
	}
	choose("side", "black")
	choose("piece", "knight")
	judge.until("one of Black's Knights is shown", `words(one("#judge-approve article", "")).startsWith("Black's Knight") && [...document.querySelectorAll("#judge-approve article")].filter(shown).length === 1`)
	judge.until("the progress of that bank is told", `words(one(".approve-banks li", "")) === "Black's Knight: 0 of 6 approved, 6 for you"`)
	judge.shoot("approve-knights")
	// What was sent back is read again before it is approved after all.
	choose("side", "")
	choose("piece", "")
	choose("state", "back")
	judge.until("what was sent back is shown", `[...document.querySelectorAll("#judge-approve article")].filter(shown).length === 1 && words(one("#judge-approve article", "")).includes("Sent back: Which Joshua?")`)
	judge.shoot("approve-back")
	choose("piece", "pawn")
	judge.untilText("#judge-approve .approve-none:not([hidden])", "Nothing of this choice")
	choose("piece", "")
	choose("state", "")
	for deadline := time.Now().Add(3 * patience); time.Now().Before(deadline); {
		var done bool
		if judge.eval(`words(document.querySelector("#judge-approve")).includes("59 of 60 approved")`, &done); done {
			break
		}
		judge.tryTap(one("#judge-approve button", "✓ Approve"), 1)
	}
	judge.untilText("#judge-approve", "Sent back: 1")
	choose("state", "approved")
	choose("side", "black")
	choose("piece", "knight")
	judge.until("the first of Black's Knights is shown", `words(one("[data-approve-at]", "")) === "1 of 6" && [...document.querySelectorAll("#judge-approve article")].filter(shown).length === 1`)
	judge.tap(one("#judge-approve button", "Next"))
	judge.until("the second is shown", `words(one("[data-approve-at]", "")) === "2 of 6" && words(one("#judge-approve article", "")).startsWith("Black's Knight · 2 ·")
		&& words(one(".approve-banks li", "")) === "Black's Knight: 6 of 6 approved" && !one("#judge-approve article button", "✓ Approve")`)
	judge.shoot("approve-approved")
	for _, what := range []string{"state", "side", "piece"} {
		choose(what, "")
	}
	judge.clean()

	// The editor sees the reason, mends it, and the judge gets it anew.
	editor := openEditor(host, "questions-white")
	editor.until("the reason is there", `biblechess.library.rows.some((r) => r.state === "sent back" && r.reason === "Which Joshua?")`)
	editor.eval(`biblechess.editor.goTo(biblechess.library.rows.find((r) => r.reason))`, nil)
	editor.untilText("[data-detail]", "A judge says: Which Joshua?")
	editor.types("A better question?")
	editor.press("Enter", 0)
	judge.untilText("#judge-approve", "1 for you to read")
	judge.tap(one("#judge-approve button", "✓ Approve"))
	judge.untilText("#judge-approve", "Every question is approved.")
	// A change takes the approval away, and says so.
	editor.until("all are approved", `biblechess.library.rows.every((r) => r.state === "approved" || r.place === "shelf")`)
	editor.press("ArrowRight", 0)
	editor.types("Another answer")
	editor.press("Enter", 0)
	editor.untilText("[data-say]", "took the question's approval away")
	editor.untilText("#q-state", "1 question was changed after its approval")
	judge.untilText("#judge-approve", "59 of 60 approved")
	for _, p := range []*page{editor, judge, host} {
		p.clean()
	}
}

// editMoveUndo changes, moves and takes back in the table.
func editMoveUndo(t *testing.T, editor *page) {
	t.Helper()
	var order, now []string
	const ids = `biblechess.library.rows.map((r) => r.id + r.place + r.text.answer)`
	editor.eval(ids, &order)
	editor.eval(`biblechess.editor.goTo(biblechess.library.rows[1])`, nil)
	editor.press("ArrowDown", alt)
	editor.press("ArrowDown", alt) // over the edge, into the next bank
	editor.counts("2,4,6,12,6,0")
	editor.press("ArrowRight", 0)
	editor.types("Changed")
	editor.press("Enter", 0)
	editor.until("the change is saved", `biblechess.library.rows.some((r) => r.text.answer === "Changed" && r.revision === 2)`)
	editor.press("Delete", ctrl)
	editor.counts("2,3,6,12,6,0")
	for range 4 {
		editor.press("z", ctrl)
	}
	editor.counts("3,3,6,12,6,0")
	if editor.eval(ids, &now); !slices.Equal(order, now) {
		t.Errorf("taken back, the table is\n%v\nand was\n%v", now, order)
	}
	editor.press("y", ctrl)
	editor.press("z", ctrl)
	editor.counts("3,3,6,12,6,0")
	// Find and replace, with a count; taken back as one.
	editor.tap(one("[data-replace]", ""))
	editor.fill(`document.querySelector(".ed-dialog input")`, "Rook answer")
	editor.untilText(".ed-dialog", "3 places in 3 questions.")
	editor.fill(`document.querySelectorAll(".ed-dialog input[type=text]")[1]`, "Tower answer")
	editor.shoot("questions-replace")
	editor.tap(one(".ed-dialog button", "Replace all"))
	editor.until("all three are replaced", `biblechess.library.rows.filter((r) => r.text.answer.startsWith("Tower")).length === 3`)
	editor.press("z", ctrl)
	editor.until("none is replaced", `!biblechess.library.rows.some((r) => r.text.answer.startsWith("Tower"))`)
	editor.counts("3,3,6,12,6,0")
}

// importBadRows brings a file in which three rows lack something, mends them in
// the preview, and takes the whole back and brings it again.
func importBadRows(t *testing.T, editor *page) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "harvest.csv")
	text := "piece,question,answer,reference,tags\n" +
		",Who reaped first?,Ruth,Ruth 2,harvest\n,Who owned the field?,,Ruth 2,harvest\n,How many gleaners 🌾 مرحبا?,Some,,harvest\n,,Naomi,Ruth 1,harvest\n,\"Who said, \"\"Call me Mara\"\"?\",Naomi,Ruth 1,harvest\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	editor.tap(one("[data-import]", ""))
	editor.untilText(".ed-dialog", "Or paste rows or text here")
	editor.shoot("questions-bring")
	editor.brings(`document.querySelector(".ed-dialog input[type=file]")`, file)
	editor.untilText(".ed-dialog", "5 of 5 rows will be taken; 3 need something first")
	editor.shoot("questions-import")
	editor.until("the three bad rows are shown", `document.querySelectorAll(".ed-in.bad").length === 3 && document.querySelector(".ed-dialog .primary").disabled`)
	editor.fill(`document.querySelectorAll(".ed-in")[0].querySelector(".ed-in-answer textarea")`, "Boaz")
	editor.fill(`document.querySelectorAll(".ed-in")[1].querySelector(".ed-in-ref textarea")`, "Ruth 2:3")
	editor.fill(`document.querySelectorAll(".ed-in")[2].querySelector(".ed-in-question textarea")`, "Who came home?")
	editor.until("nothing is changed yet", `biblechess.library.of("shelf").length === 0`)
	editor.tap(one(".ed-dialog button", "Take 5 questions"))
	editor.counts("3,3,6,12,6,5")
	editor.press("z", ctrl)
	editor.counts("3,3,6,12,6,0")
	editor.press("y", ctrl)
	editor.counts("3,3,6,12,6,5")
	// What is something else is refused in words.
	other := filepath.Join(t.TempDir(), "photo.csv")
	if err := os.WriteFile(other, []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), 0o600); err != nil {
		t.Fatal(err)
	}
	editor.tap(one("[data-import]", ""))
	editor.brings(`document.querySelector(".ed-dialog input[type=file]")`, other)
	editor.until("the picture is refused", `words(one(".ed-dialog .error", "photo.csv")).length > 30`)
	editor.tap(one(".ed-dialog button", "Close"))
	// A file that was brought already is known.
	editor.tap(one("[data-import]", ""))
	editor.brings(`document.querySelector(".ed-dialog input[type=file]")`, file)
	editor.untilText(".ed-dialog", "2 of 5 rows will be taken")
	editor.tap(one(".ed-dialog button", "Close"))
	if text := editor.text("[data-say]"); strings.Contains(text, "undefined") {
		t.Error(text)
	}
}

// TestTwoEditorsMeet lets two editors change one question: the later one is shown
// both texts, and chooses.
func TestTwoEditorsMeet(t *testing.T) {
	t.Parallel()
	program := startProgram(t, "")
	host := openHost(t, program)
	one1, two := openEditor(host, "questions-white"), openEditor(host, "questions-white")
	one1.newRow("pawn")
	one1.paste("Who was it?\tEve\tGenesis 3\n")
	two.counts("0,0,0,1,0,0")
	for _, p := range []*page{one1, two} {
		p.eval(`biblechess.editor.goTo(biblechess.library.rows[0])`, nil)
		p.press("F2", 0)
	}
	one1.types(" Really?")
	one1.press("Enter", 0)
	one1.until("the first is saved", `biblechess.library.rows[0].revision === 2`)
	two.types(" Honestly?")
	two.bearing([]string{"status of 409"}, func() {
		two.press("Enter", 0)
		two.untilText(".ed-dialog", "Somebody else has changed this question meanwhile")
	})
	two.untilText(".ed-dialog", "Who was it? Really?")
	two.untilText(".ed-dialog", "Who was it? Honestly?")
	two.shoot("questions-conflict")
	two.tap(one(".ed-dialog button", "Save mine over it"))
	one1.until("the later text stands, after the choice", `biblechess.library.rows[0].text.question === "Who was it? Honestly?" && biblechess.library.rows[0].revision === 3`)
	one1.eval(`biblechess.editor.goTo(biblechess.library.rows[0])`, nil)
	one1.tap(one("[data-detail] button", "History"))
	one1.untilText(".ed-dialog", "Revision 2")
	one1.tap(one(".ed-dialog summary", "Order"))
	for _, words := range []string{"White's question editor, ", "“Who was it?", "came in as number 1"} {
		one1.untilText(".ed-dialog", words)
	}
	one1.tap(one(".ed-dialog li:nth-child(2) button", "Bring this text back"))
	two.until("the earlier text is back", `biblechess.library.rows[0].text.question === "Who was it? Really?" && biblechess.library.rows[0].revision === 4`)
	one1.clean()
	two.clean()
}

// TestTwoThousandQuestionsAreFast measures the time from a key to what it paints
// in a table of 2,000 questions.
func TestTwoThousandQuestionsAreFast(t *testing.T) {
	program := startProgram(t, "")
	host := openHost(t, program)
	editor := openEditor(host, "questions-white")
	editor.newRow("shelf")
	var b strings.Builder
	for n := range 2000 {
		fmt.Fprintf(&b, "What is the answer to the question with the number %d, which some call %q?\tAnswer %d\tChapter %d\n", n, strings.Repeat("x", n%7), n, n%50)
	}
	editor.paste(b.String())
	editor.counts("0,0,0,0,0,2000")
	editor.eval(`(() => {
		window.paints = []; // from a key to what it paints,
		window.idle = [];   // and from a moment between the keys to a paint of nothing
		const painted = (list, then) => {
			const began = performance.now();
			requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => { list.push(performance.now() - began); then(); }; c.port2.postMessage(0); });
		};
		document.addEventListener("keydown", () => painted(paints, () => setTimeout(() => painted(idle, () => {}), 20)), true);
		biblechess.editor.goTo(biblechess.library.rows[1000]);
	})()`, nil)
	// A machine that does other work at the same time paints nothing late, too, and gets
	// a second and a third try.
	p95, nothing := 0.0, 0.0
	for try := range 3 {
		editor.eval("paints.length = idle.length = 0", nil)
		for n := range 13 {
			for _, key := range []string{"ArrowDown", "ArrowRight", "Enter", "ArrowLeft", "Escape", "ArrowUp", "ArrowLeft", "ArrowDown"} {
				editor.press(key, 0)
				time.Sleep(60 * time.Millisecond) // a fast typist
			}
			if n%5 == 0 {
				editor.types("An answer typed by hand")
				editor.press("Enter", 0)
			}
		}
		editor.until("the keys are painted", "paints.length >= 104")
		editor.until("nothing is painted", "idle.length > 0")
		var paints, idle []float64
		editor.eval("paints", &paints)
		editor.eval("idle", &idle)
		slices.Sort(paints)
		slices.Sort(idle)
		p95, nothing = paints[len(paints)*95/100], idle[len(idle)*95/100]
		t.Logf("try %d, key to paint over 2,000 questions, %d keys: median %.0f ms, p95 %.0f ms (of a paint of nothing %.0f ms), most %.0f ms", try+1, len(paints), paints[len(paints)/2], p95, nothing, paints[len(paints)-1])
		if p95 <= 100+nothing {
			break
		}
	}
	if p95 > 100+nothing {
		t.Errorf("from key to paint p95 is %.0f ms, and at most 100 ms more than the %.0f ms of a paint of nothing were due", p95, nothing)
	}
	editor.fill(`document.querySelector("[data-filter]")`, "number 1234,")
	editor.until("one row is left", `biblechess.editor.filtered().length === 1`)
	editor.shoot("questions-2000")
	editor.clean()
}
