package static

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"
)

//go:embed *.css *.js *.svg
var files embed.FS

// asset is one file with everything an answer needs.
type asset struct {
	body func() []byte
	kind string // content type
	url  string
}

// kinds are the content types that this package holds. They are spelled out
// since the operating system's own table differs from laptop to laptop.
var kinds = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
}

// loaded is what was made of the files, with the version of them all. It is made
// when it is first asked for.
var loaded = sync.OnceValues(func() (map[string]asset, string) { return load(files) })

// URL is the address of a file. It changes with the file's content. An unknown
// name is a slip in a template, so it panics.
func URL(name string) string {
	assets, _ := loaded()
	a, ok := assets[name]
	if !ok {
		panic(fmt.Sprintf("static: no file %q", name))
	}
	return a.url
}

// Read gives a file's content and its content type.
func Read(name string) (body []byte, contentType string, ok bool) {
	assets, _ := loaded()
	a, ok := assets[name]
	if !ok {
		return nil, "", false
	}
	return a.body(), a.kind, true
}

// Names lists the files.
func Names() []string {
	assets, _ := loaded()
	return slices.Sorted(maps.Keys(assets))
}

// Version names all files together: a page that was built with another one was
// served by another build of the program.
func Version() string {
	_, version := loaded()
	return version
}

// load derives every file's address. A file's content is kept once it is asked
// for.
func load(files fs.FS) (map[string]asset, string) {
	names, err := fs.Glob(files, "*.*")
	if err != nil {
		panic(err)
	}
	slices.Sort(names)
	all := make(map[string]asset)
	whole, buffer := sha256.New(), make([]byte, 16<<10)
	for _, name := range names {
		kind, ok := kinds[path.Ext(name)]
		if !ok {
			continue
		}
		file, err := files.Open(name)
		if err != nil {
			panic(err)
		}
		own := sha256.New()
		if _, err := io.CopyBuffer(own, file, buffer); err != nil {
			panic(err)
		}
		file.Close()
		sum := own.Sum(nil)
		whole.Write(sum)
		body := sync.OnceValue(func() []byte {
			body, err := fs.ReadFile(files, name)
			if err != nil {
				panic(err)
			}
			return body
		})
		all[name] = asset{body: body, kind: kind, url: "/static/" + hex.EncodeToString(sum[:8]) + "/" + name}
	}
	return all, hex.EncodeToString(whole.Sum(nil)[:8])
}
