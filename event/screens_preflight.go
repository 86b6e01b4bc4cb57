package event

// PreflightScreen is whether this laptop and its network are fit for the match.
type PreflightScreen struct {
	Frame
	Checks    []FitCheck
	Addresses []Address
	Unusable  []Address     // addresses of this laptop that phones can't reach; Interface says why
	Try       string        // the address of the page that a phone checks itself with
	Phones    []PhoneReport // the latest first
	Authority string        // the fingerprint of this laptop's own certificate authority, "" without TLS
	Secure    string        // the address over TLS, or ""
}

// FitCheck is one thing that was looked at.
type FitCheck struct {
	Key   string // stable, for programs
	Title string
	State FitState
	Words string
	Do    string // what to do about it, or ""
}

// FitState is how a check came out.
type FitState string

// The states.
const (
	FitGood  FitState = "good"
	FitDoubt FitState = "doubt" // perhaps all is well, but look
	FitBad   FitState = "bad"
)

// PhoneReport is what a device found that opened the check page.
type PhoneReport struct {
	Device string // "iPhone" and the like, by what the device says of itself
	From   string // its address
	Ago    string
	Trip   int // milliseconds there and back, the median
	Worst  int
	Lost   int // of Of requests
	Of     int
	Skew   int64 // milliseconds that its clock is ahead of the laptop's
	State  FitState
	Words  string
}

// Preflight puts what was found around the host's frame.
func (e *Evening) Preflight(s PreflightScreen) PreflightScreen {
	s.Frame = e.view().frame(Host, "Preflight")
	s.Path = Host.Path() + "/preflight"
	return s
}
