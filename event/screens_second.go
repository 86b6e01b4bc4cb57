package event

import "fmt"

// SecondView is the second laptop, as the host sees it.
type SecondView struct {
	Address string // of its pages
	Words   string // how it stands by
	Good    bool   // it could take over now
	Differs bool   // its record is another one than this laptop's
}

// secondLaptop says how the second laptop stands by; nil when none is known.
func (v view) secondLaptop() *SecondView {
	l := v.second
	if l.Address == "" {
		return nil
	}
	s := SecondView{Address: l.Address, Good: !l.Silent && !l.Differs && l.Behind == 0, Differs: l.Differs}
	switch {
	case l.Differs:
		s.Words = fmt.Sprintf("It was heard, but its record differs from this one: it holds %s, this laptop %s.", Entries(l.Holds), Entries(v.t.seq))
		if l.Silent {
			s.Words = fmt.Sprintf("It is silent since %s, and its record differed from this one: it held %s, this laptop holds %s.",
				l.Since.Local().Format("15:04:05"), Entries(l.Holds), Entries(v.t.seq))
		}
		s.Words += " To go on from what it holds, let it take the match over on its own page; otherwise let it follow this match as it is here, on that page too."
	case l.Silent && l.Since.IsZero():
		s.Words = "It was not heard since this laptop was started."
	case l.Silent:
		s.Words = "It is silent since " + l.Since.Local().Format("15:04:05") + ": look whether it is on and in the same network."
	case l.Behind == 1:
		s.Words = "It is one entry behind."
	case l.Behind > 0:
		s.Words = fmt.Sprintf("It is %d entries behind.", l.Behind)
	case l.Bidden:
		s.Words = "It is up to date, and follows; it takes the match over only when somebody there says so."
	default:
		s.Words = "It is up to date, and takes the match over if this laptop dies."
	}
	return &s
}

// Entries says how many entries a record has.
func Entries(n int64) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}

// StandbyScreen is the page of a laptop that stands by. It tells no name of a
// person and no question: anybody can open it.
type StandbyScreen struct {
	At        string // where the match is
	Own       string // where it goes on if this laptop takes over
	Has       string // what this laptop holds, in words
	State     string // "following", "searching", "differs", "starting"; "leads" where the match is on this laptop
	Words     string // how it follows, in one or two sentences
	Last      int64  // the last entry that it holds; 0 of a match with hidden pieces (S8)
	There     int64  // the last entry of the other laptop, where the two records differ; 0 for not known
	By        string // when it takes over by itself, in words
	Kept      string // the file in which entries stay that only this laptop has; "" for none
	Trouble   string // what somebody should look at, or ""
	StoodDown bool   // the match was on this laptop before
}
