package views

import (
	"fmt"

	"biblechess/event"
)

func preflightPage(s event.PreflightScreen) Page {
	p := page(s.Frame, "host",
		Region{"head", head(s.Frame)}, Region{"preflight", preflightChecks(s)}, Region{"preflight-phones", preflightPhones(s)},
		Region{"preflight-addresses", preflightAddresses(s)}, Region{"preflight-secure", preflightSecure(s)},
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
