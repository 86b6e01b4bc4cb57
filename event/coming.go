package event

// Coming is a state that is being saved. Its pages can be drawn while the disk is
// waited for, so that they are there once it is the current one; until then nobody
// may see any. Where it can't be saved it never becomes current, and no other state
// has its version.
type Coming struct {
	Version int64 // that it has if it becomes the current state
	since   int64 // of the state that it follows on
	evening *Evening
	truth   truth
}

// coming is the state that a batch leads to; nil where its pages may depend on more
// than the batch.
func (e *Evening) coming(b *batch) *Coming {
	e.mu.Lock()
	defer e.mu.Unlock()
	// New names come with the commit, wiped ones go with it, and so does the word
	// that nothing can be saved.
	if b.renamed || b.truth.wiped > e.truth.wiped || e.unsaved.words != "" {
		return nil
	}
	e.versions++
	return &Coming{Version: e.versions, since: e.version, evening: e, truth: b.truth}
}

// Waits tells whether it is still being saved.
func (c *Coming) Waits() bool {
	c.evening.mu.Lock()
	defer c.evening.mu.Unlock()
	return c.evening.version == c.since
}

// Screen is what a seat may see once this is the current state.
func (c *Coming) Screen(s Seat) (any, error) {
	c.evening.mu.Lock()
	v := c.evening.viewOf(c.truth)
	c.evening.mu.Unlock()
	return v.screen(s)
}

// Ticket is what a device will keep in its cookie to hold a seat.
func (c *Coming) Ticket(s Seat) string { return c.truth.keyed("ticket", s, 26) }
