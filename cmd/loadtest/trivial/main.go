// Command trivial is the least server of the same make (echo, SQLite, templ):
// what the program's start is measured against. It serves one page on a free
// port of this computer, from the database named on its command line.
package main

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"
	_ "modernc.org/sqlite"
)

func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "trivial:", err)
		os.Exit(1)
	}
}

func run(path string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.Exec("CREATE TABLE IF NOT EXISTS visit (seq INTEGER PRIMARY KEY, at INTEGER)"); err != nil {
		return err
	}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.GET("/", func(c echo.Context) error {
		var visits int
		if err := db.QueryRow("SELECT count(*) FROM visit").Scan(&visits); err != nil {
			return err
		}
		c.Response().Header().Set(echo.HeaderContentType, echo.MIMETextHTMLCharsetUTF8)
		c.Response().WriteHeader(http.StatusOK)
		return page(visits).Render(c.Request().Context(), c.Response())
	})
	if e.Listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return err
	}
	fmt.Println(e.Listener.Addr())
	go func() {
		<-ctx.Done()
		e.Close()
	}()
	if err := e.Start(""); err != nil && err != http.ErrServerClosed {
		return err
	}
	return nil
}

func page(visits int) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := fmt.Fprintf(w, "<!DOCTYPE html><html lang=\"en\"><head><title>Visits</title></head><body><p>%d</p></body></html>", visits)
		return err
	})
}
