package store

import (
	"errors"
	"io"
	"os"
	"sync"
	"time"
)

// The write-ahead log is written over and over, not made longer. Making a file
// longer costs the disk a second write a commit, for the length; writing over
// blocks that are there costs one. So the log is grown once, before the match,
// and moved into the database before it is full, at moments when nobody waits.
// SQLite takes what lies behind the log's last good frame for nothing, zeros
// too, so the growing is invisible to it, and a crash at any moment leaves a
// log that reads as before.
//
// What this costs in clarity: the program, and no longer SQLite, sees to it
// that the log stays short.
const (
	grown = 4 << 20     // bytes of the log: room for as many commits as most
	rest  = time.Second // how long nothing is written before the log is moved
	worth = 64          // entries that make a rest worth while
	lull  = 10 * rest   // how long nothing is written before fewer entries are moved too
	most  = 256         // entries after which the log is moved between two commits
)

// log looks after the write-ahead log. Its lock keeps commits and rests apart.
type log struct {
	mu     sync.Mutex
	timer  *time.Timer
	behind int  // entries since the log was last moved
	doubt  bool // it may hold a commit that was refused
	begun  bool // the first rest is over
	closed bool
}

// start plans the first rest, which grows the log.
func (l *log) start(f *File) {
	l.timer = time.AfterFunc(rest/10, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		f.rest()
	})
}

// stop waits for a rest that is going on; none comes after it.
func (l *log) stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.timer.Stop()
}

// wrote plans the next rest after entries, or after an attempt to write them
// that failed; f.log.mu is held.
//
// A commit that failed may lie whole in the log all the same, where only the
// disk's word is missing. The next commit is written over it; until then a crash
// would bring back what was refused. So the log is emptied, again and again until
// the disk does it.
func (f *File) wrote(entries int, err error) {
	l := &f.log
	if l.doubt = err != nil; l.doubt {
		f.empty()
	}
	switch l.behind += entries; {
	case l.closed:
	case l.behind >= most:
		l.timer.Reset(0)
	case l.behind >= worth, l.doubt:
		l.timer.Reset(rest)
	case l.behind > 0 && l.begun:
		l.timer.Reset(lull) // for whoever takes the file away without its log
	}
}

// empty moves all that is good in the log into the database, and cuts the log
// off.
func (f *File) empty() {
	if _, err := f.db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err == nil {
		f.log.behind, f.log.doubt = 0, false
	}
}

// rest moves the log's content into the database, so that the next commit
// writes the log from its beginning, and sees that the log has its length. Both
// serve speed alone: what goes wrong here is left for the next rest, and what
// is wrong with the disk the next commit says. f.log.mu is held.
func (f *File) rest() {
	l := &f.log
	switch {
	case l.closed:
		return
	case l.doubt:
		if f.empty(); l.doubt {
			l.timer.Reset(rest)
			return
		}
	case l.behind >= worth, l.behind > 0 && l.begun:
		if _, err := f.db.Exec("PRAGMA wal_checkpoint(PASSIVE)"); err == nil {
			l.behind = 0
		}
	}
	grow(f.path+"-wal", grown)
	if l.begun = true; l.behind > 0 {
		l.timer.Reset(lull)
	}
}

// grow makes a file as long as it says, with zeros that are really on the disk.
// Where they don't fit the file is left as it was.
func grow(path string, length int64) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	now, err := file.Seek(0, io.SeekEnd)
	if err != nil || now >= length {
		return err
	}
	zeros := make([]byte, 64<<10)
	for at := now; at < length && err == nil; at += int64(len(zeros)) {
		_, err = file.Write(zeros[:min(int64(len(zeros)), length-at)])
	}
	if err = errors.Join(err, file.Sync()); err != nil {
		return errors.Join(err, file.Truncate(now))
	}
	return nil
}
