package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// A disk that spoils the log can't take back in silence what was followed by another
// commit: wherever a bit flips or a sector is lost, the file opens with everything, the
// last commit at most apart, or is called damaged and gives what is good.
func TestOpen_ASpoiltLogIsNoticed(t *testing.T) {
	const entries = 12
	f := open(t, filepath.Join(t.TempDir(), "evening.db"))
	for seq := int64(1); seq <= entries; seq++ {
		if err := f.keep(entry(seq), map[string]string{fmt.Sprintf("p%d", seq): fmt.Sprintf("Name %d", seq)}); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(f.path)
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(f.path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	used := len(log)
	for used > 0 && log[used-1] == 0 {
		used--
	}
	noticed := 0
	try := func(what string, spoil func([]byte) []byte) {
		t.Helper()
		path := filepath.Join(t.TempDir(), "evening.db")
		if err := errors.Join(os.WriteFile(path, data, 0o600), os.WriteFile(path+"-wal", spoil(append([]byte(nil), log...)), 0o600)); err != nil {
			t.Fatal(err)
		}
		kept, _, readErr := Read(path)
		again, err := Open(path)
		var damage *Damage
		if errors.As(err, &damage) {
			noticed++
			if !errors.As(readErr, &damage) {
				t.Errorf("%s: it does not open (%v), and reads as whole: %d entries", what, err, len(kept))
			}
			return
		}
		if err != nil {
			t.Errorf("%s: %v", what, err)
			return
		}
		defer again.Close()
		last, err := again.last()
		if err != nil || last < entries-1 {
			t.Errorf("%s: it opens with %d of %d entries, %v", what, last, entries, err)
		}
	}
	for at := 0; at < used; at += 211 {
		try(fmt.Sprintf("bit %d", at*8), func(b []byte) []byte { b[at] ^= 1 << (at % 8); return b })
	}
	for at := 0; at < walHead; at++ {
		try(fmt.Sprintf("byte %d of the head", at), func(b []byte) []byte { b[at] ^= 0x55; return b })
	}
	for at := 0; at < used; at += 7 * sector {
		try(fmt.Sprintf("the sector at %d", at), func(b []byte) []byte { clear(b[at:min(at+sector, len(b))]); return b })
	}
	if noticed < 100 {
		t.Errorf("%d spoilt logs were noticed", noticed)
	}
	try("nothing", func(b []byte) []byte { return b })
}
