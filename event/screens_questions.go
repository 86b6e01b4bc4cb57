package event

// QuestionsScreen is the bank editor's page of one side, or of the reserve.
type QuestionsScreen struct {
	Frame
	Banks   []EditorBank
	Locked  string // why nothing can be changed now, or ""
	Missing []string
	Version string   // of the library: another one when any question differs
	Lost    int      // questions whose approval a change took away
	Total   int      // questions of this page, on the shelf too
	Tags    []string // of the questions on the shelf and in the banks
	Starter bool     // a starter bank can be taken
}

// EditorBank is one bank in the editor, or the shelf.
type EditorBank struct {
	Shelf bool
	Piece string // form value
	Name  string
	Count int
	Size  string // "3" or "at least 6"
	Lines []QuestionLine
}
