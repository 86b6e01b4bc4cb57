package assembled

import (
	"maps"
	"testing"
)

func TestApply_RegionsAndTheirParts(t *testing.T) {
	page := Regions{}
	for _, step := range []struct {
		data string
		want Regions
	}{
		{"<section id=\"a\" data-region><section>1</section></section>\n<section id=\"b\">\n2</section>\n",
			Regions{"a": `<section id="a" data-region><section>1</section></section>`, "b": "<section id=\"b\">\n2</section>"}},
		{`<section id="b"><p><b>x</b><div class="c" id="at-e4" data-region><div>4</div></div></p><ol id="at-e"></ol></section>`,
			Regions{"a": `<section id="a" data-region><section>1</section></section>`, "b": `<section id="b"><p><b>x</b><div class="c" id="at-e4" data-region><div>4</div></div></p><ol id="at-e"></ol></section>`}},
		{"<div id=\"at-e4\">5</div><ol id=\"at-e\"><li>6</li></ol>",
			Regions{"a": `<section id="a" data-region><section>1</section></section>`, "b": `<section id="b"><p><b>x</b><div id="at-e4">5</div></p><ol id="at-e"><li>6</li></ol></section>`}},
	} {
		if err := page.Apply(step.data); err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(page, step.want) {
			t.Fatalf("after %q the page is %q", step.data, page)
		}
	}
	for _, wrong := range []string{`<p>1</p>`, `<section id="a">`, `<div id="at-e5">5</div>`, "words", `<div id="at-e4">`} {
		if before := maps.Clone(page); page.Apply(wrong) == nil || !maps.Equal(page, before) {
			t.Errorf("%q was taken", wrong)
		}
	}
}

func TestOf_ALoadedPage(t *testing.T) {
	a, b := `<section id="a" data-region><section>1</section></section>`, `<section id="b" data-region class="act"><p>2</p></section>`
	if got := Of("<main>" + a + `<section id="c">3</section>` + b + "</main>"); !maps.Equal(got, Regions{"a": a, "b": b}) {
		t.Errorf("the page is %q", got)
	}
}
