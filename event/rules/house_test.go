package rules_test

import (
	"strings"
	"testing"

	"biblechess/event/chess"
	"biblechess/event/rules"
)

// The keys and defaults that the rules give, with their clauses.
func TestHouseRulesOfBibleChess(t *testing.T) {
	want := map[string]string{
		rules.KeySliding: "B3 blocked", rules.KeyEnPassant: "B5 off", rules.KeyPromotion: "B6 any",
		rules.KeyBishopDuel: "B13 challenger", rules.KeyGameMasterTakes: "B17 any", rules.KeyGameMasterOpen: "B24 called",
		rules.KeyOpenHint: "B24 on", rules.KeyBankSizes: "B30 3,3,6,12,6", rules.KeyJuggling: "B32 on",
		rules.KeyPanel: "B40 majority", rules.KeyReveal: "B45 after-ruling", rules.KeyMatchMinutes: "R5 off", rules.KeyCallSeconds: "R5 off",
		rules.KeyMisread: "B35 read-again", rules.KeyAppeals: "B42 2", rules.KeyAppealSeconds: "B42 10",
		rules.KeyAnswerSeconds: "B44 30", rules.KeyRevealHold: "B46 2",
	}
	all := rules.Bible.HouseRules()
	if len(all) != len(want) {
		t.Errorf("%d rules, want %d", len(all), len(want))
	}
	for _, r := range all {
		if got := r.Clause + " " + r.Default; got != want[r.Key] {
			t.Errorf("%s: %s, want %s", r.Key, got, want[r.Key])
		}
		if err := r.Check(r.Default); err != nil {
			t.Errorf("the default: %v", err)
		}
		for _, v := range r.Values {
			if err := r.Check(v.Key); err != nil || v.Name == "" || v.Help == "" {
				t.Errorf("%s %s: %v", r.Key, v.Key, err)
			}
		}
		if r.Name == "" || !strings.HasSuffix(r.Help, ".") || !r.Sizes && r.Number == nil && r.Values[0].Key != r.Default {
			t.Errorf("%s says too little, or its default is not the first", r.Key)
		}
	}
}

func TestHouseRuleCheck(t *testing.T) {
	for _, c := range []struct{ key, value, want string }{
		{rules.KeySliding, "", "only blocked or through-opponents"},
		{rules.KeySliding, "Blocked", "only blocked or through-opponents"},
		{rules.KeyPanel, "most", "only majority, unanimous, any or head"},
		{rules.KeyMatchMinutes, "10", ""},
		{rules.KeyMatchMinutes, "240", ""},
		{rules.KeyMatchMinutes, "9", "off or a whole number from 10 to 240 (minutes)"},
		{rules.KeyMatchMinutes, "241", "not possible"},
		{rules.KeyMatchMinutes, "010", "not possible"},
		{rules.KeyMatchMinutes, "+10", "not possible"},
		{rules.KeyMatchMinutes, "1e2", "not possible"},
		{rules.KeyCallSeconds, "300", ""},
		{rules.KeyCallSeconds, "301", "from 10 to 300 (seconds)"},
		{rules.KeyCallSeconds, "99999999999999999999", "not possible"},
		{rules.KeyBankSizes, "1,1,1,1,0", ""},
		{rules.KeyBankSizes, " 3, 3, 6, 12, 6 ", ""},
		{rules.KeyBankSizes, "3,3,6,12", "five whole numbers"},
		{rules.KeyBankSizes, "0,3,6,12,6", "Rook's bank has a whole number from 1 to 99"},
		{rules.KeyBankSizes, "3,3,6,100,6", "Pawn's bank"},
		{rules.KeyBankSizes, "3,3,6,12,-1", "Quiz Master's bank has a whole number from 0 to 99"},
		{rules.KeyBankSizes, "3,x,6,12,6", `"x" is not that`},
	} {
		r, ok := rules.Rule(rules.Bible, c.key)
		if !ok {
			t.Fatalf("no rule %s", c.key)
		}
		err := r.Check(c.value)
		if (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), r.Name+": ")) {
			t.Errorf("%s = %q: %v, want %q", c.key, c.value, err, c.want)
		}
	}
}

func TestHouseCheck(t *testing.T) {
	if err := (rules.House{}).Check(rules.Bible); err != nil {
		t.Errorf("the game as written: %v", err)
	}
	if err := rules.House(nil).Check(rules.Bible); err != nil {
		t.Errorf("no choice at all: %v", err)
	}
	err := rules.House{"zeal": "on", "apples": "2", rules.KeyPanel: "loud", rules.KeySliding: "odd", rules.KeyJuggling: "off"}.Check(rules.Bible)
	if err == nil {
		t.Fatal("accepted")
	}
	lines := strings.Split(err.Error(), "\n")
	for i, want := range []string{"Sliding past opponents: ", "How the judges decide: ", `Bible Chess has no house rule "apples"`, `Bible Chess has no house rule "zeal"`} {
		if i >= len(lines) || !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d of %q, want %q", i, lines, want)
		}
	}
}

func TestHouseLookups(t *testing.T) {
	h := rules.House{rules.KeyMatchMinutes: "45", rules.KeyBankSizes: "1,2,3,4,5", rules.KeyPanel: rules.PanelHead}
	if h.Value(rules.Bible, rules.KeyPanel) != rules.PanelHead || h.Value(rules.Bible, rules.KeyJuggling) != rules.On || h.Value(rules.Bible, "no such") != "" {
		t.Error("a value is not what was chosen")
	}
	if n, ok := h.Number(rules.Bible, rules.KeyMatchMinutes); n != 45 || !ok {
		t.Errorf("minutes: %d, %v", n, ok)
	}
	if n, ok := h.Number(rules.Bible, rules.KeyCallSeconds); ok {
		t.Errorf("seconds: %d", n)
	}
	sizes := h.BankSizes()
	if sizes != (rules.BankSizes{Rook: 1, Bishop: 2, Knight: 3, Pawn: 4, QuizMaster: 5}) || sizes.String() != "1,2,3,4,5" {
		t.Errorf("sizes: %+v", sizes)
	}
	if sizes.Of(chess.Rook) != 1 || sizes.Of(chess.Bishop) != 2 || sizes.Of(chess.Knight) != 3 || sizes.Of(chess.Pawn) != 4 || sizes.Of(chess.Queen) != 5 || sizes.Of(chess.King) != 0 {
		t.Error("a bank has another's size")
	}
	if got := (rules.House{rules.KeyBankSizes: "many"}).BankSizes().String(); got != "3,3,6,12,6" {
		t.Errorf("unreadable sizes: %s", got)
	}
}

func TestFormats(t *testing.T) {
	f, ok := rules.ByKey("bible")
	if !ok || f != rules.Bible || f.Key() != "bible" || f.Name() != "Bible Chess" {
		t.Error("Bible Chess is not found")
	}
	if _, ok := rules.ByKey("go"); ok {
		t.Error("a format that does not exist is found")
	}
	changed := f.HouseRules()
	changed[0].Default = "changed"
	if f.HouseRules()[0].Default == "changed" {
		t.Error("the house rules can be changed from outside")
	}
}

func FuzzHouseRuleCheck(f *testing.F) {
	for _, r := range rules.Bible.HouseRules() {
		f.Add(r.Key, r.Default)
	}
	f.Add(rules.KeyMatchMinutes, "0x10")
	f.Add(rules.KeyBankSizes, "3,3,6,12,6,")
	f.Add(rules.KeyClock, "15+10")
	f.Add(rules.KeySithGoal, rules.GoalCaptureBoth)
	f.Fuzz(func(t *testing.T, key, value string) {
		h := rules.House{key: value}
		err := h.Check(rules.Bible)
		r, known := rules.Rule(rules.Bible, key)
		if !known {
			if err == nil {
				t.Errorf("an unknown key %q is accepted", key)
			}
			return
		}
		if (err == nil) != (r.Check(value) == nil) {
			t.Errorf("%q = %q: the two checks do not agree", key, value)
		}
		if err != nil && (len(err.Error()) > 300 || strings.Contains(err.Error(), "\n")) {
			t.Errorf("a long error: %v", err)
		}
		if sizes, err := rules.ParseBankSizes(value); err == nil {
			if again, err := rules.ParseBankSizes(sizes.String()); err != nil || again != sizes {
				t.Errorf("%q is written as %q", value, sizes)
			}
		}
		for _, f := range rules.Formats() {
			f.Start(h)
		}
		if c, err := rules.ParseClock(value); err == nil && c.String() != value {
			t.Errorf("%q is written as %q", value, c)
		}
	})
}
