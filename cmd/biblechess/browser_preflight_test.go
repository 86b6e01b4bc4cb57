package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/security"
	"github.com/chromedp/chromedp"
)

// A phone checks itself, and the host sees how well it reaches the laptop. Over
// TLS a tablet's page keeps its screen awake.
func TestPreflightInBrowsers(t *testing.T) {
	t.Parallel()
	secure := fmt.Sprintf("127.0.0.1:%d", freePort(t))
	program := startProgram(t, "demo", "-tls-addr", secure)
	host := openHost(t, program)
	host.tap(one("#address a", "Preflight"))
	host.untilText("#preflight", "Speed of the disk")
	host.untilText("#preflight-phones", "Scan this with each phone")
	host.untilText("#preflight-secure", "https://"+secure)
	host.until("the code for the phones is drawn", `document.querySelector("#preflight-phones img").naturalWidth > 0`)
	someone := newContext(t, "phone", phone)
	someone.open(strings.TrimSuffix(program.links.Board, "/board") + "/check")
	someone.until("the phone has checked itself", `document.querySelector("[data-check]").dataset.state === "good"`)
	someone.untilText("[data-check-more]", "There and back in")
	someone.fits(phone)
	someone.clean()
	host.until("the host sees the phone", `!!one("#preflight-phones li", "ms there and back")`)
	for _, d := range []device{laptop, phone, tablet} {
		host.fits(d)
	}
	host.clean()

	tablet := newContext(t, "house tablet", tablet)
	tablet.do("trust the laptop's certificate", chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, security.SetIgnoreCertificateErrors, security.SetIgnoreCertificateErrorsParams{Ignore: true})
		return err
	}))
	link := program.links.Seats["gm-white"]
	tablet.open("https://" + secure + link[strings.Index(link, "/j/"):])
	tablet.tap(one("a", "Yes, open my page"))
	tablet.until("the seat's page is there", `location.pathname === "/gm/white" && isSecureContext`)
	tablet.live()
	tablet.until("the page keeps the screen awake", `document.body.dataset.awake === "yes"`)
	tablet.call("a2 a3", 1)
	tablet.until("a call over TLS is made", on("a3"))
	tablet.clean()
}
