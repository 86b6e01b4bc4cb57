package main

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// hostilePage tries what a page can do to a site that another tab of the same
// browser has seats of.
const hostilePage = `<!DOCTYPE html><title>Free ringtones</title>
<iframe name="sink"></iframe><iframe id="framed" src="%[1]s/board"></iframe>
<form id="steal" method="post" target="sink" action="%[1]s/host/match"><input name="match" value="Stolen"><input name="white" value="a"><input name="black" value="b"></form>
<form id="call" method="post" target="sink" enctype="text/plain" action="%[1]s/gm/white/call"><input name="from" value="d2&to=d3&about=1&x="></form>
<img src="%[1]s/host/enter?key=guess"><img src="%[1]s/host/qr/gm-white" id="qr">
<script>
window.tried = [];
(async () => {
	document.getElementById("steal").submit();
	await new Promise((go) => setTimeout(go, 300));
	document.getElementById("call").submit();
	const ways = {
		form: () => fetch("%[1]s/host/match", {method: "POST", mode: "no-cors", credentials: "include", body: new URLSearchParams({match: "Stolen", white: "a", black: "b"})}).then((r) => r.type),
		json: () => fetch("%[1]s/host/match", {method: "POST", credentials: "include", headers: {"Content-Type": "application/json"}, body: "{}"}).then((r) => r.status),
		read: () => fetch("%[1]s/host", {credentials: "include"}).then((r) => r.text()),
		stream: () => new Promise((yes, no) => { const s = new EventSource("%[1]s/host/live", {withCredentials: true}); s.onmessage = s.onopen = yes; s.onerror = no; }),
		beacon: async () => navigator.sendBeacon("%[1]s/gm/white/resign", new URLSearchParams({sure: "1", about: "1"})),
		script: () => new Promise((yes, no) => { const s = document.createElement("script"); s.src = "%[1]s/questions/white/rows"; s.onload = yes; s.onerror = no; document.head.append(s); }),
	};
	for (const [name, go] of Object.entries(ways)) {
		try { tried.push(name + ": " + await go()); } catch (e) { tried.push(name + ": kept out"); }
	}
	try { tried.push("frame: " + document.getElementById("framed").contentDocument.title); } catch (e) { tried.push("frame: kept out"); }
	tried.push("qr: " + (document.getElementById("qr").naturalWidth ? "shown" : "kept out"));
	window.over = true;
})();
</script>`

// A hostile page in the host's own browser can neither command nor read: not
// from another port of the laptop, not from a site, and not from a site whose
// name has been pointed at the laptop.
func TestHostilePageInTheHostsBrowser(t *testing.T) {
	program := startProgram(t, "demo")
	host := openHost(t, program)
	gm := host.beside("game master", tablet)
	gm.join(host, "gm-white")
	before := gm.text("main")
	base := strings.TrimSuffix(program.links.Board, "/board")
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, hostilePage, base)
	}))
	defer evil.Close()
	_, port, _ := net.SplitHostPort(evil.Listener.Addr().String())
	for _, at := range []string{evil.URL, "http://evil.example:" + port} {
		p := host.beside("hostile "+at, laptop)
		p.expect([]string{""}) // whatever it says, it is not ours
		p.open(at)
		p.until("it has tried everything", "window.over")
		var tried []string
		p.eval("window.tried", &tried)
		for _, result := range tried {
			if !strings.HasSuffix(result, "kept out") && result != "form: opaque" && result != "beacon: true" {
				t.Errorf("from %s: %s", at, result)
			}
		}
		if len(tried) != 8 {
			t.Errorf("from %s only %v was tried", at, tried)
		}
	}
	// A name that was pointed at this laptop gives no page of ours.
	rebound := host.beside("rebound", laptop)
	rebound.expect([]string{"status of 421"})
	rebound.open(strings.Replace(base, "127.0.0.1", "rebound.example", 1) + "/host")
	rebound.untilText("h1", "Another address")
	rebound.untilText("main", "not at rebound.example")
	rebound.shoot("rebound")
	var status int
	rebound.tryAwait(`fetch("/host/match", {method: "POST", body: new URLSearchParams({match: "Stolen", white: "a", black: "b"})}).then((r) => r.status)`, &status)
	if status != http.StatusMisdirectedRequest {
		t.Errorf("a command from a rebound page is answered with %d", status)
	}
	host.live()
	for _, p := range []*page{host, gm} {
		if strings.Contains(p.text("body"), "Stolen") {
			t.Errorf("%s shows what the hostile page sent", p.name)
		}
		p.clean()
	}
	if now := gm.text("main"); now != before {
		t.Errorf("the Game Master's page has changed: %s", now)
	}
}

// What people typed is text in a browser, too: nothing of it runs, on any page.
func TestHostileTextInBrowsers(t *testing.T) {
	t.Parallel()
	program := startProgram(t, "demo")
	host := openHost(t, program)
	var asked atomic.Int64
	trap := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer trap.Close()
	text := fmt.Sprintf(`"'></title></textarea><img src=%s/ onerror=zq=1><svg onload=zq=1>`, trap.URL)
	gm := host.beside("game master", tablet)
	gm.join(host, "gm-white")
	judge := host.beside("judge", phone)
	judge.join(host, "judge-1")
	board := host.beside("board", wall)
	board.open(program.links.Board)
	pause := `one("#now form[action$='/pause']", "") || document.querySelector("#now form[action$='/pause']")`
	host.eval(fmt.Sprintf(`(() => { const form = %s; for (let f = form.closest("details"); f; f = f.parentElement.closest("details")) f.open = true; form.elements.reason.value = %s; form.requestSubmit(); })()`, pause, quoted(text)), nil)
	for _, p := range []*page{host, gm, judge, board} {
		p.until("the hostile reason is shown", `words(document.body).includes("onerror=zq=1")`)
		var ran bool
		if p.eval(`"zq" in window || !!document.querySelector("main img[src^='http'], svg[onload]")`, &ran); ran {
			t.Errorf("%s: somebody's text was run", p.name)
		}
		p.shoot("hostile text")
		p.clean()
	}
	if asked.Load() > 0 {
		t.Errorf("%d pictures were asked for that somebody typed", asked.Load())
	}
}
