package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"biblechess/event"
	"biblechess/event/store"
)

// What the record can't tell of itself: whether its file is still where it was, and
// whether it is as long as it was. Both are told to the host and to whoever started the
// program.
const (
	fileEvery    = 3 * time.Second
	compareAfter = 1500 * time.Millisecond // when nobody waits for a page any more, and before the first safety copy
)

// watchFile looks from time to time whether the data file is still where it was opened.
// Somebody who moves it takes the record along without what is written from then on.
// It tells, too, why no safety copy can be made.
func (k *keeper) watchFile(ctx context.Context, evening *event.Evening, log *slog.Logger) {
	opened, err := os.Stat(k.path)
	if err != nil {
		log.Error("the data file can't be watched", "error", err)
		return
	}
	look := time.NewTicker(fileEvery)
	defer look.Stop()
	gone := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		copies := ""
		if err := k.rotation.Trouble(); err != nil {
			copies = sentences(err.Error())
		}
		evening.Trouble("copies", copies)
		now, err := os.Stat(k.path)
		switch there := err == nil && os.SameFile(opened, now); {
		case there && gone:
			log.Info("the data file is back", "file", k.path)
			evening.Trouble("file", "")
			gone = false
		case !there && !gone:
			log.Error("the data file was moved, renamed or deleted while the program runs: put it back, or download a copy under Safety copies before the program stops", "file", k.path)
			evening.Trouble("file", "The data file is no longer at "+k.path+": it was moved, renamed or deleted. Put it back, or download a copy under Safety copies now: what is played from here on would be lost when the program stops.")
			gone = true
		}
	}
}

// compareCopies looks once whether the file as it lies on the disk is whole, names and
// all, and whether a safety copy goes on where the record ends: then something was lost,
// unless the host has chosen an earlier state.
func (k *keeper) compareCopies(ctx context.Context, evening *event.Evening, log *slog.Logger) {
	began := time.Now()
	select {
	case <-ctx.Done():
		return
	case <-time.After(compareAfter):
	}
	entries, _, err := readLive(k.path)
	var damage *store.Damage
	if errors.As(err, &damage) {
		log.Error("the data file is damaged", "error", err)
		evening.Trouble("damage", "The data file is damaged on the disk, though the record could be read ("+damage.Words+"): download a copy under Safety copies, and go on from it after the match.")
		return
	}
	more, name, at := longerCopy(k.path, entries, began)
	if more == 0 {
		return
	}
	log.Error("a safety copy holds more than the data file", "copy", name, "entries", more)
	evening.Trouble("copy", fmt.Sprintf("The safety copy of %s goes on for %s where this record ends. If that is missed, go on from this copy under Safety copies before anything else is done.", at.Local().Format("2 January, 15:04:05"), event.Entries(int64(more))))
}

// longerCopy finds by how many entries the newest safety copy from before a time goes on
// beyond what the data file held of its entries then; 0 where it does not, or is of
// another evening.
func longerCopy(data string, entries []event.Entry, before time.Time) (more int, name string, at time.Time) {
	folder := store.CopiesOf(data)
	copies, err := store.Copies(folder)
	if err != nil {
		return 0, "", at
	}
	n := 0
	for n < len(entries) && entries[n].At < before.UnixMilli() {
		n++
	}
	for _, c := range copies {
		if n == 0 || !c.At.Before(before) {
			continue
		}
		other, err := readCandidate(filepath.Join(folder, c.Name))
		if err == nil && len(other.entries) > n && reflect.DeepEqual(other.entries[n-1], entries[n-1]) {
			return len(other.entries) - n, c.Name, c.At
		}
		if err == nil {
			break // the newest good one decides
		}
	}
	return 0, "", at
}
