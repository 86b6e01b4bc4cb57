package web

import (
	"syscall"
	"unsafe"
)

var diskFree = syscall.NewLazyDLL("kernel32.dll").NewProc("GetDiskFreeSpaceExW")

// freeSpace is how many bytes this user can still write into a folder.
func freeSpace(folder string) (uint64, error) {
	path, err := syscall.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	var free uint64
	if ok, _, err := diskFree.Call(uintptr(unsafe.Pointer(path)), uintptr(unsafe.Pointer(&free)), 0, 0); ok == 0 {
		return 0, err
	}
	return free, nil
}
