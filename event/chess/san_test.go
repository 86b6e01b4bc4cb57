package chess

import (
	"slices"
	"strings"
	"testing"
)

func TestSAN(t *testing.T) {
	for _, c := range []struct{ name, fen, move, want string }{
		{"a Pawn's step", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "e4"},
		{"a Pawn captures", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
		{"promotion with check", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "e8=Q+"},
		{"promotion by capture", "3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "exd8=N"},
		{"castling short", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"},
		{"castling long with check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"},
		{"by file", "4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1", "b1d2", "Nbd2"},
		{"by rank", "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"},
		{"by rank, three alike", "6k1/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1", "a4d1", "Q4d1"},
		{"by both, three alike", "6k1/8/8/8/Q2Q4/8/8/Q3K3 w - - 0 1", "a4d1", "Qa4d1"},
		{"a pinned one does not count", "4k3/8/8/8/4r3/8/4N3/N3K3 w - - 0 1", "a1b3", "Nb3"},
		{"a pinned one that could go there does not count", "3rk3/8/8/8/8/3N4/8/3K1N2 w - - 0 1", "f1d2", "Nd2"},
		{"mate", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
		{"an Amazon", "4a3/8/8/8/8/8/8/K7 b - - 0 1", "e8d6", "Ad6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := mustParse(t, c.fen)
			move, err := ParseMove(c.move)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.SAN(move, Ordinary); got != c.want {
				t.Errorf("written %s, want %s", got, c.want)
			}
			if got, err := p.ParseSAN(c.want, Ordinary); err != nil || got != move {
				t.Errorf("read %s, %v", got, err)
			}
		})
	}
}

func TestParseSANTakesWhatPeopleWrite(t *testing.T) {
	const fen = "r3k2r/1P6/8/3pP3/8/8/8/RN2K2R w KQkq d6 0 1"
	for text, want := range map[string]string{
		"0-0": "e1g1", "0-0-0?!": "", "O-O!!": "e1g1", "b8Q+": "b7b8q", "b8=R": "b7b8r", "bxa8=Q": "b7a8q", "b7a8N": "b7a8n",
		"Nb1c3": "b1c3", "Nb1-c3": "b1c3", "Nbc3": "b1c3", "N1c3": "b1c3", "Nxc3": "b1c3", "Pe6": "e5e6", "e5-e6": "e5e6", "e5e6": "e5e6", "exd6": "e5d6",
		"Ke2#": "e1e2", "Rxh8+": "h1h8",
	} {
		move, err := mustParse(t, fen).ParseSAN(text, Ordinary)
		if want == "" {
			if err == nil {
				t.Errorf("%s is read as %s", text, move)
			}
		} else if err != nil || move.String() != want {
			t.Errorf("%s is read as %s, %v, want %s", text, move, err, want)
		}
	}
}

func TestParseSANRefuses(t *testing.T) {
	const fen = "r3k2r/1P6/8/q7/8/8/3N4/RN2K3 w Qkq - 0 1"
	for text, want := range map[string]string{
		"":                                 "is not a move",
		"e":                                "is not a move",
		"Knight":                           "is not a move",
		"Nf9":                              "is not a move",
		"e4e":                              "is not a move",
		"Ni4":                              "is not a move",
		"x":                                "is not a move",
		"b8=":                              "is not a move",
		"Nxxf3":                            "is not a move",
		"Kf1, the King":                    "is not a move",
		"really far too long to be a move": "is not a move",
		"O-O":                              "White can't castle on that side",
		"O-O-O":                            "White can't castle on that side",
		"Nf3":                              "White's own King would be in check",
		"Nb5":                              "no Knight of White can go to b5",
		"Nbd2":                             "no Knight of White can go to d2",
		"Ra5":                              "",
		"b8":                               "must say what the Pawn becomes, as in b8=Q",
		"b8=K":                             "promotion that is not possible",
		"b8=P":                             "promotion that is not possible",
		"e4=Q":                             "promoted on the last rank only",
		"Qd4":                              "no Queen of White can go to d4",
		"Ac3":                              "no Amazon of White can go to c3",
	} {
		move, err := mustParse(t, fen).ParseSAN(text, Ordinary)
		if want == "" {
			if err != nil {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		if err == nil || move != (Move{}) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %s, %v, want %q", text, move, err, want)
		}
	}
	_, err := mustParse(t, "4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1").ParseSAN("Nd2", Ordinary)
	if err == nil || !strings.Contains(err.Error(), "can be the piece on b1 or the one on f1") {
		t.Errorf("two Knights: %v", err)
	}
}

// Every legal move of random games is read back from how it is written, and no
// two are written alike.
func TestSANRoundTrip(t *testing.T) {
	for _, g := range games {
		t.Run(g.name, func(t *testing.T) {
			play(t, g.fen, g.m, 4, func(p Position, moves []Move) {
				seen := map[string]bool{}
				for _, move := range moves {
					text := p.SAN(move, g.m)
					if got, err := p.ParseSAN(text, g.m); err != nil || got != move || seen[text] {
						t.Fatalf("%s: %s is written %s, read %s, %v", p.FEN(), move, text, got, err)
					}
					seen[text] = true
				}
			})
		})
	}
}

func FuzzParseSAN(f *testing.F) {
	for _, text := range []string{"e4", "Nf3", "exd5", "O-O", "0-0-0", "e8=Q+", "R1a3", "Qa4d1#", "bxa8N", "--", "\xff"} {
		f.Add(kiwipete, text)
	}
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := ParseFEN(fen)
		if err != nil {
			return
		}
		move, err := p.ParseSAN(text, Ordinary)
		if err != nil {
			if len(err.Error()) > 300 {
				t.Errorf("a long error: %v", err)
			}
			return
		}
		if !slices.Contains(p.AppendLegal(nil, Ordinary), move) {
			t.Fatalf("%q is read as %s, which is not legal", text, move)
		}
		if again, err := p.ParseSAN(p.SAN(move, Ordinary), Ordinary); err != nil || again != move {
			t.Errorf("%q is written as %q", text, p.SAN(move, Ordinary))
		}
	})
}
