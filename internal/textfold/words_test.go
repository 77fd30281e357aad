package textfold_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/callup/callup/internal/textfold"
)

func TestWords(t *testing.T) {
	for in, want := range map[string][]string{
		"Réparer l’École, réparer\nle café-vélo (2026) !": {"reparer", "ecole", "le", "cafe", "velo", "2026"},
		"a & b": nil, "": nil, "'; DROP TABLE x": {"drop", "table"}, "#post": {"post"}, "50% off_road": {"50", "off", "road"},
		"水 東京": {"東京"},
	} {
		if got := textfold.Words(in); !slices.Equal(got, want) {
			t.Errorf("%q has the words %q, not %q", in, got, want)
		}
	}
	if got := textfold.Words(strings.Repeat("é", 50)); len(got) != 1 || got[0] != strings.Repeat("e", 40) {
		t.Errorf("a long word is %q", got)
	}
}

func TestNear(t *testing.T) {
	for _, c := range []struct {
		a, b string
		most int
		want bool
	}{
		{"repair", "repiar", 1, true}, {"repair", "repir", 1, true}, {"repair", "repaair", 1, true}, {"repair", "repasr", 1, true},
		{"repair", "erpiar", 1, false}, {"repair", "erpiar", 2, true},
		{"", "", 0, true}, {"ab", "", 1, false}, {"école", "ecole", 1, true},
	} {
		if got := textfold.Near(c.a, c.b, c.most); got != c.want || textfold.Near(c.b, c.a, c.most) != got {
			t.Errorf("%q and %q within %d: %v", c.a, c.b, c.most, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		word := []rune(rapid.StringMatching(`[a-z]{1,12}`).Draw(t, "word"))
		at := rapid.IntRange(0, len(word)-1).Draw(t, "at")
		if without := slices.Delete(slices.Clone(word), at, at+1); !textfold.Near(string(word), string(without), 1) {
			t.Fatalf("%q is not near %q", string(without), string(word))
		}
	})
}
