package views

import (
	"fmt"

	"biblechess/event"
)

func preflightPage(s event.PreflightScreen) Page {
	p := page(s.Frame, "host",
		Region{ID: "head", Component: head(s.Frame)}, Region{ID: "preflight", Component: preflightChecks(s)}, Region{ID: "preflight-phones", Component: preflightPhones(s)},
		Region{ID: "preflight-addresses", Component: preflightAddresses(s)}, Region{ID: "preflight-secure", Component: preflightSecure(s)},
	)
	p.Live = false
	return p
}

func checkMark(s event.FitState) string {
	return map[event.FitState]string{event.FitGood: "✓", event.FitDoubt: "?", event.FitBad: "✗"}[s]
}

// checked says how many of the checks are good.
func checked(list []event.FitCheck) string {
	good := 0
	for _, c := range list {
		if c.State == event.FitGood {
			good++
		}
	}
	return fmt.Sprintf("%d of %d", good, len(list))
}

func lostOf(p event.PhoneReport) string {
	if p.Lost == 0 {
		return ""
	}
	return fmt.Sprintf(", %d of %d lost", p.Lost, p.Of)
}
