package static

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestURLFollowsContent(t *testing.T) {
	before, v1 := load(fstest.MapFS{"a.css": {Data: []byte("p{}")}, "b.js": {Data: []byte("1")}})
	after, v2 := load(fstest.MapFS{"a.css": {Data: []byte("q{}")}, "b.js": {Data: []byte("1")}})
	if before["a.css"].url == after["a.css"].url {
		t.Error("a changed file kept its address")
	}
	if before["b.js"].url != after["b.js"].url {
		t.Error("an unchanged file got a new address")
	}
	if v1 == v2 {
		t.Error("the version did not change with a file")
	}
}

func TestEveryFileCanBeRead(t *testing.T) {
	assets, _ := loaded()
	if len(assets) == 0 {
		t.Fatal("nothing is embedded")
	}
	for name := range assets {
		body, kind, ok := Read(name)
		if !ok || len(body) == 0 || kind == "" {
			t.Errorf("%s: %d bytes, kind %q, found %v", name, len(body), kind, ok)
		}
		if url := URL(name); !strings.HasPrefix(url, "/static/") || !strings.HasSuffix(url, "/"+name) {
			t.Errorf("%s has the address %s", name, url)
		}
	}
	if _, _, ok := Read("../doc.go"); ok {
		t.Error("a file outside was read")
	}
}

func TestNothingIsLoadedFromElsewhere(t *testing.T) {
	assets, _ := loaded()
	for name, a := range assets {
		text := string(a.body())
		for _, sign := range []string{"//cdn", "@import", "url(http", "eval(", "sourceMappingURL"} {
			if strings.Contains(text, sign) {
				t.Errorf("%s contains %q", name, sign)
			}
		}
	}
}
