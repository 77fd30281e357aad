package words_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/callup/callup/internal/words"
)

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"  Éàü  Ñandú ": "eau nandu", "Straße ŒUVRE": "strasse oeuvre", "İstanbul": "istanbul", "Łódź": "lodz", "Acme™": "acmetm",
		"ﬁn": "fin", "a\u00a0b\n\tc": "a b c", "": "", "水": "水", "①": "1",
	} {
		if got := words.Fold(in); got != want {
			t.Errorf("%q folds to %q, not %q", in, got, want)
		}
	}
}

func TestFoldingTwiceChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := words.Fold(rapid.String().Draw(t, "text"))
		if again := words.Fold(s); again != s {
			t.Fatalf("%q folds to %q", s, again)
		}
	})
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		" a\x00b\x7f\u0085c ": "abc", "a\r\nb\rc\td": "a\nbc\td", "e\u0301": "é", "a\xffb": "a\ufffdb", " \n ": "",
	} {
		if got := words.Clean(in); got != want {
			t.Errorf("%q cleans to %q, not %q", in, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		for _, s := range []string{words.Clean(in), words.Line(in)} {
			if !utf8.ValidString(s) || strings.TrimSpace(s) != s || words.Clean(s) != s {
				t.Fatalf("%q cleans to %q", in, s)
			}
			if strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) {
				t.Fatalf("%q keeps control characters: %q", in, s)
			}
		}
		if strings.ContainsAny(words.Line(in), "\n\t") || words.Line(words.Line(in)) != words.Line(in) {
			t.Fatalf("%q becomes the line %q", in, words.Line(in))
		}
	})
}
