package event

import "fmt"

// SecondView is the second laptop, as the host sees it.
type SecondView struct {
	Address string // of its pages
	Words   string // how it stands by
	Good    bool   // it could take over now
}

// secondLaptop says how the second laptop stands by; nil when none is known.
func (v view) secondLaptop() *SecondView {
	l := v.second
	if l.Address == "" {
		return nil
	}
	s := SecondView{Address: l.Address, Good: !l.Silent && l.Behind == 0}
	switch {
	case l.Silent && l.Since.IsZero():
		s.Words = "It was not heard since this laptop was started."
	case l.Silent:
		s.Words = "It is silent since " + l.Since.Local().Format("15:04:05") + ": look whether it is on and in the same network."
	case l.Behind == 1:
		s.Words = "It is one entry behind."
	case l.Behind > 0:
		s.Words = fmt.Sprintf("It is %d entries behind.", l.Behind)
	default:
		s.Words = "It is up to date, and takes the match over if this laptop dies."
	}
	return &s
}

// StandbyScreen is the page of a laptop that stands by. It tells no name of a
// person and no question: anybody can open it.
type StandbyScreen struct {
	At        string // where the match is
	Own       string // where it goes on if this laptop takes over
	Has       string // what this laptop holds, in words
	State     string // "following", "searching", "differs", "starting"
	Words     string // how it follows, in one or two sentences
	Last      int64  // the last entry that it holds
	By        string // when it takes over by itself, in words
	Trouble   string // what somebody should look at, or ""
	StoodDown bool   // the match was on this laptop before
}
