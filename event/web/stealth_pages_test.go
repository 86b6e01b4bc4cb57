package web

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"biblechess/event"
	"biblechess/event/chess"
)

// ofOneEvening are codes, ticks of the clock and sums that differ from one evening to
// another, whatever is played.
var ofOneEvening = regexp.MustCompile(`[jp]/[A-Z0-9]{8,12}\b|\b[0-9]{13}\b|\b[0-9a-f]{16,}\b|(\b\d{4}-\d\d-\d\dT)?\b\d\d:\d\d(:\d\d(Z|[+-]\d\d:\d\d)?)?|127\.0\.0\.1:\d+|"(Once|once|version|Evening)":\s*"[^"]*"|name="once" value="[^"]*"|\d+(\.\d+)? (kB|MB|GB|ms|s|KiB|MiB|GiB)\b|\b\d+:\d\d min\b|"(Bytes|Used|Free|Size|Took|At|Now|Since|Seen|Thought|Printed|Started|Code|Pass|Join|Link)":\s*(\[[^\]]*\]|[^,}]*)`)

// codes are the drawings of links.
var codes = regexp.MustCompile(`<svg class="qr.*?</svg>`)

// standing are the addresses that a browser can ask for and that answer at once:
// every page, sheet, card, log, report and file. Those that take or draw a code hold
// nothing but it.
func standing(t *testing.T, h *hall) []string {
	t.Helper()
	paths := []string{"/host/report?match=1", "/host/match.json?match=1", "/board/replay?ply=1"}
	for _, r := range routesOf(t, h) {
		parts := strings.Split(r.path, "/")
		switch {
		case r.method != http.MethodGet || slices.Contains(paths, r.path):
		case slices.Contains([]string{"live", "record"}, parts[len(parts)-1]), slices.Contains([]string{"j", "J", "p", "P", "static", "check"}, parts[1]):
		case len(parts) > 3 && (parts[2] == "qr" || parts[3] == "secret"):
		default:
			paths = append(paths, r.path)
		}
	}
	return paths
}

// While a match of hidden pieces is played, no address tells a kind to anybody who
// may not know it, and with other pieces behind the same taps every address answers
// every such viewer with the same bytes: pages, printed sheets, role cards, sealed
// cards, the log, the report and the files (S7, S8).
func TestS8_NoAddressTellsHiddenPiecesDuringTheMatch(t *testing.T) {
	viewers := []event.Seat{
		"", event.Host, event.Projector, event.Announcer, event.Floor, event.Judge(1), event.GameMaster(chess.Black), event.QuizMaster(chess.White), event.Editor(chess.White),
	}
	people := 0
	read := map[string]string{} // most parts of most pages are the same
	same := func(body string) string {
		parts := strings.Split(codes.ReplaceAllString(body, "·"), "<")
		for i, part := range parts {
			if _, known := read[part]; !known {
				read[part] = ofOneEvening.ReplaceAllString(part, "·")
			}
			parts[i] = read[part]
		}
		return strings.Join(parts, "<")
	}
	answers := func(swap string) map[string]string {
		o := hide(t, "super-bluff", "on", "unmask", "on", "captured-kind", "nobody")
		o.gm0.act("arrange", "how", "swap", "a", swap[:2], "b", swap[2:])
		paths := standing(t, o.hall)
		var links []string
		all := map[string]string{}
		look := func(when string) {
			links = append(links, values(o.links(chess.White))...)
			for _, seat := range viewers {
				ticket := ""
				if seat != "" {
					ticket = o.Ticket(seat)
				}
				for _, path := range paths {
					for _, accept := range []string{"application/json", "text/html"} {
						a := o.direct(http.MethodGet, path, ticket, nil, accept)
						body := a.Body.String()
						all[fmt.Sprintf("%s, %s, %q", when, path, seat)+" "+accept] = same(body)
						if strings.Contains(body, "white person 5") {
							people++
						}
						for _, link := range links {
							if strings.Contains(body, link) {
								t.Errorf("%s: %q gets a private link of White's at %s", when, seat, path)
							}
						}
						if a.Code >= 400 {
							break // the refusal was read
						}
					}
				}
			}
		}
		o.gm0.act("confirm", "on", "1")
		o.gm1.act("confirm", "on", "1")
		o.gm0.act("call", "call", "e2 e4")
		o.gm1.act("answer", "answer", "stand")
		o.gm1.act("call", "call", "d7 d5")
		o.gm0.act("call", "call", "e4 d5")
		o.gm1.act("answer", "answer", "surrender")
		o.gm1.act("guess", "square", "b1", "kind", "p")
		o.gm0.act("choose", "square", "h7")
		look("playing")
		o.gm1.act("resign", "sure", "1")
		look("over, not revealed")
		return all
	}
	plain := answers("a1h1") // two Rooks: nothing is another
	for key, body := range plain {
		// Other pages name pieces in their house rules, banks and forms for any match:
		// for them it is the comparison that counts.
		told := regexp.MustCompile(`, /(board|floor|announcer|host/log|host/report|host/match)\b`).MatchString(key)
		if word := kindsIn.FindString(body); told && word != "" {
			t.Errorf("%s tells %s", key, word)
		}
	}
	if people < 30 {
		t.Fatalf("only %d pages have people: the test looks at nothing", people)
	}
	for key, body := range answers("a1g1") {
		if body != plain[key] {
			t.Errorf("with a Knight for a Rook %s differs: %s", key, difference(plain[key], body))
		}
	}
}

// difference is where two texts part.
func difference(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	cut := func(s string) string { return s[max(0, min(len(s), i-60)):min(len(s), i+100)] }
	return cut(a) + " ≠ " + cut(b)
}
