package store

import (
	"sync"
	"testing"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// faultyDisk lies between the database and the system's files. Each operation on
// a file goes through it; a chosen one fails as a disk does, and those after it
// too until the disk is well again. Everything else is the real file system.
type faultyDisk struct {
	vfs     sqlite3.Tsqlite3_vfs        // beneath
	methods sqlite3.Tsqlite3_io_methods // beneath: those for bytes are the same for every file

	mu    sync.Mutex
	ours  map[uintptr]uintptr // methods by those beneath: databases lock, logs don't
	fault fault
	armed bool
	seen  int // operations that the fault strikes, since it was armed
	hit   bool
}

// fault is how a disk fails.
type fault struct {
	on    operation // which operations
	code  int32     // what the system's file layer answers
	after int       // of these operations succeed before
	lasts bool      // all that follow fail too
	half  bool      // a write reaches the disk in part
}

type operation int

const (
	reads operation = 1 << iota
	writes
	syncs
	truncates
	opens
	deletes

	everything = reads | writes | syncs | truncates | opens | deletes
)

var disk = faultyDisk{ours: map[uintptr]uintptr{}}

// What the database is given: it reads these places for as long as they are registered.
var (
	faultyVFS  sqlite3.Tsqlite3_vfs
	faultyName = [...]byte{'f', 'a', 'u', 'l', 't', 'y', 0}
)

// at is what lies at an address of the database's memory.
func at[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// call makes a function of the database's pointer to one, and pointer is its
// opposite for a function of this package.
func call[F any](pointer uintptr) F {
	holder := &struct{ p uintptr }{pointer}
	return *(*F)(unsafe.Pointer(holder))
}

func pointer[F any](function F) uintptr { return *(*uintptr)(unsafe.Pointer(&function)) }

type (
	openCall     = func(*libc.TLS, uintptr, uintptr, uintptr, int32, uintptr) int32
	deleteCall   = func(*libc.TLS, uintptr, uintptr, int32) int32
	transferCall = func(*libc.TLS, uintptr, uintptr, int32, int64) int32
	truncateCall = func(*libc.TLS, uintptr, int64) int32
	syncCall     = func(*libc.TLS, uintptr, int32) int32
)

// faulty puts the disk beneath every database that the test opens from now on.
func faulty(t *testing.T) *faultyDisk {
	t.Helper()
	tls := libc.NewTLS()
	disk.vfs = *at[sqlite3.Tsqlite3_vfs](sqlite3.Xsqlite3_vfs_find(tls, 0))
	faultyVFS = disk.vfs
	faultyVFS.FzName = uintptr(unsafe.Pointer(&faultyName))
	faultyVFS.FxOpen = pointer[openCall](openFaulty)
	faultyVFS.FxDelete = pointer[deleteCall](deleteFaulty)
	here := uintptr(unsafe.Pointer(&faultyVFS))
	if code := sqlite3.Xsqlite3_vfs_register(tls, here, 1); code != sqlite3.SQLITE_OK {
		t.Fatalf("the faulty disk can't be put in place: %d", code)
	}
	t.Cleanup(func() {
		disk.well()
		sqlite3.Xsqlite3_vfs_unregister(tls, here)
		tls.Close()
	})
	return &disk
}

// fails arms a fault.
func (d *faultyDisk) fails(f fault) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fault, d.armed, d.seen, d.hit = f, true, 0, false
}

// well mends the disk, and tells whether it has failed.
func (d *faultyDisk) well() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.armed = false
	return d.hit
}

// strikes tells whether this operation fails, and how.
func (d *faultyDisk) strikes(o operation) (fault, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.armed || d.fault.on&o == 0 {
		return fault{}, false
	}
	d.seen++
	if d.seen <= d.fault.after || d.hit && !d.fault.lasts {
		return fault{}, false
	}
	d.hit = true
	return d.fault, true
}

func openFaulty(tls *libc.TLS, vfs, name, file uintptr, flags int32, out uintptr) int32 {
	if _, fails := disk.strikes(opens); fails {
		at[sqlite3.Tsqlite3_file](file).FpMethods = 0
		return sqlite3.SQLITE_CANTOPEN
	}
	code := call[openCall](disk.vfs.FxOpen)(tls, vfs, name, file, flags, out)
	if f := at[sqlite3.Tsqlite3_file](file); code == sqlite3.SQLITE_OK && f.FpMethods != 0 {
		disk.mu.Lock()
		defer disk.mu.Unlock()
		ours := disk.ours[f.FpMethods]
		if ours == 0 {
			disk.methods = *at[sqlite3.Tsqlite3_io_methods](f.FpMethods)
			ours = libc.Xcalloc(tls, 1, libc.Tsize_t(unsafe.Sizeof(disk.methods)))
			disk.ours[f.FpMethods] = ours
			m := at[sqlite3.Tsqlite3_io_methods](ours)
			*m = disk.methods
			m.FxRead = pointer[transferCall](readFaulty)
			m.FxWrite = pointer[transferCall](writeFaulty)
			m.FxTruncate = pointer[truncateCall](truncateFaulty)
			m.FxSync = pointer[syncCall](syncFaulty)
		}
		f.FpMethods = ours
	}
	return code
}

func deleteFaulty(tls *libc.TLS, vfs, name uintptr, sync int32) int32 {
	if _, fails := disk.strikes(deletes); fails {
		return sqlite3.SQLITE_IOERR_DELETE
	}
	return call[deleteCall](disk.vfs.FxDelete)(tls, vfs, name, sync)
}

func readFaulty(tls *libc.TLS, file, into uintptr, length int32, from int64) int32 {
	if f, fails := disk.strikes(reads); fails {
		return f.code
	}
	return call[transferCall](disk.methods.FxRead)(tls, file, into, length, from)
}

func writeFaulty(tls *libc.TLS, file, what uintptr, length int32, to int64) int32 {
	write := call[transferCall](disk.methods.FxWrite)
	if f, fails := disk.strikes(writes); fails {
		if f.half {
			write(tls, file, what, length/2, to)
		}
		return f.code
	}
	return write(tls, file, what, length, to)
}

func truncateFaulty(tls *libc.TLS, file uintptr, length int64) int32 {
	if _, fails := disk.strikes(truncates); fails {
		return sqlite3.SQLITE_IOERR_TRUNCATE
	}
	return call[truncateCall](disk.methods.FxTruncate)(tls, file, length)
}

// syncFaulty leaves the real disk alone: what the tests look at are the files as
// the system shows them.
func syncFaulty(tls *libc.TLS, file uintptr, flags int32) int32 {
	if _, fails := disk.strikes(syncs); fails {
		return sqlite3.SQLITE_IOERR_FSYNC
	}
	return sqlite3.SQLITE_OK
}
