package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"os/exec"
	"regexp"
	"syscall"
	"time"
)

var listening = regexp.MustCompile(`127\.0\.0\.1:[0-9]+`)

// first is how long a server takes from exec to the first page. It tells its
// address in its first line.
func first(binary, path string, args ...string) (time.Duration, error) {
	cmd := exec.Command(binary, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	defer cmd.Wait()
	defer cmd.Process.Signal(syscall.SIGTERM)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return 0, err
	}
	addr := listening.FindString(line)
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nAccept: text/html\r\nConnection: close\r\n\r\n", path, addr)
	body, err := io.ReadAll(conn)
	if err == nil && !bytes.HasPrefix(body, []byte("HTTP/1.1 200")) {
		err = fmt.Errorf("the first page is %.60q", body)
	}
	return time.Since(began), err
}

// until reads until a text has come.
func until(conn net.Conn, text string) error {
	in := bufio.NewReader(conn)
	for {
		line, err := in.ReadString('\n')
		if err != nil || bytes.Contains([]byte(line), []byte(text)) {
			return err
		}
	}
}
