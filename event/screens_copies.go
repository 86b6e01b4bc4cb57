package event

import "time"

// CopyLine is one safety copy of the data file.
type CopyLine struct {
	Name string // of the file
	At   int64  // when it was made, milliseconds
	Size int64  // bytes
}

// CopiesScreen is the host's page of safety copies.
type CopiesScreen struct {
	Frame
	Copies  []CopyLine // newest first
	Trouble string     // why the last copy could not be made
	Error   string     // what went wrong with what the host asked for
	Chosen  *ChosenCopy
}

// ChosenCopy is a state that the host may take back.
type ChosenCopy struct {
	Name    string // of a safety copy, or of a file that was brought
	Words   string // what is in it
	Present string // what is in the present record
}

// Copies is the frame of the host's page of safety copies, and how far the
// present record goes.
func (e *Evening) Copies() (CopiesScreen, Standing) {
	v := e.view()
	s := v.t.standing(time.Time{}, nil)
	return CopiesScreen{Frame: v.frame(Host, "Safety copies")}, s
}
