package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// pdf prints the page that is open.
func (p *page) printed(paper string) printout {
	p.t.Helper()
	var body []byte
	size, background := papers[paper], true
	p.do("print on "+paper, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		got, err := cdp.Call(ctx, target, cdppage.PrintToPDF, cdppage.PrintToPDFParams{
			PaperWidth: size[0], PaperHeight: size[1], PrintBackground: &background})
		body = got.Data
		return err
	}))
	if folder := os.Getenv("BIBLECHESS_SHOTS"); folder != "" {
		os.WriteFile(filepath.Join(folder, strings.ReplaceAll(p.name+" "+paper, " ", "-")+".pdf"), body, 0o644)
	}
	return readPDF(body)
}

// TestHostsPrintedPages prints everything that the host, the judges and a Quiz Master can
// print, on A4 and on Letter, and counts the pages and reads their words.
func TestHostsPrintedPages(t *testing.T) {
	t.Parallel()
	program := startProgram(t, "demo")
	host := openHost(t, program)
	var seats int
	host.eval(`document.querySelectorAll("#seats .seat").length`, &seats)
	base := strings.TrimSuffix(program.links.Board, "/board")
	for _, c := range []struct {
		path  string
		pages int
		words []string
	}{
		{"/host/print/now", 2, []string{"Whiteistomove.", "Judith", "Bartholomew", "No.1of6,pass1", "Rulingsonpaper", "R9"}},
		{"/host/print/join", (seats + 1) / 2, []string{"White'sGameMaster", "Judge3(Martha)", "127.0.0.1", "Floorsteward", "stayconnected"}},
		{"/host/print/roles", 8, []string{"HowImove", "WhiteRook", "Judith", "BlackGameMaster", "Caleb", "breakin", "(B11)"}},
		{"/host/print/squares", 8, []string{"a1", "h8", "e4", "d5"}},
		{"/host/print/teams", 2, []string{"LionsofZion", "Shepherds", "Keturah", "Leah"}},
	} {
		host.open(base + c.path)
		for paper := range papers {
			d := host.printed(paper)
			if len(d.pages) != c.pages {
				t.Errorf("%s is %d pages on %s, and should be %d", c.path, len(d.pages), paper, c.pages)
			}
			text := d.text()
			for _, w := range c.words {
				if !strings.Contains(text, w) {
					t.Errorf("%s on %s lacks %q: %.300s", c.path, paper, w, text)
				}
			}
		}
		// Nothing is cut off on its leaf.
		var cut string
		host.eval(`[...document.querySelectorAll(".leaf, .role-card, .label-card, .join-sheet")].filter((el) => el.scrollHeight > el.clientHeight + 2 || el.scrollWidth > el.clientWidth + 2).map((el) => el.className + ": " + words(el).slice(0, 80) + " " + el.scrollHeight + ">" + el.clientHeight).slice(0, 3).join("\n")`, &cut)
		if cut != "" {
			t.Errorf("%s cuts off: %s", c.path, cut)
		}
		host.shoot("print")
		host.clean()
	}
	judge := newContext(t, "judge", phone)
	host.open(base + "/host")
	judge.join(host, "judge-1")
	judge.open(base + "/judge/1/sheets")
	d := judge.printed("A4")
	if n := len(d.pages); n < 10 || n > 16 {
		t.Errorf("the judges' sheets of ten banks are %d pages", n)
	}
	text := d.text()
	for _, w := range []string{"WhiteKnight", "BlackPawn", "Accepted", "next"} {
		if !strings.Contains(text, w) {
			t.Errorf("the judges' sheets lack %q", w)
		}
	}
	host.bearing([]string{"status of 403"}, func() {
		var status int
		host.tryAwait(fmt.Sprintf(`fetch(%s).then((r) => r.status)`, quoted("/host/print/sheets")), &status)
		if status != 403 {
			t.Errorf("the host prints questions that they may not read: %d", status)
		}
	})
	judge.clean()
}

// TestPaperRoundTrip prints the match within two taps, plays four plies on paper,
// sets the app to them, and goes on.
func TestPaperRoundTrip(t *testing.T) {
	t.Parallel()
	program := startProgram(t, "demo")
	host := openHost(t, program)
	gm := newContext(t, "gm white", tablet)
	gm.join(host, "gm-white")
	var href string
	host.eval(`one("#paper a", "Print the match as it stands").href`, &href)
	sheet := host.beside("sheet", laptop)
	sheet.open(href)
	sheet.until("the button prints", `shown(document.querySelector("[data-print]")) && document.body.hasAttribute("data-print-now")`)
	if d := sheet.printed("A4"); len(d.pages) != 2 || !strings.Contains(d.text(), "Whiteistomove.") {
		t.Errorf("the sheet is %d pages: %.300s", len(d.pages), d.text())
	}
	sheet.clean()
	before := host.text("#now h2")
	// On paper: two quiet plies, a challenge that is answered wrong, a quiet one.
	host.tap(one("#paper summary", "The match went on by paper"))
	host.fill(one(`form[action$="/paper-plies"] textarea`, ""), "13. f3 e5\n14. c6 e5 wrong\n15. d2 d3\n16. g4 d1 right")
	host.fill(one(`form[action$="/paper-plies"] [name=reason]`, ""), "The Wi-Fi was gone.")
	host.tap(one(`form[action$="/paper-plies"] summary`, "Set the app"))
	host.tap(one(`form[action$="/paper-plies"] button`, "Yes, set the app"))
	host.untilText("#now", "Plies 13 to 16 were played on paper.")
	host.until("the sheet is empty again", `document.querySelector("form[action$='/paper-plies'] textarea").value === ""`)
	gm.until("White's tablet has the board of the paper", `document.querySelector("[data-square=f3]").dataset.stands === "" && document.querySelector("[data-square=e5]").dataset.stands.includes("Black")`)
	if now := host.text("#now h2"); now != before {
		t.Errorf("the turn is %q after four plies, and was %q", now, before)
	}
	// The match goes on at once.
	gm.tap(one("button[data-square=h2]", ""))
	gm.tap(one("button[data-square=h3]", ""))
	gm.tap(one("[data-call-it], .call button", "Call it"))
	host.untilText("#now", "Black (Shepherds) calls.")
	host.shoot("paper-done")
	// Or the board is set at once; what was typed outlasts a reload.
	host.tap(one("#paper a", "Or say where everybody stands"))
	host.until("the page has come", `document.body.matches(".p-paper") && shown(one("[name=stand-a2]", ""))`)
	host.fill(one("[name=stand-a2]", ""), "a4")
	host.fill(one(`#position [name=plies]`, ""), "2")
	host.fill(one(`#position [name=reason]`, ""), "The sheet was lost.")
	host.shoot("paper-position")
	host.do("load anew", chromedp.Reload())
	host.until("what was typed is there", `one("[name=stand-a2]", "").value === "a4" && one("#position [name=plies]", "").value === "2"`)
	host.until("each field says what its player is", `words(one("[name=stand-a1]", "").closest("label")).endsWith("Rook")`)
	// The match changes meanwhile: loaded anew, the page has what was typed and the rest as it is now.
	host.until("it is h3 that is shown", `one("[name=stand-h2]", "").value === "h3"`)
	gm.tap(one(".take-back button", ""))
	gm.until("the call is taken back", `document.querySelector("[data-square=h2]").dataset.stands.includes("White")`)
	host.tap(one("#position summary", "Set the board"))
	host.untilText("[data-about-to]", "(White Pawn) goes from a2 to a4.")
	host.untilText("[data-about-to]", "calls next.")
	host.fill(one("[name=stand-e1]", ""), "")
	host.untilText("[data-about-to]", "(White Game Master) is off the floor: that side has lost, and the match is over.")
	host.shoot("paper-position-sure")
	host.fill(one("[name=stand-e1]", ""), "e1")
	host.until("it is not over any more", `!one("[data-about-to] .warn", "")`)
	host.bearing([]string{"status of 4"}, func() {
		host.tap(one("#position button", "Yes, set the board"))
		host.untilText("#position", "The match has changed meanwhile")
	})
	host.fits(phone)
	host.shoot("paper-position-stale")
	host.fits(laptop)
	host.tap(one("#position a", "Load this page anew"))
	host.until("what was typed is there, and the rest as it is now", `one("[name=stand-a2]", "").value === "a4" && one("#position [name=reason]", "").value === "The sheet was lost." && one("[name=stand-h2]", "").value === "h2" && !shown(one("#position", "has changed meanwhile:"))`)
	if err := host.tryTap(one("#position button", "Yes, set the board"), 1); err == nil {
		t.Error("the board was set by one tap")
	}
	host.tap(one("#position summary", "Set the board"))
	host.tap(one("#position button", "Yes, set the board"))
	host.untilText("#position", "Set.")
	gm.until("White's tablet has the position", `document.querySelector("[data-square=a4]").dataset.stands.includes("White")`)
	host.tap(one("#position a", "Back"))
	host.untilText("#now", "The sheet was lost.")
	for _, p := range []*page{host, gm} {
		p.clean()
	}
}
