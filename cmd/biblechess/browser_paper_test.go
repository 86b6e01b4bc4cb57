package main

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	print "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// papers are the sizes that halls have, in inches.
var papers = map[string][2]float64{"A4": {8.27, 11.69}, "Letter": {8.5, 11}}

var sheetOfPDF = regexp.MustCompile(`/Type\s*/Page\b`)

// sheets prints the page that is open and counts its sheets.
func (p *page) sheets(paper string) int {
	p.t.Helper()
	var pdf []byte
	p.do("print on "+paper, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		size := papers[paper]
		got, err := cdp.Call(ctx, target, print.PrintToPDF, print.PrintToPDFParams{PaperWidth: size[0], PaperHeight: size[1]})
		pdf = got.Data
		return err
	}))
	if !bytes.HasPrefix(pdf, []byte("%PDF")) {
		p.t.Fatalf("%s: %.20q is no PDF", paper, pdf)
	}
	return len(sheetOfPDF.FindAll(pdf, -1))
}

// onPaper shows the page as it is printed, as wide as the paper without its margins.
func (p *page) onPaper(paper string) {
	p.t.Helper()
	p.do("show the page as on "+paper, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		if _, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, target, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: int64((papers[paper][0] - 24/25.4) * 96), Height: 2000, DeviceScaleFactor: 1})
		return err
	}))
}

// long is a question of 600 characters.
var long = strings.Repeat("Bartholomew asked whether the walls fell ", 15)[:594] + " then?"

// dim lists what cannot be read well: words whose contrast is below 4.5 to 1.
const dim = `(() => {
	const rgb = (s) => (s.match(/[\d.]+/g) || []).map(Number);
	const light = ([r, g, b]) => [r, g, b].map((v) => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4).reduce((n, v, i) => n + v * [.2126, .7152, .0722][i], 0);
	const under = (el) => { for (; el; el = el.parentElement) { const c = rgb(getComputedStyle(el).backgroundColor); if (c.length && (c.length < 4 || c[3] > .9)) return c; } return [255, 255, 255]; };
	const drawn = (el) => { for (; el; el = el.parentElement) if (getComputedStyle(el).backgroundImage !== "none") return true; };
	const list = new Set();
	for (const el of document.querySelectorAll("main *")) {
		if (!el.checkVisibility() || el.disabled || drawn(el) || el.closest(".emblem, [disabled], svg, .ed-input:not(.on)") || ![...el.childNodes].some((n) => n.nodeType === 3 && n.nodeValue.trim())) continue;
		const [a, b] = [light(rgb(getComputedStyle(el).color)), light(under(el))], ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
		if (ratio < 4.5) list.add(el.tagName + "." + el.className + " " + ratio.toFixed(1) + ": " + words(el).slice(0, 40));
	}
	return [...list];
})()`

// TestQuestionsInEveryLookAndOnPaper fills every bank, with questions as long as
// they come and in a script from right to left; the editor can be read in every
// look, and the judges' sheets and the Bishops' cards fit A4 and Letter.
func TestQuestionsInEveryLookAndOnPaper(t *testing.T) {
	t.Parallel()
	program := startProgram(t, "")
	host := openHost(t, program)
	editor := openEditor(host, "questions-white")
	editor.tap(one("#q-starter button", "Bible"))
	editor.counts("3,3,6,12,12,0")
	editor.newRow("bishop")
	editor.paste(long + "\tBartholomew Featherstonehaugh-Nguyen, who came last\tJoshua 6:15\tor he\twalls\tPhilip\tbar-THOL-o-mew\n" +
		strings.Repeat("مَنْ بَنَى السَّفِينَةَ؟ ", 12) + "\tنُوح\tتكوين 6\n")
	editor.counts("3,5,6,12,12,0")
	editor.eval(`biblechess.editor.goTo(biblechess.library.of("bishop")[3])`, nil)
	for _, look := range []string{"Dark", "High contrast", "Light"} {
		editor.tap(one(".looks button", look))
		editor.eval(`scrollTo(0, 0)`, nil)
		editor.until("the look has come", `document.getAnimations().length === 0`)
		var bad []string
		if editor.eval(dim, &bad); len(bad) > 0 {
			t.Errorf("%s: %s", look, strings.Join(bad, "\n"))
		}
		editor.shoot("questions-" + look)
		editor.eval(`biblechess.editor.focus()`, nil)
		editor.press("F2", 0)
		editor.until("the cell shows its whole text or scrolls", `(() => { const i = document.querySelector(".ed-input.on"); return i && i.value.length >= 600 && i.getBoundingClientRect().right <= innerWidth && (i.scrollHeight <= i.clientHeight + 2 || getComputedStyle(i).overflowY === "auto"); })()`)
		editor.shoot("questions-open-" + look)
		editor.press("Escape", 0)
	}
	var path string
	editor.eval(`location.origin + document.querySelector("#q-table").dataset.path`, &path)
	for name, most := range map[string]int{"sheets": 8, "cards": 3} {
		editor.open(path + "/" + name)
		for paper := range papers {
			least := 1
			if name == "sheets" {
				least = 5 // each bank begins on a sheet of its own
			}
			if n := editor.sheets(paper); n < least || n > most {
				t.Errorf("the %s take %d sheets of %s, and %d to %d were due", name, n, paper, least, most)
			}
			editor.onPaper(paper)
			var wide []string
			editor.eval(`[...document.querySelectorAll("main *")].filter((el) => shown(el) && (el.getBoundingClientRect().right > innerWidth + 1 || el.scrollWidth > el.clientWidth + 1 && el.clientWidth)).map((el) => el.tagName + "." + el.className + " " + words(el).slice(0, 30))`, &wide)
			if len(wide) > 0 {
				t.Errorf("%s on %s: cut off: %s", name, paper, strings.Join(wide, "; "))
			}
			editor.shoot(name + "-" + paper)
		}
		for _, text := range []string{long, "نُوح", "bar-THOL-o-mew"} {
			editor.untilText("main", text)
		}
	}
	editor.clean()
}
