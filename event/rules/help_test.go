package rules_test

import (
	"regexp"
	"strings"
	"testing"

	"biblechess/event/rules"
)

// Every clause that a refusal or a house rule can name is in the help, once.
func TestHelpHasEveryClause(t *testing.T) {
	id := regexp.MustCompile(`^[RBCJS][0-9]+$`)
	seen := map[string]bool{}
	for _, chapter := range rules.Help() {
		if chapter.Key == "" || chapter.Title == "" || len(chapter.Clauses) == 0 {
			t.Errorf("chapter %q says too little", chapter.Key)
		}
		for _, c := range chapter.Clauses {
			if !id.MatchString(c.ID) || seen[c.ID] {
				t.Errorf("clause %q is no id, or comes twice", c.ID)
			}
			seen[c.ID] = true
			if c.Title == "" || !strings.HasSuffix(c.Words, ".") || c.Ours != "" && !strings.HasSuffix(c.Ours, ".") {
				t.Errorf("%s: %q is not told in sentences", c.ID, c.Words)
			}
		}
	}
	for _, f := range rules.Formats() {
		for _, r := range f.HouseRules() {
			if !seen[r.Clause] {
				t.Errorf("the house rule %s of %s names %s, which the help lacks", r.Key, f.Name(), r.Clause)
			}
		}
	}
	for _, clause := range []string{"R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "B1", "B2", "B20", "B25", "B37", "B46"} {
		if !seen[clause] {
			t.Errorf("the help lacks %s", clause)
		}
	}
}
